//! Plain PNG images: 8 bits per sample, not interlaced, nothing that changes colours.
//!
//! Almost all images are plain, and reading them straight into place takes a fraction of the
//! general decoder's time. What is not plain, or not valid, is left to the general decoder: it has
//! the last word on errors.

use std::borrow::Cow;

use flate2::{Decompress, FlushDecompress, Status};
use wide::{CmpGt, i16x8, u8x16};

use super::png::Picture;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Bytes of a chunk besides its data: length and kind before it, the CRC after it.
const BEFORE: usize = 8;
const AFTER: usize = 4;
/// Ancillary chunks, which do not affect pixels; their sizes have been checked.
const SILENT: [&[u8; 4]; 10] = [
    b"pHYs", b"gAMA", b"cHRM", b"sRGB", b"tIME", b"iCCP", b"sBIT", b"tEXt", b"zTXt", b"iTXt",
];
/// Larger images are refused by every caller.
const MAX_BYTES: usize = i32::MAX as usize;

/// Decodes a plain image whose chunks have been checked to `channels` bytes per pixel; `None` if it
/// is not plain. The result is in `buffer` if its pixels have as many bytes in the file.
pub(super) fn decode<'a>(
    file: &[u8],
    channels: usize,
    buffer: &'a mut Vec<u8>,
) -> Option<Picture<'a>> {
    let image = Layout::find(file, channels)?;
    let (width, height) = (image.width, image.height);
    if image.samples != channels {
        let mut bytes = Vec::new();
        image.append(file, channels, buffer, &mut bytes)?;
        return Some(Picture {
            width,
            height,
            bytes: Cow::Owned(bytes),
            gap: 0,
        });
    }
    let rows = image.inflate(file, buffer)?;
    image.unfilter(rows, |_| {})?;
    Some(Picture {
        width,
        height,
        bytes: Cow::Borrowed(rows),
        gap: 1,
    })
}

