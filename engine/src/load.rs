//! An MJCF file to a model, in one call.

use std::fs;
use std::path::Path;

use crate::error::Error;
use crate::fields::Model;
use crate::mjcf::load_spec;

/// Loads a model from an MJCF file.
///
/// It is [`load_spec`] followed by [`Spec::compile`](crate::Spec::compile); a program that wants to change the model, that has it
/// as text, or that wants to see its [warnings](crate::Spec::warnings), does the two steps itself.
///
/// ```
/// let mut spec = engine::parse(
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
/// # Ok::<(), engine::Error>(())
/// ```
pub fn load(path: impl AsRef<Path>) -> Result<Model, Error> {
    load_spec(path)?.compile().map_err(show_line)
}

/// Adds the line of the file to an error that knows only its place.
fn show_line(error: Error) -> Error {
    let line = error.location.as_ref().and_then(|location| {
        let bytes = fs::read(location.file.as_deref()?).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let line = text.lines().nth(location.line.checked_sub(1)?)?;
        Some(line.to_owned())
    });
    match line {
        Some(line) if error.snippet.is_none() => error.snippet(line),
        _ => error,
    }
}
