//! The pipeline stages, in the order in which MuJoCo runs them.

/// The stage that writes a data field. The order of the variants is the order of the pipeline: the
/// first field that differs in this order is the finding, whatever follows is its consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Set by the user and read by the pipeline.
    Input,
    /// Fixed when the data is made: sparsity structures that depend on the model alone.
    Structure,
    Kinematics,
    ComPos,
    CamLight,
    Flex,
    Tendon,
    Crb,
    Factor,
    Collision,
    Constraint,
    Island,
    Transmission,
    Project,
    Velocity,
    ComVel,
    Passive,
    Reference,
    Bias,
    Energy,
    SubtreeVel,
    Actuation,
    Acceleration,
    Solve,
    RnePost,
    Sensor,
    Inverse,
    /// The state and what advancing it computes; in a step this comes last.
    Integrate,
    /// Counters and bookkeeping, without physical meaning.
    Bookkeeping,
}

impl Stage {
    /// Lower-case name as reports print it.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Input => "input",
            Stage::Structure => "structure",
            Stage::Kinematics => "kinematics",
            Stage::ComPos => "com_pos",
            Stage::CamLight => "camlight",
            Stage::Flex => "flex",
            Stage::Tendon => "tendon",
            Stage::Crb => "crb",
            Stage::Factor => "factor",
            Stage::Collision => "collision",
            Stage::Constraint => "constraint",
            Stage::Island => "island",
            Stage::Transmission => "transmission",
            Stage::Project => "project",
            Stage::Velocity => "velocity",
            Stage::ComVel => "com_vel",
            Stage::Passive => "passive",
            Stage::Reference => "reference",
            Stage::Bias => "bias",
            Stage::Energy => "energy",
            Stage::SubtreeVel => "subtree_vel",
            Stage::Actuation => "actuation",
            Stage::Acceleration => "acceleration",
            Stage::Solve => "solve",
            Stage::RnePost => "rne_post",
            Stage::Sensor => "sensor",
            Stage::Inverse => "inverse",
            Stage::Integrate => "integrate",
            Stage::Bookkeeping => "bookkeeping",
        }
    }
}
