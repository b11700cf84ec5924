//! Where a model's files are.

/// Directories as written; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssetPaths {
    /// The directory of the model's own file, with its final separator.
    pub model: String,
    pub meshes: String,
    pub textures: String,
    /// Use only the last part of every file name.
    pub strip: bool,
}
