//! The role that each list of elements plays in copying. The compiler asks for the role of a list
//! that is new.

use crate::spec::lists::{take_body_apart, take_spec_apart};
use crate::spec::{Body, Spec};

/// Calls a macro with the lists of a [`Spec`] that come along with an attached body whether
/// anything uses them or not.
macro_rules! each_asset {
    ($apply:ident $($more:tt)*) => {
        $apply! { $($more)* meshes skins hfields textures materials numerics texts }
    };
}

/// Calls a macro with the lists of a [`Spec`] whose elements refer to others by name, in the order
/// in which MuJoCo copies them.
macro_rules! each_referring {
    ($apply:ident $($more:tt)*) => {
        $apply! { $($more)* flexes pairs excludes tendons equalities actuators sensors tuples }
    };
}

/// Calls a macro with the lists of elements that a [`Body`] carries.
macro_rules! each_content {
    ($apply:ident $($more:tt)*) => {
        $apply! { $($more)* joints geoms sites cameras lights }
    };
}

/// Every list of a [`Spec`] has a role; keyframes are cut and put together on their own, and plugins
/// follow what uses them.
macro_rules! roles_in_spec {
    ($($list:ident)*) => {
        const _: fn(&Spec) = |spec| {
            take_spec_apart!(spec, keyframes plugins $($list)*);
            let _ = (keyframes, plugins, $($list),*);
        };
    };
}
each_referring!(each_asset roles_in_spec);

/// Everything that a [`Body`] carries is copied with it.
macro_rules! roles_in_body {
    ($($list:ident)*) => {
        const _: fn(&Body) = |body| {
            take_body_apart!(body, $($list)*);
            let _ = ($($list),*);
        };
    };
}
each_content!(roles_in_body);

pub(super) use {each_asset, each_content, each_referring};
