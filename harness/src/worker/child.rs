//! One child process: started in its own directory, limited in memory, watched, and always ended.

use std::ffi::OsString;
use std::io::{self, PipeReader, Read};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::{Pid, Resource, Rlimit, Signal};
use tempfile::TempDir;

use crate::simulator::Failure;

/// Environment variable with the socket that a child connects to.
pub const SOCKET_VARIABLE: &str = "PLUMBLINE_SOCKET";

/// How much of a child's output is kept for the report of its crash.
const TAIL: usize = 8 << 10;

/// What an allocator says before it aborts the process: those of Rust and of C++.
const ALLOCATION_FAILURES: [&str; 2] = ["memory allocation of", "std::bad_alloc"];

/// Units in which Linux tells programs a process's time, a second.
const TICKS: u64 = 100;

/// What a simulator may use before it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest time for one request.
    pub request: Duration,
    /// Most CPU time for one request; on a busy machine a hang shows in it, slowness does not.
    pub cpu: Option<Duration>,
    /// Address space of the process.
    pub memory_mib: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            request: Duration::from_secs(60),
            cpu: None,
            memory_mib: 4096,
        }
    }
}

/// How to start a child.
#[derive(Clone, Debug)]
pub struct Launch {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    pub limits: Limits,
}

/// A running child. Dropping it ends the whole process group.
#[derive(Debug)]
pub struct Child {
    process: std::process::Child,
    group: Pid,
    pub stream: UnixStream,
    output: Arc<Mutex<Vec<u8>>>,
    drained: Receiver<()>,
    limits: Limits,
}

impl Launch {
    /// Starts the program and waits until it connects.
    pub fn start(&self) -> Result<Child, Failure> {
        let directory = tempfile::Builder::new()
            .prefix("plumbline-")
            .tempdir()
            .map_err(|error| {
                unavailable("cannot make a working directory for a simulator", error)
            })?;
        let socket = directory.path().join("socket");
        let listener = UnixListener::bind(&socket).map_err(|error| {
            unavailable(
                &format!("cannot open a socket at {}", socket.display()),
                error,
            )
        })?;
        let (reader, writer) =
            io::pipe().map_err(|error| unavailable("cannot make a pipe for a simulator", error))?;
        let copy = writer
            .try_clone()
            .map_err(|error| unavailable("cannot make a pipe for a simulator", error))?;
        let process = Command::new(&self.program)
            .args(&self.arguments)
            .env(SOCKET_VARIABLE, &socket)
            .current_dir(directory.path())
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(copy)
            .process_group(0)
            .spawn()
            .map_err(|error| {
                unavailable(&format!("cannot start {}", self.program.display()), error)
            })?;
        let group = Pid::from_child(&process);
        limit_memory(group, self.limits.memory_mib);
        let output = Arc::default();
        let drained = drain(reader, Arc::clone(&output));
        let waiting = Waiting {
            process,
            group,
            output,
            drained,
            limits: self.limits,
            directory,
        };
        waiting.accept(&listener)
    }
}

/// A child that has not connected yet.
struct Waiting {
    process: std::process::Child,
    group: Pid,
    output: Arc<Mutex<Vec<u8>>>,
    drained: Receiver<()>,
    limits: Limits,
    /// Working directory, with the socket. It is removed once the child has connected: a process
    /// that is killed later leaves nothing behind, and a simulator that would write a log file
    /// cannot.
    directory: TempDir,
}

impl Waiting {
    fn accept(mut self, listener: &UnixListener) -> Result<Child, Failure> {
        let deadline = Instant::now() + self.limits.request;
        loop {
            match wait_readable(listener, Duration::from_millis(20)) {
                Ok(true) => break,
                Ok(false) => {}
                Err(error) => {
                    end(self.group, &mut self.process);
                    return Err(unavailable("cannot wait for a simulator", error));
                }
            }
            if let Ok(Some(status)) = self.process.try_wait() {
                end(self.group, &mut self.process);
                let output = finished_output(&self.output, &self.drained);
                return Err(describe_end(status, output, self.limits));
            }
            if Instant::now() > deadline {
                end(self.group, &mut self.process);
                return Err(timeout(self.limits));
            }
        }
        match listener.accept() {
            Ok((stream, _)) => {
                drop(self.directory);
                Ok(Child {
                    process: self.process,
                    group: self.group,
                    stream,
                    output: self.output,
                    drained: self.drained,
                    limits: self.limits,
                })
            }
            Err(error) => {
                end(self.group, &mut self.process);
                Err(unavailable("a simulator's connection failed", error))
            }
        }
    }
}

