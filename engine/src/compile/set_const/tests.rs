//! Inverse inertias along chains and in batches against solutions for all dofs, bit for bit.

use std::fmt::Write;
use std::time::Instant;

use super::{invweight, run_at_reference};
use crate::math::{MINVAL, dense, scalar};
use crate::model::codes::joint_dofs;
use crate::pipeline::position::inertia::solve_m;
use crate::query::jacobian::jac;
use crate::testing::{Random, assert_same, compile, mjcf, trees};
use crate::{Data, Model};

/// What [`invweight::set`] computes, flat.
fn inverse_inertias(model: &Model) -> [Vec<f64>; 4] {
    [
        model.body_invweight0.as_flattened().to_vec(),
        model.dof_invweight0.clone(),
        model.tendon_invweight0.clone(),
        model.actuator_acc0.clone(),
    ]
}

/// The same as MuJoCo computes it, with vectors over all dofs.
fn in_full(model: &mut Model, data: &Data) {
    let nv = model.nv;
    let diagonal = |model: &Model, row: &[f64]| {
        let mut x = row.to_vec();
        solve_m(model, data, &mut x);
        (dense::dot(row, &x), dense::norm(&x))
    };
    let mean = |three: &[f64]| (three[0] + three[1] + three[2]) / 3.0;
    let (mut moved, mut turned) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
    for body in 1..model.nbody {
        if model.body_weldid[body] == 0 {
            continue;
        }
        let weights = if model.body_simple[body] == 2 {
            [1.0 / scalar::max(MINVAL, model.body_mass[body]), 0.0]
        } else {
            let center = data.xipos[body];
            jac(
                model,
                data,
                Some(&mut moved),
                Some(&mut turned),
                &center,
                body,
            );
            [&moved, &turned].map(|jac| {
                let rows = jac.chunks(nv).map(|row| diagonal(model, row).0);
                mean(&rows.collect::<Vec<_>>())
            })
        };
        model.body_invweight0[body] = weights;
    }
    for jnt in 0..model.njnt {
        let dof = model.jnt_dofadr[jnt] as usize;
        let body = model.jnt_bodyid[jnt] as usize;
        let n = joint_dofs(model.jnt_type[jnt]);
        if model.body_simple[body] == 2 {
            model.dof_invweight0[dof] = 1.0 / scalar::max(MINVAL, model.body_mass[body]);
            continue;
        }
        let mut weights: Vec<f64> = (dof..dof + n)
            .map(|k| {
                let mut unit = vec![0.0; nv];
                unit[k] = 1.0;
                diagonal(model, &unit).0
            })
            .collect();
        for three in weights.chunks_exact_mut(3) {
            three.fill(mean(three));
        }
        model.dof_invweight0[dof..dof + n].copy_from_slice(&weights);
    }
    for t in 0..model.ntendon {
        let mut row = vec![0.0; nv];
        for (dof, value) in invweight::tendon_row(model, data, t) {
            row[dof] = value;
        }
        model.tendon_invweight0[t] = diagonal(model, &row).0;
    }
    for i in 0..model.nu {
        let mut row = vec![0.0; nv];
        for (dof, value) in invweight::moment_row(data, i) {
            row[dof] = value;
        }
        model.actuator_acc0[i] = diagonal(model, &row).1;
    }
}

fn at_reference(model: &mut Model) -> Data {
    let mut data = Data::new(model);
    run_at_reference(model, &mut data);
    data
}

#[track_caller]
fn compare(mut model: Model) {
    let mut data = at_reference(&mut model);
    invweight::set(&mut model, &mut data);
    let special = inverse_inertias(&model);
    in_full(&mut model, &data);
    let general = inverse_inertias(&model);
    let names = [
        "body_invweight0",
        "dof_invweight0",
        "tendon_invweight0",
        "actuator_acc0",
    ];
    for ((special, general), name) in special.iter().zip(&general).zip(names) {
        assert_same(special, general, name);
    }
}

