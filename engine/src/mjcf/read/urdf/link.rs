//! `link`: mass and inertia, and the shapes that are seen and that collide.

use super::geometry::Use;
use super::{Robot, only, origin, required};
use crate::error::Error;
use crate::math::Quat;
use crate::math::frame::product;
use crate::mjcf::tree::Node;
use crate::spec::{Inertial, Orientation};

impl Robot<'_> {
    /// Reads what a link consists of into its body.
    pub(super) fn link(&mut self, node: Node<'_>) -> Result<(), Error> {
        let name = node.required("name")?;
        if self.links.body(name, self.spec).is_none() {
            return Err(node
                .invalid(format!(
                    "link `{name}` hangs on itself: its parents go round in a circle"
                ))
                .expected("parents up to a link that has none"));
        }
        if let Some(inertial) = only(node, "inertial")? {
            let inertial = read_inertial(inertial)?;
            if let Some(body) = self.links.body(name, self.spec) {
                body.inertial = Some(inertial);
            }
        }
        // A collision has the colour of the last visual before it.
        let mut rgba = None;
        let mut geom_name = String::new();
        for part in node.own_children() {
            let part_use = match part.name() {
                "visual" => Use::Visual,
                "collision" => Use::Collision,
                _ => continue,
            };
            if part_use == Use::Visual {
                self.colour(part, &mut rgba)?;
                if self.spec.compiler.discardvisual {
                    continue;
                }
            }
            let mut geom = self.geom(part, part_use)?;
            if let Some(rgba) = rgba.filter(|rgba: &[f32; 4]| rgba[0] >= 0.0) {
                geom.rgba = rgba;
            }
            part.copy_text("name", &mut geom_name);
            if self.geom_names.insert(geom_name.clone()) {
                geom_name.clone_into(&mut geom.name);
            } else if !geom_name.is_empty() && part.text("name").is_some() {
                let message = format!("another geom is named `{geom_name}`: this one has no name");
                self.spec.warnings.push(part.unsupported(message));
            }
            if let Some(body) = self.links.body(name, self.spec) {
                body.geoms.push(geom);
            }
        }
        Ok(())
    }

    /// The colour of a visual, if it has one: its own, or that of the material that it names.
    fn colour(&self, visual: Node<'_>, rgba: &mut Option<[f32; 4]>) -> Result<(), Error> {
        let Some(material) = only(visual, "material")? else {
            return Ok(());
        };
        if let Some(color) = only(material, "color")? {
            let mut own = [0.0; 4];
            color.fill_required("rgba", &mut own)?;
            *rgba = Some(own);
        } else if let Some(known) = self.colours.get(material.required("name")?) {
            *rgba = Some(*known);
        }
        Ok(())
    }
}

/// Mass and inertia. A matrix of zeros counts as none; any other brings principal axes of its own,
/// and then MuJoCo forgets how the origin was turned.
fn read_inertial(node: Node<'_>) -> Result<Inertial, Error> {
    let frame = origin(node)?;
    let mut inertial = Inertial {
        pos: frame.pos,
        orientation: Orientation::Quat(product(frame.quat, Quat::IDENTITY)),
        source: Some(node.location()),
        ..Inertial::default()
    };
    required(node, "mass")?.fill_required("value", &mut inertial.mass)?;
    let matrix = required(node, "inertia")?;
    let mut full = [0.0_f64; 6];
    for (name, entry) in ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"]
        .iter()
        .zip(&mut full)
    {
        matrix.fill_required(name, entry)?;
    }
    let given = full != [0.0; 6] && !full[0].is_nan();
    inertial.full = given.then_some(full);
    Ok(inertial)
}
