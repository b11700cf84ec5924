//! Load a model and step it: a ball falls on a plane and comes to rest.

use plumbline::{Data, Model};

const MODEL: &str = r#"
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="ball" pos="0 0 1">
      <freejoint/>
      <geom size="0.1"/>
    </body>
  </worldbody>
</mujoco>"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // From a file it would be `Model::from_xml("ball.xml")?`.
    let model = Model::from_xml_string(MODEL)?;
    let mut data = Data::new(&model);
    let ball = model.body("ball")?;
    while data.time < 2.0 {
        data.step(&model)?;
        if data.time % 0.25 < model.opt.timestep {
            println!("{:4.2} s: {:.4} m", data.time, data.xpos[ball].z);
        }
    }
    // It lies on the plane, a little pressed into it.
    assert_eq!(data.ncon, 1);
    assert!((data.xpos[ball].z - 0.1).abs() < 1e-3);
    assert!(data.qvel.iter().all(|v| v.abs() < 1e-3));
    Ok(())
}
