//! Many worlds of the engine's model, by the calls that `shim/mujoco_worlds.c` has on the other
//! side: `batch_make` makes them, `batch_put` and `batch_get` exchange one with the simulator's own
//! state, `batch_step`, `batch_reset` and `batch_states` are for all of them.

use plumbline::internal::fields::Values;
use plumbline::{Batch, Data, Model, State};

use super::Failure;
use super::call::{Call, Called, Output};
use crate::snapshot::Elem;

/// The worlds, once they were made.
#[derive(Debug, Default)]
pub(super) struct Worlds {
    batch: Option<Batch>,
    /// Each has a model of its own.
    own: bool,
}

impl Worlds {
    /// Makes a call if it is one on many worlds.
    pub(super) fn call(&mut self, session: &mut (Model, Data), call: &Call) -> Option<Called> {
        let part = call.function.strip_prefix("batch_")?;
        Some(self.make(part, session, &call.arguments))
    }

    fn make(
        &mut self,
        part: &str,
        (model, data): &mut (Model, Data),
        arguments: &[Vec<f64>],
    ) -> Called {
        let argument = |i: usize| -> Result<&[f64], Failure> {
            let missing = || error(format!("argument {i} is missing"));
            Ok(arguments.get(i).ok_or_else(missing)?)
        };
        let whole = |i: usize| -> Result<usize, Failure> {
            let number = argument(i)?.first().copied().unwrap_or(0.0);
            Ok(number as usize)
        };
        let flags = |i: usize| -> Result<Vec<bool>, Failure> {
            Ok(argument(i)?.iter().map(|&flag| flag != 0.0).collect())
        };
        if part == "make" {
            self.own = whole(1)? != 0;
            self.batch = Some(Batch::new(model.clone(), whole(0)?));
            return Ok(Vec::new());
        }
        let batch = self.batch.as_mut().ok_or_else(|| error("no worlds"))?;
        match part {
            "threads" => batch.set_threads(whole(0)?),
            "put" => {
                let world = place(batch, whole(0)?)?;
                if self.own {
                    give_model(batch, world, model)?;
                }
                batch.world_mut(world).clone_from(data);
            }
            "get" => {
                let world = place(batch, whole(0)?)?;
                data.clone_from(batch.world(world));
            }
            "step" => {
                batch.write_field("ctrl", argument(2)?).map_err(error)?;
                batch.step(&flags(1)?, whole(0)?).map_err(error)?;
            }
            "reset" => batch.reset(&flags(0)?, None).map_err(error)?,
            "states" => {
                let mut states = Vec::new();
                for data in batch.worlds() {
                    states.extend_from_slice(&data.state(model, State::FULL_PHYSICS));
                }
                return Ok(vec![Output {
                    name: "states".to_owned(),
                    elem: Elem::F64,
                    bytes: bytemuck::cast_slice(&states).to_vec(),
                }]);
            }
            _ => return Err(super::call::unknown(&format!("batch_{part}"))),
        }
        Ok(Vec::new())
    }
}

/// Gives a world the numbers of a model.
fn give_model(batch: &mut Batch, world: usize, model: &Model) -> Result<(), Failure> {
    for field in model.arrays() {
        if let Values::F64(values) = &field.values {
            let mut rows = batch.expand::<f64>(field.info.name).map_err(error)?;
            rows[world].copy_from_slice(values);
        }
    }
    Ok(())
}

fn place(batch: &Batch, world: usize) -> Result<usize, Failure> {
    if world < batch.len() {
        return Ok(world);
    }
    Err(error(format!(
        "no world {world}: there are {}",
        batch.len()
    )))
}

fn error(message: impl ToString) -> Failure {
    Failure::Error {
        message: message.to_string(),
    }
}
