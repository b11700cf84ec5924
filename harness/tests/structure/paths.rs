//! The paths that a source file names: `crate::a::b`, `super::c`, also in groups and in macros.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path from the crate's root, name by name.
type Names = Vec<String>;

/// The sources below a folder but for those of its own module and for tests.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let own = ["lib.rs", "main.rs", "mod.rs"].map(|name| folder.join(name));
    let all = sources(folder);
    let tests: Vec<PathBuf> = all.iter().flat_map(|file| test_modules(file)).collect();
    let is_test = |file: &PathBuf| {
        tests
            .iter()
            .any(|test| file.with_extension("").starts_with(test))
    };
    let kept = all.into_iter().filter(|file| !own.contains(file));
    kept.filter(|file| !is_test(file)).collect()
}

/// The modules that a file declares for tests alone, as paths without an ending.
fn test_modules(file: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let is_root = ["lib.rs", "main.rs", "mod.rs"]
        .iter()
        .any(|name| file.ends_with(name));
    let children = if is_root {
        file.with_file_name("")
    } else {
        file.with_extension("")
    };
    let declared = text.split("#[cfg(test)]\n").skip(1);
    let names = declared.filter_map(|rest| rest.lines().next()?.trim().strip_suffix(';'));
    let names = names.filter_map(|line| line.rsplit_once("mod ").map(|(_, name)| name.to_owned()));
    names.map(|name| children.join(name)).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut unread = vec![folder.to_owned()];
    while let Some(directory) = unread.pop() {
        let entries = std::fs::read_dir(&directory).expect("a readable folder");
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                unread.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The module that a file is, from the folder on.
pub(crate) fn module(folder: &Path, file: &Path) -> Names {
    let inside = file.strip_prefix(folder).expect("a file of the folder");
    let names = inside.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    let mut names: Names = names.collect();
    if names.len() > 1 && names.last().is_some_and(|name| name == "mod") {
        names.pop();
    }
    names
}

/// Names that the folder's own module takes from its entries, each with its entry.
pub(crate) fn exports(folder: &Path, entries: &BTreeSet<String>) -> BTreeMap<String, String> {
    let own = ["lib.rs", "mod.rs"].map(|name| folder.join(name));
    let mut exports = BTreeMap::new();
    for file in own.iter().filter(|file| file.is_file()) {
        let mut names = Reader::new(&[]);
        names.starts = entries.clone();
        names.read(tokens(file));
        for path in names.found {
            if let (Some(first), Some(last)) = (path.first(), path.last())
                && first != last
                && entries.contains(first)
            {
                exports.insert(last.clone(), first.clone());
            }
        }
    }
    exports
}

/// All paths of a file from the crate's root; `module` is the module that the file is.
pub(crate) fn paths(file: &Path, module: &[String]) -> Vec<Names> {
    let mut reader = Reader::new(module);
    reader.read(tokens(file));
    reader.found
}

/// The code of a file; comments are gone, texts are single tokens.
fn tokens(file: &Path) -> TokenStream {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let tokens = text.parse();
    tokens.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Gathers the paths of a module.
struct Reader {
    module: Names,
    /// Names with which a path may begin besides `crate` and `super`.
    starts: BTreeSet<String>,
    found: Vec<Names>,
}

type Tokens = Peekable<proc_macro2::token_stream::IntoIter>;

impl Reader {
    fn new(module: &[String]) -> Reader {
        Reader {
            module: module.to_vec(),
            starts: BTreeSet::new(),
            found: Vec::new(),
        }
    }

    fn read(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut before = String::new();
        while let Some(token) = tokens.next() {
            let mut word = token.to_string();
            match token {
                TokenTree::Group(group) if before == "#" && is_test(&group.stream()) => {
                    skip_item(&mut tokens);
                }
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Ident(_) if before == "mod" => self.enter(word.clone(), &mut tokens),
                TokenTree::Ident(_) if takes_colons(&mut tokens) => {
                    if word == "crate" {
                        self.tree(Vec::new(), &mut tokens);
                    } else if word == "super" {
                        let above = self.module.split_last().map_or(&[][..], |(_, above)| above);
                        self.tree(above.to_vec(), &mut tokens);
                    } else if before != "::" && self.starts.contains(&word) {
                        self.tree(vec![word], &mut tokens);
                    }
                    word = "::".to_owned();
                }
                _ => {}
            }
            before = word;
        }
    }

    /// A module inside of the file.
    fn enter(&mut self, name: String, tokens: &mut Tokens) {
        if let Some(TokenTree::Group(body)) = tokens.peek() {
            let body = body.stream();
            tokens.next();
            self.module.push(name);
            self.read(body);
            self.module.pop();
        }
    }

    /// What follows after `path::`: a name, a further `super`, or a group of such.
    fn tree(&mut self, mut path: Names, tokens: &mut Tokens) {
        match tokens.peek() {
            Some(TokenTree::Ident(name)) => {
                let name = name.to_string();
                tokens.next();
                match name.as_str() {
                    "super" => drop(path.pop()),
                    "self" => {}
                    _ => path.push(name),
                }
                if takes_colons(tokens) {
                    self.tree(path, tokens);
                } else {
                    self.found.push(path);
                }
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let mut items = group.stream().into_iter().peekable();
                tokens.next();
                while items.peek().is_some() {
                    self.tree(path.clone(), &mut items);
                    items.by_ref().find(|token| token.to_string() == ",");
                }
            }
            _ => self.found.push(path),
        }
    }
}

/// Whether an attribute is `cfg(test)`.
fn is_test(attribute: &TokenStream) -> bool {
    attribute.to_string().replace(' ', "") == "cfg(test)"
}

/// Leaves out the item that an attribute stands before.
fn skip_item(tokens: &mut Tokens) {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        other => other.to_string() == ";",
    };
    tokens.find(ends);
}

/// Takes `::` if it comes next.
fn takes_colons(tokens: &mut Tokens) -> bool {
    let is_colon = |token: &TokenTree| token.to_string() == ":";
    tokens.next_if(is_colon).is_some() && tokens.next_if(is_colon).is_some()
}
