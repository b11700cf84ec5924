//! Actuator shortcuts. Parameters were taken from MuJoCo 3.2.6.

use plumbline::spec::{Actuator, Auto, BiasType, DynType, GainType, Transmission};

use crate::accept;

fn actuator(text: &str) -> Actuator {
    let spec = accept(&format!("<mujoco><actuator>{text}</actuator></mujoco>"));
    spec.actuators.into_iter().next().unwrap()
}

#[test]
fn position_is_a_fixed_gain_and_an_affine_bias() {
    let position =
        actuator("<position joint='j' kp='100' kv='10' timeconst='.5' inheritrange='.9'/>");
    assert_eq!(position.gainprm[..3], [100.0, 0.0, 0.0]);
    assert_eq!(position.biasprm[..3], [0.0, -100.0, -10.0]);
    assert_eq!(position.gaintype, GainType::Fixed);
    assert_eq!(position.biastype, BiasType::Affine);
    assert_eq!(position.dyntype, DynType::FilterExact);
    assert_eq!(position.dynprm[0], 0.5);
    assert_eq!(position.inheritrange, 0.9);
}

#[test]
fn a_damping_ratio_is_kept_as_a_positive_bias() {
    let position = actuator("<position joint='j' kp='2' kv='0' dampratio='.7'/>");
    assert_eq!(position.biasprm[..3], [0.0, -2.0, 0.7]);
}

#[test]
fn velocity_intvelocity_damper_and_adhesion_set_their_types() {
    let velocity = actuator("<velocity joint='j' kv='3'/>");
    assert_eq!((velocity.gainprm[0], velocity.biasprm[2]), (3.0, -3.0));
    let integrated = actuator("<intvelocity joint='j' kp='3' actrange='-1 1'/>");
    assert_eq!(integrated.dyntype, DynType::Integrator);
    assert_eq!(integrated.actlimited, Auto::True);
    let damper = actuator("<damper joint='j' kv='3' ctrlrange='0 1'/>");
    assert_eq!(damper.gainprm[..3], [0.0, 0.0, -3.0]);
    assert_eq!(
        (damper.gaintype, damper.ctrllimited),
        (GainType::Affine, Auto::True)
    );
    let adhesion = actuator("<adhesion body='b' gain='3' ctrlrange='0 1'/>");
    assert_eq!(adhesion.transmission, Transmission::Body("b".to_owned()));
    assert_eq!(
        (adhesion.gainprm[0], adhesion.ctrllimited),
        (3.0, Auto::True)
    );
}

#[test]
fn a_cylinder_takes_its_area_from_the_diameter() {
    let cylinder =
        actuator("<cylinder joint='j' timeconst='.1' area='9' diameter='.2' bias='1 2 3'/>");
    assert_eq!(cylinder.gainprm[0], 0.031415926535897934);
    assert_eq!(cylinder.biasprm[..3], [1.0, 2.0, 3.0]);
    assert_eq!(cylinder.dyntype, DynType::Filter);
}

#[test]
fn a_muscle_has_its_own_parameters_where_none_were_given() {
    let muscle =
        actuator("<muscle joint='j' timeconst='.02 .05' tausmooth='.1' force='200' lmax='2'/>");
    assert_eq!(muscle.dynprm[..3], [0.02, 0.05, 0.1]);
    let expected = [0.75, 1.05, 200.0, 200.0, 0.5, 2.0, 1.5, 1.3, 1.2];
    assert_eq!(muscle.gainprm[..9], expected);
    assert_eq!(muscle.biasprm[..9], expected);
}

#[test]
fn every_transmission_is_read() {
    let target = |attributes: &str| actuator(&format!("<general {attributes}/>")).transmission;
    let name = "a".to_owned();
    assert_eq!(target("joint='a'"), Transmission::Joint(name.clone()));
    assert_eq!(
        target("jointinparent='a'"),
        Transmission::JointInParent(name.clone())
    );
    assert_eq!(target("tendon='a'"), Transmission::Tendon(name.clone()));
    assert_eq!(target("body='a'"), Transmission::Body(name.clone()));
    assert_eq!(
        target("site='a' refsite='b'"),
        Transmission::Site {
            site: name.clone(),
            reference: Some("b".to_owned())
        }
    );
    assert_eq!(
        target("cranksite='a' slidersite='b' cranklength='1'"),
        Transmission::SliderCrank {
            crank: name,
            slider: Some("b".to_owned())
        }
    );
    assert_eq!(target(""), Transmission::Undefined);
}
