"""Measures the package beside MuJoCo's own: steps in a Python loop, the cost of a call, environments.

    python run_speed.py [loop] [calls] [vectors] [async] [--envs N] [--turns N] [--only NAME]

Both take turns in one process; a figure is the median of the ratios of turns that follow each other.
Loops and calls are bound to one core and take CPU time, which other programs disturb less. Vectors
use all cores of the process and take the time that passes; the ratio of CPU times, which is what one
core would gain, stands beside it.
"""

import argparse
import os
import statistics
import time

import gymnasium
import mujoco
import numpy as np

import plumbline
import plumbline.gym

ASSETS = os.path.join(os.path.dirname(gymnasium.__file__), "envs", "mujoco", "assets")
CHAIN = """<mujoco><worldbody><body><joint/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/>
<body pos="0 0 -.5"><joint/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/>
<body pos="0 0 -.5"><joint/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/>
</body></body></body></worldbody><option><flag contact="disable"/></option></mujoco>"""


def timed(work, clock):
    start = clock()
    work()
    return clock() - start


def ratios(theirs, mine, turns, clock=time.process_time):
    """Medians of both times and of their ratio."""
    pairs = [(timed(theirs, clock), timed(mine, clock)) for _ in range(turns)]
    middle = [statistics.median(column) for column in zip(*pairs)]
    return (*middle, statistics.median(a / b for a, b in pairs))


def stepper(module, xml, count):
    load = module.MjModel.from_xml_path if xml.endswith(".xml") else module.MjModel.from_xml_string
    model = load(xml)
    data = module.MjData(model)
    controls = np.random.default_rng(3).uniform(-0.4, 0.4, (count, model.nu))
    step = module.mj_step

    def work():
        module.mj_resetData(model, data)
        for row in controls:
            data.ctrl[:] = row
            step(model, data)

    return work


def loop(turns):
    for name, xml, count in (
        ("chain", CHAIN, 20000),
        ("hopper", os.path.join(ASSETS, "hopper.xml"), 8000),
        ("humanoid", os.path.join(ASSETS, "humanoid.xml"), 1500),
    ):
        theirs, mine, ratio = ratios(
            stepper(mujoco, xml, count), stepper(plumbline, xml, count), turns
        )
        per = 1e6 / count
        print(f"loop {name}: {theirs * per:.2f} us a step on mujoco, {mine * per:.2f} here, {ratio:.2f}x")


def calls(turns):
    """What a call costs beside its work: functions that do next to nothing, and attributes."""
    count = 100000

    def caller(module, kind):
        model = module.MjModel.from_xml_string("<mujoco><worldbody><body name='b'/></worldbody></mujoco>")
        data = module.MjData(model)
        a, b, c, matrix = np.zeros(3), np.ones(3), np.full(3, 0.3), np.eye(3)
        arguments = {
            "mj_stateSize": (model, 1),
            "mj_energyPos": (model, data),
            "mju_zero3": (a,),
            "mju_add": (a, b, c),
            "mju_mulMatVec": (a, matrix, b),
            "mju_rotVecQuat": (a, b, np.array([1.0, 0, 0, 0])),
        }.get(kind)
        function = getattr(module, kind, None)

        def call():
            for _ in range(count):
                function(*arguments)

        def attribute():
            for _ in range(count):
                data.qpos

        def named():
            for _ in range(count // 5):
                data.body(1).xpos
                data.body("b").xpos

        return {"qpos": attribute, "body": named}.get(kind, call)

    def empty():
        for _ in range(count):
            pass

    kinds = "mj_stateSize mj_energyPos mju_zero3 mju_add mju_mulMatVec mju_rotVecQuat qpos body"
    for kind in kinds.split():
        repeats = count if kind != "body" else count // 5
        # What Python takes to go round the loop is nobody's.
        nothing = min(timed(empty, time.process_time) for _ in range(5)) * repeats / count
        works = [caller(module, kind) for module in (mujoco, plumbline)]
        pairs = [[timed(work, time.process_time) - nothing for work in works] for _ in range(turns)]
        theirs, mine = (statistics.median(column) for column in zip(*pairs))
        ratio = statistics.median(a / b for a, b in pairs)
        per = 1e9 / (repeats if kind != "body" else 2 * repeats)
        print(f"calls {kind}: {theirs * per:.0f} ns on mujoco, {mine * per:.0f} here, {ratio:.2f}x")


def run(envs, steps):
    actions = [envs.action_space.sample() for _ in range(steps)]

    def work():
        for action in actions:
            envs.step(action)

    return work


def vectors(turns, count, only, mode):
    for id in plumbline.gym.ENVIRONMENTS:
        if only and only not in id:
            continue
        theirs = gymnasium.make_vec(id, num_envs=count, vectorization_mode=mode)
        mine = plumbline.gym.make_vec(id, num_envs=count)
        for envs in (theirs, mine):
            envs.reset(seed=0)
            envs.action_space.seed(0)
        work = run(theirs, 10), run(mine, 10)
        a, b, ratio = ratios(*work, turns, time.perf_counter)
        rates = f"{10 * count / a:.0f} steps a second by {mode} on mujoco, {10 * count / b:.0f} here"
        # The time of other processes is not seen.
        one = f", {ratios(*work, turns)[2]:.2f}x in CPU time" if mode == "sync" else ""
        print(f"vectors {id} of {count}: {rates}, {ratio:.2f}x{one}", flush=True)
        theirs.close()
        mine.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*", default=["loop", "calls", "vectors"])
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--only")
    given = parser.parse_args()
    cores = os.sched_getaffinity(0)
    for what in given.what:
        os.sched_setaffinity(0, cores if what in ("vectors", "async") else {max(cores)})
        if what in ("vectors", "async"):
            mode = "sync" if what == "vectors" else "async"
            vectors(given.turns, given.envs, given.only, mode)
        else:
            {"loop": loop, "calls": calls}[what](given.turns)


if __name__ == "__main__":
    main()
