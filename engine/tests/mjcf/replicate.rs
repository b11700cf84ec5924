//! Copies of parts of the tree, and of what refers to them. Names and orders were taken from MuJoCo
//! 3.2.6.

use plumbline::ErrorKind;
use plumbline::spec::{Orientation, Spec};

use crate::{accept, reject};

/// A fixed body and three copies of another, with more sections after them.
fn three_copies(sections: &str) -> Spec {
    accept(&format!(
        "<mujoco><worldbody>
           <body name='w'><joint name='j'/><geom size='.1'/></body>
           <replicate count='3'><body name='b'><joint name='k'/><geom name='g' size='1'/></body></replicate>
         </worldbody>{sections}</mujoco>"
    ))
}

fn names<'n>(names: impl Iterator<Item = &'n String>) -> Vec<&'n str> {
    names.map(String::as_str).collect()
}

#[test]
fn copies_are_numbered_with_as_many_digits_as_the_count() {
    let spec = accept(
        "<mujoco><worldbody><replicate count='10' sep='-'><geom name='g' size='1'/></replicate></worldbody></mujoco>",
    );
    let geoms = names(spec.world.geoms.iter().map(|g| &g.name));
    assert_eq!(geoms[0], "g-00");
    assert_eq!(geoms[9], "g-09");
}

#[test]
fn nested_copies_carry_both_numbers() {
    let spec = accept(
        "<mujoco><worldbody><replicate count='2'>
           <replicate count='2' sep='-'><geom name='g' size='1'/></replicate>
         </replicate></worldbody></mujoco>",
    );
    let geoms = names(spec.world.geoms.iter().map(|g| &g.name));
    assert_eq!(geoms, ["g-00", "g-10", "g-01", "g-11"]);
    // Each copy stands in a frame of its own, within that of the outer copy.
    let outer = spec.world.geoms.iter().map(|g| {
        let inner = &spec.world.frames[g.frame.unwrap()];
        inner.parent.unwrap()
    });
    let outer: Vec<usize> = outer.collect();
    assert_eq!(outer[0], outer[1]);
    assert_ne!(outer[1], outer[2]);
}

#[test]
fn each_copy_is_a_step_further() {
    let spec = accept(
        "<mujoco><compiler angle='radian'/><worldbody>
           <replicate count='3' offset='1 0 0' euler='0 0 1'><geom size='1'/></replicate>
         </worldbody></mujoco>",
    );
    let frames = &spec.world.frames;
    assert_eq!(frames[1].pos.as_slice(), [1.0, 0.0, 0.0]);
    // The step is turned by the rotation of the copy before the last.
    assert_eq!(frames[2].pos.as_slice(), [2.0, 0.0, 0.0]);
    let Orientation::Quat(quat) = frames[2].orientation else {
        panic!("a copy's orientation is a quaternion");
    };
    assert_eq!(quat.0[0], 1_f64.cos());
}

#[test]
fn what_refers_to_copied_elements_is_copied_and_the_original_goes() {
    let spec = three_copies(
        "<actuator><motor name='n' joint='k'/><motor name='m' joint='j'/></actuator>
         <sensor><framepos name='fp' objtype='body' objname='b' reftype='body' refname='w'/></sensor>",
    );
    assert_eq!(
        names(spec.actuators.iter().map(|a| &a.name)),
        ["m", "n0", "n1", "n2"]
    );
    assert_eq!(
        names(spec.sensors.iter().map(|s| &s.name)),
        ["fp0", "fp1", "fp2"]
    );
    assert_eq!(
        names(spec.sensors.iter().map(|s| &s.objname)),
        ["b0", "b1", "b2"]
    );
    assert_eq!(
        names(spec.sensors.iter().map(|s| &s.refname)),
        ["w", "w", "w"]
    );
}

#[test]
fn a_sensor_that_refers_to_nothing_is_doubled_by_every_copy() {
    let spec = three_copies("<sensor><clock name='c'/></sensor>");
    assert_eq!(
        names(spec.sensors.iter().map(|s| &s.name)),
        ["c", "c0", "c1", "c01", "c2", "c02", "c12", "c012"]
    );
}

#[test]
fn the_last_copy_of_what_refers_to_a_copied_tendon_is_lost() {
    let spec = three_copies(
        "<tendon><fixed name='t'><joint joint='k' coef='1'/></fixed><fixed name='u'><joint joint='j' coef='1'/></fixed></tendon>
         <actuator><motor name='mt' tendon='t'/><motor name='mu' tendon='u'/></actuator>
         <sensor><tendonpos name='st' tendon='t'/><actuatorfrc name='sa' actuator='mt'/></sensor>
         <equality><tendon name='e' tendon1='t'/></equality>",
    );
    assert_eq!(
        names(spec.tendons.iter().map(|t| &t.name)),
        ["u", "t0", "t1", "t2"]
    );
    assert_eq!(
        names(spec.actuators.iter().map(|a| &a.name)),
        ["mu", "mt0", "mt1"]
    );
    assert_eq!(names(spec.equalities.iter().map(|e| &e.name)), ["e0", "e1"]);
    assert_eq!(
        names(spec.sensors.iter().map(|s| &s.name)),
        ["st0", "sa0", "st1"]
    );
}

#[test]
fn a_count_of_zero_drops_the_part_and_what_refers_to_it() {
    let spec = accept(
        "<mujoco><worldbody><replicate count='0'><joint name='k'/><geom size='1'/></replicate></worldbody>
         <actuator><motor joint='k'/></actuator></mujoco>",
    );
    assert!(spec.world.geoms.is_empty());
    assert!(spec.actuators.is_empty());
}

#[test]
fn names_that_collide_after_copying_are_refused() {
    let text = "<mujoco><worldbody>
           <replicate count='3'><body name='b'><joint name='k'/><geom size='1'/></body></replicate>
         </worldbody>
         <actuator><motor name='a' joint='k'/><motor name='a1' joint='k'/></actuator></mujoco>";
    assert_eq!(reject(text).element.as_deref(), Some("replicate"));
}

#[test]
fn a_giant_count_is_refused_at_once() {
    let text = "<mujoco><worldbody><replicate count='100000000'><geom size='1'/></replicate></worldbody></mujoco>";
    let error = plumbline::Spec::from_xml_string(text).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}

#[test]
fn doublings_without_end_are_refused() {
    let text = "<mujoco><worldbody><replicate count='60'><geom size='1'/></replicate></worldbody>
         <sensor><clock/></sensor></mujoco>";
    let error = plumbline::Spec::from_xml_string(text).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}

#[test]
fn joints_cannot_be_copied_into_the_world() {
    reject(
        "<mujoco><worldbody><replicate count='2'><joint/><geom size='1'/></replicate></worldbody></mujoco>",
    );
}
