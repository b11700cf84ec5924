//! How stiff each row is. From `solref` and `solimp` come the impedance `d(r)`, the stiffness and
//! damping of the reference acceleration, and the regulariser `R = (1 - d) / d * diagApprox` with
//! its inverse `D`.
//!
//! With time constant `t` and damping ratio `z` of `solref` and `dmax` of `solimp`:
//! `K = 1 / (dmax t z)^2`, `B = 2 / (dmax t)`. Todorov, Convex and analytically-invertible dynamics
//! with contacts and constraints (2014).

use crate::data::{Contact, Data};
use crate::math::{MINVAL, dense, scalar};
use crate::model::codes::{EqualityType, RowType, disable, row};
use crate::model::{Model, NIMP, NREF};

const MIN_IMPEDANCE: f64 = 0.0001;
const MAX_IMPEDANCE: f64 = 0.9999;
const DEFAULT_REFERENCE: [f64; NREF] = [0.02, 1.0];

/// Fills `efc_KBIP`, `efc_R` and `efc_D`, sets each contact's `mu`, and makes `efc_diagApprox`
/// agree with `R`.
#[doc(alias = "mj_makeImpedance")]
pub(super) fn compute(model: &Model, data: &mut Data) {
    let nefc = data.nefc as usize;
    data.efc_KBIP.clear();
    data.efc_R.clear();
    while data.efc_R.len() < nefc {
        let i = data.efc_R.len();
        let Some(kind) = RowType::from_code(data.efc_type[i]) else {
            return;
        };
        let (reference, range) = parameters(model, data, i, kind);
        let (pos, dim) = position_and_size(model, data, i, kind);
        let (d, slope) = impedance(&range, pos, data.efc_margin[i]);
        let diagonal = &data.efc_diagApprox[i..i + dim];
        data.efc_R
            .extend(diagonal.iter().map(|&diagonal| regulariser(d, diagonal)));
        let friction = matches!(kind, RowType::FrictionDof | RowType::FrictionTendon);
        let [k, b] = stiffness_and_damping(&reference, range[1], friction);
        data.efc_KBIP.push([k, b, d, slope]);
        if dim > 1 {
            let [k, b] = if kind == RowType::ContactElliptic {
                let own = friction_reference(model, &data.contact[data.efc_id[i] as usize]);
                stiffness_and_damping(&own.unwrap_or(reference), range[1], true)
            } else {
                [k, b]
            };
            data.efc_KBIP.resize(i + dim, [k, b, d, slope]);
        }
    }
    friction_regulariser(model, data);
    data.efc_D.clear();
    data.efc_D.extend(data.efc_R.iter().map(|r| 1.0 / r));
    for ((diagonal, r), kbip) in data
        .efc_diagApprox
        .iter_mut()
        .zip(&data.efc_R)
        .zip(&data.efc_KBIP)
    {
        *diagonal = r * kbip[2] / (1.0 - kbip[2]);
    }
}

/// Reference and impedance of the constraint that row `i` belongs to, made safe.
#[doc(alias = "getsolparam")]
#[inline]
fn parameters(model: &Model, data: &Data, i: usize, kind: RowType) -> ([f64; NREF], [f64; NIMP]) {
    let id = data.efc_id[i] as usize;
    let (reference, range) = match kind {
        RowType::Equality => (model.eq_solref[id], model.eq_solimp[id]),
        RowType::LimitJoint => (model.jnt_solref[id], model.jnt_solimp[id]),
        RowType::FrictionDof => (model.dof_solref[id], model.dof_solimp[id]),
        RowType::LimitTendon => (model.tendon_solref_lim[id], model.tendon_solimp_lim[id]),
        RowType::FrictionTendon => (model.tendon_solref_fri[id], model.tendon_solimp_fri[id]),
        RowType::ContactFrictionless | RowType::ContactPyramidal | RowType::ContactElliptic => {
            (data.contact[id].solref, data.contact[id].solimp)
        }
    };
    (
        safe(model, reference, DEFAULT_REFERENCE),
        safe_impedance(range),
    )
}

/// Stiffness and damping of a joint's limit, and what its impedance depends on.
pub(crate) fn of_joint_limit(model: &Model, joint: usize) -> ([f64; 2], [f64; NIMP]) {
    let reference = safe(model, model.jnt_solref[joint], DEFAULT_REFERENCE);
    let range = safe_impedance(model.jnt_solimp[joint]);
    (stiffness_and_damping(&reference, range[1], false), range)
}

#[inline]
fn safe_impedance(mut range: [f64; NIMP]) -> [f64; NIMP] {
    let within = |x| scalar::min(MAX_IMPEDANCE, scalar::max(MIN_IMPEDANCE, x));
    range[0] = within(range[0]);
    range[1] = within(range[1]);
    range[2] = scalar::max(0.0, range[2]);
    range[3] = within(range[3]);
    range[4] = scalar::max(1.0, range[4]);
    range
}

/// The reference for the friction dimensions of an elliptic contact; none where the normal's is to
/// be used.
fn friction_reference(model: &Model, contact: &Contact) -> Option<[f64; NREF]> {
    let reference = safe(model, contact.solreffriction, [0.0; NREF]);
    (reference != [0.0; NREF]).then_some(reference)
}

