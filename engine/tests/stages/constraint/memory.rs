//! Where memory ends: what becomes of a model as its arena grows, to the byte as MuJoCo 3.2.6 has
//! it.

use crate::support::compile;
use plumbline::internal::codes::warning;
use plumbline::{Data, Model, StepError};

use Outcome::{Refused, Runs, Stops};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    /// The model does not compile.
    Refused,
    /// The first step ends with an error.
    Stops,
    /// After two steps: warnings that constraints did not fit, rows, islands.
    Runs(i32, i32, i32),
}

/// Options, a flag that is enabled, the outcome in the least memory that is tried, and from how
/// many bytes on it is another one.
type Case = (
    &'static str,
    &'static str,
    Outcome,
    &'static [(usize, Outcome)],
);

/// Three free bodies on a plane, and two hinges with a limit, friction, an equality and actuators.
const MIXED: &str = r#"<mujoco>
  <size memory="MEMORY"/>
  OPTION
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 0.09"><freejoint/><geom size="0.1"/><site name="first"/></body>
    <body pos="0.3 0 0.091"><freejoint/><geom size="0.1"/><site name="second"/></body>
    <body pos="0.6 0 0.092"><freejoint/><geom size="0.1"/></body>
    <body pos="0 2 1">
      <joint name="a" axis="0 1 0" range="-10 10" margin="0.3" damping="0.1"/>
      <geom size="0.1"/>
      <body pos="0 0 0.5"><joint name="b" axis="1 0 0" frictionloss="1"/><geom size="0.1"/></body>
    </body>
  </worldbody>
  <equality><joint joint1="a" joint2="b"/></equality>
  <actuator>
    <general site="first" refsite="second" gear="0 0 1 1 0 0"/>
    <position joint="b" kp="10" kv="1"/>
  </actuator>
</mujoco>"#;

/// Eight bodies that rest on a plane.
const RESTING: &str = include_str!("../../../../fixtures/constraint/more_rows_than_memory.xml");

/// Two slides that twenty equalities tie together.
const TIED: &str = include_str!("../../../../fixtures/constraint/islands_without_memory.xml");

/// From MuJoCo 3.2.6.
const OF_MIXED: &[Case] = &[
    (
        r#"solver="PGS""#,
        "",
        Refused,
        &[
            (5832, Runs(0, 4, 0)),
            (28888, Runs(0, 8, 0)),
            (29464, Runs(0, 12, 0)),
            (30040, Runs(0, 16, 0)),
        ],
    ),
    (
        r#"solver="CG""#,
        "",
        Refused,
        &[
            (5608, Runs(0, 4, 0)),
            (28888, Runs(0, 8, 0)),
            (29464, Runs(0, 12, 0)),
            (30040, Runs(0, 16, 0)),
        ],
    ),
    (
        r#"solver="Newton""#,
        "",
        Refused,
        &[
            (6936, Runs(0, 4, 0)),
            (28888, Runs(0, 8, 0)),
            (29464, Runs(0, 12, 0)),
            (30040, Runs(0, 16, 0)),
        ],
    ),
    (
        r#"solver="Newton" cone="elliptic""#,
        "",
        Refused,
        &[
            (10136, Runs(0, 4, 0)),
            (28888, Runs(0, 7, 0)),
            (29464, Runs(0, 10, 0)),
            (30040, Runs(0, 13, 0)),
        ],
    ),
    (
        r#"solver="PGS" jacobian="sparse""#,
        "",
        Refused,
        &[
            (4432, Runs(0, 4, 0)),
            (28888, Runs(0, 8, 0)),
            (29464, Runs(0, 12, 0)),
            (30040, Runs(0, 16, 0)),
        ],
    ),
    (
        r#"solver="Newton" jacobian="sparse""#,
        "",
        Refused,
        &[
            (4208, Runs(0, 4, 0)),
            (28888, Runs(0, 8, 0)),
            (29464, Runs(0, 12, 0)),
            (30040, Runs(0, 16, 0)),
        ],
    ),
    (
        r#"solver="Newton" cone="elliptic" jacobian="sparse""#,
        "",
        Refused,
        &[
            (4208, Runs(0, 4, 0)),
            (28888, Runs(0, 7, 0)),
            (29464, Runs(0, 10, 0)),
            (30040, Runs(0, 13, 0)),
        ],
    ),
    (
        r#"solver="PGS" cone="elliptic" noslip_iterations="3""#,
        "",
        Refused,
        &[
            (5832, Runs(0, 4, 0)),
            (28888, Runs(0, 7, 0)),
            (29464, Runs(0, 10, 0)),
            (30040, Runs(0, 13, 0)),
        ],
    ),
    (
        r#"solver="CG""#,
        "island",
        Refused,
        &[
            (5608, Runs(0, 4, 1)),
            (28888, Runs(0, 8, 2)),
            (29464, Runs(0, 12, 3)),
            (30040, Runs(0, 16, 4)),
        ],
    ),
    (
        r#"solver="Newton" integrator="RK4""#,
        "",
        Refused,
        &[
            (9296, Runs(0, 4, 0)),
            (31248, Runs(0, 8, 0)),
            (31824, Runs(0, 12, 0)),
            (32400, Runs(0, 16, 0)),
        ],
    ),
    (
        r#"solver="Newton" integrator="implicit""#,
        "",
        Refused,
        &[
            (14656, Runs(0, 4, 0)),
            (28888, Runs(0, 8, 0)),
            (29464, Runs(0, 12, 0)),
            (30040, Runs(0, 16, 0)),
        ],
    ),
    (
        r#"solver="CG" integrator="implicit" density="1000""#,
        "",
        Refused,
        &[
            (14656, Runs(0, 4, 0)),
            (28888, Runs(0, 8, 0)),
            (29464, Runs(0, 12, 0)),
            (30040, Runs(0, 16, 0)),
        ],
    ),
];

