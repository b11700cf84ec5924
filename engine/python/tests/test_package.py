"""What programs rely on: arrays, names, copies, errors, callbacks. Needs nothing but the package."""

import copy
import gc
import pickle
import signal
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest
from models import SMALL

import plumbline


@pytest.fixture
def model():
    return plumbline.MjModel.from_xml_string(SMALL)


@pytest.fixture
def data(model):
    return plumbline.MjData(model)


def test_an_array_is_the_same_each_time_and_stays(model, data):
    assert data.qpos is data.qpos
    assert model.body_mass is model.body_mass
    kept = {n: getattr(data, n) for n in dir(data) if isinstance(getattr(data, n), np.ndarray)}
    places = {n: a.__array_interface__["data"][0] for n, a in kept.items()}
    model.opt.integrator = plumbline.mjtIntegrator.mjINT_EULER
    for _ in range(50):
        plumbline.mj_step(model, data)
    changing = {f.__name__ for f in plumbline._data_fields if f.varies} | {"maxuse_threadstack"}
    for name in kept.keys() - changing:
        assert getattr(data, name) is kept[name], name
        assert kept[name].__array_interface__["data"][0] == places[name], name
    plumbline.mj_resetData(model, data)
    assert data.qpos is kept["qpos"]
    assert np.array_equal(kept["qpos"], model.qpos0)


def test_an_array_outlives_its_owner(model):
    qpos0, gravity = model.qpos0, model.opt.gravity
    data = plumbline.MjData(model)
    plumbline.mj_step(model, data)
    efc, contacts, qpos = data.efc_J, data.contact, data.qpos
    position, force = contacts.pos, data.efc_force
    before = efc.copy(), position.copy(), force.copy()
    plumbline.mj_step(model, data, 40)
    assert all(np.array_equal(a, b) for a, b in zip((efc, position, force), before))
    last = data.efc_pos
    del model, data
    gc.collect()
    qpos0[:] = 1
    last[:] = 2
    gravity[:] = 3
    assert qpos0[0] == 1 and last[0] == 2 and np.isfinite(qpos).all()
    assert len(contacts) == 0


def test_nothing_is_kept_without_need(model):
    data = plumbline.MjData(model)
    plumbline.mj_step(model, data)
    data.body("box").xpos, data.efc_J, data.contact[0].pos, model.joint("hinge").qpos0
    gone = weakref.ref(model), weakref.ref(data)
    gc.disable()
    try:
        del model, data
        # The fixture still has the model.
        assert gone[1]() is None
    finally:
        gc.enable()


def test_writing_to_arrays_of_constraints_counts_until_the_next_call(model, data):
    plumbline.mj_step(model, data)
    data.efc_force[:] = 0
    data.contact.dist[:] = 7
    assert not data.efc_force.any() and data.contact[0].dist == 7
    data.contact[0].friction = 3
    assert (data.contact.friction[0] == 3).all()


def test_names(model, data):
    assert data.body("box").xpos.base is not None
    assert data.body("box") is data.body(1)
    data.joint("ball").qpos = [0, 1, 0, 0]
    start = model.jnt_qposadr[model.joint("ball").id]
    assert (data.qpos[start : start + 4] == [0, 1, 0, 0]).all()
    assert data.joint("free").cdof.shape == (6, 6)
    assert model.actuator("motor").gear[0] == 3
    assert data.sensor("accelerometer").data.shape == (3,)
    with pytest.raises(KeyError, match=r"Invalid name 'bix'. Valid names: \['arm', 'ball', 'box'"):
        data.body("bix")
    with pytest.raises(IndexError, match="Invalid index 9. Valid indices from 0 to 4"):
        data.body(9)
    assert repr(model.geom("box")).startswith("<_MjModelGeomViews\n")


