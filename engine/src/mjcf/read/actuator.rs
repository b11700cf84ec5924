//! `actuator`: the general form, and shortcuts that write into it.

use super::{AUTO, Reader, plugin};
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::model::{NBIAS, NGAIN};
use crate::spec::{Actuator, Auto, BiasType, DynType, GainType, Transmission};

impl Reader {
    pub(super) fn actuators(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            let mut actuator = self.classes.of(node)?.actuator.clone();
            read(node, &mut actuator)?;
            if node.name() == "plugin" {
                actuator.plugin = Some(plugin::read_use(node, &mut self.spec)?);
            }
            self.spec.actuators.push(actuator);
        }
        Ok(())
    }
}

/// Reads an actuator of any kind over what it inherits.
pub(super) fn read(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    node.copy_text("name", &mut actuator.name);
    node.copy_int("group", &mut actuator.group)?;
    node.copy_keyword("ctrllimited", AUTO, &mut actuator.ctrllimited)?;
    node.copy_keyword("forcelimited", AUTO, &mut actuator.forcelimited)?;
    node.copy_keyword("actlimited", AUTO, &mut actuator.actlimited)?;
    node.fill("ctrlrange", &mut actuator.ctrlrange)?;
    node.fill("forcerange", &mut actuator.forcerange)?;
    node.fill("actrange", &mut actuator.actrange)?;
    node.fill("lengthrange", &mut actuator.lengthrange)?;
    node.fill_some("gear", &mut actuator.gear)?;
    transmission(node, actuator)?;
    match node.name() {
        "motor" => motor(actuator),
        "position" | "intvelocity" => servo(node, actuator)?,
        "velocity" => velocity(node, actuator)?,
        "damper" => damper(node, actuator)?,
        "cylinder" => cylinder(node, actuator)?,
        "muscle" => muscle(node, actuator)?,
        "adhesion" => adhesion(node, actuator)?,
        _ => general(node, actuator)?,
    }
    node.copy_numbers("user", &mut actuator.user)?;
    actuator.source = Some(node.location());
    Ok(())
}

/// What the actuator acts on, and the attributes that only some targets have.
fn transmission(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    const TARGETS: [&str; 6] = [
        "joint",
        "jointinparent",
        "tendon",
        "cranksite",
        "site",
        "body",
    ];
    let mut given = TARGETS
        .iter()
        .filter_map(|&name| Some((name, node.text(name)?)));
    let target = given.next();
    if let (Some((first, _)), Some((second, _))) = (target, given.next()) {
        return Err(node
            .value_error(second, format!("both `{first}` and `{second}` are given"))
            .expected("one target"));
    }
    let has_length = node.fill("cranklength", &mut actuator.cranklength)?;
    let slider = node.text("slidersite");
    let reference = node.text("refsite");
    let kind = target.map_or("", |(name, _)| name);
    if !matches!(kind, "" | "cranksite") && (has_length || slider.is_some()) {
        let attribute = if has_length {
            "cranklength"
        } else {
            "slidersite"
        };
        return Err(node
            .value_error(attribute, format!("`{attribute}` without a slider-crank"))
            .expected("`cranksite` as the target"));
    }
    if !matches!(kind, "" | "site") && reference.is_some() {
        return Err(node
            .value_error("refsite", "`refsite` without a site")
            .expected("`site` as the target"));
    }
    let name = target.map_or(String::new(), |(_, name)| name.to_owned());
    let named = |name: Option<&str>| name.filter(|n| !n.is_empty()).map(str::to_owned);
    actuator.transmission = match kind {
        "joint" => Transmission::Joint(name),
        "jointinparent" => Transmission::JointInParent(name),
        "tendon" => Transmission::Tendon(name),
        "cranksite" => Transmission::SliderCrank {
            crank: name,
            slider: named(slider),
        },
        "site" => Transmission::Site {
            site: name,
            reference: named(reference),
        },
        "body" => Transmission::Body(name),
        _ => Transmission::Undefined,
    };
    Ok(())
}

