//! `sensor`.

use super::custom::object_type;
use super::{Reader, plugin};
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{DataType, NeedStage, ObjectType, Sensor, SensorType};

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
    /// Perhaps an element, perhaps relative to another.
    Any,
    User,
}

use Refers::{Distance, Frame, Nothing, SiteAndCamera, To};

const SITE: Refers = To(ObjectType::Site, "site");
const JOINT: Refers = To(ObjectType::Joint, "joint");
const TENDON: Refers = To(ObjectType::Tendon, "tendon");
const ACTUATOR: Refers = To(ObjectType::Actuator, "actuator");
const BODY: Refers = To(ObjectType::Body, "body");

fn refers(kind: SensorType) -> Refers {
    use SensorType as Kind;
    match kind {
        Kind::Touch
        | Kind::Accelerometer
        | Kind::Velocimeter
        | Kind::Gyro
        | Kind::Force
        | Kind::Torque
        | Kind::Magnetometer
        | Kind::Rangefinder => SITE,
        Kind::CamProjection => SiteAndCamera,
        Kind::JointPos
        | Kind::JointVel
        | Kind::JointActFrc
        | Kind::BallQuat
        | Kind::BallAngVel
        | Kind::JointLimitPos
        | Kind::JointLimitVel
        | Kind::JointLimitFrc => JOINT,
        Kind::TendonPos
        | Kind::TendonVel
        | Kind::TendonLimitPos
        | Kind::TendonLimitVel
        | Kind::TendonLimitFrc => TENDON,
        Kind::ActuatorPos | Kind::ActuatorVel | Kind::ActuatorFrc => ACTUATOR,
        Kind::FramePos
        | Kind::FrameQuat
        | Kind::FrameXAxis
        | Kind::FrameYAxis
        | Kind::FrameZAxis
        | Kind::FrameLinVel
        | Kind::FrameAngVel
        | Kind::FrameLinAcc
        | Kind::FrameAngAcc => Frame,
        Kind::SubtreeCom | Kind::SubtreeLinVel | Kind::SubtreeAngMom => BODY,
        Kind::GeomDist | Kind::GeomNormal | Kind::GeomFromTo => Distance,
        Kind::Clock => Nothing,
        Kind::Plugin => Refers::Any,
        Kind::User => Refers::User,
    }
}

impl Reader {
    pub(super) fn sensors(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            let mut sensor = read(node)?;
            if sensor.kind == SensorType::Plugin {
                sensor.plugin = Some(plugin::read_use(node, &mut self.spec)?);
            }
            self.spec.sensors.push(sensor);
        }
        Ok(())
    }
}

fn read(node: Node<'_>) -> Result<Sensor, Error> {
    let Some(kind) = SensorType::from_name(node.name()) else {
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
    match refers(kind) {
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
        Refers::Any => any(node, &mut sensor)?,
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

/// What a plugin's sensor is on, if it is on anything.
fn any(node: Node<'_>, sensor: &mut Sensor) -> Result<(), Error> {
    (sensor.objtype, sensor.objname) = element(node, "objtype", "objname")?;
    (sensor.reftype, sensor.refname) = element(node, "reftype", "refname")?;
    Ok(())
}

/// An element by type and name, of which either both are given or neither.
fn element(node: Node<'_>, kind: &str, name: &str) -> Result<(ObjectType, String), Error> {
    let objtype = node.text(kind).and_then(object_type).unwrap_or_default();
    let objname = node.text(name).unwrap_or("");
    match (objtype, objname) {
        (ObjectType::Unknown, "") => Ok((objtype, String::new())),
        (ObjectType::Unknown, _) => Err(node.missing(kind)),
        (_, "") => Err(node.missing(name)),
        (_, objname) => Ok((objtype, objname.to_owned())),
    }
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
    node.copy_keyword("needstage", NeedStage::WORDS, &mut sensor.needstage)?;
    node.copy_keyword("datatype", DataType::WORDS, &mut sensor.datatype)?;
    Ok(())
}
