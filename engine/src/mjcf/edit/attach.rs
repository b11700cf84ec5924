//! Bodies and frames of one model, copied into another or beside themselves.

use std::sync::Arc;

use super::{lost, repeated, uncopied};
use crate::error::Error;
use crate::mjcf::copy::{
    Copying, Keys, Names, Namespace, Originals, State, Users, check_assets, check_attached,
    check_own, copy_assets, copy_tree, find_body,
};
use crate::spec::classes::MAIN;
use crate::spec::element::{missing, owner_mut};
use crate::spec::{Attached, Body, Class, Compiler, Frame, Orientation, Site, Spec};

impl Spec {
    /// Copies a body of another model, with all that is in it, into a frame of this one.
    ///
    /// Every name gets the prefix and the suffix, one of which must not be empty. Along come the
    /// other model's assets, default classes and custom fields; pairs, tendons, equalities,
    /// actuators, sensors and tuples whose references exist under the new names; and keyframes,
    /// which hold the attached part and have the reference configuration elsewhere. Angles keep the
    /// units of the model that they come from.
    ///
    /// The other model changes as MuJoCo's does: its keyframes are made to fit its tree, and their
    /// values stay with its elements. So when a second part of it is attached, the keyframes that
    /// came with the first part cover the second one too. Keyframes that it got with bodies
    /// attached to it come along under the names that they have there, and are gone from it. Attach
    /// a clone to keep it as it is.
    ///
    /// ```
    /// use plumbline::spec::{Frame, Spec};
    ///
    /// let mut scene = Spec::default();
    /// scene.world.frames.push(Frame {
    ///     name: "base".to_owned(),
    ///     ..Frame::default()
    /// });
    /// let mut robot = Spec::from_xml_string(
    ///     "<mujoco model='robot'>
    ///        <worldbody><body name='arm'><joint name='hinge'/><geom size='0.1'/></body></worldbody>
    ///        <actuator><motor name='motor' joint='hinge'/></actuator>
    ///      </mujoco>",
    /// )?;
    /// for side in ["left_", "right_"] {
    ///     scene.attach_body("base", &mut robot, "arm", side, "")?;
    /// }
    /// let model = scene.compile()?;
    /// assert_eq!(model.nu, 2);
    /// assert!(model.joint("left_hinge").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If frame or body do not exist, if both prefix and suffix are empty, or if names would occur
    /// twice. Both specs are then as they were.
    #[doc(alias = "mjs_attachBody")]
    pub fn attach_body(
        &mut self,
        frame: &str,
        child: &mut Spec,
        body: &str,
        prefix: &str,
        suffix: &str,
    ) -> Result<&mut Body, Error> {
        self.find::<Frame>(frame)?;
        let space = namespace(prefix, suffix, true)?;
        let mut next = self.clone();
        let mut source = Source::take(&mut next, child, &space)?;
        let Some(original) = find_body(&mut source.spec.world, body) else {
            return Err(missing(
                "body",
                body,
                child.elements::<Body>().map(|b| b.name.as_str()),
            ));
        };
        check_attached(original).map_err(uncopied)?;
        let mut copy = copy_tree(original);
        space.rename_tree(&mut copy, Some(&source.settings));
        let owner = owner_mut::<Frame>(&mut next.world, frame);
        let owner = owner.ok_or_else(|| missing("frame", frame, std::iter::empty()))?;
        copy.frame = owner.frame_of(frame);
        owner.children.push(copy);
        *child = source.add_rest(&mut next, &space)?;
        *self = next;
        let owner = owner_mut::<Frame>(&mut self.world, frame);
        let last = owner.and_then(|owner| owner.children.last_mut());
        last.ok_or_else(|| missing("body", body, std::iter::empty()))
    }

    /// Copies a body of another model to where a site is. It stands in a new frame with the site's
    /// pose; the rest is as in [`attach_body`](Spec::attach_body).
    ///
    /// # Errors
    ///
    /// As of [`attach_body`](Spec::attach_body), and if the site's orientation means nothing.
    #[doc(alias = "mjs_attachToSite")]
    pub fn attach_to_site(
        &mut self,
        site: &str,
        child: &mut Spec,
        body: &str,
        prefix: &str,
        suffix: &str,
    ) -> Result<&mut Body, Error> {
        const PLACE: &str = "\0site";
        let (pos, parent) = {
            let site = self.find::<Site>(site)?;
            (site.pos, site.frame)
        };
        let orientation = match self.find::<Site>(site)?.orientation {
            Orientation::Quat(quat) => quat,
            other => other.resolve(&self.compiler).map_err(Error::invalid)?,
        };
        let mut next = self.clone();
        let owner = owner_mut::<Site>(&mut next.world, site);
        let owner = owner.ok_or_else(|| missing("site", site, std::iter::empty()))?;
        owner.frames.push(Frame {
            name: PLACE.to_owned(),
            pos,
            orientation: Orientation::Quat(orientation),
            parent,
            ..Frame::default()
        });
        next.attach_body(PLACE, child, body, prefix, suffix)?;
        next.find_mut::<Frame>(PLACE)?.name.clear();
        *self = next;
        let owner = owner_mut::<Site>(&mut self.world, site);
        let last = owner.and_then(|owner| owner.children.last_mut());
        last.ok_or_else(|| missing("body", body, std::iter::empty()))
    }

