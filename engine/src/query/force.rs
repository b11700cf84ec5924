//! Cartesian forces as joint forces: `J' f`.
//!
//! `qfrc = J_p' force + J_r' torque`.

use crate::math::{Spatial, Vec3, spatial};
use crate::query::jacobian::{com, point_velocity};
use crate::{Data, Model};

/// Adds to `qfrc` what a force and a torque at a world point of `body` do to each dof.
pub(crate) fn apply_ft(
    model: &Model,
    data: &Data,
    force: &Vec3,
    torque: &Vec3,
    point: &Vec3,
    body: usize,
    qfrc: &mut [f64],
) {
    let push = Push {
        offset: point - com(model, data, body),
        force: *force,
        torque: *torque,
    };
    if !model.is_sparse() {
        // Dofs that do not move the body get a zero as well, which takes the sign off a negative
        // one.
        for qfrc in &mut qfrc[..model.nv] {
            *qfrc += 0.0;
        }
    }
    push.add(model, data, body, qfrc);
}

/// A force and a torque at a point given from the tree's centre of mass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    pub(crate) offset: Vec3,
    pub(crate) force: Vec3,
    pub(crate) torque: Vec3,
}

impl Push {
    /// Adds what it does to each dof of a body to sums none of which is a negative zero.
    #[inline]
    pub(crate) fn add(&self, model: &Model, data: &Data, body: usize, qfrc: &mut [f64]) {
        let chain = data.scratch.topology.chain(body);
        if !self.is_finite() && !model.is_sparse() {
            self.spread(chain, &mut qfrc[..model.nv]);
        }
        for &dof in chain {
            let dof = dof as usize;
            let [mut by_force, mut by_torque] = self.on(&data.cdof[dof], Vec3::dot);
            if (by_force + by_torque).is_nan() {
                [by_force, by_torque] = self.on(&data.cdof[dof], project);
            }
            qfrc[dof] = qfrc[dof] + by_force + by_torque;
        }
    }

    /// What force and torque do to one dof, by a product that does or does not skip zeros of the
    /// force. It makes no difference where that is a number, but for the sign of zero.
    #[inline]
    fn on(&self, cdof: &Spatial, product: impl Fn(&Vec3, &Vec3) -> f64) -> [f64; 2] {
        [
            product(&point_velocity(cdof, &self.offset), &self.force),
            product(&spatial::rotational(cdof), &self.torque),
        ]
    }

    #[inline]
    fn is_finite(&self) -> bool {
        let sum = self.force + self.torque;
        (sum.x + sum.y + sum.z).is_finite()
    }

    /// Unless sparse, dofs that do not move the body get the product with zero as well, which may
    /// not be a number.
    #[cold]
    fn spread(&self, chain: &[u32], qfrc: &mut [f64]) {
        let idle = [self.force, self.torque].map(|f| project(&Vec3::zeros(), &f));
        for (dof, qfrc) in qfrc.iter_mut().enumerate() {
            if !chain.contains(&(dof as u32)) {
                *qfrc = *qfrc + idle[0] + idle[1];
            }
        }
    }
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
#[doc(alias = "mj_xfrcAccumulate")]
pub(crate) fn accumulate_xfrc(model: &Model, data: &Data, qfrc: &mut [f64]) {
    for (body, f) in data.xfrc_applied.iter().enumerate().skip(1) {
        // Whether any is not zero, of either sign.
        if f.iter().fold(0, |bits, x| bits | x.to_bits()) << 1 != 0 {
            let force = Vec3::new(f[0], f[1], f[2]);
            let torque = Vec3::new(f[3], f[4], f[5]);
            apply_ft(model, data, &force, &torque, &data.xipos[body], body, qfrc);
        }
    }
}
