//! `deformable` and `skin`.

use super::asset::copy_file;
use super::mesh::copy;
use super::{Reader, flex};
use crate::error::Error;
use crate::mjcf::path::{self, Place};
use crate::mjcf::tree::Node;
use crate::spec::{Bone, Skin};

/// Groups that a skin can be drawn in.
const GROUPS: std::ops::Range<i32> = 0..6;

impl Reader {
    pub(super) fn deformables(&mut self, section: Node<'_>) -> Result<(), Error> {
        section.children().try_for_each(|node| match node.name() {
            "flex" => {
                self.spec.flexes.push(flex::read(node)?);
                Ok(())
            }
            _ => self.skin(node),
        })
    }

    pub(super) fn skin(&mut self, node: Node<'_>) -> Result<(), Error> {
        let skin = read(node, &self.place(&self.spec.paths.meshes))?;
        self.spec.skins.push(skin);
        Ok(())
    }
}

fn read(node: Node<'_>, place: &Place<'_>) -> Result<Skin, Error> {
    let mut skin = Skin {
        source: Some(node.location()),
        ..Skin::default()
    };
    node.copy_text("name", &mut skin.name);
    copy_file(node, "file", place, &mut skin.file);
    node.copy_reference("material", &mut skin.material);
    node.copy_int("group", &mut skin.group)?;
    if !GROUPS.contains(&skin.group) {
        return Err(node
            .value_error("group", format!("a skin of group {}", skin.group))
            .expected("0 to 5"));
    }
    node.fill("rgba", &mut skin.rgba)?;
    node.fill("inflate", &mut skin.inflate)?;
    copy(node.numbers("vertex")?, &mut skin.vertex);
    copy(node.numbers("texcoord")?, &mut skin.texcoord);
    copy(node.numbers("face")?, &mut skin.face);
    for bone in node.children() {
        skin.bones.push(read_bone(bone)?);
    }
    if skin.name.is_empty() {
        path::stem(&skin.file).clone_into(&mut skin.name);
    }
    Ok(skin)
}

fn read_bone(node: Node<'_>) -> Result<Bone, Error> {
    let mut bone = Bone {
        body: node.required("body")?.to_owned(),
        ..Bone::default()
    };
    node.fill_required("bindpos", &mut bone.bindpos)?;
    node.fill_required("bindquat", &mut bone.bindquat)?;
    let missing = |name: &'static str| move || node.missing(name);
    bone.vertid = node.numbers("vertid")?.ok_or_else(missing("vertid"))?;
    bone.vertweight = node
        .numbers("vertweight")?
        .ok_or_else(missing("vertweight"))?;
    Ok(bone)
}
