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

/// Functions that the C side has its own versions of: their file, and what it is called with the functions renamed.
const REPLACED: [(&str, &str, &[&str]); 3] = [
    ("geom_r.c", "geom_renamed.c", &["qh_distplane"]),
    ("global_r.c", "global_renamed.c", &["qh_option"]),
    ("mem_r.c", "mem_renamed.c", &["qh_memalloc", "qh_memfree"]),
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
        for (file, renamed, functions) in REPLACED {
            fs::write(out.join(renamed), self.rename(file, functions)?)?;
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

    /// The text of qhull's `file`, in which the definitions of `functions` have other names.
    fn rename(&self, file: &str, functions: &[&str]) -> io::Result<String> {
        let directories = self.includes.iter().map(Path::new);
        let path = directories
            .map(|directory| directory.join(file))
            .find(|path| path.is_file());
        let text = fs::read_to_string(path.unwrap_or_default())?;
        functions.iter().try_fold(text, |text, function| {
            // only a definition names the types of its arguments
            let definition = format!("{function}(qhT *qh");
            match text.contains(&definition) {
                true => Ok(text.replacen(&definition, &format!("{function}_replaced(qhT *qh"), 1)),
                false => Err(io::Error::other(format!("{file} does not define {function}"))),
            }
        })
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
