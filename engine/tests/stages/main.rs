//! The stages of the pipeline: identities of mechanics on random states, and runs held to the bits
//! that MuJoCo 3.2.6 computes. The folders mirror those of `engine/src/pipeline`.
//!
//! Bits say that something has changed; an identity says what: a wrong sign in a Jacobian fails the
//! test of that Jacobian, whatever else it disturbs.

mod acceleration;
mod allocation;
mod collision;
mod constraint;
mod difference;
mod integrate;
mod inverse;
mod position;
mod query;
mod record;
mod runs;
mod sensor;
mod support;
mod velocity;
