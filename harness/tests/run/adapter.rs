//! Another engine as the subject: the example in `scripts/adapter.py`, which has five fields.

use crate::{Sandbox, repository};

#[test]
fn an_engine_with_few_fields_is_compared_in_those_and_started_once() {
    let mass = std::fs::read_to_string(repository("fixtures/joint/point_mass_on_a_slide.xml"));
    let mass = mass.expect("a fixture");
    let adapter = repository("scripts/adapter.py");
    let start = format!(
        "echo started >> starts\nexec python3 {}\n",
        adapter.display()
    );
    let sandbox = Sandbox::new()
        .file("a.xml", &mass)
        .file("b.xml", &mass)
        .file("start", start);
    let words = ["run", ".", "--jobs", "1", "--subject", "process:sh start"];
    let outcome = sandbox.command(&words);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let case = [
        ("compile", "missing"),
        ("save", "unable"),
        ("forward", "missing"),
        ("forced", "missing"),
        ("free", "missing"),
        ("inverse", "unable"),
        ("query", "unable"),
        ("derivative", "unable"),
        ("edit", "unable"),
    ];
    assert_eq!(outcome.outcomes(), [case, case].concat());
    // What it has: time, qpos, qvel, qfrc_applied and qacc, at four states and after a hundred
    // steps.
    let values = outcome
        .records()
        .map(|record| &record["coverage"]["values"]);
    assert_eq!(
        values.take(5).collect::<Vec<_>>(),
        [0, 0, 4 * 5, 100 * 5, 100 * 5]
    );
    // A request that it does not know must not end it.
    let starts = std::fs::read_to_string(sandbox.path().join("starts")).expect("a file");
    assert_eq!(starts.lines().count(), 1);
}

/// Checks `scripts/adapter.py` with a change of its class or of its answers.
fn check(change: &str) -> crate::Outcome {
    let scripts = repository("scripts");
    let text = format!(
        "import sys\nsys.path.insert(0, {scripts:?})\nimport adapter\n{change}\nadapter.main()\n"
    );
    let sandbox = Sandbox::new().file("changed.py", text);
    sandbox.command(&["adapter", "check", "python3 changed.py"])
}

#[test]
fn adapters_that_are_right_pass_the_check() {
    let outcome = check("");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert!(
        outcome.stdout.contains("ok: 12 checks"),
        "{}",
        outcome.stdout
    );
    assert!(outcome.stdout.contains("skip arm: unsupported"));
    for simulator in ["engine", "mujoco@3.2.6", "rounded:f32:mujoco@3.2.6"] {
        let outcome = Sandbox::new().command(&["adapter", "check", simulator]);
        assert_eq!(outcome.code, 0, "{simulator}: {}", outcome.everything());
        assert!(
            outcome.stdout.contains("ok: 48 checks"),
            "{}",
            outcome.stdout
        );
    }
}

#[test]
fn adapters_that_are_wrong_are_told_what_is_wrong() {
    let wrong_engine = |method: &str| {
        format!("class Wrong(adapter.PointMass):\n{method}\nadapter.PointMass = Wrong")
    };
    let wrong_answer =
        |method: &str| format!("class Wrong(adapter.Adapter):\n{method}\nadapter.Adapter = Wrong");
    let fields = |old: &str, new: &str| {
        format!("adapter.FIELDS = [{new} if f[0] == '{old}' else f for f in adapter.FIELDS]")
    };
    for (change, expected) in [
        (
            "adapter.FIELDS.append(('qforce', ['nv']))\nadapter.Adapter.read = lambda *_: adapter.done()".to_owned(),
            "names: MuJoCo has no field qforce",
        ),
        (
            fields("qacc", "('qacc', [])"),
            "shapes: qacc has shape [] for [1], as many numbers",
        ),
        (
            wrong_engine("    def reset(self):\n        super().reset()\n        self.values['qpos'] = [1.0]"),
            "initial state: qpos[0] is 1 instead of 0",
        ),
        (
            wrong_answer(
                "    def set(self, request, body):\n        answer = super().set(request, body)\n        \
                 self.engine.values['qvel'][0] *= 2\n        return answer",
            ),
            "set and get: qvel[0] is",
        ),
        (
            wrong_answer(
                "    def set(self, request, body):\n        try:\n            return super().set(request, body)\n        \
                 except adapter.Failed:\n            return adapter.done()",
            ),
            "wrong lengths: qpos took 2 values",
        ),
        (
            wrong_answer(
                "    def read(self, request, body):\n        answer = super().read(request, body)\n        \
                 self.engine.values['qacc'][0] += 1\n        return answer",
            ),
            "reads: qacc[0] is",
        ),
        (
            wrong_engine("    def forward(self):\n        super().forward()\n        self.values['qpos'][0] += 1"),
            "after a forward computation",
        ),
        (
            wrong_answer(
                "    def run(self, request, body):\n        request['action']['count'] = 1\n        \
                 return super().run(request, body)",
            ),
            "steps: time[0] is",
        ),
        (
            wrong_engine("    def step(self):\n        self.forward()"),
            "steps: steps do not change the state",
        ),
        (
            wrong_engine("    def step(self):\n        self.timestep = 0.02\n        super().step()"),
            "steps: time is 0.54 instead of 0.504 after two steps",
        ),
        (
            wrong_engine("    def forward(self):\n        self.values['qacc'] = [self.gravity]"),
            "inputs are used: qfrc_applied changes nothing",
        ),
        (
            wrong_engine(
                "    old = 0.0\n    def step(self):\n        super().step()\n        self.old += 1\n    \
                 def forward(self):\n        super().forward()\n        self.values['qacc'][0] += self.old",
            ),
            "reset: qacc[0] is",
        ),
        (
            wrong_engine(
                "    calls = 0\n    def forward(self):\n        super().forward()\n        self.calls += 1\n        \
                 self.values['qacc'][0] += self.calls",
            ),
            "repeated: qacc[0] is",
        ),
        (
            wrong_engine("    def forward(self):\n        sys.exit('bye')"),
            "shapes: ",
        ),
    ] {
        let outcome = check(&change);
        assert_eq!(outcome.code, 100, "{change}: {}", outcome.everything());
        let told = outcome.stdout.lines();
        let told = told.filter(|line| line.starts_with("fail slide"));
        let told: Vec<&str> = told.collect();
        assert!(told.iter().any(|line| line.contains(expected)), "{change}: {told:#?}");
    }
}

