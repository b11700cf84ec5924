//! What the tables' macros share: symbolic dimensions, shapes, documentation, and how a table that
//! is written in several files becomes one.

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

/// Whether the engine computes a row: yes, unless `=> absent` ends it.
macro_rules! computed {
    () => {
        true
    };
    (absent) => {
        false
    };
}

/// The documentation of a row as one text, without the space that begins each line.
macro_rules! text {
    ($($line:literal)+) => {
        concat!($($line),+).trim_ascii()
    };
}

/// The unit of a row that has one.
macro_rules! unit {
    () => {
        None
    };
    ($unit:literal) => {
        Some($unit)
    };
}

/// The dimensions of a row in words: the names of the sizes, and what one entry consists of.
macro_rules! dimensions {
    ($row:tt [$rows:tt]) => {
        concat!("Shape: `", stringify!($rows), "`", width!($row), ".")
    };
    ($row:tt [$rows:tt, $cols:tt $(* $factor:literal)?]) => {
        concat!(
            "Shape: `", stringify!($rows), "` x `", stringify!($cols), "`", $(" x ", $factor,)?
            ", row after row."
        )
    };
}

/// How many numbers an entry of this type has, after a cross; nothing for one.
macro_rules! width {
    (Vec3) => {
        " x 3"
    };
    (Quat) => {
        " x 4 (w, x, y, z)"
    };
    (Mat3) => {
        " x 9 (row after row)"
    };
    ([$elem:ty; $length:literal]) => {
        concat!(" x ", $length)
    };
    ([$elem:ty; $length:ident]) => {
        concat!(" x `", stringify!($length), "`")
    };
    ($scalar:ident) => {
        ""
    };
}

/// What follows the documentation of a row: its unit, or the enum that its numbers are codes of.
macro_rules! meaning {
    () => {
        ""
    };
    (in $unit:literal) => {
        concat!("Unit: ", $unit, ". ")
    };
    (as $code:ident) => {
        concat!(
            "Codes: [`",
            stringify!($code),
            "`](crate::model::",
            stringify!($code),
            "). "
        )
    };
}

/// MuJoCo's function that writes a field, by the field's stage.
macro_rules! writer {
    (Input) => {
        "Set by the user."
    };
    (Structure) => {
        "Depends on the model alone."
    };
    (Energy) => {
        written!(energy_pos: "mj_energyPos", energy_vel: "mj_energyVel")
    };
    (Sensor) => {
        written!(
            sensor_pos: "mj_sensorPos", sensor_vel: "mj_sensorVel", sensor_acc: "mj_sensorAcc"
        )
    };
    (Integrate) => {
        written!(euler: "mj_Euler", runge_kutta: "mj_RungeKutta", implicit: "mj_implicit")
    };
    (Bookkeeping) => {
        ""
    };
    (Kinematics) => {
        written!(kinematics: "mj_kinematics")
    };
    (ComPos) => {
        written!(com_pos: "mj_comPos")
    };
    (CamLight) => {
        written!(camlight: "mj_camlight")
    };
    (Flex) => {
        written!(flex: "mj_flex")
    };
    (Tendon) => {
        written!(tendon: "mj_tendon")
    };
    (Crb) => {
        written!(crb: "mj_crb")
    };
    (Factor) => {
        written!(factor_m: "mj_factorM")
    };
    (Collision) => {
        written!(collision: "mj_collision")
    };
    (Constraint) => {
        written!(make_constraint: "mj_makeConstraint")
    };
    (Island) => {
        written!(island: "mj_island")
    };
    (Transmission) => {
        written!(transmission: "mj_transmission")
    };
    (Project) => {
        written!(project_constraint: "mj_projectConstraint")
    };
    (Velocity) => {
        written!(fwd_velocity: "mj_fwdVelocity")
    };
    (ComVel) => {
        written!(com_vel: "mj_comVel")
    };
    (Passive) => {
        written!(passive: "mj_passive")
    };
    (Reference) => {
        written!(reference_constraint: "mj_referenceConstraint")
    };
    (Bias) => {
        written!(rne: "mj_rne")
    };
    (SubtreeVel) => {
        written!(subtree_vel: "mj_subtreeVel")
    };
    (Actuation) => {
        written!(fwd_actuation: "mj_fwdActuation")
    };
    (Acceleration) => {
        written!(fwd_acceleration: "mj_fwdAcceleration")
    };
    (Solve) => {
        written!(fwd_constraint: "mj_fwdConstraint")
    };
    (RnePost) => {
        written!(rne_post_constraint: "mj_rnePostConstraint")
    };
    (Inverse) => {
        written!(inverse: "mj_inverse")
    };
}

/// That a field is written by these methods of the data.
macro_rules! written {
    ($method:ident: $function:literal $(, $later:ident: $later_function:literal)*) => {
        concat!(
            "Written by [`", $function, "`](crate::Data::", stringify!($method), ")",
            $(", [`", $later_function, "`](crate::Data::", stringify!($later), ")",)*
            "."
        )
    };
}

/// Calls a table's macro with sections that are put together from groups of rows. A group is a
/// macro that adds its rows to those before it and hands all to the macro that called it.
macro_rules! gather {
    // Everything is there.
    ($table:ident { $($done:tt)* }) => {
        $table! { $($done)* }
    };
    // The next section begins.
    ($table:ident { $($done:tt)* } $section:ident: $groups:tt; $($later:tt)*) => {
        gather! { [$table { $($done)* } $section $groups { $($later)* }] }
    };
    // A section has all its rows.
    ([$table:ident { $($done:tt)* } $section:ident [] { $($later:tt)* }] $($rows:tt)*) => {
        gather! { $table { $($done)* $section { $($rows)* } } $($later)* }
    };
    // The next group adds its rows.
    (
        [$table:ident $done:tt $section:ident [$group:ident $($groups:ident)*] $later:tt]
        $($rows:tt)*
    ) => {
        $group! { gather [$table $done $section [$($groups)*] $later] $($rows)* }
    };
}
pub(crate) use {
    column_dim, columns, computed, dimensions, gather, meaning, shape, text, unit, width, writer,
    written,
};
