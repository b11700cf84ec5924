//! Height fields of a model.

use super::asset::{Paths, copy, file_name, read_file};
use super::refusal::asset;
use crate::asset::{Elevation, elevation};
use crate::error::Error;
use crate::model::Model;
use crate::spec::{self, Spec};

/// A height field ready for the model.
#[derive(Debug)]
pub(super) struct Hfield<'a> {
    pub(super) spec: &'a spec::Hfield,
    elevation: Elevation,
    pub(super) path: &'a str,
}

pub(super) fn compile(spec: &Spec) -> Result<Vec<Hfield<'_>>, Error> {
    let hfields = spec.hfields.iter().map(|hfield| {
        let paths = hfield.paths.as_deref().unwrap_or(&spec.paths);
        let read = |file: &str| read_file(spec, paths, &paths.meshes, file);
        Ok(Hfield {
            spec: hfield,
            elevation: elevation(hfield, read)
                .map_err(|wrong| asset("hfield", &hfield.source, wrong))?,
            path: file_name(&hfield.file, paths),
        })
    });
    hfields.collect()
}

pub(super) fn write_sizes(hfields: &[Hfield<'_>], model: &mut Model) {
    model.nhfield = hfields.len();
    model.nhfielddata = hfields.iter().map(|field| field.elevation.data.len()).sum();
}

pub(super) fn write(hfields: &[Hfield<'_>], paths: &mut Paths, model: &mut Model) {
    let mut next = 0;
    for (id, field) in hfields.iter().enumerate() {
        model.hfield_size[id] = field.spec.size;
        model.hfield_nrow[id] = field.elevation.rows;
        model.hfield_ncol[id] = field.elevation.columns;
        model.hfield_adr[id] = next as i32;
        model.hfield_pathadr[id] = paths.add(field.path);
        copy(&field.elevation.data, &mut model.hfield_data, &mut next);
    }
}
