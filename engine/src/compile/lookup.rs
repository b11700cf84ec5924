//! What a reference by name may point to.

use super::flex::Flex;
use super::geom::Geom;
use super::names::Names;
use super::parts::Parts;
use crate::spec::{ObjectType, Spec};

/// The resolved tree, the spec and the names, for elements that refer to others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<'a> {
    pub(super) spec: &'a Spec,
    pub(super) names: &'a Names<'a>,
    pub(super) parts: &'a Parts<'a>,
    pub(super) flexes: &'a [Flex<'a>],
    /// New id of each geom, `None` for one that was discarded as visual.
    pub(super) geom_ids: &'a [Option<usize>],
}

impl<'a> Lookup<'a> {
    /// The id that a name had before anything was discarded.
    pub(super) fn find(&self, kind: ObjectType, name: &str) -> Option<usize> {
        self.names.find(kind, name)
    }

    /// A geom that is still there, with its id.
    pub(super) fn geom(&self, name: &str) -> Option<(usize, &'a Geom<'a>)> {
        let id = self.geom_ids[self.find(ObjectType::Geom, name)?]?;
        Some((id, &self.parts.geoms[id]))
    }
}
