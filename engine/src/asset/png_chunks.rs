//! The integrity of a PNG file, chunk by chunk, before it is decoded: checksums, sizes of ancillary
//! chunks, and what those hold that the decoder does not know.
//!
//! The decoder stops checking CRCs at the first chunk that it does not know; MuJoCo's knows more
//! kinds and goes on.

use std::io::Read;

use flate2::bufread::ZlibDecoder;

use super::{AssetError, Place};

/// The bytes before the first chunk.
const SIGNATURE: usize = 8;
/// Bytes of a chunk besides its data: length, kind, CRC.
const FRAME: usize = 12;
/// Where the header has the bits of a sample, and after them the kind of colours.
const DEPTH: usize = 24;
/// A colour profile may have so many bytes.
const MOST_OF_PROFILE: u64 = 1 << 24;

/// Kinds whose CRC is checked, with the size that they must have, if it is fixed.
const KNOWN: [(&[u8; 4], Option<usize>); 16] = [
    (b"IHDR", Some(13)),
    (b"PLTE", None),
    (b"IDAT", None),
    (b"IEND", None),
    (b"tRNS", None),
    (b"bKGD", None),
    (b"tEXt", None),
    (b"zTXt", None),
    (b"iTXt", None),
    (b"tIME", Some(7)),
    (b"pHYs", Some(9)),
    (b"gAMA", Some(4)),
    (b"cHRM", Some(32)),
    (b"sRGB", Some(1)),
    (b"iCCP", None),
    (b"sBIT", None),
];

/// Refuses a file whose chunks are truncated, damaged, or lack an end chunk.
pub(super) fn check(file: &[u8]) -> Result<(), AssetError> {
    let mut offset = SIGNATURE;
    loop {
        let refuse = |message: &str| AssetError::at(Place::Byte(offset), message);
        let rest = file.get(offset..).unwrap_or_default();
        let length = rest
            .first_chunk()
            .map_or(0, |&word| u32::from_be_bytes(word)) as usize;
        let Some(chunk) = rest.get(..length + FRAME) else {
            return Err(refuse("the PNG file ends within a chunk"));
        };
        let (kind, data) = (&chunk[4..8], &chunk[8..8 + length]);
        if let Some((_, size)) = KNOWN.iter().find(|(known, _)| kind == known.as_slice()) {
            if size.is_some_and(|size| size != data.len()) {
                return Err(refuse("a chunk of the PNG file has the wrong size"));
            }
            let sum = crc32fast::hash(&chunk[4..8 + length]).to_be_bytes();
            if sum != chunk[8 + length..] {
                return Err(refuse(
                    "a chunk of the PNG file is damaged: its sum is wrong",
                ));
            }
        }
        let holds = match kind {
            b"sBIT" => are_significant_bits(file, data),
            b"iCCP" => is_profile(data),
            _ => true,
        };
        if !holds {
            return Err(refuse("a chunk of the PNG file holds what it may not"));
        }
        if kind == b"IEND" {
            return Ok(());
        }
        offset += chunk.len();
    }
}

/// Whether there is a number of bits for each sample, and no sample has so many.
fn are_significant_bits(file: &[u8], data: &[u8]) -> bool {
    let (depth, samples) = match file.get(DEPTH..DEPTH + 2) {
        Some(&[depth, 0]) => (depth, 1),
        Some(&[depth, 2]) => (depth, 3),
        Some(&[_, 3]) => (8, 3),
        Some(&[depth, 4]) => (depth, 2),
        Some(&[depth, 6]) => (depth, 4),
        // Refused for its colours
        _ => return true,
    };
    data.len() == samples && data.iter().all(|bits| (1..=depth).contains(bits))
}

/// Whether a colour profile has a name of legal length and unpacks to something.
fn is_profile(data: &[u8]) -> bool {
    let Some(end) = data.iter().position(|&c| c == 0) else {
        return false;
    };
    let Some((0, packed)) = data[end + 1..].split_first() else {
        return false;
    };
    let mut profile = Vec::new();
    let mut stream = ZlibDecoder::new(packed).take(MOST_OF_PROFILE + 1);
    let unpacks = stream.read_to_end(&mut profile).is_ok();
    let whole = stream.into_inner().total_in() == packed.len() as u64;
    let size = 1..=MOST_OF_PROFILE;
    (1..=79).contains(&end) && unpacks && whole && size.contains(&(profile.len() as u64))
}
