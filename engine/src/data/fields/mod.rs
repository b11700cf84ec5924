//! The data table: 101 buffer arrays, 39 arena arrays (one of them the contacts), scalars and fixed
//! vectors, in MuJoCo's order, a file for each part of the pipeline.

mod acceleration;
mod constraint;
mod contact;
mod header;
mod position;
mod state;
mod velocity;

pub use contact::{Contact, SolverStat, WarningStat};

use acceleration::accelerations;
use constraint::constraints;
use header::{scalars, vectors};
use position::positions;
use state::states;
use velocity::velocities;

use crate::data::callbacks::Callbacks;
use crate::data::marks::Marks;
use crate::data::plugin::Instances;
use crate::data::scratch::Scratch;
use crate::data::timer::{NTIMER, TimerStat};
use crate::error::StepError;
use crate::math::{Mat3, Quat, Vec3};
use crate::misuse::Misuse;
use crate::model::reflect::{Access, constant, sized};
use crate::model::table::{column_dim, columns, computed, dimensions, gather, meaning};
use crate::model::table::{shape, text, unit, width, writer, written};
use crate::model::*;

/// A size of an arena array: a counter of the data, or a size of the model.
macro_rules! count {
    ($data:ident $model:ident data $count:ident) => {
        $data.$count as usize
    };
    ($data:ident $model:ident model $count:ident) => {
        $model.$count
    };
}

/// The type of an array: a vector, unless the table names another.
macro_rules! array {
    ($row:ty) => {
        Vec<$row>
    };
    ($row:ty, $kept:ident) => {
        $kept
    };
}

