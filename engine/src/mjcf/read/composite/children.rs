//! What may stand in a `composite`: the settings of its geoms, sites, joints and tendons, and its
//! pins.

use super::{Composite, KINDS, Kind, MAIN, PARTICLE};
use crate::error::Error;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::read::section::defined;
use crate::mjcf::tree::Node;
use crate::model::{NIMP, NREF};
use crate::spec::{Equality, Geom, GeomType, Joint, JointType, Site, Tendon};

const JOINT_KINDS: &Keywords<usize> = &[
    ("main", MAIN),
    ("twist", 1),
    ("stretch", 2),
    ("particle", PARTICLE),
];

/// Tendons along edges, or along diagonals.
const TENDON_KINDS: &Keywords<bool> = &[("main", false), ("shear", true)];

impl Composite<'_> {
    /// Reads all children but the skin.
    pub(super) fn read_children(&mut self, warnings: &mut Vec<Error>) -> Result<(), Error> {
        let node = self.node;
        let named = |name: &'static str| node.children().filter(move |c| c.name() == name);
        for geom in named("geom").take(1) {
            read_geom(geom, &mut self.geom)?;
        }
        for site in named("site").take(1) {
            read_site(site, &mut self.site)?;
        }
        for joint in named("joint") {
            self.read_joint(joint)?;
            warn_of_limited(joint, warnings);
        }
        let mut sheared = false;
        for tendon in named("tendon") {
            sheared |= self.read_tendon(tendon)?;
            warn_of_limited(tendon, warnings);
        }
        if !sheared {
            self.shear = None;
        }
        for pin in named("pin") {
            let mut place = [0; 2];
            if pin.fill_some("coord", &mut place)? == 0 {
                return Err(pin.missing("coord"));
            }
            self.pins.push(place);
        }
        Ok(())
    }

    fn read_joint(&mut self, node: Node<'_>) -> Result<(), Error> {
        node.required("kind")?;
        let kind = node.keyword("kind", JOINT_KINDS)?.unwrap_or(MAIN);
        debug_assert!(kind < KINDS);
        if self.joints.given[kind] {
            if self.kind != Kind::Particle {
                return Err(node
                    .value_error("kind", "a second joint of this kind")
                    .expected("one, unless the composite is of particles"));
            }
            self.joints.add_hidden_row();
        }
        self.joints.given[kind] = true;
        match self.joints.rows.last_mut() {
            Some(row) => read_joint(node, &mut row[kind]),
            None => Ok(()),
        }
    }

    /// Reads a tendon; true if it is one of the diagonals.
    fn read_tendon(&mut self, node: Node<'_>) -> Result<bool, Error> {
        node.required("kind")?;
        let diagonal = node.keyword("kind", TENDON_KINDS)?.unwrap_or(false);
        let mut unused = Default::default();
        let (tendon, equality) = match (&mut self.shear, diagonal) {
            (_, false) => &mut self.edge,
            (Some(shear), true) => shear,
            (None, true) => &mut unused,
        };
        read_tendon(node, tendon, equality)?;
        Ok(diagonal)
    }
}

fn read_geom(node: Node<'_>, geom: &mut Geom) -> Result<(), Error> {
    if let Some(shape) = node.keyword("type", GeomType::WORDS)? {
        if shape == GeomType::Sdf {
            let message = "a composite of geoms of type `sdf`";
            return Err(node
                .value_error("type", message)
                .expected("a shape without a mesh"));
        }
        geom.kind = shape;
        geom.class_kind = shape;
    }
    node.fill_some("size", &mut geom.size)?;
    node.copy_int("contype", &mut geom.contype)?;
    node.copy_int("conaffinity", &mut geom.conaffinity)?;
    node.copy_int("condim", &mut geom.condim)?;
    node.copy_int("group", &mut geom.group)?;
    node.copy_int("priority", &mut geom.priority)?;
    node.fill_some("friction", &mut geom.friction)?;
    node.fill("solmix", &mut geom.solmix)?;
    node.fill_some("solref", &mut geom.solref)?;
    node.fill_some("solimp", &mut geom.solimp)?;
    node.fill("margin", &mut geom.margin)?;
    node.fill("gap", &mut geom.gap)?;
    node.copy_reference("material", &mut geom.material);
    node.fill("rgba", &mut geom.rgba)?;
    defined(node, "mass", &mut geom.mass)?;
    node.fill("density", &mut geom.density)?;
    geom.source = Some(node.location());
    Ok(())
}

fn read_site(node: Node<'_>, site: &mut Site) -> Result<(), Error> {
    node.fill_some("size", &mut site.size)?;
    node.copy_int("group", &mut site.group)?;
    node.copy_reference("material", &mut site.material);
    node.fill("rgba", &mut site.rgba)?;
    site.source = Some(node.location());
    Ok(())
}

fn read_joint(node: Node<'_>, joint: &mut Joint) -> Result<(), Error> {
    node.copy_keyword("type", JointType::WORDS, &mut joint.kind)?;
    node.fill("axis", &mut joint.axis)?;
    // MuJoCo makes no equality of a composite's joints.
    node.fill_some("solreffix", &mut [0.0; NREF])?;
    node.fill_some("solimpfix", &mut [0.0; NIMP])?;
    node.copy_int("group", &mut joint.group)?;
    node.fill_some("solreflimit", &mut joint.solref_limit)?;
    node.fill_some("solimplimit", &mut joint.solimp_limit)?;
    node.fill_some("solreffriction", &mut joint.solref_friction)?;
    node.fill_some("solimpfriction", &mut joint.solimp_friction)?;
    node.fill("stiffness", &mut joint.stiffness)?;
    node.fill("range", &mut joint.range)?;
    node.fill("margin", &mut joint.margin)?;
    node.fill("armature", &mut joint.armature)?;
    node.fill("damping", &mut joint.damping)?;
    node.fill("frictionloss", &mut joint.frictionloss)?;
    joint.source = Some(node.location());
    Ok(())
}

fn read_tendon(node: Node<'_>, tendon: &mut Tendon, equality: &mut Equality) -> Result<(), Error> {
    node.fill_some("solreffix", &mut equality.solref)?;
    node.fill_some("solimpfix", &mut equality.solimp)?;
    node.copy_int("group", &mut tendon.group)?;
    node.fill_some("solreflimit", &mut tendon.solref_limit)?;
    node.fill_some("solimplimit", &mut tendon.solimp_limit)?;
    node.fill_some("solreffriction", &mut tendon.solref_friction)?;
    node.fill_some("solimpfriction", &mut tendon.solimp_friction)?;
    node.fill("range", &mut tendon.range)?;
    node.fill("margin", &mut tendon.margin)?;
    node.fill("stiffness", &mut tendon.stiffness)?;
    node.fill("damping", &mut tendon.damping)?;
    node.fill("frictionloss", &mut tendon.frictionloss)?;
    // A later tendon of the same kind starts without the material of an earlier one.
    tendon.material = None;
    node.copy_reference("material", &mut tendon.material);
    node.fill("rgba", &mut tendon.rgba)?;
    node.fill("width", &mut tendon.width)?;
    tendon.source = Some(node.location());
    equality.source = Some(node.location());
    Ok(())
}

/// MuJoCo looks for `limited` in the composite itself, which cannot have it.
fn warn_of_limited(node: Node<'_>, warnings: &mut Vec<Error>) {
    if node.text("limited").is_some() {
        let message = "`limited` in a composite, which MuJoCo ignores";
        let warning =
            node.attribute_error(crate::error::ErrorKind::Unsupported, "limited", message);
        warnings.push(warning.expected("`range` alone, with `autolimits`"));
    }
}
