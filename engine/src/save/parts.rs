//! What bodies carry, and what their classes start from: joints, geoms, sites, cameras and lights.
//!
//! Each function writes what differs from a class, for an element as compiled and for a class
//! nested in another alike.

use super::element::Element;
use crate::math::Vec3;
use crate::math::frame::{Frame, product};
use crate::model::{GeomType, JointType};
use crate::spec::{Camera, Geom, Joint, Light, Site};

const ORIGIN: [f64; 3] = [0.0; 3];
const UNTURNED: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// What only a joint has, not a class of joints.
pub(super) fn joint_place(out: &mut Element, joint: &Joint) {
    if joint.kind != JointType::Free {
        out.given("pos", joint.pos.as_slice());
    }
    if !matches!(joint.kind, JointType::Free | JointType::Ball) {
        out.given("axis", joint.axis.as_slice());
    }
}

pub(super) fn joint(out: &mut Element, joint: &Joint, class: &Joint) {
    out.word("type", joint.kind.name(), class.kind.name());
    out.int("group", joint.group, class.group);
    out.number("ref", joint.reference, 0.0);
    out.number("springref", joint.springref, 0.0);
    out.trimmed("solreflimit", &joint.solref_limit, &class.solref_limit);
    out.trimmed("solimplimit", &joint.solimp_limit, &class.solimp_limit);
    out.trimmed(
        "solreffriction",
        &joint.solref_friction,
        &class.solref_friction,
    );
    out.trimmed(
        "solimpfriction",
        &joint.solimp_friction,
        &class.solimp_friction,
    );
    out.number("stiffness", joint.stiffness, class.stiffness);
    out.auto("limited", joint.limited, class.limited);
    out.numbers("range", &joint.range, &class.range);
    out.auto(
        "actuatorfrclimited",
        joint.actfrclimited,
        class.actfrclimited,
    );
    out.flag("actuatorgravcomp", joint.actgravcomp, class.actgravcomp);
    out.numbers("actuatorfrcrange", &joint.actfrcrange, &class.actfrcrange);
    out.number("margin", joint.margin, class.margin);
    out.number("armature", joint.armature, class.armature);
    out.number("damping", joint.damping, class.damping);
    out.number("frictionloss", joint.frictionloss, class.frictionloss);
}

/// How many numbers the size of a shape has.
fn size_count(kind: GeomType) -> usize {
    match kind {
        GeomType::Plane | GeomType::Ellipsoid | GeomType::Box => 3,
        GeomType::Capsule | GeomType::Cylinder => 2,
        GeomType::Sphere => 1,
        GeomType::Hfield | GeomType::Mesh | GeomType::Sdf => 0,
    }
}

fn sized(out: &mut Element, kind: GeomType, size: &Vec3, class: &Vec3) {
    let count = size_count(kind);
    if count > 0 {
        out.numbers(
            "size",
            &size.as_slice()[..count],
            &class.as_slice()[..count],
        );
    }
}

/// What only a geom has: its size and its place, before the frame of its mesh was added.
pub(super) fn geom_place(
    out: &mut Element,
    geom: &Geom,
    place: &Frame,
    mesh: Option<&Frame>,
    class: &Geom,
) {
    sized(out, geom.kind, &geom.size, &class.size);
    let mut place = *place;
    if let Some(mesh) = mesh {
        if is_same(&place, mesh) {
            return;
        }
        let mut back = mesh.quat;
        back.0[1..].iter_mut().for_each(|x| *x = -*x);
        place.quat = product(place.quat, back);
        let turn = Frame {
            pos: Vec3::zeros(),
            quat: place.quat,
        };
        place.pos -= turn.point(mesh.pos);
    }
    out.numbers("pos", place.pos.as_slice(), &ORIGIN);
    out.numbers("quat", &place.quat.0, &UNTURNED);
}

/// Whether a geom stands where its mesh does by itself.
fn is_same(place: &Frame, mesh: &Frame) -> bool {
    let within = |a: &[f64], b: &[f64]| {
        let mut pairs = a.iter().zip(b);
        !pairs.any(|(a, b)| (a - b).abs() > f64::EPSILON)
    };
    within(place.pos.as_slice(), mesh.pos.as_slice()) && within(&place.quat.0, &mesh.quat.0)
}

