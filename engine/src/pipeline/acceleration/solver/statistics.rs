//! What each iteration did: `Data::solver`, for as many islands and iterations as are kept.

use crate::data::{Data, SolverStat};
use crate::model::{NISLAND, NSOLVER};

/// Notes one iteration.
#[doc(alias = "saveStats")]
pub(super) fn save(data: &mut Data, island: usize, iteration: usize, stat: SolverStat) {
    if island < NISLAND && iteration < NSOLVER {
        let place = island * NSOLVER + iteration;
        if data.solver.len() <= place {
            // There is room for all from the beginning.
            data.solver.resize(place + 1, SolverStat::default());
        }
        data.solver[place] = stat;
    }
}

/// Adds to an island's count of iterations.
pub(super) fn count(data: &mut Data, island: usize, iterations: usize) {
    if let Some(count) = data.solver_niter.get_mut(island) {
        *count += iterations as i32;
    }
}
