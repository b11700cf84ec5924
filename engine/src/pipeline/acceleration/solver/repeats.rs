//! How many elements MuJoCo makes room for in `J' D J` where a row has several of one dof, as that of
//! a tendon has which lists a joint twice.
//!
//! The elements themselves are added up; only the room is counted with repetitions, and reported.

use crate::pipeline::constraint::Jacobian;

/// Whether a row has several elements of one dof.
pub(super) fn any(jacobian: &Jacobian<'_>) -> bool {
    let repeats = |row: usize| {
        let columns = jacobian.pattern.columns(row);
        columns.windows(2).any(|pair| pair[0] == pair[1])
    };
    jacobian.sparse && (0..jacobian.nefc).any(repeats)
}

/// Memory for counting.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats {
    /// Columns up to the diagonal that the rows so far have, and while one more is merged.
    chain: Vec<i32>,
    merged: Vec<i32>,
    counts: Vec<usize>,
    longest: usize,
}

impl Repeats {
    /// Elements of both triangles. Columns are merged row by row; one that a row repeats stays
    /// repeated. A dof with the same rows as the one before takes over its columns.
    pub(super) fn count(&mut self, jacobian: &Jacobian<'_>) -> usize {
        self.counts.clear();
        self.counts.resize(jacobian.nv, 0);
        self.chain.clear();
        self.longest = 0;
        for dof in 0..jacobian.nv {
            let rows = jacobian.transposed_pattern.columns(dof);
            if dof > 0 && jacobian.transposed_following[dof - 1] > 0 {
                self.counts[dof] = self.counts[dof - 1];
                self.mirror(self.chain.len());
                if !rows.is_empty() {
                    self.chain.push(dof as i32);
                    self.counts[dof] += 1;
                }
                continue;
            }
            self.chain.clear();
            for &row in rows {
                self.merge(jacobian.pattern.columns(row as usize), dof as i32);
            }
            self.counts[dof] = self.chain.len();
            let diagonal = usize::from(self.chain.last() == Some(&(dof as i32)));
            self.mirror(self.chain.len() - diagonal);
        }
        self.counts.iter().sum()
    }

    /// The elements of each row, as they were last counted.
    pub(super) fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// The longest list of columns on the way.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Counts the first elements of the chain in the other triangle.
    fn mirror(&mut self, count: usize) {
        for &column in &self.chain[..count] {
            self.counts[column as usize] += 1;
        }
    }

    fn merge(&mut self, columns: &[i32], dof: i32) {
        self.merged.clear();
        let mut rest = self.chain.iter().copied().peekable();
        for &column in columns {
            while let Some(earlier) = rest.next_if(|&at| at < column && at <= dof) {
                self.merged.push(earlier);
            }
            if column > dof {
                break;
            }
            rest.next_if_eq(&column);
            self.merged.push(column);
        }
        self.merged.extend(rest.take_while(|&at| at <= dof));
        self.longest = self.longest.max(self.merged.len());
        std::mem::swap(&mut self.chain, &mut self.merged);
    }
}
