//! Flexes: deformable lines, sheets and solids.

macro_rules! flexes {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Bits of what the flex is, as `geom_contype`.
        flex_contype: i32 [nflex];
        /// Bits of what the flex touches, as `geom_conaffinity`.
        flex_conaffinity: i32 [nflex];
        /// Dimensions in which the flex's contacts push: 1, 3, 4 or 6.
        flex_condim: i32 [nflex];
        /// Whose parameters count where the flex touches something, as `geom_priority`.
        flex_priority: i32 [nflex];
        /// The weight of the flex's `flex_solref` and `flex_solimp` where they are mixed with
        /// others.
        flex_solmix: f64 [nflex] in "1";
        /// How a penetration of the flex is corrected: time constant and damping ratio, or negative
        /// stiffness and damping.
        flex_solref: [f64; NREF] [nflex] in "s, 1";
        /// How hard contacts of the flex are: impedance at touch, at full width, width, midpoint,
        /// power.
        flex_solimp: [f64; NIMP] [nflex] in "1, 1, m, 1, 1";
        /// Friction coefficients of the flex: sliding, spinning, rolling.
        flex_friction: Vec3 [nflex] in "1, m, m";
        /// The distance below which the flex's contacts are made.
        flex_margin: f64 [nflex] in "m";
        /// How much of `flex_margin` a contact can be within without force.
        flex_gap: f64 [nflex] in "m";
        /// Whether an element and a vertex of its neighbours can touch.
        flex_internal: u8 [nflex];
        /// How contacts of the flex with itself are looked for: 0 not at all, 1 all pairs, 2 by its
        /// tree of volumes, 3 by sweeping along an axis, 4 by whichever of the two suits.
        flex_selfcollide: i32 [nflex] as FlexSelf;
        /// How many layers of elements below the surface of a solid can touch others.
        flex_activelayers: i32 [nflex];
        /// What the elements are: 1 segments, 2 triangles, 3 tetrahedra.
        flex_dim: i32 [nflex];
        /// The material that the flex is drawn with; -1 for none.
        flex_matid: i32 [nflex];
        /// A group of the author's, by which viewers show and hide flexes: 0 to 5.
        flex_group: i32 [nflex];
        /// The flex's first vertex.
        flex_vertadr: i32 [nflex];
        /// How many vertices the flex has.
        flex_vertnum: i32 [nflex];
        /// The flex's first edge.
        flex_edgeadr: i32 [nflex];
        /// How many edges the flex has.
        flex_edgenum: i32 [nflex];
        /// The flex's first element.
        flex_elemadr: i32 [nflex];
        /// How many elements the flex has.
        flex_elemnum: i32 [nflex];
        /// Where the flex's elements start in `flex_elem`.
        flex_elemdataadr: i32 [nflex];
        /// Where the edges of the flex's elements start in `flex_elemedge`.
        flex_elemedgeadr: i32 [nflex];
        /// How many pieces (segments or triangles) the flex's outer surface has.
        flex_shellnum: i32 [nflex];
        /// Where the flex's outer surface starts in `flex_shell`.
        flex_shelldataadr: i32 [nflex];
        /// The flex's first pair in `flex_evpair`.
        flex_evpairadr: i32 [nflex];
        /// How many pairs of element and vertex the flex has.
        flex_evpairnum: i32 [nflex];
        /// Where the flex's texture coordinates start in `flex_texcoord`; -1 for none.
        flex_texcoordadr: i32 [nflex];
        /// The body that a vertex is fixed to.
        flex_vertbodyid: i32 [nflexvert];
        /// The two vertices of an edge, counted within the flex.
        flex_edge: [i32; 2] [nflexedge];
        /// The vertices of the elements, `flex_dim` + 1 for each, counted within the flex.
        flex_elem: i32 [nflexelemdata];
        /// The edges of the elements, counted within the flex.
        flex_elemedge: i32 [nflexelemedge];
        /// How many layers below the surface of a solid an element is.
        flex_elemlayer: i32 [nflexelem];
        /// The vertices of the outer surface, `flex_dim` for each piece, counted within the flex.
        flex_shell: i32 [nflexshelldata];
        /// An element and a vertex that can touch, counted within the flex.
        flex_evpair: [i32; 2] [nflexevpair];
        /// Where a vertex is in the frame of its body.
        flex_vert: Vec3 [nflexvert] in "m";
        /// Where a vertex is at `qpos0` in the box around the flex, from 0 to 1 along each side.
        flex_vert0: Vec3 [nflexvert] in "1";

        /// Length of an edge at `qpos0`.
        flexedge_length0: f64 [nflexedge] in "m";
        /// How easily an edge is stretched at `qpos0`: its inverse inertia.
        flexedge_invweight0: f64 [nflexedge] in "1/kg";

        /// How thick the elements are: everything within this distance of them is solid.
        flex_radius: f64 [nflex] in "m";
        /// Stiffness of an element: the upper triangle of the matrix that couples the changes of
        /// its squared edge lengths.
        flex_stiffness: [f64; 21] [nflexelem] in "N/m^3";
        /// Damping in proportion to the elements' stiffness (Rayleigh).
        flex_damping: f64 [nflex] in "s";
        /// Stiffness of the springs along edges.
        flex_edgestiffness: f64 [nflex] in "N/m";
        /// Damping along edges.
        flex_edgedamping: f64 [nflex] in "N s/m";
        /// Whether an equality constraint holds the edges at their lengths.
        flex_edgeequality: u8 [nflex];
        /// Whether all vertices of the flex are on one body, so that it cannot deform.
        flex_rigid: u8 [nflex];

        /// Whether both vertices of an edge are on one body.
        flexedge_rigid: u8 [nflexedge];

        /// Whether every vertex is at the origin of its body.
        flex_centered: u8 [nflex];
        /// Whether faces are drawn flat instead of smoothly shaded.
        flex_flatskin: u8 [nflex];
        /// The root of the tree of volumes around the flex's elements; -1 for none.
        flex_bvhadr: i32 [nflex];
        /// How many nodes the flex's tree of volumes has.
        flex_bvhnum: i32 [nflex];
        /// Colour of a flex without material: red, green, blue, opacity, each from 0 to 1.
        flex_rgba: [f32; 4] [nflex] in "1";
        /// Where in a texture a vertex is.
        flex_texcoord: [f32; 2] [nflextexcoord] in "1";
    } };
}
pub(super) use flexes;
