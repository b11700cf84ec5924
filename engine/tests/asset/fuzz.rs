//! Damaged files of every format: a refusal or a mesh, never a panic, in bounded time.

use std::time::{Duration, Instant};

use plumbline::internal::asset::mesh::compile;
use plumbline::internal::asset::{elevation, skin, texture};
use plumbline::spec::{Hfield, Mesh, Skin, Texture, TextureType};
use rand_mt::Mt64;

use crate::{PNG, file, in_memory};

const TIME: Duration = Duration::from_secs(2);

/// Changes a few bytes, cuts the end off, or repeats a piece.
fn damage(bytes: &mut Vec<u8>, random: &mut Mt64) {
    let mut below = |n: usize| (random.next_u64() % n.max(1) as u64) as usize;
    for _ in 0..=below(4) {
        if bytes.is_empty() {
            return;
        }
        let at = below(bytes.len());
        match below(8) {
            0 => bytes.truncate(at),
            1 => bytes.extend_from_within(at..),
            2 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][below(5)],
            3 => bytes[at] = b"0123456789-+.e/vf \n"[below(19)],
            _ => bytes[at] ^= 1 << below(8),
        }
    }
}

fn load(name: &str, bytes: Vec<u8>) {
    let files = [(name, bytes)];
    let file = name.to_owned();
    match name.rsplit('.').next() {
        Some("png" | "tex") => {
            let kinds = [TextureType::TwoD, TextureType::Cube];
            for kind in kinds {
                let file = file.clone();
                let description = Texture {
                    kind,
                    file,
                    ..Texture::default()
                };
                let _ = texture::pixels(&description, in_memory(&files));
            }
        }
        Some("hf") => {
            let size = [1.0; 4];
            let description = Hfield {
                file,
                size,
                ..Hfield::default()
            };
            let _ = elevation(&description, in_memory(&files));
        }
        Some("skn") => {
            let description = Skin {
                file,
                ..Skin::default()
            };
            let _ = skin(&description, in_memory(&files));
        }
        _ => {
            let description = Mesh {
                file,
                ..Mesh::default()
            };
            let mesh = compile(&description, true, in_memory(&files));
            let _ = mesh.map(|mesh| mesh.solid(false).is_ok());
        }
    }
}

#[test]
fn damaged_files_are_refused_or_loaded_but_never_break_the_program() {
    let start = Instant::now();
    let mut random = Mt64::new(1);
    let mut seeds: Vec<(&str, Vec<u8>)> = crate::mesh::files();
    seeds.push(("a.png", PNG.to_vec()));
    seeds.push(("a.tex", file(&[2, 2], &[7; 12])));
    seeds.push(("a.hf", file(&[2, 2], &[7; 16])));
    seeds.push(("a.skn", crate::skin::stored()));
    while start.elapsed() < TIME {
        for (name, bytes) in &seeds {
            let mut damaged = bytes.clone();
            damage(&mut damaged, &mut random);
            load(name, damaged);
        }
    }
}
