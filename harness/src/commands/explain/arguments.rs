//! Which comparison is explained: a subject with a reference, or two versions of MuJoCo as
//! `harness upgrade` sees them.

use clap::Args;

use super::super::arguments::ComparisonArguments;
use super::super::upgrade::{ROUNDING, STEPS, quiet_fields};
use crate::case::Mode;

#[derive(Clone, Debug, Args)]
pub struct ExplainArguments {
    /// Explain an upgrade of MuJoCo from this version: what differs by more than rounding, in
    /// `forward` and `forced` unless --modes says otherwise
    #[arg(long, value_name = "VERSION", requires = "to", conflicts_with_all = ["subject", "reference"])]
    pub from: Option<String>,
    /// The version to go to
    #[arg(long, value_name = "VERSION", requires = "from")]
    pub to: Option<String>,
    #[command(flatten)]
    pub comparison: ComparisonArguments,
}

impl ExplainArguments {
    /// Both versions, of an upgrade.
    pub(super) fn upgrade(&self) -> Option<[&str; 2]> {
        Some([self.from.as_deref()?, self.to.as_deref()?])
    }

    /// The comparison with what an upgrade means for it.
    pub(super) fn comparison(&self) -> ComparisonArguments {
        let mut comparison = self.comparison.clone();
        let Some([from, to]) = self.upgrade() else {
            return comparison;
        };
        comparison.reference = format!("mujoco@{from}");
        comparison.subject = format!("mujoco@{to}");
        comparison.tolerance = comparison.tolerance.or(Some(ROUNDING));
        comparison.ignored = quiet_fields();
        let cases = &mut comparison.cases;
        cases.steps = cases.steps.or(Some(STEPS));
        let modes = || vec![Mode::Forward, Mode::Forced];
        cases.modes = cases.modes.take().or_else(|| Some(modes()));
        comparison
    }
}
