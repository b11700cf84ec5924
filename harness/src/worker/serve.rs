//! The child's side: answers requests until the harness closes the connection.

use std::io::{self, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use super::body;
use super::frame::{self, FrameError};
use super::message::{Answer, FileSize, PROTOCOL, Request};
use crate::measure::Meter;
use crate::simulator::call::Call;
use crate::simulator::{Failure, ModelSource, Simulator};
use crate::snapshot::{FieldDescription, Snapshot};

/// What the serving loop keeps between requests, so that reading a snapshot does not allocate.
struct Session<'a> {
    simulator: &'a mut dyn Simulator,
    /// Fields of the loaded model; empty without one.
    fields: Arc<Vec<FieldDescription>>,
    /// The fields that were sent to the harness last.
    told: Arc<Vec<FieldDescription>>,
    snapshot: Snapshot,
    reply: Vec<u8>,
    meter: Meter,
}

/// Requests that have arrived together are taken from the socket together.
const INBOX: usize = 64 << 10;

/// Answers `hello`, makes the simulator, and serves it. A simulator that cannot be made is answered
/// as a failure.
pub fn serve(
    stream: UnixStream,
    make: impl FnOnce() -> Result<Box<dyn Simulator>, Failure>,
) -> Result<(), FrameError> {
    let mut outbox = stream.try_clone()?;
    let mut inbox = BufReader::with_capacity(INBOX, stream);
    let mut body = Vec::new();
    let Request::Hello { protocol } = receive(&mut inbox, &mut body)? else {
        return Err(FrameError::Malformed(
            "the first request is not hello".to_owned(),
        ));
    };
    let made = match protocol {
        PROTOCOL => make(),
        other => Err(Failure::Unavailable {
            message: format!("protocol {other} was asked for, this program speaks {PROTOCOL}"),
        }),
    };
    let mut simulator = match made {
        Ok(simulator) => simulator,
        Err(failure) => {
            frame::send(&mut outbox, &Answer::Failed(failure), &[])?;
            return Ok(());
        }
    };
    let identity = simulator.identity();
    let answer = Answer::Identity {
        version: identity.version.clone(),
        sha256: identity.sha256.clone(),
        precision: identity.precision,
    };
    frame::send(&mut outbox, &answer, &[])?;
    let mut session = Session {
        simulator: simulator.as_mut(),
        fields: Arc::default(),
        told: Arc::default(),
        snapshot: Snapshot::default(),
        reply: Vec::new(),
        meter: Meter::default(),
    };
    match session.serve(&mut inbox, &mut outbox, &mut body) {
        Err(FrameError::Closed) => Ok(()),
        // The harness no longer cares.
        Err(FrameError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn receive(inbox: &mut impl Read, body: &mut Vec<u8>) -> Result<Request, FrameError> {
    frame::receive(inbox, body, u64::MAX)
}

impl Session<'_> {
    /// Answers requests until the connection ends. Answers that go out while further requests wait
    /// are sent together.
    fn serve(
        &mut self,
        inbox: &mut BufReader<UnixStream>,
        outbox: &mut UnixStream,
        body: &mut Vec<u8>,
    ) -> Result<(), FrameError> {
        let mut unsent = Vec::new();
        loop {
            let request = receive(inbox, body)?;
            if matches!(request, Request::Run { .. } | Request::Call { .. }) && !unsent.is_empty() {
                // This process may not survive a computation; earlier results must be sent before
                // it.
                outbox.write_all(&unsent)?;
                unsent.clear();
            }
            self.reply.clear();
            let answer = self.answer(request, body).unwrap_or_else(Answer::Failed);
            frame::append(&mut unsent, &answer, &self.reply)?;
            if inbox.buffer().is_empty() {
                outbox.write_all(&unsent)?;
                unsent.clear();
            }
        }
    }

    fn answer(&mut self, request: Request, body: &[u8]) -> Result<Answer, Failure> {
        let mut warnings = Vec::new();
        match request {
            Request::Hello { .. } => {
                return Err(Failure::Protocol {
                    detail: "hello was said before".to_owned(),
                });
            }
            Request::Load { path, files } => return self.load(path, files, body),
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
            Request::Run { action } => {
                let outcome = self.simulator.run(action);
                self.book();
                warnings = outcome?;
            }
            Request::Call { function } => {
                let arguments = body::decode_arguments(body)?;
                let made = self.simulator.call(&Call {
                    function,
                    arguments,
                });
                self.book();
                let made = made?;
                let results = body::encode_outputs(&made, &mut self.reply);
                return Ok(Answer::Called { results });
            }
            Request::Read => {
                let wanted = body::decode_indices(body, self.fields.len())?;
                self.meter.reading(|| {
                    self.simulator.read(&wanted, &mut self.snapshot)?;
                    body::encode_snapshot(&self.snapshot, &mut self.reply);
                    Ok::<_, Failure>(())
                })?;
            }
            Request::Spent => {
                let last = self.simulator.spent()?;
                return Ok(Answer::Spent(self.meter.spent(last)));
            }
        }
        Ok(Answer::Done { warnings })
    }

    /// Books the load, run or call that was just done, if the simulator measures it.
    fn book(&mut self) {
        self.meter
            .computed(self.simulator.spent().unwrap_or_default());
    }

    fn load(&mut self, path: String, files: Vec<FileSize>, body: &[u8]) -> Result<Answer, Failure> {
        self.fields = Arc::default();
        let outcome = self.simulator.load(&ModelSource {
            path: path.into(),
            files: body::decode_files(files, body)?.into(),
        });
        self.book();
        let mut loaded = outcome?;
        self.fields = Arc::clone(&loaded.fields);
        if loaded.fields == self.told {
            loaded.fields = Arc::default();
            return Ok(Answer::Again(loaded));
        }
        self.told = Arc::clone(&loaded.fields);
        Ok(Answer::Loaded(loaded))
    }
}
