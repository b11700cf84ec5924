//! Physics options and model statistics.

use super::*;
use crate::math::Vec3;

macro_rules! struct_fields {
    (
        $(#[$doc:meta])*
        $struct:ident as $prefix:literal { $($mark:tt $name:ident: $row:ty;)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $struct {
            $(pub $name: $row,)*
        }

        impl $struct {
            /// The members, in MuJoCo's order.
            pub const FIELDS: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Model,
                name: concat!($prefix, ".", stringify!($name)),
                elem: <$row as Row>::ELEM,
                dims: [reflect::constant(<$row as Row>::COLS), None],
                stage: None,
                computed: table::computed!($mark),
            },)*];

            /// The bytes of a member, by its name in [`Self::FIELDS`], to be written.
            pub fn bytes_mut(&mut self, name: &str) -> Option<&mut [u8]> {
                match name {
                    $(concat!($prefix, ".", stringify!($name)) => Some(bytemuck::bytes_of_mut(&mut self.$name)),)*
                    _ => None,
                }
            }

            /// The members that the engine computes.
            pub fn fields(&self) -> impl Iterator<Item = Field<'_>> + '_ {
                let values = [$(<$row as Row>::values(std::slice::from_ref(&self.$name)),)*];
                Self::FIELDS.iter().zip(values).filter(|(info, _)| info.computed).map(|(info, values)| {
                    let shape = if info.dims[0].is_none() { Shape::SCALAR } else { Shape::vector(values.len()) };
                    Field { info, shape, values }
                })
            }
        }
    };
}

struct_fields! {
    /// Physics options: MuJoCo's `mjOption`.
    Opt as "opt" {
        + timestep: f64;
        + apirate: f64;
        + impratio: f64;
        + tolerance: f64;
        + ls_tolerance: f64;
        + noslip_tolerance: f64;
        + ccd_tolerance: f64;
        + density: f64;
        + viscosity: f64;
        + o_margin: f64;
        + integrator: i32;
        + cone: i32;
        + jacobian: i32;
        + solver: i32;
        + iterations: i32;
        + ls_iterations: i32;
        + noslip_iterations: i32;
        + ccd_iterations: i32;
        + disableflags: i32;
        + enableflags: i32;
        + disableactuator: i32;
        + sdf_initpoints: i32;
        + sdf_iterations: i32;
        + gravity: Vec3;
        + wind: Vec3;
        + magnetic: Vec3;
        + o_solref: [f64; NREF];
        + o_solimp: [f64; NIMP];
        + o_friction: [f64; 5];
    }
}

struct_fields! {
    /// Model statistics: MuJoCo's `mjStatistic`.
    Statistic as "stat" {
        + meaninertia: f64;
        + meanmass: f64;
        + meansize: f64;
        + extent: f64;
        + center: Vec3;
    }
}
