//! What a file holds: by its stated content type, else by its file extension.

use super::AssetError;

/// A content type that an asset's file can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentType {
    /// A binary STL mesh.
    Stl,
    /// A Wavefront OBJ mesh.
    Obj,
    /// A mesh in MuJoCo's own format.
    Msh,
    /// A PNG image.
    Png,
    /// MuJoCo's own height field format.
    Hfield,
    /// MuJoCo's own texture format.
    Texture,
    /// Some other `type/subtype`.
    Other(String),
}

impl ContentType {
    /// The stated type if there is one, else the type of the file extension; `None` if that is
    /// unknown.
    pub fn of(file: &str, stated: &str) -> Result<Option<ContentType>, AssetError> {
        if !stated.is_empty() {
            return Ok(Some(Self::named(parse(stated)?)));
        }
        let ending = file.rfind('.').map_or("", |dot| &file[dot..]);
        Ok(match ending.to_ascii_lowercase().as_str() {
            ".stl" => Some(ContentType::Stl),
            ".obj" => Some(ContentType::Obj),
            ".msh" => Some(ContentType::Msh),
            ".png" => Some(ContentType::Png),
            ".ply" => Some(ContentType::Other("model/ply".to_owned())),
            _ => None,
        })
    }

    fn named(name: String) -> ContentType {
        match name.as_str() {
            "model/stl" => ContentType::Stl,
            "model/obj" => ContentType::Obj,
            "model/vnd.mujoco.msh" => ContentType::Msh,
            "image/png" => ContentType::Png,
            "image/vnd.mujoco.hfield" => ContentType::Hfield,
            "image/vnd.mujoco.texture" => ContentType::Texture,
            _ => ContentType::Other(name),
        }
    }

    /// The refusal of a type that this kind of asset cannot be loaded from.
    pub(crate) fn unsuitable(&self, asset: &str) -> AssetError {
        AssetError::new(format!("a {asset} cannot be loaded from {self:?}"))
    }
}

/// `type/subtype` of `type/subtype;parameter=value`.
fn parse(text: &str) -> Result<String, AssetError> {
    let slash = text.find('/').filter(|&slash| slash + 1 < text.len());
    let well_formed = slash.is_some_and(|slash| match text.find(';') {
        None => true,
        Some(end) => end >= slash && text.find('=').is_some_and(|equals| equals >= end),
    });
    if !well_formed {
        return Err(AssetError::new(format!(
            "content type '{text}' is not of the form type/subtype"
        )));
    }
    Ok(text.split(';').next().unwrap_or(text).to_owned())
}
