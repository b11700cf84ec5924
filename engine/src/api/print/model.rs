//! A model as text.

use super::format::FloatFormat;
use super::memory::{self, amount};
use super::writer::Writer;
use crate::Model;
use crate::model::{Field, ObjectType, Values};

/// Kinds of elements: title, the size that counts them, and where their names are.
const ELEMENTS: [(&str, &str, Option<ObjectType>); 19] = [
    ("BODY", "nbody", Some(ObjectType::Body)),
    ("JOINT", "njnt", Some(ObjectType::Joint)),
    ("DOF", "nv", None),
    ("GEOM", "ngeom", Some(ObjectType::Geom)),
    ("SITE", "nsite", Some(ObjectType::Site)),
    ("CAMERA", "ncam", Some(ObjectType::Camera)),
    ("LIGHT", "nlight", Some(ObjectType::Light)),
    ("FLEX", "nflex", Some(ObjectType::Flex)),
    ("MESH", "nmesh", Some(ObjectType::Mesh)),
    ("SKIN", "nskin", Some(ObjectType::Skin)),
    ("HEIGHTFIELD", "nhfield", Some(ObjectType::Hfield)),
    ("TEXTURE", "ntex", Some(ObjectType::Texture)),
    ("MATERIAL", "nmat", Some(ObjectType::Material)),
    ("PAIR", "npair", Some(ObjectType::Pair)),
    ("EXCLUDE", "nexclude", Some(ObjectType::Exclude)),
    ("EQUALITY", "neq", Some(ObjectType::Equality)),
    ("TENDON", "ntendon", Some(ObjectType::Tendon)),
    ("ACTUATOR", "nu", Some(ObjectType::Actuator)),
    ("SENSOR", "nsensor", Some(ObjectType::Sensor)),
];

impl Model {
    /// The model as text: sizes, options, and every element with its fields.
    ///
    /// ```
    /// let model = plumbline::Model::from_xml_string("<mujoco model='empty'/>")?;
    /// let text = model.to_text(Default::default());
    /// assert!(text.starts_with("MuJoCo version 3.2.6\nmodel name     empty\n"));
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    #[doc(alias("mj_printModel", "mj_printFormattedModel"))]
    pub fn to_text(&self, format: FloatFormat) -> String {
        let mut writer = Writer::new(format);
        let w = &mut writer;
        head(w, self);
        options(w, self);
        let arrays: Vec<Field<'_>> = self.arrays().collect();
        for (title, size, kind) in ELEMENTS {
            elements(w, self, &arrays, title, size, kind);
        }
        custom(w, self);
        for key in 0..self.nkey {
            keyframe(w, self, key);
        }
        trees(w, self);
        writer.text
    }

    /// A name by its kind and id, empty if there is none.
    fn name_text(&self, kind: ObjectType, id: usize) -> &str {
        self.name(kind, id).unwrap_or_default()
    }
}

fn head(w: &mut Writer, model: &Model) {
    let end = model.names.iter().position(|c| c.0 == 0).unwrap_or(0);
    let name: Vec<u8> = model.names[..end].iter().map(|c| c.0).collect();
    w.put(&format!("MuJoCo version {}\n", crate::MUJOCO_VERSION));
    w.put(&format!(
        "model name     {}\n\n",
        String::from_utf8_lossy(&name)
    ));
    w.put("MEMORY\n");
    w.put(&format!("  total         {}\n", amount(model.file_bytes())));
    for (name, count, bytes) in [
        ("meshes  ", model.nmesh, memory::meshes(model)),
        ("textures", model.ntex, model.ntexdata),
        ("skins   ", model.nskin, memory::skins(model)),
    ] {
        if count > 0 {
            w.put(&format!("  {name}      {}\n", amount(bytes)));
        }
    }
    w.put("\nSIZES\n");
    for (info, value) in model.sizes() {
        if value != 0 {
            w.name(&format!("  {}", info.name));
            w.put(&format!(" {value}\n"));
        }
    }
    w.put("\n");
}

