//! Poses of bodies against their neighbours: the ones that collision code gets wrong.
//!
//! Each free body is put against the geom that is nearest to it at qpos0 and may touch it, so that
//! one state shows every pair of a model in the same kind of pose. Only exact operations and square
//! roots are used: states are the same on every machine.

use plumbline::math::{Quat, Vec3, vec3};
use serde::{Deserialize, Serialize};

use super::Layout;
use super::random::Random;
use crate::named_enum::named_enum;

named_enum! {
    /// How two geoms lie to each other.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Pose {
        /// Surfaces share a point, at any angle.
        Touching = "touching",
        /// As deep as half of the smaller extent.
        Penetrating = "penetrating",
        /// Apart, about as far as the margin.
        Margin = "margin",
        /// Axes along each other, face to face.
        Parallel = "parallel",
        /// Turned by an eighth about one axis.
        Edge = "edge",
        /// The diagonal towards the other one.
        Corner = "corner",
        /// The same centre.
        Concentric = "concentric",
        /// Where directions are degenerate: exactly face to face, a centre on a surface, a
        /// quaternion of zero length.
        Degenerate = "degenerate",
    }
}

/// Moves the free bodies of `qpos` into pose number `number`, counted from 1, of its kind.
pub(super) fn place(layout: &Layout, pose: Pose, seed: u64, number: usize, qpos: &mut [f64]) {
    let stream = (pose as u64 + 1) << 32 | number as u64;
    let mut random = Random::new(seed, stream);
    let mut still: Vec<Solid> = solids(layout).filter(|solid| solid.body == 0).collect();
    for (body, adr) in free_bodies(layout) {
        let own: Vec<Solid> = solids(layout).filter(|solid| solid.body == body).collect();
        let at_rest = layout.floats("qpos0").get(adr..adr + 7);
        let (Some(q), Some(at_rest)) = (qpos.get_mut(adr..adr + 7), at_rest) else {
            continue;
        };
        let frame = Frame::of_qpos(at_rest);
        let Some(mover) = own.first() else {
            continue;
        };
        let (center, _) = mover.frame.within(&frame);
        let Some(neighbour) = nearest(&still, mover, &center) else {
            continue;
        };
        let placed = mover.against(neighbour, &center, pose, number, &mut random);
        let frame = placed.carrying(&mover.frame);
        q[..3].copy_from_slice(frame.pos.as_slice());
        q[3..].copy_from_slice(&frame.quat.0);
        if pose == Pose::Degenerate && number.is_multiple_of(3) {
            q[3..].fill(0.0);
        }
        still.extend(own.iter().map(|solid| solid.carried(&frame)));
    }
}

/// Bodies with a free joint, and where their positions are.
fn free_bodies(layout: &Layout) -> impl Iterator<Item = (i64, usize)> + '_ {
    const FREE: i64 = 0;
    let joints = layout.integers("jnt_type").iter();
    let places = layout.integers("jnt_bodyid").iter();
    let places = places.zip(layout.integers("jnt_qposadr"));
    let free = joints.zip(places).filter(|&(&kind, _)| kind == FREE);
    free.filter_map(|(_, (&body, &adr))| Some((body, usize::try_from(adr).ok()?)))
}

/// A position and an orientation.
#[derive(Clone, Copy, Debug)]
struct Frame {
    pos: Vec3,
    quat: Quat,
}

impl Frame {
    fn of_qpos(q: &[f64]) -> Frame {
        Frame {
            pos: Vec3::new(q[0], q[1], q[2]),
            quat: Quat::from_slice(&q[3..]).normalized(),
        }
    }

    /// This frame, given in `outer`, in the world.
    fn within(&self, outer: &Frame) -> (Vec3, Quat) {
        let pos = outer.quat.rotate(&self.pos) + outer.pos;
        (pos, outer.quat.mul(&self.quat))
    }

    /// The frame of a body in which `inner` is this one.
    fn carrying(&self, inner: &Frame) -> Frame {
        let quat = self.quat.mul(&inner.quat.conjugate());
        let pos = self.pos - quat.rotate(&inner.pos);
        Frame { pos, quat }
    }
}

/// A geom, in its body's frame or in the world.
#[derive(Clone, Copy, Debug)]
struct Solid {
    body: i64,
    kind: i64,
    size: Vec3,
    /// Centre and half extents of its box.
    bounds: (Vec3, Vec3),
    margin: f64,
    masks: (i64, i64),
    frame: Frame,
}

mod geom_type {
    pub(super) const PLANE: i64 = 0;
    pub(super) const SPHERE: i64 = 2;
    pub(super) const CAPSULE: i64 = 3;
    pub(super) const ELLIPSOID: i64 = 4;
    pub(super) const CYLINDER: i64 = 5;
    pub(super) const BOX: i64 = 6;
}