/// From MuJoCo 3.2.6.
const OF_RESTING: &[Case] = &[
    (
        r#"solver="PGS""#,
        "",
        Runs(0, 0, 0),
        &[
            (28968, Runs(0, 4, 0)),
            (29544, Runs(0, 8, 0)),
            (30120, Runs(0, 12, 0)),
            (30696, Stops),
            (31272, Runs(2, 0, 0)),
            (58944, Stops),
            (83544, Runs(0, 32, 0)),
        ],
    ),
    (
        r#"solver="CG""#,
        "",
        Runs(0, 0, 0),
        &[
            (28968, Runs(0, 4, 0)),
            (29544, Runs(0, 8, 0)),
            (30120, Runs(0, 12, 0)),
            (30696, Stops),
            (31848, Runs(2, 0, 0)),
            (46400, Stops),
            (55640, Runs(0, 32, 0)),
        ],
    ),
    (
        r#"solver="Newton""#,
        "",
        Runs(0, 0, 0),
        &[
            (28968, Runs(0, 4, 0)),
            (29544, Stops),
            (31848, Runs(2, 0, 0)),
            (46400, Stops),
            (69040, Runs(0, 32, 0)),
        ],
    ),
    (
        r#"solver="Newton" cone="elliptic""#,
        "",
        Runs(0, 0, 0),
        &[
            (28968, Stops),
            (33000, Runs(2, 0, 0)),
            (36096, Stops),
            (76752, Runs(0, 24, 0)),
        ],
    ),
    (
        r#"solver="PGS" jacobian="sparse""#,
        "",
        Runs(0, 0, 0),
        &[
            (28968, Runs(0, 4, 0)),
            (29544, Runs(0, 8, 0)),
            (30120, Runs(0, 12, 0)),
            (30696, Runs(0, 16, 0)),
            (31272, Stops),
            (64752, Runs(0, 32, 0)),
        ],
    ),
    (
        r#"solver="CG""#,
        "island",
        Runs(0, 0, 0),
        &[
            (28968, Runs(0, 4, 1)),
            (29544, Runs(0, 8, 2)),
            (30120, Runs(0, 12, 3)),
            (30696, Stops),
            (31848, Runs(2, 0, 0)),
            (46400, Stops),
            (55640, Runs(0, 32, 8)),
        ],
    ),
    (
        r#"solver="Newton" integrator="RK4""#,
        "",
        Runs(0, 0, 0),
        &[
            (29544, Stops),
            (31848, Runs(2, 0, 0)),
            (34624, Runs(2, 4, 0)),
            (35200, Stops),
            (37504, Runs(8, 0, 0)),
            (46400, Stops),
            (74696, Runs(0, 32, 0)),
        ],
    ),
    (
        r#"solver="Newton" integrator="implicit""#,
        "",
        Refused,
        &[
            (29424, Stops),
            (33456, Runs(2, 0, 0)),
            (46400, Stops),
            (75248, Runs(0, 32, 0)),
        ],
    ),
    (
        r#"solver="CG""#,
        "fwdinv",
        Runs(0, 0, 0),
        &[
            (28968, Runs(0, 4, 0)),
            (29544, Runs(0, 8, 0)),
            (30120, Runs(0, 12, 0)),
            (30696, Stops),
            (31848, Runs(2, 0, 0)),
            (46400, Stops),
            (55640, Runs(0, 32, 0)),
        ],
    ),
];

