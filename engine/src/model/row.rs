//! Element and row types of the field arrays, and how a typed array is seen as a flat one.

use std::borrow::Cow;

use crate::math::{Mat3, Quat, Vec3};

/// Element type of a field, as MuJoCo declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elem {
    /// `mjtNum`
    F64,
    /// `float`
    F32,
    /// `int`
    I32,
    /// `mjtByte`
    U8,
    /// `char`
    Char,
    /// `size_t`, `uintptr_t`
    U64,
}

impl Elem {
    /// Name used in reports and dumps.
    pub fn name(self) -> &'static str {
        match self {
            Elem::F64 => "f64",
            Elem::F32 => "f32",
            Elem::I32 => "i32",
            Elem::U8 => "u8",
            Elem::Char => "char",
            Elem::U64 => "u64",
        }
    }
}

/// One byte of text, kept apart from flags so that reports can print it as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Char(pub u8);

/// The elements of one field, flat and in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub enum Values<'a> {
    /// Double precision.
    F64(Cow<'a, [f64]>),
    /// Single precision.
    F32(Cow<'a, [f32]>),
    /// Integers.
    I32(Cow<'a, [i32]>),
    /// Bytes that are flags or pixels.
    U8(Cow<'a, [u8]>),
    /// Bytes of text.
    Char(Cow<'a, [u8]>),
    /// Sizes.
    U64(Cow<'a, [u64]>),
}

impl Values<'_> {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Values::F64(v) => v.len(),
            Values::F32(v) => v.len(),
            Values::I32(v) => v.len(),
            Values::U8(v) | Values::Char(v) => v.len(),
            Values::U64(v) => v.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The type of one number.
    pub fn elem(&self) -> Elem {
        match self {
            Values::F64(_) => Elem::F64,
            Values::F32(_) => Elem::F32,
            Values::I32(_) => Elem::I32,
            Values::U8(_) => Elem::U8,
            Values::Char(_) => Elem::Char,
            Values::U64(_) => Elem::U64,
        }
    }

    /// The elements' bytes in memory order (little-endian on every supported platform).
    pub fn bytes(&self) -> &[u8] {
        match self {
            Values::F64(v) => bytemuck::cast_slice(v),
            Values::F32(v) => bytemuck::cast_slice(v),
            Values::I32(v) => bytemuck::cast_slice(v),
            Values::U8(v) | Values::Char(v) => v,
            Values::U64(v) => bytemuck::cast_slice(v),
        }
    }
}

/// A type that can be one row of a field array.
pub trait Row: bytemuck::Pod {
    /// The type of one number.
    const ELEM: Elem;
    /// Elements per row; 1 for scalars, which reflect as a one-dimensional array.
    const COLS: usize;
    /// The numbers of all rows, one after the other.
    fn values(rows: &[Self]) -> Values<'_>;
}

macro_rules! scalar_rows {
    ($($type:ty => $elem:ident),*) => {$(
        impl Row for $type {
            const ELEM: Elem = Elem::$elem;
            const COLS: usize = 1;
            fn values(rows: &[Self]) -> Values<'_> {
                Values::$elem(Cow::Borrowed(bytemuck::cast_slice(rows)))
            }
        }
        impl<const N: usize> Row for [$type; N] where [$type; N]: bytemuck::Pod {
            const ELEM: Elem = Elem::$elem;
            const COLS: usize = N;
            fn values(rows: &[Self]) -> Values<'_> {
                Values::$elem(Cow::Borrowed(bytemuck::cast_slice(rows)))
            }
        }
    )*};
}
scalar_rows!(f64 => F64, f32 => F32, i32 => I32, u8 => U8, u64 => U64, Char => Char);

macro_rules! vector_rows {
    ($($type:ty => $cols:literal),*) => {$(
        impl Row for $type {
            const ELEM: Elem = Elem::F64;
            const COLS: usize = $cols;
            fn values(rows: &[Self]) -> Values<'_> {
                Values::F64(Cow::Borrowed(bytemuck::cast_slice(rows)))
            }
        }
    )*};
}
vector_rows!(Vec3 => 3, Quat => 4, Mat3 => 9);
