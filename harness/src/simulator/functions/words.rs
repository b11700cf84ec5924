//! Words for numbers, and models as files.

use plumbline::data::warning_text;
use plumbline::math::bytes_text;
use plumbline::model::ObjectType;

use super::Function;
use crate::snapshot::Elem;

pub(super) const FUNCTIONS: &[Function] = &[
    ("mj_saveModel", |f| {
        let file = f.model.to_mjb();
        f.push("file", Elem::U8, &file);
        Ok(())
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
