//! Numbers from a file's bytes, little-endian, keeping the offset for error messages.

use super::{AssetError, Place};

/// A position in a file's bytes.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, offset: 0 }
    }

    /// An error at the current offset.
    pub(super) fn refuse(&self, message: impl Into<String>) -> AssetError {
        AssetError::at(Place::Byte(self.offset), message)
    }

    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.offset
    }

    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], AssetError> {
        if count > self.remaining() {
            return Err(self.refuse(format!(
                "the file ends here, but {count} more bytes are expected"
            )));
        }
        let taken = &self.bytes[self.offset..self.offset + count];
        self.offset += count;
        Ok(taken)
    }

    pub(super) fn i32(&mut self) -> Result<i32, AssetError> {
        let mut word = [0; 4];
        word.copy_from_slice(self.take(4)?);
        Ok(i32::from_le_bytes(word))
    }

    pub(super) fn i32s(&mut self, count: usize) -> Result<Vec<i32>, AssetError> {
        Ok(words(self.take(count.saturating_mul(4))?)
            .map(i32::from_le_bytes)
            .collect())
    }

    pub(super) fn f32s(&mut self, count: usize) -> Result<Vec<f32>, AssetError> {
        Ok(words(self.take(count.saturating_mul(4))?)
            .map(f32::from_le_bytes)
            .collect())
    }

    /// Refuses trailing bytes after what the file should hold.
    pub(super) fn finish(&self) -> Result<(), AssetError> {
        match self.remaining() {
            0 => Ok(()),
            extra => Err(self.refuse(format!("{extra} bytes too many"))),
        }
    }
}

fn words(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> + '_ {
    bytes.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]])
}
