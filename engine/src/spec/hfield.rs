//! Height fields.

use std::sync::Arc;

use super::{AssetPaths, Source};

/// A surface given by elevations on a grid.
#[doc(alias = "mjsHField")]
#[derive(Clone, Debug, Default)]
pub struct Hfield {
    /// The element's name; empty for none.
    pub name: String,
    /// The file's media type, such as `model/obj`; empty to go by the ending of its name.
    pub content_type: String,
    /// An image or MuJoCo's own format; empty for none.
    pub file: String,
    /// Rows of the grid, along y; 0 if the file says.
    pub nrow: i32,
    /// Columns of the grid, along x; 0 if the file says.
    pub ncol: i32,
    /// Half extents in x and y, elevation of the highest point, depth of the base.
    pub size: [f64; 4],
    /// Elevations row by row from the top, if there is no file.
    pub elevation: Vec<f32>,
    /// Asset directories of the model that this was attached from; `None` for the spec's own.
    pub paths: Option<Arc<AssetPaths>>,
    /// Where it was written.
    pub source: Source,
}
