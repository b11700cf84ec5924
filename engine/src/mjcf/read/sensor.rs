//! `sensor`.

use super::Reader;
use super::custom::object_type;
use crate::error::Error;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::tree::Node;
use crate::spec::{DataType, NeedStage, ObjectType, Sensor, SensorType};

const STAGES: &Keywords<NeedStage> = &[
    ("none", NeedStage::None),
    ("pos", NeedStage::Pos),
    ("vel", NeedStage::Vel),
    ("acc", NeedStage::Acc),
];
const DATA_TYPES: &Keywords<DataType> = &[
    ("real", DataType::Real),
    ("positive", DataType::Positive),
    ("axis", DataType::Axis),
    ("quaternion", DataType::Quaternion),
];

/// What a kind of sensor refers to.
#[derive(Clone, Copy)]
enum Refers {
    /// An element of one kind, in the attribute of that name.
    To(ObjectType, &'static str),
    /// A site, and the camera that sees it.
    SiteAndCamera,
    /// Any element with a frame, perhaps relative to another.
    Frame,
    /// Two geoms or bodies.
    Distance,
    Nothing,
    User,
}

use Refers::{Distance, Frame, Nothing, SiteAndCamera, To};

const SITE: Refers = To(ObjectType::Site, "site");
const JOINT: Refers = To(ObjectType::Joint, "joint");
const TENDON: Refers = To(ObjectType::Tendon, "tendon");
const ACTUATOR: Refers = To(ObjectType::Actuator, "actuator");
const BODY: Refers = To(ObjectType::Body, "body");

const KINDS: &[(&str, SensorType, Refers)] = &[
    ("touch", SensorType::Touch, SITE),
    ("accelerometer", SensorType::Accelerometer, SITE),
    ("velocimeter", SensorType::Velocimeter, SITE),
    ("gyro", SensorType::Gyro, SITE),
    ("force", SensorType::Force, SITE),
    ("torque", SensorType::Torque, SITE),
    ("magnetometer", SensorType::Magnetometer, SITE),
    ("rangefinder", SensorType::Rangefinder, SITE),
    ("camprojection", SensorType::CamProjection, SiteAndCamera),
    ("jointpos", SensorType::JointPos, JOINT),
    ("jointvel", SensorType::JointVel, JOINT),
    ("tendonpos", SensorType::TendonPos, TENDON),
    ("tendonvel", SensorType::TendonVel, TENDON),
    ("actuatorpos", SensorType::ActuatorPos, ACTUATOR),
    ("actuatorvel", SensorType::ActuatorVel, ACTUATOR),
    ("actuatorfrc", SensorType::ActuatorFrc, ACTUATOR),
    ("jointactuatorfrc", SensorType::JointActFrc, JOINT),
    ("ballquat", SensorType::BallQuat, JOINT),
    ("ballangvel", SensorType::BallAngVel, JOINT),
    ("jointlimitpos", SensorType::JointLimitPos, JOINT),
    ("jointlimitvel", SensorType::JointLimitVel, JOINT),
    ("jointlimitfrc", SensorType::JointLimitFrc, JOINT),
    ("tendonlimitpos", SensorType::TendonLimitPos, TENDON),
    ("tendonlimitvel", SensorType::TendonLimitVel, TENDON),
    ("tendonlimitfrc", SensorType::TendonLimitFrc, TENDON),
    ("framepos", SensorType::FramePos, Frame),
    ("framequat", SensorType::FrameQuat, Frame),
    ("framexaxis", SensorType::FrameXAxis, Frame),
    ("frameyaxis", SensorType::FrameYAxis, Frame),
    ("framezaxis", SensorType::FrameZAxis, Frame),
    ("framelinvel", SensorType::FrameLinVel, Frame),
    ("frameangvel", SensorType::FrameAngVel, Frame),
    ("framelinacc", SensorType::FrameLinAcc, Frame),
    ("frameangacc", SensorType::FrameAngAcc, Frame),
    ("subtreecom", SensorType::SubtreeCom, BODY),
    ("subtreelinvel", SensorType::SubtreeLinVel, BODY),
    ("subtreeangmom", SensorType::SubtreeAngMom, BODY),
    ("distance", SensorType::GeomDist, Distance),
    ("normal", SensorType::GeomNormal, Distance),
    ("fromto", SensorType::GeomFromTo, Distance),
    ("clock", SensorType::Clock, Nothing),
    ("user", SensorType::User, Refers::User),
];

impl Reader {
    pub(super) fn sensors(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            let sensor = read(node)?;
            self.spec.sensors.push(sensor);
        }
        Ok(())
    }
}

