//! The engine of this repository, in the worker's own process.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use engine::fields::{Field, FieldInfo, Shape, Values};
use engine::{Data, ErrorKind, Model};

use super::stopwatch::Stopwatch;
use super::{
    Ability, Action, Assignment, Failure, Identity, Loaded, ModelSource, Simulator, tables,
};
use crate::snapshot::{FieldDescription, Side, Slot, Snapshot};

/// The engine with the model it has loaded.
#[derive(Debug)]
pub struct Engine {
    identity: Identity,
    fields: Arc<Vec<FieldDescription>>,
    session: Option<(Model, Data)>,
    spent: Duration,
}

impl Default for Engine {
    fn default() -> Self {
        Engine {
            identity: Identity {
                kind: "engine".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                sha256: None,
            },
            fields: Arc::new(tables::descriptions(|info| info.computed)),
            session: None,
            spent: Duration::ZERO,
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

/// Shape and bytes of a field.
type Value<'a> = (Shape, Cow<'a, [u8]>);

/// The values of the described fields, in their order; `None` for one that is not known in this state.
fn values<'a>(
    fields: &[FieldDescription],
    model: &'a Model,
    data: &'a Data,
) -> Vec<Option<Value<'a>>> {
    let size = |(info, value): (&'static FieldInfo, i64)| {
        let bytes = Cow::Owned(value.to_le_bytes().to_vec());
        (info, (Shape::SCALAR, bytes))
    };
    let mut known = model
        .sizes()
        .map(size)
        .chain(model.opt.fields().map(bytes))
        .chain(model.stat.fields().map(bytes))
        .chain(model.arrays().map(bytes))
        .chain(data.fields(model).map(bytes))
        .peekable();
    // Reflection leaves out what is not known, but never changes the order.
    let is_described = |field: &FieldDescription, info: &FieldInfo| {
        field.name == info.name && field.side == tables::side(info)
    };
    fields
        .iter()
        .map(|field| known.next_if(|(info, _)| is_described(field, info)))
        .map(|found| found.map(|(_, value)| value))
        .collect()
}

fn bytes(field: Field<'_>) -> (&'static FieldInfo, Value<'_>) {
    fn cast<'a, T: bytemuck::Pod>(values: Cow<'a, [T]>) -> Cow<'a, [u8]> {
        match values {
            Cow::Borrowed(values) => Cow::Borrowed(bytemuck::cast_slice(values)),
            Cow::Owned(values) => Cow::Owned(bytemuck::cast_slice(&values).to_vec()),
        }
    }
    let bytes = match field.values {
        Values::F64(values) => cast(values),
        Values::F32(values) => cast(values),
        Values::I32(values) => cast(values),
        Values::U8(values) | Values::Char(values) => values,
        Values::U64(values) => cast(values),
    };
    (field.info, (field.shape, bytes))
}

fn unable(what: impl ToString) -> Failure {
    Failure::Unable {
        what: what.to_string(),
    }
}

fn read_model(path: &Path) -> Result<Model, Failure> {
    engine::load(path).map_err(|error| Failure::Rejected {
        message: error.to_string(),
        unsupported: error.kind == ErrorKind::Unsupported,
    })
}

impl Simulator for Engine {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        self.session = None;
        let watch = Stopwatch::of_process();
        let model = read_model(&source.path)?;
        let data = Data::new(&model);
        self.spent = watch.elapsed();
        let keyframes = model.nkey;
        self.session = Some((model, data));
        Ok(Loaded {
            fields: self.fields.to_vec(),
            abilities: vec![Ability::Forward, Ability::Step, Ability::Keyframe],
            keyframes,
            warnings: Vec::new(),
        })
    }

    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure> {
        let (model, data) = self.session()?;
        match keyframe {
            None => data.reset(model),
            Some(key) if key < model.nkey => data.reset_keyframe(model, key),
            Some(key) => {
                let message = format!("there is no keyframe {key}; the model has {}", model.nkey);
                return Err(Failure::Error { message });
            }
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
        let mut options_changed = false;
        for Assignment { field, values } in values {
            let known = fields
                .iter()
                .find(|known| known.is_settable() && known.name == *field);
            let is_option = known.is_some_and(|known| known.side == Side::Model);
            options_changed |= is_option;
            let place = if is_option {
                model.opt.bytes_mut(field)
            } else {
                data.bytes_mut(field)
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
        if options_changed {
            // Working memory is laid out for the options.
            *data = Data::new(model);
        }
        Ok(())
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        let (model, data) = self.session()?;
        let watch = Stopwatch::of_thread();
        match action {
            Action::Forward => engine::forward(model, data),
            Action::Step { count } => {
                for _ in 0..count {
                    engine::step(model, data).map_err(unable)?;
                }
            }
            Action::Inverse => return Err(unable("the engine has no inverse dynamics yet")),
        }
        self.spent = watch.elapsed();
        Ok(Vec::new())
    }

    fn spent(&mut self) -> Result<Duration, Failure> {
        Ok(self.spent)
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        snapshot.descriptions = Arc::clone(&self.fields);
        snapshot.bytes.clear();
        snapshot.slots.clear();
        let (model, data) = self.session.as_ref().ok_or_else(no_model)?;
        let all = values(&self.fields, model, data);
        for &field in fields {
            let value = all.get(field).ok_or_else(|| Failure::Error {
                message: format!("there is no field with index {field}"),
            })?;
            let mut slot = Slot {
                field,
                start: snapshot.bytes.len(),
                absent: value.is_none(),
                ..Slot::default()
            };
            if let Some((shape, bytes)) = value {
                slot.shape.extend_from_slice(shape.dims());
                slot.len = bytes.len();
                snapshot.bytes.extend_from_slice(bytes);
            }
            snapshot.slots.push(slot);
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
        let values = values(&described, &model, &data);
        for (description, value) in described.iter().zip(&values) {
            let rank = value.as_ref().map(|(shape, _)| shape.dims().len());
            assert_eq!(rank, Some(description.dims.len()), "{description:?}");
        }
    }
}
