//! Vectors of three numbers and of any length.

use plumbline::math::{dense, insertion_sort, pyramid, vec3};
use pyo3::prelude::*;

use super::{m3, register, v3};
use crate::array::{Fixed, FixedOutput, Input, Output, require};

/// Functions that write a vector of three.
macro_rules! threes {
    ($($(#[$doc:meta])* $name:ident($res:ident $(, $argument:ident: $type:ty)*) $body:expr;)*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            fn $name($res: FixedOutput<3> $(, $argument: $type)*) {
                let made = { let $res = v3(&Fixed($res.read())); let _ = $res; $body };
                $res.write(made.into());
            }
        )*
    };
}

threes! {
    /// res = 0
    mju_zero3(res) v3(&Fixed([0.0; 3]));
    /// res = data
    mju_copy3(res, data: Fixed<3>) v3(&data);
    /// res = vec * scl
    mju_scl3(res, vec: Fixed<3>, scl: f64) v3(&vec) * scl;
    /// res = vec1 + vec2
    mju_add3(res, vec1: Fixed<3>, vec2: Fixed<3>) v3(&vec1) + v3(&vec2);
    /// res = vec1 - vec2
    mju_sub3(res, vec1: Fixed<3>, vec2: Fixed<3>) v3(&vec1) - v3(&vec2);
    /// res += vec
    mju_addTo3(res, vec: Fixed<3>) res + v3(&vec);
    /// res -= vec
    mju_subFrom3(res, vec: Fixed<3>) res - v3(&vec);
    /// res += vec * scl
    mju_addToScl3(res, vec: Fixed<3>, scl: f64) res + v3(&vec) * scl;
    /// res = vec1 + vec2 * scl
    mju_addScl3(res, vec1: Fixed<3>, vec2: Fixed<3>, scl: f64) v3(&vec1) + v3(&vec2) * scl;
    /// res = mat vec
    mju_mulMatVec3(res, mat: Fixed<9>, vec: Fixed<3>) m3(&mat).mul_vec(&v3(&vec));
    /// res = mat' vec
    mju_mulMatTVec3(res, mat: Fixed<9>, vec: Fixed<3>) m3(&mat).tr_mul_vec(&v3(&vec));
    /// res = a x b
    mju_cross(res, a: Fixed<3>, b: Fixed<3>) v3(&a).cross(&v3(&b));
}

/// Normalises a vector and returns its length.
#[pyfunction]
fn mju_normalize3(vec: FixedOutput<3>) -> f64 {
    let mut v = v3(&Fixed(vec.read()));
    let length = vec3::normalize(&mut v);
    vec.write(v.into());
    length
}

/// The length of a vector.
#[pyfunction]
fn mju_norm3(vec: Fixed<3>) -> f64 {
    vec3::norm(&v3(&vec))
}

/// The dot product of two vectors.
#[pyfunction]
fn mju_dot3(vec1: Fixed<3>, vec2: Fixed<3>) -> f64 {
    v3(&vec1).dot(&v3(&vec2))
}

/// The distance of two points.
#[pyfunction]
fn mju_dist3(pos1: Fixed<3>, pos2: Fixed<3>) -> f64 {
    vec3::distance(&v3(&pos1), &v3(&pos2))
}

/// res = 0
#[pyfunction]
fn mju_zero(res: Output) -> PyResult<()> {
    res.change(|res| res.fill(0.0))
}

/// res = val
#[pyfunction]
fn mju_fill(res: Output, val: f64) -> PyResult<()> {
    res.change(|res| res.fill(val))
}

fn same(res: &Output, vec: &Input, name: &str) -> PyResult<()> {
    let complaint = format_args!("res and {name} should have the same size");
    require(res.len == vec.values.len(), complaint)
}

/// res = vec
#[pyfunction]
fn mju_copy(res: Output, vec: Input) -> PyResult<()> {
    same(&res, &vec, "data")?;
    res.write(&vec.values)
}

/// res = vec * scl
#[pyfunction]
fn mju_scl(res: Output, vec: Input, scl: f64) -> PyResult<()> {
    same(&res, &vec, "vec")?;
    res.change(|res| dense::combine(res, [&vec.values], |[v]| v * scl))
}

/// res = vec1 + vec2
#[pyfunction]
fn mju_add(res: Output, vec1: Input, vec2: Input) -> PyResult<()> {
    same(&res, &vec1, "vec1")?;
    same(&res, &vec2, "vec2")?;
    res.change(|res| dense::combine(res, [&vec1.values, &vec2.values], |[a, b]| a + b))
}

/// res = vec1 - vec2
#[pyfunction]
fn mju_sub(res: Output, vec1: Input, vec2: Input) -> PyResult<()> {
    same(&res, &vec1, "vec1")?;
    same(&res, &vec2, "vec2")?;
    res.change(|res| dense::combine(res, [&vec1.values, &vec2.values], |[a, b]| a - b))
}

/// res = vec1 + vec2 * scl
#[pyfunction]
fn mju_addScl(res: Output, vec1: Input, vec2: Input, scl: f64) -> PyResult<()> {
    same(&res, &vec1, "vec1")?;
    same(&res, &vec2, "vec2")?;
    res.change(|res| dense::combine(res, [&vec1.values, &vec2.values], |[a, b]| a + b * scl))
}

