//! The engine of this repository, in the worker's own process.

use std::borrow::Cow;
use std::sync::Arc;

use plumbline::Files;
use plumbline::internal::fields::{FieldInfo, Shape, Values};
use plumbline::{Data, ErrorKind, Model, Spec, StepError};

use super::batch::Worlds;
use super::call::{Call, Called, Output};
use super::functions;
use super::script;
use super::{Ability, Action, Failure, Identity, Loaded, ModelSource, Simulator};
use crate::catalogue::tables;
use crate::measure::{Spent, measured_load, measured_run};
use crate::snapshot::{Assignment, Elem, FieldDescription, Side, Slot, Snapshot};

/// The functions that write a model back as text, with its own numbers or those of its spec; they
/// need the file that the model came from.
const WRITE_MODEL: &str = "mj_saveLastXML";
const WRITE_SPEC: &str = "mj_saveXML";

/// The engine with the model it has loaded.
#[derive(Debug)]
pub struct Engine {
    identity: Identity,
    fields: Arc<Vec<FieldDescription>>,
    session: Option<(Model, Data)>,
    /// Many worlds of that model.
    worlds: Worlds,
    /// Where the model came from, to be read again where it is written back as text.
    source: Option<ModelSource>,
    /// Where each field is in the snapshot that is being read.
    positions: Vec<Option<usize>>,
    /// By the last load or run.
    spent: Spent,
}

impl Default for Engine {
    fn default() -> Self {
        plumbline::tune_allocator();
        Engine {
            identity: Identity {
                kind: "engine".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                sha256: None,
                precision: None,
            },
            fields: Arc::new(tables::descriptions(|info| info.computed)),
            session: None,
            worlds: Worlds::default(),
            source: None,
            positions: Vec::new(),
            spent: Spent::default(),
        }
    }
}

impl Engine {
    fn session(&mut self) -> Result<&mut (Model, Data), Failure> {
        self.session.as_mut().ok_or_else(no_model)
    }
}

fn no_model() -> Failure {
    Failure::Error {
        message: "no model is loaded".to_owned(),
    }
}

/// Passes the fields of one side to `take` with their index among the described ones; what is not
/// known in this state is left out.
fn values(
    fields: &[FieldDescription],
    side: Side,
    (model, data): &(Model, Data),
    mut take: impl FnMut(usize, Shape, &[u8]),
) {
    let mut described = fields.iter().enumerate().filter(|(_, f)| f.side == side);
    let mut take = |info: &FieldInfo, shape: Shape, bytes: &[u8]| {
        // Reflection leaves out what is not known and what is not described, but never changes the
        // order.
        let rest = described.clone();
        if let Some((index, field)) = described.find(|(_, field)| field.name == info.name) {
            // Between stages an array may not have its length yet.
            let count: usize = shape.dims().iter().product();
            if bytes.len() == count * field.elem.size() {
                take(index, shape, bytes);
            }
        } else {
            described = rest;
        }
    };
    match side {
        Side::Model => {
            for (info, value) in model.sizes() {
                take(info, Shape::SCALAR, &value.to_le_bytes());
            }
            for field in model.opt.fields().chain(model.stat.fields()) {
                take(field.info, field.shape, &bytes(field.values));
            }
            for field in model.arrays() {
                take(field.info, field.shape, &bytes(field.values));
            }
        }
        Side::Data => {
            for field in data.fields(model) {
                take(field.info, field.shape, &bytes(field.values));
            }
        }
    }
}

fn bytes(values: Values<'_>) -> Cow<'_, [u8]> {
    fn cast<'a, T: bytemuck::Pod>(values: Cow<'a, [T]>) -> Cow<'a, [u8]> {
        match values {
            Cow::Borrowed(values) => Cow::Borrowed(bytemuck::cast_slice(values)),
            Cow::Owned(values) => Cow::Owned(bytemuck::cast_slice(&values).to_vec()),
        }
    }
    match values {
        Values::F64(values) => cast(values),
        Values::F32(values) => cast(values),
        Values::I32(values) => cast(values),
        Values::U8(values) | Values::Char(values) => values,
        Values::U64(values) => cast(values),
    }
}

