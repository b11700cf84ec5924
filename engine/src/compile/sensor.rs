//! Sensors: what each kind attaches to, how many numbers it yields, and which stage it needs.

use super::joint;
use super::lookup::Lookup;
use super::plugin::Plugins;
use super::refusal::{check_user, invalid};
use super::tendon;
use super::user;
use crate::error::Error;
use crate::model::Model;
use crate::spec::{
    DataType, GeomType, JointType, NeedStage, ObjectType, Sensor, SensorType as Kind, Spec,
};

/// What a sensor yields.
#[derive(Clone, Copy, Debug)]
struct Output {
    dim: i32,
    datatype: DataType,
    stage: NeedStage,
}

/// The ids of the sensorized object and of the reference frame.
#[derive(Clone, Copy, Debug)]
struct Objects {
    object: Option<usize>,
    reference: Option<usize>,
}

/// Resolves, checks and writes all sensors.
pub(super) fn write(
    spec: &Spec,
    lookup: &Lookup<'_>,
    plugins: &Plugins,
    model: &mut Model,
) -> Result<(), Error> {
    let mut address = 0_i32;
    for (id, sensor) in spec.sensors.iter().enumerate() {
        check_user(&sensor.user, model.nuser_sensor, "sensor", &sensor.source)?;
        for (value, name) in [(sensor.noise, "noise"), (sensor.cutoff, "cutoff")] {
            if value < 0.0 {
                return Err(refuse(sensor, format!("`{name}` is negative")).attribute(name));
            }
        }
        let objects = find_objects(sensor, lookup)?;
        check_attachment(sensor, &objects, lookup)?;
        let output = output(spec, id, plugins)?;
        check_output(sensor, &output)?;
        check_reference(sensor, &objects, model)?;
        write_one(id, sensor, &objects, &output, lookup, model);
        model.sensor_adr[id] = address;
        address = address.saturating_add(output.dim);
    }
    Ok(())
}

fn refuse(sensor: &Sensor, message: impl Into<String>) -> Error {
    invalid("sensor", &sensor.source, message)
}

fn find_objects(sensor: &Sensor, lookup: &Lookup<'_>) -> Result<Objects, Error> {
    let find = |kind: ObjectType, name: &str, what: &str| {
        if kind == ObjectType::Unknown {
            return Ok(None);
        }
        if name.is_empty() {
            return Err(refuse(sensor, format!("the name of the {what} is missing")));
        }
        match lookup.find(kind, name) {
            Some(id) => Ok(Some(id)),
            None => Err(refuse(sensor, format!("there is no {what} `{name}`"))
                .expected("the name of an element of the model")),
        }
    };
    let object = find(sensor.objtype, &sensor.objname, "sensorized object")?;
    if object.is_none() && !matches!(sensor.kind, Kind::Clock | Kind::Plugin | Kind::User) {
        return Err(refuse(sensor, "this kind of sensor needs an object"));
    }
    let reference = find(sensor.reftype, &sensor.refname, "reference frame")?;
    if reference.is_some() && !has_frame(sensor.reftype) {
        return Err(
            refuse(sensor, "the reference has no frame").expected("a body, geom, site or camera")
        );
    }
    Ok(Objects { object, reference })
}

fn has_frame(kind: ObjectType) -> bool {
    matches!(
        kind,
        ObjectType::Body
            | ObjectType::XBody
            | ObjectType::Geom
            | ObjectType::Site
            | ObjectType::Camera
    )
}

/// The kinds of object that a sensor of this kind can be on.
pub(crate) fn hosts(kind: Kind) -> &'static [ObjectType] {
    use ObjectType::{Actuator, Body, Camera, Geom, Joint, Site, Tendon, XBody};
    match kind {
        Kind::Touch
        | Kind::Accelerometer
        | Kind::Velocimeter
        | Kind::Gyro
        | Kind::Force
        | Kind::Torque
        | Kind::Magnetometer
        | Kind::Rangefinder
        | Kind::CamProjection => &[Site],
        Kind::JointPos
        | Kind::JointVel
        | Kind::JointActFrc
        | Kind::BallQuat
        | Kind::BallAngVel
        | Kind::JointLimitPos
        | Kind::JointLimitVel
        | Kind::JointLimitFrc => &[Joint],
        Kind::TendonPos
        | Kind::TendonVel
        | Kind::TendonLimitPos
        | Kind::TendonLimitVel
        | Kind::TendonLimitFrc => &[Tendon],
        Kind::ActuatorPos | Kind::ActuatorVel | Kind::ActuatorFrc => &[Actuator],
        Kind::FramePos
        | Kind::FrameQuat
        | Kind::FrameXAxis
        | Kind::FrameYAxis
        | Kind::FrameZAxis
        | Kind::FrameLinVel
        | Kind::FrameAngVel
        | Kind::FrameLinAcc
        | Kind::FrameAngAcc => &[Body, XBody, Geom, Site, Camera],
        Kind::SubtreeCom | Kind::SubtreeLinVel | Kind::SubtreeAngMom => &[Body],
        Kind::GeomDist | Kind::GeomNormal | Kind::GeomFromTo => &[Body, Geom],
        Kind::Clock | Kind::Plugin | Kind::User => &[],
    }
}

