use crate::{array, assert_bits};
use plumbline::math::{Vec3, vec3};

#[test]
fn normalizing_returns_the_former_length() {
    let mut v = Vec3::new(0.3646, 0.2941, 0.0284);
    assert_bits([vec3::normalize(&mut v)], [0.4692915192074112]);
    assert_bits(
        array(v),
        [0.7769158083567645, 0.6266893561100506, 0.06051675523130037],
    );
}

#[test]
fn a_vector_of_no_length_becomes_the_x_axis() {
    let mut v = Vec3::new(1e-16, 0.0, 0.0);
    assert_bits([vec3::normalize(&mut v)], [1e-16]);
    assert_bits(array(v), [1.0, 0.0, 0.0]);
}
