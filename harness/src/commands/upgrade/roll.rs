//! One version of MuJoCo moving one model: what can be observed of it, step by step.

use std::collections::VecDeque;

use super::parts::{Columns, Part};
use crate::case::Layout;
use crate::hash;
use crate::simulator::{Action, Computed, Failure, Loaded, Moment, Pipelined, Reset};
use crate::snapshot::{Assignment, FieldDescription, Side, Snapshot};

/// What a user can observe: motion, sensors, accelerations and the forces of contacts.
pub(super) const OBSERVED: [&str; 6] = [
    "qpos",
    "qvel",
    "act",
    "sensordata",
    "qacc",
    "qfrc_constraint",
];

/// What a step starts from besides positions, velocities and activations.
const CARRIED: [&str; 2] = ["qacc_warmstart", "time"];

/// Where bodies are, for sentences and pictures.
pub(super) const POSES: [&str; 2] = ["xpos", "xquat"];

/// Most requests that are on their way at a time, and the bytes that a socket holds of them.
const AHEAD: usize = 8;
const WAITING: usize = 32 << 10;

/// What is done with a model.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    pub steps: u64,
    /// Fields to set once the model is loaded, before its first step.
    pub options: Vec<Assignment>,
    /// The state to start from, in place of the model's own.
    pub start: Vec<Assignment>,
    /// Controls before steps, the first one first; none go on as they are.
    pub controls: Vec<Option<Vec<f64>>>,
}

/// One field over time, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Series {
    pub name: &'static str,
    pub width: usize,
    pub values: Vec<f64>,
}

impl Series {
    pub(super) fn row(&self, at: usize) -> &[f64] {
        let start = at * self.width;
        self.values.get(start..start + self.width).unwrap_or(&[])
    }
}

/// A model's motion. The first row of every series is the state before the first step.
#[derive(Clone, Debug, Default)]
pub(super) struct Trajectory {
    pub series: Vec<Series>,
    /// What of it has a size of its own.
    pub parts: Vec<Part>,
    /// Steps that were made.
    pub steps: usize,
    /// Over the bits of everything that can be observed.
    pub digest: String,
    /// CPU time of the steps, where the simulator takes it.
    pub nanoseconds: Option<u64>,
    /// The error that ended it.
    pub stopped: Option<String>,
}

impl Trajectory {
    pub(super) fn get(&self, name: &str) -> Option<&Series> {
        self.series.iter().find(|series| series.name == name)
    }

    /// The state after a step, as values to set.
    pub(super) fn state(&self, step: usize) -> Vec<Assignment> {
        let names = ["qpos", "qvel", "act"].iter().chain(&CARRIED);
        let value = |name: &&str| {
            let values = self.get(name)?.row(step).to_vec();
            (!values.is_empty()).then(|| Assignment {
                field: (**name).to_owned(),
                values,
            })
        };
        names.filter_map(value).collect()
    }

    /// Hashes what can be observed: equal digests are equal bits, NaN being equal to NaN.
    fn seal(&mut self) {
        let mut bytes = Vec::new();
        let observed = |series: &&Series| OBSERVED.contains(&series.name);
        for series in self.series.iter().filter(observed) {
            bytes.extend_from_slice(&series.width.to_le_bytes());
            for &value in &series.values {
                let value = if value.is_nan() { f64::NAN } else { value };
                bytes.extend_from_slice(&value.to_le_bytes());
            }
        }
        bytes.extend_from_slice(self.stopped.as_deref().unwrap_or_default().as_bytes());
        self.digest = hash::bytes(&bytes);
    }
}

/// A simulator with a model, and what is read of it.
pub(super) struct Runner<'a> {
    pub simulator: &'a mut dyn Pipelined,
    pub loaded: &'a Loaded,
}