/// The geoms of a model, each in its body's frame.
fn solids(layout: &Layout) -> impl Iterator<Item = Solid> + '_ {
    (0..layout.integers("geom_type").len()).filter_map(|geom| {
        let vec = |name: &str, width: usize, from: usize| {
            let values = layout.floats(name).get(width * geom + from..)?;
            Some(Vec3::new(
                *values.first()?,
                *values.get(1)?,
                *values.get(2)?,
            ))
        };
        let int = |name: &str| layout.integer(name, geom);
        let quat = layout.floats("geom_quat").get(4 * geom..4 * geom + 4)?;
        Some(Solid {
            body: int("geom_bodyid")?,
            kind: int("geom_type")?,
            size: vec("geom_size", 3, 0)?,
            bounds: (vec("geom_aabb", 6, 0)?, vec("geom_aabb", 6, 3)?),
            margin: *layout.floats("geom_margin").get(geom)?,
            masks: (int("geom_contype")?, int("geom_conaffinity")?),
            frame: Frame {
                pos: vec("geom_pos", 3, 0)?,
                quat: Quat::from_slice(quat),
            },
        })
    })
}

/// The nearest of the solids that may touch `mover`, whose centre is `center`.
fn nearest<'a>(solids: &'a [Solid], mover: &Solid, center: &Vec3) -> Option<&'a Solid> {
    let meet = |other: &&Solid| {
        let ((a, b), (c, d)) = (mover.masks, other.masks);
        a & d != 0 || b & c != 0
    };
    let distance = |solid: &Solid| solid.distance_to(center);
    let near = solids.iter().filter(meet);
    near.min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

impl Solid {
    fn carried(&self, body: &Frame) -> Solid {
        let (pos, quat) = self.frame.within(body);
        Solid {
            frame: Frame { pos, quat },
            ..*self
        }
    }

    fn axis(&self, axis: usize) -> Vec3 {
        let mut unit = Vec3::zeros();
        unit[axis] = 1.0;
        self.frame.quat.rotate(&unit)
    }

    /// From the centre, or from the plane.
    fn distance_to(&self, point: &Vec3) -> f64 {
        match self.kind {
            geom_type::PLANE => self.axis(2).dot(&(point - self.frame.pos)).abs(),
            _ => vec3::distance(point, &self.frame.pos),
        }
    }

    /// The point that is farthest in a direction, from the centre; the middle of a face that faces
    /// it.
    fn support(&self, direction: &Vec3) -> Vec3 {
        let d = self.frame.quat.conjugate().rotate(direction);
        let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
        let s = &self.size;
        let local = match self.kind {
            geom_type::PLANE => Vec3::zeros(),
            geom_type::SPHERE => d * s.x,
            geom_type::CAPSULE => d * s.x + Vec3::new(0.0, 0.0, sign(d.z) * s.y),
            geom_type::ELLIPSOID => {
                let scaled = d.component_mul(s);
                let norm = vec3::norm(&scaled);
                scaled.component_mul(s) * (1.0 / norm)
            }
            geom_type::CYLINDER => {
                let radial = (d.x * d.x + d.y * d.y).sqrt();
                let out = if radial > 0.0 { s.x / radial } else { 0.0 };
                Vec3::new(d.x * out, d.y * out, sign(d.z) * s.y)
            }
            geom_type::BOX => d.map(sign).component_mul(s),
            _ => self.bounds.0 + d.map(sign).component_mul(&self.bounds.1),
        };
        self.frame.quat.rotate(&local)
    }

    /// Where this solid is placed against `other`. Over a plane it stays where its centre is.
    fn against(
        &self,
        other: &Solid,
        center: &Vec3,
        pose: Pose,
        number: usize,
        random: &mut Random,
    ) -> Frame {
        let plane = other.kind == geom_type::PLANE;
        let aligned = matches!(pose, Pose::Parallel | Pose::Edge | Pose::Degenerate);
        let direction = if plane {
            other.axis(2)
        } else if aligned {
            let along = other.axis(random.bits() as usize % 3);
            if random.one_in(2) { along } else { -along }
        } else {
            Quat(random.rotation()).rotate(&Vec3::z())
        };
        let quat = turned(other, &direction, pose, number, random);
        let mut solid = *self;
        solid.frame.quat = quat;
        let reach = -solid.support(&-direction);
        let foot = if plane {
            center - direction * direction.dot(&(center - other.frame.pos))
        } else {
            other.frame.pos
        };
        let extent = reach.dot(&direction);
        let apart = match pose {
            Pose::Penetrating => -extent * random.between(0.0, 1.0),
            Pose::Margin => {
                let margin = if self.margin > other.margin {
                    self.margin
                } else {
                    other.margin
                };
                random.between(0.0, 1.2) * if margin > 0.0 { margin } else { 0.02 }
            }
            Pose::Parallel | Pose::Edge | Pose::Corner => -extent * random.between(0.0, 0.1),
            Pose::Touching | Pose::Concentric | Pose::Degenerate => 0.0,
        };
        let mut pos = foot + other.support(&direction) + reach + direction * apart;
        match pose {
            Pose::Concentric => pos = foot,
            Pose::Degenerate if number % 3 == 1 => pos = foot + other.support(&direction),
            Pose::Parallel if number.is_multiple_of(2) => {
                let aside = quat.rotate(&self.bounds.1).cross(&direction);
                pos += aside * random.between(-0.5, 0.5);
            }
            _ => {}
        }
        Frame { pos, quat }
    }
}

