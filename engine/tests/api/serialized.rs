//! What the feature `serde` writes can be read again: states, kinds and errors.

use plumbline::model::{DisableFlags, GeomType, Integrator, SensorType};
use plumbline::{Data, Error, Model, State, StateVector};
use serde_json::{from_str, json, to_string, to_value};

#[test]
fn a_state_is_the_same_to_the_last_bit_after_json() {
    let model = crate::fixture("joint/every_type");
    let mut data = Data::new(&model);
    for _ in 0..50 {
        data.step(&model).unwrap();
    }
    let saved = data.state(&model, State::INTEGRATION);
    let read: StateVector = from_str(&to_string(&saved).unwrap()).unwrap();
    assert_eq!(read.components(), State::INTEGRATION);
    let bits = |state: &StateVector| state.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&read), bits(&saved));
    data.set_state(&model, &read).unwrap();
}

#[test]
fn parts_of_a_state_are_their_number_and_others_are_refused() {
    assert_eq!(to_value(State::QPOS | State::QVEL).unwrap(), json!(6));
    let wrong = from_str::<State>("8192").unwrap_err().to_string();
    assert!(wrong.contains("0x2000"), "{wrong}");
}

#[test]
fn kinds_are_their_words() {
    assert_eq!(
        to_value(Integrator::ImplicitFast).unwrap(),
        json!("implicitfast")
    );
    assert_eq!(to_value(DisableFlags::CONTACT).unwrap(), json!(16));
    for &(word, kind) in SensorType::WORDS {
        let text = to_string(&kind).unwrap();
        assert_eq!(text, format!("\"{word}\""));
        assert_eq!(from_str::<SensorType>(&text).unwrap(), kind);
    }
    let wrong = from_str::<GeomType>("\"cone\"").unwrap_err().to_string();
    assert!(
        wrong.contains("`cone` is none of plane, hfield, sphere"),
        "{wrong}"
    );
}

#[test]
fn an_error_is_a_report_with_its_place() {
    let error = Model::from_xml_string("<mujoco>\n  <option timestpe='1'/>\n</mujoco>");
    let error = error.unwrap_err();
    let report = to_value(&error).unwrap();
    assert_eq!(report["kind"], json!("Invalid"));
    assert_eq!(
        report["location"],
        json!({ "file": null, "line": 2, "column": 11 })
    );
    assert_eq!(report["snippet"], json!("  <option timestpe='1'/>"));
    assert_eq!(from_str::<Error>(&report.to_string()).unwrap(), error);
}
