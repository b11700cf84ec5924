//! A field of all worlds, a row for each.

use std::fmt;

use super::error::BatchError;
use crate::misuse::Misuse;
use crate::model::Elem;
use crate::model::reflect::Access;
use crate::{Data, Model};

/// The types of numbers that fields hold.
pub trait Number: bytemuck::Pod + fmt::Debug {
    #[doc(hidden)]
    const ELEM: Elem;
}

macro_rules! numbers {
    ($($type:ty => $elem:ident),*) => {
        $(impl Number for $type {
            const ELEM: Elem = Elem::$elem;
        })*
    };
}
numbers! { f64 => F64, f32 => F32, i32 => I32, u8 => U8, u64 => U64 }

/// A field of data by name, if it holds numbers of the type that was asked for.
pub(super) fn data_field<T: Number>(name: &str) -> Result<Access<Data>, BatchError> {
    checked::<T, _>(name, Data::access(name))
}

/// A field of models by name, if it holds numbers of the type that was asked for.
pub(super) fn model_field<T: Number>(name: &str) -> Result<Access<Model>, BatchError> {
    checked::<T, _>(name, Model::access(name))
}

fn checked<T: Number, O>(name: &str, found: Option<Access<O>>) -> Result<Access<O>, BatchError> {
    let access = found.ok_or_else(|| BatchError::UnknownField(name.to_owned()))?;
    if access.info.elem == T::ELEM {
        return Ok(access);
    }
    Err(BatchError::OtherType {
        field: name.to_owned(),
        found: access.info.elem.name(),
        asked: T::ELEM.name(),
    })
}

/// The numbers of one world.
pub(super) fn row<T: Number, O>(access: Access<O>, owner: &O) -> &[T] {
    bytemuck::cast_slice((access.read)(owner))
}

/// The numbers of one world, to be changed.
pub(super) fn row_mut<T: Number, O>(access: Access<O>, owner: &mut O) -> &mut [T] {
    bytemuck::cast_slice_mut((access.write)(owner))
}

/// Whether an array has room for the rows of so many worlds.
pub(super) fn require_room(worlds: usize, width: usize, found: usize) -> Result<(), Misuse> {
    Misuse::length("values", worlds * width, found)
}
