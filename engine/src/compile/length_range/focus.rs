//! A copy of a model with one actuator and what acts on it: simulating its length takes thousands
//! of steps, and most of what they would compute does not affect it.
//!
//! Compiling switches off springs, friction and contacts, so that of tendons, sites and geoms only
//! those matter that the actuator pulls or that limits and equalities hold.

use crate::model::codes::{equality, object, same_frame, transmission, wrap};
use crate::{Data, Model};

/// A copy of a model without what only contacts, sensors and rendering need, which may be large.
pub(super) fn lean(model: &mut Model) -> Model {
    macro_rules! without {
        ($($field:ident)*) => {{
            $(let $field = std::mem::take(&mut model.$field);)*
            let lean = model.clone();
            $(model.$field = $field;)*
            lean
        }};
    }
    let mut lean = without!(
        tex_data hfield_data mesh_vert mesh_normal mesh_texcoord mesh_face mesh_facenormal mesh_facetexcoord
        mesh_graph skin_vert skin_texcoord skin_face skin_bonevertid skin_bonevertweight bvh_aabb
    );
    lean.nmesh = 0;
    lean.nsensor = 0;
    lean.ncam = 0;
    lean.nlight = 0;
    // Forces of plugins are switched off as well.
    lean.nplugin = 0;
    lean.npluginstate = 0;
    lean.plugin.clear();
    lean.body_contype.fill(0);
    lean.body_conaffinity.fill(0);
    lean
}

/// For a size of the model, the fields with a row per element whose rows the simulation reads, and
/// those whose rows it does not: they stay as they are in the whole model. A test demands this
/// decision for every field of the model's table.
macro_rules! rows {
    ($keep:ident, $fields:ident: $size:ident, read { $($read:ident)* } unread { $($unread:ident)* }) => {
        /// Keeps the rows of these elements of the whole model.
        fn $keep(kept: &[usize], whole: &Model, model: &mut Model) {
            model.$size = kept.len();
            $(model.$read = kept.iter().map(|&i| whole.$read[i]).collect();)*
        }

        #[cfg(test)]
        const $fields: (&str, &[&str]) =
            (stringify!($size), &[$(stringify!($read),)* $(stringify!($unread),)*]);
    };
}

rows!(keep_tendons, TENDON_FIELDS: ntendon,
    read {
        tendon_adr tendon_num tendon_limited tendon_range tendon_margin tendon_solref_lim tendon_solimp_lim
        tendon_invweight0 tendon_length0
    }
    unread {
        tendon_matid tendon_group tendon_width tendon_solref_fri tendon_solimp_fri tendon_stiffness tendon_damping
        tendon_frictionloss tendon_lengthspring tendon_user tendon_rgba name_tendonadr
    }
);

rows!(keep_sites, SITE_FIELDS: nsite,
    read { site_bodyid site_pos site_quat site_sameframe }
    unread { site_type site_matid site_group site_size site_user site_rgba name_siteadr }
);

rows!(keep_geoms, GEOM_FIELDS: ngeom,
    read { geom_type geom_bodyid geom_sameframe geom_pos geom_quat geom_size }
    unread {
        geom_contype geom_conaffinity geom_condim geom_dataid geom_matid geom_group geom_priority geom_plugin
        geom_solmix geom_solref geom_solimp geom_aabb geom_rbound geom_friction geom_margin geom_gap geom_fluid
        geom_user geom_rgba name_geomadr
    }
);

rows!(keep_actuators, ACTUATOR_FIELDS: nu,
    read { actuator_trntype actuator_trnid actuator_gear actuator_cranklength }
    unread {
        actuator_dyntype actuator_gaintype actuator_biastype actuator_actadr actuator_actnum actuator_group
        actuator_ctrllimited actuator_forcelimited actuator_actlimited actuator_dynprm actuator_gainprm
        actuator_biasprm actuator_actearly actuator_ctrlrange actuator_forcerange actuator_actrange actuator_acc0
        actuator_length0 actuator_lengthrange actuator_user actuator_plugin name_actuatoradr
    }
);

/// The copy, and what it was made from.
pub(super) struct Focus<'a> {
    whole: &'a Model,
    model: Model,
}

