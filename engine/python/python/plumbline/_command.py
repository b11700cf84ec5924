"""The program `harness`: a function of the compiled module.

Simulators run in processes of their own, which start this very file: without the package around it,
without site-packages and without the user's settings of Python.
"""

import importlib.util
import pathlib
import sys


def load():
    """The compiled module, from beside this file."""
    found = sorted(pathlib.Path(__file__).parent.glob("_core*.so"))
    if not found:
        sys.exit("harness: the compiled part of plumbline is missing")
    spec = importlib.util.spec_from_file_location("_core", found[0])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def names(core):
    """The words that a command line can begin with; none in a build without the command."""
    return core.commands() if hasattr(core, "commands") else []


def run(core, arguments):
    """Does what the arguments say, and ends Python with the exit code."""
    if not hasattr(core, "command"):
        sys.exit("harness: this build of plumbline is without it: build it with the feature `command`")
    again = [sys.executable, "-I", "-S", str(pathlib.Path(__file__).resolve())]
    sys.exit(core.command(["harness", *arguments], again))


def main():
    from . import _core

    run(_core, sys.argv[1:])


if __name__ == "__main__":
    run(load(), sys.argv[1:])
