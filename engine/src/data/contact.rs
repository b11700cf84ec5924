//! Questions to a contact.

use crate::Model;
use crate::data::Contact;

impl Contact {
    /// The bodies of its two geoms.
    #[inline]
    pub(crate) fn bodies(&self, model: &Model) -> [usize; 2] {
        (self.geom).map(|geom| model.geom_bodyid[geom as usize] as usize)
    }
}
