//! The harness's side: a simulator whose work is done by a child process.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::body;
use super::child::{self, Child, Launch};
use super::frame::{self, FrameError};
use super::message::{Answer, PROTOCOL, Request};
use crate::simulator::{Action, Assignment, Failure, Identity, Loaded, ModelSource, Simulator};
use crate::snapshot::{FieldDescription, Side, Snapshot};

/// A simulator in a child process. After a failure that ends the process the next `load` starts another.
#[derive(Debug)]
pub struct Remote {
    launch: Launch,
    child: Option<Child>,
    identity: Identity,
    fields: Arc<Vec<FieldDescription>>,
    /// Bodies of requests, and of answers that have none to keep.
    request: Vec<u8>,
    answer: Vec<u8>,
    /// The fields that the next `run` asks for together with the computation.
    announced: Vec<usize>,
    /// Whether an answer with the announced fields is on its way.
    on_its_way: bool,
}

impl Remote {
    /// Starts the child and asks who it is. `kind` is the simulator's name on the command line.
    pub fn start(kind: &str, launch: Launch) -> Result<Remote, Failure> {
        let identity = Identity {
            kind: kind.to_owned(),
            version: String::new(),
            sha256: None,
        };
        let mut remote = Remote {
            launch,
            child: None,
            identity,
            fields: Arc::default(),
            request: Vec::new(),
            answer: Vec::new(),
            announced: Vec::new(),
            on_its_way: false,
        };
        remote.respawn()?;
        Ok(remote)
    }

    fn respawn(&mut self) -> Result<(), Failure> {
        self.child = Some(self.launch.start()?);
        self.on_its_way = false;
        self.request.clear();
        match self.ask(&Request::Hello { protocol: PROTOCOL }) {
            Ok(Answer::Identity { version, sha256 }) => {
                self.identity.version = version;
                self.identity.sha256 = sha256;
                Ok(())
            }
            Ok(other) => Err(self.unexpected(&other)),
            Err(failure) => {
                self.child = None;
                Err(failure)
            }
        }
    }

    /// Sends a request with the body in `self.request`; the body of the answer is left in `self.answer`.
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
        let mut answer_body = std::mem::take(&mut self.answer);
        let outcome = self.exchange(request, &mut answer_body);
        self.answer = answer_body;
        outcome
    }

    fn exchange(
        &mut self,
        request: &Request,
        answer_body: &mut Vec<u8>,
    ) -> Result<Answer, Failure> {
        if std::mem::take(&mut self.on_its_way) {
            // Nobody wants the fields that were sent unasked, a failure to read them included.
            let unread = self.with_child(|child, _| receive(child, answer_body));
            if let Err(failure) = unread
                && failure.is_fatal()
            {
                return Err(failure);
            }
        }
        self.with_child(|child, body| {
            send(child, request, body)?;
            receive(child, answer_body)
        })
    }

    /// Talks to the child, with the body of a request at hand. A fatal failure ends the child.
    fn with_child<T>(
        &mut self,
        talk: impl FnOnce(&mut Child, &[u8]) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(child) = &mut self.child else {
            return Err(Failure::Unable {
                what: "the simulator's process has ended; load a model to start another".to_owned(),
            });
        };
        let outcome = talk(child, &self.request);
        if let Err(failure) = &outcome
            && failure.is_fatal()
        {
            self.child = None;
        }
        outcome
    }

    /// Asks for a computation and for the announced fields in one go: the child goes on from one to the other without
    /// waiting for the harness to wake up in between.
    fn run_and_request_fields(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        body::encode_indices(self.announced.iter().copied(), &mut self.request);
        let mut answer_body = std::mem::take(&mut self.answer);
        let outcome = self.with_child(|child, indices| {
            send(child, &Request::Run { action }, &[])?;
            send(child, &Request::Read, indices)?;
            receive(child, &mut answer_body)
        });
        self.answer = answer_body;
        self.on_its_way = self.child.is_some();
        match outcome? {
            Answer::Done { warnings } => Ok(warnings),
            other => Err(self.unexpected(&other)),
        }
    }

    fn unexpected(&mut self, answer: &Answer) -> Failure {
        self.child = None;
        let kind = match answer {
            Answer::Identity { .. } => "identity",
            Answer::Loaded(_) => "loaded",
            Answer::Done { .. } => "done",
            Answer::Spent { .. } => "spent",
            Answer::Failed(_) => "failed",
        };
        Failure::Protocol {
            detail: format!("the answer {kind:?} does not belong to the request"),
        }
    }

    fn ask_done(&mut self, request: &Request) -> Result<Vec<String>, Failure> {
        match self.ask(request)? {
            Answer::Done { warnings } => Ok(warnings),
            other => Err(self.unexpected(&other)),
        }
    }
}

