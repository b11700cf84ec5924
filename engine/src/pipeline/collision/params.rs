//! The parameters of a contact: those of an explicit pair, or mixed from the two geoms, or
//! overridden for the whole model.

use super::frame::complete_frame;
use super::hit::Hit;
use crate::Model;
use crate::data::Contact;
use crate::math::{MINVAL, scalar};
use crate::model::codes::enable;
use crate::model::{NIMP, NREF};

/// Smallest friction coefficient.
const MIN_FRICTION: f64 = 1e-5;

/// What all contacts of one pair of geoms have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
    dim: i32,
    gap: f64,
    solref: [f64; NREF],
    solreffriction: [f64; NREF],
    solimp: [f64; NIMP],
    friction: [f64; 5],
}

/// The margin for contacts: `margin`, unless the model overrides it.
#[doc(alias = "mj_assignMargin")]
pub(super) fn margin(model: &Model, margin: f64) -> f64 {
    if overriding(model) {
        model.opt.o_margin
    } else {
        margin
    }
}

fn overriding(model: &Model) -> bool {
    model.enabled(enable::OVERRIDE)
}

impl Params {
    /// Those of an explicit pair.
    pub(super) fn of_pair(model: &Model, pair: usize) -> Params {
        Params {
            dim: model.pair_dim[pair],
            gap: model.pair_gap[pair],
            solref: model.pair_solref[pair],
            solreffriction: model.pair_solreffriction[pair],
            solimp: model.pair_solimp[pair],
            friction: model.pair_friction[pair],
        }
    }

    /// Those of two geoms: of the one with priority, else mixed.
    #[doc(alias = "mj_contactParam")]
    pub(super) fn of_geoms(model: &Model, g1: usize, g2: usize) -> Params {
        let gap = scalar::max(model.geom_gap[g1], model.geom_gap[g2]);
        let (dim, solref, solimp, friction) =
            match model.geom_priority[g1].cmp(&model.geom_priority[g2]) {
                std::cmp::Ordering::Greater => of_one(model, g1),
                std::cmp::Ordering::Less => of_one(model, g2),
                std::cmp::Ordering::Equal => mixed(model, g1, g2),
            };
        let [slide, spin, roll] = friction;
        Params {
            dim,
            gap,
            solref,
            solreffriction: [0.0; NREF],
            solimp,
            friction: [slide, slide, spin, roll, roll],
        }
    }

    /// The contact of one hit.
    #[doc(alias("mj_setContact", "mj_assignRef", "mj_assignImp", "mj_assignFriction"))]
    pub(super) fn contact(
        &self,
        model: &Model,
        hit: &Hit,
        geoms: [i32; 2],
        margin: f64,
    ) -> Contact {
        let opt = &model.opt;
        let (solref, solreffriction, solimp, friction) = if overriding(model) {
            (opt.o_solref, opt.o_solref, opt.o_solimp, opt.o_friction)
        } else {
            (self.solref, self.solreffriction, self.solimp, self.friction)
        };
        let includemargin = margin - self.gap;
        Contact {
            dist: hit.dist,
            pos: hit.pos,
            frame: complete_frame(hit.normal, hit.tangent),
            includemargin,
            friction: friction.map(|mu| scalar::max(MIN_FRICTION, mu)),
            solref,
            solreffriction,
            solimp,
            mu: 0.0,
            H: [0.0; 36],
            dim: self.dim,
            geom1: geoms[0],
            geom2: geoms[1],
            geom: geoms,
            flex: [-1; 2],
            elem: [-1; 2],
            vert: [-1; 2],
            exclude: i32::from(hit.dist >= includemargin),
            efc_address: -1,
        }
    }
}

/// Dimension, reference, impedance and friction.
type Mix = (i32, [f64; NREF], [f64; NIMP], [f64; 3]);

fn of_one(model: &Model, geom: usize) -> Mix {
    (
        model.geom_condim[geom],
        model.geom_solref[geom],
        model.geom_solimp[geom],
        model.geom_friction[geom].into(),
    )
}

fn mixed(model: &Model, g1: usize, g2: usize) -> Mix {
    let (dim1, ref1, imp1, friction1) = of_one(model, g1);
    let (dim2, ref2, imp2, friction2) = of_one(model, g2);
    let (mix1, mix2) = (model.geom_solmix[g1], model.geom_solmix[g2]);
    let mix = if mix1 >= MINVAL && mix2 >= MINVAL {
        mix1 / (mix1 + mix2)
    } else if mix1 < MINVAL && mix2 < MINVAL {
        0.5
    } else if mix1 < MINVAL {
        0.0
    } else {
        1.0
    };
    let blend = |a: f64, b: f64| mix * a + (1.0 - mix) * b;
    // Direct (negative) references do not mix: the stiffer one counts.
    let standard = ref1[0] > 0.0 && ref2[0] > 0.0;
    let solref = std::array::from_fn(|i| {
        if standard {
            blend(ref1[i], ref2[i])
        } else {
            scalar::min(ref1[i], ref2[i])
        }
    });
    (
        dim1.max(dim2),
        solref,
        std::array::from_fn(|i| blend(imp1[i], imp2[i])),
        std::array::from_fn(|i| scalar::max(friction1[i], friction2[i])),
    )
}
