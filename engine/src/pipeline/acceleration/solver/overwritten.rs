//! Newton's Hessian of rows that do not ascend, as those of a flex which another flex has
//! overwritten in part.
//!
//! MuJoCo takes rows to ascend: of a row it adds what comes before the first column beyond the
//! diagonal, and mirrors a row of the product but for its last element, which it takes for the
//! diagonal. What it factorises is therefore no `M + J' D J`, and rows of the factor may lie over
//! each other. All of that is repeated here where it stays within MuJoCo's memory.

use super::repeats::Repeats;
use crate::Data;
use crate::math::overlapping::{Broken, Overlapping, Source};
use crate::pipeline::constraint::Jacobian;

/// The matrix, its factors without cones and with them, and the memory to make them in.
#[derive(Clone, Debug, Default)]
pub(super) struct Overwritten {
    hessian: Overlapping,
    pub(super) factor: Overlapping,
    pub(super) cone_factor: Overlapping,
    /// Elements of the rows' product, as MuJoCo counts them.
    pub(super) product_nonzeros: usize,
    /// Elements that the factor has room for.
    pub(super) factor_nonzeros: usize,
    repeats: Repeats,
    mass: Vec<f64>,
    sums: Vec<f64>,
    marked: Vec<bool>,
    parent: Vec<Option<usize>>,
    flag: Vec<usize>,
}

impl Overwritten {
    /// Computes what is factorised next, for rows of these weights.
    #[doc(alias = "MakeHessian")]
    pub(super) fn assemble(
        &mut self,
        data: &Data,
        jacobian: &Jacobian<'_>,
        weights: &[f64],
    ) -> Result<(), Broken> {
        let n = jacobian.nv;
        self.make_room(data, jacobian)?;
        self.sums.resize(n, 0.0);
        self.marked.resize(n, false);
        for i in 0..n {
            self.lower(jacobian, weights, i)?;
        }
        self.mirror(n)?;
        self.add_mass(data, n)?;
        self.count_factor(n)?;
        self.copy_lower(n)
    }

    /// Where the rows of the matrix begin. Their elements are counted as if columns ascended, with
    /// room for the inertia.
    #[doc(alias = "mju_sqrMatTDSparseInit")]
    fn make_room(&mut self, data: &Data, jacobian: &Jacobian<'_>) -> Result<(), Broken> {
        self.product_nonzeros = self.repeats.count(jacobian);
        let start = &mut self.hessian.start;
        start.clear();
        let mut at = 0;
        for (&room, &mass) in self.repeats.counts().iter().zip(&data.C_rownnz) {
            start.push(at);
            at += room + mass as usize;
        }
        self.hessian.count.clear();
        self.hessian.count.resize(jacobian.nv, 0);
        self.hessian.store.resize(at);
        if self.repeats.longest() > jacobian.nv {
            return Err(Broken::Beyond);
        }
        Ok(())
    }

    /// Row `i` of the product, up to the diagonal.
    #[doc(alias = "mju_sqrMatTDSparse")]
    fn lower(&mut self, jacobian: &Jacobian<'_>, weights: &[f64], i: usize) -> Result<(), Broken> {
        let start = self.hessian.start[i];
        let mut count = 0;
        (self.sums[i], self.marked[i]) = (0.0, false);
        let follows = |row: usize| jacobian.transposed_following[row] != 0;
        if i > 0 && follows(i - 1) {
            count = self.hessian.count[i - 1];
            for k in 0..count {
                let (_, column) = self.hessian.store.get(self.hessian.start[i - 1] + k)?;
                self.hessian.store.set(start + k, (0.0, column))?;
            }
        }
        let through = jacobian.transposed_pattern.columns(i);
        let values = &jacobian.transposed[jacobian.transposed_pattern.range(i)];
        for (value, &t) in values.iter().zip(through) {
            let factor = value * weights[t as usize];
            let (values, columns) = jacobian.sparse_row(t as usize);
            let within = columns.iter().take_while(|&&column| column as usize <= i);
            for (&column, value) in within.zip(values) {
                self.sums[column as usize] += factor * value;
                if !std::mem::replace(&mut self.marked[column as usize], true) {
                    self.insert(start, count, column, i)?;
                    count += 1;
                }
            }
        }
        for k in start..start + count {
            let (_, column) = self.hessian.store.get(k)?;
            self.hessian
                .store
                .set(k, (self.sums[column as usize], column))?;
            self.sums[column as usize] = 0.0;
            if !follows(i) {
                self.marked[column as usize] = false;
            }
        }
        self.hessian.count[i] = count;
        Ok(())
    }

