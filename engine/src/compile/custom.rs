//! Custom numbers, texts and tuples.

use super::asset::copy;
use super::contact::{ContactOrder, ids};
use super::lookup::Lookup;
use super::names::push_text;
use super::refusal::invalid;
use crate::error::Error;
use crate::model::Model;
use crate::spec::{ObjectType, Spec};

/// Writes all custom elements.
pub(super) fn write(
    spec: &Spec,
    lookup: &Lookup<'_>,
    order: &ContactOrder,
    model: &mut Model,
) -> Result<(), Error> {
    write_numerics(spec, model)?;
    write_texts(spec, model)?;
    write_tuples(spec, lookup, order, model)
}

fn write_numerics(spec: &Spec, model: &mut Model) -> Result<(), Error> {
    let mut address = 0;
    for (id, numeric) in spec.numerics.iter().enumerate() {
        let size = numeric.data.len();
        if size == 0 {
            return Err(
                invalid("numeric", &numeric.source, "a numeric needs a size")
                    .attribute("size")
                    .expected("a size above 0, or data"),
            );
        }
        model.numeric_adr[id] = address as i32;
        model.numeric_size[id] = size as i32;
        copy(&numeric.data, &mut model.numeric_data, &mut address);
    }
    Ok(())
}

fn write_texts(spec: &Spec, model: &mut Model) -> Result<(), Error> {
    let mut data = Vec::with_capacity(model.ntextdata);
    for (id, text) in spec.texts.iter().enumerate() {
        if text.data.is_empty() {
            return Err(invalid("text", &text.source, "a text needs data").attribute("data"));
        }
        model.text_adr[id] = data.len() as i32;
        model.text_size[id] = text.data.len() as i32 + 1;
        push_text(&mut data, &text.data);
    }
    model.text_data = data;
    Ok(())
}

fn write_tuples(
    spec: &Spec,
    lookup: &Lookup<'_>,
    order: &ContactOrder,
    model: &mut Model,
) -> Result<(), Error> {
    let (pair_ids, exclude_ids) = (ids(&order.pairs), ids(&order.excludes));
    let mut address = 0;
    for (id, tuple) in spec.tuples.iter().enumerate() {
        if tuple.elements.is_empty() {
            return Err(invalid("tuple", &tuple.source, "a tuple needs elements"));
        }
        model.tuple_adr[id] = address as i32;
        model.tuple_size[id] = tuple.elements.len() as i32;
        for element in &tuple.elements {
            let found = lookup
                .find(element.objtype, &element.objname)
                .ok_or_else(|| {
                    invalid(
                        "element",
                        &tuple.source,
                        format!("there is no element `{}` of this kind", element.objname),
                    )
                    .attribute("objname")
                })?;
            // Some elements have moved since their names were indexed.
            let object = match element.objtype {
                ObjectType::Geom => lookup.geom_ids[found],
                ObjectType::Pair => Some(pair_ids[found]),
                ObjectType::Exclude => Some(exclude_ids[found]),
                _ => Some(found),
            };
            model.tuple_objtype[address] = element.objtype as i32;
            model.tuple_objid[address] = object.map_or(-1, |id| id as i32);
            model.tuple_objprm[address] = element.prm;
            address += 1;
        }
    }
    Ok(())
}
