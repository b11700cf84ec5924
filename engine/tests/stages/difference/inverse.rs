//! Derivatives of inverse dynamics.

use super::{EPS, after, hash, in_motion, integrator_of};
use crate::record::lines;
use crate::support::fixture;
use plumbline::{DerivativeError, InverseParts};

/// Written by `scripts/record-derivatives.py`.
const RECORDED: &str = include_str!("inverse.txt");
const MATRICES: [&str; 7] = ["DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq"];

#[test]
fn every_matrix_has_the_bits_of_the_reference() {
    let mut different = Vec::new();
    let columns = [&["integrator", "how"], &MATRICES[..], &["after"]].concat();
    for line in lines(RECORDED, &columns) {
        let [name, integrator, how, recorded @ ..] = &line[..] else {
            panic!("a record has a fixture, an integrator and a way: {line:?}");
        };
        let mut model = fixture(name);
        model.opt.integrator = integrator_of(integrator);
        let mut data = in_motion(&model);
        let (nv, ns) = (model.nv, model.nsensordata);
        let sizes = [nv, nv, nv, ns, ns, ns, model.nM].map(|columns| nv * columns);
        let mut matrices = sizes.map(|size| vec![0.0; size]);
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
        let outcome = data.inverse_fd_into(&model, EPS, *how == "actuation", parts);
        if recorded == ["refused"] {
            assert_eq!(outcome, Err(DerivativeError::NoSlip), "{name}");
            continue;
        }
        assert_eq!(outcome, Ok(()), "{name}");
        let wrong = MATRICES.iter().zip(&matrices).zip(recorded);
        let wrong = wrong.filter(|((_, ours), recorded)| hash(&[ours]) != **recorded);
        let wrong: Vec<&str> = wrong.map(|((name, _), _)| *name).collect();
        if !wrong.is_empty() {
            different.push(format!("{name} {integrator} {how}: {}", wrong.join(" ")));
        } else if after(&data) != recorded[7] {
            different.push(format!(
                "{name} {integrator} {how}: what is left afterwards"
            ));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
