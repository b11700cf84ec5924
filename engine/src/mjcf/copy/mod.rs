//! Copying elements within a model and from another one, for `replicate` and `attach`.
//!
//! What is copied gets a new name ([`Namespace`]); what refers to it is copied with it if all that
//! it refers to exists under the new names ([`Copying`], [`Names`]); keyframes follow the joints
//! and actuators that they belong to ([`Keys`]), instances of plugins what uses them ([`Users`]).
//!
//! The tables in `roles` say how each list of a [`Spec`](crate::spec::Spec) and of a
//! [`Body`](crate::spec::Body) is copied.

mod asset;
mod content;
mod distinct;
mod key_reference;
mod keyframes;
mod names;
mod namespace;
mod part;
mod plugins;
mod reference;
mod referring;
mod roles;

pub(super) use asset::copy_assets;
pub(super) use distinct::{Repeated, check_assets, check_copy, check_references};
pub(super) use keyframes::{Keys, Lost, State, Stored};
pub(super) use names::Names;
pub(super) use namespace::Namespace;
pub(super) use part::{copy_part, copy_tree, count_elements, find_body, merge};
pub(super) use plugins::{Uncopied, Users, check_attached, check_own, drop_orphans};
pub(super) use reference::{Copying, Originals, forget_copied, remove_all};