impl Child {
    /// Waits for a child that closed its connection, and says how it ended.
    pub fn how_it_ended(&mut self) -> Failure {
        // A crashing process closes its socket a moment before it can be waited for; one that lives
        // on is ended.
        let deadline = Instant::now() + Duration::from_secs(5).min(self.limits.request);
        let status = loop {
            match self.process.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ => break None,
            }
        };
        end(self.group, &mut self.process);
        let output = finished_output(&self.output, &self.drained);
        match status {
            Some(status) => describe_end(status, output, self.limits),
            None => Failure::Protocol {
                detail: format!(
                    "the simulator closed the connection and went on running{}",
                    last_words(&output)
                ),
            },
        }
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What the process has computed so far, in user and kernel mode; none if it is gone.
    pub fn cpu_time(&self) -> Option<Duration> {
        let path = format!("/proc/{}/stat", self.process.id());
        let text = std::fs::read_to_string(path).ok()?;
        // The name in parentheses may have spaces; the two times are the 12th and 13th after it.
        let after = text.rsplit_once(')')?.1;
        let mut fields = after.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        let ticks = ticks()? + ticks()?;
        Some(Duration::from_millis(ticks * 1000 / TICKS))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        end(self.group, &mut self.process);
    }
}

pub fn timeout(limits: Limits) -> Failure {
    Failure::Timeout {
        seconds: limits.request.as_secs_f64(),
        place: String::new(),
    }
}

/// Kills the group and reaps the process. Both may be gone already, which is fine.
fn end(group: Pid, process: &mut std::process::Child) {
    // After the process was reaped its id may belong to another, so the group is killed only while
    // it is ours.
    if !matches!(process.try_wait(), Ok(Some(_))) {
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
    }
    let _ = process.kill();
    let _ = process.wait();
}

/// A limit that cannot be set does not prevent the run.
fn limit_memory(process: Pid, mib: u64) {
    let bytes = Some(mib.saturating_mul(1 << 20));
    let limit = |bytes| Rlimit {
        current: bytes,
        maximum: bytes,
    };
    let _ = rustix::process::prlimit(Some(process), Resource::As, limit(bytes));
    // A crash is an ordinary result here and must not leave a core file behind.
    let _ = rustix::process::prlimit(Some(process), Resource::Core, limit(Some(0)));
}

/// Reads the child's output on a thread, so that it never blocks on a full pipe, and keeps the end
/// of it.
fn drain(mut reader: PipeReader, output: Arc<Mutex<Vec<u8>>>) -> Receiver<()> {
    let (done, drained) = mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            output.extend_from_slice(&buffer[..count]);
            let surplus = output.len().saturating_sub(TAIL);
            output.drain(..surplus);
        }
        let _ = done.send(());
    });
    drained
}

/// The output's end, complete unless some descendant outside the group holds the pipe open.
fn finished_output(output: &Mutex<Vec<u8>>, drained: &Receiver<()>) -> String {
    let _ = drained.recv_timeout(Duration::from_millis(500));
    let output = output.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&output).trim().to_owned()
}

fn describe_end(status: ExitStatus, output: String, limits: Limits) -> Failure {
    if ALLOCATION_FAILURES
        .iter()
        .any(|words| output.contains(words))
    {
        return Failure::OutOfMemory {
            limit_mib: limits.memory_mib,
        };
    }
    let how = match (status.signal(), status.code()) {
        (Some(signal), _) => format!("the simulator was killed by {}", signal_name(signal)),
        (None, Some(code)) => format!("the simulator exited with code {code}"),
        (None, None) => "the simulator ended".to_owned(),
    };
    Failure::Crash {
        description: how + &last_words(&output),
        signal: status.signal(),
        exit_code: status.code(),
        output,
    }
}

fn last_words(output: &str) -> String {
    match output.lines().rev().find(|line| !line.trim().is_empty()) {
        Some(line) => format!(": {}", line.trim()),
        None => String::new(),
    }
}

fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        15 => "SIGTERM",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal} ({name})")
}

fn wait_readable(listener: &UnixListener, patience: Duration) -> io::Result<bool> {
    let mut descriptors = [PollFd::new(listener, PollFlags::IN)];
    let timeout = Timespec {
        tv_sec: 0,
        tv_nsec: patience.subsec_nanos().into(),
    };
    match rustix::event::poll(&mut descriptors, Some(&timeout)) {
        Ok(count) => Ok(count > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn unavailable(what: &str, error: io::Error) -> Failure {
    Failure::Unavailable {
        message: format!("{what}: {error}"),
    }
}
