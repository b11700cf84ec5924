"""Elements of a spec: MuJoCo's `Mjs*` classes.

An element has its attributes by itself, so that it can be kept and changed whatever happens to the
spec around it. What the engine knows of it beside them is its seed (`engine/python/src/spec`).
"""

import itertools
import weakref

import numpy as np

from . import _core, _enums
from ._structs import MjLROpt

_TABLES = {kind: (rows, values) for kind, rows, values in _core.spec_tables()}
_NUMBERS = {"double": np.float64, "float": np.float32, "int": np.int32}
_count = itertools.count(1)
_by_tag = weakref.WeakValueDictionary()


def _is_sequence(value):
    return hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, (str, bytes))


class _WrongType(Exception):
    """A value that an attribute cannot have."""


class _WrongSize(Exception):
    """An array of another length than an attribute has."""


def _scalar(kind, value):
    """A number, a text or a member of an enum as an attribute keeps it."""
    if kind == "string":
        if isinstance(value, bytes):
            value = value.decode()
        if not isinstance(value, str):
            raise _WrongType
        return value
    if kind in ("double", "float"):
        if isinstance(value, (str, bytes)):
            raise _WrongType
        try:
            return float(value) if kind == "double" else float(np.float32(value))
        except (TypeError, ValueError):
            raise _WrongType from None
    if kind in ("int", "byte"):
        if not hasattr(value, "__index__"):
            raise _WrongType
        value = value.__index__()
        if kind == "byte" and not 0 <= value < 256:
            raise _WrongType
        return value
    if not isinstance(value, getattr(_enums, kind)):
        raise _WrongType
    return value


def _items(kind, value):
    """The entries of an array or a list, each of them checked."""
    if not _is_sequence(value):
        raise _WrongType
    try:
        if kind in _NUMBERS:
            array = np.asarray(value)
            if array.ndim != 1 and array.size:
                raise _WrongType
            if array.dtype.kind not in ("iub" if kind == "int" else "iubf") and array.size:
                raise _WrongType
            return array.reshape(-1).astype(_NUMBERS[kind])
        if kind == "byte":
            return bytearray(value)
    except (TypeError, ValueError):
        raise _WrongType from None
    return [_scalar(kind, item) for item in value]


def _checked(kind, count, value):
    """A value as an attribute of this kind keeps it."""
    if kind.endswith("*"):
        kind = kind[:-1]
        if kind == "char":
            letters = "".join(_scalar("string", letter) for letter in value)
            return letters.rstrip("\0")
        items = _items(kind, value)
        if len(items) != count:
            raise _WrongSize
        return items
    if kind.endswith(" vec vec"):
        return [list(_items(kind[:-8], row).tolist()) for row in value]
    if kind.endswith(" vec"):
        return _items(kind[:-4], value)
    return _scalar(kind, value)


class _Letters:
    """Letters of an attribute, each to be read and changed by its place."""

    __slots__ = ("_values", "_name", "_count")

    def __init__(self, values, name, count):
        self._values, self._name, self._count = values, name, count

    def _all(self):
        return list(self._values[self._name].ljust(self._count, "\0"))

    def __len__(self):
        return self._count

    def __iter__(self):
        return iter(self._all())

    def __getitem__(self, index):
        _check_index(index, self._count)
        return self._all()[index]

    def __setitem__(self, index, letter):
        _check_index(index, self._count)
        letters = self._all()
        letters[index] = letter
        self._values[self._name] = "".join(letters).rstrip("\0")


class _List:
    """Names or bytes of an attribute, each to be read and changed by its place."""

    __slots__ = ("_items",)

    def __init__(self, items):
        self._items = items

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __getitem__(self, index):
        _check_index(index, len(self._items))
        return self._items[index]

    def __setitem__(self, index, item):
        _check_index(index, len(self._items))
        self._items[index] = item


def _check_index(index, count):
    if not 0 <= index < count:
        raise IndexError("Index out of range.")


