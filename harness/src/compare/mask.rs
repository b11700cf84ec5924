//! What is not compared, and why: memory that the reference never writes, and its bookkeeping.
//!
//! Everything else is compared, even values that nobody uses.

use std::ops::Range;

use crate::case::{Layout, Mode};

/// When and where a field has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Never.
    Nowhere,
    /// Only in the model.
    NotInData,
    /// Only with sparse Jacobians and at least one constraint.
    WhereSparse,
    /// As [`Rule::WhereSparse`], or with dense Jacobians and islands the rows that are in use.
    WhereSparseOrIslands,
    /// Only in the used part of each compressed row, given by these two fields.
    UsedRows {
        count: &'static str,
        address: &'static str,
    },
    /// With sparse Jacobians as [`Rule::UsedRows`]; everywhere with dense ones.
    UsedRowsWhereSparse {
        count: &'static str,
        address: &'static str,
    },
    /// With sparse Jacobians as [`Rule::UsedRows`]; nowhere with dense ones.
    UsedRowsOnlySparse {
        count: &'static str,
        address: &'static str,
    },
    /// With sparse Jacobians everywhere; with dense ones the rows that are in use.
    ConstraintRows,
    /// The first elements only: `width` for each point of the tendons' paths.
    TendonPath { width: usize },
}

/// One entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Mask {
    pub fields: &'static [&'static str],
    pub rule: Rule,
    pub why: &'static str,
}

pub const MASKS: &[Mask] = &[
    Mask {
        fields: &[
            "nbuffer",
            "pstack",
            "pbase",
            "parena",
            "maxuse_stack",
            "maxuse_arena",
        ],
        rule: Rule::Nowhere,
        why: "bytes of the reference's own memory management",
    },
    Mask {
        fields: &["narena"],
        rule: Rule::NotInData,
        why: "the model's value, repeated by the memory management",
    },
    Mask {
        fields: &["threadpool", "plugin_data"],
        rule: Rule::Nowhere,
        why: "addresses in memory",
    },
    Mask {
        fields: &[
            "efc_J_rownnz",
            "efc_J_rowadr",
            "efc_J_rowsuper",
            "efc_J_colind",
            "efc_JT_rownnz",
            "efc_JT_rowadr",
            "efc_JT_rowsuper",
            "efc_JT_colind",
            "efc_AR_rownnz",
            "efc_AR_rowadr",
        ],
        rule: Rule::WhereSparse,
        why: "allocated but never written with dense Jacobians, or without constraints",
    },
    Mask {
        fields: &["contact.H"],
        rule: Rule::Nowhere,
        why: "written only while a contact is on its cone, elsewhere left over from other memory",
    },
    Mask {
        fields: &["efc_JT"],
        rule: Rule::WhereSparseOrIslands,
        why: "never written with dense Jacobians unless islands need it, and then without the \
              rows beyond nefc",
    },
    Mask {
        fields: &["efc_J"],
        rule: Rule::ConstraintRows,
        why: "dense rows are allocated by an upper bound, those beyond nefc are never written",
    },
    Mask {
        fields: &["efc_AR"],
        rule: Rule::UsedRowsWhereSparse {
            count: "efc_AR_rownnz",
            address: "efc_AR_rowadr",
        },
        why: "sparse rows fill only part of the allocated square",
    },
    Mask {
        fields: &["efc_AR_colind"],
        rule: Rule::UsedRowsOnlySparse {
            count: "efc_AR_rownnz",
            address: "efc_AR_rowadr",
        },
        why: "sparse rows fill only part of the allocated square",
    },
    Mask {
        fields: &["actuator_moment", "moment_colind"],
        rule: Rule::UsedRows {
            count: "moment_rownnz",
            address: "moment_rowadr",
        },
        why: "allocated by an upper bound, what lies beyond the rows is left over",
    },
    Mask {
        fields: &["ten_J"],
        rule: Rule::UsedRowsWhereSparse {
            count: "ten_J_rownnz",
            address: "ten_J_rowadr",
        },
        why: "sparse rows fill only part of the allocated matrix",
    },
    Mask {
        fields: &["ten_J_colind"],
        rule: Rule::UsedRows {
            count: "ten_J_rownnz",
            address: "ten_J_rowadr",
        },
        why: "sparse rows fill only part of the allocated matrix",
    },
    Mask {
        fields: &["flexedge_J"],
        rule: Rule::UsedRowsWhereSparse {
            count: "flexedge_J_rownnz",
            address: "flexedge_J_rowadr",
        },
        why: "sparse rows fill only part of the allocated matrix",
    },
    Mask {
        fields: &["flexedge_J_colind"],
        rule: Rule::UsedRows {
            count: "flexedge_J_rownnz",
            address: "flexedge_J_rowadr",
        },
        why: "sparse rows fill only part of the allocated matrix",
    },
    Mask {
        fields: &["wrap_obj"],
        rule: Rule::TendonPath { width: 1 },
        why: "allocated by an upper bound, what lies beyond the paths is left over",
    },
    Mask {
        fields: &["wrap_xpos"],
        rule: Rule::TendonPath { width: 3 },
        why: "allocated by an upper bound, what lies beyond the paths is left over",
    },
];

