//! Sweep and prune: boxes that overlap, found by sweeping along an axis.
//!
//! Ericson, Real-Time Collision Detection (2005), section 7.5.

use std::cmp::Ordering;

use super::sort::stable_sort;
use crate::math::Vec3;

/// A box by its corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub min: Vec3,
    pub max: Vec3,
}

impl Bounds {
    /// Where the box begins and ends along an axis. Single precision, as in the reference: it
    /// decides which ends are equal.
    #[inline]
    pub(super) fn ends(&self, axis: usize) -> [f32; 2] {
        [self.min[axis] as f32, self.max[axis] as f32]
    }

    /// Whether the box ends where or after it begins along the first axis; not so where something
    /// is NaN.
    pub(super) fn is_ordered(&self) -> bool {
        let [min, max] = self.ends(0);
        min <= max
    }

    /// Whether two boxes are apart along one of the other axes.
    #[inline]
    pub(super) fn is_apart_across(&self, other: &Bounds, axis: usize) -> bool {
        let (a, b) = (self, other);
        let others = match axis {
            0 => [1, 2],
            1 => [0, 2],
            _ => [0, 1],
        };
        let [j, k] = others;
        a.min[j] > b.max[j] || a.min[k] > b.max[k] || b.min[j] > a.max[j] || b.min[k] > a.max[k]
    }
}

/// Where a box begins or ends along the axis.
#[derive(Clone, Copy, Debug)]
struct End {
    value: f32,
    id: usize,
    is_max: bool,
}

/// Buffers of a sweep.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweeper {
    ends: Vec<End>,
    sorted: Vec<End>,
    active: Vec<usize>,
}

impl Sweeper {
    /// Calls `visit` with the boxes that overlap, in the order in which the sweep meets them, until
    /// it returns false.
    #[doc(alias = "mj_SAP")]
    pub(super) fn run(
        &mut self,
        boxes: &[Bounds],
        axis: usize,
        mut visit: impl FnMut(usize, usize) -> bool,
    ) {
        let Sweeper {
            ends,
            sorted,
            active,
        } = self;
        ends.clear();
        for (id, bounds) in boxes.iter().enumerate() {
            for (value, is_max) in bounds.ends(axis).into_iter().zip([false, true]) {
                ends.push(End { value, id, is_max });
            }
        }
        stable_sort(ends, sorted, |a, b| {
            if a.value < b.value {
                Ordering::Less
            } else if a.value == b.value {
                Ordering::Equal
            } else {
                Ordering::Greater
            }
        });

        active.clear();
        for end in ends.iter() {
            if end.is_max {
                if let Some(place) = active.iter().position(|id| *id == end.id) {
                    active.remove(place);
                }
                continue;
            }
            for &other in active.iter() {
                let apart = boxes[other].is_apart_across(&boxes[end.id], axis);
                if !apart && !visit(other, end.id) {
                    return;
                }
            }
            active.push(end.id);
        }
    }
}
