//! The plans of one pair of simulators: most models have the same fields, so they are made once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::case::Mode;
use crate::catalogue::state;
use crate::compare::{Leniency, MASK_INPUTS, Plan, Selection};
use crate::simulator::Loaded;
use crate::snapshot::{FieldDescription, Side};

/// Plans for models with these fields.
#[derive(Debug, Default)]
pub(super) struct Plans {
    reference: Arc<Vec<FieldDescription>>,
    subject: Arc<Vec<FieldDescription>>,
    selection: Selection,
    leniency: Leniency,
    /// Whether the reference fills its memory.
    filled: bool,
    made: HashMap<Mode, (Plan, Plan, Plan)>,
}

/// The plans of one mode.
pub(super) struct ModePlans<'a> {
    /// Everything that is selected.
    pub compare: &'a mut Plan,
    /// The error of the state, once a free run has diverged.
    pub trace: &'a mut Plan,
    /// All fields of the model.
    pub model: &'a mut Plan,
}

impl Plans {
    /// Ensures that plans are for these models and the selected fields. All cases of a job select
    /// the same.
    pub(super) fn fit(
        &mut self,
        reference: &Loaded,
        subject: &Loaded,
        selection: &Selection,
        leniency: Leniency,
        filled: bool,
    ) {
        let same = Arc::ptr_eq(&self.reference, &reference.fields)
            && Arc::ptr_eq(&self.subject, &subject.fields);
        if !same {
            *self = Plans {
                reference: Arc::clone(&reference.fields),
                subject: Arc::clone(&subject.fields),
                selection: selection.clone(),
                leniency,
                filled,
                made: HashMap::new(),
            };
        }
    }

    /// The plans of a mode, without the results of earlier models.
    pub(super) fn of_mode(&mut self, mode: Mode) -> ModePlans<'_> {
        let (left, right) = (&self.reference, &self.subject);
        let (compare, trace, model) = self.made.entry(mode).or_insert_with(|| {
            let also = |field: &str| state::is_carried(field) || MASK_INPUTS.contains(&field);
            let physics = Selection::new(state::names().filter(|name| state::is_physics(name)));
            (
                Plan::new(mode.side(), mode, left, right, &self.selection, also),
                Plan::new(Side::Data, Mode::Free, left, right, &physics, |_| false),
                Plan::new(Side::Model, mode, left, right, &self.selection, |_| false),
            )
        });
        for plan in [&mut *compare, &mut *trace, &mut *model] {
            plan.clear();
            plan.leniency = self.leniency;
            plan.filled = self.filled;
        }
        ModePlans {
            compare,
            trace,
            model,
        }
    }
}
