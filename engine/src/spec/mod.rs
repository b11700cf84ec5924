//! A model as its author describes it: what MJCF says, before anything is computed from it.
//!
//! The reader fills a [`Spec`] from MJCF text with defaults already applied; a program may build or
//! change one by hand. Angles, names and orientations are kept as written: resolving them is the
//! compiler's work.

mod actuator;
mod asset;
mod body;
mod compiler;
mod contact;
mod custom;
mod equality;
mod geom;
mod hfield;
mod joint;
pub(crate) mod lists;
mod mesh;
mod option;
mod paths;
pub(crate) mod resolve;
mod sensor;
mod site;
mod size;
mod skin;
mod tendon;
mod view;

pub use crate::model::ObjectType;
pub use actuator::{Actuator, Transmission};
pub use asset::{Builtin, Mark, Material, Texture, TextureType};
pub use body::{Body, Frame, Inertial};
pub use compiler::{Compiler, LengthRange, LengthRangeMode};
pub use contact::{Exclude, Pair};
pub use custom::{Keyframe, Numeric, SavedState, Text, Tuple, TupleElement};
pub use equality::{Equality, EqualityObject};
pub use geom::Geom;
pub use hfield::Hfield;
pub use joint::{Joint, JointType};
pub use lists::List;
pub(crate) use lists::WORLD;
pub use mesh::{Mesh, MeshInertia};
pub use paths::AssetPaths;
pub use sensor::Sensor;
pub use site::Site;
pub use size::Size;
pub use skin::{Bone, Skin};
pub use tendon::{Tendon, Wrap, WrapKind};
pub use view::{Camera, Light};

pub use crate::model::codes::{
    BiasType, DataType, DynType, EqualityType, GainType, GeomType, NeedStage, SensorType, Tracking,
};

use crate::error::{Error, Location};
use crate::files::Files;
use crate::math::{Quat, Vec3};
use crate::model::{NIMP, NREF, Opt};

pub(crate) const DEFAULT_SOLREF: [f64; NREF] = [0.02, 1.0];
pub(crate) const DEFAULT_SOLIMP: [f64; NIMP] = [0.9, 0.95, 0.001, 0.5, 2.0];

/// A whole model.
#[derive(Clone, Debug)]
pub struct Spec {
    pub name: String,
    pub compiler: Compiler,
    pub option: Opt,
    pub size: Size,
    pub paths: AssetPaths,
    /// Files in memory, found before those of the file system.
    pub files: Files,
    /// Near clipping distance, which stands in for the focal length of a camera without a sensor.
    pub znear: f32,
    /// Whether collision marks the bounding volumes that it visits, for drawing.
    pub bvactive: bool,
    /// Statistics that the author gave; what is `None` is computed.
    pub statistic: StatisticOverride,
    pub world: Body,
    pub meshes: Vec<Mesh>,
    pub hfields: Vec<Hfield>,
    pub skins: Vec<Skin>,
    pub textures: Vec<Texture>,
    pub materials: Vec<Material>,
    pub pairs: Vec<Pair>,
    pub excludes: Vec<Exclude>,
    pub equalities: Vec<Equality>,
    pub tendons: Vec<Tendon>,
    pub actuators: Vec<Actuator>,
    pub sensors: Vec<Sensor>,
    pub numerics: Vec<Numeric>,
    pub texts: Vec<Text>,
    pub tuples: Vec<Tuple>,
    pub keyframes: Vec<Keyframe>,
    /// What the reader ignored, as MuJoCo does silently.
    pub warnings: Vec<Error>,
}

impl Default for Spec {
    /// An empty model: a world without anything in it.
    #[doc(alias = "mj_makeSpec")]
    fn default() -> Self {
        Spec {
            name: "MuJoCo Model".to_owned(),
            compiler: Compiler::default(),
            option: option::default(),
            size: Size::default(),
            paths: AssetPaths::default(),
            files: Files::default(),
            znear: 0.01,
            bvactive: true,
            statistic: StatisticOverride::default(),
            world: Body {
                name: WORLD.to_owned(),
                ..Body::default()
            },
            meshes: Vec::new(),
            hfields: Vec::new(),
            skins: Vec::new(),
            textures: Vec::new(),
            materials: Vec::new(),
            pairs: Vec::new(),
            excludes: Vec::new(),
            equalities: Vec::new(),
            tendons: Vec::new(),
            actuators: Vec::new(),
            sensors: Vec::new(),
            numerics: Vec::new(),
            texts: Vec::new(),
            tuples: Vec::new(),
            keyframes: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// Statistics given by the author instead of computed ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatisticOverride {
    pub meaninertia: Option<f64>,
    pub meanmass: Option<f64>,
    pub meansize: Option<f64>,
    pub extent: Option<f64>,
    pub center: Option<Vec3>,
}

/// A switch that may be left to the compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Auto {
    False,
    True,
    #[default]
    Auto,
}

/// An orientation in the form in which it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Orientation {
    Quat(Quat),
    /// Axis, then angle.
    AxisAngle([f64; 4]),
    XyAxes([f64; 6]),
    ZAxis(Vec3),
    Euler(Vec3),
}

impl Default for Orientation {
    fn default() -> Self {
        Orientation::Quat(Quat([1.0, 0.0, 0.0, 0.0]))
    }
}

/// Where an element stands in its file; `None` for one made by a program.
pub type Source = Option<Location>;
