"""MuJoCo's small structs: records of numpy, on their own or in the memory of a model or data."""

import numpy as np

from . import _core
from ._enums import mjVISSTRING


class _Member:
    """A member of a struct: a number, or an array that shows the struct's memory."""

    def __init__(self, name, count, kind, doc):
        self.name, self.count, self.kind, self.__doc__ = name, count, kind, doc

    def __get__(self, struct, owner=None):
        if struct is None:
            return self
        value = struct._record[self.name][0]
        return value.item() if self.count == 1 else value

    def __set__(self, struct, value):
        if self.count == 1 and self.kind != "f" and not hasattr(value, "__index__"):
            raise TypeError(f"{self.name} is a whole number, not {value!r}")
        struct._record[self.name][0] = value


class _Struct:
    """What all structs share: a record, and members from the engine's tables."""

    __slots__ = ("_record", "__weakref__")
    __hash__ = None
    _dtype = None
    _default = None
    _members = ()

    def __init__(self):
        bytes_ = type(self)._default
        self._record = np.frombuffer(bytearray(bytes_), np.uint8).view(self._dtype)

    @classmethod
    def _at(cls, record):
        """The struct that a record of one entry holds."""
        struct = cls.__new__(cls)
        struct._record = record
        return struct

    def __copy__(self):
        return type(self)._at(self._record.copy())

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        values = {name: self._record[name].copy() for name in self._members}
        return _restore, (type(self), values)

    def __eq__(self, other):
        if not isinstance(other, _Struct) or self._dtype != other._dtype:
            return NotImplemented
        return all(np.array_equal(self._record[n], other._record[n]) for n in self._members)

    def __repr__(self):
        lines = [f"  {name}: {getattr(self, name)!r}" for name in sorted(self._members)]
        return "\n".join([f"<{type(self).__name__}", *lines, ">"])


def _restore(cls, values):
    struct = cls()
    for name, value in values.items():
        struct._record[name] = value
    return struct


def _fill(cls, size, members, default):
    """Gives a class its members: name, letter of numpy, count, offset, documentation."""
    formats = [(f"{letter}", (count,)) if count > 1 else letter for _, letter, count, _, _ in members]
    cls._dtype = np.dtype(
        {
            "names": [member[0] for member in members],
            "formats": formats,
            "offsets": [member[3] for member in members],
            "itemsize": size,
        }
    )
    cls._default = default
    cls._members = tuple(member[0] for member in members)
    for name, letter, count, _, doc in members:
        setattr(cls, name, _Member(name, count, letter[0], doc))


def _class(name, struct, doc):
    cls = type(name, (_Struct,), {"__doc__": doc, "__slots__": (), "__module__": "plumbline"})
    size, members = _core.layout(struct)
    _fill(cls, size, members, _core.default_bytes(struct))
    return cls


MjOption = _class("MjOption", "opt", "Physics options.")
MjStatistic = _class("MjStatistic", "stat", "Mean sizes of a model, and its extent.")
MjContact = _class("MjContact", "contact", "One contact.")
MjWarningStat = _class("MjWarningStat", "warning", "How often a warning was raised.")
MjSolverStat = _class("MjSolverStat", "solver", "An iteration of the solver.")

for _kind, _letters in (("_float_fields", "f"), ("_int_fields", "iu")):
    _names = (n for n in MjOption._members if MjOption._dtype[n].shape == ())
    setattr(MjOption, _kind, [n for n in _names if MjOption._dtype[n].kind in _letters])
MjOption._floatarray_fields = [n for n in MjOption._members if MjOption._dtype[n].shape]


