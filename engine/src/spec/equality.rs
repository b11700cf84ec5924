//! Equality constraints.

use super::{ClassName, DEFAULT_SOLIMP, DEFAULT_SOLREF, Source};
use crate::model::codes::EqualityType;
use crate::model::{NEQDATA, NIMP, NREF};

/// What an equality constraint's names refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EqualityObject {
    /// Bodies.
    #[default]
    Body,
    /// Sites.
    Site,
    /// Joints.
    Joint,
    /// Tendons.
    Tendon,
    /// Flexes.
    Flex,
}

/// An equality constraint.
#[doc(alias = "mjsEquality")]
#[derive(Clone, Debug)]
pub struct Equality {
    /// The element's name; empty for none.
    pub name: String,
    /// What it holds together. Default connect.
    pub kind: EqualityType,
    /// What its two names are names of.
    pub object: EqualityObject,
    /// The first of what it holds together.
    pub name1: String,
    /// Empty for the world body, or for a constraint of one joint or tendon.
    pub name2: String,
    /// Whether it holds after a reset. Default true.
    pub active: bool,
    /// Connect: anchor. Weld: anchor, relative position and quaternion, torque scale. Joint,
    /// tendon: polynomial.
    pub data: [f64; NEQDATA],
    /// How a violation is corrected: time constant (s) and damping ratio, or negative stiffness and
    /// damping. Default 0.02, 1.
    pub solref: [f64; NREF],
    /// How hard it is: impedance at the start, at full width, width (m or rad), midpoint, power.
    /// Default 0.9, 0.95, 0.001, 0.5, 2.
    pub solimp: [f64; NIMP],
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
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
            class: None,
            source: None,
        }
    }
}
