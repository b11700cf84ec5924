//! `asset`: textures and materials; meshes, height fields and skins are read elsewhere.

use super::{Reader, mesh, plugin};
use crate::error::Error;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::path::{self, Place};
use crate::mjcf::tree::Node;
use crate::spec::{Builtin, Mark, Material, Texture, TextureType};

const BUILTINS: &Keywords<Builtin> = &[
    ("none", Builtin::None),
    ("gradient", Builtin::Gradient),
    ("checker", Builtin::Checker),
    ("flat", Builtin::Flat),
];
const MARKS: &Keywords<Mark> = &[
    ("none", Mark::None),
    ("edge", Mark::Edge),
    ("cross", Mark::Cross),
    ("random", Mark::Random),
];
const CUBE_FILES: [&str; 6] = [
    "fileright",
    "fileleft",
    "fileup",
    "filedown",
    "filefront",
    "fileback",
];

/// The role of a material's `texture` attribute.
const ROLE_RGB: usize = 1;
const ROLES: &Keywords<usize> = &[
    ("rgb", ROLE_RGB),
    ("occlusion", 2),
    ("roughness", 3),
    ("metallic", 4),
    ("normal", 5),
    ("opacity", 6),
    ("emissive", 7),
    ("rgba", 8),
    ("orm", 9),
];

/// Characters in the layout of a texture's grid.
const GRID_CELLS: usize = 12;

impl Reader {
    /// A directory of assets, as seen from the model's.
    pub(super) fn place(&self, dir: &str) -> Place<'_> {
        Place {
            dir: path::join(&self.spec.paths.model, dir),
            files: &self.spec.files,
        }
    }

    pub(super) fn assets(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            let class = self.classes.of(node)?;
            match node.name() {
                "texture" => {
                    let texture = read_texture(node, &self.place(&self.spec.paths.textures))?;
                    self.spec.textures.push(texture);
                }
                "mesh" => {
                    let mut mesh = class.mesh.clone();
                    let place = self.place(&self.spec.paths.meshes);
                    copy_file(node, "file", &place, &mut mesh.file);
                    mesh::read(node, &mut mesh)?;
                    node.copy_text("class", &mut mesh.class);
                    mesh.plugin = plugin::read_child(node, &mut self.spec)?;
                    self.spec.meshes.push(mesh);
                }
                "hfield" => {
                    let hfield = mesh::read_hfield(node, &self.place(&self.spec.paths.meshes))?;
                    self.spec.hfields.push(hfield);
                }
                "skin" => self.skin(node)?,
                "model" => self.model_asset(node)?,
                _ => {
                    let mut material = class.material.clone();
                    read_material(node, &mut material)?;
                    self.spec.materials.push(material);
                }
            }
        }
        Ok(())
    }
}

/// Reads a texture; its files are in `dir` or beside the file that names them.
fn read_texture(node: Node<'_>, place: &Place<'_>) -> Result<Texture, Error> {
    let mut texture = Texture {
        source: Some(node.location()),
        ..Texture::default()
    };
    node.copy_text("name", &mut texture.name);
    node.copy_keyword("type", TextureType::WORDS, &mut texture.kind)?;
    node.copy_text("content_type", &mut texture.content_type);
    copy_file(node, "file", place, &mut texture.file);
    node.copy_int("width", &mut texture.width)?;
    node.copy_int("height", &mut texture.height)?;
    node.copy_int("nchannel", &mut texture.nchannel)?;
    node.fill("rgb1", &mut texture.rgb1)?;
    node.fill("rgb2", &mut texture.rgb2)?;
    node.fill("markrgb", &mut texture.markrgb)?;
    node.fill("random", &mut texture.random)?;
    node.copy_keyword("builtin", BUILTINS, &mut texture.builtin)?;
    node.copy_keyword("mark", MARKS, &mut texture.mark)?;
    node.copy_bool("hflip", &mut texture.hflip)?;
    node.copy_bool("vflip", &mut texture.vflip)?;
    grid(node, &mut texture)?;
    if texture.name.is_empty() {
        path::stem(&texture.file).clone_into(&mut texture.name);
    }
    for (file, name) in texture.cubefiles.iter_mut().zip(CUBE_FILES) {
        copy_file(node, name, place, file);
    }
    Ok(texture)
}

pub(super) fn copy_file(node: Node<'_>, name: &str, place: &Place<'_>, into: &mut String) {
    if let Some(file) = node.text(name) {
        *into = place.resolve(file, node.include_dir());
    }
}

/// The cells of a composite image; unnamed cells keep their dots.
fn grid(node: Node<'_>, texture: &mut Texture) -> Result<(), Error> {
    node.fill("gridsize", &mut texture.gridsize)?;
    let Some(layout) = node.text("gridlayout") else {
        return Ok(());
    };
    let [rows, columns] = texture.gridsize.map(i64::from);
    if layout.len() > GRID_CELLS || layout.len() as i64 != rows * columns {
        return Err(node
            .value_error("gridlayout", format!("the grid layout is `{layout}`"))
            .expected(format!("{rows} x {columns} letters, at most {GRID_CELLS}")));
    }
    let dots = texture.gridlayout.get(layout.len()..).unwrap_or("");
    texture.gridlayout = format!("{layout}{dots}");
    Ok(())
}

/// Reads a material over what it inherits.
pub(super) fn read_material(node: Node<'_>, material: &mut Material) -> Result<(), Error> {
    node.copy_text("name", &mut material.name);
    node.copy_text("texture", &mut material.textures[ROLE_RGB]);
    for layer in node.children() {
        if node.text("texture").is_some() {
            return Err(layer
                .invalid("a material with both `texture` and layers")
                .expected("one of them"));
        }
        let Some(role) = layer.keyword("role", ROLES)? else {
            return Err(layer.missing("role"));
        };
        layer
            .required("texture")?
            .clone_into(&mut material.textures[role]);
    }
    node.copy_bool("texuniform", &mut material.texuniform)?;
    node.fill("texrepeat", &mut material.texrepeat)?;
    node.fill("emission", &mut material.emission)?;
    node.fill("specular", &mut material.specular)?;
    node.fill("shininess", &mut material.shininess)?;
    node.fill("reflectance", &mut material.reflectance)?;
    node.fill("metallic", &mut material.metallic)?;
    node.fill("roughness", &mut material.roughness)?;
    node.fill("rgba", &mut material.rgba)?;
    material.source = Some(node.location());
    Ok(())
}
