//! Matrices: dense, sparse, banded; factors and small programs.

use plumbline::math::{
    Band, BoxQp, BoxQpWork, Pattern, cholesky, dense, dense_to_sparse, sparse_to_dense, square,
    transpose,
};
use pyo3::prelude::*;

use super::register;
use crate::array::{Input, Output, require};
use crate::errors::FatalError;

/// res = mat vec
#[pyfunction]
fn mju_mulMatVec(res: Output, mat: Input, vec: Input) -> PyResult<()> {
    require(res.len == mat.rows, "#rows in mat should equal size of res")?;
    require(
        vec.values.len() == mat.columns,
        "#columns in mat should equal size of vec",
    )?;
    res.change(|res| dense::mul_vec(res, &mat.values, &vec.values))
}

/// res = mat' vec
#[pyfunction]
fn mju_mulMatTVec(res: Output, mat: Input, vec: Input) -> PyResult<()> {
    require(
        res.len == mat.columns,
        "#columns in mat should equal size of res",
    )?;
    require(
        vec.values.len() == mat.rows,
        "#rows in mat should equal size of vec",
    )?;
    res.change(|res| dense::tr_mul_vec(res, &mat.values, &vec.values))
}

/// vec1' mat vec2
#[pyfunction]
fn mju_mulVecMatVec(vec1: Input, mat: Input, vec2: Input) -> PyResult<f64> {
    let n = vec1.values.len();
    require(
        n == vec2.values.len(),
        "vec1 and vec2 should have the same size",
    )?;
    require(
        (n, n) == (mat.rows, mat.columns),
        "mat should be square, of the size of vec1",
    )?;
    Ok(dense::mul_vec_mat_vec(
        &vec1.values,
        &mat.values,
        &vec2.values,
    ))
}

/// res = mat'
#[pyfunction]
fn mju_transpose(res: Output, mat: Input) -> PyResult<()> {
    require(
        res.columns == mat.rows,
        "#columns in res should equal #rows in mat",
    )?;
    require(
        res.rows == mat.columns,
        "#rows in res should equal #columns in mat",
    )?;
    res.change(|res| transpose::dense(res, &mat.values, mat.rows, mat.columns))
}

/// res = (mat + mat') / 2
#[pyfunction]
fn mju_symmetrize(res: Output, mat: Input) -> PyResult<()> {
    require(mat.rows == mat.columns, "mat should be square")?;
    let same = (res.rows, res.columns) == (mat.rows, mat.columns);
    require(same, "res and mat should have the same shape")?;
    let mut values = mat.values;
    dense::symmetrize(&mut values, mat.rows);
    res.write(&values)
}

/// The identity.
#[pyfunction]
fn mju_eye(mat: Output) -> PyResult<()> {
    require(mat.rows == mat.columns, "mat should be square")?;
    let n = mat.rows;
    mat.change(|values| {
        values.fill(0.0);
        values.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
    })
}

/// res = mat1 mat2
#[pyfunction]
fn mju_mulMatMat(res: Output, mat1: Input, mat2: Input) -> PyResult<()> {
    require(
        res.rows == mat1.rows,
        "#rows in res should equal #rows in mat1",
    )?;
    require(
        res.columns == mat2.columns,
        "#columns in res should equal #columns in mat2",
    )?;
    require(
        mat1.columns == mat2.rows,
        "#columns in mat1 should equal #rows in mat2",
    )?;
    let (inner, columns) = (mat1.columns, mat2.columns);
    res.change(|res| dense::mul_mat(res, &mat1.values, &mat2.values, inner, columns))
}

/// res = mat1 mat2'
#[pyfunction]
fn mju_mulMatMatT(res: Output, mat1: Input, mat2: Input) -> PyResult<()> {
    require(
        res.rows == mat1.rows,
        "#rows in res should equal #rows in mat1",
    )?;
    require(
        res.columns == mat2.rows,
        "#columns in res should equal #rows in mat2",
    )?;
    require(
        mat1.columns == mat2.columns,
        "#columns in mat1 should equal #columns in mat2",
    )?;
    let inner = mat1.columns;
    res.change(|res| dense::mul_mat_tr(res, &mat1.values, &mat2.values, inner))
}

/// res = mat1' mat2
#[pyfunction]
fn mju_mulMatTMat(res: Output, mat1: Input, mat2: Input) -> PyResult<()> {
    require(
        res.rows == mat1.columns,
        "#rows in res should equal #columns in mat1",
    )?;
    require(
        res.columns == mat2.columns,
        "#columns in res should equal #columns in mat2",
    )?;
    require(
        mat1.rows == mat2.rows,
        "#rows in mat1 should equal #rows in mat2",
    )?;
    let (rows, columns) = (mat1.columns, mat2.columns);
    res.change(|res| dense::tr_mul_mat(res, &mat1.values, &mat2.values, rows, columns))
}

