//! Names and numbers of the text.

use super::format::FloatFormat;

/// Names are padded to this width.
const NAME: usize = 21;

/// A text in the making.
pub(super) struct Writer {
    pub(super) text: String,
    pub(super) format: FloatFormat,
}

impl Writer {
    pub(super) fn new(format: FloatFormat) -> Writer {
        Writer {
            text: String::new(),
            format,
        }
    }

    pub(super) fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A name, padded.
    pub(super) fn name(&mut self, name: &str) {
        self.text += &format!("{name:<NAME$}");
    }

    pub(super) fn number(&mut self, value: f64) {
        self.text += &self.format.apply(value);
    }

    /// Numbers, each with `after` behind it.
    pub(super) fn numbers(&mut self, values: &[f64], after: &str) {
        for &value in values {
            self.number(value);
            self.put(after);
        }
    }
}