/// An error that MuJoCo raises too is a result, not an inability of the engine.
pub(super) fn stopped(error: StepError) -> Failure {
    match error {
        StepError::OutOfMemory(_)
        | StepError::TooManyTrees
        | StepError::RankDeficient
        | StepError::VaryingPattern
        | StepError::AdhesionWithoutRows
        | StepError::EqualityWithoutRows
        | StepError::ContactWithinBody
        | StepError::TooManyPairs
        | StepError::TooManyElements(_)
        | StepError::ContactDimension(_)
        | StepError::ContactFrame
        | StepError::PolytopeOutOfBounds
        | StepError::FlexOnHeightField
        | StepError::TooManyPoints
        | StepError::TouchWithoutSize(_)
        | StepError::StaticContact(_)
        | StepError::SingularImplicit
        | StepError::DiscreteRungeKutta
        | StepError::Misuse(_) => Failure::Error {
            message: error.to_string(),
        },
        // What is not supported, and whatever may come.
        _ => unable(error),
    }
}

fn unable(what: impl ToString) -> Failure {
    Failure::Unable {
        what: what.to_string(),
    }
}

fn files_of(source: &ModelSource) -> Result<Files, Failure> {
    let mut files = Files::default();
    for file in &*source.files {
        let added = files.add(&file.name, file.bytes.as_slice());
        added.map_err(|error| Failure::Rejected {
            message: error.to_string(),
            unsupported: false,
        })?;
    }
    Ok(files)
}

fn read_model(source: &ModelSource) -> Result<Model, Failure> {
    let path = source.path.to_string_lossy();
    plumbline::Model::from_files(files_of(source)?, &path).map_err(|error| Failure::Rejected {
        message: error.to_string(),
        unsupported: error.kind == ErrorKind::Unsupported,
    })
}

/// The model as text: its file is read again, and gets the numbers that the model has now.
fn write_text(
    source: &ModelSource,
    write: impl FnOnce(Spec) -> Result<String, plumbline::Error>,
) -> Called {
    let spec = Spec::from_files(files_of(source)?, &source.path.to_string_lossy());
    let text = spec.and_then(write);
    let text = text.map_err(|error| Failure::Error {
        message: error.to_string(),
    })?;
    Ok(vec![Output {
        name: "text".to_owned(),
        elem: Elem::U8,
        bytes: text.into_bytes(),
    }])
}

