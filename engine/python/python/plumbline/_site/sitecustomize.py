"""Runs at the start of processes whose parent called `plumbline.install_as_mujoco`: they do so too.
A `sitecustomize` that this one hides is run first."""

import importlib.machinery
import importlib.util
import os
import sys


def _run_hidden():
    here = os.path.dirname(os.path.abspath(__file__))
    others = [path for path in sys.path if os.path.abspath(path or ".") != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec and spec.loader:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


_run_hidden()
if os.environ.get("PLUMBLINE_AS_MUJOCO") == "1":
    import plumbline

    plumbline.install_as_mujoco()
