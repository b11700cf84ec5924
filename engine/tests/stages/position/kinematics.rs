//! Where bodies, geoms and sites are.

use crate::support::{TREES, assert_close, fixture, random_state};
use plumbline::math::{Mat3, Vec3};

const IDENTITY: [f64; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

#[test]
fn frames_are_right_handed_and_orthonormal() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 1, 2.0);
        let frames = [&data.xmat, &data.ximat, &data.geom_xmat, &data.site_xmat];
        for frame in frames.into_iter().flatten() {
            assert_close(&frame.mul_tr(frame).0, &IDENTITY, 1e-13, name);
            let third = frame.column(0).cross(&frame.column(1));
            assert_close(third.as_slice(), frame.column(2).as_slice(), 1e-13, name);
        }
    }
}

#[test]
fn quaternions_and_matrices_of_bodies_say_the_same() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 2, 2.0);
        for (quat, mat) in data.xquat.iter().zip(&data.xmat) {
            assert_close(&quat.to_mat().0, &mat.0, 1e-13, name);
        }
    }
}

#[test]
fn geoms_sites_and_centres_of_mass_are_fixed_in_their_bodies() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 3, 2.0);
        let place = |body: i32, local: &Vec3| {
            let body = body as usize;
            data.xmat[body].mul_vec(local) + data.xpos[body]
        };
        for (geom, &body) in model.geom_bodyid.iter().enumerate() {
            let expected = place(body, &model.geom_pos[geom]);
            let what = format!("{name}, geom {geom}");
            assert_close(
                data.geom_xpos[geom].as_slice(),
                expected.as_slice(),
                1e-13,
                &what,
            );
        }
        for (site, &body) in model.site_bodyid.iter().enumerate() {
            let expected = place(body, &model.site_pos[site]);
            let what = format!("{name}, site {site}");
            assert_close(
                data.site_xpos[site].as_slice(),
                expected.as_slice(),
                1e-13,
                &what,
            );
            let turned: Mat3 = data.xmat[body as usize].mul(&model.site_quat[site].to_mat());
            assert_close(&data.site_xmat[site].0, &turned.0, 1e-13, &what);
        }
        for body in 1..model.nbody {
            let expected = place(body as i32, &model.body_ipos[body]);
            let what = format!("{name}, body {body}");
            assert_close(
                data.xipos[body].as_slice(),
                expected.as_slice(),
                1e-13,
                &what,
            );
        }
    }
}

#[test]
fn the_centre_of_a_subtree_is_the_mean_of_its_bodies_by_mass() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 4, 2.0);
        let mut moment = vec![Vec3::zeros(); model.nbody];
        let mut mass = vec![0.0; model.nbody];
        for body in 1..model.nbody {
            let mut carrier = body;
            loop {
                moment[carrier] += data.xipos[body] * model.body_mass[body];
                mass[carrier] += model.body_mass[body];
                if carrier == 0 {
                    break;
                }
                carrier = model.body_parentid[carrier] as usize;
            }
        }
        for body in 1..model.nbody {
            if mass[body] > 1e-6 {
                let expected = moment[body] / mass[body];
                let what = format!("{name}, body {body}");
                assert_close(
                    data.subtree_com[body].as_slice(),
                    expected.as_slice(),
                    1e-12,
                    &what,
                );
            }
        }
    }
}
