//! Questions to a state: what returns matrices and what writes into buffers say the same, and
//! neither panics without words.

use crate::fixture;
use plumbline::math::Vec3;
use plumbline::{Data, Misuse, Model, Object, Ray, RayFilter};

fn moving(name: &str) -> (Model, Data) {
    let model = fixture(name);
    let mut data = Data::new(&model);
    for i in 0..80 {
        for (k, ctrl) in data.ctrl.iter_mut().enumerate() {
            *ctrl = 0.1 * ((i + k) % 11) as f64 - 0.5;
        }
        data.step(&model).unwrap();
    }
    data.forward(&model).unwrap();
    (model, data)
}

/// The numbers of a matrix row by row.
fn rows(matrix: &nalgebra::Matrix3xX<f64>) -> Vec<f64> {
    matrix.transpose().as_slice().to_vec()
}

#[test]
fn jacobians_that_return_and_that_write_are_the_same() {
    let (model, data) = moving("bench/humanoid");
    let nv = model.nv;
    let (mut p, mut r) = (vec![f64::NAN; 3 * nv], vec![f64::NAN; 3 * nv]);
    let body = model.body("left_foot").unwrap();
    let foot = data.jac_body(&model, body);
    data.jac_body_into(&model, body, &mut p, &mut r).unwrap();
    assert_eq!((rows(&foot.p), rows(&foot.r)), (p.clone(), r.clone()));
    assert!(foot.p.iter().any(|&x| x != 0.0));
    // An empty buffer is left out.
    p.fill(0.0);
    data.jac_body_into(&model, body, &mut p, &mut []).unwrap();
    assert_eq!(rows(&foot.p), p);
    assert_eq!(data.jac(&model, &data.xpos[body], body), foot);
    assert_eq!(data.jac_object(&model, Object::XBody(body)), foot);
    let com = data.jac_body_com(&model, body);
    assert_eq!(data.jac_object(&model, Object::Body(body)), com);
    let geom = model.body_geomadr[body] as usize;
    let of_geom = data.jac_geom(&model, geom);
    data.jac_geom_into(&model, geom, &mut p, &mut r).unwrap();
    assert_eq!((rows(&of_geom.p), rows(&of_geom.r)), (p.clone(), r.clone()));
    let subtree = data.jac_subtree_com(&model, body);
    data.jac_subtree_com_into(&model, body, &mut p).unwrap();
    assert_eq!(rows(&subtree), p);
    let dot = data.jac_dot(&model, &data.xpos[body], body);
    data.jac_dot_into(&model, &data.xpos[body], body, &mut p, &mut r)
        .unwrap();
    assert_eq!((rows(&dot.p), rows(&dot.r)), (p, r));
    let [point, _] = data.jac_point_axis(&model, &data.xpos[body], &Vec3::z(), body);
    assert_eq!(point, foot.p);
    // Times qvel it is the velocity.
    let velocity = &foot.p * nalgebra::DVector::from_column_slice(&data.qvel);
    let measured = data.object_velocity(&model, Object::XBody(body), false);
    for k in 0..3 {
        assert!((velocity[k] - measured[3 + k]).abs() < 1e-12);
    }
}

#[test]
fn inertia_in_full_multiplies_and_solves_alike() {
    let (model, data) = moving("bench/humanoid");
    let nv = model.nv;
    let full = data.full_m(&model);
    assert_eq!(full, full.transpose());
    let v: Vec<f64> = (0..nv).map(|i| (i as f64 * 0.7).sin()).collect();
    let product = data.mul_m(&model, &v);
    let expected = &full * nalgebra::DVector::from_column_slice(&v);
    assert!((&product - expected).norm() < 1e-12 * product.norm());
    let mut x = product.as_slice().to_vec();
    x.extend_from_within(..);
    data.solve_m(&model, &mut x).unwrap();
    for (i, x) in x.iter().enumerate() {
        assert!((x - v[i % nv]).abs() < 1e-9, "{i}");
    }
    // y' M^-1 y
    let mut half = product.as_slice().to_vec();
    data.solve_m2(&model, &mut half).unwrap();
    let square: f64 = half.iter().map(|x| x * x).sum();
    let expected: f64 = product.iter().zip(&v).map(|(y, x)| y * x).sum();
    assert!((square - expected).abs() < 1e-9 * expected);
    let energy = data.kinetic_energy(&model);
    let expected = 0.5
        * data
            .mul_m(&model, &data.qvel)
            .dot(&nalgebra::DVector::from_column_slice(&data.qvel));
    assert!((energy - expected).abs() <= 1e-12 * expected);
}

