//! Grids: bodies in a plane or in a line, and tendons that keep neighbours at their distance.

use super::super::world::Walk;
use super::Composite;
use crate::error::Error;
use crate::math::Vec3;
use crate::spec::{
    Body, Equality, EqualityObject, EqualityType, Geom, GeomType, Joint, Site, Tendon, Wrap,
    WrapKind,
};

/// Elements per body: itself, geom, site, three joints, and tendons with their equalities.
const PARTS: usize = 12;

impl Walk<'_, '_> {
    pub(super) fn grid(&mut self, composite: &Composite<'_>) -> Result<(), Error> {
        composite.check_grid()?;
        let [nx, ny, _] = composite.counts();
        self.grow(nx.saturating_mul(ny).saturating_mul(PARTS), composite.node)?;
        let [nx, ny, _] = composite.count;
        for x in 0..nx {
            for y in 0..ny {
                let body = composite.knot(x, y)?;
                self.body().children.push(body);
            }
        }
        for axis in 0..2 {
            let (dx, dy) = if axis == 0 { (1, 0) } else { (0, 1) };
            for x in 0..nx - dx {
                for y in 0..ny - dy {
                    let name = composite.name(format_args!("T{axis}_{x}_{y}"))?;
                    self.tie(composite, &composite.edge, name, [[x, y], [x + dx, y + dy]])?;
                }
            }
        }
        if let Some(shear) = &composite.shear {
            for x in 0..nx - 1 {
                for y in 0..ny - 1 {
                    let name = composite.name(format_args!("TS{x}_{y}"))?;
                    self.tie(composite, shear, name, [[x, y], [x + 1, y + 1]])?;
                }
            }
        }
        if let Some(settings) = &composite.skin {
            let spread = [composite.count[0], composite.count[1]];
            self.add_skin(composite, spread, settings.inflate, settings.subgrid)?;
        }
        Ok(())
    }

    /// Adds a tendon between two sites, and the equality that keeps its length.
    fn tie(
        &mut self,
        composite: &Composite<'_>,
        (tendon, equality): &(Tendon, Equality),
        name: String,
        ends: [[i32; 2]; 2],
    ) -> Result<(), Error> {
        let mut tendon = tendon.clone();
        for [x, y] in ends {
            tendon.path.push(Wrap {
                kind: WrapKind::Site(composite.name(format_args!("S{x}_{y}"))?),
                source: tendon.source.clone(),
            });
        }
        tendon.name.clone_from(&name);
        let equality = Equality {
            kind: EqualityType::Tendon,
            object: EqualityObject::Tendon,
            name1: name,
            ..equality.clone()
        };
        self.reader.spec.tendons.push(tendon);
        self.reader.spec.equalities.push(equality);
        Ok(())
    }
}

impl Composite<'_> {
    fn check_grid(&self) -> Result<(), Error> {
        if self.dim > 2 {
            return Err(self
                .node
                .value_error("count", "a grid along three axes")
                .expected("a grid along one or two axes"));
        }
        let flat = |what: &str| {
            self.node
                .value_error("count", format!("{what} of a grid that is not a surface"))
                .expected("two counts above 1")
        };
        if self.shear.is_some() && self.dim != 2 {
            return Err(flat("diagonal tendons"));
        }
        if self.skin.is_some() && self.dim != 2 {
            return Err(flat("a skin"));
        }
        Ok(())
    }

    /// One body of the grid; a pinned one has no joints.
    fn knot(&self, x: i32, y: i32) -> Result<Body, Error> {
        let [dx, dy, dz] = self.offset;
        let mut joints = Vec::new();
        if !self.pins.contains(&[x, y]) {
            for axis in 0..3 {
                joints.push(Joint {
                    name: self.name(format_args!("J{axis}_{x}_{y}"))?,
                    ..self.slide(axis)
                });
            }
        }
        Ok(Body {
            name: self.name(format_args!("B{x}_{y}"))?,
            pos: Vec3::new(dx + self.centred(x, 0), dy + self.centred(y, 1), dz),
            joints,
            geoms: vec![Geom {
                name: self.name(format_args!("G{x}_{y}"))?,
                kind: GeomType::Sphere,
                ..self.geom.clone()
            }],
            sites: vec![Site {
                name: self.name(format_args!("S{x}_{y}"))?,
                shape: GeomType::Sphere,
                ..self.site.clone()
            }],
            source: Some(self.node.location()),
            ..Body::default()
        })
    }
}
