//! What attributes say: rules by element and attribute, from the table `values.txt`.
//!
//! Numbers are mostly not dyadic, so that a wrong order of operations shows; now and then they are
//! exactly at a bound, zero, whole, or far away, so that comparisons are tried on both sides.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::case::random::Random;

/// How the value of an attribute is made.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// So many numbers between two bounds.
    Reals(usize, f64, f64),
    /// That many numbers or fewer.
    UpTo(usize, f64, f64),
    /// A whole number between two bounds, both included.
    Whole(usize, usize),
    /// One of these words; an underscore stands for a space.
    Word(Vec<&'static str>),
    Direction,
    Rotation,
    /// Two directions.
    Axes,
    /// A direction and an angle.
    Turn,
    Colour,
    /// Two numbers in order.
    Limits(f64, f64),
    /// A time constant and a damping ratio, or the negative stiffness and damping of the other form.
    Solref,
    /// The grammar writes it.
    Made,
}

/// All rules.
#[derive(Debug)]
pub struct Values {
    /// By element, then by attribute.
    rules: HashMap<&'static str, HashMap<&'static str, Rule>>,
}

impl Values {
    /// The table.
    pub fn table() -> &'static Values {
        static TABLE: LazyLock<Values> = LazyLock::new(|| read(include_str!("values.txt")));
        &TABLE
    }

    /// The rule of an attribute: its element's own, else that of all elements.
    pub fn rule(&self, element: &str, attribute: &str) -> Option<&Rule> {
        let find = |element, attribute| self.rules.get(element)?.get(attribute);
        find(element, attribute)
            .or_else(|| find(element, "*"))
            .or_else(|| find("*", attribute))
    }
}

/// Reads the table; its own opening comment describes the format. A mistake in it is a mistake in
/// the program.
fn read(table: &'static str) -> Values {
    const NAMES: [&str; 13] = [
        "real",
        "reals",
        "upto",
        "whole",
        "word",
        "direction",
        "rotation",
        "axes",
        "turn",
        "colour",
        "limits",
        "solref",
        "made",
    ];
    let mut rules: HashMap<&str, HashMap<&str, Rule>> = HashMap::new();
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    for line in lines.filter(|line| !line.is_empty()) {
        // Elements, attributes and rule stand apart by at least two spaces, where there are several.
        let words: Vec<&'static str> = line.split_whitespace().collect();
        let columns: Vec<&'static str> = line
            .split("  ")
            .map(str::trim)
            .filter(|column| !column.is_empty())
            .collect();
        let (elements, attributes, rule) = match columns[..] {
            [elements, attributes, rule] => (elements, attributes, rule),
            _ => panic!("values.txt has three columns: {line}"),
        };
        let named = words.iter().any(|word| NAMES.contains(word));
        assert!(named, "values.txt has no such rule: {line}");
        let rule = parse(rule);
        for element in elements.split(' ') {
            for attribute in attributes.split(' ') {
                let own = rules.entry(element).or_default();
                own.entry(attribute).or_insert(rule.clone());
            }
        }
    }
    Values { rules }
}

fn parse(text: &'static str) -> Rule {
    let words: Vec<&'static str> = text.split(' ').collect();
    let number = |at: usize| -> f64 { words[at].parse().expect("a number in values.txt") };
    match words[0] {
        "real" => Rule::Reals(1, number(1), number(2)),
        "reals" => Rule::Reals(number(1) as usize, number(2), number(3)),
        "upto" => Rule::UpTo(number(1) as usize, number(2), number(3)),
        "whole" => Rule::Whole(number(1) as usize, number(2) as usize),
        "word" => Rule::Word(words[1..].to_vec()),
        "direction" => Rule::Direction,
        "rotation" => Rule::Rotation,
        "axes" => Rule::Axes,
        "turn" => Rule::Turn,
        "colour" => Rule::Colour,
        "limits" => Rule::Limits(number(1), number(2)),
        "solref" => Rule::Solref,
        _ => Rule::Made,
    }
}

