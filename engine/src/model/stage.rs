//! The pipeline stages, in the order in which MuJoCo runs them.

/// The stage that writes a data field. The order of the variants is the order of the pipeline: the
/// first field that differs in this order is the finding, whatever follows is its consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Set by the user and read by the pipeline.
    Input,
    /// Fixed when the data is made: sparsity structures that depend on the model alone.
    Structure,
    /// Poses of bodies, joints, geoms and sites.
    Kinematics,
    /// Centres of mass, and inertias and motion axes about them.
    ComPos,
    /// Poses of cameras and lights.
    CamLight,
    /// Vertices and edges of flexes.
    Flex,
    /// Lengths, paths and Jacobians of tendons.
    Tendon,
    /// The inertia matrix.
    Crb,
    /// The factors of the inertia matrix.
    Factor,
    /// Contacts.
    Collision,
    /// Constraint rows and their Jacobian.
    Constraint,
    /// Islands: trees that constraints connect.
    Island,
    /// Lengths and moment arms of actuators.
    Transmission,
    /// The inverse inertia seen by the constraint rows.
    Project,
    /// Rates of tendons and actuators.
    Velocity,
    /// Velocities of bodies and rates of motion axes.
    ComVel,
    /// Springs, dampers, gravity compensation, the medium.
    Passive,
    /// Velocities and reference accelerations of constraint rows.
    Reference,
    /// Coriolis, centrifugal and gravitational forces.
    Bias,
    /// Potential and kinetic energy.
    Energy,
    /// Momentum of subtrees.
    SubtreeVel,
    /// Forces of actuators and rates of activations.
    Actuation,
    /// Accelerations without constraints.
    Acceleration,
    /// Forces of constraints, and accelerations with them.
    Solve,
    /// Accelerations and forces of bodies.
    RnePost,
    /// Readings of sensors.
    Sensor,
    /// Forces from accelerations.
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

/// Which part of the dynamics is up to date already and need not be computed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[doc(alias = "mjtStage")]
pub enum Skip {
    /// Nothing: everything is computed.
    #[default]
    #[doc(alias = "mjSTAGE_NONE")]
    Nothing,
    /// What follows from positions.
    #[doc(alias = "mjSTAGE_POS")]
    Position,
    /// What follows from positions and velocities.
    #[doc(alias = "mjSTAGE_VEL")]
    Velocity,
}
