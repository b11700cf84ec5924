//! From a command line to an exit code, for the program `harness` and for other programs that have
//! the harness inside.

use std::ffi::OsString;
use std::io::Write;

use clap::{CommandFactory, Parser};

use super::{Cli, Command, Exit, adapter, fields};
use super::{
    accept, baseline, bench, compare, compile, doctor, drift, dump, explain, fuzz, golden, history,
    library, list, matrix, merge, mutants, reduce, render, run, soak, upgrade, utilities, verdict,
};

/// The commands, for programs that have others besides.
pub fn names() -> Vec<String> {
    let program = Cli::command();
    let named = program.get_subcommands().map(|one| one.get_name());
    named.chain(["help"]).map(str::to_owned).collect()
}

/// Does what a command line says; its first word is the program.
pub fn main(words: impl IntoIterator<Item = OsString>) -> Exit {
    let exit = match Cli::try_parse_from(words) {
        Ok(cli) => carry_out(cli.command),
        Err(message) => {
            // Where nobody reads, there is nobody to tell.
            let _ = message.print();
            match message.use_stderr() {
                true => Exit::Usage,
                false => Exit::Ok,
            }
        }
    };
    // Only a program of Rust's own does this at its end.
    let _ = std::io::stdout().flush();
    exit
}

fn carry_out(command: Command) -> Exit {
    let result = match command {
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
        Command::Matrix(arguments) => matrix::matrix(&arguments),
        Command::Adapter { what } => adapter::adapter(&what),
        Command::Fields(arguments) => fields::fields(&arguments),
        Command::Merge(arguments) => merge::merge(&arguments),
        Command::Upgrade(arguments) => upgrade::upgrade(&arguments),
        Command::Drift(arguments) => drift::drift(&arguments),
        Command::Dump(arguments) => dump::dump(&arguments),
        Command::Library(arguments) => library::library(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Doctor(arguments) => doctor::doctor(&arguments),
        Command::Simulators(arguments) => doctor::simulators(&arguments),
        Command::Worker { arguments } => {
            return crate::worker::main(&arguments).map_or_else(
                |message| {
                    eprintln!("worker: {message}");
                    Exit::Internal
                },
                |()| Exit::Ok,
            );
        }
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        Exit::from(&error)
    })
}
