use crate::fixture;
use plumbline::Model;
use plumbline::model::ObjectType;

const FIXTURES: &[&str] = &[
    "bench/humanoid",
    "bench/arm26",
    "bench/linkages",
    "asset/pictures_used_again",
];

#[test]
fn every_named_element_is_found_by_its_name() {
    let mut found = 0;
    for &name in FIXTURES {
        let model = fixture(name);
        for &kind in ObjectType::NAMED {
            for (id, name) in (0..).map_while(|id| Some((id, model.name(kind, id)?))) {
                assert_eq!(model.id(kind, name), Ok(id), "{kind:?} {name}");
                found += 1;
            }
        }
    }
    assert!(found > 50, "only {found} names");
}

#[test]
fn names_that_hash_to_taken_slots_are_found_too() {
    // Eleven names in twenty-two slots: with so many, some slot is taken.
    let letters: Vec<char> = ('a'..='z').collect();
    for count in 1..letters.len() {
        let bodies: String = letters[..count]
            .iter()
            .map(|name| format!("<body name='{name}'><geom size='1'/></body>"))
            .collect();
        let text = format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>");
        let model = Model::from_xml_string(&text).unwrap();
        for (id, name) in letters[..count].iter().enumerate() {
            assert_eq!(model.body(&name.to_string()), Ok(id + 1));
        }
        assert!(model.body("elsewhere").is_err());
    }
}

#[test]
fn an_unknown_name_suggests_what_is_near() {
    let model = Model::from_xml_string(
        "<mujoco><worldbody>
           <body name='upper_arm'><joint name='elbow'/><joint/><geom size='1'/></body>
         </worldbody></mujoco>",
    )
    .unwrap();
    let said = |kind, name: &str| model.id(kind, name).unwrap_err().to_string();
    assert_eq!(
        said(ObjectType::Body, "uper_arm"),
        "no body is named `uper_arm`; did you mean `upper_arm`?"
    );
    assert_eq!(
        said(ObjectType::Body, "leg"),
        "no body is named `leg`; there are `world`, `upper_arm`"
    );
    assert_eq!(
        said(ObjectType::Sensor, "imu"),
        "no sensor is named `imu`; the model names no sensor"
    );
    assert_eq!(model.joint_name(0), Some("elbow"));
    assert_eq!(model.joint_name(1), None);
    assert_eq!(model.joint_name(7), None);
    assert!(model.joint("").is_err());
}
