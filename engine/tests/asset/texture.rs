//! Textures: every pattern and mark, and images from files. The expected pixels are MuJoCo 3.2.6's.

use lodepng::{ColorType, Image};
use plumbline::internal::asset::texture::{Pixels, pixels};
use plumbline::spec::{Builtin, Mark, Texture, TextureType};

use crate::{PNG, file, in_memory};

/// Type, pattern, mark, height, CRC-32 of the pixels as MuJoCo makes them.
#[rustfmt::skip]
const PATTERNS: [(&str, &str, &str, i32, u32); 24] = [
    ("2d", "flat", "none", 4, 0x94536196),
    ("2d", "flat", "edge", 4, 0x2e0c15c7),
    ("2d", "flat", "cross", 4, 0x5a105d87),
    ("2d", "flat", "random", 4, 0xa1fc575c),
    ("2d", "checker", "none", 4, 0x57c369f6),
    ("2d", "checker", "edge", 4, 0x109ae9cd),
    ("2d", "checker", "cross", 4, 0x99b6e5c5),
    ("2d", "checker", "random", 4, 0x6e8d94fa),
    ("2d", "gradient", "none", 4, 0xdea7f5b9),
    ("2d", "gradient", "edge", 4, 0xc6974505),
    ("2d", "gradient", "cross", 4, 0x0054bb88),
    ("2d", "gradient", "random", 4, 0xbad0b7af),
    ("cube", "flat", "none", 30, 0xe91d7011),
    ("cube", "flat", "edge", 30, 0x2d9be140),
    ("cube", "flat", "cross", 30, 0xeb44f877),
    ("cube", "flat", "random", 30, 0xd9ebc4af),
    ("cube", "checker", "none", 30, 0x5b74a9af),
    ("cube", "checker", "edge", 30, 0x6920f704),
    ("cube", "checker", "cross", 30, 0xfd520e50),
    ("cube", "checker", "random", 30, 0xa9fd5b4f),
    ("cube", "gradient", "none", 30, 0x9034f897),
    ("cube", "gradient", "edge", 30, 0xf33fc786),
    ("cube", "gradient", "cross", 30, 0x45036218),
    ("cube", "gradient", "random", 30, 0x1e531782),
];

fn made(texture: &Texture, files: &[(&str, Vec<u8>)]) -> Pixels {
    pixels(texture, in_memory(files)).unwrap()
}

fn refused(texture: &Texture, files: &[(&str, Vec<u8>)]) -> String {
    pixels(texture, in_memory(files)).unwrap_err().to_string()
}

fn flat(file: &str) -> Texture {
    Texture {
        kind: TextureType::TwoD,
        file: file.to_owned(),
        ..Texture::default()
    }
}

#[test]
fn every_pattern_with_every_mark_has_the_reference_pixels() {
    for (kind, builtin, mark, height, sum) in PATTERNS {
        let texture = Texture {
            kind: match kind {
                "2d" => TextureType::TwoD,
                _ => TextureType::Cube,
            },
            builtin: match builtin {
                "flat" => Builtin::Flat,
                "checker" => Builtin::Checker,
                _ => Builtin::Gradient,
            },
            mark: match mark {
                "edge" => Mark::Edge,
                "cross" => Mark::Cross,
                "random" => Mark::Random,
                _ => Mark::None,
            },
            rgb1: [0.1, 0.25, 0.9],
            rgb2: [0.7, 0.3, 0.05],
            markrgb: [1.0, 0.5, 0.0],
            random: 0.2,
            width: 5,
            height: 4,
            ..Texture::default()
        };
        let made = made(&texture, &[]);
        assert_eq!((made.width, made.height), (5, height));
        assert_eq!(crc32fast::hash(&made.bytes), sum, "{kind} {builtin} {mark}");
    }
}

#[test]
fn colours_out_of_range_wrap() {
    let texture = Texture {
        builtin: Builtin::Flat,
        rgb1: [1.5, -0.5, 0.999],
        width: 1,
        height: 1,
        ..flat("")
    };
    assert_eq!(made(&texture, &[]).bytes, [126, 129, 254]);
}

#[test]
fn a_pattern_of_four_channels_is_drawn_in_three() {
    let texture = Texture {
        builtin: Builtin::Flat,
        rgb1: [1.0, 0.0, 0.5],
        width: 2,
        height: 1,
        nchannel: 4,
        ..flat("")
    };
    assert_eq!(made(&texture, &[]).bytes, [255, 0, 127, 255, 0, 127, 0, 0]);
}

#[test]
fn wide_samples_keep_their_high_byte_and_gamma_does_not_count() {
    let files = [("a.png", PNG.to_vec())];
    let bytes = [7, 9, 11, 15, 17, 19, 23, 25, 27, 31, 33, 35];
    assert_eq!(made(&flat("a.png"), &files).bytes, bytes);
    let four = Texture {
        nchannel: 4,
        ..flat("a.png")
    };
    let bytes = [7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37];
    assert_eq!(made(&four, &files).bytes, bytes);
}

/// A chunk with its length and its sum.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let content = [kind, data].concat();
    let length = (data.len() as u32).to_be_bytes();
    let sum = crc32fast::hash(&content).to_be_bytes();
    [&length, &content[..], &sum].concat()
}

