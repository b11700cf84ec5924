//! The data of a simulation as text.

use super::format::FloatFormat;
use super::memory::{self, amount};
use super::writer::Writer;
use crate::data::Contact;
use crate::model::{Field, NSOLVER, ObjectType, Values};
use crate::pipeline::position::inertia::full_m;
use crate::{Data, Model};

/// Larger square matrices are left out.
const MOST_DOFS: usize = 200;
/// Pictures of wider matrices and sparse matrices of more rows are left out.
const MOST_SHOWN: usize = 300;

/// State, and what follows from positions, up to flexes.
const FIRST: &[&str] = &[
    "qpos",
    "qvel",
    "act",
    "qacc_warmstart",
    "ctrl",
    "qfrc_applied",
    "xfrc_applied",
];
const SECOND: &[&str] = &["mocap_pos", "mocap_quat", "qacc", "act_dot", "userdata"];
const POSITIONS: &[&str] = &[
    "xpos",
    "xquat",
    "xmat",
    "xipos",
    "ximat",
    "xanchor",
    "xaxis",
    "geom_xpos",
    "geom_xmat",
    "site_xpos",
    "site_xmat",
    "cam_xpos",
    "cam_xmat",
    "light_xpos",
    "light_xdir",
    "subtree_com",
    "cdof",
    "cinert",
    "flexvert_xpos",
    "flexelem_aabb",
];
/// Constraint rows, and what follows from velocities and accelerations.
const ROWS: &[&str] = &[
    "efc_pos",
    "efc_margin",
    "efc_frictionloss",
    "efc_diagApprox",
    "efc_KBIP",
    "efc_D",
    "efc_R",
    "flexedge_velocity",
    "ten_velocity",
    "actuator_velocity",
    "cvel",
    "cdof_dot",
    "qfrc_bias",
    "qfrc_spring",
    "qfrc_damper",
    "qfrc_gravcomp",
    "qfrc_fluid",
    "qfrc_passive",
    "efc_vel",
    "efc_aref",
    "subtree_linvel",
    "subtree_angmom",
    "actuator_force",
    "qfrc_actuator",
    "qfrc_smooth",
    "qacc_smooth",
    "efc_b",
    "efc_force",
    "efc_state",
    "qfrc_constraint",
    "qfrc_inverse",
    "cacc",
    "cfrc_int",
    "cfrc_ext",
];
const STRUCTURE: [(&str, &str, &[&str]); 3] = [
    (
        "B: body-dof matrix",
        "B",
        &["B_rownnz", "B_rowadr", "B_colind"],
    ),
    (
        "C: reduced dof-dof matrix",
        "C",
        &["C_rownnz", "C_rowadr", "C_colind", "mapM2C"],
    ),
    (
        "D: dof-dof matrix",
        "D",
        &["D_rownnz", "D_rowadr", "D_colind", "mapM2D", "mapD2M"],
    ),
];
const ISLANDS: &[&str] = &[
    "dof_island",
    "island_dofnum",
    "island_dofadr",
    "island_dofind",
    "dof_islandind",
    "efc_island",
    "island_efcnum",
    "island_efcadr",
    "island_efcind",
];

impl Data {
    /// The data as text: sizes, solver statistics, every array, contacts and constraint rows.
    ///
    /// Shows what is there: call [`forward`](Data::forward) before, or a step. The text is that of
    /// `mj_printData` but for three figures of MuJoCo's own memory that have no counterpart here:
    /// how much of the arena was in use, `maxuse_stack` and `maxuse_arena`.
    ///
    /// ```
    /// use plumbline::{Data, Model};
    ///
    /// let model = Model::from_xml_string("<mujoco/>")?;
    /// let mut data = Data::new(&model);
    /// data.forward(&model)?;
    /// let text = data.to_text(&model, Default::default());
    /// assert!(text.contains("XPOS\n   0         0         0       \n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model.
    #[doc(alias("mj_printData", "mj_printFormattedData"))]
    #[track_caller]
    pub fn to_text(&self, model: &Model, format: FloatFormat) -> String {
        self.require(model);
        let mut printer = Printer {
            w: Writer::new(format),
            model,
            data: self,
            fields: self.fields(model).collect(),
        };
        printer.head();
        printer.state();
        printer.paths();
        printer.matrices();
        printer.contacts();
        printer.constraints();
        printer.islands();
        printer.w.text
    }
}

/// A text in the making.
struct Printer<'a> {
    w: Writer,
    model: &'a Model,
    data: &'a Data,
    fields: Vec<Field<'a>>,
}