/// res = mat' diag mat
#[pyfunction]
fn mju_sqrMatTD(res: Output, mat: Input, diag: Option<Input>) -> PyResult<()> {
    let n = mat.columns;
    require(
        (res.rows, res.columns) == (n, n),
        "#rows in res should equal #columns in mat",
    )?;
    let Some(diag) = diag else {
        return res.change(|res| square::dense(res, &mat.values, n));
    };
    require(
        diag.values.len() == mat.rows,
        "size of diag should equal #rows in mat",
    )?;
    res.change(|res| square::weighted(res, &mat.values, &diag.values, n))
}

/// Factorises a positive definite matrix; its rank.
#[pyfunction]
fn mju_cholFactor(mat: Output, mindiag: f64) -> PyResult<usize> {
    require(mat.rows == mat.columns, "mat should be a square matrix")?;
    let n = mat.rows;
    mat.change(|values| cholesky::factor(values, n, mindiag))
}

/// Solves with the factors.
#[pyfunction]
fn mju_cholSolve(res: Output, mat: Input, vec: Input) -> PyResult<()> {
    require(mat.rows == mat.columns, "mat should be a square matrix")?;
    require(res.len == mat.rows, "size of res should equal #rows in mat")?;
    require(
        vec.values.len() == mat.columns,
        "size of vec should equal #columns in mat",
    )?;
    let mut values = vec.values;
    cholesky::solve(&mut values, &mat.values);
    res.write(&values)
}

/// Factors of the matrix plus or minus `x x'`; its rank.
#[pyfunction]
fn mju_cholUpdate(mat: Output, x: Output, flg_plus: i32) -> PyResult<usize> {
    require(mat.rows == mat.columns, "mat should be a square matrix")?;
    require(x.len == mat.rows, "size of x should equal #rows in mat")?;
    let mut vector = x.read();
    let rank = mat.change(|values| cholesky::update(values, &mut vector, flg_plus != 0))?;
    x.write(&vector)?;
    Ok(rank)
}

fn band(ntotal: usize, nband: usize, ndense: usize) -> PyResult<Band> {
    require(ndense <= ntotal, "ndense should not be above ntotal")?;
    Ok(Band {
        total: ntotal,
        band: nband,
        dense: ndense,
    })
}

/// Where an element of the diagonal of a band-dense matrix is stored.
#[pyfunction]
fn mju_bandDiag(i: usize, ntotal: usize, nband: usize, ndense: usize) -> PyResult<usize> {
    require(i < ntotal, "i should be below ntotal")?;
    Ok(band(ntotal, nband, ndense)?.diagonal(i))
}

const BAND_SIZE: &str = "size of mat should equal nband*(ntotal-ndense) + ndense*ntotal";

/// Factorises a band-dense matrix; the smallest element of the diagonal, 0 if it is not positive.
#[pyfunction]
fn mju_cholFactorBand(
    mat: Output,
    ntotal: usize,
    nband: usize,
    ndense: usize,
    diagadd: f64,
    diagmul: f64,
) -> PyResult<f64> {
    let band = band(ntotal, nband, ndense)?;
    require(mat.len == band.len(), BAND_SIZE)?;
    mat.change(|values| band.factor(values, diagadd, diagmul))
}

/// Solves with the factors of a band-dense matrix.
#[pyfunction]
fn mju_cholSolveBand(
    res: Output,
    mat: Input,
    vec: Input,
    ntotal: usize,
    nband: usize,
    ndense: usize,
) -> PyResult<()> {
    let band = band(ntotal, nband, ndense)?;
    require(mat.values.len() == band.len(), BAND_SIZE)?;
    require(res.len == ntotal, "size of res should equal ntotal")?;
    require(
        vec.values.len() == ntotal,
        "size of vec should equal ntotal",
    )?;
    let mut values = vec.values;
    band.solve(&mut values, &mat.values);
    res.write(&values)
}

/// A band-dense matrix as a dense one.
#[pyfunction]
fn mju_band2Dense(
    res: Output,
    mat: Input,
    ntotal: usize,
    nband: usize,
    ndense: usize,
    flg_sym: i32,
) -> PyResult<()> {
    let band = band(ntotal, nband, ndense)?;
    require(mat.values.len() == band.len(), BAND_SIZE)?;
    require(
        (res.rows, res.columns) == (ntotal, ntotal),
        "res should have ntotal rows and columns",
    )?;
    res.change(|dense| band.to_dense(dense, &mat.values, flg_sym != 0))
}

/// A dense matrix as a band-dense one.
#[pyfunction]
fn mju_dense2Band(
    res: Output,
    mat: Input,
    ntotal: usize,
    nband: usize,
    ndense: usize,
) -> PyResult<()> {
    let band = band(ntotal, nband, ndense)?;
    require(
        res.len == band.len(),
        "size of res should equal nband*(ntotal-ndense) + ndense*ntotal",
    )?;
    require(
        (mat.rows, mat.columns) == (ntotal, ntotal),
        "mat should have ntotal rows and columns",
    )?;
    res.change(|values| band.take_dense(values, &mat.values))
}

