"""The harness from Python: comparisons, the plugin for pytest, and adapters for other engines."""

import inspect
import json
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import threading

import numpy as np
import pytest

import plumbline
from plumbline import adapter

ROOT = pathlib.Path(__file__).resolve().parents[3]
CRANK = ROOT / "fixtures" / "transmission" / "slider_crank_offset.xml"
PENDULUM = """<mujoco><worldbody><body name="pole"><joint name="hinge" axis="0 1 0"/>
<geom size="0.1" pos="0 0 -1"/></body></worldbody></mujoco>"""


@pytest.fixture
def harness(monkeypatch):
    """The program, which these tests need."""
    monkeypatch.chdir(ROOT)
    try:
        program = plumbline.find_harness()
    except plumbline.HarnessNotFound as error:
        pytest.skip(str(error))
    monkeypatch.setenv("PLUMBLINE_HARNESS", program)
    return program


def test_a_model_that_is_equal_is_true(harness):
    outcome = plumbline.compare(PENDULUM, states=[{"qpos": [0.3]}], modes="forward,free", steps=20)
    assert outcome and outcome.ok and outcome.first is None
    assert outcome.values > 1000 and str(outcome) == f"equal: {outcome.values} values"
    # qpos0, three random states and ours; twenty steps.
    assert [r["coverage"]["moments"] for r in outcome.records] == [5, 20]


def test_a_divergence_has_the_address_of_the_command_line(harness, tmp_path):
    options = ["--modes", "forward,free", "--inject", "actuator_moment[0]@1:ulp=1"]
    command = [harness, "run", str(CRANK), *options, "--allow-uncovered", "--report-dir", str(tmp_path)]
    printed = subprocess.run(command, capture_output=True, text=True).stdout
    outcome = plumbline.compare(CRANK, modes=["forward", "free"], inject=options[3])
    assert not outcome
    first, second = outcome.differences
    assert outcome.first is first
    assert first.text == printed.splitlines()[0]
    assert "forward qpos0 transmission actuator_moment[rod, axle]" in first.text
    assert (first.stage, first.field, first.element) == (
        "transmission",
        "actuator_moment",
        "[rod, axle]",
    )
    assert first.ulps == 1 and first.subject != first.reference
    assert first.repeat in printed
    # Folded into the first by the command line.
    assert "free step 1 transmission actuator_moment[rod, axle]" in second.text


def test_states_go_to_a_model_with_files_beside_it(harness, tmp_path):
    deep = tmp_path / "robot" / "xml"
    deep.mkdir(parents=True)
    (tmp_path / "robot" / "meshes").mkdir()
    cube = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1))
    (tmp_path / "robot" / "meshes" / "cube.obj").write_text(cube + "f 1 2 3\nf 5 6 7\n")
    (deep / "arm.xml").write_text(
        """<mujoco><compiler meshdir="../meshes"/><asset><mesh name="cube" file="cube.obj"/></asset>
        <worldbody><body><freejoint/><geom type="mesh" mesh="cube"/></body></worldbody></mujoco>"""
    )
    (deep / "arm.toml").write_text("[schedule]\nrandom = 1\n")
    states = {"turned": {"qpos": [0, 0, 1, 0.5, 0.5, 0.5, 0.5], "qvel": np.ones((6, 1))}}
    before = sorted(os.listdir(deep))
    outcome = plumbline.compare(deep / "arm.xml", states=states, modes="forward")
    assert outcome.ok, outcome.output
    # qpos0, one random state as its own sidecar says, and ours.
    assert outcome.records[0]["coverage"]["moments"] == 3
    assert outcome.records[0]["case"] == str(deep / "arm")
    assert sorted(os.listdir(deep)) == before
    outcome = plumbline.compare(
        deep / "arm.xml", states=states, modes="forward", inject="qpos[0]@1:ulp=1"
    )
    assert outcome.first.text.startswith(f"fail {deep}/arm forward qpos0 ")


def test_text_may_refer_to_files(harness):
    model = '<mujoco><include file="parts/pole.xml"/></mujoco>'
    assets = {"parts/pole.xml": PENDULUM}
    assert plumbline.compare(model, assets=assets, modes="compile").ok
    with pytest.raises(ValueError, match="outside"):
        plumbline.compare(model, assets={"../pole.xml": PENDULUM})


def test_what_cannot_be_compared_is_an_error(harness):
    with pytest.raises(plumbline.HarnessError, match="qpos"):
        plumbline.compare(PENDULUM, states=[{"qpos": [1, 2]}])
    with pytest.raises(ValueError, match="no part of a state"):
        plumbline.compare(PENDULUM, states=[{"xpos": [1, 2]}])
    with pytest.raises(plumbline.HarnessError, match="nonsense"):
        plumbline.compare(PENDULUM, subject="nonsense")
    with pytest.raises(TypeError, match="not a compiled model"):
        plumbline.compare(plumbline.MjModel.from_xml_string(PENDULUM))
    with pytest.raises(AssertionError, match="reject|nothing|empty"):
        plumbline.assert_matches_mujoco("<mujoco><nonsense/></mujoco>")


