"""MuJoCo's Python API on an engine in Rust that computes MuJoCo 3.2.6's bits.

    import plumbline as mujoco

    model = mujoco.MjModel.from_xml_path("humanoid.xml")
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    print(data.body("torso").xpos)

`plumbline.install_as_mujoco()` lets other packages that import mujoco use it too.
"""

import numpy as _np

from . import _core, _structs, _views
from ._batch import Batch
from ._compare import (
    Comparison,
    Difference,
    HarnessError,
    HarnessNotFound,
    assert_matches_mujoco,
    compare,
    find_harness,
)
from ._core import FatalError, MjData, MjModel, UnexpectedError
from ._enums import *  # noqa: F403
from ._enums import __all__ as _enum_names
from ._install import install_as_mujoco, real_mujoco
from ._bodies import (
    MjsBody,
    MjsCamera,
    MjsDefault,
    MjsFrame,
    MjsGeom,
    MjsJoint,
    MjsLight,
    MjsSite,
)
from ._elements import MjsCompiler, MjsOrientation, MjsPlugin
from ._elements import _Letters as MjCharVec
from ._elements import _List as MjByteVec
from ._elements import _List as MjStringVec
from ._listed import *  # noqa: F403
from ._rendering import *  # noqa: F403
from ._rendering import __all__ as _rendering_names
from ._schema import mj_printSchema
from ._spec import MjSpec
from ._structs import (
    MjContact,
    MjLROpt,
    MjOption,
    MjSolverStat,
    MjStatistic,
    MjTimerStat,
    MjvCamera,
    MjVisual,
    MjvOption,
    MjvPerturb,
    MjWarningStat,
)

for _name in dir(_core):
    if _name.startswith(("mj_", "mju_", "mjd_")):
        globals()[_name] = getattr(_core, _name)

__version__ = mj_versionString()  # noqa: F405
_SOLVERS = 20 * mjNSOLVER  # noqa: F405


# Fields as attributes of the classes, from the engine's tables.
_model_fields, _data_fields = _core.fields()
for _owner, _fields in ((MjModel, _model_fields), (MjData, _data_fields)):
    for _field in _fields:
        if not hasattr(_owner, _field.__name__):
            setattr(_owner, _field.__name__, _field)
MjModel._size_fields = [f.__name__ for f in _model_fields if not f.dims]
_views._make_views(MjModel, _model_fields, _views._MODEL, "MjModel")
_views._make_views(MjData, _data_fields, _views._DATA, "MjData")


class _Kept:
    """An attribute that is made once for each object."""

    def __init__(self, name, make, assign, doc):
        self.name, self.make, self.assign, self.__doc__ = name, make, assign, doc

    def __get__(self, owner, _class=None):
        if owner is None:
            return self
        kept = owner._kept
        if self.name not in kept:
            kept[self.name] = self.make(owner)
        return kept[self.name]

    def __set__(self, owner, value):
        if self.assign is None:
            raise AttributeError(f"{self.name} cannot be set")
        self.assign(self.__get__(owner), value)


def _copy_struct(to, value):
    for name in to._members:
        to._record[name] = value._record[name]


def _copy_visual(to, value):
    for name in to._parts:
        _copy_struct(getattr(to, name), getattr(value, name))


def _struct_at(struct, name):
    return lambda model: struct._at(model._struct(name).view(struct._dtype))


def _warnings(data):
    return _structs._MjWarningStatList(data._warnings().view(MjWarningStat._dtype))


def _timers(data):
    return _structs._MjTimerStatList(data._timers().view(MjTimerStat._dtype))


_BOUND = {
    "actuator": "actuator",
    "body": "body",
    "camera": "camera",
    "equality": "equality",
    "exclude": "exclude",
    "geom": "geom",
    "hfield": "hfield",
    "joint": "joint",
    "light": "light",
    "material": "material",
    "mesh": "mesh",
    "numeric": "numeric",
    "pair": "pair",
    "sensor": "sensor",
    "site": "site",
    "skin": "skin",
    "tendon": "tendon",
    "texture": "texture",
    "tuple": "tuple",
    "key": "key",
}


def _bind(self, spec):
    """The fields of an element of a spec, found by its name."""
    find = getattr(self, _BOUND.get(getattr(spec, "_kind", None), ""), None)
    if find is None:
        raise TypeError(f"bind takes an element of an MjSpec, not {spec!r}")
    return find(spec.name)


MjModel.bind = MjData.bind = _bind

