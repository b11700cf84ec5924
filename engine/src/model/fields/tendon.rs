//! Tendons and their paths.

macro_rules! tendons {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Where the tendon's path starts in `wrap_type`, `wrap_objid` and `wrap_prm`.
        tendon_adr: i32 [ntendon];
        /// How many elements the tendon's path has.
        tendon_num: i32 [ntendon];
        /// The material that the tendon is drawn with; -1 for none.
        tendon_matid: i32 [ntendon];
        /// A group of the author's, by which viewers show and hide tendons: 0 to 5.
        tendon_group: i32 [ntendon];
        /// Whether `tendon_range` holds.
        tendon_limited: u8 [ntendon];
        /// How thick the tendon is drawn (its radius); it has no thickness otherwise.
        tendon_width: f64 [ntendon] in "m";
        /// How a violated limit of the length is corrected: time constant and damping ratio, or
        /// negative stiffness and damping.
        tendon_solref_lim: [f64; NREF] [ntendon] in "s, 1";
        /// How hard limits of the length are: impedance at the limit, at full width, width,
        /// midpoint, power.
        tendon_solimp_lim: [f64; NIMP] [ntendon] in "1, 1, m, 1, 1";
        /// How dry friction of the tendon yields: time constant and damping ratio, or negative
        /// stiffness and damping.
        tendon_solref_fri: [f64; NREF] [ntendon] in "s, 1";
        /// How hard dry friction of the tendon is: impedance at rest, at full width, width,
        /// midpoint, power.
        tendon_solimp_fri: [f64; NIMP] [ntendon] in "1, 1, m, 1, 1";
        /// The shortest and the longest length.
        tendon_range: [f64; 2] [ntendon] in "m";
        /// How far from its limit a tendon already gets a constraint row.
        tendon_margin: f64 [ntendon] in "m";
        /// Stiffness of the tendon's spring: force per length outside of `tendon_lengthspring`.
        tendon_stiffness: f64 [ntendon] in "N/m";
        /// Viscous damping: force against the change of length per rate.
        tendon_damping: f64 [ntendon] in "N s/m";
        /// The largest force of dry friction along the tendon; 0 for none.
        tendon_frictionloss: f64 [ntendon] in "N";
        /// The shortest and the longest length at which the spring is at rest.
        tendon_lengthspring: [f64; 2] [ntendon] in "m";
        /// Length at `qpos0`.
        tendon_length0: f64 [ntendon] in "m";
        /// How easily the tendon's length is changed at `qpos0`: J M^-1 J'.
        tendon_invweight0: f64 [ntendon] in "1/kg";
        /// Numbers of the user for the tendon, which the engine does not read.
        tendon_user: f64 [ntendon, nuser_tendon] in "any";
        /// Colour of a tendon without material: red, green, blue, opacity, each from 0 to 1.
        tendon_rgba: [f32; 4] [ntendon] in "1";

        /// What an element of a path is: a joint of a fixed tendon; a site, a sphere or cylinder to
        /// wrap around, or a pulley of a spatial one.
        wrap_type: i32 [nwrap] as WrapType;
        /// The joint, site or geom that the element is; -1 for a pulley.
        wrap_objid: i32 [nwrap];
        /// The coefficient of a joint, the divisor of a pulley, the id of the site on whose side
        /// the tendon passes a geom (-1 for none).
        wrap_prm: f64 [nwrap] in "1";
    } };
}
pub(super) use tendons;
