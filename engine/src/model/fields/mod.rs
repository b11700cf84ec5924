//! The model table: 81 sizes and 383 arrays, in MuJoCo's order, a file for each subject.

mod actuator;
mod body;
mod contact;
mod custom;
mod flex;
mod geom;
mod joint;
mod look;
mod mesh;
mod names;
mod sensor;
mod sizes;
mod skin;
mod tendon;
mod view;

use actuator::actuators;
use body::bodies;
use contact::contacts;
use custom::customs;
use flex::flexes;
use geom::geoms;
use joint::joints;
use look::looks;
use mesh::meshes;
use names::names;
use sensor::sensors;
use sizes::sizes;
use skin::skins;
use tendon::tendons;
use view::views;

use super::reflect::{Access, constant, sized};
use super::table::{column_dim, columns, computed, dimensions, gather, meaning};
use super::table::{shape, text, unit, width};
use super::*;
use crate::math::{Mat3, Quat, Vec3};

macro_rules! model_table {
    (
        sizes { $($(#[doc = $size_doc:literal])+ $size:ident: $size_type:ty;)* }
        arrays { $(
            $(#[doc = $doc:literal])+
            $name:ident: $row:tt
            [$rows:ident $(, $cols:ident $(* $factor:literal)?)?]
            $(in $unit:tt)? $(as $code:ident)? $(=> $absent:ident)?;
        )* }
    ) => {
        /// A compiled model: MuJoCo's `mjModel`, with typed arrays.
        #[doc(alias = "mjModel")]
        #[derive(Clone, Debug, Default)]
        #[allow(non_snake_case)]
        pub struct Model {
            $($(#[doc = $size_doc])+ pub $size: $size_type,)*
            /// How to simulate: timestep, gravity, solver and the like.
            pub opt: Opt,
            /// The model's mean sizes and its extent, at `qpos0`.
            pub stat: Statistic,
            /// How the model is drawn.
            pub vis: Visual,
            $(
                $(#[doc = $doc])+
                #[doc = ""]
                #[doc = concat!(
                    meaning!($(in $unit)? $(as $code)?),
                    dimensions!($row [$rows $(, $cols $(* $factor)?)?])
                )]
                pub $name: Vec<$row>,
            )*
            /// What data has to be made for: see `structure`.
            pub(crate) structure: u64,
        }

        impl Model {
            /// The sizes, in MuJoCo's order.
            #[doc(hidden)]
            pub const SIZES: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Model,
                name: stringify!($size),
                elem: Elem::I32,
                dims: [None, None],
                stage: None,
                computed: true,
                doc: text!($($size_doc)+),
                unit: None,
            },)*];

            /// The arrays, in MuJoCo's order.
            #[doc(hidden)]
            pub const ARRAYS: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Model,
                name: stringify!($name),
                elem: <$row as Row>::ELEM,
                dims: [sized(stringify!($rows), 1), column_dim!($row $(, $cols $(* $factor)?)?)],
                stage: None,
                computed: computed!($($absent)?),
                doc: text!($($doc)+),
                unit: unit!($($unit)?),
            },)*];

            /// Gives every array the length that the sizes ask for, filled with zeros.
            #[doc(alias = "mj_makeModel")]
            #[doc(hidden)]
            pub fn allocate(&mut self) {
                $(self.$name = vec![bytemuck::Zeroable::zeroed(); self.$rows * columns!(self $($cols $(* $factor)?)?)];)*
            }

            /// Bytes that MuJoCo allocates for arrays of these sizes: each array starts at a
            /// multiple of 64.
            #[doc(alias = "mj_sizeModel")]
            #[doc(hidden)]
            pub fn buffer_bytes(&self) -> usize {
                let mut end = 0_usize;
                for (_, length) in self.array_bytes() {
                    end = end.checked_next_multiple_of(64).unwrap_or(end).saturating_add(length);
                }
                end
            }

            /// The bytes of an array by name, to be written; the length does not change.
            #[doc(hidden)]
            pub fn bytes_mut(&mut self, name: &str) -> Option<&mut [u8]> {
                match name {
                    $(stringify!($name) => Some(bytemuck::cast_slice_mut(&mut self.$name)),)*
                    _ => None,
                }
            }

            /// What the table says about an array, and the ways to its bytes: found once, they serve
            /// any number of models.
            pub(crate) fn access(name: &str) -> Option<Access<Model>> {
                let mut infos = Self::ARRAYS.iter().filter(|info| info.computed);
                let info = infos.find(|info| info.name == name)?;
                match name {
                    $(stringify!($name) => Some(Access {
                        info,
                        read: |model| bytemuck::cast_slice(&model.$name),
                        write: |model| bytemuck::cast_slice_mut(&mut model.$name),
                    }),)*
                    _ => None,
                }
            }

            /// Sets a size by its name; the arrays keep their lengths.
            pub(crate) fn set_size(&mut self, name: &str, value: i64) {
                match name {
                    $(stringify!($size) => self.$size = value as $size_type,)*
                    _ => {}
                }
            }

            /// How many bytes each array has for these sizes, in table order; the largest number
            /// where that does not fit one.
            pub(crate) fn array_bytes(&self) -> impl Iterator<Item = (&'static str, usize)> {
                let bytes = [$(
                    std::mem::size_of::<$row>()
                        .saturating_mul(self.$rows)
                        .saturating_mul(columns!(self $($cols $(* $factor)?)?)),
                )*];
                Self::ARRAYS.iter().map(|info| info.name).zip(bytes)
            }

            /// The bytes of all arrays in table order, to be written.
            #[doc(hidden)]
            pub fn each_array_mut(&mut self, mut write: impl FnMut(&mut [u8])) {
                $(write(bytemuck::cast_slice_mut(&mut self.$name));)*
            }

            /// The sizes that the engine computes, by name.
            #[doc(hidden)]
            pub fn sizes(&self) -> impl Iterator<Item = (&'static FieldInfo, i64)> + '_ {
                Self::SIZES.iter().zip([$(self.$size as i64,)*]).filter(|(info, _)| info.computed)
            }

            /// The arrays that the engine computes, in table order.
            #[doc(hidden)]
            pub fn arrays(&self) -> impl Iterator<Item = Field<'_>> + '_ {
                let values = [$((
                    shape!($row, self.$rows $(, columns!(self $cols $(* $factor)?))?),
                    <$row as Row>::values(&self.$name),
                ),)*];
                Self::ARRAYS.iter().zip(values).filter(|(info, _)| info.computed)
                    .map(|(info, (shape, values))| Field { info, shape, values })
            }
        }
    };
}

gather! { model_table {}
    sizes: [sizes];
    arrays: [
        bodies joints geoms views flexes meshes skins looks contacts tendons actuators sensors
        customs names
    ];
}
