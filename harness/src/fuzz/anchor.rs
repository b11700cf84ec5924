//! Models that stand elsewhere than they were written for: the files that they name, made absolute.

use std::path::Path;

use super::tree::Element;

/// Makes every file and directory of a model absolute, as seen from its home.
pub fn anchor(root: &mut Element, home: &Path) {
    let mut directories = [("meshdir", String::new()), ("texturedir", String::new())];
    for compiler in root
        .children
        .iter()
        .filter(|child| child.name == "compiler")
    {
        for (attribute, value) in &mut directories {
            if let Some(given) = compiler.get(attribute).or(compiler.get("assetdir")) {
                *value = given.to_owned();
            }
        }
    }
    if names_files(root) {
        let compiler = root.child("compiler");
        for (attribute, value) in directories {
            compiler.set(attribute, home.join(value).display().to_string());
        }
    }
    anchor_models(root, home);
}

/// Whether any asset comes from a file.
fn names_files(root: &Element) -> bool {
    let mut any = false;
    root.walk(&mut |_, element| {
        any |= element
            .attributes
            .iter()
            .any(|(name, _)| name.starts_with("file"));
    });
    any
}

/// Includes and attached models are relative to the file itself.
fn anchor_models(element: &mut Element, home: &Path) {
    if matches!(element.name.as_str(), "include" | "model")
        && let Some(file) = element.get("file").map(|file| home.join(file))
    {
        element.set("file", file.display().to_string());
    }
    for child in &mut element.children {
        anchor_models(child, home);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_from_anywhere_and_models_without_files_stay_as_they_are() {
        let text = "<mujoco><compiler meshdir='m'/><asset><mesh file='a.stl'/>\
                    <model name='x' file='b.xml'/></asset></mujoco>";
        let mut root = Element::parse(text).expect("a model");
        anchor(&mut root, Path::new("/home"));
        assert_eq!(root.child("compiler").get("meshdir"), Some("/home/m"));
        let asset = root.child("asset");
        assert_eq!(asset.child("model").get("file"), Some("/home/b.xml"));
        assert_eq!(asset.child("mesh").get("file"), Some("a.stl"));

        let plain = Element::parse("<mujoco><worldbody/></mujoco>").expect("a model");
        let mut same = plain.clone();
        anchor(&mut same, Path::new("/home"));
        assert_eq!(same, plain);
    }
}
