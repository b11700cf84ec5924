//! Kinds of element that a sensor or tuple can refer to.

/// A kind of element, numbered as in MuJoCo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum ObjectType {
    #[default]
    Unknown = 0,
    Body,
    /// A body, by its own frame instead of its inertial one.
    XBody,
    Joint,
    Dof,
    Geom,
    Site,
    Camera,
    Light,
    Flex,
    Mesh,
    Skin,
    Hfield,
    Texture,
    Material,
    Pair,
    Exclude,
    Equality,
    Tendon,
    Actuator,
    Sensor,
    Numeric,
    Text,
    Tuple,
    Key,
    Plugin,
}
