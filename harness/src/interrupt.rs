//! Ctrl-C: the first one asks a run to end after the cases that it is at, the second one ends the
//! program.
//!
//! Simulators are in process groups of their own, so that only the harness hears it.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

extern "C" fn note(_signal: libc::c_int) {
    REQUESTED.store(true, Ordering::Relaxed);
}

/// Listens for the first interrupt.
pub(crate) fn watch() {
    // SAFETY: all of `sigaction` may be zero; the handler does nothing but store to an atomic, which
    // a signal handler may do.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = note as extern "C" fn(libc::c_int) as libc::sighandler_t;
        action.sa_flags = libc::SA_RESTART | libc::SA_RESETHAND;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut());
    }
}

/// Whether somebody asked to end.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