/// What LodePNG, MuJoCo's decoder, makes of an image.
fn general(file: &[u8], color: ColorType) -> Vec<u8> {
    match lodepng::decode_memory(file, color, 8).unwrap() {
        Image::RGBA(picture) => bytemuck::cast_slice(&picture.buffer).to_vec(),
        Image::RGB(picture) => bytemuck::cast_slice(&picture.buffer).to_vec(),
        Image::Grey(picture) => bytemuck::cast_slice(&picture.buffer).to_vec(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn plain_images_have_the_pixels_of_the_general_decoder_whatever_their_filters_and_texts() {
    const HEADER: usize = 33;
    let (width, height) = (37, 46);
    let colors = [
        (ColorType::GREY, 1),
        (ColorType::RGB, 3),
        (ColorType::RGBA, 4),
    ];
    for (color, samples) in colors {
        let texts = [
            chunk(b"iTXt", b"Comment\0\0\0en\0\0text"),
            chunk(b"sBIT", &vec![8; samples]),
        ];
        // Rows of noise, and such that grow downwards or to the right, so that every filter has its
        // use
        let sample = |k: usize| match k / (5 * samples * width) % 3 {
            0 => (k.wrapping_mul(2654435761) >> 7) as u8,
            1 => (k / (samples * width)) as u8,
            _ => (3 * k) as u8,
        };
        let bytes: Vec<u8> = (0..samples * width * height).map(sample).collect();
        let plain = lodepng::encode_memory(&bytes, width, height, color, 8).unwrap();
        for text in &texts {
            let file = [&plain[..HEADER], text, &plain[HEADER..]].concat();
            for (wanted, channels) in colors {
                let texture = Texture {
                    nchannel: channels as i32,
                    ..flat("a.png")
                };
                let expected = general(&file, wanted);
                let found = made(&texture, &[("a.png", file.clone())]);
                assert_eq!(found.bytes, expected, "{samples} to {channels}");
            }
        }
    }
}

#[test]
fn images_can_be_flipped() {
    let files = [("a.png", PNG.to_vec())];
    let sideways = Texture {
        hflip: true,
        ..flat("a.png")
    };
    let bytes = [15, 17, 19, 7, 9, 11, 31, 33, 35, 23, 25, 27];
    assert_eq!(made(&sideways, &files).bytes, bytes);
    let upside_down = Texture {
        vflip: true,
        ..flat("a.png")
    };
    let bytes = [23, 25, 27, 31, 33, 35, 7, 9, 11, 15, 17, 19];
    assert_eq!(made(&upside_down, &files).bytes, bytes);
}

#[test]
fn a_grid_of_faces_is_cut_apart() {
    let body: Vec<u8> = (0..24).collect();
    let files = [("a.bin", file(&[4, 2], &body))];
    let texture = Texture {
        kind: TextureType::Cube,
        gridsize: [1, 2],
        gridlayout: "UB".to_owned(),
        rgb1: [1.0, 0.0, 1.0],
        ..flat("a.bin")
    };
    let made = made(&texture, &files);
    assert_eq!((made.width, made.height), (2, 12));
    let up = [0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17];
    let back = [6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23];
    assert_eq!(made.bytes[24..36], up);
    assert_eq!(made.bytes[60..], back);
    assert_eq!(made.bytes[..3], [255, 0, 255]);
}

#[test]
fn faces_without_a_file_have_the_first_colour() {
    let files = [
        ("a.bin", file(&[1, 1], &[9, 8, 7])),
        ("b.bin", file(&[1, 1], &[6, 5, 4])),
    ];
    let mut texture = Texture {
        kind: TextureType::Skybox,
        rgb1: [1.0, 0.0, 1.0],
        ..Texture::default()
    };
    texture.cubefiles[1] = "a.bin".to_owned();
    texture.cubefiles[3] = "b.bin".to_owned();
    let made = made(&texture, &files);
    let bytes = [
        255, 0, 255, 9, 8, 7, 255, 0, 255, 6, 5, 4, 255, 0, 255, 255, 0, 255,
    ];
    assert_eq!(made.bytes, bytes);
}

#[test]
fn one_square_image_is_repeated_on_a_cube() {
    let files = [("a.bin", file(&[1, 1], &[9, 8, 7]))];
    let texture = Texture {
        kind: TextureType::Cube,
        ..flat("a.bin")
    };
    let made = made(&texture, &files);
    assert_eq!((made.width, made.height, made.bytes), (1, 1, vec![9, 8, 7]));
}

#[test]
fn a_damaged_image_is_refused_with_its_place() {
    let mut damaged = PNG.to_vec();
    damaged[60] ^= 1;
    let files = [("a.png", damaged)];
    let message = refused(&flat("a.png"), &files);
    assert!(message.starts_with("a.png, byte 49: "), "{message}");
}

#[test]
fn an_image_cut_anywhere_is_refused() {
    for length in 0..PNG.len() {
        let files = [("a.png", PNG[..length].to_vec())];
        assert!(
            pixels(&flat("a.png"), in_memory(&files)).is_err(),
            "{length}"
        );
    }
}

#[test]
fn what_is_not_an_image_is_refused() {
    let files = [
        ("a.png", b"no image".to_vec()),
        ("a.bin", b"short".to_vec()),
    ];
    assert!(refused(&flat("a.png"), &files).contains("a.png"));
    assert!(refused(&flat("a.bin"), &files).contains("a.bin, byte 4: "));
}

#[test]
fn sizes_that_lie_are_refused_without_allocating_them() {
    let files = [("a.bin", file(&[100_000, 100_000], &[0; 12]))];
    assert!(refused(&flat("a.bin"), &files).contains("30000000000"));
    let huge = Texture {
        builtin: Builtin::Flat,
        width: 100_000,
        height: 100_000,
        ..flat("")
    };
    assert!(refused(&huge, &[]).contains("too large"));
}