/// The same for fields that 3.2.6 does not have.
const NEWER: &[Mask] = &[Mask {
    fields: &["iM", "iLD", "iM_colind"],
    rule: Rule::UsedRows {
        count: "iM_rownnz",
        address: "iM_rowadr",
    },
    why: "allocated for all islands by an upper bound, what lies beyond the rows is left over from \
          the stack",
}];

/// Reference data that the rules look at.
pub const AUXILIARY: &[&str] = &[
    "nefc",
    "moment_rownnz",
    "moment_rowadr",
    "moment_colind",
    "ten_J_rownnz",
    "ten_J_rowadr",
    "flexedge_J_rownnz",
    "flexedge_J_rowadr",
    "efc_AR_rownnz",
    "efc_AR_rowadr",
    "ten_wrapadr",
    "ten_wrapnum",
    // Of newer versions.
    "iM_rownnz",
    "iM_rowadr",
];

/// Constraint fields that only forward dynamics computes: inverse dynamics allocates them and never
/// writes them.
const FORWARD_ONLY: &[&str] = &[
    "efc_b",
    "efc_AR",
    "efc_AR_rownnz",
    "efc_AR_rowadr",
    "efc_AR_colind",
];

/// Whether a mode computes the field at all.
pub(super) fn is_computed(mode: Mode, field: &str) -> bool {
    mode != Mode::Inverse || is_computed_by_inverse(field)
}

/// Whether inverse dynamics computes the field.
pub fn is_computed_by_inverse(field: &str) -> bool {
    !FORWARD_ONLY.contains(&field)
}

/// The rule for a field, if it has one.
pub(super) fn rule(field: &str) -> Option<Rule> {
    let mut masks = MASKS.iter().chain(NEWER);
    let mask = masks.find(|mask| mask.fields.contains(&field));
    mask.map(|mask| mask.rule)
}

impl Rule {
    /// Fills `ranges` with the elements to compare, of `total`. `integers` reads a field of the
    /// reference's data.
    pub fn ranges(
        self,
        total: usize,
        layout: &Layout,
        integers: impl Fn(&str) -> Vec<i64>,
        ranges: &mut Vec<Range<usize>>,
    ) {
        let sparse = layout.is_sparse();
        let constraints = || integers("nefc").first().copied().unwrap_or(0);
        let whole = |condition: bool| if condition { 0..total } else { 0..0 };
        match self {
            Rule::Nowhere | Rule::NotInData => {}
            Rule::WhereSparse => ranges.push(whole(sparse && constraints() > 0)),
            Rule::WhereSparseOrIslands if sparse || !layout.has_islands() => {
                ranges.push(whole(sparse && constraints() > 0))
            }
            Rule::ConstraintRows if sparse => ranges.push(0..total),
            Rule::UsedRowsWhereSparse { .. } if !sparse => ranges.push(0..total),
            Rule::UsedRowsOnlySparse { .. } if !sparse => {}
            Rule::UsedRows { count, address }
            | Rule::UsedRowsWhereSparse { count, address }
            | Rule::UsedRowsOnlySparse { count, address } => {
                used_rows(&integers(count), &integers(address), total, ranges)
            }
            Rule::ConstraintRows | Rule::WhereSparseOrIslands => {
                let rows = usize::try_from(constraints()).unwrap_or(0);
                ranges.push(0..total.min(rows * layout.size("nv")));
            }
            Rule::TendonPath { width } => {
                let points = match (
                    integers("ten_wrapadr").last(),
                    integers("ten_wrapnum").last(),
                ) {
                    (Some(address), Some(count)) => usize::try_from(address + count).unwrap_or(0),
                    _ => 0,
                };
                ranges.push(0..total.min(width * points));
            }
        }
    }
}

