//! A height field of the model as a grid.

use super::behind;
use crate::Model;

/// A height field's grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HField<'a> {
    /// Half sizes along x and y, height of the highest point, depth of the base.
    pub size: [f64; 4],
    pub rows: i32,
    pub cols: i32,
    /// Heights between 0 and 1, row by row.
    pub heights: &'a [f32],
    model: &'a Model,
    first: usize,
}

impl<'a> HField<'a> {
    pub(crate) fn of_geom(model: &'a Model, geom: usize) -> Option<HField<'a>> {
        let id = usize::try_from(model.geom_dataid[geom]).ok()?;
        let first = usize::try_from(model.hfield_adr[id]).ok()?;
        Some(HField {
            size: model.hfield_size[id],
            rows: model.hfield_nrow[id],
            cols: model.hfield_ncol[id],
            heights: model.hfield_data.get(first..)?,
            model,
            first,
        })
    }

    /// The height at `index`, also of the next fields and of what MuJoCo has in memory behind them.
    pub(crate) fn height_beyond(&self, index: usize) -> Option<f32> {
        let own = self.heights.get(index).copied();
        own.or_else(|| behind::height_at(self.model, self.first.checked_add(index)?))
    }

    /// Size of a cell of the grid.
    #[inline]
    pub(crate) fn step(&self) -> [f64; 2] {
        let [x, y, ..] = self.size;
        [
            (2.0 * x) / f64::from(self.cols - 1),
            (2.0 * y) / f64::from(self.rows - 1),
        ]
    }

    /// Height of a point of the grid.
    #[inline]
    pub(crate) fn height(&self, row: i32, col: i32) -> f64 {
        f64::from(self.heights[(row * self.cols + col) as usize]) * self.size[2]
    }
}
