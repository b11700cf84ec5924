//! Sensors of motion against differences of positions and velocities.

use super::{only, reading};
use crate::support::{assert_close, compile, later, random_state, rate};
use plumbline::internal::codes::SensorType;
use plumbline::math::{Mat3, Quat, Vec3};
use plumbline::{Data, Model};

/// Two trees that move; every frame sensor for a site seen from the world and from the other tree.
const SCENE: &str = r#"<mujoco>
  <option gravity="0.5 -1 -9.81"><flag contact="disable"/></option>
  <worldbody>
    <body name="root" pos="0 0 1">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.3"/>
      <body pos="0.2 0 0.3" euler="10 20 30">
        <joint axis="0 1 0.2"/>
        <joint type="slide" axis="1 0 0.3"/>
        <geom type="capsule" size="0.05" fromto="0 0 0 0.3 0 0.1"/>
        <site name="tip" pos="0.3 0.05 0.1" euler="40 -20 10"/>
      </body>
    </body>
    <body name="other" pos="1 0 1">
      <joint type="ball"/>
      <joint type="slide" axis="0 1 0"/>
      <geom type="box" size="0.1 0.05 0.07" pos="0.05 0.1 0.02" euler="20 30 40"/>
      <site name="watch" pos="0.1 0 0.2" euler="0 50 0"/>
    </body>
  </worldbody>
  <sensor>
    <accelerometer site="tip"/>
    <velocimeter site="tip"/>
    <gyro site="tip"/>
    <framepos objtype="site" objname="tip"/>
    <framequat objtype="site" objname="tip"/>
    <framelinvel objtype="site" objname="tip"/>
    <frameangvel objtype="site" objname="tip"/>
    <framelinacc objtype="site" objname="tip"/>
    <frameangacc objtype="site" objname="tip"/>
    <framexaxis objtype="site" objname="tip"/>
    <frameyaxis objtype="site" objname="tip"/>
    <framezaxis objtype="site" objname="tip"/>
    <subtreecom body="root"/>
    <subtreelinvel body="root"/>
    <framepos objtype="site" objname="tip" reftype="site" refname="watch"/>
    <framequat objtype="site" objname="tip" reftype="site" refname="watch"/>
    <framelinvel objtype="site" objname="tip" reftype="site" refname="watch"/>
    <frameangvel objtype="site" objname="tip" reftype="site" refname="watch"/>
    <framepos objtype="body" objname="other" reftype="xbody" refname="root"/>
    <framelinvel objtype="body" objname="other" reftype="xbody" refname="root"/>
  </sensor>
</mujoco>"#;

const TIP: usize = 0;
const WATCH: usize = 1;

fn scene(seed: u64) -> (Model, Data) {
    let model = compile(SCENE);
    let data = random_state(&model, seed, 1.0);
    (model, data)
}

/// The reading of the first sensor of a type that is `relative` to another frame or not.
fn frame(model: &Model, data: &Data, kind: SensorType, relative: bool) -> Vec<f64> {
    let mut sensors = 0..model.nsensor;
    let found = sensors
        .find(|&i| model.sensor_type[i] == kind as i32 && (model.sensor_refid[i] >= 0) == relative);
    reading(model, data, found.unwrap())
}

/// The change of a reading in time, positions and velocities both advanced.
fn change(model: &Model, data: &Data, read: impl Fn(&Data) -> Vec<f64>) -> Vec<f64> {
    const TIME: f64 = 1e-6;
    let [ahead, behind] = [TIME, -TIME].map(|time| read(&later(model, data, time)));
    let pairs = ahead.iter().zip(behind);
    pairs.map(|(a, b)| (a - b) / (2.0 * TIME)).collect()
}

fn vector(values: &[f64]) -> Vec3 {
    Vec3::from_column_slice(values)
}

#[test]
fn frames_read_the_pose_of_their_object() {
    let (model, data) = scene(211);
    let (tip, watch) = (&data.site_xmat[TIP], &data.site_xmat[WATCH]);
    let read = |kind, relative| frame(&model, &data, kind, relative);
    assert_close(
        &read(SensorType::FramePos, false),
        data.site_xpos[TIP].as_slice(),
        1e-14,
        "position",
    );
    let quat = Quat::from_slice(&read(SensorType::FrameQuat, false));
    assert_close(&quat.to_mat().0, &tip.0, 1e-13, "orientation");
    for (k, kind) in [
        SensorType::FrameXAxis,
        SensorType::FrameYAxis,
        SensorType::FrameZAxis,
    ]
    .into_iter()
    .enumerate()
    {
        assert_close(&read(kind, false), tip.column(k).as_slice(), 1e-13, "axis");
    }
    let offset = watch.tr_mul_vec(&(data.site_xpos[TIP] - data.site_xpos[WATCH]));
    assert_close(
        &read(SensorType::FramePos, true),
        offset.as_slice(),
        1e-13,
        "relative position",
    );
    let quat = Quat::from_slice(&read(SensorType::FrameQuat, true));
    assert_close(
        &quat.to_mat().0,
        &watch.tr_mul(tip).0,
        1e-13,
        "relative orientation",
    );
}

