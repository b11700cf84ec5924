//! `pin`: points of a flex that are fixed to the body around it.

use crate::error::Error;
use crate::mjcf::tree::Node;

/// The points that all pins name.
#[derive(Debug, Default)]
pub(super) struct Pins {
    id: Vec<i32>,
    /// First and last.
    range: Vec<i32>,
    /// As many coordinates as the grid has dimensions.
    grid: Vec<i32>,
    /// Those of one corner, then of the opposite one.
    gridrange: Vec<i32>,
}

impl Pins {
    pub(super) fn read(&mut self, node: Node<'_>) -> Result<(), Error> {
        for (name, list) in [
            ("id", &mut self.id),
            ("range", &mut self.range),
            ("grid", &mut self.grid),
            ("gridrange", &mut self.gridrange),
        ] {
            list.extend(node.numbers::<i32>(name)?.unwrap_or_default());
        }
        Ok(())
    }

    /// Refuses numbers that are too few or too many.
    pub(super) fn check(&self, node: Node<'_>, is_grid: bool, dim: usize) -> Result<(), Error> {
        for (what, list, group) in [
            ("range", &self.range, 2),
            ("grid", &self.grid, dim),
            ("gridrange", &self.gridrange, 2 * dim),
        ] {
            if !list.len().is_multiple_of(group) {
                let message = format!("{} numbers in `{what}` of pins", list.len());
                return Err(node.invalid(message).expected(format!("{group} for each")));
            }
        }
        let on_grid = !(self.grid.is_empty() && self.gridrange.is_empty());
        if on_grid && (!is_grid || dim == 1) {
            return Err(node
                .invalid("pins by their place in a grid")
                .expected("`type` grid, of 2 or 3 dimensions"));
        }
        Ok(())
    }

    /// Marks the points.
    pub(super) fn apply(
        &self,
        node: Node<'_>,
        count: [i32; 3],
        dim: usize,
        pinned: &mut [bool],
    ) -> Result<(), Error> {
        let beyond = |what: &str| {
            let message = format!("a `{what}` of a pin beyond the points of the flex");
            node.invalid(message).expected("points that exist")
        };
        let points = pinned.len();
        let point = |id: i32| usize::try_from(id).ok().filter(|id| *id < points);
        for &id in &self.id {
            pinned[point(id).ok_or_else(|| beyond("id"))?] = true;
        }
        for range in self.range.chunks_exact(2) {
            let [first, last] = [0, 1].map(|k| point(range[k]));
            let (Some(first), Some(last)) = (first, last) else {
                return Err(beyond("range"));
            };
            for point in first..=last {
                pinned[point] = true;
            }
        }
        let inside = |place: &[i32]| {
            let mut sides = place.iter().enumerate();
            sides.all(|(k, at)| (0..count[k % dim]).contains(at))
        };
        for place in self.grid.chunks_exact(dim) {
            if !inside(place) {
                return Err(beyond("grid"));
            }
            pinned[grid_id(count, place)] = true;
        }
        for range in self.gridrange.chunks_exact(2 * dim) {
            if !inside(range) {
                return Err(beyond("gridrange"));
            }
            pin_block(count, range.split_at(dim), pinned);
        }
        Ok(())
    }
}

/// Pins all points between two corners.
fn pin_block(count: [i32; 3], (low, high): (&[i32], &[i32]), pinned: &mut [bool]) {
    let along = |k: usize| match (low.get(k), high.get(k)) {
        (Some(low), Some(high)) => *low..=*high,
        _ => 0..=0,
    };
    for x in along(0) {
        for y in along(1) {
            for z in along(2) {
                pinned[grid_id(count, &[x, y, z][..low.len()])] = true;
            }
        }
    }
}

/// The point at a place of a grid.
#[doc(alias = "GridID")]
fn grid_id(count: [i32; 3], place: &[i32]) -> usize {
    let sides = place.iter().zip(count);
    sides.fold(0, |id, (at, count)| id * count as usize + *at as usize)
}
