//! `mujoco.elasticity.cable`: a chain of bodies that resists bending and twisting.
//!
//! Between two bodies the curvature is the rotation `omega` from one to the other over the length
//! `l` of the edge; the torque in local axes is `-K (omega - omega0) / l`, with the stiffness `K`
//! of a circular or rectangular section about each axis.

use std::f64::consts::PI;

use super::number::{is_number, number};
use crate::data::plugin::{Capability, Plugin, PluginInstance};
use crate::math::{Quat, Vec3};
use crate::model::GeomType;
use crate::pipeline::position::kinematics::kinematics;
use crate::query::force::apply_ft;
use crate::{Data, Model};

#[derive(Debug)]
pub(super) struct CablePlugin;

impl Plugin for CablePlugin {
    fn name(&self) -> &str {
        "mujoco.elasticity.cable"
    }

    fn attributes(&self) -> &[&str] {
        &["twist", "bend", "flat", "vmax"]
    }

    fn capabilities(&self) -> &[Capability] {
        &[Capability::Passive]
    }

    fn start(
        &self,
        model: &Model,
        data: &mut Data,
        instance: usize,
    ) -> Result<Box<dyn PluginInstance>, String> {
        let config = model.plugin_config(self, instance);
        for name in ["twist", "bend"] {
            if !is_number(config.get(name)) {
                return Err(format!("`{name}` is no number"));
            }
        }
        let [twist, bend] = ["twist", "bend"].map(|name| number(config.get(name)));
        let own = |&body: &usize| model.body_plugin[body] == instance as i32;
        let bodies: Vec<usize> = (1..model.nbody).filter(own).collect();
        if bodies.windows(2).any(|pair| pair[0] + 1 != pair[1]) {
            return Err("the bodies of the instance do not follow each other".to_owned());
        }
        kinematics(model, data);
        let mut segments = Vec::with_capacity(bodies.len());
        for (index, &body) in bodies.iter().enumerate() {
            let section = Section::of(model, body)?;
            let stiffness = section.stiffness(twist, bend);
            let mut segment = Segment {
                body,
                turn: 0,
                stiffness,
                curvature: Vec3::zeros(),
                length: 0.0,
            };
            if index > 0 {
                segment.turn = turn(model, body)?;
                segment.length = (data.xpos[body] - data.xpos[body - 1]).norm();
                if config.get("flat") != "true" {
                    let quat = Quat::from_slice(&model.qpos0[segment.turn..][..4]);
                    segment.curvature = model.body_quat[body].sub(&quat);
                }
            }
            segments.push(segment);
        }
        Ok(Box::new(Cable { segments }))
    }
}

/// Where the quaternion of a body's last joint is in `qpos`.
fn turn(model: &Model, body: usize) -> Result<usize, String> {
    let joint = usize::try_from(model.body_jntadr[body]).ok();
    let start = joint.map(|joint| model.jnt_qposadr[joint] + model.body_dofnum[body] - 3);
    start
        .and_then(|start| usize::try_from(start).ok())
        .filter(|start| start + 4 <= model.nq)
        .ok_or_else(|| format!("body {body} has no ball joint"))
}

/// Second moments of area: of torsion, and about the other two axes.
struct Section {
    torsion: f64,
    y: f64,
    z: f64,
}

impl Section {
    /// The section of a body's first geom; nothing of shapes other than rods and boxes.
    fn of(model: &Model, body: usize) -> Result<Section, String> {
        let geom = usize::try_from(model.body_geomadr[body])
            .map_err(|_| format!("body {body} has no geom"))?;
        let size = model.geom_size[geom];
        Ok(match GeomType::from_code(model.geom_type[geom]) {
            Some(GeomType::Cylinder | GeomType::Capsule) => {
                let fourth = PI * size.x.powf(4.0);
                Section {
                    torsion: fourth / 2.0,
                    y: fourth / 4.0,
                    z: fourth / 4.0,
                }
            }
            Some(GeomType::Box) => {
                let (h, w) = (size.y, size.z);
                let (a, b) = if h < w { (w, h) } else { (h, w) };
                let slender = 1.0 - b.powf(4.0) / a.powf(4.0) / 12.0;
                Section {
                    torsion: a * b.powf(3.0) * (16.0 / 3.0 - 3.36 * b / a * slender),
                    y: (2.0 * w).powf(3.0) * 2.0 * h / 12.0,
                    z: (2.0 * h).powf(3.0) * 2.0 * w / 12.0,
                }
            }
            _ => Section {
                torsion: 0.0,
                y: 0.0,
                z: 0.0,
            },
        })
    }

    fn stiffness(&self, twist: f64, bend: f64) -> Vec3 {
        Vec3::new(self.torsion * twist, self.y * bend, self.z * bend)
    }
}

/// One body of a cable, and how it is connected to the one before it.
#[derive(Clone, Debug)]
struct Segment {
    body: usize,
    /// Where its joint's quaternion is in `qpos`.
    turn: usize,
    stiffness: Vec3,
    /// Rotation against the body before it, at rest.
    curvature: Vec3,
    /// Distance from the body before it.
    length: f64,
}

impl Segment {
    /// How it is turned against the body before it.
    fn quat(&self, model: &Model, data: &Data) -> Quat {
        let joint = Quat::from_slice(&data.qpos[self.turn..][..4]);
        model.body_quat[self.body].mul(&joint)
    }

    /// The torque that a rotation against the body before it brings about, in local axes.
    fn torque(&self, quat: &Quat) -> Vec3 {
        let turned = quat.to_velocity(1.0);
        Vec3::from_fn(|k, _| -self.stiffness[k] * (turned[k] - self.curvature[k]) / self.length)
    }
}

#[derive(Clone, Debug)]
struct Cable {
    segments: Vec<Segment>,
}

impl PluginInstance for Cable {
    fn boxed_clone(&self) -> Box<dyn PluginInstance> {
        Box::new(self.clone())
    }

    fn compute(&mut self, model: &Model, data: &mut Data, _: Capability) {
        let mut qfrc = std::mem::take(&mut data.qfrc_passive);
        for (index, segment) in self.segments.iter().enumerate() {
            if segment.stiffness.iter().all(|&stiffness| stiffness == 0.0) {
                continue;
            }
            let mut local = Vec3::zeros();
            if index > 0 {
                let quat = segment.quat(model, data);
                // Seen from this body.
                local += quat.conjugate().rotate(&segment.torque(&quat)) * 1.0;
            }
            if let Some(next) = self.segments.get(index + 1) {
                local += next.torque(&next.quat(model, data)) * -1.0;
            }
            let body = segment.body;
            let torque = data.xquat[body].rotate(&local);
            let none = Vec3::zeros();
            let point = &data.xpos[body];
            apply_ft(model, data, &none, &torque, point, body, &mut qfrc);
        }
        data.qfrc_passive = qfrc;
    }
}
