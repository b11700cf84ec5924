//! What a pair of geoms reports: where they touch, how deep, and in which direction.

use crate::math::Vec3;

/// More points than any pair of geoms can touch in: MuJoCo's `mjMAXCONPAIR`.
pub(crate) const MAX_HITS: usize = 50;

/// One point in which two geoms touch or come close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hit {
    /// Distance between the surfaces, negative when they overlap.
    pub dist: f64,
    /// Midpoint between the surfaces.
    pub pos: Vec3,
    /// From the first geom to the second.
    pub normal: Vec3,
    /// First friction direction; zero where the pair has no preference.
    pub tangent: Vec3,
}

impl Hit {
    /// A hit without a preferred friction direction.
    #[inline]
    pub(crate) fn new(dist: f64, pos: Vec3, normal: Vec3) -> Hit {
        Hit {
            dist,
            pos,
            normal,
            tangent: Vec3::zeros(),
        }
    }
}

/// The hits of one pair, in a buffer that is used again for the next pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hits(Vec<Hit>);

impl Hits {
    /// With room for any pair, so that no collision allocates.
    pub(crate) fn new() -> Hits {
        Hits(Vec::with_capacity(MAX_HITS))
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, hit: Hit) {
        self.0.push(hit);
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Hit] {
        &self.0
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [Hit] {
        &mut self.0
    }

    /// Keeps the hits whose flag is set, in their order.
    pub(crate) fn keep(&mut self, flags: &[bool; MAX_HITS]) {
        let mut flags = flags.iter();
        self.0.retain(|_| flags.next() == Some(&true));
    }
}
