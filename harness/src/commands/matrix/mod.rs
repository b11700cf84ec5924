//! `harness matrix`: several engines over the same cases, as one page of features and engines.

mod badge;
mod count;
mod details;
mod history;
mod page;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{
    CaseArguments, ComparisonArguments, SimulatorArguments, job_count, parse_kind,
};
use super::list::select;
use super::run::{check, compare_cases, profiled, reporters, without_matrix};
use super::{CliError, Exit};
use crate::case::Case;
use crate::case::tags::{Tagging, Tags};
use crate::provision::cache::Cache;
use crate::provision::engines;
use crate::report::{Folder, Report, Target, Verbosity};
use crate::results::Event;
use crate::run::Whole;
use crate::simulator::Kind;
use count::{Column, Counts};
use history::History;

pub(super) const HELP: &str = "\
Examples:
  harness matrix fixtures/                               the engine and every other one that is installed
  harness matrix fixtures/ --engine engine --engine mjx@3.2.6 --tag '!flex'
  harness matrix fixtures/ --engine my_engine.toml       an engine by its profile (docs/verdict.md)
  harness matrix fixtures/ --reports reports/            from runs that were made before

OUT/index.html has a row for each feature and a column for each engine; each cell leads to the models
that differ, and from there to the value. OUT/history.json is kept and grows by each run.";

#[derive(Clone, Debug, Args)]
pub struct MatrixArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
    /// An engine (see `harness simulators`) or its profile (a .toml file); may be repeated
    /// [default: this project's, and the newest of each other one that is installed]
    #[arg(long, value_name = "KIND")]
    pub engine: Vec<String>,
    /// Take runs that were made before from these directories: of each subject the newest. With it
    /// only engines that --engine names are run
    #[arg(long, value_name = "DIR")]
    pub reports: Vec<PathBuf>,
    /// Directory for the pages
    #[arg(long, value_name = "DIR", default_value = "matrix")]
    pub out: PathBuf,
    /// What the rows are
    #[arg(long, value_enum, value_name = "KIND", default_value = "feature")]
    pub rows: Tagging,
    /// Each fixture once, without the matrix of options in its sidecar
    #[arg(long)]
    pub no_matrix: bool,
    /// Cases at a time, each with two processes [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

pub fn matrix(arguments: &MatrixArguments) -> Result<Exit, CliError> {
    let found = select(&arguments.cases)?;
    let tags: BTreeMap<String, Tags> = {
        let tagged = found.cases.iter();
        tagged
            .map(|case| (case.name.clone(), Tags::of(case)))
            .collect()
    };
    let out = &arguments.out;
    fs::create_dir_all(out).map_err(CliError::io(&out.display().to_string()))?;
    let mut reports = earlier(&arguments.reports)?;
    crate::interrupt::watch();
    for engine in engines_to_run(arguments)? {
        let report = run_engine(arguments, &engine, found.cases.clone())?;
        reports.retain(|other| other.header.subject.kind != report.header.subject.kind);
        reports.push(report);
    }
    if reports.is_empty() {
        let message = "there is neither an engine to run nor a report".to_owned();
        return Err(CliError::Nothing(message));
    }
    let mut columns = Vec::new();
    for report in &reports {
        let column = Column::of(report, &tags, arguments.rows);
        if column.total().cases() == 0 {
            let (path, run) = (report.path.display(), &report.header.run);
            let message = format!("{path}: run {run} has none of these cases");
            return Err(CliError::Nothing(message));
        }
        columns.push(column);
    }
    write(arguments, &reports, columns)
}

/// Writes everything into the directory; what is there of other engines stays.
fn write(
    arguments: &MatrixArguments,
    reports: &[Report],
    mut columns: Vec<Column>,
) -> Result<Exit, CliError> {
    let out = &arguments.out;
    let put = |name: &str, text: &str| -> Result<(), CliError> {
        let path = out.join(name);
        let shown = path.display().to_string();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(CliError::io(&shown))?;
        }
        fs::write(&path, text).map_err(CliError::io(&shown))
    };
    for (report, column) in reports.iter().zip(&mut columns) {
        let place = format!("runs/{}/{}", column.slug, column.run);
        let folder = out.join(&place);
        fs::create_dir_all(&folder).map_err(CliError::io(&place))?;
        let written = Target::Html.write(report, &folder);
        written.map_err(CliError::io(&place))?;
        column.report = format!("{place}/report.html");
    }
    let mut history = History::read(&out.join("history.json"))?;
    for column in &columns {
        history.add(column);
    }
    put("history.json", &history.to_json())?;
    for column in &columns {
        put(
            &format!("engines/{}.html", column.slug),
            &details::page(column),
        )?;
        put(&format!("badges/{}.svg", column.slug), &badge::of(column))?;
    }
    put(
        "index.html",
        &page::page(&columns, &history, arguments.rows),
    )?;
    for column in &columns {
        println!("{}: {}", column.subject, column.total().words());
    }
    println!("{}", out.join("index.html").display());
    Ok(Exit::Ok)
}

