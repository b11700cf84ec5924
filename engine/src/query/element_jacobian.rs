//! Jacobians of model elements: bodies, geoms, sites and subtrees, and the time derivative of a point's Jacobian. Each is
//! 3 x nv, row by row; translation and rotation are computed where they are asked for.

use crate::math::{Vec3, dense, spatial};
use crate::model::codes::joint;
use crate::query::jacobian::{jac_point, jac_rotation, point_velocity};
use crate::query::object::Object;
use crate::{Data, Model};

/// Jacobians of a world point fixed in `body`.
#[doc(alias = "mj_jac")]
pub fn jac(
    model: &Model,
    data: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    point: &Vec3,
    body: usize,
) {
    if let Some(jacp) = jacp {
        jac_point(model, data, jacp, point, body);
    }
    if let Some(jacr) = jacr {
        jac_rotation(model, data, jacr, body);
    }
}

/// Jacobians of an object's position and orientation.
pub fn jac_object(
    model: &Model,
    data: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    object: Object,
) {
    jac(
        model,
        data,
        jacp,
        jacr,
        object.pos(data),
        object.body(model),
    );
}

/// Jacobians of a body's own frame.
#[doc(alias = "mj_jacBody")]
pub fn jac_body(
    model: &Model,
    data: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    body: usize,
) {
    jac_object(model, data, jacp, jacr, Object::XBody(body));
}

/// Jacobians of a body's centre of mass.
#[doc(alias = "mj_jacBodyCom")]
pub fn jac_body_com(
    model: &Model,
    data: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    body: usize,
) {
    jac_object(model, data, jacp, jacr, Object::Body(body));
}

/// Jacobians of a geom.
#[doc(alias = "mj_jacGeom")]
pub fn jac_geom(
    model: &Model,
    data: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    geom: usize,
) {
    jac_object(model, data, jacp, jacr, Object::Geom(geom));
}

/// Jacobians of a site.
#[doc(alias = "mj_jacSite")]
pub fn jac_site(
    model: &Model,
    data: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    site: usize,
) {
    jac_object(model, data, jacp, jacr, Object::Site(site));
}

/// Jacobian of the centre of mass of a body with everything it carries.
#[doc(alias = "mj_jacSubtreeCom")]
pub fn jac_subtree_com(model: &Model, data: &Data, jacp: &mut [f64], body: usize) {
    let nv = model.nv;
    jacp.fill(0.0);
    // A subtree's bodies follow each other.
    let last = (body + 1..model.nbody)
        .find(|&b| (model.body_parentid[b] as usize) < body)
        .unwrap_or(model.nbody);
    for b in body..last {
        let offset = data.xipos[b] - data.subtree_com[model.body_rootid[b] as usize];
        for dof in model.body_dofs(b) {
            let column = point_velocity(&data.cdof[dof], &offset);
            for k in 0..3 {
                jacp[k * nv + dof] += column[k] * model.body_mass[b];
            }
        }
    }
    dense::scale(jacp, 1.0 / model.body_subtreemass[body]);
}

/// Time derivative of the Jacobians of a world point fixed in `body`.
#[doc(alias = "mj_jacDot")]
pub fn jac_dot(
    model: &Model,
    data: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    point: &Vec3,
    body: usize,
) {
    let nv = model.nv;
    let offset = point - data.subtree_com[model.body_rootid[body] as usize];
    let mut jacs = [jacp, jacr];
    for jac in jacs.iter_mut().flatten() {
        jac.fill(0.0);
    }
    for dof in model.body_dofs(body) {
        let jnt = model.dof_jntid[dof] as usize;
        let rotates_as_quaternion = match model.jnt_type[jnt] {
            joint::BALL => true,
            joint::FREE => dof >= model.jnt_dofadr[jnt] as usize + 3,
            _ => false,
        };
        // The axes of a quaternion joint turn with the body itself, not with its parent.
        let rate = if rotates_as_quaternion {
            let velocity = &data.cvel[model.dof_bodyid[dof] as usize];
            spatial::cross_motion(velocity, &data.cdof[dof])
        } else {
            data.cdof_dot[dof]
        };
        let columns = [point_velocity(&rate, &offset), spatial::rotational(&rate)];
        for (jac, column) in jacs.iter_mut().zip(columns) {
            if let Some(jac) = jac {
                for k in 0..3 {
                    jac[k * nv + dof] += column[k];
                }
            }
        }
    }
}
