//! Textures and materials.

macro_rules! looks {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// How the image is laid on things: flat, as a cube around them, or as the sky.
        tex_type: i32 [ntex] as TextureType;
        /// Rows of the image: for cubes and skies of all six faces, one below the other.
        tex_height: i32 [ntex];
        /// Columns of the image.
        tex_width: i32 [ntex];
        /// Bytes per pixel: 1 grey, 3 red, green and blue, 4 with opacity.
        tex_nchannel: i32 [ntex];
        /// Where the texture's image starts in `tex_data`.
        tex_adr: i32 [ntex];
        /// Pixels, row after row, the channels of a pixel side by side.
        tex_data: u8 [ntexdata];
        /// Where the path of the texture's file starts in `paths`; -1 for none.
        tex_pathadr: i32 [ntex];

        /// The texture for each role (user, colour, occlusion, roughness, metallic, normal,
        /// opacity, emission, colour with opacity, the three of occlusion, roughness and metallic
        /// together); -1 for none.
        mat_texid: [i32; NTEXROLE] [nmat];
        /// Whether `mat_texrepeat` counts per unit of length instead of per object.
        mat_texuniform: u8 [nmat];
        /// How often a flat texture is repeated along x and y.
        mat_texrepeat: [f32; 2] [nmat] in "1 or 1/m";
        /// Light that the surface gives off by itself, as a multiple of its colour.
        mat_emission: f32 [nmat] in "1";
        /// Strength of the highlights, as a multiple of white.
        mat_specular: f32 [nmat] in "1";
        /// How small and sharp highlights are, from 0 to 1.
        mat_shininess: f32 [nmat] in "1";
        /// How much a plane or the top of a box mirrors, from 0 to 1.
        mat_reflectance: f32 [nmat] in "1";
        /// How metallic the surface is for physically based drawing, from 0 to 1.
        mat_metallic: f32 [nmat] in "1";
        /// How rough the surface is for physically based drawing, from 0 to 1.
        mat_roughness: f32 [nmat] in "1";
        /// Colour of the material: red, green, blue, opacity, each from 0 to 1.
        mat_rgba: [f32; 4] [nmat] in "1";
    } };
}
pub(super) use looks;
