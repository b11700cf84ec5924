//! Points and elements of shapes: grids, and the surfaces of solids with a point in the middle.

use std::f64::consts::PI;

use super::{Flexcomp, Kind};
use crate::error::Error;
use crate::math::Vec3;
use crate::math::frame::{EPS, normalize};

/// Two triangles of a cell, by its corners.
const TRIANGLES: [[usize; 3]; 2] = [[0, 1, 2], [0, 2, 3]];
/// The same, cut along the other diagonal.
const CROSSED: [[usize; 3]; 2] = [[0, 1, 3], [1, 2, 3]];
/// Six tetrahedra of a cell, by its corners.
const TETRAHEDRA: [[usize; 4]; 6] = [
    [0, 3, 1, 7],
    [0, 1, 4, 7],
    [1, 3, 2, 7],
    [1, 2, 6, 7],
    [1, 5, 4, 7],
    [1, 6, 5, 7],
];

/// Where a point is along a centred row.
fn centred(spacing: f64, index: i32, count: i32) -> f64 {
    spacing * (f64::from(index) - 0.5 * f64::from(count - 1))
}

/// A grid of as many dimensions as the flex has, or a circle.
#[doc(alias = "MakeGrid")]
pub(super) fn grid(comp: &mut Flexcomp<'_>) -> Result<(), Error> {
    match comp.flex.dim {
        1 => line(comp),
        2 => sheet(comp),
        _ => block(comp),
    }
    if comp.flex.element.is_empty() {
        return Err(comp
            .node
            .invalid("the grid has no elements")
            .expected("two points or more along each of its sides"));
    }
    Ok(())
}

fn line(comp: &mut Flexcomp<'_>) {
    let count = comp.count[0];
    let spacing = comp.spacing.x;
    let circle = comp.kind == Kind::Circle;
    for i in 0..count {
        comp.points.push(if circle {
            let angle = 2.0 * PI / f64::from(count - 1);
            let radius = spacing / (angle / 2.0).sin() / 2.0;
            let turned = angle * f64::from(i);
            Vec3::new(radius * turned.cos(), radius * turned.sin(), 0.0)
        } else {
            Vec3::new(centred(spacing, i, count), 0.0, 0.0)
        });
        if i < count - 1 {
            let next = if circle && i == count - 2 { 0 } else { i + 1 };
            comp.flex.element.extend([i, next]);
        }
    }
}

/// The number of a grid's point; all three counts matter, whatever the dimension.
fn id(count: [i32; 3], x: i32, y: i32, z: i32) -> i32 {
    let row = count[2].wrapping_mul(count[1]).wrapping_mul(x);
    row.wrapping_add(count[2].wrapping_mul(y)).wrapping_add(z)
}

fn sheet(comp: &mut Flexcomp<'_>) {
    let count = comp.count;
    let has_texcoord = !comp.flex.texcoord.is_empty();
    for x in 0..count[0] {
        for y in 0..count[1] {
            let place = [
                centred(comp.spacing.x, x, count[0]),
                centred(comp.spacing.y, y, count[1]),
            ];
            comp.points.push(Vec3::new(place[0], place[1], 0.0));
            // The reference has this the wrong way round: it adds to what is given.
            if has_texcoord {
                let part = |at: i32, count: i32| f64::from(at) / f64::from((count - 1).max(1));
                let coordinates = [part(x, count[0]), part(y, count[1])];
                comp.flex.texcoord.extend(coordinates.map(|t| t as f32));
            }
            if x >= count[0] - 1 || y >= count[1] - 1 {
                continue;
            }
            let [left, below] = place.map(|at| at < -EPS);
            let [right, above] = place.map(|at| at > -EPS);
            let crossed = comp.kind == Kind::Disc && (left && above || right && below);
            let corners = [(0, 0), (1, 0), (1, 1), (0, 1)];
            let corners = corners.map(|(dx, dy)| id(count, x + dx, y + dy, 0));
            let triangles = if crossed { CROSSED } else { TRIANGLES };
            let triangles = triangles.as_flattened().iter();
            comp.flex.element.extend(triangles.map(|k| corners[*k]));
        }
    }
}

fn block(comp: &mut Flexcomp<'_>) {
    let count = comp.count;
    for x in 0..count[0] {
        for y in 0..count[1] {
            for z in 0..count[2] {
                let place = [x, y, z];
                comp.points.push(Vec3::from_fn(|k, _| {
                    centred(comp.spacing[k], place[k], count[k])
                }));
                if (0..3).any(|k| place[k] >= count[k] - 1) {
                    continue;
                }
                let corners: [i32; 8] = std::array::from_fn(|corner| {
                    let (dx, dy) = [(0, 0), (1, 0), (1, 1), (0, 1)][corner % 4];
                    id(count, x + dx, y + dy, z + (corner / 4) as i32)
                });
                let tetrahedra = TETRAHEDRA.as_flattened().iter();
                comp.flex.element.extend(tetrahedra.map(|k| corners[*k]));
            }
        }
    }
}

