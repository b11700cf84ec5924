//! Sizes of the model, of its buffer and of the arena that the simulation allocates from.

use super::actuator;
use super::asset::Textures;
use super::bvh;
use super::equality;
use super::flex::{self, Flex};
use super::hfield;
use super::mesh;
use super::parts::{Assets, Parts};
use super::refusal::{invalid, unsupported};
use super::skin;
use super::test_step::test_step;
use super::user::UserSizes;
use crate::error::Error;
use crate::memory::arena::CONTACT;
use crate::memory::stack;
use crate::model::Model;
use crate::spec::{JointType, Spec};

/// Maximum size of a model and of the part of its data whose size the author sets.
const MAX_BYTES: usize = 1 << 31;

/// Sets every size that the arrays' lengths depend on.
pub(super) fn write(
    spec: &Spec,
    parts: &Parts<'_>,
    user: &UserSizes,
    model: &mut Model,
) -> Result<(), Error> {
    let kinds = || parts.joints.iter().map(|joint| joint.spec.kind);
    model.nq = kinds().map(JointType::positions).sum();
    model.nv = kinds().map(JointType::dofs).sum();
    model.nu = spec.actuators.len();
    for actuator in &spec.actuators {
        model.na += usize::try_from(actuator::activation_count(actuator)?).unwrap_or(0);
    }
    model.nbody = parts.bodies.len();
    model.nbvhstatic = bvh::count(parts);
    model.njnt = parts.joints.len();
    model.ngeom = parts.geoms.len();
    model.nsite = parts.sites.len();
    model.ncam = parts.cameras.len();
    model.nlight = parts.lights.len();
    model.nmocap = parts.bodies.iter().filter(|body| body.spec.mocap).count();
    model.npair = spec.pairs.len();
    model.nexclude = spec.excludes.len();
    model.neq = spec.equalities.len();
    model.ntendon = spec.tendons.len();
    model.nwrap = spec.tendons.iter().map(|tendon| tendon.path.len()).sum();
    model.nsensor = spec.sensors.len();
    model.nnumeric = spec.numerics.len();
    model.nnumericdata = spec.numerics.iter().map(|numeric| numeric.data.len()).sum();
    model.ntext = spec.texts.len();
    model.ntextdata = spec.texts.iter().map(|text| text.data.len() + 1).sum();
    model.ntuple = spec.tuples.len();
    model.ntupledata = spec.tuples.iter().map(|tuple| tuple.elements.len()).sum();
    // A negative number of keyframes asks for none.
    let room = usize::try_from(spec.size.nkey).unwrap_or(0);
    model.nkey = spec.keyframes.len().max(room);
    model.nuserdata = count(spec.size.nuserdata, "nuserdata")?;
    model.nuser_body = user.body;
    model.nuser_jnt = user.joint;
    model.nuser_geom = user.geom;
    model.nuser_site = user.site;
    model.nuser_cam = user.camera;
    model.nuser_tendon = user.tendon;
    model.nuser_actuator = user.actuator;
    model.nuser_sensor = user.sensor;
    model.nemax = equality::row_count(spec);
    model.njmax = spec.size.njmax.unwrap_or(-1);
    model.nconmax = spec.size.nconmax.unwrap_or(-1);
    Ok(())
}

