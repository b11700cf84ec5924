//! Stands in for `bindgen` when `qhull-sys` is built.
//!
//! `qhull-sys` carries the C source of the qhull that MuJoCo 3.2.6 is built with, but translates its headers with `bindgen`, which needs
//! libclang on the machine. We need one function only: so, at the point where the headers would be translated, this crate compiles one C
//! file against them and hands out Rust code for that function instead.

use std::path::Path;
use std::{fs, io};

/// What becomes of `qhull_sys`: the convex hull as one safe function.
const BINDINGS: &str = include_str!("hull.rs");

/// The C side of that function, compiled where qhull's headers are at hand.
const SHIM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/hull.c");

/// The part of bindgen's builder that the build script of `qhull-sys` uses; the settings do not matter here.
#[derive(Default)]
pub struct Builder {
    includes: Vec<String>,
}

impl Builder {
    pub fn header(self, _name: impl Into<String>) -> Builder {
        self
    }

    pub fn use_core(self) -> Builder {
        self
    }

    pub fn parse_callbacks(self, _callbacks: Box<CargoCallbacks>) -> Builder {
        self
    }

    /// Keeps the directories in which the headers stand.
    pub fn clang_args(mut self, arguments: impl IntoIterator<Item = String>) -> Builder {
        let directories = arguments.into_iter();
        self.includes = directories
            .filter_map(|a| a.strip_prefix("-I").map(str::to_owned))
            .collect();
        self
    }

    pub fn generate(self) -> Result<Bindings, std::convert::Infallible> {
        println!("cargo:rerun-if-changed={SHIM}");
        cc::Build::new()
            .file(SHIM)
            .includes(&self.includes)
            .compile("hull");
        Ok(Bindings)
    }
}

pub struct Bindings;

impl Bindings {
    pub fn write_to_file(&self, path: impl AsRef<Path>) -> io::Result<()> {
        fs::write(path, BINDINGS)
    }
}

pub struct CargoCallbacks;

impl CargoCallbacks {
    #[allow(clippy::new_without_default)]
    pub fn new() -> CargoCallbacks {
        CargoCallbacks
    }
}
