//! Flexes of a model: checked, their bodies found, and what follows from their elements.

mod elasticity;
mod shell;
mod simplex;
mod write;

use std::collections::HashMap;

use super::names::Names;
use super::parts::Parts;
use super::refusal::{invalid, unsupported};
use crate::asset::bvh::{Leaves, Nodes, node_count};
use crate::error::Error;
use crate::math::frame::{Frame, product};
use crate::math::{Vec3, scalar};
use crate::spec::{self, ObjectType, Spec};
use simplex::Simplex;
pub(super) use write::{write, write_sizes};

/// A flex ready for the model.
#[derive(Debug)]
pub(super) struct Flex<'a> {
    pub(super) spec: &'a spec::Flex,
    simplex: Simplex,
    material: i32,
    /// Whether all vertices are on one body.
    pub(super) rigid: bool,
    /// Whether every vertex is at the origin of its body.
    centered: bool,
    /// The body of each vertex.
    bodies: Vec<usize>,
    /// Vertices of the elements; solids have their faces look outwards.
    elements: Vec<i32>,
    edges: Vec<[i32; 2]>,
    element_edges: Vec<i32>,
    /// Per element; none for a flex without elasticity.
    stiffness: Vec<[f64; 21]>,
    shell: shell::Shell,
    tree: Tree,
    /// Vertices in the box of the whole flex.
    vertices0: Vec<Vec3>,
}

impl Flex<'_> {
    /// The body of each vertex.
    pub(super) fn bodies(&self) -> &[usize] {
        &self.bodies
    }

    /// Vertices of the elements; solids have their faces look outwards.
    pub(super) fn elements(&self) -> &[i32] {
        &self.elements
    }

    /// What plugins of its bodies are configured with: elements, and the edges of each.
    pub(super) fn told_to_plugins(&self) -> Vec<(&'static str, String)> {
        let list = |numbers: &[i32]| {
            let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            words.join(" ")
        };
        let mut told = vec![
            ("face", list(&self.elements)),
            ("edge", list(&self.element_edges)),
        ];
        if self.spec.damping > 0.0 {
            told.push(("damping", format!("{:.6}", self.spec.damping)));
        }
        told
    }
}

/// The tree of boxes around the elements that can touch something.
#[derive(Debug, Default)]
struct Tree {
    aabb: Vec<[f64; 6]>,
    child: Vec<[i32; 2]>,
    depth: Vec<i32>,
    element: Vec<i32>,
}

/// Compiles all flexes. Bodies are those before any is fused.
pub(super) fn compile<'a>(
    spec: &'a Spec,
    names: &Names<'_>,
    parts: &Parts<'_>,
) -> Result<Vec<Flex<'a>>, Error> {
    if spec.flexes.is_empty() {
        return Ok(Vec::new());
    }
    let frames = world_frames(parts);
    let flexes = spec.flexes.iter();
    flexes
        .map(|flex| compile_one(spec, flex, names, &frames))
        .collect()
}

/// Frames of all bodies in the world, before any joint moves.
fn world_frames(parts: &Parts<'_>) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::with_capacity(parts.bodies.len());
    for (id, body) in parts.bodies.iter().enumerate() {
        frames.push(if id == 0 {
            Frame::IDENTITY
        } else {
            below(&frames[body.parent], &body.frame)
        });
    }
    frames
}

/// A frame given in another; positions are turned by the quaternion, not by its matrix.
fn below(parent: &Frame, own: &Frame) -> Frame {
    Frame {
        pos: parent.quat.rotate(&own.pos) + parent.pos,
        quat: product(parent.quat, own.quat),
    }
}

fn refuse(flex: &spec::Flex, message: impl Into<String>) -> Error {
    invalid("flex", &flex.source, message)
}

