#!/usr/bin/env python3
"""Writes the types of the package for editors and type checkers, from the package itself.

    python engine/python/stubs.py          # writes python/plumbline/__init__.pyi
    python engine/python/stubs.py --check  # fails if that is out of date
"""

import enum
import inspect
import pathlib
import sys

import plumbline

PLACE = pathlib.Path(__file__).resolve().parent / "python" / "plumbline" / "__init__.pyi"
HEAD = '''"""Types of the package. Made by stubs.py; do not edit."""

from enum import IntEnum
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._compare import Comparison as Comparison
from ._compare import Difference as Difference
from ._compare import HarnessError as HarnessError
from ._compare import HarnessNotFound as HarnessNotFound
from ._compare import assert_matches_mujoco as assert_matches_mujoco
from ._compare import compare as compare
from ._compare import find_harness as find_harness

__version__: str
'''
NUMBERS = {"f64": "np.float64", "f32": "np.float32", "i32": "np.int32", "u8": "np.uint8", "u64": "np.uint64"}
PYTHON = {"f64": "float", "i32": "int", "u64": "int"}


def array(elem):
    return "bytes" if elem == "char" else f"NDArray[{NUMBERS[elem]}]"


def fields(names):
    lines = []
    for field in names:
        kind = array(field.elem) if field.dims else PYTHON[field.elem]
        if field.__name__ == "plugin_attr":  # text that MuJoCo's bindings show as numbers
            kind = "NDArray[np.int8]"
        lines.append(f"    {field.__name__}: {kind}")
    return lines


def struct(cls, indent=""):
    lines = [f"{indent}class {cls.__name__}:", f"{indent}    def __init__(self) -> None: ..."]
    for name in cls._members:
        kind = cls._dtype[name]
        if kind.shape:
            lines.append(f"{indent}    {name}: NDArray[np.{kind.base.name}]")
        else:
            lines.append(f"{indent}    {name}: {'float' if kind.kind == 'f' else 'int'}")
    return lines


def views(owner, groups, prefix):
    """Classes of elements, and the methods that find them."""
    classes, methods = [], []
    for word, other, _, noun, _, _ in groups:
        name = f"_{prefix}{noun}Views"
        make = getattr(owner, word).__closure__
        view = next(c.cell_contents for c in make if getattr(c.cell_contents, "_attributes", None))
        classes += [f"class {name}:", "    id: int", "    name: str"]
        classes += [f"    {a}: NDArray[Any]" for a in view._attributes if a not in ("id", "name")]
        for method in filter(None, (word, other)):
            methods.append(f"    def {method}(self, name: Union[str, int] = ...) -> {name}: ...")
    return classes, methods


def attribute(kind):
    """The type of an attribute of a spec's element."""
    if kind.startswith("mjt"):
        return kind
    if kind in ("double", "float"):
        return "float"
    if kind in ("int", "byte"):
        return "int"
    if kind == "string":
        return "str"
    base = kind.split("*")[0].split()[0]
    numbers = {"double": "np.float64", "float": "np.float32", "int": "np.int32"}
    if base in numbers and kind in (f"{base}*", f"{base} vec"):
        return f"NDArray[{numbers[base]}]"
    return "Any"


def element(name, cls):
    """A class of a spec: attributes, then what finds, adds and removes."""
    lines = [f"class {name}:"]
    if name == "MjSpec":
        lines.append("    def __init__(self) -> None: ...")
    for word, value in inspect.getmembers(cls):
        if word.startswith("_"):
            continue
        if inspect.isfunction(value):
            static = isinstance(inspect.getattr_static(cls, word), staticmethod)
            words = ["*args: Any", "**kwargs: Any"]
            returned = "MjSpec" if static or word == "copy" else "Any"
            if static:
                lines.append("    @staticmethod")
            else:
                words.insert(0, "self")
            returned = "MjModel" if word == "compile" else returned
            lines.append(f"    def {word}({', '.join(words)}) -> {returned}: ...")
        else:
            kind = attribute(value.kind) if hasattr(value, "kind") else "Any"
            lines.append(f"    {word}: {kind}")
    if name == "MjsDefault":
        lines += [f"    {kind}: Any" for kind in sorted(plumbline.MjSpec().default().__dict__)]
    return lines if len(lines) > 1 else [*lines, "    ..."]


