//! Names and paths. [`Model::body`](crate::Model::body), [`Model::body_name`](crate::Model::body_name)
//! and the like look them up.

macro_rules! names {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Where a body's name starts in `names`.
        name_bodyadr: i32 [nbody];
        /// Where a joint's name starts in `names`.
        name_jntadr: i32 [njnt];
        /// Where a geom's name starts in `names`.
        name_geomadr: i32 [ngeom];
        /// Where a site's name starts in `names`.
        name_siteadr: i32 [nsite];
        /// Where a camera's name starts in `names`.
        name_camadr: i32 [ncam];
        /// Where a light's name starts in `names`.
        name_lightadr: i32 [nlight];
        /// Where a flex's name starts in `names`.
        name_flexadr: i32 [nflex];
        /// Where a mesh's name starts in `names`.
        name_meshadr: i32 [nmesh];
        /// Where a skin's name starts in `names`.
        name_skinadr: i32 [nskin];
        /// Where a height field's name starts in `names`.
        name_hfieldadr: i32 [nhfield];
        /// Where a texture's name starts in `names`.
        name_texadr: i32 [ntex];
        /// Where a material's name starts in `names`.
        name_matadr: i32 [nmat];
        /// Where a contact pair's name starts in `names`.
        name_pairadr: i32 [npair];
        /// Where an excluded pair's name starts in `names`.
        name_excludeadr: i32 [nexclude];
        /// Where an equality constraint's name starts in `names`.
        name_eqadr: i32 [neq];
        /// Where a tendon's name starts in `names`.
        name_tendonadr: i32 [ntendon];
        /// Where an actuator's name starts in `names`.
        name_actuatoradr: i32 [nu];
        /// Where a sensor's name starts in `names`.
        name_sensoradr: i32 [nsensor];
        /// Where the name of a list of numbers starts in `names`.
        name_numericadr: i32 [nnumeric];
        /// Where a text's name starts in `names`.
        name_textadr: i32 [ntext];
        /// Where a tuple's name starts in `names`.
        name_tupleadr: i32 [ntuple];
        /// Where a keyframe's name starts in `names`.
        name_keyadr: i32 [nkey];
        /// Where a plugin instance's name starts in `names`.
        name_pluginadr: i32 [nplugin];

        /// All names, with a zero after each: first that of the model itself.
        names: Char [nnames];
        /// Hash tables by which MuJoCo finds an id by its name, one for each kind of element; -1 in
        /// empty slots.
        names_map: i32 [nnames_map];

        /// Paths of the files that meshes, textures and the like came from, with a zero after each.
        paths: Char [npaths];
    } };
}
pub(super) use names;
