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
    // Unless sparse, dofs that do not move the body get a zero as well: it takes the sign off a negative zero, and spreads a NaN.
    let idle = (!is_sparse(model)).then(|| [force, torque].map(|f| project(&Vec3::zeros(), f)));
    let add_idle = |qfrc: &mut [f64]| {
        if let Some([by_force, by_torque]) = idle {
            for qfrc in qfrc {
                *qfrc += by_force;
                *qfrc += by_torque;
            }
        }
    };
    let mut later = model.nv;
    for dof in body_dofs(model, body) {
        add_idle(&mut qfrc[dof + 1..later]);
        let cdof = &data.cdof[dof];
        qfrc[dof] += project(&point_velocity(cdof, &offset), force);
        qfrc[dof] += project(&spatial::rotational(cdof), torque);
        later = dof;
    }
    add_idle(&mut qfrc[..later]);
}

/// One element of `J' f`; components of the force that are zero are skipped.
#[inline]
pub(crate) fn project(column: &Vec3, f: &Vec3) -> f64 {
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
        if f.iter().fold(false, |any, &x| any | (x != 0.0)) {
            let force = Vec3::new(f[0], f[1], f[2]);
            let torque = Vec3::new(f[3], f[4], f[5]);
            apply_ft(model, data, &force, &torque, &data.xipos[body], body, qfrc);
        }
    }
}
