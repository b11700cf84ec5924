//! Specs built by a program, compiled; every expected number was printed by MuJoCo 3.2.6 for the
//! same model as MJCF.

// Radians are compared as MuJoCo prints them.
#![allow(clippy::approx_constant)]

mod length_range;
mod refused;
mod written;

use plumbline::Model;
use plumbline::math::Vec3;
use plumbline::spec::{Body, Geom, GeomType, Inertial, Joint, JointType, Orientation, Site, Spec};

/// Two bodies in a chain with all orientation forms, and a free body with three geoms.
fn chain_and_free_body() -> Spec {
    let mut spec = Spec::default();
    spec.compiler.eulerseq = ['z', 'Y', 'x'];
    let second = Body {
        name: "b".into(),
        orientation: Orientation::AxisAngle([1.0, 2.0, 3.0, 40.0]),
        inertial: Some(Inertial {
            mass: 1.0,
            diagonal: Vec3::new(1.0, 1.0, 1.0),
            orientation: Orientation::XyAxes([1.0, 1.0, 0.0, 0.0, 1.0, 1.0]),
            ..Inertial::default()
        }),
        joints: vec![
            Joint {
                name: "k".into(),
                kind: JointType::Ball,
                range: [0.0, 90.0],
                ..Joint::default()
            },
            Joint {
                name: "l".into(),
                kind: JointType::Slide,
                axis: Vec3::new(0.0, 0.0, 2.0),
                ..Joint::default()
            },
        ],
        ..Body::default()
    };
    let first = Body {
        name: "a".into(),
        pos: Vec3::new(1.0, 2.0, 3.0),
        orientation: Orientation::Euler(Vec3::new(10.0, 20.0, 30.0)),
        inertial: Some(Inertial {
            pos: Vec3::new(0.1, 0.2, 0.3),
            mass: 2.0,
            full: Some([2.0, 2.5, 3.0, 0.1, 0.2, 0.3]),
            ..Inertial::default()
        }),
        joints: vec![Joint {
            name: "h".into(),
            axis: Vec3::new(1.0, 1.0, 0.0),
            range: [-30.0, 45.0],
            reference: 15.0,
            springref: 20.0,
            ..Joint::default()
        }],
        sites: vec![Site {
            name: "s".into(),
            pos: Vec3::new(0.1, 0.0, 0.0),
            orientation: Orientation::ZAxis(Vec3::new(1.0, 1.0, 1.0)),
            ..Site::default()
        }],
        children: vec![second],
        ..Body::default()
    };
    spec.world.children = vec![first, free_body()];
    spec
}

fn free_body() -> Body {
    Body {
        name: "c".into(),
        joints: vec![Joint {
            kind: JointType::Free,
            ..Joint::default()
        }],
        geoms: vec![
            Geom {
                kind: GeomType::Capsule,
                fromto: Some([0.0, 0.0, 0.0, 0.1, 0.2, 0.3]),
                size: Vec3::new(0.05, 0.0, 0.0),
                ..Geom::default()
            },
            Geom {
                kind: GeomType::Box,
                size: Vec3::new(0.1, 0.2, 0.3),
                pos: Vec3::new(0.5, 0.0, 0.0),
                orientation: Orientation::Euler(Vec3::new(0.0, 30.0, 10.0)),
                ..Geom::default()
            },
            Geom {
                kind: GeomType::Ellipsoid,
                size: Vec3::new(0.1, 0.2, 0.3),
                shell: true,
                mass: Some(1.0),
                ..Geom::default()
            },
        ],
        ..Body::default()
    }
}

fn model() -> Model {
    chain_and_free_body().compile().expect("a valid model")
}

#[test]
fn every_orientation_form_gives_the_same_quaternion_as_mujoco() {
    let model = model();
    assert_eq!(
        model.body_quat[1].0,
        [
            0.943714364147489,
            0.2685358227515692,
            0.18930785741199999,
            0.03813457647485015
        ]
    );
    assert_eq!(
        model.body_quat[2].0,
        [
            0.9396926207859084,
            0.0914087282642836,
            0.1828174565285672,
            0.2742261847928508
        ]
    );
    assert_eq!(
        model.body_iquat[2].0,
        [
            0.8204732385702833,
            0.42470820027786693,
            0.1759198966061612,
            0.3398511429799873
        ]
    );
    assert_eq!(
        model.site_quat[0].0,
        [
            0.8880738339771153,
            -0.32505758367186816,
            0.32505758367186816,
            0.0
        ]
    );
    assert_eq!(
        model.geom_quat[0].0,
        [
            0.31481444873347764,
            0.8489484615068863,
            -0.42447423075344315,
            0.0
        ]
    );
}