fn options(w: &mut Writer, model: &Model) {
    w.put("OPTION\n");
    for field in model.opt.fields() {
        let name = field.info.name.trim_start_matches("opt.");
        w.name(&format!("  {name}"));
        match &field.values {
            Values::F64(values) if field.shape.dims().is_empty() => w.number(values[0]),
            Values::F64(values) => w.numbers(values, " "),
            Values::I32(values) => w.put(&format!(" {}", values[0])),
            _ => {}
        }
        w.put("\n");
    }
    w.put("\n");
    w.name("totalmass");
    w.number(model.body_mass.iter().fold(0.0, |sum, mass| sum + mass));
    w.put("\n\nSTATISTIC\n");
    for (name, values) in [
        ("  meaninertia", &[model.stat.meaninertia][..]),
        ("  meanmass", &[model.stat.meanmass]),
        ("  meansize", &[model.stat.meansize]),
        ("  extent", &[model.stat.extent]),
        ("  center", model.stat.center.as_slice()),
    ] {
        w.name(name);
        w.numbers(values, "");
        w.put("\n");
    }
    w.put("\n");
    for (name, values) in [("qpos0", &model.qpos0), ("qpos_spring", &model.qpos_spring)] {
        w.name(name);
        w.numbers(values, " ");
        w.put("\n\n");
    }
}

/// All elements of a kind.
fn elements(
    w: &mut Writer,
    model: &Model,
    arrays: &[Field<'_>],
    title: &str,
    size: &str,
    kind: Option<ObjectType>,
) {
    let has_rows = |field: &&Field<'_>| {
        let rows = field.info.dims[0].is_some_and(|dim| dim.size == Some(size) && dim.factor == 1);
        rows && !field.info.name.starts_with("name_")
    };
    let columns: Vec<&Field<'_>> = arrays.iter().filter(has_rows).collect();
    let count = columns.first().map_or(0, |field| field.shape.dims()[0]);
    for i in 0..count {
        w.put(&format!("\n{title} {i}:\n"));
        if let Some(kind) = kind {
            // A height field's name has one more blank before it.
            let blank = if kind == ObjectType::Hfield { " " } else { "" };
            w.put("  ");
            w.name("name");
            w.put(&format!("{blank} {}\n", model.name_text(kind, i)));
        }
        for field in &columns {
            element(w, field, i);
        }
        match kind {
            Some(ObjectType::Mesh) => graph(w, model, i),
            Some(ObjectType::Tendon) => path(w, model, i),
            _ => {}
        }
    }
    if count > 0 {
        w.put("\n");
    }
}

/// Row `i` of an array.
fn element(w: &mut Writer, field: &Field<'_>, i: usize) {
    let columns = field.shape.dims().get(1).copied().unwrap_or(1);
    if columns == 0 || matches!(field.values, Values::Char(_) | Values::U64(_)) {
        return;
    }
    w.put("  ");
    w.name(field.info.name);
    for at in i * columns..(i + 1) * columns {
        match &field.values {
            Values::F64(values) => w.number(values[at]),
            Values::F32(values) => w.number(values[at].into()),
            Values::I32(values) => w.put(&format!(" {}", values[at])),
            Values::U8(values) => w.put(&format!(" {}", values[at])),
            Values::Char(_) | Values::U64(_) => {}
        }
        w.put(" ");
    }
    w.put("\n");
}

/// Faces and vertices of a mesh's hull.
fn graph(w: &mut Writer, model: &Model, mesh: usize) {
    let Ok(start) = usize::try_from(model.mesh_graphadr[mesh]) else {
        return;
    };
    for (name, at) in [("qhull face", start + 1), ("qhull vert", start)] {
        w.put("  ");
        w.name(name);
        w.put(&format!(" {}\n", model.mesh_graph[at]));
    }
}

/// What a tendon passes.
fn path(w: &mut Writer, model: &Model, tendon: usize) {
    w.put("  path\n    type  objid  prm\n");
    let start = model.tendon_adr[tendon] as usize;
    for k in start..start + model.tendon_num[tendon] as usize {
        let (kind, object) = (model.wrap_type[k], model.wrap_objid[k]);
        w.put(&format!("    {kind}     {object}     "));
        w.number(model.wrap_prm[k]);
        w.put("\n");
    }
    w.put("\n");
}

