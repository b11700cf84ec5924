"""The elements of a spec, between the engine's spec and the objects of Python."""

import numpy as np

from . import _enums
from ._bodies import MjsBody, MjsDefault
from ._elements import _by_tag, MjsCompiler, MjsPlugin, copied
from ._listed import LISTS, OF_CLASSES, TREE, MjsFlex
from ._structs import MjLROpt, MjOption, MjStatistic, MjVisual


class _Visual(MjVisual):
    """How the model is drawn."""

    __slots__ = ()


setattr(_Visual, "global", property(lambda visual: visual.global_))


def _records(option, visual):
    """The members of options and visual settings as bytes."""
    shown = {name: option._record[name].tobytes() for name in option._members}
    parts = {}
    for part in visual._parts:
        struct = getattr(visual, part)
        for name in struct._members:
            parts[f"{part.rstrip('_')}.{name}"] = struct._record[name].tobytes()
    return shown, parts


def _set_member(struct, name, given):
    kind = struct._dtype[name].base
    struct._record[name] = np.frombuffer(given, kind)[0 if len(given) == kind.itemsize else slice(None)]


class Loaded:
    """All elements of a spec as objects."""

    def __init__(self, spec):
        self.spec, self.lists, self.classes = spec, {name: [] for name in LISTS}, []
        self.world = None

    # From the engine.

    def fill(self, parts):
        """Makes all elements."""
        self.values = parts["spec"]
        self.compiler = MjsCompiler._make(self.spec, parts["compiler"])
        self.option, self.visual, self.stat = MjOption(), _Visual(), MjStatistic()
        for name, given in parts["option"].items():
            _set_member(self.option, name, given)
        for name, given in parts["visual"].items():
            part, member = name.split(".")
            _set_member(getattr(self.visual, "global_" if part == "global" else part), member, given)
        for name, value in parts["stat"].items():
            setattr(self.stat, name, value)
        self.merge(parts)

    def merge(self, parts):
        """Takes what the engine has now: elements that are there stay, those behind them are new."""
        for name, rows in parts["lists"].items():
            self.merge_list(name, rows)
        known = {default.name for default in self.classes}
        for row in parts["classes"]:
            if row[0] not in known:
                self.add_class(row, None)
        rows = parts["bodies"]
        below = [[] for _ in rows]
        for at, row in enumerate(rows):
            if row[0] >= 0:
                below[row[0]].append(at)
        if self.world is None:
            self.world = self.made(MjsBody, *rows[0][2:4])
        open_ = [(self.world, 0)]
        while open_:
            body, at = open_.pop()
            self.merge_body(body, rows[at])
            for place, child in enumerate(below[at]):
                if place == len(body._bodies):
                    new = self.made(MjsBody, *rows[child][2:4])
                    new._parent, new._class = body, new._values["_class"] or body._class
                    body._bodies.append(new)
                found, frame = body._bodies[place], rows[child][1]
                found._frame = body._frames[frame] if frame >= 0 else None
                open_.append((found, child))

    def merge_body(self, body, row):
        body._seed, lists = row[2], row[4]
        for name, cls in TREE.items():
            elements = getattr(body, cls._list)
            for place, (seed, values, frame) in enumerate(lists[name]):
                if place < len(elements):
                    elements[place]._seed = seed
                else:
                    new = self.made(cls, seed, values)
                    new._parent = body
                    elements.append(new)
                found = elements[place]
                found._frame = body._frames[frame] if frame >= 0 else None

    def merge_list(self, name, rows):
        cls, elements = LISTS[name], self.lists[name]
        for place, (seed, values) in enumerate(rows):
            if place == len(elements):
                new = self.made(cls, seed, values)
                elements.append(new)
            elements[place]._seed = seed
            if name == "keys":
                # The engine makes them fit the tree.
                kept = elements[place]._values
                kept.update((key, value) for key, value in values.items() if key not in ("_tag", "info"))
        del elements[len(rows) :]

    def made(self, cls, seed, values):
        """A new element; what only Python has of it comes from the one that it is a copy of."""
        origin = _by_tag.get(values.get("_tag"))
        element = cls._make(self.spec, values, seed)
        if cls is MjsPlugin:
            element._target = element
        if origin is not None and type(origin) is cls:
            element._values["info"] = origin._values["info"]
        element._class = values.get("_class") or "main"
        return element

    def keep_only(self, parts):
        """Forgets what the engine has no longer, after a body was detached."""
        left = {}
        for row in parts["bodies"]:
            left[row[3].get("_tag")] = row[2]
            for rows in row[4].values():
                left.update((values.get("_tag"), seed) for seed, values, _ in rows)
        for rows in parts["lists"].values():
            left.update((values.get("_tag"), seed) for seed, values in rows)

        def filtered(elements):
            elements[:] = [element for element in elements if element._values["_tag"] in left]
            for element in elements:
                element._seed = left[element._values["_tag"]]

        for body in self.preorder():
            for name in MjsBody.__slots__:
                filtered(getattr(body, name))
        for name, elements in self.lists.items():
            if name != "keys":
                filtered(elements)
        self.merge_list("keys", parts["lists"]["keys"])

    def add_class(self, row, parent):
        """Makes a default class of what the engine has."""
        name, around, seed, kinds = row
        if parent is None and around is not None:
            parent = next(default for default in self.classes if default.name == around)
        elements = {kind: OF_CLASSES[kind]._make(self.spec, values) for kind, values in kinds.items()}
        # MuJoCo's classes have flexes too, and equalities of no kind.
        elements["flex"] = MjsFlex._make(self.spec)
        elements["equality"]._values["objtype"] = int(_enums.mjtObj.mjOBJ_UNKNOWN)
        default = MjsDefault._make(self.spec, name, parent, seed, elements)
        self.classes.append(default)
        return default

    def new(self, cls, default):
        """An element of a list as it is when it is added."""
        default = default or self.classes[0]
        if cls._kind in default.__dict__ and hasattr(cls, "default"):
            element = cls._make(self.spec, copied(getattr(default, cls._kind)._values))
            element._class = default.name
        else:
            element = cls._make(self.spec)
        if cls is MjsPlugin:
            element._target = element
        return element

    # To the engine.

    def preorder(self):
        """All bodies in the order of their ids."""
        found, open_ = [], [self.world]
        while open_:
            body = open_.pop()
            found.append(body)
            open_.extend(reversed(body._bodies))
        return found

    def number(self):
        """Notes where elements are that have a state, as the spec is compiled."""
        bodies = self.preorder()
        joints = [joint for body in bodies for joint in body._joints]
        for elements in (bodies, joints, self.lists["actuators"]):
            for place, element in enumerate(elements):
                element._place = place

    def id(self, element):
        """The place of an element among those of its kind."""
        if isinstance(element, MjsBody):
            elements = self.preorder()
        elif type(element)._list:
            elements = [e for body in self.preorder() for e in getattr(body, element._list)]
        else:
            elements = next(self.lists[n] for n, cls in LISTS.items() if cls is type(element))
        return next((i for i, other in enumerate(elements) if other is element), -1)

    def shown(self, element):
        """The attributes of an element for the engine."""
        values = element._values
        if "plugin" in values:
            values["plugin"]["own"] = element.plugin.id
        if "_class" in values:
            values["_class"] = element._class
            if isinstance(element, MjsBody):
                around = element._parent._class if element._parent else "main"
                values["_class"] = "" if element._class == around else element._class
        return values

    def class_row(self, default):
        """A default class for the engine."""
        kinds = {k: e._values for k, e in default.__dict__.items() if k != "flex"}
        parent = default._parent.name if default._parent else None
        return default.name, parent, default._seed, kinds

    def parts(self):
        """Everything for the engine."""
        compiler = self.compiler._values
        length_range = self.compiler.LRopt
        compiler["LRopt"] = {name: getattr(length_range, name) for name in MjLROpt._members}
        option, visual = _records(self.option, self.visual)
        lists = {
            name: [(element._seed, self.shown(element)) for element in elements]
            for name, elements in self.lists.items()
        }
        return {
            "spec": self.values,
            "compiler": compiler,
            "stat": {name: getattr(self.stat, name) for name in self.stat._members},
            "option": option,
            "visual": visual,
            "classes": [self.class_row(default) for default in self.classes],
            "bodies": self.tree(),
            "lists": lists,
        }

    def tree(self):
        """Bodies with what they carry, each after its parent."""
        bodies = self.preorder()
        places = {id(body): place for place, body in enumerate(bodies)}
        frames = {}
        for body in bodies:
            body._frames[:] = _outer_first(body._frames)
            frames.update((id(frame), place) for place, frame in enumerate(body._frames))
        rows = []
        for body in bodies:
            lists = {
                name: [
                    (element._seed, self.shown(element), _frame_of(element, body, frames))
                    for element in getattr(body, cls._list)
                ]
                for name, cls in TREE.items()
            }
            parent = -1 if body is self.world else places[id(body._parent)]
            frame = _frame_of(body, body._parent, frames)
            rows.append((parent, frame, body._seed, self.shown(body), lists))
        return rows

    def copy(self, spec):
        """The same elements for another spec."""
        made = Loaded(spec)
        made.values, twins = copied(self.values), {}

        def twin(element):
            new = type(element)._make(spec, copied(element._values), element._seed)
            new._class, new._place = element._class, element._place
            twins[id(element)] = new
            return new

        made.compiler = twin(self.compiler)
        made.compiler.LRopt = self.compiler.LRopt
        made.option, made.stat = self.option.__copy__(), self.stat.__copy__()
        made.visual = self.visual.__copy__()
        for default in self.classes:
            parent = twins.get(id(default._parent))
            elements = {kind: twin(element) for kind, element in default.__dict__.items()}
            new = MjsDefault._make(spec, default.name, parent, default._seed, elements)
            twins[id(default)] = new
            made.classes.append(new)
        for name, elements in self.lists.items():
            made.lists[name] = [twin(element) for element in elements]
        bodies = self.preorder()
        made.world = twin(self.world)
        for body in bodies:
            new = twins[id(body)]
            for name in MjsBody.__slots__:
                setattr(new, name, [twin(element) for element in getattr(body, name)])
        for body in bodies:
            for name in MjsBody.__slots__:
                for element in getattr(body, name):
                    twins[id(element)]._parent = twins[id(body)]
                    twins[id(element)]._frame = twins.get(id(element._frame))
        for element in [e for elements in self.lists.values() for e in elements] + [
            e for body in bodies for e in (body, *body._geoms)
        ]:
            if isinstance(element, MjsPlugin):
                twins[id(element)]._target = twins[id(element)]
            elif "plugin" in element._values:
                twins[id(element)].plugin._target = twins.get(id(element.plugin._target))
        return made


def _outer_first(frames):
    """Frames, each after the one that it is in."""
    ordered, done = [], set()
    for frame in frames:
        chain = []
        while frame is not None and id(frame) not in done and frame in frames:
            chain.append(frame)
            done.add(id(frame))
            frame = frame._frame
        ordered += reversed(chain)
    return ordered


def _frame_of(element, body, frames):
    frame = element._frame
    if frame is None:
        return -1
    if frame._parent is not body:
        raise ValueError(f"Error: the frame of {element!r} is in another body")
    return frames[id(frame)]