def test_without_the_program_it_is_told_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.delenv("PLUMBLINE_HARNESS", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    with pytest.raises(plumbline.HarnessNotFound, match="cargo build --release.*PLUMBLINE_HARNESS"):
        plumbline.find_harness()
    # A program of that name that is another one.
    (tmp_path / "harness").write_text("#!/bin/sh\necho hello\n")
    (tmp_path / "harness").chmod(0o755)
    with pytest.raises(plumbline.HarnessNotFound, match="was not found"):
        plumbline.find_harness()
    monkeypatch.setenv("PLUMBLINE_HARNESS", "/nowhere/harness")
    with pytest.raises(plumbline.HarnessNotFound, match="/nowhere/harness"):
        plumbline.find_harness()


def test_the_program_of_the_package_is_found_beside_python(monkeypatch, tmp_path):
    monkeypatch.delenv("PLUMBLINE_HARNESS", raising=False)
    program = tmp_path / "bin" / "harness"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho mujoco@3.2.6\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program.parent / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert plumbline.find_harness() == str(program)


def test_the_plugin_shows_the_address_in_a_test(harness, tmp_path):
    (tmp_path / "test_arm.py").write_text(
        f"""
def test_equal(assert_matches_mujoco):
    assert_matches_mujoco({PENDULUM!r}, states=[dict(qpos=[0.1])], modes="forward")

def test_different(assert_matches_mujoco):
    assert_matches_mujoco({PENDULUM!r}, modes="forward", inject="qacc[0]@1:ulp=3")
"""
    )
    options = [] if _is_installed() else ["-p", "plumbline.pytest_plugin"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(tmp_path)]
    out = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert "1 failed, 1 passed" in out.stdout, out.stdout + out.stderr
    assert re.search(r"fail model forward qpos0 \w+ qacc\[hinge\]: .* \(3 ulps", out.stdout)


def _is_installed():
    from importlib.metadata import entry_points

    points = entry_points()
    named = points.select(group="pytest11") if hasattr(points, "select") else points["pytest11"]
    return any(point.name == "plumbline" for point in named)


class ThroughPython(adapter.Engine):
    """This engine's Python package as a simulator: all of its fields."""

    version = "1"
    module = plumbline
    fields = (
        *("time", "qpos", "qvel", "qacc", "qfrc_applied", "qacc_warmstart", "xpos", "xmat", "qM"),
        *("qfrc_bias", "actuator_moment", "contact.dist", "contact.pos", "contact.frame"),
        *("contact.geom", "efc_force", "efc_type", "ncon", "nefc"),
    )
    model_fields = ("nq", "body_mass", "body_parentid", "opt.timestep")

    def load(self, path):
        try:
            self.model = self.module.MjModel.from_xml_path(path)
        except ValueError as error:
            raise adapter.Rejected(error)
        self.data = self.module.MjData(self.model)

    def reset(self):
        self.module.mj_resetData(self.model, self.data)

    def set(self, name, values):
        if name in ("time",):
            self.data.time = values[0]
        else:
            getattr(self.data, name)[:] = values.reshape(getattr(self.data, name).shape)

    def forward(self):
        self.module.mj_forward(self.model, self.data)

    def step(self):
        self.module.mj_step(self.model, self.data)

    def get(self, name):
        if name in self.model_fields:
            if name == "opt.timestep":
                return self.model.opt.timestep
            return getattr(self.model, name)
        if name.startswith("contact."):
            contact = self.data.contact
            columns = {"dist": contact.dist, "pos": contact.pos, "frame": contact.frame}
            return adapter.contacts(**columns, geom=contact.geom)[name]
        return getattr(self.data, name)


class Broken(ThroughPython):
    """One with a fault in what it says of gravity's torque."""

    def get(self, name):
        value = super().get(name)
        return value * 1.5 if name == "qfrc_bias" else value


def test_an_engine_behind_an_adapter_is_judged(harness):
    falling = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="ball" pos="0 0 .09">
    <freejoint/><geom size=".1"/></body><body pos="1 0 1"><joint name="hinge"/>
    <geom size=".1" pos=".3 0 0"/></body></worldbody><actuator><motor joint="hinge"/></actuator></mujoco>"""
    modes = "compile,forward,forced,free"
    outcome = plumbline.compare(falling, subject=ThroughPython, modes=modes, steps=30)
    assert outcome.ok, outcome
    assert {r["mode"]: r["coverage"]["fields"] for r in outcome.records}["forward"] >= 15
    outcome = plumbline.compare(falling, subject=Broken, modes="forward")
    assert outcome.first.field == "qfrc_bias" and outcome.first.stage == "bias"
    rejected = plumbline.compare("<mujoco><nonsense/></mujoco>", subject=ThroughPython)
    assert not rejected.ok


class Toy(adapter.Engine):
    """Answers without computing."""

    version, precision, fields = "0.7", "f32", ("qpos", "ncon", "flag", "not_now")

    def load(self, path):
        if "strange" in path:
            raise adapter.Unsupported("strange")
        self.present = True

    def reset(self):
        self.qpos = np.zeros(3, np.float32)

    def set(self, name, values):
        self.qpos = np.float32(values)

    def forward(self):
        pass

    def step(self):
        self.qpos += 1

    def get(self, name):
        if name == "not_now":
            present, self.present = self.present, False
            return 2.0 if present else None
        return {"qpos": self.qpos, "ncon": 4, "flag": np.ones((2, 2, 2), bool)}[name]


def talk(engine, requests):
    """What an adapter answers to requests with bodies."""
    answers = []
    with socket.socket(socket.AF_UNIX) as listener:
        place = "socket"
        listener.bind(place)
        listener.listen()
        os.environ["PLUMBLINE_SOCKET"] = place
        thread = threading.Thread(target=adapter.serve, args=(engine,))
        thread.start()
        connection, _ = listener.accept()
        stream = connection.makefile("rwb")
        for request, body in requests:
            text = json.dumps(request).encode()
            stream.write(struct.pack("<4sIQ", b"PLB1", len(text), len(body)) + text + body)
            stream.flush()
            magic, size, body_size = struct.unpack("<4sIQ", stream.read(16))
            assert magic == b"PLB1"
            answers.append((json.loads(stream.read(size)), stream.read(body_size)))
        stream.close()
        connection.close()
        thread.join()
        del os.environ["PLUMBLINE_SOCKET"]
    return answers


def test_an_adapter_speaks_the_protocol():
    assignment = struct.pack("<IQ3d", 0, 3, 0.1, 2, 3)
    answers = talk(
        Toy(),
        [
            ({"do": "hello", "protocol": 1}, b""),
            ({"do": "load", "path": "/strange.xml"}, b""),
            ({"do": "load", "path": "/model.xml"}, b""),
            ({"do": "set"}, assignment),
            ({"do": "run", "action": {"what": "step", "count": 2}}, b""),
            ({"do": "read"}, struct.pack("<4I", 0, 1, 2, 3)),
            ({"do": "run", "action": {"what": "inverse"}}, b""),
            ({"do": "reset", "keyframe": 1}, b""),
            ({"do": "_describe"}, b""),
            ({"do": "set"}, struct.pack("<IQd", 7, 1, 1)),
            ({"do": "spent"}, b""),
        ],
    )
    hello, strange, loaded, _, _, read, inverse, keyframe, hidden, wrong, spent = answers
    assert hello[0] == {"identity": {"version": "0.7", "sha256": None, "precision": "f32"}}
    assert strange[0]["failed"] == {"failure": "rejected", "message": "strange", "unsupported": True}
    fields = loaded[0]["loaded"]["fields"]
    assert [(f["name"], f["type"], f["dims"]) for f in fields] == [
        ("qpos", "f64", ["n"]),
        ("ncon", "i32", []),
        ("flag", "u8", ["n", "4"]),
        ("not_now", "f64", []),
    ]
    assert loaded[0]["loaded"]["abilities"] == ["forward", "step"]
    qpos = np.float32([0.1, 2, 3]) + np.float32(2)
    body = struct.pack("<IIQ3d", 0, 1, 3, *qpos) + struct.pack("<IIi", 1, 0, 4)
    body += struct.pack("<IIQQ", 2, 2, 2, 4) + b"\1" * 8 + struct.pack("<II", 3, 0xFFFFFFFF)
    assert read[1] == body
    assert inverse[0]["failed"]["failure"] == "unable"
    assert keyframe[0]["failed"]["failure"] == "unable"
    assert hidden[0]["failed"]["failure"] == "unable"
    assert wrong[0]["failed"]["failure"] == "error"
    assert spent[0]["spent"]["nanoseconds"] >= 0


def test_helpers_convert_what_engines_have():
    model = plumbline.MjModel.from_xml_string(PENDULUM.replace("<geom", "<joint axis='1 0 0'/><geom"))
    data = plumbline.MjData(model)
    plumbline.mj_forward(model, data)
    dense = np.zeros((2, 2))
    plumbline.mj_fullM(model, dense, data.qM)
    assert np.array_equal(adapter.inertia(dense, model.dof_parentid), data.qM)
    matrix = np.array([[0, 2.0, 3], [0, 0, 0], [4, 0, 0]])
    values, rownnz, rowadr, colind = adapter.rows(matrix)
    assert values.tolist() == [2, 3, 4] and rownnz.tolist() == [2, 0, 1]
    assert rowadr.tolist() == [0, 2, 2] and colind.tolist() == [1, 2, 0]
    again, *_ = adapter.rows(matrix, [1, 0, 2], [0, 1, 1], np.array([2, 0, 1]))
    assert again.tolist() == [3, 4, 0]
    fields = adapter.contacts(dist=[1.0], frame=np.zeros((1, 3, 3)))
    assert fields["contact.frame"].shape == (1, 9) and fields["contact.dist"].shape == (1,)


def test_an_adapter_needs_numpy_alone():
    source = inspect.getsource(adapter)
    imports = {line.split()[1] for line in source.splitlines() if line.startswith("import ")}
    ours = {"importlib.util", "json", "os", "socket", "struct", "sys", "time", "traceback"}
    assert imports - ours == {"numpy"}
    assert len(source.splitlines()) < 350
