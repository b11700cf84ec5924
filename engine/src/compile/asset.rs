//! Materials, and the definitions of textures.

use super::lookup::Lookup;
use super::names::Names;
use super::refusal::{Detail, invalid, unsupported};
use crate::error::Error;
use crate::fields::Model;
use crate::spec::{Builtin, ObjectType, Source, Spec, Texture, TextureType};

/// The id of each element's material, -1 for none.
///
/// `elements` gives, for each element, its tag, the material's name and where it was written.
pub(super) fn material_ids<'a>(
    elements: impl Iterator<Item = (&'static str, &'a Option<String>, &'a Source)>,
    names: &Names<'_>,
    discard: bool,
) -> Result<Vec<i32>, Error> {
    elements
        .map(|(element, material, source)| {
            let Some(name) = material.as_deref().filter(|name| !name.is_empty()) else {
                return Ok(-1);
            };
            // without visual assets no element has a material, whatever its name
            if discard {
                return Ok(-1);
            }
            names
                .find(ObjectType::Material, name)
                .map(|id| id as i32)
                .ok_or_else(|| {
                    invalid(element, source, format!("there is no material `{name}`"))
                        .attribute("material")
                        .expected("the name of a material")
                })
        })
        .collect()
}

/// Width, height and number of bytes of a texture.
pub(super) fn texture_size(texture: &Texture) -> Result<(i32, i32, usize), Error> {
    let refuse = |name: &str| {
        invalid(
            "texture",
            &texture.source,
            format!("the {name} of a built-in texture is missing or too large"),
        )
        .attribute(name)
        .expected("a positive number")
    };
    if texture.builtin == Builtin::None {
        let files = !texture.file.is_empty() || texture.cubefiles.iter().any(|f| !f.is_empty());
        return Err(if files {
            unsupported(
                "texture",
                &texture.source,
                "textures from files are not supported yet",
            )
        } else {
            invalid("texture", &texture.source, "the texture has no pixels")
                .expected("a file, or a builtin pattern")
        });
    }
    if texture.width < 1 {
        return Err(refuse("width"));
    }
    let height = match texture.kind {
        TextureType::TwoD => texture.height,
        // the six faces are stacked
        TextureType::Cube | TextureType::Skybox => texture
            .width
            .checked_mul(6)
            .ok_or_else(|| refuse("width"))?,
    };
    if height < 1 {
        return Err(refuse("height"));
    }
    let pixels = i64::from(texture.width) * i64::from(height);
    if pixels >= i64::from(i32::MAX) / i64::from(texture.nchannel.max(1)) {
        return Err(refuse("width"));
    }
    Ok((
        texture.width,
        height,
        pixels as usize * texture.nchannel.max(0) as usize,
    ))
}

/// Writes textures and materials.
pub(super) fn write(spec: &Spec, lookup: &Lookup<'_>, model: &mut Model) -> Result<(), Error> {
    let mut address = 0;
    for (id, texture) in spec.textures.iter().enumerate() {
        let (width, height, bytes) = texture_size(texture)?;
        model.tex_type[id] = match texture.kind {
            TextureType::TwoD => 0,
            TextureType::Cube => 1,
            TextureType::Skybox => 2,
        };
        model.tex_width[id] = width;
        model.tex_height[id] = height;
        model.tex_nchannel[id] = texture.nchannel;
        model.tex_adr[id] = address as i32;
        model.tex_pathadr[id] = -1;
        address += bytes;
    }
    for (id, material) in spec.materials.iter().enumerate() {
        for (role, name) in material.textures.iter().enumerate() {
            model.mat_texid[id][role] = if name.is_empty() {
                -1
            } else {
                find_texture(name, &material.source, lookup)?
            };
        }
        model.mat_texuniform[id] = u8::from(material.texuniform);
        model.mat_texrepeat[id] = material.texrepeat;
        model.mat_emission[id] = material.emission;
        model.mat_specular[id] = material.specular;
        model.mat_shininess[id] = material.shininess;
        model.mat_reflectance[id] = material.reflectance;
        model.mat_metallic[id] = material.metallic;
        model.mat_roughness[id] = material.roughness;
        model.mat_rgba[id] = material.rgba;
    }
    Ok(())
}

fn find_texture(name: &str, source: &Source, lookup: &Lookup<'_>) -> Result<i32, Error> {
    lookup
        .find(ObjectType::Texture, name)
        .map(|id| id as i32)
        .ok_or_else(|| {
            invalid("material", source, format!("there is no texture `{name}`"))
                .attribute("texture")
                .expected("the name of a texture")
        })
}
