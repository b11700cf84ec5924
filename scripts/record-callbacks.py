#!/usr/bin/env python3
"""Writes engine/tests/api/callbacks.txt: what MuJoCo 3.2.6 makes of callbacks.xml with the callbacks below.

Each line is one run: integrator, how often each callback was called, and the bits of the fields after the last step.
engine/tests/api/callbacks.rs has the same callbacks. Needs the Python package mujoco==3.2.6.
"""

import pathlib
import struct

import mujoco

STEPS = 100
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "engine/tests/api"
CALLBACKS = ["control", "passive", "act_dyn", "act_gain", "act_bias", "sensor", "contactfilter"]
FIELDS = ["qpos", "qvel", "act", "ctrl", "sensordata", "qfrc_passive"]
HINGE = 14  # in qpos
DOF = 12  # in qvel

calls, install = {}, {}


def counted(name):
    def wrap(function):
        def callback(*arguments):
            calls[name] += 1
            return function(*arguments)

        install[name] = callback
        return callback

    return wrap


@counted("control")
def control(model, data):
    data.ctrl[0] = 1 - 2 * data.qpos[HINGE]
    data.ctrl[1] = 0.25 + data.qvel[DOF]
    data.ctrl[2] = 0.1 * data.time


@counted("passive")
def passive(model, data):
    data.qfrc_passive[DOF] += -0.3 * data.qvel[DOF]


@counted("act_dyn")
def act_dyn(model, data, actuator):
    if actuator == 0:
        return data.ctrl[0] - 2 * data.act[0]
    data.act_dot[1] = data.act[2]
    data.act_dot[2] = data.ctrl[1] - data.act[1] - 0.5 * data.act[2]
    return 77


@counted("act_gain")
def act_gain(model, data, actuator):
    return 1.5 + data.qpos[HINGE]


@counted("act_bias")
def act_bias(model, data, actuator):
    return -0.2 * data.actuator_velocity[actuator]


@counted("sensor")
def sensor(model, data, stage):
    if stage == 1:
        data.sensordata[:2] = [data.qpos[2], data.ncon]
    elif stage == 2:
        data.sensordata[2] = 3 * data.qvel[2]
    else:
        data.sensordata[3:6] = data.qacc[:3]


@counted("contactfilter")
def contactfilter(model, data, first, second):
    # The floor does not hold the capsule; all else collides, whatever its masks.
    return (first, second) == (0, 3)


with open(FOLDER / "callbacks.txt", "w") as out:
    print("# integrator", *CALLBACKS, *FIELDS, file=out)
    for integrator in ["Euler", "RK4", "implicit", "implicitfast"]:
        model = mujoco.MjModel.from_xml_path(str(FOLDER / "callbacks.xml"))
        model.opt.integrator = ["Euler", "RK4", "implicit", "implicitfast"].index(integrator)
        data = mujoco.MjData(model)
        for name, callback in install.items():
            getattr(mujoco, "set_mjcb_" + name)(callback)
        calls.update(dict.fromkeys(CALLBACKS, 0))
        for _ in range(STEPS):
            mujoco.mj_step(model, data)
        bits = [",".join(struct.pack(">d", x).hex() for x in getattr(data, name)) for name in FIELDS]
        for name in CALLBACKS:
            getattr(mujoco, "set_mjcb_" + name)(None)
        print(integrator, *[calls[name] for name in CALLBACKS], *bits, file=out)
