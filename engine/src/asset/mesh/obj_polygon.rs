//! Triangulates polygons of OBJ files by ear clipping, as the loader that MuJoCo uses does.
//!
//! The polygon is projected along the axis in which its first real corner is widest. An ear is a
//! corner that turns the way of the whole polygon and holds none of its other vertices.
//!
//! Ear clipping: Meisters, Polygons have ears (1975).

/// A corner of a polygon: indices from 0; -1 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Corner {
    pub(super) vertex: i32,
    pub(super) normal: i32,
    pub(super) texcoord: i32,
}

/// Polygons of more corners are left out, as the loader in MuJoCo's own builds does.
const MOST_CORNERS: usize = 100;

/// Adds the triangles of a polygon; one of fewer than three corners has none, nor has one of too
/// many.
pub(super) fn triangulate(polygon: &[Corner], vertices: &[[f32; 3]], out: &mut Vec<[Corner; 3]>) {
    match *polygon {
        [a, b, c] => out.push([a, b, c]),
        [] | [_] | [_, _] => {}
        _ if polygon.len() > MOST_CORNERS => {}
        _ => View::of(polygon, vertices).cut(polygon.to_vec(), out),
    }
}

/// A polygon projected along an axis.
struct View<'a> {
    vertices: &'a [[f32; 3]],
    axes: [usize; 2],
    /// Signed area; its sign is the turning direction.
    area: f32,
}

impl<'a> View<'a> {
    fn of(polygon: &[Corner], vertices: &'a [[f32; 3]]) -> View<'a> {
        let axes = widest(polygon, vertices);
        let mut view = View {
            vertices,
            axes,
            area: 0.0,
        };
        let next = polygon.iter().cycle().skip(1);
        for (a, b) in polygon.iter().zip(next) {
            // A corner that does not exist counts for nothing.
            if let (Some([ax, ay]), Some([bx, by])) = (view.point(a), view.point(b)) {
                view.area += (ax * by - ay * bx) * 0.5;
            }
        }
        view
    }

    fn point(&self, corner: &Corner) -> Option<[f32; 2]> {
        place(corner, self.vertices).map(|p| self.axes.map(|axis| p[axis]))
    }

    /// Cuts ears off until a triangle is left; gives up if a whole round finds none.
    fn cut(&self, mut rest: Vec<Corner>, out: &mut Vec<[Corner; 3]>) {
        let mut guess = 0;
        let mut tries = rest.len();
        let mut previous = rest.len();
        while rest.len() > 3 && tries > 0 {
            let count = rest.len();
            if guess >= count {
                guess -= count;
            }
            if previous != count {
                previous = count;
                tries = count;
            } else {
                tries -= 1;
            }
            if self.is_ear(&rest, guess) {
                out.push([0, 1, 2].map(|k| rest[(guess + k) % count]));
                rest.remove((guess + 1) % count);
            } else {
                guess += 1;
            }
        }
        if let [a, b, c] = rest[..] {
            out.push([a, b, c]);
        }
    }

    fn is_ear(&self, rest: &[Corner], guess: usize) -> bool {
        let at = |k: usize| &rest[(guess + k) % rest.len()];
        let [a, b, c] = [0, 1, 2].map(|k| self.point(at(k)).unwrap_or([0.0; 2]));
        let cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
        if cross * self.area < 0.0 {
            return false;
        }
        let others = (3..rest.len()).filter_map(|k| self.point(at(k)));
        !others.into_iter().any(|p| inside(&[a, b, c], p))
    }
}

fn place(corner: &Corner, vertices: &[[f32; 3]]) -> Option<[f32; 3]> {
    usize::try_from(corner.vertex)
        .ok()
        .and_then(|i| vertices.get(i).copied())
}

/// The two axes across the one in which the first corner that is not straight turns most.
fn widest(polygon: &[Corner], vertices: &[[f32; 3]]) -> [usize; 2] {
    let count = polygon.len();
    for k in 0..count {
        let at = |i: usize| place(&polygon[(k + i) % count], vertices);
        let (Some(a), Some(b), Some(c)) = (at(0), at(1), at(2)) else {
            continue;
        };
        let edge = |p: [f32; 3], q: [f32; 3]| [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
        let (e, f) = (edge(a, b), edge(b, c));
        let x = (e[1] * f[2] - e[2] * f[1]).abs();
        let y = (e[2] * f[0] - e[0] * f[2]).abs();
        let z = (e[0] * f[1] - e[1] * f[0]).abs();
        if x > f32::EPSILON || y > f32::EPSILON || z > f32::EPSILON {
            return match () {
                () if x > y && x > z => [1, 2],
                () if z > x && z > y => [0, 1],
                () => [0, 2],
            };
        }
    }
    [1, 2]
}

/// Whether a ray from `p` crosses the triangle's edges an odd number of times.
fn inside(triangle: &[[f32; 2]; 3], p: [f32; 2]) -> bool {
    let mut odd = false;
    for i in 0..3 {
        let (a, b) = (triangle[i], triangle[(i + 2) % 3]);
        let crosses = (a[1] > p[1]) != (b[1] > p[1]);
        if crosses && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0] {
            odd = !odd;
        }
    }
    odd
}
