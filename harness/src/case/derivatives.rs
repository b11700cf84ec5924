//! What mode `derivative` calls at a state, and what rows and columns of its matrices stand for.

use std::fmt;
use std::ops::Range;

use super::Layout;
use crate::simulator::call::{Call, Output};
use crate::snapshot::{FieldDescription, Side, Snapshot};

/// How far inputs are nudged.
pub const EPS: f64 = 1e-6;

/// Of larger models only derivatives by controls are taken: every column of a matrix is a step, and
/// there are more columns and longer steps with every dof.
const MOST_DOFS: usize = 60;

/// Still larger ones are left out.
const MOST_DOFS_BY_CONTROLS: usize = 300;

/// One call of a function with its flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derivative {
    pub function: &'static str,
    flag: bool,
    /// What the flag says.
    words: &'static str,
    /// It starts from the accelerations in `qacc`.
    pub is_inverse: bool,
}

const fn transition(flag: bool, words: &'static str) -> Derivative {
    Derivative {
        function: "mjd_transitionFD",
        flag,
        words,
        is_inverse: false,
    }
}

const fn inverse(flag: bool, words: &'static str) -> Derivative {
    Derivative {
        function: "mjd_inverseFD",
        flag,
        words,
        is_inverse: true,
    }
}

/// All calls at one state.
const DERIVATIVES: [Derivative; 4] = [
    transition(false, "forward"),
    transition(true, "centered"),
    inverse(false, "without actuators"),
    inverse(true, "with actuators"),
];

impl fmt::Display for Derivative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.function, self.words)
    }
}

impl Derivative {
    /// The call of a function; of inverse dynamics all matrices are asked for.
    pub fn call(&self, extent: Extent) -> Call {
        let mut arguments = vec![vec![EPS], vec![number(self.flag)]];
        if !self.is_inverse {
            arguments.push(vec![number(extent == Extent::Whole)]);
            arguments.push(vec![1.0]);
        }
        Call {
            function: self.function.to_owned(),
            arguments,
        }
    }
}

fn number(flag: bool) -> f64 {
    f64::from(u8::from(flag))
}

/// How much of a model's derivatives is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of them.
    Whole,
    /// `B` and `D` of steps, by controls.
    Controls,
    Nothing,
}

impl Extent {
    pub fn of(layout: &Layout) -> Extent {
        match layout.size("nv") {
            nv if nv <= MOST_DOFS => Extent::Whole,
            nv if nv <= MOST_DOFS_BY_CONTROLS => Extent::Controls,
            _ => Extent::Nothing,
        }
    }

    /// The calls at one state, in this order.
    pub fn derivatives(self) -> &'static [Derivative] {
        match self {
            Extent::Whole => &DERIVATIVES,
            Extent::Controls => &DERIVATIVES[..2],
            Extent::Nothing => &[],
        }
    }

    /// What is not taken, and why.
    pub fn words(self) -> Option<String> {
        match self {
            Extent::Whole => None,
            Extent::Controls => Some(format!(
                "more than {MOST_DOFS} dofs: only B and D are taken, by controls"
            )),
            Extent::Nothing => Some(format!(
                "left out: derivatives of more than {MOST_DOFS_BY_CONTROLS} dofs take too long"
            )),
        }
    }
}

/// What rows and columns of a matrix stand for, by the sizes that count them; `nx` counts the
/// state: positions along dofs, velocities, activations.
pub const MATRICES: [(&str, [&str; 2]); 11] = [
    ("A", ["nx", "nx"]),
    ("B", ["nx", "nu"]),
    ("C", ["nsensordata", "nx"]),
    ("D", ["nsensordata", "nu"]),
    ("DfDq", ["nv", "nv"]),
    ("DfDv", ["nv", "nv"]),
    ("DfDa", ["nv", "nv"]),
    ("DsDq", ["nv", "nsensordata"]),
    ("DsDv", ["nv", "nsensordata"]),
    ("DsDa", ["nv", "nsensordata"]),
    ("DmDq", ["nv", "nM"]),
];

/// A matrix as a field, and its shape; `None` if it is not one of those or not of its size.
pub fn describe(
    call: &Call,
    output: &Output,
    layout: &Layout,
) -> Option<(FieldDescription, Vec<usize>)> {
    let (_, dims) = MATRICES.iter().find(|(name, _)| *name == output.name)?;
    let shape: Vec<usize> = dims.iter().map(|dim| size(layout, dim)).collect();
    if shape.iter().product::<usize>() != output.count() {
        return None;
    }
    let description = FieldDescription {
        side: Side::Data,
        group: "call".to_owned(),
        name: format!("{}.{}", call.function, output.name),
        elem: output.elem,
        dims: dims.iter().map(|dim| (*dim).to_owned()).collect(),
    };
    Some((description, shape))
}

fn size(layout: &Layout, dim: &str) -> usize {
    match dim {
        "nx" => 2 * layout.size("nv") + layout.size("na"),
        dim => layout.size(dim),
    }
}

/// How often MuJoCo has warned, of each kind.
pub const COUNTS: &str = "warning.number";

/// Whether a snapshot of [`COUNTS`] alone tells of numbers that MuJoCo resets the data for. It
/// counts after the reset.
pub fn has_reset(counts: &Snapshot) -> bool {
    const BAD_STATE: Range<usize> = 4..7;
    let counts = counts.at(0).and_then(|view| view.integers());
    let counts = counts.unwrap_or_default();
    let bad = counts.get(BAD_STATE).unwrap_or_default();
    bad.iter().any(|&count| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_dofs_bounds_what_is_taken() {
        let extent = |nv: i64| {
            let mut layout = Layout::default();
            layout.set_integer("nv", nv);
            Extent::of(&layout)
        };
        assert_eq!(extent(0), Extent::Whole);
        assert_eq!(extent(60), Extent::Whole);
        assert_eq!(extent(61), Extent::Controls);
        assert_eq!(extent(301), Extent::Nothing);
        let functions = |extent: Extent| {
            let calls = extent.derivatives().iter().map(|one| one.call(extent));
            calls.map(|call| call.function).collect::<Vec<_>>()
        };
        assert_eq!(functions(Extent::Whole).len(), 4);
        assert_eq!(functions(Extent::Controls), ["mjd_transitionFD"; 2]);
        assert!(functions(Extent::Nothing).is_empty());
        for extent in [Extent::Controls, Extent::Nothing] {
            assert!(extent.words().is_some(), "{extent:?} must be said");
        }
    }
}
