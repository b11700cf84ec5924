//! Models that a script builds: one call of the spec interface a line, words separated by blanks,
//! `-` for nothing. `shim/mujoco_spec.c` plays the same scripts on MuJoCo.

use std::path::Path;

use plumbline::math::Vec3;
use plumbline::spec::{
    Actuator, Body, DynType, Element, Exclude, Frame, Geom, GeomType, Joint, JointType, Keyframe,
    ObjectType, Orientation, Sensor, SensorType, Site, Spec, Tendon, Text, Transmission, Wrap,
    WrapKind,
};
use plumbline::{Data, Model};

/// Why a line was refused.
pub type Refusal = String;

/// Whether a model's file is a script.
pub(super) fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "spec")
}

/// Plays a script: the model that it compiled last, and its data. An error names the line.
pub(super) fn play(path: &Path) -> Result<(Model, Data), Refusal> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut player = Player::default();
    for (number, line) in text.lines().enumerate() {
        let played = player.line(line);
        played.map_err(|reason| format!("line {}: {reason}", number + 1))?;
    }
    player
        .session
        .ok_or_else(|| "nothing is compiled".to_owned())
}

/// The words of a line.
struct Line<'a>(Vec<&'a str>);

impl<'a> Line<'a> {
    fn word(&self, i: usize) -> &'a str {
        self.0
            .get(i)
            .copied()
            .filter(|word| *word != "-")
            .unwrap_or("")
    }

    fn name(&self, i: usize) -> String {
        self.word(i).to_owned()
    }

    fn number(&self, i: usize) -> f64 {
        self.word(i).parse().unwrap_or(0.0)
    }

    fn vec3(&self, i: usize) -> Vec3 {
        Vec3::new(self.number(i), self.number(i + 1), self.number(i + 2))
    }

    fn euler(&self, i: usize) -> Orientation {
        Orientation::Euler(self.vec3(i))
    }
}

/// Plays the lines of a script, one after the other.
#[derive(Debug, Default)]
pub struct Player {
    specs: Vec<(String, Spec)>,
    session: Option<(Model, Data)>,
}

fn said(error: impl ToString) -> Refusal {
    error.to_string()
}

fn body_of<'s>(spec: &'s mut Spec, name: &str) -> Result<&'s mut Body, Refusal> {
    if name == "world" {
        return Ok(&mut spec.world);
    }
    spec.find_mut::<Body>(name).map_err(said)
}

fn frame_of(body: &Body, name: &str) -> Result<Option<usize>, Refusal> {
    if name.is_empty() {
        return Ok(None);
    }
    let frame = body.frame_of(name);
    frame.map(Some).ok_or_else(|| format!("no frame {name}"))
}

impl Player {
    /// Plays a line. A line that is refused changes nothing.
    pub fn line(&mut self, line: &str) -> Result<(), Refusal> {
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        if words.first().is_none_or(|word| word.starts_with('#')) {
            return Ok(());
        }
        self.play(&Line(words))
    }

    /// The spec of a key.
    pub fn look(&self, key: &str) -> Option<&Spec> {
        let found = self.specs.iter().find(|(known, _)| known == key);
        found.map(|(_, spec)| spec)
    }

    fn play(&mut self, line: &Line<'_>) -> Result<(), Refusal> {
        match line.word(0) {
            "spec" => {
                let mut spec = Spec {
                    name: line.name(2),
                    ..Spec::default()
                };
                spec.compiler.degree = line.number(3) != 0.0;
                self.specs.push((line.name(1), spec));
            }
            "parse" => {
                let spec = Spec::from_xml(line.word(2)).map_err(said)?;
                self.specs.push((line.name(1), spec));
            }
            "parse-text" => {
                let text = std::fs::read_to_string(line.word(2)).map_err(said)?;
                let spec = Spec::from_xml_string(&text).map_err(said)?;
                self.specs.push((line.name(1), spec));
            }
            "copy" => {
                let spec = self.spec(line.word(2))?.clone();
                self.specs.push((line.name(1), spec));
            }
            "attach-body" | "attach-site" | "attach-frame" | "attach-own" => self.attach(line)?,
            "compile" => {
                let spec = self.spec(line.word(1))?;
                let model = spec.compile().map_err(said)?;
                let data = Data::new(&model);
                self.session = Some((model, data));
            }
            "state" => self.set_state(line.number(2))?,
            // What was simulated stays with the elements while they change.
            "keep" => {
                let (model, data) = self.session.take().ok_or("nothing is compiled")?;
                self.spec(line.word(1))?
                    .keep_state(&model, &data)
                    .map_err(said)?;
                self.session = Some((model, data));
            }
            "recompile" => {
                let (mut model, mut data) = self.session.take().ok_or("nothing is compiled")?;
                let spec = self.spec(line.word(1))?;
                spec.recompile(&mut model, &mut data).map_err(said)?;
                self.session = Some((model, data));
            }
            _ => change(self.spec(line.word(1))?, line)?,
        }
        Ok(())
    }

