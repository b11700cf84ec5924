//! Which settings elements inherit. Values were taken from MuJoCo 3.2.6.

use plumbline::spec::{GeomType, Orientation, Spec};

use crate::accept;

fn with_defaults(defaults: &str, rest: &str) -> Spec {
    accept(&format!(
        "<mujoco><default>{defaults}</default>{rest}</mujoco>"
    ))
}

#[test]
fn a_class_starts_from_the_whole_class_around_it() {
    // Elements of a class are read before the classes within, wherever they stand.
    let spec = with_defaults(
        "<default class='a'><geom size='2'/><default class='b'><geom group='3'/></default></default><geom rgba='1 0 0 1'/>",
        "<worldbody><geom class='b' type='box'/></worldbody>",
    );
    let geom = &spec.world.geoms[0];
    assert_eq!(geom.size.x, 2.0);
    assert_eq!(geom.group, 3);
    assert_eq!(geom.rgba, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(geom.kind, GeomType::Box);
}

#[test]
fn childclass_reaches_down_until_another_takes_over() {
    let spec = with_defaults(
        "<default class='a'><geom group='1'/></default><default class='b'><geom group='2'/></default>",
        "<worldbody><body childclass='a'><geom size='1'/><body><geom size='1'/>
           <frame childclass='b'><geom size='1'/><body><geom size='1'/></body></frame>
           <geom class='main' size='1'/></body></body></worldbody>",
    );
    let outer = &spec.world.children[0];
    let inner = &outer.children[0];
    assert_eq!(outer.geoms[0].group, 1);
    let groups: Vec<i32> = inner.geoms.iter().map(|g| g.group).collect();
    assert_eq!(groups, [1, 2, 0]);
    assert_eq!(inner.children[0].geoms[0].group, 2);
}

#[test]
fn a_later_default_section_does_not_reach_earlier_classes() {
    let spec = accept(
        "<mujoco><default><default class='a'/></default><default><geom group='4'/></default>
         <worldbody><geom class='a' size='1'/><geom size='1'/></worldbody></mujoco>",
    );
    assert_eq!(spec.world.geoms[0].group, 0);
    assert_eq!(spec.world.geoms[1].group, 4);
}

#[test]
fn vectors_are_overridden_in_part() {
    let spec = with_defaults(
        "<geom friction='.1 .2 .3'/>",
        "<worldbody><geom size='1' friction='.7'/></worldbody>",
    );
    assert_eq!(spec.world.geoms[0].friction, [0.7, 0.2, 0.3]);
}

#[test]
fn an_inherited_orientation_is_not_overridden_by_a_quaternion() {
    let spec = with_defaults(
        "<geom euler='0 0 90'/>",
        "<worldbody><geom size='1' quat='0 1 0 0'/><geom size='1' zaxis='1 0 0'/></worldbody>",
    );
    let forms: Vec<&Orientation> = spec.world.geoms.iter().map(|g| &g.orientation).collect();
    assert!(matches!(forms[0], Orientation::Euler(_)));
    assert!(matches!(forms[1], Orientation::ZAxis(_)));
}

#[test]
fn a_freejoint_inherits_nothing() {
    let spec = with_defaults(
        "<joint damping='5' armature='1' group='2'/>",
        "<worldbody><body><freejoint/></body><body><joint type='free'/></body></worldbody>",
    );
    assert_eq!(spec.world.children[0].joints[0].damping, 0.0);
    assert_eq!(spec.world.children[0].joints[0].group, 0);
    assert_eq!(spec.world.children[1].joints[0].damping, 5.0);
}

#[test]
fn cameras_do_not_inherit_user_data_but_sites_do() {
    let spec = with_defaults(
        "<camera user='1 2'/><site user='1 2'/>",
        "<worldbody><camera/><site/></worldbody>",
    );
    assert!(spec.world.cameras[0].user.is_empty());
    assert_eq!(spec.world.sites[0].user, [1.0, 2.0]);
}

#[test]
fn actuator_shortcuts_share_one_set_of_defaults() {
    let spec = with_defaults(
        "<position kp='7' ctrlrange='-1 1'/><motor gear='3'/>",
        "<actuator><general joint='j'/><motor joint='j'/></actuator>",
    );
    let [general, motor] = spec.actuators.as_slice() else {
        panic!("two actuators");
    };
    // The motor's defaults came last and reset the gain.
    assert_eq!(general.gainprm[0], 1.0);
    assert_eq!(general.biasprm[1], -7.0);
    assert_eq!(general.gear[0], 3.0);
    assert_eq!(motor.ctrlrange, [-1.0, 1.0]);
}
