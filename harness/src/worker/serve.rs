//! The child's side: answers requests until the harness closes the connection.

use std::io;
use std::os::unix::net::UnixStream;

use super::body;
use super::frame::{self, FrameError};
use super::message::{Answer, PROTOCOL, Request};
use crate::simulator::{Failure, Loaded, ModelSource, Simulator};
use crate::snapshot::{FieldDescription, Snapshot};

/// What the serving loop keeps between requests, so that reading a snapshot allocates nothing.
struct Session<'a> {
    simulator: &'a mut dyn Simulator,
    fields: Vec<FieldDescription>,
    snapshot: Snapshot,
    reply: Vec<u8>,
}

/// Answers `hello`, makes the simulator, and serves it. A simulator that cannot be made is answered as a failure.
pub fn serve(
    mut stream: UnixStream,
    make: impl FnOnce() -> Result<Box<dyn Simulator>, Failure>,
) -> Result<(), FrameError> {
    let mut body = Vec::new();
    let Request::Hello { protocol } = receive(&mut stream, &mut body)? else {
        return Err(FrameError::Malformed(
            "the first request is not hello".to_owned(),
        ));
    };
    if protocol != PROTOCOL {
        let message = format!("protocol {protocol} was asked for, this program speaks {PROTOCOL}");
        frame::send(
            &mut stream,
            &Answer::Failed(Failure::Unavailable { message }),
            &[],
        )?;
        return Ok(());
    }
    let mut simulator = match make() {
        Ok(simulator) => simulator,
        Err(failure) => {
            frame::send(&mut stream, &Answer::Failed(failure), &[])?;
            return Ok(());
        }
    };
    let identity = simulator.identity();
    let answer = Answer::Identity {
        version: identity.version.clone(),
        sha256: identity.sha256.clone(),
    };
    frame::send(&mut stream, &answer, &[])?;
    let mut session = Session {
        simulator: simulator.as_mut(),
        fields: Vec::new(),
        snapshot: Snapshot::default(),
        reply: Vec::new(),
    };
    loop {
        let request = match receive(&mut stream, &mut body) {
            Ok(request) => request,
            Err(FrameError::Closed) => return Ok(()),
            Err(error) => return Err(error),
        };
        session.reply.clear();
        let answer = session
            .answer(request, &body)
            .unwrap_or_else(Answer::Failed);
        match frame::send(&mut stream, &answer, &session.reply) {
            // The harness no longer cares.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            sent => sent?,
        }
    }
}

fn receive(stream: &mut UnixStream, body: &mut Vec<u8>) -> Result<Request, FrameError> {
    frame::receive(stream, body, u64::MAX)
}

impl Session<'_> {
    fn answer(&mut self, request: Request, body: &[u8]) -> Result<Answer, Failure> {
        let mut warnings = Vec::new();
        match request {
            Request::Hello { .. } => {
                return Err(Failure::Protocol {
                    detail: "hello was said before".to_owned(),
                });
            }
            Request::Load { path } => return self.load(path).map(Answer::Loaded),
            Request::Reset { keyframe } => self.simulator.reset(keyframe)?,
            Request::Poison => {
                let names: Vec<String> = body::decode_indices(body, self.fields.len())?
                    .into_iter()
                    .map(|index| self.fields[index].name.clone())
                    .collect();
                self.simulator.poison(&names)?;
            }
            Request::Set => self
                .simulator
                .set(&body::decode_assignments(&self.fields, body)?)?,
            Request::Run { action } => warnings = self.simulator.run(action)?,
            Request::Read => {
                let wanted = body::decode_indices(body, self.fields.len())?;
                self.simulator.read(&wanted, &mut self.snapshot)?;
                body::encode_snapshot(&self.snapshot, &mut self.reply);
            }
            Request::Spent => {
                let spent = self.simulator.spent()?.as_nanos();
                return Ok(Answer::Spent {
                    nanoseconds: u64::try_from(spent).unwrap_or(u64::MAX),
                });
            }
        }
        Ok(Answer::Done { warnings })
    }

    fn load(&mut self, path: String) -> Result<Loaded, Failure> {
        self.fields.clear();
        let loaded = self.simulator.load(&ModelSource { path: path.into() })?;
        self.fields.clone_from(&loaded.fields);
        Ok(loaded)
    }
}
