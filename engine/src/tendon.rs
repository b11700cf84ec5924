//! Tendon lengths, paths and Jacobians.
//!
//! A fixed tendon is a weighted sum of joint positions. A spatial tendon runs from site to site, straight or wrapped around
//! geoms; its length changes as its points move apart, so a stretch between two bodies adds the difference of their points'
//! Jacobians projected onto its direction. A pulley divides what follows it.

use crate::codes::wrap as kind;
use crate::jacobian::{BodyPoint, is_sparse, jac_difference, jac_difference_sparse};
use crate::math::{dense, sparse, vec3};
use crate::wrap::{Obstacle, wrap};
use crate::{Data, Model};

/// Computes `ten_length`, `ten_J`, `ten_wrapadr`, `ten_wrapnum`, `wrap_obj` and `wrap_xpos`.
pub(crate) fn tendon(model: &Model, data: &mut Data) {
    if model.ntendon == 0 {
        return;
    }
    let sparse = is_sparse(model);
    data.ten_length.fill(0.0);
    if sparse {
        data.ten_J_rownnz.fill(0);
    } else {
        data.ten_J.fill(0.0);
    }
    let mut path_end = 0;
    for t in 0..model.ntendon {
        data.ten_wrapadr[t] = path_end as i32;
        data.ten_wrapnum[t] = 0;
        if sparse {
            data.ten_J_rowadr[t] = match t {
                0 => 0,
                _ => data.ten_J_rowadr[t - 1] + data.ten_J_rownnz[t - 1],
            };
        }
        if model.wrap_type[model.tendon_adr[t] as usize] == kind::JOINT {
            fixed(model, data, t, sparse);
        } else {
            path_end = spatial(model, data, t, path_end, sparse);
            data.ten_wrapnum[t] = path_end as i32 - data.ten_wrapadr[t];
        }
    }
}

/// The elements of tendon `t`'s path in the model.
fn elements(model: &Model, t: usize) -> std::ops::Range<usize> {
    let start = model.tendon_adr[t] as usize;
    start..start + model.tendon_num[t] as usize
}

/// A linear combination of joint positions.
fn fixed(model: &Model, data: &mut Data, t: usize, sparse: bool) {
    for w in elements(model, t) {
        let jnt = model.wrap_objid[w] as usize;
        let coefficient = model.wrap_prm[w];
        let dof = model.jnt_dofadr[jnt];
        data.ten_length[t] += coefficient * data.qpos[model.jnt_qposadr[jnt] as usize];
        if sparse {
            insert(data, t, dof, coefficient);
        } else {
            data.ten_J[t * model.nv + dof as usize] = coefficient;
        }
    }
}

/// Adds an element to a sparse row that stays sorted by column.
fn insert(data: &mut Data, t: usize, column: i32, value: f64) {
    let start = data.ten_J_rowadr[t] as usize;
    let end = start + data.ten_J_rownnz[t] as usize;
    let mut k = end;
    while k > start && data.ten_J_colind[k - 1] > column {
        data.ten_J_colind[k] = data.ten_J_colind[k - 1];
        data.ten_J[k] = data.ten_J[k - 1];
        k -= 1;
    }
    data.ten_J_colind[k] = column;
    data.ten_J[k] = value;
    data.ten_J_rownnz[t] += 1;
}

/// One stretch of a spatial tendon, from site to site: two points, or four around an obstacle.
struct Stretch {
    points: [BodyPoint; 4],
    /// The geom that the stretch wraps around, and the length along it.
    wrapped: Option<(i32, f64)>,
}

/// A path through sites, geoms and pulleys. Returns where the path ends in the arrays of path points.
fn spatial(model: &Model, data: &mut Data, t: usize, mut path_end: usize, sparse: bool) -> usize {
    let path = elements(model, t);
    let last = path.end - 1;
    let mut divisor = 1.0;
    let mut w = path.start;
    while w < last {
        if model.wrap_type[w] == kind::PULLEY {
            divisor = model.wrap_prm[w];
            put_point(data, &mut path_end, [0.0; 3], -2);
            w += 1;
            continue;
        }
        if model.wrap_type[w + 1] == kind::PULLEY {
            w += 1;
            continue;
        }
        let around_geom = matches!(model.wrap_type[w + 1], kind::SPHERE | kind::CYLINDER);
        let next = w + 1 + usize::from(around_geom);
        let stretch = stretch(model, data, w, next);
        add_stretch(model, data, t, &stretch, divisor, sparse);

        let [start, enter, leave, end] = stretch.points.map(|point| point.pos.into());
        put_point(data, &mut path_end, start, -1);
        if let Some((geom, _)) = stretch.wrapped {
            put_point(data, &mut path_end, enter, geom);
            put_point(data, &mut path_end, leave, geom);
        }
        w = next;
        if w == last || model.wrap_type[w + 1] == kind::PULLEY {
            put_point(data, &mut path_end, end, -1);
        }
    }
    path_end
}

