//! Rays against geoms: the nearest intersection of `point + x vector`, `x >= 0`, with the visible
//! geoms.

mod bundle;
mod flex;
mod hfield;
mod mesh;
mod primitive;
mod sdf;
mod skin;
mod triangle;

use crate::math::{MINVAL, Mat3, Vec3, vec3};
use crate::model::codes::GeomType;
use crate::{Data, Model};
pub(crate) use bundle::multi_ray;
pub(crate) use flex::flex;
pub(crate) use skin::skin;

/// Number of geom groups that a filter distinguishes.
const GROUPS: usize = 6;

/// A half-line; lengths along it are in units of its vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts, in the world, in m.
    pub point: Vec3,
    /// Where it goes, in the world; not necessarily of length 1.
    pub vector: Vec3,
}

/// Where a ray meets a geom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The geom.
    pub geom: usize,
    /// How far along the ray, in units of its vector.
    pub dist: f64,
}

/// Where a ray meets a surface of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayVertex {
    /// How far along the ray, in units of its vector.
    pub dist: f64,
    /// The vertex of the triangle that is nearest to the place.
    pub vertex: usize,
}

/// Which parts of a flex a ray can meet, as a viewer shows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlexParts {
    /// Vertices, as balls of the flex's radius. They are part of the edges where those are met.
    pub vertices: bool,
    /// Edges, as capsules.
    pub edges: bool,
    /// Faces of the elements; of a solid, those of the elements of one layer.
    pub faces: bool,
    /// The skin of a sheet or solid: all its edges, and the faces of its outermost elements.
    pub skin: bool,
    /// The layer of a solid whose faces count, 0 at the surface.
    pub layer: i32,
}

/// Which geoms a ray can meet, besides the invisible ones, which it never does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayFilter {
    /// Groups whose geoms count; all when there is no list.
    pub groups: Option<[bool; GROUPS]>,
    /// Whether geoms welded to the world count.
    pub include_static: bool,
    /// A body whose geoms do not count.
    pub exclude_body: Option<usize>,
}

impl Default for RayFilter {
    fn default() -> Self {
        RayFilter {
            groups: None,
            include_static: true,
            exclude_body: None,
        }
    }
}

/// The ray has a vector of no length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the vector of a ray is too short")]
pub struct NoDirection;

/// The nearest geom that a ray meets. The nodes of meshes' trees that it passes are given to
/// `mark`.
pub(crate) fn ray(
    model: &Model,
    data: &Data,
    ray: &Ray,
    filter: &RayFilter,
    mark: &mut impl FnMut(usize),
) -> Result<Option<RayHit>, NoDirection> {
    check(ray)?;
    let mut nearest = None;
    for geom in (0..model.ngeom).filter(|geom| !is_eliminated(model, *geom, filter)) {
        update(&mut nearest, geom, ray_geom(model, data, geom, ray, mark));
    }
    Ok(nearest)
}

fn check(ray: &Ray) -> Result<(), NoDirection> {
    if vec3::norm(&ray.vector) < MINVAL {
        return Err(NoDirection);
    }
    Ok(())
}

/// Takes over an intersection that is nearer.
fn update(nearest: &mut Option<RayHit>, geom: usize, dist: Option<f64>) {
    // A geom that is nowhere is met at no distance that is a number, which is no hit.
    if let Some(dist) = dist.filter(|&dist| dist >= 0.0)
        && nearest.is_none_or(|hit| dist < hit.dist)
    {
        *nearest = Some(RayHit { geom, dist });
    }
}

/// Whether a ray passes through a geom.
#[doc(alias = "ray_eliminate")]
fn is_eliminated(model: &Model, geom: usize, filter: &RayFilter) -> bool {
    let body = model.geom_bodyid[geom] as usize;
    let alpha = match usize::try_from(model.geom_matid[geom]) {
        Ok(material) => model.mat_rgba[material][3],
        Err(_) => model.geom_rgba[geom][3],
    };
    if filter.exclude_body == Some(body)
        || alpha == 0.0
        || (!filter.include_static && model.body_weldid[body] == 0)
    {
        return true;
    }
    let group = model.geom_group[geom].clamp(0, GROUPS as i32 - 1) as usize;
    filter.groups.is_some_and(|groups| !groups[group])
}

/// Where a ray meets one geom, whether or not it is visible.
pub(crate) fn ray_geom(
    model: &Model,
    data: &Data,
    geom: usize,
    ray: &Ray,
    mark: &mut impl FnMut(usize),
) -> Option<f64> {
    match GeomType::from_code(model.geom_type[geom])? {
        GeomType::Mesh => mesh::mesh(model, data, geom, ray, mark),
        GeomType::Hfield => hfield::hfield(model, data, geom, ray),
        GeomType::Sdf => sdf::sdf(model, data, geom, ray),
        shape => ray_shape(
            shape,
            &data.geom_xpos[geom],
            &data.geom_xmat[geom],
            &model.geom_size[geom],
            ray,
        ),
    }
}

/// Where a ray meets a shape that its size describes.
pub(crate) fn ray_shape(
    shape: GeomType,
    pos: &Vec3,
    mat: &Mat3,
    size: &Vec3,
    ray: &Ray,
) -> Option<f64> {
    match shape {
        GeomType::Plane => primitive::plane(&ray.local(pos, mat), size),
        GeomType::Sphere => primitive::sphere(pos, size.x * size.x, ray),
        GeomType::Capsule => primitive::capsule(pos, mat, size, ray),
        GeomType::Ellipsoid => primitive::ellipsoid(&ray.local(pos, mat), size),
        GeomType::Cylinder => primitive::cylinder(pos, mat, size, ray),
        GeomType::Box => primitive::cuboid(pos, mat, size, ray),
        // Its asset describes it.
        GeomType::Mesh | GeomType::Hfield | GeomType::Sdf => None,
    }
}