fn general(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    node.copy_keyword("dyntype", DynType::WORDS, &mut actuator.dyntype)?;
    node.copy_keyword("gaintype", GainType::WORDS, &mut actuator.gaintype)?;
    node.copy_keyword("biastype", BiasType::WORDS, &mut actuator.biastype)?;
    node.copy_bool("actearly", &mut actuator.actearly)?;
    node.fill_some("dynprm", &mut actuator.dynprm)?;
    node.fill_some("gainprm", &mut actuator.gainprm)?;
    node.fill_some("biasprm", &mut actuator.biasprm)?;
    let mut actdim = actuator.actdim.unwrap_or(-1);
    if node.copy_int("actdim", &mut actdim)? {
        actuator.actdim = (actdim != -1).then_some(actdim);
    }
    Ok(())
}

/// Force is the control.
fn motor(actuator: &mut Actuator) {
    actuator.gainprm[0] = 1.0;
    actuator.dyntype = DynType::None;
    actuator.gaintype = GainType::Fixed;
    actuator.biastype = BiasType::None;
}

/// `position` and `intvelocity`: force is `kp (u - length) - kv velocity`, of the control or of its
/// integral.
fn servo(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    node.fill("kp", &mut actuator.gainprm[0])?;
    actuator.biasprm[1] = -actuator.gainprm[0];
    let kv = not_negative(node, "kv")?;
    let dampratio = not_negative(node, "dampratio")?;
    if kv > 0.0 && dampratio > 0.0 {
        return Err(node
            .value_error("dampratio", "both `kv` and `dampratio` are given")
            .expected("one of them"));
    }
    // A positive damping bias is a damping ratio, to be resolved with the inertia at qpos0.
    if kv > 0.0 {
        actuator.biasprm[2] = -kv;
    }
    if dampratio > 0.0 {
        actuator.biasprm[2] = dampratio;
    }
    if node.fill("timeconst", &mut actuator.dynprm[0])? {
        check_not_negative(node, "timeconst", actuator.dynprm[0])?;
        actuator.dyntype = if actuator.dynprm[0] == 0.0 {
            DynType::None
        } else {
            DynType::FilterExact
        };
    }
    inherit_range(node, actuator)?;
    actuator.gaintype = GainType::Fixed;
    actuator.biastype = BiasType::Affine;
    if node.name() == "intvelocity" {
        actuator.dyntype = DynType::Integrator;
        actuator.actlimited = Auto::True;
    }
    Ok(())
}

fn inherit_range(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    node.fill("inheritrange", &mut actuator.inheritrange)?;
    let (name, range) = match node.name() {
        "position" => ("ctrlrange", actuator.ctrlrange),
        _ => ("actrange", actuator.actrange),
    };
    if actuator.inheritrange > 0.0 && range != [0.0; 2] {
        return Err(node
            .value_error(
                "inheritrange",
                format!("both `{name}` and `inheritrange` are given"),
            )
            .expected("one of them"));
    }
    Ok(())
}

/// Force is `kv (u - velocity)`.
fn velocity(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    actuator.biasprm = [0.0; NBIAS];
    node.fill("kv", &mut actuator.gainprm[0])?;
    actuator.biasprm[2] = -actuator.gainprm[0];
    actuator.dyntype = DynType::None;
    actuator.gaintype = GainType::Fixed;
    actuator.biastype = BiasType::Affine;
    Ok(())
}

/// Force is `-kv u velocity`.
fn damper(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    actuator.gainprm = [0.0; NGAIN];
    let kv = &mut actuator.gainprm[2];
    node.fill("kv", kv)?;
    check_not_negative(node, "kv", *kv)?;
    *kv = -*kv;
    check_range(node, actuator.ctrlrange)?;
    actuator.ctrllimited = Auto::True;
    actuator.dyntype = DynType::None;
    actuator.gaintype = GainType::Affine;
    actuator.biastype = BiasType::None;
    Ok(())
}

