//! Islands: kinematic trees that constraints tie together, found by union-find. Between islands
//! nothing is shared, so each can be solved on its own.
//!
//! Union-find over trees: Tarjan, Efficiency of a good but not linear set union algorithm (1975).

use crate::error::StepError;
use crate::math::prefix_sum;
use crate::memory::arena;
use crate::memory::stack::Stack;
use crate::model::codes::{RowType, enable, equality, warning};
use crate::pipeline::constraint;
use crate::{Data, Model};

/// Memory for finding islands: union-find over trees, in which each tree points towards its
/// island's first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    towards: Vec<usize>,
    constrained: Vec<bool>,
    island: Vec<i32>,
    edges: Edges,
    /// The first contact of two static bodies, which only a dense Jacobian has rows for.
    stray: Option<i32>,
}

/// How many edges between trees MuJoCo lists: one for a tree by itself, two between two trees, and
/// none that repeat the last one.
#[derive(Clone, Debug, Default)]
struct Edges {
    count: usize,
    last: Option<[usize; 2]>,
}

impl Edges {
    fn add(&mut self, a: usize, b: usize) {
        let edge = [a.min(b), a.max(b)];
        if self.last.replace(edge) != Some(edge) {
            self.count += if a == b { 1 } else { 2 };
        }
    }
}

impl Scratch {
    fn first(&self, mut tree: usize) -> usize {
        while self.towards[tree] != tree {
            tree = self.towards[tree];
        }
        tree
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.towards[a.max(b)] = a.min(b);
    }
}

/// Finds the current islands if they are enabled.
pub(crate) fn find(model: &Model, data: &mut Data) {
    forget(data);
    if model.enabled(enable::ISLAND) {
        discover(model, data);
    }
}

/// Forgets the islands of the evaluation before.
pub(crate) fn forget(data: &mut Data) {
    data.nisland = 0;
    for array in [
        &mut data.dof_island,
        &mut data.island_dofnum,
        &mut data.island_dofadr,
        &mut data.island_dofind,
        &mut data.dof_islandind,
        &mut data.efc_island,
        &mut data.island_efcnum,
        &mut data.island_efcadr,
        &mut data.island_efcind,
    ] {
        array.clear();
    }
}

/// Finds which dofs and rows belong to each island.
pub(crate) fn discover(model: &Model, data: &mut Data) {
    // The reference finds none where there are flexes.
    if data.nefc == 0 || model.nflex > 0 {
        return;
    }
    let mut scratch = data.scratch.island.take::<Scratch>();
    connect_trees(model, data, &mut scratch);
    if let Some(contact) = scratch.stray {
        data.fault = data.fault.or(Some(StepError::StaticContact(contact)));
        data.scratch.island.put(scratch);
        return;
    }
    data.nisland = number_islands(&mut scratch);
    let islands = data.nisland as usize;
    if !reserve(model, data, &scratch.edges, islands) {
        data.scratch.island.put(scratch);
        return;
    }

    data.dof_island.extend(
        model
            .dof_treeid
            .iter()
            .map(|&tree| scratch.island[tree as usize]),
    );
    let (ind, num, adr) = (
        &mut data.island_dofind,
        &mut data.island_dofnum,
        &mut data.island_dofadr,
    );
    group(&data.dof_island, islands, ind, num, adr);
    ind.resize(model.nv, -1);
    number_within(&data.dof_island, num, &mut data.dof_islandind);

    for i in 0..data.nefc as usize {
        let mut any = 0;
        trees_of_row(model, data, i, |tree| any = tree);
        data.efc_island.push(scratch.island[any]);
    }
    group(
        &data.efc_island,
        islands,
        &mut data.island_efcind,
        &mut data.island_efcnum,
        &mut data.island_efcadr,
    );
    data.scratch.island.put(scratch);
}

/// Makes room for the islands in the reference's memory. Where there is none, all rows are given
/// up.
fn reserve(model: &Model, data: &mut Data, edges: &Edges, islands: usize) -> bool {
    let most = most_edges(model, data);
    let lists = |stack: Stack| {
        let stack = stack
            .mark()?
            .integers(2 * most)?
            .integers(2 * model.ntree)?;
        stack
            .integers(edges.count)?
            .integers(model.ntree)?
            .integers(edges.count)
    };
    let Some(stack) = lists(Stack::now(model, data)) else {
        data.fault = Some(StepError::OutOfMemory(model.narena));
        return true;
    };
    if edges.count > most {
        data.fault = Some(StepError::TooManyTrees);
        return true;
    }
    let end = arena::room_for_islands(model, data, islands, stack.top());
    match end {
        Some(end) => data.scratch.arena.now = end,
        None => {
            data.warning[warning::CONSTRAINT_FULL].raise(model.narena as i32);
            data.nisland = 0;
            constraint::forget_rows(data);
        }
    }
    end.is_some()
}

