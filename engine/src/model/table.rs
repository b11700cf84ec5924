//! What the tables' macros share: symbolic dimensions, shapes and the `+`/`-` mark.

/// One symbolic dimension after the rows, with an optional constant factor; 1 where there is none.
macro_rules! columns {
    ($model:ident) => {
        1
    };
    ($model:ident $size:ident) => {
        $model.$size
    };
    ($model:ident $size:ident * $factor:literal) => {
        $model.$size * $factor
    };
}

/// The second dimension: symbolic where the table names a size, else that of the row type.
macro_rules! column_dim {
    ($row:ty) => {
        constant(<$row as Row>::COLS)
    };
    ($row:ty, $size:ident) => {
        sized(stringify!($size), 1)
    };
    ($row:ty, $size:ident * $factor:literal) => {
        sized(stringify!($size), $factor)
    };
}

/// The actual dimensions of an array.
macro_rules! shape {
    ($row:ty, $rows:expr) => {
        if <$row as Row>::COLS == 1 {
            Shape::vector($rows)
        } else {
            Shape::matrix($rows, <$row as Row>::COLS)
        }
    };
    ($row:ty, $rows:expr, $cols:expr) => {
        Shape::matrix($rows, $cols)
    };
}

/// The mark before a row: `+` computed by the engine, `-` not yet.
macro_rules! computed {
    (+) => {
        true
    };
    (-) => {
        false
    };
}
pub(crate) use {column_dim, columns, computed, shape};
