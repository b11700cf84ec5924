//! Questions about a state: Jacobians, inertia, forces.

use plumbline::internal::codes::ObjectType;
use plumbline::{Data, Misuse, Model, Object};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::{q, register, v3};
use crate::array::{Fixed, FixedOutput, Input, Output, Text, require};
use crate::data::{MjData, index, require_fit, run};
use crate::errors::{Failure, FatalError};
use crate::model::MjModel;

/// Asks something of model and data that belong together.
pub(super) fn ask<R>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    question: impl FnOnce(&Model, &mut Data) -> PyResult<R>,
) -> PyResult<R> {
    // SAFETY: Python's lock is held, so that nothing changes the model meanwhile.
    let model = unsafe { m.get().get() };
    d.get().read(|data| {
        require_fit(model, data)?;
        question(model, data)
    })?
}

/// Writes one or both of two Jacobians.
fn jacobians(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    wanted: [(Option<Output>, &str); 2],
    write: impl FnOnce(&Model, &Data, &mut [f64], &mut [f64]) -> Result<(), Misuse>,
) -> PyResult<()> {
    ask(m, d, |model, data| {
        for (output, name) in &wanted {
            let shape = output.as_ref().map(|output| (output.rows, output.columns));
            let complaint = format_args!("{name} should be of shape (3, nv)");
            require(shape.is_none_or(|shape| shape == (3, model.nv)), complaint)?;
        }
        let [mut first, mut second] = [(); 2].map(|()| vec![0.0; 3 * model.nv]);
        write(model, data, &mut first, &mut second).map_err(Failure::raise)?;
        for ((output, _), values) in wanted.into_iter().zip([first, second]) {
            output.map_or(Ok(()), |output| output.write(&values))?;
        }
        Ok(())
    })
}

/// Jacobians of a point that a body carries.
#[pyfunction]
fn mj_jac(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<Output>,
    jacr: Option<Output>,
    point: Fixed<3>,
    body: i32,
) -> PyResult<()> {
    jacobians(
        m,
        d,
        [(jacp, "jacp"), (jacr, "jacr")],
        |model, data, p, r| data.jac_into(model, &v3(&point), id(body), p, r),
    )
}

/// Time derivatives of the Jacobians of a point that a body carries.
#[pyfunction]
fn mj_jacDot(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<Output>,
    jacr: Option<Output>,
    point: Fixed<3>,
    body: i32,
) -> PyResult<()> {
    jacobians(
        m,
        d,
        [(jacp, "jacp"), (jacr, "jacr")],
        |model, data, p, r| data.jac_dot_into(model, &v3(&point), id(body), p, r),
    )
}

/// An index that the engine will refuse if it is negative.
fn id(id: i32) -> usize {
    usize::try_from(id).unwrap_or(usize::MAX)
}

/// Jacobians of the frames of things.
macro_rules! jacobians_of {
    ($($(#[$doc:meta])* $name:ident $object:ident $argument:ident;)*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            fn $name(
                m: &Bound<'_, MjModel>,
                d: &Bound<'_, MjData>,
                jacp: Option<Output>,
                jacr: Option<Output>,
                $argument: i32,
            ) -> PyResult<()> {
                jacobians(m, d, [(jacp, "jacp"), (jacr, "jacr")], |model, data, p, r| {
                    data.jac_object_into(model, Object::$object(id($argument)), p, r)
                })
            }
        )*
    };
}

jacobians_of! {
    /// Jacobians of a body's frame.
    mj_jacBody XBody body;
    /// Jacobians of a body's centre of mass.
    mj_jacBodyCom Body body;
    /// Jacobians of a geom.
    mj_jacGeom Geom geom;
    /// Jacobians of a site.
    mj_jacSite Site site;
}

/// Jacobian of the centre of mass of a body with everything it carries.
#[pyfunction]
fn mj_jacSubtreeCom(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<Output>,
    body: i32,
) -> PyResult<()> {
    jacobians(
        m,
        d,
        [(jacp, "jacp"), (None, "jacr")],
        |model, data, p, _| data.jac_subtree_com_into(model, id(body), p),
    )
}

/// Jacobians of a point and an axis that a body carries.
#[pyfunction]
fn mj_jacPointAxis(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacPoint: Option<Output>,
    jacAxis: Option<Output>,
    point: Fixed<3>,
    axis: Fixed<3>,
    body: i32,
) -> PyResult<()> {
    let wanted = [(jacPoint, "jacPoint"), (jacAxis, "jacAxis")];
    jacobians(m, d, wanted, |model, data, p, a| {
        data.jac_point_axis_into(model, &v3(&point), &v3(&axis), id(body), p, a)
    })
}

