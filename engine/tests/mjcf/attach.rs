//! Models from several files. Results were taken from MuJoCo 3.2.6.

use std::path::{Path, PathBuf};

use plumbline::spec::{Orientation, Spec};
use plumbline::{Error, ErrorKind};

/// A directory of files that goes away with the value.
struct Files {
    dir: PathBuf,
}

impl Files {
    fn new(test: &str, files: &[(&str, &str)]) -> Files {
        let dir = std::env::temp_dir().join(format!("mjcf-{}-{test}", std::process::id()));
        for (name, text) in files {
            let path = dir.join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(&dir)).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Files { dir }
    }

    fn load(&self, name: impl AsRef<Path>) -> Result<Spec, Error> {
        plumbline::Spec::from_xml(self.dir.join(name))
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

#[test]
fn an_included_file_stands_where_the_include_stood() {
    let files = Files::new(
        "include",
        &[
            (
                "main.xml",
                "<mujoco><include file='sub/a.xml'/><worldbody><include file='geoms.xml'/></worldbody></mujoco>",
            ),
            // Beside the including file, if not beside the model.
            (
                "sub/a.xml",
                "<x><option timestep='1'/><include file='b.xml'/></x>",
            ),
            ("sub/b.xml", "<x><option timestep='2'/></x>"),
            (
                "geoms.xml",
                "<x><geom name='a' size='1'/><geom name='b' size='1'/></x>",
            ),
        ],
    );
    let spec = files.load("main.xml").unwrap();
    assert_eq!(spec.option.timestep, 2.0);
    assert_eq!(spec.world.geoms.len(), 2);
    let source = spec.world.geoms[1].source.clone().unwrap();
    assert!(source.file.unwrap().ends_with("geoms.xml"));
}

#[test]
fn files_of_textures_are_named_from_where_they_are_found() {
    let texture = "<x><asset><texture file='./a.png'/><texture file='b.png'/><texture file='no/../c.png'/></asset></x>";
    let files = Files::new(
        "texture",
        &[
            (
                "main.xml",
                "<mujoco><compiler texturedir='pictures'/><include file='sub/a.xml'/></mujoco>",
            ),
            ("sub/a.xml", texture),
            ("sub/b.png", ""),
            ("pictures/a.png", ""),
        ],
    );
    let spec = files.load("main.xml").unwrap();
    let sub = files.dir.join("sub");
    let found: Vec<&str> = spec.textures.iter().map(|t| t.file.as_str()).collect();
    assert_eq!(found[0], "a.png");
    assert_eq!(Path::new(found[1]), sub.join("b.png"));
    assert_eq!(Path::new(found[2]), sub.join("c.png"));
}

#[test]
fn a_file_is_included_at_most_once() {
    let files = Files::new(
        "twice",
        &[
            (
                "twice.xml",
                "<mujoco><include file='a.xml'/><include file='./a.xml'/></mujoco>",
            ),
            ("cycle.xml", "<mujoco><include file='b.xml'/></mujoco>"),
            ("a.xml", "<x><option/></x>"),
            ("b.xml", "<x><include file='c.xml'/></x>"),
            ("c.xml", "<x><include file='b.xml'/></x>"),
            ("own.xml", "<mujoco><include file='own.xml'/></mujoco>"),
        ],
    );
    for name in ["twice.xml", "cycle.xml", "own.xml"] {
        assert_eq!(
            files.load(name).unwrap_err().kind,
            ErrorKind::Invalid,
            "{name}"
        );
    }
}

#[test]
fn an_include_without_a_good_file_is_refused() {
    let files = Files::new(
        "bad-include",
        &[
            ("missing.xml", "<mujoco><include file='nope.xml'/></mujoco>"),
            (
                "content.xml",
                "<mujoco><include file='empty.xml'><!-- --></include></mujoco>",
            ),
            ("hollow.xml", "<mujoco><include file='empty.xml'/></mujoco>"),
            ("empty.xml", "<x/>"),
            ("none.xml", "<mujoco><include/></mujoco>"),
        ],
    );
    for (name, kind) in [
        ("missing.xml", ErrorKind::Io),
        ("content.xml", ErrorKind::Invalid),
        ("hollow.xml", ErrorKind::Invalid),
        ("none.xml", ErrorKind::Invalid),
    ] {
        assert_eq!(files.load(name).unwrap_err().kind, kind, "{name}");
    }
}

#[test]
fn an_included_flag_is_ignored_with_a_warning() {
    let files = Files::new(
        "flag",
        &[
            (
                "main.xml",
                "<mujoco><option><include file='flag.xml'/></option></mujoco>",
            ),
            ("flag.xml", "<x><flag gravity='disable'/></x>"),
        ],
    );
    let spec = files.load("main.xml").unwrap();
    assert_eq!(spec.option.disableflags, 0);
    let location = spec.warnings[0].location.clone().unwrap();
    assert!(location.file.unwrap().ends_with("flag.xml"));
}

const CHILD: &str = "<mujoco model='kid'><compiler angle='radian'/>
    <default><default class='x'><geom rgba='0 1 0 1'/></default></default>
    <asset><material name='m'/></asset>
    <worldbody>
      <body name='a' euler='0 0 1'><joint name='f' type='ball'/><geom name='g' size='.1' material='m'/>
        <body name='b'><joint name='k'/><geom size='.1'/></body></body>
      <body name='other'><joint name='o'/><geom size='.2'/></body>
    </worldbody>
    <actuator><motor name='mk' joint='k'/><motor name='mo' joint='o'/></actuator>
    <keyframe><key name='k1' qpos='1 0 2 0 .5 .7' ctrl='1 2'/></keyframe></mujoco>";

fn parent(world: &str) -> String {
    format!(
        "<mujoco><asset><model name='kid' file='kid.xml'/></asset><worldbody>
           <body name='p'><joint name='pj'/><geom size='1'/></body>{world}</worldbody></mujoco>"
    )
}

#[test]
fn an_attached_body_brings_what_belongs_to_it() {
    let main = parent("<attach model='kid' body='a' prefix='x_'/><geom class='x_x' size='1'/>");
    let files = Files::new("attach", &[("kid.xml", CHILD), ("main.xml", &main)]);
    let spec = files.load("main.xml").unwrap();
    let attached = &spec.world.children[1];
    assert_eq!(attached.name, "x_a");
    assert_eq!(attached.children[0].joints[0].name, "x_k");
    assert_eq!(attached.geoms[0].material.as_deref(), Some("x_m"));
    assert_eq!(spec.materials[0].name, "x_m");
    assert_eq!(spec.world.geoms[0].rgba, [0.0, 1.0, 0.0, 1.0]);
    // Only the actuator whose joint came along, and the settings of the model that it came from.
    assert_eq!(spec.actuators.len(), 1);
    assert_eq!(spec.actuators[0].name, "x_mk");
    assert!(!attached.settings.as_ref().unwrap().degree);
    assert!(matches!(attached.orientation, Orientation::Euler(_)));
}

#[test]
fn keyframes_of_an_attached_model_keep_its_values_and_default_the_rest() {
    let main = parent("<attach model='kid' body='a' prefix='x_'/>");
    let files = Files::new("keys", &[("kid.xml", CHILD), ("main.xml", &main)]);
    let spec = files.load("main.xml").unwrap();
    let key = &spec.keyframes[0];
    assert_eq!(key.name, "x_k1");
    assert!(key.partial);
    assert!(key.qpos[0].is_nan());
    assert_eq!(key.qpos[1..], [1.0, 0.0, 2.0, 0.0, 0.5]);
    assert_eq!(key.ctrl, [1.0]);
}

#[test]
fn a_body_that_is_there_already_moves_into_the_frame() {
    let again = "<attach model='kid' body='a' prefix='x_'/>
        <frame pos='1 2 3'><attach model='kid' body='a' prefix='x_'/></frame>";
    let elsewhere = "<attach model='kid' body='a' prefix='x_'/>
        <body><attach model='kid' body='a' prefix='x_'/></body>";
    let (again, elsewhere) = (parent(again), parent(elsewhere));
    let files = Files::new(
        "again",
        &[
            ("kid.xml", CHILD),
            ("main.xml", &again),
            ("elsewhere.xml", &elsewhere),
        ],
    );
    let spec = files.load("main.xml").unwrap();
    assert_eq!(spec.world.children.len(), 2);
    let frame = spec.world.children[1].frame.unwrap();
    assert_eq!(spec.world.frames[frame].pos.z, 3.0);
    let error = files.load("elsewhere.xml").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}

#[test]
fn a_bad_attachment_is_refused() {
    for (name, world) in [
        ("model", "<attach model='nope' body='a' prefix='x'/>"),
        ("body", "<attach model='kid' body='nope' prefix='x'/>"),
        ("prefix", "<attach model='kid' body='a' prefix=''/>"),
    ] {
        let main = parent(world);
        let files = Files::new(
            &format!("bad-{name}"),
            &[("kid.xml", CHILD), ("main.xml", &main)],
        );
        let error = files.load("main.xml").unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert_eq!(error.attribute.as_deref(), Some(name));
    }
}

#[test]
fn a_model_within_itself_comes_to_an_end() {
    let text = "<mujoco><asset><model name='m' file='own.xml'/></asset></mujoco>";
    let files = Files::new("own", &[("own.xml", text)]);
    assert_eq!(
        files.load("own.xml").unwrap_err().kind,
        ErrorKind::Unsupported
    );
}

#[test]
fn a_file_that_is_not_there_is_an_io_error() {
    let error = plumbline::Spec::from_xml("no/such/model.xml").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Io);
    let directory = plumbline::Spec::from_xml(std::env::temp_dir()).unwrap_err();
    assert_eq!(directory.kind, ErrorKind::Io);
    let files = Files::new(
        "missing",
        &[
            (
                "include.xml",
                "<mujoco><include file='nowhere.xml'/></mujoco>",
            ),
            (
                "attach.xml",
                "<mujoco><asset><model name='m' file='nowhere.xml'/></asset></mujoco>",
            ),
        ],
    );
    let mesh = "<mujoco><asset><mesh file='nowhere.obj'/></asset></mujoco>";
    let mesh = plumbline::Model::from_xml_string(mesh).unwrap_err();
    let included = files.load("include.xml").unwrap_err();
    let attached = files.load("attach.xml").unwrap_err();
    for error in [error, mesh, included, attached] {
        assert_eq!(error.kind, ErrorKind::Io, "{error}");
        let source = std::error::Error::source(&error).expect("what the system said");
        let source = source.downcast_ref::<std::io::Error>().expect("its error");
        assert_eq!(source.kind(), std::io::ErrorKind::NotFound, "{error}");
    }
}

#[test]
fn compiled_models_get_a_sentence() {
    let files = Files::new("formats", &[("other.xml", "<mujoco/>")]);
    let mjb = files.dir.join("model.mjb");
    std::fs::write(&mjb, [&54321_i32.to_le_bytes()[..], &[0xFF; 60]].concat()).unwrap();
    let compiled = plumbline::Spec::from_xml(&mjb).unwrap_err();
    assert_eq!(compiled.kind, ErrorKind::Unsupported);
    assert!(
        compiled
            .message
            .ends_with("model.mjb is a compiled model (.mjb)"),
        "{compiled}"
    );
    assert_eq!(
        compiled.expected.as_deref(),
        Some("MJCF; a program loads compiled models with `Model::from_mjb`")
    );
}

#[test]
fn an_error_of_the_compiler_shows_its_line_whatever_the_model_came_from() {
    let text = "<mujoco>\n  <worldbody>\n    <geom mesh='nowhere'/>\n  </worldbody>\n</mujoco>";
    let files = Files::new("lines", &[("main.xml", text)]);
    let spec = plumbline::Spec::from_xml_string(text).unwrap();
    for error in [
        plumbline::Model::from_xml_string(text).unwrap_err(),
        spec.compile().unwrap_err(),
        plumbline::Model::from_xml(files.dir.join("main.xml")).unwrap_err(),
        files.load("main.xml").unwrap().compile().unwrap_err(),
    ] {
        let shown = error.to_string();
        assert!(
            shown.contains("\n3 |     <geom mesh='nowhere'/>\n"),
            "{shown}"
        );
        assert!(shown.contains("\n  |     ^^^^^"), "{shown}");
    }
}

#[test]
fn a_texture_whose_name_is_taken_cannot_come_along() {
    let texture = |name: &str| {
        format!("<texture name='{name}' builtin='flat' type='2d' width='2' height='2'/>")
    };
    let kid = format!(
        "<mujoco model='kid'><asset>{}</asset><worldbody><body name='a'/></worldbody></mujoco>",
        texture("t")
    );
    let main = format!(
        "<mujoco><asset><model name='kid' file='kid.xml'/>{}</asset>
           <worldbody><attach model='kid' body='a' prefix='p'/></worldbody></mujoco>",
        texture("pt")
    );
    let files = Files::new("taken", &[("kid.xml", &kid), ("main.xml", &main)]);
    let error = files.load("main.xml").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert_eq!(error.element.as_deref(), Some("attach"));
}
