//! Height fields: elevations on a grid, from a PNG, from MuJoCo's own format, or given; scaled to
//! the range 0 to 1.

use super::reader::Reader;
use super::{AssetError, Bytes, ContentType, png};
use crate::spec::Hfield;

/// Elevation differences below this count as zero.
const FLAT: f64 = 1e-14;

/// The elevations of a compiled height field, row by row from negative to positive y.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elevation {
    /// Rows of the grid.
    pub rows: i32,
    /// Columns of the grid.
    pub columns: i32,
    /// Heights, row after row, from 0 to 1.
    pub data: Vec<f32>,
}

/// Loads the elevations of a height field; `read` finds a file by the name in the description.
pub fn elevation(
    hfield: &Hfield,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
) -> Result<Elevation, AssetError> {
    if hfield.size.iter().any(|&size| size <= 0.0) {
        return Err(AssetError::new(
            "the sizes of a height field must be positive",
        ));
    }
    let mut elevation = if hfield.file.is_empty() {
        given(hfield)?
    } else {
        let bytes = read(&hfield.file)?;
        load(hfield, &bytes).map_err(|e| e.in_file(&hfield.file))?
    };
    normalize(&mut elevation.data)?;
    Ok(elevation)
}

fn given(hfield: &Hfield) -> Result<Elevation, AssetError> {
    let (rows, columns) = (hfield.nrow, hfield.ncol);
    let cells = i64::from(rows) * i64::from(columns);
    if rows < 1 || columns < 1 || hfield.elevation.len() as i64 != cells {
        return Err(AssetError::new(format!(
            "{} elevations for {rows} rows and {columns} columns",
            hfield.elevation.len()
        )));
    }
    // The description lists rows from the top, in reading order.
    let upwards = hfield.elevation.chunks_exact(columns as usize).rev();
    Ok(Elevation {
        rows,
        columns,
        data: upwards.flatten().copied().collect(),
    })
}

fn load(hfield: &Hfield, file: &[u8]) -> Result<Elevation, AssetError> {
    let kind = ContentType::of(&hfield.file, &hfield.content_type)?;
    match kind.unwrap_or(ContentType::Hfield) {
        ContentType::Png => from_png(file),
        ContentType::Hfield => custom(file),
        other => Err(other.unsuitable("height field")),
    }
}

fn from_png(file: &[u8]) -> Result<Elevation, AssetError> {
    let mut buffer = Vec::new();
    let picture = png::decode(file, 1, &mut buffer)?;
    let upwards = picture.rows().rev().flatten();
    Ok(Elevation {
        rows: picture.height as i32,
        columns: picture.width as i32,
        data: upwards.map(|&grey| f32::from(grey)).collect(),
    })
}

/// Rows, columns, then the elevations.
fn custom(file: &[u8]) -> Result<Elevation, AssetError> {
    let mut reader = Reader::new(file);
    let (rows, columns) = (reader.i32()?, reader.i32()?);
    if rows < 1 || columns < 1 {
        return Err(reader.refuse(format!(
            "{rows} rows and {columns} columns must be positive"
        )));
    }
    let size = 4 * i128::from(rows) * i128::from(columns);
    if size != reader.remaining() as i128 {
        return Err(reader.refuse(format!(
            "{} bytes of elevations, but {rows} rows and {columns} columns need {size}",
            reader.remaining()
        )));
    }
    let data = reader.f32s(reader.remaining() / 4)?;
    Ok(Elevation {
        rows,
        columns,
        data,
    })
}

/// Moves and scales the elevations to the range 0 to 1; a flat field becomes 0.
fn normalize(data: &mut [f32]) -> Result<(), AssetError> {
    let (mut low, mut high) = (1e10f32, -1e10f32);
    for &value in data.iter() {
        // Written so that NaN changes neither.
        if value < low {
            low = value;
        }
        if high < value {
            high = value;
        }
    }
    if low > high {
        return Err(AssetError::new(
            "the elevations of a height field have no range",
        ));
    }
    let range = high - low;
    for value in data {
        *value -= low;
        if f64::from(range) > FLAT {
            *value /= range;
        }
    }
    Ok(())
}
