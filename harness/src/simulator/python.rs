//! MuJoCo through its own Python bindings: a second witness that the shim reads the right memory.
//!
//! Values come from the bindings' attributes, by the names that the field tables give. An arena
//! array whose pointer is null comes from the bindings as fresh, uninitialised memory; such an
//! array owns its data, while all others are views.

use std::path::Path;
use std::sync::Arc;

use plumbline::model::NSOLVER;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::{Action, Failure, Identity, Loaded, ModelSource, Simulator};
use crate::catalogue::tables;
use crate::hash;
use crate::snapshot::{Assignment, Elem, FieldDescription, Side, Snapshot};

/// The bindings, imported, with the model they have loaded.
#[derive(Debug)]
pub struct Bindings {
    mujoco: Py<PyModule>,
    numpy: Py<PyModule>,
    identity: Identity,
    fields: Arc<Vec<FieldDescription>>,
    session: Option<Session>,
}

#[derive(Debug)]
struct Session {
    model: Py<PyAny>,
    data: Py<PyAny>,
    keyframes: usize,
}

impl Bindings {
    /// Imports the packages in this directory.
    pub fn open(packages: &Path) -> Result<Bindings, Failure> {
        let unavailable = |error: PyErr| Failure::Unavailable {
            message: format!("cannot import MuJoCo's Python bindings: {error}"),
        };
        let (mujoco, numpy, version) = Python::attach(|py| {
            let environment = py.import("os")?.getattr("environ")?;
            // Nothing is drawn, and the memory limit leaves no room for a pool of threads.
            environment.set_item("MUJOCO_GL", "disable")?;
            environment.set_item("OPENBLAS_NUM_THREADS", "1")?;
            let path = py.import("sys")?.getattr("path")?;
            path.call_method1("insert", (0, packages.as_os_str()))?;
            let mujoco = py.import("mujoco")?;
            let version: String = mujoco.getattr("__version__")?.extract()?;
            Ok((mujoco.unbind(), py.import("numpy")?.unbind(), version))
        })
        .map_err(unavailable)?;
        let library = packages.join(format!("mujoco/libmujoco.so.{version}"));
        let identity = Identity {
            kind: format!("python@{version}"),
            version,
            sha256: hash::file(&library).ok(),
            precision: None,
        };
        Ok(Bindings {
            mujoco,
            numpy,
            identity,
            fields: Arc::default(),
            session: None,
        })
    }

    fn session(&self) -> Result<&Session, Failure> {
        self.session.as_ref().ok_or_else(|| Failure::Error {
            message: "no model is loaded".to_owned(),
        })
    }

    /// Calls a function of the module on model and data.
    fn invoke(&self, function: &str, argument: Option<u64>) -> Result<(), Failure> {
        let session = self.session()?;
        Python::attach(|py| {
            let function = self.mujoco.bind(py).getattr(function)?;
            let (model, data) = (session.model.bind(py), session.data.bind(py));
            match argument {
                Some(number) => function.call1((model, data, number)),
                None => function.call1((model, data)),
            }
            .map(drop)
        })
        .map_err(raised)
    }

    fn assign(&self, assignment: &Assignment) -> Result<(), Failure> {
        let Assignment { field, values } = assignment;
        let failed = |message| Failure::Error { message };
        let known = FieldDescription::settable(&self.fields, field);
        let known = known.map(|index| &self.fields[index]);
        let known = known.ok_or_else(|| failed(format!("there is no field {field:?} to set")))?;
        let bytes = known.elem.encode(values).ok_or_else(|| {
            failed(format!(
                "{field} takes integers only, in the range of its type"
            ))
        })?;
        let session = self.session()?;
        Python::attach(|py| {
            let (owner, name) = owner(py, session, known).map_err(raised)?;
            if known.dims.is_empty() {
                let value = values.first().copied().unwrap_or_default();
                return match known.elem {
                    Elem::F64 | Elem::F32 => owner.setattr(name, value),
                    // Exact: the encoding above has checked it.
                    _ => owner.setattr(name, value as i64),
                }
                .map_err(raised);
            }
            let array = owner.getattr(name).map_err(raised)?;
            let size: usize = array
                .getattr("size")
                .and_then(|size| size.extract())
                .map_err(raised)?;
            if size != values.len() {
                let given = values.len();
                return Err(failed(format!(
                    "{field} has {size} elements, {given} were given"
                )));
            }
            let numpy = self.numpy.bind(py);
            let flat = array.getattr("dtype").and_then(|dtype| {
                numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), dtype))
            });
            flat.and_then(|flat| flat.call_method1("reshape", (array.getattr("shape")?,)))
                .and_then(|new| numpy.call_method1("copyto", (array, new)))
                .map(drop)
                .map_err(raised)
        })
    }
}

/// The object that has the field as an attribute, and the attribute's name.
fn owner<'py, 'a>(
    py: Python<'py>,
    session: &Session,
    field: &'a FieldDescription,
) -> PyResult<(Bound<'py, PyAny>, &'a str)> {
    let side = match field.side {
        Side::Model => session.model.bind(py),
        Side::Data => session.data.bind(py),
    };
    match field.name.split_once('.') {
        Some((group, member)) => Ok((side.getattr(group)?, member)),
        None => Ok((side.clone(), &field.name)),
    }
}

