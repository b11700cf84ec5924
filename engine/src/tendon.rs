//! Tendon lengths, paths and Jacobians.
//!
//! A fixed tendon is a weighted sum of joint positions. A spatial tendon runs from site to site, straight or wrapped around
//! geoms; its length changes as its points move apart, so a stretch between two bodies adds the difference of their points'
//! Jacobians projected onto its direction. A pulley divides what follows it.

use crate::codes::wrap as kind;
use crate::force::project;
use crate::jacobian::{
    BodyPoint, dofs_of_either, is_sparse, jac_difference_sparse, point_velocity,
};
use crate::math::{Vec3, dense, sparse, vec3};
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

/// A path through sites, geoms and pulleys. Returns where the path ends in the arrays of path points.
fn spatial(model: &Model, data: &mut Data, t: usize, mut path_end: usize, sparse: bool) -> usize {
    let path = elements(model, t);
    let last = path.end - 1;
    let mut divisor = 1.0;
    let mut w = path.start;
    while w < last {
        if model.wrap_type[w] == kind::PULLEY {
            divisor = model.wrap_prm[w];
            put_point(data, &mut path_end, &Vec3::zeros(), -2);
            w += 1;
            continue;
        }
        if model.wrap_type[w + 1] == kind::PULLEY {
            w += 1;
            continue;
        }
        let around_geom = matches!(model.wrap_type[w + 1], kind::SPHERE | kind::CYLINDER);
        let next = w + 1 + usize::from(around_geom);
        let (start, end) = (site(model, data, w), site(model, data, next));
        put_point(data, &mut path_end, &start.pos, -1);
        let wrapped = if around_geom {
            around(model, data, w + 1, &start, &end)
        } else {
            None
        };
        let distance = |a: &BodyPoint, b: &BodyPoint| vec3::distance(&a.pos, &b.pos);
        let length = match wrapped {
            None => {
                add_piece(model, data, t, [start, end], 1.0 / divisor, sparse);
                distance(&start, &end)
            }
            Some(Wrapped { geom, points, arc }) => {
                let [enter, leave] = points;
                put_point(data, &mut path_end, &enter.pos, geom);
                put_point(data, &mut path_end, &leave.pos, geom);
                for piece in [[start, enter], [enter, leave], [leave, end]] {
                    add_piece(model, data, t, piece, 1.0 / divisor, sparse);
                }
                distance(&start, &enter) + arc + distance(&leave, &end)
            }
        };
        data.ten_length[t] += length / divisor;
        w = next;
        if w == last || model.wrap_type[w + 1] == kind::PULLEY {
            put_point(data, &mut path_end, &end.pos, -1);
        }
    }
    path_end
}

/// Appends a point to the path arrays.
fn put_point(data: &mut Data, path_end: &mut usize, point: &Vec3, object: i32) {
    // Two points make a row.
    let (row, place) = (*path_end / 2, *path_end % 2);
    data.wrap_xpos[row][3 * place..][..3].copy_from_slice(point.as_slice());
    data.wrap_obj[row][place] = object;
    *path_end += 1;
}

/// The site that is path element `w`.
#[inline]
fn site(model: &Model, data: &Data, w: usize) -> BodyPoint {
    let site = model.wrap_objid[w] as usize;
    BodyPoint {
        pos: data.site_xpos[site],
        body: model.site_bodyid[site] as usize,
    }
}

/// Where a tendon meets and leaves a geom, and the length along it.
struct Wrapped {
    geom: i32,
    points: [BodyPoint; 2],
    arc: f64,
}

/// How the way between two sites wraps around the geom that is path element `w`, if it does.
fn around(
    model: &Model,
    data: &Data,
    w: usize,
    start: &BodyPoint,
    end: &BodyPoint,
) -> Option<Wrapped> {
    let geom = model.wrap_objid[w] as usize;
    let obstacle = Obstacle {
        pos: &data.geom_xpos[geom],
        mat: &data.geom_xmat[geom],
        radius: model.geom_size[geom].x,
        sphere: model.wrap_type[w] == kind::SPHERE,
    };
    // The parameter of a geom is its side site, or -1.
    let side = model.wrap_prm[w].round();
    let side = (side >= 0.0).then(|| &data.site_xpos[side as usize]);
    let wrap = wrap(obstacle, &start.pos, &end.pos, side)?;
    let body = model.geom_bodyid[geom] as usize;
    Some(Wrapped {
        geom: geom as i32,
        points: wrap.points.map(|pos| BodyPoint { pos, body }),
        arc: wrap.length,
    })
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
    // Points of the same body do not move apart.
    if from.body == to.body {
        return;
    }
    let direction = vec3::normalized(to.pos - from.pos);
    if sparse {
        add_sparse_piece(model, data, t, [from, to], &direction, factor);
        return;
    }
    let row = &mut data.ten_J[t * model.nv..][..model.nv];
    // What does not move the points adds nothing, unless a direction that is not a number spreads.
    let idle = project(&Vec3::zeros(), &direction) * factor;
    if idle != 0.0 {
        row.fill(idle);
    }
    let offset = |p: BodyPoint| p.pos - data.subtree_com[model.body_rootid[p.body] as usize];
    let (from_offset, to_offset) = (offset(from), offset(to));
    for (dof, moves_from, moves_to) in dofs_of_either(model, from.body, to.body) {
        let motion = |moves: bool, offset: &Vec3| match moves {
            true => point_velocity(&data.cdof[dof], offset),
            false => Vec3::zeros(),
        };
        let apart = motion(moves_to, &to_offset) - motion(moves_from, &from_offset);
        row[dof] += project(&apart, &direction) * factor;
    }
}

fn add_sparse_piece(
    model: &Model,
    data: &mut Data,
    t: usize,
    [from, to]: [BodyPoint; 2],
    direction: &Vec3,
    factor: f64,
) {
    let [mut jac, unused_a, unused_b] = std::mem::take(&mut data.scratch.jac);
    let [mut row, unused_row] = std::mem::take(&mut data.scratch.dof);
    let [mut chain, unused_chain] = std::mem::take(&mut data.scratch.chain);
    let n = jac_difference_sparse(model, data, &mut jac, &mut chain, from, to);
    if n > 0 {
        dense::tr_mul_vec(&mut row[..n], &jac[..3 * n], direction.as_slice());
        let start = data.ten_J_rowadr[t] as usize;
        let nnz = data.ten_J_rownnz[t] as usize;
        data.ten_J_rownnz[t] = sparse::add_scaled(
            (&mut data.ten_J[start..], &mut data.ten_J_colind[start..]),
            nnz,
            (&row[..n], &chain[..n]),
            factor,
        ) as i32;
    }
    data.scratch.jac = [jac, unused_a, unused_b];
    data.scratch.dof = [row, unused_row];
    data.scratch.chain = [chain, unused_chain];
}
