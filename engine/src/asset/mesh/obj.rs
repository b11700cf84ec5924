//! Wavefront OBJ, with the quirks of the loader that MuJoCo uses.
//!
//! All vertices of the file count, but only the faces of its first object or group. A line that is
//! not understood is skipped; a number that is not understood is 0; an index counts from 1, or
//! backwards from the last if negative, and 0 is refused.

use super::obj_number::{integer, real};
use super::obj_polygon::{Corner, triangulate};
use super::surface::Surface;
use crate::asset::{AssetError, Place};

/// Reads a file; `mirrored` flips every triangle, for a scale that mirrors.
pub(super) fn load(file: &[u8], mirrored: bool) -> Result<Surface, AssetError> {
    let mut obj = Obj::default();
    for (number, line) in lines(file).enumerate() {
        obj.read(line).map_err(|e| AssetError {
            place: Some(Place::Line(number + 1)),
            ..e
        })?;
    }
    obj.end_object(true);
    Ok(obj.surface(mirrored))
}

/// Lines end with a line feed, a carriage return, or both; text after a zero is cut off.
fn lines(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(file);
    let has_zeros = file.contains(&0);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = memchr::memchr2(b'\n', b'\r', text) else {
            rest = None;
            return Some(text);
        };
        let pair = text[end..].starts_with(b"\r\n");
        rest = Some(&text[end + 1 + usize::from(pair)..]);
        Some(&text[..end])
    })
    .map(move |line| {
        if has_zeros {
            line.split(|&c| c == 0).next().unwrap_or(line)
        } else {
            line
        }
    })
}

/// What has been read so far.
#[derive(Debug, Default)]
struct Obj {
    vertices: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    texcoords: Vec<[f32; 2]>,
    /// Polygons of the current object that are not triangles yet: corners, and where each begins.
    corners: Vec<Corner>,
    starts: Vec<usize>,
    /// Whether the current object has lines or points.
    sketches: bool,
    /// Triangles of the first object, once it has ended.
    first: Option<Vec<[Corner; 3]>>,
}

impl Obj {
    fn read(&mut self, line: &[u8]) -> Result<(), AssetError> {
        let line = skip(line, is_space);
        match line {
            [b'v', c, rest @ ..] if is_space(c) => self.vertices.push(reals(rest)),
            [b'v', b'n', c, rest @ ..] if is_space(c) => self.normals.push(reals(rest)),
            [b'v', b't', c, rest @ ..] if is_space(c) => self.texcoords.push(reals(rest)),
            [b'f', c, rest @ ..] if is_space(c) => {
                self.starts.push(self.corners.len());
                let mut text = skip(rest, is_space);
                while !text.is_empty() {
                    let corner = self.corner(&mut text)?;
                    self.corners.push(corner);
                    text = skip(text, is_space);
                }
            }
            // Lines and points are checked, then forgotten.
            [b'l' | b'p', c, text @ ..] if is_space(c) => {
                let mut text = text;
                while !text.is_empty() {
                    self.corner(&mut text)?;
                    text = skip(text, is_space);
                }
                self.sketches = true;
            }
            // An object counts as the first even without triangles, a group does not.
            [b'o', c, ..] if is_space(c) => self.end_object(true),
            [b'g', c, ..] if is_space(c) => self.end_object(false),
            _ => {}
        }
        Ok(())
    }

    /// A corner of a polygon: `vertex`, `vertex/texcoord`, `vertex//normal` or all three.
    fn corner(&self, text: &mut &[u8]) -> Result<Corner, AssetError> {
        let mut corner = Corner {
            vertex: index(text, self.vertices.len())?,
            texcoord: -1,
            normal: -1,
        };
        if !take_slash(text) {
            return Ok(corner);
        }
        if take_slash(text) {
            corner.normal = index(text, self.normals.len())?;
            return Ok(corner);
        }
        corner.texcoord = index(text, self.texcoords.len())?;
        if take_slash(text) {
            corner.normal = index(text, self.normals.len())?;
        }
        Ok(corner)
    }