/// Shape and bytes of a field.
fn value(
    py: Python<'_>,
    session: &Session,
    field: &FieldDescription,
) -> PyResult<(Vec<usize>, Vec<u8>)> {
    let (owner, name) = owner(py, session, field)?;
    let value = owner.getattr(name)?;
    if field.dims.is_empty() {
        return Ok((Vec::new(), scalar(&value, field.elem)?));
    }
    // Texts are bytes, everything else is an array.
    if let Ok(text) = value.cast::<PyBytes>() {
        let bytes = text.as_bytes();
        return Ok((vec![bytes.len()], bytes.to_vec()));
    }
    let mut shape: Vec<usize> = value.getattr("shape")?.extract()?;
    if field.group == "arena" && value.getattr("base")?.is_none() {
        shape[0] = 0;
        return Ok((shape, Vec::new()));
    }
    let bytes: Vec<u8> = value.call_method0("tobytes")?.extract()?;
    if field.group == "solver" {
        let bytes = iterations_made(py, session, &bytes, field.elem.size())?;
        return Ok((vec![bytes.len() / field.elem.size()], bytes));
    }
    Ok((shape, bytes))
}

fn scalar(value: &Bound<'_, PyAny>, elem: Elem) -> PyResult<Vec<u8>> {
    Ok(match elem {
        Elem::F64 => value.extract::<f64>()?.to_le_bytes().to_vec(),
        Elem::F32 => value.extract::<f32>()?.to_le_bytes().to_vec(),
        Elem::I32 => value.extract::<i32>()?.to_le_bytes().to_vec(),
        Elem::I64 => value.extract::<i64>()?.to_le_bytes().to_vec(),
        Elem::U64 => value.extract::<u64>()?.to_le_bytes().to_vec(),
        Elem::U8 | Elem::Char => vec![value.extract::<u8>()?],
    })
}

/// The first rows of each island that the solver worked on, as many as it made iterations.
fn iterations_made(
    py: Python<'_>,
    session: &Session,
    all: &[u8],
    size: usize,
) -> PyResult<Vec<u8>> {
    let data = session.data.bind(py);
    let islands: i64 = data.getattr("solver_nisland")?.extract()?;
    let counts: Vec<i64> = data
        .getattr("solver_niter")?
        .call_method0("tolist")?
        .extract()?;
    let mut made = Vec::new();
    let islands = usize::try_from(islands).unwrap_or(0).max(1);
    for (block, count) in all.chunks(NSOLVER * size).zip(counts).take(islands) {
        let count = usize::try_from(count).unwrap_or(0).min(NSOLVER);
        made.extend_from_slice(&block[..count * size]);
    }
    Ok(made)
}

fn raised(error: PyErr) -> Failure {
    Failure::Error {
        message: error.to_string(),
    }
}

impl Simulator for Bindings {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        self.session = None;
        let path = source.on_disk()?;
        let rejected = |error: PyErr| {
            let message = Python::attach(|py| error.value(py).to_string());
            Failure::rejected(message)
        };
        let session = Python::attach(|py| {
            let mujoco = self.mujoco.bind(py);
            let path = path.as_os_str();
            let model = mujoco
                .getattr("MjModel")?
                .call_method1("from_xml_path", (path,))?;
            let data = mujoco.getattr("MjData")?.call1((&model,))?;
            Ok(Session {
                keyframes: model.getattr("nkey")?.extract()?,
                model: model.unbind(),
                data: data.unbind(),
            })
        })
        .map_err(rejected)?;
        // The tables are those of 3.2.6; from another version's bindings, fields with the same name
        // and type are returned.
        let mut fields = tables::descriptions(|_| true);
        Python::attach(|py| fields.retain(|field| value(py, &session, field).is_ok()));
        self.fields = Arc::new(fields);
        let keyframes = session.keyframes;
        self.session = Some(session);
        Ok(Loaded::able(&self.fields, keyframes))
    }

    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure> {
        let keyframes = self.session()?.keyframes;
        match keyframe {
            None => self.invoke("mj_resetData", None),
            Some(key) if key < keyframes => self.invoke("mj_resetDataKeyframe", Some(key as u64)),
            Some(key) => Err(Failure::Error {
                message: format!("no keyframe {key}: the model has {keyframes}"),
            }),
        }
    }

    fn poison(&mut self, fields: &[String]) -> Result<(), Failure> {
        let session = self.session()?;
        let arrays = self.fields.iter().filter(|field| {
            matches!(field.group.as_str(), "data" | "vector") && fields.contains(&field.name)
        });
        Python::attach(|py| {
            for field in arrays {
                let array = session.data.bind(py).getattr(field.name.as_str())?;
                match field.elem {
                    Elem::F64 | Elem::F32 => array.call_method1("fill", (f64::NAN,))?,
                    Elem::I32 | Elem::I64 => array.call_method1("fill", (-1,))?,
                    Elem::U8 | Elem::Char => array.call_method1("fill", (u8::MAX,))?,
                    Elem::U64 => array.call_method1("fill", (u64::MAX,))?,
                };
            }
            Ok(())
        })
        .map_err(raised)
    }

    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure> {
        values.iter().try_for_each(|value| self.assign(value))
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        match action {
            Action::Forward => self.invoke("mj_forward", None),
            Action::Step { count } => self.invoke("mj_step", Some(count)),
            Action::Inverse => self.invoke("mj_inverse", None),
            Action::SetConst => self.invoke("mj_setConst", None),
        }?;
        Ok(Vec::new())
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        snapshot.descriptions = Arc::clone(&self.fields);
        snapshot.bytes.clear();
        snapshot.slots.clear();
        let session = self.session()?;
        for &field in fields {
            let description = self.fields.get(field).ok_or_else(|| Failure::Error {
                message: format!("there is no field with index {field}"),
            })?;
            let (shape, bytes) =
                Python::attach(|py| value(py, session, description)).map_err(raised)?;
            snapshot.push(field, shape, &bytes);
        }
        Ok(())
    }
}
