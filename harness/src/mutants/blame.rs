//! Whether a finding blames the right part: the stage that a module belongs to.

use serde::{Deserialize, Serialize};

use super::trial::Killed;

/// What the first difference says about a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Blame {
    Right,
    Wrong,
    /// The module belongs to all stages, or the finding names none: a panic, a hang, an answer of a
    /// function, a derivative, a written file.
    None,
}

/// What a file's faults may show in.
enum Expected {
    /// Shared by all stages.
    Any,
    /// The compiled model.
    Model,
    Stages(&'static [&'static str]),
}

use Expected::{Any, Model, Stages};

/// The longest prefix that fits counts.
const TABLE: &[(&str, Expected)] = &[
    ("", Any),
    ("asset/", Model),
    ("compile/", Model),
    ("files/", Model),
    ("mjcf/", Model),
    ("spec/", Model),
    ("memory/", Stages(&["bookkeeping", "structure"])),
    ("pipeline/acceleration/actuation/", Stages(&["actuation"])),
    ("pipeline/acceleration/rne_post.rs", Stages(&["rne_post"])),
    ("pipeline/acceleration/smooth.rs", Stages(&["acceleration"])),
    (
        "pipeline/acceleration/solver/",
        Stages(&["solve", "bookkeeping"]),
    ),
    // Sensors of distance ask for shapes of their own accord, after collision has shown none wrong.
    ("pipeline/collision/", Stages(&["collision", "sensor"])),
    ("pipeline/constraint/", Stages(&["constraint", "project"])),
    (
        "pipeline/constraint/contact_force.rs",
        Stages(&["solve", "rne_post"]),
    ),
    (
        "pipeline/constraint/impedance.rs",
        Stages(&["constraint", "reference"]),
    ),
    ("pipeline/constraint/island.rs", Stages(&["island"])),
    ("pipeline/constraint/update", Stages(&["solve"])),
    ("pipeline/derivative/", Stages(&["integrate"])),
    ("pipeline/integrate/", Stages(&["integrate"])),
    (
        "pipeline/inverse.rs",
        Stages(&["inverse", "solve", "integrate"]),
    ),
    ("pipeline/position/camlight.rs", Stages(&["camlight"])),
    ("pipeline/position/com_pos.rs", Stages(&["com_pos"])),
    (
        "pipeline/position/inertia/",
        Stages(&["crb", "factor", "structure"]),
    ),
    ("pipeline/position/kinematics.rs", Stages(&["kinematics"])),
    ("pipeline/position/tendon/", Stages(&["tendon"])),
    ("pipeline/position/transmission/", Stages(&["transmission"])),
    ("pipeline/sensor/", Stages(&["sensor"])),
    ("pipeline/velocity/bias.rs", Stages(&["bias"])),
    ("pipeline/velocity/com_vel.rs", Stages(&["com_vel"])),
    ("pipeline/velocity/energy.rs", Stages(&["energy"])),
    ("pipeline/velocity/passive/", Stages(&["passive"])),
    ("pipeline/velocity/rates.rs", Stages(&["velocity"])),
];

impl Blame {
    /// What the finding of a fault in `file` says.
    pub fn of(file: &str, killed: &Killed) -> Blame {
        let fits = TABLE.iter().filter(|(prefix, _)| file.starts_with(prefix));
        let Some((_, expected)) = fits.max_by_key(|(prefix, _)| prefix.len()) else {
            return Blame::None;
        };
        // Answers have a name of their own, not that of a stage.
        let answers = ["query", "derivative", "save"].contains(&killed.mode.as_str());
        let right = match (expected, killed.stage.as_deref()) {
            (Any, _) => return Blame::None,
            _ if answers => return Blame::None,
            // A model that is refused or accepted wrongly, or a field of the model.
            (Model, None) if killed.refused => true,
            (Model, Some(_)) => killed.compiled || killed.mode == "compile",
            (_, None) => return Blame::None,
            // Constants of the model that the compiler computes by the pipeline itself.
            (Stages(_), Some(_)) if killed.mode == "compile" => return Blame::None,
            (Stages(stages), Some(stage)) => stages.contains(&stage),
        };
        if right { Blame::Right } else { Blame::Wrong }
    }
}
