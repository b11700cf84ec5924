//! Edges of flexes: their lengths, and how they change with each dof.

use super::Scratch;
use crate::error::StepError;
use crate::math::{Vec3, dense, vec3};
use crate::pipeline::constraint::Form;
use crate::query::jacobian::{BodyPoint, point_velocity};
use crate::{Data, Model};

/// Computes `flexedge_length` and `flexedge_J` with its pattern.
pub(super) fn edges(model: &Model, data: &mut Data) {
    if model.is_sparse() {
        data.flexedge_J_rowadr.fill(0);
        data.flexedge_J_rownnz.fill(0);
    } else {
        data.flexedge_J.fill(0.0);
    }
    let mut scratch = data.scratch.flex.take::<Scratch>();
    for flex in (0..model.nflex).filter(|&flex| model.flex_rigid[flex] == 0) {
        let needs_jacobian = needs_jacobian(model, flex);
        for edge in model.flex_edges(flex) {
            measure(model, data, &mut scratch, flex, edge, needs_jacobian);
        }
    }
    data.scratch.flex.put(scratch);
}

/// Whether anything acts along the edges of a flex.
fn needs_jacobian(model: &Model, flex: usize) -> bool {
    model.flex_edgeequality[flex] != 0
        || model.flex_edgedamping[flex] != 0.0
        || model.flex_edgestiffness[flex] != 0.0
        || model.flex_damping[flex] != 0.0
}

fn measure(
    model: &Model,
    data: &mut Data,
    scratch: &mut Scratch,
    flex: usize,
    edge: usize,
    needs_jacobian: bool,
) {
    let ends = model.edge_ends(flex, edge);
    let [first, second] = ends.map(|vertex| BodyPoint {
        pos: data.flexvert_xpos[vertex],
        body: model.flex_vertbodyid[vertex] as usize,
    });
    let mut direction = second.pos - first.pos;
    data.flexedge_length[edge] = vec3::normalize(&mut direction);
    if !needs_jacobian {
        return;
    }
    let pair = &mut scratch.pair;
    if !model.is_sparse() {
        pair.compute(model, data, Form::All, first, second, false);
        let row = &mut data.flexedge_J[edge * model.nv..][..model.nv];
        dense::tr_mul_vec(row, &pair.values, direction.as_slice());
        return;
    }
    // A flex without Jacobians leaves zeros here, so that the next one starts from the beginning
    // again and overwrites the rows of those before.
    if edge > 0 {
        data.flexedge_J_rowadr[edge] =
            data.flexedge_J_rowadr[edge - 1] + data.flexedge_J_rownnz[edge - 1];
    }
    let simple = |point: BodyPoint| model.body_simple[point.body] != 0;
    if simple(first) && simple(second) && first.body != second.body {
        return simple_row(model, data, edge, [first, second], &direction);
    }
    pair.compute(model, data, Form::Sparse, first, second, false);
    if pair.width == 0 {
        return;
    }
    if std::mem::take(&mut pair.unwritten) {
        data.fault = data.fault.or(Some(StepError::RowsWithinBody));
        return;
    }
    let start = data.flexedge_J_rowadr[edge] as usize;
    let row = start..start + pair.width;
    dense::tr_mul_vec(
        &mut data.flexedge_J[row.clone()],
        &pair.values,
        direction.as_slice(),
    );
    data.flexedge_J_rownnz[edge] = pair.width as i32;
    data.flexedge_J_colind[row].copy_from_slice(&pair.columns);
}

/// The sparse row of an edge between bodies that hang on the world by their own dofs alone, as most
/// vertices do: what [`PairJacobian`](crate::pipeline::constraint::PairJacobian) and a product with
/// the direction would give, column by column.
fn simple_row(
    model: &Model,
    data: &mut Data,
    edge: usize,
    [first, second]: [BodyPoint; 2],
    direction: &Vec3,
) {
    let start = data.flexedge_J_rowadr[edge] as usize;
    let mut place = start;
    let sides = if first.body < second.body {
        [(first, -1.0), (second, 1.0)]
    } else {
        [(second, 1.0), (first, -1.0)]
    };
    for (point, sign) in sides {
        let offset = point.offset(model, data);
        for dof in model.dofs_of(point.body) {
            let moved = point_velocity(&data.cdof[dof], &offset);
            let mut sum = 0.0;
            for k in 0..3 {
                if direction[k] != 0.0 {
                    sum += sign * moved[k] * direction[k];
                }
            }
            data.flexedge_J[place] = sum;
            data.flexedge_J_colind[place] = dof as i32;
            place += 1;
        }
    }
    data.flexedge_J_rownnz[edge] = (place - start) as i32;
}
