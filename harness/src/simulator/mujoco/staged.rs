//! MuJoCo's forward computation stage by stage, with results disturbed in between.

use plumbline::internal::fields::Stage;

use super::{Mujoco, raised};
use crate::catalogue;
use crate::simulator::Failure;
use crate::simulator::call::{Call, Called};
use crate::simulator::noise::{self, Disturber, Noise};
use crate::snapshot::{Elem, Side};

impl Mujoco {
    /// Everything that the state determines, as `mj_forward` computes it, with noise.
    pub(super) fn staged(&mut self, call: &Call) -> Called {
        let noise = Noise::of_call(call).ok_or_else(|| Failure::Error {
            message: format!("{} takes precision, seed and fault", noise::STAGED),
        })?;
        let flags = self.integer("opt.enableflags")?;
        let mut disturber = Disturber::new(&noise);
        for stage in noise::STAGES {
            if stage.enabled.is_some_and(|bit| flags & bit == 0) {
                continue;
            }
            match stage.function {
                noise::BIAS => self.store("qfrc_bias", noise::BIAS, vec![0.0])?,
                noise::SOLVE => {
                    let force = self.numbers("qfrc_smooth")?;
                    self.store("qacc_smooth", noise::SOLVE, force)?;
                    self.disturb("qacc_smooth", &noise, &mut disturber)?;
                }
                function => {
                    self.call_function(&Call {
                        function: function.to_owned(),
                        arguments: Vec::new(),
                    })?;
                }
            }
            for name in stage.writes.iter().flat_map(|stage| outputs(*stage)) {
                self.disturb(name, &noise, &mut disturber)?;
            }
        }
        Ok(Vec::new())
    }

    /// Puts the result of a function into a field.
    fn store(&mut self, field: &str, function: &str, argument: Vec<f64>) -> Result<(), Failure> {
        let results = self.call_function(&Call {
            function: function.to_owned(),
            arguments: vec![argument],
        })?;
        let (Some(index), Some(result)) = (self.data_field(field, 0), results.first()) else {
            return Ok(());
        };
        self.library.extents(&mut self.extents);
        self.library.replace(index, &result.bytes).map_err(raised)
    }

    fn disturb(
        &mut self,
        name: &str,
        noise: &Noise,
        disturber: &mut Disturber,
    ) -> Result<(), Failure> {
        let Some(index) = self.data_field(name, 0) else {
            return Ok(());
        };
        let mut values = self.numbers(name)?;
        if values.is_empty() || self.fields[index].elem != Elem::F64 {
            return Ok(());
        }
        let scale = noise.scale.filter(|scale| scale.field == index);
        let factor = scale.map_or(1.0, |scale| scale.factor);
        let size = noise::size_of(name);
        let arcs = match name {
            "ten_length" => self.arc_sizes(noise.precision)?,
            _ => Vec::new(),
        };
        for (at, value) in values.iter_mut().enumerate() {
            let size = arcs.get(at).copied().unwrap_or(size);
            *value = disturber.disturb(*value * factor, size);
        }
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        self.library.replace(index, &bytes).map_err(raised)
    }

    /// The numbers of a field as it is now.
    pub(super) fn numbers(&mut self, name: &str) -> Result<Vec<f64>, Failure> {
        let index = self.data_field(name, 0).or_else(|| self.model_field(name));
        let bytes = index.map(|index| self.bytes(index)).transpose()?;
        let (numbers, _) = bytes.as_deref().unwrap_or_default().as_chunks::<8>();
        Ok(numbers
            .iter()
            .map(|bytes| f64::from_le_bytes(*bytes))
            .collect())
    }

    /// An integer of the model.
    fn integer(&mut self, name: &str) -> Result<i64, Failure> {
        Ok(self.integers(name)?.first().copied().unwrap_or(0))
    }

    /// The integers of a field as it is now.
    pub(super) fn integers(&mut self, name: &str) -> Result<Vec<i64>, Failure> {
        let index = self.data_field(name, 0).or_else(|| self.model_field(name));
        let bytes = index.map(|index| self.bytes(index)).transpose()?;
        let (integers, _) = bytes.as_deref().unwrap_or_default().as_chunks::<4>();
        let integers = integers.iter().map(|bytes| i32::from_le_bytes(*bytes));
        Ok(integers.map(i64::from).collect())
    }

    fn model_field(&self, name: &str) -> Option<usize> {
        let named = |field: &crate::snapshot::FieldDescription| {
            field.side == Side::Model && field.name == name
        };
        self.fields.iter().position(named)
    }

    fn bytes(&mut self, index: usize) -> Result<Vec<u8>, Failure> {
        self.library.extents(&mut self.extents);
        let mut bytes = vec![0; self.extents[index].bytes()];
        self.library.read(index, &mut bytes).map_err(raised)?;
        Ok(bytes)
    }
}

/// The floating-point fields that a stage writes and the next ones read.
fn outputs(stage: Stage) -> impl Iterator<Item = &'static str> {
    let written = move |entry: &&catalogue::Entry| {
        let of_stage = entry.side == Side::Data && entry.stage == Some(stage);
        let solved_again = entry.name == "qacc_smooth";
        // How a solver got there is no input of anything.
        let statistics = entry.name.starts_with("solver");
        of_stage && !solved_again && !statistics && !noise::BOXES.contains(&entry.name)
    };
    let entries = catalogue::entries().iter().filter(written);
    // From 3.3.3 on the inertia is there twice, in two orders.
    let again = (stage == Stage::Crb).then_some("M");
    entries.map(|entry| entry.name).chain(again)
}