/// Whether the object suits the sensor.
fn check_attachment(sensor: &Sensor, objects: &Objects, lookup: &Lookup<'_>) -> Result<(), Error> {
    let hosts = hosts(sensor.kind);
    let Some(object) = objects.object else {
        return Ok(());
    };
    if !hosts.is_empty() && !hosts.contains(&sensor.objtype) {
        return Err(refuse(
            sensor,
            "this kind of sensor cannot be on such an object",
        ));
    }
    let joint = || &lookup.parts.joints[object];
    let wrong = match sensor.kind {
        Kind::JointPos | Kind::JointVel | Kind::JointActFrc => {
            (!joint::is_scalar(joint().spec.kind)).then_some("the joint must be a hinge or slide")
        }
        Kind::BallQuat | Kind::BallAngVel => {
            (joint().spec.kind != JointType::Ball).then_some("the joint must be a ball joint")
        }
        Kind::JointLimitPos | Kind::JointLimitVel | Kind::JointLimitFrc => {
            (!joint().limited).then_some("the joint has no limit to measure")
        }
        Kind::TendonLimitPos | Kind::TendonLimitVel | Kind::TendonLimitFrc => {
            (!tendon::is_limited(&lookup.spec.tendons[object]))
                .then_some("the tendon has no limit to measure")
        }
        Kind::CamProjection => camera_problem(sensor, objects, lookup),
        Kind::GeomDist | Kind::GeomNormal | Kind::GeomFromTo => {
            distance_problem(sensor, objects, lookup)
        }
        _ => None,
    };
    wrong.map_or(Ok(()), |wrong| Err(refuse(sensor, wrong)))
}

fn camera_problem(sensor: &Sensor, objects: &Objects, lookup: &Lookup<'_>) -> Option<&'static str> {
    match objects.reference {
        Some(camera) if sensor.reftype == ObjectType::Camera => {
            let resolution = lookup.parts.cameras[camera].spec.resolution;
            resolution
                .contains(&0.0)
                .then_some("the camera has no resolution to project to")
        }
        _ => Some("a projection needs a camera"),
    }
}

fn distance_problem(
    sensor: &Sensor,
    objects: &Objects,
    lookup: &Lookup<'_>,
) -> Option<&'static str> {
    if !matches!(sensor.reftype, ObjectType::Body | ObjectType::Geom) {
        return Some("a distance is between bodies or geoms");
    }
    if sensor.objtype == sensor.reftype && objects.object == objects.reference {
        return Some("a distance is between two different objects");
    }
    let is_field = |kind: ObjectType, id: Option<usize>| {
        let id = id.filter(|_| kind == ObjectType::Geom);
        let geom = id.and_then(|id| lookup.geom_ids[id]);
        geom.is_some_and(|geom| lookup.parts.geoms[geom].spec.kind == GeomType::Hfield)
    };
    (is_field(sensor.objtype, objects.object) || is_field(sensor.reftype, objects.reference))
        .then_some("distances from height fields are not computed")
}

fn output(spec: &Spec, id: usize, plugins: &Plugins) -> Result<Output, Error> {
    let sensor = &spec.sensors[id];
    if sensor.kind != Kind::Plugin {
        return Ok(own_output(sensor));
    }
    let (size, stage) = plugins.sensor(spec, id)?;
    Ok(Output {
        dim: i32::try_from(size).unwrap_or(i32::MAX),
        datatype: DataType::Real,
        stage,
    })
}

