//! Random sequences of calls of the spec interface, played on the engine and on MuJoCo: every field
//! of the compiled models is the same, and so is the state after recompiling.
//!
//! `PLUMBLINE_SPEC_SEQUENCES=1000 cargo test -p harness --test simulator spec` plays more of them,
//! `PLUMBLINE_SPEC_SEED=7` only that one.

use std::path::Path;

use harness::simulator::script::Player;
use harness::simulator::{Failure, Loaded, ModelSource, Simulator};
use harness::snapshot::{Side, Snapshot};
use plumbline::spec::{Actuator, Body, Frame, Geom, Joint, Keyframe, Sensor, Site, Spec, Tendon};

use super::{REFERENCE, read_all, start};

/// Models that scripts start from: in degrees and in radians, with classes, keyframes, references
/// of many kinds, mocap bodies; two have the same name.
const BASES: [&str; 4] = [
    r#"<mujoco model="first">
  <compiler eulerseq="zyx"/>
  <default><geom density="700"/><default class="soft"><geom solref="0.05 1"/><joint damping="0.3"/></default></default>
  <worldbody>
    <frame name="f0" pos="0.1 0 0.2" euler="10 20 30">
      <frame name="f1" euler="5 0 0"><geom name="in_f1" size="0.05"/></frame>
      <body name="b0" pos="0 0 1" euler="0 45 0">
        <joint name="j0" type="hinge" axis="0 1 0" range="-40 50" ref="15" class="soft"/>
        <geom name="g0" type="capsule" size="0.05 0.2" euler="30 0 0" class="soft"/>
        <site name="s0" pos="0.1 0 0" euler="0 0 60"/>
        <body name="b1" pos="0.3 0 0"><joint name="j1" type="ball"/><geom name="g1" size="0.1"/></body>
      </body>
    </frame>
    <body name="m0" mocap="true" pos="1 1 1" quat="0.6 0.8 0 0"><geom name="gm" size="0.02" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact><exclude name="x0" body1="b0" body2="b1"/></contact>
  <equality><weld name="w0" body1="b1" body2="m0"/></equality>
  <tendon><fixed name="t0"><joint joint="j0" coef="2"/></fixed></tendon>
  <actuator><position name="a0" joint="j0" kp="3" timeconst="0.1"/><motor name="a1" tendon="t0"/></actuator>
  <sensor><jointpos name="p0" joint="j0"/><clock name="c0"/><framepos name="p1" objtype="site" objname="s0"/></sensor>
  <keyframe><key name="k0" qpos="0.1 1 0 0 0" act="0.4" ctrl="1 2" mpos="3 2 1"/><key name="k1" qvel="1 2 3 4"/></keyframe>
</mujoco>"#,
    r#"<mujoco model="second">
  <compiler angle="radian" autolimits="false"/>
  <default><default class="soft"><geom density="300"/></default></default>
  <worldbody>
    <body name="b0" pos="0 1 0" euler="0.1 0.2 0.3">
      <freejoint name="j0"/>
      <geom name="g0" type="box" size="0.1 0.2 0.3" class="soft"/>
      <frame name="f0" pos="0 0 0.4" euler="0 0 1">
        <site name="s0" euler="0.3 0 0"/>
        <body name="b1"><joint name="j1" type="slide" axis="1 0 1" limited="true" range="-0.1 0.2"/><geom name="g1" size="0.07"/></body>
      </frame>
    </body>
  </worldbody>
  <actuator><general name="a0" joint="j1" gear="4" dyntype="filter" dynprm="0.2"/></actuator>
  <sensor><gyro name="p0" site="s0"/></sensor>
  <keyframe><key name="k0" time="2" qpos="1 2 3 1 0 0 0 0.5" ctrl="7"/></keyframe>
</mujoco>"#,
    r#"<mujoco model="second">
  <worldbody>
    <frame name="f0" euler="0 0 90"><body name="b0" pos="1 0 0"><joint name="j0" axis="0 0 1" range="-90 90"/><geom name="g0" size="0.1" euler="90 0 0"/><site name="s0"/><site name="s1" pos="0 1 0"/></body></frame>
  </worldbody>
  <tendon><spatial name="t0"><site site="s0"/><site site="s1"/><pulley divisor="2"/><site site="s0"/><site site="s1"/></spatial></tendon>
  <custom><numeric name="n0" data="1 2"/><text name="x0" data="word"/><tuple name="u0"><element objtype="body" objname="b0"/></tuple></custom>
</mujoco>"#,
    r#"<mujoco>
  <worldbody>
    <frame name="f0"/>
    <body name="b0"><joint name="j0"/><geom name="g0" size="0.1"/><site name="s0"/></body>
  </worldbody>
  <actuator><motor name="a0" joint="j0"/></actuator>
  <keyframe><key name="k0" qpos="0.5"/></keyframe>
</mujoco>"#,
];

