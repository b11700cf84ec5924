//! `mujoco.elasticity.shell`: bodies that are the vertices of a surface which resists bending.
//!
//! Over an edge between two triangles the energy is quadratic in the positions of their four
//! vertices: `E = 1/2 sum_ij B_ij x_i . x_j`, with `B = 3/2 mu t^3 / (12 A) c c'` of cotangents `c`
//! (Wardetzky et al., Discrete Quadratic Curvature Energies). Forces are `-B x`.

use std::collections::HashMap;

use super::number::{is_number, number, whole_numbers};
use crate::data::plugin::{Capability, Plugin, PluginInstance};
use crate::math::Vec3;
use crate::{Data, Model};

#[derive(Debug)]
pub(super) struct ShellPlugin;

impl Plugin for ShellPlugin {
    fn name(&self) -> &str {
        "mujoco.elasticity.shell"
    }

    fn attributes(&self) -> &[&str] {
        &["face", "edge", "young", "poisson", "thickness", "damping"]
    }

    fn capabilities(&self) -> &[Capability] {
        &[Capability::Passive]
    }

    fn start(
        &self,
        model: &Model,
        _: &mut Data,
        instance: usize,
    ) -> Result<Box<dyn PluginInstance>, String> {
        let config = model.plugin_config(self, instance);
        for name in ["face", "edge", "poisson", "young", "thickness"] {
            if !is_number(config.get(name)) {
                return Err(format!("`{name}` is not of numbers"));
            }
        }
        let [young, poisson, thickness] =
            ["young", "poisson", "thickness"].map(|name| number(config.get(name)));
        let own = |&body: &usize| model.body_plugin[body] == instance as i32;
        let first = (1..model.nbody).find(own).unwrap_or(model.nbody);
        let flaps = flaps(&faces(model, instance, first, config.get("face"))?);
        let shear = young / (2.0 * (1.0 + poisson));
        let bending = |flap: Corners| {
            let rest = flap.map(|vertex| model.body_pos[first + vertex]);
            Flap {
                corners: flap,
                bending: hessian(rest, shear, thickness),
            }
        };
        let flaps: Vec<Flap> = flaps.into_iter().map(bending).collect();
        let largest = flaps.iter().flat_map(|flap| flap.corners).max();
        let dof = match largest {
            Some(largest) => usize::try_from(model.body_dofadr[first])
                .ok()
                .filter(|dof| dof + 3 * largest + 2 < model.nv)
                .ok_or("the bodies do not have three dofs each")?,
            None => 0,
        };
        Ok(Box::new(Shell { first, dof, flaps }))
    }
}

/// Vertices of an edge, then those opposite to it.
type Corners = [usize; 4];

/// The triangles of the surface, by numbers of vertices counted from the first body.
fn faces(
    model: &Model,
    instance: usize,
    first: usize,
    text: &str,
) -> Result<Vec<[usize; 3]>, String> {
    let vertex = |&number: &i32| {
        let vertex = usize::try_from(number).ok();
        let body = vertex.and_then(|vertex| model.body_plugin.get(first + vertex));
        vertex
            .filter(|_| body == Some(&(instance as i32)))
            .ok_or_else(|| format!("vertex {number} of `face` is no body of the instance"))
    };
    let triangles = whole_numbers(text);
    let triangles = triangles.chunks_exact(3);
    triangles
        .map(|face| Ok([vertex(&face[0])?, vertex(&face[1])?, vertex(&face[2])?]))
        .collect()
}

/// The edges between two triangles, in the order in which they first occur.
fn flaps(faces: &[[usize; 3]]) -> Vec<Corners> {
    const EDGES: [[usize; 3]; 3] = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];
    let mut found: HashMap<[usize; 2], usize> = HashMap::new();
    let mut edges: Vec<([usize; 3], Option<usize>)> = Vec::new();
    for face in faces {
        for [a, b, opposite] in EDGES.map(|edge| edge.map(|corner| face[corner])) {
            match found.get(&[a.min(b), a.max(b)]) {
                Some(&edge) => edges[edge].1 = Some(opposite),
                None => {
                    found.insert([a.min(b), a.max(b)], edges.len());
                    edges.push(([a, b, opposite], None));
                }
            }
        }
    }
    let inner = edges.into_iter();
    inner
        .filter_map(|([a, b, c], other)| Some([a, b, c, other?]))
        .collect()
}

fn cotangent(at: Vec3, to: Vec3, and: Vec3) -> f64 {
    let (first, second) = (to - at, and - at);
    first.dot(&second) / first.cross(&second).norm()
}

fn area(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    (b - a).cross(&(c - a)).norm() / 2.0
}

/// The bending energy's matrix over the four vertices.
fn hessian(x: [Vec3; 4], shear: f64, thickness: f64) -> [[f64; 4]; 4] {
    let a01 = cotangent(x[0], x[1], x[2]);
    let a02 = cotangent(x[0], x[3], x[1]);
    let a03 = cotangent(x[1], x[2], x[0]);
    let a04 = cotangent(x[1], x[0], x[3]);
    let c = [a03 + a04, a01 + a02, -(a01 + a03), -(a02 + a04)];
    let both = area(x[0], x[1], x[2]) + area(x[1], x[0], x[3]);
    let entry =
        |i: usize, j: usize| 0.0 + 1.5 * c[i] * c[j] / both * shear * thickness.powf(3.0) / 12.0;
    std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)))
}

#[derive(Clone, Debug)]
struct Flap {
    corners: Corners,
    bending: [[f64; 4]; 4],
}

#[derive(Clone, Debug)]
struct Shell {
    /// The first body, and its first dof.
    first: usize,
    dof: usize,
    flaps: Vec<Flap>,
}

impl PluginInstance for Shell {
    fn boxed_clone(&self) -> Box<dyn PluginInstance> {
        Box::new(self.clone())
    }

    fn compute(&mut self, _: &Model, data: &mut Data, _: Capability) {
        for flap in &self.flaps {
            let mut forces = [Vec3::zeros(); 4];
            for (force, row) in forces.iter_mut().zip(&flap.bending) {
                for (&weight, &vertex) in row.iter().zip(&flap.corners) {
                    *force += data.xpos[self.first + vertex] * weight;
                }
            }
            for (force, &vertex) in forces.iter().zip(&flap.corners) {
                let start = self.dof + 3 * vertex;
                for (qfrc, force) in data.qfrc_passive[start..start + 3].iter_mut().zip(force) {
                    *qfrc -= force;
                }
            }
        }
    }
}
