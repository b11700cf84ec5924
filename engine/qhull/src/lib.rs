//! Stands in for `bindgen` when `qhull-sys` is built.
//!
//! `qhull-sys` carries the C source of the qhull that MuJoCo 3.2.6 is built with, but translates its headers with `bindgen`, which needs
//! libclang on the machine. We need one function only: so, at the point where the headers would be translated, this crate compiles one C
//! file, with the whole of qhull in it, and hands out Rust code for that function instead.

mod source;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What becomes of `qhull_sys`: the convex hull as one safe function.
const BINDINGS: &str = include_str!("hull.rs");

/// The C side of that function, compiled where qhull's sources are at hand.
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

    pub fn generate(self) -> io::Result<Bindings> {
        println!("cargo:rerun-if-changed={SHIM}");
        let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
        source::write(&self.includes, &out)?;
        cc::Build::new()
            .file(SHIM)
            // qhull's sources as they are written there come before those that it carries
            .include(&out)
            .includes(&self.includes)
            .warnings(false)
            // a product and a sum are two roundings
            .flag_if_supported("-ffp-contract=off")
            .flag_if_supported("-fomit-frame-pointer")
            .flag_if_supported("-fno-math-errno")
            .flag_if_supported("-fwhole-program")
            // facets are cleared one by one: too small for an instruction that clears blocks
            .flag_if_supported("-mmemset-strategy=unrolled_loop:256:noalign,libcall:-1:noalign")
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
