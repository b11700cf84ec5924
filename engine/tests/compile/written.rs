//! Models written back as MJCF, against what MuJoCo 3.2.6 wrote (scripts/record-written-models.py).

use std::path::Path;

use plumbline::{Model, Spec};

/// The fixture that a recorded text was written from.
fn fixture(name: &str) -> Spec {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let path = root.join(name.replace('.', "/")).with_extension("xml");
    Spec::from_xml(path).expect("a fixture")
}

#[test]
fn models_are_written_back_as_mujoco_writes_them() {
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile/written");
    let mut compared = 0;
    for entry in std::fs::read_dir(recorded).expect("recorded texts") {
        let path = entry.expect("a recorded text").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a text");
        let spec = fixture(&name);
        let model = spec.compile().expect("a model");
        let own = spec.to_xml(&model).expect("a text");
        let lines = text.lines().zip(own.lines());
        for (number, (theirs, ours)) in (1..).zip(lines) {
            assert_eq!(ours, theirs, "{name}, line {number}");
        }
        assert_eq!(own, text, "{name}");
        compared += 1;
    }
    assert_eq!(compared, 22);
}

#[test]
fn a_text_that_was_written_is_read_and_written_again_as_it_is() {
    for name in ["equality.every_kind", "contact.pairs_and_exclusions"] {
        let spec = fixture(name);
        let text = spec
            .to_xml(&spec.compile().expect("a model"))
            .expect("a text");
        let again = Spec::from_xml_string(&text).expect("what was written");
        let model = again.compile().expect("a model");
        assert_eq!(again.to_xml(&model).expect("a text"), text, "{name}");
    }
}

#[test]
fn the_text_has_the_numbers_that_the_model_has_now() {
    let spec = Spec::from_xml_string(
        "<mujoco><worldbody><body name='b'><joint name='j' damping='1'/>
           <geom size='1'/></body></worldbody></mujoco>",
    )
    .expect("a spec");
    let mut model = spec.compile().expect("a model");
    model.dof_damping[0] = 0.25;
    model.stat.extent = 3.0;
    let text = spec.to_xml(&model).expect("a text");
    assert!(text.contains(r#"<joint name="j" pos="0 0 0" axis="0 0 1" damping="0.25"/>"#));
    assert!(text.contains(r#"<statistic extent="3"/>"#), "{text}");
}

#[test]
fn a_model_of_another_spec_is_refused() {
    let spec = Spec::default();
    let other = Model::from_xml_string(
        "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>",
    );
    let error = spec.to_xml(&other.expect("a model")).unwrap_err();
    assert!(error.message.contains("not compiled from this spec"));
}

#[test]
fn bodies_may_be_nested_as_deep_as_a_file_allows() {
    let depth = 400;
    let mut text = "<mujoco><worldbody>".to_owned();
    text.push_str(&"<body><geom size='1'/>".repeat(depth));
    text.push_str(&"</body>".repeat(depth));
    text.push_str("</worldbody></mujoco>");
    let spec = Spec::from_xml_string(&text).expect("a spec");
    let model = spec.compile().expect("a model");
    let written = spec.to_xml(&model).expect("a text");
    assert_eq!(written.matches("<body").count(), depth);
}

#[test]
fn comments_signs_and_keyframes_without_numbers_are_kept() {
    let text = r#"<mujoco model="k">
  <!-- of two lines
       and "signs" -->
  <worldbody>
    <body name="a &lt; &quot;b&quot;">
      <joint/>
      <geom size="1"/>
    </body>
  </worldbody>
  <keyframe>
    <key qvel="nan"/>
    <key/>
  </keyframe>
</mujoco>
"#;
    // As MuJoCo writes it.
    let written = r#"<mujoco model="k">
  <!-- of two lines
       and "signs" -->
  <compiler angle="radian"/>

  <size nkey="2"/>

  <worldbody>
    <body name="a &lt; &quot;b&quot;">
      <joint pos="0 0 0" axis="0 0 1"/>
      <geom size="1"/>
    </body>
  </worldbody>

  <keyframe>
    <key/>
  </keyframe>
</mujoco>
"#;
    let spec = Spec::from_xml_string(text).expect("a spec");
    let model = spec.compile().expect("a model");
    assert_eq!(spec.to_xml(&model).expect("a text"), written);
}
