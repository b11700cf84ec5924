"""Elements by name: `model.joint("knee").range`, `data.body("torso").xpos`."""

from . import _core
from ._enums import mjtObj

# Word, other word, size, name of the class, kind, and which prefixes fields lose; the first prefix
# that gives a name keeps it.
_MODEL = [
    ("actuator", None, "nu", "Actuator", "ACTUATOR", ["actuator_"]),
    ("body", None, "nbody", "Body", "BODY", ["body_"]),
    ("cam", "camera", "ncam", "Camera", "CAMERA", ["cam_"]),
    ("eq", "equality", "neq", "Equality", "EQUALITY", ["eq_"]),
    ("exclude", None, "nexclude", "Exclude", "EXCLUDE", ["exclude_"]),
    ("geom", None, "ngeom", "Geom", "GEOM", ["geom_"]),
    ("hfield", None, "nhfield", "Hfield", "HFIELD", ["hfield_"]),
    ("jnt", "joint", "njnt", "Joint", "JOINT", ["jnt_", "dof_", ""]),
    ("light", None, "nlight", "Light", "LIGHT", ["light_"]),
    ("mat", "material", "nmat", "Material", "MATERIAL", ["mat_"]),
    ("mesh", None, "nmesh", "Mesh", "MESH", ["mesh_"]),
    ("numeric", None, "nnumeric", "Numeric", "NUMERIC", ["numeric_"]),
    ("pair", None, "npair", "Pair", "PAIR", ["pair_"]),
    ("sensor", None, "nsensor", "Sensor", "SENSOR", ["sensor_"]),
    ("site", None, "nsite", "Site", "SITE", ["site_"]),
    ("skin", None, "nskin", "Skin", "SKIN", ["skin_"]),
    ("tendon", None, "ntendon", "Tendon", "TENDON", ["tendon_"]),
    ("tex", "texture", "ntex", "Texture", "TEXTURE", ["tex_"]),
    ("tuple", None, "ntuple", "Tuple", "TUPLE", ["tuple_"]),
    ("key", "keyframe", "nkey", "Keyframe", "KEY", ["key_"]),
]
_DATA = [
    ("actuator", None, "nu", "Actuator", "ACTUATOR", ["actuator_", ""]),
    ("body", None, "nbody", "Body", "BODY", [""]),
    ("cam", "camera", "ncam", "Camera", "CAMERA", ["cam_"]),
    ("geom", None, "ngeom", "Geom", "GEOM", ["geom_"]),
    ("jnt", "joint", "njnt", "Joint", "JOINT", [""]),
    ("light", None, "nlight", "Light", "LIGHT", ["light_"]),
    ("sensor", None, "nsensor", "Sensor", "SENSOR", ["sensor"]),
    ("site", None, "nsite", "Site", "SITE", ["site_"]),
    ("tendon", "ten", "ntendon", "Tendon", "TENDON", ["ten_"]),
]

# Sizes of arrays that have a part for each element, and where that part begins and how long it is.
_RANGES = {
    ("njnt", "nq"): ("jnt_qposadr", [7, 4, 1, 1]),
    ("njnt", "nv"): ("jnt_dofadr", [6, 3, 1, 1]),
    ("nnumeric", "nnumericdata"): ("numeric_adr", "numeric_size"),
    ("ntuple", "ntupledata"): ("tuple_adr", "tuple_size"),
    ("nsensor", "nsensordata"): ("sensor_adr", "sensor_dim"),
    ("ntex", "ntexdata"): ("tex_adr", None),
    ("nhfield", "nhfielddata"): ("hfield_adr", None),
}
# Both a joint and its dofs have these: as in MuJoCo, the dofs' count.
_OF_DOFS = {"jnt_bodyid"}


def _part(model, group, size, index):
    """The rows of an array with `size` rows that belong to the element of this index."""
    if size == group:
        return slice(index, index + 1)
    start, length = _RANGES[group, size]

    def number(field):
        return int(model.view(field)[index])

    start = number(start)
    if isinstance(length, list):
        length = length[number("jnt_type")]
    elif length is not None:
        length = number(length)
    elif size == "ntexdata":
        length = number("tex_nchannel") * number("tex_height") * number("tex_width")
    else:
        length = number("hfield_nrow") * number("hfield_ncol")
    return slice(start, start + length)


class _Attribute:
    """A field of one element: a view of the rows that belong to it."""

    def __init__(self, name, field, group, size, flat):
        self.name, self.field, self.group, self.size, self.flat = name, field, group, size, flat

    def __get__(self, view, owner=None):
        if view is None:
            return self
        found = view._found.get(self.name)
        if found is None:
            rows = _part(view._model, self.group, self.size, view.id)
            found = view._memory.view(self.field)[rows]
            if self.flat and found.ndim == 2:
                found = found[0]
            view._found[self.name] = found
        return found

    def __set__(self, view, value):
        self.__get__(view)[...] = value


class _View:
    __slots__ = ("_memory", "_model", "_found", "id", "name", "__weakref__")
    _attributes = ()

    def __init__(self, memory, model, index, name):
        self._memory, self._model, self._found = memory, model, {}
        self.id, self.name = index, name

    def __repr__(self):
        lines = [f"  {name}: {getattr(self, name)!r}" for name in sorted(self._attributes)]
        return "\n".join([f"<{type(self).__name__}", *lines, ">"])


def _attributes(fields, group, prefixes):
    """The names that fields with rows for these elements have without their prefix."""
    found = {}
    for prefix in prefixes:
        for field in fields:
            name, dims = field.__name__, field.dims
            if not dims or field.varies or not name.startswith(prefix) or name in _OF_DOFS:
                continue
            size = dims[0]
            if size != group and (group, size) not in _RANGES:
                continue
            # Rows of their own; what belongs to dofs and positions has several for a joint.
            short = name[len(prefix) :]
            if short and short not in found and field.elem != "char":
                found[short] = _Attribute(short, name, group, size, size == group)
    return found


def _make_views(owner, fields, groups, prefix):
    for word, other, size, noun, kind, prefixes in groups:
        attributes = _attributes(fields, size, prefixes)
        members = {**attributes, "__slots__": (), "__module__": "plumbline"}
        view = type(f"_{prefix}{noun}Views", (_View,), members)
        view._attributes = ("id", "name", *attributes)
        function = _finder(view, size, word, int(mjtObj[f"mjOBJ_{kind}"]))
        setattr(owner, word, function)
        if other:
            setattr(owner, other, function)


def _finder(view, size, word, kind):
    def find(self, name=""):
        views = self._kept.get(word)
        if views is None:
            views = self._kept[word] = {}
        found = views.get(name)
        if found is not None:
            return found
        model = self if isinstance(self, _core.MjModel) else self.model
        count = getattr(model, size)
        if isinstance(name, str):
            index = _core.mj_name2id(model, kind, name) if name else -1
            if index < 0:
                names = (_core.mj_id2name(model, kind, i) for i in range(count))
                names = sorted(n for n in names if n)
                raise KeyError(f"Invalid name '{name}'. Valid names: {names}")
        else:
            index = name.__index__()
            if not 0 <= index < count:
                raise IndexError(f"Invalid index {index}. Valid indices from 0 to {count - 1}")
        found = views.get(index)
        if found is None:
            # The view refers to the memory, not to its owner, which refers to the view.
            own = _core.mj_id2name(model, kind, index) or ""
            found = views[index] = view(self._memory, model._memory, index, own)
        views[name] = found
        return found

    find.__name__ = word
    find.__doc__ = "An element by its name or id; its fields, and `id` and `name`."
    return find

