//! The shapes of a model, for pictures: geoms in the frames of their bodies, and the meshes that
//! they show.

use serde::{Deserialize, Serialize};

/// Triangles of a mesh that a picture has at most; of a larger one every other is left out, and so
/// on.
const TRIANGLES: usize = 600;

/// What can be seen of a model.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Scene {
    geoms: Vec<Geom>,
    meshes: Vec<Mesh>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Geom {
    /// As MuJoCo numbers them.
    kind: i64,
    body: i64,
    size: Vec<f32>,
    pos: Vec<f32>,
    quat: Vec<f32>,
    rgba: Vec<f32>,
    /// Position among the meshes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mesh: Option<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Mesh {
    vertices: Vec<f32>,
    faces: Vec<i64>,
}

/// Codes of geoms.
const BOX: f64 = 6.0;
const MESH: f64 = 7.0;

/// Geoms that stand for the shape in collisions only, by their group, where there are others.
const HIDDEN_GROUP: f64 = 3.0;

impl Scene {
    /// From the fields of a model. Without meshes their bounding boxes stand for them.
    pub fn read<E>(
        mut numbers: impl FnMut(&str) -> Result<Vec<f64>, E>,
        has_meshes: bool,
    ) -> Result<Scene, E> {
        let kinds = numbers("geom_type")?;
        let (bodies, groups) = (numbers("geom_bodyid")?, numbers("geom_group")?);
        let (sizes, places) = (numbers("geom_size")?, numbers("geom_pos")?);
        let (turns, colours) = (numbers("geom_quat")?, numbers("geom_rgba")?);
        let data = numbers("geom_dataid")?;
        let (vertices, faces) = (numbers("mesh_vert")?, numbers("mesh_face")?);
        let (starts, counts) = (numbers("mesh_vertadr")?, numbers("mesh_vertnum")?);
        let (firsts, lengths) = (numbers("mesh_faceadr")?, numbers("mesh_facenum")?);
        let shown = |at: &usize| groups.get(*at).is_none_or(|group| *group < HIDDEN_GROUP);
        let all: Vec<usize> = (0..kinds.len()).collect();
        let mut chosen: Vec<usize> = all.iter().copied().filter(shown).collect();
        if chosen.is_empty() {
            chosen = all;
        }
        let mut scene = Scene::default();
        let mut used: Vec<usize> = Vec::new();
        for at in chosen {
            let is_mesh = kinds[at] == MESH;
            let mesh = data
                .get(at)
                .filter(|mesh| **mesh >= 0.0 && is_mesh && has_meshes);
            let mesh = mesh.map(|mesh| {
                let mesh = *mesh as usize;
                used.iter()
                    .position(|known| *known == mesh)
                    .unwrap_or_else(|| {
                        used.push(mesh);
                        used.len() - 1
                    })
            });
            scene.geoms.push(Geom {
                kind: match is_mesh && !has_meshes {
                    true => BOX as i64,
                    false => kinds[at] as i64,
                },
                body: bodies.get(at).copied().unwrap_or(0.0) as i64,
                size: part(&sizes, at, 3),
                pos: part(&places, at, 3),
                quat: part(&turns, at, 4),
                rgba: part(&colours, at, 4),
                mesh,
            });
        }
        for mesh in used {
            let range = |starts: &[f64], counts: &[f64]| {
                let start = starts.get(mesh).copied().unwrap_or(0.0) as usize;
                start..start + counts.get(mesh).copied().unwrap_or(0.0) as usize
            };
            let (points, triangles) = (range(&starts, &counts), range(&firsts, &lengths));
            let every = triangles.len().div_ceil(TRIANGLES).max(1);
            let triangles = triangles.step_by(every);
            let face = |at: usize| faces.get(3 * at..3 * at + 3).unwrap_or_default().to_vec();
            scene.meshes.push(Mesh {
                vertices: points.flat_map(|at| part(&vertices, at, 3)).collect(),
                faces: triangles
                    .flat_map(face)
                    .map(|vertex| vertex as i64)
                    .collect(),
            });
        }
        Ok(scene)
    }
}

fn part(values: &[f64], at: usize, width: usize) -> Vec<f32> {
    let values = values.get(at * width..(at + 1) * width).unwrap_or_default();
    values.iter().map(|value| *value as f32).collect()
}
