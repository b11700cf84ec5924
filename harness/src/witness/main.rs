//! `harness-mujoco-rs`: MuJoCo through the crate mujoco-rs, as a third witness beside the shim and
//! the Python bindings.
//!
//! A separate program: mujoco-rs is linked to its version of the library, and a process can have
//! only one.

mod fields;

use std::os::unix::net::UnixStream;
use std::process::ExitCode;
use std::sync::Arc;

use harness::catalogue::tables;
use harness::simulator::{Ability, Action, Failure, Identity, Loaded, ModelSource, Simulator};
use harness::snapshot::{Assignment, Elem, FieldDescription, Side, Snapshot};
use harness::worker::{child::SOCKET_VARIABLE, serve::serve};
use mujoco_rs::wrappers::{MjData, MjModel};

fn main() -> ExitCode {
    let Some(socket) = std::env::var_os(SOCKET_VARIABLE) else {
        eprintln!("this program is for the harness, which sets {SOCKET_VARIABLE}");
        return ExitCode::FAILURE;
    };
    let served = UnixStream::connect(socket).map_err(|error| error.to_string());
    let served = served.and_then(|stream| {
        let make = || Ok(Box::new(Witness::new()) as Box<dyn Simulator>);
        serve(stream, make).map_err(|error| error.to_string())
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The library behind mujoco-rs, and what it has loaded.
struct Witness {
    identity: Identity,
    fields: Arc<Vec<FieldDescription>>,
    data: Option<MjData<Box<MjModel>>>,
}

impl Witness {
    fn new() -> Witness {
        Witness {
            identity: Identity {
                kind: "mujoco-rs".to_owned(),
                version: mujoco_rs::mujoco_version().to_owned(),
                sha256: None,
                precision: None,
            },
            fields: Arc::default(),
            data: None,
        }
    }

    fn data(&mut self) -> Result<&mut MjData<Box<MjModel>>, Failure> {
        self.data
            .as_mut()
            .ok_or_else(|| failed("no model is loaded".to_owned()))
    }
}

fn failed(message: String) -> Failure {
    Failure::Error { message }
}

/// Bytes, type and shape of a field, if the crate hands it out.
fn field(
    data: &MjData<Box<MjModel>>,
    field: &FieldDescription,
) -> Option<(Vec<u8>, Elem, Vec<usize>)> {
    let name = field.name.as_str();
    let array = match (field.side, field.group.as_str()) {
        (Side::Model, "sizes") => {
            let size = fields::size(data.model(), name)?;
            return Some((size.to_le_bytes().to_vec(), Elem::I64, Vec::new()));
        }
        (Side::Data, "scalar") if name == "time" => {
            let time = data.time();
            return Some((time.to_le_bytes().to_vec(), Elem::F64, Vec::new()));
        }
        (Side::Data, _) if name == "eq_active" => fields::value(data.eq_active()),
        (Side::Model, _) => fields::model(data.model(), name)?,
        (Side::Data, _) => fields::data(data, name)?,
    };
    Some((array.bytes.to_vec(), array.elem, array.shape))
}

/// The description of a field as this version has it: some rows have become longer.
fn described(data: &MjData<Box<MjModel>>, mut one: FieldDescription) -> Option<FieldDescription> {
    let (_, elem, shape) = field(data, &one)?;
    if elem != one.elem || shape.len() != one.dims.len() {
        return None;
    }
    for (dim, size) in one.dims.iter_mut().zip(shape) {
        if dim.parse::<usize>().is_ok() {
            *dim = size.to_string();
        }
    }
    Some(one)
}

impl Simulator for Witness {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        self.data = None;
        let rejected = |error: &dyn std::fmt::Display| Failure::rejected(error.to_string());
        let path = source.on_disk()?;
        let model = MjModel::from_xml(path).map_err(|error| rejected(&error))?;
        let keyframes = usize::try_from(model.nkey()).unwrap_or(0);
        let data = MjData::try_new(Box::new(model)).map_err(|error| rejected(&error))?;
        // The harness's tables are those of 3.2.6: fields with the same name and type are returned.
        let known = tables::descriptions(|_| true).into_iter();
        let found = known.filter_map(|one| described(&data, one)).collect();
        self.fields = Arc::new(found);
        self.data = Some(data);
        let mut loaded = Loaded::able(&self.fields, keyframes);
        loaded.abilities.retain(|ability| *ability != Ability::Edit);
        Ok(loaded)
    }

    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure> {
        let data = self.data()?;
        match keyframe {
            None => data.reset(),
            Some(key) => {
                let reset = data.reset_keyframe(key);
                reset.map_err(|error| failed(error.to_string()))?;
            }
        }
        Ok(())
    }

    fn poison(&mut self, names: &[String]) -> Result<(), Failure> {
        let known = Arc::clone(&self.fields);
        let data = self.data()?;
        for one in known
            .iter()
            .filter(|one| one.group == "data" && names.contains(&one.name))
        {
            let Some(bytes) = fields::data_mut(data, &one.name) else {
                continue;
            };
            match one.elem {
                Elem::F64 => {
                    for chunk in bytes.chunks_exact_mut(8) {
                        chunk.copy_from_slice(&f64::NAN.to_le_bytes());
                    }
                }
                // All ones: -1, or the largest.
                _ => bytes.fill(u8::MAX),
            }
        }
        Ok(())
    }

    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure> {
        let known = Arc::clone(&self.fields);
        let data = self.data()?;
        for Assignment { field, values } in values {
            let found = known
                .iter()
                .find(|one| one.side == Side::Data && one.name == *field);
            let unknown = || failed(format!("there is no field {field:?} to set"));
            let found = found.ok_or_else(unknown)?;
            if field == "time" {
                data.set_time(values.first().copied().unwrap_or_default());
                continue;
            }
            if field == "eq_active" {
                for (active, value) in data.eq_active_mut().iter_mut().zip(values) {
                    *active = *value != 0.0;
                }
                continue;
            }
            let encoded = found.elem.encode(values);
            let encoded = encoded.ok_or_else(|| failed(format!("{field} takes integers only")))?;
            let memory = fields::data_mut(data, field).ok_or_else(unknown)?;
            if memory.len() != encoded.len() {
                let message = format!("{field} does not have {} elements", values.len());
                return Err(failed(message));
            }
            memory.copy_from_slice(&encoded);
        }
        Ok(())
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        let data = self.data()?;
        match action {
            Action::Forward => data.forward(),
            Action::Inverse => data.inverse(),
            Action::SetConst => {
                let what = "the constants of a model cannot be computed anew".to_owned();
                return Err(Failure::Unable { what });
            }
            Action::Step { count } => (0..count).for_each(|_| data.step()),
        }
        Ok(Vec::new())
    }

    fn read(&mut self, wanted: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        let known = Arc::clone(&self.fields);
        snapshot.descriptions = Arc::clone(&known);
        snapshot.bytes.clear();
        snapshot.slots.clear();
        let data = self.data()?;
        for &index in wanted {
            let value = known.get(index).and_then(|one| field(data, one));
            let (bytes, _, shape) =
                value.ok_or_else(|| failed(format!("there is no field with index {index}")))?;
            snapshot.push(index, shape, &bytes);
        }
        Ok(())
    }
}
