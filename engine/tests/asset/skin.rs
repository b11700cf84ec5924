//! Skins, given and from a file. The expected weights and rotations are MuJoCo 3.2.6's.

use plumbline::internal::asset::skin;
use plumbline::spec::{Bone, Skin};

use crate::in_memory;

fn bones() -> Vec<Bone> {
    vec![
        Bone {
            body: "a".to_owned(),
            bindpos: [1.0, 2.0, 3.0],
            bindquat: [2.0, 0.0, 0.0, 1.0],
            vertid: vec![0, 1],
            vertweight: vec![1.0, 1.0],
        },
        Bone {
            body: "b".to_owned(),
            bindpos: [0.0; 3],
            bindquat: [1.0, 0.0, 0.0, 0.0],
            vertid: vec![1, 2],
            vertweight: vec![3.0, 5.0],
        },
    ]
}

fn given() -> Skin {
    Skin {
        vertex: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        texcoord: vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0],
        face: vec![0, 1, 2],
        bones: bones(),
        ..Skin::default()
    }
}

/// The same skin as a file.
pub(crate) fn stored() -> Vec<u8> {
    let skin = given();
    let mut bytes = crate::file(&[3, 3, 1, 2], &[]);
    let mut floats = |values: &[f32]| bytes.extend(values.iter().flat_map(|x| x.to_le_bytes()));
    floats(&skin.vertex);
    floats(&skin.texcoord);
    bytes.extend(skin.face.iter().flat_map(|x| x.to_le_bytes()));
    for bone in skin.bones {
        let mut name = bone.body.into_bytes();
        name.resize(40, 0);
        bytes.extend(name);
        let pose = bone.bindpos.iter().chain(&bone.bindquat);
        bytes.extend(pose.flat_map(|x| x.to_le_bytes()));
        bytes.extend((bone.vertid.len() as i32).to_le_bytes());
        bytes.extend(bone.vertid.iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(bone.vertweight.iter().flat_map(|x| x.to_le_bytes()));
    }
    bytes
}

fn from_file(
    bytes: Vec<u8>,
) -> Result<plumbline::internal::asset::SkinData, plumbline::AssetError> {
    let skin_file = Skin {
        file: "a.skn".to_owned(),
        ..Skin::default()
    };
    skin(&skin_file, in_memory(&[("a.skn", bytes)]))
}

#[test]
fn weights_sum_to_one_and_rotations_are_units() {
    let made = skin(&given(), in_memory(&[])).unwrap();
    assert_eq!(made.bones[0].vertweight, [1.0, 0.25]);
    assert_eq!(made.bones[1].vertweight, [0.75, 1.0]);
    let quat = made.bones[0].bindquat.map(f32::to_bits);
    assert_eq!(quat, [0x3f64f92e, 0, 0, 0x3ee4f92e]);
}

#[test]
fn a_file_gives_the_same_skin() {
    let made = from_file(stored()).unwrap();
    assert_eq!(made, skin(&given(), in_memory(&[])).unwrap());
}

#[test]
fn a_file_cut_anywhere_is_refused_with_its_place() {
    let whole = stored();
    for length in 0..whole.len() {
        let message = from_file(whole[..length].to_vec()).unwrap_err().to_string();
        assert!(message.starts_with("a.skn, byte "), "{length}: {message}");
    }
}

#[test]
fn vertices_without_weight_are_refused() {
    let mut weightless = given();
    weightless.bones.truncate(1);
    let message = skin(&weightless, in_memory(&[])).unwrap_err().to_string();
    assert!(message.contains("vertex 2"), "{message}");
}

#[test]
fn vertices_that_do_not_exist_are_refused() {
    let mut broken = given();
    broken.bones[0].vertid[0] = -1;
    assert!(skin(&broken, in_memory(&[])).is_err());
}
