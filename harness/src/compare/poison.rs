//! Which data fields are overwritten with NaN and -1 before a computation, so that a value that
//! nobody wrote cannot pass.

use plumbline::internal::fields::Stage;

use crate::catalogue::{self, state};
use crate::snapshot::Side;

/// Outputs that must keep their value, and why.
pub const KEPT: &[(&str, &str)] = &[
    ("ncon", "gives the shape of contact.*"),
    ("ne", "gives the order of the constraint rows"),
    ("nf", "gives the order of the constraint rows"),
    ("nl", "gives the order of the constraint rows"),
    ("nefc", "gives the shape of efc_*"),
    ("nJ", "gives the shape of efc_J"),
    ("nisland", "gives the shape of island_*"),
    ("solver_nisland", "gives the shape of solver.*"),
    ("solver_niter", "gives the shape of solver.*"),
];

/// The names of all fields to poison.
pub fn fields() -> Vec<String> {
    let output = |entry: &&catalogue::Entry| {
        entry.side == Side::Data
            && !matches!(
                entry.stage,
                None | Some(Stage::Input | Stage::Structure | Stage::Bookkeeping)
            )
            && !state::is_kept(entry.name)
            && !KEPT.iter().any(|(name, _)| *name == entry.name)
    };
    let entries = catalogue::entries().iter().filter(output);
    entries.map(|entry| entry.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_poisoned_and_inputs_are_not() {
        let fields = fields();
        let has = |name: &str| fields.iter().any(|field| field == name);
        assert!(has("xpos") && has("qacc") && has("qDeriv") && has("efc_J"));
        assert!(!has("qpos") && !has("ctrl") && !has("mapM2D") && !has("nefc") && !has("pstack"));
    }
}