impl Rule {
    /// A value; none where the grammar makes it.
    pub fn value(&self, random: &mut Random) -> Option<String> {
        Some(match self {
            Rule::Reals(count, low, high) => reals(random, *count, *low, *high),
            Rule::UpTo(count, low, high) => {
                let count = random.whole(1, *count);
                reals(random, count, *low, *high)
            }
            Rule::Whole(low, high) => random.whole(*low, *high).to_string(),
            Rule::Word(words) => random.pick(words)?.replace('_', " "),
            Rule::Direction => join(&direction(random)),
            Rule::Rotation => rotation(random),
            Rule::Axes => {
                let (x, mut y) = (direction(random), direction(random));
                // Parallel ones are refused.
                if is_parallel(&x, &y) && !random.one_in(10) {
                    y.rotate_left(1);
                    y[0] += 0.3;
                }
                join(&[x, y].concat())
            }
            Rule::Turn => {
                let mut turn = direction(random).to_vec();
                turn.push(number(random, -170.0, 170.0));
                join(&turn)
            }
            Rule::Colour => reals(random, 4, 0.0, 1.0),
            Rule::Limits(low, high) => {
                let (a, b) = (number(random, *low, *high), number(random, *low, *high));
                join(&[a.min(b), a.max(b)])
            }
            Rule::Solref => match random.one_in(5) {
                true => join(&[number(random, -900.0, -20.0), number(random, -30.0, -1.0)]),
                false => join(&[number(random, 0.004, 0.06), number(random, 0.3, 1.6)]),
            },
            Rule::Made => return None,
        })
    }
}

/// One number between the bounds, of three or four digits; sometimes exactly a bound, zero or
/// whole, and rarely beyond.
pub fn number(random: &mut Random, low: f64, high: f64) -> f64 {
    match random.below(60) {
        0 => low,
        1 => high,
        2 | 3 if low <= 0.0 => 0.0,
        4 if low < 0.0 => -0.0,
        5 => random.between(low, high).round().clamp(low, high),
        6 => (low + high) / 2.0,
        7 => short(high * 3.0),
        8 if random.one_in(8) => 1e-20,
        9 if random.one_in(8) => 1e10,
        _ => short(random.between(low, high)),
    }
}

/// Rounded to a number that people would write.
fn short(x: f64) -> f64 {
    format!("{x:.3e}").parse().unwrap_or(x)
}

fn reals(random: &mut Random, count: usize, low: f64, high: f64) -> String {
    let numbers: Vec<f64> = (0..count).map(|_| number(random, low, high)).collect();
    join(&numbers)
}

/// Numbers as an attribute has them.
pub fn join(numbers: &[f64]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// A direction of no special length: along an axis once in three, so that things are parallel.
pub fn direction(random: &mut Random) -> [f64; 3] {
    if random.one_in(3) {
        let mut axis = [0.0; 3];
        axis[random.below(3)] = if random.one_in(4) { -1.0 } else { 1.0 };
        axis
    } else {
        std::array::from_fn(|_| short(random.between(-1.0, 1.0)))
    }
}

/// Whether two directions are multiples of each other.
fn is_parallel(x: &[f64; 3], y: &[f64; 3]) -> bool {
    let along = |i: usize, j: usize| x[i] * y[j] == x[j] * y[i];
    along(0, 1) && along(1, 2) && along(2, 0)
}

/// A quaternion: no turn at all, a quarter turn, or any; not always of length 1.
fn rotation(random: &mut Random) -> String {
    match random.below(5) {
        0 => "1 0 0 0".to_owned(),
        1 => "1 1 0 0".to_owned(),
        2 => "0 0 1 0".to_owned(),
        _ => join(&random.rotation().map(short)),
    }
}

#[cfg(test)]
mod tests {
    use plumbline::internal::schema::Schema;

    use super::*;

    #[test]
    fn every_supported_attribute_of_the_schema_has_a_rule() {
        let mut without = Vec::new();
        let mut path = Vec::new();
        for element in &Schema::mjcf().elements {
            path.truncate(element.depth);
            path.push(element.supported);
            // What stands in an element that is not supported is not either.
            if path.contains(&false) {
                continue;
            }
            for attribute in element.attributes.iter().filter(|a| a.supported) {
                if Values::table().rule(element.name, attribute.name).is_none() {
                    without.push(format!("{} {}", element.name, attribute.name));
                }
            }
        }
        assert!(without.is_empty(), "{without:?}");
    }

    #[test]
    fn numbers_are_at_their_bounds_now_and_then_and_mostly_between() {
        let mut random = Random::new(1, 0);
        let numbers: Vec<f64> = (0..2000).map(|_| number(&mut random, -0.5, 2.0)).collect();
        let count = |holds: fn(f64) -> bool| numbers.iter().filter(|&&x| holds(x)).count();
        assert!(count(|x| x == -0.5) > 5 && count(|x| x == 2.0) > 5 && count(|x| x == 0.0) > 20);
        assert!(count(|x| x > -0.5 && x < 2.0) > 1500);
    }
}