/// The matrix that makes a subtree's angular momentum from joint velocities.
#[pyfunction]
fn mj_angmomMat(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    mat: Output,
    body: i32,
) -> PyResult<()> {
    ask(m, d, |model, data| {
        let shape = (mat.rows, mat.columns);
        require(shape == (3, model.nv), "mat should be of shape (3, nv)")?;
        let mut values = vec![0.0; 3 * model.nv];
        let found = data.angmom_mat_into(model, id(body), &mut values);
        found.map_err(Failure::raise)?;
        mat.write(&values)
    })
}

/// Makes a full matrix of one that is stored like the inertia matrix.
#[pyfunction]
fn mj_fullM(m: &Bound<'_, MjModel>, dst: Output, M: Input) -> PyResult<()> {
    // SAFETY: Python's lock is held, so that nothing changes the model meanwhile.
    let model = unsafe { m.get().get() };
    let nv = model.nv;
    require(M.values.len() == model.nM, "M should be of size nM")?;
    require(
        (dst.rows, dst.columns) == (nv, nv),
        "dst should be of shape (nv, nv)",
    )?;
    let mut full = vec![0.0; nv * nv];
    let mut elements = M.values.iter();
    for i in 0..nv {
        let mut dof = Some(i);
        while let (Some(j), Some(&element)) = (dof, dof.and_then(|_| elements.next())) {
            full[i * nv + j] = element;
            full[j * nv + i] = element;
            dof = usize::try_from(model.dof_parentid[j]).ok();
        }
    }
    dst.write(&full)
}

/// How long the vectors of a product are.
#[derive(Clone, Copy)]
enum Length {
    Nv,
    Nefc,
}

impl Length {
    fn of(self, model: &Model, data: &Data) -> usize {
        match self {
            Length::Nv => model.nv,
            Length::Nefc => data.nefc.max(0) as usize,
        }
    }

    /// Complains in MuJoCo's words of a vector that has another.
    fn require(self, is_so: bool, vector: &str) -> PyResult<()> {
        let size = match self {
            Length::Nv => "nv",
            Length::Nefc => "nefc",
        };
        require(is_so, format_args!("{vector} should be of length {size}"))
    }
}

type Product = fn(&Data, &Model, &mut [f64], &[f64]) -> Result<(), Misuse>;

fn product(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    (res, res_length): (&Output, Length),
    (vec, vec_length): (&Input, Length),
    multiply: Product,
) -> PyResult<()> {
    ask(m, d, |model, data| {
        let (rows, columns) = (res_length.of(model, data), vec_length.of(model, data));
        res_length.require(res.len == rows, "res")?;
        vec_length.require(vec.values.len() == columns, "vec")?;
        let mut values = vec![0.0; rows];
        if rows > 0 && columns > 0 {
            multiply(data, model, &mut values, &vec.values).map_err(Failure::raise)?;
        }
        res.write(&values)
    })
}

/// Products with the inertia matrix or the Jacobian of constraints.
macro_rules! products {
    ($($(#[$doc:meta])* $name:ident $method:ident $rows:ident $columns:ident;)*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            fn $name(
                m: &Bound<'_, MjModel>,
                d: &Bound<'_, MjData>,
                res: Output,
                vec: Input,
            ) -> PyResult<()> {
                let (res, vec) = ((&res, Length::$rows), (&vec, Length::$columns));
                product(m, d, res, vec, Data::$method)
            }
        )*
    };
}

products! {
    /// Multiplies the inertia matrix by a vector.
    mj_mulM mul_m_into Nv Nv;
    /// Multiplies the square root of the inertia matrix by a vector.
    mj_mulM2 mul_m2_into Nv Nv;
    /// Multiplies the Jacobian of constraints by a vector.
    mj_mulJacVec mul_jac_vec_into Nefc Nv;
    /// Multiplies the transposed Jacobian of constraints by a vector.
    mj_mulJacTVec mul_jac_t_vec_into Nv Nefc;
}

/// Solves with the factors of the inertia matrix, for each row of `y`.
fn solve(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    x: &Output,
    y: &Input,
    solve: fn(&Data, &Model, &mut [f64]) -> Result<(), Misuse>,
) -> PyResult<()> {
    ask(m, d, |model, data| {
        let nv = model.nv;
        require(
            x.rows == y.rows,
            "number of rows in x should match number of rows in y",
        )?;
        require(x.columns == nv, "number of columns in x should equal nv")?;
        require(y.columns == nv, "number of columns in y should equal nv")?;
        let mut values = y.values.to_vec();
        for row in values.chunks_exact_mut(nv.max(1)) {
            solve(data, model, row).map_err(Failure::raise)?;
        }
        x.write(&values)
    })
}

