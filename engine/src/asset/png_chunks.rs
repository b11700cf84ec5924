//! The integrity of a PNG file, chunk by chunk, before it is decoded: checksums, and sizes of
//! ancillary chunks.
//!
//! The decoder stops checking CRCs at the first chunk that it does not know; MuJoCo's knows more
//! kinds and goes on.

use super::{AssetError, Place};

/// The bytes before the first chunk.
const SIGNATURE: usize = 8;
/// Bytes of a chunk besides its data: length, kind, CRC.
const FRAME: usize = 12;

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
        if kind == b"IEND" {
            return Ok(());
        }
        offset += chunk.len();
    }
}
