//! 3 x 3 matrices stored row by row. Each element of a product is summed from left to right.

use wide::f64x2;

use super::Vec3;

/// A 3 x 3 matrix, row by row as in MuJoCo.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Mat3(pub [f64; 9]);

impl Mat3 {
    /// The matrix that changes nothing.
    pub const IDENTITY: Mat3 = Mat3([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    /// The matrix of zeros.
    pub const ZERO: Mat3 = Mat3([0.0; 9]);

    /// The matrix with the given rows.
    #[inline]
    pub fn from_rows(a: &Vec3, b: &Vec3, c: &Vec3) -> Mat3 {
        Mat3([a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z])
    }

    /// Row `i`.
    #[inline]
    pub fn row(&self, i: usize) -> Vec3 {
        Vec3::new(self.0[3 * i], self.0[3 * i + 1], self.0[3 * i + 2])
    }

    /// Column `i`.
    #[inline]
    pub fn column(&self, i: usize) -> Vec3 {
        Vec3::new(self.0[i], self.0[i + 3], self.0[i + 6])
    }

    /// Rows as columns.
    #[inline]
    pub fn transpose(&self) -> Mat3 {
        let m = &self.0;
        Mat3([m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]])
    }

    /// `M v`
    #[doc(alias = "mju_mulMatVec3")]
    #[inline]
    pub fn mul_vec(&self, v: &Vec3) -> Vec3 {
        let m = &self.0;
        // The first two rows as SIMD lanes.
        let rows = |column: usize| f64x2::from([m[column], m[column + 3]]);
        let pair =
            rows(0) * f64x2::splat(v.x) + rows(1) * f64x2::splat(v.y) + rows(2) * f64x2::splat(v.z);
        let [x, y] = pair.to_array();
        Vec3::new(x, y, m[6] * v.x + m[7] * v.y + m[8] * v.z)
    }

    /// `M' v`
    #[doc(alias = "mju_mulMatTVec3")]
    #[inline]
    pub fn tr_mul_vec(&self, v: &Vec3) -> Vec3 {
        let m = &self.0;
        Vec3::new(
            m[0] * v.x + m[3] * v.y + m[6] * v.z,
            m[1] * v.x + m[4] * v.y + m[7] * v.z,
            m[2] * v.x + m[5] * v.y + m[8] * v.z,
        )
    }

    /// `M v` for two vectors in SIMD lanes.
    #[inline]
    pub(crate) fn mul_pair(&self, v: [f64x2; 3]) -> [f64x2; 3] {
        let m = &self.0;
        let row = |i: usize| {
            v[0] * f64x2::splat(m[3 * i])
                + v[1] * f64x2::splat(m[3 * i + 1])
                + v[2] * f64x2::splat(m[3 * i + 2])
        };
        [row(0), row(1), row(2)]
    }

    /// `M' v` for two vectors in SIMD lanes.
    #[inline]
    pub(crate) fn tr_mul_pair(&self, v: [f64x2; 3]) -> [f64x2; 3] {
        let m = &self.0;
        let row = |i: usize| {
            v[0] * f64x2::splat(m[i])
                + v[1] * f64x2::splat(m[i + 3])
                + v[2] * f64x2::splat(m[i + 6])
        };
        [row(0), row(1), row(2)]
    }

    /// `A B`
    #[doc(alias = "mju_mulMatMat3")]
    #[inline]
    pub fn mul(&self, other: &Mat3) -> Mat3 {
        // A product of two numbers commutes exactly, so row i of the result is B' times row i of A.
        Mat3::from_rows(
            &other.tr_mul_vec(&self.row(0)),
            &other.tr_mul_vec(&self.row(1)),
            &other.tr_mul_vec(&self.row(2)),
        )
    }

    /// `A' B`
    #[doc(alias = "mju_mulMatTMat3")]
    #[inline]
    pub fn tr_mul(&self, other: &Mat3) -> Mat3 {
        self.transpose().mul(other)
    }

    /// `A B'`
    #[doc(alias = "mju_mulMatMatT3")]
    #[inline]
    pub fn mul_tr(&self, other: &Mat3) -> Mat3 {
        self.mul(&other.transpose())
    }
}