    /// Copies a frame of another model, with all that stands in it, into a body of this one; `body`
    /// may be `world`. The rest is as in [`attach_body`](Spec::attach_body).
    ///
    /// # Errors
    ///
    /// As of [`attach_body`](Spec::attach_body); and where the other model's compiler settings
    /// differ from those of the body, which is not supported.
    #[doc(alias = "mjs_attachFrame")]
    pub fn attach_frame(
        &mut self,
        body: &str,
        child: &mut Spec,
        frame: &str,
        prefix: &str,
        suffix: &str,
    ) -> Result<&mut Frame, Error> {
        child.find::<Frame>(frame)?;
        let space = namespace(prefix, suffix, true)?;
        let mut next = self.clone();
        let own = Arc::new(next.compiler.clone());
        let mut source = Source::take(&mut next, child, &space)?;
        let target = next.body_mut(body)?;
        if *target.settings.as_ref().unwrap_or(&own) != source.settings {
            let message = "a frame of a model with other compiler settings";
            return Err(Error::unsupported(message).expected("`attach_body`, or equal settings"));
        }
        let owner = owner_mut::<Frame>(&mut source.spec.world, frame);
        let owner = owner.ok_or_else(|| missing("frame", frame, std::iter::empty()))?;
        check_attached(owner).map_err(uncopied)?;
        let at = copy_frame(owner, frame, target, &space, &source.settings);
        *child = source.add_rest(&mut next, &space)?;
        *self = next;
        let frames = &mut self.body_mut(body)?.frames;
        let attached = at.and_then(|at| frames.get_mut(at));
        attached.ok_or_else(|| missing("frame", frame, std::iter::empty()))
    }

    /// Copies a body of this model, with all that is in it, into one of its frames. Assets and
    /// classes are shared; the rest is as in [`attach_body`](Spec::attach_body).
    ///
    /// # Errors
    ///
    /// As of [`attach_body`](Spec::attach_body).
    pub fn attach_own_body(
        &mut self,
        frame: &str,
        body: &str,
        prefix: &str,
        suffix: &str,
    ) -> Result<&mut Body, Error> {
        self.find::<Frame>(frame)?;
        let space = namespace(prefix, suffix, false)?;
        let mut next = self.clone();
        let settings = next
            .attached_model(&next.name)
            .map(|m| Arc::clone(&m.compiler));
        let mut keys = Keys::take(&mut next);
        let stored = keys.store(
            &mut next.keyframes,
            State {
                bodies: vec![&mut next.world],
                actuators: &mut next.actuators,
            },
            &space,
        );
        keys.expect(stored.map_err(|reason| lost(&reason))?);
        let Some(original) = find_body(&mut next.world, body) else {
            return Err(missing(
                "body",
                body,
                self.elements::<Body>().map(|b| b.name.as_str()),
            ));
        };
        check_own(original).map_err(uncopied)?;
        let mut copy = copy_tree(original);
        space.rename_tree(&mut copy, settings.as_ref());
        let owner = owner_mut::<Frame>(&mut next.world, frame);
        let owner = owner.ok_or_else(|| missing("frame", frame, std::iter::empty()))?;
        copy.frame = owner.frame_of(frame);
        owner.children.push(copy);
        let mut names = Names::default();
        names.add_tree(&next.world);
        names.number_lists(&next);
        let mut copying = Copying {
            space: &space,
            settings: settings.as_ref(),
            names: &mut names,
        };
        let users = Users::of(&next);
        let copied = copying.within(&mut next, Originals::ALL);
        copied.map_err(|name| repeated(&name))?;
        users.divide(&mut next).map_err(uncopied)?;
        finish_keys(keys, &mut next)?;
        *self = next;
        let owner = owner_mut::<Frame>(&mut self.world, frame);
        let last = owner.and_then(|owner| owner.children.last_mut());
        last.ok_or_else(|| missing("body", body, std::iter::empty()))
    }
}

fn namespace(prefix: &str, suffix: &str, foreign: bool) -> Result<Namespace, Error> {
    if prefix.is_empty() && suffix.is_empty() {
        return Err(Error::invalid("both prefix and suffix are empty")
            .expected("one that tells the attached elements apart"));
    }
    Ok(Namespace {
        prefix: prefix.to_owned(),
        suffix: suffix.to_owned(),
        foreign,
    })
}

/// A model that is being attached: a copy that may change.
struct Source {
    spec: Spec,
    /// What its elements are compiled with.
    settings: Arc<Compiler>,
    /// Keyframes of the model that it is attached to, and its own among them.
    keys: Keys,
}

