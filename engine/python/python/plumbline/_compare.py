"""The harness from Python: a subject against a reference on one model, field by field, bit by bit.

The comparison is the program `harness` itself, so that a finding has the address that the command
line gives, and the command that repeats it there.
"""

import inspect
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Optional

_STATE = (
    "qpos qvel act ctrl qfrc_applied xfrc_applied mocap_pos mocap_quat eq_active qacc_warmstart time"
).split()
# Exit codes of runs that came to a verdict.
_JUDGED = (0, 100, 101)


class HarnessNotFound(FileNotFoundError):
    """There is no program `harness`."""


class HarnessError(RuntimeError):
    """The harness could not compare; the text is what it said."""


@dataclass(frozen=True)
class Difference:
    """What one case came to in one mode, where that is not good."""

    text: str
    """The line of the command line: outcome, case, mode, moment, stage, field and element, values."""
    case: str
    mode: str
    outcome: str
    moment: str = ""
    stage: str = ""
    field: str = ""
    element: str = ""
    """The element by name, in brackets."""
    subject: Any = None
    reference: Any = None
    ulps: Optional[int] = None
    repeat: str = ""
    """The command that repeats just this."""

    def __str__(self) -> str:
        return f"{self.text}\n     {self.repeat}" if self.repeat else self.text


@dataclass(frozen=True)
class Comparison:
    """What a comparison came to."""

    ok: bool
    values: int
    """How many values were compared."""
    differences: list[Difference] = field(repr=False)
    """All `Difference`s, in the order of cases and modes."""
    records: list[dict[str, Any]] = field(repr=False)
    """What the report says of each case and mode (docs/schema/report.schema.json)."""
    output: str = field(repr=False)
    """What the harness printed."""

    @property
    def first(self) -> Optional[Difference]:
        """The first divergence, or None."""
        return self.differences[0] if self.differences else None

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"equal: {self.values} values"
        return "\n".join(map(str, self.differences)) or self.output


def find_harness(program: Optional[str] = None) -> str:
    """The path of the program `harness`.

    It is the one that is given, else the one that the environment variable PLUMBLINE_HARNESS names,
    else one in PATH, else the newest that cargo has built in a checkout around the current directory,
    else the one that was installed with this package.
    """
    for given, whence in ((program, "harness="), (os.environ.get("PLUMBLINE_HARNESS"), "PLUMBLINE_HARNESS")):
        if given:
            found = shutil.which(given)
            if found is None:
                raise HarnessNotFound(f"{whence} names {given}, which is no program")
            return os.path.abspath(found)
    found = shutil.which("harness")
    if found is not None and _is_ours(found):
        return found
    for folder in (pathlib.Path.cwd(), *pathlib.Path.cwd().parents):
        if (folder / "harness" / "Cargo.toml").exists():
            built = [p for p in (folder / "target").glob("*/harness") if p.is_file() and os.access(p, os.X_OK)]
            if built:
                return str(max(built, key=lambda path: path.stat().st_mtime))
    # An environment that is not activated is not in PATH.
    installed = shutil.which("harness", path=os.path.dirname(sys.executable))
    if installed is not None and _is_ours(installed):
        return installed
    raise HarnessNotFound(
        "the program harness was not found: build it in a checkout of plumbline with "
        "`cargo build --release`, then put target/release into PATH, or name the program in the "
        "environment variable PLUMBLINE_HARNESS"
    )


