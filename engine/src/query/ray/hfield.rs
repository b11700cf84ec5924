//! A ray against a height field: the box of its base, the triangles of its surface, and the walls
//! below the surface's rim.
//!
//! A cell has two triangles; those of the cells below the ray's passage through the upper box are
//! tested.

use super::Ray;
use super::primitive::{cuboid, cuboid_faces, update};
use super::triangle::Beam;
use crate::math::{Mat3, Vec3, scalar};
use crate::model::height_field::HField;
use crate::{Data, Model};
use wide::{CmpGt, CmpLt, f64x4};

/// Where a ray meets a height field geom.
pub(super) fn hfield(model: &Model, data: &Data, geom: usize, ray: &Ray) -> Option<f64> {
    let hfield = HField::of_geom(model, geom)?;
    let (pos, mat) = (&data.geom_xpos[geom], &data.geom_xmat[geom]);
    let [half_x, half_y, top, base] = hfield.size;

    let base_size = Vec3::new(half_x, half_y, base * 0.5);
    let base_pos = pos - upwards(mat, base);
    let mut nearest = cuboid(&base_pos, mat, &base_size, ray);

    let top_size = Vec3::new(half_x, half_y, top * 0.5);
    let walls = cuboid_faces(&(pos + upwards(mat, top)), mat, &top_size, ray);
    let mut entry = None;
    walls.into_iter().flatten().for_each(|x| {
        update(&mut entry, x);
    });
    let Some(entry) = entry else {
        return nearest;
    };

    let mut segment = [0.0, entry];
    for x in walls.into_iter().flatten() {
        if x > segment[1] {
            segment = [entry, x];
        }
    }
    let beam = Beam::new(ray.local(pos, mat));
    search_surface(&hfield, &beam, segment, &mut nearest);
    for (side, x) in walls[..4].iter().enumerate() {
        if let Some(x) = *x
            && nearest.is_none_or(|best| x < best)
            && meets_wall(&hfield, &beam.ray, side, x)
        {
            nearest = Some(x);
        }
    }
    nearest
}

/// Half of a height along the z axis of a frame.
fn upwards(mat: &Mat3, height: f64) -> Vec3 {
    mat.column(2).map(|x| x * height * 0.5)
}

/// Takes over the nearest triangle of the surface that the ray passes within a segment.
fn search_surface(hfield: &HField, beam: &Beam, segment: [f64; 2], nearest: &mut Option<f64>) {
    let [half_x, half_y, ..] = hfield.size;
    let [dx, dy] = hfield.step();
    let Ray { point, vector } = &beam.ray;
    let along_x = segment.map(|x| (point.x + x * vector.x + half_x) / dx);
    let along_y = segment.map(|x| (point.y + x * vector.y + half_y) / dy);
    let [first_col, last_col] = cells(along_x, hfield.cols);
    let [first_row, last_row] = cells(along_y, hfield.rows);
    for row in first_row..last_row {
        for col in (first_col..last_col).step_by(BLOCK) {
            let count = (last_col - col).min(BLOCK as i32);
            search_cells(hfield, beam, row, col..col + count, nearest);
        }
    }
}

/// How many cells of a row are looked at together: one less than a mask has bits.
const BLOCK: usize = 63;

/// Tests the triangles of cells that lie side by side. Most have all corners on one side of the
/// ray, which signs alone tell; the others are few.
fn search_cells(
    hfield: &HField,
    beam: &Beam,
    row: i32,
    cols: std::ops::Range<i32>,
    nearest: &mut Option<f64>,
) {
    let [half_x, half_y, ..] = hfield.size;
    let [dx, dy] = hfield.step();
    let corner = |row: i32, col: i32| {
        Vec3::new(
            dx * f64::from(col) - half_x,
            dy * f64::from(row) - half_y,
            hfield.height(row, col),
        )
    };
    let (low, high) = (
        sides(hfield, beam, row, &cols),
        sides(hfield, beam, row + 1, &cols),
    );
    // Cells whose triangle is on one side: the shared edge and the third corner are.
    let (mut beside_first, mut beside_second) = (0, 0);
    for (low, high) in low.into_iter().zip(high) {
        let edge = low & (high >> 1);
        beside_first |= edge & (low >> 1);
        beside_second |= edge & high;
    }
    let all = (1_u64 << cols.len()) - 1;
    let mut left = all & !(beside_first & beside_second);
    while left != 0 {
        let cell = left.trailing_zeros();
        left &= left - 1;
        let col = cols.start + cell as i32;
        let (here, across) = (corner(row, col), corner(row + 1, col + 1));
        for (beside, [r, c]) in [
            (beside_first, [row, col + 1]),
            (beside_second, [row + 1, col]),
        ] {
            if beside >> cell & 1 == 0
                && let Some(x) = beam.triangle(&[here, across, corner(r, c)])
            {
                update(nearest, x);
            }
        }
    }
}

