//! A model that is compiled again while it is simulated.

use std::sync::Arc;

use crate::error::Error;
use crate::misuse::Misuse;
use crate::spec::{Body, Keyframe, SavedState, Spec};
use crate::{Data, Model};

impl Spec {
    /// Leaves the state of a simulation with the elements that it belongs to: positions and
    /// velocities with joints, activations and controls with actuators, poses with mocap bodies.
    /// There it follows them while the spec is changed, until [`recompile`](Spec::recompile).
    ///
    /// Keyframes that came with attached bodies are keyframes of this model from now on, as in
    /// MuJoCo after a spec was compiled: they no longer follow their elements.
    ///
    /// # Errors
    ///
    /// If the data does not belong to the model, or the model is not one of this spec as it is now.
    pub fn keep_state(&mut self, model: &Model, data: &Data) -> Result<(), Misuse> {
        data.check(model)?;
        let joints = self.world.elements::<crate::spec::Joint>().count();
        let mocap = self
            .world
            .elements::<Body>()
            .filter(|body| body.mocap)
            .count();
        Misuse::length("joints", model.njnt, joints)?;
        Misuse::length("mocap bodies", model.nmocap, mocap)?;
        Misuse::length("actuators", model.nu, self.actuators.len())?;
        let key: Arc<str> = SavedState::KEPT.into();
        let keep = |saved: &mut Vec<SavedState>, values: [Vec<f64>; 2]| {
            saved.retain(|state| !state.is_kept());
            let key = Arc::clone(&key);
            saved.push(SavedState { key, values });
        };
        let (mut joint, mut place) = (0, 0);
        each_body(&mut self.world, &mut |body| {
            for held in &mut body.joints {
                let (q, v) = addresses(model, joint);
                keep(
                    &mut held.saved,
                    [data.qpos[q].to_vec(), data.qvel[v].to_vec()],
                );
                joint += 1;
            }
            if body.mocap {
                let pos = data.mocap_pos[place].iter().copied().collect();
                keep(&mut body.saved, [pos, data.mocap_quat[place].0.to_vec()]);
                place += 1;
            }
        });
        self.settle(model);
        for (u, actuator) in self.actuators.iter_mut().enumerate() {
            let act = activations(model, u).map_or(Vec::new(), |range| data.act[range].to_vec());
            keep(&mut actuator.saved, [act, vec![data.ctrl[u]]]);
        }
        Ok(())
    }

    /// Compiles the spec anew and goes on with the simulation: what
    /// [`keep_state`](Spec::keep_state) left with elements that are still there is their state, and
    /// new elements are in the reference configuration. Time goes on; all else is as after a
    /// [reset](Data::reset).
    ///
    /// ```
    /// use plumbline::spec::{Body, Geom, Joint, Spec};
    /// use plumbline::{Data, math::Vec3};
    ///
    /// let mut spec = Spec::from_xml_string(
    ///     "<mujoco><worldbody>
    ///        <body name='first'><joint name='hinge'/><geom size='0.1'/></body>
    ///      </worldbody></mujoco>",
    /// )?;
    /// let mut model = spec.compile()?;
    /// let mut data = Data::new(&model);
    /// data.qpos[0] = 0.5;
    /// spec.keep_state(&model, &data)?;
    /// // The new body stands before the old one.
    /// let new = Body {
    ///     joints: vec![Joint::default()],
    ///     geoms: vec![Geom { size: Vec3::new(0.1, 0.0, 0.0), ..Geom::default() }],
    ///     ..Body::default()
    /// };
    /// spec.world.children.insert(0, new);
    /// spec.recompile(&mut model, &mut data)?;
    /// assert_eq!(&*data.qpos, &[0.0, 0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the spec does not compile; spec, model and data are then as they were.
    #[doc(alias = "mj_recompile")]
    pub fn recompile(&mut self, model: &mut Model, data: &mut Data) -> Result<(), Error> {
        let compiled = self.compile()?;
        let mut fresh = Data::new(&compiled);
        self.restore(&compiled, &mut fresh);
        fresh.time = data.time;
        fresh.callbacks = std::mem::take(&mut data.callbacks);
        self.settle(&compiled);
        *model = compiled;
        *data = fresh;
        Ok(())
    }

