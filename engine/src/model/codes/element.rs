//! Kinds of elements, and the types that elements have.

use super::{DataType, NeedStage, SensorType, kinds};
use crate::model::Model;

kinds! {
    /// A kind of element: `eq_objtype`, `sensor_objtype`, `tuple_objtype` and the like.
    #[doc(alias = "mjtObj")]
    ObjectType, object {
        /// No element.
        #[default]
        Unknown UNKNOWN = 0 "unknown",
        /// A body, by its inertial frame where frames matter.
        Body BODY = 1 "body",
        /// A body, by its own frame instead of its inertial one.
        XBody XBODY = 2 "xbody",
        /// A joint.
        Joint JOINT = 3 "joint",
        /// A degree of freedom.
        Dof DOF = 4 "dof",
        /// A geom.
        Geom GEOM = 5 "geom",
        /// A site.
        Site SITE = 6 "site",
        /// A camera.
        Camera CAMERA = 7 "camera",
        /// A light.
        Light LIGHT = 8 "light",
        /// A deformable.
        Flex FLEX = 9 "flex",
        /// A mesh.
        Mesh MESH = 10 "mesh",
        /// A skin.
        Skin SKIN = 11 "skin",
        /// A height field.
        Hfield HFIELD = 12 "hfield",
        /// A texture.
        Texture TEXTURE = 13 "texture",
        /// A material.
        Material MATERIAL = 14 "material",
        /// A pair of geoms that may collide.
        Pair PAIR = 15 "pair",
        /// A pair of bodies that do not collide.
        Exclude EXCLUDE = 16 "exclude",
        /// An equality constraint.
        Equality EQUALITY = 17 "equality",
        /// A tendon.
        Tendon TENDON = 18 "tendon",
        /// An actuator.
        Actuator ACTUATOR = 19 "actuator",
        /// A sensor.
        Sensor SENSOR = 20 "sensor",
        /// Numbers of the author's.
        Numeric NUMERIC = 21 "numeric",
        /// A text of the author's.
        Text TEXT = 22 "text",
        /// A list of elements.
        Tuple TUPLE = 23 "tuple",
        /// A keyframe.
        Key KEY = 24 "key",
        /// A plugin.
        Plugin PLUGIN = 25 "plugin",
    }
}

kinds! {
    /// How a joint moves: `jnt_type`.
    #[doc(alias = "mjtJoint")]
    JointType, joint {
        /// Position and orientation: 7 numbers, 6 degrees of freedom.
        Free FREE = 0 "free",
        /// Orientation: 4 numbers, 3 degrees of freedom.
        Ball BALL = 1 "ball",
        /// Along an axis.
        Slide SLIDE = 2 "slide",
        /// About an axis.
        #[default]
        Hinge HINGE = 3 "hinge",
    }
}

impl JointType {
    /// How many positions in `qpos` a joint of this type has.
    #[inline]
    pub const fn positions(self) -> usize {
        match self {
            JointType::Free => 7,
            JointType::Ball => 4,
            JointType::Slide | JointType::Hinge => 1,
        }
    }

    /// How many degrees of freedom a joint of this type has.
    #[inline]
    pub const fn dofs(self) -> usize {
        match self {
            JointType::Free => 6,
            JointType::Ball => 3,
            JointType::Slide | JointType::Hinge => 1,
        }
    }
}

/// How many positions a joint with this number has; unknown numbers count as hinges.
pub(crate) const fn joint_positions(kind: i32) -> usize {
    match JointType::from_code(kind) {
        Some(kind) => kind.positions(),
        None => 1,
    }
}

/// How many degrees of freedom a joint with this number has; unknown numbers count as hinges.
pub(crate) const fn joint_dofs(kind: i32) -> usize {
    match JointType::from_code(kind) {
        Some(kind) => kind.dofs(),
        None => 1,
    }
}

kinds! {
    /// Shapes: `geom_type`, `site_type`.
    #[doc(alias = "mjtGeom")]
    GeomType {
        /// A half space with its surface at z = 0.
        Plane = 0 "plane",
        /// A surface given by elevations on a grid.
        Hfield = 1 "hfield",
        /// A sphere.
        #[default]
        Sphere = 2 "sphere",
        /// A cylinder along z with hemispheres at its ends.
        Capsule = 3 "capsule",
        /// An ellipsoid.
        Ellipsoid = 4 "ellipsoid",
        /// A cylinder along z.
        Cylinder = 5 "cylinder",
        /// A box.
        Box = 6 "box",
        /// A mesh.
        Mesh = 7 "mesh",
        /// A shape given by the distance from its surface, by a plugin.
        Sdf = 8 "sdf",
    }
}

kinds! {
    /// What a camera or light follows: `cam_mode`, `light_mode`.
    #[doc(alias = "mjtCamLight")]
    Tracking {
        /// Nothing: it is fixed in its body.
        #[default]
        Fixed = 0 "fixed",
        /// The position of its body.
        Track = 1 "track",
        /// The centre of mass of its body and all below it.
        TrackCom = 2 "trackcom",
        /// It turns to a body.
        TargetBody = 3 "targetbody",
        /// It turns to the centre of mass of a body and all below it.
        TargetBodyCom = 4 "targetbodycom",
    }
}

kinds! {
    /// Tendon path elements: `wrap_type`.
    #[doc(alias = "mjtWrap")]
    WrapType, wrap {
        /// Nothing.
        #[default]
        None NONE = 0 "none",
        /// A joint with its coefficient.
        Joint JOINT = 1 "joint",
        /// The start of a branch.
        Pulley PULLEY = 2 "pulley",
        /// A site to pass through.
        Site SITE = 3 "site",
        /// A sphere to wrap around.
        Sphere SPHERE = 4 "sphere",
        /// A cylinder to wrap around.
        Cylinder CYLINDER = 5 "cylinder",
    }
}

