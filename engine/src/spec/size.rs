//! Sizes that the author may set.

/// MJCF's `size` element; `None` leaves a size to the compiler.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Size {
    /// Bytes of the arena.
    pub memory: Option<u64>,
    /// The old way to size the arena: constraints, contacts, stack.
    pub njmax: Option<i32>,
    /// Contacts to have room for, in the old way.
    pub nconmax: Option<i32>,
    /// Numbers on the stack to have room for, in the old way.
    pub nstack: Option<i32>,
    /// Numbers in `Data::userdata`. Default 0.
    pub nuserdata: i32,
    /// Minimum number of keyframes to have room for.
    pub nkey: i32,
    /// Numbers of the author per body.
    pub nuser_body: Option<i32>,
    /// Numbers of the author per joint.
    pub nuser_jnt: Option<i32>,
    /// Numbers of the author per geom.
    pub nuser_geom: Option<i32>,
    /// Numbers of the author per site.
    pub nuser_site: Option<i32>,
    /// Numbers of the author per camera.
    pub nuser_cam: Option<i32>,
    /// Numbers of the author per tendon.
    pub nuser_tendon: Option<i32>,
    /// Numbers of the author per actuator.
    pub nuser_actuator: Option<i32>,
    /// Numbers of the author per sensor.
    pub nuser_sensor: Option<i32>,
}
