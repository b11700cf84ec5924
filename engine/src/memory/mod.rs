//! MuJoCo's memory, counted.
//!
//! MuJoCo computes in one block of memory whose size the model fixes (`memory` in MJCF, `narena` in
//! the model): contacts, constraint rows and islands grow from its start, a stack of temporary
//! arrays from its end. Where they meet, contacts or rows are left out with a warning, or the
//! program ends. The engine allocates differently, but counts the same bytes, so that it drops,
//! warns and fails exactly where MuJoCo does.
//!
//! - [`arena`]: what contacts, rows and islands take.
//! - [`stack`]: what each part of a step, of inverse dynamics and of compiling puts on the stack.

pub(crate) mod arena;
pub(crate) mod stack;