impl<'a> Focus<'a> {
    /// Leaves out activations, which stand still.
    pub(super) fn new(whole: &'a Model) -> Focus<'a> {
        let mut model = whole.clone();
        model.na = 0;
        Focus { whole, model }
    }

    /// The model whose only actuator, number 0, is the given one, with data for it.
    pub(super) fn on(&mut self, actuator: usize) -> (&Model, Data) {
        let Focus { whole, model } = self;
        let parts = Parts::of(whole, actuator);
        keep_tendons(&parts.tendons, whole, model);
        keep_sites(&parts.sites, whole, model);
        keep_geoms(&parts.geoms, whole, model);
        keep_actuators(&[actuator], whole, model);
        parts.renumber_wraps(whole, model);
        parts.free_frames(model);
        parts.renumber_equalities(whole, model);
        let kind = model.actuator_trntype[0];
        model.actuator_trnid[0] = model.actuator_trnid[0].map(|id| match kind {
            transmission::TENDON => new_number(&parts.tendons, id),
            transmission::SITE | transmission::SLIDER_CRANK => new_number(&parts.sites, id),
            _ => id,
        });
        let mut data = Data::new(model);
        data.scratch.arena_tendons = whole.ntendon;
        (model, data)
    }
}

/// What matters, by increasing numbers in the whole model.
#[derive(Default)]
struct Parts {
    tendons: Vec<usize>,
    sites: Vec<usize>,
    /// The sites whose orientation matters too.
    frames: Vec<usize>,
    geoms: Vec<usize>,
}

impl Parts {
    fn of(model: &Model, actuator: usize) -> Parts {
        let mut parts = Parts::default();
        let targets = model.actuator_trnid[actuator];
        if matches!(
            model.actuator_trntype[actuator],
            transmission::SITE | transmission::SLIDER_CRANK
        ) {
            parts
                .frames
                .extend(targets.map(usize::try_from).iter().flatten());
            parts.sites.extend_from_slice(&parts.frames);
        }
        for id in 0..model.neq {
            if model.eq_objtype[id] == object::SITE && model.eq_type[id] != equality::TENDON {
                let sites = [model.eq_obj1id[id], model.eq_obj2id[id]];
                parts.sites.extend(sites.map(|site| site as usize));
            }
        }
        let tendons = (0..model.ntendon).filter(|&tendon| matters(model, actuator, tendon));
        parts.tendons.extend(tendons);
        for &tendon in &parts.tendons {
            for w in model.tendon_path(tendon) {
                let object = model.wrap_objid[w] as usize;
                match model.wrap_type[w] {
                    wrap::SITE => parts.sites.push(object),
                    wrap::SPHERE | wrap::CYLINDER => {
                        parts.geoms.push(object);
                        parts.sites.extend(side_site(model, w));
                    }
                    _ => {}
                }
            }
        }
        for list in [&mut parts.sites, &mut parts.geoms] {
            list.sort_unstable();
            list.dedup();
        }
        parts
    }

    fn renumber_wraps(&self, whole: &Model, model: &mut Model) {
        for w in self
            .tendons
            .iter()
            .flat_map(|&tendon| whole.tendon_path(tendon))
        {
            let object = whole.wrap_objid[w];
            model.wrap_objid[w] = match whole.wrap_type[w] {
                wrap::SITE => new_number(&self.sites, object),
                wrap::SPHERE | wrap::CYLINDER => new_number(&self.geoms, object),
                _ => object,
            };
            if let Some(site) = side_site(whole, w) {
                model.wrap_prm[w] = f64::from(new_number(&self.sites, site as i32));
            }
        }
    }

    /// Gives sites of which only the place matters their body's orientation, which is known
    /// already.
    fn free_frames(&self, model: &mut Model) {
        for (same, site) in model.site_sameframe.iter_mut().zip(&self.sites) {
            if *same == same_frame::NONE && !self.frames.contains(site) {
                *same = same_frame::BODY_ROTATION;
            }
        }
    }

    fn renumber_equalities(&self, whole: &Model, model: &mut Model) {
        for id in 0..whole.neq {
            let kept = if whole.eq_type[id] == equality::TENDON {
                &self.tendons
            } else if whole.eq_objtype[id] == object::SITE {
                &self.sites
            } else {
                continue;
            };
            model.eq_obj1id[id] = new_number(kept, whole.eq_obj1id[id]);
            model.eq_obj2id[id] = new_number(kept, whole.eq_obj2id[id]);
        }
    }
}

/// The number of an object among those that are kept; -1, for no object, stays.
fn new_number(kept: &[usize], id: i32) -> i32 {
    let place = usize::try_from(id).ok().map(|id| kept.binary_search(&id));
    match place {
        Some(Ok(place)) => place as i32,
        _ => id,
    }
}

/// The site that says on which side of the geom a path passes, if the element has one.
fn side_site(model: &Model, element: usize) -> Option<usize> {
    let geom = matches!(model.wrap_type[element], wrap::SPHERE | wrap::CYLINDER);
    let site = model.wrap_prm[element].round();
    (geom && site >= 0.0).then_some(site as usize)
}

/// Whether the tendon moves the actuator or acts on joints itself, where there are neither springs
/// nor friction.
fn matters(model: &Model, actuator: usize, tendon: usize) -> bool {
    let moves = model.actuator_trntype[actuator] == transmission::TENDON
        && model.actuator_trnid[actuator][0] == tendon as i32;
    let coupled = |id: usize| {
        let tendon = tendon as i32;
        model.eq_type[id] == equality::TENDON
            && (model.eq_obj1id[id] == tendon || model.eq_obj2id[id] == tendon)
    };
    moves || model.tendon_limited[tendon] != 0 || (0..model.neq).any(coupled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_a_reduced_kind_is_either_read_or_not() {
        for (size, decided) in [TENDON_FIELDS, SITE_FIELDS, GEOM_FIELDS, ACTUATOR_FIELDS] {
            let rows = |field: &&crate::model::FieldInfo| {
                field.dims[0].is_some_and(|dim| dim.size == Some(size))
            };
            let mut fields: Vec<_> = Model::ARRAYS.iter().filter(rows).map(|f| f.name).collect();
            let mut decided = decided.to_vec();
            fields.sort_unstable();
            decided.sort_unstable();
            assert_eq!(
                decided, fields,
                "decide in focus.rs whether the simulation of a length reads it"
            );
        }
    }
}