    /// Puts a column into its place among `count` that begin at `start`.
    fn insert(&mut self, start: usize, count: usize, column: i32, i: usize) -> Result<(), Broken> {
        let store = &mut self.hessian.store;
        let (mut low, mut high) = (0, count);
        if column as usize == i {
            low = count;
        }
        while low < high {
            let middle = (low + high) / 2;
            if store.get(start + middle)?.1 < column {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for k in (low..count).rev() {
            let moved = store.get(start + k)?;
            store.set(start + k + 1, moved)?;
        }
        store.set(start + low, (0.0, column))
    }

    /// Fills the upper triangle, with all of a row but its last element.
    fn mirror(&mut self, n: usize) -> Result<(), Broken> {
        let Overlapping {
            store,
            start,
            count,
            ..
        } = &mut self.hessian;
        for i in 0..n {
            for k in start[i]..(start[i] + count[i]).saturating_sub(1) {
                let (value, column) = store.get(k)?;
                let column = column as usize;
                store.set(start[column] + count[column], (value, i as i32))?;
                count[column] += 1;
            }
        }
        Ok(())
    }

    #[doc(alias = "mj_addMSparse")]
    fn add_mass(&mut self, data: &Data, n: usize) -> Result<(), Broken> {
        self.mass.clear();
        let elements = data.mapM2C.iter().map(|&k| data.qM[k as usize]);
        self.mass.extend(elements);
        for i in 0..n {
            let from = data.C_rowadr[i] as usize;
            let others = data.C_rownnz[i] as usize;
            let source = Source::Outside(&self.mass[from..], &data.C_colind[from..]);
            let own = (self.hessian.start[i], self.hessian.count[i], 1.0);
            self.hessian.count[i] = self.hessian.store.combine(own, (source, others, 1.0), n)?;
        }
        Ok(())
    }

    /// Counts the elements of the factor by those right of the diagonal.
    #[doc(alias = "mju_cholFactorNNZ")]
    fn count_factor(&mut self, n: usize) -> Result<(), Broken> {
        let room = &mut self.factor.count;
        room.clear();
        room.resize(n, 1);
        self.parent.clear();
        self.parent.resize(n, None);
        self.flag.clear();
        self.flag.extend(0..n);
        for r in (0..n).rev() {
            let start = self.hessian.start[r];
            for k in start..start + self.hessian.count[r] {
                let mut i = self.hessian.store.get(k)?.1 as usize;
                while i > r && self.flag[i] != r {
                    let parent = *self.parent[i].get_or_insert(r);
                    room[i] += 1;
                    self.flag[i] = r;
                    i = parent;
                }
            }
        }
        self.factor.start.clear();
        let mut at = 0;
        for &room in &self.factor.count {
            self.factor.start.push(at);
            at += room;
        }
        self.factor_nonzeros = at;
        self.factor.store.resize(at);
        Ok(())
    }

    /// Copies each row up to its diagonal to where the factor will be.
    #[doc(alias = "FactorizeHessian")]
    fn copy_lower(&mut self, n: usize) -> Result<(), Broken> {
        for r in 0..n {
            let start = self.hessian.start[r];
            let mut count = 1;
            while count < self.hessian.count[r]
                && (self.hessian.store.get(start + count - 1)?.1 as usize) < r
            {
                count += 1;
            }
            if self.hessian.store.get(start + count - 1)?.1 as usize != r {
                return Err(Broken::Beyond);
            }
            for k in 0..count {
                let element = self.hessian.store.get(start + k)?;
                self.factor.store.set(self.factor.start[r] + k, element)?;
            }
            self.factor.count[r] = count;
        }
        Ok(())
    }
}