#[test]
fn energies_are_those_that_the_model_would_compute() {
    let (mut model, mut data) = moving("bench/arm26");
    model.opt.enableflags |= plumbline::internal::codes::enable::ENERGY;
    data.forward(&model).unwrap();
    let energies = [data.potential_energy(&model), data.kinetic_energy(&model)];
    assert_eq!(energies, data.energy);
}

#[test]
fn products_with_the_constraint_jacobian_are_those_of_the_pipeline() {
    let (model, data) = moving("bench/pile");
    assert!(data.nefc > 0);
    assert_eq!(
        data.mul_jac_vec(&model, &data.qvel).as_slice(),
        data.efc_vel
    );
    let force = data.mul_jac_t_vec(&model, &data.efc_force);
    assert_eq!(force.as_slice(), data.qfrc_constraint);
}

#[test]
fn contacts_have_names_and_forces_that_hold_up_the_weight() {
    let text = "<mujoco><worldbody><geom name='floor' type='plane' size='2 2 1'/>
        <body name='ball' pos='0 0 0.1'><freejoint/><geom name='skin' size='0.1' mass='2'/></body>
        <body pos='1 0 0.1'><freejoint/><geom size='0.1' mass='1'/></body>
        </worldbody></mujoco>";
    let model = Model::from_xml_string(text).unwrap();
    let mut data = Data::new(&model);
    for _ in 0..2000 {
        data.step(&model).unwrap();
    }
    data.forward(&model).unwrap();
    let contacts: Vec<_> = data.contacts(&model).collect();
    assert_eq!(contacts.len(), 2);
    assert_eq!(data.contacts(&model).len(), 2);
    let [ball, other] = [&contacts[0], &contacts[1]];
    assert_eq!(ball.geom_names(), [Some("floor"), Some("skin")]);
    assert_eq!(ball.body_names(), [Some("world"), Some("ball")]);
    assert_eq!(other.geom_names(), [Some("floor"), None]);
    assert_eq!((other.id(), other.dim), (1, 3));
    assert!((ball.force_world().z - 2.0 * 9.81).abs() < 1e-3);
    assert!((ball.force()[0] - 2.0 * 9.81).abs() < 1e-3);
    assert!(ball.torque_world().norm() < 1e-6);
    assert_eq!(data.contact_force(&model, 0).unwrap(), ball.force());
    let error = data.contact_force(&model, 2).unwrap_err();
    assert_eq!(error.to_string(), "no contact 2: the model has 2");
}

#[test]
fn rays_and_distances_do_not_change_the_data() {
    let (model, mut data) = moving("bench/humanoid");
    let down = Ray {
        point: Vec3::new(3.0, 3.0, 1.0),
        vector: Vec3::new(0.0, 0.0, -1.0),
    };
    let filter = RayFilter::default();
    let hit = data.ray(&model, &down, &filter).unwrap().unwrap();
    assert_eq!((hit.geom, hit.dist), (0, 1.0));
    assert_eq!(data.ray_geom(&model, 0, &down), Some(1.0));
    let many = data.multi_ray(&model, &down.point, &[down.vector], &filter, 1e10);
    assert_eq!(many.unwrap(), [Some(hit)]);
    let before = data.qpos.clone();
    let distance = data.geom_distance(&model, 0, 1, 10.0);
    assert!(distance.dist < 10.0);
    assert_eq!(data.qpos, before);
}

