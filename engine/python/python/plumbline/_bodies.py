"""Bodies of a spec and what they carry: `MjsBody`, `MjsGeom` and the like."""

from ._elements import _Element, copied, fill, set_keywords
from ._enums import mjtJoint, mjtObj


class _Carried(_Element):
    """What stands on a body, perhaps in a frame."""

    __slots__ = ()

    def delete(self):
        """Takes it out of the spec."""
        self._spec._changed()
        siblings = getattr(self._parent, self._list)
        siblings[:] = [element for element in siblings if element is not self]

    def set_frame(self, frame):
        """Puts it into a frame of its body."""
        if not isinstance(frame, MjsFrame):
            raise TypeError(f"set_frame takes an MjsFrame, not {frame!r}")
        self._frame = frame


class _Classed(_Element):
    """What belongs to a default class."""

    __slots__ = ()

    def default(self):
        """Its default class."""
        return self._spec.find_default(self._class)

    def set_default(self, default):
        """Puts it into a default class; its attributes stay as they are."""
        if not isinstance(default, MjsDefault):
            raise TypeError(f"set_default takes an MjsDefault, not {default!r}")
        self._class = default._values["name"]


class MjsFrame(_Carried):
    """A change of coordinates for what stands in it."""

    __slots__ = ()
    _list = "_frames"

    def delete(self):
        """Raises an error: elements may stand in the frame."""
        raise ValueError("Error: frames cannot be deleted")

    def attach_body(self, body, prefix, suffix):
        """Copies a body, with all that is in it and refers to it, into this frame."""
        return self._spec._attach_body(self, body, prefix, suffix)

    def attach(self, spec, prefix, suffix):
        """Copies all of another spec into this frame; returns the frame that was its world."""
        return self._spec._attach_body(self, spec.worldbody, prefix, suffix).to_frame()


class MjsJoint(_Carried, _Classed):
    """A joint."""

    __slots__ = ()
    _list = "_joints"


class MjsGeom(_Carried, _Classed):
    """A geom."""

    __slots__ = ()
    _list = "_geoms"


class MjsSite(_Carried, _Classed):
    """A site."""

    __slots__ = ()
    _list = "_sites"

    def attach(self, body, prefix, suffix):
        """Copies a body to where this site is."""
        spec, owner = self._spec, self._parent
        frame = owner.add_frame(self._frame)
        frame.pos, frame.quat = self.pos, self.quat
        frame.alt = self.alt
        try:
            return spec._attach_body(frame, body, prefix, suffix)
        except ValueError:
            owner._frames.remove(frame)
            raise


class MjsCamera(_Carried, _Classed):
    """A camera."""

    __slots__ = ()
    _list = "_cameras"


class MjsLight(_Carried, _Classed):
    """A light."""

    __slots__ = ()
    _list = "_lights"


class MjsBody(_Carried, _Classed):
    """A body."""

    __slots__ = ("_bodies", "_joints", "_geoms", "_sites", "_cameras", "_lights", "_frames")
    _list = "_bodies"

    @classmethod
    def _make(cls, spec, values=None, seed=None):
        body = super()._make(spec, values, seed)
        for name in cls.__slots__:
            setattr(body, name, [])
        return body

    @property
    def childclass(self):
        """The default class of what is added to the body."""
        return self._class

    @childclass.setter
    def childclass(self, name):
        if not isinstance(name, str):
            raise TypeError(f"childclass is a string, not {name!r}")
        self._class = name

    def delete(self):
        """Raises an error: bodies are detached."""
        raise ValueError("Error: bodies cannot be deleted, use detach instead")

    def spec(self):
        """The spec that it is in."""
        return self._spec

    def add_body(self, default=None, **kwargs):
        """Adds a body; keywords are its attributes."""
        body = MjsBody._make(self._spec)
        body._class = self._class if default is None else default.name
        return self._add(body, kwargs)

    def add_frame(self, parentframe=None, **kwargs):
        """Adds a frame, perhaps within another one."""
        if parentframe is not None and not isinstance(parentframe, MjsFrame):
            raise TypeError(f"add_frame takes an MjsFrame, not {parentframe!r}")
        frame = MjsFrame._make(self._spec)
        frame._frame = parentframe
        return self._add(frame, kwargs)

    def add_freejoint(self, **kwargs):
        """Adds a free joint, which has no defaults."""
        for name in kwargs:
            if name not in ("align", "group", "name"):
                text = f"Invalid {name} keyword argument. Valid options are: align, group, name."
                raise TypeError(text)
            kind = str if name == "name" else int
            if not isinstance(kwargs[name], kind):
                raise ValueError(f"{name} is the wrong type.")
        joint = MjsJoint._make(self._spec)
        joint.type = mjtJoint.mjJNT_FREE
        return self._add(joint, kwargs)

    def _add(self, element, kwargs):
        set_keywords(element, kwargs)
        element._parent = self
        self._spec._changed()
        getattr(self, element._list).append(element)
        return element

    def find_all(self, kind):
        """All elements of a kind in this body and below it, as a name or `mjtObj`."""
        found = _KINDS.get(kind)
        if found is None or (isinstance(kind, str) and found is MjsJoint):
            text = "body.find_all supports the types: body, frame, geom, site, light, camera."
            raise ValueError(text)
        return descendants(self, found._list)

    def find_child(self, name):
        """The body of a name below this one, or None."""
        return next((body for body in descendants(self, "_bodies") if body.name == name), None)

    def to_frame(self):
        """Makes a frame of the body: what it carries goes to its parent."""
        parent = self._parent
        if parent is None or self not in parent._bodies:
            raise ValueError("Error: parent body is not defined, please compile the model first")
        frame = MjsFrame._make(self._spec)
        frame._parent, frame._frame = parent, self._frame
        frame.pos, frame.quat = self.pos, self.quat
        parent._frames.append(frame)
        for name in MjsBody.__slots__:
            moved = getattr(self, name)
            for element in moved:
                element._parent = parent
            getattr(parent, name).extend(moved)
            setattr(self, name, [])
        parent._bodies[:] = [body for body in parent._bodies if body is not self]
        self._spec._changed()
        return frame


