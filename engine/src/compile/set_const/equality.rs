//! Reference poses of equality constraints: where the second body of a connect or weld holds the
//! first one at `qpos0`.

use crate::math::{Quat, Vec3};
use crate::model::codes::{equality as kind, object};
use crate::pipeline::position::kinematics::point_to_global;
use crate::{Data, Model};

/// Completes `eq_data` of connect and weld constraints.
pub(super) fn set(model: &mut Model, data: &Data) {
    for eq in 0..model.neq {
        let bodies = [model.eq_obj1id[eq], model.eq_obj2id[eq]];
        let by_body = model.eq_objtype[eq] == object::BODY;
        let values = &mut model.eq_data[eq];
        match (model.eq_type[eq], by_body) {
            (kind::CONNECT, true) => {
                // The anchor is given in the first body; the second one gets the same world point.
                let [first, second] = bodies.map(|body| body as usize);
                let anchor = anchor(data, &values[..3], first, second);
                values[3..6].copy_from_slice(anchor.as_slice());
            }
            // Sites say where they are themselves.
            (kind::CONNECT, false) => values.fill(0.0),
            (kind::WELD, true) => weld(data, values, bodies.map(|body| body as usize)),
            _ => {}
        }
    }
}

/// A weld's anchor is given in the second body. A relative pose given by the author is kept.
fn weld(data: &Data, values: &mut [f64], [first, second]: [usize; 2]) {
    if values[6..10].iter().any(|&x| x != 0.0) {
        let quat = Quat::from_slice(&values[6..10]).normalized();
        values[6..10].copy_from_slice(&quat.0);
        return;
    }
    let anchor = anchor(data, &values[..3], second, first);
    values[3..6].copy_from_slice(anchor.as_slice());
    let relative = data.xquat[first].conjugate().mul(&data.xquat[second]);
    values[6..10].copy_from_slice(&relative.0);
}

/// A point of body `from`, in the frame of body `to`.
fn anchor(data: &Data, pos: &[f64], from: usize, to: usize) -> Vec3 {
    let pos = point_to_global(data, &Vec3::new(pos[0], pos[1], pos[2]), from);
    data.xmat[to].tr_mul_vec(&(pos - data.xpos[to]))
}
