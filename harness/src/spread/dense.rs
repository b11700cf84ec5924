//! Matrices that one side may store compressed and the other in full.

use super::View;
use crate::case::Layout;

/// A matrix with a column for each degree of freedom, and the fields that say where its compressed
/// rows are.
struct Matrix {
    name: &'static str,
    count: &'static str,
    address: &'static str,
    columns: &'static str,
    /// The size that counts its rows; none for constraint rows.
    rows: Option<&'static str>,
    /// Whether the reference compresses it whatever the model says.
    always: bool,
}

const MATRICES: &[Matrix] = &[
    Matrix {
        name: "actuator_moment",
        count: "moment_rownnz",
        address: "moment_rowadr",
        columns: "moment_colind",
        rows: Some("nu"),
        always: true,
    },
    Matrix {
        name: "ten_J",
        count: "ten_J_rownnz",
        address: "ten_J_rowadr",
        columns: "ten_J_colind",
        rows: Some("ntendon"),
        always: false,
    },
    Matrix {
        name: "flexedge_J",
        count: "flexedge_J_rownnz",
        address: "flexedge_J_rowadr",
        columns: "flexedge_J_colind",
        rows: Some("nflexedge"),
        always: false,
    },
    Matrix {
        name: "efc_J",
        count: "efc_J_rownnz",
        address: "efc_J_rowadr",
        columns: "efc_J_colind",
        rows: None,
        always: false,
    },
];

/// Whether a field is such a matrix.
pub(super) fn is_matrix(name: &str) -> bool {
    MATRICES.iter().any(|matrix| matrix.name == name)
}

/// The matrix in full, row by row; `rows` is how many constraint rows there are.
pub(super) fn full(view: &View<'_>, name: &str, layout: &Layout, rows: usize) -> Option<Vec<f64>> {
    let matrix = MATRICES.iter().find(|matrix| matrix.name == name)?;
    let values = view.numbers(name)?;
    let width = layout.size("nv");
    let rows = matrix.rows.map_or(rows, |size| layout.size(size));
    // Newer versions of MuJoCo keep patterns with the model.
    let pattern = [matrix.count, matrix.address, matrix.columns].map(|name| layout.pattern(name));
    let elements: i64 = pattern[0].iter().sum();
    let of_model = !pattern[2].is_empty() && usize::try_from(elements) == Ok(values.len());
    let compressed = (matrix.always || layout.is_sparse())
        .then(|| {
            let [count, address, columns] = [matrix.count, matrix.address, matrix.columns]
                .map(|name| view.integers(name).filter(|numbers| !numbers.is_empty()));
            Some((count?, address?, columns?))
        })
        .flatten()
        .or_else(|| of_model.then(|| pattern.map(<[i64]>::to_vec).into()));
    let Some((counts, addresses, columns)) = compressed else {
        // In full, with room behind it or without.
        return values.get(..rows * width).map(<[f64]>::to_vec);
    };
    let mut dense = vec![0.0; rows * width];
    for (row, (&count, &address)) in counts.iter().zip(&addresses).enumerate().take(rows) {
        let (count, address) = (usize::try_from(count).ok()?, usize::try_from(address).ok()?);
        for at in address..address.checked_add(count)? {
            let column = usize::try_from(*columns.get(at)?).ok()?;
            if column < width {
                dense[row * width + column] = *values.get(at)?;
            }
        }
    }
    Some(dense)
}
