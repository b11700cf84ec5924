"""Lets the harness judge an engine that can be called from Python.

    from plumbline import adapter

    class MyEngine(adapter.Engine):
        fields = ["time", "qpos", "qvel", "qacc"]

        def load(self, path): ...
        def reset(self): ...
        def set(self, name, values): ...
        def forward(self): ...
        def step(self): ...
        def get(self, name): ...

    adapter.serve(MyEngine(), precision="f32")

Then `harness run --subject 'process:python my_engine.py' models/` compares it with MuJoCo. Names are
MuJoCo's; what the engine does not list is reported as missing, what it lists is compared. This file
needs numpy and nothing else, and speaks the protocol of docs/protocol.md.
"""

import importlib.util
import json
import os
import socket
import struct
import sys
import time
import traceback

import numpy as np

_MAGIC = b"PLB1"
# A field without a value in this state.
_NOT_NOW = 0xFFFFFFFF


class Failed(Exception):
    """A failure to be answered as the protocol says."""

    def __init__(self, failure, **what):
        super().__init__(failure, what)
        self.answer = {"failure": failure, **what}


class Rejected(Failed):
    """The model is wrong."""

    def __init__(self, message):
        super().__init__("rejected", message=str(message), unsupported=False)


class Unsupported(Failed):
    """The model is valid, but beyond this engine."""

    def __init__(self, message):
        super().__init__("rejected", message=str(message), unsupported=True)


class Engine:
    """What an engine has to have. Optional: `inverse`, which computes inverse dynamics."""

    version = "0"
    # In which it computes: "f64", "f32", "tf32", "bf16" or a number of bits.
    precision = "f64"
    # Fields of the data that it computes or takes, by MuJoCo's names: qpos, xpos, contact.dist.
    fields = ()
    # Fields of the compiled model, if it has any: nq, body_mass, opt.timestep.
    model_fields = ()
    # How many keyframes the loaded model has, if `reset` takes their number.
    keyframes = 0

    def load(self, path):
        """Reads a model; raises `Rejected` or `Unsupported` if it cannot."""
        raise NotImplementedError("load")

    def reset(self, keyframe=None):
        """Brings the state back to the start."""
        raise NotImplementedError("reset")

    def set(self, name, values):
        """Takes a field of the state, or an option such as opt.timestep: flat, as float64."""
        raise NotImplementedError("set")

    def forward(self):
        """Computes all that follows from the state."""
        raise NotImplementedError("forward")

    def step(self):
        """Advances by one step."""
        raise NotImplementedError("step")

    def get(self, name):
        """The field as a number or array, in MuJoCo's shape; None if it has no value now."""
        raise NotImplementedError("get")


# Conversions that engines need.


def contacts(**columns):
    """Fields of contacts from columns with a row for each: contacts(dist=..., pos=..., geom=...)."""
    count = len(next(iter(columns.values())))
    fields = {}
    for name, column in columns.items():
        column = np.asarray(column)
        if len(column) != count:
            raise ValueError(f"{name} has {len(column)} contacts, others {count}")
        # A frame is a row of nine numbers.
        fields[f"contact.{name}"] = column.reshape(count, -1) if column.ndim > 1 else column
    return fields


def inertia(dense, dof_parentid):
    """The joint space inertia in the order of qM, from a matrix: each dof, then its ancestors."""
    packed = []
    for dof in range(len(dof_parentid)):
        ancestor = dof
        while ancestor >= 0:
            packed.append(dense[dof][ancestor])
            ancestor = int(dof_parentid[ancestor])
    return np.array(packed)


