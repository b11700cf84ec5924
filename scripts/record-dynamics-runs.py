#!/usr/bin/env python3
"""Writes engine/tests/stages/runs.txt: what MuJoCo 3.2.6 makes of the fixtures of smooth dynamics.

Each line is one run: fixture, then for each field four digits of its hash after every quarter of the run, at last a
hash of all fields. Needs the Python package mujoco==3.2.6.
"""

import pathlib

import mujoco

import run_hashes

STEPS = 40
ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"
FOLDERS = ["dynamics", "passive", "integrator", "transmission"]
FIELDS = ["qfrc_passive", "qfrc_actuator", "qacc", "sensordata", "energy", "act", "qvel", "qpos"]


def moving(model):
    data = mujoco.MjData(model)
    data.qvel[:] = [(i * 7.0 % 11.0 - 5.0) / 10.0 for i in range(model.nv)]
    data.ctrl[:] = [(i * 5.0 % 7.0 - 3.0) / 4.0 for i in range(model.nu)]
    data.act[:] = [(i * 3.0 % 5.0) / 8.0 for i in range(model.na)]
    return data


def run(model):
    data = moving(model)
    trace = run_hashes.Trace(FIELDS)
    for step in range(1, STEPS + 1):
        mujoco.mj_step(model, data)
        trace.absorb([getattr(data, name) for name in FIELDS])
        if step % (STEPS // 4) == 0:
            trace.mark()
    return [*trace.words, trace.whole()]


with open(ROOT / "engine/tests/stages/runs.txt", "w") as out:
    print("# fixture", *FIELDS, "all", file=out)
    for path in sorted(p for folder in FOLDERS for p in (FIXTURES / folder).glob("*.xml")):
        model = mujoco.MjModel.from_xml_path(str(path))
        print(path.relative_to(FIXTURES).with_suffix(""), *run(model), file=out)
