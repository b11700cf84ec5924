//! How much worse one answer of a solver is than another, whatever way it was found.

/// The reference's cost of several accelerations.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    pub reference: f64,
    pub subject: f64,
    pub copies: Vec<f64>,
    /// Half of the work of the force without constraints, so that a cost of zero has a unit too.
    pub floor: f64,
}

impl Cost {
    /// How much worse the subject's acceleration is, in units of what rounding does.
    pub fn gap(&self, unit: f64) -> f64 {
        let apart = |cost: &f64| (cost - self.reference).abs();
        let spread = self.copies.iter().map(apart).fold(0.0, f64::max);
        if !self.subject.is_finite() {
            return f64::INFINITY;
        }
        match (self.subject - self.reference).max(0.0) {
            0.0 => 0.0,
            gap => gap / (unit * (self.reference.abs() + self.floor) + spread),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_of_cost_is_measured_by_rounding_and_by_the_copies() {
        let cost = Cost {
            reference: 1.0,
            subject: 1.001,
            copies: vec![1.0, 1.000_1],
            floor: 0.0,
        };
        let gap = cost.gap(1e-7);
        assert!((gap - 10.0).abs() < 0.1, "{gap}");
        let better = Cost {
            subject: 0.9,
            ..cost.clone()
        };
        assert_eq!(better.gap(1e-7), 0.0);
        let none = Cost {
            subject: f64::NAN,
            ..cost
        };
        assert_eq!(none.gap(1e-7), f64::INFINITY);
    }
}
