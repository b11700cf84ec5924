//! Dropping what the simulation does not need: visual geoms, and bodies that cannot move relative
//! to their parents.

use super::body::largest_margin;
use super::parts::Parts;
use super::refusal::invalid;
use crate::error::Error;
use crate::math::frame::Frame;
use crate::math::principal::{MassPoint, Symmetric, principal_axes};
use crate::math::{MINVAL, Vec3};

/// Removes the geoms that are not kept; returns each geom's new id.
pub(super) fn discard_geoms(parts: &mut Parts<'_>, keep: &[bool]) -> Vec<Option<usize>> {
    // `kept_before[i]`: how many geoms with an id below `i` stay.
    let mut kept_before = Vec::with_capacity(keep.len() + 1);
    kept_before.push(0);
    for (id, keep) in keep.iter().enumerate() {
        kept_before.push(kept_before[id] + usize::from(*keep));
    }
    for body in &mut parts.bodies {
        body.geoms = kept_before[body.geoms.start]..kept_before[body.geoms.end];
    }
    let mut flags = keep.iter();
    parts
        .geoms
        .retain(|_| flags.next().copied().unwrap_or(true));
    keep.iter()
        .zip(&kept_before)
        .map(|(keep, &id)| keep.then_some(id))
        .collect()
}

/// Merges every body without joints into its parent.
///
/// Bodies are visited in order, so a body's parent has its final frame and mass when the body is
/// merged into it.
pub(super) fn fuse_static(parts: &mut Parts<'_>) -> Result<(), Error> {
    let mut heir: Vec<usize> = (0..parts.bodies.len()).collect();
    for id in 1..parts.bodies.len() {
        // A parent that was removed has passed its children to its own parent.
        let shift = parts.bodies[parts.bodies[id].parent].frame;
        let parent = heir[parts.bodies[id].parent];
        if parent != parts.bodies[id].parent {
            let body = &mut parts.bodies[id];
            body.frame = shift.compose(&body.frame);
            body.parent = parent;
        }
        let body = &parts.bodies[id];
        if !body.joints.is_empty() || body.spec.mocap {
            continue;
        }
        heir[id] = parent;
        if parent > 0 && body.inertial.mass >= MINVAL {
            let mut addition = body.inertial;
            addition.frame = body.frame.compose(&addition.frame);
            let total = merge(&parts.bodies[parent].inertial, &addition)
                .map_err(|wrong| invalid("body", &body.spec.source, wrong))?;
            parts.bodies[parent].inertial = total;
        }
        hand_over(parts, id, parent);
    }
    renumber(parts, &heir);
    Ok(())
}

/// Mass and inertia of two rigidly connected bodies.
fn merge(a: &MassPoint, b: &MassPoint) -> Result<MassPoint, &'static str> {
    let mut mass = 0.0;
    let mut center = Vec3::zeros();
    for point in [a, b] {
        mass += point.mass;
        center += point.mass * point.frame.pos;
    }
    if mass < MINVAL {
        return Ok(MassPoint {
            mass: 0.0,
            frame: Frame::IDENTITY,
            moments: Vec3::zeros(),
        });
    }
    center /= mass;
    let mut total: Symmetric = [0.0; 6];
    for point in [a, b] {
        let own = point.rotated();
        let shifted = point.parallel_axis(point.frame.pos - center);
        for (sum, (own, shifted)) in total.iter_mut().zip(own.into_iter().zip(shifted)) {
            *sum += own + shifted;
        }
    }
    let (quat, moments) = principal_axes(&total)
        .ok_or("the inertia of the body fused with its parent is not positive definite")?;
    Ok(MassPoint {
        mass,
        frame: Frame { pos: center, quat },
        moments,
    })
}

/// Gives a body's geoms and sites to its parent.
fn hand_over(parts: &mut Parts<'_>, id: usize, parent: usize) {
    let body = &parts.bodies[id];
    for geom in &mut parts.geoms[body.geoms.clone()] {
        geom.body = parent;
        geom.frame = body.frame.compose(&geom.frame);
    }
    for site in &mut parts.sites[body.sites.clone()] {
        site.body = parent;
        site.frame = body.frame.compose(&site.frame);
    }
    let own = parts.geoms.iter().filter(|geom| geom.body == parent);
    parts.bodies[parent].margin = largest_margin(own.map(|geom| geom.spec.margin));
}

/// Drops the bodies that have an heir and numbers what is left.
fn renumber(parts: &mut Parts<'_>, heir: &[usize]) {
    let mut new_id = vec![0; heir.len()];
    let mut count = 0;
    for (id, heir) in heir.iter().enumerate() {
        new_id[id] = count;
        count += usize::from(*heir == id);
    }
    let mut id = 0;
    parts.bodies.retain(|_| {
        id += 1;
        heir[id - 1] == id - 1
    });
    // What a parent inherited follows what it had, in the order of the former ids.
    parts.geoms.sort_by_key(|geom| geom.body);
    parts.sites.sort_by_key(|site| site.body);
    for geom in &mut parts.geoms {
        geom.body = new_id[geom.body];
    }
    for site in &mut parts.sites {
        site.body = new_id[site.body];
    }
    let (mut geom, mut site) = (0, 0);
    for id in 0..parts.bodies.len() {
        let parent = new_id[parts.bodies[id].parent];
        let weld = if parts.bodies[id].joints.is_empty() {
            parts.bodies[parent].weld
        } else {
            id
        };
        let body = &mut parts.bodies[id];
        (body.parent, body.weld) = (parent, weld);
        body.geoms = take_run(&mut geom, &parts.geoms, |geom| geom.body == id);
        body.sites = take_run(&mut site, &parts.sites, |site| site.body == id);
    }
}

/// The run of elements that belong to a body, starting at `next`.
fn take_run<T>(
    next: &mut usize,
    list: &[T],
    belongs: impl Fn(&T) -> bool,
) -> std::ops::Range<usize> {
    let start = *next;
    *next += list[start..]
        .iter()
        .take_while(|item| belongs(item))
        .count();
    start..*next
}
