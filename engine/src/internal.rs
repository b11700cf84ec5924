//! What the harness and the tests of this workspace use beyond the public surface. Nothing here is
//! a promise: it changes with any version.

/// Assets by themselves: a description and the bytes of its files in, arrays out.
pub mod asset {
    pub use crate::asset::{Elevation, SkinData, elevation, mesh, skin, texture};
    pub use crate::files::ContentType;
}

/// The numbers of kinds as constants, and the enums that they are of.
pub mod codes {
    pub use crate::model::codes::*;
}

/// The tables of fields, and values by their names.
pub mod fields {
    pub use crate::model::reflect::{Dim, Field, FieldInfo, Owner, Shape};
    pub use crate::model::row::{Elem, Row, Values};
    pub use crate::model::stage::Stage;
}

/// Sums, products and factors that the stages are made of.
pub mod kernels {
    pub use crate::math::kernels::*;
}

/// What MJCF may contain.
pub mod schema {
    pub use crate::mjcf::{AttributeRule, Count, ElementRule, Schema};
}
