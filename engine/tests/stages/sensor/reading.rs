//! Sensors that read a number which the state has anyway.

use super::{of_type, only, reading};
use crate::support::{assert_close, assert_near, compile, fixture, random_state};
use plumbline::internal::codes::{SensorType, row};
use plumbline::math::Vec3;
use plumbline::{Data, Model, Ray, RayFilter};

fn every_kind() -> (Model, Data) {
    let mut model = fixture("sensor/every_kind");
    // Cutoffs would hide what is read.
    model.sensor_cutoff.fill(0.0);
    let data = random_state(&model, 191, 1.0);
    (model, data)
}

#[test]
fn joints_tendons_and_actuators_read_their_own_fields() {
    let (model, mut data) = every_kind();
    data.time = 3.5;
    data.forward(&model).unwrap();
    let joint = |kind: SensorType| model.sensor_objid[of_type(&model, kind)[0]] as usize;
    let qpos = |kind: SensorType| model.jnt_qposadr[joint(kind)] as usize;
    let dof = |kind: SensorType| model.jnt_dofadr[joint(kind)] as usize;
    for (kind, expected) in [
        (
            SensorType::JointPos,
            &data.qpos[qpos(SensorType::JointPos)..][..1],
        ),
        (
            SensorType::JointVel,
            &data.qvel[dof(SensorType::JointVel)..][..1],
        ),
        (SensorType::TendonPos, &data.ten_length[..]),
        (SensorType::TendonVel, &data.ten_velocity[..]),
        (SensorType::ActuatorPos, &data.actuator_length[..]),
        (SensorType::ActuatorVel, &data.actuator_velocity[..]),
        (SensorType::ActuatorFrc, &data.actuator_force[..]),
        (
            SensorType::JointActFrc,
            &data.qfrc_actuator[dof(SensorType::JointActFrc)..][..1],
        ),
        (
            SensorType::BallQuat,
            &data.qpos[qpos(SensorType::BallQuat)..][..4],
        ),
        (
            SensorType::BallAngVel,
            &data.qvel[dof(SensorType::BallAngVel)..][..3],
        ),
        (SensorType::Clock, &[3.5][..]),
    ] {
        assert_close(
            &only(&model, &data, kind),
            expected,
            1e-14,
            &format!("sensor type {kind:?}"),
        );
    }
}

#[test]
fn limits_read_their_rows() {
    let model = fixture("constraint/limits_of_joints_and_tendons");
    let mut reached = 0;
    for seed in 192..196 {
        let data = random_state(&model, seed, 0.3);
        for i in 0..model.nsensor {
            let kind = SensorType::from_code(model.sensor_type[i]).unwrap();
            let joint = (SensorType::JointLimitPos..=SensorType::JointLimitFrc).contains(&kind);
            let limit = if joint {
                row::LIMIT_JOINT
            } else {
                row::LIMIT_TENDON
            };
            let id = model.sensor_objid[i];
            let mut rows = 0..data.nefc as usize;
            let found = rows.find(|&k| data.efc_type[k] == limit && data.efc_id[k] == id);
            let expected = found.map_or(0.0, |k| match kind {
                SensorType::JointLimitPos | SensorType::TendonLimitPos => {
                    data.efc_pos[k] - data.efc_margin[k]
                }
                SensorType::JointLimitVel | SensorType::TendonLimitVel => data.efc_vel[k],
                _ => data.efc_force[k],
            });
            reached += usize::from(found.is_some());
            assert_eq!(reading(&model, &data, i), [expected], "sensor {i}");
        }
    }
    assert!(reached > 8, "{reached} limits are reached");
}

#[test]
fn a_magnetometer_reads_the_field_in_its_own_axes() {
    let (mut model, _) = every_kind();
    model.opt.magnetic = Vec3::new(0.1, -0.4, 0.2);
    let data = random_state(&model, 196, 1.0);
    let site = model.sensor_objid[of_type(&model, SensorType::Magnetometer)[0]] as usize;
    let read = only(&model, &data, SensorType::Magnetometer);
    let world = data.site_xmat[site].mul_vec(&Vec3::from_column_slice(&read));
    assert_close(
        world.as_slice(),
        model.opt.magnetic.as_slice(),
        1e-14,
        "field",
    );
}

#[test]
fn a_rangefinder_reads_as_far_as_a_ray_along_its_third_axis() {
    let mut hits = 0;
    let model = fixture("sensor/ranges_to_meshes_and_height_fields");
    for seed in 197..200 {
        let data = random_state(&model, seed, 0.1);
        for i in of_type(&model, SensorType::Rangefinder) {
            let site = model.sensor_objid[i] as usize;
            let along = Ray {
                point: data.site_xpos[site],
                vector: data.site_xmat[site].column(2),
            };
            let filter = RayFilter {
                exclude_body: Some(model.site_bodyid[site] as usize),
                ..RayFilter::default()
            };
            let mut expected = data
                .ray(&model, &along, &filter)
                .unwrap()
                .map_or(-1.0, |hit| hit.dist);
            if model.sensor_cutoff[i] > 0.0 {
                expected = expected.min(model.sensor_cutoff[i]);
            }
            hits += usize::from(expected > 0.0);
            assert_near(
                reading(&model, &data, i)[0],
                expected,
                1e-14,
                &format!("sensor {i}"),
            );
        }
    }
    assert!(hits > 3, "{hits} rays meet something");
}

/// Two balls that move freely, with every sensor of what is between them.
const BALLS: &str = r#"<mujoco>
  <worldbody>
    <body name="left"><freejoint/><geom name="small" size="0.1"/></body>
    <body name="right" pos="0.5 0 0"><freejoint/><geom name="large" size="0.3"/></body>
  </worldbody>
  <sensor>
    <distance geom1="small" geom2="large" cutoff="9"/>
    <normal geom1="small" body2="right" cutoff="9"/>
    <fromto body1="left" body2="right" cutoff="9"/>
  </sensor>
</mujoco>"#;

#[test]
fn distance_normal_and_segment_of_two_balls_lie_between_their_centres() {
    let model = compile(BALLS);
    let [mut apart, mut overlapping] = [0, 0];
    for seed in 201..211 {
        let data = random_state(&model, seed, 0.4);
        let [small, large] = [data.geom_xpos[0], data.geom_xpos[1]];
        let between = (large - small).norm();
        let normal = (large - small) / between;
        let dist = between - 0.4;
        assert_near(reading(&model, &data, 0)[0], dist, 1e-12, "distance");
        let [from, to] = [small + normal * 0.1, large - normal * 0.3];
        let ends = [from.as_slice(), to.as_slice()].concat();
        assert_close(&reading(&model, &data, 2), &ends, 1e-12, "segment");
        // The normal points along the segment, which turns around where the balls overlap.
        let along = normal * dist.signum();
        assert_close(&reading(&model, &data, 1), along.as_slice(), 1e-9, "normal");
        if dist > 0.0 {
            apart += 1
        } else {
            overlapping += 1
        }
    }
    assert!(
        apart > 0 && overlapping > 0,
        "{apart} apart, {overlapping} overlapping"
    );
}
