//! qhull's sources as they are compiled: some functions under other names, and what the options fix written as constants.

use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

/// The files, and the functions in them that the C side has its own versions of.
const FILES: [(&str, &[&str]); 14] = [
    ("geom2_r.c", &[]),
    ("geom_r.c", &["qh_distplane"]),
    ("global_r.c", &["qh_option"]),
    ("io_r.c", &[]),
    ("libqhull_r.c", &[]),
    ("mem_r.c", &["qh_memalloc", "qh_memfree"]),
    ("merge_r.c", &[]),
    ("poly2_r.c", &[]),
    ("poly_r.c", &[]),
    ("qset_r.c", &[]),
    ("random_r.c", &[]),
    ("stat_r.c", &[]),
    ("user_r.c", &[]),
    ("usermem_r.c", &[]),
];

/// The file in which options become fields: there they stay what they are.
const OPTIONS: &str = "global_r.c";

/// Fields that have the same value for every hull: those of options that are never given, of options that are on by default, and sizes in three
/// dimensions. The C side checks that they have.
const FIXED: [(&str, &str); 5] = [
    (
        "0",
        "ALLpoints ALLOWwide ANGLEmerge APPROXhull ATinfinity AVOIDold BESToutside CHECKduplicates CHECKfrequently DELAUNAY FORCEoutput \
         GOODpoint GOODthreshold GOODvertex HALFspace IStracing KEEPcoplanar KEEPinside MERGEexact MERGEpinched NOnarrow NOnearinside \
         ONLYgood ONLYmax PICKfurthest POSTmerge PRINTstatistics RANDOMdist RANDOMoutside REPORTfreq REPORTfreq2 RERUN SCALElast \
         SETroundoff SKIPcheckmax SKIPconvex STOPpoint TESTvneighbors TRACElevel TRACEmerge TRInormals UPPERdelaunay VERIFYoutput \
         VIRTUALmemory VORONOI",
    ),
    (
        "1",
        "MERGEindependent MERGING MERGEvertices PREmerge PRINTprecision ZEROcentrum",
    ),
    ("3", "hull_dim input_dim"),
    ("(int)(3 * sizeof(realT))", "normal_size"),
    ("(int)(2 * sizeof(realT))", "center_size"),
];

/// Writes the files into a directory, with a function that tells whether what is fixed is as it should be.
pub(crate) fn write(from: &[impl AsRef<Path>], to: &Path) -> io::Result<()> {
    for (file, functions) in FILES {
        let paths = from.iter().map(|directory| directory.as_ref().join(file));
        let path = paths.into_iter().find(|path| path.is_file());
        let mut text = fs::read_to_string(path.unwrap_or_default())?;
        for function in functions {
            text = rename(&text, function)
                .ok_or_else(|| io::Error::other(format!("{file} does not define {function}")))?;
        }
        fs::write(
            to.join(file),
            if file == OPTIONS { text } else { fix(&text) },
        )?;
    }
    fs::write(to.join("fixed.h"), check())
}

/// Gives the definition of a function another name.
fn rename(text: &str, function: &str) -> Option<String> {
    // only a definition names the types of its arguments
    let (before, after) = text.split_once(&format!("{function}(qhT *qh"))?;
    Some(format!("{before}{function}_replaced(qhT *qh{after}"))
}

/// Puts the values of fixed fields where they are read.
fn fix(text: &str) -> String {
    let mut pieces = text.split("qh->");
    let mut fixed = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (name, rest) = piece.split_at(end.unwrap_or(piece.len()));
        let next = rest.trim_start();
        let is_set = next.starts_with('=') && !next.starts_with("==");
        let value = FIXED
            .iter()
            .find(|(_, names)| names.split(' ').any(|n| n == name));
        match value {
            Some((value, _)) if !is_set => fixed += value,
            _ => fixed = fixed + "qh->" + name,
        }
        fixed += rest;
    }
    fixed
}

fn check() -> String {
    let mut text = "static int as_fixed(const qhT *qh) {\n  return 1".to_owned();
    for (value, names) in FIXED {
        for name in names.split(' ') {
            // writing to a string cannot fail
            let _ = write!(text, "\n    && qh->{name} == {value}");
        }
    }
    text + ";\n}\n"
}