impl<'a> Printer<'a> {
    fn head(&mut self) {
        let (w, data) = (&mut self.w, self.data);
        let (buffer, arena) = (memory::data_buffer(self.model), self.model.narena);
        let head = memory::DATA_HEAD;
        w.put("MEMORY\n");
        for (name, bytes) in [
            ("total ", head + buffer + arena),
            ("struct", head),
            ("buffer", buffer),
            ("arena ", arena),
        ] {
            w.put(&format!("  {name}          {}\n", amount(bytes)));
        }
        w.put("\nSIZES\n");
        for (name, value) in [
            ("narena", arena as i64),
            ("nbuffer", buffer as i64),
            ("nplugin", data.nplugin.into()),
            ("maxuse_con", data.maxuse_con.into()),
            ("maxuse_efc", data.maxuse_efc.into()),
            ("solver_nisland", data.solver_nisland.into()),
            ("ncon", data.ncon.into()),
            ("ne", data.ne.into()),
            ("nf", data.nf.into()),
            ("nl", data.nl.into()),
            ("nefc", data.nefc.into()),
            ("nJ", data.nJ.into()),
            ("nisland", data.nisland.into()),
            ("threadpool", 0),
        ] {
            w.put("  ");
            w.name(name);
            w.put(&format!(" {value}\n"));
        }
        w.put("\n");
        if data.warning.iter().any(|warning| warning.number != 0) {
            w.put("WARNING\n");
            for (i, warning) in data.warning.iter().enumerate() {
                let (info, number) = (warning.lastinfo, warning.number);
                if number != 0 {
                    w.put(&format!(
                        "    {i}:  lastinfo = {info}   number = {number}\n"
                    ));
                }
            }
            w.put("\n");
        }
        self.timers();
    }

    /// What a clock has measured.
    fn timers(&mut self) {
        let timers = &self.data.timer;
        if timers.iter().map(|timer| timer.duration).sum::<f64>() == 0.0 {
            return;
        }
        self.w.put("TIMER\n");
        for (i, timer) in timers.iter().enumerate() {
            self.w.put(&format!("    {i}:  duration = "));
            self.w.number(timer.duration);
            self.w.put(&format!("   number = {}\n", timer.number));
        }
        self.w.put("\n");
    }

    fn state(&mut self) {
        if self.data.nefc > 0 {
            self.solver();
        }
        let (model, data) = (self.model, self.data);
        self.vector("ENERGY = ", &data.energy);
        self.w.put("\nTIME = ");
        self.w.number(data.time);
        self.w.put("\n\n");
        self.arrays(FIRST);
        if model.neq > 0 {
            self.list("EQ_ACTIVE", "eq_active");
        }
        self.arrays(SECOND);
        self.array("SENSOR", "sensordata");
        self.arrays(POSITIONS);
        if model.is_sparse() {
            self.sparse_field("FLEXEDGE_J: flex edge connectivity", "flexedge_J");
        } else {
            self.arrays(&["flexedge_J"]);
        }
        self.arrays(&["flexedge_length", "ten_length"]);
        if model.is_sparse() {
            self.sparse_field("TEN_J: tendon moments", "ten_J");
        } else {
            self.array("TEN_MOMENT", "ten_J");
        }
    }

    /// Statistics of the solver, island after island.
    fn solver(&mut self) {
        let data = self.data;
        let islands = data.solver_nisland;
        let title = format!("SOLVER STAT\n  solver_nisland = {islands}\n");
        self.w.put(&title);
        self.vector("  solver_fwdinv = ", &data.solver_fwdinv);
        let counts = data.solver_niter.iter().zip(&data.solver_nnz);
        for (island, (&count, nnz)) in counts.enumerate().take(islands.max(0) as usize) {
            let shown = usize::try_from(count).unwrap_or(0).min(NSOLVER);
            if count == 0 {
                continue;
            }
            self.w.put(&format!("  ISLAND {island}\n"));
            self.w.put(&format!(
                "    solver_niter = {count}\n    solver_nnz = {nnz}\n"
            ));
            for i in 0..shown {
                let stat = data.solver.get(island * NSOLVER + i);
                let stat = stat.copied().unwrap_or_default();
                let w = &mut self.w;
                w.put(&format!("      {i}:  improvement = "));
                w.number(stat.improvement);
                w.put("    gradient = ");
                w.number(stat.gradient);
                w.put("    lineslope = ");
                w.number(stat.lineslope);
                w.put(&format!(
                    "\n          nactive = {}   nchange = {}   neval = {}   nupdate = {}\n",
                    stat.nactive, stat.nchange, stat.neval, stat.nupdate
                ));
            }
            self.w.put("\n");
        }
    }

