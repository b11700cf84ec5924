#!/usr/bin/env python3
"""Does what a new user does: a project outside of the workspace that depends on the packaged library by one line.

The package is unpacked into a temporary folder, beside a project without flags, profile or configuration. Its program steps models of
fixtures/ and prints where they got to; MuJoCo, asked through the harness, has to have got to the same bits. Nothing may compile C on the
way: the linker is there, compilers are not.

With --newest the project takes the newest versions of all dependencies instead of those that the package was locked with.
"""

import argparse
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["bench", "asset", "collision", "integrator", "sensor", "tendon"]
STEPS = 40

MANIFEST = """[package]
name = "outside"
version = "0.1.0"
edition = "2024"

[dependencies]
plumbline = {{ package = "plumbline-physics", path = "{package}" }}
"""

# Every number is written so that it can be read back exactly.
PROGRAM = """
use plumbline::{Data, Model};

fn run(path: &str, steps: usize) -> Result<String, Box<dyn std::error::Error>> {
    let model = Model::from_xml(path)?;
    let mut data = Data::new(&model);
    for i in 0..data.qvel.len() {
        data.qvel[i] = (i % 7) as f64 * 0.1 - 0.3;
    }
    for i in 0..data.ctrl.len() {
        data.ctrl[i] = (i % 5) as f64 * 0.2 - 0.4;
    }
    for _ in 0..steps {
        data.step(&model)?;
    }
    let fields = [&data.ctrl, &data.qpos, &data.qvel, &data.sensordata];
    Ok(fields.map(|field| format!("{:?}", &field[..])).join(" "))
}

fn main() {
    let steps = std::env::args().nth(1).unwrap().parse().unwrap();
    for path in std::env::args().skip(2) {
        match run(&path, steps) {
            Ok(values) => println!("{values}"),
            Err(error) => println!("refused: {}", error.to_string().replace('\\n', " ")),
        }
    }
}
"""

# What stands between rustc and the linker: links, and compiles nothing.
LINKER = """#!/bin/sh
for word; do
    case $word in
        -c | -E | -S | *.c | *.cc | *.cpp | *.cxx) echo "something compiles C: cc $*" >&2; exit 1 ;;
    esac
done
PATH={path} exec {cc} "$@"
"""

# Crates that a build script would compile C with, or look for a C library with.
COMPILERS = ["bindgen", "cc", "clang-sys", "cmake", "pkg-config", "vcpkg"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--harness", default=str(ROOT / "target" / "release" / "harness"), help="the program [default: %(default)s]")
    parser.add_argument("--newest", action="store_true", help="take the newest versions of all dependencies")
    parser.add_argument("--release", action="store_true", help="build the project with --release")
    arguments = parser.parse_args()
    models = sorted(path for folder in FOLDERS for path in (ROOT / "fixtures" / folder).glob("*.xml"))
    check_dependencies()
    with tempfile.TemporaryDirectory() as folder:
        program = build(pathlib.Path(folder), arguments)
        command = [program, str(STEPS), *map(str, models)]
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    complaints = [complaint for model, line in zip(models, lines, strict=True) if (complaint := compare(arguments, model, line))]
    for complaint in complaints:
        print(f"outside: {complaint}")
    print(f"outside: {len(models)} models, {STEPS} steps each, {len(complaints)} complaints")
    return 1 if complaints else 0


def check_dependencies():
    """Nothing that the library depends on compiles C, or says that it needs a newer Rust than the library does."""
    packages = json.loads(run(["cargo", "metadata", "--format-version", "1", "--all-features"], cwd=ROOT))["packages"]
    oldest = {(package["name"], "v" + package["version"]): package["rust_version"] or "1.0" for package in packages}
    words = ["-p", "plumbline-physics", "-e", "normal,build", "--prefix", "none", "--all-features", "--no-dedupe"]
    lines = run(["cargo", "tree", *words], cwd=ROOT).splitlines()
    used = {tuple(line.split()[:2]) for line in lines}
    promised = version(next(oldest[package] for package in used if package[0] == "plumbline-physics"))
    for package in sorted(used):
        if package[0] in COMPILERS:
            sys.exit(f"outside: the library depends on {package[0]}")
        if version(oldest[package]) > promised:
            sys.exit(f"outside: {' '.join(package)} needs Rust {oldest[package]}, which is newer than the library's rust-version")


def version(text):
    return [int(number) for number in text.split(".")][:2]


def build(folder, arguments):
    """The program of a project beside the unpacked package."""
    metadata = json.loads(run(["cargo", "metadata", "--no-deps", "--format-version", "1"], cwd=ROOT))
    release = next(package["version"] for package in metadata["packages"] if package["name"] == "plumbline-physics")
    # The project builds what is in the package, so that it need not be tried twice.
    run(["cargo", "package", "-p", "plumbline-physics", "--no-verify", "--allow-dirty", "--quiet"], cwd=ROOT)
    name = f"plumbline-physics-{release}"
    with tarfile.open(pathlib.Path(metadata["target_directory"]) / "package" / f"{name}.crate") as archive:
        archive.extractall(folder, filter="data")
    missing = [file for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] if not (folder / name / file).is_file()]
    if missing:
        sys.exit(f"outside: the package has no {', '.join(missing)}")
    project = folder / "project"
    (project / "src").mkdir(parents=True)
    (project / "Cargo.toml").write_text(MANIFEST.format(package=folder / name))
    (project / "src" / "main.rs").write_text(PROGRAM)
    if not arguments.newest:
        shutil.copy(folder / name / "Cargo.lock", project)
    run(["cargo", "build", *(["--release"] if arguments.release else [])], cwd=project, env=environment(folder))
    return project / "target" / ("release" if arguments.release else "debug") / "outside"


