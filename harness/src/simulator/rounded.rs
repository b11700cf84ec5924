//! A simulator in a lower precision, made of MuJoCo: constants, state and the results of every
//! stage are rounded. It is honest by construction, or has one fault that was put into it on
//! purpose; `harness verdict calibrate` measures with both.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::call::Call;
use super::noise::{Noise, Scale};
use super::{Ability, Action, Failure, Identity, Loaded, ModelSource, Simulator};
use crate::delegate;
use crate::precision::Precision;
use crate::snapshot::{Assignment, Elem, FieldDescription, Side, Snapshot};

/// A field that is multiplied: all elements of it, by this factor.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaledField {
    pub field: String,
    pub factor: f64,
}

// A factor that is not a number does not parse.
impl Eq for ScaledField {}

impl FromStr for ScaledField {
    type Err = String;

    fn from_str(text: &str) -> Result<ScaledField, String> {
        let parts = text.split_once('*');
        let parts = parts.and_then(|(field, factor)| Some((field, factor.parse().ok()?)));
        match parts {
            Some((field, factor)) if f64::is_finite(factor) && !field.is_empty() => {
                Ok(ScaledField {
                    field: field.to_owned(),
                    factor,
                })
            }
            _ => Err(format!("{text:?} is not FIELD*FACTOR")),
        }
    }
}

impl fmt::Display for ScaledField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}*{}", self.field, self.factor)
    }
}

/// What a step advances.
const ADVANCED: [&str; 4] = ["qpos", "qvel", "act", "time"];

/// A simulator whose numbers are coarser than those of the one inside.
pub struct Rounded {
    inner: Box<dyn Simulator>,
    identity: Identity,
    precision: Precision,
    fault: Option<ScaledField>,
    /// The fields of the loaded model as the inner simulator has them, and as they are handed out.
    fields: Arc<Vec<FieldDescription>>,
    told: Arc<Vec<FieldDescription>>,
    read: Snapshot,
}

impl fmt::Debug for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rounded({})", self.precision)
    }
}

impl Rounded {
    pub fn new(
        inner: Box<dyn Simulator>,
        precision: Precision,
        fault: Option<ScaledField>,
    ) -> Rounded {
        let identity = Identity {
            precision: Some(precision),
            ..inner.identity().clone()
        };
        Rounded {
            inner,
            identity,
            precision,
            fault,
            fields: Arc::default(),
            told: Arc::default(),
            read: Snapshot::default(),
        }
    }

    /// Rounds fields that the inner simulator holds.
    fn round(&mut self, chosen: impl Fn(&FieldDescription) -> bool) -> Result<(), Failure> {
        let mut values = self.values(chosen)?;
        let (precision, fault) = (self.precision, self.fault.clone());
        for Assignment { field, values } in &mut values {
            let scaled = fault.as_ref().filter(|fault| fault.field == *field);
            let factor = scaled.map_or(1.0, |fault| fault.factor);
            for value in values {
                *value = precision.round(*value * factor);
            }
        }
        self.inner.set(&values)
    }

    fn values(
        &mut self,
        chosen: impl Fn(&FieldDescription) -> bool,
    ) -> Result<Vec<Assignment>, Failure> {
        let fields = self.fields.iter().enumerate();
        let wanted = fields.filter(|(_, field)| field.elem == Elem::F64 && chosen(field));
        let wanted: Vec<usize> = wanted.map(|(at, _)| at).collect();
        let mut read = std::mem::take(&mut self.read);
        self.inner.read(&wanted, &mut read)?;
        let assign = |view: crate::snapshot::FieldView<'_>| Assignment {
            field: view.description.name.clone(),
            values: view.numbers(),
        };
        let values = read.iter().map(assign).collect();
        self.read = read;
        Ok(values)
    }

    fn forward(&mut self) -> Result<(), Failure> {
        let named = |fault: &ScaledField| {
            let field =
                |field: &FieldDescription| field.side == Side::Data && field.name == fault.field;
            self.fields.iter().position(field).map(|field| Scale {
                field,
                factor: fault.factor,
            })
        };
        let noise = Noise {
            precision: self.precision,
            seed: None,
            scale: self.fault.as_ref().and_then(named),
        };
        self.inner.call(&noise.call()).map(drop)
    }

    fn step(&mut self) -> Result<(), Failure> {
        self.forward()?;
        let at = self.fields.iter().position(|f| f.name == "opt.integrator");
        let mut read = std::mem::take(&mut self.read);
        self.inner.read(at.as_slice(), &mut read)?;
        let integrator = read.at(0).and_then(|view| view.integers());
        self.read = read;
        let function = match integrator.as_deref() {
            Some([1]) => "mj_RungeKutta",
            Some([2 | 3]) => "mj_implicit",
            _ => "mj_Euler",
        };
        self.inner.call(&Call {
            function: function.to_owned(),
            arguments: Vec::new(),
        })?;
        self.round(|field| field.side == Side::Data && ADVANCED.contains(&field.name.as_str()))
    }
}

impl Simulator for Rounded {
    delegate!(reset, poison);

    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        let mut loaded = self.inner.load(source)?;
        self.fields = Arc::clone(&loaded.fields);
        let narrow = |field: &FieldDescription| FieldDescription {
            elem: match field.elem {
                Elem::F64 if self.precision <= Precision::SINGLE => Elem::F32,
                other => other,
            },
            ..field.clone()
        };
        let told: Vec<FieldDescription> = loaded.fields.iter().map(narrow).collect();
        if told != *self.told {
            self.told = Arc::new(told);
        }
        loaded.fields = Arc::clone(&self.told);
        loaded.abilities.retain(|ability| {
            matches!(
                ability,
                Ability::Forward | Ability::Step | Ability::Keyframe
            )
        });
        let is_constant =
            |field: &FieldDescription| field.side == Side::Model && field.is_settable();
        self.round(is_constant)?;
        self.inner.reset(None)?;
        Ok(loaded)
    }

    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure> {
        let rounded = |value: &Assignment| Assignment {
            field: value.field.clone(),
            values: value
                .values
                .iter()
                .map(|v| self.precision.round(*v))
                .collect(),
        };
        let values: Vec<Assignment> = values.iter().map(rounded).collect();
        self.inner.set(&values)
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        match action {
            Action::Forward => self.forward()?,
            Action::Step { count } => {
                for _ in 0..count {
                    self.step()?;
                }
            }
            Action::Inverse | Action::SetConst => {
                return Err(Failure::Unable {
                    what: "a rounded simulator runs forward only".to_owned(),
                });
            }
        }
        Ok(Vec::new())
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        let mut read = std::mem::take(&mut self.read);
        self.inner.read(fields, &mut read)?;
        snapshot.descriptions = Arc::clone(&self.told);
        snapshot.slots.clear();
        snapshot.bytes.clear();
        for slot in &read.slots {
            let bytes = &read.bytes[slot.start..slot.start + slot.len];
            let narrowed = self.fields[slot.field].elem != self.told[slot.field].elem;
            let (numbers, _) = bytes.as_chunks::<8>();
            let narrow = |bytes: &[u8; 8]| (f64::from_le_bytes(*bytes) as f32).to_le_bytes();
            let narrow: Vec<u8> = match narrowed {
                true => numbers.iter().flat_map(narrow).collect(),
                false => bytes.to_vec(),
            };
            snapshot.push(slot.field, slot.shape.clone(), &narrow);
        }
        self.read = read;
        Ok(())
    }
}
