//! Jacobians against central differences along each dof.

use crate::support::{
    NUDGE, TREES, assert_close, assert_near, column, dot, fixture, moved, nudged, random_state,
    slope,
};
use plumbline::internal::codes::joint;
use plumbline::math::{Mat3, Vec3};
use plumbline::{Data, Model, Object};

/// Every object of a model whose frame is fixed in a body that can move.
fn objects(model: &Model) -> Vec<Object> {
    let bodies = 1..model.nbody;
    bodies
        .clone()
        .map(Object::Body)
        .chain(bodies.map(Object::XBody))
        .chain((0..model.ngeom).map(Object::Geom))
        .chain((0..model.nsite).map(Object::Site))
        .collect()
}

/// The angular velocity that turns one frame into another in a time.
pub(crate) fn turn_between(from: &Mat3, to: &Mat3, time: f64) -> Vec3 {
    let turn = to.mul_tr(from).0;
    Vec3::new(turn[7] - turn[5], turn[2] - turn[6], turn[3] - turn[1]) / (2.0 * time)
}

fn pair(model: &Model) -> [Vec<f64>; 2] {
    [vec![f64::NAN; 3 * model.nv], vec![f64::NAN; 3 * model.nv]]
}

#[test]
fn jacobians_of_objects_are_slopes_of_their_poses() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 41, 1.0);
        let [mut jacp, mut jacr] = pair(&model);
        for dof in 0..model.nv {
            let ahead = nudged(&model, &data, dof, NUDGE);
            let behind = nudged(&model, &data, dof, -NUDGE);
            for object in objects(&model) {
                data.jac_object_into(&model, object, &mut jacp, &mut jacr)
                    .unwrap();
                let what = format!("{name}, {object:?}, dof {dof}");
                let motion = (object.pos(&ahead) - object.pos(&behind)) / (2.0 * NUDGE);
                assert_close(
                    &column(&jacp, model.nv, dof),
                    motion.as_slice(),
                    1e-7,
                    &what,
                );
                let turn = turn_between(object.mat(&behind), object.mat(&ahead), 2.0 * NUDGE);
                assert_close(&column(&jacr, model.nv, dof), turn.as_slice(), 1e-7, &what);
            }
        }
    }
}

#[test]
fn jacobians_of_subtrees_are_slopes_of_their_centres() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 42, 1.0);
        for body in (1..model.nbody).filter(|&body| model.body_subtreemass[body] > 0.0) {
            let mut jacp = vec![f64::NAN; 3 * model.nv];
            data.jac_subtree_com_into(&model, body, &mut jacp).unwrap();
            for dof in 0..model.nv {
                let centre = |data: &Data| data.subtree_com[body].as_slice().to_vec();
                let expected = slope(&model, &data, dof, centre);
                let what = format!("{name}, body {body}, dof {dof}");
                assert_close(&column(&jacp, model.nv, dof), &expected, 1e-7, &what);
            }
        }
    }
}

#[test]
fn the_jacobian_of_an_axis_is_the_slope_of_the_axis() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 43, 1.0);
        let body = model.nbody - 1;
        let [mut jacp, mut axes] = pair(&model);
        let (point, axis) = (&data.xpos[body], &data.xmat[body].column(1));
        data.jac_point_axis_into(&model, point, axis, body, &mut jacp, &mut axes)
            .unwrap();
        for dof in 0..model.nv {
            let of_axis = |data: &Data| data.xmat[body].column(1).as_slice().to_vec();
            let expected = slope(&model, &data, dof, of_axis);
            let what = format!("{name}, dof {dof}");
            assert_close(&column(&axes, model.nv, dof), &expected, 1e-7, &what);
        }
    }
}

/// Whether a body, or one that carries it, has another joint after a ball.
fn moves_after_a_ball(model: &Model, body: usize) -> bool {
    let mut carriers = std::iter::successors(Some(body), |&body| {
        (body > 0).then(|| model.body_parentid[body] as usize)
    });
    carriers.any(|body| {
        let first = model.body_jntadr[body].max(0) as usize;
        let joints = &model.jnt_type[first..][..model.body_jntnum[body] as usize];
        joints.iter().rev().skip(1).any(|&kind| kind == joint::BALL)
    })
}

/// MuJoCo 3.2.6 leaves out that the point itself moves with its body (a later version adds it), so
/// the derivative is that at a point which stays where it is in space. It also takes the axes of a
/// ball to move with later joints of the same body; such bodies are left out.
#[test]
fn the_derivative_of_a_jacobian_is_its_rate_at_a_point_in_space() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 44, 1.0);
        for body in (1..model.nbody).filter(|&body| !moves_after_a_ball(&model, body)) {
            let point = data.xpos[body] + Vec3::new(0.1, -0.2, 0.3);
            let at = |data: &Data| {
                let [mut jacp, mut jacr] = pair(&model);
                data.jac_into(&model, &point, body, &mut jacp, &mut jacr)
                    .unwrap();
                [jacp, jacr].concat()
            };
            let expected = crate::support::rate(&model, &data, at);
            let [mut jacp, mut jacr] = pair(&model);
            data.jac_dot_into(&model, &point, body, &mut jacp, &mut jacr)
                .unwrap();
            let what = format!("{name}, body {body}");
            assert_close(&[jacp, jacr].concat(), &expected, 1e-6, &what);
        }
    }
}

#[test]
fn a_force_has_the_same_power_on_the_joints_as_at_its_point() {
    let (force, torque) = (Vec3::new(1.0, -2.0, 0.5), Vec3::new(0.1, 0.2, -0.3));
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 45, 1.0);
        for object in objects(&model) {
            let mut qfrc = vec![0.0; model.nv];
            let body = object.body(&model);
            data.apply_ft(&model, &force, &torque, object.pos(&data), body, &mut qfrc)
                .unwrap();
            let velocity = data.object_velocity(&model, object, false);
            let power =
                dot(torque.as_slice(), &velocity[..3]) + dot(force.as_slice(), &velocity[3..]);
            assert_near(
                dot(&qfrc, &data.qvel),
                power,
                1e-11,
                &format!("{name}, {object:?}"),
            );
        }
    }
}

#[test]
fn velocities_of_objects_are_rates_of_their_poses() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 46, 1.0);
        let ahead = moved(&model, &data, &data.qvel, NUDGE);
        let behind = moved(&model, &data, &data.qvel, -NUDGE);
        for object in objects(&model) {
            let ours = data.object_velocity(&model, object, false);
            let motion = (object.pos(&ahead) - object.pos(&behind)) / (2.0 * NUDGE);
            let turn = turn_between(object.mat(&behind), object.mat(&ahead), 2.0 * NUDGE);
            let expected = [turn.as_slice(), motion.as_slice()].concat();
            assert_close(&ours, &expected, 1e-7, &format!("{name}, {object:?}"));
        }
    }
}