fn compile_one<'a>(
    spec: &Spec,
    flex: &'a spec::Flex,
    names: &Names<'_>,
    frames: &[Frame],
) -> Result<Flex<'a>, Error> {
    let simplex = check(flex)?;
    let count = vertex_count(flex, simplex)?;
    let material = material(spec, flex, names)?;
    let found = find_bodies(flex, names)?;
    let single = !flex.vertex.is_empty() && flex.bodies.len() == 1;
    let rigid = single || found.iter().all(|body| *body == found[0]);
    let centered = flex.vertex.iter().all(|x| *x == 0.0);
    let bodies = if rigid {
        vec![found[0]; count]
    } else {
        // The reference has found the bodies of a copied flex before, and keeps them.
        let mut found = found.repeat(1 + flex.copies);
        if found.len() < count {
            let message = format!("{count} vertices on {} bodies", flex.bodies.len());
            return Err(refuse(flex, message)
                .attribute("body")
                .expected("a body for each vertex, or one for all"));
        }
        found.truncate(count);
        found
    };

    let vertex = |i: usize| {
        let frame = &frames[bodies[i]];
        if centered {
            return frame.pos;
        }
        let offset = Vec3::from_column_slice(&flex.vertex[3 * i..3 * i + 3]);
        frame.pos + frame.quat.rotate(&offset)
    };
    let vertices: Vec<Vec3> = (0..count).map(vertex).collect();
    let mut elements = flex.element.clone();
    if simplex == Simplex::Tetrahedron {
        turn_outwards(&mut elements, &vertices);
    }
    let (edges, element_edges) = edges(simplex, &elements);
    let stiffness = elasticity::stiffness(flex, simplex, &elements, &vertices)?;
    let shell = shell::Shell::new(simplex, &elements);
    let tree = tree(flex, simplex, &elements, &shell.layers, &vertices);
    let Some(whole) = tree.aabb.first() else {
        return Err(refuse(flex, "no element of the flex can touch anything")
            .expected("a `contype`, a `conaffinity` or `activelayers` other than 0"));
    };
    let place = |vertex: &Vec3| {
        Vec3::from_fn(|k, _| {
            let size = 2.0 * (whole[k + 3] - flex.radius);
            (vertex[k] - whole[k]) / size + 0.5
        })
    };
    Ok(Flex {
        spec: flex,
        simplex,
        material,
        rigid,
        centered,
        bodies,
        vertices0: vertices.iter().map(place).collect(),
        elements,
        edges,
        element_edges,
        stiffness,
        shell,
        tree,
    })
}

/// Refuses sizes that do not fit each other.
fn check(flex: &spec::Flex) -> Result<Simplex, Error> {
    let Some(simplex) = Simplex::of_dim(flex.dim) else {
        return Err(refuse(flex, format!("a flex of dimension {}", flex.dim))
            .attribute("dim")
            .expected("1, 2 or 3"));
    };
    let corners = simplex.corners();
    if flex.element.is_empty() || !flex.element.len().is_multiple_of(corners) {
        let message = format!("{} vertices in elements", flex.element.len());
        return Err(refuse(flex, message).attribute("element").expected(format!(
            "{corners} for each element, and one element at least"
        )));
    }
    if flex.bodies.is_empty() {
        return Err(refuse(flex, "the flex has no body").attribute("body"));
    }
    if !flex.vertex.len().is_multiple_of(3) {
        let message = format!("{} coordinates of vertices", flex.vertex.len());
        return Err(refuse(flex, message)
            .attribute("vertex")
            .expected("3 for each"));
    }
    if flex.edgestiffness > 0.0 && simplex != Simplex::Segment {
        return Err(refuse(flex, "stiff edges of triangles or tetrahedra")
            .attribute("stiffness")
            .expected("`elasticity`, or `dim` 1"));
    }
    Ok(simplex)
}

/// How many vertices there are; elements must keep to them.
fn vertex_count(flex: &spec::Flex, simplex: Simplex) -> Result<usize, Error> {
    let count = match flex.vertex.len() {
        0 => flex.bodies.len(),
        coordinates => coordinates / 3,
    };
    if count < simplex.corners() {
        let message = format!("a flex of dimension {} with {count} vertices", flex.dim);
        return Err(refuse(flex, message).expected("one more than `dim` at least"));
    }
    let is_known = |id: &i32| usize::try_from(*id).is_ok_and(|id| id < count);
    if let Some(id) = flex.element.iter().find(|id| !is_known(id)) {
        let message = format!("an element with vertex {id} of {count}");
        return Err(refuse(flex, message)
            .attribute("element")
            .expected(format!("0 to {}", count - 1)));
    }
    for element in flex.element.chunks_exact(simplex.corners()) {
        if element
            .iter()
            .enumerate()
            .any(|(i, id)| element[..i].contains(id))
        {
            let message = format!("the element {element:?} has a vertex twice");
            return Err(refuse(flex, message).attribute("element"));
        }
    }
    if !flex.texcoord.is_empty() && flex.texcoord.len() != 2 * count {
        let message = format!(
            "{} texture coordinates for {count} vertices",
            flex.texcoord.len()
        );
        return Err(refuse(flex, message)
            .attribute("texcoord")
            .expected("2 for each vertex, or none"));
    }
    Ok(count)
}

