//! The tree of a binary model. Addresses, roots, parents of dofs and the layout of sparse matrices
//! all follow from a few arrays: bodies' parents, joints' types, and whose body each joint and geom
//! is on. MuJoCo takes them from a file as they come; a contradiction among them would let a step
//! read outside of its arrays, so here it is an error.

use super::reference::wrong;
use super::refuse;
use crate::Model;
use crate::compile::{derive_sparsity, moment_entries};
use crate::error::Error;
use crate::model::codes::{joint_dofs, joint_positions};

/// Refuses a model whose tree contradicts itself.
pub(super) fn check(m: &Model) -> Result<(), Error> {
    check_owners(m)?;
    check_simple(m)?;
    let want = derive(m);
    for (name, found, want) in [
        ("body_rootid", &m.body_rootid, &want.body_rootid),
        ("body_weldid", &m.body_weldid, &want.body_weldid),
        ("body_jntnum", &m.body_jntnum, &want.body_jntnum),
        ("body_jntadr", &m.body_jntadr, &want.body_jntadr),
        ("body_dofnum", &m.body_dofnum, &want.body_dofnum),
        ("body_dofadr", &m.body_dofadr, &want.body_dofadr),
        ("body_geomnum", &m.body_geomnum, &want.body_geomnum),
        ("body_geomadr", &m.body_geomadr, &want.body_geomadr),
        ("body_treeid", &m.body_treeid, &want.body_treeid),
        ("jnt_qposadr", &m.jnt_qposadr, &want.jnt_qposadr),
        ("jnt_dofadr", &m.jnt_dofadr, &want.jnt_dofadr),
        ("dof_bodyid", &m.dof_bodyid, &want.dof_bodyid),
        ("dof_jntid", &m.dof_jntid, &want.dof_jntid),
        ("dof_parentid", &m.dof_parentid, &want.dof_parentid),
        ("dof_treeid", &m.dof_treeid, &want.dof_treeid),
        ("dof_Madr", &m.dof_Madr, &want.dof_Madr),
        ("dof_simplenum", &m.dof_simplenum, &want.dof_simplenum),
    ] {
        let both = found.iter().zip(want).enumerate();
        if let Some((i, (found, want))) = both.into_iter().find(|(_, (found, want))| found != want)
        {
            let expected = format!("{want}, which follows from the tree of bodies");
            return Err(wrong(name, i, found, &expected));
        }
    }
    for (name, found, want) in [
        ("nq", m.nq, want.nq),
        ("nv", m.nv, want.dof_parentid.len()),
        ("nM", m.nM, want.nM),
        ("nB", m.nB, want.nB),
        ("nC", m.nC, want.nC),
        ("nD", m.nD, want.nD),
        ("ntree", m.ntree, want.ntree),
        ("nJmom", m.nJmom, moment_entries(m)),
    ] {
        if found != want {
            return Err(
                refuse(format!("size `{name}` of the binary model is {found}"))
                    .expected(format!("{want}, which follows from the tree of bodies")),
            );
        }
    }
    Ok(())
}

/// Joints and geoms stand in the order of their bodies.
fn check_owners(m: &Model) -> Result<(), Error> {
    for (name, owners) in [
        ("jnt_bodyid", &m.jnt_bodyid),
        ("geom_bodyid", &m.geom_bodyid),
    ] {
        let mut last = 0;
        for (i, &owner) in owners.iter().enumerate() {
            if owner < last {
                return Err(wrong(
                    name,
                    i,
                    owner,
                    "a body, not before that of the last one",
                ));
            }
            last = owner;
        }
    }
    let ids = [
        ("body_parentid", &m.body_parentid),
        ("site_bodyid", &m.site_bodyid),
        ("cam_bodyid", &m.cam_bodyid),
        ("light_bodyid", &m.light_bodyid),
    ];
    for (name, ids) in ids {
        if let Some(i) = ids.iter().position(|&id| id < 0) {
            return Err(wrong(name, i, ids[i], "a body"));
        }
    }
    let mut places = vec![false; m.nmocap];
    for (body, &place) in m.body_mocapid.iter().enumerate() {
        let Ok(place) = usize::try_from(place) else {
            continue;
        };
        if m.body_parentid[body] != 0 || std::mem::replace(&mut places[place], true) {
            return Err(wrong(
                "body_mocapid",
                body,
                place,
                "a place of its own, for a child of the world",
            ));
        }
    }
    if places.contains(&false) {
        return Err(
            refuse(format!("size `nmocap` of the binary model is {}", m.nmocap))
                .expected("one for each body that has a place in `body_mocapid`"),
        );
    }
    Ok(())
}