class _Attribute:
    """An attribute of an element: its name, what it is, and how many numbers it has."""

    def __init__(self, name, kind, count):
        self.name, self.kind, self.count = name, kind, count
        self.__doc__ = f"{kind}[{count}]" if kind.endswith("*") else kind

    def __get__(self, element, _class=None):
        if element is None:
            return self
        value = element._values[self.name]
        if self.kind == "char*":
            return _Letters(element._values, self.name, self.count)
        if self.kind in ("string vec", "byte vec"):
            return _List(value)
        if self.kind.endswith(" vec vec"):
            return [list(row) for row in value]
        if self.kind.endswith(" vec"):
            return value.copy()
        if self.kind.startswith("mjt"):
            return getattr(_enums, self.kind)(value)
        return value

    def __set__(self, element, value):
        try:
            value = _checked(self.kind, self.count, value)
        except (_WrongType, _WrongSize):
            text = f"{self.name} is {self.__doc__}: incompatible value {value!r}"
            raise TypeError(text) from None
        self.keep(element, value)

    def keep(self, element, value):
        """Gives the element a value that was checked; an array stays the same array."""
        if self.kind.endswith("*") and self.kind != "char*":
            element._values[self.name][:] = value
        else:
            element._values[self.name] = value

    def set_keyword(self, element, value):
        """Sets it from a keyword of `add_*`, with MuJoCo's complaints."""
        try:
            value = _checked(self.kind, self.count, value)
        except _WrongSize:
            raise ValueError(f"{self.name} should be a list/array of size {self.count}.") from None
        except _WrongType:
            if self.kind.endswith("*"):
                text = "should be a list/array."
            elif self.kind.endswith("vec"):
                text = "has the wrong type."
            else:
                text = "should be a string." if self.kind == "string" else "is the wrong type."
            raise ValueError(f"{self.name} {text}") from None
        self.keep(element, value)


class _Nested:
    """A struct within an element."""

    def __init__(self, name, make):
        self.name, self.make, self.__doc__ = name, make, make.__doc__

    def __get__(self, element, _class=None):
        if element is None:
            return self
        found = element._wrapped.get(self.name)
        if found is None:
            found = element._wrapped[self.name] = self.make(element, self.name)
        return found

    def __set__(self, element, value):
        found = self.__get__(element)
        if not isinstance(value, type(found)):
            raise TypeError(f"{self.name} is a {type(found).__name__}, not {value!r}")
        if isinstance(value, MjLROpt):
            for member in MjLROpt._members:
                setattr(found, member, getattr(value, member))
        else:
            found._assign(value)


def copied(values):
    """Attributes for another element."""
    made = {}
    for name, value in values.items():
        if isinstance(value, dict):
            value = copied(value)
        elif isinstance(value, list):
            value = [list(item) if isinstance(item, list) else item for item in value]
        elif isinstance(value, (np.ndarray, bytearray)):
            value = value.copy()
        made[name] = value
    return made


class _Element:
    """What all elements share."""

    __slots__ = (
        "_values",
        "_seed",
        "_wrapped",
        "_spec",
        "_parent",
        "_frame",
        "_class",
        "_place",
        "__weakref__",
    )
    _kind = None
    _list = None
    _rows = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError(f"plumbline.{cls.__name__}: No constructor defined!")

    @classmethod
    def _make(cls, spec, values=None, seed=None):
        element = object.__new__(cls)
        if values is None:
            values = copied(_TABLES[cls._kind][1])
        element._spec, element._values, element._seed = spec, values, seed
        element._wrapped, element._parent, element._frame = {}, None, None
        element._class, element._place = "main", None
        for name, kind, _ in cls._rows:
            if kind == "byte vec":
                values[name] = bytearray(values[name])
        values["_tag"] = next(_count)
        _by_tag[values["_tag"]] = element
        return element

    def _assign(self, other):
        values = copied(other._values)
        for name, kind, count in self._rows:
            if isinstance(values[name], dict):
                getattr(self, name)._assign(getattr(other, name))
            else:
                _Attribute(name, kind, count).keep(self, values[name])

    def __repr__(self):
        name = self._values.get("name")
        return f"<plumbline.{type(self).__name__} {name!r}>" if name else super().__repr__()


class MjsOrientation(_Element):
    """Another way to say an orientation than a quaternion; `type` says which one counts."""

    __slots__ = ()


