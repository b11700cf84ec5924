//! Support functions on a branched model in motion, held to hashes over the bits of what those of
//! MuJoCo 3.2.6 give.

use crate::support::{fixture, moving};
use plumbline::math::Vec3;
use plumbline::{Data, Model, Object};

const TRUNK: usize = 1;
const LEFT_HAND: usize = 3;
const RIGHT_SITE: usize = 2;

fn in_motion() -> (Model, Data) {
    let model = fixture("integrator/chain_euler");
    let mut data = moving(&model);
    for _ in 0..5 {
        data.step(&model).unwrap();
    }
    data.forward(&model).unwrap();
    (model, data)
}

/// Panics unless the bits of what a function gives have the hash of what MuJoCo's gives.
#[track_caller]
fn assert_bits(function: &str, ours: &[f64], mujoco: u64) {
    let hash = ours.iter().fold(0xcbf29ce484222325, |hash: u64, value| {
        (hash ^ value.to_bits()).wrapping_mul(0x100000001b3)
    });
    assert_eq!(
        format!("{hash:016x}"),
        format!("{mujoco:016x}"),
        "{function} has other bits than in MuJoCo 3.2.6; if the identities beside this test hold, \
         they differ by rounding.\n{function} of fixtures/integrator/chain_euler gives {ours:?}"
    );
}

fn point() -> Vec3 {
    Vec3::new(0.1, 0.2, 0.3)
}

/// Some vector over the dofs.
fn over_dofs(model: &Model) -> Vec<f64> {
    (0..model.nv)
        .map(|i| (i as f64 * 3.0 % 7.0 - 3.0) / 5.0)
        .collect()
}

/// A pair of 3 x nv matrices that `fill` computes, one after the other.
fn pair(model: &Model, fill: impl FnOnce(&mut [f64], &mut [f64])) -> Vec<f64> {
    let mut p = vec![f64::NAN; 3 * model.nv];
    let mut r = p.clone();
    fill(&mut p, &mut r);
    [p, r].concat()
}

#[test]
fn jacobians_of_elements_have_the_bits_of_the_reference() {
    let (m, d) = in_motion();
    let body = pair(&m, |p, r| {
        d.jac_object_into(&m, Object::XBody(LEFT_HAND), p, r)
            .unwrap()
    });
    assert_bits("mj_jacBody", &body, 0x5e09fa7214dd13ab);
    let com = pair(&m, |p, r| {
        d.jac_object_into(&m, Object::Body(LEFT_HAND), p, r)
            .unwrap()
    });
    assert_bits("mj_jacBodyCom", &com, 0x1843843888b07b41);
    let geom = pair(&m, |p, r| {
        d.jac_object_into(&m, Object::Geom(2), p, r).unwrap()
    });
    assert_bits("mj_jacGeom", &geom, 0x1843843888b07b41);
    let site = pair(&m, |p, r| {
        d.jac_object_into(&m, Object::Site(RIGHT_SITE), p, r)
            .unwrap()
    });
    assert_bits("mj_jacSite", &site, 0xbb437659e3f4ce61);
}

#[test]
fn the_jacobian_of_a_subtree_has_the_bits_of_the_reference() {
    let (m, d) = in_motion();
    let mut jacp = vec![f64::NAN; 3 * m.nv];
    d.jac_subtree_com_into(&m, TRUNK, &mut jacp).unwrap();
    assert_bits("mj_jacSubtreeCom", &jacp, 0xf6a2a37d2d6b387b);
}

#[test]
fn jacobians_of_a_point_and_an_axis_have_the_bits_of_the_reference() {
    let (m, d) = in_motion();
    let axis = Vec3::new(0.0, 0.6, -0.8);
    let both = pair(&m, |p, a| {
        d.jac_point_axis_into(&m, &point(), &axis, LEFT_HAND, p, a)
            .unwrap()
    });
    assert_bits("mj_jacPointAxis", &both, 0xa046f5fe4fecb7ef);
}

#[test]
fn the_derivative_of_a_jacobian_has_the_bits_of_the_reference() {
    let (m, d) = in_motion();
    let both = pair(&m, |p, r| {
        d.jac_dot_into(&m, &point(), LEFT_HAND, p, r).unwrap()
    });
    assert_bits("mj_jacDot", &both, 0xe11a7e228c8470aa);
}

#[test]
fn products_with_the_inertia_matrix_have_the_bits_of_the_reference() {
    let (m, d) = in_motion();
    let v = over_dofs(&m);
    let mut res = vec![f64::NAN; m.nv];
    d.mul_m_into(&m, &mut res, &v).unwrap();
    assert_bits("mj_mulM", &res, 0xc60f378a7d50aead);
    let mut x = v.clone();
    d.solve_m(&m, &mut x).unwrap();
    assert_bits("mj_solveM", &x, 0xf2cc0f54fbe5393b);
    let mut full = vec![f64::NAN; m.nv * m.nv];
    d.full_m_into(&m, &mut full).unwrap();
    assert_bits("mj_fullM", &full, 0xa63177bbb2616b7b);
}

#[test]
fn the_joint_force_of_a_force_has_the_bits_of_the_reference() {
    let (m, d) = in_motion();
    let (force, torque) = (Vec3::new(1.0, -2.0, 0.5), Vec3::new(0.1, 0.2, -0.3));
    let mut qfrc = vec![0.0; m.nv];
    d.apply_ft(&m, &force, &torque, &point(), LEFT_HAND, &mut qfrc)
        .unwrap();
    assert_bits("mj_applyFT", &qfrc, 0x6c345e30d1963914);
}

#[test]
fn motions_of_objects_have_the_bits_of_the_reference() {
    let (m, mut d) = in_motion();
    let velocity = d.object_velocity(&m, Object::Site(RIGHT_SITE), true);
    assert_bits("mj_objectVelocity", &velocity, 0xd40f6783f17bab42);
    d.rne_post_constraint(&m).unwrap();
    let acceleration = d.object_acceleration(&m, Object::Geom(2), false);
    assert_bits("mj_objectAcceleration", &acceleration, 0x9dcfd66084a555dd);
}

#[test]
fn moved_positions_have_the_bits_of_the_reference() {
    let (m, d) = in_motion();
    let mut moved = d.qpos.clone();
    m.integrate_pos(&mut moved, &over_dofs(&m), 0.1).unwrap();
    assert_bits("mj_integratePos", &moved, 0xbe2fd72f48524540);
    let mut velocity = vec![f64::NAN; m.nv];
    m.differentiate_pos(&mut velocity, 0.1, &d.qpos, &moved)
        .unwrap();
    assert_bits("mj_differentiatePos", &velocity, 0xf2d4a270dc8baaf5);
}
