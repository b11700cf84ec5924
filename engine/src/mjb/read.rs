//! A binary file to a model. Nothing is allocated before the sizes are known to fit the file.

use super::{OPTION_BYTES, OPTIONS, WIDE_SIZES, flex, header, layout, reference, refuse, tree};
use crate::Model;
use crate::error::Error;
use crate::model::names::SLOTS_PER_NAME;
use crate::model::{Opt, Statistic, Visual};

/// Sizes must be below this, or MuJoCo's arithmetic with them could wrap around.
const MAX_SIZE: i64 = (i32::MAX / 4) as i64;

impl Model {
    /// Loads a binary model (MJB) that MuJoCo 3.2.6 or [`Model::to_mjb`] wrote.
    ///
    /// MuJoCo trusts most of such a file. Here everything that a simulation relies on is checked: a
    /// file that was damaged is refused with a sentence that says what is wrong in it.
    ///
    /// ```
    /// let error = plumbline::Model::from_mjb(b"no model").unwrap_err();
    /// assert_eq!(error.message, "the file has 8 bytes, too few for the header of a binary model");
    /// ```
    #[doc(alias = "mj_loadModel")]
    pub fn from_mjb(file: &[u8]) -> Result<Model, Error> {
        let mut reader = Reader { file, position: 0 };
        reader.header()?;
        let mut model = Model::default();
        reader.sizes(&mut model)?;
        check_sizes(&model)?;
        reader.structs(&mut model)?;
        reader.check_length(&model)?;
        model.allocate();
        model.each_array_mut(|bytes| reader.copy(bytes));
        reference::check(&model)?;
        layout::check(&model)?;
        flex::check(&model)?;
        tree::check(&model)?;
        model.note_structure();
        Ok(model)
    }
}

struct Reader<'f> {
    file: &'f [u8],
    position: usize,
}

impl Reader<'_> {
    fn left(&self) -> usize {
        self.file.len() - self.position
    }

    /// The next bytes; there must be as many.
    fn copy(&mut self, into: &mut [u8]) {
        let end = self.position + into.len();
        into.copy_from_slice(&self.file[self.position..end]);
        self.position = end;
    }

    fn number(&mut self) -> i32 {
        let mut bytes = [0; 4];
        self.copy(&mut bytes);
        i32::from_le_bytes(bytes)
    }

    fn wide_number(&mut self) -> i64 {
        let mut bytes = [0; 8];
        self.copy(&mut bytes);
        i64::from_le_bytes(bytes)
    }

    fn header(&mut self) -> Result<(), Error> {
        let expected = header();
        if self.left() < size_of_val(&expected) {
            let length = self.left();
            return Err(refuse(format!(
                "the file has {length} bytes, too few for the header of a binary model"
            )));
        }
        let found = expected.map(|_| self.number());
        if found[0] == expected[0].swap_bytes() {
            return Err(refuse(
                "the binary model was written on a big-endian machine; write it on a little-endian one",
            ));
        }
        let parts = [
            "the file is no binary model: its first number is",
            "the model was written with floating-point numbers of another size: bytes per number are",
            "the model was written by another version: sizes of 32 bits are",
            "the model was written by another version: sizes of 64 bits are",
            "the model was written by another version: arrays are",
        ];
        for (part, (found, expected)) in parts.iter().zip(found.into_iter().zip(expected)) {
            if found != expected {
                let version = crate::MUJOCO_VERSION;
                return Err(refuse(format!("{part} {found}"))
                    .expected(format!("{expected}, as in {version}")));
            }
        }
        Ok(())
    }

    fn sizes(&mut self, model: &mut Model) -> Result<(), Error> {
        let wide = WIDE_SIZES.len();
        if self.left() < 4 * (Model::SIZES.len() - wide) + 8 * wide {
            return Err(refuse("the binary model ends within its sizes"));
        }
        for info in Model::SIZES {
            let value = if WIDE_SIZES.contains(&info.name) {
                self.wide_number()
            } else {
                i64::from(self.number())
            };
            let may_be_negative = ["nemax", "njmax", "nconmax"].contains(&info.name);
            if value < 0 && !may_be_negative {
                let name = info.name;
                return Err(
                    refuse(format!("size `{name}` of the binary model is {value}"))
                        .expected("zero or more"),
                );
            }
            model.set_size(info.name, value);
        }
        Ok(())
    }

    fn structs(&mut self, model: &mut Model) -> Result<(), Error> {
        let numbers: usize = model.stat.fields().map(|member| member.values.len()).sum();
        if self.left() < OPTION_BYTES + size_of::<Visual>() + 8 * numbers {
            return Err(refuse("the binary model ends within its options"));
        }
        let start = self.position;
        let options: &mut Opt = &mut model.opt;
        for name in OPTIONS {
            if let Some(bytes) = options.bytes_mut(&format!("opt.{name}")) {
                self.copy(bytes);
            }
        }
        self.position = start + OPTION_BYTES;
        self.copy(bytemuck::bytes_of_mut(&mut model.vis));
        for info in Statistic::FIELDS {
            if let Some(bytes) = model.stat.bytes_mut(info.name) {
                self.copy(bytes);
            }
        }
        Ok(())
    }

    /// Refuses a file that does not hold exactly the arrays of these sizes.
    fn check_length(&self, model: &Model) -> Result<(), Error> {
        let mut left = self.left();
        for (name, bytes) in model.array_bytes() {
            left = left
                .checked_sub(bytes)
                .ok_or_else(|| refuse(format!("the binary model ends within `{name}`")))?;
        }
        if left > 0 {
            return Err(refuse(format!(
                "{left} bytes follow the binary model's last array"
            )));
        }
        Ok(())
    }
}

/// Refuses sizes that cannot belong together.
fn check_sizes(model: &Model) -> Result<(), Error> {
    let contradiction = |name: &str, found: usize, expected: String| {
        Err(refuse(format!("size `{name}` of the binary model is {found}")).expected(expected))
    };
    if model.nbody == 0 {
        return contradiction(
            "nbody",
            0,
            "one or more: there always is a world".to_owned(),
        );
    }
    if model.nmocap as i64 >= MAX_SIZE {
        return contradiction("nmocap", model.nmocap, format!("less than {MAX_SIZE}"));
    }
    let names: usize = reference::named_sizes(model).into_iter().sum();
    if model.nnames_map != names.saturating_mul(SLOTS_PER_NAME) {
        let expected = format!("{SLOTS_PER_NAME} for each of the {names} names");
        return contradiction("nnames_map", model.nnames_map, expected);
    }
    let bytes = model.buffer_bytes();
    if model.nbuffer != bytes {
        let expected = format!("{bytes}, which the other sizes ask for");
        return contradiction("nbuffer", model.nbuffer, expected);
    }
    Ok(())
}
