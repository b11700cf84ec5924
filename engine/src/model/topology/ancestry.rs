//! Who moves whom: the dofs on the way from each dof to the root, planned once for all the work
//! along the tree.
//!
//! Along a limb each dof's parent is the one before it, so that what belongs to them lies side by
//! side in memory.

use std::ops::Range;

use crate::Model;
use crate::model::paths::SpecialPath;

/// A dof's row in the layout of `qM`: the dof itself, its parent and so on to the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DofRow {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The first of the dofs that follow each other along a limb up to this one.
    pub(crate) limb: usize,
    /// Whether the row is diagonal and constant.
    pub(crate) simple: bool,
    /// Whether the limb starts at the root of the tree and is short up to this dof.
    pub(crate) in_trunk: bool,
}

impl DofRow {
    #[inline]
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The elements of the ancestors.
    #[inline]
    pub(crate) fn above(&self) -> Range<usize> {
        self.start + 1..self.end
    }
}

/// Trees that are solved for in the same way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) shape: TreeShape,
}

/// What the trees are like, which decides how they are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeShape {
    /// Each tree is a single dof.
    Single,
    /// A single tree which is one short limb of several dofs.
    Trunk,
    /// Anything else.
    Branched,
}

/// The longest limb that is worked on without loops.
pub(crate) const LONGEST_TRUNK: usize = 10;

impl Part {
    #[inline]
    pub(crate) fn range(&self) -> Range<usize> {
        self.first..self.end
    }
}

/// The rows of all dofs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ancestry {
    pub(crate) rows: Vec<DofRow>,
    /// The dofs of the elements, row by row.
    pub(crate) columns: Vec<u32>,
    pub(crate) parts: Vec<Part>,
}

impl Ancestry {
    /// The elements of the rows of some trees.
    #[inline]
    pub(crate) fn elements(&self, part: &Part) -> Range<usize> {
        self.rows[part.first].start..self.rows[part.end - 1].end
    }

    pub(crate) fn new(model: &Model) -> Ancestry {
        let mut ancestry = Ancestry::default();
        for i in 0..model.nv {
            let parent = usize::try_from(model.dof_parentid[i]).ok();
            let above = parent.map(|parent| ancestry.rows[parent]);
            let limb = above.filter(|_| parent == i.checked_sub(1));
            let start = ancestry.columns.len();
            ancestry.columns.push(i as u32);
            if let Some(above) = above {
                ancestry.columns.extend_from_within(above.range());
            }
            let (end, limb) = (ancestry.columns.len(), limb.map_or(i, |above| above.limb));
            let simple = model.dof_simplenum[i] != 0;
            let in_trunk = end - start <= LONGEST_TRUNK && end - start == i + 1 - limb && !simple;
            ancestry.rows.push(DofRow {
                start,
                end,
                limb,
                simple,
                in_trunk: in_trunk && SpecialPath::Trunk.is_open(),
            });
        }
        ancestry.divide();
        ancestry
    }

    /// Sorts the trees by their shapes, neighbours of the same one together.
    fn divide(&mut self) {
        let is_root = |row: &DofRow| row.end - row.start == 1;
        let mut end = self.rows.len();
        while let Some(last) = end.checked_sub(1) {
            let first = self.rows[..=last].iter().rposition(is_root).unwrap_or(0);
            let shape = if first == last && SpecialPath::Single.is_open() {
                TreeShape::Single
            } else if first < last && self.rows[last].in_trunk {
                TreeShape::Trunk
            } else {
                TreeShape::Branched
            };
            match self.parts.last_mut() {
                Some(part) if shape != TreeShape::Trunk && part.shape == shape => {
                    part.first = first
                }
                _ => self.parts.push(Part { first, end, shape }),
            }
            end = first;
        }
    }
}
