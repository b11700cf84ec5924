"""`MjSpec`: a model to be changed before it is compiled."""

import re

from . import _core
from ._bodies import MjsBody, MjsFrame, descendants
from ._elements import _by_tag, _TABLES, _Attribute
from ._listed import LISTS, TREE, _ListedOfClass, adder
from ._loaded import Loaded


def _size(found):
    return f"size {int(found[1]) - 1} must be positive in geom"


# Refusals in MuJoCo's words, where programs know them.
_AS_MUJOCO = (
    (r"the name `(.*)` is already taken by another (\w+);.*", r"repeated name '\1' in \2"),
    (r"size (\d+) is .*; expected \d+ positive numbers", _size),
)


class MjSpec:
    """A model as its author describes it; `compile` makes an `MjModel` of it."""

    __slots__ = ("_base", "_loaded", "_compiled", "__weakref__")

    def __init__(self):
        self._base, self._loaded, self._compiled = _core.SpecCore(), None, None

    @classmethod
    def _of(cls, core):
        spec = cls.__new__(cls)
        spec._base, spec._loaded, spec._compiled = core, None, None
        return spec

    @staticmethod
    def from_file(filename, assets=None):
        """Reads a spec from an MJCF or URDF file."""
        return MjSpec._of(_core.SpecCore.from_file(filename, assets))

    @staticmethod
    def from_string(xml, assets=None):
        """Reads a spec from MJCF text; files that it names are looked for in `assets` first."""
        return MjSpec._of(_core.SpecCore.from_string(xml, assets))

    @property
    def _state(self):
        """The elements, taken from the engine's spec when they are first asked for."""
        if self._loaded is None:
            self._loaded = Loaded(self)
            self._loaded.fill(self._base.parts())
            if self._compiled is not None:
                self._loaded.number()
        return self._loaded

    _values = property(lambda self: self._state.values)
    _lists = property(lambda self: self._state.lists)

    def _changed(self):
        """Elements come or go."""

    def _delete(self, element):
        for listed in self._lists.values():
            listed[:] = [other for other in listed if other is not element]

    @property
    def worldbody(self):
        """The body that everything is in."""
        return self._state.world

    @property
    def compiler(self):
        """Settings of the compiler."""
        return self._state.compiler

    @property
    def option(self):
        """Physics options."""
        return self._state.option

    @property
    def stat(self):
        """Statistics instead of computed ones; NaN where they are computed."""
        return self._state.stat

    @property
    def visual(self):
        """How the model is drawn."""
        return self._state.visual

    @property
    def bodies(self):
        """All bodies, the world first."""
        return [self.worldbody, *descendants(self.worldbody, "_bodies")]

    def find_body(self, name):
        """The body of a name, or None."""
        return next((body for body in self.bodies if body.name == name), None)

    def find_frame(self, name):
        """The frame of a name, or None."""
        return next((frame for frame in self.frames if frame.name == name), None)

    def default(self):
        """The default class of all that have none of their own."""
        return self._state.classes[0]

    def find_default(self, classname):
        """The default class of a name, or None."""
        return next((found for found in self._state.classes if found.name == classname), None)

    def add_default(self, classname, parent=None):
        """Adds a default class that starts as a copy of another one; None if the name is taken."""
        if self.find_default(classname) is not None:
            return None
        parent = parent or self.default()
        parent._seed, row = _core.spec_subclass(self._state.class_row(parent), classname)
        return self._state.add_class(row, parent)

    def compile(self, assets=None):
        """Compiles the spec to a model; files are looked for in `assets` first."""
        if assets is not None:
            assets = {k: v.encode() if isinstance(v, str) else bytes(v) for k, v in assets.items()}
        core = self._core() if assets is None else self._core().with_assets(assets)
        model = self._told(core.compile)
        self._note_compiled(core, model)
        return model

    def recompile(self, model, data):
        """Compiles the spec anew and goes on with the simulation; returns a new model and data."""
        if self._compiled is not None:
            bodies, joints, actuators = self._compiled.keep_state(model, data)
            for elements, seeds in (
                (self.bodies, bodies),
                (self.joints, joints),
                (self.actuators, actuators),
            ):
                for element in elements:
                    if element._place is not None:
                        element._seed = seeds[element._place]
        core = self._core()
        made = self._told(core.recompile, data)
        self._note_compiled(core, made[0])
        return made

    def _note_compiled(self, core, model):
        self._compiled = core
        if self._loaded is not None:
            self._loaded.number()
        if core.has_unsettled_keys():
            self._state.merge_list("keys", core.settled_keys(model))
        if model.nkey > core.count_keys():
            # The compiler makes as many as the size `nkey` asks for.
            for _ in range(len(self.keys), model.nkey):
                self.add_key()

    def _told(self, work, *arguments):
        """Runs work of the engine; an error names the element that a program made."""
        try:
            return work(*arguments)
        except ValueError as error:
            element = _by_tag.get(getattr(error, "_tag", None))
            if element is None:
                raise
            name, info = element._values.get("name", ""), element._values.get("info", "")
            where = f"Element name '{name}', id {self._state.id(element)}"
            text = str(error)
            for pattern, words in _AS_MUJOCO:
                text = re.sub(pattern, words, text)
            text = f"{text}\n{where}" + (f", {info}" if info else "")
        raise ValueError(text)

    def _core(self, tag_all=False):
        """The engine's spec, as the elements are now."""
        if self._loaded is None:
            return self._base
        return self._base.with_parts(self._state.parts(), tag_all)

    def copy(self):
        """Another spec with the same elements."""
        made = MjSpec._of(self._base)
        if self._loaded is not None:
            made._loaded = self._loaded.copy(made)
        made._compiled = self._compiled
        return made

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, _memo):
        return self.copy()

    @property
    def keys(self):
        """The keyframes; those of attached bodies appear when the spec is compiled."""
        return [key for key in self._lists["keys"] if not key._values["_partial"]]

    def detach_body(self, body):
        """Takes a body out, with all that is in it and all that refers to it."""
        with _Named(body, self.find_body) as name:
            core = self._told(self._core(tag_all=True).detach_body, name)
        self._state.keep_only(core.parts())
        self._base = core

    def _attach_body(self, frame, body, prefix, suffix):
        if not isinstance(body, MjsBody):
            raise TypeError(f"attach_body takes an MjsBody, not {body!r}")
        other, own_name = body._spec, body.name
        owner, count = frame._parent, len(frame._parent._bodies)
        with _Named(frame, self.find_frame) as at, _Named(body, other.find_body) as name:
            if other is self:
                core = self._told(self._core().attach_own_body, at, name, prefix, suffix)
            else:
                attach = self._core().attach_body
                core, child = self._told(attach, at, other._core(), name, prefix, suffix)
                other._state.merge(child.parts())
            self._state.merge(core.parts())
        attached = owner._bodies[count]
        if name != own_name:
            attached.name = prefix + own_name + suffix if own_name else ""
        self._base = core
        return attached

    def _attach_frame(self, body, frame, prefix, suffix):
        if not isinstance(frame, MjsFrame):
            raise TypeError(f"attach_frame takes an MjsFrame, not {frame!r}")
        other = frame._spec
        with _Named(body, self.find_body) as to, _Named(frame, other.find_frame) as name:
            attach = self._core().attach_frame
            core, child = self._told(attach, to, other._core(), name, prefix, suffix)
            other._state.merge(child.parts())
            count = len(body._frames)
            self._state.merge(core.parts())
            full = prefix + name + suffix
            added = body._frames[count:]
            attached = next(found for found in added if found.name == full)
        if name != frame.name:
            attached.name = ""
        self._base = core
        return attached

    def to_xml(self):
        """The spec as MJCF text, as it was last compiled."""
        if self._compiled is None:
            raise _core.FatalError("XML Write error: Only compiled model can be written")
        return self._compiled.to_xml()


class _Named:
    """Gives an element without a name one for a while, so that the engine finds it."""

    def __init__(self, element, find):
        self.element, self.find, self.name = element, find, element.name

    def __enter__(self):
        if not self.name or self.find(self.name) is not self.element:
            self.element.name = f"\1{self.element._values['_tag']}"
        return self.element.name

    def __exit__(self, *_):
        self.element.name = self.name


MjsBody.attach_frame = lambda self, frame, prefix, suffix: self._spec._attach_frame(
    self, frame, prefix, suffix
)
MjsBody.attach_frame.__doc__ = "Copies a frame of another spec, with all that stands in it."

for _name, _kind, _count in _TABLES["spec"][0]:
    setattr(MjSpec, _name, _Attribute(_name, _kind, _count))
for _name, _cls in LISTS.items():
    if _name not in MjSpec.__dict__:
        setattr(MjSpec, _name, property(lambda self, name=_name: list(self._lists[name])))
    setattr(MjSpec, f"add_{_cls._kind}", adder(_cls, issubclass(_cls, _ListedOfClass)))
for _name, _cls in TREE.items():
    setattr(
        MjSpec, _name, property(lambda self, name=_cls._list: descendants(self.worldbody, name))
    )
