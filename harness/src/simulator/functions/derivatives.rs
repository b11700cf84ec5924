//! Derivatives of steps and of inverse dynamics.

use std::sync::Arc;

use plumbline::{DerivativeThreads, InverseParts, TransitionParts};

use super::{Frame, Function, error};
use crate::simulator::Failure;

pub(super) const FUNCTIONS: &[Function] = &[
    ("mjd_transitionFD", |f| f.transition()),
    ("transition_fd_threaded", |f| f.threaded()),
    ("mjd_inverseFD", |f| f.inverse()),
];

impl Frame<'_> {
    /// Whole or by controls alone, as often as asked for.
    fn transition(&mut self) -> Result<(), Failure> {
        let (eps, centered) = (self.f(0)?, self.id(1)? != 0);
        let (whole, times) = (self.id(2)? != 0, self.id(3)?);
        let model = &*self.model;
        let (n, ns, nu) = (2 * model.nv + model.na, model.nsensordata, model.nu);
        let by_state = if whole { n } else { 0 };
        let [mut a, mut b, mut c, mut d] =
            [n * by_state, n * nu, ns * by_state, ns * nu].map(|size| vec![0.0; size]);
        for _ in 0..times {
            let parts = TransitionParts {
                a: whole.then_some(&mut a),
                b: Some(&mut b),
                c: whole.then_some(&mut c),
                d: Some(&mut d),
            };
            let outcome = self.data.transition_fd_into(model, eps, centered, parts);
            outcome.map_err(error)?;
        }
        for (name, matrix) in [("A", &a), ("B", &b), ("C", &c), ("D", &d)] {
            self.out(name, matrix);
        }
        Ok(())
    }

    /// On so many threads, as often as asked for. MuJoCo has nothing like it: `bench` compares the
    /// engine with itself.
    fn threaded(&mut self) -> Result<(), Failure> {
        let (eps, centered) = (self.f(0)?, self.id(1)? != 0);
        let (threads, times) = (self.id(2)?, self.id(3)?);
        let model = &Arc::new(self.model.clone());
        let (n, nu) = (2 * model.nv + model.na, model.nu);
        let [mut a, mut b] = [n * n, n * nu].map(|size| vec![0.0; size]);
        let mut threads = DerivativeThreads::new(model, threads);
        for _ in 0..times {
            let parts = TransitionParts {
                a: Some(&mut a),
                b: Some(&mut b),
                ..TransitionParts::default()
            };
            let outcome =
                self.data
                    .transition_fd_threaded(model, eps, centered, &mut threads, parts);
            outcome.map_err(error)?;
        }
        self.out("A", &a);
        self.out("B", &b);
        Ok(())
    }

    fn inverse(&mut self) -> Result<(), Failure> {
        const NAMES: [&str; 7] = ["DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq"];
        let (eps, actuation) = (self.f(0)?, self.id(1)? != 0);
        let model = &*self.model;
        let (nv, ns) = (model.nv, model.nsensordata);
        let widths = [nv, nv, nv, ns, ns, ns, model.nM];
        let mut matrices = widths.map(|width| vec![0.0; nv * width]);
        let [fq, fv, fa, sq, sv, sa, mq] = &mut matrices;
        let parts = InverseParts {
            force_by_position: Some(fq),
            force_by_velocity: Some(fv),
            force_by_acceleration: Some(fa),
            sensors_by_position: Some(sq),
            sensors_by_velocity: Some(sv),
            sensors_by_acceleration: Some(sa),
            mass_by_position: Some(mq),
        };
        let outcome = self.data.inverse_fd_into(model, eps, actuation, parts);
        outcome.map_err(error)?;
        for (name, matrix) in NAMES.iter().zip(&matrices) {
            self.out(name, matrix);
        }
        Ok(())
    }
}
