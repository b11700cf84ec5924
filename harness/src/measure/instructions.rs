//! Counted instructions, which other processes and their use of the caches do not change.

use std::cell::RefCell;

use perf_event::events::Hardware;
use perf_event::{Builder, Counter};

/// Counts those of the calling thread from its creation on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instructions {
    start: Option<u64>,
}

impl Instructions {
    pub(crate) fn of_thread() -> Instructions {
        Instructions { start: count() }
    }

    /// `None` where the machine does not permit counting.
    pub(crate) fn elapsed(&self) -> Option<u64> {
        count()?.checked_sub(self.start?)
    }
}

/// Instructions of this thread since they were first asked for.
fn count() -> Option<u64> {
    thread_local! {
        static COUNTER: RefCell<Option<Counter>> = RefCell::new(open());
    }
    COUNTER.with_borrow_mut(|counter| counter.as_mut()?.read().ok())
}

fn open() -> Option<Counter> {
    let mut counter = Builder::new(Hardware::INSTRUCTIONS).build().ok()?;
    counter.enable().ok()?;
    Some(counter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_work_takes_more_instructions_where_they_are_counted() {
        let spin = |n: u64| {
            let counted = Instructions::of_thread();
            std::hint::black_box((0..n).fold(0, |sum, x| std::hint::black_box(sum ^ x)));
            counted.elapsed()
        };
        let (little, much) = (spin(1_000), spin(1_000_000));
        assert_eq!(little.is_some(), count().is_some());
        if let (Some(little), Some(much)) = (little, much) {
            assert!(much > 100 * little && much >= 1_000_000);
        }
    }
}
