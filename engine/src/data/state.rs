//! The state of a simulation as one vector, so that it can be saved, compared and restored.

use std::ops::{BitOr, Deref};

use crate::misuse::Misuse;
use crate::{Data, Model};

/// Parts of a state, which can be put together with `|`. Numbered as MuJoCo's `mjtState`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[doc(alias = "mjtState")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u32", into = "u32"))]
pub struct State(u32);

/// Walks the parts of a state in MuJoCo's order.
macro_rules! components {
    ($($bit:literal $NAME:ident $(#[$doc:meta])*;)*) => {
        impl State {
            $($(#[$doc])* pub const $NAME: State = State(1 << $bit);)*

            /// Every part, in the order in which a state vector has them.
            pub const COMPONENTS: &[State] = &[$(State::$NAME),*];
        }
    };
}

components! {
    0 TIME /// Simulation time.
        ;
    1 QPOS /// Positions, `nq`.
        ;
    2 QVEL /// Velocities, `nv`.
        ;
    3 ACT /// Actuator activations, `na`.
        ;
    4 WARMSTART /// Accelerations that the solver starts from, `nv`.
        ;
    5 CTRL /// Controls, `nu`.
        ;
    6 QFRC_APPLIED /// Applied generalised forces, `nv`.
        ;
    7 XFRC_APPLIED /// Applied Cartesian forces and torques, `6 nbody`.
        ;
    8 EQ_ACTIVE /// Which equality constraints act, `neq`.
        ;
    9 MOCAP_POS /// Positions of mocap bodies, `3 nmocap`.
        ;
    10 MOCAP_QUAT /// Orientations of mocap bodies, `4 nmocap`.
        ;
    11 USERDATA /// The user's own numbers, `nuserdata`.
        ;
    12 PLUGIN /// State of plugins, `npluginstate`.
        ;
}

impl State {
    /// No part at all.
    pub const NONE: State = State(0);
    /// Positions, velocities and activations.
    pub const PHYSICS: State = State(Self::QPOS.0 | Self::QVEL.0 | Self::ACT.0);
    /// With time and the state of plugins.
    pub const FULL_PHYSICS: State = State(Self::TIME.0 | Self::PHYSICS.0 | Self::PLUGIN.0);
    /// What a user sets: controls, applied forces, equalities, mocap bodies and user data.
    pub const USER: State = State(
        Self::CTRL.0
            | Self::QFRC_APPLIED.0
            | Self::XFRC_APPLIED.0
            | Self::EQ_ACTIVE.0
            | Self::MOCAP_POS.0
            | Self::MOCAP_QUAT.0
            | Self::USERDATA.0,
    );
    /// Everything that a step depends on: restored, the simulation repeats itself bit for bit.
    pub const INTEGRATION: State = State(Self::FULL_PHYSICS.0 | Self::USER.0 | Self::WARMSTART.0);

    /// Whether all of these parts are among it.
    pub const fn contains(self, part: State) -> bool {
        self.0 & part.0 == part.0
    }

    /// MuJoCo's number for this set of parts.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of parts with this number; `None` if it names a part that does not exist.
    pub const fn from_bits(bits: u32) -> Option<State> {
        if bits >> Self::COMPONENTS.len() == 0 {
            Some(State(bits))
        } else {
            None
        }
    }
}

impl From<State> for u32 {
    fn from(state: State) -> u32 {
        state.bits()
    }
}

/// A number that names parts of a state that do not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:#x} has bits beyond the parts of a state")]
pub struct UnknownState(pub u32);

impl TryFrom<u32> for State {
    type Error = UnknownState;

    fn try_from(bits: u32) -> Result<State, UnknownState> {
        State::from_bits(bits).ok_or(UnknownState(bits))
    }
}

impl BitOr for State {
    type Output = State;

    fn bitor(self, other: State) -> State {
        State(self.0 | other.0)
    }
}

/// Numbers of a state, and which parts of it they are.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StateVector {
    components: State,
    values: Vec<f64>,
}

impl StateVector {
    /// Numbers that came from elsewhere; [`Data::set_state`] checks how many there are.
    pub fn new(components: State, values: Vec<f64>) -> StateVector {
        StateVector { components, values }
    }

    /// Which parts of a state the numbers are.
    pub fn components(&self) -> State {
        self.components
    }
}

impl Deref for StateVector {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.values
    }
}

/// One part of the state where it lies in the data.
enum Part<'a> {
    Number(&'a mut f64),
    Numbers(&'a mut [f64]),
    Flags(&'a mut [u8]),
}

impl Model {
    /// How many numbers these parts of a state have.
    #[doc(alias = "mj_stateSize")]
    pub fn state_size(&self, components: State) -> usize {
        let sizes = [
            1,
            self.nq,
            self.nv,
            self.na,
            self.nv,
            self.nu,
            self.nv,
            6 * self.nbody,
            self.neq,
            3 * self.nmocap,
            4 * self.nmocap,
            self.nuserdata,
            self.npluginstate,
        ];
        let chosen = State::COMPONENTS.iter().zip(sizes);
        let chosen = chosen.filter(|&(&part, _)| components.contains(part));
        chosen.map(|(_, size)| size).sum()
    }
}

impl Data {
    /// These parts of the state, one after the other.
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model: [`Data::check`] says so without a panic.
    #[doc(alias = "mj_getState")]
    #[track_caller]
    pub fn state(&self, model: &Model, components: State) -> StateVector {
        let mut values = vec![0.0; model.state_size(components)];
        if let Err(misuse) = self.state_into(model, components, &mut values) {
            panic!("{misuse}");
        }
        StateVector { components, values }
    }

    /// Writes what [`Data::state`] returns to as many numbers as [`Model::state_size`] says.
    pub fn state_into(
        &self,
        model: &Model,
        components: State,
        state: &mut [f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::length("state", model.state_size(components), state.len())?;
        let mut rest = state;
        let parts: [&[f64]; State::COMPONENTS.len()] = [
            std::slice::from_ref(&self.time),
            &self.qpos,
            &self.qvel,
            &self.act,
            &self.qacc_warmstart,
            &self.ctrl,
            &self.qfrc_applied,
            self.xfrc_applied.as_flattened(),
            &[],
            bytemuck::cast_slice(&self.mocap_pos),
            bytemuck::cast_slice(&self.mocap_quat),
            &self.userdata,
            &self.plugin_state,
        ];
        for (&part, numbers) in State::COMPONENTS.iter().zip(parts) {
            if !components.contains(part) {
                continue;
            }
            let length = if part == State::EQ_ACTIVE {
                self.eq_active.len()
            } else {
                numbers.len()
            };
            let place;
            (place, rest) = rest.split_at_mut(length);
            if part == State::EQ_ACTIVE {
                for (place, &active) in place.iter_mut().zip(&self.eq_active) {
                    *place = f64::from(active);
                }
            } else {
                place.copy_from_slice(numbers);
            }
        }
        Ok(())
    }

    /// Restores what [`Data::state`] saved. Nothing is changed where the vector is not of this
    /// model's size.
    #[doc(alias = "mj_setState")]
    pub fn set_state(&mut self, model: &Model, state: &StateVector) -> Result<(), Misuse> {
        self.set_state_from(model, state.components, &state.values)
    }

    /// The same from numbers that are kept elsewhere, as [`Data::state_into`] writes them.
    pub fn set_state_from(
        &mut self,
        model: &Model,
        components: State,
        state: &[f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::length("state", model.state_size(components), state.len())?;
        let mut rest = state;
        for (&component, part) in State::COMPONENTS.iter().zip(self.parts()) {
            if !components.contains(component) {
                continue;
            }
            let length = match &part {
                Part::Number(_) => 1,
                Part::Numbers(numbers) => numbers.len(),
                Part::Flags(flags) => flags.len(),
            };
            let from;
            (from, rest) = rest.split_at(length);
            match part {
                Part::Number(number) => *number = from[0],
                Part::Numbers(numbers) => numbers.copy_from_slice(from),
                Part::Flags(flags) => {
                    for (flag, &number) in flags.iter_mut().zip(from) {
                        *flag = number as u8;
                    }
                }
            }
        }
        Ok(())
    }

    /// The parts, in the order of [`State::COMPONENTS`].
    fn parts(&mut self) -> [Part<'_>; State::COMPONENTS.len()] {
        [
            Part::Number(&mut self.time),
            Part::Numbers(&mut self.qpos),
            Part::Numbers(&mut self.qvel),
            Part::Numbers(&mut self.act),
            Part::Numbers(&mut self.qacc_warmstart),
            Part::Numbers(&mut self.ctrl),
            Part::Numbers(&mut self.qfrc_applied),
            Part::Numbers(self.xfrc_applied.as_flattened_mut()),
            Part::Flags(&mut self.eq_active),
            Part::Numbers(bytemuck::cast_slice_mut(&mut self.mocap_pos)),
            Part::Numbers(bytemuck::cast_slice_mut(&mut self.mocap_quat)),
            Part::Numbers(&mut self.userdata),
            Part::Numbers(&mut self.plugin_state),
        ]
    }
}
