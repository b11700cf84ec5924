//! Tendons and their paths.

use std::sync::Arc;

use super::{Auto, Compiler, DEFAULT_SOLIMP, DEFAULT_SOLREF, Source};
use crate::model::{NIMP, NREF};

/// One step of a tendon's path.
#[derive(Clone, Debug, PartialEq)]
pub enum WrapKind {
    /// A joint with its coefficient, in a fixed tendon.
    Joint {
        joint: String,
        coef: f64,
    },
    Site(String),
    /// A sphere or cylinder to wrap around, on the side of a site if one is given.
    Geom {
        geom: String,
        sidesite: Option<String>,
    },
    /// The start of a branch that carries a fraction of the force.
    Pulley {
        divisor: f64,
    },
}

/// One step of a tendon's path, and where it was written.
#[derive(Clone, Debug)]
pub struct Wrap {
    pub kind: WrapKind,
    pub source: Source,
}

/// A tendon; its first wrap decides whether it is fixed or spatial.
#[derive(Clone, Debug)]
pub struct Tendon {
    pub name: String,
    pub path: Vec<Wrap>,
    pub stiffness: f64,
    /// Both -1: the length at the spring reference.
    pub springlength: [f64; 2],
    pub damping: f64,
    pub frictionloss: f64,
    pub solref_friction: [f64; NREF],
    pub solimp_friction: [f64; NIMP],
    pub limited: Auto,
    pub range: [f64; 2],
    pub margin: f64,
    pub solref_limit: [f64; NREF],
    pub solimp_limit: [f64; NIMP],
    pub material: Option<String>,
    pub width: f64,
    pub rgba: [f32; 4],
    pub group: i32,
    pub user: Vec<f64>,
    /// Compiler settings of the model that this was attached from; `None` for the spec's own.
    pub settings: Option<Arc<Compiler>>,
    pub source: Source,
}

impl Default for Tendon {
    fn default() -> Self {
        Tendon {
            name: String::new(),
            path: Vec::new(),
            stiffness: 0.0,
            springlength: [-1.0; 2],
            damping: 0.0,
            frictionloss: 0.0,
            solref_friction: DEFAULT_SOLREF,
            solimp_friction: DEFAULT_SOLIMP,
            limited: Auto::Auto,
            range: [0.0; 2],
            margin: 0.0,
            solref_limit: DEFAULT_SOLREF,
            solimp_limit: DEFAULT_SOLIMP,
            material: None,
            width: 0.003,
            rgba: [0.5, 0.5, 0.5, 1.0],
            group: 0,
            user: Vec::new(),
            settings: None,
            source: None,
        }
    }
}
