//! Files that episodes were recorded in, as arrays by their names: NumPy's, and HDF5 by feature.

use std::path::{Path, PathBuf};

use super::numpy::{self, Array};

/// What a path names: a file, and in HDF5 a group of it after a colon.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    NumPy(PathBuf),
    Hdf5 { file: PathBuf, group: String },
}

/// By the name's end: `state.npz`, `episodes.hdf5`, `episodes.hdf5:data/demo_0`.
fn place(path: &Path) -> Option<Place> {
    let text = path.to_string_lossy();
    for end in [".hdf5", ".h5"] {
        if let Some((name, group)) = text.split_once(&format!("{end}:")) {
            let (file, group) = (format!("{name}{end}").into(), group.to_owned());
            return Some(Place::Hdf5 { file, group });
        }
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("npy" | "npz") => Some(Place::NumPy(path.to_owned())),
        Some("hdf5" | "h5") => Some(Place::Hdf5 {
            file: path.to_owned(),
            group: String::new(),
        }),
        _ => None,
    }
}

/// Whether a path names a file of arrays that have names.
pub(super) fn has_names(path: &Path) -> bool {
    let is_single = path.extension().is_some_and(|end| end == "npy");
    place(path).is_some() && !is_single
}

/// The arrays of a file; nothing if its name's end is none of these.
pub(super) fn read(path: &Path) -> Option<Result<Vec<(String, Array)>, String>> {
    Some(match place(path)? {
        Place::NumPy(file) => numpy::read(&file),
        Place::Hdf5 { file, group } => {
            let arrays = hdf5(&file, &group);
            arrays.map_err(|reason| format!("{}: {reason}", path.display()))
        }
    })
}

#[cfg(not(feature = "hdf5"))]
fn hdf5(_: &Path, _: &str) -> Result<Vec<(String, Array)>, String> {
    let words =
        "this program was built without HDF5: `cargo install --features hdf5` builds it with it";
    Err(words.to_owned())
}

/// The arrays of a group, without those that are no numbers.
#[cfg(feature = "hdf5")]
fn hdf5(file: &Path, group: &str) -> Result<Vec<(String, Array)>, String> {
    let words = |error: hdf5_pure::Error| error.to_string();
    let file = hdf5_pure::File::open(file).map_err(words)?;
    let group = match group.trim_matches('/') {
        "" => file.root(),
        path => file.group(path).map_err(words)?,
    };
    let mut arrays = Vec::new();
    let mut unread = None;
    for name in group.datasets().map_err(words)? {
        let found = group.dataset(&name).map_err(words)?;
        let shape = found.shape().map_err(words)?;
        let shape = shape.into_iter().map(|size| size as usize).collect();
        match found.read_f64() {
            Ok(values) => arrays.push((name, Array { shape, values })),
            Err(error) => unread = Some(format!("{name}: {error}")),
        }
    }
    if !arrays.is_empty() {
        return Ok(arrays);
    }
    let groups = group.groups().map_err(words)?;
    Err(match (unread, groups.is_empty()) {
        (Some(reason), _) => reason,
        (None, true) => "there is no array in it".to_owned(),
        (None, false) => format!(
            "there is no array in it, but there are groups: FILE:{} names one",
            groups.join(", FILE:")
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_kind_of_file_and_the_group() {
        let group = |path: &str| match place(Path::new(path)) {
            Some(Place::Hdf5 { file, group }) => (file.display().to_string(), group),
            other => panic!("{other:?}"),
        };
        let named = group("a/demo.hdf5:data/demo_3");
        assert_eq!(named, ("a/demo.hdf5".to_owned(), "data/demo_3".to_owned()));
        assert_eq!(group("a.h5"), ("a.h5".to_owned(), String::new()));
        assert_eq!(place(Path::new("a.csv")), None);
        assert!(has_names(Path::new("a.npz")) && has_names(Path::new("a.h5:x")));
        assert!(!has_names(Path::new("a.npy")) && !has_names(Path::new("a.csv")));
    }

    #[cfg(not(feature = "hdf5"))]
    #[test]
    fn a_program_without_hdf5_says_how_to_get_one() {
        let error = read(Path::new("a.hdf5")).expect("HDF5").expect_err("no");
        assert!(error.contains("--features hdf5"), "{error}");
    }

    /// Two episodes in groups as h5py writes them, `ctrl` in chunks with shuffled bytes and gzip, and a
    /// text; packed with gzip, in hexadecimal digits.
    #[cfg(feature = "hdf5")]
    const EPISODES: &str = include_str!("episodes_h5.txt");

    #[cfg(feature = "hdf5")]
    #[test]
    fn an_episode_is_a_group_of_a_file_and_groups_are_named_where_one_is_missing() {
        use std::io::Read as _;

        let digits = EPISODES.split_whitespace().collect::<String>();
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits");
        let packed: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect();
        let mut bytes = Vec::new();
        let mut unpacked = flate2::read::GzDecoder::new(packed.as_slice());
        unpacked.read_to_end(&mut bytes).expect("packed");
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("episodes.h5");
        std::fs::write(&path, bytes).expect("written");
        let of = |group: &str| {
            let path = format!("{}:{group}", path.display());
            read(Path::new(&path)).expect("HDF5")
        };
        let found = of("data/demo_1").expect("arrays");
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["ctrl", "qpos"]);
        assert_eq!(found[0].1.shape, [12, 2]);
        let expected: Vec<f64> = (0..24).map(|at| f64::from(at) / 8.0 + 1.0).collect();
        assert_eq!(found[0].1.values, expected);
        assert_eq!(found[1].1.values, [1.0, 1.25, 1.5]);
        let error = of("data").expect_err("no arrays");
        assert!(error.contains("FILE:demo_0, FILE:demo_1"), "{error}");
        assert!(of("data/demo_7").is_err());
    }
}
