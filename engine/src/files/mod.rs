//! Files: where their bytes come from, what they hold, and why one was refused.

mod bytes;
mod content;
mod error;
mod general;
pub(crate) mod number;

pub use bytes::{Bytes, Files};
pub(crate) use bytes::{combine, strip_directories};
pub use content::ContentType;
pub use error::{AssetError, Place};
pub(crate) use general::general;