/// A generator of numbers: xorshift, from Marsaglia 2003.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    /// A number between -1 and 1 with few digits.
    fn number(&mut self) -> f64 {
        (self.below(2001) as f64 - 1000.0) / 1000.0
    }

    fn three(&mut self, scale: f64) -> String {
        let mut next = || self.number() * scale;
        format!("{} {} {}", next(), next(), next())
    }

    fn pick(&mut self, names: &[String]) -> Option<String> {
        let place = self.below(names.len());
        names.get(place).cloned()
    }
}

/// Names of all elements of a kind.
macro_rules! names {
    ($spec:expr, $type:ty) => {
        $spec
            .elements::<$type>()
            .map(|element| element.name.clone())
            .filter(|name| !name.is_empty())
            .collect::<Vec<String>>()
    };
}

/// Keyframes that are the model's own already: MuJoCo does not find others before it compiles.
fn own_keys(spec: &Spec) -> Vec<String> {
    let own = spec.elements::<Keyframe>().filter(|key| !key.partial);
    own.map(|key| key.name.clone()).collect()
}

/// A sequence of calls in the making, and what has come of it on the engine.
struct Sequence {
    random: Random,
    player: Player,
    lines: Vec<String>,
    made: usize,
    /// Nothing is compiled yet.
    early: bool,
}

impl Sequence {
    fn new(seed: u64, directory: &Path) -> Sequence {
        let mut sequence = Sequence {
            random: Random(0x9e37_79b9_7f4a_7c15 ^ (seed + 1).wrapping_mul(0x2545_f491_4f6c_dd1d)),
            player: Player::default(),
            lines: Vec::new(),
            made: 0,
            early: true,
        };
        for key in ["p", "c", "d"] {
            let base = sequence.random.below(BASES.len() + 1);
            let line = match base.checked_sub(1) {
                Some(base) => {
                    let parse = ["parse", "parse-text"][sequence.random.below(2)];
                    format!("{parse} {key} {}/{base}.xml", directory.display())
                }
                None => format!("spec {key} made_{key} {}", sequence.random.below(2)),
            };
            assert!(sequence.add(line));
        }
        sequence
    }

    /// Adds a line unless the engine refuses it.
    fn add(&mut self, line: String) -> bool {
        let taken = self.player.line(&line).is_ok();
        if taken {
            self.lines.push(line);
        }
        taken
    }

    fn spec(&self, key: &str) -> &Spec {
        self.player.look(key).expect("a spec")
    }