def function(name, value):
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:
        return [f"def {name}(*args: Any, **kwargs: Any) -> Any: ..."]
    words = []
    for p in parameters:
        kind = {"m": "MjModel", "d": "MjData"}.get(p.name, "Any") if name.startswith("mj") else "Any"
        default = "" if p.default is p.empty else " = ..."
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        words.append(f"{star}{p.name}: {kind}{default}")
    return [f"def {name}({', '.join(words)}) -> Any: ..."]


def main():
    lines = [HEAD]
    model_views, model_finders = views(plumbline.MjModel, plumbline._views._MODEL, "MjModel")
    data_views, data_finders = views(plumbline.MjData, plumbline._views._DATA, "MjData")
    lines += [*model_views, *data_views]
    assets = "assets: Optional[dict[str, bytes]] = ..."
    given = "Union[str, bytes]"
    lines.append("class MjModel:")
    for make in ("from_xml_path", "from_binary_path"):
        lines.append("    @classmethod")
        lines.append(f"    def {make}(cls, filename: {given}, {assets}) -> MjModel: ...")
    lines.append("    @classmethod")
    lines.append(f"    def from_xml_string(cls, xml: {given}, {assets}) -> MjModel: ...")
    lines += ["    opt: MjOption", "    stat: MjStatistic", "    vis: MjVisual"]
    lines += [*fields(plumbline._model_fields), *model_finders]
    lines += ["class MjData:", "    def __init__(self, model: MjModel) -> None: ...", "    model: MjModel"]
    for name in ("contact", "warning", "timer", "solver"):
        lines.append(f"    {name}: Any")
    lines += [*fields(plumbline._data_fields), *data_finders]
    lines += ["class FatalError(Exception): ...", "class UnexpectedError(Exception): ..."]
    lines += ["class NoRendering(RuntimeError): ..."]
    lines += ["class MjVisual:"]
    for name, part in plumbline.MjVisual._parts.items():
        lines += [*struct(part, "    "), f"    {name}: {part.__name__}"]
    batch = inspect.getmembers(plumbline.Batch, inspect.isfunction)
    lines += ["class Batch:", "    model: MjModel", "    num_sims: int", "    num_threads: int"]
    for name, method in batch:
        if not name.startswith("_") or name == "__init__":
            words = list(inspect.signature(method).parameters.values())[1:]
            listed = [p.name + ": Any" + ("" if p.default is p.empty else " = ...") for p in words]
            returned = "None" if name == "__init__" else "Any"
            lines.append(f"    def {name}({', '.join(['self', *listed])}) -> {returned}: ...")
    done = {"MjModel", "MjData", "MjVisual", "FatalError", "UnexpectedError", "NoRendering", "Batch"}
    for name, value in sorted(vars(plumbline).items()):
        if name.startswith("_") or name in done or inspect.ismodule(value):
            continue
        if getattr(value, "__module__", "") == "plumbline._compare":  # has types of its own
            continue
        if isinstance(value, type) and issubclass(value, enum.IntEnum):
            lines += [f"class {name}(IntEnum):"]
            lines += [f"    {k} = {int(v)}" for k, v in value.__members__.items()]
        elif name.startswith(("Mjs", "MjSpec")):
            lines += element(name, value)
        elif isinstance(value, type) and hasattr(value, "_members"):
            lines += struct(value)
        elif isinstance(value, type):
            lines += [f"class {name}:", "    def __init__(self, *args: Any, **kwargs: Any) -> None: ..."]
        elif callable(value):
            lines += function(name, value)
        else:
            kind = "tuple[Any, ...]" if isinstance(value, tuple) else type(value).__name__
            lines.append(f"{name}: {kind}")
    made = "\n".join(lines) + "\n"
    if "--check" in sys.argv:
        if PLACE.read_text() != made:
            sys.exit(f"{PLACE} is out of date: run stubs.py")
        return
    PLACE.write_text(made)


if __name__ == "__main__":
    main()
