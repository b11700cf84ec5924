//! The bytes of a struct of C, written member after member.

/// Bytes that begin at a multiple of 8, as the structs do.
#[derive(Default)]
pub struct Writer {
    words: Vec<u64>,
    end: usize,
}

impl Writer {
    /// Room for a member, of zeros: where it begins.
    pub fn room(&mut self, align: usize, size: usize) -> usize {
        let at = self.end.next_multiple_of(align);
        self.end = at + size;
        self.words.resize(self.end.div_ceil(8), 0);
        at
    }

    /// Adds a member.
    pub fn put(&mut self, align: usize, bytes: &[u8]) {
        let at = self.room(align, bytes.len());
        self.set(at, bytes);
    }

    /// Adds a pointer: where it is.
    pub fn pointer(&mut self, pointer: *mut u8) -> usize {
        let at = self.room(8, 8);
        self.set_pointer(at, pointer);
        at
    }

    /// Sets bytes of a member.
    pub fn set(&mut self, at: usize, bytes: &[u8]) {
        bytemuck::cast_slice_mut(&mut self.words)[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub fn set_pointer(&mut self, at: usize, pointer: *mut u8) {
        self.set(at, &pointer.expose_provenance().to_ne_bytes());
    }

    /// Where the struct begins.
    pub fn start(&mut self) -> *mut u8 {
        self.words.as_mut_ptr().cast()
    }
}
