//! Elements that have a frame: bodies, geoms, sites and cameras. Their pose, velocity and
//! acceleration.
//!
//! A motion about `c` seen from `p`: `v_p = v_c + w x (p - c)`. Featherstone, Rigid Body Dynamics
//! Algorithms (2008), chapter 2.

use crate::math::{Mat3, Quat, Spatial, Vec3, spatial};
use crate::misuse::Misuse;
use crate::model::codes;
use crate::query::jacobian::com;
use crate::{Data, Model};

/// A model element with a frame of its own, by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Object {
    /// A body by its inertial frame.
    Body(usize),
    /// A body by its own frame.
    XBody(usize),
    /// A geom.
    Geom(usize),
    /// A site.
    Site(usize),
    /// A camera.
    Camera(usize),
}

impl Object {
    /// The object that the model's arrays name by type and id; `None` for types without a frame.
    pub(crate) fn from_codes(kind: i32, id: i32) -> Option<Object> {
        let id = usize::try_from(id).ok()?;
        match kind {
            codes::object::BODY => Some(Object::Body(id)),
            codes::object::XBODY => Some(Object::XBody(id)),
            codes::object::GEOM => Some(Object::Geom(id)),
            codes::object::SITE => Some(Object::Site(id)),
            codes::object::CAMERA => Some(Object::Camera(id)),
            _ => None,
        }
    }

    /// Whether the model has it.
    pub(crate) fn require(self, model: &Model) -> Result<(), Misuse> {
        match self {
            Object::Body(id) | Object::XBody(id) => Misuse::id("body", id, model.nbody),
            Object::Geom(id) => Misuse::id("geom", id, model.ngeom),
            Object::Site(id) => Misuse::id("site", id, model.nsite),
            Object::Camera(id) => Misuse::id("camera", id, model.ncam),
        }
    }

    /// The body that the object is fixed in.
    pub fn body(self, model: &Model) -> usize {
        match self {
            Object::Body(id) | Object::XBody(id) => id,
            Object::Geom(id) => model.geom_bodyid[id] as usize,
            Object::Site(id) => model.site_bodyid[id] as usize,
            Object::Camera(id) => model.cam_bodyid[id] as usize,
        }
    }

    /// Position in the world.
    #[doc(alias = "get_xpos_xmat")]
    #[inline]
    pub fn pos(self, data: &Data) -> &Vec3 {
        match self {
            Object::Body(id) => &data.xipos[id],
            Object::XBody(id) => &data.xpos[id],
            Object::Geom(id) => &data.geom_xpos[id],
            Object::Site(id) => &data.site_xpos[id],
            Object::Camera(id) => &data.cam_xpos[id],
        }
    }

    /// Orientation in the world.
    #[inline]
    pub fn mat(self, data: &Data) -> &Mat3 {
        match self {
            Object::Body(id) => &data.ximat[id],
            Object::XBody(id) => &data.xmat[id],
            Object::Geom(id) => &data.geom_xmat[id],
            Object::Site(id) => &data.site_xmat[id],
            Object::Camera(id) => &data.cam_xmat[id],
        }
    }

    /// Orientation in the world as a quaternion, from the body's; a tracking camera's own
    /// orientation is not in it.
    #[doc(alias = "get_xquat")]
    pub(crate) fn quat(self, model: &Model, data: &Data) -> Quat {
        let body = data.xquat[self.body(model)];
        match self {
            Object::XBody(_) => body,
            Object::Body(id) => body.mul(&model.body_iquat[id]),
            Object::Geom(id) => body.mul(&model.geom_quat[id]),
            Object::Site(id) => body.mul(&model.site_quat[id]),
            Object::Camera(id) => body.mul(&model.cam_quat[id]),
        }
    }
}

/// Velocity of an object at its own position, in the world's axes or, if `local`, in its own.
pub(crate) fn object_velocity(model: &Model, data: &Data, object: Object, local: bool) -> Spatial {
    at_object(model, data, object, local, &data.cvel[object.body(model)])
}

/// Acceleration of an object at its own position, gravity included as in an accelerometer, in the
/// world's axes or, if `local`, in its own.
pub(crate) fn object_acceleration(
    model: &Model,
    data: &Data,
    object: Object,
    local: bool,
) -> Spatial {
    let body = object.body(model);
    let velocity = at_object(model, data, object, local, &data.cvel[body]);
    let mut acceleration = at_object(model, data, object, local, &data.cacc[body]);
    // A point that moves in a turning frame is accelerated by that alone.
    let turning = spatial::rotational(&velocity).cross(&spatial::linear(&velocity));
    for k in 0..3 {
        acceleration[3 + k] += turning[k];
    }
    acceleration
}

/// A body's motion, given about its tree's centre of mass, seen from the object.
#[inline]
pub(crate) fn at_object(
    model: &Model,
    data: &Data,
    object: Object,
    local: bool,
    motion: &Spatial,
) -> Spatial {
    let com = com(model, data, object.body(model));
    let frame = local.then(|| object.mat(data));
    spatial::transform_motion(motion, object.pos(data), com, frame)
}
