//! Inverse kinematics by damped least squares: which angles bring the hand to a point?
//!
//! With the error e of the hand and the Jacobian J of its position, a step is
//! dq = J' (J J' + l^2 I)^-1 e.

use plumbline::math::Vec3;
use plumbline::{Data, Model};

const DAMPING: f64 = 0.05;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_string(
        r#"
        <mujoco>
          <worldbody>
            <body>
              <joint axis="0 0 1"/>
              <joint axis="0 1 0"/>
              <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.03"/>
              <body pos="0.5 0 0">
                <joint axis="0 1 0"/>
                <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.03"/>
                <body pos="0.4 0 0">
                  <joint axis="0 1 0"/>
                  <geom type="capsule" fromto="0 0 0 0.2 0 0" size="0.03"/>
                  <site name="hand" pos="0.2 0 0"/>
                </body>
              </body>
            </body>
          </worldbody>
        </mujoco>"#,
    )?;
    let mut data = Data::new(&model);
    let hand = model.site("hand")?;
    let target = Vec3::new(0.4, 0.5, 0.3);
    data.qpos.copy_from_slice(&[0.1, 0.2, 0.3, 0.4]);

    let mut far = f64::INFINITY;
    for round in 0..100 {
        data.kinematics(&model)?;
        data.com_pos(&model)?;
        let error = target - data.site_xpos[hand];
        far = error.norm();
        println!("round {round}: {far:.2e} m");
        if far < 1e-6 {
            break;
        }
        let jacobian = data.jac_site(&model, hand).p;
        let mut square = &jacobian * jacobian.transpose();
        for i in 0..3 {
            square[(i, i)] += DAMPING * DAMPING;
        }
        let Some(weights) = square.lu().solve(&error) else {
            return Err("a singular system".into());
        };
        let change = jacobian.transpose() * weights;
        // Adds what turns positions by a velocity for a unit of time, quaternions included.
        let mut qpos = data.qpos.clone();
        model.integrate_pos(&mut qpos, change.as_slice(), 1.0)?;
        data.qpos = qpos;
    }
    println!("angles {:.4?}", data.qpos);
    assert!(far < 1e-6, "{far}");
    Ok(())
}
