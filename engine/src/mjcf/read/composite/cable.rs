//! Cables: bodies one in the other along a curve, joined by ball joints.
//!
//! Each body's x axis is its edge. The other axes are carried along without twist: from edge to
//! edge the normal turns about the binormal of the vertex, by the angle between the edges.

use std::f64::consts::PI;

use super::super::world::Walk;
use super::Composite;
use super::settings::Curve;
use crate::error::Error;
use crate::math::frame::{normalize, product, rotation_from_axes};
use crate::math::{Quat, Vec3};
use crate::spec::{Body, Exclude, Geom, GeomType, Joint, JointType, Orientation, Site};

/// Bodies that a cable may have: they are nested, and memory grows with their square.
const LONGEST: i32 = 2_000;

impl Walk<'_, '_> {
    pub(super) fn cable(&mut self, composite: &Composite<'_>) -> Result<(), Error> {
        composite.check_cable()?;
        self.reader.spec.texts.push(composite.label());
        let vertices = composite.vertices()?;
        let mut bodies = Vec::new();
        let mut strand = Strand::default();
        for index in 0..composite.count[0] - 1 {
            let link = composite.link(index);
            let edge = strand.advance(&vertices, index as usize, &link);
            bodies.push(composite.segment(&link, &edge)?);
            if !link.last {
                self.reader.spec.excludes.push(Exclude {
                    body1: composite.name(&link.body)?,
                    body2: composite.name(&link.next)?,
                    source: Some(composite.node.location()),
                    ..Exclude::default()
                });
            }
        }
        // Each body goes into the one before it.
        let mut nested: Option<Body> = None;
        for mut body in bodies.into_iter().rev() {
            body.children.extend(nested);
            nested = Some(body);
        }
        self.body().children.extend(nested);
        if composite.geom.kind == GeomType::Box {
            let inflate = (2.0 * composite.geom.size.z) as f32;
            let subgrid = composite.skin.as_ref().map_or(0, |skin| skin.subgrid);
            let across = if subgrid > 0 { 3 } else { 2 };
            self.add_skin(composite, [composite.count[0], across], inflate, subgrid)?;
        }
        Ok(())
    }
}

/// The place of one body in a cable, and what it is called.
struct Link {
    index: i32,
    first: bool,
    last: bool,
    body: String,
    next: String,
    joint: String,
    site: Option<String>,
}

/// One edge of a cable.
struct Edge {
    pos: Vec3,
    quat: Quat,
    length: f64,
}

/// The frame that is carried along a cable.
struct Strand {
    normal: Vec3,
    quat: Quat,
}

impl Default for Strand {
    fn default() -> Self {
        Strand {
            normal: Vec3::new(0.0, 1.0, 0.0),
            quat: Quat::IDENTITY,
        }
    }
}

impl Strand {
    /// The next edge, with its frame in that of the edge before it.
    #[doc(alias = "mjuu_updateFrame")]
    fn advance(&mut self, vertices: &[[f32; 3]], index: usize, link: &Link) -> Edge {
        let between = |from: usize| {
            let (a, b) = (vertices[from], vertices[from + 1]);
            Vec3::from_fn(|k, _| f64::from(b[k] - a[k]))
        };
        let edge = between(index);
        let mut tangent = edge;
        normalize(tangent.as_mut_slice());
        let mut length_before = 0.0;
        let mut binormal;
        if link.first {
            let mut after = between(index + 1);
            normalize(after.as_mut_slice());
            binormal = tangent.cross(&after);
            normalize(binormal.as_mut_slice());
            self.normal = binormal.cross(&tangent);
            normalize(self.normal.as_mut_slice());
        } else {
            let mut before = between(index - 1);
            length_before = normalize(before.as_mut_slice());
            binormal = before.cross(&tangent);
            let sine = normalize(binormal.as_mut_slice());
            let angle = sine.atan2(before.dot(&tangent));
            self.normal = Quat::from_axis_angle(&binormal, angle).rotate(&self.normal);
            normalize(self.normal.as_mut_slice());
            binormal = tangent.cross(&self.normal);
            normalize(binormal.as_mut_slice());
        }
        let quat = rotation_from_axes(tangent, self.normal, binormal);
        let relative = if link.first {
            quat
        } else {
            product(self.quat.conjugate(), quat)
        };
        self.quat = quat;
        Edge {
            pos: if link.first {
                Vec3::from_fn(|k, _| f64::from(vertices[index][k]))
            } else {
                Vec3::new(length_before, 0.0, 0.0)
            },
            quat: relative,
            length: edge.dot(&edge).sqrt(),
        }
    }
}