/// A pneumatic or hydraulic cylinder.
fn cylinder(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    node.fill("timeconst", &mut actuator.dynprm[0])?;
    let mut bias = [0.0; 3];
    if node.fill("bias", &mut bias)? {
        actuator.biasprm[..3].copy_from_slice(&bias);
    }
    node.fill("area", &mut actuator.gainprm[0])?;
    if let Some(diameter) = node.number::<f64>("diameter")? {
        actuator.gainprm[0] = std::f64::consts::PI / 4.0 * diameter * diameter;
    }
    actuator.dyntype = DynType::Filter;
    actuator.gaintype = GainType::Fixed;
    actuator.biastype = BiasType::Affine;
    Ok(())
}

/// Parameters of a muscle where they still have the values that every actuator starts with: index,
/// that value, the muscle's.
const MUSCLE_DYN: [(usize, f64, f64); 2] = [(0, 1.0, 0.01), (1, 0.0, 0.04)];
const MUSCLE_GAIN: [(usize, f64, f64); 9] = [
    (0, 1.0, 0.75),
    (1, 0.0, 1.05),
    (2, 0.0, -1.0),
    (3, 0.0, 200.0),
    (4, 0.0, 0.5),
    (5, 0.0, 1.6),
    (6, 0.0, 1.5),
    (7, 0.0, 1.3),
    (8, 0.0, 1.2),
];

fn muscle(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    for (index, untouched, own) in MUSCLE_DYN {
        if actuator.dynprm[index] == untouched {
            actuator.dynprm[index] = own;
        }
    }
    let gain = &mut actuator.gainprm;
    for (index, untouched, own) in MUSCLE_GAIN {
        if gain[index] == untouched {
            gain[index] = own;
        }
    }
    let mut timeconst = [actuator.dynprm[0], actuator.dynprm[1]];
    node.fill("timeconst", &mut timeconst)?;
    actuator.dynprm[..2].copy_from_slice(&timeconst);
    node.fill("tausmooth", &mut actuator.dynprm[2])?;
    check_not_negative(node, "tausmooth", actuator.dynprm[2])?;
    let mut range = [gain[0], gain[1]];
    node.fill("range", &mut range)?;
    gain[..2].copy_from_slice(&range);
    let named = ["force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"];
    for (slot, name) in gain[2..9].iter_mut().zip(named) {
        node.fill(name, slot)?;
    }
    actuator.biasprm[..9].copy_from_slice(&gain[..9]);
    actuator.dyntype = DynType::Muscle;
    actuator.gaintype = GainType::Muscle;
    actuator.biastype = BiasType::Muscle;
    Ok(())
}

/// A force that holds a body's contacts together.
fn adhesion(node: Node<'_>, actuator: &mut Actuator) -> Result<(), Error> {
    node.fill("gain", &mut actuator.gainprm[0])?;
    check_not_negative(node, "gain", actuator.gainprm[0])?;
    check_range(node, actuator.ctrlrange)?;
    actuator.ctrllimited = Auto::True;
    actuator.gaintype = GainType::Fixed;
    actuator.biastype = BiasType::None;
    Ok(())
}

/// A number that must not be negative; -1 if it is not given.
fn not_negative(node: Node<'_>, name: &str) -> Result<f64, Error> {
    let Some(value) = node.number(name)? else {
        return Ok(-1.0);
    };
    check_not_negative(node, name, value)?;
    Ok(value)
}

fn check_not_negative(node: Node<'_>, name: &str, value: f64) -> Result<(), Error> {
    if value < 0.0 {
        return Err(node
            .value_error(name, format!("`{name}` is negative"))
            .expected("0 or more"));
    }
    Ok(())
}

fn check_range(node: Node<'_>, ctrlrange: [f64; 2]) -> Result<(), Error> {
    if ctrlrange.iter().any(|&end| end < 0.0) {
        let message = format!("the control range of `{}` is negative", node.name());
        return Err(node.value_error("ctrlrange", message).expected("0 or more"));
    }
    Ok(())
}
