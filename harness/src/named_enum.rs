//! Enums whose variants have names.

/// Declares an enum with the name of each variant, and from them `ALL` and `name`: none can be
/// forgotten.
macro_rules! named_enum {
    (
        $(#[$meta:meta])*
        $vis:vis enum $type:ident {
            $($(#[$note:meta])* $variant:ident = $name:literal,)*
        }
    ) => {
        $(#[$meta])*
        $vis enum $type {
            $($(#[$note])* $variant,)*
        }

        impl $type {
            /// All variants, in their order.
            $vis const ALL: &'static [$type] = &[$($type::$variant),*];

            /// As people read and write it.
            $vis fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }
        }
    };
}
pub(crate) use named_enum;
