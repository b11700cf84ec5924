//! The utilities, each with the sizes that it is called with and what its arguments are.

use super::samples::Kind::{self, *};

/// One function.
#[derive(Debug)]
pub struct Utility {
    pub name: &'static str,
    /// Leading arguments, one set for each call in turn.
    pub sizes: &'static [&'static [usize]],
    /// The arguments of one sample, by the sizes.
    pub(super) arguments: fn(&[usize]) -> Vec<Kind>,
    /// It draws random numbers of the C library, which the other side is given.
    pub draws: bool,
}

const NONE: &[&[usize]] = &[&[]];
const WIDTHS: &[&[usize]] = &[&[1], &[2], &[3], &[4], &[5], &[6], &[7], &[8], &[9], &[13]];
const SMALL: &[&[usize]] = &[&[1], &[2], &[3], &[4], &[5], &[6], &[8]];
const DIMS: &[&[usize]] = &[&[3], &[4], &[6]];
const DIMS_FROM_1: &[&[usize]] = &[&[1], &[3], &[4], &[6]];
const PAIRS: &[&[usize]] = &[
    &[1, 1],
    &[1, 5],
    &[3, 3],
    &[4, 6],
    &[7, 2],
    &[5, 9],
    &[6, 8],
];
const TRIPLES: &[&[usize]] = &[
    &[1, 1, 1],
    &[2, 3, 4],
    &[5, 4, 1],
    &[3, 7, 3],
    &[4, 8, 5],
    &[6, 1, 9],
];
const BANDS: &[&[usize]] = &[
    &[1, 1, 0],
    &[1, 1, 1],
    &[5, 1, 0],
    &[6, 3, 0],
    &[6, 6, 0],
    &[7, 2, 2],
    &[9, 4, 3],
    &[8, 5, 8],
    &[12, 6, 1],
];
const ROOMS: &[&[usize]] = &[&[3, 4, 64], &[1, 1, 1], &[4, 5, 6], &[6, 8, 20], &[5, 3, 0]];

const fn plain(name: &'static str, arguments: fn(&[usize]) -> Vec<Kind>) -> Utility {
    sized(name, NONE, arguments)
}

const fn sized(
    name: &'static str,
    sizes: &'static [&'static [usize]],
    arguments: fn(&[usize]) -> Vec<Kind>,
) -> Utility {
    Utility {
        name,
        sizes,
        arguments,
        draws: false,
    }
}

const V3: Kind = Vector(3);
const M9: Kind = Vector(9);
const FLAG: Kind = Integer(0, 1);
const LETTER: Kind = Integer(0, 5);

fn area(s: &[usize]) -> usize {
    s[0] * s[1]
}

fn square(s: &[usize]) -> usize {
    s[0] * s[0]
}

fn band(s: &[usize]) -> Kind {
    Band(s[0], s[1], s[2])
}