/// A body counts as simple only if it is a tree by itself.
fn check_simple(m: &Model) -> Result<(), Error> {
    let mut has_child = vec![false; m.nbody];
    for body in 1..m.nbody {
        has_child[m.body_parentid[body] as usize] = true;
    }
    for body in 0..m.nbody {
        let parent = m.body_parentid[body] as usize;
        let fixed = m.body_parentid[parent] == 0 && m.body_jntnum[parent] == 0;
        let alone = (parent == 0 || fixed) && (body == 0 || !has_child[body]);
        if m.body_simple[body] > 2 || (m.body_simple[body] > 0 && !alone) {
            let expected = "0, or 1 or 2 for a body that is a tree by itself";
            return Err(wrong("body_simple", body, m.body_simple[body], expected));
        }
    }
    Ok(())
}

/// A model with nothing but what follows from its tree.
fn derive(m: &Model) -> Model {
    let mut want = Model {
        nbody: m.nbody,
        body_parentid: m.body_parentid.clone(),
        body_simple: m.body_simple.clone(),
        ..Model::default()
    };
    let mut joints = 0;
    let mut geoms = 0;
    // The last dof on the way from the root to each body, itself included.
    let mut last_dof = Vec::with_capacity(m.nbody);
    for body in 0..m.nbody {
        let parent = m.body_parentid[body] as usize;
        let own = |owners: &[i32], first: usize| {
            owners[first..]
                .iter()
                .take_while(|&&owner| owner == body as i32)
                .count()
        };
        let count = own(&m.jnt_bodyid, joints);
        push(&mut want.body_jntadr, &mut want.body_jntnum, joints, count);
        let first_dof = want.dof_parentid.len();
        let mut last = if body == 0 { -1 } else { last_dof[parent] };
        for joint in joints..joints + count {
            want.jnt_qposadr.push(want.nq as i32);
            want.jnt_dofadr.push(want.dof_parentid.len() as i32);
            want.nq += joint_positions(m.jnt_type[joint]);
            for _ in 0..joint_dofs(m.jnt_type[joint]) {
                want.dof_bodyid.push(body as i32);
                want.dof_jntid.push(joint as i32);
                want.dof_parentid.push(last);
                last = want.dof_parentid.len() as i32 - 1;
            }
        }
        joints += count;
        last_dof.push(last);
        let dofs = want.dof_parentid.len() - first_dof;
        push(
            &mut want.body_dofadr,
            &mut want.body_dofnum,
            first_dof,
            dofs,
        );
        let count = own(&m.geom_bodyid, geoms);
        push(&mut want.body_geomadr, &mut want.body_geomnum, geoms, count);
        geoms += count;
        let (root, weld) = match body {
            0 => (0, 0),
            _ if parent == 0 => (body as i32, 0),
            _ => (want.body_rootid[parent], want.body_weldid[parent]),
        };
        want.body_rootid.push(root);
        want.body_weldid
            .push(if dofs > 0 { body as i32 } else { weld });
    }
    want.nv = want.dof_parentid.len();
    want.dof_treeid = vec![0; want.nv];
    want.dof_Madr = vec![0; want.nv];
    want.dof_simplenum = vec![0; want.nv];
    want.body_treeid = vec![0; want.nbody];
    derive_sparsity(&mut want);
    want
}

/// First id and number of a body's elements; -1 for the first of none.
fn push(addresses: &mut Vec<i32>, numbers: &mut Vec<i32>, first: usize, count: usize) {
    addresses.push(if count > 0 { first as i32 } else { -1 });
    numbers.push(count as i32);
}
