//! Assets within models. The expected numbers are MuJoCo 3.2.6's, as the bits of doubles.

use plumbline::math::Vec3;

const MODEL: &str = include_str!("../../../fixtures/asset/meshes_and_fitted_geoms.xml");

#[rustfmt::skip]
const SIZES: [u64; 30] = [0x3ff0000000000000, 0x4000000000000000, 0x3fc6666666666666, 0x3fc7eacd70cf522a, 0x3fd25afb6adc332e, 0x3fe0f450f02345c1, 0x3fc7eacd70cf522a, 0x3fd25afb6adc332e, 0x3fe0f450f02345c1, 0x3fdbb67ad99093ba, 0x3fe9c1ee61a6b443, 0x3fe87f9b7d64fd18, 0x3fdbb67ae8584cbf, 0x3fea20bd700c2c52, 0x3fe6a09e667f3bdd, 0x3fd305bf791ce20a, 0x3fe30c14a6aeb7a8, 0x0000000000000000, 0x3fd3088fff24cf34, 0x0000000000000000, 0x0000000000000000, 0x3fd2971f2d47da36, 0x3fd8c97ef808d006, 0x0000000000000000, 0x3fd0000015db3d61, 0x3fdffffff93cd3a0, 0x3fe000000bb67add, 0x3fc8c97ef43f7248, 0x3fd8c97ef43f7248, 0x3fd8c97ef43f7248];
#[rustfmt::skip]
const POSITIONS: [u64; 12] = [0x3fd0924928cf32f8, 0x3fe0924928d0e05e, 0x3fc2db6db179e86f, 0x3fb0481dcea8d89a, 0x3fc0694998a40056, 0x3fa3e8c5de7c0fb5, 0x3fad6cacf4470139, 0x3f607ba6105b20dc, 0xbf92947e946d3cb7, 0xbfd0000008000001, 0x3fd0000008000001, 0x3fd0000008000001];
#[rustfmt::skip]
const MASSES: [u64; 3] = [0x0000000000000000, 0x406244443f408959, 0x40a78487a5340627];
#[rustfmt::skip]
const MOMENTS: [u64; 6] = [0x402e2640ab74bcc6, 0x402a5dba6d97117c, 0x4010f4719d8284fc, 0x4080a5a9e4ea407e, 0x407e357f195025f6, 0x40757d3356299276];

fn bits(vectors: &[Vec3]) -> Vec<u64> {
    let numbers = vectors.iter().flat_map(|v| v.iter());
    numbers.map(|x| x.to_bits()).collect()
}

#[test]
fn geoms_take_size_place_and_mass_from_their_meshes() {
    let model = plumbline::Model::from_xml_string(MODEL).unwrap();
    assert_eq!(model.geom_dataid, [0, 0, 1, 2, 3, 0, 0, 2, 2, 3]);
    assert_eq!(bits(&model.geom_size), SIZES);
    assert_eq!(bits(&model.mesh_pos), POSITIONS);
    let masses: Vec<u64> = model.body_mass.iter().map(|x| x.to_bits()).collect();
    assert_eq!(masses, MASSES);
    assert_eq!(bits(&model.body_inertia[1..]), MOMENTS);
    assert_eq!(
        (model.nmesh, model.nhfield, model.nbvh, model.npaths),
        (4, 1, 61, 1)
    );
}

#[test]
fn a_model_finds_its_files_in_memory() {
    let text = "<mujoco><compiler meshdir='parts'/><asset><mesh file='a.obj'/></asset>
        <worldbody><geom type='mesh' mesh='a'/></worldbody></mujoco>";
    let mut spec = plumbline::Spec::from_xml_string(text).unwrap();
    let missing = spec.compile().unwrap_err();
    assert!(missing.to_string().contains("parts/a.obj"), "{missing}");
    let file = include_bytes!("prism.obj").as_slice();
    spec.files.add("a.obj", file).unwrap();
    let model = spec.compile().unwrap();
    assert_eq!(
        (model.nmeshvert, model.nmeshface, model.nmeshgraph),
        (10, 16, 98)
    );
}

#[test]
fn a_geom_of_a_mesh_that_does_not_exist_is_refused_where_it_stands() {
    let text = "<mujoco>\n<worldbody>\n<geom type='mesh' mesh='a'/></worldbody></mujoco>";
    let error = plumbline::Model::from_xml_string(text).unwrap_err();
    assert_eq!(error.location.unwrap().line, 3);
}

#[test]
fn a_texture_of_one_channel_cannot_be_the_last() {
    let picture = |name: &str, channels: i32| {
        format!("<texture name='{name}' type='2d' file='a.png' nchannel='{channels}'/>")
    };
    let load = |pictures: String| {
        let mut spec = plumbline::Spec::from_xml_string(&format!(
            "<mujoco><asset>{pictures}</asset></mujoco>"
        ))
        .unwrap();
        spec.files.add("a.png", crate::PNG).unwrap();
        spec.compile()
    };
    assert!(load(picture("grey", 1)).is_err());
    let model = load(picture("grey", 1) + &picture("colour", 3)).unwrap();
    assert_eq!(model.tex_data[..4], [7, 15, 23, 31]);
}
