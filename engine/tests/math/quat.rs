use crate::{array, assert_bits};
use plumbline::math::{Mat3, Quat, Vec3};

const RAW: Quat = Quat([0.3456, 0.8216, 0.3304, -1.3032]);
const A: Quat = Quat([
    0.21425126715728715,
    0.5093427115058655,
    0.20482817901842498,
    -0.8079058199056035,
]);
const B: Quat = Quat([
    0.7059086755121748,
    0.3480424483638556,
    -0.41868009581404675,
    0.4530633215596695,
]);
const MAT_A: [f64; 9] = [
    -0.38933279351469885,
    0.5548451715051519,
    -0.7352324880957447,
    -0.13753421112893832,
    -0.8242836232029855,
    -0.5492183985342252,
    -0.9107712757126135,
    -0.1127091131043843,
    0.3972308386316974,
];

fn v() -> Vec3 {
    Vec3::new(0.3646, 0.2941, 0.0284)
}

#[test]
fn normalizing_divides_by_the_length() {
    assert_bits(RAW.normalized().0, A.0);
}

#[test]
fn a_quaternion_of_no_length_becomes_the_identity() {
    assert_bits(
        Quat([0.0, 1e-16, 0.0, 0.0]).normalized().0,
        Quat::IDENTITY.0,
    );
}

#[test]
fn a_length_within_rounding_of_one_is_left_alone() {
    let nearly = Quat([1.0 + 2.0 * f64::EPSILON, 0.0, 0.0, 0.0]);
    assert_bits(nearly.normalized().0, nearly.0);
}

#[test]
fn products_have_the_order_of_the_reference() {
    assert_bits(
        A.mul(&B).0,
        [
            0.4257589197476911,
            0.18866402349566824,
            -0.4570627727976373,
            -0.7577788926964385,
        ],
    );
    assert_bits(
        A.mul_axis(&v()).0,
        [
            -0.2230017947790382,
            0.3215382339239081,
            -0.24601649727339145,
            0.08120207337102422,
        ],
    );
}

#[test]
fn a_vector_is_rotated_by_two_cross_products() {
    assert_bits(
        array(A.rotate(&v())),
        [
            0.00034862576228689157,
            -0.3081645894799809,
            -0.35393360147167807,
        ],
    );
    assert_bits(array(Quat::IDENTITY.rotate(&v())), array(v()));
}

#[test]
fn a_negative_zero_vector_rotates_to_positive_zero() {
    assert_bits(array(A.rotate(&Vec3::new(-0.0, 0.0, -0.0))), [0.0; 3]);
}

#[test]
fn the_rotation_matrix_and_back() {
    assert_bits(A.to_mat().0, MAT_A);
    assert_bits(
        Quat::from_mat(&Mat3(MAT_A)).0,
        [
            -0.21425126715728715,
            -0.5093427115058655,
            -0.20482817901842496,
            0.8079058199056035,
        ],
    );
}

#[test]
fn each_largest_component_has_its_own_branch() {
    let cases = [
        (
            [
                0.726315789473684,
                0.6105263157894736,
                -0.31578947368421045,
                0.5263157894736841,
                -0.7894736842105261,
                -0.31578947368421045,
                -0.4421052631578946,
                0.06315789473684208,
                -0.8947368421052628,
            ],
            [
                0.1025978352085154,
                0.9233805168766386,
                0.3077935056255462,
                -0.2051956704170308,
            ],
        ),
        (
            [
                -0.8947368421052629,
                0.4421052631578946,
                -0.06315789473684208,
                0.31578947368421045,
                0.726315789473684,
                0.6105263157894736,
                0.31578947368421045,
                0.5263157894736841,
                -0.7894736842105261,
            ],
            [
                -0.1025978352085154,
                0.2051956704170308,
                0.9233805168766386,
                0.3077935056255462,
            ],
        ),
        (
            [
                -0.8947368421052629,
                -0.31578947368421045,
                -0.31578947368421045,
                0.06315789473684208,
                -0.7894736842105261,
                0.6105263157894736,
                -0.4421052631578946,
                0.5263157894736841,
                0.726315789473684,
            ],
            [
                0.1025978352085154,
                -0.2051956704170308,
                0.3077935056255462,
                0.9233805168766386,
            ],
        ),
    ];
    for (mat, quat) in cases {
        assert_bits(Quat::from_mat(&Mat3(mat)).0, quat);
    }
}

#[test]
fn axis_and_angle_make_a_quaternion() {
    assert_bits(
        Quat::from_axis_angle(&Vec3::new(0.6, 0.0, 0.8), 0.7).0,
        [
            0.9393727128473789,
            0.2057386844732708,
            0.0,
            0.2743182459643611,
        ],
    );
}

#[test]
fn the_z_axis_is_turned_to_a_direction() {
    let cases = [
        (
            v(),
            [
                0.7281884217808261,
                -0.43030714123237934,
                0.5334579520344288,
                0.0,
            ],
        ),
        (Vec3::new(0.0, 0.0, -2.0), [0.0, 1.0, 0.0, 0.0]),
        (Vec3::new(0.0, 0.0, 3.0), [1.0, 0.0, 0.0, 0.0]),
        (Vec3::zeros(), [1.0, 0.0, 0.0, 0.0]),
    ];
    for (direction, quat) in cases {
        assert_bits(Quat::from_z_to(&direction).0, quat);
    }
}

#[test]
fn rotations_become_velocities_and_velocities_rotations() {
    assert_bits(
        array(A.to_velocity(0.25)),
        [5.651997134088441, 2.2729063450618563, -8.965047060788773],
    );
    assert_bits(
        array(A.sub(&B)),
        [-0.11528668609037067, 0.8098319508503157, 2.7764203319349883],
    );
    assert_bits(
        RAW.integrate(&v(), 0.01).0,
        [
            0.2131356693877544,
            0.5109489990151823,
            0.20359753378312237,
            -0.80749758580286,
        ],
    );
}
