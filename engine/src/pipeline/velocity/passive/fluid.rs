//! Forces of the surrounding medium. A body is taken for a box with its inertia, or, where its
//! geoms say so, geom by geom for ellipsoids.

use wide::f64x2;

use super::fluid_box::FluidBox;
use super::fluid_ellipsoid;
use crate::math::{MINVAL, Mat3, Spatial, Vec3, spatial};
use crate::query::force::Push;
use crate::query::jacobian::com;
use crate::query::object::Object;
use crate::{Data, Model};

/// Memory for the boxes that bodies are taken for.
pub(crate) fn boxes(model: &Model) -> Vec<FluidBox> {
    vec![FluidBox::default(); model.nbody]
}

/// Computes `qfrc_fluid`, which is zero so far. Returns whether there is a medium.
#[doc(alias = "mj_fluid")]
pub(super) fn fluid(model: &Model, data: &mut Data) -> bool {
    if !model.is_immersed() {
        return false;
    }
    let mut qfrc = std::mem::take(&mut data.qfrc_fluid);
    let mut boxes = data.scratch.fluid.take::<Vec<FluidBox>>();
    boxes.resize_with(model.nbody, Default::default);
    push_bodies(model, data, &mut boxes, &mut qfrc);
    data.scratch.fluid.put(boxes);
    data.qfrc_fluid = qfrc;
    true
}

fn push_bodies(model: &Model, data: &Data, boxes: &mut [FluidBox], qfrc: &mut [f64]) {
    let n = model.nbody;
    let (masses, inertias) = (&model.body_mass[..n], &model.body_inertia[..n]);
    let (roots, velocities) = (&model.body_rootid[..n], &data.cvel[..n]);
    let (centers, frames) = (&data.xipos[..n], &data.ximat[..n]);
    let wind = &model.opt.wind;
    for (body, solid) in boxes[..n].iter_mut().enumerate().skip(1) {
        if masses[body] < MINVAL {
            continue;
        }
        if uses_ellipsoids(model, body) {
            push_geoms(model, data, body, qfrc);
            continue;
        }
        let place = Immersed {
            frame: &frames[body],
            offset: centers[body] - data.subtree_com[roots[body] as usize],
            velocity: &velocities[body],
        };
        solid.follow(masses[body], &inertias[body]);
        let force = solid.force(&model.opt, place.relative_velocity(wind));
        place.push(force).add(model, data, body, qfrc);
    }
}

/// The ellipsoids of a body.
#[doc(alias = "mj_ellipsoidFluidModel")]
#[inline(never)]
fn push_geoms(model: &Model, data: &Data, body: usize, qfrc: &mut [f64]) {
    for geom in model
        .geoms_of(body)
        .filter(|&geom| model.geom_fluid[geom][0] != 0.0)
    {
        let place = Immersed::new(model, data, Object::Geom(geom));
        let velocity = split(&place.relative_velocity(&model.opt.wind));
        let force = fluid_ellipsoid::force(model, geom, &velocity);
        let force = std::array::from_fn(|k| f64x2::from([force[k], force[3 + k]]));
        place.push(force).add(model, data, body, qfrc);
    }
}

/// One geom with the ellipsoid model switches the whole body to it.
pub(crate) fn uses_ellipsoids(model: &Model, body: usize) -> bool {
    model
        .geoms_of(body)
        .any(|geom| model.geom_fluid[geom][0] > 0.0)
}

/// Velocity of an object relative to the wind, in its own frame.
pub(crate) fn relative_velocity(model: &Model, data: &Data, object: Object) -> Spatial {
    split(&Immersed::new(model, data, object).against_wind(&model.opt.wind))
}

/// The frame of something that moves through the medium.
struct Immersed<'a> {
    frame: &'a Mat3,
    /// From the tree's centre of mass.
    offset: Vec3,
    /// About the tree's centre of mass.
    velocity: &'a Spatial,
}

impl<'a> Immersed<'a> {
    fn new(model: &Model, data: &'a Data, object: Object) -> Immersed<'a> {
        let body = object.body(model);
        Immersed {
            frame: object.mat(data),
            offset: object.pos(data) - com(model, data, body),
            velocity: &data.cvel[body],
        }
    }

    /// Velocity relative to the wind, in the own frame; where there is no wind its zeros may have
    /// another sign.
    #[inline]
    fn relative_velocity(&self, wind: &Vec3) -> Pairs {
        let still = *wind == Vec3::zeros() && self.offset.sum().is_finite();
        if still {
            self.local_velocity()
        } else {
            self.against_wind(wind)
        }
    }

    #[inline]
    fn local_velocity(&self) -> Pairs {
        let angular = spatial::rotational(self.velocity);
        let linear = spatial::linear(self.velocity) - self.offset.cross(&angular);
        let velocity = std::array::from_fn(|k| f64x2::from([angular[k], linear[k]]));
        self.frame.tr_mul_pair(velocity)
    }

    #[inline(never)]
    fn against_wind(&self, wind: &Vec3) -> Pairs {
        // The wind does not turn, but what its rotation adds may be a negative zero, or not a
        // number.
        let wind = wind - self.offset.cross(&Vec3::zeros());
        let wind = self.frame.tr_mul_vec(&wind);
        let mut velocity = self.local_velocity();
        for (v, &wind) in velocity.iter_mut().zip(&wind) {
            *v -= f64x2::from([0.0, wind]);
        }
        velocity
    }

    /// A torque and a force given in the own frame.
    #[inline]
    fn push(&self, local: Pairs) -> Push {
        let global = split(&self.frame.mul_pair(local));
        Push {
            offset: self.offset,
            force: spatial::linear(&global),
            torque: spatial::rotational(&global),
        }
    }
}

/// A spatial vector, each rotational component beside the linear one.
pub(super) type Pairs = [f64x2; 3];

/// The spatial vector of these pairs.
#[inline]
fn split(pairs: &Pairs) -> Spatial {
    let [[a, x], [b, y], [c, z]] = pairs.map(f64x2::to_array);
    [a, b, c, x, y, z]
}
