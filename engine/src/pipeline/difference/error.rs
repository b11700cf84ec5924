//! Why derivatives could not be computed.

use crate::error::StepError;
use crate::misuse::Misuse;

/// Why derivatives could not be computed. The state is what it was before the call.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DerivativeError {
    /// Model, data and threads do not fit together.
    #[error(transparent)]
    Misuse(#[from] Misuse),
    /// The model asks for Runge-Kutta, of whose steps MuJoCo has no differences.
    #[error("RK4 integrator is not supported: differences need Euler or an implicit integrator")]
    RungeKutta,
    /// The model asks for the noslip solver, which inverse dynamics does not have.
    #[error("noslip solver is not supported: inverse dynamics has no differences with it")]
    NoSlip,
    /// Nothing moves.
    #[error("the model has no degrees of freedom, so that there is nothing to nudge")]
    NoDofs,
    /// No difference can be taken over this distance.
    #[error("eps is {0}: it must be a finite number other than zero")]
    BadEps(f64),
    /// The state has a number that no simulation can go on with.
    #[error("{field}[{index}] is {value}: derivatives need a finite state")]
    BadState {
        /// Where it stands.
        field: &'static str,
        /// Which element.
        index: usize,
        /// The number.
        value: f64,
    },
    /// A slice is not of the size of its matrix.
    #[error("{matrix} has room for {found} numbers, and it has {expected}")]
    WrongSize {
        /// Name of the matrix.
        matrix: &'static str,
        /// Rows times columns.
        expected: usize,
        /// Length of the slice.
        found: usize,
    },
    /// A step within the differences became unstable. MuJoCo would reset the data in the middle and
    /// go on with what is left.
    #[error("a step became unstable (NaN or huge numbers), and would have reset the data")]
    Unstable,
    /// A step within the differences was not possible.
    #[error(transparent)]
    Step(#[from] StepError),
}
