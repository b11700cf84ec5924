//! A model as its author describes it: what MJCF says, before anything is computed from it.
//!
//! The reader fills a [`Spec`] from MJCF text with defaults already applied; a program may build or
//! change one by hand. Angles, names and orientations are kept as written: resolving them is the
//! compiler's work.

mod actuator;
mod asset;
mod body;
pub(crate) mod classes;
mod compiler;
mod contact;
mod custom;
pub(crate) mod element;
mod equality;
mod flex;
mod geom;
mod hfield;
mod joint;
pub(crate) mod lists;
mod mesh;
mod paths;
mod plugin;
pub(crate) mod resolve;
mod sensor;
mod site;
mod size;
mod skin;
mod tendon;
mod view;

pub use actuator::{Actuator, Transmission};
pub use asset::{Builtin, Mark, Material, Texture};
pub use body::{Body, Frame, Inertial};
pub use classes::{Attached, Class, ClassName, Classes, Defaults};
pub use compiler::{Compiler, LengthRange, LengthRangeMode};
pub use contact::{Exclude, Pair};
pub use custom::{Keyframe, Numeric, SavedState, Text, Tuple, TupleElement};
pub use element::Element;
pub use equality::{Equality, EqualityObject};
pub use flex::Flex;
pub use geom::Geom;
pub use hfield::Hfield;
pub use joint::Joint;
pub use lists::List;
pub(crate) use lists::WORLD;
pub use mesh::{Mesh, MeshInertia};
pub use paths::AssetPaths;
pub use plugin::{Extension, Plugin, PluginUse};
pub use sensor::Sensor;
pub use site::Site;
pub use size::Size;
pub use skin::{Bone, Skin};
pub use tendon::{Tendon, Wrap, WrapKind};
pub use view::{Camera, Light};

pub use crate::model::{
    BiasType, DataType, DynType, EqualityType, FlexSelf, GainType, GeomType, JointType, NeedStage,
    ObjectType, SensorType, TextureType, Tracking,
};

use std::sync::Arc;

use crate::error::{Error, Location};
use crate::files::Files;
use crate::math::{Quat, Vec3};
pub(crate) use crate::model::{DEFAULT_SOLIMP, DEFAULT_SOLREF};
use crate::model::{Opt, Visual};

/// A whole model.
#[doc(alias = "mjSpec")]
#[derive(Clone, Debug)]
pub struct Spec {
    /// The model's name. Default `MuJoCo Model`.
    pub name: String,
    /// The comment at the start of the file; empty for none.
    pub comment: String,
    /// How the rest is to be understood and compiled.
    pub compiler: Compiler,
    /// Physics options: timestep, gravity, solver and the like.
    pub option: Opt,
    /// Sizes of memory and of user data.
    pub size: Size,
    /// Where the model's files are.
    pub paths: AssetPaths,
    /// Files in memory, found before those of the file system.
    pub files: Files,
    /// How the model is drawn.
    pub visual: Visual,
    /// Statistics that the author gave; what is `None` is computed.
    pub statistic: StatisticOverride,
    /// The world with everything in it: the root of the tree of bodies.
    pub world: Body,
    /// Flexes, in the order of their ids.
    pub flexes: Vec<Flex>,
    /// Meshes, in the order of their ids.
    pub meshes: Vec<Mesh>,
    /// Height fields, in the order of their ids.
    pub hfields: Vec<Hfield>,
    /// Skins, in the order of their ids.
    pub skins: Vec<Skin>,
    /// Textures, in the order of their ids.
    pub textures: Vec<Texture>,
    /// Materials, in the order of their ids.
    pub materials: Vec<Material>,
    /// Pairs of geoms with contact parameters of their own.
    pub pairs: Vec<Pair>,
    /// Pairs of bodies that never touch.
    pub excludes: Vec<Exclude>,
    /// Equality constraints, in the order of their ids.
    pub equalities: Vec<Equality>,
    /// Tendons, in the order of their ids.
    pub tendons: Vec<Tendon>,
    /// Actuators, in the order of their ids.
    pub actuators: Vec<Actuator>,
    /// Sensors, in the order of their ids.
    pub sensors: Vec<Sensor>,
    /// Named lists of numbers.
    pub numerics: Vec<Numeric>,
    /// Named texts.
    pub texts: Vec<Text>,
    /// Named lists of elements.
    pub tuples: Vec<Tuple>,
    /// Keyframes, in the order of their ids.
    pub keyframes: Vec<Keyframe>,
    /// Default classes. Elements are copies: changing a class does not change them.
    pub classes: Classes,
    /// Models that bodies were attached from.
    pub attached: Vec<Attached>,
    /// Instances of plugins, in the order of their ids.
    pub plugins: Vec<Plugin>,
    /// Plugins that the model asks for.
    pub extensions: Vec<Extension>,
    /// The text that the model was read from, if it was no file: errors show its lines.
    pub text: Option<Arc<str>>,
    /// What the reader ignored, as MuJoCo does silently.
    pub warnings: Vec<Error>,
}

impl Default for Spec {
    /// An empty model: a world without anything in it.
    #[doc(alias = "mj_makeSpec")]
    fn default() -> Self {
        Spec {
            name: "MuJoCo Model".to_owned(),
            comment: String::new(),
            compiler: Compiler::default(),
            option: Opt::default(),
            size: Size::default(),
            paths: AssetPaths::default(),
            files: Files::default(),
            visual: Visual::default(),
            statistic: StatisticOverride::default(),
            world: Body {
                name: WORLD.to_owned(),
                ..Body::default()
            },
            flexes: Vec::new(),
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
            classes: Classes::default(),
            attached: Vec::new(),
            plugins: Vec::new(),
            extensions: Vec::new(),
            text: None,
            warnings: Vec::new(),
        }
    }
}

/// Statistics given by the author instead of computed ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatisticOverride {
    /// Mean diagonal inertia, in kg or kg m^2.
    pub meaninertia: Option<f64>,
    /// Mean mass of a body, in kg.
    pub meanmass: Option<f64>,
    /// Mean size of a body, in m.
    pub meansize: Option<f64>,
    /// Extent of the model, in m.
    pub extent: Option<f64>,
    /// Centre of the model, in m.
    pub center: Option<Vec3>,
}

/// A switch that may be left to the compiler.
#[doc(alias("mjtLimited", "mjtAlignFree", "mjtInertiaFromGeom"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Auto {
    /// No.
    False,
    /// Yes.
    True,
    /// As the compiler finds.
    #[default]
    Auto,
}

/// An orientation in the form in which it was written.
#[doc(alias("mjsOrientation", "mjtOrientation"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Orientation {
    /// A quaternion: w, x, y, z.
    Quat(Quat),
    /// Axis, then angle.
    AxisAngle([f64; 4]),
    /// The x axis, then the y axis, which is made orthogonal to it.
    XyAxes([f64; 6]),
    /// The z axis; the shortest rotation takes it there.
    ZAxis(Vec3),
    /// Three angles about the axes of `Compiler::eulerseq`.
    Euler(Vec3),
}

impl Default for Orientation {
    fn default() -> Self {
        Orientation::Quat(Quat([1.0, 0.0, 0.0, 0.0]))
    }
}

/// Where an element stands in its file; `None` for one made by a program.
pub type Source = Option<Location>;
