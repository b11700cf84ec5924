//! What is divided between the children of a node: leaves, in an order along an axis.

use super::EPS;

/// What a selection moves around: sort keys, and beside them the numbers of leaves.
#[derive(Debug)]
pub(super) struct Elements<'a> {
    /// Centres along the axis of the split.
    pub(super) keys: &'a mut [f64],
    pub(super) orders: &'a mut [u32],
}

impl<'a> Elements<'a> {
    /// The first `count` elements, and the rest.
    pub(super) fn split_at(self, count: usize) -> (Elements<'a>, Elements<'a>) {
        let (keys, other_keys) = self.keys.split_at_mut(count);
        let (orders, other_orders) = self.orders.split_at_mut(count);
        let rest = Elements {
            keys: other_keys,
            orders: other_orders,
        };
        (Elements { keys, orders }, rest)
    }
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Element {
    pub(super) key: f64,
    pub(super) order: u32,
}

impl Element {
    /// Order along the axis; elements in the same place keep their given order.
    #[inline]
    pub(super) fn precedes(&self, other: &Self) -> bool {
        let apart = self.key - other.key;
        // Without branches, which could not be predicted; NaN counts as the same place.
        let (before, after) = (apart < -EPS, apart > EPS);
        before | (!after & (self.order < other.order))
    }
}