#[test]
fn momentum_is_mass_times_velocity() {
    let (model, mut data) = moving("bench/humanoid");
    data.subtree_vel(&model).unwrap();
    let momentum = data.momentum(&model, 0);
    let mut sum = Vec3::zeros();
    for body in 1..model.nbody {
        let velocity = data.object_velocity(&model, Object::Body(body), false);
        sum += Vec3::new(velocity[3], velocity[4], velocity[5]) * model.body_mass[body];
    }
    assert!((momentum.linear - sum).norm() < 1e-9 * sum.norm());
    assert_eq!(momentum.angular, data.subtree_angmom[0]);
    let mass: f64 = model.body_mass.iter().sum();
    assert!((model.total_mass() - mass).abs() < 1e-12);
}

#[test]
fn a_push_at_a_point_is_a_column_of_the_jacobian() {
    let (model, data) = moving("bench/humanoid");
    let body = model.body("right_foot").unwrap();
    let mut qfrc = vec![0.0; model.nv];
    let (up, none) = (Vec3::z(), Vec3::zeros());
    let point = data.xpos[body];
    data.apply_ft(&model, &up, &none, &point, body, &mut qfrc)
        .unwrap();
    let jacobian = data.jac(&model, &point, body);
    let row: Vec<f64> = jacobian.p.row(2).iter().copied().collect();
    assert_eq!(qfrc, row);
    let mut short = vec![0.0; 3];
    let error = data.apply_ft(&model, &up, &none, &point, body, &mut short);
    assert!(matches!(error, Err(Misuse::Length { name: "qfrc", .. })));
}

#[test]
fn positions_move_and_come_back() {
    let (model, data) = moving("bench/humanoid");
    let velocity: Vec<f64> = (0..model.nv).map(|i| (i as f64).cos()).collect();
    let mut moved = data.qpos.clone();
    model.integrate_pos(&mut moved, &velocity, 0.1).unwrap();
    let mut found = vec![0.0; model.nv];
    model
        .differentiate_pos(&mut found, 0.1, &data.qpos, &moved)
        .unwrap();
    for (a, b) in found.iter().zip(&velocity) {
        assert!((a - b).abs() < 1e-9);
    }
    let error = model
        .integrate_pos(&mut moved[1..], &velocity, 0.1)
        .unwrap_err();
    assert!(error.to_string().starts_with("`qpos` has length"));
    model.normalize_quat(&mut moved).unwrap();
}

#[test]
fn unknown_ids_and_wrong_lengths_are_errors_with_words() {
    let (model, data) = moving("bench/arm26");
    let n = 3 * model.nv;
    let (mut p, mut r) = (vec![0.0; n], vec![0.0; n]);
    let error = data.jac_body_into(&model, 99, &mut p, &mut r).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("no body 99: the model has {}", model.nbody)
    );
    let error = data.jac_site_into(&model, 777, &mut p, &mut r).unwrap_err();
    assert!(error.to_string().starts_with("no site 777"));
    let error = data
        .jac_body_into(&model, 1, &mut p[1..], &mut r)
        .unwrap_err();
    assert!(
        error.to_string().starts_with("`jacp` has length"),
        "{error}"
    );
    assert!(data.full_m_into(&model, &mut p).is_err());
    assert!(data.mul_m_into(&model, &mut p, &[]).is_err());
    assert!(data.solve_m(&model, &mut vec![0.0; model.nv + 1]).is_err());
    assert!(
        data.jac_into(&model, &Vec3::zeros(), 99, &mut p, &mut r)
            .is_err()
    );
    let other = fixture("bench/humanoid");
    let error = data.jac_body_into(&other, 1, &mut p, &mut r).unwrap_err();
    assert_eq!(error, Misuse::OtherModel);
}

#[test]
#[should_panic = "no body 99: the model has"]
fn the_jacobian_of_an_unknown_body_panics_with_words() {
    let (model, data) = moving("bench/arm26");
    data.jac_body(&model, 99);
}

#[test]
#[should_panic = "`v` has length 1; it has to be"]
fn a_product_with_a_short_vector_panics_with_words() {
    let (model, data) = moving("bench/arm26");
    data.mul_m(&model, &[1.0]);
}
