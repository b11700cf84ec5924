//! Signed volumes (Montanari et al., 2017): barycentric coordinates of the point of a simplex that
//! is nearest to the origin.

use crate::math::{MAXVAL, MINVAL, Vec3};

/// Coordinates of the nearest point of a simplex of one to four vertices; those of vertices that it
/// does not need are zero.
#[doc(alias = "subdistance")]
pub(super) fn nearest(s: &[Vec3]) -> [f64; 4] {
    match s {
        [s1, s2] => {
            let [a, b] = on_segment(s1, s2);
            [a, b, 0.0, 0.0]
        }
        [s1, s2, s3] => {
            let [a, b, c] = on_triangle(s1, s2, s3);
            [a, b, c, 0.0]
        }
        [s1, s2, s3, s4] => in_tetrahedron(&[*s1, *s2, *s3, *s4]),
        _ => [1.0, 0.0, 0.0, 0.0],
    }
}

/// Both strictly positive or both strictly negative.
fn same_sign(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

/// Volume of the parallelepiped of three vectors.
pub(super) fn volume(a: &Vec3, b: &Vec3, c: &Vec3) -> f64 {
    a.dot(&b.cross(c))
}

#[doc(alias = "S3D")]
fn in_tetrahedron(s: &[Vec3; 4]) -> [f64; 4] {
    let [s1, s2, s3, s4] = s;
    let parts = [
        -volume(s2, s3, s4),
        volume(s1, s3, s4),
        -volume(s1, s2, s4),
        volume(s1, s2, s3),
    ];
    let whole = parts[0] + parts[1] + parts[2] + parts[3];
    let inside = parts.map(|part| same_sign(whole, part));
    if inside == [true; 4] {
        return parts.map(|part| part / whole);
    }

    // The nearest point is on one of the faces that the origin is beyond.
    let mut lambda = [0.0; 4];
    let mut least = MAXVAL;
    for omitted in (0..4).filter(|&k| !inside[k]) {
        let [a, b, c] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]][omitted];
        let weight = on_triangle(&s[a], &s[b], &s[c]);
        let x = s[a] * weight[0] + s[b] * weight[1] + s[c] * weight[2];
        let dist_sqr = x.dot(&x);
        if omitted == 0 || dist_sqr < least {
            lambda = [0.0; 4];
            lambda[a] = weight[0];
            lambda[b] = weight[1];
            lambda[c] = weight[2];
            least = dist_sqr;
        }
    }
    lambda
}

#[doc(alias = "S2D")]
fn on_triangle(s1: &Vec3, s2: &Vec3, s3: &Vec3) -> [f64; 3] {
    let origin = project_on_plane(s1, s2, s3);
    let (whole, parts) = planar_areas(s1, s2, s3, &origin);
    let inside = parts.map(|part| same_sign(whole, part));
    if inside == [true; 3] {
        return parts.map(|part| part / whole);
    }

    let s = [s1, s2, s3];
    let mut lambda = [0.0; 3];
    let mut least = MAXVAL;
    for omitted in (0..3).filter(|&k| !inside[k]) {
        let [a, b] = [[1, 2], [0, 2], [0, 1]][omitted];
        let weight = on_segment(s[a], s[b]);
        let x = s[a] * weight[0] + s[b] * weight[1];
        let dist_sqr = x.dot(&x);
        if omitted == 0 || dist_sqr < least {
            lambda = [0.0; 3];
            lambda[a] = weight[0];
            lambda[b] = weight[1];
            least = dist_sqr;
        }
    }
    lambda
}

#[doc(alias = "S1D")]
fn on_segment(s1: &Vec3, s2: &Vec3) -> [f64; 2] {
    let direction = s2 - s1;
    let scale = -(s2.dot(&direction) / direction.dot(&direction));
    let origin = s2 + direction * scale;

    // The axis along which the segment is longest.
    let mut axis = 0;
    let mut length = 0.0_f64;
    for k in 0..3 {
        let extent = s1[k] - s2[k];
        if extent.abs() >= length.abs() {
            length = extent;
            axis = k;
        }
    }
    let c1 = origin[axis] - s2[axis];
    let c2 = s1[axis] - origin[axis];
    if same_sign(length, c1) && same_sign(length, c2) {
        [c1 / length, c2 / length]
    } else {
        [0.0, 1.0]
    }
}

/// The origin projected onto the plane of a triangle.
pub(super) fn project_on_plane(v1: &Vec3, v2: &Vec3, v3: &Vec3) -> Vec3 {
    let d21 = v2 - v1;
    let d31 = v3 - v1;
    let d32 = v3 - v2;
    // The three cross products differ in rounding alone: the first usable one is taken.
    for (normal, vertex) in [(d32.cross(&d21), v2), (d21.cross(&d31), v1)] {
        let offset = normal.dot(vertex);
        let norm_sqr = normal.dot(&normal);
        if offset != 0.0 && norm_sqr > MINVAL {
            return normal * (offset / norm_sqr);
        }
    }
    let normal = d31.cross(&d32);
    normal * (normal.dot(v3) / normal.dot(&normal))
}

/// Affine coordinates of a point in the plane of a triangle.
pub(super) fn affine(v1: &Vec3, v2: &Vec3, v3: &Vec3, p: &Vec3) -> [f64; 3] {
    let (whole, parts) = planar_areas(v1, v2, v3, p);
    parts.map(|part| part / whole)
}

/// Twice the signed areas of a triangle and of its parts opposite to each vertex as seen from `p`,
/// in the coordinate plane where the triangle is largest.
fn planar_areas(v1: &Vec3, v2: &Vec3, v3: &Vec3, p: &Vec3) -> (f64, [f64; 3]) {
    let minor = |x: usize, y: usize| {
        v2[x] * v3[y] - v2[y] * v3[x] - v1[x] * v3[y] + v1[y] * v3[x] + v1[x] * v2[y]
            - v1[y] * v2[x]
    };
    let (yz, xz, xy) = (minor(1, 2), minor(0, 2), minor(0, 1));
    let (whole, x, y) = if yz.abs() >= xz.abs() && yz.abs() >= xy.abs() {
        (yz, 1, 2)
    } else if xz.abs() >= xy.abs() {
        (xz, 0, 2)
    } else {
        (xy, 0, 1)
    };
    let area = |a: &Vec3, b: &Vec3| {
        p[x] * a[y] + p[y] * b[x] + a[x] * b[y] - p[x] * b[y] - p[y] * a[x] - b[x] * a[y]
    };
    (whole, [area(v2, v3), area(v3, v1), area(v1, v2)])
}