    fn spec(&mut self, key: &str) -> Result<&mut Spec, Refusal> {
        let found = self.specs.iter_mut().find(|(known, _)| known == key);
        found
            .map(|(_, spec)| spec)
            .ok_or_else(|| format!("no spec {key}"))
    }

    fn attach(&mut self, line: &Line<'_>) -> Result<(), Refusal> {
        let (place, from) = (line.word(2), line.word(4));
        let (prefix, suffix) = (line.word(5), line.word(6));
        if line.word(0) == "attach-own" {
            let spec = self.spec(line.word(1))?;
            spec.attach_own_body(place, from, prefix, suffix)
                .map_err(said)?;
            return Ok(());
        }
        let mut child = std::mem::take(self.spec(line.word(3))?);
        let attached = match self.spec(line.word(1)) {
            Ok(spec) => match line.word(0) {
                "attach-body" => spec
                    .attach_body(place, &mut child, from, prefix, suffix)
                    .map(drop),
                "attach-site" => spec
                    .attach_to_site(place, &mut child, from, prefix, suffix)
                    .map(drop),
                _ => spec
                    .attach_frame(place, &mut child, from, prefix, suffix)
                    .map(drop),
            }
            .map_err(said),
            Err(refusal) => Err(refusal),
        };
        *self.spec(line.word(3))? = child;
        attached
    }

    /// A state from a few numbers.
    fn set_state(&mut self, scale: f64) -> Result<(), Refusal> {
        let (_, data) = self.session.as_mut().ok_or("nothing is compiled")?;
        let fill = |values: &mut [f64], from: usize| {
            for (i, value) in values.iter_mut().enumerate() {
                *value = scale * (i + from) as f64;
            }
        };
        fill(&mut data.qpos, 1);
        fill(&mut data.qvel, 2);
        fill(&mut data.act, 3);
        fill(&mut data.ctrl, 4);
        fill(bytemuck::cast_slice_mut(&mut data.mocap_pos), 5);
        fill(bytemuck::cast_slice_mut(&mut data.mocap_quat), 6);
        data.time = scale;
        Ok(())
    }
}

/// A call that changes one spec.
fn change(spec: &mut Spec, line: &Line<'_>) -> Result<(), Refusal> {
    match line.word(0) {
        "body" => {
            let body = Body {
                name: line.name(3),
                pos: line.vec3(4),
                orientation: line.euler(7),
                mocap: line.number(10) != 0.0,
                ..Body::default()
            };
            body_of(spec, line.word(2))?.children.push(body);
        }
        "frame" => {
            let owner = body_of(spec, line.word(2))?;
            let frame = Frame {
                name: line.name(3),
                parent: frame_of(owner, line.word(4))?,
                pos: line.vec3(5),
                orientation: line.euler(8),
                ..Frame::default()
            };
            owner.frames.push(frame);
        }
        "joint" | "geom" | "site" => add_content(spec, line)?,
        "class" => {
            let parent = if line.word(3).is_empty() {
                "main"
            } else {
                line.word(3)
            };
            let class = spec.classes.add(line.word(2), parent).map_err(said)?;
            class.defaults.geom.density = line.number(4);
            class.defaults.joint.damping = line.number(5);
            class.defaults.geom.margin = line.number(6);
        }
        "motor" | "tendon" | "sensor" | "exclude" | "key" => add_referring(spec, line)?,
        "delete" => {
            let name = line.word(3);
            match line.word(2) {
                "geom" => drop(spec.delete::<Geom>(name).map_err(said)?),
                "site" => drop(spec.delete::<Site>(name).map_err(said)?),
                "joint" => drop(spec.delete::<Joint>(name).map_err(said)?),
                "key" => drop(spec.delete::<Keyframe>(name).map_err(said)?),
                "actuator" => drop(spec.delete::<Actuator>(name).map_err(said)?),
                "sensor" => drop(spec.delete::<Sensor>(name).map_err(said)?),
                "tendon" => drop(spec.delete::<Tendon>(name).map_err(said)?),
                kind => return Err(format!("no kind {kind}")),
            }
        }
        "detach" => drop(spec.detach_body(line.word(2)).map_err(said)?),
        "to-frame" => {
            spec.body_to_frame(line.word(2)).map_err(said)?;
        }
        "children" | "child" | "id" | "attached" => {
            let (name, data) = (line.name(2), answer(spec, line)?);
            let data = if data.is_empty() {
                "none".to_owned()
            } else {
                data
            };
            spec.texts.push(Text {
                name,
                data,
                ..Text::default()
            });
        }
        // A new density for geoms that are added from now on.
        "main" => spec.classes.main_mut().defaults.geom.density = line.number(2),
        "move" => body_of(spec, line.word(2))?.pos = line.vec3(3),
        call => return Err(format!("no such call as {call}")),
    }
    Ok(())
}

