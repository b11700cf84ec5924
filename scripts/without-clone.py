#!/usr/bin/env python3
"""Does what somebody does who has models and not this repository: installs the program, and asks whether an upgrade is safe.

    scripts/without-clone.py [--release] [--wheel FILE]

A clone is made in a temporary folder, `cargo install --locked` and pip install from it, and it is removed. Then, in a folder with two
models and nothing else, the program of either and `python -m plumbline` have to give the verdict that 3.3.7 -> 3.4.0 deserves: a stack
of boxes changes because of the depth of its contacts, a pendulum does not. --wheel takes a wheel of the Python package that was made
from this commit, and saves building it.
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

BOX_STACK = """<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 0.1"/>
    <body name="bottom" pos="0 0 0.09975"><freejoint/><geom name="bottom" type="box" size="0.1 0.1 0.1"/></body>
    <body name="top" pos="0 0 0.2992"><freejoint/><geom name="top" type="box" size="0.1 0.1 0.1"/></body>
  </worldbody>
</mujoco>
"""
PENDULUM = """<mujoco>
  <worldbody>
    <body name="pole" euler="0 40 0"><joint name="hinge" axis="0 1 0"/><geom size="0.1" pos="0 0 -1"/></body>
  </worldbody>
</mujoco>
"""
UPGRADE = ["upgrade", "my", "--from", "3.3.7", "--to", "3.4.0", "--steps", "200"]
EXPECTED = [
    r"MuJoCo 3\.3\.7 -> 3\.4\.0: 1 of 2 models move differently, 1 move bit for bit the same\.",
    r"CHANGED +my/box_stack +from step 1 ",
    r"contact\.dist of box-box pairs, my/box_stack, first at qpos0: bottom - top .* mm -> .* mm; positions and frames equal",
    r"Introduced in 3\.4\.0",
    r"Verdict: REVIEW 1 model ",
]


def run(command, **options):
    print("+", " ".join(map(str, command)), flush=True)
    return subprocess.run([str(part) for part in command], check=True, **options)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--release", action="store_true", help="install an optimised program, as users do")
    parser.add_argument("--wheel", type=pathlib.Path, help="a wheel of the Python package")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        programs = install(folder, arguments)
        place = folder / "empty"
        (place / "my").mkdir(parents=True)
        (place / "my" / "box_stack.xml").write_text(BOX_STACK)
        (place / "my" / "pendulum.xml").write_text(PENDULUM)
        complaints = [complaint for program in programs for complaint in ask(program, place)]
    for complaint in complaints:
        print(f"without-clone: {complaint}")
    print(f"without-clone: {len(programs)} programs, {len(complaints)} complaints")
    return 1 if complaints else 0


def install(folder, arguments):
    """The commands of programs that were installed from a clone which is gone."""
    clone = folder / "clone"
    run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone])
    profile = [] if arguments.release else ["--debug"]
    built = ["--target-dir", ROOT / "target" / "without-clone"]
    words = ["cargo", "install", "--quiet", "--locked", *profile, *built, "--root", folder / "cargo"]
    run([*words, "--path", clone / "harness"], cwd=folder)
    venv = folder / "venv"
    run([sys.executable, "-m", "venv", venv])
    pip = [venv / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, arguments.wheel.resolve() if arguments.wheel else clone / "engine" / "python"], cwd=folder)
    shutil.rmtree(clone)
    return [[folder / "cargo" / "bin" / "harness"], [venv / "bin" / "plumbline"], [venv / "bin" / "python", "-m", "plumbline"]]


def ask(program, place):
    """Complaints about what a program says of the upgrade."""
    # The user's cache is kept, so that each version is fetched once; nothing else says where we are.
    env = {name: value for name, value in os.environ.items() if not name.startswith(("CARGO", "PLUMBLINE_HARNESS", "PYTHON"))}
    command = [*map(str, program), *UPGRADE]
    print("+", " ".join(command), flush=True)
    out = subprocess.run(command, cwd=place, env=env, stdout=subprocess.PIPE, text=True)
    print(out.stdout)
    name = pathlib.Path(command[0]).name
    if out.returncode != 100:
        yield f"{name}: exit code {out.returncode} instead of 100"
    for line in EXPECTED:
        if not re.search(line, out.stdout):
            yield f"{name}: nothing in its output is {line}"
    page = re.search(r"page: (\S+)", out.stdout)
    if not page or "</html>" not in (place / page[1]).read_text():
        yield f"{name}: there is no page"


if __name__ == "__main__":
    sys.exit(main())