#[test]
fn velocities_of_frames_are_rates_of_their_positions() {
    let (model, data) = scene(212);
    for relative in [false, true] {
        let expected = rate(&model, &data, |data| {
            frame(&model, data, SensorType::FramePos, relative)
        });
        let ours = frame(&model, &data, SensorType::FrameLinVel, relative);
        assert_close(&ours, &expected, 1e-7, &format!("relative: {relative}"));
    }
    // The last two sensors: a body's centre of mass seen from another body.
    let last = model.nsensor - 1;
    let expected = rate(&model, &data, |data| reading(&model, data, last - 1));
    assert_close(
        &reading(&model, &data, last),
        &expected,
        1e-7,
        "body seen from a body",
    );
    let expected = rate(&model, &data, |data| {
        only(&model, data, SensorType::SubtreeCom)
    });
    assert_close(
        &only(&model, &data, SensorType::SubtreeLinVel),
        &expected,
        1e-7,
        "subtree",
    );
}

#[test]
fn angular_velocities_of_frames_are_rates_of_their_orientations() {
    let (model, data) = scene(213);
    for relative in [false, true] {
        let orientation = |data: &Data| {
            let quat = Quat::from_slice(&frame(&model, data, SensorType::FrameQuat, relative));
            quat.to_mat().0.to_vec()
        };
        // dR/dt R' is the cross product with the angular velocity.
        let rates: [f64; 9] = rate(&model, &data, orientation).try_into().unwrap();
        let now: [f64; 9] = orientation(&data).try_into().unwrap();
        let spin = Mat3(rates).mul_tr(&Mat3(now)).0;
        let ours = frame(&model, &data, SensorType::FrameAngVel, relative);
        let expected = [spin[7], spin[2], spin[3]];
        assert_close(&ours, &expected, 1e-6, &format!("relative: {relative}"));
    }
}

#[test]
fn velocimeter_and_gyro_read_in_the_axes_of_their_site() {
    let (model, data) = scene(214);
    let axes = &data.site_xmat[TIP];
    for (local, world) in [
        (SensorType::Velocimeter, SensorType::FrameLinVel),
        (SensorType::Gyro, SensorType::FrameAngVel),
    ] {
        let expected = axes.tr_mul_vec(&vector(&frame(&model, &data, world, false)));
        assert_close(
            &only(&model, &data, local),
            expected.as_slice(),
            1e-13,
            &format!("type {local:?}"),
        );
    }
}

/// `a = dv/dt - g`: at rest an accelerometer reads the push that keeps it from falling.
#[test]
fn accelerations_are_rates_of_velocities_against_free_fall() {
    let (model, data) = scene(215);
    let velocity = |data: &Data| frame(&model, data, SensorType::FrameLinVel, false);
    let expected = vector(&change(&model, &data, velocity)) - model.opt.gravity;
    let linear = frame(&model, &data, SensorType::FrameLinAcc, false);
    assert_close(&linear, expected.as_slice(), 1e-6, "linear");
    let turn = |data: &Data| frame(&model, data, SensorType::FrameAngVel, false);
    let angular = frame(&model, &data, SensorType::FrameAngAcc, false);
    assert_close(&angular, &change(&model, &data, turn), 1e-6, "angular");
    let local = data.site_xmat[TIP].tr_mul_vec(&expected);
    let read = only(&model, &data, SensorType::Accelerometer);
    assert_close(&read, local.as_slice(), 1e-6, "accelerometer");
}

/// In a frame that turns by `w`, the rate of the velocity in its axes lacks `w x v`.
#[test]
fn an_accelerometer_reads_the_derivative_of_its_velocimeter() {
    let (model, data) = scene(216);
    let rate = vector(&change(&model, &data, |data| {
        only(&model, data, SensorType::Velocimeter)
    }));
    let velocity = vector(&only(&model, &data, SensorType::Velocimeter));
    let turn = vector(&only(&model, &data, SensorType::Gyro));
    let fall = data.site_xmat[TIP].tr_mul_vec(&model.opt.gravity);
    let expected = rate + turn.cross(&velocity) - fall;
    let read = only(&model, &data, SensorType::Accelerometer);
    assert_close(&read, expected.as_slice(), 1e-6, "accelerometer");
}