/// Appends a point to the path arrays.
fn put_point(data: &mut Data, path_end: &mut usize, point: [f64; 3], object: i32) {
    let points: &mut [[f64; 3]] = bytemuck::cast_slice_mut(&mut data.wrap_xpos);
    let objects: &mut [i32] = bytemuck::cast_slice_mut(&mut data.wrap_obj);
    points[*path_end] = point;
    objects[*path_end] = object;
    *path_end += 1;
}

/// The stretch from path element `from` to path element `to`, both sites, around the geom between them if there is one.
fn stretch(model: &Model, data: &Data, from: usize, to: usize) -> Stretch {
    let site = |w: usize| {
        let site = model.wrap_objid[w] as usize;
        BodyPoint {
            pos: data.site_xpos[site],
            body: model.site_bodyid[site] as usize,
        }
    };
    let (start, end) = (site(from), site(to));
    let straight = Stretch {
        points: [start, end, end, end],
        wrapped: None,
    };
    if to == from + 1 {
        return straight;
    }
    let geom = model.wrap_objid[from + 1] as usize;
    let obstacle = Obstacle {
        pos: &data.geom_xpos[geom],
        mat: &data.geom_xmat[geom],
        radius: model.geom_size[geom].x,
        sphere: model.wrap_type[from + 1] == kind::SPHERE,
    };
    // The parameter of a geom is its side site, or -1.
    let side = model.wrap_prm[from + 1].round();
    let side = (side >= 0.0).then(|| &data.site_xpos[side as usize]);
    match wrap(obstacle, &start.pos, &end.pos, side) {
        None => straight,
        Some(wrap) => {
            let body = model.geom_bodyid[geom] as usize;
            let [enter, leave] = wrap.points.map(|pos| BodyPoint { pos, body });
            Stretch {
                points: [start, enter, leave, end],
                wrapped: Some((geom as i32, wrap.length)),
            }
        }
    }
}

/// Adds a stretch to its tendon's length and Jacobian.
fn add_stretch(
    model: &Model,
    data: &mut Data,
    t: usize,
    stretch: &Stretch,
    divisor: f64,
    sparse: bool,
) {
    let p = &stretch.points;
    let between = |a: usize, b: usize| vec3::distance(&p[a].pos, &p[b].pos);
    let (length, pieces) = match stretch.wrapped {
        None => (between(0, 1), 1),
        Some((_, arc)) => (between(0, 1) + arc + between(2, 3), 3),
    };
    data.ten_length[t] += length / divisor;
    for k in 0..pieces {
        // Points of the same body do not move apart.
        if p[k].body != p[k + 1].body {
            add_piece(model, data, t, [p[k], p[k + 1]], 1.0 / divisor, sparse);
        }
    }
}

/// Adds the rate at which two points move apart, times `factor`, to row `t` of the Jacobian.
fn add_piece(
    model: &Model,
    data: &mut Data,
    t: usize,
    [from, to]: [BodyPoint; 2],
    factor: f64,
    sparse: bool,
) {
    let direction: [f64; 3] = vec3::normalized(to.pos - from.pos).into();
    let [mut jac, mut other, unused] = std::mem::take(&mut data.scratch.jac);
    let [mut row, unused_row] = std::mem::take(&mut data.scratch.dof);
    let [mut chain, unused_chain] = std::mem::take(&mut data.scratch.chain);
    if sparse {
        let n = jac_difference_sparse(model, data, &mut jac, &mut chain, from, to);
        if n > 0 {
            dense::tr_mul_vec(&mut row[..n], &jac[..3 * n], &direction);
            let start = data.ten_J_rowadr[t] as usize;
            let nnz = data.ten_J_rownnz[t] as usize;
            data.ten_J_rownnz[t] = sparse::add_scaled(
                (&mut data.ten_J[start..], &mut data.ten_J_colind[start..]),
                nnz,
                (&row[..n], &chain[..n]),
                factor,
            ) as i32;
        }
    } else {
        jac_difference(model, data, &mut jac, &mut other, from, to);
        dense::tr_mul_vec(&mut row, &jac, &direction);
        dense::add_scaled(&mut data.ten_J[t * model.nv..][..model.nv], &row, factor);
    }
    data.scratch.jac = [jac, other, unused];
    data.scratch.dof = [row, unused_row];
    data.scratch.chain = [chain, unused_chain];
}
