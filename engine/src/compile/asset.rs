//! Materials and textures.

use super::lookup::Lookup;
use super::names::{Names, push_text};
use super::refusal::{asset, invalid};
use crate::asset::texture::{self, Size};
use crate::asset::{AssetError, Bytes, combine, strip_directories};
use crate::error::Error;
use crate::model::{Char, Model};
use crate::spec::{self, AssetPaths, Builtin, ObjectType, Source, Spec};

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
            // Without visual assets no geom has a material, whatever its name. MuJoCo discards the
            // materials of sites and tendons too, but then looks for them.
            if discard && element == "geom" {
                return Ok(-1);
            }
            names
                .find(ObjectType::Material, name)
                .filter(|_| !discard)
                .map(|id| id as i32)
                .ok_or_else(|| {
                    invalid(element, source, format!("there is no material `{name}`"))
                        .attribute("material")
                        .expected("the name of a material")
                })
        })
        .collect()
}

/// All textures, and their pixels one after the other.
#[derive(Debug, Default)]
pub(super) struct Textures<'a> {
    pub(super) list: Vec<Texture<'a>>,
    pub(super) pixels: Vec<u8>,
}

impl Textures<'_> {
    /// Repeats the pixels of an earlier texture from the same files.
    fn repeated(&mut self, texture: &spec::Texture) -> Option<Size> {
        let same = |other: &Texture<'_>| same_pictures(other.spec, texture);
        let k = self.list.iter().position(same)?;
        let end = self.list.get(k + 1).map(|next| next.address);
        let pixels = self.list[k].address..end.unwrap_or(self.pixels.len());
        self.pixels.try_reserve_exact(pixels.len()).ok()?;
        self.pixels.extend_from_within(pixels);
        Some(self.list[k].size)
    }
}

/// Whether two descriptions take the same pixels from the same files, whatever they are called.
fn same_pictures(a: &spec::Texture, b: &spec::Texture) -> bool {
    a.builtin == Builtin::None
        && b.builtin == Builtin::None
        && a.kind == b.kind
        && a.file == b.file
        && a.cubefiles == b.cubefiles
        && a.content_type == b.content_type
        && a.paths == b.paths
        && a.gridsize == b.gridsize
        && a.gridlayout == b.gridlayout
        && a.nchannel == b.nchannel
        && (a.hflip, a.vflip) == (b.hflip, b.vflip)
        // The colour of faces without an image.
        && a.rgb1 == b.rgb1
}

/// A texture, where its pixels start, and the path that the model remembers for it.
#[derive(Debug)]
pub(super) struct Texture<'a> {
    spec: &'a spec::Texture,
    size: Size,
    address: usize,
    /// Empty for a pattern, and for a cube of several files.
    pub(super) path: &'a str,
}

/// Makes or loads all textures; none if visual assets are discarded.
pub(super) fn textures(spec: &Spec) -> Result<Textures<'_>, Error> {
    let mut textures = Textures::default();
    if spec.compiler.discardvisual {
        return Ok(textures);
    }
    let drawn: usize = spec.textures.iter().map(texture::drawn_bytes).sum();
    // A failure to reserve is reported by the texture that it is for.
    let _ = textures.pixels.try_reserve_exact(drawn);
    let mut buffer = Vec::new();
    for texture in &spec.textures {
        let paths = texture.paths.as_deref().unwrap_or(&spec.paths);
        let read = |file: &str| read_file(spec, paths, &paths.textures, file);
        let address = textures.pixels.len();
        let size = match textures.repeated(texture) {
            Some(size) => size,
            None => texture::append(texture, read, &mut buffer, &mut textures.pixels)
                .map_err(|wrong| asset("texture", &texture.source, wrong))?,
        };
        textures.list.push(Texture {
            spec: texture,
            size,
            address,
            path: file_name(&texture.file, paths),
        });
    }
    check_pixels(&textures)?;
    Ok(textures)
}

/// MuJoCo assumes three bytes per pixel when it checks a model, so that a texture with a single
/// channel cannot be the last.
fn check_pixels(textures: &Textures<'_>) -> Result<(), Error> {
    let end = |texture: &Texture<'_>| {
        let pixels = texture.size.width as usize * texture.size.height as usize;
        texture.address + 3 * pixels
    };
    let beyond = textures
        .list
        .iter()
        .find(|t| end(t) > textures.pixels.len());
    beyond.map_or(Ok(()), |texture| {
        let message = "a texture of fewer than 3 channels at the end of all pixels";
        Err(invalid("texture", &texture.spec.source, message).attribute("nchannel"))
    })
}

/// A file as the model knows it: with its directories, unless they are to be stripped.
pub(super) fn file_name<'a>(file: &'a str, paths: &AssetPaths) -> &'a str {
    if paths.strip {
        strip_directories(file)
    } else {
        file
    }
}

/// The bytes of an asset's file.
pub(super) fn read_file(
    spec: &Spec,
    paths: &AssetPaths,
    directory: &str,
    file: &str,
) -> Result<Bytes, AssetError> {
    let file = file_name(file, paths);
    spec.files.read(&paths.model, &combine(directory, file))
}

/// Copies `from` to the place `at`, and advances `at` past it.
pub(super) fn copy<T: Copy>(from: &[T], to: &mut [T], at: &mut usize) {
    to[*at..*at + from.len()].copy_from_slice(from);
    *at += from.len();
}

/// The paths that a model remembers, one after the other.
#[derive(Debug, Default)]
pub(super) struct Paths {
    text: Vec<Char>,
}

impl Paths {
    /// Adds a path and returns its address; none for an empty one.
    pub(super) fn add(&mut self, path: &str) -> i32 {
        if path.is_empty() {
            return -1;
        }
        let address = self.text.len() as i32;
        push_text(&mut self.text, path);
        address
    }

    /// The text, which is never empty.
    pub(super) fn finish(mut self) -> Vec<Char> {
        if self.text.is_empty() {
            push_text(&mut self.text, "");
        }
        self.text
    }
}

/// Writes textures and materials.
pub(super) fn write(
    spec: &Spec,
    textures: Textures<'_>,
    paths: &mut Paths,
    lookup: &Lookup<'_>,
    model: &mut Model,
) -> Result<(), Error> {
    write_textures(textures, paths, model);
    if spec.compiler.discardvisual {
        return Ok(());
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

fn write_textures(textures: Textures<'_>, paths: &mut Paths, model: &mut Model) {
    for (id, texture) in textures.list.iter().enumerate() {
        model.tex_type[id] = texture.spec.kind as i32;
        model.tex_width[id] = texture.size.width;
        model.tex_height[id] = texture.size.height;
        model.tex_nchannel[id] = texture.size.channels;
        model.tex_adr[id] = texture.address as i32;
        model.tex_pathadr[id] = paths.add(texture.path);
    }
    // Moved, not copied: pixels are most of a small model.
    model.ntexdata = textures.pixels.len();
    model.tex_data = textures.pixels;
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
