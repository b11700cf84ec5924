//! The minimum of a cost along a line, whose value and first two derivatives can be evaluated
//! anywhere: a safeguarded Newton iteration.
//!
//! `alpha <- alpha - phi' / phi''`, kept in a bracket: compare Nocedal and Wright, Numerical
//! Optimization (2nd edition, 2006), section 3.5.

use crate::math::MINVAL;

/// A point on the line: the cost there with its first two derivatives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    alpha: f64,
    cost: f64,
    slope: f64,
    curvature: f64,
}

impl Point {
    /// The point at `alpha` of a quadratic, given by its coefficients, constant first, and of what
    /// else there is: cost, slope and curvature.
    #[inline]
    pub(crate) fn new(alpha: f64, quadratic: [f64; 3], others: [f64; 3]) -> Point {
        let [constant, linear, square] = quadratic;
        let [cost, slope, curvature] = others;
        let curvature = curvature + 2.0 * square;
        Point {
            alpha,
            cost: cost + (alpha * alpha * square + alpha * linear + constant),
            slope: slope + (2.0 * alpha * square + linear),
            curvature: if curvature <= 0.0 { MINVAL } else { curvature },
        }
    }

    /// Where Newton's method goes from here.
    #[inline]
    fn next(&self) -> f64 {
        self.alpha - self.slope / self.curvature
    }
}

/// A search by evaluations of the cost, which it counts.
#[derive(Debug)]
pub(crate) struct Search<F> {
    cost: F,
    pub(crate) evaluations: i32,
}

impl<F: Fn(f64) -> Point> Search<F> {
    pub(crate) fn new(cost: F) -> Search<F> {
        Search {
            cost,
            evaluations: 0,
        }
    }

    #[inline]
    fn at(&mut self, alpha: f64) -> Point {
        self.evaluations += 1;
        (self.cost)(alpha)
    }

    /// The step to where the slope is below the tolerance, or to the best point within so many
    /// evaluations, and the slope there if one was computed.
    pub(crate) fn run(&mut self, tolerance: f64, limit: i32) -> (f64, Option<f64>) {
        let found = |p: &Point| (p.alpha, Some(p.slope));
        let start = self.at(0.0);
        let mut p1 = self.at(start.next());
        if start.cost < p1.cost {
            p1 = start;
        }
        if p1.slope.abs() < tolerance {
            return found(&p1);
        }
        // One-sided: Newton steps until the slope changes sign.
        let direction = if p1.slope < 0.0 { 1.0 } else { -1.0 };
        let mut previous = None;
        while p1.slope * direction <= -tolerance && self.evaluations < limit {
            previous = Some(p1);
            p1 = self.at(p1.next());
            if p1.slope.abs() < tolerance {
                return found(&p1);
            }
        }
        let Some(p2) = previous.filter(|_| self.evaluations < limit) else {
            return found(&p1);
        };
        self.bracketed(&start, p1, p2, tolerance, limit)
    }

    /// The minimum is between two points of opposite slope: close in by midpoints and Newton steps
    /// from both ends.
    fn bracketed(
        &mut self,
        start: &Point,
        mut p1: Point,
        mut p2: Point,
        tolerance: f64,
        limit: i32,
    ) -> (f64, Option<f64>) {
        let found = |p: &Point| (p.alpha, Some(p.slope));
        let mut next2 = p1;
        let mut next1 = self.at(p1.next());
        while self.evaluations < limit {
            let middle = self.at(0.5 * (p1.alpha + p2.alpha));
            let candidates = [next1, next2, middle];
            let mut best: Option<&Point> = None;
            for candidate in &candidates {
                let better = best.is_none_or(|best| candidate.cost < best.cost);
                if candidate.slope.abs() < tolerance && better {
                    best = Some(candidate);
                }
            }
            if let Some(best) = best {
                return found(best);
            }
            let moved1 = self.tighten(&mut p1, &candidates, &mut next1);
            let moved2 = self.tighten(&mut p2, &candidates, &mut next2);
            if !moved1 && !moved2 {
                return found(&middle);
            }
        }
        if p1.cost <= p2.cost && p1.cost < start.cost {
            found(&p1)
        } else if p2.cost <= p1.cost && p2.cost < start.cost {
            found(&p2)
        } else {
            (0.0, None)
        }
    }

    /// Moves an end of the bracket to the candidate with the smallest slope on its side.
    #[doc(alias = "updateBracket")]
    fn tighten(&mut self, end: &mut Point, candidates: &[Point; 3], next: &mut Point) -> bool {
        let mut moved = false;
        for candidate in candidates {
            let (old, new) = (end.slope, candidate.slope);
            if (old < 0.0 && new < 0.0 && old < new) || (old > 0.0 && new > 0.0 && old > new) {
                *end = *candidate;
                moved = true;
            }
        }
        if moved {
            *next = self.at(end.next());
        }
        moved
    }
}
