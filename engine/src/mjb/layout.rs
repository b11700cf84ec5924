//! What a simulation relies on beyond the references that MuJoCo checks: numbers of vertices in
//! faces and hulls, nodes of bounding volume hierarchies, what actuators and sensors are on. In
//! MuJoCo a step would read outside of its arrays.

use super::reference::wrong;
use super::refuse;
use crate::Model;
use crate::compile::{sensor_hosts, values_of};
use crate::error::Error;
use crate::model::codes::dynamics;
use crate::model::{GeomType, JointType, ObjectType, SensorType, TransmissionType, WrapType};

/// Most bytes of what has no array in the file: user data, activations, sensor readings.
const MAX_STATE_BYTES: usize = 1 << 31;

/// Refuses what would let a step read outside of its arrays.
pub(super) fn check(m: &Model) -> Result<(), Error> {
    check_state(m)?;
    for mesh in 0..m.nmesh {
        check_mesh(mesh, m)?;
        check_hull(mesh, m)?;
    }
    check_volumes(m)?;
    check_geoms(m)?;
    check_tendons(m)?;
    check_actuators(m)?;
    check_sensors(m)
}

fn check_state(m: &Model) -> Result<(), Error> {
    let numbers = [m.nuserdata, m.na, m.nsensordata, m.npluginstate];
    let numbers = numbers
        .iter()
        .fold(0_usize, |sum, &n| sum.saturating_add(n));
    if numbers.saturating_mul(8) > MAX_STATE_BYTES {
        return Err(refuse(format!(
            "the binary model's state needs more than {MAX_STATE_BYTES} bytes"
        )));
    }
    Ok(())
}

/// Faces refer to vertices of their own mesh.
fn check_mesh(mesh: usize, m: &Model) -> Result<(), Error> {
    let (first, count) = (m.mesh_faceadr[mesh], m.mesh_facenum[mesh]);
    if first < 0 || m.mesh_vertadr[mesh] < 0 {
        return Err(wrong("mesh_faceadr", mesh, first, "an address"));
    }
    for face in first as usize..(first + count) as usize {
        let corners = m.mesh_face[face];
        if corners
            .iter()
            .any(|corner| !(0..m.mesh_vertnum[mesh]).contains(corner))
        {
            let expected = "three vertices of its mesh";
            return Err(wrong("mesh_face", face, format!("{corners:?}"), expected));
        }
    }
    Ok(())
}

/// A convex hull: how many vertices and faces, where each vertex's neighbours begin, its number in
/// the mesh, the lists of neighbours with -1 at their ends, and the faces.
fn check_hull(mesh: usize, m: &Model) -> Result<(), Error> {
    let Ok(first) = usize::try_from(m.mesh_graphadr[mesh]) else {
        return Ok(());
    };
    let refuse = || {
        wrong(
            "mesh_graphadr",
            mesh,
            first,
            "the address of a whole convex hull",
        )
    };
    let graph = &m.mesh_graph[first..];
    let [vertices, faces, lists @ ..] = graph else {
        return Err(refuse());
    };
    let (Ok(vertices), Ok(faces)) = (usize::try_from(*vertices), usize::try_from(*faces)) else {
        return Err(refuse());
    };
    let edges = vertices + 3 * faces;
    if vertices == 0 || lists.len() < 2 * vertices + edges + 3 * faces {
        return Err(refuse());
    }
    let (starts, rest) = lists.split_at(vertices);
    let (numbers, rest) = rest.split_at(vertices);
    let (neighbours, rest) = rest.split_at(edges);
    let corners = &rest[..3 * faces];
    let below =
        |ids: &[i32], lowest: i32, count: i32| ids.iter().all(|id| (lowest..count).contains(id));
    let in_mesh = |ids: &[i32]| below(ids, 0, m.mesh_vertnum[mesh]);
    let whole = below(starts, 0, edges as i32)
        && below(neighbours, -1, vertices as i32)
        && neighbours.last() == Some(&-1)
        && in_mesh(numbers)
        && in_mesh(corners);
    if whole { Ok(()) } else { Err(refuse()) }
}

