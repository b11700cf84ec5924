//! Elements that refer to others, when those are copied or removed.
//!
//! After a part of the tree was copied, MuJoCo copies every flex, pair, exclude, tendon, equality,
//! actuator, sensor and tuple whose references exist under the new names. After the original part
//! was removed it removes those that refer to it. What refers to nothing at all, such as a clock,
//! counts as copied every time.

use std::sync::Arc;

use super::distinct::Repeated;
use super::names::Names;
use super::namespace::Namespace;
use super::referring::Referring;
use super::roles::each_referring;
use crate::spec::{Compiler, Spec};

/// How many elements of each list a copy is to be made of, the rest being copies themselves.
#[derive(Clone, Copy)]
pub(crate) struct Originals([usize; 8]);

impl Originals {
    /// All that a model has now.
    pub(crate) fn of(spec: &Spec) -> Originals {
        macro_rules! lengths {
            ($($list:ident)*) => { Originals([$(spec.$list.len()),*]) };
        }
        each_referring!(lengths)
    }

    /// All that a model has now, if nothing can refer to a copy of a copy: such copies there are
    /// only of what refers to nothing, and of those a path with a pulley or a sensor can be named by
    /// others.
    pub(crate) fn copied_once(spec: &Spec) -> Originals {
        let tendon = spec.tendons.iter().any(Referring::is_unbound);
        let sensor = !spec.tuples.is_empty() && spec.sensors.iter().any(Referring::is_unbound);
        if tendon || sensor {
            Originals::ALL
        } else {
            Originals::of(spec)
        }
    }

    /// Whether there are any.
    pub(crate) fn any(self) -> bool {
        self.0 != [0; 8]
    }

    /// No limit: copies may be copied.
    pub(crate) const ALL: Originals = Originals([usize::MAX; 8]);
}

/// Where copies of elements go to, and how they are named there.
pub(crate) struct Copying<'c> {
    pub(crate) space: &'c Namespace,
    pub(crate) settings: Option<&'c Arc<Compiler>>,
    pub(crate) names: &'c mut Names,
}

impl Copying<'_> {
    /// Appends copies of what refers to copied elements of the same model.
    pub(crate) fn within(&mut self, spec: &mut Spec, originals: Originals) -> Result<(), Repeated> {
        let mut counts = originals.0.into_iter();
        macro_rules! copy {
            ($($list:ident)*) => {
                $(self.copy_within(&mut spec.$list, counts.next().unwrap_or(0))?;)*
            };
        }
        each_referring!(copy);
        Ok(())
    }

    /// Appends copies of what refers to copied elements of another model.
    pub(crate) fn from(&mut self, source: &mut Spec, spec: &mut Spec) -> Result<(), Repeated> {
        macro_rules! copy {
            ($($list:ident)*) => {
                $(self.copy_from(&mut source.$list, &mut spec.$list)?;)*
            };
        }
        each_referring!(copy);
        Ok(())
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

/// Drops the saved states of actuators that a copy of the whole model has too: MuJoCo makes one to
/// compare with, and lets them go with it.
pub(crate) fn forget_copied(spec: &mut Spec, names: &Names) {
    let same = Namespace::default();
    for actuator in &mut spec.actuators {
        if actuator.renamed(&same, names).is_some() {
            actuator.forget();
        }
    }
}

/// Removes what refers to elements that are in `before` but not in `after`.
pub(crate) fn remove_all(spec: &mut Spec, before: &Names, after: &mut Names) {
    macro_rules! remove {
        ($($list:ident)*) => {
            $(remove_from(&mut spec.$list, before, after);)*
        };
    }
    each_referring!(remove);
}

fn remove_from<T: Referring>(list: &mut Vec<T>, before: &Names, after: &mut Names) {
    if !T::REMOVED {
        return;
    }
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
