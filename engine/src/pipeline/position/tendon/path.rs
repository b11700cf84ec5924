//! The way of a spatial tendon: its length and its points.

use super::plan::{Around, Piece, Step, Stretch};
use super::rows::{Motions, Rows};
use crate::math::{Mat3, Vec3};
use crate::pipeline::position::tendon::wrap::{Line, Obstacle, Wrap};

/// What tendons pass.
pub(super) struct Scene<'a> {
    pub(super) sites: &'a [Vec3],
    pub(super) geoms: (&'a [Vec3], &'a [Mat3]),
    pub(super) radii: &'a [Vec3],
    pub(super) motions: Motions<'a>,
    /// The straight lines of stretches, and how they wrap around geoms, if they do.
    pub(super) lines: &'a [Line],
    pub(super) wraps: &'a [Option<Wrap>],
    /// The parameters of path elements.
    pub(super) parameters: &'a [f64],
}

impl Scene<'_> {
    /// The geom that a stretch may wrap around.
    #[inline]
    pub(super) fn obstacle(&self, around: &Around) -> Obstacle<'_> {
        Obstacle {
            pos: &self.geoms.0[around.geom],
            mat: &self.geoms.1[around.geom],
            radius: self.radii[around.geom].x,
            sphere: around.sphere,
        }
    }

    /// The ends of a stretch.
    #[inline]
    pub(super) fn ends(&self, sites: &[usize; 2]) -> [&Vec3; 2] {
        sites.map(|site| &self.sites[site])
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
    pub(super) fn follow(
        &mut self,
        scene: &Scene,
        stretches: &[Stretch],
        steps: &[Step],
        rows: &mut impl Rows,
    ) -> f64 {
        let (mut length, mut divisor, mut factor) = (0.0, 1.0, 1.0);
        for step in steps {
            match step {
                Step::Pulley(w) => {
                    divisor = scene.parameters[*w];
                    factor = 1.0 / divisor;
                    self.put(&Vec3::zeros(), -2);
                }
                Step::Stretch(k) => {
                    let (stretch, line) = (&stretches[*k], &scene.lines[*k]);
                    length += self.stretch(scene, stretch, line, factor, rows) / divisor;
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
        line: &Line,
        factor: f64,
        rows: &mut impl Rows,
    ) -> f64 {
        let [start, end] = scene.ends(&stretch.sites);
        self.put(start, -1);
        let mut add = |piece: &Piece, points: [&Vec3; 2], line: &Line| {
            if !piece.rigid {
                rows.add(&scene.motions, piece, points, &line.direction, factor);
            }
            line.length
        };
        let wrapped = stretch.around.and_then(|k| scene.wraps[k].as_ref());
        let length = match wrapped {
            None => add(&stretch.pieces[0], [start, end], line),
            Some(Wrap {
                points: [enter, leave],
                length,
                lines,
            }) => {
                // Rounding may leave an arc on a tiny geom without a length (NaN); then MuJoCo
                // leaves the objects as they were.
                for point in [enter, leave] {
                    let kept = self.objects[self.end];
                    self.put(point, if *length >= 0.0 { stretch.geom } else { kept });
                }
                add(&stretch.pieces[1], [start, enter], &lines[0])
                    + length
                    + add(&stretch.pieces[2], [leave, end], &lines[1])
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
