//! An MJCF file to a model, in one call.

use std::path::Path;

use crate::asset::Files;
use crate::error::Error;
use crate::model::Model;
use crate::spec::Spec;

impl Model {
    /// Loads a model from an MJCF file.
    ///
    /// It is [`Spec::from_xml`] followed by [`Spec::compile`]; a program that wants to change the
    /// model, or to see its [warnings](Spec::warnings), does the two steps itself.
    ///
    /// ```
    /// use plumbline::Spec;
    ///
    /// let mut spec = Spec::from_xml_string(
    ///     r#"<mujoco>
    ///          <worldbody>
    ///            <body name="pendulum">
    ///              <joint name="hinge" axis="0 1 0"/>
    ///              <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.02"/>
    ///            </body>
    ///          </worldbody>
    ///        </mujoco>"#,
    /// )?;
    /// spec.world.children[0].joints[0].damping = 0.1;
    ///
    /// let model = spec.compile()?;
    /// assert_eq!((model.nbody, model.nv), (2, 1));
    /// assert_eq!(model.dof_damping, [0.1]);
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    #[doc(alias = "mj_loadXML")]
    pub fn from_xml(path: impl AsRef<Path>) -> Result<Model, Error> {
        Model::from_files(Files::default(), &path.as_ref().to_string_lossy())
    }

    /// Loads a model from MJCF text. Files that it names are looked for from the current directory.
    ///
    /// ```
    /// use plumbline::Model;
    ///
    /// let model = Model::from_xml_string(
    ///     "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>",
    /// )?;
    /// assert_eq!(model.nv, 1);
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    pub fn from_xml_string(text: &str) -> Result<Model, Error> {
        Spec::from_xml_string(text)?.compile()
    }

    /// Loads a model from files in memory: the MJCF file of that name, what it includes, the models
    /// that it attaches and its assets.
    ///
    /// Files are found as [`Files`] says, under the names that the model has for them; what is not
    /// in memory is looked for in the file system.
    ///
    /// ```
    /// use plumbline::{Files, Model};
    ///
    /// let mut files = Files::default();
    /// let main = r#"<mujoco><include file="world.xml"/></mujoco>"#;
    /// files.add("main.xml", main.as_bytes())?;
    /// let world = r#"<mujoco><worldbody><geom size="1"/></worldbody></mujoco>"#;
    /// files.add("world.xml", world.as_bytes())?;
    ///
    /// let model = Model::from_files(files, "main.xml")?;
    /// assert_eq!(model.ngeom, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_files(files: Files, name: &str) -> Result<Model, Error> {
        Spec::from_files(files, name)?.compile()
    }
}

/// Adds the line of the model's text to an error that knows only its position.
pub(super) fn show_line(error: Error, spec: &Spec) -> Error {
    let line = error.location.as_ref().and_then(|at| {
        let index = at.line.checked_sub(1)?;
        let line = |text: &str| text.lines().nth(index).map(str::to_owned);
        match at.file.as_deref() {
            None => line(spec.text.as_deref()?),
            Some(file) => {
                let bytes = spec.files.read("", file.to_str()?).ok()?;
                line(&String::from_utf8_lossy(&bytes))
            }
        }
    });
    match line {
        Some(line) if error.snippet.is_none() => error.snippet(line),
        _ => error,
    }
}