    /// A random call on a spec; nothing if there is nothing to call it with.
    fn call(&mut self, key: &str) -> Option<String> {
        self.made += 1;
        let n = self.made;
        let spec = self.spec(key).clone();
        // What is added to an attached body is compiled with the settings that came with it, and in
        // MuJoCo with those of the spec.
        let own = spec
            .elements::<Body>()
            .filter(|body| body.settings.is_none());
        let own = own.map(|body| body.name.clone());
        let moving: Vec<String> = own.filter(|name| !name.is_empty()).collect();
        let mut bodies = moving.clone();
        bodies.push("world".to_owned());
        let (frames, joints) = (names!(spec, Frame), names!(spec, Joint));
        let r = &mut self.random;
        let line = match r.below(25) {
            24 => {
                let (c, d) = (&self.spec("c").name, &self.spec("d").name);
                let names = [c.clone(), d.clone(), "nobody".to_owned()];
                format!("attached {key} n{n}q {}", self.random.pick(&names)?)
            }
            21 => {
                let kind = ["body", "joint", "geom", "site", "frame"][r.below(5)];
                format!("children {key} n{n}q {} {kind}", r.pick(&bodies)?)
            }
            22 => format!(
                "child {key} n{n}q {} {}",
                r.pick(&bodies)?,
                r.pick(&bodies)?
            ),
            23 => format!("main {key} {}", 1.0 + r.number().abs()),
            0 | 1 => {
                let body = format!(
                    "body {key} {} n{n} {} {} 0",
                    r.pick(&bodies)?,
                    r.three(1.0),
                    r.three(40.0)
                );
                if !self.add(body) {
                    return None;
                }
                let r = &mut self.random;
                format!("geom {key} n{n} n{n}g 2 - 0.1 0 0 {} 0 0 0 -", r.three(0.2))
            }
            2 => format!("body {key} world n{n} {} {} 1", r.three(1.0), r.three(40.0)),
            3 => {
                let owner = r.pick(&bodies)?;
                let within = r.pick(&frames).unwrap_or("-".to_owned());
                let line = format!(
                    "frame {key} {owner} n{n}f {within} {} {}",
                    r.three(1.0),
                    r.three(40.0)
                );
                if r.below(2) == 0 {
                    line.replace(&format!(" {within} "), " - ")
                } else {
                    line
                }
            }
            4 | 5 => {
                let class = if r.below(2) == 0 { "soft" } else { "-" };
                let range = ["0 0", "-0.5 1"][r.below(2)];
                format!(
                    "joint {key} {} n{n}j {} {class} {} {} {range} -",
                    r.pick(&moving)?,
                    2 + r.below(2),
                    r.three(1.0),
                    r.number()
                )
            }
            6 => {
                let class = ["-", "soft", "made"][r.below(3)];
                let frame = if r.below(3) == 0 {
                    r.pick(&frames)?
                } else {
                    "-".to_owned()
                };
                format!(
                    "geom {key} {} n{n}g 6 {class} 0.1 0.2 0.3 {} {} {frame}",
                    r.pick(&bodies)?,
                    r.three(0.3),
                    r.three(60.0)
                )
            }
            7 => format!(
                "site {key} {} n{n}s {} {} -",
                r.pick(&bodies)?,
                r.three(0.3),
                r.three(60.0)
            ),
            20 => format!(
                "body {key} {} n{n} {} {} 0",
                r.pick(&bodies)?,
                r.three(1.0),
                r.three(40.0)
            ),
            8 => format!("class {key} made - 500 0.1 0.01"),
            9 => format!(
                "motor {key} n{n}a {} - {} {}",
                r.pick(&joints)?,
                r.number(),
                r.below(2)
            ),
            10 => format!("tendon {key} n{n}t - {} 0.5", r.pick(&joints)?),
            11 => format!("sensor {key} n{n}p {}", r.pick(&joints)?),
            12 => format!(
                "exclude {key} n{n}x {} {}",
                r.pick(&moving)?,
                r.pick(&moving)?
            ),
            13 => {
                let count: usize = spec
                    .elements::<Joint>()
                    .map(|joint| joint.kind.positions())
                    .sum();
                let values: Vec<String> = (0..count).map(|_| r.number().to_string()).collect();
                format!("key {key} n{n}k {} {}", r.number(), values.join(" "))
            }
            14 => {
                let (kind, names) = match r.below(7) {
                    0 => ("geom", names!(spec, Geom)),
                    1 => ("site", names!(spec, Site)),
                    2 => ("joint", names!(spec, Joint)),
                    3 => ("key", own_keys(&spec)),
                    4 => ("actuator", names!(spec, Actuator)),
                    5 => ("sensor", names!(spec, Sensor)),
                    _ => ("tendon", names!(spec, Tendon)),
                };
                format!("delete {key} {kind} {}", r.pick(&names)?)
            }
            15 => format!("detach {key} {}", r.pick(&moving)?),
            16 => format!("move {key} {} {}", r.pick(&moving)?, r.three(2.0)),
            _ => return self.attachment(key, n),
        };
        Some(line)
    }

