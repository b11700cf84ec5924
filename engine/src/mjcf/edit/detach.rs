//! Bodies that leave a model, and bodies that become frames.

use super::{lost, repeated};
use crate::error::Error;
use crate::mjcf::copy::{
    Keys, Names, Namespace, State, check_copy, drop_orphans, forget_copied, remove_all,
};
use crate::spec::element::{missing, owner_mut};
use crate::spec::{Body, Frame, Orientation, Spec};

impl Spec {
    /// Takes a body out of the model, with all that is in it and all that refers to it: pairs,
    /// excludes, tendons, equalities, actuators and sensors. Keyframes lose the values of what is
    /// gone.
    ///
    /// ```
    /// use plumbline::spec::Spec;
    ///
    /// let mut spec = Spec::from_xml_string(
    ///     "<mujoco>
    ///        <worldbody>
    ///          <body name='stays'><joint/><geom size='0.1'/></body>
    ///          <body name='goes'><joint name='hinge'/><geom size='0.1'/></body>
    ///        </worldbody>
    ///        <actuator><motor joint='hinge'/></actuator>
    ///        <keyframe><key qpos='1 2' ctrl='3'/></keyframe>
    ///      </mujoco>",
    /// )?;
    /// let body = spec.detach_body("goes")?;
    /// assert_eq!(body.joints[0].name, "hinge");
    /// let model = spec.compile()?;
    /// assert_eq!((model.nu, &*model.key_qpos), (0, &[1.0][..]));
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such body, or if two elements share a name. The spec is then as it was.
    #[doc(alias = "mjs_detachBody")]
    pub fn detach_body(&mut self, body: &str) -> Result<Body, Error> {
        self.find::<Body>(body)?;
        let mut next = self.clone();
        check_copy(&next).map_err(|name| repeated(&name))?;
        let mut before = Names::default();
        before.add_tree(&next.world);
        before.number_lists(&next);
        forget_copied(&mut next, &before);
        let mut keys = Keys::take(&mut next);
        let state = State {
            bodies: vec![&mut next.world],
            actuators: &mut next.actuators,
        };
        let stored = keys.store(&mut next.keyframes, state, &Namespace::default());
        keys.expect(stored.map_err(|reason| lost(&reason))?);
        next.keyframes.clear();
        let taken = take_body(&mut next.world, body)?;
        let mut after = Names::default();
        after.add_tree(&next.world);
        after.number_lists(&next);
        remove_all(&mut next, &before, &mut after);
        drop_orphans(&mut next);
        keys.resolve(&mut next);
        *self = next;
        Ok(taken)
    }

    /// Makes a frame of a body: what hangs on the body hangs on its parent then.
    ///
    /// As in MuJoCo the new frame has the body's position, and its quaternion if it was given as
    /// one, but the bodies below do not stand in it: they lose the pose of their parent.
    ///
    /// # Errors
    ///
    /// If there is no such body; if it carries joints, geoms, sites, cameras or lights, which
    /// MuJoCo leaves with a pointer to memory that it has freed; or if it has frames and other
    /// compiler settings than its parent, which is not supported.
    #[doc(alias = "mjs_bodyToFrame")]
    pub fn body_to_frame(&mut self, body: &str) -> Result<&mut Frame, Error> {
        let found = self.find::<Body>(body)?;
        let carries = found.joints.len()
            + found.geoms.len()
            + found.sites.len()
            + found.cameras.len()
            + found.lights.len();
        if carries > 0 {
            let message = format!("a frame made of the body `{body}`, which carries elements");
            return Err(Error::unsupported(message).expected("a body with bodies only"));
        }
        let owner = owner_mut::<Body>(&mut self.world, body);
        let owner = owner.ok_or_else(|| missing("body", body, std::iter::empty()))?;
        let place = owner.children.iter().position(|child| child.name == body);
        let place = place.ok_or_else(|| missing("body", body, std::iter::empty()))?;
        let (old, around) = (&owner.children[place], &owner.settings);
        let own = old.settings.as_deref().unwrap_or(&self.compiler);
        if !old.frames.is_empty() && own != around.as_deref().unwrap_or(&self.compiler) {
            let message = "frames of a body with other compiler settings than its parent";
            return Err(Error::unsupported(message).expected("a body without frames"));
        }
        let old = owner.children.remove(place);
        let at = owner.frames.len();
        owner.frames.push(Frame {
            pos: old.pos,
            orientation: match old.orientation {
                Orientation::Quat(quat) => Orientation::Quat(quat),
                _ => Orientation::default(),
            },
            parent: old.frame,
            ..Frame::default()
        });
        let base = at + 1;
        owner
            .frames
            .extend(old.frames.into_iter().map(|frame| Frame {
                parent: frame.parent.map(|parent| parent + base),
                ..frame
            }));
        owner
            .children
            .extend(old.children.into_iter().map(|child| Body {
                frame: child.frame.map(|frame| frame + base),
                ..child
            }));
        Ok(&mut owner.frames[at])
    }
}

fn take_body(world: &mut Body, name: &str) -> Result<Body, Error> {
    let owner = owner_mut::<Body>(world, name);
    let taken = owner.and_then(|owner| {
        let place = owner.children.iter().position(|child| child.name == name)?;
        Some(owner.children.remove(place))
    });
    taken.ok_or_else(|| missing("body", name, std::iter::empty()))
}
