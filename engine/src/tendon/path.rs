//! The way of a spatial tendon: its length, its points and how fast they move apart.

use super::plan::{Around, Piece, Places, Plan, Step, Stretch};
use crate::force::project;
use crate::jacobian::point_velocity;
use crate::math::{Mat3, Spatial, Vec3, sparse, vec3};
use crate::scratch::Scratch;
use crate::wrap::{Obstacle, Wrap, wrap};
use crate::{Data, Model};

/// Follows tendon `t` through sites, geoms and pulleys. Returns where its path ends in the arrays of path points.
pub(super) fn spatial(
    model: &Model,
    data: &mut Data,
    t: usize,
    path_end: usize,
    sparse: bool,
) -> usize {
    let Scratch {
        ancestry,
        tendon: Plan {
            tendons,
            steps,
            columns,
        },
        dof: [dof_values, column_values],
        ..
    } = &mut data.scratch;
    let scene = Scene {
        sites: &data.site_xpos,
        geoms: (&data.geom_xpos, &data.geom_xmat),
        radii: &model.geom_size,
    };
    let motions = Motions {
        com: &data.subtree_com,
        cdof: &data.cdof,
        dofs: &ancestry.columns,
    };
    let mut way = Way {
        points: bytemuck::cast_slice_mut(&mut data.wrap_xpos),
        objects: data.wrap_obj.as_flattened_mut(),
        end: path_end,
        length: 0.0,
        divisor: 1.0,
    };
    let steps = &steps[tendons[t].clone()];
    if sparse {
        let start = data.ten_J_rowadr[t] as usize;
        let row = &mut data.ten_J[start..];
        let row_columns = &mut data.ten_J_colind[start..];
        let nnz = &mut data.ten_J_rownnz[t];
        way.follow(model, steps, &scene, |piece, line, factor| {
            let columns = piece.all.of(columns);
            for &dof in columns {
                dof_values[dof as usize] = 0.0;
            }
            motions.add(piece, line, 1.0, dof_values);
            for (value, &dof) in column_values.iter_mut().zip(columns) {
                *value = dof_values[dof as usize];
            }
            *nnz = sparse::add_scaled(
                (row, row_columns),
                *nnz as usize,
                (&column_values[..columns.len()], columns),
                factor,
            ) as i32;
        });
    } else {
        let row = &mut data.ten_J[t * model.nv..][..model.nv];
        way.follow(model, steps, &scene, |piece, line, factor| {
            // What does not move the points adds nothing, unless something that is not a number spreads.
            let idle = line.direction.sum() * 0.0 * factor;
            if idle != 0.0 {
                spread(row, idle);
            }
            motions.add(piece, line, factor, row);
        });
    }
    data.ten_length[t] = way.length;
    way.end
}

/// Apart, so that the rare case is a branch and nothing waits for the direction.
#[cold]
#[inline(never)]
fn spread(row: &mut [f64], value: f64) {
    row.fill(value);
}

/// What a tendon passes.
struct Scene<'a> {
    sites: &'a [Vec3],
    geoms: (&'a [Vec3], &'a [Mat3]),
    radii: &'a [Vec3],
}

impl Scene<'_> {
    /// How the line between two points wraps around a geom, if it does.
    #[inline]
    fn wrap(&self, around: &Around, [from, to]: [&Vec3; 2]) -> Option<Wrap> {
        let obstacle = Obstacle {
            pos: &self.geoms.0[around.geom],
            mat: &self.geoms.1[around.geom],
            radius: self.radii[around.geom].x,
            sphere: around.sphere,
        };
        let side = around.side.map(|side| &self.sites[side]);
        wrap(obstacle, from, to, side)
    }
}

/// A straight line between two points: its direction and length.
struct Line {
    points: [Vec3; 2],
    direction: Vec3,
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
    fn rate(&self, apart: &Vec3) -> f64 {
        let rate = apart.dot(&self.direction);
        // Zeros of the direction are skipped, which makes a difference where the motion is not a number.
        if rate.is_nan() {
            return project(apart, &self.direction);
        }
        rate
    }
}

/// A tendon's way so far.
struct Way<'a> {
    points: &'a mut [Vec3],
    objects: &'a mut [i32],
    end: usize,
    length: f64,
    divisor: f64,
}

impl Way<'_> {
    /// Takes all steps; what a piece adds to the Jacobian is left to `add`.
    #[inline]
    fn follow(
        &mut self,
        model: &Model,
        steps: &[Step],
        scene: &Scene,
        mut add: impl FnMut(&Piece, &Line, f64),
    ) {
        for step in steps {
            match step {
                Step::Pulley(w) => {
                    self.divisor = model.wrap_prm[*w];
                    self.put(&Vec3::zeros(), -2);
                }
                Step::Stretch(stretch) => self.stretch(stretch, scene, &mut add),
            }
        }
    }

    #[inline]
    fn stretch(
        &mut self,
        stretch: &Stretch,
        scene: &Scene,
        add: &mut impl FnMut(&Piece, &Line, f64),
    ) {
        let [start, end] = stretch.sites.map(|site| &scene.sites[site]);
        self.put(start, -1);
        let wrapped = stretch.around.as_ref().and_then(|around| {
            let wrap = scene.wrap(around, [start, end])?;
            Some((around, wrap))
        });
        let factor = 1.0 / self.divisor;
        let mut line = |piece: &Piece, from: &Vec3, to: &Vec3| {
            if piece.rigid {
                return vec3::distance(from, to);
            }
            let line = Line::new(*from, *to);
            add(piece, &line, factor);
            line.length
        };
        let length = match wrapped {
            None => line(&stretch.straight, start, end),
            Some((Around { geom, pieces, .. }, Wrap { points, length })) => {
                let [enter, leave] = &points;
                self.put(enter, *geom as i32);
                self.put(leave, *geom as i32);
                line(&pieces[0], start, enter) + length + line(&pieces[1], leave, end)
            }
        };
        self.length += length / self.divisor;
        if stretch.ends {
            self.put(end, -1);
        }
    }

    /// Appends a point to the path arrays.
    #[inline]
    fn put(&mut self, point: &Vec3, object: i32) {
        self.points[self.end] = *point;
        self.objects[self.end] = object;
        self.end += 1;
    }
}

/// How dofs move points.
struct Motions<'a> {
    com: &'a [Vec3],
    cdof: &'a [Spatial],
    dofs: &'a [u32],
}

impl Motions<'_> {
    /// Adds to `row` the rate at which each dof moves the ends of a line apart, times `factor`.
    #[inline(always)]
    fn add(&self, piece: &Piece, line: &Line, factor: f64, row: &mut [f64]) {
        let [first, second] =
            [0, 1].map(|end| line.points[end] - self.com[piece.roots[end] as usize]);
        let dofs = |places: Places| places.of(self.dofs).iter().map(|&dof| dof as usize);
        let mut add = |dof: usize, apart: Vec3| row[dof] += line.rate(&apart) * factor;
        for dof in dofs(piece.first) {
            let still = Vec3::zeros();
            add(dof, still - point_velocity(&self.cdof[dof], &first));
        }
        for dof in dofs(piece.second) {
            add(dof, point_velocity(&self.cdof[dof], &second));
        }
        for dof in dofs(piece.both) {
            let cdof = &self.cdof[dof];
            add(
                dof,
                point_velocity(cdof, &second) - point_velocity(cdof, &first),
            );
        }
    }
}
