//! Steps abreast against steps of each world alone, bit for bit.

use super::{Before, Plan, WIDTH, Work, Worlds, step};
use crate::testing::{Random, assert_same_data, compile, mjcf, trees};
use crate::{Data, Model};

impl Worlds for Vec<Data> {
    fn data(&mut self, lane: usize) -> &mut Data {
        &mut self[lane]
    }
}

/// Steps worlds abreast and alone with random controls, and compares states in each step and all
/// fields at the end. Returns how many steps were made abreast, and in how many of them there were
/// rows.
fn step_both(model: &Model, steps: usize, random: &mut Random, start: f64) -> [usize; 2] {
    let plan = Plan::new(model).expect("a model of the family");
    let mut work = Work::new(model, &plan);
    let mut worlds: Vec<Data> = (0..WIDTH).map(|_| Data::new(model)).collect();
    for data in &mut worlds {
        for x in data.qpos.iter_mut().chain(&mut data.qvel) {
            *x = start * random.or_special(5, &[0.0, -0.0]);
        }
        for x in data.ctrl.iter_mut().chain(&mut data.qfrc_applied) {
            *x = random.or_special(4, &[0.0, -0.0]);
        }
    }
    let mut alone = worlds.clone();
    let mut before = vec![Before::new(model); WIDTH];
    let [mut made, mut with_rows] = [0; 2];
    for k in 0..steps {
        work.clear();
        for (lane, data) in worlds.iter().enumerate() {
            work.load(lane, data);
        }
        let out = step(model, &plan, &mut work, &mut worlds);
        for lane in 0..WIDTH {
            let (world, other) = (&mut worlds[lane], &mut alone[lane]);
            let failed = out & (1 << lane) != 0;
            made += work.unload(lane, failed, world);
            other.step(model).expect("a step");
            if failed {
                before[lane].forget();
                world.step(model).expect("a step");
            } else {
                before[lane].note(&work, lane);
                with_rows += usize::from(other.nefc > 0);
            }
            for (a, b) in [
                (&world.qpos, &other.qpos),
                (&world.qvel, &other.qvel),
                (&world.qacc_warmstart, &other.qacc_warmstart),
            ] {
                crate::testing::assert_same(a, b, &format!("step {k}, lane {lane}"));
            }
            assert_eq!(world.time.to_bits(), other.time.to_bits());
            if k % 7 == 6 || k + 1 == steps {
                before[lane].make_up(model, world).expect("a step");
                assert_same_data(model, world, other);
            }
        }
    }
    [made, with_rows]
}

#[test]
fn trees_of_all_shapes_have_the_bits_of_each_world_alone() {
    for n in [1, 2, 3, 5, 9, 11, 16, 30] {
        let random = &mut Random::new(n);
        for parents in trees(n, random) {
            let joint = |i: usize| {
                let spring = if i % 4 == 2 {
                    "stiffness='3' springref='10'"
                } else {
                    ""
                };
                let damping = if i % 3 == 1 { "0" } else { "0.02" };
                let anchor = if i % 5 == 4 { "pos='0.02 0 0.01'" } else { "" };
                format!("damping='{damping}' {spring} {anchor}")
            };
            let last = n - 1;
            let actuators = format!(
                "<actuator><motor joint='j0' gear='0.2' ctrllimited='true' ctrlrange='-.5 .5'/>\
                 <position joint='j{last}' kp='2' kv='.1' forcelimited='true' forcerange='-.3 .3'/>\
                 </actuator>"
            );
            let model = compile(&mjcf(&parents, "timestep='0.002'", joint, &actuators));
            assert_eq!(step_both(&model, 8, random, 1.0), [8 * WIDTH, 0]);
            let mut undamped = model.clone();
            undamped.dof_damping.fill(0.0);
            assert_eq!(step_both(&undamped, 3, random, 1.0), [3 * WIDTH, 0]);
        }
    }
}

#[test]
fn worlds_at_a_limit_make_their_rows_by_themselves() {
    let random = &mut Random::new(3);
    let parents = (0..6_usize).map(|i| i.checked_sub(1)).collect();
    let joint = |_| "damping='0.1' limited='true' range='-40 40'".to_owned();
    let [made, with_rows] = step_both(&compile(&mjcf(&parents, "", joint, "")), 60, random, 1.0);
    assert_eq!(made, 60 * WIDTH);
    assert!(
        (1..60 * WIDTH).contains(&with_rows),
        "{with_rows} with rows"
    );
    // Other solvers need more than what the lanes hand over.
    let model = compile(&mjcf(&parents, "solver='CG'", joint, ""));
    let [made, with_rows] = step_both(&model, 60, random, 1.0);
    assert!((1..60 * WIDTH).contains(&made), "{made} steps abreast");
    assert_eq!(with_rows, 0);
}

