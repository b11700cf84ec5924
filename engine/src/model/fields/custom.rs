//! What the author added: numbers, texts, lists of elements, keyframes.

macro_rules! customs {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Where the list starts in `numeric_data`.
        numeric_adr: i32 [nnumeric];
        /// How many numbers the list has.
        numeric_size: i32 [nnumeric];
        /// The numbers of all lists, one after the other.
        numeric_data: f64 [nnumericdata] in "any";

        /// Where the text starts in `text_data`.
        text_adr: i32 [ntext];
        /// How many bytes the text has, with the zero at its end.
        text_size: i32 [ntext];
        /// All texts, with a zero after each.
        text_data: Char [ntextdata];

        /// Where the tuple starts in `tuple_objtype`, `tuple_objid` and `tuple_objprm`.
        tuple_adr: i32 [ntuple];
        /// How many elements the tuple has.
        tuple_size: i32 [ntuple];
        /// The kind of an element of a tuple.
        tuple_objtype: i32 [ntupledata] as ObjectType;
        /// Which of that kind the element of the tuple is.
        tuple_objid: i32 [ntupledata];
        /// A number that the author gave to the element of the tuple.
        tuple_objprm: f64 [ntupledata] in "any";

        /// The keyframe's `time`.
        key_time: f64 [nkey] in "s";
        /// The keyframe's `qpos`.
        key_qpos: f64 [nkey, nq] in "m or rad";
        /// The keyframe's `qvel`.
        key_qvel: f64 [nkey, nv] in "m/s or rad/s";
        /// The keyframe's `act`.
        key_act: f64 [nkey, na] in "any";
        /// The keyframe's `mocap_pos`.
        key_mpos: f64 [nkey, nmocap*3] in "m";
        /// The keyframe's `mocap_quat`.
        key_mquat: f64 [nkey, nmocap*4] in "1";
        /// The keyframe's `ctrl`.
        key_ctrl: f64 [nkey, nu] in "any";
    } };
}
pub(super) use customs;
