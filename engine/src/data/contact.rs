//! Questions to a contact.

use crate::Model;
use crate::data::Contact;

impl Contact {
    /// The bodies of its two geoms; none for a flex.
    #[inline]
    pub(crate) fn bodies(&self, model: &Model) -> [Option<usize>; 2] {
        self.geom.map(|geom| {
            let geom = usize::try_from(geom).ok()?;
            Some(model.geom_bodyid[geom] as usize)
        })
    }
}
