//! Lengths of tendons and their Jacobians.

use crate::support::{
    Random, assert_close, assert_near, compile, dense_row, dot, fixture, random_state, rate, slope,
};
use plumbline::internal::codes::wrap;
use plumbline::math::Vec3;
use plumbline::{Data, Model};

/// Models with fixed, straight and wrapped tendons.
const TENDONS: [&str; 9] = [
    "tendon/paths",
    "bench/arm26",
    "bench/stops",
    "integrator/chain_euler",
    "constraint/joints_and_tendons_coupled",
    "constraint/limits_of_joints_and_tendons",
    "dynamics/every_dynamics_on_tendons_sites_and_cranks",
    "dynamics/every_dynamics_with_sparse_jacobians",
    "passive/springs_with_dead_band",
];

/// The Jacobian of a tendon's length, dense or sparse as the model has it.
pub(crate) fn jacobian(model: &Model, data: &Data, tendon: usize) -> Vec<f64> {
    if !model.is_sparse() {
        return data.ten_J[tendon * model.nv..][..model.nv].to_vec();
    }
    let start = data.ten_J_rowadr[tendon] as usize;
    let row = start..start + data.ten_J_rownnz[tendon] as usize;
    dense_row(&data.ten_J[row.clone()], &data.ten_J_colind[row], model.nv)
}

#[test]
fn jacobians_are_slopes_of_lengths() {
    for name in TENDONS {
        let model = fixture(name);
        for seed in 21..24 {
            let data = random_state(&model, seed, 0.4);
            let jacobians: Vec<_> = (0..model.ntendon)
                .map(|tendon| jacobian(&model, &data, tendon))
                .collect();
            for dof in 0..model.nv {
                let expected = slope(&model, &data, dof, |data| data.ten_length.clone());
                let ours: Vec<f64> = jacobians.iter().map(|row| row[dof]).collect();
                assert_close(&ours, &expected, 1e-7, &format!("{name}, dof {dof}"));
            }
        }
    }
}

#[test]
fn velocities_are_rates_of_lengths() {
    for name in TENDONS {
        let model = fixture(name);
        let data = random_state(&model, 25, 0.4);
        let expected = rate(&model, &data, |data| data.ten_length.clone());
        assert_close(&data.ten_velocity, &expected, 1e-7, name);
        for (tendon, &velocity) in data.ten_velocity.iter().enumerate() {
            let expected = dot(&jacobian(&model, &data, tendon), &data.qvel);
            assert_near(velocity, expected, 1e-12, name);
        }
    }
}

#[test]
fn a_tendon_without_geoms_is_as_long_as_its_segments_by_their_pulleys() {
    let mut seen = 0;
    for name in TENDONS {
        let model = fixture(name);
        let data = random_state(&model, 26, 0.8);
        for tendon in 0..model.ntendon {
            let start = model.tendon_adr[tendon] as usize;
            let path = start..start + model.tendon_num[tendon] as usize;
            if path
                .clone()
                .any(|i| ![wrap::SITE, wrap::PULLEY].contains(&model.wrap_type[i]))
            {
                continue;
            }
            let (mut length, mut divisor, mut last) = (0.0, 1.0, None);
            for i in path {
                if model.wrap_type[i] == wrap::PULLEY {
                    (divisor, last) = (model.wrap_prm[i], None);
                    continue;
                }
                let site = data.site_xpos[model.wrap_objid[i] as usize];
                if let Some(last) = last {
                    length += (site - last as Vec3).norm() / divisor;
                }
                last = Some(site);
            }
            let what = format!("{name}, tendon {tendon}");
            assert_near(data.ten_length[tendon], length, 1e-13, &what);
            seen += 1;
        }
    }
    assert!(seen >= 5, "{seen} straight tendons");
}

