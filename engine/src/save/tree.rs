//! `worldbody`: bodies, their frames, and what is in both.
//!
//! What stands in a frame is written in it, with the place that it has in the body: frames are
//! written without theirs. Frames are written where the first body in a frame would be, or after all
//! bodies.

use super::element::Element;
use super::printer::Printer;
use super::{Writer, parts};
use crate::error::Error;
use crate::math::frame::Frame as Pose;
use crate::spec::classes::MAIN;
use crate::spec::{Auto, Body, Frame};

/// What is still to be written.
enum Task<'a> {
    /// What is in a frame of a body, or outside of all its frames.
    Contents {
        body: usize,
        frame: Option<usize>,
        /// The class that the element around it gives to what is in it.
        class: &'a str,
    },
    Body(usize, &'a str),
    Frame(usize, usize, &'a str),
    Close,
}

impl<'a> Writer<'a> {
    /// Writes the world with all that is in it.
    pub(super) fn world(&self, printer: &mut Printer) -> Result<(), Error> {
        printer.open(&Element::new("worldbody"));
        let children = self.children();
        // An explicit stack: bodies may be nested deeper than the call stack allows.
        let mut tasks = vec![
            Task::Close,
            Task::Contents {
                body: 0,
                frame: None,
                class: "",
            },
        ];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => printer.close(),
                Task::Body(body, class) => {
                    printer.open(&self.body(body, class));
                    tasks.push(Task::Close);
                    tasks.push(Task::Contents {
                        body,
                        frame: None,
                        class,
                    });
                }
                Task::Frame(body, frame, class) => {
                    let spec = &self.outline.bodies[body].spec.frames[frame];
                    if let Some(element) = written_frame(spec) {
                        printer.open(&element);
                        tasks.push(Task::Close);
                    }
                    tasks.push(Task::Contents {
                        body,
                        frame: Some(frame),
                        class,
                    });
                }
                Task::Contents { body, frame, class } => {
                    self.contents(printer, body, frame, class)?;
                    let within = self.within(&children[body], body, frame, class);
                    tasks.extend(within.into_iter().rev());
                }
            }
        }
        Ok(())
    }

    /// The children of each body.
    fn children(&self) -> Vec<Vec<usize>> {
        let bodies = &self.outline.bodies;
        let mut children = vec![Vec::new(); bodies.len()];
        for (id, body) in bodies.iter().enumerate().skip(1) {
            children[body.parent].push(id);
        }
        children
    }

    /// The class of a body.
    fn class_of(&self, mut body: usize) -> &'a str {
        loop {
            let place = &self.outline.bodies[body];
            match &place.spec.class {
                Some(class) => return class,
                None if body == 0 => return MAIN,
                None => body = place.parent,
            }
        }
    }

    /// The class that a body or frame gives to what is in it.
    fn given_class(&self, body: usize, frame: Option<usize>, around: &'a str) -> &'a str {
        let spec = self.outline.bodies[body].spec;
        let framed = frame.and_then(|frame| spec.frames[frame].class.as_deref());
        match framed.unwrap_or_else(|| self.class_of(body)) {
            "" => around,
            class => class,
        }
    }

    fn body(&self, id: usize, class: &str) -> Element {
        let (m, place) = (self.model, &self.outline.bodies[id]);
        let mut out = Element::new("body");
        out.text("name", place.spec.name.as_str());
        let own = self.class_of(id);
        if own != class && own != MAIN {
            out.text("childclass", own);
        }
        if m.body_pos[id].iter().any(|x| *x != 0.0) {
            out.given("pos", m.body_pos[id].as_slice());
        }
        out.numbers("quat", &m.body_quat[id].0, &[1.0, 0.0, 0.0, 0.0]);
        out.flag("mocap", place.spec.mocap, false);
        if place.spec.gravcomp != 0.0 {
            out.given("gravcomp", &[place.spec.gravcomp]);
        }
        let user = self.body_user(id);
        out.user(&user, &vec![0.0; user.len()]);
        let is_given = place.spec.inertial.is_some() || place.has_lost_geoms;
        if is_given && self.spec.compiler.inertiafromgeom != Auto::True {
            let inertial = out.child("inertial");
            inertial.given("pos", m.body_ipos[id].as_slice());
            inertial.numbers("quat", &m.body_iquat[id].0, &[1.0, 0.0, 0.0, 0.0]);
            inertial.given("mass", &[m.body_mass[id]]);
            inertial.given("diaginertia", m.body_inertia[id].as_slice());
        }
        out
    }

    /// Writes what is in a frame of a body, or outside of all its frames.
    fn contents(
        &self,
        printer: &mut Printer,
        body: usize,
        frame: Option<usize>,
        class: &'a str,
    ) -> Result<(), Error> {
        let (m, outline) = (self.model, self.outline);
        let place = &outline.bodies[body];
        let class = self.given_class(body, frame, class);
        let start = |tag, name: &str, own: Option<&str>| {
            let mut out = Element::new(tag);
            out.text("name", name);
            let own = own.unwrap_or(MAIN);
            if own != class && own != MAIN {
                out.text("class", own);
            }
            out
        };
        for id in place.joints.clone() {
            let spec = outline.joints[id];
            if spec.frame == frame {
                let (joint, usual) = (self.joint(id, spec), self.usual(&spec.class)?);
                let mut out = start("joint", &spec.name, spec.class.as_deref());
                parts::joint_place(&mut out, &joint);
                parts::joint(&mut out, &joint, &usual.joint);
                out.user(&joint.user, &usual.joint.user);
                printer.element(&out);
            }
        }
        for id in place.geoms.clone() {
            let shape = &outline.geoms[id];
            let spec = shape.spec;
            if is_in(spec.frame, shape.origin, place.spec, frame) {
                let (geom, usual) = (self.geom(id, spec), self.usual(&spec.class)?);
                let mut out = start("geom", &spec.name, spec.class.as_deref());
                let pose = Pose {
                    pos: m.geom_pos[id],
                    quat: m.geom_quat[id],
                };
                parts::geom_place(&mut out, &geom, &pose, shape.mesh.as_ref(), &usual.geom);
                let mass = [shape.mass, shape.content * usual.geom.density];
                parts::geom(&mut out, &geom, mass, &usual.geom);
                out.user(&geom.user, &usual.geom.user);
                if let Some(used) = &spec.plugin {
                    self.plugin(out.child("plugin"), used);
                }
                printer.element(&out);
            }
        }
        for id in place.sites.clone() {
            let (spec, origin) = outline.sites[id];
            if is_in(spec.frame, origin, place.spec, frame) {
                let (site, usual) = (self.site(id, spec), self.usual(&spec.class)?);
                let mut out = start("site", &spec.name, spec.class.as_deref());
                let pose = Pose {
                    pos: m.site_pos[id],
                    quat: m.site_quat[id],
                };
                parts::site_place(&mut out, &site, &pose, &usual.site);
                parts::site(&mut out, &site, &usual.site);
                out.user(&site.user, &usual.site.user);
                printer.element(&out);
            }
        }
        for id in place.cameras.clone() {
            let spec = outline.cameras[id];
            if spec.frame == frame {
                let (camera, usual) = (self.camera(id, spec), self.usual(&spec.class)?);
                let mut out = start("camera", &spec.name, spec.class.as_deref());
                let pose = Pose {
                    pos: m.cam_pos[id],
                    quat: m.cam_quat[id],
                };
                parts::camera_place(&mut out, &camera, &pose);
                parts::camera(&mut out, &camera, &usual.camera);
                out.user(&camera.user, &usual.camera.user);
                printer.element(&out);
            }
        }
        for id in place.lights.clone() {
            let spec = outline.lights[id];
            if spec.frame == frame {
                let (light, usual) = (self.light(id, spec), self.usual(&spec.class)?);
                let mut out = start("light", &spec.name, spec.class.as_deref());
                parts::light_place(&mut out, &light);
                parts::light(&mut out, &light, &usual.light);
                printer.element(&out);
            }
        }
        if let Some(used) = &place.spec.plugin {
            let mut out = Element::new("plugin");
            self.plugin(&mut out, used);
            printer.element(&out);
        }
        Ok(())
    }

    /// The bodies and frames in a frame of a body, or outside of all its frames, in order.
    fn within(
        &self,
        children: &[usize],
        body: usize,
        frame: Option<usize>,
        class: &'a str,
    ) -> Vec<Task<'a>> {
        let place = &self.outline.bodies[body];
        let given = self.given_class(body, frame, class);
        let mut tasks = Vec::new();
        let frames = || {
            let frames = place.spec.frames.iter().enumerate();
            let within = frames.filter(move |(_, own)| own.parent == frame);
            within.map(move |(at, _)| Task::Frame(body, at, class))
        };
        let mut is_framed = false;
        for &child in children {
            let own = &self.outline.bodies[child];
            if is_in(own.spec.frame, own.origin, place.spec, frame) {
                tasks.push(Task::Body(child, given));
            }
            if own.spec.frame.is_some() && !is_framed {
                is_framed = true;
                tasks.extend(frames());
            }
        }
        if !is_framed {
            tasks.extend(frames());
        }
        tasks
    }
}

/// Whether an element stands in a frame of a body. One that was fused with another body has lost
/// the frames of its own, and is not found in any of this one's.
fn is_in(own: Option<usize>, origin: &Body, body: &Body, frame: Option<usize>) -> bool {
    own == frame && (own.is_none() || std::ptr::eq(origin, body))
}

/// A frame that is written as such; one without a name and class is not.
fn written_frame(frame: &Frame) -> Option<Element> {
    let class = frame.class.as_deref().unwrap_or_default();
    if frame.name.is_empty() && class.is_empty() {
        return None;
    }
    let mut out = Element::new("frame");
    out.text("name", frame.name.as_str());
    out.text("childclass", if class == MAIN { "" } else { class });
    Some(out)
}
