//! `worldbody`: the tree of bodies and all that they carry.
//!
//! Bodies may be nested as deep as a file allows, so the walk keeps its own stack.

use std::rc::Rc;

use super::defaults::Defaults;
use super::replicate::Replicate;
use super::{Reader, geom, joint, orientation, plugin, view};
use crate::error::Error;
use crate::mjcf::copy::{Keys, Names, Namespace, State};
use crate::mjcf::tree::{Children, Node};
use crate::spec::{Body, Frame, Inertial, Keyframe};

/// An element whose children are being read.
struct Level<'t> {
    children: Children<'t>,
    /// Settings for elements that name no class.
    class: Rc<Defaults>,
    kind: Kind<'t>,
}

/// What a level collects its elements in.
enum Kind<'t> {
    /// A body of its own, to be added to the one around it.
    Body(Box<Body>),
    /// A frame of the innermost body, by its index there.
    Frame(usize),
    /// A part of the innermost body that will be copied; it has its own frames.
    Replicate(Box<Replicate<'t>>),
}

impl Reader {
    /// Reads one `worldbody` section; several add up.
    pub(super) fn world(&mut self, section: Node<'_>) -> Result<(), Error> {
        let world = std::mem::take(&mut self.spec.world);
        let mut walk = Walk {
            reader: self,
            levels: vec![Level {
                children: section.children(),
                class: Rc::default(),
                kind: Kind::Body(Box::new(world)),
            }],
        };
        walk.levels[0].class = walk.reader.classes.main();
        self.spec.world = walk.run()?;
        Ok(())
    }
}

pub(super) struct Walk<'r, 't> {
    pub(super) reader: &'r mut Reader,
    levels: Vec<Level<'t>>,
}