/// What a line asks of a spec, as a text; empty for nothing.
fn answer(spec: &mut Spec, line: &Line<'_>) -> Result<String, Refusal> {
    let (asked, name) = (line.word(3), line.word(4));
    Ok(match line.word(0) {
        "children" => {
            let body = body_of(spec, asked)?;
            match name {
                "body" => listed::<Body>(body),
                "joint" => listed::<Joint>(body),
                "geom" => listed::<Geom>(body),
                "site" => listed::<Site>(body),
                "frame" => listed::<Frame>(body),
                kind => return Err(format!("no kind {kind}")),
            }
        }
        "child" => {
            let found = body_of(spec, asked)?.find_child(name);
            found.map(|body| body.name.clone()).unwrap_or_default()
        }
        "id" => match asked {
            "body" => spec.id::<Body>(name),
            "joint" => spec.id::<Joint>(name),
            "geom" => spec.id::<Geom>(name),
            "site" => spec.id::<Site>(name),
            "actuator" => spec.id::<Actuator>(name),
            "sensor" => spec.id::<Sensor>(name),
            "tendon" => spec.id::<Tendon>(name),
            kind => return Err(format!("no kind {kind}")),
        }
        .map_err(said)?
        .to_string(),
        _ => {
            let found = spec.attached_model(asked);
            found.map(|model| model.name.clone()).unwrap_or_default()
        }
    })
}

/// The names of all elements of a kind below a body, each with a comma.
fn listed<T: Element>(body: &Body) -> String {
    body.elements::<T>()
        .map(|element| format!("{},", element.name()))
        .collect()
}

/// The settings of the class that a word names.
fn class_of<'s>(spec: &'s Spec, name: &str) -> Result<&'s plumbline::spec::Defaults, Refusal> {
    let name = if name.is_empty() { "main" } else { name };
    let class = spec.classes.get(name);
    class
        .map(|class| &class.defaults)
        .ok_or_else(|| format!("no class {name}"))
}

/// What a body carries.
fn add_content(spec: &mut Spec, line: &Line<'_>) -> Result<(), Refusal> {
    match line.word(0) {
        "joint" => {
            let kind = JointType::from_code(line.number(4) as i32).ok_or("no type")?;
            let mut joint = if kind == JointType::Free {
                Joint::default()
            } else {
                let mut joint = class_of(spec, line.word(5))?.joint.clone();
                joint.axis = line.vec3(6);
                joint.reference = line.number(9);
                joint.range = [line.number(10), line.number(11)];
                joint
            };
            joint.name = line.name(3);
            joint.kind = kind;
            let owner = body_of(spec, line.word(2))?;
            joint.frame = frame_of(owner, line.word(12))?;
            owner.joints.push(joint);
        }
        "geom" => {
            let geom = Geom {
                name: line.name(3),
                kind: GeomType::from_code(line.number(4) as i32).ok_or("no type")?,
                size: line.vec3(6),
                pos: line.vec3(9),
                orientation: line.euler(12),
                ..class_of(spec, line.word(5))?.geom.clone()
            };
            let owner = body_of(spec, line.word(2))?;
            let frame = frame_of(owner, line.word(15))?;
            owner.geoms.push(Geom { frame, ..geom });
        }
        _ => {
            let site = Site {
                name: line.name(3),
                pos: line.vec3(4),
                orientation: line.euler(7),
                ..class_of(spec, "")?.site.clone()
            };
            let owner = body_of(spec, line.word(2))?;
            let frame = frame_of(owner, line.word(10))?;
            owner.sites.push(Site { frame, ..site });
        }
    }
    Ok(())
}

/// What refers to elements by name.
fn add_referring(spec: &mut Spec, line: &Line<'_>) -> Result<(), Refusal> {
    let name = line.name(2);
    match line.word(0) {
        "motor" => {
            let mut actuator = class_of(spec, line.word(4))?.actuator.clone();
            actuator.name = name;
            actuator.transmission = Transmission::Joint(line.name(3));
            actuator.gear[0] = line.number(5);
            actuator.dyntype = if line.number(6) == 0.0 {
                DynType::None
            } else {
                DynType::Integrator
            };
            spec.actuators.push(actuator);
        }
        "tendon" => {
            let mut tendon = class_of(spec, line.word(3))?.tendon.clone();
            tendon.name = name;
            tendon.path = (4..line.0.len() - 1)
                .step_by(2)
                .map(|i| Wrap {
                    kind: WrapKind::Joint {
                        joint: line.name(i),
                        coef: line.number(i + 1),
                    },
                    source: None,
                })
                .collect();
            spec.tendons.push(tendon);
        }
        "sensor" => spec.sensors.push(Sensor {
            name,
            kind: SensorType::JointPos,
            objtype: ObjectType::Joint,
            objname: line.name(3),
            ..Sensor::default()
        }),
        "exclude" => spec.excludes.push(Exclude {
            name,
            body1: line.name(3),
            body2: line.name(4),
            ..Exclude::default()
        }),
        _ => spec.keyframes.push(Keyframe {
            name,
            time: line.number(3),
            qpos: (4..line.0.len()).map(|i| line.number(i)).collect(),
            ..Keyframe::default()
        }),
    }
    Ok(())
}
