"""Takes the place of mujoco for everything that is imported afterwards."""

import importlib
import importlib.abc
import importlib.machinery
import os
import sys
import types

from . import _real

# Parts of the package mujoco that draw: they come from MuJoCo itself, if it is there.
_DRAWING = ("viewer", "renderer", "gl_context", "egl", "glfw", "osmesa", "cgl", "usd")
_SWITCH = "PLUMBLINE_AS_MUJOCO"


class NotInstalled(ImportError):
    """A part of mujoco that needs MuJoCo itself."""


def real_mujoco():
    """MuJoCo itself, if it is installed; else None. It is kept for drawing."""
    return _real.load()


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds parts of mujoco that draw: those of MuJoCo itself, which get copies of our models; or
    modules whose use raises an error."""

    def find_spec(self, name, path=None, target=None):
        if not name.startswith("mujoco."):
            return None
        if name.split(".")[1] not in _DRAWING:
            raise NotInstalled(f"{name} is not part of plumbline", name=name)
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        if spec.name == "mujoco.viewer":
            return importlib.import_module("plumbline._viewer")
        if spec.name == "mujoco.renderer":
            return importlib.import_module("plumbline._rendering")
        return _drawing(spec.name)

    def exec_module(self, module):
        pass


def _drawing(name):
    """A part of MuJoCo itself, looked for when it is first used."""
    module = types.ModuleType(name, "A part of MuJoCo itself, which must be installed.")

    def attribute(word):
        if word.startswith("__"):
            raise AttributeError(word)
        part = _real.needed(f"{name}.{word}", name)
        return getattr(part, word)

    module.__getattr__ = attribute
    module.__path__ = []
    return module


def install_as_mujoco():
    """Makes `import mujoco` give this package, here and in processes started from here."""
    import plumbline

    if sys.modules.get("mujoco") is plumbline:
        return plumbline
    for name in [n for n in sys.modules if n == "mujoco" or n.startswith("mujoco.")]:
        # It cannot be imported a second time.
        _real._modules[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, _Finder())
    sys.modules["mujoco"] = plumbline
    sys.modules["mujoco.rollout"] = importlib.import_module("plumbline.rollout")
    for part in ("_structs", "_enums", "_functions", "_constants", "_errors", "_callbacks", "_specs"):
        sys.modules[f"mujoco.{part}"] = plumbline
    # Processes that are started from here import `sitecustomize` of this folder, which installs too.
    os.environ[_SWITCH] = "1"
    folder = os.path.join(os.path.dirname(__file__), "_site")
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if folder not in paths:
        os.environ["PYTHONPATH"] = os.pathsep.join([folder, *filter(None, paths)])
    return plumbline
