//! Mass properties of a mesh, as a volume and as a shell, by pyramids over its faces.
//!
//! A face with corners D, E, F and the origin hold, with the volume `v`, `integral x_i x_j = v/20
//! (2 (D_i D_j + E_i E_j + F_i F_j) + D_i E_j + ...)`; for a shell `area/12` stands for `v/20`. The
//! mesh is moved into the frame of its centre of mass and principal axes: those of the volume, or
//! of the shell if there is no volume.
//!
//! Signed pyramids: Lien and Kajiya, A symbolic method for calculating the integral properties of
//! arbitrary nonconvex polyhedra (1984).

use super::surface::Surface;
use super::triangle::{Triangle, narrow, wide};
use crate::asset::AssetError;
use crate::math::principal::eigen;
use crate::math::{MINVAL, Mat3, Quat, Vec3};
use crate::spec::{Mesh, MeshInertia};

/// Mass properties for unit density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Volume, or area of a shell.
    pub measure: f64,
    /// Half extents of a box with the same inertia.
    pub half_extents: Vec3,
}

/// A solid with the frame in which the mesh stood before it was moved.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Placed {
    solid: Solid,
    pos: Vec3,
    quat: Quat,
}

impl Default for Placed {
    fn default() -> Self {
        Placed {
            solid: Solid {
                measure: 0.0,
                half_extents: Vec3::zeros(),
            },
            pos: Vec3::zeros(),
            quat: Quat::IDENTITY,
        }
    }
}

/// Why a mesh has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Degenerate {
    NegativeVolume,
    NoVolume,
    NoArea,
    /// Not positive, or no mass distribution has such moments.
    Moments,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Inertia {
    volume: Placed,
    shell: Placed,
    no_volume: Option<Degenerate>,
    no_area: bool,
    bad_moments: bool,
    /// An edge that two faces traverse in the same direction, if that matters.
    pub(super) inconsistent: Option<[i32; 2]>,
}

impl Inertia {
    pub(super) fn solid(&self, shell: bool) -> Result<&Solid, AssetError> {
        if let Some([a, b]) = self.inconsistent {
            return Err(AssetError::new(format!(
                "the faces at vertices {a} and {b} look different ways"
            )));
        }
        let degenerate = match (shell, self.no_volume) {
            (true, _) if self.no_area => Some(Degenerate::NoArea),
            (false, Some(reason)) => Some(reason),
            _ if self.bad_moments => Some(Degenerate::Moments),
            _ => None,
        };
        match degenerate {
            None => Ok(&self.placed(shell).solid),
            Some(reason) => Err(AssetError::new(match reason {
                Degenerate::NegativeVolume => {
                    "the mesh has a negative volume: its faces look inwards"
                }
                Degenerate::NoVolume => "the mesh has too small a volume",
                Degenerate::NoArea => "the mesh has too small an area",
                Degenerate::Moments => "the mesh has no valid moments of inertia",
            })),
        }
    }

    pub(super) fn frame(&self, shell: bool) -> (Vec3, Quat) {
        let placed = self.placed(shell);
        (placed.pos, placed.quat)
    }

    fn placed(&self, shell: bool) -> &Placed {
        if shell { &self.shell } else { &self.volume }
    }
}

/// Computes both kinds of inertia, moves the surface into its own frame, and finds its bounds
/// there. The memory of `pieces` is reused.
pub(super) fn compute(
    mesh: &Mesh,
    surface: &mut Surface,
    hull: Option<&[[i32; 3]]>,
    pieces: &mut Vec<Triangle>,
) -> (Inertia, [Vec3; 2]) {
    let mut inertia = Inertia {
        volume: Placed::default(),
        shell: Placed::default(),
        no_volume: None,
        no_area: false,
        bad_moments: false,
        inconsistent: None,
    };
    let mut bounds = [Vec3::repeat(1e10), Vec3::repeat(-1e10)];
    cut(&surface.vertices, &surface.faces, Triangle::new, pieces);
    let centroid = centroid(pieces, &mut inertia.no_area);
    let Surface {
        vertices,
        normals,
        faces,
        ..
    } = surface;
    // Those that have mass, in their current frame.
    let faces = hull.unwrap_or(faces);
    if hull.is_some() {
        cut(vertices, faces, Triangle::new, pieces);
    }
    for shell in [false, true] {
        let (measure, center) = center_of_mass(mesh, pieces, shell, &centroid);
        if measure < MINVAL {
            if shell {
                inertia.no_area = true;
            } else if measure < 0.0 {
                inertia.no_volume = Some(Degenerate::NegativeVolume);
            } else {
                inertia.no_volume = Some(Degenerate::NoVolume);
            }
            continue;
        }
        let moves = !shell || inertia.no_volume.is_some();
        let mut placed = Placed {
            pos: center,
            ..Placed::default()
        };
        let corners = |vertices: &[[f32; 3]], face: &[i32; 3]| face.map(|i| vertices[i as usize]);
        let (measure, products) = if moves {
            for vertex in &mut *vertices {
                *vertex = narrow(&(wide(*vertex) - center));
            }
            let moved = faces.iter().map(|face| corners(vertices, face));
            products(mesh, moved.map(|c| (c, Triangle::new(c))), shell)
        } else {
            let standing = faces.iter().map(|face| corners(vertices, face));
            products(mesh, standing.zip(pieces.iter().copied()), shell)
        };
        let solid = equivalent_box(mesh.density, measure, &products);
        if let Some((quat, solid)) = solid {
            placed.solid = solid;
            placed.quat = if moves { quat } else { inertia.volume.quat };
        }
        if shell {
            inertia.shell = placed;
        } else {
            inertia.volume = placed;
        }
        if solid.is_none() {
            inertia.bad_moments = true;
            break;
        }
        if moves {
            align(vertices, normals, placed.quat, &mut bounds);
            // If the shell moves the mesh, nothing follows it.
            if !shell {
                cut(vertices, faces, Triangle::of_shell, pieces);
            }
        }
    }
    (inertia, bounds)
}

