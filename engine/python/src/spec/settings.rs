//! Attributes of the spec itself: compiler settings, sizes, paths, statistics, options.

use plumbline::model::{Opt, Visual};
use plumbline::spec::{AssetPaths, Compiler, LengthRangeMode, Size, Spec, StatisticOverride};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::visit::{Described, Visit};

impl Described for Compiler {
    const KIND: &'static str = "compiler";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("autolimits", &mut self.autolimits)?;
        v.field("boundmass", &mut self.boundmass)?;
        v.field("boundinertia", &mut self.boundinertia)?;
        v.field("settotalmass", &mut self.settotalmass)?;
        v.field("balanceinertia", &mut self.balanceinertia)?;
        v.field("fitaabb", &mut self.fitaabb)?;
        v.field("degree", &mut self.degree)?;
        let mut letters: String = self.eulerseq.iter().collect();
        v.letters("eulerseq", 3, &mut letters)?;
        let mut given = letters.chars();
        for letter in &mut self.eulerseq {
            *letter = given.next().unwrap_or(*letter);
        }
        v.field("discardvisual", &mut self.discardvisual)?;
        v.field("usethread", &mut self.usethread)?;
        v.field("fusestatic", &mut self.fusestatic)?;
        v.field("inertiafromgeom", &mut self.inertiafromgeom)?;
        v.field("inertiagrouprange", &mut self.inertiagrouprange)?;
        if let Some(align) = v.mapped("alignfree", i32::from(self.alignfree))? {
            self.alignfree = align != 0;
        }
        let range = &mut self.length_range;
        v.nested("LRopt", "lropt", |v| {
            if let Some(mode) = v.mapped("mode", range.mode as i32)? {
                range.mode = match mode {
                    0 => LengthRangeMode::None,
                    1 => LengthRangeMode::Muscle,
                    2 => LengthRangeMode::MuscleUser,
                    _ => LengthRangeMode::All,
                };
            }
            v.field("useexisting", &mut range.useexisting)?;
            v.field("uselimit", &mut range.uselimit)?;
            v.field("accel", &mut range.accel)?;
            v.field("maxforce", &mut range.maxforce)?;
            v.field("timeconst", &mut range.timeconst)?;
            v.field("timestep", &mut range.timestep)?;
            v.field("inttotal", &mut range.inttotal)?;
            v.field("interval", &mut range.interval)?;
            v.field("tolrange", &mut range.tolrange)
        })
    }
}

/// What MuJoCo's `mjSpec` has by itself.
#[derive(Clone, Default)]
pub struct Shell {
    pub name: String,
    pub size: Size,
    pub paths: AssetPaths,
    pub comment: String,
}

/// A size of memory: MuJoCo has the largest number for one that is not given.
fn memory(
    v: &mut Visit<'_>,
    name: &'static str,
    value: Option<u64>,
) -> PyResult<Option<Option<u64>>> {
    let given = v.mapped(name, value.unwrap_or(u64::MAX))?;
    Ok(given.map(|given| (given != u64::MAX).then_some(given)))
}

impl Described for Shell {
    const KIND: &'static str = "spec";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        let (size, paths) = (&mut self.size, &mut self.paths);
        v.field("modelname", &mut self.name)?;
        v.field("strippath", &mut paths.strip)?;
        v.field("meshdir", &mut paths.meshes)?;
        v.field("texturedir", &mut paths.textures)?;
        if let Some(bytes) = memory(v, "memory", size.memory)? {
            size.memory = bytes;
        }
        v.mapped("nemax", 0)?;
        v.field("nuserdata", &mut size.nuserdata)?;
        v.field("nuser_body", &mut size.nuser_body)?;
        v.field("nuser_jnt", &mut size.nuser_jnt)?;
        v.field("nuser_geom", &mut size.nuser_geom)?;
        v.field("nuser_site", &mut size.nuser_site)?;
        v.field("nuser_cam", &mut size.nuser_cam)?;
        v.field("nuser_tendon", &mut size.nuser_tendon)?;
        v.field("nuser_actuator", &mut size.nuser_actuator)?;
        v.field("nuser_sensor", &mut size.nuser_sensor)?;
        v.field("nkey", &mut size.nkey)?;
        v.field("njmax", &mut size.njmax)?;
        v.field("nconmax", &mut size.nconmax)?;
        let numbers = size.nstack.and_then(|count| u64::try_from(count).ok());
        if let Some(numbers) = memory(v, "nstack", numbers)? {
            size.nstack = numbers.and_then(|count| i32::try_from(count).ok());
        }
        v.field("comment", &mut self.comment)?;
        v.field("modelfiledir", &mut paths.model)?;
        v.mapped("hasImplicitPluginElem", false)?;
        Ok(())
    }
}

/// Statistics as MuJoCo's spec has them: NaN for what is computed.
#[derive(Clone, Default)]
pub struct Statistics(pub StatisticOverride);

impl Described for Statistics {
    const KIND: &'static str = "stat";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("meaninertia", &mut self.0.meaninertia)?;
        v.field("meanmass", &mut self.0.meanmass)?;
        v.field("meansize", &mut self.0.meansize)?;
        v.field("extent", &mut self.0.extent)?;
        v.field("center", &mut self.0.center)
    }
}

impl Shell {
    pub fn of(spec: &Spec) -> Shell {
        Shell {
            name: spec.name.clone(),
            size: spec.size.clone(),
            paths: spec.paths.clone(),
            comment: spec.comment.clone(),
        }
    }

    pub fn into_spec(self, spec: &mut Spec) {
        (spec.name, spec.size, spec.paths) = (self.name, self.size, self.paths);
        spec.comment = self.comment;
    }
}

/// The members of options and visual settings as bytes, by name: `timestep`, `global.fovy`.
pub fn records<'py>(
    py: Python<'py>,
    spec: &mut Spec,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
    let (option, visual) = (PyDict::new(py), PyDict::new(py));
    for name in Opt::FIELDS.iter().map(|field| field.name) {
        if let Some(bytes) = spec.option.bytes_mut(name) {
            let short = name.strip_prefix("opt.").unwrap_or(name);
            option.set_item(short, PyBytes::new(py, bytes))?;
        }
    }
    for name in visual_names() {
        if let Some(bytes) = spec.visual.bytes_mut(name) {
            let short = name.strip_prefix("vis.").unwrap_or(name);
            visual.set_item(short, PyBytes::new(py, bytes))?;
        }
    }
    Ok((option, visual))
}

fn visual_names() -> Vec<&'static str> {
    let visual = Visual::default();
    let parts = Visual::PARTS.iter();
    parts
        .flat_map(|part| {
            visual
                .fields(part)
                .into_iter()
                .map(|field| field.info.name)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Takes the members back.
pub fn take_records(
    spec: &mut Spec,
    option: &Bound<'_, PyDict>,
    visual: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let fill = |to: Option<&mut [u8]>, value: Bound<'_, PyAny>| -> PyResult<()> {
        let from: Vec<u8> = value.extract()?;
        if let Some(to) = to.filter(|to| to.len() == from.len()) {
            to.copy_from_slice(&from);
        }
        Ok(())
    };
    for (name, value) in option {
        let name: String = name.extract()?;
        fill(spec.option.bytes_mut(&format!("opt.{name}")), value)?;
    }
    for (name, value) in visual {
        let name: String = name.extract()?;
        fill(spec.visual.bytes_mut(&format!("vis.{name}")), value)?;
    }
    Ok(())
}