/// A square, or a disc that it is pushed into.
#[doc(alias = "MakeSquare")]
pub(super) fn square(comp: &mut Flexcomp<'_>) -> Result<(), Error> {
    comp.flex.dim = 2;
    grid(comp)?;
    if comp.kind == Kind::Disc {
        let size = [0, 1].map(|k| half_size(comp, k));
        for point in &mut comp.points {
            let reach = point.x.abs().max(point.y.abs());
            let mut direction = [point.x, point.y];
            normalize(&mut direction);
            for k in 0..2 {
                point[k] = direction[k] * (size[k] * reach);
            }
        }
    }
    Ok(())
}

fn half_size(comp: &Flexcomp<'_>, axis: usize) -> f64 {
    0.5 * comp.spacing[axis] * f64::from(comp.count[axis] - 1)
}

/// A box, cylinder or ellipsoid: points on its surface and one in the middle, and a tetrahedron
/// below each triangle of the surface.
#[doc(alias = "MakeBox")]
pub(super) fn solid(comp: &mut Flexcomp<'_>) -> Result<(), Error> {
    let textured = comp.flex.texcoord.is_empty() && comp.flex.material.is_some();
    comp.flex.dim = 3;
    comp.points.push(Vec3::zeros());
    if textured {
        comp.flex.texcoord.extend([0.0; 2]);
    }
    // The two axes of each pair of sides, and the axis that they are apart along.
    for [first, second, across] in [[0, 1, 2], [0, 2, 1], [1, 2, 0]] {
        for side in [0, comp.count[across] - 1] {
            for i in 0..comp.count[first] {
                for j in 0..comp.count[second] {
                    let mut place = [0; 3];
                    place[first] = i;
                    place[second] = j;
                    place[across] = side;
                    if is_first_visit(comp.count, place, across) {
                        comp.points.push(project(comp, place));
                        if textured {
                            let part = |at: i32, count: i32| at as f32 / (count - 1).max(1) as f32;
                            let u = part(i, comp.count[first]);
                            let v = part(j, comp.count[second]);
                            comp.flex.texcoord.extend([u, v]);
                        }
                    }
                    if i < comp.count[first] - 1 && j < comp.count[second] - 1 {
                        add_cell(comp, place, first, second);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Whether a point was not on a side before: edges belong to the sides that come first.
fn is_first_visit(count: [i32; 3], place: [i32; 3], across: usize) -> bool {
    let inner = |k: usize| place[k] > 0 && place[k] < count[k] - 1;
    match across {
        2 => true,
        1 => inner(2),
        _ => inner(2) && inner(1),
    }
}

/// Two tetrahedra from the middle to a cell of a side.
fn add_cell(comp: &mut Flexcomp<'_>, place: [i32; 3], first: usize, second: usize) {
    let at = |di: i32, dj: i32| {
        let mut corner = place;
        corner[first] += di;
        corner[second] += dj;
        surface_id(comp.count, corner)
    };
    let (near, far) = (at(0, 0), at(1, 1));
    let cell = [0, near, at(1, 0), far, 0, near, at(0, 1), far];
    comp.flex.element.extend(cell);
}

/// The number of a point on the surface of a solid.
#[doc(alias = "BoxID")]
fn surface_id([nx, ny, nz]: [i32; 3], [x, y, z]: [i32; 3]) -> i32 {
    let inner = nz - 2;
    1 + if z == 0 {
        x * ny + y
    } else if z == nz - 1 {
        nx * ny + x * ny + y
    } else if y == 0 {
        2 * nx * ny + x * inner + z - 1
    } else if y == ny - 1 {
        2 * nx * ny + nx * inner + x * inner + z - 1
    } else if x == 0 {
        2 * nx * ny + 2 * nx * inner + (y - 1) * inner + z - 1
    } else {
        2 * nx * ny + 2 * nx * inner + (ny - 2) * inner + (y - 1) * inner + z - 1
    }
}

/// Where a point of the box's surface is on the solid.
#[doc(alias = "BoxProject")]
fn project(comp: &Flexcomp<'_>, place: [i32; 3]) -> Vec3 {
    let mut pos =
        Vec3::from_fn(|k, _| 2.0 * f64::from(place[k]) / f64::from(comp.count[k] - 1) - 1.0);
    let size = Vec3::from_fn(|k, _| half_size(comp, k));
    match comp.kind {
        Kind::Cylinder => {
            let reach = pos.x.abs().max(pos.y.abs());
            normalize(&mut pos.as_mut_slice()[..2]);
            Vec3::new(
                pos.x * (size.x * reach),
                pos.y * (size.y * reach),
                pos.z * size.z,
            )
        }
        Kind::Ellipsoid => {
            normalize(pos.as_mut_slice());
            pos.component_mul(&size)
        }
        _ => pos.component_mul(&size),
    }
}
