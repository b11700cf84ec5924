//! glibc's allocator, taught to keep the memory of large models. The only state of a process that
//! the engine can change, and it does so only when the program asks.

/// The largest block whose size glibc learns from: `DEFAULT_MMAP_THRESHOLD_MAX` of 32 MiB, less
/// room for its own header and alignment.
const LARGEST: usize = (32 << 20) - (64 << 10);

/// Half of what a heap can hold free at its end: with what else is free there it must stay below
/// twice the largest block, or all of it is given back.
const HALF: usize = 28 << 20;

/// Lets every model find its memory where an earlier one left it. For programs that load large
/// models again and again; call it once, at the start.
///
/// By default glibc takes each block of 128 KiB or more from the system and gives it back when it
/// is freed, and the system hands out such memory page by page, cleared: that costs more than what
/// a load writes to it. Both thresholds grow with the largest block that was ever freed, so this
/// frees one of the largest size that counts. A block that is larger still, as all pixels of a
/// model can be, comes from the heap only if a free piece of it is large enough, so this leaves one
/// of 56 MiB there. None of it is touched, so it takes no memory. From then on the process keeps up
/// to 64 MiB of freed memory. With other allocators nothing happens.
///
/// ```
/// plumbline::tune_allocator();
/// let model = plumbline::Spec::from_xml_string("<mujoco/>")?.compile()?;
/// # Ok::<(), plumbline::Error>(())
/// ```
pub fn tune_allocator() {
    drop(untouched(LARGEST));
    // Freed side by side, they become one piece.
    drop([untouched(HALF), untouched(HALF)]);
}

/// A block, so that it can be freed. Without it memory is given back, nothing else.
fn untouched(bytes: usize) -> Vec<u8> {
    let mut block = Vec::new();
    let _ = block.try_reserve_exact(bytes);
    std::hint::black_box(block)
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    /// Page faults of this thread so far that the system could serve from memory.
    fn faults() -> u64 {
        let line = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        let (_, after_name) = line.rsplit_once(')').unwrap();
        after_name
            .split_whitespace()
            .nth(7)
            .unwrap()
            .parse()
            .unwrap()
    }

    /// How many pages the system hands out for a block of so many MiB that is written to.
    fn pages(mebibytes: usize) -> u64 {
        let before = faults();
        let mut block = untouched(mebibytes << 20);
        block.resize(mebibytes << 20, 1);
        drop(std::hint::black_box(block));
        faults() - before
    }

    /// Of a size that glibc would always take from the system by itself.
    #[test]
    fn a_large_block_is_where_an_earlier_one_was() {
        tune_allocator();
        let (first, second) = (pages(48), pages(48));
        // At least one for every 2 MiB, the largest pages that the system hands out by itself.
        assert!(first >= 20, "{first}");
        assert!(second < first / 4, "{second} after {first}");
    }
}