/// The triangles of the faces.
fn cut(
    vertices: &[[f32; 3]],
    faces: &[[i32; 3]],
    triangle: impl Fn([[f32; 3]; 3]) -> Triangle,
    pieces: &mut Vec<Triangle>,
) {
    let corners = |face: &[i32; 3]| face.map(|index| vertices[index as usize]);
    pieces.clear();
    pieces.extend(faces.iter().map(|face| triangle(corners(face))));
}

/// The mean of the faces' centres, weighted by area.
fn centroid(triangles: &[Triangle], no_area: &mut bool) -> Vec3 {
    let (mut sum, mut area) = (Vec3::zeros(), 0.0);
    for triangle in triangles {
        sum += triangle.area * triangle.center;
        area += triangle.area;
    }
    if area < MINVAL {
        *no_area = true;
        return sum;
    }
    sum / area
}

/// The volume of the pyramid from `apex` to a face, or the area of the face.
fn measure(mesh: &Mesh, shell: bool, face: &Triangle, apex: &Vec3) -> f64 {
    let measure = if shell {
        face.area
    } else {
        (face.center - apex).dot(&face.normal) * face.area / 3.0
    };
    match mesh.inertia {
        MeshInertia::Legacy => measure.abs(),
        MeshInertia::Convex | MeshInertia::Exact => measure,
    }
}

/// Total measure and centre of mass.
fn center_of_mass(mesh: &Mesh, faces: &[Triangle], shell: bool, centroid: &Vec3) -> (f64, Vec3) {
    let (mut total, mut sum) = (0.0, Vec3::zeros());
    for face in faces {
        let measure = measure(mesh, shell, face, centroid);
        total += measure;
        sum += measure * (face.center * 3.0 / 4.0 + centroid / 4.0);
    }
    (total, sum / total)
}

/// Measure, and products of inertia xx, yy, zz, xy, xz, yz times the density, about the origin.
fn products(
    mesh: &Mesh,
    faces: impl Iterator<Item = ([[f32; 3]; 3], Triangle)>,
    shell: bool,
) -> (f64, [f64; 6]) {
    const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
    let divisor = if shell { 12.0 } else { 20.0 };
    let (mut total, mut products) = (0.0, [0.0; 6]);
    for ([d, e, f], triangle) in faces {
        let measure = measure(mesh, shell, &triangle, &Vec3::zeros());
        total += measure;
        for (product, (i, j)) in products.iter_mut().zip(PAIRS) {
            let sum = 2.0 * (d[i] * d[j] + e[i] * e[j] + f[i] * f[j])
                + d[i] * e[j]
                + d[j] * e[i]
                + d[i] * f[j]
                + d[j] * f[i]
                + e[i] * f[j]
                + e[j] * f[i];
            *product += mesh.density * measure / divisor * f64::from(sum);
        }
    }
    (total, products)
}

/// Principal axes, and the box with the same inertia; `None` if no body has such moments.
fn equivalent_box(density: f64, measure: f64, products: &[f64; 6]) -> Option<(Quat, Solid)> {
    let [xx, yy, zz, xy, xz, yz] = *products;
    let (a, b, c) = (yy + zz, xx + zz, xx + yy);
    let (quat, moments) = eigen(&Mat3([a, -xy, -xz, -xy, b, -yz, -xz, -yz, c]));
    let (p, q, r) = (moments.x, moments.y, moments.z);
    if r <= 0.0 || p + q < r || p + r < q || q + r < p {
        return None;
    }
    let mass = measure * density;
    let half = |sum: f64| (6.0 * sum / mass).sqrt() / 2.0;
    let solid = Solid {
        measure,
        half_extents: Vec3::new(half(q + r - p), half(p + r - q), half(p + q - r)),
    };
    Some((quat, solid))
}

/// Turns the surface into the frame `quat`.
fn align(vertices: &mut [[f32; 3]], normals: &mut [[f32; 3]], quat: Quat, bounds: &mut [Vec3; 2]) {
    let to_local = quat.conjugate().to_mat();
    for vertex in vertices {
        let turned = to_local.mul_vec(&wide(*vertex));
        *vertex = narrow(&turned);
        bounds[0] = crate::asset::bvh::lower(&bounds[0], &turned);
        bounds[1] = crate::asset::bvh::upper(&bounds[1], &turned);
    }
    for normal in normals {
        *normal = narrow(&to_local.mul_vec(&wide(*normal)));
    }
}
