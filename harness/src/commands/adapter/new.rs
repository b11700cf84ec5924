//! `harness adapter new`: the files of an adapter, to be filled in.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::skeleton;
use crate::commands::{CliError, Exit};

#[derive(Clone, Debug, Args)]
pub struct NewArguments {
    /// Name of the engine: lower-case letters, digits and underscores
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Where to write [default: a new directory of that name]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

pub(super) fn new(arguments: &NewArguments) -> Result<Exit, CliError> {
    let name = &arguments.name;
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    let fits = name
        .bytes()
        .all(|byte| letter(byte) || byte.is_ascii_digit())
        && name.bytes().next().is_some_and(letter);
    if !fits || name == "adapter" {
        return Err(CliError::Usage(format!(
            "{name:?} cannot name an adapter: lower-case letters, digits and underscores, not \"adapter\""
        )));
    }
    let folder = arguments.folder.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from(name));
    let files = [
        ("adapter.py".to_owned(), skeleton::LIBRARY.to_owned()),
        (format!("{name}.py"), filled(skeleton::ENGINE, name)),
        (format!("{name}.toml"), filled(skeleton::PROFILE, name)),
    ];
    // All or nothing: what somebody wrote is not overwritten.
    let paths = files.each_ref().map(|(file, _)| folder.join(file));
    if let Some(there) = paths.iter().find(|path| path.exists()) {
        let message = format!("{} exists already", there.display());
        return Err(CliError::Usage(message));
    }
    std::fs::create_dir_all(&folder).map_err(CliError::io(folder.display()))?;
    for (path, (_, text)) in paths.iter().zip(&files) {
        write(path, text)?;
        println!("{}", path.display());
    }
    println!("\nnext: fill in {name}.py, then there `harness adapter check 'python3 {name}.py'`");
    Ok(Exit::Ok)
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    let file = std::fs::File::create_new(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(CliError::io(path.display()))
}

fn filled(template: &str, name: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    let words = name.split('_').filter(|word| !word.is_empty());
    let class: String = words.map(capital).collect();
    // Digits alone are no name of a class.
    let class = match class.starts_with(|first: char| first.is_ascii_uppercase()) {
        true => class,
        false => format!("Engine{class}"),
    };
    template.replace("@name@", name).replace("@class@", &class)
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn classes_are_named_after_engines() {
        assert_eq!(
            filled("@class@ @name@", "my_engine2"),
            "MyEngine2 my_engine2"
        );
        assert_eq!(filled("@class@", "_3d"), "Engine3d");
    }
}
