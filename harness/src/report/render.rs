//! A report in other formats: for people, for CI servers, for code scanning.

use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{Report, github, html, junit, markdown, sarif};

/// A format that a report can be rendered to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Target {
    /// One page for a browser, without network
    Html,
    /// JUnit XML, which every CI server reads
    Junit,
    /// SARIF 2.1.0 for code scanning
    Sarif,
    /// GitHub workflow commands that annotate the MJCF
    Github,
    /// Markdown for a job summary
    Markdown,
}

impl Target {
    /// The formats' names, with what `--to` is for.
    pub fn help(purpose: &str) -> String {
        let names = Target::value_variants().iter();
        let names: Vec<String> = names
            .filter_map(|target| Some(target.to_possible_value()?.get_name().to_owned()))
            .collect();
        format!("{purpose} (comma-separated): {}", names.join(", "))
    }

    /// The file in the report's directory.
    pub fn file_name(self) -> &'static str {
        match self {
            Target::Html => "report.html",
            Target::Junit => "junit.xml",
            Target::Sarif => "report.sarif",
            Target::Github => "annotations.txt",
            Target::Markdown => "summary.md",
        }
    }

    pub fn render(self, report: &Report) -> io::Result<String> {
        match self {
            Target::Html => html::render(report),
            Target::Junit => junit::render(report),
            Target::Sarif => sarif::render(report),
            Target::Github => Ok(github::render(report)),
            Target::Markdown => Ok(markdown::render(report)),
        }
    }

    /// Writes the file; returns where.
    pub fn write(self, report: &Report, directory: &Path) -> io::Result<PathBuf> {
        let path = directory.join(self.file_name());
        std::fs::write(&path, self.render(report)?)?;
        Ok(path)
    }
}
