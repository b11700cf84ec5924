//! References between the arrays of a binary model: everything that MuJoCo checks when it loads
//! one. What a step needs beyond that is in `layout` and `tree`.

use super::refuse;
use crate::Model;
use crate::compile::values_of;
use crate::error::Error;
use crate::model::codes::{joint_dofs, joint_positions};
use crate::model::{EqualityType, GeomType, JointType, ObjectType, TransmissionType, WrapType};

/// The longest range that a reference may have.
const MAX_COUNT: i32 = i32::MAX / 4;

/// How many elements there are of each kind that has names.
pub(super) fn named_sizes(m: &Model) -> [usize; 23] {
    [
        m.nbody, m.njnt, m.ngeom, m.nsite, m.ncam, m.nlight, m.nflex, m.nmesh, m.nskin, m.nhfield,
        m.ntex, m.nmat, m.npair, m.nexclude, m.neq, m.ntendon, m.nu, m.nsensor, m.nnumeric,
        m.ntext, m.ntuple, m.nkey, m.nplugin,
    ]
}

/// Refuses references out of the range of what they refer to.
pub(super) fn check(m: &Model) -> Result<(), Error> {
    check_table(m)?;
    check_tree(m)?;
    check_joints(m)?;
    check_geoms(m)?;
    check_assets(m)?;
    check_pairs(m)?;
    check_equalities(m)?;
    check_paths(m)?;
    check_actuators(m)?;
    check_sensors(m)?;
    check_tuples(m)
}

/// An array of ids or addresses, how many things there are to refer to, and how many follow one
/// another from each address.
macro_rules! references {
    ($($array:ident $(+ $count:ident)? -> $target:ident;)*) => {
        fn check_table(m: &Model) -> Result<(), Error> {
            $(
                let counts: Option<&[i32]> = references!(@counts m $($count)?);
                range(stringify!($array), bytemuck::cast_slice(&m.$array), counts, m.$target)?;
            )*
            Ok(())
        }
    };
    (@counts $m:ident) => { None };
    (@counts $m:ident $count:ident) => { Some(&$m.$count) };
}

references! {
    body_parentid -> nbody;
    body_rootid -> nbody;
    body_weldid -> nbody;
    body_mocapid -> nmocap;
    body_jntadr + body_jntnum -> njnt;
    body_dofadr + body_dofnum -> nv;
    body_geomadr + body_geomnum -> ngeom;
    body_bvhadr + body_bvhnum -> nbvh;
    body_plugin -> nplugin;
    jnt_qposadr -> nq;
    jnt_dofadr -> nv;
    jnt_bodyid -> nbody;
    dof_bodyid -> nbody;
    dof_jntid -> njnt;
    dof_parentid -> nv;
    dof_Madr -> nM;
    geom_bodyid -> nbody;
    geom_matid -> nmat;
    site_bodyid -> nbody;
    site_matid -> nmat;
    cam_bodyid -> nbody;
    cam_targetbodyid -> nbody;
    light_bodyid -> nbody;
    light_targetbodyid -> nbody;
    mesh_vertadr + mesh_vertnum -> nmeshvert;
    mesh_normaladr + mesh_normalnum -> nmeshnormal;
    mesh_texcoordadr + mesh_texcoordnum -> nmeshtexcoord;
    mesh_faceadr + mesh_facenum -> nmeshface;
    mesh_bvhadr + mesh_bvhnum -> nbvh;
    mesh_graphadr -> nmeshgraph;
    flex_vertadr + flex_vertnum -> nflexvert;
    flex_edgeadr + flex_edgenum -> nflexedge;
    flex_elemadr + flex_elemnum -> nflexelem;
    flex_evpairadr + flex_evpairnum -> nflexevpair;
    flex_texcoordadr -> nflextexcoord;
    flex_elemdataadr -> nflexelemdata;
    flex_elemedgeadr -> nflexelemedge;
    flex_shelldataadr -> nflexshelldata;
    flex_edge -> nflexvert;
    flex_elem -> nflexvert;
    flex_elemedge -> nflexedge;
    flex_shell -> nflexvert;
    flex_bvhadr + flex_bvhnum -> nbvh;
    skin_matid -> nmat;
    skin_vertadr + skin_vertnum -> nskinvert;
    skin_texcoordadr -> nskintexvert;
    skin_faceadr + skin_facenum -> nskinface;
    skin_boneadr + skin_bonenum -> nskinbone;
    skin_bonevertadr + skin_bonevertnum -> nskinbonevert;
    skin_bonebodyid -> nbody;
    skin_bonevertid -> nskinvert;
    pair_geom1 -> ngeom;
    pair_geom2 -> ngeom;
    actuator_plugin -> nplugin;
    actuator_actadr + actuator_actnum -> na;
    sensor_plugin -> nplugin;
    plugin_stateadr + plugin_statenum -> npluginstate;
    plugin_attradr -> npluginattr;
    tendon_adr + tendon_num -> nwrap;
    tendon_matid -> nmat;
    numeric_adr + numeric_size -> nnumericdata;
    text_adr + text_size -> ntextdata;
    tuple_adr + tuple_size -> ntupledata;
    name_bodyadr -> nnames;
    name_jntadr -> nnames;
    name_geomadr -> nnames;
    name_siteadr -> nnames;
    name_camadr -> nnames;
    name_lightadr -> nnames;
    name_meshadr -> nnames;
    name_skinadr -> nnames;
    name_hfieldadr -> nnames;
    name_texadr -> nnames;
    name_matadr -> nnames;
    name_pairadr -> nnames;
    name_excludeadr -> nnames;
    name_eqadr -> nnames;
    name_tendonadr -> nnames;
    name_actuatoradr -> nnames;
    name_sensoradr -> nnames;
    name_numericadr -> nnames;
    name_textadr -> nnames;
    name_tupleadr -> nnames;
    name_keyadr -> nnames;
    hfield_pathadr -> npaths;
    mesh_pathadr -> npaths;
    skin_pathadr -> npaths;
    tex_pathadr -> npaths;
}

