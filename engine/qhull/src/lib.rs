//! Stands in for `bindgen` when `qhull-sys` is built.
//!
//! `qhull-sys` carries the C source of the qhull that MuJoCo 3.2.6 is built with, but translates its headers with `bindgen`, which needs
//! libclang on the machine. We need one function only: so, at the point where the headers would be translated, this crate compiles one C
//! file, with the whole of qhull in it, and hands out Rust code for that function instead.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What becomes of `qhull_sys`: the convex hull as one safe function.
const BINDINGS: &str = include_str!("hull.rs");

/// The C side of that function, compiled where qhull's sources are at hand.
const SHIM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/hull.c");

/// Functions that the C side has its own version of: their file, and what it is called with the function renamed.
const REPLACED: [(&str, &str, &str); 2] = [
    ("qh_distplane", "geom_r.c", "geom_renamed.c"),
    ("qh_option", "global_r.c", "global_renamed.c"),
];

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
        for (function, file, renamed) in REPLACED {
            fs::write(out.join(renamed), self.renamed(function, file)?)?;
        }
        cc::Build::new()
            .file(SHIM)
            .includes(&self.includes)
            .include(&out)
            .warnings(false)
            // a product and a sum are two roundings
            .flag_if_supported("-ffp-contract=off")
            .flag_if_supported("-fomit-frame-pointer")
            .compile("hull");
        Ok(Bindings)
    }

    /// The text of qhull's `file`, in which the definition of `function` has another name.
    fn renamed(&self, function: &str, file: &str) -> io::Result<String> {
        let found = self.includes.iter().find_map(|directory| {
            let text = fs::read_to_string(Path::new(directory).join(file)).ok()?;
            let definition = format!("\nvoid {function}(");
            let renamed = text.replacen(&definition, &format!("\nvoid {function}_replaced("), 1);
            (renamed != text).then_some(renamed)
        });
        found.ok_or_else(|| io::Error::other(format!("{file} does not define {function}")))
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
