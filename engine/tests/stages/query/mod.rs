//! Questions to a state: Jacobians, velocities of objects, forces, rays.

mod bits;
mod jacobian;
mod object;
mod rays;
