//! PNG images of the plain sort: 8 bits a sample, rows from top to bottom, nothing that changes colours.
//!
//! Almost all images are plain, and reading them straight into place takes a fraction of the time of the general decoder. What is not
//! plain, or not in order, is left to that one: it has the last word on what is wrong.

use flate2::{Decompress, FlushDecompress, Status};

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Bytes of a chunk beside its data: length and kind before it, the sum after it.
const BEFORE: usize = 8;
const AFTER: usize = 4;
/// Chunks that say nothing about pixels; their sizes have been checked.
const SILENT: [&[u8; 4]; 5] = [b"pHYs", b"gAMA", b"cHRM", b"sRGB", b"tIME"];
/// Larger pictures are refused by whoever asks for them.
const MAX_BYTES: usize = i32::MAX as usize;

/// Decodes a plain image whose chunks have been checked to `channels` bytes a pixel, behind the bytes that are already there; returns
/// its width and height, `None` if it is not plain.
pub(super) fn append(file: &[u8], channels: usize, out: &mut Vec<u8>) -> Option<(usize, usize)> {
    let image = Layout::find(file)?;
    let plain = matches!((image.samples, channels), (1, 1 | 3 | 4) | (3 | 4, 3 | 4));
    if !plain {
        return None;
    }
    let mut rows = image.inflate(file)?;
    let unfilter = match image.samples {
        1 => unfilter::<1>,
        3 => unfilter::<3>,
        _ => unfilter::<4>,
    };
    unfilter(&mut rows, image.stride())?;
    image.convert(&rows, channels, out);
    Some((image.width, image.height))
}

/// Where the pixels are.
struct Layout {
    width: usize,
    height: usize,
    /// Bytes a pixel: grey, RGB or RGBA.
    samples: usize,
    /// The compressed data, piece by piece.
    pieces: Vec<std::ops::Range<usize>>,
}

impl Layout {
    fn find(file: &[u8]) -> Option<Layout> {
        let header: &[u8; 25] = file.strip_prefix(&SIGNATURE)?.first_chunk()?;
        if header[4..8] != *b"IHDR" {
            return None;
        }
        let word = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|k| header[at + k])) as usize;
        // depth, kind of colour, and the only methods that there are
        let samples = match header[16..21] {
            [8, 0, 0, 0, 0] => 1,
            [8, 2, 0, 0, 0] => 3,
            [8, 6, 0, 0, 0] => 4,
            _ => return None,
        };
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
                b"tEXt" if has_keyword(file.get(data.clone())?) => {}
                kind if SILENT.contains(&kind) => {}
                _ => return None,
            }
            at = data.end + AFTER;
        }
        let fits = layout.width > 0 && layout.height > 0 && layout.size()? <= MAX_BYTES;
        fits.then_some(layout)
    }

    /// Bytes of a row, with the number of its filter before it.
    fn stride(&self) -> usize {
        1 + self.width * self.samples
    }

    fn size(&self) -> Option<usize> {
        let stride = self.width.checked_mul(self.samples)?.checked_add(1)?;
        stride.checked_mul(self.height)
    }

    /// The filtered rows; `None` unless the stream holds exactly them.
    fn inflate(&self, file: &[u8]) -> Option<Vec<u8>> {
        let size = self.size()?;
        // no stream shrinks its data more than this
        let compressed: usize = self.pieces.iter().map(|piece| piece.len()).sum();
        if size / 1100 > compressed {
            return None;
        }
        let mut rows = vec![0; size];
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

    /// Appends the pixels in `channels` bytes each.
    fn convert(&self, rows: &[u8], channels: usize, out: &mut Vec<u8>) {
        let (start, length) = (out.len(), self.width * channels);
        out.resize(start + self.height * length, 0);
        let lines = out[start..].chunks_exact_mut(length);
        for (line, row) in lines.zip(rows.chunks_exact(self.stride())) {
            let pixels = &row[1..];
            match (self.samples, channels) {
                (from, to) if from == to => line.copy_from_slice(pixels),
                (4, _) => repack::<4, 3>(pixels, line, |[r, g, b, _]| [r, g, b]),
                (3, _) => repack::<3, 4>(pixels, line, |[r, g, b]| [r, g, b, 255]),
                (_, 3) => repack::<1, 3>(pixels, line, |[g]| [g, g, g]),
                _ => repack::<1, 4>(pixels, line, |[g]| [g, g, g, 255]),
            }
        }
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

/// Whether a text chunk starts with a keyword of legal length.
fn has_keyword(data: &[u8]) -> bool {
    let end = data.iter().position(|&c| c == 0).unwrap_or(data.len());
    (1..=79).contains(&end)
}

/// Undoes the filter of every row, by the pixel to the left and the row above; `None` if there is no such filter.
fn unfilter<const N: usize>(rows: &mut [u8], stride: usize) -> Option<()> {
    let nothing = vec![0; stride];
    let mut above: &[u8] = &nothing[1..];
    for row in rows.chunks_exact_mut(stride) {
        let (filter, row) = row.split_first_mut()?;
        let (pixels, _) = row.as_chunks_mut::<N>();
        let (upper, _) = above.as_chunks::<N>();
        match filter {
            0 => {}
            1 => each::<N>(pixels, upper, |left, _, _| left),
            2 => {
                for (x, up) in row.iter_mut().zip(above) {
                    *x = x.wrapping_add(*up);
                }
            }
            3 => each::<N>(pixels, upper, |left, up, _| {
                ((u16::from(left) + u16::from(up)) / 2) as u8
            }),
            4 => nearest::<N>(pixels, upper),
            _ => return None,
        }
        above = row;
    }
    Some(())
}

/// Adds to every sample what is expected of it from those to the left, above, and above left.
#[inline]
fn each<const N: usize>(
    pixels: &mut [[u8; N]],
    above: &[[u8; N]],
    expected: impl Fn(u8, u8, u8) -> u8,
) {
    let (mut left, mut corner) = ([0; N], [0; N]);
    for (pixel, up) in pixels.iter_mut().zip(above) {
        for k in 0..N {
            pixel[k] = pixel[k].wrapping_add(expected(left[k], up[k], corner[k]));
        }
        (left, corner) = (*pixel, *up);
    }
}

/// Adds to every sample that of the three neighbours which is nearest to `left + up - corner`: Paeth's filter, all samples of a pixel
/// side by side.
#[inline]
fn nearest<const N: usize>(pixels: &mut [[u8; N]], above: &[[u8; N]]) {
    let (mut left, mut corner) = ([0_i16; N], [0_i16; N]);
    for (pixel, up) in pixels.iter_mut().zip(above) {
        let up = up.map(i16::from);
        let sums: [i16; N] = std::array::from_fn(|k| {
            let (by_left, by_up) = (up[k] - corner[k], left[k] - corner[k]);
            let by_corner = (by_left + by_up).abs();
            let (by_left, by_up) = (by_left.abs(), by_up.abs());
            let other = if by_up <= by_corner { up[k] } else { corner[k] };
            let is_left = by_left <= by_up.min(by_corner);
            (i16::from(pixel[k]) + if is_left { left[k] } else { other }) & 0xff
        });
        *pixel = sums.map(|x| x as u8);
        (left, corner) = (sums, up);
    }
}
