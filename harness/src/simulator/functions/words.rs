//! Words for numbers, and models as files.

use plumbline::data::warning_text;
use plumbline::math::{Pattern, bytes_text, dense_to_sparse};
use plumbline::model::ObjectType;
use plumbline::{Model, mat_text, mat_text_sparse};

use super::{Function, error};
use crate::snapshot::Elem;

pub(super) const FUNCTIONS: &[Function] = &[
    ("mj_saveModel", |f| {
        let file = f.model.to_mjb();
        f.push("file", Elem::U8, &file);
        Ok(())
    }),
    // Written, read, and written again.
    ("mj_loadModel", |f| {
        let copy = Model::from_mjb(&f.model.to_mjb()).map_err(error)?;
        f.push("file", Elem::U8, &copy.to_mjb());
        Ok(())
    }),
    ("mju_printMat", |f| {
        let (rows, columns) = (f.id(0)?, f.id(1)?);
        f.printed(mat_text(f.v(2, rows * columns)?, columns))
    }),
    // The argument has a dense matrix.
    ("mju_printMatSparse", |f| {
        let (rows, columns) = (f.id(0)?, f.id(1)?);
        let dense = f.v(2, rows * columns)?;
        let (mut res, mut colind) = (vec![0.0; dense.len()], vec![0; dense.len()]);
        let (mut rownnz, mut rowadr) = (vec![0; rows], vec![0; rows]);
        dense_to_sparse(
            &mut res,
            dense,
            columns,
            &mut rownnz,
            &mut rowadr,
            &mut colind,
        )
        .map_err(|_| error("the matrix does not fit"))?;
        let pattern = Pattern {
            rownnz: &rownnz,
            rowadr: &rowadr,
            colind: &colind,
        };
        f.printed(mat_text_sparse(&res, pattern))
    }),
    ("mju_type2Str", |f| {
        let text = word(f.id(0)?).unwrap_or_default();
        f.push("text", Elem::U8, text.as_bytes());
        Ok(())
    }),
    ("mju_str2Type", |f| {
        let word = word(f.id(0)?).unwrap_or("nonsense");
        let kind = ObjectType::from_name(word).unwrap_or_default();
        f.push("value", Elem::I32, &kind.code().to_le_bytes());
        Ok(())
    }),
    ("mju_writeNumBytes", |f| {
        let text = bytes_text(f.f(0)? as u64);
        f.push("text", Elem::U8, text.as_bytes());
        Ok(())
    }),
    ("mju_warningText", |f| {
        let text = warning_text(f.id(0)?, f.f(1)? as u64);
        f.push("text", Elem::U8, text.as_bytes());
        Ok(())
    }),
];

/// The word for the kind with this number.
fn word(number: usize) -> Option<&'static str> {
    let kind = ObjectType::from_code(number as i32)?;
    (kind != ObjectType::Unknown).then(|| kind.name())
}
