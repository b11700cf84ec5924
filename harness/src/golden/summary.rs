//! Moments that are summed up: the whole data, the whole model or all results of a call as one
//! digest, so that calls and edits take a line or two of a golden.

use std::ops::Range;
use std::sync::Arc;

use super::digest::{self, Hash};
use super::{Visit, Walker};
use crate::case::{Layout, Mode};
use crate::catalogue::tables;
use crate::compare::{MASK_INPUTS, Plan, Selection};
use crate::simulator::call::Output;
use crate::simulator::cause::cause;
use crate::simulator::{Action, Computed, Failure, Moment, Reset};
use crate::snapshot::{Assignment, Elem, FieldDescription, FieldView, Side, Snapshot};

/// The sums of a section, and how many moments it has so far.
pub(super) struct Summary {
    fields: Arc<Vec<FieldDescription>>,
    plan: Plan,
    moments: usize,
}

/// What a moment has: a field, and its elements.
pub(super) type Part = (String, Vec<u8>);

/// A sum of this name.
pub(super) fn sum(name: &str, hash: Hash) -> Part {
    (name.to_owned(), hash.to_bytes().to_vec())
}

/// Why a simulator stops, in the words that two of them share.
pub(super) fn stop(message: &str) -> Part {
    ("stop".to_owned(), cause(message).as_bytes().to_vec())
}

impl Summary {
    /// Has sums of these names, matrices of those, and a reason to stop.
    pub(super) fn new(mode: Mode, sums: &[&str], matrices: &[String]) -> Summary {
        let describe = |name: &str, elem: Elem| FieldDescription {
            side: mode.side(),
            group: "sum".to_owned(),
            name: name.to_owned(),
            elem,
            dims: vec!["n".to_owned()],
        };
        let matrices = matrices.iter().map(|name| describe(name, Elem::F64));
        let sums = sums.iter().map(|name| describe(name, Elem::U64));
        let fields: Vec<FieldDescription> = matrices
            .chain(sums)
            .chain([describe("stop", Elem::U8)])
            .collect();
        Summary {
            plan: Plan::new(
                mode.side(),
                mode,
                &fields,
                &fields,
                &Selection::default(),
                |_| false,
            ),
            fields: Arc::new(fields),
            moments: 0,
        }
    }

    /// Shows a moment with what it has; what is not named has no values.
    pub(super) fn show(
        &mut self,
        label: &str,
        parts: &[Part],
        layout: &Layout,
        visit: &mut dyn FnMut(Visit<'_>),
    ) {
        let mut snapshot = Snapshot {
            descriptions: Arc::clone(&self.fields),
            ..Snapshot::default()
        };
        for &at in &self.plan.reference {
            let field = &self.fields[at];
            let part = parts.iter().find(|(name, _)| *name == field.name);
            let bytes = part.map_or(&[][..], |(_, bytes)| bytes);
            snapshot.push(at, vec![bytes.len() / field.elem.size()], bytes);
        }
        visit(Visit {
            label,
            number: self.moments,
            is_last: false,
            plan: &mut self.plan,
            snapshot: &snapshot,
            layout,
        });
        self.moments += 1;
    }
}

/// All results of a call, in the order of their names.
pub(super) fn results(outputs: &[Output]) -> Hash {
    let mut outputs: Vec<&Output> = outputs.iter().collect();
    outputs.sort_by_key(|output| &output.name);
    let mut hash = Hash::default();
    for output in outputs {
        let description = FieldDescription {
            side: Side::Data,
            group: "call".to_owned(),
            name: output.name.clone(),
            elem: output.elem,
            dims: vec!["n".to_owned()],
        };
        let view = FieldView {
            description: &description,
            shape: &[output.count()],
            bytes: &output.bytes,
        };
        hash.add_text(&output.name);
        hash.add_hash(digest::field(
            view,
            std::slice::from_ref(&(0..output.count())),
        ));
    }
    hash
}

impl Walker<'_> {
    /// The fields of a side that the engine has too, as others may have more.
    pub(super) fn shared(&self, side: Side, mode: Mode) -> Plan {
        let computed = tables::descriptions(|info| info.computed);
        let also = |field: &str| MASK_INPUTS.contains(&field);
        let (all, selection) = (&self.loaded.fields, Selection::default());
        Plan::new(side, mode, all, &computed, &selection, also)
    }

    /// The sum of all fields that are kept and have values.
    pub(super) fn read_sum(
        &mut self,
        plan: &mut Plan,
        layout: &Layout,
        keep: impl Fn(&FieldDescription) -> bool,
    ) -> Result<Hash, Failure> {
        self.simulator.read(&plan.reference, &mut self.snapshot)?;
        let mut hash = Hash::default();
        plan.visit(&self.snapshot, layout, |field| {
            let Some(view) = field.view.filter(|view| keep(view.description)) else {
                return;
            };
            if field.ranges.iter().map(Range::len).sum::<usize>() > 0 {
                hash.add_text(field.name);
                hash.add_hash(digest::field(view, field.ranges));
            }
        });
        Ok(hash)
    }

    /// Runs from a reset, or goes on; the error that it ends in.
    pub(super) fn run(
        &mut self,
        reset: Option<Reset<'_>>,
        set: &[Assignment],
        action: Action,
    ) -> Result<Option<String>, Failure> {
        self.simulator.begin(&Moment {
            reset,
            set,
            action,
            read: &[],
        })?;
        Ok(match self.simulator.finish(&mut self.snapshot)? {
            Computed::Done(_) => None,
            Computed::Stopped(message) => Some(message),
        })
    }
}
