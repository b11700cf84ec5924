//! A model built by a program, without XML: a chain of as many links as one likes.

use plumbline::Data;
use plumbline::math::Vec3;
use plumbline::model::{EnableFlags, GeomType, Integrator, JointType, ObjectType, SensorType};
use plumbline::spec::{Body, Geom, Joint, Sensor, Spec};

const LINKS: usize = 8;
const LENGTH: f64 = 0.2;

/// A link that carries those below it.
fn link(number: usize) -> Body {
    let end = Vec3::new(0.0, 0.0, -LENGTH);
    Body {
        name: format!("link{number}"),
        pos: if number == 0 { Vec3::zeros() } else { end },
        joints: vec![Joint {
            name: format!("joint{number}"),
            kind: JointType::Hinge,
            axis: Vec3::new(0.0, 1.0, 0.0),
            ..Joint::default()
        }],
        geoms: vec![Geom {
            kind: GeomType::Capsule,
            fromto: Some([0.0, 0.0, 0.0, end.x, end.y, end.z]),
            size: Vec3::new(0.02, 0.0, 0.0),
            contype: 0,
            conaffinity: 0,
            ..Geom::default()
        }],
        children: (number + 1 < LINKS)
            .then(|| link(number + 1))
            .into_iter()
            .collect(),
        ..Body::default()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut spec = Spec {
        name: "chain".to_owned(),
        sensors: vec![Sensor {
            name: "swing".to_owned(),
            kind: SensorType::JointPos,
            objtype: ObjectType::Joint,
            objname: "joint0".to_owned(),
            ..Sensor::default()
        }],
        ..Spec::default()
    };
    spec.option.timestep = 0.001;
    spec.option.set_integrator(Integrator::Rk4);
    spec.option.enable(EnableFlags::ENERGY);
    spec.world.children.push(link(0));

    let model = spec.compile()?;
    let mut data = Data::new(&model);
    data.joint_mut(&model, "joint0")?.qpos[0] = 1.0;
    data.forward(&model)?;
    let before = data.energy[0] + data.energy[1];
    for _ in 0..1000 {
        data.step(&model)?;
    }
    let after = data.energy[0] + data.energy[1];
    println!("{} links, {:.3} kg", model.nv, model.total_mass());
    println!(
        "the first one is at {:.3} rad",
        data.sensor(&model, "swing")?[0]
    );
    println!("energy {before:.6} J, a second later {after:.6} J");

    assert_eq!((model.nbody, model.nv), (LINKS + 1, LINKS));
    assert!((after - before).abs() < 1e-3 * before.abs());
    Ok(())
}
