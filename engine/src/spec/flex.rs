//! Flexes: deformable lines, sheets and solids.

use super::{DEFAULT_SOLIMP, DEFAULT_SOLREF, Source};
use crate::math::Vec3;
use crate::model::codes::FlexSelf;
use crate::model::{NIMP, NREF};

/// A deformable: vertices on bodies, and the elements between them.
#[doc(alias = "mjsFlex")]
#[derive(Clone, Debug)]
pub struct Flex {
    /// The element's name; empty for none.
    pub name: String,
    /// Bits of what it is. Default 1.
    pub contype: i32,
    /// Bits of what it touches. Default 1.
    pub conaffinity: i32,
    /// Dimensions in which its contacts push: 1, 3, 4 or 6. Default 3.
    pub condim: i32,
    /// Whose parameters count where it touches something. Default 0.
    pub priority: i32,
    /// Friction coefficients: sliding, spinning, rolling. Default 1, 0.005, 0.0001.
    pub friction: Vec3,
    /// The weight of its contact parameters where they are mixed with others. Default 1.
    pub solmix: f64,
    /// `solref` of its contacts. Default 0.02, 1.
    pub solref: [f64; NREF],
    /// `solimp` of its contacts. Default 0.9, 0.95, 0.001, 0.5, 2.
    pub solimp: [f64; NIMP],
    /// The distance below which contacts are made, in m. Default 0.
    pub margin: f64,
    /// How much of the margin a contact can be within without force, in m. Default 0.
    pub gap: f64,
    /// What the elements are: 1 segments, 2 triangles, 3 tetrahedra. Default 2.
    pub dim: i32,
    /// How thick the elements are, in m. Default 0.005.
    pub radius: f64,
    /// Whether an element and a vertex of its neighbours can touch. Default true.
    pub internal: bool,
    /// Whether faces are drawn flat. Default false.
    pub flatskin: bool,
    /// How contacts of the flex with itself are looked for. Default auto.
    pub selfcollide: FlexSelf,
    /// How many layers of elements below the surface of a solid can touch others. Default 1.
    pub activelayers: i32,
    /// A group by which viewers show and hide it. Default 0.
    pub group: i32,
    /// Stiffness of springs along edges, in N/m; for segments only. Default 0.
    pub edgestiffness: f64,
    /// Damping along edges, in N s/m. Default 0.
    pub edgedamping: f64,
    /// Colour: red, green, blue, opacity, each from 0 to 1. Default half grey.
    pub rgba: [f32; 4],
    /// The material that it is drawn with, by name; `rgba` counts where there is none.
    pub material: Option<String>,
    /// Young's modulus, in Pa; elements have no elasticity if it is 0. Default 0.
    pub young: f64,
    /// Poisson's ratio, from 0 to below 0.5. Default 0.
    pub poisson: f64,
    /// Damping in proportion to the elements' stiffness, in s. Default 0.
    pub damping: f64,
    /// Thickness of sheets, in m. Default -1.
    pub thickness: f64,
    /// The body of each vertex, by name; a single one has all of them.
    pub bodies: Vec<String>,
    /// Vertices in the frames of their bodies, 3 numbers each, in m; empty if all are at the
    /// origins.
    pub vertex: Vec<f64>,
    /// Elements, `dim` + 1 vertices each.
    pub element: Vec<i32>,
    /// Texture coordinates, 2 numbers for each vertex; empty for none.
    pub texcoord: Vec<f32>,
    /// How often it was copied from model to model.
    pub copies: usize,
    /// Where it was written.
    pub source: Source,
}

impl Default for Flex {
    #[doc(alias = "mjs_defaultFlex")]
    fn default() -> Self {
        Flex {
            name: String::new(),
            contype: 1,
            conaffinity: 1,
            condim: 3,
            priority: 0,
            friction: Vec3::new(1.0, 0.005, 0.0001),
            solmix: 1.0,
            solref: DEFAULT_SOLREF,
            solimp: DEFAULT_SOLIMP,
            margin: 0.0,
            gap: 0.0,
            dim: 2,
            radius: 0.005,
            internal: true,
            flatskin: false,
            selfcollide: FlexSelf::Auto,
            activelayers: 1,
            group: 0,
            edgestiffness: 0.0,
            edgedamping: 0.0,
            rgba: [0.5, 0.5, 0.5, 1.0],
            material: None,
            young: 0.0,
            poisson: 0.0,
            damping: 0.0,
            thickness: -1.0,
            bodies: Vec::new(),
            vertex: Vec::new(),
            element: Vec::new(),
            texcoord: Vec::new(),
            copies: 0,
            source: None,
        }
    }
}
