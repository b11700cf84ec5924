//! Distances of a mesh at points of cells.

use super::super::cubic::Jet;
use super::super::nearest::Nearest;
use super::super::octree::CORNERS;
use super::super::triangle::Triangle;
use super::super::vector::{Bounds, Point};
use super::LAST;
use super::cell::{Cell, MIDDLE_POINTS, MIDDLES, in_cell};

/// Bits of a point's number along an axis that tell places in [`Seen`] apart.
const BITS: u32 = 5;

/// The triangles that were found nearest to points, by the points' numbers. A point that was
/// computed in another way has the same number, and so the same triangle.
#[derive(Clone, Debug)]
pub(super) struct Seen(Vec<([u32; 3], usize)>);

impl Seen {
    pub(super) fn new(level: usize) -> Seen {
        let none = [(1 << level) + 1; 3];
        Seen(vec![(none, 0); 1 << (3 * BITS)])
    }
}

/// What samples are taken from.
pub(super) struct Sampler<'a> {
    triangles: &'a [Triangle],
    nearest: &'a Nearest,
    min: Point,
    /// From places to numbers of points.
    scale: Point,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(
        triangles: &'a [Triangle],
        nearest: &'a Nearest,
        bounds: &Bounds,
    ) -> Sampler<'a> {
        let smallest = (1 << LAST) as f32;
        Sampler {
            triangles,
            nearest,
            min: bounds.min,
            scale: bounds.size().map(|side| smallest / side),
        }
    }

    fn sample(&self, point: &Point, seen: &mut Seen) -> Result<Jet, String> {
        let number = (point - self.min).component_mul(&self.scale);
        let number: [u32; 3] = number.map(|x| x.round() as u32).into();
        let low = number.map(|x| x & ((1 << BITS) - 1));
        let place = low[2] << (2 * BITS) | low[1] << BITS | low[0];
        let entry = &mut seen.0[place as usize];
        if entry.0 != number {
            let found = self.nearest.find(&point.map(f64::from));
            let found = found.ok_or("no triangle of the mesh has a distance that is a number")?;
            *entry = (number, found);
        }
        let (distance, gradient) = self.triangles[entry.1].distance(point);
        let [[x, y, z]] = gradient.data.0;
        Ok([distance, x, y, z, 0.0, 0.0, 0.0, 0.0])
    }

    pub(super) fn corners(&self, cell: &mut Cell, seen: &mut Seen) -> Result<(), String> {
        for (jet, corner) in cell.corners.iter_mut().zip(&CORNERS) {
            *jet = self.sample(&(cell.center + corner * cell.half), seen)?;
        }
        Ok(())
    }

    /// Fills in the middles: those of a mask from the cell's polynomial, the others from the mesh.
    pub(super) fn middles(
        &self,
        cell: &mut Cell,
        from_polynomial: u32,
        seen: &mut Seen,
    ) -> Result<(), String> {
        for (i, middle) in MIDDLE_POINTS.iter().enumerate() {
            cell.middles[i] = if from_polynomial & 1 << (MIDDLES - 1 - i) != 0 {
                cell.polynomial.jet(&in_cell(middle), 2.0 * cell.half)
            } else {
                self.sample(&(cell.center + middle * cell.half), seen)?
            };
        }
        Ok(())
    }
}
