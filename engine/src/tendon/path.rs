//! The way of a spatial tendon: its length and its points.

use super::plan::{Around, Piece, Step, Stretch};
use super::rows::{Motions, Rows};
use crate::force::project;
use crate::math::{Mat3, Vec3, vec3};
use crate::wrap::{Obstacle, Wrap, wrap};

/// What tendons pass.
pub(super) struct Scene<'a> {
    pub(super) sites: &'a [Vec3],
    pub(super) geoms: (&'a [Vec3], &'a [Mat3]),
    pub(super) radii: &'a [Vec3],
    pub(super) motions: Motions<'a>,
    /// How stretches wrap around geoms, if they do.
    pub(super) wraps: &'a [Option<Wrap>],
    /// The parameters of path elements.
    pub(super) parameters: &'a [f64],
}

impl Scene<'_> {
    /// How a stretch wraps around its geom, if it does.
    #[inline]
    pub(super) fn wrap(&self, around: &Around) -> Option<Wrap> {
        let obstacle = Obstacle {
            pos: &self.geoms.0[around.geom],
            mat: &self.geoms.1[around.geom],
            radius: self.radii[around.geom].x,
            sphere: around.sphere,
        };
        let [from, to] = around.sites.map(|site| &self.sites[site]);
        let side = around.side.map(|side| &self.sites[side]);
        wrap(obstacle, from, to, side)
    }
}

/// A straight line between two points: its direction and length.
pub(super) struct Line {
    pub(super) points: [Vec3; 2],
    pub(super) direction: Vec3,
    length: f64,
}

impl Line {
    #[inline]
    fn new(from: Vec3, to: Vec3) -> Line {
        let mut direction = to - from;
        let length = vec3::normalize(&mut direction);
        Line {
            points: [from, to],
            direction,
            length,
        }
    }

    /// The rate at which the line gets longer when its ends move apart.
    #[inline]
    pub(super) fn rate(&self, apart: &Vec3) -> f64 {
        let rate = apart.dot(&self.direction);
        // Zeros of the direction are skipped, which makes a difference where the motion is not a number.
        if rate.is_nan() {
            return project(apart, &self.direction);
        }
        rate
    }
}

/// The ways of all tendons so far.
pub(super) struct Ways<'a> {
    pub(super) points: &'a mut [Vec3],
    pub(super) objects: &'a mut [i32],
    pub(super) end: usize,
}

impl Ways<'_> {
    /// Follows a tendon through sites, geoms and pulleys, and returns its length.
    #[inline]
    pub(super) fn follow(&mut self, scene: &Scene, steps: &[Step], rows: &mut impl Rows) -> f64 {
        let (mut length, mut divisor, mut factor) = (0.0, 1.0, 1.0);
        for step in steps {
            match step {
                Step::Pulley(w) => {
                    divisor = scene.parameters[*w];
                    factor = 1.0 / divisor;
                    self.put(&Vec3::zeros(), -2);
                }
                Step::Stretch(stretch) => {
                    length += self.stretch(scene, stretch, factor, rows) / divisor;
                }
            }
        }
        length
    }

    #[inline]
    fn stretch(
        &mut self,
        scene: &Scene,
        stretch: &Stretch,
        factor: f64,
        rows: &mut impl Rows,
    ) -> f64 {
        let [start, end] = stretch.sites.map(|site| &scene.sites[site]);
        self.put(start, -1);
        let mut line = |piece: &Piece, from: &Vec3, to: &Vec3| {
            if piece.rigid {
                return vec3::distance(from, to);
            }
            let line = Line::new(*from, *to);
            rows.add(&scene.motions, piece, &line, factor);
            line.length
        };
        let wrapped = stretch.around.and_then(|k| scene.wraps[k].as_ref());
        let length = match wrapped {
            None => line(&stretch.pieces[0], start, end),
            Some(Wrap { points, length }) => {
                let [enter, leave] = points;
                self.put(enter, stretch.geom);
                self.put(leave, stretch.geom);
                line(&stretch.pieces[1], start, enter)
                    + length
                    + line(&stretch.pieces[2], leave, end)
            }
        };
        if stretch.ends {
            self.put(end, -1);
        }
        length
    }

    /// Appends a point to the path arrays.
    #[inline]
    fn put(&mut self, point: &Vec3, object: i32) {
        self.points[self.end] = *point;
        self.objects[self.end] = object;
        self.end += 1;
    }
}
