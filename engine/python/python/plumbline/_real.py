"""MuJoCo itself beside this package: it is kept for drawing, and gets copies of models and data."""

import contextlib
import importlib
import sys

import numpy as np

from . import _core

VERSION = "3.2.6"
# Larger arrays are pictures and surfaces: they are copied when a model is first drawn, and when a
# program uploads them anew.
_LARGE = 1 << 20
_modules = {}


class NoRendering(RuntimeError):
    """Something was to be drawn, and MuJoCo itself is not there to do it."""

    def __init__(self, name, reason=None):
        reason = reason or f"install MuJoCo itself (pip install mujoco=={VERSION})"
        super().__init__(f"{name} draws, which this engine does not: {reason}")


def _is_mujoco(name):
    return name == "mujoco" or name.startswith("mujoco.")


@contextlib.contextmanager
def as_itself():
    """While this lasts, `import mujoco` means MuJoCo itself."""
    import plumbline

    from ._install import _Finder

    if sys.modules.get("mujoco", plumbline) is not plumbline:
        # The program uses both side by side.
        yield
        return
    mine = {name: module for name, module in sys.modules.items() if _is_mujoco(name)}
    finders = [finder for finder in sys.meta_path if isinstance(finder, _Finder)]
    for name in mine:
        del sys.modules[name]
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder not in finders]
    sys.modules.update(_modules)
    try:
        yield
    finally:
        for name in [name for name in sys.modules if _is_mujoco(name)]:
            _modules[name] = sys.modules.pop(name)
        sys.modules.update(mine)
        sys.meta_path[:0] = finders


def load(part="mujoco"):
    """MuJoCo itself or a part of its package; None if it is not installed."""
    if part in _modules:
        return _modules[part]
    try:
        with as_itself():
            return importlib.import_module(part)
    except ImportError:
        return None


def needed(name, part="mujoco"):
    """MuJoCo itself, for something of this name to be drawn."""
    real = load()
    if real is None:
        raise NoRendering(name)
    if real.__version__ != VERSION:
        reason = f"MuJoCo {real.__version__} is installed, {VERSION} is needed"
        raise NoRendering(name, reason)
    found = real if part == "mujoco" else load(part)
    if found is None:
        raise NoRendering(name, f"{part} cannot be imported")
    return found


def model_of(model, whole=False):
    """MuJoCo's own model with the numbers of one of ours."""
    import plumbline

    kept = model._kept.get("_real")
    if kept is None:
        real = needed("MjModel")
        kept = real.MjModel.from_binary_path("model.mjb", {"model.mjb": model._to_mjb()})
        model._kept["_real"] = kept
        return kept
    for field in plumbline._model_fields:
        if field.dims and field.elem != "char":
            _copy(field.__name__, model, kept, whole)
    for name in ("opt", "stat"):
        _copy_members(getattr(model, name), getattr(kept, name))
    for part in plumbline.MjVisual._parts:
        _copy_members(getattr(model.vis, part), getattr(kept.vis, part))
    return kept


def _copy(name, mine, theirs, whole=True):
    to, value = getattr(theirs, name, None), getattr(mine, name)
    if isinstance(to, np.ndarray) and to.shape == value.shape:
        if whole or value.nbytes <= _LARGE:
            to[...] = value


def _copy_members(mine, theirs):
    for name in mine._members:
        # The bindings leave some arrays empty.
        if np.shape(getattr(theirs, name, None)) == np.shape(getattr(mine, name)):
            setattr(theirs, name, getattr(mine, name))


def data_of(data, model=None, contacts=False):
    """MuJoCo's own data with the numbers of ours; with `contacts` also those and their forces."""
    import plumbline

    model = model or data.model
    their_model, real = model_of(model), needed("MjData")
    kept = data._kept.get("_real")
    if kept is None or kept.model is not their_model:
        kept = data._kept["_real"] = real.MjData(their_model)
    real.mj_resetData(their_model, kept)
    if contacts and data.ncon:
        _copy_contacts(data, kept, their_model, real)
    for field in plumbline._data_fields:
        if field.dims and not field.varies:
            _copy(field.__name__, data, kept)
    kept.time = data.time
    return kept


