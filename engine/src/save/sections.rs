//! `contact`, `equality`, `tendon`, `actuator` and `sensor`.

use super::element::Element;
use super::{Writer, lists};
use crate::error::Error;
use crate::model::{DynType, EqualityType, ObjectType, SensorType};
use crate::spec::{Equality, EqualityObject, Sensor, WrapKind};

impl Writer<'_> {
    pub(super) fn contact(&self) -> Result<Element, Error> {
        let mut section = Element::new("contact");
        let turn = |names: [&str; 2], is_turned| {
            let [first, second] = names.map(str::to_owned);
            if is_turned {
                [second, first]
            } else {
                [first, second]
            }
        };
        for (id, &(at, is_turned)) in self.outline.pairs.iter().enumerate() {
            let pair = self.pair(id, &self.spec.pairs[at]);
            let usual = self.usual(&pair.class)?;
            let out = section.child("pair");
            out.text("class", self.class_word(pair.class.as_deref()));
            let [first, second] = turn([&pair.geom1, &pair.geom2], is_turned);
            out.text("geom1", first);
            out.text("geom2", second);
            lists::pair(out, &pair, &usual.pair);
        }
        for &(at, is_turned) in &self.outline.excludes {
            let exclude = &self.spec.excludes[at];
            let out = section.child("exclude");
            out.text("name", exclude.name.as_str());
            let [first, second] = turn([&exclude.body1, &exclude.body2], is_turned);
            out.text("body1", first);
            out.text("body2", second);
        }
        Ok(section)
    }

    pub(super) fn equalities(&self) -> Result<Element, Error> {
        let mut section = Element::new("equality");
        for (id, spec) in self.spec.equalities.iter().enumerate() {
            let equality = self.equality(id, spec);
            let usual = self.usual(&spec.class)?;
            let out = section.child(spec.kind.name());
            out.text("name", spec.name.as_str());
            out.text("class", self.class_word(spec.class.as_deref()));
            ends(out, &equality);
            lists::equality(out, &equality, &usual.equality);
        }
        Ok(section)
    }

    pub(super) fn tendons(&self) -> Result<Element, Error> {
        let mut section = Element::new("tendon");
        for (id, spec) in self.spec.tendons.iter().enumerate() {
            let tendon = self.tendon(id, spec);
            let usual = self.usual(&spec.class)?;
            let is_fixed = lists::is_fixed(spec);
            let out = section.child(if is_fixed { "fixed" } else { "spatial" });
            out.text("name", spec.name.as_str());
            out.text("class", self.class_word(spec.class.as_deref()));
            lists::tendon(out, &tendon, &usual.tendon);
            out.user(&tendon.user, &usual.tendon.user);
            for wrap in &spec.path {
                match &wrap.kind {
                    WrapKind::Joint { joint, coef } => {
                        let out = out.child("joint");
                        out.text("joint", joint.as_str());
                        out.given("coef", &[*coef]);
                    }
                    WrapKind::Site(site) => out.child("site").text("site", site.as_str()),
                    WrapKind::Geom { geom, sidesite } => {
                        let out = out.child("geom");
                        out.text("geom", geom.as_str());
                        out.reference("sidesite", sidesite.as_ref());
                    }
                    WrapKind::Pulley { divisor } => {
                        out.child("pulley").given("divisor", &[*divisor]);
                    }
                }
            }
        }
        Ok(section)
    }

    pub(super) fn actuators(&self) -> Result<Element, Error> {
        let mut section = Element::new("actuator");
        for (id, spec) in self.spec.actuators.iter().enumerate() {
            let actuator = self.actuator(id, spec);
            let usual = self.usual(&spec.class)?;
            let is_plugin = spec.plugin.is_some();
            let out = section.child(if is_plugin { "plugin" } else { "general" });
            out.text("name", spec.name.as_str());
            out.text("class", self.class_word(spec.class.as_deref()));
            lists::transmission(out, &spec.transmission);
            let actdim = i32::from(spec.dyntype != DynType::None);
            lists::actuator(out, &actuator, &usual.actuator, actdim);
            match &spec.plugin {
                Some(used) => self.plugin(out, used),
                None => lists::actuator_force(out, &actuator, &usual.actuator),
            }
            out.user(&actuator.user, &usual.actuator.user);
        }
        Ok(section)
    }

    pub(super) fn sensors(&self) -> Element {
        let mut section = Element::new("sensor");
        for (id, spec) in self.spec.sensors.iter().enumerate() {
            let sensor = self.sensor(id, spec);
            let out = section.child(spec.kind.name());
            self.subject(out, spec);
            out.text("name", spec.name.as_str());
            out.number("cutoff", sensor.cutoff, 0.0);
            if spec.kind != SensorType::Plugin {
                out.number("noise", sensor.noise, 0.0);
            }
            out.user(&sensor.user, &vec![0.0; sensor.user.len()]);
        }
        section
    }

    /// What a sensor is on, and what it measures in.
    fn subject(&self, out: &mut Element, sensor: &Sensor) {
        use SensorType as S;
        let (object, reference) = (sensor.objname.as_str(), sensor.refname.as_str());
        match sensor.kind {
            S::Touch
            | S::Accelerometer
            | S::Velocimeter
            | S::Gyro
            | S::Force
            | S::Torque
            | S::Magnetometer
            | S::Rangefinder => out.text("site", object),
            S::CamProjection => {
                out.text("site", object);
                out.text("camera", reference);
            }
            S::JointPos
            | S::JointVel
            | S::JointActFrc
            | S::BallQuat
            | S::BallAngVel
            | S::JointLimitPos
            | S::JointLimitVel
            | S::JointLimitFrc => out.text("joint", object),
            S::TendonPos
            | S::TendonVel
            | S::TendonLimitPos
            | S::TendonLimitVel
            | S::TendonLimitFrc => out.text("tendon", object),
            S::ActuatorPos | S::ActuatorVel | S::ActuatorFrc => out.text("actuator", object),
            S::FramePos
            | S::FrameQuat
            | S::FrameXAxis
            | S::FrameYAxis
            | S::FrameZAxis
            | S::FrameLinVel
            | S::FrameAngVel
            | S::FrameLinAcc
            | S::FrameAngAcc => {
                out.text("objtype", sensor.objtype.name());
                out.text("objname", object);
                if sensor.reftype != ObjectType::Unknown {
                    out.text("reftype", sensor.reftype.name());
                    out.text("refname", reference);
                }
            }
            S::SubtreeCom | S::SubtreeLinVel | S::SubtreeAngMom => out.text("body", object),
            S::GeomDist | S::GeomNormal | S::GeomFromTo => {
                let is_body = |kind| kind == ObjectType::Body;
                let first = is_body(sensor.objtype);
                let second = is_body(sensor.reftype);
                out.text(if first { "body1" } else { "geom1" }, object);
                out.text(if second { "body2" } else { "geom2" }, reference);
            }
            S::Clock => {}
            S::Plugin => {
                if sensor.objtype != ObjectType::Unknown {
                    out.text("objtype", sensor.objtype.name());
                    out.text("objname", object);
                }
                if let Some(used) = &sensor.plugin {
                    self.plugin(out, used);
                }
            }
            S::User => {
                if sensor.objtype != ObjectType::Unknown {
                    out.text("objtype", sensor.objtype.name());
                }
                out.text("objname", object);
                out.text("dim", sensor.dim.to_string());
                out.text("needstage", sensor.needstage.name());
                out.text("datatype", sensor.datatype.name());
            }
        }
    }
}

/// What an equality constraint holds together, and how.
fn ends(out: &mut Element, equality: &Equality) {
    let (first, second) = match equality.object {
        EqualityObject::Body => ("body1", Some("body2")),
        EqualityObject::Site => ("site1", Some("site2")),
        EqualityObject::Joint => ("joint1", Some("joint2")),
        EqualityObject::Tendon => ("tendon1", Some("tendon2")),
        EqualityObject::Flex => ("flex", None),
    };
    out.text(first, equality.name1.as_str());
    if let Some(second) = second {
        out.text(second, equality.name2.as_str());
    }
    let data = &equality.data;
    let is_body = equality.object == EqualityObject::Body;
    match equality.kind {
        EqualityType::Connect if is_body => out.given("anchor", &data[..3]),
        EqualityType::Connect => {}
        EqualityType::Weld => {
            if is_body {
                out.given("anchor", &data[..3]);
                out.given("relpose", &data[3..10]);
            }
            out.given("torquescale", &data[10..11]);
        }
        EqualityType::Joint | EqualityType::Tendon => out.given("polycoef", &data[..5]),
        EqualityType::Flex => {}
    }
}
