//! Writes compiled flexes into the model.

use super::super::asset::copy;
use super::super::parts::Parts;
use super::{Flex, refuse};
use crate::error::Error;
use crate::math::Vec3;
use crate::model::Model;
use crate::spec::{EqualityType, Spec};

pub(in crate::compile) fn write_sizes(flexes: &[Flex<'_>], model: &mut Model) {
    model.nflex = flexes.len();
    for flex in flexes {
        model.nbvhdynamic += flex.tree.aabb.len();
        model.nflexvert += flex.bodies.len();
        model.nflexedge += flex.edges.len();
        model.nflexelem += flex.element_count();
        model.nflexelemdata += flex.elements.len();
        model.nflexelemedge += flex.element_edges.len();
        model.nflexshelldata += flex.shell.surface.len();
        model.nflexevpair += flex.shell.pairs.len();
        model.nflextexcoord += flex.spec.texcoord.len() / 2;
    }
}

/// Where the next flex's parts start.
#[derive(Default)]
struct Places {
    vertex: usize,
    edge: usize,
    element: usize,
    element_data: usize,
    element_edge: usize,
    shell: usize,
    pair: usize,
    texcoord: usize,
    node: usize,
}

/// Writes the flexes, with their trees after those of bodies and meshes.
pub(in crate::compile) fn write(
    spec: &Spec,
    flexes: &[Flex<'_>],
    parts: &Parts<'_>,
    model: &mut Model,
) -> Result<(), Error> {
    let mut places = Places {
        node: model.nbvhstatic,
        ..Places::default()
    };
    for (id, flex) in flexes.iter().enumerate() {
        // Fusing bodies changes their ids, but not those that flexes have found.
        if flex.bodies.iter().any(|body| *body >= parts.bodies.len()) {
            return Err(
                refuse(flex.spec, "a flex on bodies that were fused").expected("no `fusestatic`")
            );
        }
        write_settings(flex, id, model);
        let mut equalities = spec.equalities.iter();
        let held = equalities.any(|eq| eq.kind == EqualityType::Flex && eq.name1 == flex.spec.name);
        model.flex_edgeequality[id] = u8::from(held);
        write_places(flex, id, &places, model);
        write_edges(flex, parts, places.edge, model);
        write_parts(flex, &mut places, model);
    }
    Ok(())
}

impl Flex<'_> {
    fn element_count(&self) -> usize {
        self.elements.len() / self.simplex.corners()
    }
}

fn write_settings(flex: &Flex<'_>, id: usize, model: &mut Model) {
    let spec = flex.spec;
    model.flex_contype[id] = spec.contype;
    model.flex_conaffinity[id] = spec.conaffinity;
    model.flex_condim[id] = spec.condim;
    model.flex_matid[id] = flex.material;
    model.flex_group[id] = spec.group;
    model.flex_priority[id] = spec.priority;
    model.flex_solmix[id] = spec.solmix;
    model.flex_solref[id] = spec.solref;
    model.flex_solimp[id] = spec.solimp;
    model.flex_radius[id] = spec.radius;
    model.flex_friction[id] = spec.friction;
    model.flex_margin[id] = spec.margin;
    model.flex_gap[id] = spec.gap;
    model.flex_rgba[id] = spec.rgba;
    model.flex_damping[id] = spec.damping;
    model.flex_dim[id] = spec.dim;
    model.flex_edgestiffness[id] = spec.edgestiffness;
    model.flex_edgedamping[id] = spec.edgedamping;
    model.flex_rigid[id] = u8::from(flex.rigid);
    model.flex_centered[id] = u8::from(flex.centered);
    model.flex_internal[id] = u8::from(spec.internal);
    model.flex_flatskin[id] = u8::from(spec.flatskin);
    model.flex_selfcollide[id] = spec.selfcollide.code();
    model.flex_activelayers[id] = spec.activelayers;
}

fn write_places(flex: &Flex<'_>, id: usize, places: &Places, model: &mut Model) {
    let address = |at: usize, count: usize| if count == 0 { -1 } else { at as i32 };
    model.flex_vertadr[id] = places.vertex as i32;
    model.flex_vertnum[id] = flex.bodies.len() as i32;
    model.flex_edgeadr[id] = places.edge as i32;
    model.flex_edgenum[id] = flex.edges.len() as i32;
    model.flex_elemadr[id] = places.element as i32;
    model.flex_elemnum[id] = flex.element_count() as i32;
    model.flex_elemdataadr[id] = places.element_data as i32;
    model.flex_elemedgeadr[id] = places.element_edge as i32;
    let surface = flex.shell.surface.len();
    model.flex_shellnum[id] = surface as i32 / flex.spec.dim;
    model.flex_shelldataadr[id] = address(places.shell, surface);
    model.flex_evpairnum[id] = flex.shell.pairs.len() as i32;
    model.flex_evpairadr[id] = address(places.pair, flex.shell.pairs.len());
    model.flex_texcoordadr[id] = address(places.texcoord, flex.spec.texcoord.len());
    model.flex_bvhnum[id] = flex.tree.aabb.len() as i32;
    model.flex_bvhadr[id] = address(places.node, flex.tree.aabb.len());
}

fn write_edges(flex: &Flex<'_>, parts: &Parts<'_>, start: usize, model: &mut Model) {
    let weld = |vertex: i32| parts.bodies[flex.bodies[vertex as usize]].weld;
    for (id, edge) in (start..).zip(&flex.edges) {
        let [a, b] = edge.map(weld);
        model.flex_edge[id] = *edge;
        model.flexedge_rigid[id] = u8::from(flex.rigid || a == b);
    }
}

fn write_parts(flex: &Flex<'_>, places: &mut Places, model: &mut Model) {
    for (i, body) in flex.bodies.iter().enumerate() {
        let vertex = places.vertex + i;
        model.flex_vertbodyid[vertex] = *body as i32;
        model.flex_vert[vertex] = if flex.centered {
            Vec3::zeros()
        } else {
            Vec3::from_column_slice(&flex.spec.vertex[3 * i..3 * i + 3])
        };
    }
    copy(&flex.vertices0, &mut model.flex_vert0, &mut places.vertex);
    copy(
        &flex.shell.layers,
        &mut model.flex_elemlayer,
        &mut places.element.clone(),
    );
    // Without elasticity their matrices stay 0.
    let start = places.element;
    model.flex_stiffness[start..start + flex.stiffness.len()].copy_from_slice(&flex.stiffness);
    places.element += flex.element_count();
    copy(
        &flex.elements,
        &mut model.flex_elem,
        &mut places.element_data,
    );
    copy(
        &flex.element_edges,
        &mut model.flex_elemedge,
        &mut places.element_edge,
    );
    copy(
        &flex.shell.surface,
        &mut model.flex_shell,
        &mut places.shell,
    );
    copy(&flex.shell.pairs, &mut model.flex_evpair, &mut places.pair);
    let texcoord: Vec<[f32; 2]> = flex
        .spec
        .texcoord
        .chunks_exact(2)
        .map(|t| [t[0], t[1]])
        .collect();
    copy(&texcoord, &mut model.flex_texcoord, &mut places.texcoord);
    places.edge += flex.edges.len();
    // The boxes change with the state and are part of the data.
    copy(
        &flex.tree.child,
        &mut model.bvh_child,
        &mut places.node.clone(),
    );
    copy(
        &flex.tree.depth,
        &mut model.bvh_depth,
        &mut places.node.clone(),
    );
    copy(&flex.tree.element, &mut model.bvh_nodeid, &mut places.node);
}
