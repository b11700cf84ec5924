//! Attribute values: entities and line endings.
//!
//! tinyxml2 resolves a value in place, writing behind the position it reads from. For an undefined
//! entity it advances both without copying the `&`, so what ends up there is whatever the buffer
//! held: the same is done here.

/// The value as the reader of a model sees it; `None` if it is not text (for instance a reference
/// to half a surrogate pair).
pub(super) fn decode(raw: &str) -> Option<String> {
    let mut buffer = raw.as_bytes().to_vec();
    let (mut read, mut write) = (0, 0);
    while read < buffer.len() {
        let next = buffer.get(read + 1).copied();
        match buffer[read] {
            byte @ (b'\r' | b'\n') => {
                // CR LF, LF CR and a lone CR all count as one LF.
                let pair = next.is_some_and(|n| n != byte && (n == b'\r' || n == b'\n'));
                buffer[write] = b'\n';
                read += if pair { 2 } else { 1 };
                write += 1;
            }
            b'&' if next == Some(b'#') => match character_reference(&buffer[read..]) {
                Some((code, len)) => {
                    let (bytes, count) = utf8(code);
                    buffer[write..write + count].copy_from_slice(&bytes[..count]);
                    read += len;
                    write += count;
                }
                None => {
                    buffer[write] = b'&';
                    read += 1;
                    write += 1;
                }
            },
            b'&' => match named_entity(&buffer[read + 1..]) {
                Some((byte, len)) => {
                    buffer[write] = byte;
                    read += 1 + len;
                    write += 1;
                }
                None => {
                    read += 1;
                    write += 1;
                }
            },
            byte => {
                buffer[write] = byte;
                read += 1;
                write += 1;
            }
        }
    }
    buffer.truncate(write);
    // A null ends the value: it is a C string there.
    if let Some(end) = buffer.iter().position(|&byte| byte == 0) {
        buffer.truncate(end);
    }
    String::from_utf8(buffer).ok()
}

const ENTITIES: [(&[u8], u8); 5] = [
    (b"quot;", b'"'),
    (b"amp;", b'&'),
    (b"apos;", b'\''),
    (b"lt;", b'<'),
    (b"gt;", b'>'),
];

/// The character that a named entity stands for and its length after the `&`.
fn named_entity(after: &[u8]) -> Option<(u8, usize)> {
    let (pattern, byte) = ENTITIES.iter().find(|(name, _)| after.starts_with(name))?;
    Some((*byte, pattern.len()))
}

/// The code of `&#10;` or `&#xA;` and the length of the whole reference. No digits at all mean
/// zero.
fn character_reference(text: &[u8]) -> Option<(u64, usize)> {
    let (radix, digits) = match text.get(2) {
        Some(b'x') => (16, 3),
        _ => (10, 2),
    };
    let end = digits + text.get(digits..)?.iter().position(|&byte| byte == b';')?;
    let mut code = 0_u64;
    for &byte in &text[digits..end] {
        let digit = char::from(byte).to_digit(radix)?;
        code = code
            .wrapping_mul(u64::from(radix))
            .wrapping_add(u64::from(digit));
    }
    Some((code, end + 1))
}

/// The UTF-8 pattern for a code, valid or not; nothing for one that does not fit.
fn utf8(code: u64) -> ([u8; 4], usize) {
    let tail = |shift: u32| (code >> shift) as u8 & 0x3F | 0x80;
    match code {
        0..0x80 => ([code as u8, 0, 0, 0], 1),
        0x80..0x800 => ([(code >> 6) as u8 | 0xC0, tail(0), 0, 0], 2),
        0x800..0x1_0000 => ([(code >> 12) as u8 | 0xE0, tail(6), tail(0), 0], 3),
        0x1_0000..0x20_0000 => ([(code >> 18) as u8 | 0xF0, tail(12), tail(6), tail(0)], 4),
        _ => ([0; 4], 0),
    }
}
