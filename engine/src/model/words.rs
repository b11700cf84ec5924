//! The keywords that MJCF has for the numbers and bits of the options.

use super::Opt;

/// A word and its number.
pub type Word = (&'static str, i32);

impl Opt {
    pub const INTEGRATORS: &[Word] = &[
        ("Euler", 0),
        ("RK4", 1),
        ("implicit", 2),
        ("implicitfast", 3),
    ];
    pub const CONES: &[Word] = &[("pyramidal", 0), ("elliptic", 1)];
    pub const JACOBIANS: &[Word] = &[("dense", 0), ("sparse", 1), ("auto", 2)];
    pub const SOLVERS: &[Word] = &[("PGS", 0), ("CG", 1), ("Newton", 2)];

    /// Stages that are on unless disabled, by bit of `disableflags`.
    pub const DISABLE_FLAGS: [&str; 16] = [
        "constraint",
        "equality",
        "frictionloss",
        "limit",
        "contact",
        "passive",
        "gravity",
        "clampctrl",
        "warmstart",
        "filterparent",
        "actuation",
        "refsafe",
        "sensor",
        "midphase",
        "eulerdamp",
        "autoreset",
    ];

    /// Features that are off unless enabled, by bit of `enableflags`.
    pub const ENABLE_FLAGS: [&str; 7] = [
        "override",
        "energy",
        "fwdinv",
        "invdiscrete",
        "multiccd",
        "island",
        "nativeccd",
    ];
}
