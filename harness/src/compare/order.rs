//! The order of fields in a comparison: that in which they are computed.

use crate::case::Mode;
use crate::catalogue::{self, state};
use crate::snapshot::Side;

/// Sorts fields into the order in which `mode` computes them: for a forward pass the state is an
/// input and comes first, after a step it is the result and comes last.
pub fn rank(mode: Mode, side: Side, name: &str) -> usize {
    let at_a_state = matches!(
        mode,
        Mode::Forward | Mode::Inverse | Mode::Query | Mode::Derivative
    );
    if at_a_state && side == Side::Data && state::is_advanced(name) {
        return 0;
    }
    catalogue::find(side, name).map_or(usize::MAX, |entry| entry.rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_is_first_in_a_forward_pass_and_last_after_a_step() {
        let rank = |mode, name| rank(mode, Side::Data, name);
        assert!(rank(Mode::Forward, "qpos") < rank(Mode::Forward, "xpos"));
        assert!(rank(Mode::Free, "qpos") > rank(Mode::Free, "qacc"));
        assert!(rank(Mode::Free, "ctrl") < rank(Mode::Free, "xpos"));
        assert!(rank(Mode::Forward, "xpos") < rank(Mode::Forward, "qM"));
        assert!(rank(Mode::Forward, "qM") < rank(Mode::Forward, "contact.dist"));
    }
}
