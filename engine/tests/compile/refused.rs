//! Specs that cannot be compiled.

use plumbline::ErrorKind;
use plumbline::math::Vec3;
use plumbline::spec::{
    Actuator, DynType, Joint, JointType, Sensor, SensorType, Spec, Transmission,
};

use crate::chain_and_free_body;

/// The message of the error that compiling must give, and the element at fault.
fn rejection(change: impl FnOnce(&mut Spec)) -> (ErrorKind, String, String) {
    let mut spec = chain_and_free_body();
    change(&mut spec);
    let error = spec.compile().expect_err("an invalid model");
    (error.kind, error.element.unwrap_or_default(), error.message)
}

#[test]
fn a_moving_body_without_mass_is_refused() {
    let (kind, element, _) = rejection(|spec| spec.world.children[1].geoms.clear());
    assert_eq!((kind, element.as_str()), (ErrorKind::Invalid, "body"));
}

#[test]
fn impossible_principal_moments_are_refused_unless_balanced() {
    let break_inertia = |spec: &mut Spec| {
        let inertial = spec.world.children[0].inertial.as_mut();
        inertial.expect("an inertial").full = Some([1.0, 2.0, 3.0, 0.1, 0.2, 0.3]);
    };
    let (kind, element, _) = rejection(break_inertia);
    assert_eq!((kind, element.as_str()), (ErrorKind::Invalid, "inertial"));

    let mut spec = chain_and_free_body();
    break_inertia(&mut spec);
    spec.compiler.balanceinertia = true;
    let moments = spec.compile().expect("balanced").body_inertia[1];
    assert_eq!(moments, Vec3::repeat(moments.x));
}

#[test]
fn a_repeated_name_is_refused() {
    let (_, element, message) = rejection(|spec| spec.world.children[1].name = "a".into());
    assert_eq!(element, "body");
    assert!(message.contains("`a`"), "{message}");
}

#[test]
fn a_free_joint_deeper_in_the_tree_is_refused() {
    let (kind, element, _) = rejection(|spec| {
        spec.world.children[0].children[0].joints = vec![Joint {
            kind: JointType::Free,
            ..Joint::default()
        }];
    });
    assert_eq!((kind, element.as_str()), (ErrorKind::Invalid, "joint"));
}

#[test]
fn the_slider_of_a_slider_crank_is_checked_before_its_crank_length() {
    let crank = |slider: Option<&str>| Actuator {
        transmission: Transmission::SliderCrank {
            crank: "s".into(),
            slider: slider.map(Into::into),
        },
        ..Actuator::default()
    };
    let (_, _, missing) = rejection(|spec| spec.actuators.push(crank(None)));
    assert!(missing.contains("slider site"), "{missing}");
    let (_, _, unknown) = rejection(|spec| spec.actuators.push(crank(Some("nope"))));
    assert!(unknown.contains("`nope`"), "{unknown}");
    let (_, _, short) = rejection(|spec| spec.actuators.push(crank(Some("s"))));
    assert!(short.contains("length of the crank"), "{short}");
}

#[test]
fn sizes_that_no_machine_has_are_refused_before_anything_is_allocated() {
    let refusals = [
        rejection(|spec| spec.size.nkey = i32::MAX),
        rejection(|spec| spec.size.nuserdata = i32::MAX),
        rejection(|spec| spec.size.nuser_body = Some(i32::MAX)),
        rejection(|spec| {
            spec.actuators.push(Actuator {
                transmission: Transmission::Joint("h".into()),
                dyntype: DynType::User,
                actdim: Some(i32::MAX),
                ..Actuator::default()
            });
        }),
        rejection(|spec| {
            spec.sensors.push(Sensor {
                kind: SensorType::User,
                dim: i32::MAX,
                ..Sensor::default()
            });
        }),
    ];
    for (kind, element, message) in refusals {
        assert_eq!(kind, ErrorKind::Unsupported, "{message}");
        assert_eq!(element, "size");
    }
}

