//! The joint-space inertia matrix: composite rigid bodies against other ways to the same matrix.

use crate::support::{
    Random, TREES, assert_close, assert_near, column, dot, fixture, random_state, unconstrained,
};
use plumbline::{Data, Model, Object};

/// All models, with their inertia matrix in a random state.
fn matrices() -> impl Iterator<Item = (&'static str, Model, Data, Vec<f64>)> {
    TREES.iter().map(|name| {
        let model = unconstrained(fixture(name));
        let data = random_state(&model, 11, 2.0);
        let mut full = vec![f64::NAN; model.nv * model.nv];
        data.full_m_into(&model, &mut full).unwrap();
        (*name, model, data, full)
    })
}

#[test]
fn its_columns_are_the_forces_that_unit_accelerations_take() {
    for (name, model, mut data, full) in matrices() {
        let mut force = |unit: Option<usize>| {
            data.qacc.fill(0.0);
            if let Some(dof) = unit {
                data.qacc[dof] = 1.0;
            }
            data.inverse(&model).unwrap();
            data.qfrc_inverse.clone()
        };
        let bias = force(None);
        for dof in 0..model.nv {
            let forces = force(Some(dof));
            let ours: Vec<f64> = forces.iter().zip(&bias).map(|(f, b)| f - b).collect();
            let expected = column(&full, model.nv, dof);
            assert_close(&ours, &expected, 1e-10, &format!("{name}, dof {dof}"));
        }
    }
}

#[test]
fn it_is_the_sum_of_the_inertias_of_bodies_seen_through_their_jacobians() {
    for (name, model, data, full) in matrices() {
        let nv = model.nv;
        let mut expected = vec![0.0; nv * nv];
        let [mut jacp, mut jacr] = [vec![0.0; 3 * nv], vec![0.0; 3 * nv]];
        for body in 1..model.nbody {
            data.jac_object_into(&model, Object::Body(body), &mut jacp, &mut jacr)
                .unwrap();
            let axes = &data.ximat[body];
            for i in 0..nv {
                for j in 0..nv {
                    for k in 0..3 {
                        // Along a principal axis of the body.
                        let turn =
                            |dof: usize| dot(axes.column(k).as_slice(), &column(&jacr, nv, dof));
                        expected[i * nv + j] +=
                            model.body_mass[body] * jacp[k * nv + i] * jacp[k * nv + j]
                                + model.body_inertia[body][k] * turn(i) * turn(j);
                    }
                }
            }
        }
        for i in 0..nv {
            expected[i * nv + i] += model.dof_armature[i];
        }
        assert_close(&full, &expected, 1e-11, name);
    }
}

#[test]
fn it_is_symmetric_and_positive_definite() {
    for (name, model, _, mut full) in matrices() {
        let nv = model.nv;
        for i in 0..nv {
            for j in 0..i {
                assert_eq!(full[i * nv + j], full[j * nv + i], "{name}, {i}, {j}");
            }
        }
        // The pivots of Gaussian elimination.
        for k in 0..nv {
            let pivot = full[k * nv + k];
            assert!(pivot > 0.0, "{name}: pivot {k} is {pivot}");
            for i in k + 1..nv {
                let factor = full[i * nv + k] / pivot;
                for j in k..nv {
                    full[i * nv + j] -= factor * full[k * nv + j];
                }
            }
        }
    }
}

#[test]
fn solving_undoes_multiplying() {
    let mut random = Random(12);
    for (name, model, data, full) in matrices() {
        let x = random.vector(model.nv, 1.0);
        let mut product = vec![f64::NAN; model.nv];
        data.mul_m_into(&model, &mut product, &x).unwrap();
        for (i, row) in full.chunks_exact(model.nv).enumerate() {
            assert_near(product[i], dot(row, &x), 1e-12, &format!("{name}, row {i}"));
        }
        let mut solved = product.clone();
        data.solve_m(&model, &mut solved).unwrap();
        assert_close(&solved, &x, 1e-7, name);
        let mut solved = x.clone();
        data.solve_m(&model, &mut solved).unwrap();
        data.mul_m_into(&model, &mut product, &solved).unwrap();
        assert_close(&product, &x, 1e-9, name);
    }
}
