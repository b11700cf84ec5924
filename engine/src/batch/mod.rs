//! Many worlds of one model, advanced side by side on any number of threads.
//!
//! Every world has the bits that it would have alone, whatever the number of threads and whichever
//! other worlds advance with it. A world that fails, or that becomes unstable and starts again,
//! leaves the others alone and is named.
//!
//! Worlds are kept in shards of a few, which threads take one by one; a shard does the work
//! (`shard`). A field of all worlds is seen row by row (`rows`). What a program asks for in whole
//! trajectories is in `rollout`.

mod error;
mod rollout;
mod rows;
mod shard;
mod worlds;

use std::sync::Arc;

pub use error::{BatchError, WorldError, WorldFailure};
pub use rollout::Rollout;
pub use rows::Number;
pub use worlds::Worlds;

use crate::misuse::Misuse;
use crate::model::Stage;
use crate::model::reflect::Access;
use crate::pipeline::abreast::Plan;
use crate::pool::Pool;
use crate::{Data, Model};
use shard::{Job, Shard, World};

/// Worlds in a shard: enough that taking one costs little, few enough that threads end together.
const SHARD: usize = 8;

/// Many worlds of one model.
///
/// ```
/// use plumbline::{Batch, Model};
///
/// let model = Model::from_xml_string(
///     "<mujoco><worldbody><body>
///        <joint name='rail' type='slide' axis='1 0 0'/><geom size='0.1'/>
///      </body></worldbody>
///      <actuator><motor joint='rail'/></actuator></mujoco>",
/// )?;
/// let mut batch = Batch::new(model, 32);
/// batch.set_threads(2);
/// for (world, ctrl) in batch.field_mut::<f64>("ctrl")?.into_iter().enumerate() {
///     ctrl[0] = world as f64;
/// }
/// batch.step(.., 10)?;
/// let qpos = batch.field::<f64>("qpos")?;
/// assert!(qpos[1][0] < qpos[2][0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    model: Arc<Model>,
    /// Whether each world has a model of its own.
    expanded: bool,
    shards: Vec<Shard>,
    pool: Pool<Shard>,
    len: usize,
    /// Which worlds take part in the work that goes on.
    chosen: Vec<bool>,
    resets: Vec<usize>,
}

impl Batch {
    /// So many worlds at the model's reference configuration, which share the model.
    pub fn new(model: impl Into<Arc<Model>>, len: usize) -> Batch {
        let model = model.into();
        let first = Data::new(&model);
        let plan = Plan::new(&model).map(Arc::new);
        let both = (&model, &plan);
        let shard = |start: usize| Shard::new(both, &first, start, SHARD.min(len - start));
        Batch {
            expanded: false,
            shards: (0..len).step_by(SHARD).map(shard).collect(),
            pool: Pool::default(),
            len,
            chosen: vec![false; len],
            resets: Vec::with_capacity(len),
            model,
        }
    }

    /// How many worlds there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no worlds.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many threads do the work, the caller's among them.
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Does the work on so many threads from now on, the caller's among them. They wait in between,
    /// and end with the batch. Results do not depend on their number.
    pub fn set_threads(&mut self, threads: usize) {
        self.pool = Pool::new(threads.max(1), self.shards.len());
    }

    /// The model that the worlds share, or that they shared before [`expand`](Batch::expand).
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model of a world.
    ///
    /// # Panics
    ///
    /// If there is no such world.
    #[track_caller]
    pub fn model_of(&self, world: usize) -> &Model {
        assert!(world < self.len, "no world {world}: there are {}", self.len);
        let shard = &self.shards[world / SHARD];
        let own = shard.worlds[world % SHARD].own_model.as_deref();
        own.unwrap_or(&shard.model)
    }

    /// Another model for all worlds, of the same structure: the same one with other numbers. Worlds
    /// that had models of their own share it.
    pub fn set_model(&mut self, model: impl Into<Arc<Model>>) -> Result<(), BatchError> {
        let model = model.into();
        for shard in &self.shards {
            for world in &shard.worlds {
                world.data.check(&model)?;
            }
        }
        let plan = Plan::new(&model).map(Arc::new);
        for shard in &mut self.shards {
            shard.set_model(&model, &plan);
        }
        self.expanded = false;
        self.model = model;
        Ok(())
    }

