//! Derivatives by finite differences, and of quaternions.

use plumbline::math::Quat;
use plumbline::{InverseParts, TransitionParts};
use pyo3::prelude::*;

use super::{q, register, v3};
use crate::array::{Fixed, FixedOutput, Output, require};
use crate::data::{MjData, run};
use crate::errors::FatalError;
use crate::model::MjModel;

/// Room for a matrix that a program wants, of this shape.
fn room(
    wanted: &Option<Output>,
    shape: (usize, usize),
    complaint: &str,
) -> PyResult<Option<Vec<f64>>> {
    let Some(output) = wanted else {
        return Ok(None);
    };
    require((output.rows, output.columns) == shape, complaint)?;
    Ok(Some(vec![0.0; shape.0 * shape.1]))
}

/// Derivatives of a step by state and controls: `A`, `B`, and of sensors `C`, `D`.
#[pyfunction]
fn mjd_transitionFD(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    eps: f64,
    flg_centered: u8,
    A: Option<Output>,
    B: Option<Output>,
    C: Option<Output>,
    D: Option<Output>,
) -> PyResult<()> {
    // SAFETY: sizes do not change.
    let model = unsafe { m.get().get() };
    let (n, ns, nu) = (2 * model.nv + model.na, model.nsensordata, model.nu);
    let mut a = room(&A, (n, n), "A should be of shape (2nv+na, 2nv+na)")?;
    let mut b = room(&B, (n, nu), "B should be of shape (2nv+na, nu)")?;
    let mut c = room(&C, (ns, n), "C should be of shape (nsensordata, 2nv+na)")?;
    let mut s = room(&D, (ns, nu), "D should be of shape (nsensordata, nu)")?;
    let found = run(m, d, move |model, data| {
        let parts = TransitionParts {
            a: a.as_deref_mut(),
            b: b.as_deref_mut(),
            c: c.as_deref_mut(),
            d: s.as_deref_mut(),
        };
        let outcome = data.transition_fd_into(model, eps, flg_centered != 0, parts);
        outcome.map_err(|error| FatalError::new_err(error.to_string()))?;
        Ok::<_, PyErr>([a, b, c, s])
    })?;
    write([A, B, C, D], found)
}

fn write<const N: usize>(
    wanted: [Option<Output>; N],
    found: [Option<Vec<f64>>; N],
) -> PyResult<()> {
    for (output, values) in wanted.into_iter().zip(found) {
        if let (Some(output), Some(values)) = (output, values) {
            output.write(&values)?;
        }
    }
    Ok(())
}

/// Derivatives of inverse dynamics by position, velocity and acceleration.
#[pyfunction]
fn mjd_inverseFD(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    eps: f64,
    flg_actuation: u8,
    DfDq: Option<Output>,
    DfDv: Option<Output>,
    DfDa: Option<Output>,
    DsDq: Option<Output>,
    DsDv: Option<Output>,
    DsDa: Option<Output>,
    DmDq: Option<Output>,
) -> PyResult<()> {
    // SAFETY: sizes do not change.
    let model = unsafe { m.get().get() };
    let (nv, ns, nm) = (model.nv, model.nsensordata, model.nM);
    let wanted = [DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq];
    let names = ["DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq"];
    let widths = [
        (nv, "nv"),
        (nv, "nv"),
        (nv, "nv"),
        (ns, "nsensordata"),
        (ns, "nsensordata"),
        (ns, "nsensordata"),
        (nm, "nM"),
    ];
    let mut rooms: [Option<Vec<f64>>; 7] = Default::default();
    for (i, place) in rooms.iter_mut().enumerate() {
        let complaint = format!("{} should be of shape (nv, {})", names[i], widths[i].1);
        *place = room(&wanted[i], (nv, widths[i].0), &complaint)?;
    }
    let found = run(m, d, move |model, data| {
        let [fq, fv, fa, sq, sv, sa, mq] = &mut rooms;
        let parts = InverseParts {
            force_by_position: fq.as_deref_mut(),
            force_by_velocity: fv.as_deref_mut(),
            force_by_acceleration: fa.as_deref_mut(),
            sensors_by_position: sq.as_deref_mut(),
            sensors_by_velocity: sv.as_deref_mut(),
            sensors_by_acceleration: sa.as_deref_mut(),
            mass_by_position: mq.as_deref_mut(),
        };
        let outcome = data.inverse_fd_into(model, eps, flg_actuation != 0, parts);
        outcome.map_err(|error| FatalError::new_err(error.to_string()))?;
        Ok::<_, PyErr>(rooms)
    })?;
    write(wanted, found)
}

/// Derivatives of `mju_subQuat`.
#[pyfunction]
fn mjd_subQuat(qa: Fixed<4>, qb: Fixed<4>, Da: Option<Output>, Db: Option<Output>) -> PyResult<()> {
    let [by_first, by_second] = q(&qa).sub_derivative(&q(&qb));
    for (output, name, values) in [(Da, "Da", by_first), (Db, "Db", by_second)] {
        if let Some(output) = output {
            require(output.len == 9, format_args!("{name} should have size 9"))?;
            output.write(&values.0)?;
        }
    }
    Ok(())
}

/// Derivatives of `mju_quatIntegrate`.
#[pyfunction]
fn mjd_quatIntegrate(
    vel: Fixed<3>,
    scale: f64,
    Dquat: FixedOutput<9>,
    Dvel: FixedOutput<9>,
    Dscale: FixedOutput<3>,
) {
    let derivative = Quat::integrate_derivative(&v3(&vel), scale);
    Dquat.write(derivative.by_quat.0);
    Dvel.write(derivative.by_velocity.0);
    Dscale.write(derivative.by_time.into());
}

register! { mjd_transitionFD mjd_inverseFD mjd_subQuat mjd_quatIntegrate }
