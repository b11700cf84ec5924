//! The order of members in the structs, where it is another than that of MuJoCo's tables.

/// A member, and those that follow it in the struct.
const MOVED: [(&str, &[&str]); 7] = [
    (
        "mesh_vertnum",
        &["mesh_faceadr", "mesh_facenum", "mesh_bvhadr", "mesh_bvhnum"],
    ),
    ("mesh_graph", &["mesh_scale", "mesh_pos", "mesh_quat"]),
    ("ten_J_colind", &["ten_J"]),
    ("ccd_tolerance", &["gravity", "wind", "magnetic"]),
    ("o_margin", &["o_solref", "o_solimp", "o_friction"]),
    (
        "island_efcind",
        &["efc_AR_rownnz", "efc_AR_rowadr", "efc_AR_colind", "efc_AR"],
    ),
    (
        "efc_AR",
        &["efc_vel", "efc_aref", "efc_b", "efc_force", "efc_state"],
    ),
];

/// Members of a table in the order of the struct.
pub fn of<'a>(table: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<_> = table.collect();
    for (anchor, followers) in MOVED {
        if names.contains(&anchor) {
            names.retain(|name| !followers.contains(name));
            let after = names.iter().position(|&name| name == anchor);
            let after = after.map_or(names.len(), |at| at + 1);
            names.splice(after..after, followers.iter().copied());
        }
    }
    names
}