    /// The data of a world.
    ///
    /// # Panics
    ///
    /// If there is no such world.
    #[track_caller]
    pub fn world(&mut self, world: usize) -> &Data {
        self.world_mut(world)
    }

    /// The data of a world, to be changed.
    ///
    /// # Panics
    ///
    /// If there is no such world.
    #[track_caller]
    pub fn world_mut(&mut self, world: usize) -> &mut Data {
        assert!(world < self.len, "no world {world}: there are {}", self.len);
        let Shard { worlds, model, .. } = &mut self.shards[world / SHARD];
        let world = &mut worlds[world % SHARD];
        world.settle(model);
        &mut world.data
    }

    /// The data of all worlds, in their order.
    pub fn worlds(&mut self) -> impl Iterator<Item = &Data> {
        self.settle();
        each(&self.shards).map(|(_, world)| &world.data)
    }

    /// A field of all worlds by MuJoCo's name, a row for each: a scalar, a vector or an array whose
    /// size depends on the model.
    pub fn field<T: Number>(&mut self, name: &str) -> Result<Vec<&[T]>, BatchError> {
        let access = self.settled::<T>(name)?;
        Ok(each(&self.shards)
            .map(|(_, world)| rows::row(access, &world.data))
            .collect())
    }

    /// The same, to be changed.
    pub fn field_mut<T: Number>(&mut self, name: &str) -> Result<Vec<&mut [T]>, BatchError> {
        let access = self.settled::<T>(name)?;
        Ok(each_mut(&mut self.shards)
            .map(|world| rows::row_mut(access, &mut world.data))
            .collect())
    }

    /// Copies a field of all worlds, row after row, without allocating.
    pub fn read_field<T: Number>(&mut self, name: &str, to: &mut [T]) -> Result<(), BatchError> {
        let access = self.settled::<T>(name)?;
        let width = self.width::<T>(access);
        rows::require_room(self.len, width, to.len())?;
        let worlds = each(&self.shards);
        for ((_, world), to) in worlds.zip(to.chunks_exact_mut(width.max(1))) {
            to.copy_from_slice(rows::row(access, &world.data));
        }
        Ok(())
    }

    /// Sets a field of all worlds from rows that lie one after the other, without allocating.
    pub fn write_field<T: Number>(&mut self, name: &str, from: &[T]) -> Result<(), BatchError> {
        let access = self.settled::<T>(name)?;
        let width = self.width::<T>(access);
        rows::require_room(self.len, width, from.len())?;
        let worlds = each_mut(&mut self.shards);
        for (world, from) in worlds.zip(from.chunks_exact(width.max(1))) {
            rows::row_mut(access, &mut world.data).copy_from_slice(from);
        }
        Ok(())
    }

    /// How many numbers a row of a field has.
    fn width<T: Number>(&self, access: Access<Data>) -> usize {
        let first = each(&self.shards).next();
        first.map_or(0, |(_, world)| {
            rows::row::<T, Data>(access, &world.data).len()
        })
    }

    /// A field of the worlds' models, a row for each world, to be changed. Each world gets a model
    /// of its own the first time, a copy of that which they shared.
    ///
    /// What follows from a change is up to the program, as for any model: [`set_const`] computes
    /// what the compiler computes from masses and the like.
    ///
    /// [`set_const`]: Batch::set_const
    pub fn expand<T: Number>(&mut self, name: &str) -> Result<Vec<&mut [T]>, BatchError> {
        let access = rows::model_field::<T>(name)?;
        if !self.expanded {
            for shard in &mut self.shards {
                shard.expand();
            }
            self.expanded = true;
        }
        let models = each_mut(&mut self.shards).filter_map(|world| world.own_model.as_deref_mut());
        Ok(models.map(|model| rows::row_mut(access, model)).collect())
    }