fn read(node: Node<'_>) -> Result<Sensor, Error> {
    let kind = KINDS.iter().find(|(name, ..)| *name == node.name());
    let Some(&(_, kind, refers)) = kind else {
        return Err(node.unsupported(format!("a sensor of type `{}`", node.name())));
    };
    let mut sensor = Sensor {
        kind,
        source: Some(node.location()),
        ..Sensor::default()
    };
    node.copy_text("name", &mut sensor.name);
    node.fill("cutoff", &mut sensor.cutoff)?;
    node.fill("noise", &mut sensor.noise)?;
    node.copy_numbers("user", &mut sensor.user)?;
    match refers {
        To(objtype, attribute) => {
            sensor.objtype = objtype;
            node.required(attribute)?.clone_into(&mut sensor.objname);
        }
        SiteAndCamera => {
            sensor.objtype = ObjectType::Site;
            node.required("site")?.clone_into(&mut sensor.objname);
            sensor.reftype = ObjectType::Camera;
            node.required("camera")?.clone_into(&mut sensor.refname);
        }
        Frame => frame(node, &mut sensor)?,
        Distance => distance(node, &mut sensor)?,
        Nothing => {}
        Refers::User => user(node, &mut sensor)?,
    }
    Ok(sensor)
}

/// An unknown type of object is left to the compiler to refuse.
fn frame(node: Node<'_>, sensor: &mut Sensor) -> Result<(), Error> {
    sensor.objtype = object_type(node.required("objtype")?).unwrap_or_default();
    node.required("objname")?.clone_into(&mut sensor.objname);
    if let Some(reftype) = node.text("reftype") {
        sensor.reftype = object_type(reftype).unwrap_or_default();
        node.required("refname")?.clone_into(&mut sensor.refname);
    } else if node.text("refname").is_some() {
        return Err(node.missing("reftype"));
    }
    Ok(())
}

fn distance(node: Node<'_>, sensor: &mut Sensor) -> Result<(), Error> {
    (sensor.objtype, sensor.objname) = geom_or_body(node, "geom1", "body1")?;
    (sensor.reftype, sensor.refname) = geom_or_body(node, "geom2", "body2")?;
    Ok(())
}

fn geom_or_body(node: Node<'_>, geom: &str, body: &str) -> Result<(ObjectType, String), Error> {
    match (node.text(geom), node.text(body)) {
        (Some(name), None) => Ok((ObjectType::Geom, name.to_owned())),
        (None, Some(name)) => Ok((ObjectType::Body, name.to_owned())),
        (None, None) => Err(node
            .invalid(format!(
                "`{}` has neither `{geom}` nor `{body}`",
                node.name()
            ))
            .expected("one of them")),
        (Some(_), Some(_)) => Err(node
            .value_error(body, format!("both `{geom}` and `{body}` are given"))
            .expected("one of them")),
    }
}

fn user(node: Node<'_>, sensor: &mut Sensor) -> Result<(), Error> {
    match (node.text("objtype"), node.text("objname")) {
        (Some(objtype), Some(objname)) => {
            sensor.objtype = object_type(objtype).unwrap_or_default();
            objname.clone_into(&mut sensor.objname);
        }
        (Some(_), None) => return Err(node.missing("objname")),
        (None, Some(_)) => return Err(node.missing("objtype")),
        (None, None) => {}
    }
    if !node.copy_int("dim", &mut sensor.dim)? {
        return Err(node.missing("dim"));
    }
    node.copy_keyword("needstage", STAGES, &mut sensor.needstage)?;
    node.copy_keyword("datatype", DATA_TYPES, &mut sensor.datatype)?;
    Ok(())
}