for _owner, _name, _make, _assign, _doc in (
    (MjModel, "opt", _struct_at(MjOption, "opt"), _copy_struct, "How to simulate."),
    (MjModel, "stat", _struct_at(MjStatistic, "stat"), _copy_struct, "Mean sizes and extent."),
    (MjModel, "vis", lambda m: MjVisual._at(m._struct("vis")), _copy_visual, "How to draw."),
    (MjData, "contact", lambda d: _structs._MjContactList(_Contacts(d)), None, "The contacts."),
    (MjData, "warning", _warnings, None, "How often warnings were raised."),
    (MjData, "timer", _timers, None, "How often parts of a step ran and, with `mjcb_time`, for how long."),
):
    setattr(_owner, _name, _Kept(_name, _make, _assign, _doc))

MjData.solver = property(
    lambda data: _structs.solver_list(data, _SOLVERS), doc="The solver's iterations: a copy."
)
MjData.maxuse_threadstack = property(lambda data: _np.zeros(128, _np.uint64), doc="Always zero.")


class _Contacts:
    """Asks data for its contacts without keeping it alive: it keeps the list."""

    def __init__(self, data):
        import weakref

        self._data = weakref.ref(data)

    def _contacts(self):
        data = self._data()
        return _np.zeros(0, _np.uint8) if data is None else data._contacts()


def mj_addContact(m, d, con):
    """Adds a contact; 1 if there is no room for it."""
    return _core.add_contact(m, d, con._record.tobytes())


def mj_defaultOption(opt):
    """Gives options MuJoCo's defaults."""
    _copy_struct(opt, MjOption())


def mj_defaultLROpt(opt):
    """Gives options of length ranges MuJoCo's defaults."""
    _copy_struct(opt, _structs.LENGTH_RANGE_DEFAULTS)


def mj_defaultVisual(vis):
    """Gives visual settings MuJoCo's defaults."""
    _copy_visual(vis, MjVisual())


def mju_printMat(mat):
    """Prints a matrix."""
    print(_core.matrix_text(mat), end="")


def mju_printMatSparse(mat, rownnz, rowadr, colind):
    """Prints a sparse matrix."""
    print(_core.sparse_text(mat, rownnz, rowadr, colind), end="")


def mju_writeLog(type, msg):
    """Adds a line to MUJOCO_LOG.TXT in the current directory."""
    import time

    try:
        with open("MUJOCO_LOG.TXT", "a") as log:
            log.write(f"{time.ctime()}\n{type}: {msg}\n\n")
    except OSError:
        pass  # as MuJoCo does where it cannot write


def _write_warning(text):
    """What becomes of a warning that no `mju_user_warning` hears: MuJoCo prints and logs it."""
    mju_writeLog("WARNING", text)
    print(f"WARNING: {text}\n")


def mj_defaultSolRefImp(solref, solimp):
    """Gives arrays the default parameters of constraints; either may be None."""
    if solref is not None:
        solref[...] = [0.02, 1]
    if solimp is not None:
        solimp[...] = [0.9, 0.95, 0.001, 0.5, 2]


def mj_loadPluginLibrary(path):
    """Raises an error: libraries of C plugins cannot be loaded into this engine."""
    raise FatalError(f"{path}: libraries of plugins are for MuJoCo itself")


def mj_loadAllPluginLibraries(directory):
    """Raises an error: libraries of C plugins cannot be loaded into this engine."""
    raise FatalError(f"{directory}: libraries of plugins are for MuJoCo itself")


def _callback(name):
    def get():
        return _core.get_callback(name)

    def set(callback):
        _core.set_callback(name, callback)

    get.__name__, set.__name__ = f"get_{name}", f"set_{name}"
    get.__doc__, set.__doc__ = f"The callback {name}.", f"Sets the callback {name}; None for none."
    globals()[get.__name__], globals()[set.__name__] = get, set


for _name in (
    "mjcb_control mjcb_passive mjcb_act_dyn mjcb_act_gain mjcb_act_bias mjcb_sensor "
    "mjcb_contactfilter mjcb_time mju_user_warning"
).split():
    _callback(_name)

__all__ = [
    name for name in globals() if name.startswith(("Mj", "mj", "get_mj", "set_mj"))
] + [
    *("Batch", "FatalError", "UnexpectedError", "install_as_mujoco", "real_mujoco"),
    *("Comparison", "Difference", "HarnessError", "HarnessNotFound"),
    *("assert_matches_mujoco", "compare", "find_harness"),
]