fn material(spec: &Spec, flex: &spec::Flex, names: &Names<'_>) -> Result<i32, Error> {
    let Some(name) = &flex.material else {
        return Ok(-1);
    };
    // MuJoCo discards the materials, but not the references of flexes to them.
    let found = names
        .find(ObjectType::Material, name)
        .filter(|_| !spec.compiler.discardvisual);
    found.map(|id| id as i32).ok_or_else(|| {
        refuse(flex, format!("there is no material `{name}`"))
            .attribute("material")
            .expected("the name of a material")
    })
}

fn find_bodies(flex: &spec::Flex, names: &Names<'_>) -> Result<Vec<usize>, Error> {
    if flex.copies > 1 {
        return Err(unsupported(
            "flex",
            &flex.source,
            "a flex that was attached twice, whose bodies MuJoCo mistakes",
        ));
    }
    let bodies = flex.bodies.iter();
    bodies
        .map(|name| {
            names.find(ObjectType::Body, name).ok_or_else(|| {
                refuse(flex, format!("there is no body `{name}`"))
                    .attribute("body")
                    .expected("the name of a body")
            })
        })
        .collect()
}

/// Orders the corners of tetrahedra so that their faces, by the right-hand rule, look outwards.
fn turn_outwards(elements: &mut [i32], vertices: &[Vec3]) {
    for element in elements.chunks_exact_mut(4) {
        let at = |k: usize| vertices[element[k] as usize];
        let [a, b, c] = [1, 2, 3].map(|k| at(k) - at(0));
        if a.cross(&b).dot(&c) > 0.0 {
            element.swap(1, 2);
        }
    }
}

/// All edges in the order in which elements have them, and those of each element.
fn edges(simplex: Simplex, elements: &[i32]) -> (Vec<[i32; 2]>, Vec<i32>) {
    let mut edges = Vec::new();
    let mut ids = HashMap::new();
    let mut of_elements = Vec::new();
    for element in elements.chunks_exact(simplex.corners()) {
        for ends in simplex.edges() {
            let [a, b] = ends.map(|end| element[end]);
            let edge = [a.min(b), a.max(b)];
            let id = *ids.entry(edge).or_insert_with(|| {
                edges.push(edge);
                edges.len() as i32 - 1
            });
            of_elements.push(id);
        }
    }
    (edges, of_elements)
}

/// The tree over the elements that can touch something.
fn tree(
    flex: &spec::Flex,
    simplex: Simplex,
    elements: &[i32],
    layers: &[i32],
    vertices: &[Vec3],
) -> Tree {
    let mut leaves = Leaves::default();
    let mut ids = Vec::new();
    let collides = flex.contype != 0 || flex.conaffinity != 0;
    let inner = |id: usize| simplex == Simplex::Tetrahedron && layers[id] >= flex.activelayers;
    for (id, element) in elements.chunks_exact(simplex.corners()).enumerate() {
        if !collides || inner(id) {
            continue;
        }
        let corner = |k: usize| vertices[element[k] as usize];
        let (mut low, mut high) = (corner(0), corner(0));
        for k in 1..element.len() {
            low = low.zip_map(&corner(k), scalar::min);
            high = high.zip_map(&corner(k), scalar::max);
        }
        let center = (high + low) * 0.5;
        let half = (high - low).map(|x| 0.5 * x + flex.radius);
        // A radius below zero may turn a box inside out.
        let (first, last) = (center - half, center + half);
        let (low, high) = (
            first.zip_map(&last, scalar::min),
            first.zip_map(&last, scalar::max),
        );
        leaves.push(&center, &low, &high);
        ids.push(id as i32);
    }
    let count = node_count(leaves.len());
    let mut tree = Tree {
        aabb: vec![[0.0; 6]; count],
        child: vec![[0; 2]; count],
        depth: vec![0; count],
        element: vec![0; count],
    };
    leaves.build(Nodes {
        aabb: &mut tree.aabb,
        child: &mut tree.child,
        depth: &mut tree.depth,
        leaf: &mut tree.element,
    });
    for id in tree.element.iter_mut().filter(|id| **id >= 0) {
        *id = ids[*id as usize];
    }
    tree
}