impl<'t> Walk<'_, 't> {
    fn run(mut self) -> Result<Body, Error> {
        loop {
            let Some(level) = self.levels.last_mut() else {
                return Ok(Body::default());
            };
            if let Some(node) = level.children.next() {
                self.element(node)?;
                continue;
            }
            let Some(finished) = self.levels.pop() else {
                return Ok(Body::default());
            };
            match finished.kind {
                Kind::Body(body) if self.levels.is_empty() => return Ok(*body),
                Kind::Body(body) => self.body().children.push(*body),
                Kind::Replicate(replicate) => self.finish_replicate(*replicate)?,
                Kind::Frame(_) => {}
            }
        }
    }

    fn element(&mut self, node: Node<'t>) -> Result<(), Error> {
        let class = match self.reader.classes.named(node, "class")? {
            Some(class) => class,
            None => self.class(),
        };
        let frame = self.frame();
        match node.name() {
            "inertial" => self.inertial(node)?,
            "joint" => {
                self.not_in_world(node)?;
                let mut joint = class.joint.clone();
                joint.class_kind = joint.kind;
                joint::read(node, &mut joint)?;
                self.reader.keys.add_joint(&joint);
                joint.frame = frame;
                self.body().joints.push(joint);
            }
            "freejoint" => {
                self.not_in_world(node)?;
                let mut joint = joint::read_free(node)?;
                joint.class.clone_from(&class.joint.class);
                joint.frame = frame;
                self.body().joints.push(joint);
            }
            "geom" => {
                let mut geom = class.geom.clone();
                geom.class_kind = geom.kind;
                geom::read(node, &mut geom)?;
                geom.plugin = plugin::read_child(node, &mut self.reader.spec)?;
                geom.frame = frame;
                self.body().geoms.push(geom);
            }
            "site" => {
                let mut draft = class.site.clone();
                draft.read(node)?;
                let mut site = draft.finish(node)?;
                site.frame = frame;
                self.body().sites.push(site);
            }
            "camera" => {
                let mut camera = class.camera.clone();
                view::read_camera(node, &mut camera)?;
                camera.frame = frame;
                self.body().cameras.push(camera);
            }
            "light" => {
                let mut light = class.light.clone();
                view::read_light(node, &mut light)?;
                light.frame = frame;
                self.body().lights.push(light);
            }
            "frame" => self.open_frame(node, class)?,
            "body" => self.open_body(node, class)?,
            "replicate" => {
                let class = self.child_class(node, class)?;
                let mut replicate = Replicate::read(node, frame)?;
                replicate.part.frames[0].class = self.reader.classes.name_of(&class);
                self.levels.push(Level {
                    children: node.children(),
                    class,
                    kind: Kind::Replicate(Box::new(replicate)),
                });
            }
            "attach" => self.attach(node)?,
            "composite" => self.composite(node)?,
            "plugin" => {
                let used = plugin::read_use(node, &mut self.reader.spec)?;
                self.body().plugin = Some(used);
            }
            "flexcomp" => self.flexcomp(node)?,
            name => return Err(node.unsupported(format!("element `{name}`"))),
        }
        Ok(())
    }

    fn inertial(&mut self, node: Node<'t>) -> Result<(), Error> {
        self.not_in_world(node)?;
        if self.is_in_replicate() {
            let warning = node.unsupported("`inertial` in `replicate`, which MuJoCo ignores");
            self.reader.spec.warnings.push(warning);
            return read_inertial(node, &mut Inertial::default());
        }
        let inertial = self.body().inertial.get_or_insert_default();
        read_inertial(node, inertial)
    }

    fn open_frame(&mut self, node: Node<'t>, class: Rc<Defaults>) -> Result<(), Error> {
        let class = self.child_class(node, class)?;
        let mut frame = Frame {
            parent: self.frame(),
            class: self.reader.classes.name_of(&class),
            source: Some(node.location()),
            ..Frame::default()
        };
        node.copy_text("name", &mut frame.name);
        node.fill("pos", &mut frame.pos)?;
        orientation::read(node, &mut frame.orientation)?;
        let frames = &mut self.body().frames;
        frames.push(frame);
        let index = frames.len() - 1;
        self.levels.push(Level {
            children: node.children(),
            class,
            kind: Kind::Frame(index),
        });
        Ok(())
    }

    fn open_body(&mut self, node: Node<'t>, class: Rc<Defaults>) -> Result<(), Error> {
        let class = self.child_class(node, class)?;
        let mut body = Body {
            frame: self.frame(),
            class: self.reader.classes.name_of(&class),
            source: Some(node.location()),
            ..Body::default()
        };
        node.copy_text("name", &mut body.name);
        node.fill("pos", &mut body.pos)?;
        node.copy_bool("mocap", &mut body.mocap)?;
        orientation::read(node, &mut body.orientation)?;
        node.fill("gravcomp", &mut body.gravcomp)?;
        node.copy_numbers("user", &mut body.user)?;
        self.levels.push(Level {
            children: node.children(),
            class,
            kind: Kind::Body(Box::new(body)),
        });
        Ok(())
    }

    /// The class for the contents of a body or frame.
    fn child_class(&self, node: Node<'t>, class: Rc<Defaults>) -> Result<Rc<Defaults>, Error> {
        let child = self.reader.classes.named(node, "childclass")?;
        Ok(child.unwrap_or(class))
    }

    /// Refuses what the world cannot have. A part that is never copied does not count.
    fn not_in_world(&self, node: Node<'t>) -> Result<(), Error> {
        let dropped = |level: &Level<'_>| matches!(&level.kind, Kind::Replicate(r) if r.count <= 0);
        let is_body = |level: &Level<'_>| matches!(level.kind, Kind::Body(_));
        let body = self.levels.iter().rposition(is_body).unwrap_or(0);
        if body == 0 && !self.levels.iter().any(dropped) {
            let message = format!("`{}` in the world body, which cannot move", node.name());
            return Err(node.invalid(message).expected("it in a `body`"));
        }
        Ok(())
    }

    fn is_in_replicate(&self) -> bool {
        let level = self.levels.get(self.innermost());
        level.is_some_and(|level| matches!(level.kind, Kind::Replicate(_)))
    }

    fn class(&self) -> Rc<Defaults> {
        match self.levels.last() {
            Some(level) => Rc::clone(&level.class),
            None => self.reader.classes.main(),
        }
    }

    /// The class that the innermost body gives to its contents.
    pub(super) fn body_class(&self) -> Rc<Defaults> {
        let is_body = |level: &&Level<'_>| !matches!(level.kind, Kind::Frame(_));
        match self.levels.iter().rfind(is_body) {
            Some(level) => Rc::clone(&level.class),
            None => self.reader.classes.main(),
        }
    }

    /// The innermost frame, if it is within the innermost body.
    pub(super) fn frame(&self) -> Option<usize> {
        match self.levels.last()?.kind {
            Kind::Body(_) => None,
            Kind::Frame(index) => Some(index),
            Kind::Replicate(_) => Some(0),
        }
    }

    /// The level that elements are collected in.
    fn innermost(&self) -> usize {
        let collects = |level: &Level<'_>| !matches!(level.kind, Kind::Frame(_));
        self.levels.iter().rposition(collects).unwrap_or(0)
    }

    /// The innermost body, or the part that stands for one; the bottom level is always one.
    pub(super) fn body(&mut self) -> &mut Body {
        let innermost = self.innermost();
        match &mut self.levels[innermost].kind {
            Kind::Body(body) => body,
            Kind::Replicate(replicate) => &mut replicate.part,
            Kind::Frame(_) => &mut self.reader.spec.world,
        }
    }

    /// The model's own keyframes, with the elements whose state they hold.
    fn state(&mut self) -> (&mut Keys, &mut Vec<Keyframe>, State<'_>) {
        let bodies = self
            .levels
            .iter_mut()
            .filter_map(|level| match &mut level.kind {
                Kind::Body(body) => Some(&mut **body),
                Kind::Replicate(replicate) => Some(&mut replicate.part),
                Kind::Frame(_) => None,
            });
        let Reader { spec, keys, .. } = &mut *self.reader;
        let state = State {
            bodies: bodies.collect(),
            actuators: &mut spec.actuators,
        };
        (keys, &mut spec.keyframes, state)
    }

    /// Hands the keyframes to the elements, under the names that they get in a copy.
    pub(super) fn store_keys(&mut self, node: Node<'_>, space: &Namespace) -> Result<(), Error> {
        let (keys, keyframes, state) = self.state();
        let stored = keys.store(keyframes, state, space);
        keys.expect(stored.map_err(|lost| lost.at(node))?);
        Ok(())
    }

    /// Makes the keyframes fit the tree that has been read so far.
    pub(super) fn resize_keys(&mut self, node: Node<'_>) -> Result<(), Error> {
        let (keys, keyframes, state) = self.state();
        keys.resize(keyframes, state).map_err(|lost| lost.at(node))
    }

    /// All bodies whose contents are still being read.
    fn open_bodies(&self) -> impl Iterator<Item = &Body> {
        self.levels.iter().filter_map(|level| match &level.kind {
            Kind::Body(body) => Some(&**body),
            Kind::Replicate(replicate) => Some(&replicate.part),
            Kind::Frame(_) => None,
        })
    }

    /// The names of everything in the tree so far.
    pub(super) fn all_names(&self) -> Names {
        let mut names = Names::default();
        for body in self.open_bodies() {
            names.add_tree(body);
        }
        names
    }

    /// Whether there is a body of some name so far.
    pub(super) fn find(&self, name: &str) -> bool {
        let mut open: Vec<&Body> = self.open_bodies().collect();
        while let Some(body) = open.pop() {
            if body.name == name {
                return true;
            }
            open.extend(&body.children);
        }
        false
    }
}

/// Reads mass and inertia over those of an earlier `inertial` of the same body.
fn read_inertial(node: Node<'_>, inertial: &mut Inertial) -> Result<(), Error> {
    node.fill_required("pos", &mut inertial.pos)?;
    node.fill_required("mass", &mut inertial.mass)?;
    node.fill("diaginertia", &mut inertial.diagonal)?;
    let oriented = orientation::read(node, &mut inertial.orientation)?;
    let mut full = [0.0_f64; 6];
    if node.fill("fullinertia", &mut full)? {
        if oriented {
            return Err(node
                .value_error(
                    "fullinertia",
                    "both `fullinertia` and an orientation are given",
                )
                .expected("one of them"));
        }
        inertial.full = (!full[0].is_nan()).then_some(full);
    }
    inertial.source = Some(node.location());
    Ok(())
}