def _is_ours(program):
    """Others have programs of this name."""
    try:
        out = subprocess.run([program, "simulators"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return False
    return out.returncode == 0 and "mujoco@" in out.stdout


def compare(
    model: Any,
    subject: Any = "engine",
    reference: Any = "mujoco@3.2.6",
    *,
    states: Any = None,
    assets: Optional[dict[str, Any]] = None,
    modes: Any = None,
    steps: Optional[int] = None,
    seed: Optional[int] = None,
    random: Optional[int] = None,
    fields: Any = None,
    tolerance: Optional[float] = None,
    strict: bool = False,
    inject: Optional[str] = None,
    arguments: Sequence[str] = (),
    harness: Optional[str] = None,
) -> Comparison:
    """Compares a subject with a reference on a model; see `harness run --help`.

    Args:
      model: the path of an MJCF or URDF file, or MJCF as text.
      subject: a kind of simulator (`harness simulators`): "engine", "mujoco@3.3.7",
        "process:./my-adapter"; or a class derived from `plumbline.adapter.Engine`.
      reference: the one that is right by definition.
      states: states to compare at beside those of the schedule: dicts of arrays by name (qpos, qvel,
        act, ctrl and so on), in a list or, to name them, in a dict.
      assets: with MJCF as text, files that it refers to: contents by name.
      modes: names of modes, all by default.
      steps, seed, random: how many steps, of which seed, at how many random states.
      fields: names of fields, with * and ?.
      tolerance: scaled errors up to this are called close.
      strict: whether it counts as a difference if something was not covered.
      inject: a value to disturb, to see a failure.
      arguments: more arguments for `harness run`.
      harness: the program; see `find_harness`.

    Returns:
      A `Comparison`, which is true if all is equal.
    """
    program = find_harness(harness)
    options = ["--subject", _simulator(subject), "--reference", _simulator(reference), "-v"]
    for name, value in (
        ("modes", modes),
        ("steps", steps),
        ("seed", seed),
        ("random", random),
        ("fields", fields),
        ("tolerance", tolerance),
        ("inject", inject),
    ):
        if value is not None:
            value = value if isinstance(value, (str, int, float)) else ",".join(value)
            options += [f"--{name}", str(value)]
    options.append("--strict" if strict else "--allow-uncovered")
    with tempfile.TemporaryDirectory(prefix="plumbline-") as folder:
        folder = pathlib.Path(folder)
        path, cwd, hidden = _place(folder / "model", model, assets, states)
        reports = folder / "reports"
        command = [program, "run", str(path), *options, "--report-dir", str(reports), *arguments]
        out = subprocess.run(command, capture_output=True, text=True, cwd=cwd, stdin=subprocess.DEVNULL)
        if out.returncode not in _JUDGED:
            raise HarnessError((out.stderr + out.stdout).strip().replace(hidden, ""))
        lines = (reports / "latest" / "report.jsonl").read_text().splitlines()
    return _judge(out, [json.loads(line.replace(hidden, "")) for line in lines], hidden)


def _simulator(kind):
    if isinstance(kind, str):
        return kind
    if not inspect.isclass(kind):
        raise TypeError("a simulator is a kind as text, or a class derived from adapter.Engine")
    place = f"{inspect.getfile(kind)}:{kind.__qualname__}"
    return "process:" + shlex.join([sys.executable, "-m", "plumbline.adapter", place])


def _place(folder, model, assets, states):
    """Puts the model where it can have a sidecar: its path, where to run, and what to hide of paths."""
    is_text = isinstance(model, str) and model.lstrip().startswith("<")
    if not is_text and not isinstance(model, (str, os.PathLike)):
        raise TypeError("the harness reads MJCF: give it a path or text, not a compiled model")
    if assets and not is_text:
        raise ValueError("assets are for models as text; files find theirs beside them")
    if is_text:
        folder.mkdir()
        for name, content in (assets or {}).items():
            path = folder / name
            if folder not in path.resolve().parents:
                raise ValueError(f"{name} lies outside of the model's folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        (folder / "model.xml").write_text(model)
        if states:
            (folder / "model.toml").write_text(_sidecar(states))
        return pathlib.Path("model.xml"), folder, f"{folder}/"
    if not states:
        return pathlib.Path(model), None, "\0"
    path = pathlib.Path(model).absolute()
    beside = path.with_suffix(".toml")
    text = beside.read_text() if beside.exists() else ""
    mirror = _mirror(folder, path)
    mirror.with_suffix(".toml").write_text(text + "\n" + _sidecar(states))
    return mirror, None, str(folder)


def _mirror(folder, path):
    """The same path below a folder, with links to all that lies beside it and above.

    So the model has a sidecar of ours, without a file in its own folder, and finds its meshes.
    """
    here = pathlib.Path(path.anchor)
    folder.mkdir()
    for part in path.parts[1:]:
        try:
            entries = [entry for entry in os.listdir(here) if entry != part]
        except PermissionError:
            entries = []
        for entry in entries:
            if (here / entry) != path.with_suffix(".toml"):
                (folder / entry).symlink_to(here / entry)
        here, folder = here / part, folder / part
        if here == path:
            folder.symlink_to(path)
        else:
            folder.mkdir()
    return folder


def _sidecar(states):
    import numpy as np

    named = states.items() if isinstance(states, dict) else enumerate(states)
    tables = []
    for name, values in named:
        lines = ["[[state]]", f"name = {json.dumps(str(name))}"]
        for key, value in values.items():
            if key not in _STATE:
                raise ValueError(f"{key} is no part of a state: {', '.join(_STATE)}")
            flat = np.asarray(value, np.float64).reshape(-1).tolist()
            # Python writes floats as TOML does: 0.1, 1e-05, nan, -inf.
            lines.append(f"{key} = [{', '.join(map(repr, flat))}]")
        tables.append("\n".join(lines))
    return "\n\n".join(tables) + "\n"


def _judge(out, lines, hidden):
    records = [line for line in lines if line["type"] == "record"]
    printed = out.stdout.replace(hidden, "").splitlines()
    differences = []
    for record in records:
        if record["ok"]:
            continue
        finding = record.get("finding", {})
        start = f"{record['outcome']} {record['case']} {record['mode']} "
        # Those of the same cause are one line there.
        text = next((line for line in printed if line.startswith(start)), None)
        text = text or start + _address(finding, record)
        differences.append(
            Difference(
                text=text,
                case=record["case"],
                mode=record["mode"],
                outcome=record["outcome"],
                moment=finding.get("moment", ""),
                stage=finding.get("stage", ""),
                field=finding.get("field", ""),
                element=finding.get("name", ""),
                subject=finding.get("subject"),
                reference=finding.get("reference"),
                ulps=finding.get("gap", {}).get("ulps"),
                repeat=record["repeat"],
            )
        )
    values = sum(record["coverage"]["values"] for record in records)
    output = (out.stdout + out.stderr).replace(hidden, "")
    return Comparison(out.returncode == 0, values, differences, records, output)


def _address(finding, record):
    """The rest of a line that the harness has folded into another."""
    if not finding:
        return record.get("message", "")
    place = [finding["moment"], finding["stage"], finding["field"] + finding["name"]]
    values = f": {finding.get('subject')} instead of {finding.get('reference')}"
    return " ".join(filter(None, place)) + (values if "reference" in finding else "")


def assert_matches_mujoco(
    model: Any, states: Any = None, *, strict: bool = True, **options: Any
) -> Comparison:
    """Raises an AssertionError with the address of the first divergence from MuJoCo.

    Takes what `compare` takes. What was not covered fails too, unless `strict` is false, and so does
    a comparison of nothing.
    """
    __tracebackhide__ = True
    outcome = compare(model, states=states, strict=strict, **options)
    if not outcome.ok:
        raise AssertionError(str(outcome))
    if outcome.values == 0:
        raise AssertionError("nothing was compared\n" + outcome.output)
    return outcome
