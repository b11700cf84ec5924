//! Which worlds of a batch take part.

use std::ops::RangeFull;

use crate::misuse::Misuse;

/// Which worlds of a batch take part in some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worlds<'a> {
    /// All of them; `..` becomes this.
    All,
    /// Those whose flag is set: one flag for each world.
    Mask(&'a [bool]),
    /// Those with these numbers. One that is named twice takes part once.
    Ids(&'a [usize]),
}

impl From<RangeFull> for Worlds<'_> {
    fn from(_: RangeFull) -> Self {
        Worlds::All
    }
}

impl<'a> From<&'a [bool]> for Worlds<'a> {
    fn from(mask: &'a [bool]) -> Self {
        Worlds::Mask(mask)
    }
}

impl<'a, const N: usize> From<&'a [bool; N]> for Worlds<'a> {
    fn from(mask: &'a [bool; N]) -> Self {
        Worlds::Mask(mask)
    }
}

impl<'a> From<&'a Vec<bool>> for Worlds<'a> {
    fn from(mask: &'a Vec<bool>) -> Self {
        Worlds::Mask(mask)
    }
}

impl<'a> From<&'a [usize]> for Worlds<'a> {
    fn from(ids: &'a [usize]) -> Self {
        Worlds::Ids(ids)
    }
}

impl<'a, const N: usize> From<&'a [usize; N]> for Worlds<'a> {
    fn from(ids: &'a [usize; N]) -> Self {
        Worlds::Ids(ids)
    }
}

impl<'a> From<&'a Vec<usize>> for Worlds<'a> {
    fn from(ids: &'a Vec<usize>) -> Self {
        Worlds::Ids(ids)
    }
}

impl Worlds<'_> {
    /// Sets the flags of those that take part. Nothing is changed where that is not possible.
    pub(super) fn choose(self, chosen: &mut [bool]) -> Result<(), Misuse> {
        match self {
            Worlds::All => chosen.fill(true),
            Worlds::Mask(mask) => {
                Misuse::length("mask", chosen.len(), mask.len())?;
                chosen.copy_from_slice(mask);
            }
            Worlds::Ids(ids) => {
                for &id in ids {
                    Misuse::id("world", id, chosen.len())?;
                }
                chosen.fill(false);
                for &id in ids {
                    chosen[id] = true;
                }
            }
        }
        Ok(())
    }
}