/// Custom numbers, texts and tuples.
fn custom(w: &mut Writer, model: &Model) {
    let title = |w: &mut Writer, title: &str, kind, i, size: i32| {
        let name = model.name_text(kind, i);
        w.put(&format!(
            "\n{title} {i}:\n  name         {name}\n  size         {size}\n"
        ));
    };
    for i in 0..model.nnumeric {
        let size = model.numeric_size[i];
        title(w, "NUMERIC", ObjectType::Numeric, i, size);
        w.put("  value       ");
        let start = model.numeric_adr[i] as usize;
        w.numbers(&model.numeric_data[start..start + size as usize], "");
        w.put("\n");
    }
    if model.nnumeric > 0 {
        w.put("\n");
    }
    for i in 0..model.ntext {
        title(w, "TEXT", ObjectType::Text, i, model.text_size[i]);
        let text: Vec<u8> = model.text_data[model.text_adr[i] as usize..]
            .iter()
            .map(|c| c.0)
            .take_while(|&byte| byte != 0)
            .collect();
        w.put(&format!(
            "  value        {}\n",
            String::from_utf8_lossy(&text)
        ));
    }
    if model.ntext > 0 {
        w.put("\n");
    }
    for i in 0..model.ntuple {
        let size = model.tuple_size[i];
        title(w, "TUPLE", ObjectType::Tuple, i, size);
        w.put("  elements\n");
        let start = model.tuple_adr[i] as usize;
        for j in start..start + size as usize {
            // C writes a word that is not there in brackets.
            let kind = ObjectType::from_code(model.tuple_objtype[j]);
            let kind = kind.filter(|kind| *kind != ObjectType::Unknown);
            let word = kind.map_or("(null)", ObjectType::name);
            w.put(&format!("       {word} {}, prm = ", model.tuple_objid[j]));
            w.number(model.tuple_objprm[j]);
            w.put("\n");
        }
    }
    if model.ntuple > 0 {
        w.put("\n");
    }
}

/// What a keyframe has that is not the default. Once a part has been written, later parts are only
/// left out by their own kind of default, as in MuJoCo.
fn keyframe(w: &mut Writer, model: &Model, i: usize) {
    let part = |values: &[f64]| -> Vec<f64> {
        let n = values.len() / model.nkey;
        values[i * n..(i + 1) * n].to_vec()
    };
    let name = model.name_text(ObjectType::Key, i);
    if !name.is_empty() {
        w.put(&format!("key_name{i}    {name}\n"));
    }
    if model.key_time[i] != 0.0 {
        let time = FloatFormat::fixed(4).apply(model.key_time[i]);
        w.put(&format!("key_time{i}    {time}\n"));
    }
    let any = |values: &[f64]| values.iter().any(|&x| x != 0.0);
    let (qpos, qvel) = (part(&model.key_qpos), part(&model.key_qvel));
    let (act, ctrl) = (part(&model.key_act), part(&model.key_ctrl));
    let (mpos, mquat) = (part(&model.key_mpos), part(&model.key_mquat));
    let mocap = |at: usize| model.body_mocapid[at] >= 0;
    let moved = (0..model.nbody).filter(|&b| mocap(b)).any(|b| {
        let id = model.body_mocapid[b] as usize;
        mpos[3 * id..3 * id + 3] != model.body_pos[b].as_slice()[..]
    });
    let turned = (0..model.nbody).filter(|&b| mocap(b)).any(|b| {
        let id = model.body_mocapid[b] as usize;
        mquat[4 * id..4 * id + 4] != model.body_quat[b].0[..]
    });
    let parts = [
        ("qpos", qpos != model.qpos0, &qpos),
        ("qvel", any(&qvel), &qvel),
        ("act", any(&act), &act),
        ("mpos", moved, &mpos),
        ("mquat", turned, &mquat),
        ("ctrl", any(&ctrl), &ctrl),
    ];
    let mut written = false;
    for (name, differs, values) in parts {
        if differs {
            written = true;
            w.put(&format!("key_{name}{i}   "));
            w.numbers(values, "");
            w.put("\n");
        }
    }
    if written {
        w.put("\n");
    }
}

/// The bounding trees.
fn trees(w: &mut Writer, model: &Model) {
    w.put("BVH:\n  id      depth   nodeid  child[0]  child[1]\n");
    let signed = |value: i32| {
        let text = value.to_string();
        if value < 0 { text } else { format!(" {text}") }
    };
    for i in 0..model.nbvh {
        let [first, second] = model.bvh_child[i].map(signed);
        let node = signed(model.bvh_nodeid[i]);
        let depth = model.bvh_depth[i];
        w.put(&format!("  {i:<8}{depth:<8}{node:<8}{first:<10}{second}\n"));
    }
    w.put("\n");
}
