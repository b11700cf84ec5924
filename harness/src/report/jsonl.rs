//! `report.jsonl`: a header, one line per record, a footer without which the file is truncated.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Reporter, at};
use crate::results::{Event, Footer, Header, Record};

/// Writes a run's events as lines of JSON.
#[derive(Debug)]
pub struct JsonLines {
    file: BufWriter<File>,
    path: PathBuf,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Header(&'a Header),
    Record(&'a Record),
    Footer(&'a Footer),
}

impl JsonLines {
    pub fn create(path: &Path) -> io::Result<JsonLines> {
        Ok(JsonLines {
            file: BufWriter::new(File::create(path).map_err(at(path))?),
            path: path.to_owned(),
        })
    }

    fn write(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(header) => self.line(&Line::Header(header))?,
            Event::CaseStarted { .. } => return Ok(()),
            Event::CaseFinished { records, .. } => {
                for record in records {
                    self.line(&Line::Record(record))?;
                }
            }
            Event::Finished(footer) => self.line(&Line::Footer(footer))?,
        }
        // A run that is killed leaves every finished case behind.
        self.file.flush()
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.file, line)?;
        self.file.write_all(b"\n")
    }
}

impl Reporter for JsonLines {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.write(event).map_err(|error| at(&self.path)(error))
    }
}
