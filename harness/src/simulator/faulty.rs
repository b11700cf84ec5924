//! Simulators that misbehave on purpose, to see that the harness survives each of them and says
//! what happened.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{Action, Failure, Simulator};
use crate::catalogue;
use crate::delegate;
use crate::named_enum::named_enum;
use crate::snapshot::{Assignment, Side, Snapshot};

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
}

impl Faulty {
    pub fn new(inner: Box<dyn Simulator>, fault: Fault) -> Faulty {
        Faulty { inner, fault }
    }
}

impl fmt::Debug for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Faulty({})", self.fault)
    }
}

impl Simulator for Faulty {
    delegate!(identity, load, reset, poison, call);

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
            Fault::Garbage | Fault::TooFew | Fault::WrongShape | Fault::Stale => {}
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
            Fault::Crash | Fault::Exit | Fault::Hang | Fault::Memory | Fault::Stale => {}
        }
        Ok(())
    }
}
