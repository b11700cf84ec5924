//! Files, texts and versions.

use plumbline::data::warning_text;
use plumbline::internal::codes::ObjectType;
use plumbline::internal::schema::{Count, Schema};
use plumbline::math::{Pattern, bytes_text};
use plumbline::{FloatFormat, mat_text, mat_text_sparse};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;

use super::register;
use crate::array::{Input, Output, Text, require};
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::{MjModel, last_spec};

/// The version of MuJoCo whose results these are, as a number.
#[pyfunction]
fn mj_version() -> i32 {
    plumbline::MUJOCO_VERSION_NUMBER
}

/// The version of MuJoCo whose results these are.
#[pyfunction]
fn mj_versionString() -> &'static str {
    plumbline::MUJOCO_VERSION
}

/// How many bytes the binary file of a model has.
#[pyfunction]
fn mj_sizeModel(m: &Bound<'_, MjModel>) -> usize {
    // SAFETY: nothing changes the model meanwhile.
    unsafe { m.get().get() }.file_bytes()
}

/// Writes a model to a binary file, or to a buffer.
#[pyfunction]
#[pyo3(signature = (m, filename = None, buffer = None))]
fn mj_saveModel(
    m: &Bound<'_, MjModel>,
    filename: Option<&str>,
    buffer: Option<Output<u8>>,
) -> PyResult<()> {
    // SAFETY: nothing changes the model meanwhile.
    let bytes = unsafe { m.get().get() }.to_mjb();
    if let Some(buffer) = buffer {
        require(
            buffer.len >= bytes.len(),
            "buffer is too small: mj_sizeModel says how large it must be",
        )?;
        buffer.change(|room| room[..bytes.len()].copy_from_slice(&bytes))?;
        return Ok(());
    }
    let filename =
        filename.ok_or_else(|| PyTypeError::new_err("a filename or a buffer is needed"))?;
    save(filename, &bytes)
}

/// Writes the model that was last read from XML back, with the numbers of `m`. Without a name of a
/// file it is printed.
#[pyfunction]
fn mj_saveLastXML(py: Python<'_>, filename: Text, m: &Bound<'_, MjModel>) -> PyResult<()> {
    let spec = last_spec();
    let spec = spec.ok_or_else(|| FatalError::new_err("No XML model loaded"))?;
    // SAFETY: nothing changes the model meanwhile.
    let text = spec.to_xml(unsafe { m.get().get() });
    let text = text.map_err(|error| FatalError::new_err(error.to_string()))?;
    if filename.0.is_empty() {
        let out = PyModule::import(py, "sys")?.getattr("stdout")?;
        return out.call_method1("write", (text,)).map(drop);
    }
    let written = std::fs::write(&filename.0, text);
    written.map_err(|_| FatalError::new_err("File not found"))
}

fn save(filename: &str, bytes: &[u8]) -> PyResult<()> {
    let saved = std::fs::write(filename, bytes);
    saved.map_err(|error| PyOSError::new_err(format!("{filename}: {error}")))
}

fn format(text: Option<&str>) -> PyResult<FloatFormat> {
    let Some(text) = text else {
        return Ok(FloatFormat::default());
    };
    text.parse()
        .map_err(|error| FatalError::new_err(format!("{error}")))
}

/// Writes a model as text.
#[pyfunction]
fn mj_printModel(m: &Bound<'_, MjModel>, filename: &str) -> PyResult<()> {
    mj_printFormattedModel(m, filename, None)
}

/// Writes a model as text, its numbers in a format of C.
#[pyfunction]
#[pyo3(signature = (m, filename, float_format))]
fn mj_printFormattedModel(
    m: &Bound<'_, MjModel>,
    filename: &str,
    float_format: Option<&str>,
) -> PyResult<()> {
    // SAFETY: nothing changes the model meanwhile.
    let text = unsafe { m.get().get() }.to_text(format(float_format)?);
    save(filename, text.as_bytes())
}

/// Writes data as text.
#[pyfunction]
fn mj_printData(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, filename: &str) -> PyResult<()> {
    mj_printFormattedData(m, d, filename, None)
}

/// Writes data as text, its numbers in a format of C.
#[pyfunction]
#[pyo3(signature = (m, d, filename, float_format))]
fn mj_printFormattedData(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    filename: &str,
    float_format: Option<&str>,
) -> PyResult<()> {
    let format = format(float_format)?;
    // SAFETY: nothing changes the model meanwhile.
    let model = unsafe { m.get().get() };
    let text = d.get().read(|data| {
        crate::data::require_fit(model, data)?;
        Ok::<_, PyErr>(data.to_text(model, format))
    })??;
    save(filename, text.as_bytes())
}

/// A matrix as text.
#[pyfunction]
fn matrix_text(mat: Input) -> String {
    mat_text(&mat.values, mat.columns)
}

/// A sparse matrix as text.
#[pyfunction]
fn sparse_text(
    mat: Input,
    rownnz: Input<i32>,
    rowadr: Input<i32>,
    colind: Input<i32>,
) -> PyResult<String> {
    let same = rownnz.values.len() == rowadr.values.len();
    require(same, "size of rownnz should equal size of rowadr")?;
    let pattern = Pattern {
        rownnz: &rownnz.values,
        rowadr: &rowadr.values,
        colind: &colind.values,
    };
    Ok(mat_text_sparse(&mat.values, pattern))
}

/// The word for a kind of element.
#[pyfunction]
fn mju_type2Str(r#type: i32) -> Option<&'static str> {
    let kind = ObjectType::from_code(r#type)?;
    (kind != ObjectType::Unknown).then(|| kind.name())
}

/// The number of a kind of element, 0 for none.
#[pyfunction]
fn mju_str2Type(str: Text) -> i32 {
    ObjectType::from_name(&str.0).unwrap_or_default().code()
}

/// A number of bytes for people.
#[pyfunction]
fn mju_writeNumBytes(nbytes: u64) -> String {
    bytes_text(nbytes)
}

/// What a warning says.
#[pyfunction]
fn mju_warningText(warning: usize, info: u64) -> String {
    warning_text(warning, info)
}

/// The elements of MJCF, parents before children: level, name, how often each may stand in its
/// parent, attributes.
#[pyfunction]
fn schema_rows() -> Vec<(usize, &'static str, char, Vec<&'static str>)> {
    let rows = Schema::mjcf().elements.iter().map(|element| {
        let count = match element.count {
            Count::Once => '!',
            Count::AtMostOnce => '?',
            Count::Many => '*',
        };
        let attributes = element.attributes.iter().map(|attribute| attribute.name);
        (element.depth, element.name, count, attributes.collect())
    });
    rows.collect()
}

register! {
    schema_rows mj_saveLastXML
    mj_version mj_versionString mj_sizeModel mj_saveModel mj_printModel mj_printFormattedModel
    mj_printData mj_printFormattedData matrix_text sparse_text mju_type2Str mju_str2Type
    mju_writeNumBytes mju_warningText
}
