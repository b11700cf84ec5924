//! Cameras and lights: placement, targets and lenses.

use std::f64::consts::PI;

use super::names::Names;
use super::parts::Parts;
use super::refusal::{check_user, invalid};
use super::user;
use crate::error::Error;
use crate::math::Vec3;
use crate::math::frame::{EPS, Frame, normalize, unit};
use crate::model::Model;
use crate::spec::resolve;
use crate::spec::{self, Compiler, ObjectType, Source};

/// A camera ready for the model.
#[derive(Debug)]
pub(super) struct Camera<'a> {
    pub(super) spec: &'a spec::Camera,
    pub(super) body: usize,
    pub(super) frame: Frame,
    pub(super) target: Option<usize>,
    pub(super) fovy: f64,
    pub(super) intrinsic: [f32; 4],
}

/// A light ready for the model.
#[derive(Debug)]
pub(super) struct Light<'a> {
    pub(super) spec: &'a spec::Light,
    pub(super) body: usize,
    pub(super) pos: Vec3,
    pub(super) dir: Vec3,
    pub(super) target: Option<usize>,
}

/// What the cameras of one body share.
#[derive(Debug)]
pub(super) struct Studio<'a> {
    pub(super) body: usize,
    pub(super) compiler: &'a Compiler,
    pub(super) names: &'a Names<'a>,
    pub(super) nuser: usize,
    /// Near clipping distance, which stands in for an unknown focal length.
    pub(super) znear: f32,
}

pub(super) fn resolve_camera<'a>(
    spec: &'a spec::Camera,
    frame: Option<&Frame>,
    studio: &Studio<'_>,
) -> Result<Camera<'a>, Error> {
    check_user(&spec.user, studio.nuser, "camera", &spec.source)?;
    let mut pose = Frame {
        pos: spec.pos,
        quat: resolve::resolve(&spec.orientation, studio.compiler)
            .map_err(|wrong| invalid("camera", &spec.source, wrong))?,
    };
    if let Some(frame) = frame {
        pose = frame.compose(&pose);
    }
    pose.quat = unit(pose.quat);
    let target = find_target(&spec.target, "camera", &spec.source, studio.names)?;
    if spec.fovy >= 180.0 {
        return Err(invalid(
            "camera",
            &spec.source,
            format!(
                "a field of view of {} degrees has no image plane",
                spec.fovy
            ),
        )
        .attribute("fovy")
        .expected("less than 180"));
    }
    check_lens(spec)?;
    let (fovy, intrinsic) = lens(spec, studio.znear);
    Ok(Camera {
        spec,
        body: studio.body,
        frame: pose,
        target,
        fovy,
        intrinsic,
    })
}

/// Focal length and principal point may each be given in length or in pixels, not both.
fn check_lens(spec: &spec::Camera) -> Result<(), Error> {
    let twice = |length: &[f32; 2], pixel: &[f32; 2]| {
        (length[0] != 0.0 && pixel[0] != 0.0) || (length[1] != 0.0 && pixel[1] != 0.0)
    };
    for (name, length, pixel) in [
        ("principal", &spec.principal_length, &spec.principal_pixel),
        ("focal", &spec.focal_length, &spec.focal_pixel),
    ] {
        if twice(length, pixel) {
            return Err(invalid(
                "camera",
                &spec.source,
                format!("`{name}` and `{name}pixel` are both given"),
            )
            .expected("one of them"));
        }
    }
    Ok(())
}

