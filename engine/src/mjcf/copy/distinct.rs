//! Names that keep a model from being copied.
//!
//! MuJoCo looks for names that two elements of a kind share as soon as it has copied a list of
//! them.

use std::collections::HashSet;

use super::names::Names;
use super::namespace::Namespace;
use super::referring::Referring;
use super::roles::{each_asset, each_referring};
use crate::spec::Spec;

/// A copy took the name of another element of its kind.
pub(crate) struct Repeated {
    pub(crate) name: String,
}

/// Refuses names that assets or custom fields share.
pub(crate) fn check_assets(spec: &Spec) -> Result<(), Repeated> {
    macro_rules! check {
        ($($list:ident)*) => {
            $(distinct(spec.$list.iter().map(|item| &item.name))?;)*
        };
    }
    each_asset!(check);
    Ok(())
}

/// Refuses names that elements of a copy of the whole model would share. An element that refers to
/// something missing is not copied.
pub(crate) fn check_copy(spec: &Spec) -> Result<(), Repeated> {
    check_assets(spec)?;
    let mut names = Names::default();
    names.add_tree(&spec.world);
    names.number_lists(spec);
    check_references(spec, &names)?;
    distinct(spec.keyframes.iter().map(|key| &key.name))
}

/// Refuses duplicate names of elements that refer to others, where those exist.
pub(crate) fn check_references(spec: &Spec, names: &Names) -> Result<(), Repeated> {
    macro_rules! check {
        ($($list:ident)*) => {
            $(check_referring(&spec.$list, names)?;)*
        };
    }
    each_referring!(check);
    Ok(())
}

fn check_referring<T: Referring>(list: &[T], names: &Names) -> Result<(), Repeated> {
    let same = Namespace::default();
    let copied = list.iter().filter(|e| e.renamed(&same, names).is_some());
    distinct(copied.map(T::name))
}

/// Refuses a name that occurs twice; elements without one do not count.
fn distinct<'n>(names: impl Iterator<Item = &'n String>) -> Result<(), Repeated> {
    let mut seen = HashSet::new();
    for name in names.filter(|name| !name.is_empty()) {
        if !seen.insert(name) {
            return Err(Repeated { name: name.clone() });
        }
    }
    Ok(())
}
