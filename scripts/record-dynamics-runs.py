#!/usr/bin/env python3
"""Writes engine/tests/stages/runs.txt: what MuJoCo 3.2.6 makes of the fixtures of smooth dynamics.

Each line is one run: fixture, and after every quarter of the run a hash over the bits of all that was computed so far.
Needs the Python package mujoco==3.2.6.
"""

import pathlib

import mujoco
import numpy as np

STEPS = 40
ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"
FOLDERS = ["dynamics", "passive", "integrator", "transmission"]


def moving(model):
    data = mujoco.MjData(model)
    data.qvel[:] = [(i * 7.0 % 11.0 - 5.0) / 10.0 for i in range(model.nv)]
    data.ctrl[:] = [(i * 5.0 % 7.0 - 3.0) / 4.0 for i in range(model.nu)]
    data.act[:] = [(i * 3.0 % 5.0) / 8.0 for i in range(model.na)]
    return data


def absorb(state, data):
    fields = [data.qpos, data.qvel, data.act, data.qacc, data.qfrc_passive, data.qfrc_actuator, data.sensordata, data.energy]
    for bits in np.concatenate([np.asarray(f, dtype=np.float64).ravel() for f in fields]).view(np.uint64).tolist():
        state = ((state ^ bits) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return state


def run(model):
    data = moving(model)
    state, quarters = 0xCBF29CE484222325, []
    for step in range(1, STEPS + 1):
        mujoco.mj_step(model, data)
        state = absorb(state, data)
        if step % (STEPS // 4) == 0:
            quarters.append(f"{state:016x}")
    return quarters


with open(ROOT / "engine/tests/stages/runs.txt", "w") as out:
    for path in sorted(p for folder in FOLDERS for p in (FIXTURES / folder).glob("*.xml")):
        model = mujoco.MjModel.from_xml_path(str(path))
        print(path.relative_to(FIXTURES).with_suffix(""), *run(model), file=out)
