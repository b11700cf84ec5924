//! Skins of a model.

use super::asset::{Paths, copy, file_name, read_file};
use super::names::Names;
use super::refusal::{asset, invalid};
use crate::asset::{SkinData, skin};
use crate::error::Error;
use crate::model::Model;
use crate::spec::{self, ObjectType, Spec};

/// A skin ready for the model.
#[derive(Debug)]
pub(super) struct Skin<'a> {
    pub(super) spec: &'a spec::Skin,
    data: SkinData,
    material: i32,
    /// The body of each bone.
    bodies: Vec<i32>,
    pub(super) path: &'a str,
}

pub(super) fn compile<'a>(spec: &'a Spec, names: &Names<'_>) -> Result<Vec<Skin<'a>>, Error> {
    let skins = spec.skins.iter();
    skins.map(|skin| compile_one(spec, skin, names)).collect()
}

fn compile_one<'a>(
    spec: &Spec,
    source: &'a spec::Skin,
    names: &Names<'_>,
) -> Result<Skin<'a>, Error> {
    let refuse = |message: String| invalid("skin", &source.source, message);
    let paths = source.paths.as_deref().unwrap_or(&spec.paths);
    let read = |file: &str| read_file(spec, paths, &paths.meshes, file);
    let data = skin(source, read).map_err(|wrong| asset("skin", &source.source, wrong))?;
    let body = |name: &str| {
        let found = names.find(ObjectType::Body, name);
        found.map(|id| id as i32).ok_or_else(|| {
            refuse(format!("there is no body `{name}`")).expected("the name of a body")
        })
    };
    let bodies = data.bones.iter().map(|bone| body(&bone.body));
    let material = match &source.material {
        None => -1,
        // MuJoCo discards the materials, but not the references of skins to them.
        Some(name) => names
            .find(ObjectType::Material, name)
            .filter(|_| !spec.compiler.discardvisual)
            .map(|id| id as i32)
            .ok_or_else(|| {
                refuse(format!("there is no material `{name}`"))
                    .attribute("material")
                    .expected("the name of a material")
            })?,
    };
    Ok(Skin {
        spec: source,
        material,
        bodies: bodies.collect::<Result<_, _>>()?,
        data,
        path: file_name(&source.file, paths),
    })
}

pub(super) fn write_sizes(skins: &[Skin<'_>], model: &mut Model) {
    model.nskin = skins.len();
    for Skin { data, .. } in skins {
        model.nskinvert += data.vertices.len();
        model.nskintexvert += data.texcoords.len();
        model.nskinface += data.faces.len();
        model.nskinbone += data.bones.len();
        model.nskinbonevert += data
            .bones
            .iter()
            .map(|bone| bone.vertid.len())
            .sum::<usize>();
    }
}

pub(super) fn write(skins: &[Skin<'_>], paths: &mut Paths, model: &mut Model) {
    let (mut vertex, mut texcoord, mut face, mut bone, mut held) = (0, 0, 0, 0, 0);
    for (id, skin) in skins.iter().enumerate() {
        let Skin { spec, data, .. } = skin;
        model.skin_matid[id] = skin.material;
        model.skin_group[id] = spec.group;
        model.skin_rgba[id] = spec.rgba;
        model.skin_inflate[id] = spec.inflate;
        model.skin_vertadr[id] = vertex as i32;
        model.skin_vertnum[id] = data.vertices.len() as i32;
        model.skin_texcoordadr[id] = if data.texcoords.is_empty() {
            -1
        } else {
            texcoord as i32
        };
        model.skin_faceadr[id] = face as i32;
        model.skin_facenum[id] = data.faces.len() as i32;
        model.skin_boneadr[id] = bone as i32;
        model.skin_bonenum[id] = data.bones.len() as i32;
        model.skin_pathadr[id] = paths.add(skin.path);
        copy(&data.vertices, &mut model.skin_vert, &mut vertex);
        copy(&data.texcoords, &mut model.skin_texcoord, &mut texcoord);
        copy(&data.faces, &mut model.skin_face, &mut face);
        for (source, &body) in data.bones.iter().zip(&skin.bodies) {
            model.skin_bonevertadr[bone] = held as i32;
            model.skin_bonevertnum[bone] = source.vertid.len() as i32;
            model.skin_bonebindpos[bone] = source.bindpos;
            model.skin_bonebindquat[bone] = source.bindquat;
            model.skin_bonebodyid[bone] = body;
            copy(
                &source.vertid,
                &mut model.skin_bonevertid,
                &mut held.clone(),
            );
            copy(
                &source.vertweight,
                &mut model.skin_bonevertweight,
                &mut held,
            );
            bone += 1;
        }
    }
}
