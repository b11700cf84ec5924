//! velocity

pub(crate) mod bias;
pub(crate) mod com_vel;
pub(crate) mod energy;
pub(crate) mod passive;
pub(crate) mod rates;