fn range(name: &str, ids: &[i32], counts: Option<&[i32]>, target: usize) -> Result<(), Error> {
    for (i, &id) in ids.iter().enumerate() {
        let count = counts.map_or(1, |counts| counts[i]);
        let fits = (0..=MAX_COUNT).contains(&count)
            && id >= -1
            && i64::from(id) + i64::from(count) <= target as i64;
        if !fits {
            let message = format!("`{name}[{i}]` of the binary model is {id}, for {count}");
            return Err(refuse(message).expected(format!("within 0 to {target}, or -1")));
        }
    }
    Ok(())
}

/// Refuses an entry of an array, by its place and what would be right.
pub(super) fn wrong(
    name: &str,
    place: usize,
    value: impl std::fmt::Display,
    expected: &str,
) -> Error {
    refuse(format!("`{name}[{place}]` of the binary model is {value}")).expected(expected)
}

/// Refuses an id that no element has; with a `lowest` of -1, none at all is right too.
fn within(name: &str, i: usize, id: i32, lowest: i32, count: usize) -> Result<(), Error> {
    if id < lowest || i64::from(id) >= count as i64 {
        let expected = format!("from {lowest} to below {count}");
        return Err(wrong(name, i, id, &expected));
    }
    Ok(())
}

fn check_tree(m: &Model) -> Result<(), Error> {
    for body in 0..m.nbody {
        let id = body as i32;
        if body > 0 && m.body_parentid[body] >= id {
            return Err(wrong(
                "body_parentid",
                body,
                m.body_parentid[body],
                "a body before it",
            ));
        }
        for (name, ids) in [
            ("body_rootid", &m.body_rootid),
            ("body_weldid", &m.body_weldid),
        ] {
            if ids[body] > id {
                return Err(wrong(name, body, ids[body], "a body before it, or itself"));
            }
        }
    }
    Ok(())
}

