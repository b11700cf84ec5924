//! What a state needs and this engine does not compute yet.
//!
//! Everything else is computed for every model; what depends on the missing part is left out, and the data says so.

use crate::codes::{disable, geom};
use crate::fields::{FieldInfo, Stage};
use crate::{Data, Model};

/// A part of the physics that a state needs and that is not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Contacts that are not searched for.
    Contact,
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Missing::Contact => "contacts of meshes or height fields",
        })
    }
}

impl Data {
    /// What the last evaluation left out, if anything.
    pub fn missing(&self) -> Option<Missing> {
        self.missing
    }

    /// Whether a field has its true value: one that depends on something missing has not.
    pub(crate) fn is_complete(&self, info: &FieldInfo) -> bool {
        let Some(stage) = info.stage else { return true };
        if stage == Stage::Sensor && !self.scratch.sensors_known {
            return false;
        }
        let by_solution = matches!(stage, Stage::Solve | Stage::RnePost | Stage::Sensor)
            || info.name == "qacc_warmstart";
        let by_contact = matches!(
            stage,
            Stage::Collision
                | Stage::Constraint
                | Stage::Island
                | Stage::Project
                | Stage::Reference
        );
        match self.missing {
            None => true,
            Some(Missing::Contact) => !by_solution && !by_contact,
        }
    }
}

/// What the present positions need and the engine does not have.
pub(crate) fn find(model: &Model, data: &Data) -> Option<Missing> {
    let enabled = |flag: i32| model.opt.disableflags & flag == 0;
    let searched = enabled(disable::CONSTRAINT) && enabled(disable::CONTACT) && model.nconmax != 0;
    if searched && data.scratch.unsearched {
        return Some(Missing::Contact);
    }
    None
}

/// Whether two geoms can ever touch of which one has a shape that collision does not handle: they are named as a pair, or
/// their bodies move against each other, are not kept apart, and their collision masks match.
pub(crate) fn unsearched_contacts(model: &Model) -> bool {
    if model.nflex > 0 {
        return true;
    }
    let unhandled = |geom: usize| matches!(model.geom_type[geom], geom::HFIELD | geom::MESH..);
    let mask = |a: usize, b: usize| model.geom_contype[a] & model.geom_conaffinity[b] != 0;
    let meet = |a: usize, b: usize| {
        let bodies = [a, b].map(|geom| model.geom_bodyid[geom] as usize);
        (mask(a, b) || mask(b, a)) && !filtered(model, bodies)
    };
    let explicit = model.pair_geom1.iter().chain(&model.pair_geom2);
    explicit.clone().any(|&geom| unhandled(geom as usize))
        || (0..model.ngeom)
            .filter(|&a| unhandled(a))
            .any(|a| (0..model.ngeom).any(|b| meet(a, b)))
}

/// Whether two bodies are welded together, parent and child, or excluded from touching.
fn filtered(model: &Model, bodies: [usize; 2]) -> bool {
    let welds = bodies.map(|body| model.body_weldid[body]);
    let parents = welds.map(|weld| {
        let parent = model.body_parentid[weld as usize];
        model.body_weldid[parent as usize]
    });
    let related = welds[0] == parents[1] || welds[1] == parents[0];
    let [low, high] = if bodies[0] < bodies[1] {
        bodies
    } else {
        [bodies[1], bodies[0]]
    };
    let signature = ((low << 16) + high) as i32;
    welds[0] == welds[1]
        || (model.opt.disableflags & disable::FILTER_PARENT == 0
            && welds[0] != 0
            && welds[1] != 0
            && related)
        || model.exclude_signature.contains(&signature)
}
