"""Elements of a spec outside of the tree of bodies: `MjsActuator`, `MjsMesh` and the like."""

from . import _bodies
from ._elements import MjsPlugin, _Element, fill, set_keywords

__all__ = """
    MjsActuator MjsElement MjsEquality MjsExclude MjsFlex MjsHField MjsKey MjsMaterial MjsMesh
    MjsNumeric MjsPair MjsSensor MjsSkin MjsTendon MjsText MjsTexture MjsTuple MjsWrap
""".split()


class _Listed(_Element):
    """An element outside of the tree of bodies."""

    __slots__ = ()

    def delete(self):
        """Takes it out of the spec."""
        self._spec._delete(self)


class _ListedOfClass(_Listed, _bodies._Classed):
    """One that belongs to a default class."""

    __slots__ = ()


class MjsWrap:
    """A step of a tendon's path."""

    __slots__ = ("info",)

    def __init__(self):
        self.info = ""


class MjsTendon(_ListedOfClass):
    """A tendon."""

    __slots__ = ()

    def _wrap(self, *step):
        self._values["_path"].append(step)
        return MjsWrap()

    def wrap_site(self, name):
        """Leads it through a site."""
        return self._wrap("site", name, "", 0.0)

    def wrap_geom(self, name, sidesite):
        """Leads it around a geom, on the side of a site."""
        return self._wrap("geom", name, sidesite, 0.0)

    def wrap_joint(self, name, coef):
        """Adds a joint to a fixed tendon."""
        return self._wrap("joint", name, "", float(coef))

    def wrap_pulley(self, divisor):
        """Begins a branch."""
        return self._wrap("pulley", "", "", float(divisor))


def _class(name, kind, base):
    made = type(name, (base,), {"__slots__": (), "__doc__": f"A {kind}.", "__module__": __name__})
    fill(made, kind)
    return made


fill(MjsTendon, "tendon")
MjsMaterial = _class("MjsMaterial", "material", _ListedOfClass)
MjsMesh = _class("MjsMesh", "mesh", _ListedOfClass)
MjsPair = _class("MjsPair", "pair", _ListedOfClass)
MjsEquality = _class("MjsEquality", "equality", _ListedOfClass)
MjsActuator = _class("MjsActuator", "actuator", _ListedOfClass)
MjsSkin = _class("MjsSkin", "skin", _Listed)
MjsTexture = _class("MjsTexture", "texture", _Listed)
MjsText = _class("MjsText", "text", _Listed)
MjsTuple = _class("MjsTuple", "tuple", _Listed)
MjsFlex = _class("MjsFlex", "flex", _Listed)
MjsHField = _class("MjsHField", "hfield", _Listed)
MjsKey = _class("MjsKey", "key", _Listed)
MjsNumeric = _class("MjsNumeric", "numeric", _Listed)
MjsExclude = _class("MjsExclude", "exclude", _Listed)
MjsSensor = _class("MjsSensor", "sensor", _Listed)
MjsElement = _Element

LISTS = {
    "materials": MjsMaterial,
    "meshes": MjsMesh,
    "pairs": MjsPair,
    "equalities": MjsEquality,
    "tendons": MjsTendon,
    "actuators": MjsActuator,
    "skins": MjsSkin,
    "textures": MjsTexture,
    "texts": MjsText,
    "tuples": MjsTuple,
    "flexes": MjsFlex,
    "hfields": MjsHField,
    "keys": MjsKey,
    "numerics": MjsNumeric,
    "excludes": MjsExclude,
    "sensors": MjsSensor,
    "plugins": MjsPlugin,
}
TREE = {
    "frames": _bodies.MjsFrame,
    "joints": _bodies.MjsJoint,
    "geoms": _bodies.MjsGeom,
    "sites": _bodies.MjsSite,
    "cameras": _bodies.MjsCamera,
    "lights": _bodies.MjsLight,
}
OF_CLASSES = {cls._kind: cls for cls in (*LISTS.values(), *TREE.values())}




def adder(cls, of_class):
    """`add_mesh` and the like."""

    def add(self, default=None, **kwargs):
        if default is not None and not isinstance(default, _bodies.MjsDefault):
            raise TypeError(f"add_{cls._kind} takes an MjsDefault, not {default!r}")
        element = self._state.new(cls, default)
        set_keywords(element, kwargs)
        self._lists[name].append(element)
        return element

    def add_plain(self, **kwargs):
        return add(self, None, **kwargs)

    name = next(name for name, listed in LISTS.items() if listed is cls)
    made = add if of_class else add_plain
    made.__name__ = f"add_{cls._kind}"
    made.__doc__ = f"Adds a {cls._kind}; keywords are its attributes."
    return made
