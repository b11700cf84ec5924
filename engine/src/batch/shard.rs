//! A few worlds, and the work on them.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::error::WorldFailure;
use super::rollout::Trajectories;
use crate::pipeline::abreast::{self, Before, Plan, WIDTH, Work};
use crate::pipeline::difference::Transition;
use crate::pool::Task;
use crate::{Data, Model, State};

/// The longest that a world goes by itself before it tries to go abreast again.
const LONGEST_REST: usize = 64;
/// Fewer steps abreast do not pay for making up for what they leave undone.
const PAYS: usize = 3;
/// How long a world goes by itself for which going abreast has not paid.
const UNPAID: usize = 64;

/// What is done with each chosen world.
#[derive(Clone, Copy, Debug)]
pub(super) enum Job {
    Step(usize),
    Forward,
    Reset(Option<usize>),
    SetConst,
    /// So many steps from the states of the shard's trajectories.
    Rollout(usize),
    /// Derivatives of a step at the states of the shard's trajectories.
    Transition {
        eps: f64,
        centered: bool,
    },
}

/// One world.
#[derive(Debug)]
pub(super) struct World {
    pub(super) data: Data,
    pub(super) own_model: Option<Box<Model>>,
    /// Whether it takes part in the work that goes on.
    pub(super) chosen: bool,
    /// At which step it failed, and why.
    pub(super) failure: Option<(usize, WorldFailure)>,
    /// How often it had become unstable before the work.
    pub(super) resets: u64,
    /// What has to be made up for after steps abreast.
    pub(super) before: Before,
    /// How many steps it makes by itself before it goes abreast again, and how many the next time.
    rest: usize,
    next_rest: usize,
    /// Steps abreast since the last time that something was made up for.
    abreast: usize,
    /// Derivatives that were asked for.
    pub(super) transition: Option<Transition>,
}

/// Neighbouring worlds, which one thread works on at a time.
#[derive(Debug)]
pub(super) struct Shard {
    /// The number of the first world.
    pub(super) first: usize,
    pub(super) model: Arc<Model>,
    /// How worlds go abreast, if they share a model for which that is possible.
    pub(super) plan: Option<Arc<Plan>>,
    pub(super) worlds: Vec<World>,
    pub(super) trajectories: Trajectories,
}

impl Shard {
    pub(super) fn new(
        (model, plan): (&Arc<Model>, &Option<Arc<Plan>>),
        data: &Data,
        first: usize,
        count: usize,
    ) -> Shard {
        let world = |_| World {
            data: data.clone(),
            own_model: None,
            chosen: false,
            failure: None,
            resets: 0,
            before: Before::new(model),
            rest: 0,
            next_rest: 1,
            abreast: 0,
            transition: None,
        };
        Shard {
            first,
            model: Arc::clone(model),
            plan: plan.clone(),
            worlds: (0..count).map(world).collect(),
            trajectories: Trajectories::default(),
        }
    }

    /// Takes another model for all worlds.
    pub(super) fn set_model(&mut self, model: &Arc<Model>, plan: &Option<Arc<Plan>>) {
        self.settle();
        self.model = Arc::clone(model);
        self.plan = plan.clone();
        for world in &mut self.worlds {
            world.own_model = None;
        }
    }

    /// Gives each world a model of its own.
    pub(super) fn expand(&mut self) {
        self.settle();
        self.plan = None;
        for world in &mut self.worlds {
            world.own_model = Some(Box::new(Model::clone(&self.model)));
        }
    }

    /// Makes up for what steps abreast have left undone, in all worlds.
    pub(super) fn settle(&mut self) {
        for world in &mut self.worlds {
            world.settle(&self.model);
        }
    }

    /// Advances the chosen worlds by so many steps, the first of which has the given number: in
    /// groups where they can go abreast, else one by one.
    pub(super) fn step_from(&mut self, first: usize, times: usize, memory: &mut Work) {
        let Shard {
            worlds,
            model,
            plan,
            ..
        } = self;
        let mut group = Group::default();
        for place in 0..worlds.len() {
            let world = &mut worlds[place];
            if !world.is_going() {
                continue;
            }
            let joins = |plan: &&Arc<Plan>| world.rest == 0 && plan.admits(model, &world.data);
            match plan.as_ref().filter(joins) {
                Some(plan) => {
                    group.push(place);
                    if group.count == WIDTH {
                        group.step(worlds, (model, plan), first..first + times, memory);
                    }
                }
                None => {
                    for step in first..first + times {
                        if world.failure.is_none() {
                            world.step_alone(model, step);
                        }
                    }
                }
            }
        }
        if let Some(plan) = plan {
            group.step(worlds, (model, plan), first..first + times, memory);
        }
    }

    /// Does something with each chosen world, which knows its place in the shard.
    fn with_each(&mut self, work: impl Fn(usize, &mut World, &Model) -> Result<(), WorldFailure>) {
        let worlds = self.worlds.iter_mut().enumerate();
        for (place, world) in worlds.filter(|(_, world)| world.chosen) {
            let own = world.own_model.take();
            let model = own.as_deref().unwrap_or(&self.model);
            let outcome = catch_unwind(AssertUnwindSafe(|| work(place, world, model)));
            world.own_model = own;
            world.note(0, outcome.unwrap_or(Err(WorldFailure::Panic)));
        }
    }

    fn set_const(&mut self) {
        for world in self.worlds.iter_mut().filter(|world| world.chosen) {
            if let Some(model) = &mut world.own_model {
                let outcome = catch_unwind(AssertUnwindSafe(|| model.set_const()));
                let outcome = outcome.map_or(Err(WorldFailure::Panic), |made| Ok(made?));
                world.note(0, outcome);
            }
        }
    }
}