/// On which sides of the ray the points of a row of the grid are, one bit for each: in front of
/// and behind the first direction across the ray, then the same for the second. The points are
/// projected by the operations of [`Beam::triangle`], so the signs are those that it would see.
fn sides(hfield: &HField, beam: &Beam, row: i32, cols: &std::ops::Range<i32>) -> [u64; 4] {
    let [half_x, half_y, top, _] = hfield.size;
    let [dx, dy] = hfield.step();
    let point = &beam.ray.point;
    let y = f64x4::splat(dy * f64::from(row) - half_y - point.y);
    let first = (row * hfield.cols + cols.start) as usize;
    let heights = &hfield.heights[first..=first + cols.len()];
    let mut sides = [0; 4];
    for (four, heights) in heights.chunks(4).enumerate() {
        let col = f64::from(cols.start + 4 * four as i32);
        let col = f64x4::new([col, col + 1.0, col + 2.0, col + 3.0]);
        let x = f64x4::splat(dx) * col - f64x4::splat(half_x) - f64x4::splat(point.x);
        let mut z = [0.0; 4];
        for (z, &height) in z.iter_mut().zip(heights) {
            *z = f64::from(height);
        }
        let z = f64x4::new(z) * f64x4::splat(top) - f64x4::splat(point.z);
        for (k, across) in beam.across.iter().enumerate() {
            let [ax, ay, az] = [across.x, across.y, across.z].map(f64x4::splat);
            let projected = ax * x + ay * y + az * z;
            let mask = |lanes: f64x4| (lanes.move_mask() as u64) << (4 * four);
            sides[2 * k] |= mask(projected.cmp_gt(f64x4::ZERO));
            sides[2 * k + 1] |= mask(projected.cmp_lt(f64x4::ZERO));
        }
    }
    sides
}

/// First and last point of the grid along one axis, with one to spare.
fn cells([a, b]: [f64; 2], count: i32) -> [i32; 2] {
    let (low, high) = (if a < b { a } else { b }, if a > b { a } else { b });
    let first = scalar::truncate(low.floor()).wrapping_sub(1);
    let last = scalar::truncate(high.ceil()).wrapping_add(1);
    [first.max(0), last.min(count - 1)]
}

/// Whether the point of the ray on a side of the upper box is below the rim of the surface.
fn meets_wall(hfield: &HField, local: &Ray, side: usize, x: f64) -> bool {
    let Ray { point, vector } = local;
    let [half_x, half_y, top, _] = hfield.size;
    let [dx, dy] = hfield.step();
    let (rows, cols) = (hfield.rows, hfield.cols);
    let z = (point.z + x * vector.z) / top;
    let (place, last) = if side < 2 {
        ((point.y + x * vector.y + half_y) / dy, rows - 2)
    } else {
        ((point.x + x * vector.x + half_x) / dx, cols - 2)
    };
    let last = f64::from(last);
    let floor = place.floor();
    let floor = if last < floor { last } else { floor };
    let floor = if 0.0 > floor { 0.0 } else { floor };
    let height = |i: i32| {
        let index = match side {
            // The reference takes the number of rows for that of columns here.
            0 => i * rows,
            1 => i * rows + cols - 1,
            2 => i,
            _ => i + (rows - 1) * cols,
        };
        let height = hfield.height_beyond(usize::try_from(index).ok()?)?;
        Some(f64::from(height))
    };
    let i = scalar::truncate(floor);
    // Beyond all of the model the wall counts as open.
    let (Some(z0), Some(z1)) = (height(i), height(i + 1)) else {
        return false;
    };
    z < z0 * (floor + 1.0 - place) + z1 * (place - floor)
}
