//! `camera` and `light`.

use super::orientation;
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{Camera, Light, Tracking};

/// Reads a camera over what it inherits.
pub(super) fn read_camera(node: Node<'_>, camera: &mut Camera) -> Result<(), Error> {
    node.copy_text("name", &mut camera.name);
    node.copy_reference("target", &mut camera.target);
    node.copy_keyword("mode", Tracking::WORDS, &mut camera.mode)?;
    node.fill("pos", &mut camera.pos)?;
    orientation::read(node, &mut camera.orientation)?;
    node.fill("ipd", &mut camera.ipd)?;
    node.copy_bool("orthographic", &mut camera.orthographic)?;
    lens(node, camera)?;
    // A camera, unlike everything else, does not inherit user data.
    camera.user = node.numbers("user")?.unwrap_or_default();
    camera.source = Some(node.location());
    Ok(())
}

/// Either `fovy`, or a sensor size with focal length and principal point. Values in pixels take
/// precedence.
fn lens(node: Node<'_>, camera: &mut Camera) -> Result<(), Error> {
    let principal = node.fill("principalpixel", &mut camera.principal_pixel)?
        || node.fill("principal", &mut camera.principal_length)?;
    let focal = node.fill("focalpixel", &mut camera.focal_pixel)?
        || node.fill("focal", &mut camera.focal_length)?;
    let sensor = node.fill("sensorsize", &mut camera.sensor_size)?;
    if (principal || focal) && !sensor {
        return Err(node.missing("sensorsize"));
    }
    let fovy = node.fill("fovy", &mut camera.fovy)?;
    let resolution = node.fill("resolution", &mut camera.resolution)?;
    if (focal || sensor) && !resolution {
        return Err(node.missing("resolution"));
    }
    if camera.resolution.iter().any(|&pixels| pixels < 0.0) {
        return Err(node
            .value_error("resolution", "the resolution is negative")
            .expected("two numbers of pixels"));
    }
    if fovy && sensor {
        return Err(node
            .value_error("fovy", "both `fovy` and `sensorsize` are given")
            .expected("one of them"));
    }
    Ok(())
}

/// Reads a light over what it inherits.
pub(super) fn read_light(node: Node<'_>, light: &mut Light) -> Result<(), Error> {
    node.copy_text("name", &mut light.name);
    node.copy_reference("target", &mut light.target);
    node.copy_keyword("mode", Tracking::WORDS, &mut light.mode)?;
    node.copy_bool("directional", &mut light.directional)?;
    node.copy_bool("castshadow", &mut light.castshadow)?;
    node.copy_bool("active", &mut light.active)?;
    node.fill("pos", &mut light.pos)?;
    node.fill("dir", &mut light.dir)?;
    node.fill("bulbradius", &mut light.bulbradius)?;
    node.fill("attenuation", &mut light.attenuation)?;
    node.fill("cutoff", &mut light.cutoff)?;
    node.fill("exponent", &mut light.exponent)?;
    node.fill("ambient", &mut light.ambient)?;
    node.fill("diffuse", &mut light.diffuse)?;
    node.fill("specular", &mut light.specular)?;
    light.source = Some(node.location());
    Ok(())
}