/// Children come after their parents, and leaves are around something.
fn check_volumes(m: &Model) -> Result<(), Error> {
    if m.nbvhstatic.checked_add(m.nbvhdynamic) != Some(m.nbvh) {
        return Err(
            refuse(format!("size `nbvh` of the binary model is {}", m.nbvh))
                .expected("`nbvhstatic` and `nbvhdynamic` together"),
        );
    }
    let bodies = m
        .body_bvhadr
        .iter()
        .zip(&m.body_bvhnum)
        .map(|range| (range, m.ngeom as i32));
    let meshes = m
        .mesh_bvhadr
        .iter()
        .zip(&m.mesh_bvhnum)
        .zip(m.mesh_facenum.iter().copied());
    for ((&first, &count), leaves) in bodies.chain(meshes) {
        if count == 0 {
            continue;
        }
        if first < 0 || (first + count) as usize > m.nbvhstatic {
            return Err(
                refuse(format!("a tree of bounding volumes begins at {first}"))
                    .expected(format!("room for {count} below {}", m.nbvhstatic)),
            );
        }
        for node in 0..count {
            let place = (first + node) as usize;
            let children = m.bvh_child[place];
            let below = |child: &i32| *child == -1 || (node + 1..count).contains(child);
            if !children.iter().all(below) {
                let expected = "nodes after it in the same tree, or -1";
                return Err(wrong("bvh_child", place, format!("{children:?}"), expected));
            }
            let leaf = m.bvh_nodeid[place];
            let lowest = if children == [-1, -1] { 0 } else { -1 };
            if !(lowest..leaves).contains(&leaf) {
                return Err(wrong("bvh_nodeid", place, leaf, "what the leaf is around"));
            }
        }
    }
    Ok(())
}

fn check_geoms(m: &Model) -> Result<(), Error> {
    for geom in 0..m.ngeom {
        let with_asset = matches!(
            m.geom_type(geom),
            Some(GeomType::Hfield | GeomType::Mesh | GeomType::Sdf)
        );
        if m.geom_type(geom).is_none() {
            return Err(wrong(
                "geom_type",
                geom,
                m.geom_type[geom],
                "a type of geom",
            ));
        }
        if with_asset && m.geom_dataid[geom] < 0 {
            return Err(wrong(
                "geom_dataid",
                geom,
                m.geom_dataid[geom],
                "a mesh or height field",
            ));
        }
    }
    for field in 0..m.nhfield {
        if m.hfield_nrow[field] < 1 || m.hfield_ncol[field] < 1 {
            return Err(wrong(
                "hfield_nrow",
                field,
                m.hfield_nrow[field],
                "rows and columns",
            ));
        }
    }
    for pair in 0..m.npair {
        let geoms = [m.pair_geom1[pair], m.pair_geom2[pair]];
        if geoms.contains(&-1) {
            return Err(wrong("pair_geom1", pair, geoms[0], "two geoms"));
        }
        if !(1..=6).contains(&m.pair_dim[pair]) {
            return Err(wrong("pair_dim", pair, m.pair_dim[pair], "1 to 6"));
        }
    }
    Ok(())
}

/// A path is one of joints, or begins and ends at sites with each geom between two of them.
fn check_tendons(m: &Model) -> Result<(), Error> {
    for tendon in 0..m.ntendon {
        let (first, count) = (m.tendon_adr[tendon], m.tendon_num[tendon]);
        if first < 0 || count == 0 {
            return Err(wrong("tendon_adr", tendon, first, "the address of a path"));
        }
        let path = first as usize..(first + count) as usize;
        let kinds: Option<Vec<WrapType>> = path.clone().map(|i| m.wrap_type(i)).collect();
        if !kinds.as_deref().is_some_and(is_path) {
            let expected = "a path of joints, or of sites with geoms between them";
            return Err(wrong("tendon_adr", tendon, first, expected));
        }
        for i in path {
            let wraps = matches!(m.wrap_type(i), Some(WrapType::Sphere | WrapType::Cylinder));
            let side = m.wrap_prm[i];
            if wraps && !(side >= -1.0 && side < m.nsite as f64) {
                return Err(wrong("wrap_prm", i, side, "the site at its side, or -1"));
            }
        }
    }
    Ok(())
}

