//! Boxes around the elements of flexes, and the trees over them.

use crate::math::scalar;
use crate::model::codes::disable;
use crate::{Data, Model};

/// Computes `flexelem_aabb` and, where the middle phase needs them, `bvh_aabb_dyn`.
pub(super) fn bounds(model: &Model, data: &mut Data) {
    for flex in 0..model.nflex {
        for (element, id) in model.flex_elements(flex).enumerate() {
            data.flexelem_aabb[id] = around(model, data, flex, element);
        }
    }
    if model.disabled(disable::MIDPHASE) {
        return;
    }
    for flex in 0..model.nflex {
        update_tree(model, data, flex);
    }
}

/// The box around an element.
fn around(model: &Model, data: &Data, flex: usize, element: usize) -> [f64; 6] {
    let corners = model.flex_corners(flex, element);
    let at = |vertex: i32| &data.flexvert_xpos[model.flex_vertex(flex, vertex)];
    let (mut low, mut high) = (*at(corners[0]), *at(corners[0]));
    for &corner in &corners[1..] {
        low = low.zip_map(at(corner), scalar::min);
        high = high.zip_map(at(corner), scalar::max);
    }
    let radius = model.flex_radius[flex];
    std::array::from_fn(|k| match k {
        0..3 => 0.5 * (high[k] + low[k]),
        _ => 0.5 * (high[k - 3] - low[k - 3]) + radius,
    })
}

/// Makes the boxes of a flex's tree fit, from the leaves to the root.
#[doc(alias = "mj_updateDynamicBVH")]
fn update_tree(model: &Model, data: &mut Data, flex: usize) {
    let Ok(start) = usize::try_from(model.flex_bvhadr[flex]) else {
        return;
    };
    let count = model.flex_bvhnum[flex] as usize;
    let boxes = &mut data.bvh_aabb_dyn[start - model.nbvhstatic..][..count];
    // Children come after their parents.
    for node in (0..count).rev() {
        boxes[node] = match usize::try_from(model.bvh_nodeid[start + node]) {
            Ok(element) => data.flexelem_aabb[model.flex_elemadr[flex] as usize + element],
            Err(_) => {
                let [a, b] = model.bvh_child[start + node].map(|child| &boxes[child as usize]);
                around_both(a, b)
            }
        };
    }
}

fn around_both(a: &[f64; 6], b: &[f64; 6]) -> [f64; 6] {
    let low = |k: usize| scalar::min(a[k] - a[k + 3], b[k] - b[k + 3]);
    let high = |k: usize| scalar::max(a[k] + a[k + 3], b[k] + b[k + 3]);
    std::array::from_fn(|k| match k {
        0..3 => 0.5 * (high(k) + low(k)),
        _ => 0.5 * (high(k - 3) - low(k - 3)),
    })
}
