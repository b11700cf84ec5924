//! Kernels that are compiled a second time, for processors with AVX.
//!
//! Who builds the crate without flags gets code for every x86-64 processor, with vectors of two
//! doubles. Kernels that gain from vectors of four ask at run time: [`dispatch!`] calls a function
//! as it is or, where the processor has AVX, a copy of it that was compiled for AVX. The bits are
//! the same, because lanes do not meet, and nothing is contracted: FMA stays off.
//!
//! In a build with `-Ctarget-feature=+avx` there is nothing to ask, and one copy.

/// That the processor has AVX, and the code around does not use it yet.
#[derive(Clone, Copy)]
pub(crate) struct Avx(());

impl Avx {
    #[inline(always)]
    pub(crate) fn detect() -> Option<Avx> {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx")))]
        if std::arch::is_x86_feature_detected!("avx") {
            return Some(Avx(()));
        }
        None
    }

    /// Runs what is compiled for AVX as far as it is inlined.
    #[inline(always)]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx")))]
        {
            // Inlined nowhere, but compiled beside each caller, where it takes the work in whole.
            #[inline]
            #[target_feature(enable = "avx")]
            fn with_avx<R>(work: impl FnOnce() -> R) -> R {
                work()
            }
            // SAFETY: there is an `Avx` only where the processor has it.
            #[allow(unsafe_code)]
            unsafe {
                with_avx(work)
            }
        }
        #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx"))))]
        work()
    }
}

/// Calls a function that is always inlined, compiled for AVX where the processor has it.
macro_rules! dispatch {
    ($($call:tt)+) => {
        match $crate::math::dispatch::Avx::detect() {
            Some(avx) => avx.run(|| $($call)+),
            None => $($call)+,
        }
    };
}
pub(crate) use dispatch;
