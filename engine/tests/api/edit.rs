//! Models that change after their data was made: a step follows the model as it is, with the bits
//! of MuJoCo 3.2.6 under the same changes.

use plumbline::internal::codes::{GeomType, wrap};
use plumbline::{Data, Model};

const BALL: &str = "<mujoco><worldbody>
  <geom name='floor' type='plane' size='5 5 .1'/>
  <body pos='0 0 .3'><freejoint/>
    <geom name='ball' size='.1' contype='0' conaffinity='0'/>
  </body>
</worldbody></mujoco>";

const BOX: &str = "<mujoco><worldbody>
  <geom type='plane' size='5 5 .1'/>
  <body pos='0 0 .4' euler='20 30 0'><freejoint/><geom type='box' size='.1 .15 .2'/></body>
</worldbody></mujoco>";

const MESH: &str = "<mujoco>
  <asset><mesh name='m' vertex='-.1 -.1 -.1  .1 -.1 -.1  -.1 .1 -.1  .1 .1 -.1  -.1 -.1 .1
    .1 -.1 .1  -.1 .1 .1  .1 .1 .1  0 0 .15  0 .02 -.13  .13 0 .01  -.12 .01 0'/></asset>
  <worldbody>
    <geom type='plane' size='5 5 .1'/>
    <geom type='sphere' size='.3' pos='.2 0 -.1'/>
    <body pos='0 0 .4' euler='20 30 0'><freejoint/><geom type='mesh' mesh='m'/></body>
  </worldbody></mujoco>";

const TENDON: &str = "<mujoco>
  <worldbody>
    <site name='a' pos='0 0 1'/>
    <site name='s' pos='.3 0 .6'/>
    <geom name='w' type='cylinder' size='.1 .3' pos='.05 0 .6' euler='90 0 0' contype='0'
          conaffinity='0'/>
    <body pos='0 0 .2'>
      <joint axis='1 0 0'/>
      <joint axis='0 1 0' type='slide'/>
      <geom size='.1'/>
      <site name='b' pos='.1 0 .1'/>
      <body pos='.2 0 0'>
        <joint axis='0 1 0'/>
        <geom size='.05'/>
        <site name='c' pos='.1 .05 0'/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <spatial stiffness='30' springlength='.2'>
      <site site='a'/><geom geom='w' sidesite='s'/><site site='b'/>
    </spatial>
  </tendon>
</mujoco>";

fn load(text: &str) -> (Model, Data) {
    let model = Model::from_xml_string(text).unwrap();
    let data = Data::new(&model);
    (model, data)
}

fn run(model: &Model, data: &mut Data, steps: usize) {
    for _ in 0..steps {
        data.step(model).unwrap();
    }
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_ball_that_is_made_to_collide_after_its_data_lies_on_the_floor() {
    let (mut model, mut data) = load(BALL);
    // The masks of the geom alone are not enough: the body's, which the compiler has gathered,
    // decide first.
    (model.geom_contype[1], model.geom_conaffinity[1]) = (1, 1);
    run(&model, &mut data, 500);
    assert_eq!(data.qpos[2].to_bits(), 0xc0127590c0ad03d4);

    (model.body_contype[1], model.body_conaffinity[1]) = (1, 1);
    data.reset(&model);
    run(&model, &mut data, 500);
    assert_eq!(data.qpos[2].to_bits(), 0x3fb981894f984e8d);
}

#[test]
fn a_geom_collides_as_the_type_that_it_has_now() {
    let (mut model, mut data) = load(BOX);
    model.geom_type[1] = GeomType::Ellipsoid as i32;
    run(&model, &mut data, 300);
    let expected = [
        0x3fd0b09048cd3c7b,
        0x3f80ad6b3745ee96,
        0x3fc4ec79ab5590eb,
        0x3fd3b2fb635994ac,
        0x3fb113d2cfab7db4,
        0x3fed7a4bb447fcb9,
        0xbfcd417016bb1097,
    ];
    assert_eq!(bits(&data.qpos), expected);
}

#[test]
fn a_mesh_collides_with_the_vertices_that_it_has_now() {
    let (mut model, mut data) = load(MESH);
    run(&model, &mut data, 100);
    for coordinate in model.mesh_vert.as_flattened_mut() {
        *coordinate *= 0.75;
    }
    run(&model, &mut data, 200);
    let expected = [
        0xbfd09e127b08e425,
        0x3fcaa01ea94ebbcf,
        0x3fbafa688263c849,
        0x3fdc17bf0c5a4ffa,
        0xbfdfc3d6b80c6bf3,
        0xbfe643f01b45560c,
        0xbfd1be0e49efc7f5,
    ];
    assert_eq!(bits(&data.qpos), expected);
}

#[test]
fn a_tendon_takes_the_way_that_the_model_describes_now() {
    let (mut model, mut data) = load(TENDON);
    run(&model, &mut data, 5);
    let site = model.site("c").unwrap();
    model.wrap_type[1] = wrap::SPHERE;
    model.wrap_prm[1] = -1.0;
    model.wrap_objid[2] = site as i32;
    run(&model, &mut data, 20);
    assert_eq!(bits(&data.ten_length), [0x3fe810a9429ff856]);
    let expected = [0x3fa61f54a28b570d, 0xbf2bff7abd79b7d5, 0xc00416d154f75615];
    assert_eq!(bits(&data.qpos), expected);

    // The site moves over to the other body.
    model.site_bodyid[site] = 1;
    run(&model, &mut data, 20);
    assert_eq!(bits(&data.ten_length), [0x3fea0ec7236a487f]);
    let expected = [0x3fc53c4d1d05135d, 0xbf417113bb626887, 0xc01728b2d4aeb4da];
    assert_eq!(bits(&data.qpos), expected);
}
