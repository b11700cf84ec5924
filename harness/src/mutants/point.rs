//! A place in a source file and the faults that can be put there, and how the text of the file looks
//! with all of them in it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// What kind of fault it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A comparison is turned round or made strict.
    Comparison,
    /// A sum or product of three is bracketed the other way.
    Order,
    /// One operation instead of another.
    Operation,
    /// A constant is moved.
    Constant,
    /// A clamp, an absolute value or one side of a condition is dropped.
    Clamp,
    /// A condition always or never holds.
    Guard,
    /// The wrong one of a pair.
    Index,
    /// A statement is left out.
    Statement,
    /// A sign is dropped.
    Sign,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Comparison => "comparison",
            Kind::Order => "order",
            Kind::Operation => "operation",
            Kind::Constant => "constant",
            Kind::Clamp => "clamp",
            Kind::Guard => "guard",
            Kind::Index => "index",
            Kind::Statement => "statement",
            Kind::Sign => "sign",
        }
    }
}

/// One fault, as reports name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// From the engine's `src`, such as `pipeline/check.rs`.
    pub file: String,
    /// The function that it is in, with its type.
    pub function: String,
    pub line: usize,
    pub column: usize,
    pub kind: Kind,
    pub old: String,
    pub new: String,
    /// How many faults with the same texts come before it in the function.
    pub nth: usize,
}

impl Fault {
    /// Whether it is the same fault, wherever its line is now.
    pub fn is_same(&self, other: &Fault) -> bool {
        self.file == other.file
            && self.function == other.function
            && self.old == other.old
            && self.new == other.new
            && self.nth == other.nth
    }
}

/// How the text of a place is made to have its faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A choice of expressions.
    Value,
    /// A choice of expressions of floating-point type; elsewhere the fault changes nothing.
    Inexact,
    /// A comparison whose sides are computed once.
    Comparison {
        left: Range<usize>,
        right: Range<usize>,
        operator: &'static str,
    },
    /// A condition with its outcome replaced.
    Guard,
    /// A statement that is there or not.
    Statement,
}

/// One way to change a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub kind: Kind,
    /// The place's text with the fault; for a comparison the other operator.
    pub text: String,
    /// As reports show it.
    pub old: String,
    pub new: String,
    /// The number of the fault in the build; none if it is not part of the sample.
    pub number: Option<u32>,
}

/// A place with its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub range: Range<usize>,
    pub function: String,
    pub line: usize,
    pub column: usize,
    pub form: Form,
    pub changes: Vec<Change>,
}

/// Where a fault is in a file that has been rewritten: an error of the compiler there is its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trace {
    pub range: Range<usize>,
    /// The faults that the text belongs to.
    pub numbers: Vec<u32>,
}

/// A file with faults in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rewritten {
    pub text: String,
    pub traces: Vec<Trace>,
}

/// The file's text with the numbered changes of its places behind switches.
pub(super) fn rewrite(source: &str, points: &[Point]) -> Rewritten {
    let mut chosen: Vec<&Point> = points.iter().filter(|p| !numbers(p).is_empty()).collect();
    // The outer of two places first; of the same extent the one that was found first.
    chosen.sort_by_key(|point| (point.range.start, usize::MAX - point.range.end));
    let mut writer = Writer {
        source,
        out: Rewritten::default(),
    };
    writer.write(0..source.len(), &chosen);
    writer.out
}

fn numbers(point: &Point) -> Vec<u32> {
    let changes = point.changes.iter();
    changes.filter_map(|change| change.number).collect()
}

struct Writer<'a> {
    source: &'a str,
    out: Rewritten,
}

impl Writer<'_> {
    /// The text of a range, with the places inside it.
    fn write(&mut self, range: Range<usize>, points: &[&Point]) {
        let inside =
            |point: &&&Point| range.start <= point.range.start && point.range.end <= range.end;
        let points: Vec<&Point> = points.iter().filter(inside).copied().collect();
        let mut at = range.start;
        let mut next = 0;
        while let Some(point) = points.get(next) {
            let after = points[next + 1..].iter();
            let nested = after.take_while(|inner| inner.range.start < point.range.end);
            let end = next + 1 + nested.count();
            self.out.text += &self.source[at..point.range.start];
            self.place(point, &points[next + 1..end]);
            at = point.range.end;
            next = end;
        }
        self.out.text += &self.source[at..range.end];
    }

    fn place(&mut self, point: &Point, nested: &[&Point]) {
        let start = self.out.text.len();
        match &point.form {
            Form::Value | Form::Inexact => {
                self.text("(");
                for (change, number) in numbered(point) {
                    self.text(&format!("if crate::mutants::on({number}) {{ "));
                    if point.form == Form::Inexact {
                        self.change(number, &format!("crate::mutants::inexact({})", change.text));
                    } else {
                        self.change(number, &change.text);
                    }
                    self.text(" } else ");
                }
                self.text("{ ");
                self.write(point.range.clone(), nested);
                self.text(" })");
            }
            Form::Comparison {
                left,
                right,
                operator,
            } => {
                self.text("(match (&(");
                self.write(left.clone(), nested);
                self.text("), &(");
                self.write(right.clone(), nested);
                self.text(")) { (left, right) => ");
                self.open(point);
                self.text(&format!("left {operator} right"));
                for (change, number) in numbered(point) {
                    self.text(", ");
                    self.change(number, &format!("left {} right", change.text));
                    self.text(")");
                }
                self.text(" })");
            }
            Form::Guard => {
                self.open(point);
                self.write(point.range.clone(), nested);
                for (change, number) in numbered(point) {
                    self.text(", ");
                    self.change(number, &change.text);
                    self.text(")");
                }
            }
            Form::Statement => {
                let number = numbers(point)[0];
                self.text(&format!("if !crate::mutants::on({number}) {{ "));
                self.write(point.range.clone(), nested);
                self.text(" }");
            }
        }
        self.out.traces.push(Trace {
            range: start..self.out.text.len(),
            numbers: numbers(point),
        });
    }

    fn text(&mut self, text: &str) {
        self.out.text += text;
    }

    /// Calls around a condition, the first change innermost.
    fn open(&mut self, point: &Point) {
        for number in numbers(point).into_iter().rev() {
            self.text(&format!("crate::mutants::flag({number}, "));
        }
    }

    fn change(&mut self, number: u32, text: &str) {
        let start = self.out.text.len();
        self.out.text += text;
        self.out.traces.push(Trace {
            range: start..self.out.text.len(),
            numbers: vec![number],
        });
    }
}

/// The changes that are part of the sample.
fn numbered(point: &Point) -> impl Iterator<Item = (&Change, u32)> {
    let changes = point.changes.iter();
    changes.filter_map(|change| Some((change, change.number?)))
}
