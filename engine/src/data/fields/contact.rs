//! Arrays of structs: contacts, warnings and the solver's iterations.

use crate::math::{Mat3, Vec3};
use crate::model::reflect::{constant, sized};
use crate::model::table::{computed, meaning, shape, text, unit, writer, written};
use crate::model::*;

/// The stride-aware view of one member of an array of structs: `contact.dist` and the like.
macro_rules! struct_table {
    (
        $(#[$doc:meta])*
        $struct:ident as $prefix:literal [$rows:literal] { $(
            $(#[doc = $text:literal])+
            $stage:ident $member:ident: $type:tt $(in $unit:tt)? $(=> $absent:ident)?;
        )* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, bytemuck::Zeroable)]
        #[allow(non_snake_case)]
        pub struct $struct {
            $(
                $(#[doc = $text])+
                #[doc = ""]
                #[doc = concat!(meaning!($(in $unit)?), writer!($stage))]
                pub $member: $type,
            )*
        }

        impl $struct {
            /// The members, in MuJoCo's order.
            #[doc(hidden)]
            pub const MEMBERS: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: concat!($prefix, ".", stringify!($member)),
                elem: <$type as Row>::ELEM,
                dims: [sized($rows, 1), constant(<$type as Row>::COLS)],
                stage: Some(Stage::$stage),
                computed: computed!($($absent)?),
                doc: text!($($text)+),
                unit: unit!($($unit)?),
            },)*];

            /// Each computed member of `rows`, gathered into a flat array.
            /// The bytes of a member, by its name in [`Self::MEMBERS`], to be written.
            #[doc(hidden)]
            pub fn bytes_mut(&mut self, name: &str) -> Option<&mut [u8]> {
                match name {
                    $(concat!($prefix, ".", stringify!($member)) => Some(bytemuck::bytes_of_mut(&mut self.$member)),)*
                    _ => None,
                }
            }

            #[doc(hidden)]
            pub fn members<'a>(rows: &[$struct]) -> impl Iterator<Item = Field<'a>> + use<'a> {
                let values = [$(owned(rows.iter().map(|row| row.$member)),)*];
                let shapes = [$(shape!($type, rows.len()),)*];
                Self::MEMBERS.iter().zip(shapes).zip(values).filter(|((info, _), _)| info.computed)
                    .map(|((info, shape), values)| Field { info, shape, values })
            }
        }
    };
}

fn owned<R: Row>(rows: impl Iterator<Item = R>) -> Values<'static> {
    use std::borrow::Cow;
    let rows: Vec<R> = rows.collect();
    match R::values(&rows) {
        Values::F64(v) => Values::F64(Cow::Owned(v.into_owned())),
        Values::F32(v) => Values::F32(Cow::Owned(v.into_owned())),
        Values::I32(v) => Values::I32(Cow::Owned(v.into_owned())),
        Values::U8(v) => Values::U8(Cow::Owned(v.into_owned())),
        Values::Char(v) => Values::Char(Cow::Owned(v.into_owned())),
        Values::U64(v) => Values::U64(Cow::Owned(v.into_owned())),
    }
}

struct_table! {
    /// One contact: MuJoCo's `mjContact`.
    #[doc(alias = "mjContact")]
    Contact as "contact" ["ncon"] {
        /// Distance between the two surfaces; negative where they are inside of each other.
        Collision dist: f64 in "m";
        /// Where they touch, in the world: midway between the two surfaces.
        Collision pos: Vec3 in "m";
        /// The contact's axes in the world, as rows: first the normal, from the first geom to the
        /// second, then two tangents.
        Collision frame: Mat3 in "1";
        /// The contact pushes if `dist` is below this: margin minus gap.
        Collision includemargin: f64 in "m";
        /// Friction coefficients: sliding along two tangents, spinning, rolling about two tangents.
        Collision friction: [f64; 5] in "1, 1, m, m, m";
        /// How a penetration is corrected: time constant and damping ratio, or negative stiffness
        /// and damping.
        Collision solref: [f64; NREF] in "s, 1";
        /// The same along the directions of friction; zeros mean as along the normal.
        Collision solreffriction: [f64; NREF] in "s, 1";
        /// How hard the contact is: impedance at touch, at full width, width, midpoint, power.
        Collision solimp: [f64; NIMP] in "1, 1, m, 1, 1";
        /// Friction of the cone that the solver works with, from the first sliding coefficient and
        /// `opt.impratio`.
        Constraint mu: f64 in "1";
        /// Hessian of the cost of an elliptic cone.
        Solve H: [f64; 36] in "kg" => absent;
        /// In how many dimensions it pushes: 1, 3, 4 or 6, as `geom_condim`.
        Collision dim: i32;
        /// The first geom, as in `geom`.
        Collision geom1: i32;
        /// The second geom, as in `geom`.
        Collision geom2: i32;
        /// The two geoms; -1 for a flex.
        Collision geom: [i32; 2];
        /// The two flexes; -1 for a geom.
        Collision flex: [i32; 2];
        /// The flexes' elements; -1 for a geom, or if a vertex touches.
        Collision elem: [i32; 2];
        /// The flexes' vertices; -1 for a geom, or if an element touches.
        Collision vert: [i32; 2];
        /// Why it does not push: 0 it does, 1 it is within the gap, 2 another contact stands for
        /// it, 3 nothing of it can move.
        Collision exclude: i32;
        /// Its first constraint row; -1 if it does not push.
        Constraint efc_address: i32;
    }
}

struct_table! {
    /// How often one kind of warning was raised, and for what.
    #[doc(alias = "mjWarningStat")]
    WarningStat as "warning" ["mjNWARNING"] {
        /// What the last warning was about: the place of the bad number, the dof of a singular
        /// inertia, the number of contacts, or the bytes of memory.
        Bookkeeping lastinfo: i32;
        /// How often it was raised since the last reset.
        Bookkeeping number: i32;
    }
}

struct_table! {
    /// Statistics of one solver iteration. Reflection shows the iterations that were made, island
    /// after island.
    #[doc(alias = "mjSolverStat")]
    SolverStat as "solver" ["solver_niter"] {
        /// How much the iteration lowered the cost, relative to the model's mean inertia times its
        /// dofs.
        Solve improvement: f64 in "1";
        /// Norm of the cost's gradient after the iteration, scaled as `improvement`; CG and Newton
        /// only.
        Solve gradient: f64 in "1";
        /// Slope of the cost where the line search ended, relative to its start; CG and Newton
        /// only.
        Solve lineslope: f64 in "1";
        /// How many constraint rows push.
        Solve nactive: i32;
        /// How many rows changed their part of the cost function.
        Solve nchange: i32;
        /// How often the line search evaluated the cost.
        Solve neval: i32;
        /// How often the factor of the Hessian was updated; Newton only.
        Solve nupdate: i32;
    }
}

impl Default for WarningStat {
    fn default() -> Self {
        bytemuck::Zeroable::zeroed()
    }
}

impl Default for SolverStat {
    fn default() -> Self {
        bytemuck::Zeroable::zeroed()
    }
}
