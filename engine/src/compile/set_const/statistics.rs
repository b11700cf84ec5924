//! Statistics of the model at `qpos0`: its extent and centre, and the mean size, mass and inertia
//! of its parts.

use crate::math::{Vec3, scalar, vec3};
use crate::model::Statistic;
use crate::model::codes::GeomType;
use crate::{Data, Model};

/// No body and no model counts as smaller than this.
const MIN_SIZE: f64 = 1e-5;

/// Before anything is known of a model: MuJoCo's defaults.
pub(in crate::compile) const UNKNOWN: Statistic = Statistic {
    meaninertia: 1.0,
    meanmass: 1.0,
    meansize: 0.2,
    extent: 2.0,
    center: Vec3::new(0.0, 0.0, 0.0),
};

/// Sets `stat`. What an empty model has no value for stays.
#[doc(alias = "setStat")]
pub(super) fn set(model: &mut Model, data: &Data) {
    let mut stat = model.stat.clone();
    let [lower, upper] = bounds(model, data);
    stat.center = (lower + upper) * 0.5;
    if upper.x > lower.x {
        let size = upper - lower;
        stat.extent = scalar::max(MIN_SIZE, scalar::max(size.x, scalar::max(size.y, size.z)));
    }
    let moving = (model.nbody - 1) as f64;
    if model.nbody > 1 {
        stat.meansize = 0.0;
        for size in &body_sizes(model, data)[1..] {
            stat.meansize += scalar::max(*size, MIN_SIZE) / moving;
        }
    }
    stat.extent = scalar::max(stat.extent, 2.0 * stat.meansize);
    if model.nbody > 1 {
        stat.meanmass = model.body_mass[1..]
            .iter()
            .fold(0.0, |sum, mass| sum + mass)
            / moving;
    }
    if model.nv > 0 {
        let diagonal = model.dof_Madr.iter().map(|&adr| data.qM[adr as usize]);
        stat.meaninertia = diagonal.fold(0.0, |sum, inertia| sum + inertia) / model.nv as f64;
    }
    model.stat = stat;
}

/// Box around bodies, joints, sites and geoms, the latter with their bounding radius.
fn bounds(model: &Model, data: &Data) -> [Vec3; 2] {
    let points = data.xpos[1..]
        .iter()
        .chain(&data.xipos[1..])
        .chain(&data.xanchor)
        .chain(&data.site_xpos)
        .map(|pos| (pos, 0.0));
    let geoms = (0..model.ngeom).map(|g| (&data.geom_xpos[g], drawn_radius(model, g)));
    let mut lower = Vec3::repeat(1e10);
    let mut upper = Vec3::repeat(-1e10);
    for (pos, radius) in points.chain(geoms) {
        for k in 0..3 {
            lower[k] = if lower[k] < pos[k] - radius {
                lower[k]
            } else {
                pos[k] - radius
            };
            upper[k] = if upper[k] > pos[k] + radius {
                upper[k]
            } else {
                pos[k] + radius
            };
        }
    }
    [lower, upper]
}

/// How far a geom reaches for the model's extent; planes and height fields count a tenth of their
/// size.
fn drawn_radius(model: &Model, g: usize) -> f64 {
    if model.geom_rbound[g] > 0.0 {
        return model.geom_rbound[g];
    }
    match GeomType::from_code(model.geom_type[g]) {
        Some(GeomType::Plane) => {
            let size = &model.geom_size[g];
            if size.x == 0.0 && size.y == 0.0 {
                1.0
            } else {
                size.x.max(size.y) * 0.1
            }
        }
        Some(GeomType::Hfield) => {
            let size = &model.hfield_size[model.geom_dataid[g] as usize];
            let [a, b, c, d] = *size;
            a.max(b).max(c).max(d) * 0.1
        }
        _ => 0.0,
    }
}

/// Size of each body: how far joints and geoms are from its centre of mass, or the length of an edge
/// of a flex that ends on it.
fn body_sizes(model: &Model, data: &Data) -> Vec<f64> {
    let mut sizes = vec![0.0; model.nbody];
    for jnt in 0..model.njnt {
        let body = model.jnt_bodyid[jnt] as usize;
        for body in [body, model.body_parentid[body] as usize] {
            let reach = vec3::distance(&data.xipos[body], &data.xanchor[jnt]);
            sizes[body] = scalar::max(sizes[body], reach);
        }
    }
    for (body, size) in sizes.iter_mut().enumerate() {
        for geom in model.geoms_of(body) {
            if model.geom_rbound[geom] > 0.0 {
                let distance = vec3::distance(&data.xipos[body], &data.geom_xpos[geom]);
                *size = scalar::max(*size, model.geom_rbound[geom] + distance);
            }
        }
    }
    for flex in 0..model.nflex {
        for edge in model.flex_edges(flex) {
            for vertex in model.edge_ends(flex, edge) {
                let size = &mut sizes[model.flex_vertbodyid[vertex] as usize];
                *size = scalar::max(*size, model.flexedge_length0[edge]);
            }
        }
    }
    sizes
}
