//! Simulators that misbehave on purpose, to see that the harness survives each of them and says
//! what happened.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::noise::{Disturber, Noise};
use super::{Action, Failure, Identity, Simulator};
use crate::catalogue;
use crate::delegate;
use crate::named_enum::named_enum;
use crate::precision::Precision;
use crate::snapshot::{Assignment, Elem, Side, Snapshot};

named_enum! {
    /// How a simulator misbehaves: when it computes, or when it hands out values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Fault {
        /// Dies by a signal when it computes.
        Crash = "crash",
        /// Exits with a code when it computes.
        Exit = "exit",
        /// Never ends a computation.
        Hang = "hang",
        /// Allocates without end when it computes.
        Memory = "memory",
        /// Fills the values of a read with nonsense and names a field that does not exist.
        Garbage = "garbage",
        /// Ends a read in the middle of its last field that is not empty.
        TooFew = "too-few",
        /// Gives that field another shape.
        WrongShape = "wrong-shape",
        /// Goes on with a model as it was loaded, whatever is changed of it.
        Stale = "stale",
        /// Hands out NaN for every number that it should have computed.
        Nan = "nan",
        /// Hands out one number for everything that it should have computed.
        Constant = "constant",
        /// Computes nothing: hands out what it was given, and the rest as it was loaded.
        Idle = "idle",
        /// Says that it computes in single precision, and does not.
        Claim = "claim",
        /// Has other last bits of single precision each time.
        Restless = "restless",
        /// Has other digits each time, as many as a fault would change.
        Frantic = "frantic",
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Fault, String> {
        let known = Fault::ALL.iter().find(|fault| fault.name() == text);
        known
            .copied()
            .ok_or_else(|| format!("there is no fault {text:?}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A simulator that is right until its fault shows.
pub struct Faulty {
    inner: Box<dyn Simulator>,
    fault: Fault,
    identity: Identity,
    /// How often it has computed.
    runs: u32,
}

impl Faulty {
    pub fn new(inner: Box<dyn Simulator>, fault: Fault) -> Faulty {
        let mut identity = inner.identity().clone();
        if fault == Fault::Claim {
            identity.precision = Some(Precision::SINGLE);
        }
        Faulty {
            inner,
            fault,
            identity,
            runs: 0,
        }
    }
}

impl fmt::Debug for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Faulty({})", self.fault)
    }
}

impl Simulator for Faulty {
    delegate!(load, reset, call);

    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn poison(&mut self, fields: &[String]) -> Result<(), Failure> {
        match self.fault {
            Fault::Idle => Ok(()),
            _ => self.inner.poison(fields),
        }
    }

    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure> {
        if self.fault != Fault::Stale {
            return self.inner.set(values);
        }
        let of_data = |value: &&Assignment| catalogue::find(Side::Data, &value.field).is_some();
        let followed: Vec<Assignment> = values.iter().filter(of_data).cloned().collect();
        self.inner.set(&followed)
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        match self.fault {
            Fault::Crash => {
                use rustix::process::{Signal, getpid, kill_process};
                // Rust's signal handler consumes the first one.
                loop {
                    let _ = kill_process(getpid(), Signal::SEGV);
                }
            }
            Fault::Exit => {
                eprintln!("giving up");
                std::process::exit(3);
            }
            Fault::Hang => loop {
                std::thread::sleep(Duration::from_secs(1));
            },
            Fault::Memory => {
                let mut hoard = Vec::new();
                loop {
                    hoard.push(std::hint::black_box(Vec::<u8>::with_capacity(64 << 20)));
                }
            }
            Fault::Idle => return Ok(Vec::new()),
            Fault::Garbage
            | Fault::TooFew
            | Fault::WrongShape
            | Fault::Stale
            | Fault::Nan
            | Fault::Constant
            | Fault::Claim => {}
            Fault::Restless | Fault::Frantic => self.runs += 1,
        }
        self.inner.run(action)
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        self.inner.read(fields, snapshot)?;
        let Some(last) = snapshot.slots.iter().rposition(|slot| slot.len > 0) else {
            return Ok(());
        };
        match self.fault {
            Fault::Garbage => {
                snapshot.slots[last].field = 0xdead;
                snapshot.bytes.fill(0xa5);
            }
            Fault::TooFew => {
                snapshot.slots[last].len /= 2;
                snapshot.slots.truncate(last + 1);
            }
            Fault::WrongShape => snapshot.slots[last].shape.push(1),
            Fault::Nan => overwrite(snapshot, |_| f64::NAN),
            Fault::Constant => overwrite(snapshot, |_| 1.0),
            Fault::Restless | Fault::Frantic => {
                let bits = match self.fault {
                    Fault::Restless => 22,
                    _ => 11,
                };
                let precision = Precision::of_bits(bits).unwrap_or(Precision::SINGLE);
                let mut disturber = Disturber::new(&Noise {
                    precision,
                    seed: Some(self.runs),
                    scale: None,
                });
                overwrite(snapshot, |value| disturber.disturb(value, 0.0));
            }
            Fault::Crash
            | Fault::Exit
            | Fault::Hang
            | Fault::Memory
            | Fault::Stale
            | Fault::Idle
            | Fault::Claim => {}
        }
        Ok(())
    }
}

/// Puts other numbers into every float of the data.
fn overwrite(snapshot: &mut Snapshot, mut other: impl FnMut(f64) -> f64) {
    let descriptions = Arc::clone(&snapshot.descriptions);
    for slot in &snapshot.slots {
        let field = &descriptions[slot.field];
        let bytes = &mut snapshot.bytes[slot.start..slot.start + slot.len];
        match field.elem {
            _ if field.side == Side::Model => {}
            Elem::F64 => {
                for number in bytes.as_chunks_mut::<8>().0 {
                    *number = other(f64::from_le_bytes(*number)).to_le_bytes();
                }
            }
            Elem::F32 => {
                for number in bytes.as_chunks_mut::<4>().0 {
                    let value = f32::from_le_bytes(*number);
                    *number = (other(value.into()) as f32).to_le_bytes();
                }
            }
            Elem::I32 | Elem::I64 | Elem::U8 | Elem::Char | Elem::U64 => {}
        }
    }
}
