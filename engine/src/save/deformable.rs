//! `deformable`: flexes and skins.

use super::Writer;
use super::element::Element;
use crate::spec::{Flex, Geom, Skin};

impl Writer<'_> {
    pub(super) fn deformables(&self) -> Element {
        let mut section = Element::new("deformable");
        for (id, flex) in self.spec.flexes.iter().enumerate() {
            section.children.push(self.flex(id, flex));
        }
        for (id, skin) in self.spec.skins.iter().enumerate() {
            section.children.push(self.skin(id, skin));
        }
        section
    }

    fn flex(&self, id: usize, flex: &Flex) -> Element {
        let usual = Flex::default();
        let mut out = Element::new("flex");
        out.text("name", flex.name.as_str());
        out.number("radius", flex.radius, usual.radius);
        out.reference("material", flex.material.as_ref());
        out.numbers("rgba", &flex.rgba, &usual.rgba);
        out.flag("flatskin", flex.flatskin, usual.flatskin);
        out.int("dim", flex.dim, usual.dim);
        out.int("group", flex.group, usual.group);
        out.text("body", flex.bodies.join(" "));
        out.list("vertex", &flex.vertex);
        out.indices("element", self.outline.flexes[id]);
        // `discardvisual` clears them before the compiler copies them once more.
        out.list("texcoord", &flex.texcoord);
        out.adopt(contact(flex, &usual));
        let elasticity = out.child("elasticity");
        elasticity.number("young", flex.young, usual.young);
        elasticity.number("poisson", flex.poisson, usual.poisson);
        elasticity.number("thickness", flex.thickness, usual.thickness);
        elasticity.number("damping", flex.damping, usual.damping);
        let mut edge = Element::new("edge");
        edge.number("stiffness", flex.edgestiffness, usual.edgestiffness);
        edge.number("damping", flex.edgedamping, usual.edgedamping);
        out.adopt(edge);
        out
    }

    fn skin(&self, id: usize, skin: &Skin) -> Element {
        let m = self.model;
        let mut out = Element::new("skin");
        out.text("name", skin.name.as_str());
        let file = self.file(&skin.file);
        out.text("file", file);
        out.reference("material", self.material_of(&skin.material).as_ref());
        out.int("group", skin.group, 0);
        out.numbers("rgba", &skin.rgba, &Geom::default().rgba);
        out.number("inflate", skin.inflate, 0.0);
        if !file.is_empty() {
            return out;
        }
        out.list("vertex", &skin.vertex);
        out.list("texcoord", &skin.texcoord);
        out.indices("face", &skin.face);
        let first = m.skin_boneadr[id] as usize;
        for (bone, given) in (first..).zip(&skin.bones) {
            let start = m.skin_bonevertadr[bone] as usize;
            let vertices = start..start + m.skin_bonevertnum[bone] as usize;
            let child = out.child("bone");
            child.text("body", given.body.as_str());
            child.given("bindpos", &m.skin_bonebindpos[bone]);
            child.given("bindquat", &m.skin_bonebindquat[bone]);
            child.indices("vertid", &m.skin_bonevertid[vertices.clone()]);
            child.list("vertweight", &m.skin_bonevertweight[vertices]);
        }
        out
    }
}

fn contact(flex: &Flex, usual: &Flex) -> Element {
    let mut out = Element::new("contact");
    out.int("contype", flex.contype, usual.contype);
    out.int("conaffinity", flex.conaffinity, usual.conaffinity);
    out.int("condim", flex.condim, usual.condim);
    out.int("priority", flex.priority, usual.priority);
    let friction = (flex.friction.as_slice(), usual.friction.as_slice());
    out.numbers("friction", friction.0, friction.1);
    out.number("solmix", flex.solmix, usual.solmix);
    out.numbers("solref", &flex.solref, &usual.solref);
    out.numbers("solimp", &flex.solimp, &usual.solimp);
    out.number("margin", flex.margin, usual.margin);
    out.number("gap", flex.gap, usual.gap);
    out.flag("internal", flex.internal, usual.internal);
    out.word(
        "selfcollide",
        flex.selfcollide.name(),
        usual.selfcollide.name(),
    );
    out.int("activelayers", flex.activelayers, usual.activelayers);
    out
}
