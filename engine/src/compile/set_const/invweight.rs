//! Inverse inertias at `qpos0`: how easily bodies, dofs, tendons and actuators are accelerated.
//!
//! For a Jacobian `J` this is the diagonal of `J M^-1 J'`, averaged over three axes where there are
//! three.

use super::batch::solve_rows;
use super::chain::Chain;
use super::whole;
use crate::math::{MINVAL, dense, scalar, spatial};
use crate::model::codes::joint_dofs;
use crate::query::jacobian::{edge_jacobian, point_velocity};
use crate::{Data, Model};

/// Sets `body_invweight0`, `dof_invweight0`, `flexedge_invweight0`, `tendon_invweight0` and
/// `actuator_acc0`.
#[doc(alias = "set0")]
pub(super) fn set(model: &mut Model, data: &mut Data) {
    set_bodies(model, data);
    set_joints(model, data);
    set_edges(model, data);
    let mut weights = std::mem::take(&mut model.tendon_invweight0);
    let columns = |t: usize, row: &mut Vec<_>| row.extend(tendon_row(model, data, t));
    solve_rows(model, data, model.ntendon, columns, |t, row, solved| {
        weights[t] = dense::dot(row, solved);
    });
    let mut accelerations = std::mem::take(&mut model.actuator_acc0);
    let columns = |i: usize, row: &mut Vec<_>| row.extend(moment_row(data, i));
    solve_rows(model, data, model.nu, columns, |i, _, solved| {
        accelerations[i] = dense::norm(solved);
    });
    model.tendon_invweight0 = weights;
    model.actuator_acc0 = accelerations;
    if !whole::is_tame(model, data) {
        whole::set(model, data);
    }
}

/// The bodies at the ends of an edge, if both only slide along world axes.
fn simple_ends(model: &Model, flex: usize, edge: usize) -> Option<[usize; 2]> {
    let ends = model.edge_ends(flex, edge);
    let bodies = ends.map(|vertex| model.flex_vertbodyid[vertex] as usize);
    let simple = bodies.iter().all(|body| model.body_simple[*body] == 2);
    simple.then_some(bodies)
}

/// Inverse inertia of the edges of flexes.
fn set_edges(model: &mut Model, data: &mut Data) {
    if model.nv == 0 {
        return;
    }
    let mut weights = std::mem::take(&mut model.flexedge_invweight0);
    for flex in 0..model.nflex {
        for edge in model.flex_edges(flex) {
            if model.flexedge_rigid[edge] != 0 {
                weights[edge] = 0.0;
            } else if let Some(bodies) = simple_ends(model, flex, edge) {
                let [a, b] = bodies.map(|body| 1.0 / model.body_mass[body]);
                weights[edge] = (a + b) / 2.0;
            }
        }
    }
    let general = general_edges(model);
    let columns = |i: usize, row: &mut Vec<_>| row.extend(edge_row(model, data, general[i]));
    solve_rows(model, data, general.len(), columns, |i, row, solved| {
        weights[general[i]] = dense::dot(row, solved);
    });
    model.flexedge_invweight0 = weights;
}

/// Edges whose inverse inertia needs their Jacobian.
pub(super) fn general_edges(model: &Model) -> Vec<usize> {
    let flexes = 0..model.nflex;
    let general = |flex: usize| {
        let edges = model.elastic_edges(flex);
        edges.filter(move |edge| simple_ends(model, flex, *edge).is_none())
    };
    flexes.flat_map(general).collect()
}

/// The Jacobian of an edge's length.
pub(super) fn edge_row<'a>(
    model: &Model,
    data: &'a Data,
    edge: usize,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let sparse = model.is_sparse();
    let (values, dofs) = edge_jacobian(model, data, edge);
    let dof = move |i: usize| if sparse { dofs[i] as usize } else { i };
    values.iter().enumerate().map(move |(i, x)| (dof(i), *x))
}

/// Translational and rotational inverse inertia of each body's centre of mass.
fn set_bodies(model: &mut Model, data: &Data) {
    let (mut one, mut two) = (Chain::<6>::default(), Chain::<12>::default());
    let mut body = 0;
    while body < model.nbody {
        let Some(last) = chain_of(model, body) else {
            // A body that only slides along world axes needs no matrix.
            model.body_invweight0[body] = if model.body_simple[body] == 2 {
                let mass = scalar::max(MINVAL, model.body_mass[body]);
                [1.0 / mass, 0.0]
            } else {
                [0.0; 2]
            };
            body += 1;
            continue;
        };
        let child = body + 1;
        let nested = child < model.nbody && model.body_parentid[child] as usize == body;
        match chain_of(model, child).filter(|_| nested) {
            Some(child_last) => {
                let rows = two.diagonal(model, data, child_last, |dof| {
                    let own = if dof <= last {
                        jacobian(model, data, body, dof)
                    } else {
                        [0.0; 6]
                    };
                    let childs = jacobian(model, data, child, dof);
                    std::array::from_fn(|k| if k < 6 { own[k] } else { childs[k - 6] })
                });
                model.body_invweight0[body] = means(&rows[..6]);
                model.body_invweight0[child] = means(&rows[6..]);
                body += 2;
            }
            None => {
                let rows = one.diagonal(model, data, last, |dof| jacobian(model, data, body, dof));
                model.body_invweight0[body] = means(&rows);
                body += 1;
            }
        }
    }
}