/// How many edges MuJoCo has room for.
fn most_edges(model: &Model, data: &Data) -> usize {
    let tendons = (0..model.ntendon).map(|tendon| {
        let acts = [
            model.tendon_frictionloss[tendon] != 0.0,
            model.tendon_limited[tendon] != 0,
        ];
        model.tendon_num[tendon] as usize * acts.iter().filter(|&&acts| acts).count()
    });
    let rows = 2 * data.ne + data.nl + data.nf;
    2 * data.contact.len() + rows as usize + tendons.sum::<usize>()
}

/// Joins the trees of every constraint.
fn connect_trees(model: &Model, data: &Data, scratch: &mut Scratch) {
    scratch.towards.clear();
    scratch.towards.extend(0..model.ntree);
    scratch.constrained.clear();
    scratch.constrained.resize(model.ntree, false);
    scratch.edges = Edges::default();
    scratch.stray = None;
    for i in 0..data.nefc as usize {
        let same = |array: &[i32]| i > 0 && array[i] == array[i - 1];
        if same(&data.efc_type) && same(&data.efc_id) {
            continue;
        }
        let (mut previous, mut alone) = (None, true);
        trees_of_row(model, data, i, |tree| {
            scratch.constrained[tree] = true;
            if let Some(other) = previous.filter(|&other| other != tree) {
                scratch.join(tree, other);
                scratch.edges.add(tree, other);
                alone = false;
            }
            previous = Some(tree);
        });
        match previous {
            Some(tree) if alone => scratch.edges.add(tree, tree),
            Some(_) => {}
            None => scratch.stray = scratch.stray.or(Some(data.efc_id[i])),
        }
    }
}

/// Numbers the islands by their first trees; trees without constraints get -1. Returns how many
/// there are.
#[doc(alias = "mj_floodFill")]
fn number_islands(scratch: &mut Scratch) -> i32 {
    let mut islands = 0;
    scratch.island.clear();
    for tree in 0..scratch.towards.len() {
        let first = scratch.first(tree);
        let island = if !scratch.constrained[tree] {
            -1
        } else if first < tree {
            scratch.island[first]
        } else {
            islands += 1;
            islands - 1
        };
        scratch.island.push(island);
    }
    islands
}

/// Sorts members into their islands, keeping their order: members, count and start of each island.
fn group(
    of: &[i32],
    islands: usize,
    members: &mut Vec<i32>,
    num: &mut Vec<i32>,
    adr: &mut Vec<i32>,
) {
    num.resize(islands, 0);
    adr.resize(islands, 0);
    let inside = || of.iter().filter(|&&island| island >= 0);
    for &island in inside() {
        num[island as usize] += 1;
    }
    prefix_sum(num, adr);
    num.fill(0);
    members.resize(inside().count(), 0);
    for (member, &island) in of.iter().enumerate() {
        if let Ok(island) = usize::try_from(island) {
            members[(adr[island] + num[island]) as usize] = member as i32;
            num[island] += 1;
        }
    }
}

/// Each dof's place among the dofs of its island; -1 for dofs outside.
fn number_within(dof_island: &[i32], num: &mut [i32], places: &mut Vec<i32>) {
    num.fill(0);
    places.extend(dof_island.iter().map(|&island| {
        let Ok(island) = usize::try_from(island) else {
            return -1;
        };
        num[island] += 1;
        num[island] - 1
    }));
}

/// Visits the trees that a row acts on.
fn trees_of_row(model: &Model, data: &Data, i: usize, mut visit: impl FnMut(usize)) {
    let id = data.efc_id[i] as usize;
    let mut bodies = |bodies: [usize; 2]| {
        for body in bodies {
            if let Ok(tree) = usize::try_from(model.body_treeid[body]) {
                visit(tree);
            }
        }
    };
    match RowType::from_code(data.efc_type[i]) {
        Some(RowType::FrictionDof) => visit(model.dof_treeid[id] as usize),
        Some(RowType::LimitJoint) => {
            visit(model.dof_treeid[model.jnt_dofadr[id] as usize] as usize);
        }
        Some(
            RowType::ContactFrictionless | RowType::ContactPyramidal | RowType::ContactElliptic,
        ) => {
            if let [Some(first), Some(second)] = data.contact[id].bodies(model) {
                bodies([first, second]);
            }
        }
        Some(RowType::Equality)
            if matches!(model.eq_type[id], equality::CONNECT | equality::WELD) =>
        {
            bodies(constraint::equality::bodies(model, id));
        }
        Some(RowType::Equality | RowType::FrictionTendon | RowType::LimitTendon) | None => {
            trees_of_columns(model, data, i, visit);
        }
    }
}

/// Visits the trees of a row's columns.
fn trees_of_columns(model: &Model, data: &Data, i: usize, mut visit: impl FnMut(usize)) {
    if model.is_sparse() {
        let start = data.efc_J_rowadr[i] as usize;
        for &dof in &data.efc_J_colind[start..start + data.efc_J_rownnz[i] as usize] {
            visit(model.dof_treeid[dof as usize] as usize);
        }
    } else {
        for (dof, &x) in data.efc_J[i * model.nv..][..model.nv].iter().enumerate() {
            if x != 0.0 {
                visit(model.dof_treeid[dof] as usize);
            }
        }
    }
}
