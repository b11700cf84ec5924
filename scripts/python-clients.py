#!/usr/bin/env python3
"""Runs what people run on MuJoCo on the Python package, and compares it with MuJoCo itself.

    scripts/python-clients.py [--suites NAMES] [--folder DIR] [--steps N] [--sources DIR] [--wheel FILE]

It makes virtual environments with the package, MuJoCo 3.2.6 and the clients. Suites:

  package      the package's own tests: every attribute, functions, memory, names, vectors of
               environments; those of the harness, if cargo has built it (target/*/harness)
  gymnasium    trajectories of all v5 environments, bit by bit
  gym-tests    gymnasium's own tests without drawing, as many as pass on MuJoCo
  rollout      MuJoCo's rollout_test
  bindings     MuJoCo's bindings_test
  specs        MuJoCo's specs_test
  dm_control   trajectories of all tasks of its suite, bit by bit
  dm-tests     dm_control's own tests of its index and core
  robosuite    trajectories of three environments, bit by bit
  notebook     the notebook of the package runs
  sdist        the package installs from its source distribution, and has MuJoCo's bits
  memory       misuse that must not crash, under valgrind
  speed        figures of steps, calls and vectors of environments beside MuJoCo's; no verdict

--sources has checkouts: `mujoco` (tag 3.2.6) and `gymnasium` (tag v1.0.0); what is not there is cloned.
--wheel names the package as it was built before; without it, it is built.
The exit code is 0, or 100 if anything differs.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "engine" / "python"
CLIENTS = PACKAGE / "tests" / "clients"

REQUIREMENTS = {
    "": ["mypy", "pytest", "numpy", "gymnasium==1.0.0", "imageio"],
    "notebook": ["nbmake", "ipykernel"],
    "rollout": ["absl-py"],
    "bindings": ["absl-py"],
    "specs": ["absl-py", "etils[epath]"],
    "dm_control": ["dm_control==1.0.26", "--no-deps"],
    "dm-tests": ["dm_control==1.0.26", "--no-deps"],
    # What it asks for without a bound has gone on to a later MuJoCo, or to a later numpy.
    "robosuite": ["robosuite==1.5.1", "mink==0.0.5", "opencv-python<4.12"],
}
# Tests of MuJoCo's that are about something that is not here, each with its reason.
LEFT_OUT = {
    "test_docstrings": "texts of pybind11",
    "test_realloc_con_efc": "a function for other bindings that resizes the arena",
    "test_can_raise_error": "sets the pointer of MuJoCo's stack",
}


def run(command, **options):
    print("+", " ".join(map(str, command)), flush=True)
    return subprocess.run([str(part) for part in command], **options)


# Environments of their own, for clients whose dependencies may not suit the others.
VENVS = {"dm_control": "dm_control", "dm-tests": "dm_control", "robosuite": "robosuite", "sdist": "sdist"}
CHECKOUTS = {
    "mujoco": ("https://github.com/google-deepmind/mujoco", "3.2.6"),
    "gymnasium": ("https://github.com/Farama-Foundation/Gymnasium", "v1.0.0"),
}


def make_wheel(folder):
    """The package as a wheel, as pip builds it."""
    wheels = folder / "wheels"
    for old in wheels.glob("*.whl"):
        old.unlink()
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--no-deps", "--wheel-dir", wheels, PACKAGE], check=True)
    return next(wheels.glob("*.whl"))


def make_venv(folder, suite, wheel):
    """The Python of an environment that has what a suite needs."""
    venv = folder / VENVS.get(suite, "venv")
    python = venv / "bin" / "python"
    if not python.exists():
        run([sys.executable, "-m", "venv", venv], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for name in ("", suite):
        if name in REQUIREMENTS:
            run([*pip, "mujoco==3.2.6", *REQUIREMENTS[name]], check=True)
    if VENVS.get(suite) == "dm_control":
        needs = "dm-env dm-tree labmaze lxml protobuf pyparsing requests scipy setuptools tqdm absl-py"
        run([*pip, *needs.split()], check=True)
    run([*pip, "--no-deps", "--force-reinstall", wheel], check=True)
    return python


def checkout(name, arguments):
    """The source of a client."""
    sources = pathlib.Path(arguments.sources or arguments.folder / "sources").resolve()
    if not (sources / name).exists():
        url, tag = CHECKOUTS[name]
        run(["git", "clone", "--quiet", "--depth", "1", "--branch", tag, url, sources / name], check=True)
    return sources / name


def trajectories(python, script, *arguments):
    """Whether a script prints the same lines on MuJoCo and on the package."""
    lines = []
    for prefix in ([], ["-m", "plumbline"]):
        command = [python, *prefix, CLIENTS / script, *arguments]
        out = run(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "MUJOCO_GL": "disable"})
        lines.append(out.stdout.splitlines())
        if out.returncode:
            print(f"  ended with {out.returncode}")
            return False
    theirs, mine = lines
    for reference, subject in zip(theirs, mine):
        verdict = "same" if reference == subject else f"DIFFERS\n  {reference}\n  {subject}"
        print(f"  {reference.split()[0]}: {verdict}")
    return bool(theirs) and theirs == mine


def outcomes(python, prefix, tests, options, folder):
    """What each test came to, by its name."""
    command = [python, *prefix, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", *options, *tests]
    env = {**os.environ, "MUJOCO_GL": "disable"}
    out = run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder, env=env)
    found = re.findall(r"^(PASSED|FAILED|ERROR|SKIPPED) (\S+)", out.stdout, re.M)
    if not found:
        print(out.stdout[-3000:])
    return {name.split("::", 1)[-1]: what for what, name in found if what != "SKIPPED"}


def same_tests(python, tests, options=(), folder=None, left_out=()):
    """Whether every test that passes on MuJoCo passes on the package, but for those left out."""
    reference = outcomes(python, [], tests, options, folder)
    subject = outcomes(python, ["-m", "plumbline"], tests, options, folder)
    passed = [name for name, what in reference.items() if what == "PASSED"]
    excused = [n for n in passed if any(re.search(rf"{word}(\d|$|\b)", n) for word in left_out)]
    lost = [n for n in passed if subject.get(n) != "PASSED" and n not in excused]
    for name in lost:
        print(f"  LOST {name}: {subject.get(name)}")
    kept = sum(subject.get(name) == "PASSED" for name in passed)
    print(f"  {kept} of {len(passed)} that pass on MuJoCo, {len(excused)} left out")
    return bool(passed) and not lost


def built_harness():
    """The environment in which the package finds the program that this checkout has built."""
    built = [path for path in (ROOT / "target").glob("*/harness") if os.access(path, os.X_OK)]
    if not built or "PLUMBLINE_HARNESS" in os.environ:
        return os.environ
    newest = max(built, key=lambda path: path.stat().st_mtime)
    return {**os.environ, "PLUMBLINE_HARNESS": str(newest)}


def from_sdist(python, arguments):
    """Whether the source distribution can be installed, and what it makes computes MuJoCo's bits."""
    folder = arguments.folder / "source-distribution"
    shutil.rmtree(folder, ignore_errors=True)
    run([python, "-m", "pip", "install", "--quiet", "maturin"], check=True)
    maturin = python.parent / "maturin"
    run([maturin, "sdist", "--out", folder], check=True, cwd=PACKAGE)
    source = next(folder.glob("*.tar.gz"))
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-deps"]
    run([*pip, "--force-reinstall", source], check=True)
    return trajectories(python, "run_gymnasium.py", min(arguments.steps, 100))