/// Time constant and damping ratio, or both negative: stiffness and damping. Mixed signs mean
/// nothing.
#[inline]
fn safe(model: &Model, mut reference: [f64; NREF], default: [f64; NREF]) -> [f64; NREF] {
    if (reference[0] > 0.0) != (reference[1] > 0.0) {
        reference = default;
    }
    if !model.disabled(disable::REF_SAFE) && reference[0] > 0.0 {
        reference[0] = scalar::max(reference[0], 2.0 * model.opt.timestep);
    }
    reference
}

/// The violation that the impedance depends on, and how many rows share it.
#[doc(alias = "getposdim")]
fn position_and_size(model: &Model, data: &Data, i: usize, kind: RowType) -> (f64, usize) {
    let id = data.efc_id[i] as usize;
    let pos = data.efc_pos[i];
    match kind {
        RowType::ContactElliptic => (pos, data.contact[id].dim as usize),
        RowType::ContactPyramidal => (pos, 2 * (data.contact[id].dim as usize - 1)),
        RowType::Equality => {
            let size = match EqualityType::from_code(model.eq_type[id]) {
                Some(EqualityType::Weld) => 6,
                Some(EqualityType::Connect) => 3,
                Some(EqualityType::Joint | EqualityType::Tendon | EqualityType::Flex) | None => {
                    return (pos, 1);
                }
            };
            (dense::norm(&data.efc_pos[i..i + size]), size)
        }
        RowType::FrictionDof
        | RowType::FrictionTendon
        | RowType::LimitJoint
        | RowType::LimitTendon
        | RowType::ContactFrictionless => (pos, 1),
    }
}

/// The impedance at a violation and its derivative: a sigmoid of two power functions that meet at
/// the midpoint.
#[doc(alias = "getimpedance")]
pub(crate) fn impedance(
    [low, high, width, midpoint, exponent]: &[f64; NIMP],
    pos: f64,
    margin: f64,
) -> (f64, f64) {
    if low == high || *width <= MINVAL {
        return (0.5 * (low + high), 0.0);
    }
    let x = (pos - margin) / width;
    let (x, sign) = if x < 0.0 { (-x, -1.0) } else { (x, 1.0) };
    if x >= 1.0 || x <= 0.0 {
        return (if x >= 1.0 { *high } else { *low }, 0.0);
    }
    let (y, slope) = if *exponent == 1.0 {
        (x, 1.0)
    } else if x <= *midpoint {
        let a = 1.0 / power(*midpoint, exponent - 1.0);
        (
            a * power(x, *exponent),
            exponent * a * power(x, exponent - 1.0),
        )
    } else {
        let b = 1.0 / power(1.0 - midpoint, exponent - 1.0);
        (
            1.0 - b * power(1.0 - x, *exponent),
            exponent * b * power(1.0 - x, exponent - 1.0),
        )
    };
    (low + y * (high - low), slope * sign * (high - low) / width)
}

/// The regulariser of a row with this impedance and this diagonal element of `J M^-1 J'`.
#[inline]
pub(crate) fn regulariser(d: f64, diagonal: f64) -> f64 {
    scalar::max(MINVAL, (1.0 - d) * diagonal / d)
}

/// Powers 1 and 2 are exact and common.
fn power(a: f64, b: f64) -> f64 {
    if b == 1.0 {
        a
    } else if b == 2.0 {
        a * a
    } else {
        a.powf(b)
    }
}

/// `K` and `B` of the reference acceleration `-B v - K d r`. Friction has no position to hold.
#[inline]
fn stiffness_and_damping(&[time, damping]: &[f64; NREF], dmax: f64, friction: bool) -> [f64; 2] {
    let k = if friction {
        0.0
    } else if time > 0.0 {
        1.0 / scalar::max(MINVAL, dmax * dmax * time * time * damping * damping)
    } else {
        -time / scalar::max(MINVAL, dmax * dmax)
    };
    let b = if damping > 0.0 {
        2.0 / scalar::max(MINVAL, dmax * time)
    } else {
        -damping / scalar::max(MINVAL, dmax)
    };
    [k, b]
}

/// Frictional contacts: friction is regularised `impratio` times less than the normal force.
fn friction_regulariser(model: &Model, data: &mut Data) {
    let mut i = (data.ne + data.nf) as usize;
    while i < data.nefc as usize {
        let kind = data.efc_type[i];
        if kind != row::CONTACT_PYRAMIDAL && kind != row::CONTACT_ELLIPTIC {
            i += 1;
            continue;
        }
        let Contact {
            dim, friction, mu, ..
        } = &mut data.contact[data.efc_id[i] as usize];
        let dim = *dim as usize;
        let r = &mut data.efc_R[i..];
        r[1] = r[0] / scalar::max(MINVAL, model.opt.impratio);
        *mu = friction[0] * (r[1] / r[0]).sqrt();
        if kind == row::CONTACT_ELLIPTIC {
            for j in 1..dim - 1 {
                r[j + 1] = r[1] * friction[0] * friction[0] / (friction[j] * friction[j]);
            }
            i += dim;
        } else {
            // The pyramid's edges share what matches the elliptic cone in the friction dimensions.
            let edges = 2 * (dim - 1);
            let common = 2.0 * *mu * *mu * r[0];
            r[..edges].fill(common);
            i += edges;
        }
    }
}