/// Solves `M x = y` with the factors of the inertia matrix, for each row.
#[pyfunction]
fn mj_solveM(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, x: Output, y: Input) -> PyResult<()> {
    solve(m, d, &x, &y, Data::solve_m)
}

/// The half of `mj_solveM`: `x = sqrt(inv(D)) inv(L') y`, for each row.
#[pyfunction]
fn mj_solveM2(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, x: Output, y: Input) -> PyResult<()> {
    solve(m, d, &x, &y, Data::solve_m2)
}

/// Adds the inertia matrix to a sparse one.
#[pyfunction]
fn mj_addM(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    dst: Output,
    rownnz: Output<i32>,
    rowadr: Output<i32>,
    colind: Output<i32>,
) -> PyResult<()> {
    ask(m, d, |model, data| {
        require(dst.len == model.nM, "dst should be of size nM")?;
        require(rownnz.len == model.nv, "rownnz should be of size nv")?;
        require(rowadr.len == model.nv, "rowadr should be of size nv")?;
        require(colind.len == model.nM, "colind should be of size nM")?;
        let (mut values, mut counts, mut columns) = (dst.read(), rownnz.read(), colind.read());
        let starts = rowadr.read();
        data.add_m_sparse(model, &mut values, &mut counts, &starts, &mut columns)
            .map_err(Failure::raise)?;
        dst.write(&values)?;
        rownnz.write(&counts)?;
        colind.write(&columns)
    })
}

/// Adds joint forces that a force and a torque at a point of a body cause.
#[pyfunction]
fn mj_applyFT(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    force: Fixed<3>,
    torque: Fixed<3>,
    point: Fixed<3>,
    body: i32,
    qfrc_target: Output,
) -> PyResult<()> {
    ask(m, d, |model, data| {
        require(
            qfrc_target.len == model.nv,
            "qfrc_target should be of size nv",
        )?;
        let (force, torque, point) = (v3(&force), v3(&torque), v3(&point));
        qfrc_target
            .change(|qfrc| data.apply_ft(model, &force, &torque, &point, id(body), qfrc))?
            .map_err(Failure::raise)
    })
}

/// A thing by MuJoCo's number for its kind.
fn object(model: &Model, kind: i32, id: i32) -> PyResult<Object> {
    Ok(match kind {
        1 => Object::Body(index(id, "body", model.nbody)?),
        2 => Object::XBody(index(id, "body", model.nbody)?),
        5 => Object::Geom(index(id, "geom", model.ngeom)?),
        6 => Object::Site(index(id, "site", model.nsite)?),
        7 => Object::Camera(index(id, "camera", model.ncam)?),
        other => {
            let text = format!("invalid object type {other}");
            return Err(FatalError::new_err(text));
        }
    })
}

/// Velocity of a thing: rotational, then linear.
#[pyfunction]
fn mj_objectVelocity(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    objtype: i32,
    objid: i32,
    res: FixedOutput<6>,
    flg_local: i32,
) -> PyResult<()> {
    ask(m, d, |model, data| {
        let object = object(model, objtype, objid)?;
        res.write(data.object_velocity(model, object, flg_local != 0));
        Ok(())
    })
}

/// Acceleration of a thing: rotational, then linear.
#[pyfunction]
fn mj_objectAcceleration(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    objtype: i32,
    objid: i32,
    res: FixedOutput<6>,
    flg_local: i32,
) -> PyResult<()> {
    ask(m, d, |model, data| {
        let object = object(model, objtype, objid)?;
        res.write(data.object_acceleration(model, object, flg_local != 0));
        Ok(())
    })
}

/// Force and torque of a contact, in its frame; zero if there is none.
#[pyfunction]
fn mj_contactForce(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    id: i32,
    result: FixedOutput<6>,
) -> PyResult<()> {
    ask(m, d, |model, data| {
        let known = usize::try_from(id)
            .ok()
            .filter(|&id| id < data.contact.len());
        let force = known.map(|id| data.contact_force(model, id)).transpose();
        result.write(force.map_err(Failure::raise)?.unwrap_or_default());
        Ok(())
    })
}

