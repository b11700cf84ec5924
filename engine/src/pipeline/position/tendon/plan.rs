//! The ways of spatial tendons, worked out once for as long as the model says the same: which sites
//! and geoms they pass, and which dofs change the length of each piece.

use std::ops::Range;

use super::path::Scene;
use crate::Model;
use crate::model::codes::wrap as kind;
use crate::model::tendon_rows;
use crate::model::topology::Topology;
use crate::model::unchanged;
use crate::pipeline::position::tendon::wrap::{Line, Touch, Wrap};

/// The steps of all tendons.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// What it was made from.
    basis: Basis,
    /// Each tendon's steps; none for a fixed tendon.
    pub(super) tendons: Vec<Range<usize>>,
    pub(super) steps: Vec<Step>,
    pub(super) stretches: Vec<Stretch>,
    pub(super) arounds: Vec<Around>,
    /// Working memory: the straight lines of stretches at present, and how they wrap around their
    /// geoms.
    pub(super) lines: Vec<Line>,
    pub(super) wraps: Vec<Option<Wrap>>,
    touches: Vec<Option<(Touch, f64)>>,
    /// The dofs of pieces in increasing order, which rows of nonzeros need.
    pub(super) columns: Vec<i32>,
    /// Whether a fixed tendon lists a joint several times.
    pub(super) repeats: bool,
}

/// A copy of those fields of the model that a plan depends on and that a program may change at any
/// time. What the tree is like cannot change.
#[derive(Clone, Debug, Default)]
struct Basis {
    kinds: Vec<i32>,
    objects: Vec<i32>,
    /// Among them the sites beside geoms, as numbers.
    parameters: Vec<f64>,
    /// The bodies of sites and of geoms.
    bodies: [Vec<i32>; 2],
}

impl Basis {
    fn new(model: &Model) -> Basis {
        Basis {
            kinds: model.wrap_type.clone(),
            objects: model.wrap_objid.clone(),
            parameters: model.wrap_prm.clone(),
            bodies: [&model.site_bodyid, &model.geom_bodyid].map(Vec::clone),
        }
    }

    #[inline]
    fn holds(&self, model: &Model) -> bool {
        unchanged(&self.kinds, &model.wrap_type)
            && unchanged(&self.objects, &model.wrap_objid)
            && unchanged(bits(&self.parameters), bits(&model.wrap_prm))
            && unchanged(&self.bodies[0], &model.site_bodyid)
            && unchanged(&self.bodies[1], &model.geom_bodyid)
    }
}

/// Numbers of which those that are not numbers are equal to themselves.
#[inline]
fn bits(values: &[f64]) -> &[u64] {
    bytemuck::cast_slice(values)
}

/// A part of a tendon's way.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// What follows is divided by the parameter of this path element.
    Pulley(usize),
    /// By its number.
    Stretch(usize),
}

/// From one site to the next.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub(super) sites: [usize; 2],
    /// Straight from site to site; from the first site to a geom, and from there to the second
    /// site.
    pub(super) pieces: [Piece; 3],
    /// The geom that the stretch may wrap around, and its place among the arounds.
    pub(super) geom: i32,
    pub(super) around: Option<usize>,
    /// Whether the way ends at the second site, at least until after a pulley.
    pub(super) ends: bool,
}

/// A geom that a stretch may wrap around.
#[derive(Clone, Debug)]
pub(super) struct Around {
    pub(super) sites: [usize; 2],
    pub(super) geom: usize,
    pub(super) sphere: bool,
    pub(super) side: Option<usize>,
}

/// A straight line between points of two bodies, and the dofs that move only the first point, only
/// the second one or both: places in the columns of the [`Topology`].
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Whether both points are in the same body, so that they do not move apart.
    pub(super) rigid: bool,
    /// The roots of the bodies' trees.
    pub(super) roots: [u32; 2],
    pub(super) first: Places,
    pub(super) second: Places,
    pub(super) both: Places,
    /// All of them, in the plan's columns.
    pub(super) all: Places,
}

/// Neighbouring places of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    start: u32,
    end: u32,
}

impl Places {
    fn new(range: Range<usize>) -> Places {
        Places {
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    #[inline]
    pub(super) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }
}

impl Plan {
    pub(crate) fn new(model: &Model, topology: &Topology) -> Plan {
        let mut planner = Planner {
            model,
            topology,
            stretches: Vec::new(),
            arounds: Vec::new(),
            columns: Vec::new(),
        };
        let mut steps = Vec::new();
        let mut tendons = Vec::with_capacity(model.ntendon);
        for t in 0..model.ntendon {
            let start = steps.len();
            planner.add_steps(t, &mut steps);
            tendons.push(start..steps.len());
        }
        Plan {
            basis: Basis::new(model),
            tendons,
            steps,
            lines: vec![Line::default(); planner.stretches.len()],
            stretches: planner.stretches,
            wraps: vec![None; planner.arounds.len()],
            touches: vec![None; planner.arounds.len()],
            arounds: planner.arounds,
            columns: planner.columns,
            repeats: (0..model.ntendon).any(|id| tendon_rows::repeats(model, id)),
        }
    }
}

impl Plan {
    /// Becomes the plan of the model as it is now.
    #[inline]
    pub(super) fn follow(&mut self, model: &Model, topology: &Topology) {
        if !self.basis.holds(model) {
            *self = Plan::new(model, topology);
        }
    }

