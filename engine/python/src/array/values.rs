//! Numbers that were copied out of an array: a few lie in place, so that functions of vectors and
//! small matrices allocate nothing.

use std::ops::{Deref, DerefMut};

/// As many as a transformation of space has.
const FEW: usize = 16;

/// Some numbers.
pub struct Values<T> {
    few: [T; FEW],
    /// Those of more than a few.
    many: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> Values<T> {
    /// A copy of so many numbers.
    ///
    /// # Safety
    ///
    /// There must be that many, and nobody may write to them meanwhile.
    #[inline]
    pub unsafe fn copy_of(start: *const T, len: usize) -> Values<T> {
        let mut values = Values {
            few: [T::default(); FEW],
            many: Vec::new(),
            len,
        };
        if len > FEW {
            // SAFETY: the caller keeps the promises of this function.
            values.many = unsafe { std::slice::from_raw_parts(start, len) }.to_vec();
        } else if len > 0 {
            // SAFETY: as above.
            unsafe { std::ptr::copy_nonoverlapping(start, values.few.as_mut_ptr(), len) };
        }
        values
    }
}

impl<T: Copy + Default> From<Vec<T>> for Values<T> {
    fn from(values: Vec<T>) -> Values<T> {
        // SAFETY: there are no more than the list has.
        let few = unsafe { Values::copy_of(values.as_ptr(), values.len().min(FEW)) };
        Values {
            len: values.len(),
            many: values,
            ..few
        }
    }
}

impl<T: Copy> From<Values<T>> for Vec<T> {
    fn from(values: Values<T>) -> Vec<T> {
        if values.len > FEW {
            values.many
        } else {
            values.to_vec()
        }
    }
}

impl<T> Deref for Values<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        if self.len > FEW {
            &self.many
        } else {
            &self.few[..self.len]
        }
    }
}

impl<T> DerefMut for Values<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        if self.len > FEW {
            &mut self.many
        } else {
            &mut self.few[..self.len]
        }
    }
}