/// What a sensor yields that no plugin reads.
fn own_output(sensor: &Sensor) -> Output {
    use DataType::{Axis, Positive, Quaternion, Real};
    use NeedStage::{Acc, Pos, Vel};
    let (dim, datatype, stage) = match sensor.kind {
        Kind::Touch => (1, Positive, Acc),
        Kind::Accelerometer | Kind::Force | Kind::Torque => (3, Real, Acc),
        Kind::Velocimeter | Kind::Gyro => (3, Real, Vel),
        Kind::Magnetometer => (3, Real, Pos),
        Kind::Rangefinder => (1, Positive, Pos),
        Kind::CamProjection => (2, Real, Pos),
        Kind::JointPos
        | Kind::TendonPos
        | Kind::ActuatorPos
        | Kind::JointLimitPos
        | Kind::TendonLimitPos
        | Kind::Clock => (1, Real, Pos),
        Kind::JointVel
        | Kind::TendonVel
        | Kind::ActuatorVel
        | Kind::JointLimitVel
        | Kind::TendonLimitVel => (1, Real, Vel),
        Kind::JointActFrc | Kind::ActuatorFrc | Kind::JointLimitFrc | Kind::TendonLimitFrc => {
            (1, Real, Acc)
        }
        Kind::BallQuat | Kind::FrameQuat => (4, Quaternion, Pos),
        Kind::BallAngVel => (3, Real, Vel),
        Kind::FramePos | Kind::SubtreeCom => (3, Real, Pos),
        Kind::FrameXAxis | Kind::FrameYAxis | Kind::FrameZAxis => (3, Axis, Pos),
        Kind::FrameLinVel | Kind::FrameAngVel | Kind::SubtreeLinVel | Kind::SubtreeAngMom => {
            (3, Real, Vel)
        }
        Kind::FrameLinAcc | Kind::FrameAngAcc => (3, Real, Acc),
        Kind::GeomDist => (1, Positive, Pos),
        Kind::GeomNormal => (3, Axis, Pos),
        Kind::GeomFromTo => (6, Real, Pos),
        Kind::Plugin | Kind::User => (sensor.dim, sensor.datatype, sensor.needstage),
    };
    Output {
        dim,
        datatype,
        stage,
    }
}

/// How many numbers a sensor of a kind yields; `dim` counts where an author or a plugin decides.
pub(crate) fn values_of(kind: Kind, dim: i32) -> i32 {
    let sensor = Sensor {
        kind,
        dim,
        ..Sensor::default()
    };
    own_output(&sensor).dim
}

/// How many numbers all sensors yield.
pub(super) fn total_count(spec: &Spec, plugins: &Plugins) -> Result<usize, Error> {
    let counts = (0..spec.sensors.len()).map(|id| {
        let dim = output(spec, id, plugins)?.dim;
        Ok(usize::try_from(dim).unwrap_or(0))
    });
    counts.sum()
}

/// Size against data type, and what a cutoff can apply to.
fn check_output(sensor: &Sensor, output: &Output) -> Result<(), Error> {
    if sensor.kind == Kind::User {
        let wanted = match output.datatype {
            DataType::Axis => Some(3),
            DataType::Quaternion => Some(4),
            DataType::Real | DataType::Positive => None,
        };
        if output.dim < 0 || wanted.is_some_and(|wanted| wanted != output.dim) {
            return Err(refuse(
                sensor,
                format!("dim {} does not fit the data type", output.dim),
            )
            .attribute("dim")
            .expected(wanted.map_or("zero or more".to_owned(), |dim| dim.to_string())));
        }
    }
    let unit = match output.datatype {
        DataType::Quaternion => true,
        DataType::Axis => sensor.kind != Kind::GeomNormal,
        DataType::Real | DataType::Positive => false,
    };
    if sensor.cutoff > 0.0 && unit {
        return Err(refuse(sensor, "an axis or quaternion cannot be cut off").attribute("cutoff"));
    }
    Ok(())
}

/// A geom's number as reference frame is older than the geoms that are left.
fn check_reference(sensor: &Sensor, objects: &Objects, model: &Model) -> Result<(), Error> {
    let beyond = |&id: &usize| sensor.reftype == ObjectType::Geom && id >= model.ngeom;
    match objects.reference.filter(beyond) {
        None => Ok(()),
        Some(_) => Err(refuse(
            sensor,
            "geoms before the reference frame are discarded: MuJoCo looks for it behind the last one",
        )
        .attribute("refname")
        .expected("a frame that is not a geom, or no `discardvisual`")),
    }
}

fn write_one(
    id: usize,
    sensor: &Sensor,
    objects: &Objects,
    output: &Output,
    lookup: &Lookup<'_>,
    model: &mut Model,
) {
    let object = match objects.object {
        Some(geom) if sensor.objtype == ObjectType::Geom => lookup.geom_ids[geom],
        object => object,
    };
    let number = |id: Option<usize>| id.map_or(-1, |id| id as i32);
    model.sensor_type[id] = sensor.kind as i32;
    model.sensor_datatype[id] = output.datatype as i32;
    model.sensor_needstage[id] = output.stage as i32;
    model.sensor_objtype[id] = sensor.objtype as i32;
    model.sensor_objid[id] = number(object);
    model.sensor_reftype[id] = sensor.reftype as i32;
    // MuJoCo takes this id before visual geoms are discarded and does not correct it.
    model.sensor_refid[id] = number(objects.reference);
    model.sensor_dim[id] = output.dim;
    model.sensor_cutoff[id] = sensor.cutoff;
    model.sensor_noise[id] = sensor.noise;
    user::write(&mut model.sensor_user, id, model.nuser_sensor, &sensor.user);
}
