//! `geometry`: the shape of a visual or a collision.

use super::{Robot, only, origin, required};
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{Geom, GeomType, Mesh, Orientation};

/// What a shape is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// To be seen: it has neither contacts nor mass.
    Visual,
    /// To collide.
    Collision,
}

impl Robot<'_> {
    /// The geom of a visual or collision.
    pub(super) fn geom(&mut self, node: Node<'_>, part_use: Use) -> Result<Geom, Error> {
        let geometry = required(node, "geometry")?;
        let mut geom = Geom {
            kind: GeomType::Box,
            source: Some(node.location()),
            ..Geom::default()
        };
        if part_use == Use::Visual {
            geom.contype = 0;
            geom.conaffinity = 0;
            geom.group = 1;
            geom.density = 0.0;
        }
        self.shape(geometry, &mut geom)?;
        let frame = origin(node)?;
        geom.pos = frame.pos;
        geom.orientation = Orientation::Quat(frame.quat);
        Ok(geom)
    }

    /// URDF has whole lengths, MJCF halves.
    fn shape(&mut self, geometry: Node<'_>, geom: &mut Geom) -> Result<(), Error> {
        if let Some(shape) = only(geometry, "box")? {
            shape.fill_required("size", &mut geom.size)?;
            geom.size /= 2.0;
            return Ok(());
        }
        let round = [
            ("cylinder", GeomType::Cylinder),
            ("sphere", GeomType::Sphere),
            ("capsule", GeomType::Capsule),
        ];
        for (name, kind) in round {
            let Some(shape) = only(geometry, name)? else {
                continue;
            };
            geom.kind = kind;
            shape.fill_required("radius", &mut geom.size.x)?;
            if kind != GeomType::Sphere {
                shape.fill_required("length", &mut geom.size.y)?;
                geom.size.y /= 2.0;
            }
            return Ok(());
        }
        match only(geometry, "mesh")? {
            Some(mesh) => self.mesh(mesh, geom),
            None => Err(geometry
                .invalid("`geometry` has no shape")
                .expected("one of `box`, `cylinder`, `sphere`, `capsule`, `mesh`")),
        }
    }

    /// A mesh asset for each file and scale. All but the first scale of a file have a number behind
    /// their names; a geom that has one of them for the second time gets the first, as in MuJoCo.
    fn mesh(&mut self, node: Node<'_>, geom: &mut Geom) -> Result<(), Error> {
        geom.kind = GeomType::Mesh;
        let written = node.required("filename")?;
        let mut scale = [1.0; 3];
        node.fill("scale", &mut scale)?;
        let stripped = written.rsplit(['/', '\\']).next().unwrap_or(written);
        let base = stripped.rsplit_once('.').map_or(stripped, |(name, _)| name);
        let mut name = base.to_owned();
        let scales = self.meshes.entry(name.clone()).or_default();
        if !scales.contains(&scale) {
            if !scales.is_empty() {
                name.push_str(&scales.len().to_string());
            }
            scales.push(scale);
            let file = if self.spec.paths.strip {
                stripped
            } else {
                written
            };
            self.spec.meshes.push(Mesh {
                name: name.clone(),
                file: file.to_owned(),
                scale: scale.into(),
                source: Some(node.location()),
                ..Mesh::default()
            });
        }
        geom.mesh = Some(name);
        Ok(())
    }
}
