//! The harness's end of the socket: buffered both ways, and no answer is waited for longer than the
//! limit.

use std::io::{self, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};

use super::child::{self, Child};
use super::frame::{self, FrameError};
use super::message::{Answer, Request};
use crate::simulator::Failure;

/// Answers that are already here are taken from the socket together.
const INBOX: usize = 256 << 10;

/// How often a child that does not answer is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// A child and the messages on their way to and from it.
#[derive(Debug)]
pub(super) struct Connection {
    child: Child,
    inbox: BufReader<Timed>,
    /// Requests that were not sent yet.
    outbox: Vec<u8>,
}

impl Connection {
    pub(super) fn new(mut child: Child) -> Result<Connection, Failure> {
        match child.stream.try_clone() {
            Ok(stream) => Ok(Connection {
                inbox: BufReader::with_capacity(INBOX, Timed::new(stream)),
                outbox: Vec::new(),
                child,
            }),
            Err(_) => Err(child.how_it_ended()),
        }
    }

    /// Puts a request behind those that wait to be sent.
    pub(super) fn put(&mut self, request: &Request, body: &[u8]) {
        // A vector takes everything.
        let _ = frame::append(&mut self.outbox, request, body);
    }

    /// Sends what was put. A child that no longer listens is noticed when its answers end: earlier
    /// answers still count.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let mut stream = Timed::new(&self.child.stream);
        stream.deadline = self.deadline();
        let sent = stream.write_all(&self.outbox);
        self.outbox.clear();
        match sent {
            Err(error) if is_timeout(&error) => Err(child::timeout(self.child.limits())),
            _ => Ok(()),
        }
    }

    /// Receives one answer. A failure that the child reports is an error here.
    pub(super) fn receive(&mut self, body: &mut Vec<u8>) -> Result<Answer, Failure> {
        let most = self.child.limits().memory_mib.saturating_mul(1 << 20);
        self.inbox.get_mut().deadline = self.deadline();
        if self.child.limits().cpu.is_some() && self.inbox.buffer().is_empty() {
            self.wait_working()?;
        }
        match frame::receive(&mut self.inbox, body, most) {
            Ok(Answer::Failed(failure)) => Err(failure),
            Ok(answer) => Ok(answer),
            Err(FrameError::Malformed(detail)) => Err(Failure::Protocol { detail }),
            Err(FrameError::Io(error)) if is_timeout(&error) => {
                Err(child::timeout(self.child.limits()))
            }
            Err(FrameError::Closed | FrameError::Io(_)) => Err(self.child.how_it_ended()),
        }
    }

    /// Waits for the beginning of an answer for as long as the child has CPU time left.
    fn wait_working(&mut self) -> Result<(), Failure> {
        let limits = self.child.limits();
        let (Some(most), deadline) = (limits.cpu, self.deadline()) else {
            return Ok(());
        };
        let mut begun = None;
        while Instant::now() < deadline && !is_readable(&self.child.stream, LOOK) {
            let spent = self.child.cpu_time().unwrap_or_default();
            let begun = *begun.get_or_insert(spent);
            if spent.saturating_sub(begun) > most {
                return Err(Failure::Timeout {
                    seconds: most.as_secs_f64(),
                    place: String::new(),
                });
            }
        }
        Ok(())
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.child.limits().request
    }
}

/// Whether there is something to read, an end included, within this time.
fn is_readable(stream: &UnixStream, within: Duration) -> bool {
    let mut descriptors = [PollFd::new(stream, PollFlags::IN)];
    let timeout = Timespec {
        tv_sec: within.as_secs() as i64,
        tv_nsec: within.subsec_nanos().into(),
    };
    // What cannot be waited for is read, which says why.
    rustix::event::poll(&mut descriptors, Some(&timeout)).map_or(true, |count| count > 0)
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

/// A stream on which all reads and writes together have one deadline.
#[derive(Debug)]
struct Timed<S = UnixStream> {
    stream: S,
    deadline: Instant,
}

impl<S> Timed<S> {
    fn new(stream: S) -> Timed<S> {
        Timed {
            stream,
            deadline: Instant::now(),
        }
    }

    fn remaining(&self) -> io::Result<Option<Duration>> {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(Some(remaining))
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.remaining()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Timed<&UnixStream> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.remaining()?)?;
        self.stream.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