fn check_joints(m: &Model) -> Result<(), Error> {
    for joint in 0..m.njnt {
        let kind = m.jnt_type[joint];
        if JointType::from_code(kind).is_none() {
            return Err(wrong("jnt_type", joint, kind, "a type of joint, 0 to 3"));
        }
        for (name, address, count, size) in [
            (
                "jnt_qposadr",
                m.jnt_qposadr[joint],
                joint_positions(kind),
                m.nq,
            ),
            ("jnt_dofadr", m.jnt_dofadr[joint], joint_dofs(kind), m.nv),
        ] {
            if address < 0 || address as usize + count > size {
                let expected = format!("room for {count} below {size}");
                return Err(wrong(name, joint, address, &expected));
            }
        }
    }
    for dof in 0..m.nv {
        if m.dof_parentid[dof] >= dof as i32 {
            return Err(wrong(
                "dof_parentid",
                dof,
                m.dof_parentid[dof],
                "a dof before it",
            ));
        }
    }
    Ok(())
}

fn check_geoms(m: &Model) -> Result<(), Error> {
    for geom in 0..m.ngeom {
        if !(0..=6).contains(&m.geom_condim[geom]) {
            return Err(wrong("geom_condim", geom, m.geom_condim[geom], "0 to 6"));
        }
        let assets = match m.geom_type(geom) {
            Some(GeomType::Hfield) => m.nhfield,
            Some(GeomType::Mesh | GeomType::Sdf) => m.nmesh,
            _ => continue,
        };
        within("geom_dataid", geom, m.geom_dataid[geom], -1, assets)?;
    }
    Ok(())
}

fn check_assets(m: &Model) -> Result<(), Error> {
    let fits = |address: i32, sides: [i32; 3], size: usize| {
        let area = sides
            .iter()
            .try_fold(1_i64, |area, &side| area.checked_mul(side.into()));
        let room = size as i64 - i64::from(address);
        address >= 0 && sides.iter().all(|&side| side >= 0) && area.is_some_and(|area| area <= room)
    };
    for i in 0..m.nhfield {
        let sides = [m.hfield_nrow[i], m.hfield_ncol[i], 1];
        if !fits(m.hfield_adr[i], sides, m.nhfielddata) {
            let expected = "room for rows and columns in `hfield_data`";
            return Err(wrong("hfield_adr", i, m.hfield_adr[i], expected));
        }
    }
    for i in 0..m.ntex {
        // MuJoCo counts three channels, whatever the texture has.
        let sides = [m.tex_height[i], m.tex_width[i], 3];
        if !fits(m.tex_adr[i], sides, m.ntexdata) {
            let expected = "room for the image in `tex_data`";
            return Err(wrong("tex_adr", i, m.tex_adr[i], expected));
        }
    }
    Ok(())
}

fn check_pairs(m: &Model) -> Result<(), Error> {
    for (name, signatures) in [
        ("pair_signature", &m.pair_signature),
        ("exclude_signature", &m.exclude_signature),
    ] {
        for (i, &signature) in signatures.iter().enumerate() {
            within(name, i, signature & 0xffff, 0, m.nbody)?;
            within(name, i, signature >> 16, 0, m.nbody)?;
        }
    }
    Ok(())
}

fn check_equalities(m: &Model) -> Result<(), Error> {
    for i in 0..m.neq {
        let (lowest, count) = match (m.eq_type(i), m.eq_objtype(i)) {
            (None, _) => return Err(wrong("eq_type", i, m.eq_type[i], "a type of equality")),
            (Some(EqualityType::Joint), _) => (-1, m.njnt),
            (Some(EqualityType::Tendon), _) => (-1, m.ntendon),
            (Some(EqualityType::Flex), _) => {
                within("eq_obj1id", i, m.eq_obj1id[i], 0, m.nflex)?;
                within("eq_obj2id", i, m.eq_obj2id[i], -1, 0)?;
                continue;
            }
            (Some(_), Some(ObjectType::Body)) => (0, m.nbody),
            (Some(_), Some(ObjectType::Site)) => (0, m.nsite),
            _ => {
                return Err(wrong(
                    "eq_objtype",
                    i,
                    m.eq_objtype[i],
                    "bodies (1) or sites (6)",
                ));
            }
        };
        within("eq_obj1id", i, m.eq_obj1id[i], 0, count)?;
        within("eq_obj2id", i, m.eq_obj2id[i], lowest, count)?;
    }
    Ok(())
}

