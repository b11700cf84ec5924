//! The plans of one pair of simulators: most models have the same fields, so they are made once.

use std::collections::HashMap;
use std::sync::Arc;

use super::judge::STATE;
use super::modes::CARRIED;
use crate::case::Mode;
use crate::compare::{MASK_INPUTS, Plan, Selection};
use crate::simulator::Loaded;
use crate::snapshot::{FieldDescription, Side};

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Purpose {
    Compare(Mode),
    /// The error of the state, once a free run has parted.
    Trace,
}

/// Plans that are not in use.
#[derive(Debug)]
pub(super) struct Plans {
    selection: Selection,
    reference: Arc<Vec<FieldDescription>>,
    subject: Arc<Vec<FieldDescription>>,
    shelf: HashMap<Purpose, Plan>,
}

impl Plans {
    /// For comparing the selected fields.
    pub(super) fn new(selection: &Selection) -> Plans {
        Plans {
            selection: selection.clone(),
            reference: Arc::default(),
            subject: Arc::default(),
            shelf: HashMap::new(),
        }
    }

    /// A plan for these models.
    pub(super) fn take(&mut self, purpose: Purpose, reference: &Loaded, subject: &Loaded) -> Plan {
        let same = Arc::ptr_eq(&self.reference, &reference.fields)
            && Arc::ptr_eq(&self.subject, &subject.fields);
        if !same {
            self.shelf.clear();
            self.reference = Arc::clone(&reference.fields);
            self.subject = Arc::clone(&subject.fields);
        }
        if let Some(mut plan) = self.shelf.remove(&purpose) {
            plan.clear();
            return plan;
        }
        let (left, right) = (&reference.fields, &subject.fields);
        match purpose {
            Purpose::Trace => {
                let state = Selection::new(STATE.iter().copied());
                Plan::new(Side::Data, Mode::Free, left, right, &state, |_| false)
            }
            Purpose::Compare(mode) => {
                let also = |field: &str| CARRIED.contains(&field) || MASK_INPUTS.contains(&field);
                Plan::new(mode.side(), mode, left, right, &self.selection, also)
            }
        }
    }

    /// Takes a plan back.
    pub(super) fn put(&mut self, purpose: Purpose, plan: Plan) {
        self.shelf.insert(purpose, plan);
    }
}
