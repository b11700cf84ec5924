//! Pairs of geoms and of bodies that are treated apart, and equality constraints.

macro_rules! contacts {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Dimensions in which the pair's contacts push: 1, 3, 4 or 6, as `geom_condim`.
        pair_dim: i32 [npair];
        /// The pair's first geom.
        pair_geom1: i32 [npair];
        /// The pair's second geom.
        pair_geom2: i32 [npair];
        /// The two geoms' bodies as one number: first * 65536 + second, the lower id first. Pairs
        /// are sorted by it.
        pair_signature: i32 [npair];
        /// How a penetration is corrected along the normal: time constant and damping ratio, or
        /// negative stiffness and damping.
        pair_solref: [f64; NREF] [npair] in "s, 1";
        /// The same along the directions of friction; zeros mean as along the normal.
        pair_solreffriction: [f64; NREF] [npair] in "s, 1";
        /// How hard the pair's contacts are: impedance at touch, at full width, width, midpoint,
        /// power.
        pair_solimp: [f64; NIMP] [npair] in "1, 1, m, 1, 1";
        /// The distance below which the pair's contacts are made.
        pair_margin: f64 [npair] in "m";
        /// How much of `pair_margin` a contact can be within without force.
        pair_gap: f64 [npair] in "m";
        /// Friction coefficients: sliding along two tangents, spinning, rolling about two tangents.
        pair_friction: [f64; 5] [npair] in "1, 1, m, m, m";

        /// Two bodies that never touch as one number: first * 65536 + second, the lower id first.
        /// Sorted.
        exclude_signature: i32 [nexclude];

        /// What the constraint holds together.
        eq_type: i32 [neq] as EqualityType;
        /// The first of what is held together: a body, site, joint or tendon.
        eq_obj1id: i32 [neq];
        /// The second of what is held together; -1 for a joint or tendon that is held in place.
        eq_obj2id: i32 [neq];
        /// Whether a connect or weld holds bodies or sites; 0 for joints and tendons.
        eq_objtype: i32 [neq] as ObjectType;
        /// Whether the constraint holds after a reset: `eq_active` starts here.
        eq_active0: u8 [neq];
        /// How a violation is corrected: time constant and damping ratio, or negative stiffness and
        /// damping.
        eq_solref: [f64; NREF] [neq] in "s, 1";
        /// How hard the constraint is: impedance when it holds, at full width, width, midpoint,
        /// power.
        eq_solimp: [f64; NIMP] [neq] in "1, 1, m or rad, 1, 1";
        /// Of a connect: the anchor in the first body's frame and in the second's. Of a weld: the
        /// anchor in the second's and in the first's, the second's orientation in the first, the
        /// weight of torques against forces. Of joints and tendons: five coefficients of a
        /// polynomial that gives the first from the second.
        eq_data: [f64; NEQDATA] [neq] in "m, 1 or rad";
    } };
}
pub(super) use contacts;