    /// Ends the current object; it becomes the first one if it has triangles, or if it has anything
    /// at all and `without` is set.
    fn end_object(&mut self, without: bool) {
        if self.first.is_none() {
            let triangles = self.triangles();
            let anything = self.sketches || !self.starts.is_empty();
            if !triangles.is_empty() || (anything && without) {
                self.first = Some(triangles);
            }
        }
        self.corners.clear();
        self.starts.clear();
        self.sketches = false;
    }

    fn triangles(&self) -> Vec<[Corner; 3]> {
        let ends = self
            .starts
            .iter()
            .skip(1)
            .copied()
            .chain([self.corners.len()]);
        let mut triangles = Vec::with_capacity(self.starts.len());
        for (&start, end) in self.starts.iter().zip(ends) {
            triangulate(&self.corners[start..end], &self.vertices, &mut triangles);
        }
        triangles
    }

    fn surface(self, mirrored: bool) -> Surface {
        let mut triangles = self.first.unwrap_or_default();
        if mirrored {
            triangles
                .iter_mut()
                .for_each(|triangle| triangle.swap(1, 2));
        }
        let by = |index: fn(&Corner) -> i32| -> Vec<[i32; 3]> {
            triangles
                .iter()
                .map(|corners| corners.each_ref().map(index))
                .collect()
        };
        Surface {
            faces: by(|corner| corner.vertex),
            face_normals: if self.normals.is_empty() {
                Vec::new()
            } else {
                by(|corner| corner.normal)
            },
            face_texcoords: if self.texcoords.is_empty() {
                Vec::new()
            } else {
                by(|corner| corner.texcoord)
            },
            vertices: self.vertices,
            normals: self.normals,
            // Images are stored from the top, coordinates run from the bottom.
            texcoords: self
                .texcoords
                .into_iter()
                .map(|[u, v]| [u, 1.0 - v])
                .collect(),
        }
    }
}

fn is_space(c: &u8) -> bool {
    *c == b' ' || *c == b'\t'
}

fn skip(text: &[u8], skipped: impl Fn(&u8) -> bool) -> &[u8] {
    let start = text.iter().position(|c| !skipped(c)).unwrap_or(text.len());
    &text[start..]
}

/// The first `N` numbers of a line; what is missing is 0.
fn reals<const N: usize>(text: &[u8]) -> [f32; N] {
    let words = text.split(is_space).filter(|word| !word.is_empty());
    let mut numbers = [0.0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = real(word);
    }
    numbers
}

/// Takes an index and counts it from 0.
fn index(text: &mut &[u8], count: usize) -> Result<i32, AssetError> {
    if let Some((number, rest)) = short_integer(text)
        && number > 0
    {
        *text = rest;
        return Ok(number - 1);
    }
    let number = integer(text);
    *text = skip(text, |c| *c != b'/' && !is_space(c));
    match number {
        0 => Err(AssetError::new("an index is 0 or not a number")),
        1.. => Ok(number - 1),
        _ => Ok((count as i32).wrapping_add(number)),
    }
}

/// A number of few digits followed by a slash, a space or the end of the line, and the rest after
/// it.
fn short_integer(text: &[u8]) -> Option<(i32, &[u8])> {
    const DIGITS: usize = 9;
    let mut number = 0;
    for (at, &c) in text.iter().enumerate().take(DIGITS + 1) {
        match c {
            b'0'..=b'9' if at < DIGITS => number = 10 * number + i32::from(c - b'0'),
            b'/' | b' ' | b'\t' => return Some((number, &text[at..])),
            _ => return None,
        }
    }
    (text.len() <= DIGITS).then_some((number, &[]))
}

fn take_slash(text: &mut &[u8]) -> bool {
    match text {
        [b'/', rest @ ..] => {
            *text = rest;
            true
        }
        _ => false,
    }
}
