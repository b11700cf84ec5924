//! Simulators in child processes: the protocol, the child's side and the harness's side.
//!
//! A crash, a hang or exhausted memory of a simulator ends its child, and is a result like any
//! other. The harness starts itself again as `harness worker KIND ...`; any other program that
//! speaks the protocol of `docs/protocol.md` will do as well.

pub mod body;
pub mod child;
mod connection;
pub mod frame;
pub mod message;
pub mod recipe;
pub mod remote;
pub mod serve;
mod spawn;

use std::ffi::OsString;
use std::os::unix::net::UnixStream;

pub use child::Limits;
pub use spawn::{MUJOCO_RS, spawn, work_through};

use recipe::Recipe;

/// Runs a worker: `arguments` are those after `worker` on the command line.
pub fn main(arguments: &[OsString]) -> Result<(), String> {
    // The harness may die without closing the connection.
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    let recipe = Recipe::parse(arguments)?;
    let socket = std::env::var_os(child::SOCKET_VARIABLE).ok_or_else(|| {
        format!(
            "this command is for the harness itself; {} is not set",
            child::SOCKET_VARIABLE
        )
    })?;
    let stream = UnixStream::connect(&socket)
        .map_err(|error| format!("cannot connect to {}: {error}", socket.display()))?;
    serve::serve(stream, || recipe.make()).map_err(|error| error.to_string())
}