class MjsPlugin(_Element):
    """An instance of a plugin, or an element's use of one."""

    __slots__ = ("_target",)

    @property
    def id(self):
        """The place of the instance among the spec's plugins, -1 for none."""
        target = self._target
        listed = self._spec._lists["plugins"]
        return next((i for i, plugin in enumerate(listed) if plugin is target), -1)

    @id.setter
    def id(self, plugin):
        if not isinstance(plugin, MjsPlugin):
            raise TypeError(f"the id of a plugin is set to an MjsPlugin, not {plugin!r}")
        self._target = plugin._target

    def delete(self):
        """Takes it out of the spec."""
        self._spec._delete(self)

    def _assign(self, other):
        for name in ("name", "plugin_name", "active", "info"):
            self._values[name] = other._values[name]
        self._target = other._target


class MjsCompiler(_Element):
    """Settings of the compiler."""

    __slots__ = ()


def _embedded(cls):
    """A struct whose values lie in those of the element."""

    def make(element, name):
        found = object.__new__(cls)
        found._spec, found._seed, found._wrapped = element._spec, None, {}
        found._values, found._parent = element._values[name], element
        found._frame = found._class = found._place = None
        if cls is MjsPlugin:
            own = found._values.get("own", -1)
            listed = element._spec._lists["plugins"] if element._spec else []
            found._target = listed[own] if 0 <= own < len(listed) else None
        return found

    make.__doc__ = cls.__doc__
    return make


def _length_range(element, name):
    """Options of length ranges."""
    made = MjLROpt()
    for member, value in element._values[name].items():
        setattr(made, member, value)
    return made


_MAKERS = {
    "orientation": _embedded(MjsOrientation),
    "plugin": _embedded(MjsPlugin),
    "lropt": _length_range,
}


def keywords(cls):
    """The keywords of `add_*`, in MuJoCo's order."""
    names = []
    for name, kind, _ in cls._rows:
        if kind == "orientation":
            letter = "i" if name == "ialt" else ""
            names += [letter + word for word in ("axisangle", "xyaxes", "zaxis", "euler")]
        else:
            names.append(name)
    return names


def set_keywords(element, given):
    """Sets attributes from keywords."""
    cls = type(element)
    valid = keywords(cls)
    for name in given:
        if name not in valid:
            listed = ", ".join(valid)
            text = f"Invalid {name} keyword argument. Valid options are: {listed}."
            raise TypeError(text)
    for name, kind, _ in cls._rows:
        if kind == "orientation":
            _set_orientation(element, name, given)
        elif name in given and kind == "plugin":
            if not isinstance(given[name], MjsPlugin):
                raise RuntimeError("plugin should be an MjsPlugin.")
            getattr(element, name)._assign(given[name])
        elif name in given:
            cls.__dict__[name].set_keyword(element, given[name])


def _set_orientation(element, name, given):
    letter = "i" if name == "ialt" else ""
    forms = ("axisangle", "xyaxes", "zaxis", "euler")
    found = [form for form in forms if letter + form in given]
    if len(found) > 1:
        first, last = ", ".join(letter + form for form in forms[:3]), letter + forms[3]
        # As MuJoCo's bindings write it.
        raise ValueError(f"Only one of: {first}, or{last} can be set.")
    for form in found:
        alt = getattr(element, name)
        attribute = MjsOrientation.__dict__[form]
        keyword = _Attribute(letter + form, attribute.kind, attribute.count)
        keyword.keep = attribute.keep
        keyword.set_keyword(alt, given[letter + form])
        number = 1 + forms.index(form)
        alt.type = _enums.mjtOrientation(number)


def fill(cls, kind):
    """Gives a class the attributes of a kind of element."""
    rows = list(_TABLES[kind][0])
    if kind == "body":
        # In MuJoCo the other forms of the inertial orientation stand behind the inertia.
        names = [row[0] for row in rows]
        rows.insert(names.index("inertia") + 1, rows.pop(names.index("ialt")))
        rows.sort(key=lambda row: row[0] in ("plugin", "info"))
    cls._kind, cls._rows = kind, tuple(rows)
    for name, attribute, count in rows:
        if attribute in _MAKERS:
            setattr(cls, name, _Nested(name, _MAKERS[attribute]))
        elif name not in cls.__dict__:
            setattr(cls, name, _Attribute(name, attribute, count))


fill(MjsOrientation, "orientation")
fill(MjsPlugin, "plugin")
fill(MjsCompiler, "compiler")
