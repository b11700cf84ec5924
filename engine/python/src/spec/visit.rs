//! One list of attributes per kind of element, in MuJoCo's order, that serves three purposes: to
//! name them, to show them to Python, and to take them back.

use plumbline::math::{Quat, Vec3};
use plumbline::spec::{ClassName, Orientation, PluginUse, Source};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::attribute::Attribute;

/// The name of an attribute, what it is, and how many numbers it has.
pub type Row = (&'static str, &'static str, usize);

/// The class of what has no other.
const MAIN: &str = "main";

/// What is done with each attribute.
pub enum Visit<'py> {
    /// It is listed.
    List(Vec<Row>),
    /// Its value goes into a dict.
    Show(Bound<'py, PyDict>),
    /// Its value comes from a dict.
    Take(Bound<'py, PyDict>),
}

/// An element whose attributes can be listed.
pub trait Described: Default + Clone + Send + Sync + 'static {
    /// What Python calls the kind.
    const KIND: &'static str;

    /// Visits every attribute in MuJoCo's order.
    fn visit(&mut self, visit: &mut Visit<'_>) -> PyResult<()>;
}

impl Visit<'_> {
    /// An attribute that is the same on both sides.
    pub fn field<T: Attribute>(&mut self, name: &'static str, value: &mut T) -> PyResult<()> {
        match self {
            Visit::List(rows) => rows.push((name, T::KIND, T::COUNT)),
            Visit::Show(dict) => dict.set_item(name, value.get(dict.py())?)?,
            Visit::Take(dict) => {
                if let Some(given) = dict.get_item(name)? {
                    value.set(&given)?;
                }
            }
        }
        Ok(())
    }

    /// An attribute that MuJoCo does not show.
    pub fn hidden<T: Attribute>(&mut self, name: &'static str, value: &mut T) -> PyResult<()> {
        match self {
            Visit::List(_) => Ok(()),
            _ => self.field(name, value),
        }
    }

    /// An attribute that is kept in another form: what it is now; what it is to be, if it is taken.
    pub fn mapped<T: Attribute>(
        &mut self,
        name: &'static str,
        mut value: T,
    ) -> PyResult<Option<T>> {
        self.field(name, &mut value)?;
        Ok(matches!(self, Visit::Take(_)).then_some(value))
    }

    /// An enum of Python's whose numbers are something else here.
    pub fn coded(
        &mut self,
        name: &'static str,
        kind: &'static str,
        value: i32,
    ) -> PyResult<Option<i32>> {
        if let Visit::List(rows) = self {
            rows.push((name, kind, 1));
            return Ok(None);
        }
        self.mapped(name, value)
    }

    /// A text that Python shows as an array of so many letters.
    pub fn letters(
        &mut self,
        name: &'static str,
        count: usize,
        value: &mut String,
    ) -> PyResult<()> {
        if let Visit::List(rows) = self {
            rows.push((name, "char*", count));
            return Ok(());
        }
        self.field(name, value)
    }

    /// Attributes of a struct within the element.
    pub fn nested(
        &mut self,
        name: &'static str,
        kind: &'static str,
        visit: impl FnOnce(&mut Visit<'_>) -> PyResult<()>,
    ) -> PyResult<()> {
        match self {
            Visit::List(rows) => rows.push((name, kind, 1)),
            Visit::Show(dict) => {
                let inner = PyDict::new(dict.py());
                visit(&mut Visit::Show(inner.clone()))?;
                dict.set_item(name, inner)?;
            }
            Visit::Take(dict) => {
                if let Some(given) = dict.get_item(name)? {
                    visit(&mut Visit::Take(given.cast_into::<PyDict>()?))?;
                }
            }
        }
        Ok(())
    }

    /// An orientation: a quaternion, or one of the other forms.
    pub fn orientation(
        &mut self,
        quat: &'static str,
        alt: &'static str,
        value: &mut Orientation,
    ) -> PyResult<()> {
        let mut plain = match value {
            Orientation::Quat(quat) => *quat,
            _ => Quat([1.0, 0.0, 0.0, 0.0]),
        };
        self.field(quat, &mut plain)?;
        let mut written = *value;
        self.nested(alt, "orientation", |inner| orientation(inner, &mut written))?;
        if matches!(self, Visit::Take(_)) {
            *value = match written {
                Orientation::Quat(_) => Orientation::Quat(plain),
                other => other,
            };
        }
        Ok(())
    }

    /// An element's use of a plugin.
    pub fn plugin(&mut self, value: &mut Option<PluginUse>) -> PyResult<()> {
        self.nested("plugin", "plugin", |inner| plugin(inner, value))
    }

    /// The default class that it belongs to: `main` where it has none.
    pub fn class(&mut self, class: &mut ClassName) -> PyResult<()> {
        let name = class.as_deref().unwrap_or(MAIN).to_owned();
        let mut given = name.clone();
        self.hidden("_class", &mut given)?;
        if given != name {
            *class = (given != MAIN).then(|| given.as_str().into());
        }
        Ok(())
    }

    /// The same where there may be none.
    pub fn class_within(&mut self, name: &'static str, class: &mut ClassName) -> PyResult<()> {
        let mut given = class.as_deref().unwrap_or_default().to_owned();
        self.hidden(name, &mut given)?;
        *class = (!given.is_empty()).then(|| given.as_str().into());
        Ok(())
    }

    /// The text that is added to errors: the line that the element was read from.
    pub fn info(&mut self, source: &Source) -> PyResult<()> {
        let written = source
            .as_ref()
            .filter(|_| super::parts::tag(source).is_none());
        let line = written.map(|place| format!("line {}", place.line));
        self.mapped("info", line.unwrap_or_default())?;
        Ok(())
    }
}

/// MuJoCo's `mjsOrientation`.
pub fn orientation(visit: &mut Visit<'_>, value: &mut Orientation) -> PyResult<()> {
    let (mut axisangle, mut xyaxes) = ([0.0; 4], [0.0; 6]);
    let (mut zaxis, mut euler) = (Vec3::zeros(), Vec3::zeros());
    let kind = match *value {
        Orientation::AxisAngle(given) => {
            axisangle = given;
            1
        }
        Orientation::XyAxes(given) => {
            xyaxes = given;
            2
        }
        Orientation::ZAxis(given) => {
            zaxis = given;
            3
        }
        Orientation::Euler(given) => {
            euler = given;
            4
        }
        _ => 0,
    };
    let kind = visit.coded("type", "mjtOrientation", kind)?;
    visit.field("axisangle", &mut axisangle)?;
    visit.field("xyaxes", &mut xyaxes)?;
    visit.field("zaxis", &mut zaxis)?;
    visit.field("euler", &mut euler)?;
    if let Some(kind) = kind {
        *value = match kind {
            1 => Orientation::AxisAngle(axisangle),
            2 => Orientation::XyAxes(xyaxes),
            3 => Orientation::ZAxis(zaxis),
            4 => Orientation::Euler(euler),
            _ => Orientation::default(),
        };
    }
    Ok(())
}

/// MuJoCo's `mjsPlugin` within an element. `own` is the instance's place in the spec's list, or -1.
pub fn plugin(visit: &mut Visit<'_>, value: &mut Option<PluginUse>) -> PyResult<()> {
    let mut used = value.clone().unwrap_or_default();
    let active = visit.mapped("active", value.is_some())?;
    visit.field("name", &mut used.instance)?;
    visit.field("plugin_name", &mut used.plugin)?;
    visit.info(&used.source.clone())?;
    let own = used.own.and_then(|own| i32::try_from(own).ok());
    if let Some(own) = visit.mapped("own", own.unwrap_or(-1))? {
        used.own = usize::try_from(own).ok();
    }
    if let Some(active) = active {
        *value = active.then_some(used);
    }
    Ok(())
}
