//! Kinds of things, which stand as integers in the model's arrays: MuJoCo's enums, each defined
//! once with its numbers and the words that MJCF has for them.
//!
//! Arrays keep the numbers, as MuJoCo's do. Where kinds are told apart, the number becomes an enum
//! first (`GeomType::from_code`) and the match names all of them, so that the compiler finds every
//! place that a new kind must be added to. Where a number is only compared, there is a constant
//! (`opt.integrator == integrator::RK4`), which comes from the same line.

mod constraint;
mod element;
mod option;
mod sensor;

pub use constraint::{RowState, RowType, SameFrame, Warning, row, same_frame, state, warning};
pub use element::{
    BiasType, DynType, EqualityType, FlexSelf, GainType, GeomType, JointType, ObjectType,
    TextureType, Tracking, TransmissionType, WrapType, bias, dynamics, equality, flex_self, gain,
    joint, object, transmission, wrap,
};
pub(crate) use element::{joint_dofs, joint_positions};
pub use option::{
    Cone, DisableFlags, EnableFlags, Integrator, JacobianType, Solver, cone, disable, enable,
    integrator, jacobian, solver,
};
pub use sensor::{DataType, NeedStage, SensorType};

/// An enum of numbered kinds with their words, and constants for their numbers where a module is
/// named.
macro_rules! kinds {
    (
        $(#[$doc:meta])*
        $name:ident {
            $($(#[$mark:meta])* $variant:ident = $number:literal $word:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(i32)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$mark])* $variant = $number,)*
        }

        impl $name {
            /// All kinds with their words, in the order of their numbers.
            pub const WORDS: &[(&str, $name)] = &[$(($word, $name::$variant),)*];

            /// The kind with this number; none where the engine has no such kind.
            #[inline]
            pub const fn from_code(number: i32) -> Option<$name> {
                match number {
                    $($number => Some($name::$variant),)*
                    _ => None,
                }
            }

            /// MuJoCo's number for this kind, as it stands in arrays.
            #[inline]
            pub const fn code(self) -> i32 {
                self as i32
            }

            /// The word for this kind: MJCF's, where MJCF has one.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }

            /// The kind with this word.
            pub fn from_name(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        /// A kind is written as its word.
        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                let word = std::borrow::Cow::<'de, str>::deserialize(from)?;
                $name::from_name(&word).ok_or_else(|| {
                    let words = $name::WORDS.iter().map(|(word, _)| *word);
                    let words = words.collect::<Vec<_>>().join(", ");
                    serde::de::Error::custom(format!("`{word}` is none of {words}"))
                })
            }
        }

        impl From<$name> for i32 {
            fn from(kind: $name) -> i32 {
                kind.code()
            }
        }
    };
    (
        $(#[$doc:meta])*
        $name:ident, $module:ident {
            $($(#[$mark:meta])* $variant:ident $constant:ident = $number:literal $word:literal,)*
        }
    ) => {
        $crate::model::codes::kinds! {
            $(#[$doc])*
            $name { $($(#[$mark])* $variant = $number $word,)* }
        }

        #[doc = concat!("The numbers of [`", stringify!($name), "`].")]
        pub mod $module {
            $(
                #[doc = concat!("`", $word, "`.")]
                pub const $constant: i32 = $number;
            )*
        }
    };
}

/// A set of switches, each a bit with a word, and constants for the bits.
macro_rules! flags {
    (
        $(#[$doc:meta])*
        $name:ident, $module:ident {
            $($(#[$mark:meta])* $constant:ident = $bit:literal $word:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(i32);

        impl $name {
            $($(#[$mark])* pub const $constant: $name = $name(1 << $bit);)*

            /// All switches with their words, in the order of their bits.
            pub const WORDS: &[(&str, $name)] = &[$(($word, $name::$constant),)*];

            /// None of them.
            pub const NONE: $name = $name(0);

            /// MuJoCo's number for this set.
            #[inline]
            pub const fn bits(self) -> i32 {
                self.0
            }

            /// The set with this number, bits without a meaning included.
            #[inline]
            pub const fn from_bits(bits: i32) -> $name {
                $name(bits)
            }

            /// Whether all of these are in the set.
            #[inline]
            pub const fn contains(self, flags: $name) -> bool {
                self.0 & flags.0 == flags.0
            }

            /// The words of the switches in the set.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                Self::WORDS
                    .iter()
                    .filter(move |(_, flag)| self.contains(*flag))
                    .map(|(word, _)| *word)
            }
        }

        impl std::ops::BitOr for $name {
            type Output = $name;

            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }

        #[doc = concat!("The bits of [`", stringify!($name), "`].")]
        pub mod $module {
            $(
                #[doc = concat!("`", $word, "`.")]
                pub const $constant: i32 = 1 << $bit;
            )*
        }
    };
}

pub(crate) use flags;
pub(crate) use kinds;

#[cfg(test)]
mod tests;