def test_unknown_attributes_are_refused(model, data):
    with pytest.raises(AttributeError):
        data.qpso = 1
    with pytest.raises(AttributeError):
        model.nq = 3
    with pytest.raises(ValueError):
        data.qpos = [1, 2]


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_copies_go_on_alike(model, data, duplicate):
    plumbline.mj_step(model, data, 20)
    other = duplicate(data)
    assert (other.model is model) == (duplicate is copy.copy)
    assert other.contact == data.contact and np.array_equal(other.efc_J, data.efc_J)
    plumbline.mj_step(model, data, 20)
    plumbline.mj_step(other.model, other, 20)
    assert data.qpos.tobytes() == other.qpos.tobytes()
    assert data.time == other.time and data.contact == other.contact
    same = duplicate(model)
    same.body_mass[1] = 9
    assert model.body_mass[1] == 0.25


def test_broken_pickles_are_refused(data):
    make, (model, values) = data.__reduce__()
    with pytest.raises(ValueError):
        make(model, {**values, "qpos": b"123"})
    with pytest.raises(ValueError):
        make(model, {**values, "contact": b"123"})
    with pytest.raises(ValueError):
        make(model, {})
    with pytest.raises(ValueError):
        plumbline.MjModel._from_mjb(b"nonsense")


def test_errors_have_mujocos_types(model, data):
    with pytest.raises(ValueError, match="geom"):
        plumbline.MjModel.from_xml_string("<mujoco><worldbody><geom/></worldbody></mujoco>")
    with pytest.raises(ValueError):
        plumbline.MjModel.from_xml_path("/there/is/no/such/file.xml")
    other = plumbline.MjModel.from_xml_string("<mujoco/>")
    for function in (plumbline.mj_step, plumbline.mj_resetData, plumbline.mj_forward):
        with pytest.raises(plumbline.FatalError, match="another model"):
            function(other, data)
    with pytest.raises(TypeError):
        plumbline.mj_step(model, None)
    with pytest.raises(TypeError, match=r"jacp should be of shape \(3, nv\)"):
        plumbline.mj_jacSite(model, data, np.zeros((3, 2)), None, 0)
    with pytest.raises(TypeError):
        plumbline.mju_rotVecQuat(np.zeros(3, np.float32), [1, 0, 0], [1, 0, 0, 0])
    with pytest.raises(plumbline.FatalError):
        plumbline.mj_jacSite(model, data, np.zeros((3, model.nv)), None, 77)


def test_assets_are_found_by_their_names_alone():
    xml = "<mujoco><worldbody><include file='deep/Part.xml'/></worldbody></mujoco>"
    part = b"<mujoco><geom name='found' size='1'/></mujoco>"
    for name in ("part.xml", "other/PART.xml"):
        model = plumbline.MjModel.from_xml_string(xml, {name: part})
        assert model.geom("found").id == 0
    with pytest.raises(ValueError, match="Repeated"):
        plumbline.MjModel.from_xml_string(xml, {"part.xml": part, "a/Part.xml": part})


def test_arrays_may_be_given_twice():
    v = np.array([1.0, 2, 3])
    plumbline.mju_cross(v, v, [0, 0, 1])
    assert v.tolist() == [2, -1, 0]


def test_callbacks(model, data):
    seen = []

    def control(m, d):
        seen.append((m is model, d is data))
        d.ctrl[0] = 5
        plumbline.mj_fullM(m, np.zeros((m.nv, m.nv)), d.qM)

    plumbline.set_mjcb_control(control)
    try:
        assert plumbline.get_mjcb_control() is control
        plumbline.mj_step(model, data)
        assert seen == [(True, True)] and data.actuator_force[0] == 5

        def fails(m, d):
            raise LookupError("no")

        plumbline.set_mjcb_control(fails)
        with pytest.raises(LookupError):
            plumbline.mj_step(model, data)
    finally:
        plumbline.set_mjcb_control(None)
    data.ctrl[:] = 0
    plumbline.mj_step(model, data)
    assert data.actuator_force[0] == 0
    with pytest.raises(TypeError):
        plumbline.set_mjcb_control(3)


def test_warnings_are_told(model, data):
    import ctypes

    texts = []
    pointer = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(texts.append)
    for hearer in (texts.append, pointer):
        plumbline.set_mju_user_warning(hearer)
        try:
            assert plumbline.get_mju_user_warning() is hearer
            plumbline.mj_resetData(model, data)
            for _ in range(2):
                data.qpos[0] = np.nan
                plumbline.mj_step(model, data)
        finally:
            plumbline.set_mju_user_warning(None)
    assert len(texts) == 2 and "QPOS" in texts[0] and b"QPOS" in texts[1]


