//! The engine's field tables in the harness's terms. They are those of MuJoCo 3.2.6, so other views
//! of it use them too.

use plumbline::data::{Contact, Data, SolverStat, WarningStat};
use plumbline::internal::fields::{Dim, FieldInfo};
use plumbline::model::{Model, NWARNING, Opt, Statistic};

use crate::snapshot::{Elem, FieldDescription, Side};

/// The tables in the order in which the engine's reflection goes through them, with the groups'
/// names.
pub const TABLES: [(&str, &[FieldInfo]); 11] = [
    ("sizes", Model::SIZES),
    ("opt", Opt::FIELDS),
    ("stat", Statistic::FIELDS),
    ("model", Model::ARRAYS),
    ("scalar", Data::SCALARS),
    ("vector", Data::VECTORS),
    ("data", Data::BUFFER),
    ("arena", Data::ARENA),
    ("warning", WarningStat::MEMBERS),
    ("solver", SolverStat::MEMBERS),
    ("contact", Contact::MEMBERS),
];

/// Fields of the tables that no simulator returns, and why.
pub const LEFT_OUT: [(&str, &str); 2] = [
    ("threadpool", "an address in the process"),
    ("plugin_data", "addresses in the process"),
];

/// The fields that `chosen` chooses.
pub fn descriptions(chosen: impl Fn(&FieldInfo) -> bool) -> Vec<FieldDescription> {
    let left_out = |info: &FieldInfo| LEFT_OUT.iter().any(|(name, _)| *name == info.name);
    let mut found = Vec::new();
    for (group, table) in TABLES {
        for info in table.iter().filter(|info| chosen(info) && !left_out(info)) {
            found.push(describe(group, info));
        }
    }
    found
}

fn describe(group: &str, info: &FieldInfo) -> FieldDescription {
    FieldDescription {
        side: side(info),
        group: group.to_owned(),
        name: info.name.to_owned(),
        // Widths of sizes differ between versions of MuJoCo; simulators return all of them as 64
        // bits.
        elem: match group {
            "sizes" => Elem::I64,
            _ => elem(info.elem),
        },
        dims: info.dims.iter().flatten().map(dimension).collect(),
    }
}

pub fn side(info: &FieldInfo) -> Side {
    match info.owner {
        plumbline::internal::fields::Owner::Model => Side::Model,
        plumbline::internal::fields::Owner::Data => Side::Data,
    }
}

fn dimension(dim: &Dim) -> String {
    match dim.size {
        Some("mjNWARNING") => NWARNING.to_string(),
        _ => dim.to_string(),
    }
}

fn elem(elem: plumbline::internal::fields::Elem) -> Elem {
    use plumbline::internal::fields::Elem as Theirs;
    match elem {
        Theirs::F64 => Elem::F64,
        Theirs::F32 => Elem::F32,
        Theirs::I32 => Elem::I32,
        Theirs::U8 => Elem::U8,
        Theirs::Char => Elem::Char,
        Theirs::U64 => Elem::U64,
    }
}
