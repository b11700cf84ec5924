use crate::assert_bits;
use plumbline::math::{Quat, Vec3, spatial};

const V: [f64; 6] = [0.6659, 1.5239, -1.5247, -2.4662, 0.6169, 2.5479];

#[test]
fn motions_and_forces_move_to_another_point_and_frame() {
    let frame = Quat([
        0.21425126715728715,
        0.5093427115058655,
        0.20482817901842498,
        -0.8079058199056035,
    ])
    .to_mat();
    let (to, from) = (Vec3::new(0.1, 0.2, 0.3), Vec3::new(-0.5, 0.7, 0.2));
    assert_bits(
        spatial::transform_motion(&V, &to, &from, Some(&frame)),
        [
            0.9198078725381946,
            -0.7148068289434942,
            -1.9322030910110113,
            0.06322433249220305,
            -1.552923498878261,
            2.9785307700630885,
        ],
    );
    assert_bits(
        spatial::transform_force(&V, &to, &from, Some(&frame)),
        [
            -0.6303324969506064,
            -1.5343970536085645,
            -3.5464750629273234,
            -1.4452264528676593,
            -2.164031278398588,
            2.4865219858356635,
        ],
    );
}

#[test]
fn a_motion_does_not_change_itself() {
    assert_bits(spatial::cross_motion(&V, &V).map(f64::abs), [0.0; 6]);
}

#[test]
fn a_single_rate_of_zero_keeps_the_sign_of_each_product() {
    assert_bits(spatial::combine(&[[-1.0; 6]], &[0.0]), [-0.0; 6]);
    assert_bits(
        spatial::combine(&[[-1.0; 6], [-1.0; 6]], &[0.0, 0.0]),
        [0.0; 6],
    );
}
