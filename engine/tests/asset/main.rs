//! Assets against values that MuJoCo 3.2.6 compiled from the same descriptions and files.

mod fuzz;
mod hfield;
mod memory;
mod memory_model;
mod mesh;
mod model;
mod skin;
mod texture;

use plumbline::{AssetError, Bytes};

/// Files by name, for descriptions that ask for them.
fn in_memory<'a>(
    files: &'a [(&'a str, Vec<u8>)],
) -> impl Fn(&str) -> Result<Bytes, AssetError> + 'a {
    move |name| {
        let mut memory = plumbline::Files::default();
        for (file, bytes) in files {
            memory.add(file, bytes.as_slice())?;
        }
        memory.read("", name)
    }
}

/// Little-endian integers, then bytes.
fn file(header: &[i32], body: &[u8]) -> Vec<u8> {
    let mut bytes: Vec<u8> = header.iter().flat_map(|n| n.to_le_bytes()).collect();
    bytes.extend_from_slice(body);
    bytes
}

/// Two by two pixels of 16-bit RGBA: the bytes 7 to 38, with a gamma that must not count.
const PNG: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 2, 16, 6, 0,
    0, 0, 34, 38, 209, 103, 0, 0, 0, 4, 103, 65, 77, 65, 0, 0, 177, 143, 11, 252, 97, 5, 0, 0, 0,
    42, 73, 68, 65, 84, 120, 218, 99, 96, 231, 224, 228, 226, 230, 225, 229, 227, 23, 16, 20, 18,
    22, 17, 21, 99, 16, 151, 144, 148, 146, 150, 145, 149, 147, 87, 80, 84, 82, 86, 81, 85, 3, 0,
    36, 202, 2, 209, 37, 51, 102, 53, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];
