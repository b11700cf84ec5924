//! Equality constraints.

use super::{DEFAULT_SOLIMP, DEFAULT_SOLREF, Source};
use crate::model::codes::EqualityType;
use crate::model::{NEQDATA, NIMP, NREF};

/// What an equality constraint's names refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EqualityObject {
    #[default]
    Body,
    Site,
    Joint,
    Tendon,
}

/// An equality constraint.
#[derive(Clone, Debug)]
pub struct Equality {
    pub name: String,
    pub kind: EqualityType,
    pub object: EqualityObject,
    pub name1: String,
    /// Empty for the world body, or for a constraint of one joint or tendon.
    pub name2: String,
    pub active: bool,
    /// Connect: anchor. Weld: anchor, relative position and quaternion, torque scale. Joint,
    /// tendon: polynomial.
    pub data: [f64; NEQDATA],
    pub solref: [f64; NREF],
    pub solimp: [f64; NIMP],
    pub source: Source,
}

impl Default for Equality {
    fn default() -> Self {
        let mut data = [0.0; NEQDATA];
        data[1] = 1.0;
        data[10] = 1.0;
        Equality {
            name: String::new(),
            kind: EqualityType::Connect,
            object: EqualityObject::Body,
            name1: String::new(),
            name2: String::new(),
            active: true,
            data,
            solref: DEFAULT_SOLREF,
            solimp: DEFAULT_SOLIMP,
            source: None,
        }
    }
}
