//! Read-only reflection: fields by name, with type, symbolic dimensions, stage and values.

use super::{Elem, Stage, Values};

/// Whether a field belongs to the model or to the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    Model,
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
    pub owner: Owner,
    /// MuJoCo's name. Members of nested structs have the struct's name before a dot:
    /// `opt.timestep`, `contact.dist`.
    pub name: &'static str,
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
    pub const SCALAR: Shape = Shape {
        dims: [1, 1],
        rank: 0,
    };

    pub fn vector(rows: usize) -> Shape {
        Shape {
            dims: [rows, 1],
            rank: 1,
        }
    }

    pub fn matrix(rows: usize, cols: usize) -> Shape {
        Shape {
            dims: [rows, cols],
            rank: 2,
        }
    }

    pub fn dims(&self) -> &[usize] {
        &self.dims[..self.rank]
    }
}

/// One field of a model or data, with its values.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    pub info: &'static FieldInfo,
    pub shape: Shape,
    pub values: Values<'a>,
}

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
