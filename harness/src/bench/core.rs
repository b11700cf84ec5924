//! One core for both sides: the cores of a shared machine differ from each other by half, for minutes on end.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Keeps this thread, and the processes that it starts, on one core. Where that cannot be had, turns are only less even.
pub fn stay_on_one_core() {
    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    if let Some(core) = (0..CpuSet::MAX_CPU)
        .rev()
        .find(|&core| allowed.is_set(core))
    {
        let mut one = CpuSet::new();
        one.set(core);
        let _ = sched_setaffinity(None, &one);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_core_is_left() {
        let count = std::thread::spawn(|| {
            stay_on_one_core();
            sched_getaffinity(None).map(|set| set.count())
        });
        assert_eq!(count.join().expect("no panic"), Ok(1));
    }
}