#[test]
fn a_fixed_tendon_is_a_sum_of_joint_values() {
    let model = fixture("tendon/paths");
    let data = random_state(&model, 27, 1.0);
    let expected = 2.0 * data.qpos[0] - 0.5 * data.qpos[1];
    assert_near(data.ten_length[0], expected, 1e-15, "sum");
}

/// The shortest way in a plane between two points around a circle at the origin: straight where it
/// passes by, else two tangents and an arc.
fn around_circle(a: [f64; 2], b: [f64; 2], radius: f64) -> f64 {
    let [da, db] = [a, b].map(|p| p[0].hypot(p[1]));
    let straight = (a[0] - b[0]).hypot(a[1] - b[1]);
    let angle = ((a[0] * b[0] + a[1] * b[1]) / (da * db))
        .clamp(-1.0, 1.0)
        .acos();
    let arc = angle - (radius / da).acos() - (radius / db).acos();
    if arc <= 0.0 {
        return straight;
    }
    let tangent = |d: f64| (d * d - radius * radius).sqrt();
    tangent(da) + tangent(db) + radius * arc
}

/// A tendon from a fixed site around a geom to a site that three slides move.
fn wrapped(geom: &str) -> Model {
    compile(&format!(
        r#"<mujoco>
             <worldbody>
               <geom name="obstacle" {geom} contype="0" conaffinity="0"/>
               <site name="start" pos="-0.5 0.1 0.2"/>
               <body>
                 <joint type="slide" axis="1 0 0"/>
                 <joint type="slide" axis="0 1 0"/>
                 <joint type="slide" axis="0 0 1"/>
                 <geom size="0.01" contype="0" conaffinity="0"/>
                 <site name="end"/>
               </body>
             </worldbody>
             <tendon>
               <spatial>
                 <site site="start"/><geom geom="obstacle"/><site site="end"/>
               </spatial>
             </tendon>
           </mujoco>"#
    ))
}

/// States of a wrapped tendon whose ends lie outside of the obstacle, and how many of them wrap.
fn wrapped_states(model: &Model, radius: f64, mut check: impl FnMut(&Data, Vec3, Vec3)) -> usize {
    let mut random = Random(28);
    let mut wraps = 0;
    for seed in 0..40 {
        let mut data = random_state(model, seed, 0.0);
        data.qpos = random.vector(3, 0.6);
        data.qpos[0] = data.qpos[0].abs() + radius + 0.05;
        data.forward(model).unwrap();
        let [start, end] = [data.site_xpos[0], data.site_xpos[1]];
        check(&data, start, end);
        wraps += usize::from(data.ten_length[0] > (start - end).norm() * (1.0 + 1e-12));
    }
    wraps
}

#[test]
fn a_tendon_around_a_sphere_follows_a_great_circle() {
    let model = wrapped(r#"type="sphere" size="0.2""#);
    let wraps = wrapped_states(&model, 0.2, |data, start, end| {
        // In the plane of the centre and both ends.
        let x = start.normalize();
        let y = (end - x * end.dot(&x)).normalize();
        let plane = |p: Vec3| [p.dot(&x), p.dot(&y)];
        let expected = around_circle(plane(start), plane(end), 0.2);
        assert_near(data.ten_length[0], expected, 1e-12, "length");
    });
    assert!((5..35).contains(&wraps), "{wraps} of 40 wrap");
}

#[test]
fn a_tendon_around_a_cylinder_follows_a_helix() {
    let model = wrapped(r#"type="cylinder" size="0.2 0.5""#);
    let wraps = wrapped_states(&model, 0.2, |data, start, end| {
        // Unrolled, the way around is straight: the rise is at a right angle to the way in the
        // plane.
        let plane = around_circle([start.x, start.y], [end.x, end.y], 0.2);
        let expected = plane.hypot(end.z - start.z);
        assert_near(data.ten_length[0], expected, 1e-12, "length");
    });
    assert!((5..35).contains(&wraps), "{wraps} of 40 wrap");
}