def rows(dense, rownnz=None, rowadr=None, colind=None):
    """Sparse values of a dense matrix (actuator_moment, ten_J) and where they are.

    With the pattern of the model, values are taken from there; else the pattern is that of what is
    not zero. Returns values, rownnz, rowadr, colind.
    """
    dense = np.asarray(dense)
    if rownnz is None:
        row, colind = np.nonzero(dense)
        rownnz = np.bincount(row, minlength=len(dense))
        rowadr = np.concatenate(([0], np.cumsum(rownnz)[:-1])) if len(dense) else rownnz
        return dense[row, colind], rownnz, rowadr, colind
    values = np.zeros(len(colind), dense.dtype)
    for row, (count, start) in enumerate(zip(rownnz, rowadr)):
        place = slice(start, start + count)
        values[place] = dense[row, colind[place]]
    return values, rownnz, rowadr, colind


# The protocol.


_KINDS = {"f64": "<f8", "i32": "<i4", "i64": "<i8", "u8": "u1"}


def _kind(side, name, array):
    """The type that the protocol has for a field: that of MuJoCo's, whatever the engine's is."""
    if array.dtype.kind == "f":
        return "f64"
    if array.dtype.kind == "b" or array.dtype == np.uint8:
        return "u8"
    if array.dtype.kind in "iu":
        # Sizes of a model are wider than all else.
        return "i64" if side == "model" and array.ndim == 0 and "." not in name else "i32"
    raise TypeError(f"{name}: numbers are compared, not {array.dtype}")


def _array(value, kind):
    array = np.asarray(value)
    if array.ndim > 2:
        array = array.reshape(len(array), -1)
    return np.asarray(array, _KINDS[kind], order="C")


class _Adapter:
    """Answers each request with JSON and a body; a method for each."""

    def __init__(self, engine, precision):
        self.engine, self.precision, self.fields, self.spent_ns = engine, precision, [], 0
        self.sizes = {}

    def hello(self, request, body):
        identity = {"version": str(self.engine.version), "sha256": None}
        if self.precision != "f64":
            identity["precision"] = self.precision
        return {"identity": identity}, b""

    def load(self, request, body):
        if request.get("files"):
            raise Failed("unable", what="models from memory")
        self._timed(self.engine.load, request["path"])
        self._timed(self.engine.reset)
        # Shapes are those that the fields have once everything is computed.
        self._timed(self.engine.forward)
        fields = []
        sides = (("model", self.engine.model_fields), ("data", self.engine.fields))
        for side, names in sides:
            fields += [self._describe(side, name) for name in names]
        self._timed(self.engine.reset)
        self.fields = [(field["name"], field["type"]) for field in fields]
        abilities = ["forward", "step"]
        abilities += ["keyframe"] if self.engine.keyframes else []
        abilities += ["inverse"] if hasattr(self.engine, "inverse") else []
        known = {"keyframes": int(self.engine.keyframes), "warnings": []}
        return {"loaded": {"fields": fields, "abilities": abilities, **known}}, b""

    def _describe(self, side, name):
        value = self.engine.get(name)
        if value is None:
            raise Failed("error", message=f"{name} has no value after a forward computation")
        kind = _kind(side, name, np.asarray(value))
        array = _array(value, kind)
        self.sizes[name] = array.size
        # The number of rows may change, that of columns not.
        dims = ["n"] * min(array.ndim, 1) + [str(size) for size in array.shape[1:]]
        group = "sizes" if kind == "i64" else side if dims else "scalar"
        group = name.split(".")[0] if "." in name else group
        return {"side": side, "group": group, "name": name, "type": kind, "dims": dims}

    def reset(self, request, body):
        keyframe = request["keyframe"]
        if keyframe is not None and not self.engine.keyframes:
            raise Failed("unable", what="keyframes")
        return self._done(self.engine.reset, *([] if keyframe is None else [keyframe]))

    def poison(self, request, body):
        poison = getattr(self.engine, "poison", None)
        if poison is not None:
            for index in self._indices(body):
                poison(self.fields[index][0])
        return self._done()

    def set(self, request, body):
        while body:
            index, count = struct.unpack_from("<IQ", body)
            values = np.frombuffer(body, "<f8", count, 12)
            name = self.fields[index][0]
            if count != self.sizes[name]:
                has = f"{name} has {self.sizes[name]} elements, {count} were given"
                raise Failed("error", message=has)
            self.engine.set(name, values.copy())
            body = body[12 + 8 * count :]
        return self._done()

    def run(self, request, body):
        action = request["action"]
        work = getattr(self.engine, action["what"], None)
        if action["what"] not in ("forward", "step", "inverse") or work is None:
            raise Failed("unable", what=action["what"])
        return self._done(self._repeat, work, action.get("count", 1))

    def _repeat(self, work, count):
        for _ in range(count):
            work()

    def read(self, request, body):
        parts = []
        for index in self._indices(body):
            name, kind = self.fields[index]
            value = self.engine.get(name)
            if value is None:
                parts.append(struct.pack("<II", index, _NOT_NOW))
                continue
            array = _array(value, kind)
            parts.append(struct.pack(f"<II{array.ndim}Q", index, array.ndim, *array.shape))
            parts.append(array.tobytes())
        return {"done": {"warnings": []}}, b"".join(parts)

    def spent(self, request, body):
        return {"spent": {"nanoseconds": self.spent_ns}}, b""

    def _indices(self, body):
        return struct.unpack(f"<{len(body) // 4}I", body)

    def _done(self, work=None, *arguments):
        if work is not None:
            self._timed(work, *arguments)
        return {"done": {"warnings": []}}, b""

    def _timed(self, work, *arguments):
        start = time.process_time_ns()
        work(*arguments)
        self.spent_ns = time.process_time_ns() - start

    def answer(self, request, body):
        work = getattr(self, str(request.get("do")), None)
        try:
            if work is None or request["do"].startswith("_"):
                raise Failed("unable", what=str(request.get("do")))
            return work(request, body)
        except Failed as failed:
            return {"failed": failed.answer}, b""
        except NotImplementedError as missing:
            return {"failed": {"failure": "unable", "what": str(missing)}}, b""
        except Exception as error:
            # The end of what is printed is shown if the process dies; the message always.
            traceback.print_exc()
            message = f"{type(error).__name__}: {error}"
            return {"failed": {"failure": "error", "message": message}}, b""