def test_a_spoilt_model_is_an_error_and_arrays_stay(model, data):
    plumbline.mj_step(model, data)
    arrays = {n: getattr(data, n) for n in dir(data) if isinstance(getattr(data, n), np.ndarray)}
    spoilt = "jnt_qposadr jnt_dofadr body_parentid geom_bodyid actuator_trnid".split()
    for field in spoilt:
        wrong, other = copy.copy(model), copy.copy(data)
        kept = {n: getattr(other, n) for n in arrays}
        getattr(wrong, field)[:] = 10**6
        for _ in range(3):
            with pytest.raises(plumbline.FatalError):
                plumbline.mj_step(wrong, other)
        del wrong, other
        rest = [np.full(a.shape, 3, a.dtype) for a in kept.values()]
        assert all(a.tobytes() is not None for a in kept.values()) and rest
    plumbline.mj_step(model, data)


def test_two_threads_cannot_work_on_one_data(model, data):
    errors, done = [], threading.Event()

    def work():
        try:
            plumbline.mj_step(model, data, 200_000)
        finally:
            done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        try:
            plumbline.mj_forward(model, data)
        except plumbline.FatalError as error:
            errors.append(str(error))
            break
    assert data.qpos.shape == (model.nq,)
    done.wait()
    thread.join()
    assert errors and "another thread" in errors[0]


def test_rollout_is_stepping(model, data):
    from plumbline import rollout

    physics = plumbline.mjtState.mjSTATE_FULLPHYSICS
    size = plumbline.mj_stateSize(model, int(physics))
    start = np.zeros((5, size))
    start[:, 1 : 1 + model.nq] = model.qpos0
    start[:, -1] = np.arange(5)
    control = np.random.default_rng(0).uniform(-1, 1, (5, 30, model.nu))
    alone = rollout.rollout(model, data, start, control)
    threads = rollout.rollout(model, data, start, control, nthread=3)
    assert all(np.array_equal(a, b) for a, b in zip(alone, threads))
    own = plumbline.MjData(model)
    for r in range(5):
        plumbline.mj_resetData(model, own)
        plumbline.mj_setState(model, own, start[r], int(physics))
        for t in range(30):
            own.ctrl[:] = control[r, t]
            plumbline.mj_step(model, own)
            assert np.array_equal(own.sensordata, alone[1][r, t])
    with pytest.raises(ValueError, match="trailing dimension of control must be 2, got 3"):
        rollout.rollout(model, data, start, np.zeros((5, 1, 3)))


def test_worlds_of_a_batch_compute_what_they_would_alone(model):
    count = 7
    batch = plumbline.Batch(model, count, num_threads=3)
    ctrl, qpos, qvel = batch.bind("ctrl"), batch.bind("qpos"), batch.bind("qvel")
    time, readings, ncon = batch.bind("time"), batch.bind("sensordata"), batch.bind("ncon")
    assert qpos is batch.bind("qpos") and qpos.shape == (count, model.nq)
    mass = batch.expand("body_mass")
    random = np.random.default_rng(1)
    qvel[:] = random.standard_normal(qvel.shape)
    mass[:, 1] *= np.linspace(1, 2, count)
    batch.set_const()
    start, given = qvel.copy(), random.uniform(-1, 1, (20, *ctrl.shape))
    for step in range(20):
        ctrl[:] = given[step]
        batch.step(nstep=2)
    batch.step(ids=[2])
    for world in range(count):
        own = copy.copy(model)
        data = plumbline.MjData(own)
        own.body_mass[1] *= np.linspace(1, 2, count)[world]
        plumbline.mj_setConst(own, data)
        data.qvel[:] = start[world]
        for step in range(20):
            data.ctrl[:] = given[step, world]
            plumbline.mj_step(own, data, 2)
        if world == 2:
            plumbline.mj_step(own, data)
        assert data.qpos.tobytes() == qpos[world].tobytes()
        assert data.sensordata.tobytes() == readings[world].tobytes()
        assert (data.time, data.ncon) == (time[world], ncon[world])
        assert np.array_equal(own.body_subtreemass, batch.model_of(world).body_subtreemass)
    batch.reset(ids=np.arange(count) == 4)
    assert np.array_equal(qpos[4], model.qpos0) and time[4] == 0 and time[3] > 0