/// Tendons over random joints and actuators on joints and tendons, up to three times eight of each.
fn tendons_and_actuators(n: usize, random: &mut Random) -> String {
    let mut text = String::from("<tendon>");
    let tendons = random.below(25);
    for t in 0..tendons {
        write!(text, "<fixed name='t{t}'>").unwrap();
        // A joint only once, in several trees.
        let (first, joints) = (random.below(n), 1 + random.below(n.min(3)));
        for k in 0..joints {
            let (joint, coef) = ((first + k * (n / joints)) % n, random.number());
            write!(text, "<joint joint='j{joint}' coef='{coef}'/>").unwrap();
        }
        text += "</fixed>";
    }
    text += "</tendon><actuator>";
    for t in 0..random.below(25) {
        if t < tendons && t % 2 == 0 {
            write!(text, "<motor tendon='t{t}'/>").unwrap();
        } else {
            write!(text, "<motor joint='j{}' gear='2'/>", random.below(n)).unwrap();
        }
    }
    text + "</actuator>"
}

#[test]
fn trees_of_all_shapes_have_the_inverse_inertias_of_full_solutions() {
    for n in 1..=40 {
        let random = &mut Random::new(n);
        for parents in trees(n, random) {
            let rest = tendons_and_actuators(n, random);
            let jacobian = ["jacobian='dense'", "jacobian='sparse'"][random.below(2)];
            let mut model = compile(&mjcf(&parents, jacobian, |_| String::new(), &rest));
            compare(model.clone());
            // What is not a number in one tree spreads to the others.
            let dof = random.below(n);
            if model.body_simple[model.dof_bodyid[dof] as usize] == 0 {
                model.dof_armature[dof] = f64::NAN;
                compare(model);
            }
        }
    }
}

#[test]
fn joints_of_several_dofs_and_simple_bodies() {
    compare(compile(
        "<mujoco><worldbody>
          <body><freejoint/><geom size='0.1'/></body>
          <body pos='1 0 0'><freejoint/><geom size='0.1' pos='0.1 0 0'/>
            <body pos='0.3 0 0'><joint type='ball'/><geom size='0.1' pos='0.1 0.2 0'/>
              <body pos='0.3 0 0'><joint/><joint axis='0 1 0'/><geom size='0.1' pos='0.2 0 0'/>
                <body pos='0.1 0 0'><geom size='0.1'/></body></body></body></body>
          <body pos='2 0 0'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>
            <geom size='0.1'/></body>
          <body pos='3 0 0'><geom size='0.1'/></body>
        </worldbody></mujoco>",
    ));
}

#[test]
#[ignore = "a measurement"]
fn gains() {
    let random = &mut Random::new(1);
    for (name, n, shape) in [
        ("chain of 30 dofs", 30, 0),
        ("tree of 100 dofs", 100, 7),
        ("forest of 400 dofs", 400, 3),
    ] {
        let rest = tendons_and_actuators(n, random);
        let text = mjcf(&trees(n, random)[shape], "", |_| String::new(), &rest);
        let [mut whole, mut special, mut general] = [(); 3].map(|()| Vec::new());
        for _ in 0..21 {
            let start = Instant::now();
            let mut model = compile(&text);
            whole.push(start.elapsed().as_secs_f64());
            let mut data = at_reference(&mut model);
            let start = Instant::now();
            invweight::set(&mut model, &mut data);
            special.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            in_full(&mut model, &data);
            general.push(start.elapsed().as_secs_f64());
        }
        let [whole, special, general] = [whole, special, general].map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2] * 1e6
        });
        let gain = 100.0 * (general - special) / whole;
        println!(
            "{name}: load {whole:.0} us, chains and batches {special:.0} us, full solutions \
                  {general:.0} us: gain {gain:.1}% of a load"
        );
    }
}