    fn attachment(&mut self, key: &str, n: usize) -> Option<String> {
        let child_key = ["c", "d"][self.random.below(2)];
        let (spec, child) = (self.spec(key).clone(), self.spec(child_key).clone());
        let large = spec.elements::<Body>().count() + child.elements::<Body>().count() > 40
            || spec.sensors.len() + spec.tendons.len() > 60;
        // What is attached between compiling and recompiling gets the state of whatever has its
        // place in the old data: see docs/reference-bugs.md.
        if key == child_key || large || !self.early {
            return None;
        }
        let r = &mut self.random;
        let named = ["- -s", "p- -", "p- -s"][r.below(3)]
            .replace("p-", &format!("p{n}-"))
            .replace("-s", &format!("-s{n}"));
        let mut bodies = names!(child, Body);
        if self.early && r.below(8) == 0 {
            // The world of another model, as a frame of this one's.
            let frames = spec.world.frames.iter().map(|frame| frame.name.clone());
            let frame = r.pick(&frames.filter(|name| !name.is_empty()).collect::<Vec<_>>())?;
            let line = format!("attach-body {key} {frame} {child_key} world w{n}- -");
            let empty = child.world.geoms.is_empty() && child.world.sites.is_empty();
            return (self.add(line) && empty).then(|| format!("to-frame {key} w{n}-world"));
        }
        Some(match r.below(5) {
            0 | 1 => {
                if r.below(8) == 0 {
                    bodies = vec!["world".to_owned()];
                }
                format!(
                    "attach-body {key} {} {child_key} {} {named}",
                    r.pick(&names!(spec, Frame))?,
                    r.pick(&bodies)?
                )
            }
            2 => format!(
                "attach-site {key} {} {child_key} {} {named}",
                r.pick(&names!(spec, Site))?,
                r.pick(&bodies)?
            ),
            3 => {
                let mut owners = names!(spec, Body);
                owners.push("world".to_owned());
                format!(
                    "attach-frame {key} {} {child_key} {} {named}",
                    r.pick(&owners)?,
                    r.pick(&names!(child, Frame))?
                )
            }
            _ => format!(
                "attach-own {key} {} {key} {} {named}",
                r.pick(&names!(spec, Frame))?,
                r.pick(&names!(spec, Body))?
            ),
        })
    }

    /// Asks for ids of what was just compiled.
    fn ask_ids(&mut self) {
        let spec = self.spec("p").clone();
        let kinds = [
            ("body", names!(spec, Body)),
            ("joint", names!(spec, Joint)),
            ("geom", names!(spec, Geom)),
            ("site", names!(spec, Site)),
            ("actuator", names!(spec, Actuator)),
            ("sensor", names!(spec, Sensor)),
            ("tendon", names!(spec, Tendon)),
        ];
        for (kind, names) in kinds {
            if let Some(name) = self.random.pick(&names) {
                assert!(self.add(format!("id p id_of_{kind} {kind} {name}")));
            }
        }
    }

    fn calls(&mut self, count: usize) {
        for _ in 0..count {
            let key = ["p", "p", "p", "c", "d"][self.random.below(5)];
            if let Some(line) = self.call(key) {
                self.add(line);
            }
        }
    }
}

fn load(simulator: &mut dyn Simulator, path: &Path) -> Result<(Loaded, Snapshot), String> {
    match simulator.load(&ModelSource::file(path)) {
        Ok(loaded) => {
            let snapshot = read_all(simulator, &loaded);
            Ok((loaded, snapshot))
        }
        Err(Failure::Rejected { message, .. } | Failure::Error { message }) => Err(message),
        Err(failure) => panic!("{failure}"),
    }
}

