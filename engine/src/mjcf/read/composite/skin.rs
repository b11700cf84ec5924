//! Skins over grids and flat cables: two sides, joined along the rim.

use super::super::world::Walk;
use super::settings::Kind;
use super::{Composite, subgrid};
use crate::error::Error;
use crate::spec::{Bone, Skin};

impl Walk<'_, '_> {
    /// Adds the skin over so many elements along and across.
    pub(super) fn add_skin(
        &mut self,
        composite: &Composite<'_>,
        spread: [i32; 2],
        inflate: f32,
        between: i32,
    ) -> Result<(), Error> {
        let bones = Lattice::of(spread);
        let finer = usize::try_from(between).unwrap_or(0);
        let vertices = Lattice {
            along: bones.along + (bones.along - 1).saturating_mul(finer),
            across: bones.across + (bones.across - 1).saturating_mul(finer),
        };
        let weights = vertices.len().saturating_mul(16);
        self.grow(weights, composite.node)?;
        let mut skin = composite.bare_skin(inflate)?;
        skin.face = faces(&vertices);
        if composite.skin.as_ref().is_some_and(|skin| skin.texcoord) {
            skin.texcoord = vertices.texture_coordinates();
        }
        composite.bones(&mut skin, &bones, finer > 0)?;
        if finer > 0 {
            let spacing = composite.spacing / (1.0 + finer as f64);
            skin.vertex = vertices.points(spacing);
            subgrid::bind(&mut skin.bones, &bones, &vertices, finer);
        } else {
            skin.vertex = vec![0.0; 6 * vertices.len()];
        }
        self.reader.spec.skins.push(skin);
        Ok(())
    }
}

/// A rectangle of elements or vertices, numbered along its second axis first.
pub(super) struct Lattice {
    pub(super) along: usize,
    pub(super) across: usize,
}

impl Lattice {
    fn of([along, across]: [i32; 2]) -> Lattice {
        let size = |count: i32| usize::try_from(count).unwrap_or(0);
        Lattice {
            along: size(along),
            across: size(across),
        }
    }

    /// How many there are on one side of a skin.
    pub(super) fn len(&self) -> usize {
        self.along.saturating_mul(self.across)
    }

    pub(super) fn at(&self, x: usize, y: usize) -> usize {
        x * self.across + y
    }

    fn each(&self) -> impl Iterator<Item = [usize; 2]> {
        let across = self.across;
        (0..self.along).flat_map(move |x| (0..across).map(move |y| [x, y]))
    }

    /// Texture coordinates of both sides, from 0 to 1.
    fn texture_coordinates(&self) -> Vec<f32> {
        let last = [(self.along - 1) as f32, (self.across - 1) as f32];
        let side = self.each();
        let side: Vec<f32> = side
            .flat_map(|[x, y]| [x as f32 / last[0], y as f32 / last[1]])
            .collect();
        side.repeat(2)
    }

    /// Points of both sides.
    fn points(&self, spacing: f64) -> Vec<f32> {
        let side: Vec<f32> = self
            .each()
            .flat_map(|[x, y]| {
                [
                    (x as f64 * spacing) as f32,
                    (y as f64 * spacing) as f32,
                    0.0,
                ]
            })
            .collect();
        side.repeat(2)
    }
}

/// Triangles of both sides, then those of the rim.
fn faces(lattice: &Lattice) -> Vec<i32> {
    let mut faces = Vec::new();
    let other = lattice.len();
    let mut add = |corners: [usize; 3]| faces.extend(corners.map(|corner| corner as i32));
    let (last_x, last_y) = (lattice.along - 1, lattice.across - 1);
    for (x, y) in (0..last_x).flat_map(|x| (0..last_y).map(move |y| (x, y))) {
        let [a, b] = [lattice.at(x, y), lattice.at(x + 1, y)];
        let [c, d] = [lattice.at(x + 1, y + 1), lattice.at(x, y + 1)];
        add([a, b, c]);
        add([a, c, d]);
    }
    for (x, y) in (0..last_x).flat_map(|x| (0..last_y).map(move |y| (x, y))) {
        let [a, b] = [lattice.at(x, y), lattice.at(x + 1, y)].map(|i| other + i);
        let [c, d] = [lattice.at(x + 1, y + 1), lattice.at(x, y + 1)].map(|i| other + i);
        add([a, c, b]);
        add([a, d, c]);
    }
    for (y, turned) in [(0, false), (last_y, true)] {
        for x in 0..last_x {
            let [a, b] = [lattice.at(x, y), lattice.at(x + 1, y)];
            if turned {
                add([a, b, other + b]);
                add([a, other + b, other + a]);
            } else {
                add([a, other + b, b]);
                add([a, other + a, other + b]);
            }
        }
    }
    for (x, turned) in [(0, true), (last_x, false)] {
        for y in 0..last_y {
            let [a, b] = [lattice.at(x, y), lattice.at(x, y + 1)];
            if turned {
                add([a, b, other + b]);
                add([a, other + b, other + a]);
            } else {
                add([a, other + b, b]);
                add([a, other + a, other + b]);
            }
        }
    }
    faces
}

impl Composite<'_> {
    /// One bone for each element; without a subgrid each moves its own vertex on both sides.
    fn bones(&self, skin: &mut Skin, lattice: &Lattice, finer: bool) -> Result<(), Error> {
        for [x, y] in lattice.each() {
            let (body, bindpos) = match self.kind {
                Kind::Cable => self.bone_of_cable(lattice, x, y)?,
                _ => {
                    let spread = if finer { self.spacing } else { 0.0 };
                    let bindpos = [x as f64 * spread, y as f64 * spread, 0.0];
                    (self.name(format_args!("B{x}_{y}"))?, bindpos)
                }
            };
            let vertex = lattice.at(x, y) as i32;
            let (vertid, vertweight) = if finer {
                (Vec::new(), Vec::new())
            } else {
                (vec![vertex, vertex + lattice.len() as i32], vec![1.0; 2])
            };
            skin.bones.push(Bone {
                body,
                bindpos: bindpos.map(|value| value as f32),
                bindquat: [1.0, 0.0, 0.0, 0.0],
                vertid,
                vertweight,
            });
        }
        Ok(())
    }

    /// The body of a bone of a cable and where the bone is on it: at the start of its edge, for the
    /// last one at the end, and to the sides.
    fn bone_of_cable(
        &self,
        lattice: &Lattice,
        x: usize,
        y: usize,
    ) -> Result<(String, [f64; 3]), Error> {
        let body = match x {
            0 => self.name("B_first")?,
            _ if x + 2 >= lattice.along => self.name("B_last")?,
            _ => self.name(format_args!("B_{x}"))?,
        };
        let size = self.geom.size;
        let end = x + 1 == lattice.along;
        let side = match y {
            0 => -size.y,
            _ if y + 1 == lattice.across => size.y,
            _ => 0.0,
        };
        Ok((body, [if end { -2.0 * size.x } else { 0.0 }, side, 0.0]))
    }
}
