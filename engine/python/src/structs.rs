//! Small structs as records of numpy: options, statistics, visual settings, contacts, warnings.

use plumbline::data::{Contact, SolverStat, WarningStat};
use plumbline::internal::fields::{Elem, FieldInfo};
use plumbline::model::{Opt, Statistic, Visual};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A member: its name, numpy's letter for its numbers, how many there are, where it begins, what it
/// is.
type Member = (String, &'static str, usize, usize, &'static str);

fn letter(elem: Elem) -> &'static str {
    match elem {
        Elem::F64 => "f8",
        Elem::F32 => "f4",
        Elem::I32 => "i4",
        Elem::U8 | Elem::Char => "u1",
        Elem::U64 => "u8",
    }
}

fn members<'a, T>(
    value: &mut T,
    infos: impl Iterator<Item = &'a FieldInfo>,
    bytes: impl Fn(&mut T, &str) -> Option<(*const u8, usize)>,
) -> Vec<Member> {
    let base = std::ptr::from_mut(value).cast::<u8>() as usize;
    infos
        .filter_map(|info| {
            let (start, len) = bytes(value, info.name)?;
            let name = info.name.rsplit('.').next().unwrap_or(info.name);
            let count = len / crate::fields::size_of(info.elem);
            let offset = start as usize - base;
            Some((name.to_owned(), letter(info.elem), count, offset, info.doc))
        })
        .collect()
}

/// Where the members of a struct lie.
macro_rules! layout {
    ($value:expr, $infos:expr) => {{
        let mut value = $value;
        let infos = $infos;
        let size = std::mem::size_of_val(&value);
        let found = members(&mut value, infos.iter(), |value, name| {
            let bytes = value.bytes_mut(name)?;
            Some((bytes.as_ptr(), bytes.len()))
        });
        (size, found)
    }};
}

/// The size of a struct by its name, and its members.
#[pyfunction]
pub fn layout(name: &str) -> PyResult<(usize, Vec<Member>)> {
    let visual = Visual::default();
    Ok(match name {
        "opt" => layout!(Opt::default(), Opt::FIELDS),
        "stat" => layout!(Statistic::default(), Statistic::FIELDS),
        "contact" => layout!(zeroed::<Contact>(), Contact::MEMBERS),
        "warning" => layout!(zeroed::<WarningStat>(), WarningStat::MEMBERS),
        "solver" => layout!(zeroed::<SolverStat>(), SolverStat::MEMBERS),
        part => {
            let infos: Vec<FieldInfo> = visual.fields(part).iter().map(|f| *f.info).collect();
            if infos.is_empty() {
                return Err(PyKeyError::new_err(name.to_owned()));
            }
            layout!(visual, infos)
        }
    })
}

fn zeroed<T: bytemuck::Zeroable>() -> T {
    bytemuck::Zeroable::zeroed()
}

/// The bytes of a struct with MuJoCo's defaults.
#[pyfunction]
pub fn default_bytes<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
    let (size, found) = layout(name)?;
    let mut bytes = vec![0_u8; size];
    let mut fill = |from: &dyn Fn(&str) -> Option<Vec<u8>>| {
        for (member, _, _, offset, _) in &found {
            if let Some(value) = from(member) {
                bytes[*offset..*offset + value.len()].copy_from_slice(&value);
            }
        }
    };
    match name {
        "opt" => fill(&|member| {
            let mut opt = Opt::default();
            opt.bytes_mut(&format!("opt.{member}"))
                .map(|bytes| bytes.to_vec())
        }),
        "stat" | "contact" | "warning" | "solver" => {}
        part => fill(&|member| {
            let mut visual = Visual::default();
            let bytes = visual.bytes_mut(&format!("vis.{part}.{member}"));
            bytes.map(|bytes| bytes.to_vec())
        }),
    }
    Ok(PyBytes::new(py, &bytes))
}
