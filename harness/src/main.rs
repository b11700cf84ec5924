use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match arguments.split_first() {
        Some((command, rest)) if command == "worker" => harness::worker::main(rest),
        _ => ExitCode::FAILURE,
    }
}