/// The smallest distance between two geoms, and where.
#[pyfunction]
fn mj_geomDistance(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geom1: i32,
    geom2: i32,
    distmax: f64,
    fromto: Option<Output>,
) -> PyResult<f64> {
    let len = fromto.as_ref().map_or(6, |fromto| fromto.len);
    require(len == 6, "fromto should be of size 6")?;
    let found = run(m, d, move |model, data| {
        require_fit(model, data)?;
        let geom1 = index(geom1, "geom", model.ngeom)?;
        let geom2 = index(geom2, "geom", model.ngeom)?;
        Ok::<_, PyErr>(data.geom_distance(model, geom1, geom2, distmax))
    })?;
    if let Some(fromto) = fromto {
        fromto.write(bytemuck::cast_slice(&found.fromto))?;
    }
    Ok(found.dist)
}

/// A pose in a body's frame as one in the world.
#[pyfunction]
fn mj_local2Global(
    d: &Bound<'_, MjData>,
    xpos: FixedOutput<3>,
    xmat: FixedOutput<9>,
    pos: Fixed<3>,
    quat: Fixed<4>,
    body: i32,
    sameframe: i32,
) -> PyResult<()> {
    let m = d.get().model.bind(d.py()).clone();
    if sameframe != 0 {
        let text = "mj_local2Global with sameframe other than 0 is not supported";
        return Err(FatalError::new_err(text));
    }
    ask(&m, d, |model, data| {
        let body = index(body, "body", model.nbody)?;
        let (pos, mat) = data.local_to_global(model, body, &v3(&pos), &q(&quat));
        xpos.write(pos.into());
        xmat.write(mat.0);
        Ok(())
    })
}

fn kind(code: i32) -> ObjectType {
    ObjectType::from_code(code).unwrap_or_default()
}

/// The id of an element by its kind and name, -1 for none.
#[pyfunction]
fn mj_name2id(m: &Bound<'_, MjModel>, r#type: i32, name: Text) -> i32 {
    // SAFETY: Python's lock is held, so that nothing changes the model meanwhile.
    let found = unsafe { m.get().get() }.id(kind(r#type), &name.0);
    found.map_or(-1, |id| id as i32)
}

/// The name of an element by its kind and id.
#[pyfunction]
fn mj_id2name(m: &Bound<'_, MjModel>, r#type: i32, id: i32) -> Option<String> {
    // SAFETY: Python's lock is held, so that nothing changes the model meanwhile.
    let model = unsafe { m.get().get() };
    let id = usize::try_from(id).ok()?;
    model.name(kind(r#type), id).map(str::to_owned)
}

/// Whether friction cones are pyramids.
#[pyfunction]
fn mj_isPyramidal(m: &Bound<'_, MjModel>) -> i32 {
    // SAFETY: Python's lock is held, so that nothing changes the model meanwhile.
    unsafe { m.get().get() }.is_pyramidal().into()
}

/// Whether Jacobians are sparse.
#[pyfunction]
fn mj_isSparse(m: &Bound<'_, MjModel>) -> i32 {
    // SAFETY: Python's lock is held, so that nothing changes the model meanwhile.
    unsafe { m.get().get() }.is_sparse().into()
}

/// Whether the solver works on forces.
#[pyfunction]
fn mj_isDual(m: &Bound<'_, MjModel>) -> i32 {
    // SAFETY: Python's lock is held, so that nothing changes the model meanwhile.
    unsafe { m.get().get() }.is_dual().into()
}

/// Adds a contact, given by the bytes of its record; 1 if there is no room.
#[pyfunction]
fn add_contact(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, record: Vec<u8>) -> PyResult<i32> {
    let mut contact: plumbline::data::Contact = bytemuck::Zeroable::zeroed();
    let base = (&raw const contact).cast::<u8>() as usize;
    for info in plumbline::data::Contact::MEMBERS {
        let place = contact.bytes_mut(info.name).unwrap_or_default();
        let offset = place.as_ptr() as usize - base;
        let value = record.get(offset..offset + place.len());
        let value = value.ok_or_else(|| PyTypeError::new_err("expected an MjContact"))?;
        place.copy_from_slice(value);
    }
    let added = run(m, d, move |model, data| data.add_contact(model, contact))?;
    Ok(i32::from(!added))
}

register! {
    mj_jac mj_jacDot mj_jacBody mj_jacBodyCom mj_jacGeom mj_jacSite mj_jacSubtreeCom mj_jacPointAxis
    mj_angmomMat mj_fullM mj_mulM mj_mulM2 mj_mulJacVec mj_mulJacTVec mj_solveM mj_solveM2 mj_addM
    mj_applyFT mj_objectVelocity mj_objectAcceleration mj_contactForce mj_geomDistance
    mj_local2Global mj_name2id mj_id2name mj_isPyramidal mj_isSparse mj_isDual add_contact
}
