//! `visual`: how a model is drawn. Only two settings enter the model: the near clipping distance,
//! as a camera's stand-in for a focal length, and whether visited bounding volumes are marked. The
//! rest is checked, not kept.

use super::Reader;
use crate::error::Error;
use crate::mjcf::tree::Node;

impl Reader {
    pub(super) fn visual(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            for (name, _) in node.attributes() {
                check(node, name)?;
            }
            if node.name() == "map" {
                node.fill("znear", &mut self.spec.znear)?;
            }
            if node.name() == "global" {
                node.copy_bool("bvactive", &mut self.spec.bvactive)?;
            }
        }
        Ok(())
    }
}

fn check(node: Node<'_>, name: &str) -> Result<(), Error> {
    match (node.name(), name) {
        ("global", "orthographic" | "ellipsoidinertia" | "bvactive") => {
            node.copy_bool(name, &mut false)?;
        }
        ("global", "offwidth" | "offheight") | ("quality", _) | ("headlight", "active") => {
            node.copy_int(name, &mut 0)?;
        }
        ("headlight", _) => {
            node.fill(name, &mut [0.0_f32; 3])?;
        }
        ("rgba", _) => {
            node.fill(name, &mut [0.0_f32; 4])?;
        }
        ("global", "realtime") | ("map", "znear") => positive(node, name)?,
        _ => {
            node.fill(name, &mut 0.0_f32)?;
        }
    }
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
