//! Whole models from memory. Verdicts and directories were taken from MuJoCo 3.2.6.

use std::path::Path;

use plumbline::Files;
use plumbline::{ErrorKind, Model};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

/// Files of the fixtures in memory, under other names than on disk.
fn files(names: &[(&str, &str)]) -> Files {
    let mut files = Files::default();
    for (name, path) in names {
        let bytes = std::fs::read(Path::new(FIXTURES).join(path)).unwrap();
        files.add(name, bytes).unwrap();
    }
    files
}

fn text(files: &mut Files, name: &str, text: &str) {
    files.add(name, text.as_bytes()).unwrap();
}

/// All numbers of meshes, height fields and textures.
fn assets(model: &Model) -> (Vec<u32>, Vec<u32>, &[u8]) {
    let bits = |values: Vec<f32>| values.into_iter().map(f32::to_bits).collect();
    let vertices = model.mesh_vert.iter().flatten().copied().collect();
    (
        bits(vertices),
        bits(model.hfield_data.clone()),
        &model.tex_data,
    )
}

#[test]
fn assets_and_includes_come_from_memory_with_the_bits_of_the_disk() {
    let asset = "<mesh file='tetrahedron.stl'/><hfield name='h' file='hills.png' size='1 1 1 1'/>
        <texture name='t' type='2d' file='tiles.png'/>";
    let model = |compiler: &str, include: &str| {
        format!(
            "<mujoco>{compiler}{include}<worldbody><geom type='mesh' mesh='tetrahedron'/></worldbody></mujoco>"
        )
    };
    let folder = Path::new(FIXTURES).join("asset/files");
    let compiler = format!("<compiler assetdir='{}'/>", folder.display());
    let on_disk =
        plumbline::Spec::from_xml_string(&model(&compiler, &format!("<asset>{asset}</asset>")));
    let on_disk = on_disk.unwrap().compile().unwrap();

    let mut memory = files(&[
        ("m/tetrahedron.stl", "asset/files/tetrahedron.stl"),
        ("hills.png", "asset/files/hills.png"),
        ("m/tiles.png", "asset/files/tiles.png"),
    ]);
    let main = model("<compiler assetdir='m'/>", "<include file='parts/a.xml'/>");
    text(&mut memory, "main.xml", &main);
    text(&mut memory, "parts/a.xml", "<x><include file='b.xml'/></x>");
    let assets_of_all = format!("<x><asset>{asset}</asset></x>");
    text(&mut memory, "parts/b.xml", &assets_of_all);
    let in_memory = plumbline::Model::from_files(memory, "main.xml").unwrap();
    assert_eq!(assets(&in_memory), assets(&on_disk));
}

/// A model of one geom, in an included file.
const WORLD: &str = "<x><worldbody><geom size='1'/></worldbody></x>";

/// Whether a model of these texts, the first of them the main one, is read.
fn reads(texts: &[(&str, &str)]) -> bool {
    let mut memory = Files::default();
    for (name, content) in texts {
        text(&mut memory, name, content);
    }
    plumbline::Model::from_files(memory, texts[0].0).is_ok()
}

#[test]
fn included_files_are_found_by_their_name_or_their_path_from_the_model() {
    let include = |file: &str| format!("<mujoco><include file='{file}'/></mujoco>");
    let [plain, deep, upper] = ["w.xml", "sub/w.xml", "sub/W.xml"].map(include);
    // The directory of the main file does not count.
    assert!(!reads(&[("a/main.xml", &plain), ("a/w.xml", WORLD)]));
    assert!(reads(&[("a/main.xml", &plain), ("w.xml", WORLD)]));
    // Names without directories are compared in lower case, paths as they are.
    assert!(reads(&[("main.xml", &deep), ("w.xml", WORLD)]));
    assert!(reads(&[("main.xml", &upper), ("w.xml", WORLD)]));
    assert!(!reads(&[("main.xml", &deep), ("sub/W.xml", WORLD)]));
    assert!(reads(&[("Main.xml", &deep), ("sub/w.xml", WORLD)]));
    // A name without directories wins, here over a file that has something in it.
    let both = [
        ("main.xml", &*deep),
        ("sub/w.xml", WORLD),
        ("w.xml", "<x/>"),
    ];
    assert!(!reads(&both));
    // What an included file includes may stand beside it or beside the model.
    let middle = "<x><include file='v.xml'/></x>";
    for name in ["v.xml", "sub/v.xml"] {
        let texts = [("main.xml", &*deep), ("sub/w.xml", middle), (name, WORLD)];
        assert!(reads(&texts), "{name}");
    }
    assert!(!reads(&[("main.xml", &plain)]));
}

#[test]
fn attached_models_come_from_memory_and_find_their_assets_by_name() {
    let main = "<mujoco><asset><model name='c' file='sub/c.xml'/></asset>
        <worldbody><attach model='c' body='b' prefix='p'/></worldbody></mujoco>";
    let child = "<mujoco model='c'><asset><mesh file='tetrahedron.stl'/></asset>
        <worldbody><body name='b'><geom type='mesh' mesh='tetrahedron'/></body></worldbody></mujoco>";
    for (name, found) in [("tetrahedron.stl", true), ("sub/tetrahedron.stl", false)] {
        let mut memory = files(&[(name, "asset/files/tetrahedron.stl")]);
        text(&mut memory, "main.xml", main);
        text(&mut memory, "sub/c.xml", child);
        let model = plumbline::Model::from_files(memory, "main.xml");
        assert_eq!(model.is_ok(), found, "{name}");
    }
}

#[test]
fn an_error_in_a_file_in_memory_shows_its_line() {
    let mut memory = Files::default();
    text(
        &mut memory,
        "main.xml",
        "<mujoco><include file='w.xml'/></mujoco>",
    );
    let world = "<x>\n<worldbody><geom size='-1'/></worldbody></x>";
    text(&mut memory, "w.xml", world);
    let error = plumbline::Model::from_files(memory, "main.xml").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    let location = error.location.unwrap();
    assert!(location.file.unwrap().ends_with("w.xml"));
    assert_eq!(location.line, 2);
    assert!(error.snippet.unwrap().contains("geom size"));
}