def test_a_batch_names_the_worlds_that_fail(model):
    batch = plumbline.Batch(model, 4, num_threads=2)
    time = batch.bind("time")
    batch.bind("qpos")[:, 2] = 0.09
    batch.expand("body_mass")
    for world in (1, 3):
        batch.model_of(world).opt.solver = 10
    with pytest.raises(plumbline.FatalError, match="world 1: .*unknown solver type 10.*1 more"):
        batch.step()
    assert (time[[0, 2]] > 0).all() and (time[[1, 3]] == 0).all()
    for wrong in ([9], [0, 0]):
        with pytest.raises((IndexError, ValueError)):
            batch.step(ids=wrong)
    with pytest.raises(KeyError):
        batch.bind("efc_J")


def test_types_are_up_to_date_and_check(tmp_path):
    import importlib.util
    import pathlib

    stubs = pathlib.Path(__file__).resolve().parents[1] / "stubs.py"
    subprocess.run([sys.executable, str(stubs), "--check"], check=True)
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("needs mypy")
    (tmp_path / "typed.py").write_text(
        "import plumbline\n"
        "model = plumbline.MjModel.from_xml_string('<mujoco/>')\n"
        "data = plumbline.MjData(model)\n"
        "plumbline.mj_step(model, data, nstep=2)\n"
        "time: float = data.time\n"
        "wrong: str = data.qpos\n"
        "iterations: int = model.opt.iterations\n"
        "place = data.body('world').xpos + model.body_pos[0]\n"
    )
    check = [sys.executable, "-m", "mypy", "--strict", "typed.py"]
    out = subprocess.run(check, capture_output=True, text=True, cwd=tmp_path)
    assert "typed.py:6" in out.stdout and "Found 1 error" in out.stdout, out.stdout


def test_install_as_mujoco_reaches_other_processes():
    program = """
import plumbline
plumbline.install_as_mujoco()
import mujoco, mujoco.viewer, subprocess, sys
from mujoco import rollout
assert mujoco is plumbline and rollout.__name__ == "plumbline.rollout"
try:
    mujoco.viewer.launch()
except RuntimeError as error:
    assert "draws" in str(error)
else:
    raise AssertionError
child = "import mujoco; print(mujoco.__name__)"
print(subprocess.check_output([sys.executable, "-c", child], text=True).strip())
"""
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert out.stdout.strip() == "plumbline", out.stderr


def test_the_command_runs_scripts_and_modules(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import mujoco, sys; print(mujoco.__name__, sys.argv[1:])")
    command = [sys.executable, "-m", "plumbline", str(script), "one"]
    assert subprocess.check_output(command, text=True) == "plumbline ['one']\n"
    command = [sys.executable, "-m", "plumbline", "-m", "script", "two"]
    assert subprocess.check_output(command, text=True, cwd=tmp_path) == "plumbline ['two']\n"


def test_an_empty_list_of_contacts_can_be_walked(model, data):
    assert len(data.contact) == 0 and list(data.contact) == []


@pytest.fixture
def interruptible():
    """A shell without job control starts what is in the background with interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("nthread", [0, 2])
def test_a_long_rollout_can_be_interrupted(model, nthread, interruptible):
    from plumbline import rollout

    data = [plumbline.MjData(model) for _ in range(max(nthread, 1))]
    size = plumbline.mj_stateSize(model, plumbline.mjtState.mjSTATE_FULLPHYSICS)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        rollout.rollout(model, data, np.zeros((2, size)), nstep=1_000_000, nthread=nthread or None)
    timer.join()
    # Python raises it in any case; this one was not run to its end.
    assert data[0].time < 900_000 * model.opt.timestep
    plumbline.mj_step(model, data[0])
