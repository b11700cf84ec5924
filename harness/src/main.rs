//! The program `harness`: each subcommand is a module of [`harness::commands`].

use std::process::ExitCode;

use clap::Parser;
use harness::commands::{
    Cli, Command, Exit, accept, baseline, bench, compare, compile, doctor, drift, dump, explain,
    fuzz, golden, history, library, list, merge, mutants, reduce, render, run, soak, upgrade,
    utilities, verdict,
};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Soak(arguments) => soak::soak(&arguments),
        Command::Utilities(arguments) => utilities::utilities(&arguments),
        Command::Reduce(arguments) => reduce::reduce(&arguments),
        Command::Fuzz(arguments) => fuzz::fuzz(&arguments),
        Command::Mutants(arguments) => mutants::mutants(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Accept(arguments) => accept::accept(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Compile(arguments) => compile::compile(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Baseline(arguments) => baseline::baseline(&arguments),
        Command::History(arguments) => history::history(&arguments),
        Command::Render(arguments) => render::render(&arguments),
        Command::Golden { what } => golden::golden(&what),
        Command::Verdict { what } => verdict::verdict(&what),
        Command::Merge(arguments) => merge::merge(&arguments),
        Command::Upgrade(arguments) => upgrade::upgrade(&arguments),
        Command::Drift(arguments) => drift::drift(&arguments),
        Command::Dump(arguments) => dump::dump(&arguments),
        Command::Library(arguments) => library::library(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Doctor(arguments) => doctor::doctor(&arguments),
        Command::Simulators(arguments) => doctor::simulators(&arguments),
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