fn used_rows(counts: &[i64], addresses: &[i64], total: usize, ranges: &mut Vec<Range<usize>>) {
    for (&count, &address) in counts.iter().zip(addresses) {
        if let (Ok(count), Ok(address)) = (usize::try_from(count), usize::try_from(address)) {
            let row = address.min(total)..(address + count).min(total);
            match ranges.last_mut() {
                Some(last) if last.end == row.start => last.end = row.end,
                _ => ranges.push(row),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::snapshot::Side;

    fn ranges(rule: Rule, total: usize, data: &[(&str, &[i64])]) -> Vec<(usize, usize)> {
        let integers = |name: &str| {
            let found = data.iter().find(|(field, _)| *field == name);
            found.map_or(Vec::new(), |(_, values)| values.to_vec())
        };
        let mut ranges = Vec::new();
        rule.ranges(total, &Layout::default(), integers, &mut ranges);
        let ranges = ranges.iter().filter(|range| !range.is_empty());
        ranges.map(|range| (range.start, range.end)).collect()
    }

    #[test]
    fn every_masked_field_exists_and_has_a_reason() {
        for mask in MASKS.iter().chain(NEWER) {
            assert!(!mask.why.is_empty());
            if let Rule::UsedRows { count, address }
            | Rule::UsedRowsWhereSparse { count, address }
            | Rule::UsedRowsOnlySparse { count, address } = mask.rule
            {
                assert!(AUXILIARY.contains(&count) && AUXILIARY.contains(&address));
            }
        }
        let is_known = |field: &str| catalogue::find(Side::Data, field).is_some();
        for field in MASKS.iter().flat_map(|mask| mask.fields) {
            assert!(is_known(field), "{field}");
        }
        for field in NEWER.iter().flat_map(|mask| mask.fields) {
            assert!(!is_known(field), "{field}");
        }
        for field in AUXILIARY.iter().filter(|field| !field.starts_with("iM_")) {
            assert!(is_known(field), "{field}");
        }
        for field in FORWARD_ONLY {
            assert!(catalogue::find(Side::Data, field).is_some(), "{field}");
        }
    }

    #[test]
    fn compressed_rows_are_compared_where_they_are_used() {
        let rule = rule("actuator_moment").expect("a rule");
        let counts: &[i64] = &[2, 0, 3];
        let data: &[(&str, &[i64])] = &[("moment_rownnz", counts), ("moment_rowadr", &[0, 2, 2])];
        assert_eq!(ranges(rule, 9, data), [(0, 5)]);
        // Poisoned or broken addresses must not lead beyond the field.
        let data: &[(&str, &[i64])] = &[("moment_rownnz", &[7, -1]), ("moment_rowadr", &[4, -1])];
        assert_eq!(ranges(rule, 6, data), [(4, 6)]);
    }

    #[test]
    fn sparse_structure_means_nothing_with_dense_jacobians() {
        let rule = rule("efc_J_colind").expect("a rule");
        assert_eq!(ranges(rule, 12, &[("nefc", &[3])]), []);
    }

    #[test]
    fn tendon_paths_end_where_the_last_one_ends() {
        let rule = rule("wrap_xpos").expect("a rule");
        let data: &[(&str, &[i64])] = &[("ten_wrapadr", &[0, 2]), ("ten_wrapnum", &[2, 3])];
        assert_eq!(ranges(rule, 30, data), [(0, 15)]);
        assert_eq!(ranges(rule, 30, &[]), []);
    }
}
