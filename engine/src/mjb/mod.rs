//! Binary models (MJB): a compiled model as one block of bytes, which MuJoCo and its viewer open
//! without compiling anything.
//!
//! The layout is MuJoCo's memory: five numbers that identify the format, all sizes, the structs of
//! options, drawing and statistics, then every array of the table of fields in its order, without
//! gaps. So a file belongs to one version and to little-endian machines. What the engine derives
//! beyond these fields is derived anew when a file is read.

mod flex;
mod layout;
mod read;
mod reference;
mod tree;

use crate::Model;
use crate::error::{Error, ErrorKind};
use crate::model::{Field, Opt};

/// What MuJoCo's binary models start with.
const ID: i32 = 54321;

/// Sizes that have 64 bits in a file; the others have 32.
const WIDE_SIZES: [&str; 2] = ["narena", "nbuffer"];

/// Members of the options in the order in which they lie in memory; the table has numbers first.
const OPTIONS: [&str; 29] = [
    "timestep",
    "apirate",
    "impratio",
    "tolerance",
    "ls_tolerance",
    "noslip_tolerance",
    "ccd_tolerance",
    "gravity",
    "wind",
    "magnetic",
    "density",
    "viscosity",
    "o_margin",
    "o_solref",
    "o_solimp",
    "o_friction",
    "integrator",
    "cone",
    "jacobian",
    "solver",
    "iterations",
    "ls_iterations",
    "noslip_iterations",
    "ccd_iterations",
    "disableflags",
    "enableflags",
    "disableactuator",
    "sdf_initpoints",
    "sdf_iterations",
];
/// Bytes of the options: they end at a multiple of the size of a double.
const OPTION_BYTES: usize = 304;

/// The five numbers: format, bytes of a floating-point number, sizes of 32 and of 64 bits, arrays.
fn header() -> [i32; 5] {
    let wide = WIDE_SIZES.len();
    let narrow = Model::SIZES.len() - wide;
    let arrays = Model::ARRAYS.len();
    [ID, 8, narrow as i32, wide as i32, arrays as i32]
}

fn refuse(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Invalid, message)
}

impl Model {
    /// The model as a binary file (MJB), byte for byte what MuJoCo 3.2.6 writes.
    ///
    /// ```
    /// use plumbline::Model;
    ///
    /// let model = Model::from_xml_string(
    ///     "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>",
    /// )?;
    /// let bytes = model.to_mjb();
    /// assert_eq!(bytes.len(), model.file_bytes());
    /// let copy = Model::from_mjb(&bytes)?;
    /// assert_eq!(copy.to_mjb(), bytes);
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    #[doc(alias = "mj_saveModel")]
    pub fn to_mjb(&self) -> Vec<u8> {
        let mut file = Vec::with_capacity(self.file_bytes());
        file.extend(header().iter().flat_map(|number| number.to_le_bytes()));
        for (info, size) in self.sizes() {
            if WIDE_SIZES.contains(&info.name) {
                file.extend(size.to_le_bytes());
            } else {
                file.extend((size as i32).to_le_bytes());
            }
        }
        file.extend(option_bytes(&self.opt));
        file.extend(bytemuck::bytes_of(&self.vis));
        for member in self.stat.fields() {
            file.extend(member.values.bytes());
        }
        for array in self.arrays() {
            file.extend(array.values.bytes());
        }
        file
    }
}

/// The options as they lie in memory.
fn option_bytes(options: &Opt) -> Vec<u8> {
    let members: Vec<Field<'_>> = options.fields().collect();
    let mut bytes = Vec::with_capacity(OPTION_BYTES);
    for name in OPTIONS {
        let own = |member: &&Field<'_>| member.info.name.strip_prefix("opt.") == Some(name);
        bytes.extend(
            members
                .iter()
                .find(own)
                .into_iter()
                .flat_map(|m| m.values.bytes()),
        );
    }
    bytes.resize(OPTION_BYTES, 0);
    bytes
}