/// The same, appended to `out`; returns width and height.
pub(super) fn append(
    file: &[u8],
    channels: usize,
    buffer: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Option<(usize, usize)> {
    let start = out.len();
    let image = Layout::find(file, channels)?;
    if image.append(file, channels, buffer, out).is_none() {
        out.truncate(start);
        return None;
    }
    Some((image.width, image.height))
}

/// Where the pixels are.
struct Layout {
    width: usize,
    height: usize,
    /// Bytes per pixel: grey, RGB or RGBA.
    samples: usize,
    /// The compressed data, piece by piece.
    pieces: Vec<std::ops::Range<usize>>,
}

impl Layout {
    /// Finds the pixels of an image that is plain and can be converted to `channels` bytes per
    /// pixel.
    fn find(file: &[u8], channels: usize) -> Option<Layout> {
        let header: &[u8; 25] = file.strip_prefix(&SIGNATURE)?.first_chunk()?;
        if header[4..8] != *b"IHDR" {
            return None;
        }
        let word = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|k| header[at + k])) as usize;
        // Depth, colour type, and the only compression, filter and interlace methods supported.
        let samples = match header[16..21] {
            [8, 0, 0, 0, 0] => 1,
            [8, 2, 0, 0, 0] => 3,
            [8, 6, 0, 0, 0] => 4,
            _ => return None,
        };
        if !matches!((samples, channels), (1, 1 | 3 | 4) | (3 | 4, 3 | 4)) {
            return None;
        }
        let mut layout = Layout {
            width: word(8),
            height: word(12),
            samples,
            pieces: Vec::new(),
        };
        let mut at = SIGNATURE.len() + header.len();
        loop {
            let length = u32::from_be_bytes(*file.get(at..)?.first_chunk()?) as usize;
            let kind: &[u8; 4] = file.get(at + 4..)?.first_chunk()?;
            let data = at + BEFORE..at + BEFORE + length;
            match kind {
                b"IEND" => break,
                b"IDAT" => layout.pieces.push(data.clone()),
                kind if SILENT.contains(&kind) => {}
                _ => return None,
            }
            at = data.end + AFTER;
        }
        let fits = layout.width > 0 && layout.height > 0 && layout.size()? <= MAX_BYTES;
        fits.then_some(layout)
    }

    /// Bytes of a row, with its filter number before it.
    fn stride(&self) -> usize {
        1 + self.width * self.samples
    }

    fn size(&self) -> Option<usize> {
        let stride = self.width.checked_mul(self.samples)?.checked_add(1)?;
        stride.checked_mul(self.height)
    }

    /// The filtered rows; `None` unless the stream holds exactly those.
    fn inflate<'a>(&self, file: &[u8], buffer: &'a mut Vec<u8>) -> Option<&'a mut [u8]> {
        let size = self.size()?;
        // Deflate cannot compress data more than this.
        let compressed: usize = self.pieces.iter().map(|piece| piece.len()).sum();
        if size / 1100 > compressed {
            return None;
        }
        if buffer.len() < size {
            buffer.resize(size, 0);
        }
        let rows = &mut buffer[..size];
        let mut stream = Decompress::new(true);
        let mut status = Status::Ok;
        for piece in &self.pieces {
            let mut input = file.get(piece.clone())?;
            while !input.is_empty() {
                let (before, done) = (stream.total_in(), stream.total_out());
                let room = &mut rows[done as usize..];
                status = stream.decompress(input, room, FlushDecompress::None).ok()?;
                let taken = (stream.total_in() - before) as usize;
                if taken == 0 && stream.total_out() == done {
                    return None;
                }
                input = &input[taken..];
                if status == Status::StreamEnd && !input.is_empty() {
                    return None;
                }
            }
        }
        let whole = stream.total_in() as usize == compressed && stream.total_out() as usize == size;
        (status == Status::StreamEnd && whole).then_some(rows)
    }

    /// Undoes the filters and passes each row on; `None` if a filter does not exist.
    fn unfilter(&self, rows: &mut [u8], each: impl FnMut(&[u8])) -> Option<()> {
        match self.samples {
            1 => unfilter::<1>(rows, self.stride(), each),
            3 => unfilter::<3>(rows, self.stride(), each),
            _ => unfilter::<4>(rows, self.stride(), each),
        }
    }

    /// Appends the pixels in `channels` bytes each.
    fn append(
        &self,
        file: &[u8],
        channels: usize,
        buffer: &mut Vec<u8>,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let rows = self.inflate(file, buffer)?;
        let mut line = vec![0; self.width * channels];
        out.try_reserve(self.height * line.len()).ok()?;
        self.unfilter(rows, |pixels| {
            match (self.samples, channels) {
                (from, to) if from == to => return out.extend_from_slice(pixels),
                (4, _) => drop_alpha(pixels, &mut line),
                (3, _) => repack::<3, 4>(pixels, &mut line, |[r, g, b]| [r, g, b, 255]),
                (_, 3) => repack::<1, 3>(pixels, &mut line, |[g]| [g, g, g]),
                _ => repack::<1, 4>(pixels, &mut line, |[g]| [g, g, g, 255]),
            }
            out.extend_from_slice(&line);
        })
    }
}

/// Rewrites pixels of `N` bytes as pixels of `M`.
fn repack<const N: usize, const M: usize>(
    from: &[u8],
    to: &mut [u8],
    change: impl Fn([u8; N]) -> [u8; M],
) {
    let (from, _) = from.as_chunks::<N>();
    let (to, _) = to.as_chunks_mut::<M>();
    for (to, from) in to.iter_mut().zip(from) {
        *to = change(*from);
    }
}

/// Rewrites pixels of four bytes as their first three, two pixels at a time.
fn drop_alpha(from: &[u8], to: &mut [u8]) {
    const FIRST: u64 = 0xff_ffff;
    const SECOND: u64 = FIRST << 24;
    let (pairs, rest) = from.as_chunks::<8>();
    let (of_pairs, of_rest) = to.split_at_mut(6 * pairs.len());
    let (of_pairs, _) = of_pairs.as_chunks_mut::<6>();
    for (to, from) in of_pairs.iter_mut().zip(pairs) {
        let pair = u64::from_le_bytes(*from);
        let pair = pair & FIRST | pair >> 8 & SECOND;
        to.copy_from_slice(&pair.to_le_bytes()[..6]);
    }
    repack::<4, 3>(rest, of_rest, |[r, g, b, _]| [r, g, b]);
}

