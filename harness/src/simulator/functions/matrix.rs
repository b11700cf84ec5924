//! Vectors and matrices of any size: the first arguments are sizes, one for all samples.

use plumbline::math::{
    Band, BoxQp, BoxQpWork, Pattern, cholesky, dense, dense_to_sparse, insertion_sort, pyramid,
    sparse_to_dense, square, transpose,
};

use super::{Frame, Function};
use crate::simulator::Failure;

pub(super) const FUNCTIONS: &[Function] = &[
    ("mju_sum", |f| f.vector(dense::sum)),
    ("mju_L1", |f| f.vector(dense::l1)),
    ("mju_norm", |f| f.vector(dense::norm)),
    ("mju_isZero", |f| {
        f.vector(|v| f64::from(u8::from(dense::is_zero(v))))
    }),
    ("mju_dot", |f| {
        let w = f.id(0)?;
        f.samples(1, &[w, w], &[("value", 1)], |a, out| {
            out[0][0] = dense::dot(a[0], a[1])
        })
    }),
    ("mju_scl", |f| {
        f.element_wise(0, true, |res, _, s| dense::scale(res, s))
    }),
    ("mju_add", |f| {
        f.element_wise(1, false, |res, v, _| {
            dense::combine(res, [v[0], v[1]], |[x, y]| x + y)
        })
    }),
    ("mju_sub", |f| {
        f.element_wise(1, false, |res, v, _| {
            dense::combine(res, [v[0], v[1]], |[x, y]| x - y)
        })
    }),
    ("mju_addTo", |f| {
        f.element_wise(1, false, |res, v, _| dense::add_to(res, v[1]))
    }),
    ("mju_subFrom", |f| {
        f.element_wise(1, false, |res, v, _| dense::sub_from(res, v[1]))
    }),
    ("mju_addToScl", |f| {
        f.element_wise(1, true, |res, v, s| dense::add_scaled(res, v[1], s))
    }),
    ("mju_addScl", |f| {
        f.element_wise(1, true, |res, v, s| {
            dense::combine(res, [v[0], v[1]], |[x, y]| x + y * s)
        })
    }),
    ("mju_normalize", |f| {
        let w = f.id(0)?;
        f.samples(1, &[w], &[("value", 1), ("vec", w)], |a, out| {
            out[1].copy_from_slice(a[0]);
            out[0][0] = dense::normalize(out[1]);
        })
    }),
    ("mju_insertionSort", |f| {
        let w = f.id(0)?;
        f.samples(1, &[w], &[("list", w)], |a, out| {
            out[0].copy_from_slice(a[0]);
            insertion_sort(out[0]);
        })
    }),
    ("mju_insertionSortInt", |f| {
        let w = f.id(0)?;
        f.samples(1, &[w], &[("list", w)], |a, out| {
            let mut list: Vec<i32> = a[0].iter().map(|&x| x as i32).collect();
            insertion_sort(&mut list);
            for (to, from) in out[0].iter_mut().zip(list) {
                *to = from.into();
            }
        })
    }),
    ("mju_encodePyramid", |f| {
        let dim = f.id(0)?;
        f.samples(
            1,
            &[dim, dim - 1],
            &[("pyramid", 2 * (dim - 1))],
            |a, out| {
                pyramid::encode(out[0], a[0], a[1]);
            },
        )
    }),
    ("mju_decodePyramid", |f| {
        let dim = f.id(0)?;
        let edges = if dim > 1 { 2 * (dim - 1) } else { 1 };
        f.samples(1, &[edges, dim - 1], &[("force", dim)], |a, out| {
            pyramid::decode(out[0], a[0], a[1]);
        })
    }),
    ("mju_mulMatVec", |f| {
        let (r, c) = (f.id(0)?, f.id(1)?);
        f.samples(2, &[r * c, c], &[("res", r)], |a, out| {
            dense::mul_vec(out[0], a[0], a[1])
        })
    }),
    ("mju_mulMatTVec", |f| {
        let (r, c) = (f.id(0)?, f.id(1)?);
        f.samples(2, &[r * c, r], &[("res", c)], |a, out| {
            dense::tr_mul_vec(out[0], a[0], a[1])
        })
    }),
    ("mju_mulVecMatVec", |f| {
        let w = f.id(0)?;
        f.samples(1, &[w, w * w, w], &[("value", 1)], |a, out| {
            out[0][0] = dense::mul_vec_mat_vec(a[0], a[1], a[2]);
        })
    }),
    ("mju_transpose", |f| {
        let (r, c) = (f.id(0)?, f.id(1)?);
        f.samples(2, &[r * c], &[("res", r * c)], |a, out| {
            transpose::dense(out[0], a[0], r, c)
        })
    }),
    ("mju_symmetrize", |f| {
        let w = f.id(0)?;
        f.samples(1, &[w * w], &[("res", w * w)], |a, out| {
            out[0].copy_from_slice(a[0]);
            dense::symmetrize(out[0], w);
        })
    }),
    ("mju_mulMatMat", |f| {
        let (r, k, c) = (f.id(0)?, f.id(1)?, f.id(2)?);
        f.samples(3, &[r * k, k * c], &[("res", r * c)], |a, out| {
            dense::mul_mat(out[0], a[0], a[1], k, c);
        })
    }),
    ("mju_mulMatMatT", |f| {
        let (r, k, c) = (f.id(0)?, f.id(1)?, f.id(2)?);
        f.samples(3, &[r * k, c * k], &[("res", r * c)], |a, out| {
            dense::mul_mat_tr(out[0], a[0], a[1], k);
        })
    }),
    ("mju_mulMatTMat", |f| {
        let (r, k, c) = (f.id(0)?, f.id(1)?, f.id(2)?);
        f.samples(3, &[r * k, r * c], &[("res", k * c)], |a, out| {
            dense::tr_mul_mat(out[0], a[0], a[1], k, c);
        })
    }),
    ("mju_sqrMatTD", |f| {
        let (r, c) = (f.id(0)?, f.id(1)?);
        f.samples(2, &[r * c, r], &[("res", c * c)], |a, out| {
            square::weighted(out[0], a[0], a[1], c);
        })
    }),
    ("mju_cholFactor", |f| {
        let w = f.id(0)?;
        f.samples(1, &[w * w, 1], &[("value", 1), ("mat", w * w)], |a, out| {
            out[1].copy_from_slice(a[0]);
            out[0][0] = cholesky::factor(out[1], w, a[1][0]) as f64;
        })
    }),
    ("mju_cholSolve", |f| {
        let w = f.id(0)?;
        f.samples(1, &[w * w, w], &[("res", w)], |a, out| {
            out[0].copy_from_slice(a[1]);
            cholesky::solve(out[0], a[0]);
        })
    }),
    ("mju_cholUpdate", |f| {
        let w = f.id(0)?;
        let results = [("value", 1), ("mat", w * w), ("x", w)];
        f.samples(1, &[w * w, w, 1], &results, |a, out| {
            let [value, mat, x] = out else { return };
            mat.copy_from_slice(a[0]);
            x.copy_from_slice(a[1]);
            value[0] = cholesky::update(mat, x, a[2][0] != 0.0) as f64;
        })
    }),
    ("mju_bandDiag", |f| {
        let band = f.band()?;
        let places: Vec<f64> = (0..band.total).map(|i| band.diagonal(i) as f64).collect();
        f.out("value", &places);
        Ok(())
    }),
    ("mju_cholFactorBand", |f| {
        let band = f.band()?;
        let size = band.len();
        f.samples(
            3,
            &[size, 1, 1],
            &[("value", 1), ("mat", size)],
            |a, out| {
                out[1].copy_from_slice(a[0]);
                out[0][0] = band.factor(out[1], a[1][0], a[2][0]);
            },
        )
    }),
    ("mju_cholSolveBand", |f| {
        let band = f.band()?;
        f.samples(
            3,
            &[band.len(), band.total],
            &[("res", band.total)],
            |a, out| {
                out[0].copy_from_slice(a[1]);
                band.solve(out[0], a[0]);
            },
        )
    }),
    ("mju_band2Dense", |f| {
        let band = f.band()?;
        let square = band.total * band.total;
        f.samples(3, &[band.len(), 1], &[("res", square)], |a, out| {
            band.to_dense(out[0], a[0], a[1][0] != 0.0);
        })
    }),
    ("mju_dense2Band", |f| {
        let band = f.band()?;
        let square = band.total * band.total;
        f.samples(3, &[square], &[("res", band.len())], |a, out| {
            band.take_dense(out[0], a[0])
        })
    }),
    ("mju_bandMulMatVec", |f| {
        let band = f.band()?;
        let two = 2 * band.total;
        f.samples(3, &[band.len(), two, 1], &[("res", two)], |a, out| {
            band.mul_vec(out[0], a[0], a[1], a[2][0] != 0.0);
        })
    }),
    ("mju_boxQP", |f| {
        let w = f.id(0)?;
        let results = [("value", 1), ("res", w), ("factor", w * w), ("free", w)];
        f.samples(1, &[w * w, w, w, w, w, 1], &results, |a, out| {
            let [value, res, factor, free] = out else {
                return;
            };
            let bounds = a[5][0] as i32;
            let program = BoxQp {
                h: a[0],
                g: a[1],
                lower: (bounds & 1 != 0).then_some(a[2]),
                upper: (bounds & 2 != 0).then_some(a[3]),
            };
            let mut work = BoxQpWork::default();
            res.copy_from_slice(a[4]);
            match program.solve(res, &mut work) {
                Ok(count) => {
                    value[0] = count as f64;
                    factor.copy_from_slice(&work.factor);
                    for (to, &from) in free.iter_mut().zip(&work.free) {
                        *to = from as f64;
                    }
                }
                Err(_) => value[0] = -1.0,
            }
        })
    }),
    ("mju_dense2sparse", |f| {
        let (r, c, room) = (f.id(0)?, f.id(1)?, f.id(2)?);
        let pattern = 2 * r + r * c;
        let results = [("value", 1), ("res", r * c), ("pattern", pattern)];
        f.samples(3, &[r * c], &results, |a, out| {
            let (mut nnz, mut adr) = (vec![0; r], vec![0; r]);
            let mut ind = vec![0; r * c];
            let room = room.min(r * c);
            let made = dense_to_sparse(
                &mut out[1][..room],
                a[0],
                c,
                &mut nnz,
                &mut adr,
                &mut ind[..room],
            );
            out[0][0] = f64::from(u8::from(made.is_err()));
            let all = nnz.iter().chain(&adr).chain(&ind);
            for (to, &from) in out[2].iter_mut().zip(all) {
                *to = from.into();
            }
        })
    }),
    ("mju_sparse2dense", |f| {
        let (r, c) = (f.id(0)?, f.id(1)?);
        f.samples(2, &[r * c], &[("res", r * c)], |a, out| {
            let (mut nnz, mut adr) = (vec![0; r], vec![0; r]);
            let (mut ind, mut values) = (vec![0; 64], vec![0.0; 64]);
            let _ = dense_to_sparse(&mut values, a[0], c, &mut nnz, &mut adr, &mut ind);
            let pattern = Pattern {
                rownnz: &nnz,
                rowadr: &adr,
                colind: &ind,
            };
            sparse_to_dense(out[0], &values, pattern, c);
        })
    }),
];

impl Frame<'_> {
    /// A number for each vector.
    fn vector(&mut self, work: impl Fn(&[f64]) -> f64) -> Result<(), Failure> {
        let w = self.id(0)?;
        self.samples(1, &[w], &[("value", 1)], |a, out| out[0][0] = work(a[0]))
    }

    /// A vector from the first one of each sample, so many others of its length, and a number if the
    /// samples have one.
    fn element_wise(
        &mut self,
        others: usize,
        scaled: bool,
        work: impl Fn(&mut [f64], &[&[f64]], f64),
    ) -> Result<(), Failure> {
        let w = self.id(0)?;
        let mut widths = vec![w; 1 + others];
        if scaled {
            widths.push(1);
        }
        self.samples(1, &widths, &[("res", w)], |a, out| {
            out[0].copy_from_slice(a[0]);
            let scale = if scaled { a[1 + others][0] } else { 1.0 };
            work(out[0], &a[..=others], scale);
        })
    }

    fn band(&self) -> Result<Band, Failure> {
        Ok(Band {
            total: self.id(0)?,
            band: self.id(1)?,
            dense: self.id(2)?,
        })
    }
}
