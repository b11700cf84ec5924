//! acceleration

pub(crate) mod actuation;
pub(crate) mod rne_post;
pub(crate) mod smooth;
pub(crate) mod solver;