/// The orientation of a solid that lies against `other` in `direction` from it.
fn turned(other: &Solid, direction: &Vec3, pose: Pose, number: usize, random: &mut Random) -> Quat {
    // Cosine and sine of half a quarter turn, which are equal, and of half an eighth turn.
    const QUARTER: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const EIGHTH: [f64; 2] = [0.923_879_532_511_286_7, 0.382_683_432_365_089_8];
    let about = |w: f64, s: f64, axis: usize| {
        let mut q = [w, 0.0, 0.0, 0.0];
        q[1 + axis] = s;
        Quat(q)
    };
    let axis = random.bits() as usize % 3;
    match pose {
        Pose::Parallel if number.is_multiple_of(3) => {
            other.frame.quat.mul(&about(QUARTER, QUARTER, axis))
        }
        Pose::Parallel | Pose::Degenerate => other.frame.quat,
        Pose::Concentric if !number.is_multiple_of(2) => other.frame.quat,
        Pose::Edge => other.frame.quat.mul(&about(EIGHTH[0], EIGHTH[1], axis)),
        Pose::Corner => {
            let diagonal = vec3::normalized(Vec3::repeat(1.0));
            between(&diagonal, &-direction)
        }
        Pose::Touching | Pose::Penetrating | Pose::Margin | Pose::Concentric => {
            Quat(random.rotation())
        }
    }
}

/// The shortest rotation from one unit vector to another, without an angle.
fn between(from: &Vec3, to: &Vec3) -> Quat {
    let axis = from.cross(to);
    Quat([1.0 + from.dot(to), axis.x, axis.y, axis.z]).normalized()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solid(kind: i64, size: [f64; 3], pos: [f64; 3]) -> Solid {
        Solid {
            body: 0,
            kind,
            size: Vec3::from(size),
            bounds: (Vec3::zeros(), Vec3::from(size)),
            margin: 0.0,
            masks: (1, 1),
            frame: Frame {
                pos: Vec3::from(pos),
                quat: Quat::IDENTITY,
            },
        }
    }

    fn placed(mover: &Solid, other: &Solid, pose: Pose, number: usize) -> Frame {
        let mut random = Random::new(7, number as u64);
        mover.against(other, &Vec3::new(3.0, 4.0, 5.0), pose, number, &mut random)
    }

    #[test]
    fn touching_spheres_are_as_far_apart_as_their_radii() {
        let (a, b) = (
            solid(geom_type::SPHERE, [0.2, 0.0, 0.0], [0.0; 3]),
            solid(geom_type::SPHERE, [0.5, 0.0, 0.0], [1.0, 2.0, 3.0]),
        );
        for number in 1..20 {
            let frame = placed(&a, &b, Pose::Touching, number);
            assert!((vec3::distance(&frame.pos, &b.frame.pos) - 0.7).abs() < 1e-12);
        }
    }

    #[test]
    fn penetrating_is_closer_and_margin_is_farther_than_touching() {
        let (a, b) = (
            solid(geom_type::SPHERE, [0.2, 0.0, 0.0], [0.0; 3]),
            solid(geom_type::SPHERE, [0.5, 0.0, 0.0], [0.0; 3]),
        );
        for number in 1..20 {
            let distance = |pose| vec3::norm(&placed(&a, &b, pose, number).pos);
            assert!(distance(Pose::Penetrating) < 0.7);
            assert!(distance(Pose::Margin) > 0.7);
            assert_eq!(distance(Pose::Concentric), 0.0);
        }
    }

    #[test]
    fn a_box_over_a_plane_stays_over_its_place_and_touches_with_its_corner() {
        let (a, plane) = (
            solid(geom_type::BOX, [0.1, 0.1, 0.1], [0.0; 3]),
            solid(geom_type::PLANE, [1.0, 1.0, 1.0], [0.0, 0.0, 1.0]),
        );
        let frame = placed(&a, &plane, Pose::Corner, 1);
        let height = 0.1 * 3.0_f64.sqrt();
        // Up to a tenth of it may be below.
        assert!(frame.pos.z <= 1.0 + height + 1e-12 && frame.pos.z >= 1.0 + 0.9 * height);
    }

    #[test]
    fn degenerate_boxes_lie_exactly_face_to_face() {
        let (a, b) = (
            solid(geom_type::BOX, [0.125, 0.25, 0.5], [0.0; 3]),
            solid(geom_type::BOX, [0.25, 0.25, 0.25], [0.0; 3]),
        );
        let pos = placed(&a, &b, Pose::Degenerate, 2).pos;
        let faces = [0.375, 0.5, 0.75];
        let apart: Vec<f64> = pos.iter().map(|x| x.abs()).filter(|&x| x > 0.0).collect();
        assert!(matches!(apart[..], [d] if faces.contains(&d)), "{pos}");
    }
}
