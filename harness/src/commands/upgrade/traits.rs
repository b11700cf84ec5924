//! What a model has that releases speak of, so that a release's note stands only beside models that
//! it is about.

use super::roll::Runner;
use crate::simulator::Failure;
use crate::snapshot::Side;

/// The codes of MuJoCo's that tell them.
const CONNECT_AND_WELD: [f64; 2] = [0.0, 1.0];
const PGS: f64 = 0.0;
const CG: f64 = 1.0;
const RK4: f64 = 1.0;
const FREE: f64 = 0.0;
const GEOM: f64 = 5.0;

/// What the model has, by the words of the notes.
pub(super) fn traits(model: &mut Runner<'_>) -> Result<Vec<&'static str>, Failure> {
    let mut any = |name: &str, holds: &dyn Fn(f64) -> bool| -> Result<bool, Failure> {
        let numbers = model.numbers(Side::Model, name)?;
        Ok(numbers.into_iter().any(holds))
    };
    let above = |least: f64| move |value: f64| value > least;
    let is = |code: f64| move |value: f64| value == code;
    let asked = [
        (
            "connect",
            any("eq_type", &|kind| CONNECT_AND_WELD.contains(&kind))?,
        ),
        (
            "PGS",
            any("opt.solver", &is(PGS))? || any("opt.noslip_iterations", &above(0.0))?,
        ),
        ("CG", any("opt.solver", &is(CG))?),
        ("RK4", any("opt.integrator", &is(RK4))?),
        ("implicit", any("opt.integrator", &above(RK4))?),
        ("free", any("jnt_type", &is(FREE))?),
        ("mocap", any("body_mocapid", &above(-1.0))?),
        ("flex", any("nflex", &above(0.0))?),
        ("gravcomp", any("body_gravcomp", &|share| share != 0.0)?),
        ("margin", any("geom_margin", &above(0.0))?),
        (
            "gap",
            any("geom_gap", &above(0.0))? || any("pair_gap", &above(0.0))?,
        ),
        ("distance", any("sensor_reftype", &is(GEOM))?),
        ("sensor", any("nsensor", &above(0.0))?),
        ("mesh", any("nmesh", &above(0.0))?),
    ];
    Ok(asked
        .into_iter()
        .filter(|(_, has)| *has)
        .map(|(name, _)| name)
        .collect())
}
