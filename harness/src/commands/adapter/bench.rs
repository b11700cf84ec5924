//! An adapter with a model loaded, beside the reference with the same model.

use crate::catalogue::state::{self, StateField};
use crate::precision::Precision;
use crate::simulator::{Action, Failure, Loaded, ModelSource, Pipelined};
use crate::snapshot::{Assignment, Elem, FieldView, Side, Snapshot};

/// A rotation that single and half precision hold exactly, and that another order of its parts
/// changes.
const ROTATION: [f64; 4] = [0.5, 0.5, 0.5, -0.5];

pub(super) struct Bench<'a> {
    pub subject: &'a mut dyn Pipelined,
    pub reference: &'a mut dyn Pipelined,
    /// What each side offers.
    pub loaded: Loaded,
    pub known: Loaded,
    /// The reference after a reset, and after a forward computation from there.
    pub initial: Snapshot,
    pub computed: Snapshot,
    pub precision: Precision,
}

impl<'a> Bench<'a> {
    /// Loads the model on both sides, the subject last.
    pub(super) fn load(
        subject: &'a mut dyn Pipelined,
        reference: &'a mut dyn Pipelined,
        source: &ModelSource,
    ) -> Result<Result<Bench<'a>, Failure>, Failure> {
        let known = reference.load(source)?;
        let every: Vec<usize> = (0..known.fields.len()).collect();
        let (mut initial, mut computed) = (Snapshot::default(), Snapshot::default());
        reference.reset(None)?;
        reference.read(&every, &mut initial)?;
        reference.run(Action::Forward)?;
        reference.read(&every, &mut computed)?;
        let loaded = match subject.load(source) {
            Ok(loaded) => loaded,
            Err(failure) => return Ok(Err(failure)),
        };
        let precision = subject.identity().precision;
        Ok(Ok(Bench {
            precision: precision.unwrap_or(Precision::DOUBLE).stored(),
            subject,
            reference,
            loaded,
            known,
            initial,
            computed,
        }))
    }

    /// The fields of the state that the subject lists and the model has.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &'static StateField> {
        state::SETTABLE.iter().filter(|field| {
            let mut fields = self.loaded.fields.iter();
            let listed = fields.any(|own| own.side == Side::Data && own.name == field.name);
            listed && self.size(field.name) > 0
        })
    }

    /// How many numbers the reference has for a field of the state.
    pub(super) fn size(&self, field: &str) -> usize {
        let view = self.initial.get(Side::Data, field);
        view.map_or(0, |view| view.numbers().len())
    }

    /// Numbers for a field of the state: no two neighbours are equal, and every precision holds
    /// them.
    pub(super) fn given(&self, field: &StateField) -> Assignment {
        let number = state::names()
            .take_while(|name| *name != field.name)
            .count();
        let pattern = |at: usize| ((37 * at + 11 * number) % 97 + 1) as f64 / 64.0;
        let mut values: Vec<f64> = (0..self.size(field.name)).map(pattern).collect();
        match field.name {
            "time" => values.fill(0.5),
            "eq_active" => values.fill(0.0),
            "mocap_quat" => {
                for (at, value) in values.iter_mut().enumerate() {
                    *value = ROTATION[at % 4];
                }
            }
            "qpos" => {
                for start in self.rotations() {
                    values[start..start + 4].copy_from_slice(&ROTATION);
                }
            }
            _ => {}
        }
        Assignment {
            field: field.name.to_owned(),
            values,
        }
    }

    /// Where quaternions begin in qpos.
    fn rotations(&self) -> Vec<usize> {
        let integers = |name| {
            let view = self.initial.get(Side::Model, name);
            view.and_then(|view| view.integers()).unwrap_or_default()
        };
        let joints = integers("jnt_type")
            .into_iter()
            .zip(integers("jnt_qposadr"));
        let starts = joints.filter_map(|(kind, start)| match kind {
            0 => Some(start + 3),
            1 => Some(start),
            _ => None,
        });
        starts.map(|start| start as usize).collect()
    }

    /// All that the subject takes, as [`Bench::given`] has it.
    pub(super) fn everything(&self) -> Vec<Assignment> {
        self.inputs().map(|field| self.given(field)).collect()
    }

    /// The subject's fields of the data, computed from the initial state with these changes.
    pub(super) fn compute(
        &mut self,
        set: &[Assignment],
        actions: &[Action],
    ) -> Result<Snapshot, Failure> {
        self.subject.reset(None)?;
        if !set.is_empty() {
            self.subject.set(set)?;
        }
        for action in actions {
            self.subject.run(*action)?;
        }
        self.read()
    }

    /// The subject's fields of the data as they are.
    pub(super) fn read(&mut self) -> Result<Snapshot, Failure> {
        let fields = self.loaded.fields.iter().enumerate();
        let data = fields.filter(|(_, field)| field.side == Side::Data);
        let data: Vec<usize> = data.map(|(at, _)| at).collect();
        let mut snapshot = Snapshot::default();
        self.subject.read(&data, &mut snapshot)?;
        Ok(snapshot)
    }
}

pub(super) fn is_float(elem: Elem) -> bool {
    matches!(elem, Elem::F64 | Elem::F32)
}

/// The fields whose bits differ between two reads, each with the first element that does.
pub(super) fn changed(before: &Snapshot, after: &Snapshot) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let data = |view: &FieldView<'_>| view.description.side == Side::Data;
    for old in before.iter().filter(data) {
        let name = &old.description.name;
        match after.get(Side::Data, name) {
            Some(new) if (new.shape, new.bytes) == (old.shape, old.bytes) => {}
            Some(new) => found.push((name.clone(), first(old, new))),
            None => found.push((name.clone(), "has no value any more".to_owned())),
        }
    }
    found
}

fn first(old: FieldView<'_>, new: FieldView<'_>) -> String {
    if old.shape != new.shape {
        return format!("has shape {:?}, then {:?}", old.shape, new.shape);
    }
    let pairs = old.numbers().into_iter().zip(new.numbers()).enumerate();
    let mut apart = pairs.filter(|(_, (old, new))| old.to_bits() != new.to_bits());
    match apart.next() {
        Some((at, (old, new))) => format!("[{at}] is {old}, then {new}"),
        None => "has other bits".to_owned(),
    }
}
