//! Fields that one version has and the other does not: no behaviour, but programs may read them.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::simulator::Loaded;
use crate::snapshot::{FieldDescription, Side};

/// What became of the fields of the older version.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Fields {
    pub new: BTreeSet<String>,
    pub gone: BTreeSet<String>,
    /// From the model to the data or back.
    pub moved: BTreeSet<String>,
    /// Dimensions that have other names.
    pub reshaped: BTreeSet<String>,
}

impl Fields {
    pub(super) fn between(old: &Loaded, new: &Loaded) -> Fields {
        let mut fields = Fields::default();
        let named = |all: &Loaded, name: &str, side: Side| -> Option<FieldDescription> {
            let mut all = all.fields.iter();
            all.find(|field| field.name == name && field.side == side)
                .cloned()
        };
        for field in new.fields.iter() {
            let (name, side) = (&field.name, field.side);
            match named(old, name, side) {
                Some(before) if before.dims != field.dims => fields.reshaped.insert(name.clone()),
                Some(_) => false,
                None if named(old, name, side.other()).is_some() => {
                    fields.moved.insert(name.clone())
                }
                None => fields.new.insert(name.clone()),
            };
        }
        for field in old.fields.iter() {
            let sides = [field.side, field.side.other()];
            if sides
                .iter()
                .all(|side| named(new, &field.name, *side).is_none())
            {
                fields.gone.insert(field.name.clone());
            }
        }
        fields
    }
}
