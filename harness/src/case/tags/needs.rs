//! What an engine needs to have for a model, read from its elements and attributes.
//!
//! The text is scanned and not compiled, so that models that nobody supports have tags too. What a
//! default says counts if there is an element that it may be for; so a tag may be there that no
//! element needs, but none is missing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

type Needs = BTreeSet<String>;

/// One element: its name, the section that it stands in, its attributes.
struct Element {
    name: String,
    section: String,
    parent: String,
    of_default: bool,
    attributes: Vec<(String, String)>,
}

impl Element {
    fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    }

    fn says(&self, name: &str) -> bool {
        self.get(name)
            .is_some_and(|value| value != "false" && value != "none")
    }

    /// Whether it has this number, other than zero.
    fn nonzero(&self, name: &str) -> bool {
        let values = self.get(name).unwrap_or_default().split_whitespace();
        values
            .into_iter()
            .any(|v| v.parse().is_ok_and(|v: f64| v != 0.0))
    }
}

/// How deep files may include others.
const DEPTH: usize = 8;

pub(super) fn of_model(path: &Path) -> Needs {
    let mut elements = Vec::new();
    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
    scan(path, &folder, "", DEPTH, &mut elements);
    let own = elements.iter().filter(|element| !element.of_default);
    let present: BTreeSet<&str> = own.map(kind).collect();
    let mut needs = Needs::new();
    for element in &elements {
        if !element.of_default {
            of_element(element, &mut needs);
        } else if present.contains(kind(element)) {
            of_attributes(element, &mut needs);
        }
    }
    if path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("urdf"))
    {
        needs.insert("urdf".to_owned());
    }
    let geoms = elements
        .iter()
        .filter(|e| e.name == "geom" && e.section == "worldbody");
    let many = geoms.count() > 1 || needs.contains("flex");
    if many && !needs.contains("no-contact") && !needs.contains("no-constraint") {
        needs.insert("contact".to_owned());
    }
    needs
}

/// Elements that a default of one kind is for.
fn kind(element: &Element) -> &str {
    match element.section.as_str() {
        "actuator" | "tendon" | "equality" => &element.section,
        _ => match element.name.as_str() {
            "motor" | "general" | "position" | "velocity" | "intvelocity" | "damper"
            | "cylinder" | "muscle" | "adhesion" => "actuator",
            name => name,
        },
    }
}

