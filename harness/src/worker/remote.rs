//! The harness's side: a simulator whose work is done by a child process.

use std::collections::VecDeque;
use std::sync::Arc;

use super::body;
use super::child::Launch;
use super::connection::Connection;
use super::message::{Answer, PROTOCOL, Request};
use crate::measure::Spent;
use crate::simulator::call::{Call, Called, unknown};
use crate::simulator::{
    Action, Computed, Failure, Identity, Loaded, ModelSource, Moment, Pipelined, Simulator,
};
use crate::snapshot::{Assignment, FieldDescription, Side, Snapshot};

/// Requests on their way together must fit into the socket's buffer: a simulator that cannot send
/// its answers does not read on.
const WAITING: usize = 32 << 10;
/// An upper bound of what a message takes besides its body.
const MESSAGE: usize = 256;

/// A simulator in a child process. After a failure that ends the process the next `load` starts
/// another.
#[derive(Debug)]
pub struct Remote {
    launch: Launch,
    connection: Option<Connection>,
    identity: Identity,
    fields: Arc<Vec<FieldDescription>>,
    /// The fields that the child has sent last.
    known: Arc<Vec<FieldDescription>>,
    /// Body of the request that is being put together.
    request: Vec<u8>,
    /// Bodies of answers that have none to keep.
    answer: Vec<u8>,
    /// Moments whose answers have not been received.
    begun: VecDeque<Begun>,
    poison: Poison,
}

/// The body of the request that poisons fields, as it was sent last.
#[derive(Debug, Default)]
struct Poison {
    names: Vec<String>,
    fields: Arc<Vec<FieldDescription>>,
    body: Vec<u8>,
}

/// The answers that a moment will have.
#[derive(Debug)]
struct Begun {
    /// Answers before the one with the fields.
    before: usize,
    fields: Vec<usize>,
}

impl Remote {
    /// Starts the child and asks who it is. `kind` is the simulator's name on the command line.
    pub fn start(kind: &str, launch: Launch) -> Result<Remote, Failure> {
        let identity = Identity {
            kind: kind.to_owned(),
            version: String::new(),
            sha256: None,
            precision: None,
        };
        let mut remote = Remote {
            launch,
            connection: None,
            identity,
            fields: Arc::default(),
            known: Arc::default(),
            request: Vec::new(),
            answer: Vec::new(),
            begun: VecDeque::new(),
            poison: Poison::default(),
        };
        remote.respawn()?;
        Ok(remote)
    }

    fn respawn(&mut self) -> Result<(), Failure> {
        self.begun.clear();
        self.connection = Some(Connection::new(self.launch.start()?)?);
        self.request.clear();
        match self.ask(&Request::Hello { protocol: PROTOCOL }) {
            Ok(Answer::Identity {
                version,
                sha256,
                precision,
            }) => {
                self.identity.version = version;
                self.identity.sha256 = sha256;
                self.identity.precision = precision;
                Ok(())
            }
            Ok(other) => Err(self.unexpected(&other)),
            Err(failure) => {
                self.connection = None;
                Err(failure)
            }
        }
    }