    /// Computes again what follows from masses and other parameters, of all worlds' own models.
    /// Worlds that share one have nothing to compute.
    #[doc(alias = "mj_setConst")]
    pub fn set_const<'a>(&mut self, worlds: impl Into<Worlds<'a>>) -> Result<(), BatchError> {
        self.choose(worlds.into())?;
        self.run(Job::SetConst)
    }

    /// Advances the chosen worlds by so many steps: all (`..`), those that a slice of flags or of
    /// ids names. Once memory has grown to what contacts need, nothing is allocated.
    ///
    /// # Errors
    ///
    /// [`BatchError::Worlds`] names those that could not be advanced, each at its own step; all
    /// others have gone on. Of anything else nothing was changed.
    #[doc(alias = "mj_step")]
    pub fn step<'a>(
        &mut self,
        worlds: impl Into<Worlds<'a>>,
        nstep: usize,
    ) -> Result<(), BatchError> {
        self.choose(worlds.into())?;
        self.run(Job::Step(nstep))
    }

    /// Computes everything that follows from the states of the chosen worlds.
    #[doc(alias = "mj_forward")]
    pub fn forward<'a>(&mut self, worlds: impl Into<Worlds<'a>>) -> Result<(), BatchError> {
        self.choose(worlds.into())?;
        self.run(Job::Forward)
    }

    /// Takes the chosen worlds back to the reference configuration, or to a keyframe.
    #[doc(alias = "mj_resetData")]
    pub fn reset<'a>(
        &mut self,
        worlds: impl Into<Worlds<'a>>,
        keyframe: Option<usize>,
    ) -> Result<(), BatchError> {
        if let Some(key) = keyframe {
            Misuse::id("keyframe", key, self.model.nkey)?;
        }
        self.choose(worlds.into())?;
        self.run(Job::Reset(keyframe))
    }

    /// The worlds that became unstable in the last call of [`step`](Batch::step) and started again
    /// from the reference configuration, as MuJoCo does, in increasing order.
    pub fn resets(&self) -> &[usize] {
        &self.resets
    }

    /// Makes up for what steps abreast have left undone.
    fn settle(&mut self) {
        for shard in &mut self.shards {
            shard.settle();
        }
    }

    /// The way to a field, for which it is made up where it is not part of the state.
    fn settled<T: Number>(&mut self, name: &str) -> Result<Access<Data>, BatchError> {
        let access = rows::data_field::<T>(name)?;
        if !matches!(access.info.stage, Some(Stage::Input | Stage::Integrate)) {
            self.settle();
        }
        Ok(access)
    }

    /// Notes which worlds take part.
    fn choose(&mut self, worlds: Worlds<'_>) -> Result<(), BatchError> {
        worlds.choose(&mut self.chosen)?;
        let mut chosen = self.chosen.iter();
        for shard in &mut self.shards {
            for (world, &chosen) in shard.worlds.iter_mut().zip(&mut chosen) {
                world.chosen = chosen;
            }
        }
        Ok(())
    }

    /// Does some work with the chosen worlds, and gathers what came of it.
    fn run(&mut self, job: Job) -> Result<(), BatchError> {
        self.resets.clear();
        for world in self.shards.iter_mut().flat_map(|shard| &mut shard.worlds) {
            world.resets = world.data.scratch.resets;
        }
        self.pool.run(&mut self.shards, job);
        self.shards.sort_unstable_by_key(|shard| shard.first);
        for (id, world) in each(&self.shards) {
            if world.chosen && world.resets != world.data.scratch.resets {
                self.resets.push(id);
            }
        }
        self.outcome()
    }

    /// The failures of the chosen worlds.
    fn outcome(&self) -> Result<(), BatchError> {
        let failed = |world: &World| world.chosen && world.failure.is_some();
        if !each(&self.shards).any(|(_, world)| failed(world)) {
            return Ok(());
        }
        let failures = each(&self.shards).filter(|(_, world)| world.chosen);
        let failures = failures.filter_map(|(id, world)| {
            let (step, failure) = world.failure?;
            Some(WorldError {
                world: id,
                step,
                failure,
            })
        });
        Err(BatchError::Worlds(failures.collect()))
    }
}

/// The worlds of all shards with their numbers.
fn each(shards: &[Shard]) -> impl Iterator<Item = (usize, &World)> {
    shards.iter().flat_map(|shard| &shard.worlds).enumerate()
}

fn each_mut(shards: &mut [Shard]) -> impl Iterator<Item = &mut World> {
    shards.iter_mut().flat_map(|shard| &mut shard.worlds)
}