    /// Gives data the state that elements keep.
    fn restore(&mut self, model: &Model, data: &mut Data) {
        let (mut joint, mut place) = (0, 0);
        each_body(&mut self.world, &mut |body| {
            for held in &mut body.joints {
                let (q, v) = addresses(model, joint);
                if let Some([qpos, qvel]) = kept(&held.saved) {
                    put(&mut data.qpos[q], qpos);
                    put(&mut data.qvel[v], qvel);
                }
                joint += 1;
            }
            if body.mocap {
                if let Some([pos, quat]) = kept(&body.saved) {
                    put(data.mocap_pos[place].as_mut_slice(), pos);
                    put(&mut data.mocap_quat[place].0, quat);
                }
                place += 1;
            }
        });
        for (u, actuator) in self.actuators.iter().enumerate() {
            if let Some([act, ctrl]) = kept(&actuator.saved) {
                if let Some(range) = activations(model, u) {
                    put(&mut data.act[range], act);
                }
                put(&mut data.ctrl[u..=u], ctrl);
            }
        }
    }

    /// What MuJoCo fixes when it compiles: the types of joints and geoms, and the keyframes that followed
    /// elements, which have values for the whole tree now.
    fn settle(&mut self, model: &Model) {
        each_body(&mut self.world, &mut |body| {
            for joint in &mut body.joints {
                joint.class_kind = joint.kind;
            }
            for geom in &mut body.geoms {
                geom.class_kind = geom.kind;
            }
        });
        if !self.keyframes.iter().any(|key| key.partial) {
            return;
        }
        self.gather_keyframes();
        for (i, key) in self
            .keyframes
            .iter_mut()
            .enumerate()
            .filter(|(_, key)| key.partial)
        {
            let Keyframe {
                qpos,
                qvel,
                act,
                ctrl,
                mpos,
                mquat,
                ..
            } = key;
            for (array, all) in [
                (qpos, &model.key_qpos),
                (qvel, &model.key_qvel),
                (act, &model.key_act),
                (ctrl, &model.key_ctrl),
                (mpos, &model.key_mpos),
                (mquat, &model.key_mquat),
            ] {
                let n = all.len() / model.nkey.max(1);
                if let (false, Some(values)) = (array.is_empty(), all.get(i * n..(i + 1) * n)) {
                    // The model has the reference where the keyframe says nothing, and units where
                    // it has quaternions.
                    array.resize(n, f64::NAN);
                    let missing = array.iter_mut().zip(values).filter(|(own, _)| own.is_nan());
                    missing.for_each(|(own, value)| *own = *value);
                }
            }
            key.partial = false;
        }
    }
}

/// Where a joint's positions and velocities are.
fn addresses(model: &Model, joint: usize) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
    let kind = crate::model::JointType::from_code(model.jnt_type[joint]).unwrap_or_default();
    let (q, v) = (
        model.jnt_qposadr[joint] as usize,
        model.jnt_dofadr[joint] as usize,
    );
    (q..q + kind.positions(), v..v + kind.dofs())
}

/// Where an actuator's activations are, if it has some.
fn activations(model: &Model, actuator: usize) -> Option<std::ops::Range<usize>> {
    let start = usize::try_from(model.actuator_actadr[actuator]).ok()?;
    Some(start..start + model.actuator_actnum[actuator].max(0) as usize)
}

fn kept(saved: &[SavedState]) -> Option<&[Vec<f64>; 2]> {
    let found = saved.iter().find(|state| state.is_kept());
    found.map(|state| &state.values)
}

/// Writes what was kept, unless its first value is none. An element that has grown lacks the rest.
fn put(to: &mut [f64], values: &[f64]) {
    if values.first().is_none_or(|value| value.is_nan()) {
        return;
    }
    for (i, slot) in to.iter_mut().enumerate() {
        *slot = values.get(i).copied().unwrap_or(f64::NAN);
    }
}

/// Visits a tree, parents first and siblings in order.
fn each_body(root: &mut Body, visit: &mut impl FnMut(&mut Body)) {
    let mut open = vec![root];
    while let Some(body) = open.pop() {
        visit(body);
        open.extend(body.children.iter_mut().rev());
    }
}