impl Runner<'_> {
    /// Data fields by their names, of those that the simulator has.
    fn wanted(&self) -> (Vec<&'static str>, Vec<usize>) {
        let names = OBSERVED.iter().chain(&CARRIED).chain(&POSES);
        names
            .filter_map(|name| Some((*name, find(&self.loaded.fields, Side::Data, name)?)))
            .unzip()
    }

    pub(super) fn layout(&mut self) -> Result<Layout, Failure> {
        let mut snapshot = Snapshot::default();
        let wanted = Layout::indices(&self.loaded.fields);
        self.simulator.read(&wanted, &mut snapshot)?;
        Ok(Layout::new(&snapshot))
    }

    /// Steps left to themselves.
    pub(super) fn free(&mut self, script: &Script) -> Result<Trajectory, Failure> {
        self.begin(script)?;
        let mut trajectory = self.first()?;
        let before = self.spent();
        let steps = (0..script.steps as usize).map(|step| -> Vec<Assignment> {
            let controls = script.controls.get(step).cloned().flatten();
            controls.into_iter().map(control).collect()
        });
        self.walk(steps, &mut trajectory)?;
        let after = self.spent();
        trajectory.nanoseconds = after
            .zip(before)
            .map(|(after, before)| after.saturating_sub(before));
        trajectory.seal();
        Ok(trajectory)
    }

    /// Steps that each start from a state of `given`, changed by `moved`.
    pub(super) fn forced(
        &mut self,
        script: &Script,
        given: &Trajectory,
        mut moved: impl FnMut(&mut Vec<Assignment>),
    ) -> Result<Trajectory, Failure> {
        self.begin(script)?;
        let mut trajectory = self.first()?;
        let steps = (0..given.steps).map(|step| {
            let mut set = given.state(step);
            moved(&mut set);
            let controls = script.controls.get(step).cloned().flatten();
            set.extend(controls.into_iter().map(control));
            set
        });
        self.walk(steps, &mut trajectory)?;
        trajectory.seal();
        Ok(trajectory)
    }

    fn begin(&mut self, script: &Script) -> Result<(), Failure> {
        self.simulator.reset(None)?;
        self.simulator.set(&script.options)?;
        self.simulator.set(&script.start)
    }

    /// The state before the first step.
    fn first(&mut self) -> Result<Trajectory, Failure> {
        let (names, wanted) = self.wanted();
        let mut snapshot = Snapshot::default();
        self.simulator.read(&wanted, &mut snapshot)?;
        let mut trajectory = Trajectory::default();
        for (at, name) in names.into_iter().enumerate() {
            let values = snapshot.at(at).and_then(|view| view.f64s());
            let values = values.unwrap_or_default();
            trajectory.series.push(Series {
                name,
                width: values.len(),
                values,
            });
        }
        trajectory.parts = self.columns()?.parts(|name| {
            let series = trajectory.get(name);
            series.map_or(0, |series| series.width)
        });
        Ok(trajectory)
    }

    /// Which columns of states and sensors belong together.
    fn columns(&mut self) -> Result<Columns, Failure> {
        let [positions, dofs, trees, sensors] =
            ["jnt_qposadr", "jnt_dofadr", "dof_treeid", "sensor_adr"]
                .map(|name| self.numbers(Side::Model, name));
        let places = |numbers: Vec<f64>| numbers.into_iter().map(|at| at as usize).collect();
        Ok(Columns {
            positions: places(positions?),
            dofs: places(dofs?),
            trees: trees?.into_iter().map(|tree| tree as i64).collect(),
            sensors: places(sensors?),
        })
    }

    /// The numbers of a field; none if there is no such field.
    pub(super) fn numbers(&mut self, side: Side, name: &str) -> Result<Vec<f64>, Failure> {
        let Some(at) = find(&self.loaded.fields, side, name) else {
            return Ok(Vec::new());
        };
        let mut snapshot = Snapshot::default();
        self.simulator.read(&[at], &mut snapshot)?;
        Ok(snapshot.at(0).map_or(Vec::new(), |view| view.numbers()))
    }

    /// Takes one step after the other, several on their way at a time.
    fn walk(
        &mut self,
        steps: impl Iterator<Item = Vec<Assignment>>,
        trajectory: &mut Trajectory,
    ) -> Result<(), Failure> {
        let (_, wanted) = self.wanted();
        let mut begun: VecDeque<()> = VecDeque::new();
        let mut snapshot = Snapshot::default();
        for set in steps {
            let values: usize = set.iter().map(|one| one.values.len()).sum();
            let bytes = 1024 + 8 * values + 4 * wanted.len();
            while begun.len() > (WAITING / bytes).min(AHEAD) {
                begun.pop_front();
                if !self.receive(&mut snapshot, trajectory)? {
                    self.simulator.abandon();
                    return Ok(());
                }
            }
            self.simulator.begin(&Moment {
                reset: None::<Reset<'_>>,
                set: &set,
                action: Action::Step { count: 1 },
                read: &wanted,
            })?;
            begun.push_back(());
        }
        for () in begun {
            if !self.receive(&mut snapshot, trajectory)? {
                self.simulator.abandon();
                break;
            }
        }
        Ok(())
    }

    /// Receives a step; false if the simulation stopped there.
    fn receive(
        &mut self,
        snapshot: &mut Snapshot,
        trajectory: &mut Trajectory,
    ) -> Result<bool, Failure> {
        match self.simulator.finish(snapshot)? {
            Computed::Stopped(message) => {
                trajectory.stopped = Some(message);
                Ok(false)
            }
            Computed::Done(_) => {
                for (at, series) in trajectory.series.iter_mut().enumerate() {
                    let values = snapshot.at(at).and_then(|view| view.f64s());
                    let mut values = values.unwrap_or_default();
                    values.resize(series.width, 0.0);
                    series.values.append(&mut values);
                }
                trajectory.steps += 1;
                Ok(true)
            }
        }
    }

    fn spent(&mut self) -> Option<u64> {
        let spent = self.simulator.spent().ok()?;
        spent.total.map(|total| total.computing)
    }
}

fn control(values: Vec<f64>) -> Assignment {
    Assignment {
        field: "ctrl".to_owned(),
        values,
    }
}

/// Where a field stands in a simulator's list.
pub(super) fn find(fields: &[FieldDescription], side: Side, name: &str) -> Option<usize> {
    let named = |field: &FieldDescription| field.side == side && field.name == name;
    fields.iter().position(named)
}
