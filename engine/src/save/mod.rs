//! A compiled model written back as MJCF, text for text as MuJoCo 3.2.6 writes it.
//!
//! The text has what compiling made of the file: names and classes as written, but one file, angles
//! in radians, frames added up and copies in full. Numbers are those of the model, rounded to six
//! digits, so that a model that is read back differs by that rounding. [`Writer::write`] is the
//! table of contents, in the order of the text.

mod assets;
mod compiled;
mod custom;
mod defaults;
mod deformable;
mod element;
mod lists;
mod parts;
mod printer;
mod sections;
mod settings;
mod tree;
mod visual;

use crate::compile::outline::Outline;
use crate::error::Error;
use crate::model::Model;
use crate::spec::classes::MAIN;
use crate::spec::{ClassName, Defaults, Spec};
use defaults::ClassTable;
use element::Element;
use printer::Printer;

impl Spec {
    /// The model as MJCF text, as MuJoCo 3.2.6 writes it: `model` was compiled from this spec, and
    /// the text has its numbers, changed ones included.
    ///
    /// ```
    /// use plumbline::Spec;
    ///
    /// let spec = Spec::from_xml_string(
    ///     "<mujoco model='tilted'>
    ///        <worldbody><geom name='box' type='box' size='1 1 1' euler='90 0 0'/></worldbody>
    ///      </mujoco>",
    /// )?;
    /// let mut model = spec.compile()?;
    /// model.opt.timestep = 0.001;
    /// assert_eq!(
    ///     spec.to_xml(&model)?,
    ///     r#"<mujoco model="tilted">
    ///   <compiler angle="radian"/>
    ///
    ///   <option timestep="0.001"/>
    ///
    ///   <worldbody>
    ///     <geom name="box" size="1 1 1" quat="0.707107 0.707107 0 0" type="box"/>
    ///   </worldbody>
    /// </mujoco>
    /// "#
    /// );
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the spec does not compile, if the model is not one of this spec, or where MuJoCo cannot
    /// write a model either: textures that are not for colour, classes that do not exist.
    #[doc(alias = "mj_saveLastXML")]
    pub fn to_xml(&self, model: &Model) -> Result<String, Error> {
        self.with_keyframes(|spec| {
            let fresh = spec.compile()?;
            let sizes = |model: &Model| model.sizes().map(|(_, size)| size).collect::<Vec<_>>();
            if sizes(&fresh) != sizes(model) {
                return Err(Error::invalid("the model was not compiled from this spec")
                    .expected("a model that the spec compiles to, with other numbers at most"));
            }
            spec.write_text(Numbers::Model, model, &fresh)
        })
    }

    /// The spec as MJCF text, as MuJoCo 3.2.6 writes a spec without a model: each element has its
    /// own numbers. What the compiler works out of all of them is not in the text: total mass,
    /// ranges of lengths, damping by ratio, poses of welds.
    ///
    /// ```
    /// let spec = plumbline::Spec::from_xml_string(
    ///     "<mujoco model='up'>
    ///        <worldbody><body><freejoint/><geom size='1'/></body></worldbody>
    ///        <keyframe><key qpos='0 0 2 0 0 0 2'/></keyframe>
    ///      </mujoco>",
    /// )?;
    /// let own = spec.to_own_xml()?;
    /// assert!(own.contains(r#"qpos="0 0 2 0 0 0 2""#));
    /// // The model's quaternions are units.
    /// let compiled = spec.to_xml(&spec.compile()?)?;
    /// assert!(compiled.contains(r#"qpos="0 0 2 0 0 0 1""#));
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If elements of the spec are refused by the compiler, or where MuJoCo cannot write a model
    /// either: textures that are not for colour, classes that do not exist.
    #[doc(alias = "mj_saveXML")]
    #[doc(alias = "mj_saveXMLString")]
    pub fn to_own_xml(&self) -> Result<String, Error> {
        self.with_keyframes(|spec| {
            let unfinished = spec.make_unfinished()?;
            spec.write_text(Numbers::Spec, &unfinished, &unfinished)
        })
    }

    /// Writes the spec with the keyframes of attached models put together anew: the tree may have
    /// changed since they were.
    fn with_keyframes(
        &self,
        write: impl FnOnce(&Spec) -> Result<String, Error>,
    ) -> Result<String, Error> {
        if self.keyframes.iter().any(|key| key.partial) {
            let mut gathered = self.clone();
            gathered.gather_keyframes();
            return write(&gathered);
        }
        write(self)
    }

    fn write_text(&self, numbers: Numbers, model: &Model, fresh: &Model) -> Result<String, Error> {
        self.outline(|outline| {
            let writer = Writer {
                spec: self,
                numbers,
                model,
                fresh,
                outline,
                classes: ClassTable::new(&self.classes, model),
            };
            writer.write()
        })
    }
}

/// Whose numbers are written.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    /// Those of a model, which a program may have changed.
    Model,
    /// Those of the spec's own elements.
    Spec,
}

/// What is written, seen from all sides.
struct Writer<'a> {
    spec: &'a Spec,
    numbers: Numbers,
    model: &'a Model,
    /// The model as it was compiled.
    fresh: &'a Model,
    outline: &'a Outline<'a>,
    classes: ClassTable,
}

impl Writer<'_> {
    fn write(&self) -> Result<String, Error> {
        let mut printer = Printer::default();
        let mut root = Element::new("mujoco");
        root.attributes.push(("model", self.spec.name.clone()));
        printer.open(&root);
        if !self.spec.comment.is_empty() {
            printer.comment(&self.spec.comment);
        }
        let section = |printer: &mut Printer, section: Element| {
            if !section.is_empty() {
                printer.element(&section);
            }
        };
        section(&mut printer, self.compiler());
        section(&mut printer, self.option());
        section(&mut printer, self.size());
        section(&mut printer, self.visual());
        section(&mut printer, self.statistic());
        self.defaults(&mut printer)?;
        section(&mut printer, self.extensions());
        section(&mut printer, self.custom());
        section(&mut printer, self.assets()?);
        self.world(&mut printer)?;
        section(&mut printer, self.contact()?);
        section(&mut printer, self.deformables());
        section(&mut printer, self.equalities()?);
        section(&mut printer, self.tendons()?);
        section(&mut printer, self.actuators()?);
        section(&mut printer, self.sensors());
        section(&mut printer, self.keyframes());
        printer.close();
        Ok(printer.finish())
    }

    /// What elements of a class start from.
    fn usual(&self, class: &ClassName) -> Result<&Defaults, Error> {
        self.classes.get(class.as_deref())
    }

    /// A class as an attribute: that of the outermost is not written.
    fn class_word<'c>(&self, class: Option<&'c str>) -> &'c str {
        class.filter(|class| *class != MAIN).unwrap_or_default()
    }
}
