//! Skins, which are only drawn, and height fields.

macro_rules! skins {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// The material that the skin is drawn with; -1 for none.
        skin_matid: i32 [nskin];
        /// A group of the author's, by which viewers show and hide skins: 0 to 5.
        skin_group: i32 [nskin];
        /// Colour of a skin without material: red, green, blue, opacity, each from 0 to 1.
        skin_rgba: [f32; 4] [nskin] in "1";
        /// How far the vertices are moved outwards along their normals.
        skin_inflate: f32 [nskin] in "m";
        /// The skin's first vertex.
        skin_vertadr: i32 [nskin];
        /// How many vertices the skin has.
        skin_vertnum: i32 [nskin];
        /// The skin's first texture coordinate; -1 for none.
        skin_texcoordadr: i32 [nskin];
        /// The skin's first triangle.
        skin_faceadr: i32 [nskin];
        /// How many triangles the skin has.
        skin_facenum: i32 [nskin];
        /// The skin's first bone.
        skin_boneadr: i32 [nskin];
        /// How many bones the skin has.
        skin_bonenum: i32 [nskin];
        /// Where a vertex is in the skin's frame, before bones move it.
        skin_vert: [f32; 3] [nskinvert] in "m";
        /// Where in a texture a vertex of the skin is.
        skin_texcoord: [f32; 2] [nskintexvert] in "1";
        /// The three vertices of a triangle, counted within the skin.
        skin_face: [i32; 3] [nskinface];
        /// The bone's first entry in `skin_bonevertid` and `skin_bonevertweight`.
        skin_bonevertadr: i32 [nskinbone];
        /// How many vertices the bone moves.
        skin_bonevertnum: i32 [nskinbone];
        /// Where the bone's body was in the skin's frame when the skin was bound to it.
        skin_bonebindpos: [f32; 3] [nskinbone] in "m";
        /// How the bone's body was rotated in the skin's frame when the skin was bound to it.
        skin_bonebindquat: [f32; 4] [nskinbone] in "1";
        /// The body that moves the bone.
        skin_bonebodyid: i32 [nskinbone];
        /// A vertex that the bone moves, counted within the skin.
        skin_bonevertid: i32 [nskinbonevert];
        /// How much of that vertex's motion is the bone's: over all bones of a vertex, 1 together.
        skin_bonevertweight: f32 [nskinbonevert] in "1";
        /// Where the path of the skin's file starts in `paths`; -1 for none.
        skin_pathadr: i32 [nskin];

        /// Half extent along x and y, height of the highest point, and thickness of the base below
        /// zero.
        hfield_size: [f64; 4] [nhfield] in "m";
        /// Rows of the grid, along y.
        hfield_nrow: i32 [nhfield];
        /// Columns of the grid, along x.
        hfield_ncol: i32 [nhfield];
        /// Where the height field's grid starts in `hfield_data`.
        hfield_adr: i32 [nhfield];
        /// Heights, row after row, from 0 to 1: a fraction of the third of `hfield_size`.
        hfield_data: f32 [nhfielddata] in "1";
        /// Where the path of the height field's file starts in `paths`; -1 for none.
        hfield_pathadr: i32 [nhfield];
    } };
}
pub(super) use skins;