#[test]
fn a_new_adapter_is_written_once_and_can_be_read() {
    let sandbox = Sandbox::new();
    let outcome = sandbox.command(&["adapter", "new", "my_engine"]);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let folder = sandbox.path().join("my_engine");
    let text = std::fs::read_to_string(folder.join("my_engine.py")).expect("a skeleton");
    assert!(text.contains("class MyEngine(adapter.Engine):"), "{text}");
    for file in ["adapter.py", "my_engine.py"] {
        let read = std::process::Command::new("python3")
            .args(["-m", "py_compile", file])
            .current_dir(&folder)
            .status();
        assert!(read.expect("python3").success(), "{file}");
    }
    let again = sandbox.command(&["adapter", "new", "my_engine"]);
    assert_eq!(again.code, 2, "{}", again.everything());
    assert!(again.stderr.contains("exists already"), "{}", again.stderr);
    let bad = sandbox.command(&["adapter", "new", "My-Engine"]);
    assert_eq!(bad.code, 2, "{}", bad.everything());
    // The profile is one.
    let words = "run m.xml --profile my_engine/my_engine.toml --subject engine --modes compile";
    let sandbox = sandbox.file("m.xml", "<mujoco/>");
    let ran = sandbox.harness(words);
    assert!(
        !ran.stderr.contains("my_engine.toml"),
        "{}",
        ran.everything()
    );
}

#[test]
fn fields_are_listed_for_people_and_for_programs() {
    let sandbox = Sandbox::new();
    let table = sandbox.harness("fields");
    let line = |name: &str| table.stdout.lines().find(|line| line.contains(name));
    let qpos = line(" qpos ").expect("qpos").split_whitespace();
    assert_eq!(
        qpos.take(4).collect::<Vec<_>>(),
        ["data", "qpos", "f64", "nq"]
    );
    let listed = sandbox.harness("fields --json");
    let listed: serde_json::Value = serde_json::from_str(&listed.stdout).expect("JSON");
    let listed = listed.as_array().expect("an array");
    assert!(listed.len() > 400, "{}", listed.len());
    let inertia = listed
        .iter()
        .find(|field| field["name"] == "qM")
        .expect("qM");
    assert_eq!(inertia["type"], "f64");
    assert_eq!(inertia["dims"], serde_json::json!(["nM"]));
    assert_eq!(inertia["state"], false);
    let states = listed.iter().filter(|field| field["state"] == true);
    assert_eq!(states.count(), 11);
}

#[test]
fn what_is_required_must_be_supported() {
    let adapter = repository("scripts/adapter.py");
    let mass = std::fs::read_to_string(repository("fixtures/joint/point_mass_on_a_slide.xml"));
    let sandbox = Sandbox::new()
        .file("slide.xml", mass.expect("a fixture"))
        .file("swing.xml", crate::PENDULUM);
    let subject = format!("process:python3 {}", adapter.display());
    let run = |flags: &[&str]| {
        let words = [
            "run",
            ".",
            "--modes",
            "compile,forward",
            "--subject",
            &subject,
        ];
        sandbox.command(&[&words[..], flags].concat())
    };
    // Other engines are partial by nature.
    assert_eq!(run(&[]).code, 0);
    assert_eq!(run(&["--require", "needs:slide"]).code, 0);
    let outcome = run(&["--require", "needs:hinge"]);
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let failed: Vec<_> = outcome.records().filter(|r| r["ok"] == false).collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["case"], "swing");
    // What nobody has cannot be required.
    let outcome = run(&["--require", "needs:wings"]);
    assert_eq!(outcome.code, 4, "{}", outcome.everything());
}
