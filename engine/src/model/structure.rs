//! What data is laid out for, beside the lengths of its arrays: the tree of a model. Models of one
//! structure, such as variants with other masses, can share data; others cannot.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::Model;

impl Model {
    /// Notes the model's structure, by which data is known to belong to it.
    pub(crate) fn note_structure(&mut self) {
        let mut hasher = DefaultHasher::new();
        for tree in [
            &self.body_parentid,
            &self.body_mocapid,
            &self.jnt_type,
            &self.jnt_bodyid,
            &self.dof_simplenum,
            &self.geom_bodyid,
            &self.tendon_num,
            &self.wrap_type,
            &self.wrap_objid,
        ] {
            tree.hash(&mut hasher);
        }
        // Zero stands for a model that was not compiled.
        self.structure = hasher.finish().max(1);
    }
}
