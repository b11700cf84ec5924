//! Every field of MuJoCo 3.2.6's model and data, in one table each.
//!
//! The tables in `fields`, `option` and [`crate::data`] are the only place where a field's name,
//! element type, dimensions and pipeline stage are written down. The structs [`Model`],
//! [`Data`](crate::Data), [`Opt`] and [`Statistic`], and the read-only reflection that the harness
//! iterates, are generated from them.
//!
//! A row has its documentation above it, then name, type of an entry and dimensions; `in` its unit
//! where its numbers are not whole, or `as` the enum that they are codes of. What the engine does
//! not compute yet ends with `=> absent` and is absent from reflection: a default that happens to
//! be right must never pass for a result.

pub(crate) mod behind;
pub(crate) mod codes;
mod fields;
mod flexes;
pub(crate) mod height_field;
pub(crate) mod names;
mod option;
pub(crate) mod paths;
mod questions;
pub(crate) mod reflect;
pub(crate) mod row;
pub(crate) mod stage;
mod structure;
pub(crate) mod table;
pub(crate) mod tendon_rows;
pub(crate) mod topology;
mod unchanged;
mod visual;

pub use codes::{
    BiasType, Cone, DataType, DisableFlags, DynType, EnableFlags, EqualityType, FlexSelf, GainType,
    GeomType, Integrator, JacobianType, JointType, NeedStage, ObjectType, RowState, RowType,
    SameFrame, SensorType, Solver, TextureType, Tracking, TransmissionType, Warning, WrapType,
};
pub use fields::Model;
pub use names::UnknownName;
pub use option::{Opt, Statistic};
pub(crate) use reflect::{Field, FieldInfo, Owner, Shape};
pub use row::Char;
pub(crate) use row::{Elem, Row, Values};
pub use stage::Skip;
pub(crate) use stage::Stage;
pub(crate) use unchanged::unchanged;
pub use visual::{Colours, Global, Headlight, Mapping, Quality, Scale, Visual};

/// Number of constraint solver reference parameters.
pub const NREF: usize = 2;
/// Number of constraint solver impedance parameters.
pub const NIMP: usize = 5;
/// Default solver reference: time constant and damping ratio.
pub(crate) const DEFAULT_SOLREF: [f64; NREF] = [0.02, 1.0];
/// Default solver impedance: two values, width, midpoint and power.
pub(crate) const DEFAULT_SOLIMP: [f64; NIMP] = [0.9, 0.95, 0.001, 0.5, 2.0];
/// Number of data values of an equality constraint.
pub const NEQDATA: usize = 11;
/// Number of actuator dynamics parameters.
pub const NDYN: usize = 10;
/// Number of actuator gain parameters.
pub const NGAIN: usize = 10;
/// Number of actuator bias parameters.
pub const NBIAS: usize = 10;
/// Number of fluid interaction parameters of a geom.
pub const NFLUID: usize = 12;
/// Number of texture roles of a material.
pub const NTEXROLE: usize = 10;
/// Solver statistics kept per island.
pub const NSOLVER: usize = 200;
/// Islands for which solver statistics are kept.
pub const NISLAND: usize = 20;
/// Kinds of warning that a simulation can raise.
pub const NWARNING: usize = 8;
