//! position

pub(crate) mod camlight;
pub(crate) mod com_pos;
pub mod inertia;
pub(crate) mod kinematics;
pub(crate) mod tendon;
pub(crate) mod transmission;