fn check_paths(m: &Model) -> Result<(), Error> {
    for i in 0..m.nwrap {
        let count = match m.wrap_type(i) {
            Some(WrapType::Joint) => m.njnt,
            Some(WrapType::Site) => m.nsite,
            Some(WrapType::Sphere | WrapType::Cylinder) => m.ngeom,
            Some(WrapType::None | WrapType::Pulley) | None => continue,
        };
        within("wrap_objid", i, m.wrap_objid[i], 0, count)?;
    }
    Ok(())
}

fn check_actuators(m: &Model) -> Result<(), Error> {
    use TransmissionType as T;
    for i in 0..m.nu {
        let [target, slider] = m.actuator_trnid[i];
        let count = match m.actuator_trntype(i) {
            Some(T::Joint | T::JointInParent) => m.njnt,
            Some(T::Tendon) => m.ntendon,
            Some(T::Site) => m.nsite,
            Some(T::Body) => m.nbody,
            Some(T::SliderCrank) => {
                within("actuator_trnid", i, slider, 0, m.nsite)?;
                m.nsite
            }
            None => continue,
        };
        within("actuator_trnid", i, target, 0, count)?;
    }
    Ok(())
}

fn check_sensors(m: &Model) -> Result<(), Error> {
    for i in 0..m.nsensor {
        let Some(kind) = m.sensor_type(i) else {
            return Err(wrong(
                "sensor_type",
                i,
                m.sensor_type[i],
                "a type of sensor",
            ));
        };
        let size = values_of(kind, m.sensor_dim[i]);
        let address = m.sensor_adr[i];
        if size < 0 || address < 0 || i64::from(address) + i64::from(size) > m.nsensordata as i64 {
            let expected = format!("room for {size} below {}", m.nsensordata);
            return Err(wrong("sensor_adr", i, address, &expected));
        }
        for (names, kind, id, lowest) in [
            (
                ["sensor_objtype", "sensor_objid"],
                m.sensor_objtype[i],
                m.sensor_objid[i],
                0,
            ),
            (
                ["sensor_reftype", "sensor_refid"],
                m.sensor_reftype[i],
                m.sensor_refid[i],
                -1,
            ),
        ] {
            check_object(names, i, kind, id, lowest, m)?;
        }
    }
    Ok(())
}

fn check_tuples(m: &Model) -> Result<(), Error> {
    for tuple in 0..m.ntuple {
        let first = m.tuple_adr[tuple].max(0) as usize;
        for i in first..first + m.tuple_size[tuple] as usize {
            let names = ["tuple_objtype", "tuple_objid"];
            check_object(names, i, m.tuple_objtype[i], m.tuple_objid[i], 0, m)?;
        }
    }
    Ok(())
}

/// Refuses a kind of element that there is not, or an id that no element of the kind has.
fn check_object(
    [kind_name, id_name]: [&str; 2],
    i: usize,
    kind: i32,
    id: i32,
    lowest: i32,
    m: &Model,
) -> Result<(), Error> {
    /// MuJoCo's code of frames, which no compiled model refers to.
    const FRAME: i32 = 100;
    match ObjectType::from_code(kind) {
        Some(ObjectType::Unknown) => Ok(()),
        Some(kind) => within(id_name, i, id, lowest, count(kind, m)),
        None if kind == FRAME => Ok(()),
        None => Err(wrong(kind_name, i, kind, "a kind of element")),
    }
}

fn count(kind: ObjectType, m: &Model) -> usize {
    use ObjectType as T;
    match kind {
        T::Unknown => 0,
        T::Body | T::XBody => m.nbody,
        T::Joint => m.njnt,
        T::Dof => m.nv,
        T::Geom => m.ngeom,
        T::Site => m.nsite,
        T::Camera => m.ncam,
        T::Light => m.nlight,
        T::Flex => m.nflex,
        T::Mesh => m.nmesh,
        T::Skin => m.nskin,
        T::Hfield => m.nhfield,
        T::Texture => m.ntex,
        T::Material => m.nmat,
        T::Pair => m.npair,
        T::Exclude => m.nexclude,
        T::Equality => m.neq,
        T::Tendon => m.ntendon,
        T::Actuator => m.nu,
        T::Sensor => m.nsensor,
        T::Numeric => m.nnumeric,
        T::Text => m.ntext,
        T::Tuple => m.ntuple,
        T::Key => m.nkey,
        T::Plugin => m.nplugin,
    }
}
