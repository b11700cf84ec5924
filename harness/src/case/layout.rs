//! What states and names need to know about a model, read once from the reference after loading.

use std::collections::HashMap;

use crate::snapshot::{FieldDescription, Side, Snapshot};

/// Integers and floats of the reference's model, by field name.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    integers: HashMap<&'static str, Vec<i64>>,
    floats: HashMap<&'static str, Vec<f64>>,
    names: Vec<u8>,
}

/// The model fields that a layout holds. A simulator that lacks one of them gets an empty array in
/// its place.
pub(super) const INTEGERS: &[&str] = &[
    "nq",
    "nv",
    "ntendon",
    "nu",
    "na",
    "nbody",
    "ngeom",
    "nsite",
    "ncam",
    "nflex",
    "neq",
    "nkey",
    "nmocap",
    "nM",
    "nsensordata",
    "nflexedge",
    "npluginstate",
    "narena",
    "opt.integrator",
    "opt.jacobian",
    "opt.disableflags",
    "opt.enableflags",
    "jnt_type",
    "jnt_bodyid",
    "jnt_qposadr",
    "jnt_dofadr",
    "jnt_limited",
    "dof_parentid",
    "dof_Madr",
    "dof_treeid",
    "body_mocapid",
    "geom_type",
    "geom_bodyid",
    "geom_contype",
    "geom_conaffinity",
    "actuator_ctrllimited",
    "actuator_actlimited",
    "actuator_actadr",
    "actuator_actnum",
    "eq_active0",
    "sensor_adr",
    "name_bodyadr",
    "name_jntadr",
    "name_geomadr",
    "name_siteadr",
    "name_camadr",
    "name_lightadr",
    "name_flexadr",
    "name_meshadr",
    "name_skinadr",
    "name_hfieldadr",
    "name_texadr",
    "name_matadr",
    "name_pairadr",
    "name_excludeadr",
    "name_eqadr",
    "name_tendonadr",
    "name_actuatoradr",
    "name_sensoradr",
    "name_numericadr",
    "name_textadr",
    "name_tupleadr",
    "name_keyadr",
    "name_pluginadr",
    // Of other versions of MuJoCo.
    "ten_J_rownnz",
    "ten_J_rowadr",
    "ten_J_colind",
    "flexedge_J_rownnz",
    "flexedge_J_rowadr",
    "flexedge_J_colind",
];

pub(super) const FLOATS: &[&str] = &[
    "qpos0",
    "jnt_range",
    "actuator_ctrlrange",
    "actuator_actrange",
    "geom_pos",
    "geom_quat",
    "geom_size",
    "geom_aabb",
    "geom_margin",
];

impl Layout {
    /// `snapshot` must hold the fields of [`INTEGERS`] and [`FLOATS`] and `names`.
    pub fn new(snapshot: &Snapshot) -> Layout {
        let get = |name: &str| snapshot.get(Side::Model, name);
        Layout {
            integers: INTEGERS
                .iter()
                .filter_map(|&name| Some((name, get(name)?.integers()?)))
                .collect(),
            floats: FLOATS
                .iter()
                .filter_map(|&name| Some((name, get(name)?.f64s()?)))
                .collect(),
            names: get("names").map_or(Vec::new(), |view| view.bytes.to_vec()),
        }
    }

    /// Where the fields that a layout wants stand in a simulator's list.
    pub fn indices(fields: &[FieldDescription]) -> Vec<usize> {
        let wants =
            |name: &str| name == "names" || INTEGERS.contains(&name) || FLOATS.contains(&name);
        let fields = fields.iter().enumerate();
        let wanted = fields.filter(|(_, field)| field.side == Side::Model && wants(&field.name));
        wanted.map(|(at, _)| at).collect()
    }

    pub fn integers(&self, name: &str) -> &[i64] {
        debug_assert!(INTEGERS.contains(&name), "{name} is not read");
        self.integers.get(name).map_or(&[], Vec::as_slice)
    }

    /// A part of the pattern of a sparse matrix, if the model has it.
    pub fn pattern(&self, name: &str) -> &[i64] {
        self.integers.get(name).map_or(&[], Vec::as_slice)
    }

    /// Takes note of another value of an option.
    pub fn set_integer(&mut self, name: &'static str, value: i64) {
        self.integers.insert(name, vec![value]);
    }

    pub fn integer(&self, name: &str, index: usize) -> Option<i64> {
        self.integers(name).get(index).copied()
    }

    pub fn floats(&self, name: &str) -> &[f64] {
        debug_assert!(FLOATS.contains(&name), "{name} is not read");
        self.floats.get(name).map_or(&[], Vec::as_slice)
    }

    /// A size of the model.
    pub fn size(&self, name: &str) -> usize {
        self.integer(name, 0)
            .and_then(|n| usize::try_from(n).ok())
            .unwrap_or(0)
    }

    /// The name of element `index` of the kind whose name addresses are in `addresses`; `None` if
    /// it has none.
    pub fn name(&self, addresses: &str, index: usize) -> Option<String> {
        let start = usize::try_from(self.integer(addresses, index)?).ok()?;
        let text = self.names.get(start..)?;
        let end = text.iter().position(|&byte| byte == 0)?;
        (end > 0).then(|| String::from_utf8_lossy(&text[..end]).into_owned())
    }

    /// Whether MuJoCo uses sparse constraint Jacobians for this model.
    pub fn is_sparse(&self) -> bool {
        const SPARSE: i64 = 1;
        const AUTO: i64 = 2;
        match self.integer("opt.jacobian", 0) {
            Some(SPARSE) => true,
            Some(AUTO) => self.size("nv") >= 60,
            _ => false,
        }
    }

    /// Whether constraints are not disabled as a whole.
    pub fn has_constraints(&self) -> bool {
        const CONSTRAINT: i64 = 1;
        let flags = self.integer("opt.disableflags", 0);
        flags.is_none_or(|flags| flags & CONSTRAINT == 0)
    }

    /// Whether constraint islands are enabled.
    pub fn has_islands(&self) -> bool {
        const ISLAND: i64 = 1 << 5;
        self.integer("opt.enableflags", 0)
            .is_some_and(|flags| flags & ISLAND != 0)
    }
}