impl Task for Shard {
    type Job = Job;
    type Memory = Work;

    /// Does a job with the chosen worlds, in the memory of the thread that does it.
    fn work(&mut self, job: Job, memory: &mut Work) {
        for world in self.worlds.iter_mut().filter(|world| world.chosen) {
            world.failure = None;
        }
        match job {
            Job::Step(times) => self.step_from(0, times, memory),
            Job::Rollout(times) => self.roll_out(times, memory),
            Job::Forward => self.with_each(|_, world, model| {
                world.settle(model);
                world.data.forward(model)?;
                Ok(())
            }),
            Job::Reset(key) => self.with_each(|_, world, model| {
                world.before.forget();
                match key {
                    None => world.data.reset(model),
                    Some(key) => world.data.reset_keyframe(model, key)?,
                }
                Ok(())
            }),
            Job::SetConst => self.set_const(),
            Job::Transition { eps, centered } => {
                let starts = std::mem::take(&mut self.trajectories.starts);
                let size = self.model.state_size(State::FULL_PHYSICS);
                self.with_each(|place, world, model| {
                    world.settle(model);
                    let start = &starts[place * size..][..size];
                    world
                        .data
                        .set_state_from(model, State::FULL_PHYSICS, start)?;
                    world.transition = Some(world.data.transition_fd(model, eps, centered)?);
                    Ok(())
                });
                self.trajectories.starts = starts;
            }
        }
    }
}

impl World {
    /// Whether it takes part and nothing has stopped it.
    pub(super) fn is_going(&self) -> bool {
        self.chosen && self.failure.is_none()
    }

    /// Makes up for what steps abreast have left undone.
    pub(super) fn settle(&mut self, shared: &Model) {
        if !self.before.is_owed() {
            return;
        }
        if self.abreast < PAYS {
            // Somebody reads after every few steps: going abreast does not pay.
            self.rest = UNPAID;
        }
        self.abreast = 0;
        // The same step was possible abreast.
        let _ = self.before.make_up(shared, &mut self.data);
    }

    /// Goes by itself for a while.
    fn rest(&mut self) {
        self.rest = self.next_rest;
        self.next_rest = (2 * self.next_rest).min(LONGEST_REST);
    }

    /// One step by itself, the given one of those that were asked for.
    pub(super) fn step_alone(&mut self, shared: &Model, step: usize) {
        self.rest = self.rest.saturating_sub(1);
        self.before.forget();
        let World {
            data, own_model, ..
        } = self;
        let model = own_model.as_deref().unwrap_or(shared);
        let outcome = catch_unwind(AssertUnwindSafe(|| data.step(model)));
        let outcome = outcome.map_or(Err(WorldFailure::Panic), |made| Ok(made?));
        self.note(step, outcome);
    }

    /// Notes what came of a step.
    pub(super) fn note(&mut self, step: usize, outcome: Result<(), WorldFailure>) {
        self.failure = outcome.err().map(|failure| (step, failure));
    }
}

/// Worlds that go abreast, by their places in the shard.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    places: [usize; WIDTH],
    count: usize,
}

impl Group {
    fn push(&mut self, place: usize) {
        self.places[self.count] = place;
        self.count += 1;
    }

    /// Takes all steps, and is empty afterwards.
    fn step(
        &mut self,
        worlds: &mut [World],
        (model, plan): (&Model, &Plan),
        steps: Range<usize>,
        memory: &mut Work,
    ) {
        let places = &self.places[..std::mem::take(&mut self.count)];
        let work = || step_abreast(places, worlds, (model, plan), steps.clone(), memory);
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            for &place in places {
                worlds[place].note(steps.start, Err(WorldFailure::Panic));
            }
        }
    }
}

/// Worlds of a shard, by the places of those that are in the lanes.
struct Lanes<'a> {
    places: &'a [usize],
    worlds: &'a mut [World],
}

impl abreast::Worlds for Lanes<'_> {
    fn data(&mut self, lane: usize) -> &mut Data {
        &mut self.worlds[self.places[lane]].data
    }
}

/// Steps of some worlds, abreast as far as that is possible.
fn step_abreast(
    places: &[usize],
    worlds: &mut [World],
    (model, plan): (&Model, &Plan),
    steps: Range<usize>,
    memory: &mut Work,
) {
    if !memory.fits(model, plan) {
        *memory = Work::new(model, plan);
    }
    memory.clear();
    // One world alone has nobody to go abreast with.
    if places.len() > 1 {
        for (lane, &place) in places.iter().enumerate() {
            memory.load(lane, &worlds[place].data);
        }
    }
    for step in steps {
        let used = memory.used();
        let out = if used == 0 {
            0
        } else {
            abreast::step(model, plan, memory, &mut Lanes { places, worlds })
        };
        for (lane, &place) in places.iter().enumerate() {
            let (world, own) = (&mut worlds[place], 1 << lane);
            if used & own != 0 {
                if out & own == 0 {
                    continue;
                }
                world.abreast += memory.unload(lane, true, &mut world.data);
                world.rest();
            }
            if world.failure.is_some() {
                continue;
            }
            world.step_alone(model, step);
            if world.rest == 0 && places.len() > 1 && world.failure.is_none() {
                memory.load(lane, &world.data);
            }
        }
    }
    for (lane, &place) in places.iter().enumerate() {
        if memory.used() & (1 << lane) == 0 {
            continue;
        }
        let world = &mut worlds[place];
        let made = memory.unload(lane, false, &mut world.data);
        if made > 0 {
            world.before.note(memory, lane);
            world.abreast += made;
            world.next_rest = 1;
        }
    }
}