/// The last dof that moves a body; `None` where the inverse inertia follows without its chain.
fn chain_of(model: &Model, body: usize) -> Option<usize> {
    let weld = *model.body_weldid.get(body)?;
    if weld == 0 || model.body_simple[body] == 2 {
        return None;
    }
    model.body_dofs(body).next()
}

/// How a dof moves and turns a body's centre of mass.
pub(super) fn jacobian(model: &Model, data: &Data, body: usize, dof: usize) -> [f64; 6] {
    let offset = data.xipos[body] - data.subtree_com[model.body_rootid[body] as usize];
    let moved = point_velocity(&data.cdof[dof], &offset);
    let turned = spatial::rotational(&data.cdof[dof]);
    [moved.x, moved.y, moved.z, turned.x, turned.y, turned.z]
}

/// Hinges and slides of one chain that are solved at once.
const JOINTS: usize = 4;

/// Inverse inertia of the joints' dofs.
fn set_joints(model: &mut Model, data: &Data) {
    let mut chain = Chain::<JOINTS>::default();
    let mut jnt = 0;
    while jnt < model.njnt {
        let dof = model.jnt_dofadr[jnt] as usize;
        let body = model.jnt_bodyid[jnt] as usize;
        if model.body_simple[body] == 2 {
            model.dof_invweight0[dof] = 1.0 / scalar::max(MINVAL, model.body_mass[body]);
            jnt += 1;
            continue;
        }
        let n = match joint_dofs(model.jnt_type[jnt]) {
            6 => {
                let weights = means(&unit_diagonal(
                    &mut Chain::<6>::default(),
                    model,
                    data,
                    dof,
                    6,
                ));
                model.dof_invweight0[dof..dof + 3].fill(weights[0]);
                model.dof_invweight0[dof + 3..dof + 6].fill(weights[1]);
                1
            }
            3 => {
                let weights = unit_diagonal(&mut Chain::<3>::default(), model, data, dof, 3);
                model.dof_invweight0[dof..dof + 3].fill(mean(&weights));
                1
            }
            _ => {
                let n = run_of_joints(model, jnt);
                let weights = unit_diagonal(&mut chain, model, data, dof, n);
                model.dof_invweight0[dof..dof + n].copy_from_slice(&weights[..n]);
                n
            }
        };
        jnt += n;
    }
}

/// How many joints of one dof, each moved by the one before, start at `jnt`.
fn run_of_joints(model: &Model, jnt: usize) -> usize {
    let continues = |jnt: usize| {
        let dof = model.jnt_dofadr[jnt];
        joint_dofs(model.jnt_type[jnt]) == 1
            && model.dof_parentid[dof as usize] == dof - 1
            && model.body_simple[model.jnt_bodyid[jnt] as usize] != 2
    };
    let end = model.njnt.min(jnt + JOINTS);
    let more = (jnt + 1..end).take_while(|&jnt| continues(jnt));
    1 + more.count()
}

/// The diagonal of `M^-1` for `n` dofs of one chain.
fn unit_diagonal<const N: usize>(
    chain: &mut Chain<N>,
    model: &Model,
    data: &Data,
    first: usize,
    n: usize,
) -> [f64; N] {
    chain.diagonal(model, data, first + n - 1, |dof| {
        std::array::from_fn(|k| if dof == first + k { 1.0 } else { 0.0 })
    })
}

pub(super) fn means(six: &[f64]) -> [f64; 2] {
    [mean(&six[..3]), mean(&six[3..])]
}

fn mean(three: &[f64]) -> f64 {
    (three[0] + three[1] + three[2]) / 3.0
}

/// The elements of a tendon's Jacobian, with their dofs.
pub(super) fn tendon_row<'a>(
    model: &'a Model,
    data: &'a Data,
    t: usize,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let sparse = model.is_sparse();
    let elements = if sparse {
        let start = data.ten_J_rowadr[t] as usize;
        start..start + data.ten_J_rownnz[t] as usize
    } else {
        t * model.nv..(t + 1) * model.nv
    };
    elements.enumerate().map(move |(column, k)| {
        let dof = if sparse {
            data.ten_J_colind[k] as usize
        } else {
            column
        };
        (dof, data.ten_J[k])
    })
}

/// The elements of an actuator's moment, with their dofs.
pub(super) fn moment_row(data: &Data, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
    let start = data.moment_rowadr[i] as usize;
    let elements = start..start + data.moment_rownnz[i] as usize;
    elements.map(|k| (data.moment_colind[k] as usize, data.actuator_moment[k]))
}
