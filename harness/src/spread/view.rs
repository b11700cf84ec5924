//! The fields of a snapshot by name, as numbers.

use std::collections::HashMap;

use crate::snapshot::{FieldView, Side, Snapshot};

/// The data fields of a snapshot.
#[derive(Debug)]
pub struct View<'a> {
    snapshot: &'a Snapshot,
    slots: HashMap<&'a str, usize>,
}

impl<'a> View<'a> {
    pub fn new(snapshot: &'a Snapshot) -> View<'a> {
        let slots = snapshot.slots.iter().enumerate();
        let named = slots.filter_map(|(at, slot)| {
            let field = &snapshot.descriptions[slot.field];
            (field.side == Side::Data && !slot.absent).then_some((field.name.as_str(), at))
        });
        View {
            snapshot,
            slots: named.collect(),
        }
    }

    pub fn field(&self, name: &str) -> Option<FieldView<'a>> {
        self.snapshot.at(*self.slots.get(name)?)
    }

    pub fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        self.field(name).map(|view| view.numbers())
    }

    pub fn integers(&self, name: &str) -> Option<Vec<i64>> {
        self.field(name)?.integers()
    }
}