def under_valgrind(python):
    if shutil.which("valgrind") is None:
        sys.exit("python-clients: the suite memory needs valgrind")
    env = {**os.environ, "PYTHONMALLOC": "malloc"}
    # Reads and writes of memory that is gone. Numpy's and Python's own tricks with values that were
    # never written are not what this is about.
    options = ["--error-exitcode=99", "--leak-check=no", "--undef-value-errors=no", "--quiet"]
    options.append(f"--suppressions={CLIENTS / 'valgrind.supp'}")
    return run(["valgrind", *options, python, CLIENTS / "run_misuse.py"], env=env).returncode == 0


def suite(name, python, arguments):
    if name == "package":
        tests = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", PACKAGE / "tests"]
        return run(tests, env=built_harness()).returncode == 0
    if name == "notebook":
        tests = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbmake", PACKAGE / "examples"]
        return run(tests, env=built_harness()).returncode == 0
    if name == "sdist":
        return from_sdist(python, arguments)
    if name == "memory":
        return under_valgrind(python)
    if name == "speed":
        return run([python, CLIENTS / "run_speed.py"]).returncode == 0
    if name == "gymnasium":
        return trajectories(python, "run_gymnasium.py", arguments.steps)
    if name == "dm_control":
        return trajectories(python, "run_dm_control.py", arguments.steps)
    if name == "dm-tests":
        tests = ["--pyargs", "dm_control.mujoco.index_test", "dm_control.mujoco.wrapper.core_test"]
        return same_tests(python, tests, folder=arguments.folder)
    if name == "robosuite":
        return trajectories(python, "run_robosuite.py", min(arguments.steps, 200))
    if name == "gym-tests":
        source = checkout("gymnasium", arguments)
        folder = source / "tests" / "envs" / "mujoco"
        drawing = ["-k", "not render and not v2 and not v3 and not V2 and not V3"]
        return same_tests(python, [folder], drawing, source)
    if name not in ("rollout", "bindings", "specs"):
        sys.exit(f"python-clients: there is no suite {name}")
    # Beside the package's source it would be that which is imported.
    with tempfile.TemporaryDirectory() as folder:
        test = checkout("mujoco", arguments) / "python" / "mujoco" / f"{name}_test.py"
        # Models of the tests lie beside them, not in the package that takes mujoco's place.
        text = test.read_text().replace('epath.resource_path("mujoco")', f'epath.Path("{test.parent}")')
        (pathlib.Path(folder) / test.name).write_text(text)
        return same_tests(python, [test.name], folder=folder, left_out=LEFT_OUT)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--suites", default="package,gymnasium")
    parser.add_argument("--folder", default=ROOT / "target" / "python-clients", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--sources")
    parser.add_argument("--wheel", type=pathlib.Path)
    arguments = parser.parse_args()
    suites = arguments.suites.split(",")
    arguments.folder = arguments.folder.resolve()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    wheel = arguments.wheel or make_wheel(arguments.folder)
    failed = []
    for name in suites:
        print(f"== {name}", flush=True)
        python = make_venv(arguments.folder, name, wheel)
        if not suite(name, python, arguments):
            failed.append(name)
    print("differs:", ", ".join(failed) or "nothing")
    return 100 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
