//! Meshes of a model: compiled once each, on all cores, and written one after the other; their
//! trees are built in the model's arrays.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::asset::{Paths, copy, file_name, read_file};
use super::parallel;
use super::parts::Parts;
use super::plugin::Plugins;
use super::refusal::asset;
use super::tree::Tree;
use crate::asset::AssetError;
use crate::asset::bvh::{Leaves, Nodes};
use crate::asset::mesh::{self, MeshData, Scratch};
use crate::data::plugin::Outline;
use crate::error::Error;
use crate::model::Model;
use crate::spec::{self, GeomType, Spec};

/// A mesh ready for the model. Equal descriptions share their data.
#[derive(Debug)]
pub(super) struct Mesh<'a> {
    pub(super) spec: &'a spec::Mesh,
    pub(super) data: Arc<MeshData>,
    pub(super) path: &'a str,
}

/// A mesh to be compiled, and its result.
struct Job<'a> {
    spec: &'a spec::Mesh,
    outline: Option<&'a Outline>,
    hull: bool,
    result: OnceLock<Result<Arc<MeshData>, AssetError>>,
}

/// Compiles all meshes of a spec.
pub(super) fn compile<'a>(
    spec: &'a Spec,
    tree: &Tree<'_>,
    plugins: &Plugins,
) -> Result<Vec<Mesh<'a>>, Error> {
    let mut jobs: Vec<Job<'_>> = Vec::new();
    let mut job_of = Vec::with_capacity(spec.meshes.len());
    for (mesh, outline) in spec.meshes.iter().zip(&plugins.outlines) {
        let outline = outline.as_ref();
        let hull = needs_hull(mesh, tree);
        let given = |job: &Job<'_>| job.outline.is_none() && outline.is_none();
        let same = |job: &Job<'_>| given(job) && job.hull == hull && same_surface(job.spec, mesh);
        job_of.push(jobs.iter().position(same).unwrap_or(jobs.len()));
        if job_of.last() == Some(&jobs.len()) {
            jobs.push(Job {
                spec: mesh,
                outline,
                hull,
                result: OnceLock::new(),
            });
        }
    }
    run(spec, &jobs);
    let meshes = spec.meshes.iter().zip(job_of).map(|(mesh, job)| {
        let result = jobs[job].result.get().cloned();
        let missing = || Err(AssetError::new("the mesh was not compiled"));
        let data = result.unwrap_or_else(missing);
        Ok(Mesh {
            spec: mesh,
            data: data.map_err(|wrong| asset("mesh", &mesh.source, wrong))?,
            path: file_name(&mesh.file, mesh.paths.as_deref().unwrap_or(&spec.paths)),
        })
    });
    meshes.collect()
}

/// Whether a geom collides with the mesh's hull.
fn needs_hull(mesh: &spec::Mesh, tree: &Tree<'_>) -> bool {
    tree.geoms.iter().any(|geom| {
        matches!(geom.kind, GeomType::Mesh | GeomType::Sdf)
            && (geom.contype != 0 || geom.conaffinity != 0)
            && geom.mesh.as_deref() == Some(mesh.name.as_str())
    })
}

/// Whether two descriptions give the same mesh, whatever they are called.
fn same_surface(a: &spec::Mesh, b: &spec::Mesh) -> bool {
    a.file == b.file
        && a.content_type == b.content_type
        && a.paths == b.paths
        && a.refpos == b.refpos
        && a.refquat == b.refquat
        && a.scale == b.scale
        && a.inertia == b.inertia
        && a.smoothnormal == b.smoothnormal
        && a.maxhullvert == b.maxhullvert
        && a.density.to_bits() == b.density.to_bits()
        && a.vertex == b.vertex
        && a.normal == b.normal
        && a.texcoord == b.texcoord
        && a.face == b.face
}