def _copy_contacts(data, kept, their_model, real):
    """MuJoCo finds contacts and forces of its own at the same state. After a step ours are those of
    the state before it: where there are as many, they take the place of MuJoCo's."""
    for name in _STATE:
        _copy(name, data, kept)
    real.mj_forward(their_model, kept)
    if (kept.ncon, kept.nefc) == (data.ncon, data.nefc):
        for mine, theirs in zip(data.contact, kept.contact):
            for name in mine._members:
                setattr(theirs, name, getattr(mine, name))
        kept.efc_force[...] = data.efc_force


_STATE = (
    "qpos qvel act ctrl mocap_pos mocap_quat eq_active qfrc_applied xfrc_applied userdata "
    "qacc_warmstart"
).split()


def take_back(data):
    """What a perturbation changes: positions, mocap bodies and applied forces."""
    kept = data._kept["_real"]
    for name in ("qpos", "mocap_pos", "mocap_quat", "xfrc_applied"):
        getattr(data, name)[...] = getattr(kept, name)


class Drawn:
    """An object of MuJoCo itself that gets copies of our models and data."""

    _real = None

    def __init__(self, *arguments, **options):
        cls = next(cls for cls in type(self).__mro__ if cls in DRAWN)
        make = getattr(needed(cls.__name__), cls.__name__)
        _describe(cls, make)
        with as_itself():
            object.__setattr__(self, "_real", _call(make, arguments, options))

    def __getattr__(self, name):
        if name.startswith("__") or self._real is None:
            raise AttributeError(name)
        return self._get(name)

    def _get(self, name):
        value = getattr(self._real, name)
        return _wrapped(value) if callable(value) else value

    def __setattr__(self, name, value):
        if self._real is not None and hasattr(self._real, name):
            setattr(self._real, name, _theirs(value))
        else:
            object.__setattr__(self, name, value)

    def __enter__(self):
        self._real.__enter__()
        return self

    def __exit__(self, *error):
        return self._real.__exit__(*error)


DRAWN = set()


def _describe(cls, real):
    """Gives a class the attributes of MuJoCo's own, so that `super().geoms` finds them."""
    for name in dir(real):
        if not name.startswith("_") and name not in vars(cls):
            setattr(cls, name, property(lambda self, name=name: self._get(name)))


def _wrapped(function):
    def call(*arguments, **options):
        return _call(function, arguments, options)

    call.__doc__ = function.__doc__
    return call


def _theirs(value, contacts=False, whole=False):
    """An argument as MuJoCo itself takes it."""
    from ._structs import _Struct

    if isinstance(value, _core.MjModel):
        return model_of(value, whole)
    if isinstance(value, _core.MjData):
        return data_of(value, contacts=contacts)
    if isinstance(value, Drawn):
        return value._real
    if isinstance(value, _Struct):
        made = getattr(needed(type(value).__name__), type(value).__name__)()
        _copy_members(value, made)
        return made
    return value


def _call(function, arguments, options, name=""):
    """Calls MuJoCo itself with copies, and takes back what it changes in small structs."""
    from ._enums import mjtVisFlag
    from ._structs import MjvOption, _Struct

    given = [*arguments, *options.values()]
    shown = [value.flags for value in given if type(value).__name__ == "MjvOption"]
    wanted = (mjtVisFlag.mjVIS_CONTACTPOINT, mjtVisFlag.mjVIS_CONTACTFORCE)
    contacts = any(flags[flag] for flags in shown for flag in wanted)
    whole = name.startswith("mjr_upload")
    copies = [_theirs(value, contacts, whole) for value in given]
    count = len(arguments)
    result = function(*copies[:count], **dict(zip(options, copies[count:])))
    for value, copy in zip(given, copies):
        if isinstance(value, _Struct) and not isinstance(value, MjvOption):
            for member in value._members:
                setattr(value, member, getattr(copy, member))
        if isinstance(value, _core.MjData) and name.startswith("mjv_applyPerturb"):
            take_back(value)
    return result


def function(name):
    """A function that draws, by MuJoCo itself."""

    def draw(*arguments, **options):
        return _call(getattr(needed(name), name), arguments, options, name)

    draw.__name__ = name
    draw.__doc__ = "Calls MuJoCo itself with copies of models and data; it must be installed."
    return draw