pub const UTILITIES: &[Utility] = &[
    plain("mju_min", |_| vec![Number, Number]),
    plain("mju_max", |_| vec![Number, Number]),
    plain("mju_clip", |_| vec![Number, Number, Number]),
    plain("mju_sign", |_| vec![Number]),
    plain("mju_round", |_| vec![Number]),
    plain("mju_isBad", |_| vec![Number]),
    plain("mju_sigmoid", |_| vec![Number]),
    plain("mju_Halton", |_| {
        vec![Integer(0, i32::MAX as i64), Integer(2, 60)]
    }),
    plain("mju_springDamper", |_| {
        vec![Number, Number, Number, Number, Positive]
    }),
    plain("mju_springDamper", |_| {
        vec![Ordinary, Ordinary, Integer(0, 4), Integer(-4, 4), Positive]
    }),
    plain("mju_muscleGain", |_| {
        vec![Ordinary, Ordinary, Range, Positive, Muscle]
    }),
    plain("mju_muscleGain", |_| {
        vec![Number, Number, Vector(2), Number, Vector(9)]
    }),
    plain("mju_muscleBias", |_| {
        vec![Ordinary, Range, Positive, Muscle]
    }),
    plain("mju_muscleBias", |_| {
        vec![Number, Vector(2), Number, Vector(9)]
    }),
    plain("mju_muscleDynamics", |_| vec![Number, Number, Vector(3)]),
    Utility {
        draws: true,
        ..plain("mju_standardNormal", |_| vec![Integer(0, i32::MAX as i64)])
    },
    plain("mju_normalize3", |_| vec![V3]),
    plain("mju_norm3", |_| vec![V3]),
    plain("mju_dist3", |_| vec![V3, V3]),
    plain("mju_dot3", |_| vec![V3, V3]),
    plain("mju_cross", |_| vec![V3, V3]),
    plain("mju_addScl3", |_| vec![V3, V3, Number]),
    plain("mju_mulMatVec3", |_| vec![M9, V3]),
    plain("mju_mulMatTVec3", |_| vec![M9, V3]),
    plain("mju_normalize4", |_| vec![Quat]),
    plain("mju_rotVecQuat", |_| vec![V3, Quat]),
    plain("mju_negQuat", |_| vec![Quat]),
    plain("mju_mulQuat", |_| vec![Quat, Quat]),
    plain("mju_mulQuatAxis", |_| vec![Quat, V3]),
    plain("mju_axisAngle2Quat", |_| vec![V3, Number]),
    plain("mju_quat2Vel", |_| vec![Quat, Number]),
    plain("mju_subQuat", |_| vec![Quat, Quat]),
    plain("mju_quat2Mat", |_| vec![Quat]),
    plain("mju_mat2Quat", |_| vec![Rotation]),
    plain("mju_derivQuat", |_| vec![Quat, V3]),
    plain("mju_quatIntegrate", |_| vec![Quat, V3, Number]),
    plain("mjd_subQuat", |_| vec![Turn, Turn]),
    plain("mjd_quatIntegrate", |_| vec![TurnVector, Number]),
    plain("mju_quatZ2Vec", |_| vec![V3]),
    plain("mju_mat2Rot", |_| vec![Quat, Rotation]),
    plain("mju_euler2Quat", |_| vec![V3, LETTER, LETTER, LETTER]),
    plain("mju_mulPose", |_| vec![V3, Quat, V3, Quat]),
    plain("mju_negPose", |_| vec![V3, Quat]),
    plain("mju_trnVecPose", |_| vec![V3, Quat, V3]),
    plain("mju_transformSpatial", |_| {
        vec![Vector(6), FLAG, V3, V3, Rotation]
    }),
    plain("mjs_resolveOrientation", |_| {
        vec![Integer(0, 3), Vector(6), FLAG, LETTER, LETTER, LETTER]
    }),
    plain("mju_rayGeom", |_| {
        let (shape, size) = (Integer(0, 5), Above(3));
        vec![shape, Spread(3), Rotation, size, Spread(3), V3]
    }),
    plain("mju_raySkin", |_| {
        vec![Integers(12), Spread(18), Spread(3), V3]
    }),
    plain("mju_eig3", |_| vec![Symmetric(3)]),
    sized("mju_sum", WIDTHS, |s| vec![Vector(s[0])]),
    sized("mju_L1", WIDTHS, |s| vec![Vector(s[0])]),
    sized("mju_norm", WIDTHS, |s| vec![Vector(s[0])]),
    sized("mju_dot", WIDTHS, |s| vec![Vector(s[0]), Vector(s[0])]),
    sized("mju_scl", WIDTHS, |s| vec![Vector(s[0]), Number]),
    sized("mju_add", WIDTHS, |s| vec![Vector(s[0]), Vector(s[0])]),
    sized("mju_sub", WIDTHS, |s| vec![Vector(s[0]), Vector(s[0])]),
    sized("mju_addTo", WIDTHS, |s| vec![Vector(s[0]), Vector(s[0])]),
    sized("mju_subFrom", WIDTHS, |s| vec![Vector(s[0]), Vector(s[0])]),
    sized("mju_addToScl", WIDTHS, |s| {
        vec![Vector(s[0]), Vector(s[0]), Number]
    }),
    sized("mju_addScl", WIDTHS, |s| {
        vec![Vector(s[0]), Vector(s[0]), Number]
    }),
    sized("mju_isZero", WIDTHS, |s| vec![Sparse(s[0])]),
    sized("mju_normalize", WIDTHS, |s| vec![Vector(s[0])]),
    sized("mju_insertionSort", WIDTHS, |s| vec![Vector(s[0])]),
    sized("mju_insertionSortInt", WIDTHS, |s| vec![Integers(s[0])]),
    sized("mju_encodePyramid", DIMS, |s| {
        vec![Vector(s[0]), Vector(s[0] - 1)]
    }),
    sized("mju_decodePyramid", DIMS_FROM_1, |s| {
        let edges = if s[0] > 1 { 2 * (s[0] - 1) } else { 1 };
        vec![Vector(edges), Vector(s[0] - 1)]
    }),
    sized("mju_mulMatVec", PAIRS, |s| {
        vec![Vector(area(s)), Vector(s[1])]
    }),
    sized("mju_mulMatTVec", PAIRS, |s| {
        vec![Vector(area(s)), Sparse(s[0])]
    }),
    sized("mju_mulVecMatVec", SMALL, |s| {
        vec![Vector(s[0]), Vector(square(s)), Vector(s[0])]
    }),
    sized("mju_transpose", PAIRS, |s| vec![Vector(area(s))]),
    sized("mju_symmetrize", SMALL, |s| vec![Vector(square(s))]),
    sized("mju_mulMatMat", TRIPLES, |s| {
        vec![Sparse(area(s)), Vector(s[1] * s[2])]
    }),
    sized("mju_mulMatMatT", TRIPLES, |s| {
        vec![Vector(area(s)), Vector(s[2] * s[1])]
    }),
    sized("mju_mulMatTMat", TRIPLES, |s| {
        vec![Sparse(area(s)), Vector(s[0] * s[2])]
    }),
    sized("mju_sqrMatTD", PAIRS, |s| {
        vec![Sparse(area(s)), Sparse(s[0])]
    }),
    sized("mju_cholFactor", SMALL, |s| {
        vec![Positively(s[0]), Positive]
    }),
    sized("mju_cholSolve", SMALL, |s| vec![Lower(s[0]), Vector(s[0])]),
    sized("mju_cholUpdate", SMALL, |s| {
        vec![Lower(s[0]), Sparse(s[0]), FLAG]
    }),
    sized("mju_bandDiag", BANDS, |_| Vec::new()),
    sized("mju_cholFactorBand", BANDS, |s| {
        vec![band(s), Ordinary, Positive]
    }),
    sized("mju_cholSolveBand", BANDS, |s| vec![band(s), Vector(s[0])]),
    sized("mju_band2Dense", BANDS, |s| vec![band(s), FLAG]),
    sized("mju_dense2Band", BANDS, |s| vec![Vector(square(s))]),
    sized("mju_bandMulMatVec", BANDS, |s| {
        vec![band(s), Vector(2 * s[0]), FLAG]
    }),
    sized("mju_boxQP", SMALL, |s| {
        let n = s[0];
        vec![
            Positively(n),
            Spread(n),
            Below(n),
            Above(n),
            Spread(n),
            Integer(0, 3),
        ]
    }),
    sized("mju_dense2sparse", ROOMS, |s| vec![Sparse(area(s))]),
    sized("mju_sparse2dense", PAIRS, |s| vec![Sparse(area(s))]),
];
