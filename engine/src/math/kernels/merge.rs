//! Sums of sparse vectors: values with increasing column indices.

/// Writes `a x + b y` where each argument is a vector's values, its columns and its factor.
#[doc(alias = "mju_combineSparse")]
pub fn combine(
    (x, x_columns, a): (&[f64], &[i32], f64),
    (y, y_columns, b): (&[f64], &[i32], f64),
    values: &mut Vec<f64>,
    columns: &mut Vec<i32>,
) {
    values.clear();
    columns.clear();
    let (mut i, mut j) = (0, 0);
    // A column past the last one: the other vector's come first.
    let at = |columns: &[i32], k: usize| columns.get(k).copied().unwrap_or(i32::MAX);
    while i < x_columns.len() || j < y_columns.len() {
        let (cx, cy) = (at(x_columns, i), at(y_columns, j));
        columns.push(cx.min(cy));
        values.push(match cx.cmp(&cy) {
            std::cmp::Ordering::Less => a * x[i],
            std::cmp::Ordering::Equal => a * x[i] + b * y[j],
            std::cmp::Ordering::Greater => b * y[j],
        });
        i += usize::from(cx <= cy);
        j += usize::from(cy <= cx);
    }
}
