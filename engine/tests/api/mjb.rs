//! Binary models: written and read again they are the same, and damaged ones are refused in words.
//! Mode `save` of the harness compares the bytes with MuJoCo's.

use plumbline::{Data, Model};
use rand_mt::Mt64;

use crate::fixture;

const FIXTURES: [&str; 8] = [
    "sensor/every_kind",
    "tendon/paths",
    "actuator/every_shortcut_on_every_transmission",
    "collision/stacks_of_meshes",
    "equality/every_kind",
    "collision/shapes_on_height_fields",
    "flex/edges_keep_their_lengths",
    "flex/solid_line_and_rigid",
];

fn models() -> impl Iterator<Item = Model> {
    FIXTURES.into_iter().map(fixture)
}

#[test]
fn a_model_that_was_read_back_steps_with_the_same_bits() {
    for model in models() {
        let bytes = model.to_mjb();
        let copy = Model::from_mjb(&bytes).expect("our own file");
        assert_eq!(copy.to_mjb(), bytes);
        let (mut data, mut twin) = (Data::new(&model), Data::new(&copy));
        for _ in 0..20 {
            data.step(&model).expect("a step");
            twin.step(&copy).expect("a step");
        }
        let bits = |data: &Data| {
            data.qpos
                .iter()
                .chain(&data.sensordata)
                .map(|x| x.to_bits())
                .collect::<Vec<_>>()
        };
        assert_eq!(bits(&data), bits(&twin));
        // Data of one belongs to the other: they have the same structure.
        data.step(&copy).expect("a step");
    }
}

fn refusal(bytes: &[u8]) -> String {
    let error = Model::from_mjb(bytes).expect_err("a refusal");
    format!(
        "{}, expected {}",
        error.message,
        error.expected.unwrap_or_default()
    )
}

/// The file with another number in the place of one of its sizes or header numbers.
fn with_number(bytes: &[u8], place: usize, number: i32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[4 * place..4 * place + 4].copy_from_slice(&number.to_le_bytes());
    bytes
}

#[test]
fn refusals_say_what_is_wrong() {
    let bytes = fixture("tendon/paths").to_mjb();
    let size = |name: &str| {
        5 + Model::SIZES
            .iter()
            .position(|info| info.name == name)
            .expect("a size")
    };
    let body = bytes.len();
    for (file, words) in [
        (
            bytes[..10].to_vec(),
            "the file has 10 bytes, too few for the header",
        ),
        (
            b"solid of an STL file, perhaps".to_vec(),
            "no binary model: its first number is",
        ),
        (
            with_number(&bytes, 0, 54321_i32.swap_bytes()),
            "big-endian machine",
        ),
        (
            with_number(&bytes, 1, 4),
            "floating-point numbers of another size",
        ),
        (
            with_number(&bytes, 2, 80),
            "another version: sizes of 32 bits are 80, expected 79, as in 3.2.6",
        ),
        (
            with_number(&bytes, 3, 1),
            "another version: sizes of 64 bits are 1",
        ),
        (
            with_number(&bytes, 4, 300),
            "another version: arrays are 300",
        ),
        (bytes[..100].to_vec(), "ends within its sizes"),
        (bytes[..500].to_vec(), "ends within its options"),
        (bytes[..body - 1].to_vec(), "ends within `paths`"),
        (
            [&bytes[..], &[0]].concat(),
            "1 bytes follow the binary model's last array",
        ),
        (
            with_number(&bytes, size("nbody"), 0),
            "size `nbody` of the binary model is 0",
        ),
        (
            with_number(&bytes, size("nv"), -1),
            "size `nv` of the binary model is -1",
        ),
        (
            with_number(&bytes, size("nq"), i32::MAX),
            "size `nbuffer` of the binary model is",
        ),
        (
            with_number(&bytes, size("nnames_map"), 7),
            "size `nnames_map` of the binary model is 7",
        ),
        (with_number(&bytes, size("nM"), 1), "of the binary model is"),
        (
            with_number(&bytes, size("nuserdata"), i32::MAX),
            "state needs more than",
        ),
    ] {
        let refusal = refusal(&file);
        assert!(refusal.contains(words), "{refusal}");
    }
}

/// A reference out of range, one that contradicts the tree, and an asset in pieces.
#[test]
fn references_are_checked() {
    type Damage = fn(&mut Model);
    let damages: [(&str, Damage, &str); 11] = [
        (
            "tendon/paths",
            |m| m.body_parentid[1] = 1,
            "`body_parentid[1]` of the binary model is 1",
        ),
        (
            "tendon/paths",
            |m| m.wrap_objid[0] = 99,
            "`wrap_objid[0]` of the binary model is 99",
        ),
        (
            "tendon/paths",
            |m| m.dof_Madr[0] = -1,
            "`dof_Madr[0]` of the binary model is -1",
        ),
        (
            "sensor/every_kind",
            |m| m.sensor_adr[2] = -1,
            "`sensor_adr[2]` of the binary model is -1",
        ),
        (
            "collision/stacks_of_meshes",
            |m| m.mesh_face[0] = [0, 1, -1],
            "`mesh_face[0]` of the binary model is [0, 1, -1]",
        ),
        (
            "collision/stacks_of_meshes",
            |m| m.bvh_child[0] = [0, 0],
            "`bvh_child[0]` of the binary model is [0, 0]",
        ),
        (
            "flex/edges_keep_their_lengths",
            |m| m.flex_vertbodyid[3] = 99,
            "`flex_vertbodyid[3]` of the binary model is 99",
        ),
        (
            "flex/edges_keep_their_lengths",
            |m| m.flex_dim[1] = 2,
            "`flex_elemdataadr[1]` of the binary model is",
        ),
        (
            "flex/edges_keep_their_lengths",
            |m| m.flex_evpair[0] = [0, 99],
            "`flex_evpair[0]` of the binary model is [0, 99]",
        ),
        (
            "flex/edges_keep_their_lengths",
            |m| {
                let root = m.flex_bvhadr[0] as usize;
                m.bvh_child[root][1] = -1;
            },
            "two nodes after it in the same tree",
        ),
        (
            "flex/edges_keep_their_lengths",
            |m| m.eq_obj1id[0] = 2,
            "`eq_obj1id[0]` of the binary model is 2",
        ),
    ];
    for (name, damage, words) in damages {
        let mut model = fixture(name);
        damage(&mut model);
        let refusal = refusal(&model.to_mjb());
        assert!(refusal.contains(words), "{name}: {refusal}");
    }
}

/// Damaged files are refused, or simulated without a panic: nothing refers to what is not there.
#[test]
fn damaged_files_do_not_panic() {
    let mut random = Mt64::new(20);
    let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
    let mut loaded = 0;
    for model in models() {
        let bytes = model.to_mjb();
        // All but the names, which change nothing.
        let end = bytes.len() - model.nnames - 4 * model.nnames_map;
        for _ in 0..150 {
            let mut file = bytes.clone();
            for _ in 0..=below(3) {
                let place = below(end / 4) * 4;
                match below(5) {
                    0 => file.truncate(place.max(4)),
                    1 => {
                        let small = below(12) as i32 - 2;
                        file[place..place + 4].copy_from_slice(&small.to_le_bytes());
                    }
                    _ => file[place + below(4)] ^= 1 << below(8),
                }
                if file.len() < end {
                    break;
                }
            }
            let Ok(model) = Model::from_mjb(&file) else {
                continue;
            };
            loaded += 1;
            let mut data = Data::new(&model);
            let _ = (0..3).try_for_each(|_| data.step(&model));
        }
    }
    assert!(loaded > 50, "{loaded}");
}
