//! A report in other formats: for people, for CI servers, for code scanning.

use std::io;
use std::path::{Path, PathBuf};

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
    pub const ALL: [Target; 5] = [
        Target::Html,
        Target::Junit,
        Target::Sarif,
        Target::Github,
        Target::Markdown,
    ];

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
