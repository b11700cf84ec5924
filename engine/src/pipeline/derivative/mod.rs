//! Derivatives of the smooth forces by velocity: `qDeriv = d (actuator + passive - bias) / d qvel`,
//! in the pattern `D`.
//!
//! Most terms are `J' B J` for the Jacobian of something and the derivative `B` of the force on it
//! by its velocity.

mod actuator;
mod bias;
mod cross;
mod ellipsoid;
mod passive;
mod terms;

use crate::math::Spatial;
use crate::math::sparse::Pattern;
use crate::{Data, Model};

/// A 6 x 6 matrix, row by row.
type Mat6 = [[f64; 6]; 6];

/// Working memory of the derivatives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// By the dofs of each body's row in the pattern `B`: derivatives of velocity, acceleration and
    /// force.
    velocity: Vec<Spatial>,
    acceleration: Vec<Spatial>,
    force: Vec<Spatial>,
    /// By the dofs of each dof's row in the pattern `D`: derivative of the rate of its motion.
    motion_rate: Vec<Spatial>,
    /// Of a body.
    jacobian: terms::Jacobian,
}

impl Scratch {
    pub(crate) fn new(model: &Model) -> Scratch {
        Scratch {
            velocity: vec![[0.0; 6]; model.nB],
            acceleration: vec![[0.0; 6]; model.nB],
            force: vec![[0.0; 6]; model.nB],
            motion_rate: vec![[0.0; 6]; model.nD],
            jacobian: terms::Jacobian::new(model.nv),
        }
    }
}

/// A part of the derivative of the smooth forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Actuator,
    Passive,
    Bias,
}

/// Adds one part to `qDeriv`; that of the bias force is subtracted.
pub(crate) fn add_part(model: &Model, data: &mut Data, part: Part) {
    let mut scratch = memory(model, data);
    match part {
        Part::Actuator => actuator::add(model, data),
        Part::Passive => passive::add(model, data, &mut scratch),
        Part::Bias => bias::subtract(model, data, &mut scratch),
    }
    data.scratch.derivative.put(scratch);
}

/// The working memory, taken out of the data.
fn memory(model: &Model, data: &mut Data) -> Box<Scratch> {
    let mut scratch = data.scratch.derivative.take::<Scratch>();
    if scratch.jacobian.columns.len() != model.nv || scratch.motion_rate.len() != model.nD {
        // The integrator was changed after the data was made.
        *scratch = Scratch::new(model);
    }
    scratch
}

/// Computes `qDeriv`, with or without the derivative of the bias force.
#[doc(alias = "mjd_smooth_vel")]
pub(crate) fn smooth_vel(model: &Model, data: &mut Data, with_bias: bool) {
    let mut scratch = memory(model, data);
    data.qDeriv.fill(0.0);
    actuator::add(model, data);
    passive::add(model, data, &mut scratch);
    if with_bias {
        bias::subtract(model, data, &mut scratch);
    }
    data.scratch.derivative.put(scratch);
}

/// The pattern of `qDeriv`.
pub(crate) fn pattern_d(data: &Data) -> Pattern<'_> {
    Pattern {
        rownnz: &data.D_rownnz,
        rowadr: &data.D_rowadr,
        colind: &data.D_colind,
    }
}

/// A sparse row of a Jacobian.
#[derive(Clone, Copy, Debug)]
struct Row<'a> {
    values: &'a [f64],
    columns: &'a [i32],
}

/// Adds `a' b a` to `qDeriv` for the row of an actuator, which MuJoCo spreads over all dofs: of
/// several elements of one dof the last counts, and where a product is not finite, neither are its
/// products with zeros.
fn add_square(qderiv: &mut [f64], pattern: Pattern, a: Row, b: f64) {
    let repeated = a.columns.windows(2).any(|pair| pair[0] == pair[1]);
    let finite = a.values.iter().all(|value| (value * b).is_finite());
    if !repeated && finite {
        return add_product(qderiv, pattern, a, b, a);
    }
    let last = |&at: &usize| a.columns.get(at + 1) != Some(&a.columns[at]);
    let elements = || (0..a.columns.len()).filter(last);
    for k in elements().filter(|&k| b != 0.0 && a.values[k] != 0.0) {
        let factor = a.values[k] * b;
        let dof = a.columns[k] as usize;
        for (element, column) in qderiv[pattern.range(dof)]
            .iter_mut()
            .zip(pattern.columns(dof))
        {
            let at = elements().find(|&at| a.columns[at] == *column);
            *element += at.map_or(0.0, |at| a.values[at]) * factor;
        }
    }
}

/// Adds `a' b a` to `qDeriv` for a row over all dofs, most of which are zero.
#[doc(alias = "addJTBJ")]
fn add_dense_square(qderiv: &mut [f64], pattern: Pattern, a: &[f64], b: f64) {
    if b == 0.0 {
        return;
    }
    for (dof, &value) in a.iter().enumerate().filter(|(_, value)| **value != 0.0) {
        let factor = value * b;
        let elements = qderiv[pattern.range(dof)].iter_mut();
        for (element, &column) in elements.zip(pattern.columns(dof)) {
            *element += a[column as usize] * factor;
        }
    }
}

/// Adds `a' b c` to `qDeriv`, at the elements that its pattern has.
#[doc(alias("addJTBJSparse", "mju_addToSparseInc"))]
fn add_product(qderiv: &mut [f64], pattern: Pattern, a: Row, b: f64, c: Row) {
    if b == 0.0 {
        return;
    }
    for (&value, &k) in a.values.iter().zip(a.columns) {
        let factor = value * b;
        let range = pattern.range(k as usize);
        let (elements, columns) = (&mut qderiv[range.clone()], &pattern.colind[range]);
        let mut at = 0;
        for (&value, &column) in c.values.iter().zip(c.columns) {
            while at < columns.len() && columns[at] < column {
                at += 1;
            }
            if at == columns.len() {
                break;
            }
            if columns[at] == column {
                elements[at] += value * factor;
                at += 1;
            }
        }
    }
}
