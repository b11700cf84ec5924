//! Models and data as text, in MuJoCo's layout: good for reading and for diffs.
//!
//! The text of a model equals that of `mj_printModel` byte for byte, but for the sign of a number
//! that is none (`nan` or `-nan`), which the compiler of either side decides.

mod data;
mod format;
mod memory;
mod model;
mod writer;

pub use format::{BadFormat, FloatFormat};

use crate::math::sparse::Pattern;

/// A dense matrix with `columns` columns, eight digits behind the point and an empty line at the
/// end.
///
/// ```
/// assert_eq!(plumbline::mat_text(&[1.0, -0.5], 2), "1.00000000 -0.50000000 \n\n");
/// ```
#[doc(alias = "mju_printMat")]
pub fn mat_text(mat: &[f64], columns: usize) -> String {
    let mut text = String::new();
    for row in mat.chunks_exact(columns.max(1)) {
        for &value in row {
            text += &FloatFormat::fixed(8).apply(value);
            text.push(' ');
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

/// The nonzeros of a sparse matrix with their rows and columns, row by row, and an empty line at
/// the end.
#[doc(alias = "mju_printMatSparse")]
pub fn mat_text_sparse(mat: &[f64], pattern: Pattern<'_>) -> String {
    let format = FloatFormat::fixed(6).wide(9);
    let mut text = String::new();
    for r in 0..pattern.rownnz.len() {
        for (&value, c) in mat[pattern.range(r)].iter().zip(pattern.columns(r)) {
            text += &format!("({r} {c}): {}  ", format.apply(value));
        }
        text.push('\n');
    }
    text.push('\n');
    text
}
