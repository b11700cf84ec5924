//! Search of two trees of which the second is that of a flex: with a body's, with another flex's or
//! with itself.

use super::super::mid::{mark, spread};
use super::super::obb::{FramePair, geoms_overlap};
use super::super::plan::{kind, masks_match, masks_meet};
use super::super::{Searching, give_up};
use super::pair::{ElementPair, elements, geom_element};
use super::{ball_apart, boxes_apart, margin, plane};
use crate::error::StepError;
use crate::math::{Mat3, Vec3};
use crate::model::codes::GeomType;
use crate::{Data, Model};

/// One of the two trees.
#[derive(Clone, Copy)]
enum Tree {
    Body(usize),
    Flex(usize),
}

impl Tree {
    fn new(model: &Model, id: usize) -> Tree {
        match id.checked_sub(model.nbody) {
            None => Tree::Body(id),
            Some(flex) => Tree::Flex(flex),
        }
    }

    /// Where it starts among all nodes, and how many it has.
    fn nodes(self, model: &Model) -> [usize; 2] {
        let (start, count) = match self {
            Tree::Body(body) => (model.body_bvhadr[body], model.body_bvhnum[body]),
            Tree::Flex(flex) => (model.flex_bvhadr[flex], model.flex_bvhnum[flex]),
        };
        [start as usize, count as usize]
    }

    fn aabb<'a>(self, model: &'a Model, data: &'a Data, node: usize) -> &'a [f64; 6] {
        match self {
            Tree::Body(_) => &model.bvh_aabb[node],
            Tree::Flex(_) => &data.bvh_aabb_dyn[node - model.nbvhstatic],
        }
    }

    fn margin(self, model: &Model) -> f64 {
        match self {
            Tree::Body(body) => model.body_margin[body],
            Tree::Flex(flex) => model.flex_margin[flex],
        }
    }
}

/// Collides what may touch of a body or flex and a flex, numbered as in signatures.
pub(super) fn search(model: &Model, data: &mut Data, searching: &mut Searching, pair: [usize; 2]) {
    let [first, second] = pair.map(|id| Tree::new(model, id));
    let Tree::Flex(flex) = second else {
        return;
    };
    if !masks_match(model, pair[0], pair[1]) {
        return;
    }
    let [roots, counts] = {
        let [a, b] = [first, second].map(|tree| tree.nodes(model));
        [[a[0], b[0]], [a[1], b[1]]]
    };
    let whole = searching.narrow.arena;
    let Some(arena) = whole.for_trees(counts.iter().sum()) else {
        return give_up(data, StepError::OutOfMemory(model.narena));
    };
    searching.narrow.arena = arena;
    if let Tree::Body(body) = first {
        touch_planes(model, data, searching, body, flex);
    }
    // A flex's boxes are along the world's axes.
    let (pos, mat) = match first {
        Tree::Body(body) => (data.xipos[body], data.ximat[body]),
        Tree::Flex(_) => (Vec3::zeros(), Mat3::IDENTITY),
    };
    let origin = Vec3::zeros();
    let mut frames = FramePair::new([&pos, &origin], [&mat, &Mat3::IDENTITY]);
    let tree_margin = margin(model, first.margin(model), second.margin(model));

    let mut stack = std::mem::take(searching.nodes);
    stack.clear();
    stack.push(roots);
    while let Some(nodes) = stack.pop() {
        // Of a flex with itself each pair once.
        if pair[0] == pair[1] && nodes[0] > nodes[1] {
            continue;
        }
        let children = [model.bvh_child[nodes[0]], model.bvh_child[nodes[1]]];
        let leaf = children.map(|[a, b]| a < 0 && b < 0);
        if leaf == [true, true] {
            if collide_leaves(model, data, searching, first, flex, nodes) {
                mark(model, data, nodes);
            }
            continue;
        }
        let boxes = [
            first.aabb(model, data, nodes[0]),
            second.aabb(model, data, nodes[1]),
        ];
        let overlap = match first {
            Tree::Body(_) => frames.overlap(boxes, tree_margin),
            Tree::Flex(_) => !boxes_apart(boxes[0], boxes[1], tree_margin),
        };
        if !overlap {
            continue;
        }
        let descend_first = match leaf {
            [false, true] => true,
            [true, false] => false,
            _ => spread(boxes[0]) > spread(boxes[1]),
        };
        mark(model, data, nodes);
        let side = usize::from(!descend_first);
        for child in children[side].into_iter().filter(|child| *child != -1) {
            let mut next = nodes;
            next[side] = roots[side] + child as usize;
            stack.push(next);
        }
    }
    *searching.nodes = stack;
    searching.narrow.arena = whole;
}

/// Planes of a body that cannot move touch vertices, not elements.
fn touch_planes(
    model: &Model,
    data: &mut Data,
    searching: &mut Searching,
    body: usize,
    flex: usize,
) {
    if model.body_weldid[body] != 0 {
        return;
    }
    for geom in model.geoms_of(body) {
        if kind(model, geom) == Some(GeomType::Plane) {
            plane::touch(model, data, &mut searching.narrow, geom, flex);
        }
    }
}

/// Collides what two leaves stand for. Returns whether their boxes overlap.
fn collide_leaves(
    model: &Model,
    data: &mut Data,
    searching: &mut Searching,
    first: Tree,
    flex: usize,
    nodes: [usize; 2],
) -> bool {
    let [a, b] = nodes.map(|node| model.bvh_nodeid[node] as usize);
    let narrow = &mut searching.narrow;
    if let Tree::Flex(other) = first {
        elements(model, data, narrow, ElementPair::new([other, flex], [a, b]));
        return true;
    }
    let aabb = &data.bvh_aabb_dyn[nodes[1] - model.nbvhstatic];
    let (pos, mat) = (&data.geom_xpos[a], &data.geom_xmat[a]);
    let margin = margin(model, model.geom_margin[a], model.flex_margin[flex]);
    let meet = masks_meet(
        model.geom_contype[a],
        model.geom_conaffinity[a],
        model.flex_contype[flex],
        model.flex_conaffinity[flex],
    );
    let overlap = meet
        && !ball_apart(pos, model.geom_rbound[a] + margin, aabb)
        && geoms_overlap(
            [&model.geom_aabb[a], aabb],
            [pos, &Vec3::zeros()],
            [mat, &Mat3::IDENTITY],
            margin,
        );
    if overlap && kind(model, a) != Some(GeomType::Plane) {
        geom_element(model, data, narrow, a, flex, b);
    }
    overlap
}
