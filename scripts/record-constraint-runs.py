#!/usr/bin/env python3
"""Writes engine/tests/stages/constraint/runs.txt: what MuJoCo 3.2.6 makes of the fixtures in fixtures/constraint.

Each line is one run: fixture, cone, solver, Jacobian, integrator, noslip iterations, islands; then for each field four
digits of its hash after every quarter of the run, and those of fields of inverse dynamics at its end in one word; at last
a hash of all fields. Needs the Python package mujoco==3.2.6.
"""

import itertools
import pathlib

import mujoco

import run_hashes

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEPS = 24
OPTIONS = ["cone", "solver", "jacobian", "integrator", "noslip_iterations", "island"]
FIELDS = ["ncon", "nefc", "efc_force", "solver_niter", "qfrc_constraint", "qacc", "sensordata", "solver_fwdinv", "qvel",
          "qpos"]
INVERSE = ["qfrc_inverse", "qfrc_constraint", "qacc", "sensordata"]


def options():
    yield from itertools.product((0, 1), (0, 1, 2), (0, 1), (0,), (0,), (0,))
    yield from itertools.product((0, 1), (2,), (0, 1), (1, 0), (4,), (0,))
    yield from itertools.product((0, 1), (1,), (0, 1), (0,), (0,), (1,))
    yield from itertools.product((0, 1), (2,), (0,), (2, 3), (0,), (0,))


def values(data, name):
    if name == "solver_niter":
        return data.solver_niter[0]
    if name == "efc_force" and not data.nefc:
        return []
    return getattr(data, name)


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
    trace = run_hashes.Trace(FIELDS)
    for step in range(1, STEPS + 1):
        mujoco.mj_step(model, data)
        trace.absorb([values(data, name) for name in FIELDS])
        if step % (STEPS // 4) == 0:
            trace.mark()
    data.qacc[:] = [(i * 5 % 7 - 3) / 2 for i in range(model.nv)]
    mujoco.mj_inverse(model, data)
    inverse = run_hashes.Trace(INVERSE)
    inverse.absorb([values(data, name) for name in INVERSE])
    inverse.mark()
    whole = run_hashes.absorb(run_hashes.START, trace.states + inverse.states)
    return [*trace.words, "".join(inverse.words), f"{whole:016x}"]


# Where memory ends is tested in engine/tests/stages/constraint/memory.rs.
with open(ROOT / "engine/tests/stages/constraint/runs.txt", "w") as out:
    print("# fixture", *OPTIONS, *FIELDS, "inverse", "all", file=out)
    for path in sorted(p for p in (ROOT / "fixtures/constraint").glob("*.xml") if "memory" not in p.stem):
        model = mujoco.MjModel.from_xml_path(str(path))
        for setting in options():
            print(path.stem, *setting, *run(model, *setting), file=out)
