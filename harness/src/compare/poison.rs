//! Which data fields are overwritten with NaN and -1 before a computation, so that a value that
//! nobody wrote cannot pass.

use plumbline::internal::fields::Stage;

use crate::catalogue::{self, state};
use crate::snapshot::{Side, Snapshot};

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

/// What the next step follows from.
const MOTION: [&str; 4] = ["qpos", "qvel", "act", "qacc"];

/// Whether the motion was computed from a value that nobody wrote: arithmetic hands the bits of a
/// NaN on, at most with another sign. Such a result says nothing about the simulator, which would
/// have found something else in its memory.
pub fn has_spread(snapshot: &Snapshot) -> bool {
    MOTION.iter().any(|field| {
        let view = snapshot.get(Side::Data, field);
        view.is_some_and(|view| has_poison(view.bytes))
    })
}

/// Whether one of these floats is the poison, with any sign.
fn has_poison(floats: &[u8]) -> bool {
    let (floats, _) = floats.as_chunks::<8>();
    floats
        .iter()
        .any(|bytes| u64::from_le_bytes(*bytes) | 1 << 63 == u64::MAX)
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

    #[test]
    fn poison_is_known_by_its_bits_after_arithmetic_and_other_nans_are_not_it() {
        // What the compiler folds has other bits than what the machine computes.
        let poison = std::hint::black_box(f64::from_bits(u64::MAX));
        let bytes = |x: f64| [0.5f64, x].map(f64::to_le_bytes).concat();
        for spread in [
            poison,
            -poison,
            poison * 3.0 + 1.0,
            2.0 / poison,
            poison.sqrt(),
        ] {
            assert!(has_poison(&bytes(spread)), "{:x}", spread.to_bits());
        }
        for other in [f64::NAN, -f64::NAN, f64::INFINITY - f64::INFINITY, 0.25] {
            assert!(!has_poison(&bytes(other)), "{:x}", other.to_bits());
        }
    }
}