    /// Finds the lines of all stretches and wraps them around their geoms. All of them take each
    /// step of it before the next: what takes long is computed side by side.
    #[inline]
    pub(super) fn stretch(&mut self, scene: &Scene) {
        let ends = |stretch: &Stretch| scene.ends(&stretch.sites);
        let (pairs, rest) = self.stretches.as_chunks::<2>();
        let (line_pairs, line_rest) = self.lines.as_chunks_mut::<2>();
        for (lines, [a, b]) in line_pairs.iter_mut().zip(pairs) {
            *lines = Line::pair(ends(a), ends(b));
        }
        for (line, stretch) in line_rest.iter_mut().zip(rest) {
            let [from, to] = ends(stretch);
            *line = Line::new(from, to);
        }
        for (touch, around) in self.touches.iter_mut().zip(&self.arounds) {
            let [from, to] = scene.ends(&around.sites);
            let side = around.side.map(|side| &scene.sites[side]);
            let found = scene.obstacle(around).touch(from, to, side);
            *touch = found.map(|touch| (touch, 0.0));
        }
        for (touch, around) in self.touches.iter_mut().zip(&self.arounds) {
            if let Some((touch, arc)) = touch {
                *arc = scene.obstacle(around).arc(touch);
            }
        }
        let wraps = self.wraps.iter_mut().zip(&self.touches);
        for ((wrap, touch), around) in wraps.zip(&self.arounds) {
            *wrap = touch.as_ref().map(|(touch, arc)| {
                let [from, to] = scene.ends(&around.sites);
                scene.obstacle(around).wrap(touch, *arc, from, to)
            });
        }
    }
}

struct Planner<'a> {
    model: &'a Model,
    topology: &'a Topology,
    stretches: Vec<Stretch>,
    arounds: Vec<Around>,
    columns: Vec<i32>,
}

impl Planner<'_> {
    fn add_steps(&mut self, t: usize, steps: &mut Vec<Step>) {
        let types = &self.model.wrap_type;
        let path = self.model.tendon_path(t);
        let last = path.end.saturating_sub(1);
        let mut w = path.start;
        while w < last && types[w] != kind::JOINT {
            if types[w] == kind::PULLEY {
                steps.push(Step::Pulley(w));
                w += 1;
            } else if types[w + 1] == kind::PULLEY {
                w += 1;
            } else {
                let geom = matches!(types[w + 1], kind::SPHERE | kind::CYLINDER);
                let next = w + 1 + usize::from(geom);
                let ends = next == last || types[next + 1] == kind::PULLEY;
                let stretch = self.stretch(w, next, ends);
                steps.push(Step::Stretch(self.stretches.len()));
                self.stretches.push(stretch);
                w = next;
            }
        }
    }

    /// From path element `w` to `next`; a geom may be between them.
    fn stretch(&mut self, w: usize, next: usize, ends: bool) -> Stretch {
        let model = self.model;
        let sites = [w, next].map(|w| model.wrap_objid[w] as usize);
        let [first, second] = sites.map(|site| model.site_bodyid[site] as usize);
        let around = next > w + 1;
        let geom = if around { model.wrap_objid[w + 1] } else { -1 };
        let body = usize::try_from(geom).map_or(first, |geom| model.geom_bodyid[geom] as usize);
        if around {
            // The parameter of a geom is its side site, or -1.
            let side = model.wrap_prm[w + 1].round();
            self.arounds.push(Around {
                sites,
                geom: geom as usize,
                sphere: model.wrap_type[w + 1] == kind::SPHERE,
                side: Some(side as usize).filter(|site| side >= 0.0 && *site < model.nsite),
            });
        }
        Stretch {
            sites,
            pieces: [(first, second), (first, body), (body, second)].map(|(a, b)| self.piece(a, b)),
            geom,
            around: around.then(|| self.arounds.len() - 1),
            ends,
        }
    }

    fn piece(&mut self, first: usize, second: usize) -> Piece {
        let [a, b] = [first, second].map(|body| self.topology.chain_range(body));
        let dofs = &self.topology.ancestry.columns;
        let from_root = |range: &Range<usize>| dofs[range.clone()].iter().rev();
        // Both ways to the root end with the same dofs.
        let common = from_root(&a)
            .zip(from_root(&b))
            .take_while(|(a, b)| a == b)
            .count();
        let own = |range: &Range<usize>| range.start..range.end - common;
        let shared = a.end - common..a.end;
        let start = self.columns.len();
        let all = dofs[own(&a)].iter().chain(&dofs[b.clone()]);
        self.columns.extend(all.map(|&dof| dof as i32));
        self.columns[start..].sort_unstable();
        Piece {
            rigid: first == second,
            roots: [first, second].map(|body| self.model.body_rootid[body] as u32),
            first: Places::new(own(&a)),
            second: Places::new(own(&b)),
            both: Places::new(shared),
            all: Places::new(start..self.columns.len()),
        }
    }
}
