"""Runs a program with this package in the place of mujoco:

    python -m plumbline script.py arguments
    python -m plumbline -m pytest tests

or the program `harness` that comes with it, if the first word is one of its commands:

    plumbline upgrade my_models/ --from 3.3.7 --to 3.4.0
    plumbline help
"""

import os
import runpy
import sys

from . import _command, _core, install_as_mujoco


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        sys.exit(__doc__)
    # A program of such a name is still run as ./name.
    if arguments[0] in _command.names(_core):
        _command.run(_core, arguments)
    install_as_mujoco()
    if arguments[0] == "-m":
        if len(arguments) < 2:
            sys.exit("a module's name belongs after -m")
        sys.argv = arguments[1:]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
