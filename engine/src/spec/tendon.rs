//! Tendons and their paths.

use std::sync::Arc;

use super::{Auto, ClassName, Compiler, DEFAULT_SOLIMP, DEFAULT_SOLREF, Source};
use crate::model::{NIMP, NREF};

/// One step of a tendon's path.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WrapKind {
    /// A joint with its coefficient, in a fixed tendon.
    Joint {
        /// The joint, by name.
        joint: String,
        /// What its position is multiplied by.
        coef: f64,
    },
    /// A site that the tendon passes through, by name.
    Site(String),
    /// A sphere or cylinder to wrap around, on the side of a site if one is given.
    Geom {
        /// The geom, by name.
        geom: String,
        /// The site on whose side the tendon passes, by name.
        sidesite: Option<String>,
    },
    /// The start of a branch that carries a fraction of the force.
    Pulley {
        /// By what length and force are divided until the next pulley.
        divisor: f64,
    },
}

/// One step of a tendon's path, and where it was written.
#[doc(alias = "mjsWrap")]
#[derive(Clone, Debug)]
pub struct Wrap {
    /// What the step is.
    pub kind: WrapKind,
    /// Where it was written.
    pub source: Source,
}

/// A tendon; its first wrap decides whether it is fixed or spatial.
#[doc(alias = "mjsTendon")]
#[derive(Clone, Debug)]
pub struct Tendon {
    /// The element's name; empty for none.
    pub name: String,
    /// Its path: joints of a fixed tendon; sites, geoms and pulleys of a spatial one.
    pub path: Vec<Wrap>,
    /// Stiffness of its spring, in N/m. Default 0.
    pub stiffness: f64,
    /// Both -1: the length at the spring reference.
    pub springlength: [f64; 2],
    /// Viscous damping, in N s/m. Default 0.
    pub damping: f64,
    /// The largest force of dry friction, in N. Default 0.
    pub frictionloss: f64,
    /// `solref` of dry friction. Default 0.02, 1.
    pub solref_friction: [f64; NREF],
    /// `solimp` of dry friction. Default 0.9, 0.95, 0.001, 0.5, 2.
    pub solimp_friction: [f64; NIMP],
    /// Whether `range` holds.
    pub limited: Auto,
    /// The shortest and the longest length, in m.
    pub range: [f64; 2],
    /// How far from its limit it already counts, in m. Default 0.
    pub margin: f64,
    /// `solref` of the limit. Default 0.02, 1.
    pub solref_limit: [f64; NREF],
    /// `solimp` of the limit. Default 0.9, 0.95, 0.001, 0.5, 2.
    pub solimp_limit: [f64; NIMP],
    /// The material that it is drawn with, by name; `rgba` counts where there is none.
    pub material: Option<String>,
    /// Radius with which it is drawn, in m. Default 0.003.
    pub width: f64,
    /// Colour: red, green, blue, opacity, each from 0 to 1. Default half grey.
    pub rgba: [f32; 4],
    /// A group by which viewers show and hide it: 0 to 5. Default 0.
    pub group: i32,
    /// Numbers of the author, which the engine does not read.
    pub user: Vec<f64>,
    /// Compiler settings of the model that this was attached from; `None` for the spec's own.
    pub settings: Option<Arc<Compiler>>,
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
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
            class: None,
            source: None,
        }
    }
}