impl Source {
    /// Notes the model, and hands its keyframes to its elements.
    fn take(target: &mut Spec, child: &Spec, space: &Namespace) -> Result<Source, Error> {
        let mut spec = child.clone();
        if target.attached_model(&spec.name).is_none() {
            target.attached.push(Attached {
                name: spec.name.clone(),
                compiler: Arc::new(spec.compiler.clone()),
            });
        }
        let known = target.attached_model(&spec.name);
        let settings = known.map_or_else(Arc::default, |model| Arc::clone(&model.compiler));
        let mut keys = Keys::take(target);
        let mut waiting = Keys::take(&mut spec);
        let state = State {
            bodies: vec![&mut spec.world],
            actuators: &mut spec.actuators,
        };
        let stored = waiting.store(&mut spec.keyframes, state, space);
        keys.expect(stored.map_err(|reason| lost(&reason))?);
        keys.expect_all(&mut waiting);
        Ok(Source {
            spec,
            settings,
            keys,
        })
    }

    /// Copies classes, assets, what refers to the copies, and keyframes. Returns the model that is
    /// left.
    fn add_rest(mut self, target: &mut Spec, space: &Namespace) -> Result<Spec, Error> {
        for class in self.spec.classes.iter() {
            let parent = class
                .parent
                .as_ref()
                .map_or(MAIN.to_owned(), |name| space.of(name));
            target.classes.push(Class {
                name: space.of(&class.name),
                parent: Some(parent),
                defaults: class.defaults.clone(),
            });
        }
        let mut names = Names::default();
        names.add_tree(&target.world);
        let meshes = target.meshes.len();
        let users = Users::of(target);
        copy_assets(&self.spec, target, space, &names);
        check_assets(target).map_err(|name| repeated(&name))?;
        let Spec {
            classes,
            meshes: all,
            ..
        } = &mut *target;
        for mesh in &mut all[meshes..] {
            if let Some(density) = classes.mesh_density(&mesh.class) {
                mesh.density = density;
            }
        }
        names.number_lists(target);
        let mut copying = Copying {
            space,
            settings: Some(&self.settings),
            names: &mut names,
        };
        let copied = copying.from(&mut self.spec, target);
        copied.map_err(|name| repeated(&name))?;
        let world = std::mem::take(&mut target.world);
        users.bring(&self.spec, target, space, &world);
        target.world = world;
        finish_keys(self.keys, target)?;
        Ok(self.spec)
    }
}

/// Makes keyframes fit the tree as it is now.
fn finish_keys(mut keys: Keys, target: &mut Spec) -> Result<(), Error> {
    let state = State {
        bodies: vec![&mut target.world],
        actuators: &mut target.actuators,
    };
    let resized = keys.resize(&mut target.keyframes, state);
    resized.map_err(|reason| lost(&reason))?;
    keys.resolve(target);
    Ok(())
}

/// Copies a frame with all that stands in it; returns its place among the target's frames. Saved
/// states of bodies go with the copies.
fn copy_frame(
    owner: &mut Body,
    name: &str,
    target: &mut Body,
    space: &Namespace,
    settings: &Arc<Compiler>,
) -> Option<usize> {
    let top = owner.frame_of(name)?;
    // The frames around it place it still; they stand outermost first.
    let mut around = Vec::new();
    let mut outer = owner.frames[top].parent;
    while let Some(at) = outer {
        around.push(&owner.frames[at]);
        outer = owner.frames[at].parent;
    }
    let mut parent = None;
    for frame in around.into_iter().rev() {
        target.frames.push(Frame {
            name: String::new(),
            parent,
            ..frame.clone()
        });
        parent = Some(target.frames.len() - 1);
    }
    let at = target.frames.len();
    let mut part = Body {
        frames: vec![owner.frames[top].clone()],
        ..Body::default()
    };
    // Frames stand behind those that they are in.
    let mut place = vec![None; owner.frames.len()];
    place[top] = Some(0);
    for (index, frame) in owner.frames.iter().enumerate() {
        let inside = frame.parent.and_then(|parent| place[parent]);
        if let (true, Some(inside)) = (index != top, inside) {
            place[index] = Some(part.frames.len());
            part.frames.push(Frame {
                parent: Some(inside),
                ..frame.clone()
            });
        }
    }
    macro_rules! copy {
        ($($list:ident)*) => {$(
            for element in &owner.$list {
                if let Some(inside) = element.frame.and_then(|frame| place[frame]) {
                    let mut copy = element.clone();
                    copy.frame = Some(inside);
                    part.$list.push(copy);
                }
            }
        )*};
    }
    copy!(joints geoms sites cameras lights);
    for body in &mut owner.children {
        if let Some(inside) = body.frame.and_then(|frame| place[frame]) {
            part.children.push(Body {
                frame: Some(inside),
                ..copy_tree(body)
            });
        }
    }
    space.rename_contents(&mut part);
    for child in &mut part.children {
        space.rename_tree(child, Some(settings));
    }
    part.frames[0].parent = parent;
    crate::mjcf::copy::merge(part, target);
    Some(at)
}
