//! Forces of contacts and of all rows on the joints.

use super::{CONSTRAINED, jacobian};
use crate::support::{assert_close, fixture, random_state};
use plumbline::internal::codes::{cone, jacobian as form, row};
use plumbline::math::Vec3;
use plumbline::{Data, Model};

/// `J' f` over the rows that are asked for.
fn joint_force(model: &Model, data: &Data, counts: impl Fn(i32) -> bool) -> Vec<f64> {
    let mut qfrc = vec![0.0; model.nv];
    for (i, row) in jacobian(model, data).iter().enumerate() {
        if counts(data.efc_type[i]) {
            for (qfrc, jac) in qfrc.iter_mut().zip(row) {
                *qfrc += jac * data.efc_force[i];
            }
        }
    }
    qfrc
}

#[test]
fn the_joint_force_of_constraints_is_that_of_their_rows() {
    for name in CONSTRAINED {
        for kind in [cone::PYRAMIDAL, cone::ELLIPTIC] {
            for form in [form::DENSE, form::SPARSE] {
                let mut model = fixture(name);
                (model.opt.cone, model.opt.jacobian) = (kind, form);
                let data = random_state(&model, 111, 0.02);
                let expected = joint_force(&model, &data, |_| true);
                assert_close(&data.qfrc_constraint, &expected, 1e-12, name);
            }
        }
    }
}

#[test]
fn forces_of_contacts_push_their_bodies_apart_as_their_rows_push_the_joints() {
    for name in [
        "constraint/contacts_of_every_dimension",
        "bench/boxes_on_plane",
        "bench/pile",
    ] {
        for kind in [cone::PYRAMIDAL, cone::ELLIPTIC] {
            let mut model = fixture(name);
            model.opt.cone = kind;
            let data = random_state(&model, 112, 0.02);
            let mut qfrc = vec![0.0; model.nv];
            let mut pushing = 0;
            for (id, contact) in data.contact.iter().enumerate() {
                let force = data.contact_force(&model, id).unwrap();
                pushing += usize::from(force[0] > 0.0);
                let world = |part: &[f64]| contact.frame.tr_mul_vec(&Vec3::from_column_slice(part));
                let (push, turn) = (world(&force[..3]), world(&force[3..]));
                for (geom, sign) in contact.geom.into_iter().zip([-1.0, 1.0]) {
                    let body = model.geom_bodyid[geom as usize] as usize;
                    let (push, turn) = (push * sign, turn * sign);
                    data.apply_ft(&model, &push, &turn, &contact.pos, body, &mut qfrc)
                        .unwrap();
                }
            }
            assert!(pushing > 3, "{name}: {pushing} contacts push");
            let expected = joint_force(&model, &data, |kind| kind >= row::CONTACT_FRICTIONLESS);
            assert_close(&qfrc, &expected, 1e-11, &format!("{name}, cone {kind}"));
        }
    }
}
