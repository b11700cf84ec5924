//! Who carries whom: the questions about a model's tree that every stage asks.

mod ancestry;

use std::ops::Range;

use crate::Model;
use crate::model::codes::joint_dofs;
pub(crate) use ancestry::{Ancestry, LONGEST_TRUNK, Part, TreeShape};

impl Model {
    /// Dof `i`, its parent, and so on to the root.
    #[inline]
    pub(crate) fn ancestors(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(i), |&j| usize::try_from(self.dof_parentid[j]).ok())
    }

    /// The closest body on the way to the world that has dofs of its own; the world if there is
    /// none.
    pub(crate) fn moving_ancestor(&self, mut body: usize) -> usize {
        while body > 0 && self.body_dofnum[body] == 0 {
            body = self.body_parentid[body] as usize;
        }
        body
    }

    /// The last dof that moves a body, or -1.
    #[inline]
    pub(crate) fn last_dof(&self, body: usize) -> i32 {
        match self.moving_ancestor(body) {
            0 => -1,
            body => self.body_dofadr[body] + self.body_dofnum[body] - 1,
        }
    }

    /// The dofs that move a body, from its last one to the root.
    #[inline]
    #[doc(alias = "mj_bodyChain")]
    pub(crate) fn body_dofs(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        let last = usize::try_from(self.last_dof(body)).ok();
        std::iter::successors(last, |&j| usize::try_from(self.dof_parentid[j]).ok())
    }

    /// A body's own dofs.
    #[inline]
    pub(crate) fn dofs_of(&self, body: usize) -> Range<usize> {
        range(self.body_dofadr[body], self.body_dofnum[body])
    }

    /// The dofs of a joint.
    pub fn joint_dofs(&self, jnt: usize) -> Range<usize> {
        let first = self.jnt_dofadr[jnt] as usize;
        first..first + joint_dofs(self.jnt_type[jnt])
    }

    /// The geoms of a body.
    #[inline]
    pub(crate) fn geoms_of(&self, body: usize) -> Range<usize> {
        range(self.body_geomadr[body], self.body_geomnum[body])
    }

    /// The elements of a tendon's path.
    pub(crate) fn tendon_path(&self, tendon: usize) -> Range<usize> {
        range(self.tendon_adr[tendon], self.tendon_num[tendon])
    }

    /// The dofs that move either of two bodies, from the last to the root, and which of the two
    /// each moves.
    #[inline]
    pub(crate) fn dofs_of_either(
        &self,
        a: usize,
        b: usize,
    ) -> impl Iterator<Item = (usize, bool, bool)> + '_ {
        let (mut next_a, mut next_b) = (self.last_dof(a), self.last_dof(b));
        std::iter::from_fn(move || {
            let last = next_a.max(next_b);
            let dof = usize::try_from(last).ok()?;
            let parent = self.dof_parentid[dof];
            let (moves_a, moves_b) = (next_a == last, next_b == last);
            if moves_a {
                next_a = parent;
            }
            if moves_b {
                next_b = parent;
            }
            Some((dof, moves_a, moves_b))
        })
    }
}

/// Neighbouring elements by the number of the first, which is -1 where there are none.
#[inline]
fn range(first: i32, count: i32) -> Range<usize> {
    let first = first.max(0) as usize;
    first..first + count as usize
}

/// What a step asks of the tree, found once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Topology {
    pub(crate) ancestry: Ancestry,
    /// Where the dofs that move each body are in the columns of the ancestry.
    chains: Vec<(u32, u32)>,
}

impl Topology {
    pub(crate) fn new(model: &Model) -> Topology {
        let ancestry = Ancestry::new(model);
        let range = |body: usize| match usize::try_from(model.last_dof(body)) {
            Ok(last) => (
                ancestry.rows[last].start as u32,
                ancestry.rows[last].end as u32,
            ),
            Err(_) => (0, 0),
        };
        let chains = (0..model.nbody).map(range).collect();
        Topology { ancestry, chains }
    }

    /// Where the dofs that move a body are, from its last one to the root.
    #[inline]
    pub(crate) fn chain_range(&self, body: usize) -> Range<usize> {
        let (start, end) = self.chains[body];
        start as usize..end as usize
    }

    /// The dofs that move a body, from its last one to the root.
    #[inline]
    pub(crate) fn chain(&self, body: usize) -> &[u32] {
        &self.ancestry.columns[self.chain_range(body)]
    }
}