def _own(name, members, doc):
    """A struct that the engine does not have: its members with their types and defaults."""
    offset, rows, values = 0, [], {}
    for member, (letter, value) in members.items():
        size, count = np.dtype(letter).itemsize, np.size(value)
        offset = -(-offset // size) * size
        rows.append((member, letter, count, offset, ""))
        values[member] = value
        offset += size * count
    cls = type(name, (_Struct,), {"__doc__": doc, "__slots__": (), "__module__": "plumbline"})
    _fill(cls, -(-offset // 8) * 8, rows, b"")
    record = np.zeros(1, cls._dtype)
    for member, value in values.items():
        record[member] = value
    cls._default = record.tobytes()
    return cls


MjTimerStat = _own("MjTimerStat", {"duration": ("f8", 0), "number": ("i4", 0)}, "A timer.")
MjLROpt = _own(
    "MjLROpt",
    {
        "mode": ("i4", 1),
        "useexisting": ("i4", 1),
        "uselimit": ("i4", 0),
        "accel": ("f8", 20),
        "maxforce": ("f8", 0),
        "timeconst": ("f8", 1),
        "timestep": ("f8", 0.01),
        "inttotal": ("f8", 10),
        "interval": ("f8", 2),
        "tolrange": ("f8", 0.05),
    },
    "Options of `mj_setLengthRange`; zero until `mj_defaultLROpt` fills them, as in MuJoCo.",
)
LENGTH_RANGE_DEFAULTS = MjLROpt()
MjLROpt._default = bytes(len(MjLROpt._default))


MjvCamera = _own(
    "MjvCamera",
    {
        "type": ("i4", 0),
        "fixedcamid": ("i4", -1),
        "trackbodyid": ("i4", -1),
        "lookat": ("f8", [0, 0, 0]),
        "distance": ("f8", 2),
        "azimuth": ("f8", 90),
        "elevation": ("f8", -45),
        "orthographic": ("i4", 0),
    },
    "Where a viewer looks from; nothing here draws.",
)
MjvPerturb = _own(
    "MjvPerturb",
    {
        "select": ("i4", 0),
        "flexselect": ("i4", -1),
        "skinselect": ("i4", -1),
        "active": ("i4", 0),
        "active2": ("i4", 0),
        "refpos": ("f8", [0, 0, 0]),
        "refquat": ("f8", [1, 0, 0, 0]),
        "refselpos": ("f8", [0, 0, 0]),
        "localpos": ("f8", [0, 0, 0]),
        "localmass": ("f8", 0),
        "scale": ("f8", 1),
    },
    "What a mouse pulls at; nothing here draws.",
)
_GROUPS = ("u1", [1, 1, 1, 0, 0, 0])
MjvOption = _own(
    "MjvOption",
    {
        "label": ("i4", 0),
        "frame": ("i4", 0),
        "geomgroup": _GROUPS,
        "sitegroup": _GROUPS,
        "jointgroup": _GROUPS,
        "tendongroup": _GROUPS,
        "actuatorgroup": _GROUPS,
        "flexgroup": _GROUPS,
        "skingroup": _GROUPS,
        "flags": ("u1", [int(word[1]) for word in mjVISSTRING]),
        "bvh_depth": ("i4", 1),
        "flex_layer": ("i4", 0),
    },
    "What a viewer shows; nothing here draws.",
)


class MjVisual:
    """How a model is drawn: settings for viewers."""

    __slots__ = ("global_", "headlight", "map", "quality", "rgba", "scale")
    __hash__ = None
    Global = _class("Global", "global", "The free camera, the window and what is shown.")
    Quality = _class("Quality", "quality", "How finely things are drawn.")
    Headlight = _class("Headlight", "headlight", "The light at the camera.")
    Map = _class("Map", "map", "From quantities of the simulation to what is drawn.")
    Scale = _class("Scale", "scale", "Sizes of what is drawn beside the model.")
    Rgba = _class("Rgba", "rgba", "Colours of what is drawn beside the model.")
    _parts = {
        "global_": Global,
        "quality": Quality,
        "headlight": Headlight,
        "map": Map,
        "scale": Scale,
        "rgba": Rgba,
    }

    def __init__(self):
        for name, part in self._parts.items():
            setattr(self, name, part())

    @classmethod
    def _at(cls, memory):
        visual = cls.__new__(cls)
        for name, part in cls._parts.items():
            setattr(visual, name, part._at(memory.view(part._dtype)))
        return visual

    def __copy__(self):
        visual = type(self).__new__(type(self))
        for name in self._parts:
            setattr(visual, name, getattr(self, name).__copy__())
        return visual

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __eq__(self, other):
        if not isinstance(other, MjVisual):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._parts)

    def __repr__(self):
        lines = [f"  {name}: {getattr(self, name)!r}" for name in sorted(self._parts)]
        return "\n".join(["<MjVisual", *lines, ">"])


class _StructList:
    """Structs that lie in memory side by side; a member's name gives an array of all of them."""

    __slots__ = ("_records", "__weakref__")
    __hash__ = None
    _struct = None

    def __init__(self, records):
        self._records = records

    def _now(self):
        return self._records

    def __len__(self):
        return len(self._now())

    def __getitem__(self, index):
        records = self._now()
        if isinstance(index, slice):
            return _fixed(type(self))(records[index])
        index = index.__index__()
        if not 0 <= index < len(records):
            raise IndexError("list index out of range")
        return self._struct._at(records[index : index + 1])

    def __iter__(self):
        records = self._now()
        return (self._struct._at(records[i : i + 1]) for i in range(len(records)))

    def __eq__(self, other):
        if not isinstance(other, _StructList) or self._struct is not other._struct:
            return NotImplemented
        mine, theirs = self._now(), other._now()
        return len(mine) == len(theirs) and all(
            np.array_equal(mine[n], theirs[n]) for n in self._struct._members
        )

    def __repr__(self):
        lines = [f"  {n}: {getattr(self, n)!r}" for n in sorted(self._struct._members)]
        return "\n".join([f"<{type(self).__name__}", *lines, ">"])


class _Column:
    """A member of all structs of a list."""

    def __init__(self, name):
        self.name = name

    def __get__(self, structs, owner=None):
        return self if structs is None else structs._now()[self.name]

    def __set__(self, structs, value):
        structs._now()[self.name][...] = value


def _list_class(name, struct, base=_StructList):
    members = {n: _Column(n) for n in struct._members}
    return type(name, (base,), {"__slots__": (), "_struct": struct, "__module__": "plumbline", **members})


class _LiveList(_StructList):
    """The contacts of data, as they are at the moment."""

    __slots__ = ()

    def _now(self):
        return self._records._contacts().view(self._struct._dtype)


_MjContactList = _list_class("_MjContactList", MjContact, _LiveList)
_MjContactSlice = _list_class("_MjContactList", MjContact)
_MjWarningStatList = _list_class("_MjWarningStatList", MjWarningStat)
_MjTimerStatList = _list_class("_MjTimerStatList", MjTimerStat)
_MjSolverStatList = _list_class("_MjSolverStatList", MjSolverStat)


def _fixed(cls):
    return _MjContactSlice if cls is _MjContactList else cls


def solver_list(data, length):
    """The solver's iterations: a copy, with zeros after the last."""
    records = np.zeros(length, MjSolverStat._dtype)
    packed = np.dtype([(n, MjSolverStat._dtype[n]) for n in MjSolverStat._members])
    found = np.frombuffer(data._solver(), packed)
    for name in MjSolverStat._members:
        records[name][: len(found)] = found[name]
    return _MjSolverStatList(records)
