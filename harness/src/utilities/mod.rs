//! Functions of numbers, vectors and matrices, which need no model: the table of them, samples of
//! their arguments with thresholds among them, and the comparison of what two simulators return.

mod samples;
mod table;

use self::samples::Generator;
pub use self::table::{UTILITIES, Utility};
use crate::simulator::call::{Call, Output};
use crate::simulator::files::ModelFile;
use crate::simulator::{Failure, ModelSource, Pipelined};
use crate::snapshot::Elem;

/// The functions that are compared.
pub fn names() -> impl Iterator<Item = &'static str> {
    UTILITIES.iter().map(|utility| utility.name)
}

/// How much of a function is compared.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    pub samples: usize,
    /// Samples of one call; each call has other sizes.
    pub at_once: usize,
    pub seed: u64,
}

/// Loads a model, for simulators that want one.
pub fn load_empty(simulator: &mut dyn Pipelined) -> Result<(), Failure> {
    let file = ModelFile {
        name: "model.xml".to_owned(),
        bytes: b"<mujoco/>".into(),
    };
    let source = ModelSource {
        path: "model.xml".into(),
        files: [file].into(),
    };
    simulator.load(&source).map(|_| ())
}

/// Compares one function; how many values are equal, or the first difference.
pub fn compare(
    utility: &Utility,
    amount: Amount,
    reference: &mut dyn Pipelined,
    subject: &mut dyn Pipelined,
) -> Result<Result<usize, String>, Failure> {
    let mut generator = Generator::new(amount.seed, utility.name);
    let mut values = 0;
    let mut left = amount.samples;
    let mut rounds = utility.sizes.iter().cycle();
    while left > 0 {
        let count = left.min(amount.at_once);
        left -= count;
        let sizes = rounds.next().copied().unwrap_or_default();
        let mut call = Call {
            function: utility.name.to_owned(),
            arguments: sizes.iter().map(|&size| vec![size as f64]).collect(),
        };
        for kind in (utility.arguments)(sizes) {
            call.arguments.push(generator.samples(kind, count));
        }
        if utility.draws {
            let rand = Call {
                function: "rand".to_owned(),
                arguments: call.arguments.clone(),
            };
            let drawn = reference.call(&rand)?;
            call.arguments.extend(drawn.iter().map(Output::f64s));
        }
        let right = reference.call(&call)?;
        let made = subject.call(&call)?;
        match difference(&call, sizes.len(), count, &right, &made) {
            None => values += right.iter().map(Output::count).sum::<usize>(),
            Some(found) => return Ok(Err(found)),
        }
    }
    Ok(Ok(values))
}

/// The first sample whose results differ in a bit, with its arguments. All kinds of NaN are equal.
fn difference(
    call: &Call,
    sizes: usize,
    count: usize,
    right: &[Output],
    made: &[Output],
) -> Option<String> {
    for expected in right {
        let name = format!("{}.{}", call.function, expected.name);
        let Some(found) = made.iter().find(|output| output.name == expected.name) else {
            return Some(format!("{name}: the subject does not have this result"));
        };
        if found.elem != expected.elem || found.count() != expected.count() {
            return Some(format!("{name}: the subject's result has another size"));
        }
        if found.bytes == expected.bytes {
            continue;
        }
        if expected.elem != Elem::F64 {
            return Some(format!("{name} differs"));
        }
        let (a, b) = (expected.f64s(), found.f64s());
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        let Some(at) = a.iter().zip(&b).position(|pair| !same(pair)) else {
            continue;
        };
        let sample = at * count / a.len();
        let of_sample = |values: &Vec<f64>| {
            let width = values.len() / count;
            format!("{:?}", &values[sample * width..(sample + 1) * width])
        };
        let (given, sampled) = call.arguments.split_at(sizes);
        let shown: Vec<String> = given.iter().map(|size| format!("{size:?}")).collect();
        let sampled: Vec<String> = sampled.iter().map(of_sample).collect();
        return Some(format!(
            "{name}[{at}]: {:?} instead of {:?} for ({})",
            b[at],
            a[at],
            [shown, sampled].concat().join(", ")
        ));
    }
    None
}
