//! Geoms, which collide and have mass, and sites, which do not.

macro_rules! geoms {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// The geom's shape.
        geom_type: i32 [ngeom] as GeomType;
        /// Bits of what the geom is: two geoms can touch if one's bits meet the other's
        /// `geom_conaffinity`.
        geom_contype: i32 [ngeom];
        /// Bits of what the geom touches: see `geom_contype`.
        geom_conaffinity: i32 [ngeom];
        /// Dimensions in which a contact pushes: 1 normal only, 3 with sliding friction, 4 with
        /// spinning, 6 with rolling friction.
        geom_condim: i32 [ngeom];
        /// The body that the geom is part of.
        geom_bodyid: i32 [ngeom];
        /// The mesh or height field that gives its shape; -1 for other shapes.
        geom_dataid: i32 [ngeom];
        /// The material that it is drawn with; -1 for none.
        geom_matid: i32 [ngeom];
        /// A group of the author's, by which viewers show and hide geoms and rays leave them out: 0
        /// to 5.
        geom_group: i32 [ngeom];
        /// Whose contact parameters count where two geoms touch: those of the higher one; if equal
        /// they are mixed.
        geom_priority: i32 [ngeom];
        /// The instance of a plugin that gives the shape as a distance function; -1 for none.
        geom_plugin: i32 [ngeom];
        /// What the geom's frame has in common with the frames of its body.
        geom_sameframe: u8 [ngeom] as SameFrame;
        /// The weight of this geom's `geom_solref` and `geom_solimp` where those of two are mixed.
        geom_solmix: f64 [ngeom] in "1";
        /// How a penetration is corrected: time constant and damping ratio, or negative stiffness
        /// and damping.
        geom_solref: [f64; NREF] [ngeom] in "s, 1";
        /// How hard contacts are: impedance at touch, at full width, width, midpoint, power.
        geom_solimp: [f64; NIMP] [ngeom] in "1, 1, m, 1, 1";
        /// What the shape needs: radius of a sphere; radius and half length of a capsule or
        /// cylinder; half sizes of an ellipsoid, a box or the box around a mesh; half sizes (0 if
        /// infinite) and grid spacing of a plane.
        geom_size: Vec3 [ngeom] in "m";
        /// Centre and half sizes of the box around the geom, in its own frame.
        geom_aabb: [f64; 6] [ngeom] in "m";
        /// Radius of the sphere around the geom's centre that has all of it; 0 for a plane, which
        /// none has.
        geom_rbound: f64 [ngeom] in "m";
        /// Where the geom's frame is in its body's frame.
        geom_pos: Vec3 [ngeom] in "m";
        /// How the geom's frame is rotated in its body's frame.
        geom_quat: Quat [ngeom] in "1";
        /// Friction coefficients: sliding, spinning about the normal, rolling.
        geom_friction: Vec3 [ngeom] in "1, m, m";
        /// A contact is made where two geoms are nearer than the larger of their margins.
        geom_margin: f64 [ngeom] in "m";
        /// How much of the margin a contact can be within without force: it pushes from margin
        /// minus gap on.
        geom_gap: f64 [ngeom] in "m";
        /// The geom in a medium: whether the ellipsoid model is used for it (0 or 1), coefficients
        /// of blunt, slender and angular drag, of Kutta and Magnus lift, then along its three axes
        /// virtual mass and virtual inertia per density of the medium.
        geom_fluid: [f64; NFLUID] [ngeom] in "1 (6 times), m^3 (3 times), m^5 (3 times)";
        /// Numbers of the user for the geom, which the engine does not read.
        geom_user: f64 [ngeom, nuser_geom] in "any";
        /// Colour where there is no material: red, green, blue, opacity, each from 0 to 1.
        geom_rgba: [f32; 4] [ngeom] in "1";

        /// The shape that a site is drawn as and that a touch sensor looks in.
        site_type: i32 [nsite] as GeomType;
        /// The body that the site is fixed to.
        site_bodyid: i32 [nsite];
        /// The material that a site is drawn with; -1 for none.
        site_matid: i32 [nsite];
        /// A group of the author's, by which viewers show and hide sites: 0 to 5.
        site_group: i32 [nsite];
        /// What the site's frame has in common with the frames of its body.
        site_sameframe: u8 [nsite] as SameFrame;
        /// What the site's shape needs, as `geom_size`.
        site_size: Vec3 [nsite] in "m";
        /// Where the site's frame is in its body's frame.
        site_pos: Vec3 [nsite] in "m";
        /// How the site's frame is rotated in its body's frame.
        site_quat: Quat [nsite] in "1";
        /// Numbers of the user for the site, which the engine does not read.
        site_user: f64 [nsite, nuser_site] in "any";
        /// Colour of a site without material: red, green, blue, opacity, each from 0 to 1.
        site_rgba: [f32; 4] [nsite] in "1";
    } };
}
pub(super) use geoms;
