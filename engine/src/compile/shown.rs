//! What a geom shows beside its own shape: a mesh, a height field, or a mesh that its shape is
//! fitted to.

use super::geom::Host;
use super::primitive::{Primitive, centered};
use super::refusal::invalid;
use crate::asset::AssetError;
use crate::asset::mesh::MeshData;
use crate::error::Error;
use crate::math::Vec3;
use crate::math::frame::Frame;
use crate::spec::{self, GeomType, ObjectType};

#[derive(Clone, Copy, Debug)]
pub(super) enum Shown<'a> {
    Nothing,
    Mesh(usize, &'a MeshData),
    /// The shape is as large as a mesh.
    Fitted(usize, &'a MeshData),
    /// Half extents in x and y, height and depth of a height field.
    Hfield(usize, [f64; 4]),
}

impl<'a> Shown<'a> {
    pub(super) fn find(spec: &spec::Geom, host: &Host<'a>) -> Result<Shown<'a>, Error> {
        let refuse = |message: String| invalid("geom", &spec.source, message);
        let find = |kind: ObjectType, tag: &str, name: &Option<String>| {
            let Some(name) = name else {
                return Ok(None);
            };
            let id = host.names.find(kind, name);
            id.map(Some)
                .ok_or_else(|| refuse(format!("there is no {tag} `{name}`")).attribute(tag))
        };
        let mesh = find(ObjectType::Mesh, "mesh", &spec.mesh)?;
        let hfield = find(ObjectType::Hfield, "hfield", &spec.hfield)?;
        if (spec.kind == GeomType::Hfield) != hfield.is_some() {
            return Err(refuse(
                "a height field needs a geom of its type, and the type a field".into(),
            ));
        }
        match (spec.kind, mesh, hfield) {
            (GeomType::Mesh | GeomType::Sdf, None, _) => {
                Err(refuse("a geom of this type needs a mesh".into()))
            }
            (GeomType::Mesh | GeomType::Sdf, Some(id), _) => {
                Ok(Shown::Mesh(id, &host.assets.meshes[id].data))
            }
            (_, Some(_), _) if spec.fromto.is_some() => {
                Err(refuse("fromto has no place beside a mesh".into()).attribute("fromto"))
            }
            (_, Some(id), _) => Ok(Shown::Fitted(id, &host.assets.meshes[id].data)),
            (_, None, Some(id)) => Ok(Shown::Hfield(id, host.assets.hfields[id].spec.size)),
            (_, None, None) => Ok(Shown::Nothing),
        }
    }

    /// The height field's id in the model; -1 for none.
    pub(super) fn hfield(&self) -> i32 {
        match self {
            Shown::Hfield(id, _) => *id as i32,
            Shown::Nothing | Shown::Mesh(..) | Shown::Fitted(..) => -1,
        }
    }

    /// Gives the shape the size of what it shows, and moves it there; returns the mesh with its
    /// frame in the geom's.
    pub(super) fn place(
        &self,
        spec: &spec::Geom,
        host: &Host<'_>,
        shape: &mut Primitive,
        pose: &mut Frame,
    ) -> Result<Option<(usize, Frame)>, Error> {
        let (id, mesh, pos) = match *self {
            Shown::Nothing => return Ok(None),
            Shown::Hfield(_, [x, y, height, depth]) => {
                shape.size = Vec3::new(x, y, 0.25 * height + 0.5 * depth);
                return Ok(None);
            }
            Shown::Mesh(id, mesh) => {
                let [low, high] = mesh.bounds;
                shape.size = low.zip_map(&high, |a, b| a.abs().max(b.abs()));
                (id, mesh, mesh.frame(spec.shell).0)
            }
            Shown::Fitted(id, mesh) => {
                let fit = if host.fits_bounds {
                    MeshData::fit_bounds
                } else {
                    MeshData::fit_inertia
                };
                let pos = fit(mesh, spec.kind, spec.shell, &mut shape.size)
                    .map_err(|wrong| refuse(spec, &wrong))?;
                shape.size *= spec.fitscale;
                (id, mesh, pos)
            }
        };
        let frame = Frame {
            pos,
            quat: mesh.frame(spec.shell).1,
        };
        *pose = pose.compose(&frame);
        Ok(Some((id, frame)))
    }

    /// What a density multiplies, and the shape that has the moments.
    pub(super) fn solid(
        &self,
        spec: &spec::Geom,
        shape: &Primitive,
    ) -> Result<(f64, Primitive), Error> {
        let Shown::Mesh(_, mesh) = self else {
            return Ok((shape.content(spec.shell), *shape));
        };
        let solid = mesh
            .solid(spec.shell)
            .map_err(|wrong| refuse(spec, &wrong))?;
        let body = Primitive {
            kind: GeomType::Box,
            size: solid.half_extents,
        };
        Ok((solid.measure, body))
    }

    pub(super) fn bounding_box(&self, shape: &Primitive) -> [f64; 6] {
        match *self {
            Shown::Mesh(_, mesh) => centered(mesh.bounds[0], mesh.bounds[1]),
            Shown::Hfield(_, [x, y, height, depth]) => {
                centered(Vec3::new(-x, -y, -depth), Vec3::new(x, y, height))
            }
            Shown::Nothing | Shown::Fitted(..) => shape.bounding_box(),
        }
    }

    pub(super) fn bounding_radius(&self, shape: &Primitive) -> f64 {
        match *self {
            Shown::Hfield(_, [x, y, height, depth]) => {
                (x * x + y * y + (height * height).max(depth * depth)).sqrt()
            }
            _ => shape.bounding_radius(),
        }
    }
}

fn refuse(spec: &spec::Geom, wrong: &AssetError) -> Error {
    invalid("geom", &spec.source, wrong.to_string())
}
