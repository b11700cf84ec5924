#!/usr/bin/env python3
"""Writes hashes of derivatives by MuJoCo 3.2.6: of steps and inverse dynamics to transition.txt and inverse.txt in
engine/tests/stages/difference, of quaternions to engine/tests/math/quat_derivative.txt.

Of the first two each line is one call: fixture, integrator, how differences are taken, then a hash of each matrix and one of what the
data holds afterwards, or the word `unstable` where MuJoCo reset the data in the middle. Needs the Python package
mujoco==3.2.6.
"""

import pathlib
import sys

import mujoco
import numpy as np

import run_hashes

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"
TARGET = ROOT / "engine/tests/stages/difference"
STEPS = 6
EPS = 1e-6
MOST_DOFS = 40
AFTER = ["qpos", "qvel", "act", "ctrl", "qacc_warmstart", "qacc", "qfrc_smooth", "qfrc_constraint", "sensordata"]
UNSTABLE = [mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC]
INTEGRATORS = {"euler": 0, "implicit": 2, "implicitfast": 3}


def hash_of(*arrays):
    state = run_hashes.START
    for array in arrays:
        bits = np.ascontiguousarray(array, dtype=np.float64).ravel().view(np.uint64)
        state = run_hashes.absorb(state, bits.tolist())
    return f"{state:016x}"


def moving(model):
    data = mujoco.MjData(model)
    data.qvel[:] = [(i * 7.0 % 11.0 - 5.0) / 10.0 for i in range(model.nv)]
    data.ctrl[:] = [(i * 5.0 % 7.0 - 3.0) / 4.0 for i in range(model.nu)]
    data.act[:] = [(i * 3.0 % 5.0) / 8.0 for i in range(model.na)]
    for _ in range(STEPS):
        mujoco.mj_step(model, data)
    return data


def unstable(data):
    return sum(data.warning[kind].number for kind in UNSTABLE)


def call(data, shapes, function):
    """Calls with a matrix of each shape; None for those without elements."""
    before = unstable(data)
    matrices = [np.zeros(shape) for shape in shapes]
    function(*[m if m.size else None for m in matrices])
    if unstable(data) > before:
        return ["unstable"]
    return [hash_of(m) for m in matrices] + [hash_of(*[getattr(data, name) for name in AFTER])]


def transition(model, data, centered):
    n, ns, nu = 2 * model.nv + model.na, model.nsensordata, model.nu
    shapes = [(n, n), (n, nu), (ns, n), (ns, nu)]
    return call(data, shapes, lambda *m: mujoco.mjd_transitionFD(model, data, EPS, centered, *m))


def inverse(model, data, actuation):
    nv, ns, nM = model.nv, model.nsensordata, model.nM
    shapes = [(nv, nv)] * 3 + [(nv, ns)] * 3 + [(nv, nM)]
    return call(data, shapes, lambda *m: mujoco.mjd_inverseFD(model, data, EPS, actuation, *m))


def models():
    for path in sorted(FIXTURES.glob("**/*.xml")):
        if "reject" in path.parts or "parts" in path.parts or "reference_bugs" in path.parts:
            continue
        try:
            model = mujoco.MjModel.from_xml_path(str(path))
        except ValueError:
            continue
        if 0 < model.nv <= MOST_DOFS and model.nflex == 0 and model.nplugin == 0:
            yield path.relative_to(FIXTURES).with_suffix(""), model


def record(out, name, model, integrator, words):
    if name.parts[0] not in ("bench", "integrator", "sensor", "dynamics") and integrator != "euler":
        return
    model.opt.integrator = INTEGRATORS[integrator]
    for word, function in words:
        data = moving(model)
        if unstable(data):
            continue
        try:
            print(name, integrator, word, *function(model, data), file=out)
        except mujoco.FatalError as error:
            print(name, integrator, word, "refused", file=out)
            print(name, integrator, word, error)


def quaternions(out, scale, count):
    """A line: scale of the angles between quaternions, how many pairs, hashes of both functions' results."""
    random = Random(count)
    sub, turn = run_hashes.START, run_hashes.START
    qa, qb, da, db, dq, dv, dt = (np.zeros(n) for n in (4, 4, 9, 9, 9, 9, 3))
    for _ in range(count):
        qa[:] = random.vector(4)
        mujoco.mju_normalize4(qa)
        velocity = np.array(random.vector(3))
        qb[:] = qa
        mujoco.mju_quatIntegrate(qb, velocity, scale)
        mujoco.mjd_subQuat(qa, qb, da, db)
        mujoco.mjd_quatIntegrate(velocity, scale, dq, dv, dt)
        for results in (da, db):
            sub = run_hashes.absorb(sub, results.view(np.uint64).tolist())
        for results in (dq, dv, dt):
            turn = run_hashes.absorb(turn, results.view(np.uint64).tolist())
    print(repr(scale), count, f"{sub:016x}", f"{turn:016x}", file=out)


class Random:
    """Splitmix64, as in engine/tests/math/quat_derivative.rs."""

    def __init__(self, seed):
        self.state = seed

    def vector(self, n):
        return [self.next() for _ in range(n)]

    def next(self):
        mask = run_hashes.MASK
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        z ^= z >> 31
        return (z >> 11) / (1 << 52) - 1.0


with open(ROOT / "engine/tests/math/quat_derivative.txt", "w") as out:
    print("# scale count sub integrate", file=out)
    for scale in [0.0, 1e-12, 1e-8, 1e-7, 2e-7, 1e-3, 0.02, 0.03, 0.04, 0.1, 1.0, 3.0, 30.0]:
        quaternions(out, scale, int(sys.argv[1]) if len(sys.argv) > 1 else 1000)

with open(TARGET / "transition.txt", "w") as steps, open(TARGET / "inverse.txt", "w") as inverses:
    print("# fixture integrator how A B C D after", file=steps)
    print("# fixture integrator how DfDq DfDv DfDa DsDq DsDv DsDa DmDq after", file=inverses)
    for name, model in models():
        for integrator in INTEGRATORS:
            how = [
                ("forward", lambda m, d: transition(m, d, 0)),
                ("centered", lambda m, d: transition(m, d, 1)),
            ]
            record(steps, name, model, integrator, how)
            how = [
                ("force", lambda m, d: inverse(m, d, 0)),
                ("actuation", lambda m, d: inverse(m, d, 1)),
            ]
            record(inverses, name, model, integrator, how)
