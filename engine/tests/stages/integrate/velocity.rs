//! Velocities after a step: each integrator solves its own equation.

use crate::support::{assert_close, dense_row, dot, fixture, random_state, unconstrained};
use plumbline::internal::codes::{disable, integrator};
use plumbline::{Data, Model};

const DAMPED: [&str; 4] = [
    "integrator/chain_euler",
    "integrator/swimmer_euler",
    "bench/arm26",
    "constraint/friction_loss",
];

/// A state, the state one step later, and the change of velocity over the time step.
fn change(model: &Model, seed: u64) -> (Data, Data, Vec<f64>) {
    let before = random_state(model, seed, 0.3);
    let mut after = before.clone();
    after.step(model).unwrap();
    let pairs = after.qvel.iter().zip(&before.qvel);
    let change = pairs.map(|(a, b)| (a - b) / model.opt.timestep).collect();
    (before, after, change)
}

/// All forces, those of constraints included.
fn forces(data: &Data) -> Vec<f64> {
    let both = data.qfrc_smooth.iter().zip(&data.qfrc_constraint);
    both.map(|(a, b)| a + b).collect()
}

#[test]
fn euler_takes_joint_damping_implicitly() {
    for name in DAMPED {
        let mut model = fixture(name);
        model.opt.integrator = integrator::EULER;
        let (before, after, change) = change(&model, 161);
        // (M + h B) a = f, with M and f of the state before.
        let mut ours = vec![0.0; model.nv];
        before.mul_m_into(&model, &mut ours, &change).unwrap();
        for dof in 0..model.nv {
            ours[dof] += model.opt.timestep * model.dof_damping[dof] * change[dof];
        }
        assert!(
            model.dof_damping.iter().any(|&damping| damping > 0.0),
            "{name}"
        );
        assert_close(&ours, &forces(&after), 1e-9, name);
    }
}

#[test]
fn without_implicit_damping_euler_adds_the_acceleration() {
    for name in DAMPED {
        let mut model = fixture(name);
        model.opt.integrator = integrator::EULER;
        model.opt.disableflags |= disable::EULER_DAMP;
        let (_, after, change) = change(&model, 162);
        assert_close(&change, &after.qacc, 1e-10, name);
    }
}

#[test]
fn implicit_integrators_take_the_derivative_of_forces_implicitly() {
    for name in DAMPED {
        for kind in [integrator::IMPLICIT, integrator::IMPLICIT_FAST] {
            let mut model = fixture(name);
            model.opt.integrator = kind;
            let (before, after, change) = change(&model, 163);
            let nv = model.nv;
            let mut matrix = vec![0.0; nv * nv];
            before.full_m_into(&model, &mut matrix).unwrap();
            for row in 0..nv {
                let start = after.D_rowadr[row] as usize;
                let range = start..start + after.D_rownnz[row] as usize;
                let slopes = dense_row(&after.qDeriv[range.clone()], &after.D_colind[range], nv);
                for column in 0..nv {
                    // The fast one keeps the lower triangle, mirrored.
                    let slope = slopes[column];
                    if kind == integrator::IMPLICIT {
                        matrix[row * nv + column] -= model.opt.timestep * slope;
                    } else if column <= row {
                        matrix[row * nv + column] -= model.opt.timestep * slope;
                        if column < row {
                            matrix[column * nv + row] -= model.opt.timestep * slope;
                        }
                    }
                }
            }
            let ours: Vec<f64> = matrix
                .chunks_exact(nv)
                .map(|row| dot(row, &change))
                .collect();
            let what = format!("{name}, integrator {kind}");
            assert_close(&ours, &forces(&after), 1e-9, &what);
        }
    }
}

/// How far one step of `h` is from many small ones, for two sizes of step: an integrator of order
/// n has a local error of order n + 1.
#[test]
fn the_local_error_of_a_step_falls_by_the_order_of_the_integrator() {
    for (kind, ratio) in [
        (integrator::EULER, 4.0),
        (integrator::RK4, 32.0),
        (integrator::IMPLICIT, 4.0),
    ] {
        let mut model = unconstrained(fixture("integrator/chain_euler"));
        model.opt.integrator = kind;
        let start = random_state(&model, 164, 0.3);
        let mut run = |h: f64, steps: usize, kind: i32| {
            model.opt.timestep = h / steps as f64;
            model.opt.integrator = kind;
            let mut data = start.clone();
            for _ in 0..steps {
                data.step(&model).unwrap();
            }
            [data.qpos, data.qvel].concat()
        };
        let mut error = |h: f64| {
            let exact = run(h, 64, integrator::RK4);
            let once = run(h, 1, kind);
            let gaps: Vec<f64> = exact.iter().zip(once).map(|(a, b)| a - b).collect();
            crate::support::largest(&gaps)
        };
        let found = error(0.01) / error(0.005);
        assert!(
            (0.7 * ratio..1.4 * ratio).contains(&found),
            "integrator {kind}: {found}"
        );
    }
}
