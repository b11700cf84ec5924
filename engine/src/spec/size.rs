//! Sizes that the author may set.

/// MJCF's `size` element; `None` leaves a size to the compiler.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Size {
    /// Bytes of the arena.
    pub memory: Option<u64>,
    /// The old way to size the arena: constraints, contacts, stack.
    pub njmax: Option<i32>,
    pub nconmax: Option<i32>,
    pub nstack: Option<i32>,
    pub nuserdata: i32,
    /// Minimum number of keyframes to have room for.
    pub nkey: i32,
    pub nuser_body: Option<i32>,
    pub nuser_jnt: Option<i32>,
    pub nuser_geom: Option<i32>,
    pub nuser_site: Option<i32>,
    pub nuser_cam: Option<i32>,
    pub nuser_tendon: Option<i32>,
    pub nuser_actuator: Option<i32>,
    pub nuser_sensor: Option<i32>,
}