/// Runs the jobs on all cores; the result does not depend on their number.
fn run(spec: &Spec, jobs: &[Job<'_>]) {
    parallel::each(jobs, Scratch::default, |job, scratch| {
        let paths = job.spec.paths.as_deref().unwrap_or(&spec.paths);
        let read = |file: &str| read_file(spec, paths, &paths.meshes, file);
        let result = match job.outline {
            Some(Outline { shape, half }) => {
                let distances: mesh::Distances<'_> = (&|point| shape.distance(point), *half);
                mesh::compile_in(job.spec, Some(&distances), job.hull, read, scratch)
            }
            None => mesh::compile_in(job.spec, None, job.hull, read, scratch),
        };
        let result = result.map(Arc::new);
        // Each job is taken once, so that its result is not set yet.
        let _ = job.result.set(result);
    });
}

/// Removes the meshes that no geom uses, and renumbers the others.
pub(super) fn discard_unused(meshes: &mut Vec<Mesh<'_>>, parts: &mut Parts<'_>) {
    let mut used = vec![false; meshes.len()];
    for (mesh, _) in parts.geoms.iter().filter_map(|geom| geom.placed) {
        used[mesh] = true;
    }
    let before = |mesh: usize| used[..mesh].iter().filter(|used| **used).count();
    for (mesh, _) in parts
        .geoms
        .iter_mut()
        .filter_map(|geom| geom.placed.as_mut())
    {
        *mesh = before(*mesh);
    }
    let mut kept = used.iter();
    meshes.retain(|_| kept.next() == Some(&true));
}

pub(super) fn write_sizes(meshes: &[Mesh<'_>], model: &mut Model) {
    model.nmesh = meshes.len();
    for Mesh { data, .. } in meshes {
        model.nmeshvert += data.vertices.len();
        model.nmeshnormal += data.normals.len();
        model.nmeshtexcoord += data.texcoords.len();
        model.nmeshface += data.faces.len();
        model.nmeshgraph += data.graph.len();
        model.nbvhstatic += data.node_count();
    }
}

/// Writes the meshes, with their trees after those of the bodies, from `node` on.
pub(super) fn write(meshes: &[Mesh<'_>], mut node: usize, paths: &mut Paths, model: &mut Model) {
    let (mut vertex, mut normal, mut texcoord, mut face, mut graph) = (0, 0, 0, 0, 0);
    for (id, Mesh { spec, data, path }) in meshes.iter().enumerate() {
        let address = |at: usize, count: usize| if count == 0 { -1 } else { at as i32 };
        model.mesh_vertadr[id] = vertex as i32;
        model.mesh_vertnum[id] = data.vertices.len() as i32;
        model.mesh_normaladr[id] = normal as i32;
        model.mesh_normalnum[id] = data.normals.len() as i32;
        model.mesh_texcoordadr[id] = address(texcoord, data.texcoords.len());
        model.mesh_texcoordnum[id] = data.texcoords.len() as i32;
        model.mesh_faceadr[id] = face as i32;
        model.mesh_facenum[id] = data.faces.len() as i32;
        model.mesh_graphadr[id] = address(graph, data.graph.len());
        model.mesh_bvhadr[id] = address(node, data.node_count());
        model.mesh_bvhnum[id] = data.node_count() as i32;
        model.mesh_scale[id] = spec.scale;
        model.mesh_quat[id] = crate::math::Quat::IDENTITY;
        model.mesh_pathadr[id] = paths.add(path);
        copy(&data.vertices, &mut model.mesh_vert, &mut vertex);
        copy(&data.normals, &mut model.mesh_normal, &mut normal);
        copy(&data.texcoords, &mut model.mesh_texcoord, &mut texcoord);
        // Without texture coordinates their indices stay 0.
        copy(
            data.face_texcoords(),
            &mut model.mesh_facetexcoord,
            &mut face.clone(),
        );
        copy(
            data.face_normals(),
            &mut model.mesh_facenormal,
            &mut face.clone(),
        );
        copy(&data.faces, &mut model.mesh_face, &mut face);
        copy(&data.graph, &mut model.mesh_graph, &mut graph);
        node += data.node_count();
    }
    write_trees(meshes, model);
}

/// Builds the trees of all meshes in their places, on all cores.
fn write_trees(meshes: &[Mesh<'_>], model: &mut Model) {
    let trees: usize = meshes.iter().map(|mesh| mesh.data.node_count()).sum();
    let start = model.nbvhstatic - trees;
    let mut nodes = Nodes {
        aabb: &mut model.bvh_aabb[start..],
        child: &mut model.bvh_child[start..],
        depth: &mut model.bvh_depth[start..],
        leaf: &mut model.bvh_nodeid[start..],
    };
    let mut jobs = Vec::with_capacity(meshes.len());
    for Mesh { data, .. } in meshes {
        let (own, rest) = nodes.split_at(data.node_count());
        jobs.push((data, Mutex::new(Some(own))));
        nodes = rest;
    }
    parallel::each(&jobs, Leaves::default, |(data, own), leaves| {
        let own = own.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(own) = own {
            data.build_tree(leaves, own);
        }
    });
}