def environment(folder):
    """That of a user who set nothing, on a machine that has Rust and a linker."""
    tools = folder / "tools"
    tools.mkdir()
    linker = tools / "cc"
    linker.write_text(LINKER.format(path=os.environ["PATH"], cc=shutil.which("cc")))
    linker.chmod(0o755)
    for tool in ["cargo", "rustc"]:
        where = run([*(["rustup", "which"] if shutil.which("rustup") else ["which"]), tool], cwd=ROOT).strip()
        (tools / tool).symlink_to(where)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CARGO_", "RUST", "CC", "CXX")) or name == "CARGO_HOME"}
    nowhere = {name: "false" for name in ["CC", "CXX", "HOST_CC", "TARGET_CC", "CLANG_PATH"]}
    return kept | nowhere | {"LIBCLANG_PATH": "/nonexistent", "PATH": str(tools)}


def run(command, **place):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **place)
    if done.returncode:
        sys.exit(f"outside: {' '.join(command)} failed:\n{done.stderr}")
    return done.stdout


def compare(arguments, model, line):
    """What is wrong with a line of the program, by MuJoCo's results on the same model."""
    name = model.relative_to(ROOT)
    if line.startswith("refused: "):
        theirs = dump(arguments, model, "qpos", {}, 0)
        return None if isinstance(theirs, str) else f"{name}: MuJoCo takes it, the program {line[:200]}"
    texts = line.removeprefix("[").removesuffix("]").split("] [")
    ctrl, *ours = [[float(word) for word in text.split(", ") if word] for text in texts]
    state = {"qvel": [i % 7 * 0.1 - 0.3 for i in range(len(ours[1]))], "ctrl": [i % 5 * 0.2 - 0.4 for i in range(len(ctrl))]}
    theirs = dump(arguments, model, "qpos,qvel,sensordata", state, STEPS)
    if isinstance(theirs, str):
        return f"{name}: MuJoCo says {theirs}, the program {line[:200]}"
    for field, values in zip(["qpos", "qvel", "sensordata"], ours, strict=True):
        if pack(values) != pack([float(value) for value in theirs[field]]):
            return f"{name}: {field} is {values}, MuJoCo has {theirs[field]}"
    return None


def pack(values):
    return struct.pack(f"<{len(values)}d", *values)


def dump(arguments, model, fields, state, steps):
    """Fields by name as MuJoCo has them, or why there are none."""
    command = [arguments.harness, "dump", "--simulator", "mujoco@3.2.6", "--fields", fields, "--steps", str(steps), str(model)]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(state, file)
        file.flush()
        command += ["--state", file.name]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return " ".join(done.stderr.split())
    return {name: field["data"] for name, field in json.loads(done.stdout)["data"]["fields"].items()}


if __name__ == "__main__":
    sys.exit(main())
