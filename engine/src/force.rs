//! Cartesian forces as joint forces: `J' f`.

use crate::jacobian::{body_dofs, is_sparse, point_velocity};
use crate::math::{Vec3, spatial};
use crate::{Data, Model};

/// Adds to `qfrc` what a force and a torque at a world point of `body` do to each dof.
pub fn apply_ft(
    model: &Model,
    data: &Data,
    force: &Vec3,
    torque: &Vec3,
    point: &Vec3,
    body: usize,
    qfrc: &mut [f64],
) {
    let offset = point - data.subtree_com[model.body_rootid[body] as usize];
    let mut chain = body_dofs(model, body).peekable();
    if is_sparse(model) {
        for dof in chain {
            let cdof = &data.cdof[dof];
            qfrc[dof] += project(&point_velocity(cdof, &offset), force);
            qfrc[dof] += project(&spatial::rotational(cdof), torque);
        }
        return;
    }
    // Dofs that do not move the body get a zero as well: it takes the sign off a negative zero, and spreads a NaN.
    let idle = [
        project(&Vec3::zeros(), force),
        project(&Vec3::zeros(), torque),
    ];
    for dof in (0..model.nv).rev() {
        let [by_force, by_torque] = if chain.next_if_eq(&dof).is_some() {
            let cdof = &data.cdof[dof];
            [
                project(&point_velocity(cdof, &offset), force),
                project(&spatial::rotational(cdof), torque),
            ]
        } else {
            idle
        };
        qfrc[dof] += by_force;
        qfrc[dof] += by_torque;
    }
}

/// One element of `J' f`; components of the force that are zero are skipped.
#[inline]
fn project(column: &Vec3, f: &Vec3) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        if f[k] != 0.0 {
            sum += column[k] * f[k];
        }
    }
    sum
}

/// Adds the joint forces of `xfrc_applied`.
pub(crate) fn accumulate_xfrc(model: &Model, data: &Data, qfrc: &mut [f64]) {
    for (body, f) in data.xfrc_applied.iter().enumerate().skip(1) {
        if f.iter().any(|&x| x != 0.0) {
            let force = Vec3::new(f[0], f[1], f[2]);
            let torque = Vec3::new(f[3], f[4], f[5]);
            apply_ft(model, data, &force, &torque, &data.xipos[body], body, qfrc);
        }
    }
}
