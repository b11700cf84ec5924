//! The role that each list of elements plays in copying. The compiler asks for the role of a list
//! that is new.

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
        $apply! { $($more)* pairs excludes tendons equalities actuators sensors tuples }
    };
}

/// Calls a macro with the lists of elements that a [`Body`] carries.
macro_rules! each_content {
    ($apply:ident $($more:tt)*) => {
        $apply! { $($more)* joints geoms sites cameras lights }
    };
}

/// All fields of a [`Spec`]: lists by their roles, and what is not copied with a body.
macro_rules! spec_fields {
    ($($list:ident)*) => {
        const _: fn(&Spec) = |spec| {
            let Spec {
                name: _,
                compiler: _,
                option: _,
                size: _,
                paths: _,
                files: _,
                znear: _,
                bvactive: _,
                statistic: _,
                world: _,
                keyframes: _,
                warnings: _,
                $($list: _,)*
            } = spec;
        };
    };
}
each_referring!(each_asset spec_fields);

/// All fields of a [`Body`]: what it carries, and what is its own.
macro_rules! body_fields {
    ($($list:ident)*) => {
        const _: fn(&Body) = |body| {
            let Body {
                name: _,
                pos: _,
                orientation: _,
                inertial: _,
                mocap: _,
                gravcomp: _,
                user: _,
                saved: _,
                frames: _,
                children: _,
                frame: _,
                settings: _,
                source: _,
                $($list: _,)*
            } = body;
        };
    };
}
each_content!(body_fields);

pub(super) use {each_asset, each_content, each_referring};