/// res += vec
#[pyfunction]
fn mju_addTo(res: Output, vec: Input) -> PyResult<()> {
    same(&res, &vec, "vec")?;
    res.change(|res| dense::add_to(res, &vec.values))
}

/// res -= vec
#[pyfunction]
fn mju_subFrom(res: Output, vec: Input) -> PyResult<()> {
    same(&res, &vec, "vec")?;
    res.change(|res| dense::sub_from(res, &vec.values))
}

/// res += vec * scl
#[pyfunction]
fn mju_addToScl(res: Output, vec: Input, scl: f64) -> PyResult<()> {
    same(&res, &vec, "vec")?;
    res.change(|res| dense::add_scaled(res, &vec.values, scl))
}

/// The sum of the elements.
#[pyfunction]
fn mju_sum(vec: Input) -> f64 {
    dense::sum(&vec.values)
}

/// The sum of the absolute values.
#[pyfunction]
fn mju_L1(vec: Input) -> f64 {
    dense::l1(&vec.values)
}

/// Whether all elements are 0.
#[pyfunction]
fn mju_isZero(vec: Input) -> i32 {
    dense::is_zero(&vec.values).into()
}

/// The length of a vector.
#[pyfunction]
fn mju_norm(res: Input) -> f64 {
    dense::norm(&res.values)
}

/// Normalises a vector and returns its length.
#[pyfunction]
fn mju_normalize(res: Output) -> PyResult<f64> {
    res.change(dense::normalize)
}

/// The dot product of two vectors.
#[pyfunction]
fn mju_dot(vec1: Input, vec2: Input) -> PyResult<f64> {
    let same = vec1.values.len() == vec2.values.len();
    require(same, "vec1 and vec2 should have the same size")?;
    Ok(dense::dot(&vec1.values, &vec2.values))
}

/// Numbers of one precision as numbers of another.
#[pyfunction]
fn mju_f2n(res: Output, vec: Input<f32>) -> PyResult<()> {
    require(
        res.len == vec.values.len(),
        "res and vec should have the same size",
    )?;
    let values: Vec<f64> = vec.values.iter().copied().map(f64::from).collect();
    res.write(&values)
}

/// Numbers of one precision as numbers of another.
#[pyfunction]
fn mju_n2f(res: Output<f32>, vec: Input) -> PyResult<()> {
    require(
        res.len == vec.values.len(),
        "res and vec should have the same size",
    )?;
    let values: Vec<f32> = vec.values.iter().map(|&x| x as f32).collect();
    res.write(&values)
}

/// Copies doubles to MuJoCo's numbers, which are doubles.
#[pyfunction]
fn mju_d2n(res: Output, vec: Input) -> PyResult<()> {
    same(&res, &vec, "vec")?;
    res.write(&vec.values)
}

/// Copies MuJoCo's numbers to doubles, which they are.
#[pyfunction]
fn mju_n2d(res: Output, vec: Input) -> PyResult<()> {
    same(&res, &vec, "vec")?;
    res.write(&vec.values)
}

/// Sorts numbers in place.
#[pyfunction]
fn mju_insertionSort(list: Output) -> PyResult<()> {
    list.change(insertion_sort)
}

/// Sorts whole numbers in place.
#[pyfunction]
fn mju_insertionSortInt(list: Output<i32>) -> PyResult<()> {
    list.change(insertion_sort)
}

/// A contact's force as forces along the edges of a pyramid.
#[pyfunction]
fn mju_encodePyramid(pyramid: Output, force: Input, mu: Input) -> PyResult<()> {
    let dim = mu.values.len();
    require(
        force.values.len() == dim + 1,
        "size of force should be 1 + size of mu",
    )?;
    require(
        pyramid.len == 2 * dim,
        "size of pyramid should be twice that of mu",
    )?;
    pyramid.change(|edges| pyramid::encode(edges, &force.values, &mu.values))
}

/// Forces along the edges of a pyramid as a contact's force.
#[pyfunction]
fn mju_decodePyramid(force: Output, pyramid: Input, mu: Input) -> PyResult<()> {
    let dim = mu.values.len();
    require(
        force.len == dim + 1,
        "size of force should be 1 + size of mu",
    )?;
    let edges = pyramid.values.len();
    require(
        edges == (2 * dim).max(1),
        "size of pyramid should be twice that of mu",
    )?;
    force.change(|force| pyramid::decode(force, &pyramid.values, &mu.values))
}

register! {
    mju_zero3 mju_copy3 mju_scl3 mju_add3 mju_sub3 mju_addTo3 mju_subFrom3 mju_addToScl3 mju_addScl3
    mju_mulMatVec3 mju_mulMatTVec3 mju_cross mju_normalize3 mju_norm3 mju_dot3 mju_dist3 mju_zero
    mju_fill mju_copy mju_scl mju_add mju_sub mju_addScl mju_addTo mju_subFrom mju_addToScl mju_sum
    mju_L1 mju_isZero mju_norm mju_normalize mju_dot mju_f2n mju_n2f mju_d2n mju_n2d
    mju_insertionSort mju_insertionSortInt mju_encodePyramid mju_decodePyramid
}
