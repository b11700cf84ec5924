extern crate std;

use std::borrow::ToOwned;
use std::ffi::{c_char, c_int, CString};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// A convex hull made of triangles, in the order in which qhull lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hull {
    /// The input point that each vertex is.
    pub points: Vec<u32>,
    /// Where the facets around each vertex end in `around`; they begin where those of the vertex before it end.
    pub ends: Vec<u32>,
    /// The facets around the vertices, vertex after vertex.
    pub around: Vec<u32>,
    pub facets: Vec<Facet>,
}

/// A triangle of the hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facet {
    /// Indices of vertices of the hull.
    pub corners: [u32; 3],
    /// The corners run clockwise, seen from outside.
    pub clockwise: bool,
}

/// The hull of at least 4 points, which must be finite and may be changed; only the first `additions` vertices beyond the initial tetrahedron are taken up, all if `None`.
/// The error is in qhull's own words.
pub fn convex_hull(points: &mut [[f64; 3]], additions: Option<u32>) -> Result<Hull, String> {
    let finite = points.iter().flatten().all(|x| x.is_finite());
    let n = c_int::try_from(points.len()).map_err(|e| e.to_string())?;
    if n < 4 || !finite {
        return Err("a hull needs at least 4 finite points".to_owned());
    }
    let options = match additions {
        Some(n) => format!("qhull Qt TA{n}"),
        None => "qhull Qt".to_owned(),
    };
    let raw = RawHull::of(points, n, &options)?;
    raw.hull()
        .ok_or_else(|| "the hull is not closed".to_owned())
}

/// The arrays as the C side fills them.
#[repr(C)]
struct RawHull {
    vertices: c_int,
    facets: c_int,
    point: *mut c_int,
    facet_count: *mut c_int,
    facet_list: *mut c_int,
    corner: *mut c_int,
    flipped: *mut c_int,
    message: [c_char; 256],
}

extern "C" {
    fn plumbline_hull(
        points: *mut f64,
        n: c_int,
        options: *mut c_char,
        hull: *mut RawHull,
    ) -> c_int;
    fn plumbline_hull_free(hull: *mut RawHull);
}

impl RawHull {
    fn of(points: &mut [[f64; 3]], n: c_int, options: &str) -> Result<RawHull, String> {
        let mut raw = RawHull {
            vertices: 0,
            facets: 0,
            point: std::ptr::null_mut(),
            facet_count: std::ptr::null_mut(),
            facet_list: std::ptr::null_mut(),
            corner: std::ptr::null_mut(),
            flipped: std::ptr::null_mut(),
            message: [0; 256],
        };
        let options = CString::new(options).map_err(|e| e.to_string())?;
        let mut options = options.into_bytes_with_nul();
        // SAFETY: `points` holds 3 n numbers, `options` ends with a zero, and all three outlive the call, which keeps none of them.
        let failed = unsafe {
            plumbline_hull(
                points.as_mut_ptr().cast(),
                n,
                options.as_mut_ptr().cast(),
                &mut raw,
            )
        };
        if failed == 0 {
            Ok(raw)
        } else {
            Err(raw.text())
        }
    }

    /// The first line that qhull said.
    fn text(&self) -> String {
        let bytes = self.message.iter().map(|&c| c as u8);
        let line: Vec<u8> = bytes.take_while(|&c| c != 0 && c != b'\n').collect();
        String::from_utf8_lossy(&line).into_owned()
    }

    fn hull(&self) -> Option<Hull> {
        let (vertices, facets) = (self.vertices as usize, self.facets as usize);
        // SAFETY: after success the C side has filled arrays of these lengths; they are freed with `self`.
        let (point, count, corner, flipped) = unsafe {
            (
                std::slice::from_raw_parts(self.point, vertices),
                std::slice::from_raw_parts(self.facet_count, vertices),
                std::slice::from_raw_parts(self.corner, 3 * facets),
                std::slice::from_raw_parts(self.flipped, facets),
            )
        };
        let incidences = count.iter().map(|&n| n as usize).sum();
        // SAFETY: as above; the list holds as many facets as the counts say.
        let around = unsafe { std::slice::from_raw_parts(self.facet_list, incidences) };
        let mut end = 0;
        let ends = count.iter().map(|&n| {
            end += n as u32;
            end
        });
        let corners = within(corner, vertices)?;
        let facets_with = corners.chunks_exact(3).zip(flipped);
        Some(Hull {
            points: within(point, usize::MAX)?,
            ends: ends.collect(),
            around: within(around, facets)?,
            facets: facets_with
                .map(|(c, &flipped)| Facet {
                    corners: [c[0], c[1], c[2]],
                    clockwise: flipped != 0,
                })
                .collect(),
        })
    }
}

/// The numbers as indices below `bound`.
fn within(numbers: &[c_int], bound: usize) -> Option<Vec<u32>> {
    let fits = numbers.iter().all(|&n| n >= 0 && (n as usize) < bound);
    fits.then(|| numbers.iter().map(|&n| n as u32).collect())
}

impl Drop for RawHull {
    fn drop(&mut self) {
        // SAFETY: every pointer is null or came from the C side's allocator.
        unsafe { plumbline_hull_free(self) }
    }
}