#[test]
fn a_frame_that_was_not_opened_is_refused() {
    let (kind, element, _) = rejection(|spec| spec.world.children[1].geoms[0].frame = Some(3));
    assert_eq!((kind, element.as_str()), (ErrorKind::Invalid, "geom"));
}

/// Models as MJCF without their arena's size, and the least size in bytes that MuJoCo 3.2.6 can
/// compile them in.
fn least_arenas() -> Vec<(String, usize)> {
    let chain = |links: usize| {
        let link = |i| {
            format!(
                r#"<body pos="0 0 0.1"><joint damping="1"/><geom size="0.02" pos="0.1 0 0"/><site name="s{i}"/>"#
            )
        };
        (0..links).map(link).collect::<String>() + &"</body>".repeat(links)
    };
    let world = |inside: &str, rest: &str| {
        format!(
            r#"<option><flag contact="disable"/></option><worldbody><site name="w"/>{inside}</worldbody>{rest}"#
        )
    };
    let tendon = r#"<tendon><spatial><site site="w"/><site site="s3"/></spatial></tendon>"#;
    let separate = r#"<body><joint/><geom size="0.1" pos="1 0 0"/></body>"#;
    vec![
        (world(r#"<geom size="1"/>"#, ""), 120),
        (
            world(&r#"<body><geom size="1"/></body>"#.repeat(20), ""),
            2040,
        ),
        (
            world(r#"<body><freejoint/><geom size="0.1"/></body>"#, ""),
            688,
        ),
        (world(&chain(1), ""), 232),
        (world(&chain(5), ""), 664),
        (world(&chain(5), tendon), 968),
        (world(&chain(30), ""), 5632),
        (world(&separate.repeat(40), ""), 4536),
    ]
}

#[test]
fn an_arena_too_small_to_compile_in_is_refused() {
    for (text, least) in least_arenas() {
        let compile = |memory: usize| {
            let text = format!(r#"<mujoco><size memory="{memory}"/>{text}</mujoco>"#);
            plumbline::Model::from_xml_string(&text)
        };
        assert_eq!(compile(least).map(|model| model.narena), Ok(least));
        let error = compile(least - 1).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert!(error.message.contains("insufficient memory"), "{error}");
    }
}

#[test]
fn what_the_reference_reads_from_memory_that_nobody_wrote_is_refused() {
    let error =
        crate::length_range::fixture("reference_bugs/equality_within_one_body").unwrap_err();
    let element = error.element.clone().unwrap_or_default();
    assert_eq!(
        (error.kind, element.as_str()),
        (ErrorKind::Unsupported, "connect")
    );
    assert!(error.location.is_some(), "{error}");
}

#[test]
fn flexes_that_the_reference_does_not_survive_are_refused() {
    for (name, words) in [
        (
            "flex_that_touches_nothing",
            "no element of the flex can touch anything",
        ),
        (
            "flex_with_more_vertices_than_bodies",
            "4 vertices on 3 bodies",
        ),
        ("flexcomp_that_never_ends", "points along the sides"),
        (
            "sampled_mesh_that_is_none",
            "the first geom of the model has no mesh",
        ),
    ] {
        let fixture = format!("reference_bugs/{name}");
        let error = crate::length_range::fixture(&fixture).unwrap_err();
        assert!(error.message.contains(words), "{error}");
        assert!(error.location.is_some(), "{error}");
    }
}

#[test]
fn copies_that_lose_their_plugins_in_the_reference_are_refused() {
    for (name, words) in [
        ("copied_body_with_plugin", "frees with the original"),
        ("copied_use_of_a_named_plugin", "a named instance"),
    ] {
        let fixture = format!("reference_bugs/{name}");
        let error = crate::length_range::fixture(&fixture).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported, "{error}");
        assert!(error.message.contains(words), "{error}");
        assert!(error.location.is_some(), "{error}");
    }
}
