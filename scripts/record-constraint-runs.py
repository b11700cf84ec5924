#!/usr/bin/env python3
"""Writes engine/tests/stages/constraint/runs.txt: what MuJoCo 3.2.6 makes of the fixtures in fixtures/constraint.

Each line is one run: fixture, cone, solver, Jacobian, integrator, noslip iterations, islands, and after every quarter of the run a
hash over the bits of all that the constraints determined so far; at the end another one over inverse dynamics.
Needs the Python package mujoco==3.2.6.
"""

import itertools
import pathlib
import struct

import mujoco
import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEPS = 24
MASK = (1 << 64) - 1


def options():
    """(cone, solver, jacobian, integrator, noslip, island)"""
    yield from itertools.product((0, 1), (0, 1, 2), (0, 1), (0,), (0,), (0,))
    yield from itertools.product((0, 1), (2,), (0, 1), (1, 0), (4,), (0,))
    yield from itertools.product((0, 1), (1,), (0, 1), (0,), (0,), (1,))
    yield from itertools.product((0, 1), (2,), (0,), (2, 3), (0,), (0,))


def absorb(hash, values):
    for (word,) in struct.iter_unpack("<Q", numpy.asarray(values, dtype=numpy.float64).tobytes()):
        hash = ((hash ^ word) * 0x100000001B3) & MASK
    return hash


def run(model, cone, solver, jacobian, integrator, noslip, island):
    opt = model.opt
    opt.cone, opt.solver, opt.jacobian, opt.integrator = cone, solver, jacobian, integrator
    opt.noslip_iterations = noslip
    flag = mujoco.mjtEnableBit
    opt.enableflags = flag.mjENBL_FWDINV
    if island:
        opt.enableflags |= flag.mjENBL_ISLAND
    if integrator != mujoco.mjtIntegrator.mjINT_RK4:
        opt.enableflags |= flag.mjENBL_INVDISCRETE
    data = mujoco.MjData(model)
    data.qvel[:] = [(i * 7 % 11 - 5) / 10 for i in range(model.nv)]
    hash, quarters = 0xCBF29CE484222325, []
    for step in range(1, STEPS + 1):
        mujoco.mj_step(model, data)
        for values in (data.qpos, data.qvel, data.qacc, data.qfrc_constraint, data.sensordata):
            hash = absorb(hash, values)
        if data.nefc:
            hash = absorb(hash, data.efc_force)
        hash = absorb(hash, [data.nefc, data.ncon, data.solver_niter[0], *data.solver_fwdinv])
        if step % (STEPS // 4) == 0:
            quarters.append(hash)
    data.qacc[:] = [(i * 5 % 7 - 3) / 2 for i in range(model.nv)]
    mujoco.mj_inverse(model, data)
    for values in (data.qfrc_inverse, data.qfrc_constraint, data.qacc, data.sensordata):
        hash = absorb(hash, values)
    quarters.append(hash)
    return quarters


with open(ROOT / "engine/tests/stages/constraint/runs.txt", "w") as out:
    for path in sorted((ROOT / "fixtures/constraint").glob("*.xml")):
        model = mujoco.MjModel.from_xml_path(str(path))
        for setting in options():
            quarters = run(model, *setting)
            words = [path.stem, *map(str, setting), *(f"{hash:016x}" for hash in quarters)]
            print(*words, file=out)
