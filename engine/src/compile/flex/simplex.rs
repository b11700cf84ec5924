//! What the elements of a flex are: segments, triangles or tetrahedra.

/// The shape of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simplex {
    Segment,
    Triangle,
    Tetrahedron,
}

impl Simplex {
    pub(super) fn of_dim(dim: i32) -> Option<Simplex> {
        match dim {
            1 => Some(Simplex::Segment),
            2 => Some(Simplex::Triangle),
            3 => Some(Simplex::Tetrahedron),
            _ => None,
        }
    }

    /// How many vertices an element has.
    pub(super) fn corners(self) -> usize {
        match self {
            Simplex::Segment => 2,
            Simplex::Triangle => 3,
            Simplex::Tetrahedron => 4,
        }
    }

    /// The edges of an element, by its corners.
    pub(super) fn edges(self) -> &'static [[usize; 2]] {
        match self {
            Simplex::Segment => &[[0, 1]],
            Simplex::Triangle => &[[1, 2], [2, 0], [0, 1]],
            Simplex::Tetrahedron => &[[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]],
        }
    }

    /// The sides of an element, by its corners: ends, edges or faces that look outwards.
    pub(super) fn sides(self) -> &'static [&'static [usize]] {
        match self {
            Simplex::Segment => &[&[0], &[1]],
            Simplex::Triangle => &[&[0, 1], &[1, 2], &[2, 0]],
            Simplex::Tetrahedron => &[&[0, 1, 2], &[0, 2, 3], &[0, 3, 1], &[1, 3, 2]],
        }
    }
}
