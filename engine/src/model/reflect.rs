//! Read-only reflection: fields by name, with type, symbolic dimensions, stage and values.

use super::{Elem, Stage, Values};

/// Whether a field belongs to the model or to the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A field of the model, of its options or its statistics.
    Model,
    /// A field of the data.
    Data,
}

/// One dimension of a field: a size's name with a factor, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// The size that gives the dimension; `None` for a constant.
    pub size: Option<&'static str>,
    /// Multiplies the size; the constant itself where there is no size.
    pub factor: usize,
}

impl std::fmt::Display for Dim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.size, self.factor) {
            (Some(size), 1) => f.write_str(size),
            (Some(size), factor) => write!(f, "{size}*{factor}"),
            (None, factor) => write!(f, "{factor}"),
        }
    }
}

/// What the table says about one field.
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// The struct that has the field.
    pub owner: Owner,
    /// MuJoCo's name. Members of nested structs have the struct's name before a dot:
    /// `opt.timestep`, `contact.dist`.
    pub name: &'static str,
    /// The type of one number of it.
    pub elem: Elem,
    /// Rows, then columns; no columns where a row is one element, neither for a scalar.
    pub dims: [Option<Dim>; 2],
    /// The stage that writes a data field; `None` for model fields.
    pub stage: Option<Stage>,
    /// Whether the engine computes the field.
    pub computed: bool,
    /// What the field is, in a sentence or two.
    pub doc: &'static str,
    /// The unit of its numbers, `1` for pure numbers and `any` where it is the author's; `None` for
    /// whole numbers. `or` separates units that depend on the element, a comma those of the parts
    /// of an entry.
    pub unit: Option<&'static str>,
}

/// Actual dimensions of a field: none, one or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    dims: [usize; 2],
    rank: usize,
}

impl Shape {
    /// A single number.
    pub const SCALAR: Shape = Shape {
        dims: [1, 1],
        rank: 0,
    };

    /// A list of numbers.
    pub fn vector(rows: usize) -> Shape {
        Shape {
            dims: [rows, 1],
            rank: 1,
        }
    }

    /// Rows of numbers.
    pub fn matrix(rows: usize, cols: usize) -> Shape {
        Shape {
            dims: [rows, cols],
            rank: 2,
        }
    }

    /// The dimensions: none of a single number, one of a list, two of rows.
    pub fn dims(&self) -> &[usize] {
        &self.dims[..self.rank]
    }
}

/// One field of a model or data, with its values.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// What the table says about it.
    pub info: &'static FieldInfo,
    /// Its dimensions.
    pub shape: Shape,
    /// Its numbers, row after row.
    pub values: Values<'a>,
}

/// A field of a model or of data, and the ways to its bytes.
#[derive(Debug)]
pub(crate) struct Access<T: 'static> {
    pub(crate) info: &'static FieldInfo,
    pub(crate) read: fn(&T) -> &[u8],
    pub(crate) write: fn(&mut T) -> &mut [u8],
}

impl<T> Clone for Access<T> {
    fn clone(&self) -> Access<T> {
        *self
    }
}

impl<T> Copy for Access<T> {}

pub(crate) const fn constant(n: usize) -> Option<Dim> {
    if n == 1 {
        None
    } else {
        Some(Dim {
            size: None,
            factor: n,
        })
    }
}

pub(crate) const fn sized(size: &'static str, factor: usize) -> Option<Dim> {
    Some(Dim {
        size: Some(size),
        factor,
    })
}