/// What `--engine` says; without it and without reports, all that there is.
fn engines_to_run(arguments: &MatrixArguments) -> Result<Vec<String>, CliError> {
    if !arguments.engine.is_empty() || !arguments.reports.is_empty() {
        return Ok(arguments.engine.clone());
    }
    let options = arguments.simulators.provision();
    let cache = Cache::locate(options.cache.as_deref()).map_err(CliError::Usage)?;
    let mut all = vec![ComparisonArguments::SUBJECT.to_owned()];
    for known in engines::ENGINES {
        let installed = known.installed(&cache);
        let newest = installed
            .iter()
            .max_by_key(|version| engines::numbers(version));
        all.extend(newest.map(|version| format!("{}@{version}", known.name)));
    }
    Ok(all)
}

/// Runs one engine over the cases and keeps its report.
fn run_engine(
    arguments: &MatrixArguments,
    engine: &str,
    mut cases: Vec<Case>,
) -> Result<Report, CliError> {
    let simulators = arguments.simulators.clone();
    let mut comparison = ComparisonArguments {
        no_matrix: arguments.no_matrix,
        allow_empty: true,
        allow_uncovered: true,
        jobs: Some(job_count(arguments.jobs)),
        ..ComparisonArguments::of(arguments.cases.clone(), simulators)
    };
    let is_profile = Path::new(engine).extension().is_some_and(|e| e == "toml");
    match is_profile {
        true => comparison.profile = Some(engine.into()),
        false => {
            let kind = parse_kind(engine)?;
            if kind == Kind::Golden {
                let message = "recorded values are no engine".to_owned();
                return Err(CliError::Usage(message));
            }
            comparison.subject = engine.to_owned();
        }
    }
    let profile = profiled(&mut comparison)?;
    check(&comparison)?;
    if comparison.no_matrix {
        without_matrix(&mut cases);
    }
    profile.apply(&mut cases);
    let parent = arguments
        .out
        .join("runs")
        .join(count::slug(&comparison.subject));
    let mut folder = None;
    let mut listeners = Vec::new();
    compare_cases(&comparison, &cases, Whole::default(), &mut |event| {
        if let Event::Started(header) = event {
            let made = Folder::create(&parent, &header.run)?;
            listeners = reporters(&made, Verbosity::Quiet)?;
            folder = Some(made);
        }
        listeners
            .iter_mut()
            .try_for_each(|listener| listener.event(event))
    })?;
    let folder = folder.ok_or_else(|| CliError::Nothing("nothing was run".to_owned()))?;
    Ok(Report::open(&folder.path)?)
}

/// The newest report of each subject below the directories.
fn earlier(places: &[PathBuf]) -> Result<Vec<Report>, CliError> {
    let mut newest: BTreeMap<String, Report> = BTreeMap::new();
    for place in places {
        let walk = walkdir::WalkDir::new(place).sort_by_file_name();
        for entry in walk {
            let entry = entry.map_err(|error| CliError::Usage(error.to_string()))?;
            if entry.file_name() != "report.jsonl" {
                continue;
            }
            let report = Report::open(entry.path())?;
            let kind = report.header.subject.kind.clone();
            let older = |known: &Report| known.header.run <= report.header.run;
            if newest.get(&kind).is_none_or(older) {
                newest.insert(kind, report);
            }
        }
    }
    Ok(newest.into_values().collect())
}

/// Counts of all columns for one row.
fn row<'a>(columns: &'a [Column], name: &'a str) -> impl Iterator<Item = (&'a Column, Counts)> {
    columns
        .iter()
        .map(move |column| (column, column.counts(name)))
}