/// Vertical field of view, and focal lengths and principal point in length units.
fn lens(spec: &spec::Camera, znear: f32) -> (f64, [f32; 4]) {
    let [width, height] = spec.sensor_size;
    if !(width > 0.0 && height > 0.0) {
        return (spec.fovy, [znear, znear, 0.0, 0.0]);
    }
    let density = [spec.resolution[0] / width, spec.resolution[1] / height];
    // a form that was not given is zero and adds nothing
    let at = |pixel: [f32; 2], length: [f32; 2], i: usize| pixel[i] / density[i] + length[i];
    let intrinsic = [
        at(spec.focal_pixel, spec.focal_length, 0),
        at(spec.focal_pixel, spec.focal_length, 1),
        at(spec.principal_pixel, spec.principal_length, 0),
        at(spec.principal_pixel, spec.principal_length, 1),
    ];
    let half_angle = (height / 2.0).atan2(intrinsic[1]);
    (f64::from(half_angle) * 360.0 / PI, intrinsic)
}

pub(super) fn resolve_light<'a>(
    spec: &'a spec::Light,
    body: usize,
    frame: Option<&Frame>,
    names: &Names<'_>,
) -> Result<Light<'a>, Error> {
    let (mut pos, mut dir) = (spec.pos, spec.dir);
    if let Some(frame) = frame {
        pos = frame.point(pos);
        dir = frame.quat.rotate(&dir);
    }
    if normalize(dir.as_mut_slice()) < EPS {
        return Err(invalid(
            "light",
            &spec.source,
            "the direction is too short to be one",
        )
        .attribute("dir"));
    }
    Ok(Light {
        spec,
        body,
        pos,
        dir,
        target: find_target(&spec.target, "light", &spec.source, names)?,
    })
}

fn find_target(
    target: &Option<String>,
    element: &str,
    source: &Source,
    names: &Names<'_>,
) -> Result<Option<usize>, Error> {
    let Some(name) = target.as_deref().filter(|name| !name.is_empty()) else {
        return Ok(None);
    };
    match names.find(ObjectType::Body, name) {
        Some(body) => Ok(Some(body)),
        None => Err(
            invalid(element, source, format!("there is no body `{name}`"))
                .attribute("target")
                .expected("the name of a body"),
        ),
    }
}

/// Writes the cameras and lights; their poses in the reference configuration come with the constants.
pub(super) fn write(parts: &Parts<'_>, model: &mut Model) {
    let id_or_none = |target: Option<usize>| target.map_or(-1, |body| body as i32);
    for (id, camera) in parts.cameras.iter().enumerate() {
        let spec = camera.spec;
        model.cam_mode[id] = spec.mode as i32;
        model.cam_bodyid[id] = camera.body as i32;
        model.cam_targetbodyid[id] = id_or_none(camera.target);
        model.cam_pos[id] = camera.frame.pos;
        model.cam_quat[id] = camera.frame.quat;
        model.cam_orthographic[id] = i32::from(spec.orthographic);
        model.cam_fovy[id] = camera.fovy;
        model.cam_ipd[id] = spec.ipd;
        model.cam_resolution[id] = spec.resolution.map(|pixels| pixels as i32);
        model.cam_sensorsize[id] = spec.sensor_size;
        model.cam_intrinsic[id] = camera.intrinsic;
        user::write(&mut model.cam_user, id, model.nuser_cam, &spec.user);
    }
    for (id, light) in parts.lights.iter().enumerate() {
        let spec = light.spec;
        model.light_mode[id] = spec.mode as i32;
        model.light_bodyid[id] = light.body as i32;
        model.light_targetbodyid[id] = id_or_none(light.target);
        model.light_directional[id] = u8::from(spec.directional);
        model.light_castshadow[id] = u8::from(spec.castshadow);
        model.light_bulbradius[id] = spec.bulbradius as f32;
        model.light_active[id] = u8::from(spec.active);
        model.light_pos[id] = light.pos;
        model.light_dir[id] = light.dir;
        model.light_attenuation[id] = spec.attenuation;
        model.light_cutoff[id] = spec.cutoff;
        model.light_exponent[id] = spec.exponent;
        model.light_ambient[id] = spec.ambient;
        model.light_diffuse[id] = spec.diffuse;
        model.light_specular[id] = spec.specular;
    }
}