    /// Sends a request with the body in `self.request`; the body of the answer is left in
    /// `self.answer`.
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
        self.talk(|connection, body| {
            connection.put(request, body);
            connection.flush()?;
            connection.receive(answer_body)
        })
    }

    /// Receives and drops answers that are no longer wanted; only the end of the process matters.
    fn forget(&mut self, scratch: &mut Vec<u8>) -> Result<(), Failure> {
        while let Some(begun) = self.begun.pop_front() {
            for _ in 0..=begun.before {
                match self.talk(|connection, _| connection.receive(scratch)) {
                    Err(failure) if failure.is_fatal() => return Err(failure),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Talks to the child, given the body of the current request. A fatal failure ends the child.
    fn talk<T>(
        &mut self,
        talk: impl FnOnce(&mut Connection, &[u8]) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(connection) = &mut self.connection else {
            return Err(Failure::Unable {
                what: "the simulator's process has ended; load a model to start another".to_owned(),
            });
        };
        let outcome = talk(connection, &self.request);
        if let Err(failure) = &outcome
            && failure.is_fatal()
        {
            self.connection = None;
            self.begun.clear();
        }
        outcome
    }

    fn unexpected(&mut self, answer: &Answer) -> Failure {
        self.connection = None;
        self.begun.clear();
        let kind = match answer {
            Answer::Identity { .. } => "identity",
            Answer::Loaded(_) => "loaded",
            Answer::Again(_) => "again",
            Answer::Done { .. } => "done",
            Answer::Called { .. } => "called",
            Answer::Spent(_) => "spent",
            Answer::Failed(_) => "failed",
        };
        Failure::Protocol {
            detail: format!("the answer {kind:?} does not belong to the request"),
        }
    }

    fn done(&mut self, answer: Answer) -> Result<Vec<String>, Failure> {
        match answer {
            Answer::Done { warnings } => Ok(warnings),
            other => Err(self.unexpected(&other)),
        }
    }

    fn ask_done(&mut self, request: &Request) -> Result<Vec<String>, Failure> {
        let answer = self.ask(request)?;
        self.done(answer)
    }

    /// Puts a request with the body in `self.request`, to be sent with others.
    fn put(&mut self, request: &Request) -> Result<(), Failure> {
        self.talk(|connection, body| {
            connection.put(request, body);
            Ok(())
        })
    }

    /// Calls functions, as many at a time as the socket has room for. A failure ends the process.
    fn call_in_rows(&mut self, calls: &[Call], made: &mut Vec<Called>) -> Result<(), Failure> {
        let mut rest = calls;
        while !rest.is_empty() {
            let (mut count, mut size) = (0, 0);
            for call in rest {
                body::encode_arguments(&call.arguments, &mut self.request);
                size += self.request.len() + MESSAGE;
                if count > 0 && size > WAITING {
                    break;
                }
                count += 1;
                let function = call.function.clone();
                self.put(&Request::Call { function })?;
            }
            self.talk(|connection, _| connection.flush())?;
            for _ in 0..count {
                let mut answer_body = std::mem::take(&mut self.answer);
                let answer = self.talk(|connection, _| connection.receive(&mut answer_body));
                made.push(match answer {
                    Err(failure) if failure.is_fatal() => return Err(failure),
                    Err(failure) => Err(failure),
                    Ok(Answer::Called { results }) => {
                        Ok(body::decode_outputs(results, &answer_body)?)
                    }
                    Ok(other) => return Err(self.unexpected(&other)),
                });
                self.answer = answer_body;
            }
            rest = &rest[count..];
        }
        Ok(())
    }

    fn encode_poison(&mut self, names: &[String]) {
        let (sent, fields) = (&mut self.poison, &self.fields);
        if !Arc::ptr_eq(&sent.fields, fields) || sent.names != names {
            let is_named =
                |field: &FieldDescription| field.side == Side::Data && names.contains(&field.name);
            let indices = (0..fields.len()).filter(|&index| is_named(&fields[index]));
            body::encode_indices(indices, &mut sent.body);
            sent.fields = Arc::clone(fields);
            sent.names = names.to_vec();
        }
        self.request.clone_from(&sent.body);
    }

    fn encode_read(&mut self, fields: &[usize]) -> Result<(), Failure> {
        if let Some(index) = fields.iter().find(|&&index| index >= self.fields.len()) {
            return Err(Failure::Error {
                message: format!("there is no field with index {index}"),
            });
        }
        body::encode_indices(fields.iter().copied(), &mut self.request);
        Ok(())
    }

    /// Finds the fields in the bytes that were just received into `snapshot`.
    fn decode(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        snapshot.descriptions = Arc::clone(&self.fields);
        let decoded =
            body::decode_snapshot(&self.fields, fields, &snapshot.bytes, &mut snapshot.slots);
        if decoded.is_err() {
            snapshot.slots.clear();
            self.connection = None;
            self.begun.clear();
        }
        decoded
    }
}

impl Simulator for Remote {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        // The child works in another directory.
        let path = if source.files.is_empty() {
            std::path::absolute(&source.path).ok()
        } else {
            Some(source.path.clone())
        };
        let path = path
            .and_then(|path| path.to_str().map(str::to_owned))
            .ok_or_else(|| Failure::Unable {
                what: format!("the path {:?} is not valid text", source.path),
            })?;
        self.fields = Arc::default();
        if self.connection.is_none() {
            self.known = Arc::default();
            self.respawn()?;
        }
        self.request.clear();
        let files = body::encode_files(&source.files, &mut self.request);
        match self.ask(&Request::Load { path, files })? {
            Answer::Loaded(loaded) => {
                self.known = Arc::clone(&loaded.fields);
                self.fields = Arc::clone(&loaded.fields);
                Ok(loaded)
            }
            Answer::Again(loaded) => {
                self.fields = Arc::clone(&self.known);
                let fields = Arc::clone(&self.known);
                Ok(Loaded { fields, ..loaded })
            }
            other => Err(self.unexpected(&other)),
        }
    }

    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure> {
        self.request.clear();
        self.ask_done(&Request::Reset { keyframe }).map(drop)
    }

    fn poison(&mut self, fields: &[String]) -> Result<(), Failure> {
        self.encode_poison(fields);
        self.ask_done(&Request::Poison).map(drop)
    }

    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure> {
        body::encode_assignments(&self.fields, values, &mut self.request)?;
        self.ask_done(&Request::Set).map(drop)
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        self.request.clear();
        self.ask_done(&Request::Run { action })
    }

    fn call(&mut self, call: &Call) -> Called {
        let mut made = self.call_all(std::slice::from_ref(call));
        made.pop().unwrap_or_else(|| Err(unknown(&call.function)))
    }

    fn spent(&mut self) -> Result<Spent, Failure> {
        self.request.clear();
        match self.ask(&Request::Spent)? {
            Answer::Spent(spent) => Ok(spent),
            other => Err(self.unexpected(&other)),
        }
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        self.encode_read(fields)?;
        // The answer is received where it stays; the slots point into it.
        let answer = self.exchange(&Request::Read, &mut snapshot.bytes)?;
        self.done(answer)?;
        self.decode(fields, snapshot)
    }
}

impl Pipelined for Remote {
    fn begin(&mut self, moment: &Moment<'_>) -> Result<(), Failure> {
        // Everything that can be wrong with a moment is found before its first request is put.
        body::encode_assignments(&self.fields, moment.set, &mut self.request)?;
        let set = std::mem::take(&mut self.request);
        self.encode_read(moment.read)?;
        let read = std::mem::take(&mut self.request);
        let mut before = 1;
        if let Some(reset) = &moment.reset {
            let keyframe = reset.keyframe;
            self.put(&Request::Reset { keyframe })?;
            self.encode_poison(reset.poison);
            self.put(&Request::Poison)?;
            before += 2;
        }
        if !moment.set.is_empty() {
            self.request = set;
            self.put(&Request::Set)?;
            before += 1;
        }
        self.request.clear();
        let action = moment.action;
        self.put(&Request::Run { action })?;
        self.request = read;
        self.put(&Request::Read)?;
        let fields = moment.read.to_vec();
        self.begun.push_back(Begun { before, fields });
        self.talk(|connection, _| connection.flush())
    }

    fn finish(&mut self, snapshot: &mut Snapshot) -> Result<Computed, Failure> {
        let Some(begun) = self.begun.pop_front() else {
            return Err(Failure::Unable {
                what: "no computation was begun, or the simulator's process has ended".to_owned(),
            });
        };
        let mut outcome = Ok(Computed::Done(Vec::new()));
        for at in 0..=begun.before {
            let answer = self.talk(|connection, _| connection.receive(&mut snapshot.bytes));
            let is_run = at + 1 == begun.before;
            match answer {
                Err(failure) if failure.is_fatal() => return Err(failure),
                // What is read after an error is not used.
                Err(_) if matches!(outcome, Ok(Computed::Stopped(_))) => {}
                Err(Failure::Error { message }) if is_run => {
                    outcome = outcome.and(Ok(Computed::Stopped(message)));
                }
                Err(failure) => outcome = outcome.and(Err(failure)),
                Ok(answer) => {
                    let warnings = self.done(answer)?;
                    if is_run {
                        outcome = outcome.and(Ok(Computed::Done(warnings)));
                    }
                }
            }
        }
        let computed = outcome?;
        if matches!(computed, Computed::Done(_)) {
            self.decode(&begun.fields, snapshot)?;
        }
        Ok(computed)
    }

    fn call_all(&mut self, calls: &[Call]) -> Vec<Called> {
        let mut made = Vec::with_capacity(calls.len());
        if let Err(failure) = self.call_in_rows(calls, &mut made) {
            made.push(Err(failure));
        }
        made
    }

    fn abandon(&mut self) {
        let mut scratch = std::mem::take(&mut self.answer);
        // A process that has ended meanwhile is found missing by the next request.
        let _ = self.forget(&mut scratch);
        self.answer = scratch;
    }
}
