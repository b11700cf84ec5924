//! An MJCF file to a model, in one call.

use std::path::Path;

use crate::asset::Files;
use crate::error::Error;
use crate::mjcf::load_spec_from;
use crate::model::Model;

/// Loads a model from an MJCF file.
///
/// It is [`load_spec`](crate::load_spec) followed by [`Spec::compile`](crate::Spec::compile); a
/// program that wants to change the model, that has it as text, or that wants to see its
/// [warnings](crate::Spec::warnings), does the two steps itself.
///
/// ```
/// let mut spec = plumbline::parse(
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
pub fn load(path: impl AsRef<Path>) -> Result<Model, Error> {
    load_from(Files::default(), &path.as_ref().to_string_lossy())
}

/// Loads a model from files in memory: the MJCF file of that name, what it includes, the models
/// that it attaches and its assets.
///
/// Files are found as [`Files`] says, under the names that the model has for them; what is not in
/// memory is looked for in the file system.
///
/// ```
/// let mut files = plumbline::asset::Files::default();
/// let main = r#"<mujoco><include file="world.xml"/></mujoco>"#;
/// files.add("main.xml", main.as_bytes())?;
/// let world = r#"<mujoco><worldbody><geom size="1"/></worldbody></mujoco>"#;
/// files.add("world.xml", world.as_bytes())?;
///
/// let model = plumbline::load_from(files, "main.xml")?;
/// assert_eq!(model.ngeom, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_from(files: Files, name: &str) -> Result<Model, Error> {
    let spec = load_spec_from(files, name)?;
    spec.compile()
        .map_err(|error| show_line(error, &spec.files))
}

/// Adds the line of the file to an error that knows only its position.
fn show_line(error: Error, files: &Files) -> Error {
    let line = error.location.as_ref().and_then(|location| {
        let bytes = files.read("", location.file.as_deref()?.to_str()?).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let line = text.lines().nth(location.line.checked_sub(1)?)?;
        Some(line.to_owned())
    });
    match line {
        Some(line) if error.snippet.is_none() => error.snippet(line),
        _ => error,
    }
}
