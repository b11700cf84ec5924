//! Questions about a state that has been computed, at any point of the model and in any frame.
//!
//! - `jacobian`: how each degree of freedom moves a point, an axis or an element.
//! - `object`: pose, velocity and acceleration of a body, geom, site or camera.
//! - `force`: a force at a point as joint forces, `J' f`.
//! - `ray`: what a ray meets.
//!
//! They change nothing. Stages of the pipeline ask them, and programs through `api`.

pub(crate) mod force;
pub(crate) mod jacobian;
pub(crate) mod object;
pub(crate) mod ray;