/// Sends one request, within the time limit.
fn send(child: &mut Child, request: &Request, body: &[u8]) -> Result<(), Failure> {
    let mut stream = timed(child);
    let sent = frame::send(&mut stream, request, body);
    sent.map_err(|error| failure(child, error.into()))
}

/// Receives one answer, within the time limit. A failure that the child reports is an error here.
fn receive(child: &mut Child, body: &mut Vec<u8>) -> Result<Answer, Failure> {
    let most = child.limits().memory_mib.saturating_mul(1 << 20);
    let mut stream = timed(child);
    match frame::receive(&mut stream, body, most) {
        Ok(Answer::Failed(failure)) => Err(failure),
        Ok(answer) => Ok(answer),
        Err(error) => Err(failure(child, error)),
    }
}

fn timed(child: &Child) -> Timed<'_> {
    Timed {
        stream: &child.stream,
        deadline: Instant::now() + child.limits().request,
    }
}

fn failure(child: &mut Child, error: FrameError) -> Failure {
    match error {
        FrameError::Malformed(detail) => Failure::Protocol { detail },
        FrameError::Io(error) if is_timeout(&error) => child::timeout(child.limits()),
        FrameError::Closed | FrameError::Io(_) => child.how_it_ended(),
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

/// A stream on which all reads and writes together have one deadline.
struct Timed<'a> {
    stream: &'a UnixStream,
    deadline: Instant,
}

impl Timed<'_> {
    fn remaining(&self) -> io::Result<Option<Duration>> {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(Some(remaining))
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.remaining()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.remaining()?)?;
        self.stream.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Simulator for Remote {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        // The child works in another directory.
        let path = std::path::absolute(&source.path)
            .ok()
            .and_then(|path| path.to_str().map(str::to_owned))
            .ok_or_else(|| Failure::Unable {
                what: format!("the path {:?} is not valid text", source.path),
            })?;
        self.fields = Arc::default();
        if self.child.is_none() {
            self.respawn()?;
        }
        self.request.clear();
        match self.ask(&Request::Load { path })? {
            Answer::Loaded(loaded) => {
                self.fields = Arc::new(loaded.fields.clone());
                Ok(loaded)
            }
            other => Err(self.unexpected(&other)),
        }
    }

    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure> {
        self.request.clear();
        self.ask_done(&Request::Reset { keyframe }).map(drop)
    }

    fn poison(&mut self, fields: &[String]) -> Result<(), Failure> {
        let wanted: std::collections::HashSet<&str> = fields.iter().map(String::as_str).collect();
        let indices =
            self.fields.iter().enumerate().filter(|(_, field)| {
                field.side == Side::Data && wanted.contains(field.name.as_str())
            });
        body::encode_indices(indices.map(|(index, _)| index), &mut self.request);
        self.ask_done(&Request::Poison).map(drop)
    }

    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure> {
        body::encode_assignments(&self.fields, values, &mut self.request)?;
        self.ask_done(&Request::Set).map(drop)
    }

    fn will_read(&mut self, fields: &[usize]) {
        self.announced.clear();
        self.announced.extend_from_slice(fields);
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        let announced = !self.announced.is_empty();
        if announced
            && self
                .announced
                .iter()
                .all(|&index| index < self.fields.len())
        {
            return self.run_and_request_fields(action);
        }
        self.request.clear();
        self.ask_done(&Request::Run { action })
    }

    fn spent(&mut self) -> Result<Duration, Failure> {
        self.request.clear();
        match self.ask(&Request::Spent)? {
            Answer::Spent { nanoseconds } => Ok(Duration::from_nanos(nanoseconds)),
            other => Err(self.unexpected(&other)),
        }
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        if let Some(index) = fields.iter().find(|&&index| index >= self.fields.len()) {
            return Err(Failure::Error {
                message: format!("there is no field with index {index}"),
            });
        }
        snapshot.descriptions = Arc::clone(&self.fields);
        // The answer is received where it stays; the slots point into it.
        let answer = if self.on_its_way && self.announced == fields {
            self.on_its_way = false;
            self.with_child(|child, _| receive(child, &mut snapshot.bytes))?
        } else {
            body::encode_indices(fields.iter().copied(), &mut self.request);
            self.exchange(&Request::Read, &mut snapshot.bytes)?
        };
        self.announced.clear();
        match answer {
            Answer::Done { .. } => {}
            other => return Err(self.unexpected(&other)),
        }
        let decoded =
            body::decode_snapshot(&self.fields, fields, &snapshot.bytes, &mut snapshot.slots);
        if decoded.is_err() {
            snapshot.slots.clear();
            self.child = None;
        }
        decoded
    }
}
