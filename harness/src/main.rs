//! The program `harness`.

use std::process::ExitCode;

fn main() -> ExitCode {
    harness::commands::main(std::env::args_os()).into()
}
