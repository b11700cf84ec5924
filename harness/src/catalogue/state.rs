//! The fields that make up a state. They are listed here and nowhere else.

/// Hands the settable fields to the macro `$receiver`: name, what a step does with it, size times
/// width. In the order in which messages list them.
macro_rules! state_fields {
    ($receiver:ident) => {
        $receiver! {
            qpos: Physics, "nq" * 1;
            qvel: Physics, "nv" * 1;
            act: Physics, "na" * 1;
            ctrl: Input, "nu" * 1;
            qfrc_applied: Input, "nv" * 1;
            xfrc_applied: Input, "nbody" * 6;
            mocap_pos: Input, "nmocap" * 3;
            mocap_quat: Input, "nmocap" * 4;
            eq_active: Input, "neq" * 1;
            qacc_warmstart: WarmStart, "nv" * 1;
            time: Time, "" * 1;
        }
    };
}
pub(crate) use state_fields;

/// What a step does with a field of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// A step starts from it and advances it.
    Physics,
    /// As [`StateKind::Physics`], but without an error worth a curve.
    Time,
    /// The solver starts from it and leaves its result.
    WarmStart,
    /// A step takes it as it is.
    Input,
}

/// One field of the state.
#[derive(Clone, Copy, Debug)]
pub struct StateField {
    pub name: &'static str,
    pub kind: StateKind,
    /// The size of the model that counts its rows; empty for a scalar.
    pub rows: &'static str,
    pub width: usize,
}

macro_rules! table {
    ($($name:ident: $kind:ident, $rows:literal * $width:literal;)*) => {
        &[$(StateField {
            name: stringify!($name),
            kind: StateKind::$kind,
            rows: $rows,
            width: $width,
        }),*]
    };
}

/// The fields that a state may set.
pub const SETTABLE: &[StateField] = state_fields!(table);

/// The state of plugins, which steps advance and nobody sets.
const PLUGIN_STATE: &str = "plugin_state";

pub fn find(name: &str) -> Option<&'static StateField> {
    SETTABLE.iter().find(|field| field.name == name)
}

/// The names of the settable fields.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    SETTABLE.iter().map(|field| field.name)
}

fn kind(name: &str) -> Option<StateKind> {
    find(name).map(|field| field.kind)
}

/// Positions, velocities and activations, whose error makes the curve of a run.
pub fn is_physics(name: &str) -> bool {
    kind(name) == Some(StateKind::Physics)
}

/// What a step advances.
pub fn is_advanced(name: &str) -> bool {
    matches!(kind(name), Some(StateKind::Physics | StateKind::Time)) || name == PLUGIN_STATE
}

/// What a step starts from besides its inputs, and what makes one step follow from the step before.
pub fn is_carried(name: &str) -> bool {
    matches!(
        kind(name),
        Some(StateKind::Physics | StateKind::Time | StateKind::WarmStart)
    )
}

/// What a computation reads although a stage writes it, so that it must not be poisoned.
pub fn is_kept(name: &str) -> bool {
    is_carried(name) || name == PLUGIN_STATE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::snapshot::Side;

    #[test]
    fn every_field_of_the_state_is_in_the_catalogue() {
        for name in names().chain([PLUGIN_STATE]) {
            assert!(catalogue::find(Side::Data, name).is_some(), "{name}");
        }
    }
}
