//! What became of a spec's elements: in the order of the model's ids, without those that were fused
//! or discarded. For what writes a model back to text.

use std::ops::Range;

use super::parts::Parts;
use super::plugin::Plugins;
use super::{Resolved, contact};
use crate::error::Error;
use crate::math::frame::Frame;
use crate::spec::{Body, Camera, Geom, GeomType, Joint, Light, Mesh, Site, Spec};

/// The elements of a spec as they are in its model.
pub(crate) struct Outline<'a> {
    pub(crate) bodies: Vec<Place<'a>>,
    pub(crate) joints: Vec<&'a Joint>,
    pub(crate) geoms: Vec<Shape<'a>>,
    /// Sites, each with the body that it was written in.
    pub(crate) sites: Vec<(&'a Site, &'a Body)>,
    pub(crate) cameras: Vec<&'a Camera>,
    pub(crate) lights: Vec<&'a Light>,
    pub(crate) meshes: Vec<&'a Mesh>,
    /// Vertices of the elements of each flex; solids have their faces look outwards.
    pub(crate) flexes: Vec<&'a [i32]>,
    /// Positions in the spec's lists, and whether the second name comes first.
    pub(crate) pairs: Vec<(usize, bool)>,
    pub(crate) excludes: Vec<(usize, bool)>,
    pub(crate) plugins: Vec<Instance<'a>>,
}

/// A body, and which elements are on it.
pub(crate) struct Place<'a> {
    pub(crate) spec: &'a Body,
    /// The body that it was written in.
    pub(crate) origin: &'a Body,
    pub(crate) parent: usize,
    pub(crate) joints: Range<usize>,
    pub(crate) geoms: Range<usize>,
    pub(crate) sites: Range<usize>,
    pub(crate) cameras: Range<usize>,
    pub(crate) lights: Range<usize>,
    /// Geoms that counted for its inertia are gone.
    pub(crate) has_lost_geoms: bool,
}

/// A geom, and what follows from its shape.
pub(crate) struct Shape<'a> {
    pub(crate) spec: &'a Geom,
    /// The body that it was written in.
    pub(crate) origin: &'a Body,
    pub(crate) mass: f64,
    /// What a density multiplies.
    pub(crate) content: f64,
    /// The frame of the mesh that it shows, in its own.
    pub(crate) mesh: Option<Frame>,
}

/// An instance of a plugin: the plugin's name, and its configuration in the plugin's order.
pub(crate) struct Instance<'a> {
    pub(crate) plugin: &'a str,
    pub(crate) config: Vec<(&'a str, &'a str)>,
}

impl Spec {
    /// Passes on what became of the elements.
    pub(crate) fn outline<T>(
        &self,
        then: impl FnOnce(&Outline<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.resolve(|found| then(&outline(self, &found)?))
    }
}

fn outline<'a>(spec: &Spec, found: &Resolved<'a>) -> Result<Outline<'a>, Error> {
    let Parts {
        joints,
        cameras,
        lights,
        ..
    } = found.lookup.parts;
    let [pairs, excludes] = contact::turned(spec, found.lookup)?;
    Ok(Outline {
        bodies: places(found),
        joints: joints.iter().map(|joint| joint.spec).collect(),
        geoms: shapes(found),
        sites: sites(found),
        cameras: cameras.iter().map(|camera| camera.spec).collect(),
        lights: lights.iter().map(|light| light.spec).collect(),
        meshes: found.assets.meshes.iter().map(|mesh| mesh.spec).collect(),
        flexes: found.lookup.flexes.iter().map(|f| f.elements()).collect(),
        pairs,
        excludes,
        plugins: found.plugins.described(),
    })
}

fn places<'a>(found: &Resolved<'a>) -> Vec<Place<'a>> {
    let nodes = &found.tree.nodes;
    let node = |body: &Body| nodes.iter().find(|node| std::ptr::eq(node.spec, body));
    let parts = found.lookup.parts;
    // Without fusing ids are places in the tree.
    let whole = parts.bodies.len() == nodes.len();
    let places = parts.bodies.iter().enumerate().map(|(id, body)| {
        let own = if whole {
            nodes.get(id)
        } else {
            node(body.spec)
        };
        let written = own.map_or(body.spec, |own| nodes[own.parent].spec);
        let views = own.map(|own| (own.cameras.clone(), own.lights.clone()));
        let (cameras, lights) = views.unwrap_or_default();
        let discards = own.is_some_and(|own| own.compiler.discardvisual);
        let is_visual = |geom: &Geom| geom.contype == 0 && geom.conaffinity == 0;
        Place {
            spec: body.spec,
            origin: if id == 0 {
                parts.bodies[0].spec
            } else {
                written
            },
            parent: body.parent,
            joints: body.joints.clone(),
            geoms: body.geoms.clone(),
            sites: body.sites.clone(),
            cameras,
            lights,
            has_lost_geoms: discards && body.spec.geoms.iter().any(is_visual),
        }
    });
    places.collect()
}

/// The body that has this element in one of its lists.
fn owner<'a, T>(found: &Resolved<'a>, element: &T, list: impl Fn(&'a Body) -> &'a [T]) -> &'a Body
where
    T: 'a,
{
    let mut nodes = found.tree.nodes.iter();
    let holds = |body: &'a Body| {
        list(body)
            .as_ptr_range()
            .contains(&std::ptr::from_ref(element))
    };
    let node = nodes.find(|node| holds(node.spec));
    node.map_or(found.tree.nodes[0].spec, |node| node.spec)
}

fn shapes<'a>(found: &Resolved<'a>) -> Vec<Shape<'a>> {
    let parts = found.lookup.parts;
    let fused = parts.bodies.len() != found.tree.nodes.len();
    let shapes = parts.geoms.iter().map(|geom| {
        let shows_mesh = matches!(geom.shape.kind, GeomType::Mesh | GeomType::Sdf);
        let mesh = geom.placed.filter(|_| shows_mesh);
        let content = match mesh {
            Some((mesh, _)) => {
                let solid = found.assets.meshes[mesh].data.solid(geom.spec.shell);
                solid.map_or(0.0, |solid| solid.measure)
            }
            None => geom.shape.content(geom.spec.shell),
        };
        Shape {
            spec: geom.spec,
            origin: if fused {
                owner(found, geom.spec, |body| &body.geoms)
            } else {
                parts.bodies[geom.body].spec
            },
            mass: geom.mass,
            content,
            mesh: mesh.map(|(_, frame)| frame),
        }
    });
    shapes.collect()
}

fn sites<'a>(found: &Resolved<'a>) -> Vec<(&'a Site, &'a Body)> {
    let parts = found.lookup.parts;
    let fused = parts.bodies.len() != found.tree.nodes.len();
    let sites = parts.sites.iter().map(|site| {
        let origin = if fused {
            owner(found, site.spec, |body| &body.sites)
        } else {
            parts.bodies[site.body].spec
        };
        (site.spec, origin)
    });
    sites.collect()
}

impl Plugins {
    /// All instances as text.
    fn described(&self) -> Vec<Instance<'_>> {
        let described = self.configured().map(|(plugin, config)| {
            let attributes = plugin.attributes().iter();
            let given = attributes.map(|attribute| (*attribute, config.get(attribute)));
            Instance {
                plugin: plugin.name(),
                config: given.filter(|(_, value)| !value.is_empty()).collect(),
            }
        });
        described.collect()
    }
}
