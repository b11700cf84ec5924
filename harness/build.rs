//! With the feature `python`: finds the interpreter's library at run time, and gives the harness
//! its version.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    #[cfg(feature = "python")]
    {
        pyo3_build_config::add_libpython_rpath_link_args();
        let version = pyo3_build_config::get().version();
        println!("cargo:rustc-env=PLUMBLINE_PYTHON={version}");
    }
}