/// `mass` is what the geom weighs, and what it would weigh by the density of its class.
pub(super) fn geom(out: &mut Element, geom: &Geom, mass: [f64; 2], class: &Geom) {
    out.word("type", geom.kind.name(), class.kind.name());
    out.int("contype", geom.contype, class.contype);
    out.int("conaffinity", geom.conaffinity, class.conaffinity);
    out.int("condim", geom.condim, class.condim);
    out.int("group", geom.group, class.group);
    out.int("priority", geom.priority, class.priority);
    out.trimmed("friction", &geom.friction, &class.friction);
    out.number("solmix", geom.solmix, class.solmix);
    out.trimmed("solref", &geom.solref, &class.solref);
    out.trimmed("solimp", &geom.solimp, &class.solimp);
    out.number("margin", geom.margin, class.margin);
    out.number("gap", geom.gap, class.gap);
    if geom.fluid_ellipsoid != class.fluid_ellipsoid {
        let shape = if geom.fluid_ellipsoid {
            "ellipsoid"
        } else {
            "none"
        };
        out.text("fluidshape", shape);
    }
    out.numbers("fluidcoef", &geom.fluid_coefs, &class.fluid_coefs);
    out.flag("shellinertia", geom.shell, class.shell);
    if geom.mass.is_some() {
        out.number("mass", mass[0], mass[1]);
    } else {
        out.number("density", geom.density, class.density);
    }
    out.changed("material", geom.material.as_ref(), class.material.as_ref());
    out.numbers("rgba", &geom.rgba, &class.rgba);
    if geom.kind == GeomType::Hfield {
        out.reference("hfield", geom.hfield.as_ref());
    }
    if matches!(geom.kind, GeomType::Mesh | GeomType::Sdf) {
        out.reference("mesh", geom.mesh.as_ref());
    }
}

pub(super) fn site_place(out: &mut Element, site: &Site, place: &Frame, class: &Site) {
    out.given("pos", place.pos.as_slice());
    out.numbers("quat", &place.quat.0, &UNTURNED);
    sized(out, site.shape, &site.size, &class.size);
}

pub(super) fn site(out: &mut Element, site: &Site, class: &Site) {
    out.int("group", site.group, class.group);
    out.word("type", site.shape.name(), class.shape.name());
    out.changed("material", site.material.as_ref(), class.material.as_ref());
    out.numbers("rgba", &site.rgba, &class.rgba);
}

pub(super) fn camera_place(out: &mut Element, camera: &Camera, place: &Frame) {
    out.reference("target", camera.target.as_ref());
    out.given("pos", place.pos.as_slice());
    out.numbers("quat", &place.quat.0, &UNTURNED);
}

pub(super) fn camera(out: &mut Element, camera: &Camera, class: &Camera) {
    out.number("ipd", camera.ipd, class.ipd);
    out.word("mode", camera.mode.name(), class.mode.name());
    out.numbers("resolution", &camera.resolution, &class.resolution);
    out.flag("orthographic", camera.orthographic, class.orthographic);
    if camera.sensor_size[0] > 0.0 && camera.sensor_size[1] > 0.0 {
        out.given("sensorsize", &camera.sensor_size);
        out.numbers("focal", &camera.focal_length, &class.focal_length);
        out.numbers("focalpixel", &camera.focal_pixel, &class.focal_pixel);
        out.numbers(
            "principal",
            &camera.principal_length,
            &class.principal_length,
        );
        out.numbers(
            "principalpixel",
            &camera.principal_pixel,
            &class.principal_pixel,
        );
    } else {
        out.number("fovy", camera.fovy, class.fovy);
    }
}

pub(super) fn light_place(out: &mut Element, light: &Light) {
    out.reference("target", light.target.as_ref());
    out.given("pos", light.pos.as_slice());
    out.given("dir", light.dir.as_slice());
}

pub(super) fn light(out: &mut Element, light: &Light, class: &Light) {
    let radius = |light: &Light| light.bulbradius as f32;
    out.number("bulbradius", radius(light), radius(class));
    out.flag("directional", light.directional, class.directional);
    out.flag("castshadow", light.castshadow, class.castshadow);
    out.flag("active", light.active, class.active);
    out.numbers("attenuation", &light.attenuation, &class.attenuation);
    out.number("cutoff", light.cutoff, class.cutoff);
    out.number("exponent", light.exponent, class.exponent);
    out.numbers("ambient", &light.ambient, &class.ambient);
    out.numbers("diffuse", &light.diffuse, &class.diffuse);
    out.numbers("specular", &light.specular, &class.specular);
    out.word("mode", light.mode.name(), class.mode.name());
}
