//! glibc's allocator, taught to keep the memory of large models. The only state of a process that
//! the engine can change, and it does so only when the program asks.

/// The largest block whose size glibc learns from: `DEFAULT_MMAP_THRESHOLD_MAX` of 32 MiB, less
/// room for its own header and alignment.
const LARGEST: usize = (32 << 20) - (64 << 10);

/// Lets every model find its memory where an earlier one left it. For programs that load large
/// models again and again; call it once, at the start.
///
/// By default glibc takes each block of 128 KiB or more from the system and gives it back when it
/// is freed, and the system hands out such memory page by page, cleared: that costs more than what
/// a load writes to it. Both thresholds grow with the largest block that was ever freed, so this
/// frees one of the largest size that counts. The block is never touched and takes no memory. From
/// then on the process keeps up to 64 MiB of freed memory. With other allocators nothing happens.
///
/// ```
/// plumbline::tune_allocator();
/// let model = plumbline::Spec::from_xml_string("<mujoco/>")?.compile()?;
/// # Ok::<(), plumbline::Error>(())
/// ```
pub fn tune_allocator() {
    let mut block: Vec<u8> = Vec::new();
    // Without such a block memory is given back, nothing else.
    let _ = block.try_reserve_exact(LARGEST);
    drop(std::hint::black_box(block));
}