#[test]
fn a_full_inertia_matrix_is_turned_into_its_principal_frame() {
    let model = model();
    assert_eq!(
        model.body_iquat[1].0,
        [
            0.17295088417164312,
            0.750295756714762,
            0.13475502845376242,
            0.6236869017596083
        ]
    );
    assert_eq!(
        model.body_inertia[1],
        Vec3::new(3.1827601656659157, 2.359564977158295, 1.9576748571757892)
    );
}

#[test]
fn inertia_is_inferred_from_solid_and_shell_geoms_together() {
    let model = model();
    assert_eq!(model.body_mass[3], 52.462289615233054);
    assert_eq!(
        model.body_ipos[3],
        Vec3::new(
            0.4607712446035276,
            0.006599577793165421,
            0.00989936668974813
        )
    );
    assert_eq!(
        model.body_inertia[3],
        Vec3::new(2.6570765293889242, 2.3393436555283813, 1.6382035639516468)
    );
}

#[test]
fn angles_of_hinges_are_in_radians_and_inactive_ranges_stay_as_written() {
    let model = model();
    assert_eq!(
        model.jnt_range[0],
        [-0.5235987755982988, 0.7853981633974483]
    );
    assert_eq!(model.jnt_range[1], [0.0, 1.5707963267948966]);
    assert_eq!(model.jnt_limited, [1, 1, 0, 0]);
    assert_eq!(model.qpos0[0], 0.2617993877991494);
    assert_eq!(model.qpos_spring[0], 0.3490658503988659);
}

#[test]
fn the_bounding_boxes_of_a_body_are_split_at_the_median() {
    let model = model();
    assert_eq!(model.bvh_nodeid, [-1, 2, -1, 1, 0]);
    assert_eq!(model.bvh_child[2], [3, 4]);
    assert_eq!(
        model.bvh_aabb[0],
        [
            -0.07774860089163457,
            0.14919513132637557,
            -0.1548188714612445,
            0.3378413575493965,
            0.44284172205809463,
            0.5021781598121978
        ]
    );
}

#[test]
fn sizes_of_matrices_arena_and_buffer_are_counted_as_mujoco_counts_them() {
    let model = model();
    assert_eq!((model.nM, model.nB, model.nC, model.nD), (36, 27, 61, 61));
    assert_eq!(model.narena, 14680064);
    assert_eq!(model.nbuffer, 9025);
}

#[test]
fn names_are_hashed_to_the_same_slots() {
    let model = model();
    let text: Vec<u8> = model.names.iter().map(|c| c.0).collect();
    assert_eq!(text, b"MuJoCo Model\0world\0a\0b\0c\0h\0k\0l\0\0\0\0\0s\0");
    assert_eq!(
        model.names_map,
        [
            2, -1, -1, -1, 1, -1, 3, 0, -1, 2, -1, -1, -1, 0, 1, -1, -1, -1, -1, -1, -1, -1, 0, -1
        ]
    );
}

#[test]
fn the_mass_matrix_of_a_long_chain_is_a_full_triangle() {
    let link = || Body {
        joints: vec![Joint::default()],
        geoms: vec![Geom {
            size: Vec3::new(0.1, 0.0, 0.0),
            ..Geom::default()
        }],
        ..Body::default()
    };
    let depth = 60;
    let chain = (1..depth).fold(link(), |below, _| Body {
        children: vec![below],
        ..link()
    });
    let mut spec = Spec::default();
    spec.world.children = vec![chain];
    let model = spec.compile().expect("a chain");
    // Each dof has an entry for itself and for all above it.
    assert_eq!(model.nM, depth * (depth + 1) / 2);
}

#[test]
fn twenty_thousand_free_bodies_take_seconds() {
    let body = |i: u32| Body {
        pos: Vec3::new(f64::from(i), 0.0, 1.0),
        joints: vec![Joint {
            kind: JointType::Free,
            ..Joint::default()
        }],
        geoms: vec![Geom {
            size: Vec3::new(0.1, 0.0, 0.0),
            ..Geom::default()
        }],
        ..Body::default()
    };
    let mut spec = Spec::default();
    spec.world.children = (0..20_000).map(body).collect();
    let start = std::time::Instant::now();
    let model = spec.compile().expect("a cloud");
    assert_eq!((model.nbody, model.nv), (20_001, 120_000));
    // Anything quadratic in it takes minutes.
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}
