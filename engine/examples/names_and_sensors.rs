//! Names lead to ids, ids to the arrays; sensors and joints are read by name.

use plumbline::model::SensorType;
use plumbline::{Data, Model};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_string(
        r#"
        <mujoco>
          <worldbody>
            <body name="upper">
              <joint name="shoulder" axis="0 1 0" damping="0.1"/>
              <geom name="rod" type="capsule" fromto="0 0 0 0 0 -0.4" size="0.02"/>
              <body name="lower" pos="0 0 -0.4">
                <joint name="elbow" axis="0 1 0" damping="0.1"/>
                <geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.02"/>
                <site name="hand" pos="0 0 -0.3"/>
              </body>
            </body>
          </worldbody>
          <actuator><motor name="push" joint="elbow" ctrlrange="-1 1"/></actuator>
          <sensor>
            <framepos name="hand_pos" objtype="site" objname="hand"/>
            <gyro name="hand_gyro" site="hand"/>
            <actuatorfrc name="effort" actuator="push"/>
          </sensor>
        </mujoco>"#,
    )?;
    let mut data = Data::new(&model);
    let (push, hand) = (model.actuator("push")?, model.site("hand")?);
    data.joint_mut(&model, "shoulder")?.qpos[0] = 0.5;
    for _ in 0..200 {
        data.ctrl[push] = 0.2;
        data.step(&model)?;
    }
    // Readings are those of the last evaluation, at the start of the step; this is one for now.
    data.forward(&model)?;

    for id in 0..model.nsensor {
        let name = model.sensor_name(id).unwrap_or("");
        let kind = model.sensor_type(id).map_or("", SensorType::name);
        println!(
            "{name} ({kind}): {:?}",
            &data.sensordata[model.sensor_values(id)]
        );
    }
    let elbow = data.joint(&model, "elbow")?;
    println!("elbow at {:?}, turning by {:?}", elbow.qpos, elbow.qvel);

    assert_eq!(
        data.sensor(&model, "hand_pos")?,
        data.site_xpos[hand].as_slice()
    );
    assert_eq!(data.sensor(&model, "effort")?, [0.2]);
    let error = model.site("hant").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no site is named `hant`; did you mean `hand`?"
    );
    Ok(())
}