fn is_path(kinds: &[WrapType]) -> bool {
    if kinds[0] == WrapType::Joint {
        return kinds.iter().all(|&kind| kind == WrapType::Joint);
    }
    let is_site = |i: Option<usize>| i.and_then(|i| kinds.get(i)) == Some(&WrapType::Site);
    kinds.iter().enumerate().all(|(i, kind)| match kind {
        WrapType::Site | WrapType::Pulley => true,
        WrapType::Sphere | WrapType::Cylinder => is_site(i.checked_sub(1)) && is_site(Some(i + 1)),
        WrapType::Joint | WrapType::None => false,
    })
}

fn check_actuators(m: &Model) -> Result<(), Error> {
    let mut activations = 0;
    for i in 0..m.nu {
        let [_, second] = m.actuator_trnid[i];
        match m.actuator_trntype(i) {
            None => {
                let expected = "a type of transmission";
                return Err(wrong(
                    "actuator_trntype",
                    i,
                    m.actuator_trntype[i],
                    expected,
                ));
            }
            Some(TransmissionType::Site) if second < -1 || second >= m.nsite as i32 => {
                return Err(wrong(
                    "actuator_trnid",
                    i,
                    second,
                    "a site of reference, or -1",
                ));
            }
            Some(_) => {}
        }
        let count = m.actuator_actnum[i];
        let expected = if count == 0 { -1 } else { activations };
        if m.actuator_actadr[i] != expected {
            let expected = format!("{expected}, after the activations before it");
            return Err(wrong("actuator_actadr", i, m.actuator_actadr[i], &expected));
        }
        if count == 0 && m.actuator_dyntype[i] != dynamics::NONE {
            return Err(wrong(
                "actuator_actnum",
                i,
                count,
                "room for the activation",
            ));
        }
        activations += count;
    }
    if activations as usize != m.na {
        return Err(refuse(format!("size `na` of the binary model is {}", m.na))
            .expected(format!("{activations}, the activations of all actuators")));
    }
    Ok(())
}

fn check_sensors(m: &Model) -> Result<(), Error> {
    for i in 0..m.nsensor {
        let Some(kind) = m.sensor_type(i) else {
            continue;
        };
        if m.sensor_dim[i] != values_of(kind, m.sensor_dim[i]) {
            let expected = values_of(kind, 0).to_string();
            return Err(wrong("sensor_dim", i, m.sensor_dim[i], &expected));
        }
        let hosts = sensor_hosts(kind);
        let host = m.sensor_objtype(i).unwrap_or_default();
        if !hosts.is_empty() && !hosts.contains(&host) {
            let expected = format!("what a sensor `{kind}` can be on");
            return Err(wrong("sensor_objtype", i, host, &expected));
        }
        check_sensor_object(i, kind, m)?;
        let reference = m.sensor_reftype(i).unwrap_or_default();
        let needs_other = matches!(
            kind,
            SensorType::GeomDist | SensorType::GeomNormal | SensorType::GeomFromTo
        );
        let suits = match reference {
            ObjectType::Body | ObjectType::Geom if needs_other => m.sensor_refid[i] >= 0,
            ObjectType::Camera if kind == SensorType::CamProjection => m.sensor_refid[i] >= 0,
            _ if needs_other || kind == SensorType::CamProjection => false,
            ObjectType::Unknown => m.sensor_refid[i] == -1,
            _ => sensor_hosts(SensorType::FramePos).contains(&reference),
        };
        if !suits {
            let expected = format!("what a sensor `{kind}` can refer to");
            return Err(wrong("sensor_reftype", i, reference, &expected));
        }
    }
    Ok(())
}

/// Some sensors need a joint of some type.
fn check_sensor_object(i: usize, kind: SensorType, m: &Model) -> Result<(), Error> {
    use SensorType as S;
    let joint = || m.jnt_type(m.sensor_objid[i] as usize);
    let suits = match kind {
        S::JointPos | S::JointVel | S::JointActFrc => {
            matches!(joint(), Some(JointType::Hinge | JointType::Slide))
        }
        S::BallQuat | S::BallAngVel => joint() == Some(JointType::Ball),
        _ => true,
    };
    if suits {
        return Ok(());
    }
    let expected = format!("a joint that a sensor `{kind}` can be on");
    Err(wrong("sensor_objid", i, m.sensor_objid[i], &expected))
}
