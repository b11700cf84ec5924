//! Who touches whom, where, and with which force: three boxes in a pile.

use plumbline::math::Vec3;
use plumbline::{Data, Model};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_string(
        r#"
        <mujoco>
          <worldbody>
            <geom name="floor" type="plane" size="1 1 0.1"/>
            <body pos="0 0 0.1"><freejoint/><geom name="low" type="box" size="0.1 0.1 0.1"/></body>
            <body pos="0 0 0.3"><freejoint/><geom name="mid" type="box" size="0.1 0.1 0.1"/></body>
            <body pos="0 0 0.5"><freejoint/><geom name="top" type="box" size="0.1 0.1 0.1"/></body>
          </worldbody>
        </mujoco>"#,
    )?;
    let mut data = Data::new(&model);
    for _ in 0..500 {
        data.step(&model)?;
    }
    data.forward(&model)?;

    let mut on_floor = Vec3::zeros();
    for contact in data.contacts(&model) {
        let [below, above] = contact.geom_names().map(|name| name.unwrap_or("?"));
        let force = contact.force_world();
        println!(
            "{below} under {above} at ({:6.3}, {:6.3}, {:6.3}), depth {:.2e} m: {:6.2} N",
            contact.pos.x, contact.pos.y, contact.pos.z, -contact.dist, force.z
        );
        if below == "floor" {
            on_floor += force;
        }
    }
    let weight = model.total_mass() * 9.81;
    println!("the floor carries {:.3} N of {weight:.3} N", on_floor.z);
    assert!((on_floor.z - weight).abs() < 0.01 * weight);
    Ok(())
}
