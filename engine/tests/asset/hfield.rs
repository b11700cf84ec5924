//! Height fields from every source. The expected elevations are MuJoCo 3.2.6's.

use plumbline::internal::asset::{Elevation, elevation};
use plumbline::spec::Hfield;

use crate::{PNG, file, in_memory};

fn field(file: &str) -> Hfield {
    Hfield {
        file: file.to_owned(),
        size: [1.0; 4],
        ..Hfield::default()
    }
}

fn bits(elevation: &Elevation) -> Vec<u32> {
    elevation.data.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn given_elevations_are_listed_from_the_top_and_scaled() {
    let given = Hfield {
        nrow: 2,
        ncol: 3,
        elevation: vec![1.0, 2.0, 3.0, 4.0, 5.5, 7.0],
        ..field("")
    };
    let made = elevation(&given, in_memory(&[])).unwrap();
    let expected = [
        0x3f000000, 0x3f400000, 0x3f800000, 0, 0x3e2aaaab, 0x3eaaaaab,
    ];
    assert_eq!(bits(&made), expected);
}

#[test]
fn an_image_gives_its_red_channel() {
    let files = [("a.png", PNG.to_vec())];
    let made = elevation(&field("a.png"), in_memory(&files)).unwrap();
    assert_eq!((made.rows, made.columns), (2, 2));
    assert_eq!(bits(&made), [0x3f2aaaab, 0x3f800000, 0, 0x3eaaaaab]);
}

#[test]
fn the_binary_format_is_read_as_it_stands() {
    let body: Vec<u8> = [-1.5f32, 0.25, 0.75]
        .iter()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    let files = [("a.bin", file(&[3, 1], &body))];
    let made = elevation(&field("a.bin"), in_memory(&files)).unwrap();
    assert_eq!((made.rows, made.columns), (3, 1));
    assert_eq!(bits(&made), [0, 0x3f471c72, 0x3f800000]);
}

#[test]
fn sizes_that_lie_are_refused_without_allocating_them() {
    let files = [("a.bin", file(&[100_000, 100_000], &[0; 12]))];
    let message = elevation(&field("a.bin"), in_memory(&files))
        .unwrap_err()
        .to_string();
    assert!(message.starts_with("a.bin, byte 8: 12 bytes"), "{message}");
}

#[test]
fn sizes_must_be_positive() {
    let flat = Hfield {
        size: [1.0, 1.0, 0.0, 1.0],
        nrow: 1,
        ncol: 1,
        elevation: vec![0.0],
        ..field("")
    };
    assert!(elevation(&flat, in_memory(&[])).is_err());
}

#[test]
fn a_field_of_ten_thousand_million_cells_is_refused_at_once() {
    let text = "<mujoco><asset><hfield name='h' nrow='100000' ncol='100000' size='1 1 1 1'/></asset></mujoco>";
    let error = plumbline::Spec::from_xml_string(text).unwrap_err();
    assert!(error.message.contains("100000 x 100000"), "{error}");
}