def serve(engine, precision=None):
    """Answers the harness until it closes the connection.

    Args:
      engine: what is judged, as `Engine` describes.
      precision: in which it computes, if not as `engine.precision` says. Values travel as float64
        whatever it is.
    """
    place = os.environ.get("PLUMBLINE_SOCKET")
    if place is None:
        sys.exit("this is a simulator for the harness: harness run --subject 'process:...' MODELS")
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(place)
        stream = connection.makefile("rwb")
        adapter = _Adapter(engine, precision or getattr(engine, "precision", "f64"))
        while True:
            head = stream.read(16)
            if len(head) < 16:
                return
            magic, json_length, body_length = struct.unpack("<4sIQ", head)
            if magic != _MAGIC:
                sys.exit("this is not the protocol of the harness")
            request = json.loads(stream.read(json_length))
            answer, body = adapter.answer(request, stream.read(body_length))
            text = json.dumps(answer).encode()
            stream.write(struct.pack("<4sIQ", _MAGIC, len(text), len(body)) + text + body)
            stream.flush()


def main(place):
    """Serves a class that is named by FILE:CLASS."""
    path, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location("engine_of_the_harness", path)
    module = importlib.util.module_from_spec(spec)
    # So that a script does not do what it does as a program, but finds itself.
    sys.modules[spec.name] = module
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec.loader.exec_module(module)
    cls = module
    for part in name.split("."):
        cls = getattr(cls, part)
    serve(cls())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m plumbline.adapter FILE.py:CLASS")
    # The module that the engine imports, not this one, whose classes are others.
    from plumbline import adapter

    adapter.main(sys.argv[1])
