//! Keyframes of models with copies. Values were taken from MuJoCo 3.2.6.

use plumbline::{ErrorKind, Model};

use crate::accept;

fn compiled(text: &str) -> Model {
    accept(text).compile().unwrap()
}

fn body(joint: &str) -> String {
    format!("<body>{joint}<geom size='1'/></body>")
}

#[test]
fn every_copy_brings_the_keyframes_cut_to_what_was_read_before() {
    let model = compiled(&format!(
        "<mujoco><worldbody>{}<replicate count='2' offset='1 0 0'>{}</replicate>{}</worldbody>
           <actuator><motor joint='j'/><motor joint='e'/></actuator>
           <keyframe><key name='k' time='3' qpos='1 2 3 4' ctrl='5 6 7'/></keyframe></mujoco>",
        body("<joint/>"),
        body("<joint name='j' type='slide' ref='.5'/>"),
        body("<joint name='e'/>"),
    ));
    assert_eq!(model.nkey, 3);
    assert_eq!(model.key_time, [3.0; 3]);
    assert_eq!(
        model.key_qpos,
        [1.0, 2.0, 0.5, 0.0, 1.0, 0.5, 2.0, 0.0, 1.0, 0.5, 0.5, 0.0]
    );
    // The controls of the copies went with the first copy of the actuator, which is gone.
    assert_eq!(
        model.key_ctrl,
        [6.0, 0.0, 0.0, 6.0, 0.0, 0.0, 6.0, 0.0, 0.0]
    );
}

#[test]
fn keyframes_that_a_size_asks_for_come_before_those_of_copies() {
    let model = compiled(&format!(
        "<mujoco><size nkey='4'/><worldbody>{}<replicate count='1'>{}</replicate></worldbody>
           <keyframe><key qpos='1' time='1'/></keyframe></mujoco>",
        body("<joint/>"),
        body("<joint/>"),
    ));
    assert_eq!(model.key_time, [0.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
}

#[test]
fn a_joint_whose_first_value_is_not_a_number_has_its_reference() {
    let model = compiled(
        "<mujoco><worldbody><replicate count='1'>
           <body pos='3 2 1'><freejoint/><geom size='1'/></body></replicate></worldbody>
           <keyframe><key name='k' qpos='1 nan 2 1 0 0 0'/><key name='l' qpos='nan 2 2 1 0 0 0'/></keyframe></mujoco>",
    );
    assert_eq!(model.key_qpos[0], 1.0);
    assert!(model.key_qpos[1].is_nan());
    assert_eq!(model.key_qpos[7..10], [3.0, 2.0, 1.0]);
}

#[test]
fn a_joint_that_is_larger_in_its_class_cannot_be_the_last_one_copied() {
    let copied = |after: &str| {
        format!(
            "<mujoco><default><default class='c'><joint type='ball'/></default></default><worldbody>
               <replicate count='2'><body><joint class='c' type='hinge'/><geom size='1'/>{after}</body></replicate>
             </worldbody></mujoco>"
        )
    };
    let error = plumbline::Spec::from_xml_string(&copied("")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
    accept(&copied(&body("<joint type='ball'/>")));
}

#[test]
fn keyframes_of_a_great_many_copies_are_refused_at_once() {
    let text = format!(
        "<mujoco><worldbody><replicate count='100000'>{}</replicate></worldbody>
           <keyframe><key name='k' qpos='1'/></keyframe></mujoco>",
        body("<joint/>")
    );
    let error = plumbline::Spec::from_xml_string(&text).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}
