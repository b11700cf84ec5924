//! Where a model's files are.

/// Directories as written; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssetPaths {
    /// The directory of the model's own file, with its final separator.
    pub model: String,
    /// The directory of meshes, skins and height fields.
    pub meshes: String,
    /// The directory of textures.
    pub textures: String,
    /// Use only the last part of every file name.
    pub strip: bool,
}