/// Reads the elements of a file and of those that it includes. A file that cannot be read, or is
/// no XML, has none beyond that point.
fn scan(path: &Path, folder: &Path, section: &str, depth: usize, found: &mut Vec<Element>) {
    let Ok(bytes) = std::fs::read(path) else {
        return;
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut open: Vec<String> = Vec::new();
    while let Ok(event) = reader.read_event() {
        let (tag, is_open) = match event {
            Event::Start(tag) => (tag, true),
            Event::Empty(tag) => (tag, false),
            Event::End(_) => {
                open.pop();
                continue;
            }
            Event::Eof => break,
            _ => continue,
        };
        let element = read(&tag, &open, section);
        if element.name == "include" && depth > 0 {
            let file = folder.join(element.get("file").unwrap_or_default());
            scan(&file, folder, &element.section, depth - 1, found);
        }
        if is_open {
            open.push(element.name.clone());
        }
        found.push(element);
    }
}

/// One tag with its place; `around` is the section that its file is included into.
fn read(tag: &BytesStart<'_>, open: &[String], around: &str) -> Element {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    let attributes = tag.attributes().flatten();
    let own = open.get(1).cloned().unwrap_or_default();
    Element {
        name: text(tag.name().as_ref()),
        section: if around.is_empty() {
            own
        } else {
            around.to_owned()
        },
        parent: open.last().cloned().unwrap_or_default(),
        of_default: around == "default" || open.iter().any(|name| name == "default"),
        attributes: attributes
            .map(|a| (text(a.key.as_ref()), text(&a.value)))
            .collect(),
    }
}

/// Elements whose name says what is needed.
const NAMED: &[&str] = &[
    "attach",
    "camera",
    "composite",
    "deformable",
    "exclude",
    "flex",
    "flexcomp",
    "frame",
    "hfield",
    "light",
    "mesh",
    "pair",
    "plugin",
    "pulley",
    "replicate",
    "site",
    "skin",
    "texture",
];

fn of_element(element: &Element, needs: &mut Needs) {
    let mut add = |tag: &str| needs.insert(tag.to_owned());
    let name = element.name.as_str();
    if NAMED.contains(&name) {
        add(name);
    }
    match (element.section.as_str(), element.parent.as_str()) {
        ("actuator", "actuator") => {
            add("actuator");
            add(name);
        }
        ("sensor", "sensor") => {
            add("sensor");
            add(name);
        }
        ("equality", "equality") => {
            add("equality");
            add(&match name {
                "connect" | "weld" => name.to_owned(),
                other => format!("{other}_equality"),
            });
        }
        ("tendon", "tendon") => {
            add("tendon");
            add(&format!("{name}_tendon"));
        }
        ("tendon", "spatial") if name == "geom" => {
            add("wrap");
        }
        ("keyframe", "keyframe") => {
            add("keyframe");
        }
        ("custom", "custom") => {
            add("custom");
        }
        _ => {}
    }
    match name {
        "freejoint" => {
            add("free");
        }
        "joint" if element.section == "worldbody" => {
            add(element.get("type").unwrap_or("hinge"));
        }
        "geom" if element.section == "worldbody" => {
            let implied = if element.get("mesh").is_some() {
                "mesh"
            } else {
                "sphere"
            };
            add(element.get("type").unwrap_or(implied));
        }
        "flexcomp" => {
            add("flex");
        }
        _ => {}
    }
    of_attributes(element, needs);
}

/// Attributes that need something, whatever else there is.
fn of_attributes(element: &Element, needs: &mut Needs) {
    let mut add = |tag: &str| needs.insert(tag.to_owned());
    let name = element.name.as_str();
    let is_actuator = kind(element) == "actuator";
    let word = |attribute: &str| element.get(attribute).map(str::to_lowercase);
    let holds = [
        ("mocap", name == "body" && element.says("mocap")),
        ("gravcomp", name == "body" && element.nonzero("gravcomp")),
        ("frictionloss", element.nonzero("frictionloss")),
        (
            "limit",
            matches!(name, "joint" | "spatial" | "fixed") && limited(element),
        ),
        ("fluid", element.nonzero("density") && name == "option"),
        ("fluid", element.nonzero("viscosity") && name == "option"),
        ("fluid", element.says("fluidshape")),
        ("activation", is_actuator && element.says("dyntype")),
        (
            "activation",
            matches!(name, "intvelocity" | "cylinder" | "muscle"),
        ),
        ("activation", is_actuator && element.nonzero("timeconst")),
        ("actearly", is_actuator && element.says("actearly")),
        (
            "slidercrank",
            is_actuator && element.get("cranksite").is_some(),
        ),
        ("refsite", is_actuator && element.get("refsite").is_some()),
        (
            "muscle",
            ["gaintype", "biastype", "dyntype"]
                .iter()
                .any(|a| element.get(a) == Some("muscle")),
        ),
        (
            "noslip",
            name == "option" && element.nonzero("noslip_iterations"),
        ),
        (
            "user",
            element.name != "user" && element.get("user").is_some(),
        ),
    ];
    for (tag, _) in holds.iter().filter(|(_, holds)| *holds) {
        add(tag);
    }
    if element.of_default
        && matches!(name, "joint" | "geom")
        && let Some(kind) = word("type")
    {
        add(&kind);
    }
    for attribute in ["integrator", "solver", "cone"] {
        if name == "option"
            && let Some(value) = word(attribute)
        {
            add(&value);
        }
    }
    if name == "flag" {
        for (flag, value) in &element.attributes {
            match value.as_str() {
                "disable" => add(&format!("no-{flag}")),
                _ => add(flag),
            };
        }
    }
}

fn limited(element: &Element) -> bool {
    match element.get("limited") {
        Some("true") => true,
        Some("false") => false,
        _ => element.get("range").is_some(),
    }
}

/// What an option of a case says, as `name=text`.
pub(super) fn of_option(option: &str, needs: &mut Needs) {
    let Some((name, text)) = option.split_once('=') else {
        return;
    };
    let words = text.split([',', '+']).filter(|word| *word != "none");
    match name {
        "integrator" | "solver" | "cone" => {
            needs.insert(text.to_lowercase());
        }
        "enable" => needs.extend(words.map(str::to_owned)),
        "disable" => needs.extend(words.map(|word| format!("no-{word}"))),
        _ => {}
    }
}

/// The stages in which something is computed because of what is needed.
pub(super) fn stages(needs: &Needs) -> BTreeSet<String> {
    const BY_NEED: &[(&str, &[&str])] = &[
        ("actuator", &["transmission", "actuation"]),
        ("camera", &["camlight"]),
        ("contact", &["collision", "constraint", "solve"]),
        ("elliptic", &["solve"]),
        ("energy", &["energy"]),
        ("equality", &["constraint", "solve"]),
        ("flex", &["flex"]),
        ("fluid", &["passive"]),
        ("frictionloss", &["constraint", "solve"]),
        ("gravcomp", &["passive"]),
        ("implicit", &["integrate"]),
        ("implicitfast", &["integrate"]),
        ("island", &["island"]),
        ("light", &["camlight"]),
        ("limit", &["constraint", "solve"]),
        ("rk4", &["integrate"]),
        ("sensor", &["sensor"]),
        ("tendon", &["tendon"]),
    ];
    let needed = BY_NEED.iter().filter(|(need, _)| needs.contains(*need));
    let stages = needed.flat_map(|(_, stages)| stages.iter());
    stages.map(|stage| (*stage).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(files: &[(&str, &str)]) -> Vec<String> {
        let directory = tempfile::tempdir().expect("a directory");
        for (name, text) in files {
            std::fs::write(directory.path().join(name), text).expect("written");
        }
        of_model(&directory.path().join(files[0].0))
            .into_iter()
            .collect()
    }

    #[test]
    fn elements_and_attributes_say_what_is_needed() {
        let model = "<mujoco><option integrator='RK4' density='0'><flag energy='enable'/></option>
            <default><joint type='ball'/><motor/><tendon range='0 1'/></default>
            <worldbody><body gravcomp='1'><joint range='0 1'/><geom size='1'/></body></worldbody>
            <actuator><muscle joint='j' actearly='true'/></actuator>
            <sensor><jointpos joint='j'/></sensor></mujoco>";
        let expected = [
            "actearly",
            "activation",
            "actuator",
            "ball",
            "energy",
            "gravcomp",
            "hinge",
            "jointpos",
            "limit",
            "muscle",
            "rk4",
            "sensor",
            "sphere",
        ];
        assert_eq!(needs(&[("a.xml", model)]), expected);
    }

    #[test]
    fn what_is_included_counts_in_the_section_that_it_is_included_into() {
        let model = "<mujoco><worldbody><include file='b.xml'/></worldbody></mujoco>";
        let part = "<mujocoinclude><body><freejoint/><geom type='box'/><geom type='plane'/></body></mujocoinclude>";
        let found = needs(&[("a.xml", model), ("b.xml", part)]);
        assert_eq!(found, ["box", "contact", "free", "plane"]);
        // A file that includes itself ends.
        let model = "<mujoco><include file='a.xml'/></mujoco>";
        assert!(needs(&[("a.xml", model)]).is_empty());
    }

    #[test]
    fn options_of_a_case_count_and_stages_follow() {
        let mut needs = Needs::new();
        for option in [
            "solver=CG",
            "integrator=implicitfast",
            "disable=contact,limit",
            "gravity=1",
        ] {
            of_option(option, &mut needs);
        }
        let found: Vec<&str> = needs.iter().map(String::as_str).collect();
        assert_eq!(found, ["cg", "implicitfast", "no-contact", "no-limit"]);
        assert_eq!(stages(&needs), BTreeSet::from(["integrate".to_owned()]));
    }
}
