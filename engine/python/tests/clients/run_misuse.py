"""Does what must not crash: errors or defined results, also under valgrind.

    python run_misuse.py

Each part prints a line; an error that should have been raised and was not is an assertion.
"""

import gc
import pickle
import sys
import threading

import numpy as np

import plumbline

BALLS = """<mujoco><option timestep="0.004"/><worldbody><geom type="plane" size="3 3 .1"/>{}</worldbody>
<actuator>{}</actuator><keyframe><key time="1"/></keyframe></mujoco>"""
BALL = '<body pos="{0} 0 .09"><joint name="x{0}" axis="0 1 0"/><geom size=".1"/></body>'


def model_of(count):
    bodies = "".join(BALL.format(i) for i in range(count))
    motors = "".join(f'<motor joint="x{i}"/>' for i in range(count))
    return plumbline.MjModel.from_xml_string(BALLS.format(bodies, motors))


def refused(work, *kinds):
    try:
        work()
    except kinds or (plumbline.FatalError, ValueError, TypeError, IndexError, KeyError) as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("nothing was raised")


def arrays_outlive_their_owners():
    model = model_of(3)
    data = plumbline.MjData(model)
    plumbline.mj_step(model, data)
    kept = [data.qpos, data.efc_J, data.contact.pos, data.contact[0].frame, model.body_mass, model.opt.gravity]
    views = [data.body(1), model.joint("x0"), data.contact, data.warning, model.vis.global_, data.solver]
    for _ in range(5):
        plumbline.mj_step(model, data)
    late = [data.efc_force, data.contact.dist]
    del model, data
    gc.collect()
    for array in kept + late:
        array[...] = 1
        assert (array == 1).all()
    views[0].xpos[:] = 1
    views[1].qpos0[:] = 1
    return f"{len(kept + late)} arrays and {len(views)} views"


def data_of_another_model():
    small, large = model_of(1), model_of(4)
    data = plumbline.MjData(small)
    return refused(lambda: plumbline.mj_step(large, data), plumbline.FatalError)


def batches_and_their_arrays():
    batch = plumbline.Batch(model_of(2), 4)
    qpos, mass = batch.bind("qpos"), batch.expand("body_mass")
    batch.step(nstep=3)
    data = batch.data(2)
    said = refused(lambda: batch.step([7]), IndexError)
    refused(lambda: batch.step([1, 1]), ValueError)
    refused(lambda: batch.reset(keyframe=5), plumbline.FatalError, ValueError)
    refused(lambda: batch.bind("efc_J"))
    del batch
    gc.collect()
    qpos[:] = 2
    mass[:] = 3
    plumbline.mj_step(data.model, data)
    return said


def threads():
    model = model_of(3)
    shared = plumbline.MjData(model)
    errors = []

    def own():
        data = plumbline.MjData(model)
        plumbline.mj_step(model, data, 20)

    def same():
        for _ in range(20):
            try:
                plumbline.mj_step(model, shared, 5)
                shared.efc_J.sum()
            except plumbline.FatalError as error:
                errors.append(error)

    workers = [threading.Thread(target=work) for work in (own, own, same, same)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    # How often the two met depends on the machine.
    return "each with data of its own, and two in one data"


def pickles_that_are_wrong():
    model = model_of(2)
    data = plumbline.MjData(model)
    plumbline.mj_step(model, data)
    whole = pickle.dumps(data)
    assert pickle.loads(whole).qpos.tobytes() == data.qpos.tobytes()
    make, arguments = data.__reduce__()[:2]
    told = 0
    other = plumbline.MjData(model_of(5)).__reduce__()[1]
    told += bool(refused(lambda: make(model_of(5), arguments[1]), Exception))
    told += bool(refused(lambda: make(model, other[1]), Exception))
    told += bool(refused(lambda: make(model, {}), Exception))
    said = refused(lambda: make(model, {"version": "another"}), Exception)
    for cut in range(0, len(whole), max(1, len(whole) // 60)):
        refused(lambda: pickle.loads(whole[:cut]), Exception)
    make, arguments = model.__reduce__()[:2]
    blob = bytes(arguments[0])
    for cut in (0, 1, 100, len(blob) // 2, len(blob) - 1):
        refused(lambda: make(blob[:cut]), Exception)
    random = np.random.default_rng(5)
    for _ in range(30):
        spoilt = bytearray(blob)
        for place in random.integers(0, len(blob), 3):
            spoilt[place] ^= 1 << random.integers(8)
        try:
            loaded = make(bytes(spoilt))
            plumbline.mj_step(loaded, plumbline.MjData(loaded), 2)
        except Exception:
            told += 1
    return said


def spoilt_models():
    model = model_of(3)
    data = plumbline.MjData(model)
    model.jnt_dofadr[1] = 1 << 20
    model.body_parentid[2] = -5
    model.geom_type[1] = 99
    said = refused(lambda: [plumbline.mj_step(model, data) for _ in range(3)])
    data.qpos[:] = 0
    assert data.qpos.sum() == 0
    return said


def strange_numbers():
    model = model_of(2)
    data = plumbline.MjData(model)
    for value in (np.nan, np.inf, -np.inf, 1e300):
        data.qpos[:] = value
        data.ctrl[:] = value
        plumbline.mj_step(model, data, 3)
    model.opt.timestep = 0
    plumbline.mj_step(model, data)
    refused(lambda: plumbline.mj_step(model, None))
    refused(lambda: plumbline.mj_jacBody(model, data, None, None, 1000))
    return refused(lambda: plumbline.mj_setState(model, data, np.zeros(5), 2))


def main():
    for work in (
        arrays_outlive_their_owners,
        data_of_another_model,
        batches_and_their_arrays,
        threads,
        pickles_that_are_wrong,
        spoilt_models,
        strange_numbers,
    ):
        print(f"{work.__name__}: {work()}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
