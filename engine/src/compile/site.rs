//! Sites: placement and size.

use super::body::sameframe;
use super::geom::{check_size, span};
use super::parts::Parts;
use super::primitive::Primitive;
use super::refusal::{check_user, invalid};
use super::user;
use crate::error::Error;
use crate::math::Vec3;
use crate::math::frame::{Frame, unit};
use crate::model::Model;
use crate::spec::resolve;
use crate::spec::{self, Compiler};

/// A site ready for the model.
#[derive(Debug)]
pub(super) struct Site<'a> {
    pub(super) spec: &'a spec::Site,
    pub(super) body: usize,
    pub(super) frame: Frame,
    pub(super) size: Vec3,
}

pub(super) fn resolve<'a>(
    spec: &'a spec::Site,
    body: usize,
    frame: Option<&Frame>,
    compiler: &Compiler,
    nuser: usize,
) -> Result<Site<'a>, Error> {
    check_user(&spec.user, nuser, "site", &spec.source)?;
    if !spec.shape.is_for_sites() {
        return Err(invalid(
            "site",
            &spec.source,
            "a shape that no site can have",
        ));
    }
    let mut shape = Primitive {
        kind: spec.shape,
        size: spec.size,
    };
    let mut pose = match &spec.fromto {
        Some(ends) => span(ends, spec.pos, &mut shape, "site", &spec.source)?,
        None => Frame {
            pos: spec.pos,
            quat: resolve::resolve(&spec.orientation, compiler)
                .map_err(|wrong| invalid("site", &spec.source, wrong))?,
        },
    };
    if let Some(frame) = frame {
        pose = frame.compose(&pose);
    }
    pose.quat = unit(pose.quat);
    check_size(&shape, "site", &spec.source)?;
    Ok(Site {
        spec,
        body,
        frame: pose,
        size: shape.size,
    })
}

/// Writes the sites; `materials` has the id of each site's material.
pub(super) fn write(parts: &Parts<'_>, materials: &[i32], model: &mut Model) {
    for (id, site) in parts.sites.iter().enumerate() {
        let spec = site.spec;
        let inertial = &parts.bodies[site.body].inertial.frame;
        model.site_type[id] = spec.shape as i32;
        model.site_bodyid[id] = site.body as i32;
        model.site_matid[id] = materials[id];
        model.site_group[id] = spec.group;
        model.site_sameframe[id] = sameframe(&site.frame, Some(inertial));
        model.site_size[id] = site.size;
        model.site_pos[id] = site.frame.pos;
        model.site_quat[id] = site.frame.quat;
        model.site_rgba[id] = spec.rgba;
        user::write(&mut model.site_user, id, model.nuser_site, &spec.user);
    }
}