impl Simulator for Engine {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        self.session = None;
        self.worlds = Worlds::default();
        let (loaded, spent) = measured_load(|| {
            if script::is_script(&source.path) {
                return script::play(&source.path).map_err(Failure::rejected);
            }
            let model = read_model(source)?;
            let data = Data::new(&model);
            Ok::<_, Failure>((model, data))
        });
        self.spent = spent;
        let (model, data) = loaded?;
        let keyframes = model.nkey;
        self.session = Some((model, data));
        self.source = Some(source.clone());
        let mut loaded = Loaded::able(&self.fields, keyframes);
        loaded.abilities.push(Ability::Call);
        Ok(loaded)
    }

    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure> {
        let (model, data) = self.session()?;
        match keyframe {
            None => data.reset(model),
            Some(key) => data
                .reset_keyframe(model, key)
                .map_err(|error| Failure::Error {
                    message: error.to_string(),
                })?,
        }
        Ok(())
    }

    fn poison(&mut self, fields: &[String]) -> Result<(), Failure> {
        let (_, data) = self.session()?;
        for name in fields {
            if let Some(bytes) = data.bytes_mut(name) {
                bytes.fill(0xff);
            }
        }
        Ok(())
    }

    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure> {
        let fields = Arc::clone(&self.fields);
        let (model, data) = self.session()?;
        for Assignment { field, values } in values {
            let known = FieldDescription::settable(&fields, field).map(|index| &fields[index]);
            let place = match known.map(|known| known.group.as_str()) {
                Some("opt") => model.opt.bytes_mut(field),
                Some("stat") => model.stat.bytes_mut(field),
                Some("model") => model.bytes_mut(field),
                _ => data.bytes_mut(field),
            };
            let (Some(known), Some(place)) = (known, place) else {
                return Err(Failure::Error {
                    message: format!("there is no field {field:?} to set"),
                });
            };
            let bytes = known.elem.encode(values).ok_or_else(|| Failure::Error {
                message: format!("{field} takes integers only, in the range of its type"),
            })?;
            if bytes.len() != place.len() {
                let elements = place.len() / known.elem.size();
                let given = values.len();
                return Err(Failure::Error {
                    message: format!("{field} has {elements} elements, {given} were given"),
                });
            }
            place.copy_from_slice(&bytes);
        }
        Ok(())
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        let (model, data) = self.session()?;
        let (outcome, spent) = measured_run(|| match action {
            Action::Forward => data.forward(model),
            Action::Step { count } => (0..count).try_for_each(|_| data.step(model)),
            Action::Inverse => data.inverse(model),
            Action::SetConst => model.set_const().map_err(StepError::from),
        });
        self.spent = spent;
        outcome.map(|()| Vec::new()).map_err(stopped)
    }

    fn call(&mut self, call: &Call) -> Called {
        if let (Some(source), Some((model, _))) = (&self.source, &self.session) {
            match call.function.as_str() {
                WRITE_MODEL => return write_text(source, |spec| spec.to_xml(model)),
                WRITE_SPEC => return write_text(source, |spec| spec.to_own_xml()),
                _ => {}
            }
        }
        let session = self.session.as_mut().ok_or_else(no_model)?;
        let (called, spent) = measured_run(|| match self.worlds.call(session, call) {
            Some(called) => called,
            None => functions::call(&mut session.0, &mut session.1, call),
        });
        self.spent = spent;
        called
    }

    fn spent(&mut self) -> Result<Spent, Failure> {
        Ok(self.spent)
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        if let Some(field) = fields.iter().find(|&&field| field >= self.fields.len()) {
            return Err(Failure::Error {
                message: format!("there is no field with index {field}"),
            });
        }
        let session = self.session.as_ref().ok_or_else(no_model)?;
        snapshot.descriptions = Arc::clone(&self.fields);
        snapshot.bytes.clear();
        self.positions.clear();
        self.positions.resize(self.fields.len(), None);
        // Shapes keep their allocations from one snapshot to the next.
        snapshot.slots.resize_with(fields.len(), Slot::default);
        for (position, &field) in fields.iter().enumerate() {
            self.positions[field] = Some(position);
            let slot = &mut snapshot.slots[position];
            (slot.field, slot.start, slot.len) = (field, 0, 0);
            slot.absent = true;
        }
        for side in [Side::Model, Side::Data] {
            if !fields.iter().any(|&field| self.fields[field].side == side) {
                continue;
            }
            values(&self.fields, side, session, |field, shape, bytes| {
                let Some(position) = self.positions[field] else {
                    return;
                };
                let slot = &mut snapshot.slots[position];
                slot.shape.clear();
                slot.shape.extend_from_slice(shape.dims());
                (slot.start, slot.len) = (snapshot.bytes.len(), bytes.len());
                slot.absent = false;
                snapshot.bytes.extend_from_slice(bytes);
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_described_field_has_values_of_its_rank() {
        let model = Model::default();
        let data = Data::new(&model);
        let described = tables::descriptions(|info| info.computed);
        let session = (model, data);
        let mut ranks = vec![None; described.len()];
        for side in [Side::Model, Side::Data] {
            values(&described, side, &session, |field, shape, _| {
                ranks[field] = Some(shape.dims().len());
            });
        }
        for (description, rank) in described.iter().zip(ranks) {
            assert_eq!(rank, Some(description.dims.len()), "{description:?}");
        }
    }
}
