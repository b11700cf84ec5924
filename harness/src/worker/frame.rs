//! Framing: `PLB1`, length of the JSON, length of the body, the JSON, the body. Lengths are
//! little-endian.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

const MAGIC: [u8; 4] = *b"PLB1";
const HEADER: usize = 16;
/// No message needs more JSON than a list of a thousand fields.
const LONGEST_JSON: u32 = 64 << 20;

/// Most bytes that are read from the stream at a time.
const CHUNK: u64 = 256 << 10;

/// Why a frame could not be received.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The other side closed the connection between two frames.
    #[error("the connection was closed")]
    Closed,
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Malformed(String),
}

/// Sends one message: JSON, and bytes where the message has any.
pub fn send(stream: &mut impl Write, json: &impl Serialize, body: &[u8]) -> io::Result<()> {
    let mut frame = Vec::new();
    append(&mut frame, json, body)?;
    // In one write: a frame sent in two wakes the receiver twice.
    stream.write_all(&frame)
}

/// Puts one message behind others that are sent together.
pub fn append(frames: &mut Vec<u8>, json: &impl Serialize, body: &[u8]) -> io::Result<()> {
    let start = frames.len();
    frames.extend_from_slice(&MAGIC);
    frames.extend_from_slice(&[0; 4]);
    frames.extend_from_slice(&(body.len() as u64).to_le_bytes());
    serde_json::to_writer(&mut *frames, json)?;
    let length = (frames.len() - start - HEADER) as u32;
    frames[start + MAGIC.len()..][..4].copy_from_slice(&length.to_le_bytes());
    frames.extend_from_slice(body);
    Ok(())
}

/// Receives one message; its bytes replace the contents of `body`. A body longer than `longest` is
/// not waited for.
pub fn receive<T: DeserializeOwned>(
    stream: &mut impl Read,
    body: &mut Vec<u8>,
    longest: u64,
) -> Result<T, FrameError> {
    let mut header = [0; HEADER];
    read_header(stream, &mut header)?;
    let [a, b, c, d, j0, j1, j2, j3, body_length @ ..] = header;
    if [a, b, c, d] != MAGIC {
        return Err(FrameError::Malformed(format!(
            "a frame begins with {:?} instead of {:?}",
            String::from_utf8_lossy(&[a, b, c, d]),
            String::from_utf8_lossy(&MAGIC)
        )));
    }
    let json_length = u32::from_le_bytes([j0, j1, j2, j3]);
    let body_length = u64::from_le_bytes(body_length);
    if json_length > LONGEST_JSON || body_length > longest {
        return Err(FrameError::Malformed(format!(
            "a frame announces {json_length} bytes of JSON and {body_length} bytes of body"
        )));
    }
    let mut json = Vec::new();
    read_exactly(stream, &mut json, json_length.into())?;
    read_exactly(stream, body, body_length)?;
    serde_json::from_slice(&json).map_err(|error| {
        let start = String::from_utf8_lossy(&json[..json.len().min(200)]).into_owned();
        FrameError::Malformed(format!("unexpected message: {error} in {start}"))
    })
}

/// An end of stream before the first byte is a closed connection, later it is a truncated frame.
fn read_header(stream: &mut impl Read, header: &mut [u8; HEADER]) -> Result<(), FrameError> {
    let mut filled = 0;
    while filled < HEADER {
        match stream.read(&mut header[filled..]) {
            Ok(0) if filled == 0 => return Err(FrameError::Closed),
            Ok(0) => return Err(truncated(filled as u64, HEADER as u64)),
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Grows with the bytes that arrive, so that a false length costs no memory; what is there already
/// is written over.
fn read_exactly(stream: &mut impl Read, to: &mut Vec<u8>, length: u64) -> Result<(), FrameError> {
    let mut got = 0;
    while (got as u64) < length {
        let end = got + (length - got as u64).min(CHUNK) as usize;
        if to.len() < end {
            to.resize(end, 0);
        }
        match stream.read(&mut to[got..end]) {
            Ok(0) => return Err(truncated(got as u64, length)),
            Ok(count) => got += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    to.truncate(got);
    Ok(())
}

fn truncated(got: u64, length: u64) -> FrameError {
    FrameError::Malformed(format!(
        "the connection was closed after {got} of {length} bytes"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(json: &str, body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let value: serde_json::Value = serde_json::from_str(json).expect("valid JSON");
        send(&mut bytes, &value, body).expect("a vector takes all");
        bytes
    }

    fn parse(bytes: &[u8]) -> Result<(serde_json::Value, Vec<u8>), FrameError> {
        let mut body = vec![7; 3];
        let json = receive(&mut &bytes[..], &mut body, 1 << 20)?;
        Ok((json, body))
    }

    #[test]
    fn a_frame_survives_the_round_trip() {
        let (json, body) = parse(&frame(r#"{"a":1}"#, &[1, 2, 3])).expect("a good frame");
        assert_eq!(json["a"], 1);
        assert_eq!(body, [1, 2, 3]);
    }

    #[test]
    fn nothing_at_all_is_a_closed_connection() {
        assert!(matches!(parse(&[]), Err(FrameError::Closed)));
    }

    #[test]
    fn garbage_and_truncation_are_malformed_at_every_length() {
        let good = frame(r#"{"a":1}"#, &[1, 2, 3]);
        for length in 1..good.len() {
            assert!(
                matches!(parse(&good[..length]), Err(FrameError::Malformed(_))),
                "{length}"
            );
        }
        assert!(matches!(
            parse(b"Hello, I am not a frame at all"),
            Err(FrameError::Malformed(_))
        ));
    }

    #[test]
    fn a_false_length_is_refused_without_waiting() {
        let mut bytes = frame("{}", &[]);
        bytes[8..16].copy_from_slice(&(1u64 << 40).to_le_bytes());
        assert!(matches!(parse(&bytes), Err(FrameError::Malformed(_))));
    }
}