class MjsDefault:
    """A default class: what elements start from."""

    __slots__ = ("_spec", "_seed", "_values", "_parent", "__dict__", "__weakref__")

    def __new__(cls, *args, **kwargs):
        raise TypeError("plumbline.MjsDefault: No constructor defined!")

    @classmethod
    def _make(cls, spec, name, parent, seed, elements):
        default = object.__new__(cls)
        default._spec, default._seed, default._parent = spec, seed, parent
        default._values = {"name": name}
        default.__dict__.update(elements)
        return default

    @property
    def name(self):
        """Its name."""
        return self._values["name"]

    def __repr__(self):
        return f"<plumbline.MjsDefault {self.name!r}>"


def descendants(body, name):
    """All of a list in a body and below it: its own, then those of one child after the other."""
    found, open_ = [], [body]
    while open_:
        at = open_.pop()
        found += getattr(at, name)
        open_.extend(reversed(at._bodies))
    return found


def _adder(cls, kind):
    def add(self, default=None, **kwargs):
        if default is not None and not isinstance(default, MjsDefault):
            raise TypeError(f"add_{kind} takes an MjsDefault, not {default!r}")
        start = default or self._spec.find_default(self._class) or self._spec.default()
        like = getattr(start, kind)
        element = cls._make(self._spec, copied(like._values), like._seed)
        element._class = start.name
        return self._add(element, kwargs)

    add.__name__ = f"add_{kind}"
    add.__doc__ = f"Adds a {kind} of a default class; keywords are its attributes."
    return add


def _walkers(cls, kind):
    """`first_geom` and `next_geom` and the like, and the list of them."""

    def first(self):
        return next(iter(getattr(self, cls._list)), None)

    def following(self, child):
        elements = iter(getattr(self, cls._list))
        for element in elements:
            if element is child:
                return next(elements, None)
        return None

    first.__name__, following.__name__ = f"first_{kind}", f"next_{kind}"
    first.__doc__ = f"The first {kind} of the body, or None."
    following.__doc__ = f"The {kind} of the body after this one, or None."
    return first, following


_KINDS = {}
for _cls, _kind, _object in (
    (MjsBody, "body", mjtObj.mjOBJ_BODY),
    (MjsFrame, "frame", None),
    (MjsJoint, "joint", mjtObj.mjOBJ_JOINT),
    (MjsGeom, "geom", mjtObj.mjOBJ_GEOM),
    (MjsSite, "site", mjtObj.mjOBJ_SITE),
    (MjsCamera, "camera", mjtObj.mjOBJ_CAMERA),
    (MjsLight, "light", mjtObj.mjOBJ_LIGHT),
):
    fill(_cls, _kind)
    _KINDS[_kind] = _cls
    if _object is not None:
        _KINDS[_object] = _cls
    if _kind not in ("body", "frame"):
        setattr(MjsBody, f"add_{_kind}", _adder(_cls, _kind))
    _first, _next = _walkers(_cls, _kind)
    setattr(MjsBody, _first.__name__, _first)
    setattr(MjsBody, _next.__name__, _next)
    _plural = property(lambda self, name=_cls._list: list(getattr(self, name)))
    setattr(MjsBody, _cls._list[1:], _plural)
# mjtObj in 3.2.6 has frames among the kinds that only specs have.
if hasattr(mjtObj, "mjOBJ_FRAME"):
    _KINDS[mjtObj.mjOBJ_FRAME] = MjsFrame