/// Sets the sizes of assets, which add to those of the trees.
pub(super) fn write_assets(
    spec: &Spec,
    assets: &Assets<'_>,
    flexes: &[Flex<'_>],
    textures: &Textures<'_>,
    model: &mut Model,
) {
    mesh::write_sizes(&assets.meshes, model);
    hfield::write_sizes(&assets.hfields, model);
    skin::write_sizes(&assets.skins, model);
    flex::write_sizes(flexes, model);
    model.nbvh = model.nbvhstatic + model.nbvhdynamic;
    model.ntex = textures.list.len();
    let hfields = assets.hfields.iter().map(|hfield| hfield.path);
    let meshes = assets.meshes.iter().map(|mesh| mesh.path);
    let skins = assets.skins.iter().map(|skin| skin.path);
    let textures = textures.list.iter().map(|texture| texture.path);
    let paths = hfields.chain(meshes).chain(skins).chain(textures);
    let length: usize = paths.filter(|p| !p.is_empty()).map(|p| p.len() + 1).sum();
    model.npaths = length.max(1);
    model.nmat = if spec.compiler.discardvisual {
        0
    } else {
        spec.materials.len()
    };
}

fn count(size: i32, name: &str) -> Result<usize, Error> {
    usize::try_from(size).map_err(|_| {
        invalid("size", &None, format!("{name} is {size}"))
            .attribute(name)
            .expected("zero or more")
    })
}

/// Refuses a model whose arrays would not fit, before they are allocated.
pub(super) fn check_memory(model: &Model) -> Result<(), Error> {
    // A keyframe has a name, a place in the hash map and a place in the text, whatever it holds.
    let names = model.nkey.saturating_mul(64);
    let data = (model.nuserdata + model.na + model.nsensordata).saturating_mul(size_of::<f64>());
    if model
        .buffer_bytes()
        .saturating_add(names)
        .saturating_add(data)
        > MAX_BYTES
    {
        return Err(unsupported(
            "size",
            &None,
            format!("the model needs more than {MAX_BYTES} bytes"),
        ));
    }
    Ok(())
}

/// Bytes of one constraint row in the arena, as MuJoCo counts them.
const ROW_BYTES: u64 = 8 * 4 + 14 * 8;
const MEGABYTE: u64 = 1 << 20;

/// Refuses an arena in which the reference could not compile the model.
pub(super) fn check_arena(model: &Model) -> Result<(), Error> {
    if stack::is_enough(model) {
        return Ok(());
    }
    let bytes = model.narena;
    let message = format!("insufficient memory: {bytes} bytes are too few to compile the model");
    Err(invalid("size", &None, message))
}

/// Refuses a model whose first step does not terminate in the reference.
pub(super) fn check_step(model: &mut Model) -> Result<(), Error> {
    test_step(model).map_err(|error| invalid("size", &None, error.to_string()))
}

/// Sets the size of the arena: what the author asked for, or MuJoCo's estimate.
pub(super) fn write_arena(spec: &Spec, model: &mut Model) {
    if let Some(memory) = spec.size.memory {
        model.narena = memory as usize;
        return;
    }
    let int = |size: usize| size as i32;
    let contacts = if model.nconmax == -1 {
        100
    } else {
        model.nconmax
    };
    let rows = if model.njmax == -1 { 500 } else { model.njmax };
    // 32-bit arithmetic, as in the reference: a huge model wraps around.
    let stack = match spec.size.nstack {
        Some(nstack) => nstack,
        None => {
            let side = rows
                .wrapping_add(int(model.neq))
                .wrapping_add(int(model.nv));
            let objects = model.nq
                + model.nv
                + model.nu
                + model.na
                + model.nbody
                + model.njnt
                + model.ngeom
                + model.nsite
                + model.neq
                + model.ntendon
                + model.nwrap;
            let squares = 5_i32.wrapping_mul(side).wrapping_mul(side);
            squares
                .wrapping_add(20_i32.wrapping_mul(int(objects)))
                .max(1000)
        }
    };
    let wide = |n: i32| n as i64 as u64;
    let bytes = 8_u64
        .wrapping_mul(wide(stack))
        .wrapping_add((CONTACT as u64).wrapping_mul(wide(contacts)))
        .wrapping_add(ROW_BYTES.wrapping_mul(wide(rows)))
        .wrapping_add(3 * 4 * model.nv as u64)
        .wrapping_add((2 * 4 + 2 * 8_u64).wrapping_mul(wide(rows.wrapping_mul(int(model.nv)))))
        .wrapping_add((4 + 8_u64).wrapping_mul(wide(rows.wrapping_mul(rows))));
    model.narena = bytes.div_ceil(MEGABYTE).wrapping_mul(MEGABYTE) as usize;
}