#[test]
fn worlds_whose_geoms_are_near_look_for_contacts_by_themselves() {
    let random = &mut Random::new(4);
    for option in [
        "",
        "<option cone='elliptic'/>",
        "<option jacobian='sparse'/>",
    ] {
        let model = compile(&format!(
            "<mujoco>{option}<worldbody><geom type='plane' size='5 5 .1'/>
               <body pos='0 0 .6'><joint name='j' axis='0 1 0' damping='.01'/>
                 <geom type='capsule' size='.05' fromto='0 0 0 .4 0 0'/>
                 <geom type='box' size='.04 .05 .06' pos='.2 .1 0' euler='10 20 30'/>
                 <body pos='.4 0 0'><joint axis='0 1 0' damping='.01'/>
                   <geom type='capsule' size='.05' fromto='0 0 0 .4 0 0'/></body></body>
               <body pos='0 .3 1.2'><joint type='slide' axis='0 0 1'/><geom size='.1'/></body>
             </worldbody><actuator><motor joint='j'/></actuator></mujoco>"
        ));
        let [made, with_rows] = step_both(&model, 300, random, 0.2);
        assert_eq!(made, 300 * WIDTH);
        assert!(
            (1..300 * WIDTH).contains(&with_rows),
            "{with_rows} with rows"
        );
    }
}

#[test]
fn what_rounding_hides_from_the_broad_phase_stays_hidden() {
    // The spheres touch, but not in single precision.
    let model = compile(
        "<mujoco><worldbody>
           <body pos='100 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1'/></body>
           <body pos='100.199999999 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1'/></body>
         </worldbody></mujoco>",
    );
    // One step: forces may bring them nearer in the next.
    let [made, with_rows] = step_both(&model, 1, &mut Random::new(7), 0.0);
    assert_eq!([made, with_rows], [WIDTH, 0]);
}

#[test]
fn free_joints_and_balls_have_the_bits_of_each_world_alone() {
    let random = &mut Random::new(5);
    let model = compile(
        "<mujoco><worldbody><geom type='plane' size='5 5 .1'/>
           <body pos='0 0 .5'><freejoint/><geom type='box' size='.1 .15 .2' pos='.03 .01 .02'/>
             <body pos='.3 0 0' euler='0 40 10'><joint type='ball' damping='.02' pos='.01 0 .02'/>
               <geom type='capsule' size='.05' fromto='0 0 0 .3 .1 0'/>
               <body pos='.3 .1 0'><joint axis='1 2 0' limited='true' range='-30 50'/>
                 <geom type='ellipsoid' size='.1 .06 .05'/></body></body></body>
           <body pos='.5 .5 .4'><freejoint/><geom size='.1'/></body>
         </worldbody></mujoco>",
    );
    let [made, with_rows] = step_both(&model, 200, random, 0.7);
    assert_eq!(made, 200 * WIDTH);
    assert!(
        (1..200 * WIDTH).contains(&with_rows),
        "{with_rows} with rows"
    );
}

#[test]
fn a_world_without_memory_for_its_rows_takes_the_step_by_itself() {
    let random = &mut Random::new(6);
    let text = |memory: &str| {
        format!(
            "<mujoco><size memory='{memory}'/><worldbody><geom type='plane' size='5 5 .1'/>
               <body pos='0 0 .6'><freejoint/><geom type='box' size='.1 .15 .1' pos='.3 .2 0'/>
                 <geom type='box' size='.1 .1 .12' pos='-.3 .2 0'/>
                 <geom type='box' size='.1 .1 .1' pos='.3 -.2 0'/>
                 <geom type='box' size='.1 .1 .1' pos='-.3 -.2 0'/></body>
             </worldbody></mujoco>"
        )
    };
    let [made, _] = step_both(&compile(&text("10M")), 400, random, 0.1);
    assert_eq!(made, 400 * WIDTH);
    let [made, with_rows] = step_both(&compile(&text("64K")), 400, random, 0.1);
    assert!((1..400 * WIDTH).contains(&made), "{made} steps abreast");
    assert!(with_rows > 0);
}

#[test]
fn a_state_that_is_not_finite_is_left_to_the_world_alone() {
    let parents = vec![None, Some(0)];
    let model = compile(&mjcf(&parents, "", |_| String::new(), ""));
    let plan = Plan::new(&model).expect("a model of the family");
    let mut work = Work::new(&model, &plan);
    let mut data = Data::new(&model);
    let mut worlds = vec![data.clone(); WIDTH];
    for lane in 0..WIDTH {
        data.qvel[1] = if lane == 2 { f64::NAN } else { 0.5 };
        work.load(lane, &data);
    }
    assert_eq!(step(&model, &plan, &mut work, &mut worlds), 0b0100);
    // An acceleration that is too large is found at the end of the step.
    work.clear();
    for lane in 0..WIDTH {
        data.qvel[1] = if lane == 1 { 9e9 } else { 0.5 };
        work.load(lane, &data);
    }
    assert_eq!(step(&model, &plan, &mut work, &mut worlds), 0b0010);
}

#[test]
fn models_of_other_kinds_have_no_plan() {
    let chain = |option: &str, joint: &str, rest: &str| {
        let joint = joint.to_owned();
        let text = mjcf(&vec![None, Some(0)], option, move |_| joint.clone(), rest);
        Plan::new(&compile(&text)).is_some()
    };
    assert!(chain("", "", ""));
    assert!(!chain("integrator='RK4'", "", ""));
    assert!(!chain("density='1000'", "", ""));
    assert!(!chain("", "frictionloss='0.1'", ""));
    let muscle = "<actuator><general joint='j0' dyntype='filter' dynprm='1'/></actuator>";
    assert!(!chain("", "", muscle));
    let tied = "<equality><joint joint1='j0' joint2='j1'/></equality>";
    assert!(!chain("", "", tied));
    assert!(!chain(
        "",
        "",
        "<tendon><fixed><joint joint='j0' coef='1'/></fixed></tendon>"
    ));
}
