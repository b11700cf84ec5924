//! `harness upgrade` without network, on a full disk, and killed: a clear error, and nothing lost.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::Sandbox;

const STACK: &str = include_str!("box_stack.xml");

const UPGRADE: &str = "upgrade my --from 3.3.7 --to 3.4.0 --steps 60";

fn sandbox() -> Sandbox {
    Sandbox::new().file("my/box_stack.xml", STACK)
}

/// Runs a line of Bash in the sandbox, in which `harness` is the program.
fn bash(sandbox: &Sandbox, line: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_harness");
    let line = format!("harness() {{ '{program}' \"$@\"; }}; {line}");
    let mut command = Command::new("bash");
    let command = command.args(["-c", &line]).current_dir(sandbox.path());
    command.output().expect("bash")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn without_a_network_it_says_so_and_leaves_no_half_version() {
    let sandbox = sandbox();
    // Nobody listens there.
    let index = "PIP_CONFIG_FILE=/dev/null PIP_INDEX_URL=http://127.0.0.1:9/simple PIP_RETRIES=1";
    let output = bash(
        &sandbox,
        &format!("export {index}; harness {UPGRADE} --cache empty"),
    );
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    let words = "MuJoCo 3.3.7 is not available: python3 could not download mujoco==3.3.7: the \
                 package index cannot be reached (is there a network?)";
    assert!(errors.contains(words), "{errors}");
    let left = std::fs::read_dir(sandbox.path().join("empty")).expect("a cache");
    let left: Vec<_> = left.map(|one| one.expect("readable").file_name()).collect();
    assert_eq!(left, ["lock"]);
}

#[test]
fn on_a_full_disk_the_verdict_is_told_and_no_half_page_is_left() {
    let sandbox = sandbox();
    // No file may be larger than 8 KiB, which the page is; the signal that comes with it is ignored.
    let line = format!("trap '' XFSZ; ulimit -f 8; harness {UPGRADE}");
    let output = bash(&sandbox, &line);
    let (words, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(words.contains("CHANGED   my/box_stack"), "{words}");
    assert!(words.contains("Verdict: REVIEW 1 model\n"), "{words}");
    assert!(errors.contains("upgrade.html: File too large"), "{errors}");
    let reports = std::fs::read_dir(sandbox.path().join("reports")).expect("reports");
    for report in reports {
        let report = report.expect("readable").path();
        let left: Vec<_> = std::fs::read_dir(report)
            .expect("a report")
            .map(|one| one.expect("readable").file_name())
            .collect();
        assert_eq!(left, ["upgrade.json"]);
    }
}

#[test]
fn on_a_full_disk_accepted_changes_stay_as_they_were() {
    let sandbox = sandbox();
    let accepted = sandbox.path().join("upgrade-accepted.json");
    assert_eq!(sandbox.harness(&format!("{UPGRADE} --accept")).code, 0);
    let before = std::fs::read_to_string(&accepted).expect("accepted");
    let fresh = sandbox.path().join("upgrade-accepted.json.new");
    std::os::unix::fs::symlink("/dev/full", fresh).expect("a link");
    let other = "upgrade my --from 3.3.7 --to 3.4.0 --steps 50 --accept";
    let outcome = sandbox.harness(other);
    assert_eq!(outcome.code, 1, "{}", outcome.everything());
    assert!(
        outcome.stderr.contains("No space left"),
        "{}",
        outcome.stderr
    );
    let after = std::fs::read_to_string(&accepted).expect("accepted");
    assert_eq!(after, before);
    assert_eq!(sandbox.harness(UPGRADE).code, 0);
}

/// The processes that a process started.
fn children(pid: u32) -> Vec<u32> {
    let is_child = |path: &Path| {
        let stat = std::fs::read_to_string(path.join("stat")).ok()?;
        let (_, rest) = stat.rsplit_once(')')?;
        let parent: u32 = rest.split_whitespace().nth(1)?.parse().ok()?;
        (parent == pid).then_some(())?;
        path.file_name()?.to_str()?.parse().ok()
    };
    let all = std::fs::read_dir("/proc").expect("processes");
    all.filter_map(|one| is_child(&one.ok()?.path())).collect()
}

/// Waits for something that comes soon.
fn soon<T>(what: &str, found: impl Fn() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "no {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_killed_one_leaves_no_process_and_can_be_run_again() {
    let sandbox = sandbox();
    assert_eq!(sandbox.harness(&format!("{UPGRADE} --accept")).code, 0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    let words = "upgrade my --from 3.3.7 --to 3.4.0 --steps 10000000 --accept";
    let command = command.args(words.split_whitespace());
    let command = command.current_dir(sandbox.path()).stderr(Stdio::null());
    let mut running = command.stdout(Stdio::null()).spawn().expect("started");
    let workers = soon("two versions at work", || {
        Some(children(running.id())).filter(|found| found.len() >= 2)
    });
    running.kill().expect("killed");
    running.wait().expect("ended");
    let lives = |pid: &u32| Path::new(&format!("/proc/{pid}")).exists();
    soon("end of the versions", || {
        (!workers.iter().any(lives)).then_some(())
    });
    // What was accepted before is accepted still.
    assert_eq!(sandbox.harness(UPGRADE).code, 0);
}
