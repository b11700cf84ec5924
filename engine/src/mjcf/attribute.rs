//! Reading attributes into values, with MuJoCo's verdicts.

use super::tree::Node;
use super::xml::is_space;
use crate::error::{Error, ErrorKind};
use crate::files::number::{Number, NumberError};
use crate::math::{Quat, Vec3};

/// Keywords of an attribute and what each means.
pub(crate) type Keywords<T> = [(&'static str, T)];

pub(crate) const BOOL: &Keywords<bool> = &[("false", false), ("true", true)];

/// Something that numbers of an attribute are written into.
pub(crate) trait Slots {
    type Scalar: Number;

    fn slots(&mut self) -> &mut [Self::Scalar];
}

macro_rules! scalar_slots {
    ($($type:ty),*) => {$(
        impl Slots for $type {
            type Scalar = $type;

            fn slots(&mut self) -> &mut [$type] {
                std::slice::from_mut(self)
            }
        }
    )*};
}
scalar_slots!(f64, f32, i32);

impl<T: Number, const N: usize> Slots for [T; N] {
    type Scalar = T;

    fn slots(&mut self) -> &mut [T] {
        self
    }
}

impl Slots for Vec3 {
    type Scalar = f64;

    fn slots(&mut self) -> &mut [f64] {
        self.as_mut_slice()
    }
}

impl<'t> Node<'t> {
    /// The text of a required attribute.
    pub(crate) fn required(self, name: &str) -> Result<&'t str, Error> {
        self.text(name).ok_or_else(|| self.missing(name))
    }

    /// Copies an attribute's text into a string, if it is given.
    #[inline]
    pub(crate) fn copy_text(self, name: &str, into: &mut String) {
        if let Some(text) = self.text(name) {
            text.clone_into(into);
        }
    }

    /// A reference by name; empty means none.
    #[inline]
    pub(crate) fn copy_reference(self, name: &str, into: &mut Option<String>) {
        if let Some(text) = self.text(name) {
            *into = (!text.is_empty()).then(|| text.to_owned());
        }
    }

    /// As many numbers as there are slots, or none at all. True if they were given.
    #[inline]
    pub(crate) fn fill<S: Slots>(self, name: &str, into: &mut S) -> Result<bool, Error> {
        if self.lacks(name) {
            return Ok(false);
        }
        self.fill_all(name, into.slots())
    }

    fn fill_all<T: Number>(self, name: &str, slots: &mut [T]) -> Result<bool, Error> {
        let count = slots.len();
        let read = self.read_into(name, slots)?;
        if read != 0 && read < count {
            let message = format!("attribute `{name}` has {read} of {count} values");
            let expected = amount_of::<T>(count);
            return Err(self.value_error(name, message).expected(expected));
        }
        Ok(read != 0)
    }

    /// At most as many numbers as there are slots; the other slots keep their values. Returns how
    /// many there were.
    #[inline]
    pub(crate) fn fill_some<S: Slots>(self, name: &str, into: &mut S) -> Result<usize, Error> {
        if self.lacks(name) {
            return Ok(0);
        }
        self.read_into(name, into.slots())
    }

    /// As [`Node::fill`], for required numbers.
    pub(crate) fn fill_required<S: Slots>(self, name: &str, into: &mut S) -> Result<(), Error> {
        if self.fill(name, into)? {
            Ok(())
        } else {
            Err(self.missing(name))
        }
    }

    /// A number, if it is given.
    pub(crate) fn number<T: Number + Slots<Scalar = T>>(
        self,
        name: &str,
    ) -> Result<Option<T>, Error> {
        let mut value = T::default();
        Ok(self.fill(name, &mut value)?.then_some(value))
    }

    /// Any number of numbers; `None` if there are none.
    pub(crate) fn numbers<T: Number>(self, name: &str) -> Result<Option<Vec<T>>, Error> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let values = words(text)
            .map(|word| T::read(word).map_err(|e| self.bad_number::<T>(name, word, e)))
            .collect::<Result<Vec<T>, Error>>()?;
        Ok((!values.is_empty()).then_some(values))
    }

    /// Copies any number of numbers into a vector, which keeps its own if there are none.
    #[inline]
    pub(crate) fn copy_numbers(self, name: &str, into: &mut Vec<f64>) -> Result<bool, Error> {
        let numbers = self.numbers(name)?;
        let found = numbers.is_some();
        if let Some(numbers) = numbers {
            *into = numbers;
        }
        Ok(found)
    }

    /// One integer. Here an empty attribute is an error, as in MuJoCo.
    #[inline]
    pub(crate) fn copy_int(self, name: &str, into: &mut i32) -> Result<bool, Error> {
        let Some(text) = self.text(name) else {
            return Ok(false);
        };
        self.read_int(name, text, into)?;
        Ok(true)
    }

    fn read_int(self, name: &str, text: &str, into: &mut i32) -> Result<(), Error> {
        let mut words = words(text);
        let word = words.next().unwrap_or("");
        *into = i32::read(word).map_err(|e| self.bad_number::<i32>(name, word, e))?;
        if words.next().is_some() {
            return Err(self.too_many::<i32>(name, 1));
        }
        Ok(())
    }

    /// One of several keywords.
    #[inline]
    pub(crate) fn keyword<T: Copy>(
        self,
        name: &str,
        keywords: &Keywords<T>,
    ) -> Result<Option<T>, Error> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        self.find_keyword(name, text, keywords).map(Some)
    }

    fn find_keyword<T: Copy>(
        self,
        name: &str,
        text: &str,
        keywords: &Keywords<T>,
    ) -> Result<T, Error> {
        match keywords.iter().find(|(word, _)| *word == text) {
            Some(&(_, value)) => Ok(value),
            None => {
                let words: Vec<String> = keywords.iter().map(|(w, _)| format!("`{w}`")).collect();
                let message = format!("`{text}` is no value of attribute `{name}`");
                Err(self
                    .value_error(name, message)
                    .expected(format!("one of {}", words.join(", "))))
            }
        }
    }

    /// Copies one of several keywords into a value, which is kept if the attribute is absent.
    #[inline]
    pub(crate) fn copy_keyword<T: Copy>(
        self,
        name: &str,
        keywords: &Keywords<T>,
        into: &mut T,
    ) -> Result<bool, Error> {
        let value = self.keyword(name, keywords)?;
        if let Some(value) = value {
            *into = value;
        }
        Ok(value.is_some())
    }

    /// `true` or `false`.
    #[inline]
    pub(crate) fn copy_bool(self, name: &str, into: &mut bool) -> Result<bool, Error> {
        self.copy_keyword(name, BOOL, into)
    }

    /// A quaternion, which must not be zero.
    pub(crate) fn quat(self, name: &str) -> Result<Option<Quat>, Error> {
        let mut quat = [0.0; 4];
        if !self.fill(name, &mut quat)? {
            return Ok(None);
        }
        if quat == [0.0; 4] {
            return Err(self
                .value_error(name, "the quaternion is zero")
                .expected("a quaternion `w x y z` that is not zero"));
        }
        Ok(Some(Quat(quat)))
    }

    fn read_into<T: Number>(self, name: &str, slots: &mut [T]) -> Result<usize, Error> {
        let Some(text) = self.text(name) else {
            return Ok(0);
        };
        let mut count = 0;
        for word in words(text) {
            let value = T::read(word).map_err(|e| self.bad_number::<T>(name, word, e))?;
            if let Some(slot) = slots.get_mut(count) {
                *slot = value;
            }
            count += 1;
        }
        if count > slots.len() {
            return Err(self.too_many::<T>(name, slots.len()));
        }
        Ok(count)
    }

    pub(crate) fn missing(self, name: &str) -> Error {
        let message = format!("`{}` has no `{name}`", self.name());
        self.attribute_error(ErrorKind::Invalid, name, message)
            .expected(format!("attribute `{name}`"))
    }

    fn too_many<T: Number>(self, name: &str, count: usize) -> Error {
        let message = format!("attribute `{name}` has too many values");
        self.value_error(name, message)
            .expected(format!("at most {}", amount_of::<T>(count)))
    }

    fn bad_number<T: Number>(self, name: &str, word: &str, error: NumberError) -> Error {
        let word: String = word.chars().take(40).collect();
        let message = match error {
            NumberError::Format if word.is_empty() => format!("attribute `{name}` is empty"),
            NumberError::Format => format!("`{word}` in attribute `{name}` is no {}", T::WHAT),
            NumberError::Range => format!("`{word}` in attribute `{name}` is out of range"),
        };
        self.value_error(name, message)
            .expected(format!("a {} that fits", T::WHAT).replace("a integer", "an integer"))
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

fn amount_of<T: Number>(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {}{plural}", T::WHAT)
}
