//! Skins: a surface whose vertices follow several bodies, each with its weight.

use super::reader::Reader;
use super::{AssetError, Bytes};
use crate::math::MINVAL;
use crate::math::frame::normalize;
use crate::spec::{Bone, Skin};

/// The bytes of a body's name in a skin file, including the terminating zero.
const NAME_SIZE: usize = 40;

/// A compiled skin; its bodies and material are still names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinData {
    /// Vertices, in the skin's frame.
    pub vertices: Vec<[f32; 3]>,
    /// Texture coordinates.
    pub texcoords: Vec<[f32; 2]>,
    /// Triangles, by the indices of their vertices.
    pub faces: Vec<[i32; 3]>,
    /// Weights that sum to one at each vertex, and unit rotations.
    pub bones: Vec<Bone>,
}

/// Compiles a skin; `read` finds a file by the name in the description.
pub fn skin(
    skin: &Skin,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
) -> Result<SkinData, AssetError> {
    if skin.file.is_empty() {
        return check(skin);
    }
    if !skin.vertex.is_empty()
        || !skin.texcoord.is_empty()
        || !skin.face.is_empty()
        || !skin.bones.is_empty()
    {
        return Err(AssetError::new(
            "a skin from a file cannot have data of its own",
        ));
    }
    if !skin.file.to_ascii_lowercase().ends_with(".skn") {
        return Err(AssetError::new("a skin file's name must end in .skn").in_file(&skin.file));
    }
    let loaded = load(&read(&skin.file)?).and_then(|loaded| check(&loaded));
    loaded.map_err(|e| e.in_file(&skin.file))
}

/// Four sizes, vertices, texture coordinates, faces, then the bones.
fn load(file: &[u8]) -> Result<Skin, AssetError> {
    let mut reader = Reader::new(file);
    let [vertices, texcoords, faces, bones] =
        [reader.i32()?, reader.i32()?, reader.i32()?, reader.i32()?].map(usize::try_from);
    let (Ok(vertices), Ok(texcoords), Ok(faces), Ok(bones)) = (vertices, texcoords, faces, bones)
    else {
        return Err(reader.refuse("a size in the header is negative"));
    };
    let mut skin = Skin {
        vertex: reader.f32s(3 * vertices)?,
        texcoord: reader.f32s(2 * texcoords)?,
        face: reader.i32s(3 * faces)?,
        ..Skin::default()
    };
    for _ in 0..bones {
        skin.bones.push(load_bone(&mut reader)?);
    }
    reader.finish()?;
    Ok(skin)
}

fn load_bone(reader: &mut Reader<'_>) -> Result<Bone, AssetError> {
    let name = reader.take(NAME_SIZE)?;
    let length = name.iter().position(|&c| c == 0).unwrap_or(NAME_SIZE - 1);
    let name = String::from_utf8_lossy(&name[..length.min(NAME_SIZE - 1)]).into_owned();
    let pose = reader.f32s(7)?;
    let count = reader.i32()?;
    if count < 1 {
        return Err(reader.refuse(format!("a bone of {count} vertices")));
    }
    Ok(Bone {
        body: name,
        bindpos: [pose[0], pose[1], pose[2]],
        bindquat: [pose[3], pose[4], pose[5], pose[6]],
        vertid: reader.i32s(count as usize)?,
        vertweight: reader.f32s(count as usize)?,
    })
}

fn check(skin: &Skin) -> Result<SkinData, AssetError> {
    if skin.vertex.is_empty() || skin.face.is_empty() || skin.bones.is_empty() {
        return Err(AssetError::new("a skin needs vertices, faces and bones"));
    }
    if !skin.vertex.len().is_multiple_of(3) || !skin.face.len().is_multiple_of(3) {
        return Err(AssetError::new("vertices and faces come in threes"));
    }
    let vertices = skin.vertex.len() / 3;
    if !skin.texcoord.is_empty() && skin.texcoord.len() != 2 * vertices {
        return Err(AssetError::new(format!(
            "{} numbers of texture coordinates for {vertices} vertices",
            skin.texcoord.len()
        )));
    }
    let weights = total_weights(&skin.bones, vertices)?;
    let mut bones = skin.bones.clone();
    for bone in &mut bones {
        for (weight, &vertex) in bone.vertweight.iter_mut().zip(&bone.vertid) {
            *weight /= weights[vertex as usize];
        }
        bone.bindquat = unit(bone.bindquat);
    }
    Ok(SkinData {
        vertices: bytemuck::cast_slice(&skin.vertex).to_vec(),
        texcoords: bytemuck::cast_slice(&skin.texcoord).to_vec(),
        faces: bytemuck::cast_slice(&skin.face).to_vec(),
        bones,
    })
}

/// The sum of weights at each vertex, which must be positive.
fn total_weights(bones: &[Bone], vertices: usize) -> Result<Vec<f32>, AssetError> {
    let mut totals = vec![0f32; vertices];
    for bone in bones {
        if bone.vertid.is_empty() || bone.vertid.len() != bone.vertweight.len() {
            return Err(AssetError::new(format!(
                "bone '{}' has {} vertices and {} weights",
                bone.body,
                bone.vertid.len(),
                bone.vertweight.len()
            )));
        }
        for (&vertex, &weight) in bone.vertid.iter().zip(&bone.vertweight) {
            let total = usize::try_from(vertex).ok().and_then(|v| totals.get_mut(v));
            *total.ok_or_else(|| {
                AssetError::new(format!("bone '{}' has no vertex {vertex}", bone.body))
            })? += weight;
        }
    }
    let light = totals.iter().position(|&total| f64::from(total) <= MINVAL);
    match light {
        None => Ok(totals),
        Some(vertex) => Err(AssetError::new(format!(
            "the weights at vertex {vertex} must have a positive sum"
        ))),
    }
}

/// The quaternion with norm 1.
fn unit(quat: [f32; 4]) -> [f32; 4] {
    let mut wide = quat.map(f64::from);
    normalize(&mut wide);
    wide.map(|x| x as f32)
}
