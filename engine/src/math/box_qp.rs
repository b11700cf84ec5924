//! The least value of a quadratic form within a box: `min 0.5 x' H x + x' g`, `lower <= x <= upper`.
//!
//! A projected Newton search: variables that the gradient pushes against their bound are held, the
//! others take a Newton step along which the projection onto the box is searched. Bertsekas,
//! Projected Newton methods for optimization problems with simple constraints (1982); Tassa,
//! Mansard and Todorov, Control-limited differential dynamic programming (2014).

use super::dense::{add_to, dot, mul_vec, scale};
use super::{MINVAL, cholesky, scalar};

/// Squared gradient of the free variables at which the search ends.
const SMALL_GRADIENT: f64 = 1e-16;
/// Iterations at most.
const ITERATIONS: usize = 100;
/// Each step of the line search is this part of the one before.
const BACKTRACK: f64 = 0.5;
/// The shortest step of the line search.
const SHORTEST: f64 = 1e-22;
/// Part of the expected improvement that is enough.
const ARMIJO: f64 = 0.1;

/// A quadratic program with bounds. `h` is symmetric and row by row; only its lower triangle counts
/// for the factor.
#[derive(Clone, Copy, Debug)]
pub struct BoxQp<'a> {
    /// The quadratic part, `n x n`.
    pub h: &'a [f64],
    /// The linear part.
    pub g: &'a [f64],
    /// Lower bounds; none if there are none.
    pub lower: Option<&'a [f64]>,
    /// Upper bounds; none if there are none.
    pub upper: Option<&'a [f64]>,
}

/// Why a program has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoxQpError {
    /// The sizes of its parts do not fit, or there are no variables.
    #[error("the parts of the program have different sizes, or no variables")]
    Sizes,
    /// A lower bound is not below its upper bound.
    #[error("upper bounds must be strictly larger than lower bounds")]
    Bounds,
    /// The quadratic part of the free variables is not positive definite.
    #[error("the Hessian is not positive definite")]
    NotPositive,
    /// The Newton step does not go down, as rounding can make it.
    #[error("no descent direction found")]
    NoDescent,
}

/// What the search leaves behind besides the minimum.
#[derive(Clone, Debug, Default)]
pub struct BoxQpWork {
    /// The factor of the free part of `h`, row by row in its lower triangle; above it lies what the
    /// search left there.
    pub factor: Vec<f64>,
    /// The free variables, increasing.
    pub free: Vec<usize>,
    gradient: Vec<f64>,
    search: Vec<f64>,
    candidate: Vec<f64>,
    temp: Vec<f64>,
    held: Vec<bool>,
    held_before: Vec<bool>,
}

