//! Meshes of random points, solid and nearly flat: the engine's hulls and what follows from them
//! are MuJoCo's, as are the refusals.

use std::f64::consts::TAU;
use std::fmt::Write;

use harness::case::random::Random;

use serde_json::Value;

use crate::Sandbox;

/// Models of several solid meshes each, and models of one mesh that may have no hull: as many as
/// take a few seconds. Together they are 3,000 sets of points.
const SOLID: usize = 200;
const MESHES: usize = 12;
const DOUBTFUL: usize = 600;

/// How many sets of points are tried, rounded up to thousands of three.
const SETS_VARIABLE: &str = "PLUMBLINE_HULLS";

type Point = [f64; 3];

/// Choices of the harness's own generator.
struct Choice(Random);

impl Choice {
    fn below(&mut self, n: usize) -> usize {
        (self.0.bits() % n as u64) as usize
    }

    /// From -1 to 1.
    fn signed(&mut self) -> f64 {
        (self.0.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn point(&mut self) -> Point {
        [self.signed(), self.signed(), self.signed()]
    }

    /// A power of ten.
    fn small(&mut self, least: usize, most: usize) -> f64 {
        10_f64.powi(-((least + self.below(most - least)) as i32))
    }
}

fn points(n: usize, mut point: impl FnMut(usize) -> Point) -> Vec<Point> {
    (0..n).map(&mut point).collect()
}

fn on_circle(i: usize, of: usize, z: f64) -> Point {
    let angle = i as f64 / of as f64 * TAU;
    [angle.cos(), angle.sin(), z]
}

/// Points with a volume.
fn solid(random: &mut Choice) -> Vec<Point> {
    let n = 8 + random.below(60);
    let k = 3 + random.below(4);
    let mut points = match random.below(9) {
        0 => points(n, |_| random.point()),
        1 => points(n, |_| {
            let p = random.point();
            let length = p.iter().map(|x| x * x).sum::<f64>().sqrt().max(0.01);
            p.map(|x| x / length)
        }),
        2 => points(k * k * k, |i| {
            [i % k, i / k % k, i / k / k].map(|x| x as f64)
        }),
        3 => points(n, |i| {
            let corner = [i & 1, i >> 1 & 1, i >> 2 & 1].map(|x| x as f64);
            if i < 8 {
                corner
            } else {
                [0; 3].map(|_| random.below(k) as f64 / (k - 1) as f64)
            }
        }),
        // On the faces of a box
        4 => points(n, |i| {
            let mut p = random.point();
            p[i % 3] = p[i % 3].signum();
            p
        }),
        5 => points(2 * n, |i| on_circle(i / 2, n, (i % 2) as f64)),
        6 => points(n + 2, |i| match i {
            0 => [0.0, 0.1, 1.0],
            1 => [0.1, 0.0, -1.0],
            _ => on_circle(i, n, 0.0),
        }),
        7 => points(k * n, |i| on_circle(i % n, n, (i / n) as f64)),
        _ => {
            let few = points(8, |_| random.point());
            points(n + 8, |i| if i < 8 { few[i] } else { few[random.below(8)] })
        }
    };
    if random.below(3) == 0 {
        let amount = random.small(3, 17);
        for p in &mut points {
            *p = p.map(|x| x + amount * random.signed());
        }
    }
    turn(&mut points, random);
    points
}

/// Points that are flat, nearly flat, or far from the origin.
fn doubtful(random: &mut Choice) -> Vec<Point> {
    let n = 4 + random.below(40);
    let thin = random.small(0, 18);
    match random.below(7) {
        0 => points(n, |_| {
            [random.signed(), random.signed(), thin * random.signed()]
        }),
        1 => points(n, |_| {
            [
                random.signed(),
                thin * random.signed(),
                thin * random.signed(),
            ]
        }),
        2 => points(n, |_| [0; 3].map(|_| random.below(2) as f64)),
        3 => points(n, |_| {
            [0; 3].map(|_| random.below(2) as f64 + thin * random.signed())
        }),
        4 => points(n, |_| random.point().map(|x| 1.0 + thin * x)),
        5 => points(n, |_| random.point().map(|x| 1e20 * thin * x)),
        _ => {
            let mut points = points(n, |_| [random.signed(), random.signed(), 0.0]);
            turn(&mut points, random);
            points.push(random.point());
            points
        }
    }
}

/// Turns half of the meshes out of their axes.
fn turn(points: &mut [Point], random: &mut Choice) {
    if random.below(2) == 0 {
        return;
    }
    let [(a, b), (c, d)] = [random.signed(), random.signed()].map(|x| (3.0 * x).sin_cos());
    for p in points {
        let [x, y, z] = *p;
        let (x, y) = (b * x - a * y, a * x + b * y);
        *p = [d * x - c * z, y, c * x + d * z];
    }
}

fn mesh(number: usize, points: &[Point], random: &mut Choice) -> String {
    let mut text = format!("<mesh name=\"{number}\" inertia=\"convex\"");
    if random.below(8) == 0 {
        let limit = 4 + random.below(20);
        write!(text, " maxhullvert=\"{limit}\"").expect("a string");
    }
    text += " vertex=\"";
    for x in points.iter().flatten() {
        write!(text, "{:e} ", *x as f32).expect("a string");
    }
    text + "\"/>\n"
}

fn model(meshes: &[String]) -> String {
    let geom = |i| format!("<body><freejoint/><geom type=\"mesh\" mesh=\"{i}\"/></body>\n");
    let bodies: String = (0..meshes.len()).map(geom).collect();
    let assets = meshes.concat();
    format!("<mujoco><asset>\n{assets}</asset><worldbody>\n{bodies}</worldbody></mujoco>")
}

#[test]
fn hulls_of_random_points_are_mujocos() {
    let sets = std::env::var(SETS_VARIABLE).map_or(1, |sets| sets.parse().expect(SETS_VARIABLE));
    let in_a_round = SOLID * MESHES + DOUBTFUL;
    for round in 0..usize::div_ceil(sets, in_a_round) {
        check(round);
    }
}

/// A round of models with points that no other round has.
fn check(round: usize) {
    let mut sandbox = Sandbox::new();
    let mut random = Choice(Random::new(17, round as u64));
    let mut names = Vec::new();
    for number in 0..SOLID + DOUBTFUL {
        let several = if number < SOLID { MESHES } else { 1 };
        let mut one = |i: usize| {
            let points = if number < SOLID {
                solid(&mut random)
            } else {
                doubtful(&mut random)
            };
            mesh(i, &points, &mut random)
        };
        let meshes: Vec<String> = (0..several).map(&mut one).collect();
        names.push(format!("{number}.xml"));
        sandbox = sandbox.file(&names[number], model(&meshes));
    }
    let paths: Vec<&str> = names.iter().map(String::as_str).collect();
    let flags = ["run", "--modes", "compile", "--timeout", "20"];
    let outcome = sandbox.command(&[flags.as_slice(), &paths].concat());
    let both_refuse = |record: &&Value| {
        let message = record["message"].as_str();
        message.is_some_and(|message| message.starts_with("both reject the model"))
    };
    let wrong = outcome
        .records()
        .filter(|record| record["outcome"] != "pass" && !both_refuse(record));
    let wrong: Vec<String> = wrong.map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "round {round}: {}", wrong.join("\n"));
    let outcomes = outcome.outcomes();
    let passed = outcomes.iter().filter(|(_, what)| *what == "pass").count();
    assert!(passed > SOLID && passed < SOLID + DOUBTFUL, "{passed} pass");
}
