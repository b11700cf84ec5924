//! The program `harness`: each subcommand is a module of [`harness::cli`].

use std::process::ExitCode;

use clap::Parser;
use harness::cli::{
    Cli, Command, Exit, accept, baseline, bench, compare, drift, dump, explain, golden, history,
    inspect, library, list, merge, render, run, soak,
};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Soak(arguments) => soak::soak(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Accept(arguments) => accept::accept(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Baseline(arguments) => baseline::baseline(&arguments),
        Command::History(arguments) => history::history(&arguments),
        Command::Render(arguments) => render::render(&arguments),
        Command::Golden { what } => golden::golden(&what),
        Command::Merge(arguments) => merge::merge(&arguments),
        Command::Drift(arguments) => drift::drift(&arguments),
        Command::Dump(arguments) => dump::dump(&arguments),
        Command::Library(arguments) => library::library(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Doctor(arguments) => inspect::doctor(&arguments),
        Command::Simulators(arguments) => inspect::simulators(&arguments),
        Command::Worker { arguments } => return harness::worker::main(&arguments),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("error: {error}");
            Exit::from(&error).into()
        }
    }
}