macro_rules! data_table {
    (
        scalars { $(
            $(#[doc = $scalar_doc:literal])+
            $scalar_stage:ident $scalar:ident: $scalar_type:tt
            $(in $scalar_unit:tt)? $(=> $scalar_absent:ident)?;
        )* }
        vectors { $(
            $(#[doc = $vector_doc:literal])+
            $vector_stage:ident $vector:ident: $vector_row:tt [$vector_len:tt]
            $(in $vector_unit:tt)?;
        )* }
        buffer { $(
            $(#[doc = $doc:literal])+
            $stage:ident $name:ident: $row:tt [$rows:ident $(, $cols:ident)?]
            $(in $unit:tt)? $(kept as $kept:ident)? $(=> $absent:ident)?;
        )* }
        arena { $(
            $(#[doc = $arena_doc:literal])+
            $arena_stage:ident $arena:ident: $arena_row:tt
            [$owner:ident.$count:ident $(, $cols_owner:ident.$cols_count:ident)?]
            $(in $arena_unit:tt)? $(as $arena_code:ident)?;
        )* }
    ) => {
        /// The state of a simulation and everything computed from it: MuJoCo's `mjData`, with typed
        /// arrays.
        #[doc(alias = "mjData")]
        #[derive(Clone, Debug, Default)]
        #[allow(non_snake_case)]
        pub struct Data {
            $(
                $(#[doc = $scalar_doc])+
                #[doc = ""]
                #[doc = concat!(meaning!($(in $scalar_unit)?), writer!($scalar_stage))]
                pub $scalar: $scalar_type,
            )*
            $(
                $(#[doc = $vector_doc])+
                #[doc = ""]
                #[doc = concat!(
                    meaning!($(in $vector_unit)?),
                    dimensions!($vector_row [$vector_len]),
                    " ",
                    writer!($vector_stage)
                )]
                pub $vector: [$vector_row; $vector_len],
            )*
            /// How often each kind of [`Warning`](crate::model::Warning) was raised since the last
            /// reset, in their order.
            pub warning: [WarningStat; NWARNING],
            /// How often each part of the pipeline ran since the last reset and, with a clock in
            /// [`Callbacks::time`], for how long: by [`Timer`](crate::data::Timer). Worlds of a
            /// batch that are advanced together leave parts out; derivatives by differences may.
            pub timer: [TimerStat; NTIMER],
            /// Statistics of the solver, `NSOLVER` for each of the first `NISLAND` islands, up to
            /// the last one recorded.
            pub solver: Vec<SolverStat>,
            $(
                $(#[doc = $doc])+
                #[doc = ""]
                #[doc = concat!(
                    meaning!($(in $unit)?),
                    dimensions!($row [$rows $(, $cols)?]),
                    " ",
                    writer!($stage)
                )]
                pub $name: array!($row $(, $kept)?),
            )*
            /// The contacts that were found, `ncon` of them, those that do not push included.
            ///
            /// Shape: `ncon`. Written by [`mj_collision`](crate::Data::collision).
            pub contact: Vec<Contact>,
            $(
                $(#[doc = $arena_doc])+
                #[doc = ""]
                #[doc = concat!(
                    meaning!($(in $arena_unit)? $(as $arena_code)?),
                    dimensions!($arena_row [$count $(, $cols_count)?]),
                    " ",
                    writer!($arena_stage)
                )]
                pub $arena: Vec<$arena_row>,
            )*
            /// The user's callbacks.
            pub callbacks: Callbacks,
            /// What the model's plugins keep.
            pub(crate) plugins: Instances,
            /// An error for which MuJoCo would have ended the program.
            pub(crate) fault: Option<StepError>,
            pub(crate) scratch: Scratch,
            /// The structure of the model that the data was made for.
            pub(crate) structure: u64,
        }

        impl Data {
            /// Whether every array whose size depends on the model has it.
            #[inline]
            pub(crate) fn has_lengths_of(&self, model: &Model) -> bool {
                let mut wrong = 0;
                $(wrong |= self.$name.len() ^ (model.$rows $(* model.$cols)?);)*
                wrong == 0
            }

            /// The same for the state and for what the user sets: few enough for every step.
            #[inline]
            pub(crate) fn has_input_lengths_of(&self, model: &Model) -> bool {
                let mut wrong = 0;
                $(if matches!(Stage::$stage, Stage::Input | Stage::Integrate) {
                    wrong |= self.$name.len() ^ (model.$rows $(* model.$cols)?);
                })*
                wrong == 0
            }

            /// The first array that has not the size that the model asks for.
            #[cold]
            pub(crate) fn wrong_length(&self, model: &Model) -> Result<(), Misuse> {
                $(Misuse::length(stringify!($name), model.$rows $(* model.$cols)?, self.$name.len())?;)*
                Ok(())
            }

            /// Scalars, in MuJoCo's order.
            #[doc(hidden)]
            pub const SCALARS: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: stringify!($scalar),
                elem: <$scalar_type as Row>::ELEM,
                dims: [None, None],
                stage: Some(Stage::$scalar_stage),
                computed: computed!($($scalar_absent)?),
                doc: text!($($scalar_doc)+),
                unit: unit!($($scalar_unit)?),
            },)*];

            /// Vectors of fixed length.
            #[doc(hidden)]
            pub const VECTORS: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: stringify!($vector),
                elem: <$vector_row as Row>::ELEM,
                dims: [constant($vector_len), None],
                stage: Some(Stage::$vector_stage),
                computed: true,
                doc: text!($($vector_doc)+),
                unit: unit!($($vector_unit)?),
            },)*];

            /// Arrays whose size depends on the model.
            #[doc(hidden)]
            pub const BUFFER: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: stringify!($name),
                elem: <$row as Row>::ELEM,
                dims: [sized(stringify!($rows), 1), column_dim!($row $(, $cols)?)],
                stage: Some(Stage::$stage),
                computed: computed!($($absent)?),
                doc: text!($($doc)+),
                unit: unit!($($unit)?),
            },)*];

            /// Arrays whose size depends on the current contacts and constraints.
            #[doc(hidden)]
            pub const ARENA: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: stringify!($arena),
                elem: <$arena_row as Row>::ELEM,
                dims: [sized(stringify!($count), 1), column_dim!($arena_row $(, $cols_count)?)],
                stage: Some(Stage::$arena_stage),
                computed: true,
                doc: text!($($arena_doc)+),
                unit: unit!($($arena_unit)?),
            },)*];

            /// Every buffer array at the length that `model` asks for, filled with zeros.
            pub(crate) fn allocate(model: &Model) -> Data {
                Data {
                    $($name: <array!($row $(, $kept)?)>::from(
                        vec![<$row as bytemuck::Zeroable>::zeroed(); model.$rows * columns!(model $($cols)?)]
                    ),)*
                    solver: Vec::with_capacity(NISLAND * NSOLVER),
                    structure: model.structure,
                    ..Data::default()
                }
            }

            /// Sets everything to zero but what depends on the model alone; arena arrays become
            /// empty.
            pub(crate) fn clear(&mut self) {
                $(self.$scalar = Default::default();)*
                $(self.$vector = [Default::default(); $vector_len];)*
                self.warning = Default::default();
                self.timer = Default::default();
                self.solver.clear();
                $(if Stage::$stage != Stage::Structure {
                    self.$name.fill(bytemuck::Zeroable::zeroed());
                })*
                self.contact.clear();
                $(self.$arena.clear();)*
            }

            /// The bytes of a scalar, a vector or an array by name, to be written; the length does
            /// not change.
            #[doc(hidden)]
            pub fn bytes_mut(&mut self, name: &str) -> Option<&mut [u8]> {
                match name {
                    $(stringify!($scalar) => Some(bytemuck::bytes_of_mut(&mut self.$scalar)),)*
                    $(stringify!($vector) => Some(bytemuck::cast_slice_mut(&mut self.$vector)),)*
                    $(stringify!($name) => Some(bytemuck::cast_slice_mut::<$row, u8>(&mut self.$name)),)*
                    $(stringify!($arena) => Some(bytemuck::cast_slice_mut(&mut self.$arena)),)*
                    _ => None,
                }
            }

            /// What the table says about a scalar, a vector or an array whose size depends on the
            /// model, and the ways to its bytes: found once, they serve any number of data.
            pub(crate) fn access(name: &str) -> Option<Access<Data>> {
                let infos = Self::SCALARS.iter().chain(Self::VECTORS).chain(Self::BUFFER);
                let info = infos.filter(|info| info.computed).find(|info| info.name == name)?;
                match name {
                    $(stringify!($scalar) => Some(Access {
                        info,
                        read: |data| bytemuck::bytes_of(&data.$scalar),
                        write: |data| bytemuck::bytes_of_mut(&mut data.$scalar),
                    }),)*
                    $(stringify!($vector) => Some(Access {
                        info,
                        read: |data| bytemuck::cast_slice(&data.$vector),
                        write: |data| bytemuck::cast_slice_mut(&mut data.$vector),
                    }),)*
                    $(stringify!($name) => Some(Access {
                        info,
                        read: |data| bytemuck::cast_slice::<$row, u8>(&data.$name),
                        write: |data| bytemuck::cast_slice_mut::<$row, u8>(&mut data.$name),
                    }),)*
                    _ => None,
                }
            }

            /// The bytes of every scalar, vector and array whose size depends on the model, in table
            /// order, to be written. Where they lie does not change while the data belongs to one
            /// model, so that other languages can keep views of them.
            #[doc(hidden)]
            pub fn each_field_mut(&mut self, mut see: impl FnMut(&'static FieldInfo, &mut [u8])) {
                let mut infos = Self::SCALARS.iter().chain(Self::VECTORS).chain(Self::BUFFER);
                let mut see = |bytes: &mut [u8]| {
                    if let Some(info) = infos.next() {
                        see(info, bytes);
                    }
                };
                $(see(bytemuck::bytes_of_mut(&mut self.$scalar));)*
                $(see(bytemuck::cast_slice_mut(&mut self.$vector));)*
                $(see(bytemuck::cast_slice_mut::<$row, u8>(&mut self.$name));)*
            }

            /// Puts a copy in the place of an array whose size depends on contacts and constraints,
            /// and hands out the array itself: who keeps a view of it can go on reading.
            #[doc(hidden)]
            pub fn detach(&mut self, name: &str) -> Option<Box<dyn std::any::Any + Send>> {
                match name {
                    "contact" => {
                        let copy = self.contact.clone();
                        Some(Box::new(std::mem::replace(&mut self.contact, copy)))
                    }
                    $(stringify!($arena) => {
                        let copy = self.$arena.clone();
                        Some(Box::new(std::mem::replace(&mut self.$arena, copy)))
                    })*
                    _ => None,
                }
            }

            /// Gives an array whose size depends on contacts and constraints so many bytes, zero
            /// where they are new; `None` if there is no such array.
            #[doc(hidden)]
            pub fn resize(&mut self, name: &str, bytes: usize) -> Option<()> {
                match name {
                    $(stringify!($arena) => {
                        let rows = bytes / std::mem::size_of::<$arena_row>();
                        self.$arena.resize(rows, bytemuck::Zeroable::zeroed());
                        Some(())
                    })*
                    _ => None,
                }
            }

            /// Every field that the engine computes, in table order.
            #[doc(hidden)]
            pub fn fields<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = Field<'a>> + 'a {
                let scalars = [$(<$scalar_type as Row>::values(std::slice::from_ref(&self.$scalar)),)*];
                let vectors = [$(<$vector_row as Row>::values(&self.$vector),)*];
                let buffer = [$((
                    shape!($row, model.$rows $(, model.$cols)?),
                    <$row as Row>::values(&self.$name),
                ),)*];
                // An arena array that this state does not need is empty, as a null pointer is in
                // MuJoCo.
                let arena = [$((
                    if self.$arena.is_empty() {
                        shape!($arena_row, 0 $(, count!(self model $cols_owner $cols_count))?)
                    } else {
                        shape!($arena_row, count!(self model $owner $count) $(, count!(self model $cols_owner $cols_count))?)
                    },
                    <$arena_row as Row>::values(&self.$arena),
                ),)*];
                let flat = Self::SCALARS.iter().zip(scalars).map(|(info, values)| (info, Shape::SCALAR, values))
                    .chain(Self::VECTORS.iter().zip(vectors).map(|(info, values)| (info, Shape::vector(values.len()), values)))
                    .chain(Self::BUFFER.iter().zip(buffer).map(|(info, (shape, values))| (info, shape, values)))
                    .chain(Self::ARENA.iter().zip(arena).map(|(info, (shape, values))| (info, shape, values)))
                    .filter(|(info, ..)| info.computed)
                    .map(|(info, shape, values)| Field { info, shape, values });
                flat.chain(WarningStat::members(&self.warning))
                    .chain(SolverStat::members(&self.iterations()))
                    .chain(Contact::members(&self.contact))
            }
        }
    };
}

gather! { data_table {}
    scalars: [scalars];
    vectors: [vectors];
    buffer: [states positions velocities accelerations];
    arena: [constraints];
}

impl Data {
    /// Statistics of the iterations that the solver made, island after island without gaps.
    pub fn iterations(&self) -> Vec<SolverStat> {
        let islands = self.solver_niter.iter().enumerate();
        islands
            .take(self.solver_nisland.max(0) as usize)
            .flat_map(|(island, &made)| {
                let first = island * NSOLVER;
                first..first + (made.max(0) as usize).min(NSOLVER)
            })
            .map(|place| self.solver.get(place).copied().unwrap_or_default())
            .collect()
    }
}
