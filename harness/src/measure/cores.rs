//! Both sides run on the same cores, and on one core unless the number of cores is what is
//! measured: the cores of a shared machine can differ in speed by half for minutes.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores that this thread may use.
#[derive(Clone, Copy, Debug)]
pub struct Cores(Option<CpuSet>);

impl Cores {
    pub fn allowed() -> Cores {
        Cores(sched_getaffinity(None).ok())
    }

    pub fn count(&self) -> usize {
        self.0.map_or(1, |set| set.count() as usize)
    }

    /// Keeps this thread, and the processes that it starts, on the last `count` of them. Where that
    /// is not possible, turns only vary more.
    pub fn stay_on(&self, count: usize) {
        let Some(allowed) = self.0 else {
            return;
        };
        let mut kept = CpuSet::new();
        let last = (0..CpuSet::MAX_CPU)
            .rev()
            .filter(|&core| allowed.is_set(core));
        last.take(count).for_each(|core| kept.set(core));
        if kept.count() > 0 {
            let _ = sched_setaffinity(None, &kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_cores_are_left_as_are_wanted_and_there() {
        let counts = std::thread::spawn(|| {
            let cores = Cores::allowed();
            let left = [1, cores.count(), cores.count() + 1].map(|wanted| {
                cores.stay_on(wanted);
                Cores::allowed().count()
            });
            (left, cores.count())
        });
        let (left, all) = counts.join().expect("no panic");
        assert_eq!(left, [1, all, all]);
    }
}
