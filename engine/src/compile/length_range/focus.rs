//! A copy of a model with one actuator and what acts on it: simulating its length takes thousands of steps, and most of what they would
//! compute has no part in it.
//!
//! Compiling switches off springs, friction and contacts, so that of tendons, sites and geoms only those matter that the actuator pulls
//! or that limits and equalities hold.

use crate::model::codes::{equality, object, same_frame, transmission, wrap};
use crate::{Data, Model};

/// A copy of a model without what only contacts, sensors and pictures need; it may be large.
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
    lean.body_contype.fill(0);
    lean.body_conaffinity.fill(0);
    lean
}

/// The copy, and what it was made from.
pub(super) struct Focus<'a> {
    whole: &'a Model,
    model: Model,
}

impl<'a> Focus<'a> {
    /// Leaves out activations, which stand still.
    pub(super) fn new(whole: &'a Model) -> Focus<'a> {
        let mut model = whole.clone();
        model.nu = model.nu.min(1);
        model.na = 0;
        Focus { whole, model }
    }

    /// The model whose only actuator, number 0, is the given one, with data for it.
    pub(super) fn on(&mut self, actuator: usize) -> (&Model, Data) {
        let Focus { whole, model } = self;
        let parts = Parts::of(whole, actuator);
        parts.keep_tendons(whole, model);
        parts.keep_sites(whole, model);
        parts.keep_geoms(whole, model);
        parts.renumber_equalities(whole, model);
        let kind = whole.actuator_trntype[actuator];
        model.actuator_trntype[0] = kind;
        model.actuator_trnid[0] = whole.actuator_trnid[actuator].map(|id| match kind {
            transmission::TENDON => new_number(&parts.tendons, id),
            transmission::SITE | transmission::SLIDER_CRANK => new_number(&parts.sites, id),
            _ => id,
        });
        model.actuator_gear[0] = whole.actuator_gear[actuator];
        model.actuator_cranklength[0] = whole.actuator_cranklength[actuator];
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

    fn keep_tendons(&self, whole: &Model, model: &mut Model) {
        let kept = &self.tendons;
        model.ntendon = kept.len();
        model.tendon_adr = pick(&whole.tendon_adr, kept);
        model.tendon_num = pick(&whole.tendon_num, kept);
        model.tendon_limited = pick(&whole.tendon_limited, kept);
        model.tendon_range = pick(&whole.tendon_range, kept);
        model.tendon_margin = pick(&whole.tendon_margin, kept);
        model.tendon_solref_lim = pick(&whole.tendon_solref_lim, kept);
        model.tendon_solimp_lim = pick(&whole.tendon_solimp_lim, kept);
        model.tendon_invweight0 = pick(&whole.tendon_invweight0, kept);
        model.tendon_length0 = pick(&whole.tendon_length0, kept);
        for w in kept.iter().flat_map(|&tendon| whole.tendon_path(tendon)) {
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

    fn keep_sites(&self, whole: &Model, model: &mut Model) {
        let kept = &self.sites;
        model.nsite = kept.len();
        model.site_bodyid = pick(&whole.site_bodyid, kept);
        model.site_pos = pick(&whole.site_pos, kept);
        model.site_quat = pick(&whole.site_quat, kept);
        model.site_sameframe = pick(&whole.site_sameframe, kept);
        for (same, site) in model.site_sameframe.iter_mut().zip(kept) {
            if *same == same_frame::NONE && !self.frames.contains(site) {
                // Its body's orientation is at hand.
                *same = same_frame::BODY_ROTATION;
            }
        }
    }

    fn keep_geoms(&self, whole: &Model, model: &mut Model) {
        let kept = &self.geoms;
        model.ngeom = kept.len();
        model.geom_type = pick(&whole.geom_type, kept);
        model.geom_bodyid = pick(&whole.geom_bodyid, kept);
        model.geom_sameframe = pick(&whole.geom_sameframe, kept);
        model.geom_pos = pick(&whole.geom_pos, kept);
        model.geom_quat = pick(&whole.geom_quat, kept);
        model.geom_size = pick(&whole.geom_size, kept);
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

/// The elements with these numbers.
fn pick<T: Copy>(from: &[T], numbers: &[usize]) -> Vec<T> {
    numbers.iter().map(|&i| from[i]).collect()
}

/// The number of an object among those that are kept; one that there is not, like -1, stays.
fn new_number(kept: &[usize], id: i32) -> i32 {
    let place = usize::try_from(id).ok().map(|id| kept.binary_search(&id));
    match place {
        Some(Ok(place)) => place as i32,
        _ => id,
    }
}

/// The site that tells on which side of the geom a path passes, if it is an element with one.
fn side_site(model: &Model, element: usize) -> Option<usize> {
    let geom = matches!(model.wrap_type[element], wrap::SPHERE | wrap::CYLINDER);
    let site = model.wrap_prm[element].round();
    (geom && site >= 0.0).then_some(site as usize)
}

/// Whether the tendon moves the actuator or acts on joints itself, where there are neither springs nor friction.
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
