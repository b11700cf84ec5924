//! Special paths: faster ways to what the general path computes, with the same bits.
//!
//! They are always open in a program, where asking costs nothing. A test closes one to compare it
//! with the general path, and to measure what it gains: `docs/speed.md` has the table.

/// The special paths of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpecialPath {
    /// Short limbs from the root are factorised and solved for without loops.
    Trunk,
    /// Dofs of a long limb are eliminated four at a time.
    Block,
    /// Trees of a single dof are only divided by their diagonal.
    Single,
    /// Euler's two matrices are factorised side by side.
    Damped,
    /// Rows of joint limits are made alone.
    JointLimits,
    /// Newton's method for rows with a single column.
    SingleColumns,
    /// Forces of actuators with fixed or affine gain and bias.
    PlainForces,
    /// Rows of which none belongs to a cone.
    WithoutCones,
    /// Bodies that a nudge of a position does not move keep their poses.
    StillBodies,
    /// Products with dense rows of few columns, whose number is known when they are compiled.
    ThinRows,
    /// Rows of a contact between two bodies, column by column.
    ContactColumns,
}

#[cfg(not(test))]
impl SpecialPath {
    #[inline(always)]
    pub(crate) const fn is_open(self) -> bool {
        true
    }
}

#[cfg(test)]
mod switch {
    use std::cell::Cell;

    use super::SpecialPath;

    thread_local! {
        static CLOSED: Cell<u32> = const { Cell::new(0) };
    }

    impl SpecialPath {
        pub(crate) const ALL: [SpecialPath; 11] = [
            SpecialPath::Trunk,
            SpecialPath::Block,
            SpecialPath::Single,
            SpecialPath::Damped,
            SpecialPath::JointLimits,
            SpecialPath::SingleColumns,
            SpecialPath::PlainForces,
            SpecialPath::WithoutCones,
            SpecialPath::StillBodies,
            SpecialPath::ThinRows,
            SpecialPath::ContactColumns,
        ];

        #[inline(always)]
        pub(crate) fn is_open(self) -> bool {
            CLOSED.get() & (1 << self as u32) == 0
        }

        /// Does some work on this thread with these paths closed.
        pub(crate) fn close<T>(paths: &[SpecialPath], work: impl FnOnce() -> T) -> T {
            let before = CLOSED.get();
            let closed = paths
                .iter()
                .fold(before, |all, &path| all | 1 << path as u32);
            CLOSED.set(closed);
            let outcome = work();
            CLOSED.set(before);
            outcome
        }
    }
}
