//! Rays: what they meet first, among all geoms or in one shape.

use plumbline::model::GeomType;
use plumbline::{FlexParts, Ray, RayFilter};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::query::ask;
use super::{m3, register, v3};
use crate::array::{Fixed, Input, Output, require};
use crate::data::{MjData, index};
use crate::errors::FatalError;
use crate::model::MjModel;

fn filter(groups: Option<Input<u8>>, include: u8, exclude: i32) -> PyResult<RayFilter> {
    let groups = groups.map(|groups| {
        let flags: Result<[u8; 6], _> = (*groups.values).try_into();
        let flags = flags.map_err(|_| PyTypeError::new_err("geomgroup should be of size 6"));
        flags.map(|flags| flags.map(|flag| flag != 0))
    });
    Ok(RayFilter {
        groups: groups.transpose()?,
        include_static: include != 0,
        exclude_body: usize::try_from(exclude).ok(),
    })
}

/// The nearest geom that a ray meets: its distance, -1 for none.
#[pyfunction]
#[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid))]
fn mj_ray(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    geomgroup: Option<Input<u8>>,
    flg_static: u8,
    bodyexclude: i32,
    geomid: Output<i32>,
) -> PyResult<f64> {
    let filter = filter(geomgroup, flg_static, bodyexclude)?;
    let ray = Ray {
        point: v3(&pnt),
        vector: v3(&vec),
    };
    ask(m, d, |model, data| {
        let hit = data.ray(model, &ray, &filter);
        let hit = hit.map_err(|error| FatalError::new_err(error.to_string()))?;
        geomid.write(&[hit.map_or(-1, |hit| hit.geom as i32)])?;
        Ok(hit.map_or(-1.0, |hit| hit.dist))
    })
}

/// The nearest geoms that rays from one point meet.
#[pyfunction]
fn mj_multiRay(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pnt: Fixed<3>,
    vec: Input,
    geomgroup: Option<Input<u8>>,
    flg_static: u8,
    bodyexclude: i32,
    geomid: Output<i32>,
    dist: Output,
    nray: usize,
    cutoff: f64,
) -> PyResult<()> {
    let fits = dist.len == nray && geomid.len == nray;
    require(fits, "dist and geomid should be of size nray")?;
    require(vec.values.len() == 3 * nray, "vec should be of size 3*nray")?;
    let filter = filter(geomgroup, flg_static, bodyexclude)?;
    let vectors = vec.values.chunks_exact(3);
    let vectors: Vec<_> = vectors.map(|v| v3(&Fixed([v[0], v[1], v[2]]))).collect();
    ask(m, d, |model, data| {
        let hits = data.multi_ray(model, &v3(&pnt), &vectors, &filter, cutoff);
        let hits = hits.map_err(|error| FatalError::new_err(error.to_string()))?;
        let distances: Vec<f64> = hits
            .iter()
            .map(|hit| hit.map_or(-1.0, |hit| hit.dist))
            .collect();
        let geoms: Vec<i32> = hits
            .iter()
            .map(|hit| hit.map_or(-1, |hit| hit.geom as i32))
            .collect();
        dist.write(&distances)?;
        geomid.write(&geoms)
    })
}

fn ray_geom(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geom: i32,
    kind: (GeomType, &str),
    ray: &Ray,
) -> PyResult<f64> {
    ask(m, d, |model, data| {
        let geom = index(geom, "geom", model.ngeom)?;
        if model.geom_type[geom] != kind.0 as i32 {
            return Err(FatalError::new_err(format!("geom must be {}", kind.1)));
        }
        Ok(data.ray_geom(model, geom, ray).unwrap_or(-1.0))
    })
}

/// Where a ray meets a height field: its distance, -1 for nowhere.
#[pyfunction]
fn mj_rayHfield(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geomid: i32,
    pnt: Fixed<3>,
    vec: Fixed<3>,
) -> PyResult<f64> {
    let ray = Ray {
        point: v3(&pnt),
        vector: v3(&vec),
    };
    ray_geom(m, d, geomid, (GeomType::Hfield, "a height field"), &ray)
}

/// Where a ray meets a mesh: its distance, -1 for nowhere.
#[pyfunction]
fn mj_rayMesh(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geomid: i32,
    pnt: Fixed<3>,
    vec: Fixed<3>,
) -> PyResult<f64> {
    let ray = Ray {
        point: v3(&pnt),
        vector: v3(&vec),
    };
    ray_geom(m, d, geomid, (GeomType::Mesh, "a mesh"), &ray)
}

/// Where a ray meets a shape: its distance, -1 for nowhere.
#[pyfunction]
fn mju_rayGeom(
    pos: Fixed<3>,
    mat: Fixed<9>,
    size: Fixed<3>,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    geomtype: i32,
) -> PyResult<f64> {
    let ray = Ray {
        point: v3(&pnt),
        vector: v3(&vec),
    };
    let shape = GeomType::from_code(geomtype);
    let shape = shape.filter(|shape| !matches!(shape, GeomType::Mesh | GeomType::Hfield));
    let shape =
        shape.ok_or_else(|| FatalError::new_err(format!("unexpected geom type {geomtype}")))?;
    let met = ray.meets_shape(shape, &v3(&pos), &m3(&mat), &v3(&size));
    Ok(met.unwrap_or(-1.0))
}

/// Where a ray meets a flex, as a viewer shows it: its distance, -1 for nowhere.
#[pyfunction]
fn mju_rayFlex(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    flex_layer: i32,
    flg_vert: i32,
    flg_edge: i32,
    flg_face: i32,
    flg_skin: i32,
    flexid: i32,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    vertid: Output<i32>,
) -> PyResult<f64> {
    let ray = Ray {
        point: v3(&pnt),
        vector: v3(&vec),
    };
    let parts = FlexParts {
        vertices: flg_vert != 0,
        edges: flg_edge != 0,
        faces: flg_face != 0,
        skin: flg_skin != 0,
        layer: flex_layer,
    };
    ask(m, d, |model, data| {
        let flex = index(flexid, "flex", model.nflex)?;
        let met = data.ray_flex(model, flex, &ray, &parts);
        vertid.write(&[met.map_or(-1, |met| met.vertex as i32)])?;
        Ok(met.map_or(-1.0, |met| met.dist))
    })
}

/// Where a ray meets triangles: its distance, -1 for nowhere.
#[pyfunction]
fn mju_raySkin(
    nface: usize,
    nvert: usize,
    face: Input<i32>,
    vert: Input<f32>,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    vertid: Output<i32>,
) -> PyResult<f64> {
    let ray = Ray {
        point: v3(&pnt),
        vector: v3(&vec),
    };
    let (triangles, vertices) = (
        face.values.as_chunks::<3>().0,
        vert.values.as_chunks::<3>().0,
    );
    require(triangles.len() == nface, "face should have nface rows")?;
    require(vertices.len() == nvert, "vert should have nvert rows")?;
    let inside = |&i: &i32| usize::try_from(i).is_ok_and(|i| i < nvert);
    require(
        triangles.iter().flatten().all(inside),
        "face should have numbers of vertices",
    )?;
    let met = ray.meets_triangles(triangles, vertices);
    vertid.write(&[met.map_or(-1, |met| met.vertex as i32)])?;
    Ok(met.map_or(-1.0, |met| met.dist))
}

register! {
    mj_ray mj_multiRay mj_rayHfield mj_rayMesh mju_rayGeom mju_rayFlex mju_raySkin
}
