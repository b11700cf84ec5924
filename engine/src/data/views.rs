//! Parts of the data by the name of the element that they belong to.

use std::ops::Range;

use crate::model::UnknownName;
use crate::model::codes::joint_positions;
use crate::{Data, Model};

/// A joint's part of the state and of the forces.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct JointView<'a> {
    /// The joint's id.
    pub id: usize,
    /// Position: 7 numbers for a free joint, 4 for a ball, 1 for a hinge or slide.
    pub qpos: &'a [f64],
    /// Velocity: 6 numbers for a free joint, 3 for a ball, 1 for a hinge or slide.
    pub qvel: &'a [f64],
    /// Acceleration.
    pub qacc: &'a [f64],
    /// Force that the user applies.
    pub qfrc_applied: &'a [f64],
    /// Force of actuators.
    pub qfrc_actuator: &'a [f64],
    /// Force of springs, dampers and fluids.
    pub qfrc_passive: &'a [f64],
    /// Force of constraints.
    pub qfrc_constraint: &'a [f64],
}

/// What a user may change of a joint.
#[derive(Debug)]
#[non_exhaustive]
pub struct JointViewMut<'a> {
    /// The joint's id.
    pub id: usize,
    /// Position.
    pub qpos: &'a mut [f64],
    /// Velocity.
    pub qvel: &'a mut [f64],
    /// Force that the user applies.
    pub qfrc_applied: &'a mut [f64],
}

impl Model {
    /// Where a joint's numbers are in `qpos`.
    ///
    /// # Panics
    ///
    /// If there is no such joint.
    pub fn joint_qpos(&self, id: usize) -> Range<usize> {
        let start = self.jnt_qposadr[id] as usize;
        start..start + joint_positions(self.jnt_type[id])
    }

    /// Where a sensor's reading is in `sensordata`.
    ///
    /// # Panics
    ///
    /// If there is no such sensor.
    pub fn sensor_values(&self, sensor: usize) -> Range<usize> {
        let start = self.sensor_adr[sensor] as usize;
        start..start + self.sensor_dim[sensor] as usize
    }
}

impl Data {
    /// The reading of the sensor of that name.
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model.
    #[track_caller]
    pub fn sensor(&self, model: &Model, name: &str) -> Result<&[f64], UnknownName> {
        self.require(model);
        let id = model.sensor(name)?;
        Ok(&self.sensordata[model.sensor_values(id)])
    }

    /// The joint of that name.
    ///
    /// ```
    /// use plumbline::{Data, Model};
    ///
    /// let model = Model::from_xml_string(
    ///     "<mujoco><worldbody><body>
    ///        <joint name='knee' axis='0 1 0'/><geom size='0.1' pos='0.2 0 0'/>
    ///      </body></worldbody></mujoco>",
    /// )?;
    /// let mut data = Data::new(&model);
    /// data.joint_mut(&model, "knee")?.qvel[0] = 1.5;
    /// data.step(&model)?;
    /// assert_eq!(data.joint(&model, "knee")?.qpos.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model.
    #[track_caller]
    pub fn joint(&self, model: &Model, name: &str) -> Result<JointView<'_>, UnknownName> {
        self.require(model);
        let id = model.joint(name)?;
        let dofs = model.joint_dofs(id);
        Ok(JointView {
            id,
            qpos: &self.qpos[model.joint_qpos(id)],
            qvel: &self.qvel[dofs.clone()],
            qacc: &self.qacc[dofs.clone()],
            qfrc_applied: &self.qfrc_applied[dofs.clone()],
            qfrc_actuator: &self.qfrc_actuator[dofs.clone()],
            qfrc_passive: &self.qfrc_passive[dofs.clone()],
            qfrc_constraint: &self.qfrc_constraint[dofs],
        })
    }

    /// The joint of that name, to be changed.
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model.
    #[track_caller]
    pub fn joint_mut(
        &mut self,
        model: &Model,
        name: &str,
    ) -> Result<JointViewMut<'_>, UnknownName> {
        self.require(model);
        let id = model.joint(name)?;
        let dofs = model.joint_dofs(id);
        Ok(JointViewMut {
            id,
            qpos: &mut self.qpos[model.joint_qpos(id)],
            qvel: &mut self.qvel[dofs.clone()],
            qfrc_applied: &mut self.qfrc_applied[dofs],
        })
    }
}
