//! Elements that refer to others, when those are copied or removed.
//!
//! After a part of the tree was copied, MuJoCo copies every pair, exclude, tendon, equality, actuator, sensor and tuple
//! whose references exist under the new names. After the original part was removed it removes those that refer to it.
//! What refers to nothing at all, a clock for one, counts as copied every time.

use std::sync::Arc;

use super::names::Names;
use super::namespace::Namespace;
use super::referring::Referring;
use crate::spec::{Compiler, Spec};

/// A copy took the name of another element of its kind.
pub(super) struct Repeated {
    pub(super) name: String,
}

/// How many elements of each list a copy is to be made of, the rest being copies themselves.
#[derive(Clone, Copy)]
pub(super) struct Originals([usize; 7]);

impl Originals {
    /// All that a model has now.
    pub(super) fn of(spec: &Spec) -> Originals {
        Originals([
            spec.pairs.len(),
            spec.excludes.len(),
            spec.tendons.len(),
            spec.equalities.len(),
            spec.actuators.len(),
            spec.sensors.len(),
            spec.tuples.len(),
        ])
    }

    /// No limit: copies may be copied.
    pub(super) const ALL: Originals = Originals([usize::MAX; 7]);
}

/// Where copies of elements go to, and how they are named there.
pub(super) struct Copying<'c> {
    pub(super) space: &'c Namespace,
    pub(super) settings: Option<&'c Arc<Compiler>>,
    pub(super) names: &'c mut Names,
}

impl Copying<'_> {
    /// Appends copies of what refers to copied elements of the same model.
    pub(super) fn within(&mut self, spec: &mut Spec, originals: Originals) -> Result<(), Repeated> {
        let Originals(
            [
                pairs,
                excludes,
                tendons,
                equalities,
                actuators,
                sensors,
                tuples,
            ],
        ) = originals;
        self.copy_within(&mut spec.pairs, pairs)?;
        self.copy_within(&mut spec.excludes, excludes)?;
        self.copy_within(&mut spec.tendons, tendons)?;
        self.copy_within(&mut spec.equalities, equalities)?;
        self.copy_within(&mut spec.actuators, actuators)?;
        self.copy_within(&mut spec.sensors, sensors)?;
        self.copy_within(&mut spec.tuples, tuples)
    }

    /// Appends copies of what refers to copied elements of another model.
    pub(super) fn from(&mut self, source: &mut Spec, spec: &mut Spec) -> Result<(), Repeated> {
        self.copy_from(&mut source.pairs, &mut spec.pairs)?;
        self.copy_from(&mut source.excludes, &mut spec.excludes)?;
        self.copy_from(&mut source.tendons, &mut spec.tendons)?;
        self.copy_from(&mut source.equalities, &mut spec.equalities)?;
        self.copy_from(&mut source.actuators, &mut spec.actuators)?;
        self.copy_from(&mut source.sensors, &mut spec.sensors)?;
        self.copy_from(&mut source.tuples, &mut spec.tuples)
    }

    fn copy_within<T: Referring>(
        &mut self,
        list: &mut Vec<T>,
        originals: usize,
    ) -> Result<(), Repeated> {
        let mut copies = Vec::new();
        for (index, original) in list.iter_mut().enumerate() {
            if index < originals || original.is_unbound() {
                copies.extend(self.copy(original));
            }
        }
        self.append(list, copies)
    }

    fn copy_from<T: Referring>(
        &mut self,
        source: &mut [T],
        list: &mut Vec<T>,
    ) -> Result<(), Repeated> {
        let copies = source.iter_mut().filter_map(|original| self.copy(original));
        let copies = copies.collect();
        self.append(list, copies)
    }

    fn copy<T: Referring>(&self, original: &mut T) -> Option<T> {
        let mut copy = original.renamed(self.space, self.names)?;
        original.forget();
        copy.set_settings(self.settings);
        Some(copy)
    }

    fn append<T: Referring>(&mut self, list: &mut Vec<T>, copies: Vec<T>) -> Result<(), Repeated> {
        for copy in copies {
            if self.names.append(T::KIND, copy.name()) {
                let name = copy.name().clone();
                return Err(Repeated { name });
            }
            list.push(copy);
        }
        Ok(())
    }
}

/// Drops the saved states of actuators that a copy of the whole model has too: MuJoCo makes one to compare with, and lets them go with it.
pub(super) fn forget_copied(spec: &mut Spec, names: &Names) {
    let same = Namespace::default();
    for actuator in &mut spec.actuators {
        if actuator.renamed(&same, names).is_some() {
            actuator.forget();
        }
    }
}

/// Removes what refers to elements that are in `before` but not in `after`.
pub(super) fn remove_all(spec: &mut Spec, before: &Names, after: &mut Names) {
    remove_from(&mut spec.pairs, before, after);
    remove_from(&mut spec.excludes, before, after);
    remove_from(&mut spec.tendons, before, after);
    remove_from(&mut spec.equalities, before, after);
    remove_from(&mut spec.actuators, before, after);
    remove_from(&mut spec.sensors, before, after);
}

fn remove_from<T: Referring>(list: &mut Vec<T>, before: &Names, after: &mut Names) {
    let same = Namespace::default();
    list.retain(|element| {
        let lost =
            element.renamed(&same, before).is_some() && element.renamed(&same, after).is_none();
        if lost {
            after.remove(T::KIND, element.name());
        }
        !lost
    });
}
