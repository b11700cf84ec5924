//! A scene put together from models while it is simulated: arms are attached to a table, and one
//! is taken away again without disturbing the other.

use plumbline::Data;
use plumbline::math::Vec3;
use plumbline::spec::{Actuator, Body, Frame, Geom, Spec};

const ARM: &str = "<mujoco model='arm'>
  <default><default class='link'><geom type='capsule' size='0.03'/></default></default>
  <worldbody>
    <body name='upper'>
      <joint name='shoulder' axis='0 1 0' damping='0.2'/>
      <geom class='link' fromto='0 0 0 0.3 0 0'/>
      <body name='lower' pos='0.3 0 0'>
        <joint name='elbow' axis='0 1 0' damping='0.1'/>
        <geom class='link' fromto='0 0 0 0.25 0 0'/>
      </body>
    </body>
  </worldbody>
  <actuator><position name='lift' joint='shoulder' kp='30' kv='3'/></actuator>
  <sensor><jointpos name='angle' joint='shoulder'/></sensor>
</mujoco>";

/// A place for an arm.
fn mount(name: &str, y: f64) -> Frame {
    Frame {
        name: name.to_owned(),
        pos: Vec3::new(0.0, y, 0.5),
        ..Frame::default()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arm = Spec::from_xml_string(ARM)?;
    let mut scene = Spec::default();
    let class = scene.classes.add("wood", "main")?;
    class.defaults.geom.density = 600.0;
    let wood = class.defaults.geom.clone();
    scene.world.geoms.push(Geom {
        name: "table".to_owned(),
        kind: plumbline::model::GeomType::Box,
        size: Vec3::new(0.5, 0.5, 0.02),
        ..wood
    });
    for (side, y) in [("left", 0.3), ("right", -0.3)] {
        scene.world.frames.push(mount(side, y));
        scene.attach_body(side, &mut arm, "upper", &format!("{side}_"), "")?;
    }
    scene.find_mut::<Actuator>("left_lift")?.gear[0] = 0.5;

    let mut model = scene.compile()?;
    let mut data = Data::new(&model);
    let (left, right) = (model.actuator("left_lift")?, model.actuator("right_lift")?);
    (data.ctrl[left], data.ctrl[right]) = (-0.2, -0.4);
    for _ in 0..500 {
        data.step(&model)?;
    }
    let before = data.joint(&model, "right_shoulder")?.qpos[0];

    // The left arm goes, with its actuator and its sensor; the right one stays where it is.
    scene.keep_state(&model, &data)?;
    scene.detach_body("left_upper")?;
    scene.recompile(&mut model, &mut data)?;
    data.forward(&model)?;
    let after = data.sensor(&model, "right_angle")?[0];
    println!(
        "two arms became one: {} bodies, {} actuator",
        model.nbody, model.nu
    );
    println!(
        "the right shoulder is at {after:.3} rad after {:.1} s",
        data.time
    );

    assert_eq!((model.nu, model.nsensor), (1, 1));
    assert_eq!(before, after);
    assert_eq!(scene.elements::<Body>().count(), 2);
    Ok(())
}