    /// Paths of tendons, and what actuators act on.
    fn paths(&mut self) {
        let data = self.data;
        let objects: &[i32] = bytemuck::cast_slice(&data.wrap_obj);
        let points: &[f64] = bytemuck::cast_slice(&data.wrap_xpos);
        for tendon in 0..self.model.ntendon {
            let count = data.ten_wrapnum[tendon];
            self.w
                .put(&format!("TENDON {tendon}: {count} wrap points\n"));
            let start = data.ten_wrapadr[tendon];
            for point in start.max(0) as usize..(start + count).max(0) as usize {
                self.w.put(&format!("    {}:  ", objects[point]));
                self.vector("", &points[3 * point..3 * point + 3]);
            }
            self.w.put("\n");
        }
        self.arrays(&["actuator_length"]);
        self.picture("actuator_moment", "moment");
        self.sparse("ACTUATOR_MOMENT", "actuator_moment", "moment");
        self.arrays(&["crb"]);
    }

    /// The inertia matrix, its factors and derivatives, and how they are stored.
    fn matrices(&mut self) {
        let (model, data) = (self.model, self.data);
        let small = model.nv <= MOST_DOFS;
        if small {
            let mut full = vec![0.0; model.nv * model.nv];
            for (title, values) in [("QM", &data.qM), ("QLD", &data.qLD)] {
                full.fill(0.0);
                full_m(model, &mut full, values);
                self.square(title, &full);
            }
        }
        self.arrays(&["qLDiagInv", "qLDiagSqrtInv"]);
        for (title, pattern, lists) in STRUCTURE {
            self.picture(title, pattern);
            for list in lists {
                self.list(list, list);
            }
        }
        if small {
            for (title, values) in [("QDERIV", &data.qDeriv), ("QLU", &data.qLU)] {
                let mut full = vec![0.0; model.nv * model.nv];
                for row in 0..model.nv {
                    let start = data.D_rowadr[row] as usize;
                    for k in start..start + data.D_rownnz[row] as usize {
                        full[row * model.nv + data.D_colind[k] as usize] = values[k];
                    }
                }
                self.square(title, &full);
            }
        }
    }

    fn contacts(&mut self) {
        self.w.put("CONTACT\n");
        for (i, contact) in self.data.contact.iter().enumerate() {
            self.contact(i, contact);
        }
        if !self.data.contact.is_empty() {
            self.w.put("\n");
        }
    }

    fn contact(&mut self, i: usize, contact: &Contact) {
        let model = self.model;
        let geom = |id: usize| match model.name(ObjectType::Geom, id) {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => id.to_string(),
        };
        self.w
            .put(&format!("  {i}:\n     dim           {}\n", contact.dim));
        match contact.geom.map(usize::try_from) {
            [Ok(first), Ok(second)] => {
                let line = format!("     geoms         {} : {}\n", geom(first), geom(second));
                self.w.put(&line);
            }
            _ => {
                let side = |k: usize| {
                    let Contact {
                        geom,
                        flex,
                        elem,
                        vert,
                        ..
                    } = contact;
                    format!("{} {} {} {}", geom[k], flex[k], elem[k], vert[k])
                };
                self.w
                    .put(&format!("     gfev          {} : {}\n", side(0), side(1)));
            }
        }
        self.w.put(&format!(
            "     exclude       {}\n     efc_address   {}\n",
            contact.exclude, contact.efc_address
        ));
        self.vector("     solref       ", &contact.solref);
        self.vector("     solimp       ", &contact.solimp);
        self.vector("     dist         ", &[contact.dist]);
        self.vector("     includemargin", &[contact.includemargin]);
        self.vector("     pos          ", contact.pos.as_slice());
        self.vector("     frame        ", bytemuck::cast_slice(&[contact.frame]));
        self.vector("     friction     ", &contact.friction);
        self.vector("     mu           ", &[contact.mu]);
    }

    fn constraints(&mut self) {
        self.arrays(&["efc_type", "efc_id"]);
        if self.model.is_sparse() {
            self.sparse_field("J: constraint Jacobian", "efc_J");
            self.arrays(&["efc_AR_rownnz", "efc_AR_rowadr"]);
            self.sparse("EFC_AR", "efc_AR", "efc_AR");
        } else {
            // Rows beyond those in use are left out.
            let (data, columns) = (self.data, self.model.nv);
            let rows = usize::try_from(data.nefc).unwrap_or(0);
            if let Some(values) = data.efc_J.get(..rows * columns) {
                self.rows("EFC_J", values, columns, |w, value| w.number(*value));
            }
            self.arrays(&["efc_AR"]);
        }
        self.arrays(ROWS);
    }

    fn islands(&mut self) {
        let lists = if self.data.nisland > 0 { ISLANDS } else { &[] };
        let tendons: &[&str] = if self.model.ntendon > 0 {
            &["tendon_efcadr"]
        } else {
            &[]
        };
        for name in lists.iter().chain(tendons) {
            self.list(&name.to_uppercase(), name);
        }
    }

