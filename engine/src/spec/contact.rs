//! Predefined geom pairs and excluded body pairs.

use super::{DEFAULT_SOLIMP, DEFAULT_SOLREF, Source};
use crate::model::{NIMP, NREF};

/// Two geoms that are always checked for contact, with their own contact parameters.
#[derive(Clone, Debug)]
pub struct Pair {
    pub name: String,
    pub geom1: String,
    pub geom2: String,
    pub condim: i32,
    pub friction: [f64; 5],
    pub solref: [f64; NREF],
    pub solreffriction: [f64; NREF],
    pub solimp: [f64; NIMP],
    pub margin: f64,
    pub gap: f64,
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
            source: None,
        }
    }
}

/// Two bodies whose geoms never collide.
#[derive(Clone, Debug, Default)]
pub struct Exclude {
    pub name: String,
    pub body1: String,
    pub body2: String,
    pub source: Source,
}
