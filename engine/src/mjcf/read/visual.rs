//! `visual`: how a model is drawn. The engine keeps it for viewers.

use super::Reader;
use crate::error::Error;
use crate::mjcf::attribute::{BOOL, Slots};
use crate::mjcf::tree::Node;
use crate::model::{Elem, Visual};

/// Whole numbers that are written as `true` and `false`.
const SWITCHES: [&str; 3] = ["orthographic", "ellipsoidinertia", "bvactive"];

impl Reader {
    pub(super) fn visual(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            for (name, _) in node.attributes() {
                read(node, name, &mut self.spec.visual)?;
            }
        }
        Ok(())
    }
}

/// Reads one attribute into the member of the same name.
fn read(node: Node<'_>, attribute: &str, visual: &mut Visual) -> Result<(), Error> {
    let name = format!("vis.{}.{attribute}", node.name());
    let fields = visual.fields(node.name());
    let Some(field) = fields.iter().find(|field| field.info.name == name) else {
        return Ok(());
    };
    let (elem, count) = (field.values.elem(), field.values.len());
    let Some(bytes) = visual.bytes_mut(&name) else {
        return Ok(());
    };
    match (elem, count) {
        (Elem::I32, _) => {
            let value: &mut [i32] = bytemuck::cast_slice_mut(bytes);
            if node.name() == "global" && SWITCHES.contains(&attribute) {
                let word = node.keyword(attribute, BOOL)?;
                value[0] = word.map_or(value[0], i32::from);
            } else {
                node.copy_int(attribute, &mut value[0])?;
            }
        }
        (_, 3) => fill::<[f32; 3]>(node, attribute, bytes)?,
        (_, 4) => fill::<[f32; 4]>(node, attribute, bytes)?,
        _ => {
            fill::<f32>(node, attribute, bytes)?;
            if ["vis.global.realtime", "vis.map.znear"].contains(&&*name) {
                positive(node, attribute)?;
            }
        }
    }
    Ok(())
}

fn fill<S: Slots + bytemuck::Pod>(
    node: Node<'_>,
    attribute: &str,
    bytes: &mut [u8],
) -> Result<(), Error> {
    node.fill(attribute, bytemuck::from_bytes_mut::<S>(bytes))?;
    Ok(())
}

fn positive(node: Node<'_>, name: &str) -> Result<(), Error> {
    if node.number::<f32>(name)?.is_some_and(|value| value <= 0.0) {
        return Err(node
            .value_error(name, format!("`{name}` is not positive"))
            .expected("a number above 0"));
    }
    Ok(())
}