/// From MuJoCo 3.2.6.
const OF_TIED: &[Case] = &[
    (
        r#"jacobian="dense""#,
        "island",
        Runs(2, 0, 0),
        &[
            (3704, Refused),
            (4088, Runs(2, 0, 0)),
            (4288, Refused),
            (5128, Runs(0, 20, 1)),
        ],
    ),
    (
        r#"jacobian="sparse""#,
        "island",
        Runs(2, 0, 0),
        &[
            (3704, Refused),
            (4088, Runs(2, 0, 0)),
            (4288, Refused),
            (5264, Runs(0, 20, 1)),
        ],
    ),
];

fn outcome(model: &str, options: &str, flag: &str, memory: usize) -> Outcome {
    let flag = match flag {
        "" => String::new(),
        flag => format!(r#"<flag {flag}="enable"/>"#),
    };
    let text = model
        .replace("MEMORY", &memory.to_string())
        .replace("OPTION", &format!("<option {options}>{flag}</option>"));
    let Ok(model) = Model::from_xml_string(&text) else {
        return Refused;
    };
    let mut data = Data::new(&model);
    for _ in 0..2 {
        if data.step(&model).is_err() {
            return Stops;
        }
    }
    let full = data.warning[warning::CONSTRAINT_FULL].number;
    Runs(full, data.nefc, data.nisland)
}

fn hold(model: &str, cases: &[Case]) {
    for &(options, flag, first, changes) in cases {
        let mut before = first;
        for &(memory, after) in changes {
            for (memory, expected) in [(memory - 1, before), (memory, after)] {
                let found = outcome(model, options, flag, memory);
                assert_eq!(found, expected, "{options} {flag} in {memory} bytes");
            }
            before = after;
        }
    }
}

#[test]
fn a_model_is_refused_where_its_first_step_has_too_little_memory() {
    hold(MIXED, OF_MIXED);
}

#[test]
fn a_step_stops_where_the_stack_meets_the_rows() {
    let option = "OPTION";
    let model = RESTING.replace(r#""42K"/>"#, &format!(r#""MEMORY"/>{option}"#));
    hold(&model, OF_RESTING);
}

#[test]
fn islands_that_do_not_fit_take_the_rows_with_them() {
    let model = TIED.replace(r#""4200"/>"#, r#""MEMORY"/>"#);
    let start = model.find("<option").unwrap();
    let end = model.find("</option>").unwrap() + "</option>".len();
    let model = format!("{}OPTION{}", &model[..start], &model[end..]);
    hold(&model, OF_TIED);
}

/// MuJoCo keeps the count of equalities whose rows it has given up, and crashes where a sensor asks
/// for their forces.
#[test]
fn forces_of_equalities_without_rows_stop_the_step() {
    let sensor = r#"<sensor><accelerometer site="s"/></sensor></mujoco>"#;
    let text = TIED
        .replacen("<geom", r#"<site name="s"/><geom"#, 1)
        .replacen("</mujoco>", sensor, 1);
    let mut model = compile(&text.replacen(r#""4200""#, r#""40000""#, 1));
    assert_eq!(Data::new(&model).step(&model), Ok(()));
    let stops = |narena: usize| {
        model.narena = narena;
        Data::new(&model).step(&model) == Err(StepError::EqualityWithoutRows)
    };
    assert!((3000..8000).step_by(8).any(stops));
}
