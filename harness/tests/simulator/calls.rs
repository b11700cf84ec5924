//! Functions that mode `query` has no place for, because they print or change the model: called on
//! the engine and on MuJoCo, they hand back the same bytes.

use harness::simulator::Simulator;
use harness::simulator::call::{Call, Output};

use super::{REFERENCE, fixture, start};

/// Calls a function on the engine and on MuJoCo, expects the same of both, and hands it back.
#[track_caller]
fn both(sides: &mut [&mut dyn Simulator; 2], function: &str, arguments: &[&[f64]]) -> Vec<Output> {
    let call = Call {
        function: function.to_owned(),
        arguments: arguments.iter().map(|values| values.to_vec()).collect(),
    };
    let [ours, theirs] = sides.each_mut().map(|side| {
        let made = side.call(&call);
        made.unwrap_or_else(|failure| panic!("{function}: {failure}"))
    });
    assert_eq!(ours, theirs, "{function} {arguments:?}");
    ours
}

#[track_caller]
fn text(outputs: &[Output]) -> String {
    String::from_utf8(outputs[0].bytes.clone()).expect("text")
}

#[test]
fn keyframes_models_from_files_and_printed_matrices_are_those_of_mujoco() {
    let (mut engine, mut reference) = (start("engine"), start(REFERENCE));
    let sides: &mut [&mut dyn Simulator; 2] = &mut [&mut *engine, &mut *reference];
    let models = [
        "keyframe/completed_and_normalised.xml",
        "attach/keyframes_of_parent_and_child.xml",
    ];
    for name in models {
        for side in sides.iter_mut() {
            side.load(&fixture(name)).expect(name);
        }
        let keys = both(sides, "mj_setKeyframe", &[&[0.0]])[0].count();
        for key in 0..keys {
            both(sides, "mj_step", &[]);
            let made = both(sides, "mj_setKeyframe", &[&[key as f64]]);
            assert_eq!(made.len(), 7, "{made:?}");
            assert!(made[1].count() > 0, "{made:?}");
        }
        let file = both(sides, "mj_loadModel", &[]);
        assert!(file[0].count() > 1000, "{file:?}");
    }
    let numbers = [
        1.0,
        -0.5,
        0.0,
        1e-9,
        123456.789,
        f64::INFINITY,
        0.0,
        0.0,
        -1e10,
        2.5,
        0.0,
        7.0,
    ];
    for (rows, columns) in [(3, 4), (4, 3), (1, 12), (12, 1)] {
        let arguments: [&[f64]; 3] = [&[rows.into()], &[columns.into()], &numbers];
        let printed = text(&both(sides, "mju_printMat", &arguments));
        assert!(printed.contains("123456.78900000 "), "{printed}");
        let printed = text(&both(sides, "mju_printMatSparse", &arguments));
        assert!(printed.contains("(0 0):  1.000000  "), "{printed}");
    }
}