/// Multiplies a band-dense matrix by vectors.
#[pyfunction]
fn mju_bandMulMatVec(
    res: Output,
    mat: Input,
    vec: Input,
    ntotal: usize,
    nband: usize,
    ndense: usize,
    nvec: usize,
    flg_sym: i32,
) -> PyResult<()> {
    let band = band(ntotal, nband, ndense)?;
    require(mat.values.len() == band.len(), BAND_SIZE)?;
    require(
        res.len == ntotal * nvec,
        "size of res should equal ntotal*nvec",
    )?;
    require(
        vec.values.len() == ntotal * nvec,
        "size of vec should equal ntotal*nvec",
    )?;
    res.change(|res| band.mul_vec(res, &mat.values, &vec.values, flg_sym != 0))
}

/// Minimises `x'Hx/2 + x'g` between bounds; the rank of the free part, -1 if it failed.
#[pyfunction]
#[pyo3(signature = (res, R, index, H, g, lower, upper))]
fn mju_boxQP(
    res: Output,
    R: Output,
    index: Option<Output<i32>>,
    H: Input,
    g: Input,
    lower: Option<Input>,
    upper: Option<Input>,
) -> PyResult<i32> {
    let n = res.len;
    require(R.len >= n * (n + 7), "size of R should be at least n*(n+7)")?;
    require((H.rows, H.columns) == (n, n), "H should be of shape (n, n)")?;
    require(g.values.len() == n, "size of g should equal n")?;
    for (bound, name) in [(&lower, "lower"), (&upper, "upper")] {
        let fits = bound.as_ref().is_none_or(|bound| bound.values.len() == n);
        require(fits, format_args!("size of {name} should equal n"))?;
    }
    let index_len = index.as_ref().map_or(n, |index| index.len);
    require(index_len == n, "size of index should equal n")?;
    let program = BoxQp {
        h: &H.values,
        g: &g.values,
        lower: lower.as_ref().map(|bound| &*bound.values),
        upper: upper.as_ref().map(|bound| &*bound.values),
    };
    let mut work = BoxQpWork::default();
    let Ok(free) = res.change(|res| program.solve(res, &mut work))? else {
        return Ok(-1);
    };
    R.change(|room| {
        for (place, value) in room.iter_mut().zip(&work.factor) {
            *place = *value;
        }
    })?;
    if let Some(index) = index {
        index.change(|list| {
            for (place, &dof) in list.iter_mut().zip(&work.free) {
                *place = dof as i32;
            }
        })?;
    }
    Ok(free as i32)
}

/// A dense matrix as a sparse one; 1 if there is too little room.
#[pyfunction]
fn mju_dense2sparse(
    res: Output,
    mat: Input,
    rownnz: Output<i32>,
    rowadr: Output<i32>,
    colind: Output<i32>,
) -> PyResult<i32> {
    require(
        mat.rows == rownnz.len,
        "#rows in mat should equal size of rownnz",
    )?;
    require(
        mat.rows == rowadr.len,
        "#rows in mat should equal size of rowadr",
    )?;
    require(
        res.len == colind.len,
        "#size of res should equal size of colind",
    )?;
    let (mut values, mut columns) = (res.read(), colind.read());
    let (mut counts, mut starts) = (rownnz.read(), rowadr.read());
    let made = dense_to_sparse(
        &mut values,
        &mat.values,
        mat.columns,
        &mut counts,
        &mut starts,
        &mut columns,
    );
    res.write(&values)?;
    rownnz.write(&counts)?;
    rowadr.write(&starts)?;
    colind.write(&columns)?;
    Ok(i32::from(made.is_err()))
}

/// A sparse matrix as a dense one.
#[pyfunction]
fn mju_sparse2dense(
    res: Output,
    mat: Input,
    rownnz: Input<i32>,
    rowadr: Input<i32>,
    colind: Input<i32>,
) -> PyResult<()> {
    require(
        res.rows == rownnz.values.len(),
        "#rows in res should equal size of rownnz",
    )?;
    require(
        res.rows == rowadr.values.len(),
        "#rows in res should equal size of rowadr",
    )?;
    let (columns, len) = (res.columns, mat.values.len().min(colind.values.len()));
    let rows = rownnz.values.iter().zip(rowadr.values.iter());
    let within = |&count: &i32, &start: &i32| {
        count >= 0 && start >= 0 && (start as usize + count as usize) <= len
    };
    let known = colind
        .values
        .iter()
        .all(|&c| c >= 0 && (c as usize) < columns);
    if !known || !rows.into_iter().all(|(count, start)| within(count, start)) {
        return Err(FatalError::new_err(
            "the sparse matrix has elements outside of its arrays",
        ));
    }
    let pattern = Pattern {
        rownnz: &rownnz.values,
        rowadr: &rowadr.values,
        colind: &colind.values,
    };
    res.change(|res| sparse_to_dense(res, &mat.values, pattern, columns))
}

register! {
    mju_mulMatVec mju_mulMatTVec mju_mulVecMatVec mju_transpose mju_symmetrize mju_eye mju_mulMatMat
    mju_mulMatMatT mju_mulMatTMat mju_sqrMatTD mju_cholFactor mju_cholSolve mju_cholUpdate
    mju_bandDiag mju_cholFactorBand mju_cholSolveBand mju_band2Dense mju_dense2Band
    mju_bandMulMatVec mju_boxQP mju_dense2sparse mju_sparse2dense
}
