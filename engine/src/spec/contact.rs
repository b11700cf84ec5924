//! Predefined geom pairs and excluded body pairs.

use super::{ClassName, DEFAULT_SOLIMP, DEFAULT_SOLREF, Source};
use crate::model::{NIMP, NREF};

/// Two geoms that are always checked for contact, with their own contact parameters.
#[doc(alias = "mjsPair")]
#[derive(Clone, Debug)]
pub struct Pair {
    /// The element's name; empty for none.
    pub name: String,
    /// The first geom, by name.
    pub geom1: String,
    /// The second geom, by name.
    pub geom2: String,
    /// Dimensions in which its contacts push: 1, 3, 4 or 6. Default 3.
    pub condim: i32,
    /// Friction coefficients: sliding along two tangents, spinning (m), rolling about two tangents
    /// (m). Default 1, 1, 0.005, 0.0001, 0.0001.
    pub friction: [f64; 5],
    /// How a violation is corrected: time constant (s) and damping ratio, or negative stiffness and
    /// damping. Default 0.02, 1.
    pub solref: [f64; NREF],
    /// `solref` along the directions of friction; zeros mean as along the normal.
    pub solreffriction: [f64; NREF],
    /// How hard it is: impedance at the start, at full width, width (m or rad), midpoint, power.
    /// Default 0.9, 0.95, 0.001, 0.5, 2.
    pub solimp: [f64; NIMP],
    /// The distance below which contacts are made, in m. Default 0.
    pub margin: f64,
    /// How much of the margin a contact can be within without force, in m. Default 0.
    pub gap: f64,
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
    pub source: Source,
}

impl Default for Pair {
    fn default() -> Self {
        Pair {
            name: String::new(),
            geom1: String::new(),
            geom2: String::new(),
            condim: 3,
            friction: [1.0, 1.0, 0.005, 0.0001, 0.0001],
            solref: DEFAULT_SOLREF,
            solreffriction: [0.0; NREF],
            solimp: DEFAULT_SOLIMP,
            margin: 0.0,
            gap: 0.0,
            class: None,
            source: None,
        }
    }
}

/// Two bodies whose geoms never collide.
#[doc(alias = "mjsExclude")]
#[derive(Clone, Debug, Default)]
pub struct Exclude {
    /// The element's name; empty for none.
    pub name: String,
    /// The first body, by name.
    pub body1: String,
    /// The second body, by name.
    pub body2: String,
    /// Where it was written.
    pub source: Source,
}