/// Undoes the filter of every row, from the pixel to the left and the row above, and passes the row
/// on; `None` for an unknown filter.
fn unfilter<const N: usize>(
    rows: &mut [u8],
    stride: usize,
    mut each: impl FnMut(&[u8]),
) -> Option<()> {
    let nothing = vec![0; stride];
    let mut above: &[u8] = &nothing[1..];
    for row in rows.chunks_exact_mut(stride) {
        let (filter, row) = row.split_first_mut()?;
        let (pixels, _) = row.as_chunks_mut::<N>();
        let (upper, _) = above.as_chunks::<N>();
        match filter {
            0 => {}
            1 => expect::<N>(pixels, upper, |left, _, _| left),
            2 => {
                for (x, up) in row.iter_mut().zip(above) {
                    *x = x.wrapping_add(*up);
                }
            }
            3 => expect::<N>(pixels, upper, |left, up, _| (left + up) >> 1),
            4 => expect::<N>(pixels, upper, nearest),
            _ => return None,
        }
        each(row);
        above = row;
    }
    Some(())
}

/// Adds to every sample its prediction from those to the left, above, and above left; the samples
/// of a pixel are SIMD lanes.
#[inline]
fn expect<const N: usize>(
    pixels: &mut [[u8; N]],
    above: &[[u8; N]],
    expected: impl Fn(i16x8, i16x8, i16x8) -> i16x8,
) {
    // Samples that recur spare the compiler lanes that it would keep at zero.
    let lanes = |pixel: &[u8; N]| i16x8::new(std::array::from_fn(|k| i16::from(pixel[k % N])));
    let bytes = bytemuck::cast::<i16x8, u8x16>;
    let (mut left, mut corner) = (i16x8::ZERO, i16x8::ZERO);
    for (pixel, up) in pixels.iter_mut().zip(above) {
        let up = lanes(up);
        // Both fit into their low bytes, whose sum must stay there.
        left = bytemuck::cast(bytes(lanes(pixel)) + bytes(expected(left, up, corner)));
        corner = up;
        pixel.copy_from_slice(&u8x16::narrow_i16x8(left, left).to_array()[..N]);
    }
}

/// The one of the three neighbours that is nearest to `left + up - corner`: Paeth's predictor. If
/// the corner lies between the others, the turning points of the choice are those where it is as
/// near as one of them.
#[inline]
fn nearest(left: i16x8, up: i16x8, corner: i16x8) -> i16x8 {
    let turn = (corner + corner + corner - up) - left;
    let (low, high) = (left.min(up), left.max(up));
    let below = high.cmp_gt(turn).blend(corner, low);
    turn.cmp_gt(low).blend(below, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of even and odd numbers of pixels.
    #[test]
    fn alpha_is_dropped_and_nothing_else() {
        for width in 0..7_u8 {
            let pixels: Vec<u8> = (0..4 * width).map(|k| 255 - 7 * k).collect();
            let expected: Vec<u8> = pixels
                .chunks(4)
                .flat_map(|pixel| &pixel[..3])
                .copied()
                .collect();
            let mut found = vec![0; expected.len()];
            drop_alpha(&pixels, &mut found);
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_nearest_neighbour_is_the_one_of_the_standard() {
        for (left, up) in (0..256).flat_map(|left| (0..256).map(move |up| (left, up))) {
            for corner in 0..256_i16 {
                let estimate = left + up - corner;
                let by = |neighbour: i16| (estimate - neighbour).abs();
                let expected = if by(left) <= by(up) && by(left) <= by(corner) {
                    left
                } else if by(up) <= by(corner) {
                    up
                } else {
                    corner
                };
                let found = nearest(i16x8::splat(left), i16x8::splat(up), i16x8::splat(corner));
                assert_eq!(found.to_array()[0], expected, "{left} {up} {corner}");
            }
        }
    }
}