impl BoxQp<'_> {
    /// Finds the minimum from the guess in `x`, which it replaces. Returns how many variables are
    /// free; `work.free` names them and `work.factor` is the factor of their part of `h`.
    ///
    /// ```
    /// use plumbline::math::{BoxQp, BoxQpWork};
    ///
    /// let problem = BoxQp { h: &[1.0, 0.0, 0.0, 1.0], g: &[-3.0, 0.5], lower: None, upper: Some(&[1.0, 9.0]) };
    /// let (mut x, mut work) = ([0.0; 2], BoxQpWork::default());
    /// assert_eq!(problem.solve(&mut x, &mut work), Ok(1));
    /// assert_eq!((x, work.free), ([1.0, -0.5], vec![1]));
    /// ```
    ///
    /// # Errors
    ///
    /// Sizes that do not fit, bounds that leave no room, or a Hessian that is not positive definite
    /// where variables are free.
    #[doc(alias = "mju_boxQP")]
    #[doc(alias = "mju_boxQPoption")]
    #[doc(alias = "mju_boxQPmalloc")]
    pub fn solve(&self, x: &mut [f64], work: &mut BoxQpWork) -> Result<usize, BoxQpError> {
        let n = x.len();
        let fits = |bound: Option<&[f64]>| bound.is_none_or(|bound| bound.len() == n);
        if n == 0
            || self.h.len() != n * n
            || self.g.len() != n
            || !fits(self.lower)
            || !fits(self.upper)
        {
            return Err(BoxQpError::Sizes);
        }
        if let (Some(lower), Some(upper)) = (self.lower, self.upper)
            && lower.iter().zip(upper).any(|(lower, upper)| lower >= upper)
        {
            return Err(BoxQpError::Bounds);
        }
        work.resize(n);
        if self.lower.is_none() && self.upper.is_none() {
            return self.newton_point(x, work);
        }
        for i in 0..n {
            if let Some(lower) = self.lower {
                x[i] = scalar::max(x[i], lower[i]);
            }
            if let Some(upper) = self.upper {
                x[i] = scalar::min(x[i], upper[i]);
            }
        }
        for iteration in 0..ITERATIONS {
            if self.iterate(x, work, iteration == 0)? {
                break;
            }
        }
        Ok(work.free.len())
    }

    /// The minimum without bounds.
    fn newton_point(&self, x: &mut [f64], work: &mut BoxQpWork) -> Result<usize, BoxQpError> {
        let n = x.len();
        work.free.extend(0..n);
        work.factor.copy_from_slice(self.h);
        if cholesky::factor(&mut work.factor, n, MINVAL) != n {
            return Err(BoxQpError::NotPositive);
        }
        x.copy_from_slice(self.g);
        cholesky::solve(x, &work.factor);
        scale(x, -1.0);
        Ok(n)
    }

    /// One iteration; true if it was the last.
    fn iterate(
        &self,
        x: &mut [f64],
        work: &mut BoxQpWork,
        first: bool,
    ) -> Result<bool, BoxQpError> {
        let n = x.len();
        let value = self.value(x);
        mul_vec(&mut work.gradient, self.h, x);
        add_to(&mut work.gradient, self.g);
        self.find_free(x, work);
        if work.free.is_empty() {
            return Ok(true);
        }
        let changed = first || work.held != work.held_before;
        work.held_before.clone_from(&work.held);
        self.direction(x, work, changed)?;
        let mut norm = 0.0;
        for &i in &work.free {
            norm += work.gradient[i] * work.gradient[i];
        }
        if norm < SMALL_GRADIENT {
            return Ok(true);
        }
        let slope = dot(&work.search[..n], &work.gradient[..n]);
        if slope >= 0.0 {
            return Err(BoxQpError::NoDescent);
        }
        let short = self.line_search(x, work, value, slope);
        x.copy_from_slice(&work.candidate);
        Ok(short)
    }

    /// Half the quadratic part and the linear part.
    fn value(&self, x: &[f64]) -> f64 {
        let n = x.len();
        let mut twice = 0.0;
        for i in 0..n {
            twice += x[i] * self.h[n * i + i] * x[i];
            twice += 2.0 * x[i] * dot(&self.h[n * i..n * i + i], &x[..i]);
        }
        0.5 * twice + dot(x, self.g)
    }

    /// Which variables the gradient does not push against their bound.
    fn find_free(&self, x: &[f64], work: &mut BoxQpWork) {
        work.free.clear();
        for i in 0..x.len() {
            let low = self.lower.is_some_and(|lower| x[i] == lower[i]) && work.gradient[i] > 0.0;
            let high = self.upper.is_some_and(|upper| x[i] == upper[i]) && work.gradient[i] < 0.0;
            work.held[i] = low || high;
            if !work.held[i] {
                work.free.push(i);
            }
        }
    }

    /// The way from `x` to the minimum over the free variables.
    fn direction(
        &self,
        x: &[f64],
        work: &mut BoxQpWork,
        factorize: bool,
    ) -> Result<(), BoxQpError> {
        let (n, free) = (x.len(), work.free.len());
        for i in 0..n {
            work.temp[i] = if work.held[i] { x[i] } else { 0.0 };
        }
        mul_vec(&mut work.search, self.h, &work.temp);
        add_to(&mut work.search, self.g);
        for (i, &from) in work.free.iter().enumerate() {
            work.search[i] = work.search[from];
        }
        if factorize {
            for (i, &row) in work.free.iter().enumerate() {
                for (j, &column) in work.free[..=i].iter().enumerate() {
                    work.factor[i * free + j] = self.h[row * n + column];
                }
            }
            if cholesky::factor(&mut work.factor[..free * free], free, MINVAL) != free {
                return Err(BoxQpError::NotPositive);
            }
        }
        work.temp[..free].copy_from_slice(&work.search[..free]);
        cholesky::solve(&mut work.temp[..free], &work.factor[..free * free]);
        work.search.fill(0.0);
        for (temp, &to) in work.temp.iter().zip(&work.free) {
            work.search[to] = -temp - x[to];
        }
        Ok(())
    }

    /// Shortens the step until it gains enough; true if it became too short.
    fn line_search(&self, x: &[f64], work: &mut BoxQpWork, before: f64, slope: f64) -> bool {
        let mut step = 1.0;
        loop {
            for i in 0..x.len() {
                let mut candidate = work.search[i] * step + x[i];
                if self.lower.is_some_and(|lower| candidate < lower[i]) {
                    candidate = self.lower.map_or(candidate, |lower| lower[i]);
                } else if self.upper.is_some_and(|upper| candidate > upper[i]) {
                    candidate = self.upper.map_or(candidate, |upper| upper[i]);
                }
                work.candidate[i] = candidate;
            }
            let value = self.value(&work.candidate);
            step *= BACKTRACK;
            if step < SHORTEST {
                return true;
            }
            // NaN counts as enough, as it does in the reference.
            let improvement = (value - before) / (step * slope);
            if improvement < ARMIJO {
                continue;
            }
            return false;
        }
    }
}

impl BoxQpWork {
    fn resize(&mut self, n: usize) {
        self.factor.clear();
        self.factor.resize(n * n, 0.0);
        self.free.clear();
        for buffer in [
            &mut self.gradient,
            &mut self.search,
            &mut self.candidate,
            &mut self.temp,
        ] {
            buffer.clear();
            buffer.resize(n, 0.0);
        }
        for held in [&mut self.held, &mut self.held_before] {
            held.clear();
            held.resize(n, false);
        }
    }
}
