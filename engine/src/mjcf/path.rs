//! Paths as MuJoCo joins and shortens them: as text, without asking the file system.

use crate::asset::Files;

/// `file` in `dir`, unless it is absolute.
pub(crate) fn join(dir: &str, file: &str) -> String {
    if is_absolute(file) {
        return reduce(file);
    }
    let separator = if dir.is_empty() || dir.ends_with(['/', '\\']) {
        ""
    } else {
        "/"
    };
    reduce(&format!("{dir}{separator}{file}"))
}

/// A directory that files are looked for in, and where their bytes come from.
pub(crate) struct Place<'f> {
    pub(crate) dir: String,
    pub(crate) files: &'f Files,
}

impl Place<'_> {
    /// A file under the name that MuJoCo uses from then on: as written if it exists here, else in
    /// the directory of the file that names it.
    pub(crate) fn resolve(&self, file: &str, own_dir: &str) -> String {
        let file = reduce(file);
        if is_absolute(&file) || self.files.find("", &join(&self.dir, &file)).is_some() {
            file
        } else {
            join(own_dir, &file)
        }
    }
}

pub(crate) fn is_absolute(path: &str) -> bool {
    prefix_len(path) > 0
}

/// The directory of a path, with its final separator.
pub(crate) fn directory(path: &str) -> &str {
    &path[..path.rfind(['/', '\\']).map_or(0, |i| i + 1)]
}

/// The last part of a path, without its extension.
pub(crate) fn stem(path: &str) -> &str {
    let name = &path[directory(path).len()..];
    name.rfind('.').map_or(name, |dot| &name[..dot])
}

/// A path without `.` and without needless `..`.
pub(crate) fn reduce(path: &str) -> String {
    let (prefix, rest) = path.split_at(prefix_len(path));
    let mut parts: Vec<&str> = Vec::new();
    let mut steps = rest.split(['/', '\\']).peekable();
    while let Some(step) = steps.next() {
        let last = steps.peek().is_none();
        match step {
            ".." if !last && parts.last().is_some_and(|&p| p != "..") => {
                parts.pop();
            }
            "." if !last => {}
            _ => parts.push(step),
        }
    }
    format!("{prefix}{}", parts.join("/"))
}

/// Length of `/`, `C:\` or `scheme://` at the start.
fn prefix_len(path: &str) -> usize {
    if path.starts_with(['/', '\\']) {
        return 1;
    }
    let drive = path.find(":/").or_else(|| path.find(":\\"));
    drive.map_or(0, |i| i + 2)
}