    fn field(&self, name: &str) -> Option<Field<'a>> {
        let found = self.fields.iter().find(|field| field.info.name == name);
        found.map(|field| Field {
            info: field.info,
            shape: field.shape,
            values: field.values.clone(),
        })
    }

    fn integers(&self, name: &str) -> Vec<i32> {
        match self.field(name).map(|field| field.values) {
            Some(Values::I32(values)) => values.into_owned(),
            Some(Values::U8(values)) => values.iter().map(|&value| value.into()).collect(),
            _ => Vec::new(),
        }
    }

    /// Arrays under their names in capitals.
    fn arrays(&mut self, names: &[&str]) {
        for name in names {
            self.array(&name.to_uppercase(), name);
        }
    }

    /// An array, a line for each of its rows; nothing if it has none.
    fn array(&mut self, title: &str, name: &str) {
        let Some(field) = self.field(name) else {
            return;
        };
        let columns = field.shape.dims().get(1).copied().unwrap_or(1);
        match &field.values {
            Values::F64(values) => self.rows(title, values, columns, |w, v| w.number(*v)),
            Values::I32(values) => self.rows(title, values, columns, |w, v| w.put(&v.to_string())),
            _ => {}
        }
    }

    fn rows<T>(&mut self, title: &str, values: &[T], columns: usize, put: fn(&mut Writer, &T)) {
        if values.is_empty() {
            return;
        }
        let w = &mut self.w;
        w.put(&format!("{title}\n"));
        for row in values.chunks(columns) {
            w.put(" ");
            for value in row {
                w.put(" ");
                put(w, value);
            }
            w.put("\n");
        }
        w.put("\n");
    }

    fn square(&mut self, title: &str, values: &[f64]) {
        self.rows(title, values, self.model.nv, |w, value| w.number(*value));
    }

    /// Integers behind their name.
    fn list(&mut self, title: &str, name: &str) {
        let values = self.integers(name);
        self.w.name(title);
        for value in values {
            self.w.put(&format!(" {value}"));
        }
        self.w.put("\n\n");
    }

    fn vector(&mut self, title: &str, values: &[f64]) {
        self.w.put(title);
        for &value in values {
            self.w.put(" ");
            self.w.number(value);
        }
        self.w.put("\n");
    }

    /// A sparse field: a picture of it, where its rows are, and its nonzeros.
    fn sparse_field(&mut self, title: &str, name: &str) {
        self.picture(title, name);
        self.arrays(&[&format!("{name}_rownnz"), &format!("{name}_rowadr")]);
        self.sparse(&name.to_uppercase(), name, name);
    }

    /// The nonzeros of each row with their columns.
    fn sparse(&mut self, title: &str, name: &str, pattern: &str) {
        let [rownnz, rowadr, colind] = self.pattern(pattern);
        let Some(Values::F64(values)) = self.field(name).map(|field| field.values) else {
            return;
        };
        let allocated = !name.starts_with("efc") || !values.is_empty();
        if rownnz.is_empty() || rownnz.len() > MOST_SHOWN || !allocated {
            return;
        }
        self.w.put(&format!("{title}\n"));
        for (&nnz, &adr) in rownnz.iter().zip(&rowadr) {
            self.w.put("  ");
            for k in adr.max(0) as usize..(adr + nnz).max(0) as usize {
                self.w.put(&format!("  {}: ", colind[k]));
                self.w.number(values[k]);
            }
            self.w.put("\n");
        }
        self.w.put("\n");
    }

    /// A picture of a sparse matrix with as many columns as there are dofs: a cross for each
    /// nonzero.
    fn picture(&mut self, title: &str, pattern: &str) {
        let [rownnz, rowadr, colind] = self.pattern(pattern);
        let columns = self.model.nv;
        if rownnz.is_empty() || columns == 0 || columns > MOST_SHOWN {
            return;
        }
        let line = "-".repeat(columns + 2);
        self.w.put(&format!("{title}\n{line}\n"));
        for (&nnz, &adr) in rownnz.iter().zip(&rowadr) {
            let mut nonzeros = colind[adr.max(0) as usize..(adr + nnz).max(0) as usize].iter();
            let mut next = nonzeros.next();
            self.w.put(" ");
            for column in 0..columns as i32 {
                let crossed = next == Some(&column);
                self.w.put(if crossed { "x" } else { " " });
                if crossed {
                    next = nonzeros.next();
                }
            }
            self.w.put(" |\n");
        }
        self.w.put(&format!("{line}\n\n"));
    }

    fn pattern(&self, name: &str) -> [Vec<i32>; 3] {
        ["rownnz", "rowadr", "colind"].map(|part| self.integers(&format!("{name}_{part}")))
    }
}