/// State that recompiling keeps.
const STATE: [&str; 7] = [
    "time",
    "qpos",
    "qvel",
    "act",
    "ctrl",
    "mocap_pos",
    "mocap_quat",
];

/// The first difference between a script's results.
fn difference(
    engine: &mut dyn Simulator,
    reference: &mut dyn Simulator,
    path: &Path,
) -> Option<String> {
    let (ours, theirs) = (load(engine, path), load(reference, path));
    let line = |message: &String| message.split(':').next().unwrap_or("").to_owned();
    let ((loaded, ours), (_, theirs)) = match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => (ours, theirs),
        (Err(ours), Err(theirs)) if line(&ours) == line(&theirs) => return None,
        (ours, theirs) => {
            let say = |side: Result<_, String>| {
                side.map_or_else(
                    |message| message,
                    |_: (Loaded, Snapshot)| "accepts".to_owned(),
                )
            };
            return Some(format!(
                "the engine: {}; MuJoCo: {}",
                say(ours),
                say(theirs)
            ));
        }
    };
    let fields = loaded.fields.iter();
    let compared =
        fields.filter(|field| field.side == Side::Model || STATE.contains(&field.name.as_str()));
    for field in compared {
        let (Some(left), Some(right)) = (
            ours.get(field.side, &field.name),
            theirs.get(field.side, &field.name),
        ) else {
            return Some(format!("{} is missing", field.name));
        };
        if left.shape != right.shape {
            return Some(format!(
                "{} has shape {:?} instead of {:?}",
                field.name, left.shape, right.shape
            ));
        }
        if left.bytes != right.bytes {
            let both_none =
                |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
            let (a, b) = (left.f64s(), right.f64s());
            let place = a
                .iter()
                .flatten()
                .zip(b.iter().flatten())
                .position(|pair| !both_none(pair));
            if let (Some(place), Some(a), Some(b)) = (place, &a, &b) {
                return Some(format!(
                    "{}[{place}] is {:?} instead of {:?}",
                    field.name, a[place], b[place]
                ));
            }
            if a.is_none() {
                return Some(format!("{} differs", field.name));
            }
        }
    }
    None
}

#[test]
fn calls_of_the_spec_interface_give_the_models_of_mujoco() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seeds = match number("PLUMBLINE_SPEC_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("PLUMBLINE_SPEC_SEQUENCES").unwrap_or(60),
    };
    let directory = tempfile::tempdir().expect("a directory");
    for (i, base) in BASES.iter().enumerate() {
        std::fs::write(directory.path().join(format!("{i}.xml")), base).expect("written");
    }
    let path = directory.path().join("calls.spec");
    let (mut engine, mut reference) = (start("engine"), start(REFERENCE));
    let mut found = Vec::new();
    let (mut models, mut recompiled) = (0, 0);
    for seed in seeds {
        let mut sequence = Sequence::new(seed, directory.path());
        let count = 4 + sequence.random.below(20);
        sequence.calls(count);
        let mut compare = |sequence: &Sequence| {
            std::fs::write(&path, sequence.lines.join("\n")).expect("written");
            let different = difference(&mut *engine, &mut *reference, &path);
            found.extend(
                different.map(|what| format!("seed {seed}: {what}\n{}", sequence.lines.join("\n"))),
            );
        };
        if !sequence.add("compile p".to_owned()) {
            // Both refuse it, at this line.
            sequence.lines.push("compile p".to_owned());
            compare(&sequence);
            continue;
        }
        models += 1;
        compare(&sequence);
        sequence.early = false;
        sequence.ask_ids();
        for line in ["state p 0.125", "keep p"] {
            assert!(sequence.add(line.to_owned()));
        }
        let count = sequence.random.below(6);
        sequence.calls(count);
        if sequence.add("recompile p".to_owned()) {
            recompiled += 1;
        } else {
            sequence.lines.push("recompile p".to_owned());
        }
        compare(&sequence);
    }
    assert!(
        found.is_empty(),
        "{} of {models} models, {recompiled} recompiled:\n{}",
        found.len(),
        found
            .iter()
            .take(5)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n\n")
    );
}
