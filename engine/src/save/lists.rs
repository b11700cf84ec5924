//! What stands in lists outside of the tree, and what its classes start from: pairs, equalities,
//! tendons, actuators, meshes and materials.

use super::element::Element;
use crate::error::Error;
use crate::spec::{
    Actuator, Equality, Material, Mesh, MeshInertia, Pair, Tendon, Transmission, WrapKind,
};

/// The role of the textures that can be written.
const RGB: usize = 1;

pub(super) fn mesh(out: &mut Element, mesh: &Mesh, class: &Mesh) {
    out.numbers("refpos", mesh.refpos.as_slice(), class.refpos.as_slice());
    out.numbers("refquat", &mesh.refquat.0, &class.refquat.0);
    out.numbers("scale", mesh.scale.as_slice(), class.scale.as_slice());
    out.flag("smoothnormal", mesh.smoothnormal, class.smoothnormal);
}

/// How the inertia of a mesh is computed, if not as in its class.
pub(super) fn mesh_inertia(out: &mut Element, mesh: &Mesh, class: &Mesh) {
    let word = |mesh: &Mesh| match mesh.inertia {
        MeshInertia::Convex => "convex",
        MeshInertia::Exact => "exact",
        MeshInertia::Legacy => "legacy",
    };
    out.word("inertia", word(mesh), word(class));
}

pub(super) fn material(
    out: &mut Element,
    material: &Material,
    class: &Material,
) -> Result<(), Error> {
    let textures = material.textures.iter().zip(&class.textures).enumerate();
    for (role, (texture, usual)) in textures.skip(1) {
        if texture != usual {
            out.text("texture", texture.as_str());
        }
        if role != RGB && !texture.is_empty() {
            let error =
                Error::invalid("a material with a texture for another role than its colour");
            let expected = "materials with one texture each: MuJoCo cannot write the others either";
            return Err(error.expected(expected).at(material.source.clone()));
        }
    }
    out.flag("texuniform", material.texuniform, class.texuniform);
    out.numbers("texrepeat", &material.texrepeat, &class.texrepeat);
    macro_rules! numbers {
        ($($name:ident)*) => {
            $(out.number(stringify!($name), material.$name, class.$name);)*
        };
    }
    numbers!(emission specular shininess reflectance metallic roughness);
    out.numbers("rgba", &material.rgba, &class.rgba);
    Ok(())
}

pub(super) fn pair(out: &mut Element, pair: &Pair, class: &Pair) {
    out.text("name", pair.name.as_str());
    out.int("condim", pair.condim, class.condim);
    out.number("margin", pair.margin, class.margin);
    out.number("gap", pair.gap, class.gap);
    out.trimmed("solref", &pair.solref, &class.solref);
    out.trimmed(
        "solreffriction",
        &pair.solreffriction,
        &class.solreffriction,
    );
    out.trimmed("solimp", &pair.solimp, &class.solimp);
    out.numbers("friction", &pair.friction, &class.friction);
}

pub(super) fn equality(out: &mut Element, equality: &Equality, class: &Equality) {
    out.flag("active", equality.active, class.active);
    out.trimmed("solref", &equality.solref, &class.solref);
    out.trimmed("solimp", &equality.solimp, &class.solimp);
}

/// Whether a tendon is made of joints.
pub(super) fn is_fixed(tendon: &Tendon) -> bool {
    let first = tendon.path.first().map(|wrap| &wrap.kind);
    matches!(first, Some(WrapKind::Joint { .. }))
}

pub(super) fn tendon(out: &mut Element, tendon: &Tendon, class: &Tendon) {
    out.int("group", tendon.group, class.group);
    out.trimmed("solreflimit", &tendon.solref_limit, &class.solref_limit);
    out.trimmed("solimplimit", &tendon.solimp_limit, &class.solimp_limit);
    out.trimmed(
        "solreffriction",
        &tendon.solref_friction,
        &class.solref_friction,
    );
    out.trimmed(
        "solimpfriction",
        &tendon.solimp_friction,
        &class.solimp_friction,
    );
    out.auto("limited", tendon.limited, class.limited);
    out.numbers("range", &tendon.range, &class.range);
    out.number("margin", tendon.margin, class.margin);
    out.number("stiffness", tendon.stiffness, class.stiffness);
    out.number("damping", tendon.damping, class.damping);
    out.number("frictionloss", tendon.frictionloss, class.frictionloss);
    let (own, usual) = (&tendon.springlength, &class.springlength);
    let count = if own[0] != own[1] || usual[0] != usual[1] {
        2
    } else {
        1
    };
    out.numbers("springlength", &own[..count], &usual[..count]);
    if !is_fixed(tendon) {
        out.changed(
            "material",
            tendon.material.as_ref(),
            class.material.as_ref(),
        );
        out.number("width", tendon.width, class.width);
        out.numbers("rgba", &tendon.rgba, &class.rgba);
    }
}

/// What an actuator acts on.
pub(super) fn transmission(out: &mut Element, transmission: &Transmission) {
    match transmission {
        Transmission::Undefined => {}
        Transmission::Joint(joint) => out.text("joint", joint.as_str()),
        Transmission::JointInParent(joint) => out.text("jointinparent", joint.as_str()),
        Transmission::SliderCrank { crank, slider } => {
            out.text("cranksite", crank.as_str());
            out.reference("slidersite", slider.as_ref());
        }
        Transmission::Tendon(tendon) => out.text("tendon", tendon.as_str()),
        Transmission::Site { site, reference } => {
            out.text("site", site.as_str());
            out.reference("refsite", reference.as_ref());
        }
        Transmission::Body(body) => out.text("body", body.as_str()),
    }
}

/// Limits, lengths and what an actuator's activation does; `actdim` is what it is compared with.
pub(super) fn actuator(out: &mut Element, actuator: &Actuator, class: &Actuator, actdim: i32) {
    out.int("group", actuator.group, class.group);
    out.auto("ctrllimited", actuator.ctrllimited, class.ctrllimited);
    out.numbers("ctrlrange", &actuator.ctrlrange, &class.ctrlrange);
    out.auto("forcelimited", actuator.forcelimited, class.forcelimited);
    out.numbers("forcerange", &actuator.forcerange, &class.forcerange);
    out.auto("actlimited", actuator.actlimited, class.actlimited);
    out.numbers("actrange", &actuator.actrange, &class.actrange);
    out.numbers("lengthrange", &actuator.lengthrange, &class.lengthrange);
    out.numbers("gear", &actuator.gear, &class.gear);
    out.number("cranklength", actuator.cranklength, class.cranklength);
    out.flag("actearly", actuator.actearly, class.actearly);
    out.int("actdim", actuator.actdim.unwrap_or(-1), actdim);
    out.word("dyntype", actuator.dyntype.name(), class.dyntype.name());
    out.numbers("dynprm", &actuator.dynprm, &class.dynprm);
}

/// Gain and bias, which an actuator of a plugin has not.
pub(super) fn actuator_force(out: &mut Element, actuator: &Actuator, class: &Actuator) {
    out.word("gaintype", actuator.gaintype.name(), class.gaintype.name());
    out.word("biastype", actuator.biastype.name(), class.biastype.name());
    out.trimmed("gainprm", &actuator.gainprm, &class.gainprm);
    out.trimmed("biasprm", &actuator.biasprm, &class.biasprm);
}
