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
    let corner = |row: i32, col: i32| {
        Vec3::new(
            dx * f64::from(col) - half_x,
            dy * f64::from(row) - half_y,
            hfield.height(row, col),
        )
    };
    for row in first_row..last_row {
        for col in first_col..last_col {
            let (here, across) = (corner(row, col), corner(row + 1, col + 1));
            for third in [corner(row, col + 1), corner(row + 1, col)] {
                if let Some(x) = beam.triangle(&[here, across, third]) {
                    update(nearest, x);
                }
            }
        }
    }
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
        let height = hfield.heights.get(usize::try_from(index).ok()?)?;
        Some(f64::from(*height))
    };
    let i = scalar::truncate(floor);
    // Beyond all heights the wall counts as open.
    let (Some(z0), Some(z1)) = (height(i), height(i + 1)) else {
        return false;
    };
    z < z0 * (floor + 1.0 - place) + z1 * (place - floor)
}
