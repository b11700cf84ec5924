//! Length ranges of the fixtures, as MuJoCo 3.2.6 finds them.

use std::path::PathBuf;

use plumbline::internal::codes::disable;
use plumbline::spec::{LengthRange, LengthRangeMode};
use plumbline::{Data, ErrorKind, LengthRangeError, Model};

/// `actuator_lengthrange` of each fixture, from MuJoCo 3.2.6.
const RANGES: &[(&str, &[[f64; 2]])] = &[
    (
        "length_range/damping_counts_as_inertia",
        &[[-120.66849421383417, 120.66849421383417]],
    ),
    (
        "length_range/existing_range_is_found_again",
        &[[-2.0011398767065325, 2.0011398767065325]],
    ),
    (
        "length_range/flags_of_the_author_are_cleared",
        &[[-1.0005699383532662, 1.0005699383532662]],
    ),
    (
        "length_range/force_is_bounded",
        &[[-1.0002108449569627, 1.0002108449569627]],
    ),
    (
        "length_range/limited_tendon_is_simulated",
        &[[-1.0017203888460888, 1.0017203888460888]],
    ),
    ("length_range/limits_are_copied_unscaled", &[[-1.0, 1.0]]),
    (
        "length_range/many_muscles",
        &[
            [-2.301218700015365, 2.2012187000153656],
            [-0.5007124229415827, 0.7507124229415827],
            [-1.5008549075298994, 1.5008549075298994],
            [-4.027132725026889, 3.8521327250268897],
            [-2.0011398767065325, 2.0011398767065325],
            [-0.9012823612948488, 1.3512823612948488],
            [-5.753046750038413, 5.503046750038414],
        ],
    ),
    (
        "length_range/margins_overlap",
        &[
            [0.7823323653211982, 0.7872332799845565],
            [0.3723555989232642, 0.3724580894134173],
            [0.4481564521227915, 0.45184277234862064],
        ],
    ),
    (
        "length_range/mode_all_covers_motors",
        &[[-2.0011398767065325, 2.0011398767065325]],
    ),
    (
        "length_range/muscle_goes_beyond_soft_limits",
        &[[-2.0011398767065325, 2.0011398767065325]],
    ),
    (
        "length_range/negative_gear_swaps_the_ends",
        &[[-2.0011398767065325, 1.0011398767065323]],
    ),
    (
        "length_range/parts_that_act_are_simulated",
        &[
            [0.6118429422275045, 0.7921599550911844],
            [-0.7005433748556376, 0.8405972962485446],
            [-1.5013425925888937, 0.3617154488979313],
            [-2.2989164497916192, -2.2411122868990785],
            [-0.7539541528179704, 0.014229175080695627],
        ],
    ),
    (
        "length_range/slider_crank_is_simulated",
        &[[-2.3147592971070647, -2.026803919904181]],
    ),
    ("length_range/tendon_limits_are_copied", &[[-0.5, 0.5]]),
    (
        "length_range/time_constant_brakes",
        &[[-3.046854625477446, 3.046854625477446]],
    ),
    (
        "length_range/tolerance_accepts_a_drifting_slide",
        &[[-181.0027413207507, 181.0027413207507]],
    ),
    (
        "length_range/unlimited_tendon_is_simulated",
        &[[-2.301218700015365, 2.2012187000153656]],
    ),
    (
        "reference_bugs/limit_of_another_joint",
        &[[0.0, 0.0], [-2.0, 3.0]],
    ),
];

fn path(name: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join(format!("../fixtures/{name}.xml"))
}

pub(super) fn fixture(name: &str) -> Result<Model, plumbline::Error> {
    Model::from_xml(path(name))
}

#[test]
fn ranges_have_the_bits_of_the_reference() {
    for (name, expected) in RANGES {
        let model = fixture(name).unwrap();
        assert_eq!(model.actuator_lengthrange, *expected, "{name}");
    }
}

/// A single range is simulated with whole steps, those of a compiled model with reduced ones.
#[test]
fn the_reduced_step_gives_the_bits_of_the_whole_one() {
    for (name, _) in RANGES {
        let settings = plumbline::Spec::from_xml(path(name))
            .unwrap()
            .compiler
            .length_range;
        let reduced = fixture(name).unwrap();
        let mut whole = reduced.clone();
        whole.opt.disableflags = disable::FRICTIONLOSS
            | disable::CONTACT
            | disable::PASSIVE
            | disable::GRAVITY
            | disable::ACTUATION;
        whole.opt.timestep = settings.timestep;
        let mut data = Data::new(&whole);
        for actuator in 0..whole.nu {
            let options = LengthRange {
                useexisting: false,
                ..settings.clone()
            };
            whole
                .set_length_range(&mut data, actuator, &options)
                .unwrap();
        }
        assert_eq!(
            reduced.actuator_lengthrange, whole.actuator_lengthrange,
            "{name}"
        );
    }
}

#[test]
fn a_range_that_does_not_settle_is_refused_with_its_numbers() {
    let error = fixture("reject/length_range/unlimited_slide_does_not_converge").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert_eq!(
        error.message,
        "Lengthrange computation did not converge in actuator 0:\n  \
         eval (-181.003, -140.808)\n  range (-181.003, 181.003)"
    );
}

#[test]
fn a_range_of_no_length_is_refused() {
    let error = fixture("reject/length_range/site_without_reference_has_no_length").unwrap_err();
    assert_eq!(error.message, "Invalid lengthrange (0, 0) in actuator 0");
}

#[test]
fn a_limit_that_the_reference_reads_outside_of_its_array_is_refused() {
    let error = fixture("reference_bugs/limit_outside_of_the_array").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
    assert!(error.message.contains("actuator 1"), "{error}");
}

#[test]
fn a_simulation_that_never_ends_in_the_reference_is_refused() {
    let error = fixture("reference_bugs/unstable_length_range_never_ends").unwrap_err();
    assert_eq!(
        error.message,
        "Unstable lengthrange simulation in actuator 0"
    );
}

/// MuJoCo's `mj_setLengthRange` changes neither flags nor time step, and leaves a bad range in the
/// model.
#[test]
fn a_single_range_is_found_under_the_options_of_the_model() {
    let mut model = fixture("length_range/tolerance_accepts_a_drifting_slide").unwrap();
    let mut data = Data::new(&model);
    let mut options = LengthRange {
        mode: LengthRangeMode::All,
        useexisting: false,
        tolrange: 1.0,
        ..LengthRange::default()
    };
    model.opt.timestep = 0.01;
    model.opt.gravity.y = -9.81;
    model.set_length_range(&mut data, 0, &options).unwrap();
    let expected = [-269.7845859385819, 92.22089670292345];
    assert_eq!(model.actuator_lengthrange[0], expected);

    options.tolrange = 0.05;
    let error = model.set_length_range(&mut data, 0, &options).unwrap_err();
    assert!(matches!(
        error,
        LengthRangeError::NotConverged { actuator: 0, .. }
    ));
    // The muscle's own force has changed with its range.
    let expected = [-269.7845859385819, 87.97279209409817];
    assert_eq!(model.actuator_lengthrange[0], expected);
    assert_eq!(
        model.set_length_range(&mut data, 1, &options),
        Err(LengthRangeError::NoActuator(1))
    );
}