kinds! {
    /// What an actuator acts on: `actuator_trntype`.
    #[doc(alias = "mjtTrn")]
    TransmissionType, transmission {
        /// A joint.
        #[default]
        Joint JOINT = 0 "joint",
        /// A joint, with forces in the frame of its parent.
        JointInParent JOINT_IN_PARENT = 1 "jointinparent",
        /// A slider and crank, between two sites.
        SliderCrank SLIDER_CRANK = 2 "slidercrank",
        /// A tendon.
        Tendon TENDON = 3 "tendon",
        /// A site.
        Site SITE = 4 "site",
        /// A body: adhesion at its contacts.
        Body BODY = 5 "body",
    }
}

kinds! {
    /// Equality constraints: `eq_type`.
    #[doc(alias = "mjtEq")]
    EqualityType, equality {
        /// Two bodies share a point.
        #[default]
        Connect CONNECT = 0 "connect",
        /// Two bodies keep their relative pose.
        Weld WELD = 1 "weld",
        /// A joint is a polynomial of another.
        Joint JOINT = 2 "joint",
        /// A tendon's length is a polynomial of another's.
        Tendon TENDON = 3 "tendon",
        /// The edges of a flex keep their lengths.
        Flex FLEX = 4 "flex",
    }
}

kinds! {
    /// How contacts of a flex with itself are looked for: `flex_selfcollide`.
    #[doc(alias = "mjtFlexSelf")]
    FlexSelf, flex_self {
        /// Not at all.
        None NONE = 0 "none",
        /// All pairs of elements.
        Narrow NARROW = 1 "narrow",
        /// By the flex's tree of bounding volumes.
        Bvh BVH = 2 "bvh",
        /// By sweeping along an axis.
        Sap SAP = 3 "sap",
        /// By the tree for solids, else by sweeping.
        #[default]
        Auto AUTO = 4 "auto",
    }
}

kinds! {
    /// Activation dynamics: `actuator_dyntype`.
    #[doc(alias = "mjtDyn")]
    DynType, dynamics {
        /// No activation: the control acts directly.
        #[default]
        None NONE = 0 "none",
        /// The activation is the integral of the control.
        Integrator INTEGRATOR = 1 "integrator",
        /// The activation follows the control.
        Filter FILTER = 2 "filter",
        /// The same, integrated exactly.
        FilterExact FILTER_EXACT = 3 "filterexact",
        /// Activation of a muscle.
        Muscle MUSCLE = 4 "muscle",
        /// What the callback says.
        User USER = 5 "user",
    }
}

kinds! {
    /// Actuator gains: `actuator_gaintype`.
    #[doc(alias = "mjtGain")]
    GainType, gain {
        /// A constant.
        #[default]
        Fixed FIXED = 0 "fixed",
        /// Affine in length and velocity.
        Affine AFFINE = 1 "affine",
        /// Of a muscle.
        Muscle MUSCLE = 2 "muscle",
        /// What the callback says.
        User USER = 3 "user",
    }
}

kinds! {
    /// Actuator biases: `actuator_biastype`.
    #[doc(alias = "mjtBias")]
    BiasType, bias {
        /// None.
        #[default]
        None NONE = 0 "none",
        /// Affine in length and velocity.
        Affine AFFINE = 1 "affine",
        /// Passive force of a muscle.
        Muscle MUSCLE = 2 "muscle",
        /// What the callback says.
        User USER = 3 "user",
    }
}

kinds! {
    /// How a texture is mapped: `tex_type`.
    #[doc(alias = "mjtTexture")]
    TextureType {
        /// As a picture.
        TwoD = 0 "2d",
        /// On the faces of a cube.
        #[default]
        Cube = 1 "cube",
        /// On the faces of a cube, seen from inside.
        Skybox = 2 "skybox",
    }
}

/// Types of elements by their ids, beside the arrays with their numbers.
macro_rules! types {
    ($($field:ident: $kind:ident;)*) => {
        /// ```
        /// use plumbline::Model;
        /// use plumbline::model::{GeomType, JointType};
        ///
        /// let model = Model::from_xml_string(
        ///     "<mujoco><worldbody>
        ///        <body><freejoint name='root'/><geom type='box' size='1 1 1'/></body>
        ///      </worldbody></mujoco>",
        /// )?;
        /// let root = model.joint("root")?;
        /// assert_eq!(model.jnt_type(root), Some(JointType::Free));
        /// assert_eq!(model.jnt_type[root], JointType::Free.code());
        /// assert_eq!(model.geom_type(0).unwrap().name(), "box");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        impl Model {
            $(
                #[doc = concat!(
                    "What `", stringify!($field), "[id]` stands for; none if there is no such ",
                    "element, or if the number is not MuJoCo's."
                )]
                pub fn $field(&self, id: usize) -> Option<$kind> {
                    $kind::from_code(*self.$field.get(id)?)
                }
            )*
        }
    };
}

types! {
    jnt_type: JointType;
    geom_type: GeomType;
    site_type: GeomType;
    cam_mode: Tracking;
    light_mode: Tracking;
    tex_type: TextureType;
    flex_selfcollide: FlexSelf;
    eq_type: EqualityType;
    eq_objtype: ObjectType;
    wrap_type: WrapType;
    actuator_trntype: TransmissionType;
    actuator_dyntype: DynType;
    actuator_gaintype: GainType;
    actuator_biastype: BiasType;
    sensor_type: SensorType;
    sensor_datatype: DataType;
    sensor_needstage: NeedStage;
    sensor_objtype: ObjectType;
    sensor_reftype: ObjectType;
    tuple_objtype: ObjectType;
}