impl Composite<'_> {
    fn check_cable(&self) -> Result<(), Error> {
        if self.dim != 1 {
            return Err(self
                .node
                .value_error("count", "a cable that is not along one axis")
                .expected("one count above 1, the first"));
        }
        let shape = self.geom.kind;
        if !matches!(
            shape,
            GeomType::Cylinder | GeomType::Capsule | GeomType::Box
        ) {
            return Err(self
                .node
                .invalid(format!("a cable of geoms of type `{}`", shape.name()))
                .expected("`cylinder`, `capsule` or `box`"));
        }
        let ends = self.count[0];
        if ends < 3 {
            let message =
                format!("a cable of {ends} vertices, whose direction MuJoCo does not set");
            return Err(self
                .node
                .unsupported(message)
                .expected("at least 3 vertices"));
        }
        if ends > LONGEST + 1 {
            let message = format!("a cable of more than {LONGEST} bodies");
            return Err(self.node.unsupported(message));
        }
        Ok(())
    }

    /// The vertices of a cable, in single precision as MuJoCo keeps them.
    fn vertices(&self) -> Result<Vec<[f32; 3]>, Error> {
        let settings = &self.vertices;
        if settings.are_given() {
            let given = settings.given.chunks_exact(3);
            return Ok(given.map(|v| [v[0], v[1], v[2]]).collect());
        }
        let [length, radius, turns] = settings.size;
        let edges = f64::from(self.count[0] - 1);
        let coordinate = |index: f64, curve: Option<Curve>| {
            let angle = || PI * index * turns / edges;
            match curve {
                Some(Curve::Line) => Ok((index * length / edges) as f32),
                Some(Curve::Cosine) => Ok((radius * angle().cos()) as f32),
                Some(Curve::Sine) => Ok((radius * angle().sin()) as f32),
                Some(Curve::Zero) => Ok(0.0),
                None => Err(self
                    .node
                    .value_error("curve", "a cable without a curve that is known")
                    .expected("`s`, `cos(s)`, `sin(s)` or `0` for each coordinate, or `vertex`")),
            }
        };
        let mut vertices = Vec::new();
        for index in 0..self.count[0] {
            let mut vertex = [0.0; 3];
            for (value, &curve) in vertex.iter_mut().zip(&settings.curve) {
                *value = coordinate(f64::from(index), curve)?;
            }
            vertices.push(vertex);
        }
        Ok(vertices)
    }

    fn link(&self, index: i32) -> Link {
        let end = self.count[0] - 2;
        let (first, last) = (index == 0, index == end);
        let numbered = |kind: &str, index: i32| format!("{kind}_{index}");
        let named = |kind: &str| match (first, last) {
            (true, _) => format!("{kind}_first"),
            (_, true) => format!("{kind}_last"),
            _ => numbered(kind, index),
        };
        // MuJoCo's first body never calls the second one the last.
        let next = if index == end - 1 && !first {
            "B_last".to_owned()
        } else {
            numbered("B", index + 1)
        };
        Link {
            index,
            first,
            last,
            body: named("B"),
            next,
            joint: named("J"),
            site: (first || last).then(|| named("S")),
        }
    }

    /// One body of the cable.
    fn segment(&self, link: &Link, edge: &Edge) -> Result<Body, Error> {
        let mut body = Body {
            name: self.name(&link.body)?,
            pos: edge.pos,
            orientation: Orientation::Quat(edge.quat),
            geoms: vec![self.rod(link, edge.length)?],
            plugin: self.plugin.clone(),
            source: Some(self.node.location()),
            ..Body::default()
        };
        if link.first {
            body.pos = Vec3::from_fn(|k, _| self.offset[k] + edge.pos[k]);
        }
        if !link.first || self.initial != "none" {
            body.joints.push(self.hinge(link)?);
        }
        if let Some(site) = &link.site {
            let x = if link.last { edge.length } else { 0.0 };
            body.sites.push(Site {
                name: self.name(site)?,
                pos: Vec3::new(x, 0.0, 0.0),
                ..self.site.clone()
            });
        }
        Ok(body)
    }

    /// The geom along an edge.
    fn rod(&self, link: &Link, length: f64) -> Result<Geom, Error> {
        let mut geom = Geom {
            name: self.name(format_args!("G{}", link.index))?,
            ..self.geom.clone()
        };
        if geom.kind == GeomType::Box {
            geom.pos.x = length / 2.0;
            geom.size.x = length / 2.0;
        } else {
            geom.fromto = Some([0.0, 0.0, 0.0, length, 0.0, 0.0]);
        }
        Ok(geom)
    }

    /// The joint at the start of an edge.
    fn hinge(&self, link: &Link) -> Result<Joint, Error> {
        let mut joint = Joint {
            name: self.name(&link.joint)?,
            kind: JointType::Ball,
            ..self.joints.main().clone()
        };
        if link.first && self.initial == "free" {
            joint.kind = JointType::Free;
            joint.damping = 0.0;
            joint.armature = 0.0;
            joint.frictionloss = 0.0;
        }
        Ok(joint)
    }
}
