//! The ratios of all records in one table, stage by stage.

use std::io::{self, Write};

use crate::results::{Record, StageRatio};

/// The stages of all records that were judged by rounding.
#[derive(Debug, Default)]
pub struct StageTable {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    /// Of all records together; the median is that of the records' medians.
    all: StageRatio,
    medians: Vec<f64>,
}

impl StageTable {
    pub fn take(&mut self, record: &Record) {
        let stages = record.rounding.iter().flat_map(|rounding| &rounding.stages);
        // A stage that a record is the first to have comes after the one before it there.
        let mut next = 0;
        for stage in stages {
            let known = self
                .rows
                .iter()
                .position(|row| row.all.stage == stage.stage);
            let at = known.unwrap_or_else(|| {
                let row = Row {
                    all: stage.clone(),
                    medians: Vec::new(),
                };
                self.rows.insert(next, row);
                next
            });
            next = at + 1;
            let Row { all, medians } = &mut self.rows[at];
            if stage.judged > 0 {
                medians.push(stage.median.0);
            }
            if known.is_some() {
                all.judged += stage.judged;
                all.fails += stage.fails;
                all.limited += stage.limited;
                all.undecidable += stage.undecidable;
                if stage.max.0 > all.max.0 {
                    all.max = stage.max;
                    all.field.clone_from(&stage.field);
                }
            }
        }
    }

    pub fn print(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "{:<14} {:>8} {:>9} {:>9} {:>6} {:>8} {:>11}",
            "stage", "judged", "median r", "max r", "fails", "limited", "undecidable"
        )?;
        for Row { all, medians } in &mut self.rows {
            medians.sort_by(f64::total_cmp);
            let median = medians.get(medians.len() / 2).copied().unwrap_or(0.0);
            writeln!(
                out,
                "{:<14} {:>8} {:>9} {:>9} {:>6} {:>8} {:>11}  {}",
                all.stage,
                all.judged,
                shown(median),
                shown(all.max.0),
                all.fails,
                all.limited,
                all.undecidable,
                all.field
            )?;
        }
        Ok(())
    }
}

fn shown(ratio: f64) -> String {
    if ratio < 1000.0 {
        format!("{ratio:.2}")
    } else {
        format!("{ratio:.1e}")
    }
}
