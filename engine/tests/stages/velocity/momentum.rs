//! Energy and momentum of bodies, from their own velocities.

use crate::support::{
    TREES, assert_close, assert_near, compile, fixture, random_state, unconstrained,
};
use plumbline::internal::codes::enable;
use plumbline::math::Vec3;
use plumbline::{Data, Model, Object};

/// Linear velocity of a body's centre of mass and its angular momentum about it, in the world.
fn motion(model: &Model, data: &Data, body: usize) -> (Vec3, Vec3, Vec3) {
    let velocity = data.object_velocity(model, Object::Body(body), false);
    let turn = Vec3::from_column_slice(&velocity[..3]);
    let axes = &data.ximat[body];
    let spin = axes
        .tr_mul_vec(&turn)
        .component_mul(&model.body_inertia[body]);
    (
        Vec3::from_column_slice(&velocity[3..]),
        turn,
        axes.mul_vec(&spin),
    )
}

#[test]
fn kinetic_energy_is_that_of_all_bodies_and_of_armatures() {
    for name in TREES {
        let mut model = unconstrained(fixture(name));
        model.opt.enableflags |= enable::ENERGY;
        let data = random_state(&model, 71, 1.0);
        let bodies = (1..model.nbody).map(|body| {
            let (velocity, turn, spin) = motion(&model, &data, body);
            model.body_mass[body] * velocity.norm_squared() + turn.dot(&spin)
        });
        let rotors = (0..model.nv).map(|dof| model.dof_armature[dof] * data.qvel[dof].powi(2));
        let expected = 0.5 * (bodies.sum::<f64>() + rotors.sum::<f64>());
        assert_near(data.energy[1], expected, 1e-12, name);
    }
}

/// A free tree of all joints, with sensors of its momentum.
pub(crate) fn floating() -> Model {
    compile(FLOATING)
}

/// The same tree on slides and hinges in place of a free joint and a ball: no quaternions.
pub(crate) fn floating_without_quaternions() -> Model {
    let [slides, hinges] = ["type='slide'", "type='hinge'"].map(|kind| {
        ["1 0 0", "0 1 0", "0 0 1"]
            .map(|axis| format!("<joint {kind} axis='{axis}'/>"))
            .concat()
    });
    let free = format!("{slides}{hinges}");
    compile(
        &FLOATING
            .replace("<freejoint/>", &free)
            .replace(r#"<joint type="ball"/>"#, &hinges),
    )
}

const FLOATING: &str = r#"<mujoco>
  <option gravity="0 0 0"><flag energy="enable" contact="disable"/></option>
  <worldbody>
    <body name="root" pos="0 0 1">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.3"/>
      <body pos="0.2 0 0.3" euler="10 20 30">
        <joint axis="0 1 0.2"/>
        <geom type="capsule" size="0.05" fromto="0 0 0 0.3 0 0.1"/>
        <body pos="0.3 0 0.1">
          <joint type="ball"/>
          <geom type="ellipsoid" size="0.1 0.05 0.07" pos="0.05 0 0.02"/>
        </body>
      </body>
      <body name="tail" pos="-0.2 0 0">
        <joint type="slide" axis="-1 0 0.3"/>
        <joint axis="0 0 1"/>
        <geom type="box" size="0.1 0.03 0.05" pos="-0.1 0.02 0"/>
      </body>
    </body>
  </worldbody>
  <sensor>
    <subtreelinvel body="root"/>
    <subtreeangmom body="root"/>
    <subtreelinvel body="tail"/>
    <subtreeangmom body="tail"/>
  </sensor>
</mujoco>"#;

#[test]
fn momentum_of_a_subtree_is_that_of_its_bodies() {
    let model = floating();
    let data = random_state(&model, 72, 1.0);
    for root in 1..model.nbody {
        let within = |body: usize| {
            let mut body = body;
            while body > root {
                body = model.body_parentid[body] as usize;
            }
            body == root
        };
        let (mut linear, mut angular) = (Vec3::zeros(), Vec3::zeros());
        for body in (root..model.nbody).filter(|&body| within(body)) {
            let (velocity, _, spin) = motion(&model, &data, body);
            let arm = data.xipos[body] - data.subtree_com[root];
            linear += velocity * model.body_mass[body];
            angular += spin + arm.cross(&velocity) * model.body_mass[body];
        }
        let velocity = linear / model.body_subtreemass[root];
        let what = format!("body {root}");
        assert_close(
            data.subtree_linvel[root].as_slice(),
            velocity.as_slice(),
            1e-12,
            &what,
        );
        assert_close(
            data.subtree_angmom[root].as_slice(),
            angular.as_slice(),
            1e-12,
            &what,
        );
    }
}
