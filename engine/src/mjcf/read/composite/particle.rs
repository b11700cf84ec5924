//! Particles: bodies with a geom, a site and joints of their own.

use super::super::world::Walk;
use super::Composite;
use crate::error::Error;
use crate::math::Vec3;
use crate::spec::{Body, GeomType, Site};

/// Elements that one particle is made of: body, geom, site and three joints.
const PARTS: usize = 6;

impl Walk<'_, '_> {
    pub(super) fn particles(&mut self, composite: &Composite<'_>) -> Result<(), Error> {
        let vertices = &composite.vertices;
        let total = match vertices.given_count() {
            Some(given) => given,
            None => composite
                .counts()
                .iter()
                .fold(1, |n: usize, &c| n.saturating_mul(c)),
        };
        self.grow(total.saturating_mul(PARTS), composite.node)?;
        if vertices.are_given() {
            for (index, vertex) in vertices.given.chunks_exact(3).enumerate() {
                let name = composite.name(format_args!("B{index}"))?;
                let vertex = [vertex[0], vertex[1], vertex[2]];
                let body = composite.particle(name, index, vertex)?;
                self.body().children.push(body);
            }
            return Ok(());
        }
        let [nx, ny, nz] = composite.count;
        let mut index = 0;
        for x in 0..nx {
            for y in 0..ny {
                for z in 0..nz {
                    let name = composite.name(format_args!("B{x}_{y}_{z}"))?;
                    let place = [x, y, z];
                    let vertex = std::array::from_fn(|k| composite.centred(place[k], k) as f32);
                    let body = composite.particle(name, index, vertex)?;
                    self.body().children.push(body);
                    index += 1;
                }
            }
        }
        Ok(())
    }
}

impl Composite<'_> {
    /// Where an element is along an axis, if all are spaced around the middle.
    pub(super) fn centred(&self, index: i32, axis: usize) -> f64 {
        self.spacing * (f64::from(index) - 0.5 * f64::from(self.count[axis]))
    }

    fn particle(&self, name: String, index: usize, vertex: [f32; 3]) -> Result<Body, Error> {
        let joints = match self.joints.of_particle() {
            Some(joints) => joints.cloned().collect(),
            None => (0..3).map(|axis| self.slide(axis)).collect(),
        };
        Ok(Body {
            name,
            pos: Vec3::from_fn(|k, _| self.offset[k] + f64::from(vertex[k])),
            joints,
            geoms: vec![self.geom.clone()],
            sites: vec![Site {
                name: self.name(format_args!("S{index}"))?,
                shape: GeomType::Sphere,
                ..self.site.clone()
            }],
            source: Some(self.node.location()),
            ..Body::default()
        })
    }
}
