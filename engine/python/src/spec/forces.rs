//! Attributes of equalities, tendons, actuators and sensors.

use plumbline::model::TransmissionType;
use plumbline::spec::{
    Actuator, Equality, EqualityObject, EqualityType, ObjectType, Sensor, Tendon, Transmission,
    Wrap, WrapKind,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::visit::{Described, Visit};

impl Described for Equality {
    const KIND: &'static str = "equality";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("type", &mut self.kind)?;
        v.field("data", &mut self.data)?;
        v.field("active", &mut self.active)?;
        v.field("name1", &mut self.name1)?;
        v.field("name2", &mut self.name2)?;
        let object = match self.object {
            EqualityObject::Site => ObjectType::Site,
            EqualityObject::Joint => ObjectType::Joint,
            EqualityObject::Tendon => ObjectType::Tendon,
            EqualityObject::Flex => ObjectType::Flex,
            _ => ObjectType::Body,
        };
        if let Some(object) = v.mapped("objtype", object)? {
            self.object = match (self.kind, object) {
                (EqualityType::Joint, _) => EqualityObject::Joint,
                (EqualityType::Tendon, _) => EqualityObject::Tendon,
                (EqualityType::Flex, _) => EqualityObject::Flex,
                (_, ObjectType::Body) => EqualityObject::Body,
                (_, ObjectType::Site) => EqualityObject::Site,
                // One of a default class, or one that will not compile for want of a name.
                _ if self.name1.is_empty() => EqualityObject::Body,
                (kind, _) => {
                    let text = format!("Error: {kind} constraint supports only sites and bodies");
                    return Err(PyValueError::new_err(text));
                }
            };
        }
        v.field("solref", &mut self.solref)?;
        v.field("solimp", &mut self.solimp)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

impl Described for Tendon {
    const KIND: &'static str = "tendon";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("stiffness", &mut self.stiffness)?;
        v.field("springlength", &mut self.springlength)?;
        v.field("damping", &mut self.damping)?;
        v.field("frictionloss", &mut self.frictionloss)?;
        v.field("solref_friction", &mut self.solref_friction)?;
        v.field("solimp_friction", &mut self.solimp_friction)?;
        v.field("limited", &mut self.limited)?;
        v.field("range", &mut self.range)?;
        v.field("margin", &mut self.margin)?;
        v.field("solref_limit", &mut self.solref_limit)?;
        v.field("solimp_limit", &mut self.solimp_limit)?;
        v.field("material", &mut self.material)?;
        v.field("width", &mut self.width)?;
        v.field("rgba", &mut self.rgba)?;
        v.field("group", &mut self.group)?;
        v.field("userdata", &mut self.user)?;
        path(v, &mut self.path)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

/// One step of a path: its kind, a name, the name of a side site, and a number.
type Step = (String, String, String, f64);

/// The path of a tendon, which MuJoCo has functions for instead of an attribute.
fn path(v: &mut Visit<'_>, path: &mut Vec<Wrap>) -> PyResult<()> {
    match v {
        Visit::List(_) => {}
        Visit::Show(dict) => {
            let steps: Vec<Step> = path.iter().map(step).collect();
            dict.set_item("_path", steps)?;
        }
        Visit::Take(dict) => {
            let Some(given) = dict.get_item("_path")? else {
                return Ok(());
            };
            let steps: Vec<Step> = given.extract()?;
            let sources: Vec<_> = path.iter().map(|wrap| wrap.source.clone()).collect();
            let kinds = steps.into_iter().map(wrap).enumerate();
            let wraps: PyResult<_> = kinds
                .map(|(i, kind)| {
                    let source = sources.get(i).cloned().flatten();
                    Ok(Wrap {
                        kind: kind?,
                        source,
                    })
                })
                .collect();
            *path = wraps?;
        }
    }
    Ok(())
}

fn step(wrap: &Wrap) -> Step {
    let none = String::new;
    match &wrap.kind {
        WrapKind::Joint { joint, coef } => ("joint".to_owned(), joint.clone(), none(), *coef),
        WrapKind::Site(site) => ("site".to_owned(), site.clone(), none(), 0.0),
        WrapKind::Geom { geom, sidesite } => {
            let side = sidesite.clone().unwrap_or_default();
            ("geom".to_owned(), geom.clone(), side, 0.0)
        }
        WrapKind::Pulley { divisor } => ("pulley".to_owned(), none(), none(), *divisor),
        // The enum may grow; what is unknown here has no function in Python either.
        other => (format!("{other:?}"), none(), none(), 0.0),
    }
}

fn wrap((kind, name, side, number): Step) -> PyResult<WrapKind> {
    Ok(match kind.as_str() {
        "joint" => WrapKind::Joint {
            joint: name,
            coef: number,
        },
        "site" => WrapKind::Site(name),
        "geom" => WrapKind::Geom {
            geom: name,
            sidesite: (!side.is_empty()).then_some(side),
        },
        "pulley" => WrapKind::Pulley { divisor: number },
        other => {
            let text = format!("no step of a tendon: {other}");
            return Err(PyValueError::new_err(text));
        }
    })
}

/// MuJoCo's number of an actuator without a transmission.
const UNDEFINED: i32 = 1000;

impl Described for Actuator {
    const KIND: &'static str = "actuator";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("gaintype", &mut self.gaintype)?;
        v.field("gainprm", &mut self.gainprm)?;
        v.field("biastype", &mut self.biastype)?;
        v.field("biasprm", &mut self.biasprm)?;
        v.field("dyntype", &mut self.dyntype)?;
        v.field("dynprm", &mut self.dynprm)?;
        v.field("actdim", &mut self.actdim)?;
        v.field("actearly", &mut self.actearly)?;
        let (kind, target, refsite, slidersite) = parts(&self.transmission);
        let kind = v.coded("trntype", "mjtTrn", kind)?;
        v.field("gear", &mut self.gear)?;
        let target = v.mapped("target", target)?;
        let refsite = v.mapped("refsite", refsite)?;
        let slidersite = v.mapped("slidersite", slidersite)?;
        if let (Some(kind), Some(target)) = (kind, target) {
            self.transmission = transmission(kind, target, refsite, slidersite)?;
        }
        v.field("cranklength", &mut self.cranklength)?;
        v.field("lengthrange", &mut self.lengthrange)?;
        v.field("inheritrange", &mut self.inheritrange)?;
        v.field("ctrllimited", &mut self.ctrllimited)?;
        v.field("ctrlrange", &mut self.ctrlrange)?;
        v.field("forcelimited", &mut self.forcelimited)?;
        v.field("forcerange", &mut self.forcerange)?;
        v.field("actlimited", &mut self.actlimited)?;
        v.field("actrange", &mut self.actrange)?;
        v.field("group", &mut self.group)?;
        v.field("userdata", &mut self.user)?;
        v.plugin(&mut self.plugin)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

fn parts(transmission: &Transmission) -> (i32, String, Option<String>, Option<String>) {
    use TransmissionType as Kind;
    match transmission.clone() {
        Transmission::Joint(joint) => (Kind::Joint.code(), joint, None, None),
        Transmission::JointInParent(joint) => (Kind::JointInParent.code(), joint, None, None),
        Transmission::SliderCrank { crank, slider } => {
            (Kind::SliderCrank.code(), crank, None, slider)
        }
        Transmission::Tendon(tendon) => (Kind::Tendon.code(), tendon, None, None),
        Transmission::Site { site, reference } => (Kind::Site.code(), site, reference, None),
        Transmission::Body(body) => (Kind::Body.code(), body, None, None),
        _ => (UNDEFINED, String::new(), None, None),
    }
}

fn transmission(
    kind: i32,
    target: String,
    refsite: Option<Option<String>>,
    slidersite: Option<Option<String>>,
) -> PyResult<Transmission> {
    use TransmissionType as Kind;
    let Some(kind) = Kind::from_code(kind) else {
        if kind == UNDEFINED {
            return Ok(Transmission::Undefined);
        }
        let text = format!("mjtTrn {kind} cannot be compiled");
        return Err(PyValueError::new_err(text));
    };
    Ok(match kind {
        Kind::Joint => Transmission::Joint(target),
        Kind::JointInParent => Transmission::JointInParent(target),
        Kind::SliderCrank => Transmission::SliderCrank {
            crank: target,
            slider: slidersite.flatten(),
        },
        Kind::Tendon => Transmission::Tendon(target),
        Kind::Site => Transmission::Site {
            site: target,
            reference: refsite.flatten(),
        },
        Kind::Body => Transmission::Body(target),
        _ => Transmission::Undefined,
    })
}

impl Described for Sensor {
    const KIND: &'static str = "sensor";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("type", &mut self.kind)?;
        v.field("objtype", &mut self.objtype)?;
        v.field("objname", &mut self.objname)?;
        v.field("reftype", &mut self.reftype)?;
        v.field("refname", &mut self.refname)?;
        v.field("datatype", &mut self.datatype)?;
        v.field("needstage", &mut self.needstage)?;
        v.field("dim", &mut self.dim)?;
        v.field("cutoff", &mut self.cutoff)?;
        v.field("noise", &mut self.noise)?;
        v.field("userdata", &mut self.user)?;
        v.plugin(&mut self.plugin)?;
        v.info(&self.source.clone())
    }
}
