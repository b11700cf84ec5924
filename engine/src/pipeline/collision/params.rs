//! The parameters of a contact: those of an explicit pair, or mixed from the two geoms or flexes, or
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

    /// Those of two geoms or flexes: of the one with priority, else mixed.
    #[doc(alias = "mj_contactParam")]
    pub(super) fn of(model: &Model, first: Surface, second: Surface) -> Params {
        let (a, b) = (first.look_up(model), second.look_up(model));
        let gap = scalar::max(a.gap, b.gap);
        let (dim, solref, solimp, friction) = match a.priority.cmp(&b.priority) {
            std::cmp::Ordering::Greater => a.mix,
            std::cmp::Ordering::Less => b.mix,
            std::cmp::Ordering::Equal => mixed(&a, &b),
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

    /// The same for contacts that only push.
    pub(super) fn frictionless(self) -> Params {
        Params { dim: 1, ..self }
    }

    /// The distance below which contacts push, for what is found within a margin.
    pub(super) fn include(&self, margin: f64) -> f64 {
        margin - self.gap
    }

    /// In how many dimensions contacts push.
    pub(super) fn dim(&self) -> i32 {
        self.dim
    }

    /// The contact of one hit.
    #[doc(alias("mj_setContact", "mj_assignRef", "mj_assignImp", "mj_assignFriction"))]
    pub(super) fn contact(
        &self,
        model: &Model,
        hit: &Hit,
        touching: Touching,
        includemargin: f64,
    ) -> Contact {
        let opt = &model.opt;
        let (solref, solreffriction, solimp, friction) = if overriding(model) {
            (opt.o_solref, opt.o_solref, opt.o_solimp, opt.o_friction)
        } else {
            (self.solref, self.solreffriction, self.solimp, self.friction)
        };
        let Touching {
            geom,
            flex,
            elem,
            vert,
        } = touching;
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
            geom1: geom[0],
            geom2: geom[1],
            geom,
            flex,
            elem,
            vert,
            exclude: i32::from(hit.dist >= includemargin),
            efc_address: -1,
        }
    }
}

/// What has parameters of contact.
#[derive(Clone, Copy, Debug)]
pub(super) enum Surface {
    Geom(usize),
    Flex(usize),
}

/// What touches on each side: a geom, or an element or a vertex of a flex; -1 for none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touching {
    pub(super) geom: [i32; 2],
    pub(super) flex: [i32; 2],
    pub(super) elem: [i32; 2],
    pub(super) vert: [i32; 2],
}

impl Touching {
    pub(super) fn geoms(geom: [i32; 2]) -> Touching {
        Touching {
            geom,
            flex: [-1; 2],
            elem: [-1; 2],
            vert: [-1; 2],
        }
    }
}

/// Dimension, reference, impedance and friction.
type Mix = (i32, [f64; NREF], [f64; NIMP], [f64; 3]);

/// The parameters of one side.
struct Own {
    priority: i32,
    gap: f64,
    weight: f64,
    mix: Mix,
}

impl Surface {
    #[inline]
    fn look_up(self, model: &Model) -> Own {
        match self {
            Surface::Geom(geom) => Own {
                priority: model.geom_priority[geom],
                gap: model.geom_gap[geom],
                weight: model.geom_solmix[geom],
                mix: (
                    model.geom_condim[geom],
                    model.geom_solref[geom],
                    model.geom_solimp[geom],
                    model.geom_friction[geom].into(),
                ),
            },
            Surface::Flex(flex) => Own {
                priority: model.flex_priority[flex],
                gap: model.flex_gap[flex],
                weight: model.flex_solmix[flex],
                mix: (
                    model.flex_condim[flex],
                    model.flex_solref[flex],
                    model.flex_solimp[flex],
                    model.flex_friction[flex].into(),
                ),
            },
        }
    }
}

fn mixed(a: &Own, b: &Own) -> Mix {
    let (dim1, ref1, imp1, friction1) = a.mix;
    let (dim2, ref2, imp2, friction2) = b.mix;
    let (mix1, mix2) = (a.weight, b.weight);
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
