"""The same bits as MuJoCo 3.2.6, attribute by attribute, in one process."""

import copy
import inspect
import pickle
import re

import numpy as np
import pytest
from models import SMALL, fixtures

import plumbline

mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo itself")
if not mujoco.__file__ or "plumbline" in mujoco.__file__:
    pytest.skip("mujoco is plumbline here", allow_module_level=True)
assert mujoco.mj_versionString() == "3.2.6"

# What MuJoCo counts of its own memory, and pointers; the engine has none of it.
OWN_MEMORY = {
    "parena", "pbase", "pstack", "maxuse_stack", "maxuse_arena", "maxuse_threadstack", "threadpool",
    "plugin_data",
}  # fmt: skip
# Arrays that MuJoCo's bindings leave empty.
UNWRITTEN = {"bv", "bvactive"}


def attributes(struct):
    return [
        name
        for name in dir(struct)
        if not name.startswith("_") and not callable(getattr(struct, name))
    ]


def assert_same(mine, theirs, where):
    """Equal types, shapes and bits."""
    if isinstance(theirs, np.ndarray):
        assert isinstance(mine, np.ndarray), where
        assert (mine.shape, mine.dtype) == (theirs.shape, theirs.dtype), where
        if mine.flags["OWNDATA"] and mine.base is None:
            return  # not computed in this state: MuJoCo gives memory that nobody has written
        if mine.dtype.kind == "f":  # the compiler of either side chose the signs of NaN
            mine, theirs = (np.where(np.isnan(x), np.nan, x) for x in (mine, theirs))
        assert mine.tobytes() == theirs.tobytes(), (where, mine, theirs)
    elif isinstance(theirs, (int, float, str, bytes)):
        assert type(mine) is type(theirs), where
        assert mine == theirs or (mine != mine and theirs != theirs), (where, mine, theirs)
    elif type(theirs).__name__ in ("MjModel", "MjData"):
        pass
    else:
        for name in attributes(theirs):
            if name not in UNWRITTEN:
                assert_same(getattr(mine, name), getattr(theirs, name), f"{where}.{name}")


def assert_all_same(mine, theirs, where):
    for name in attributes(theirs):
        if name not in OWN_MEMORY | {"solver"}:
            assert_same(getattr(mine, name), getattr(theirs, name), f"{where}.{name}")


def pair(path):
    if path == "small":
        make = [package.MjModel.from_xml_string(SMALL) for package in (plumbline, mujoco)]
    else:
        make = [package.MjModel.from_xml_path(str(path)) for package in (plumbline, mujoco)]
    return make, [plumbline.MjData(make[0]), mujoco.MjData(make[1])]


@pytest.mark.parametrize("path", ["small", *fixtures()], ids=lambda p: getattr(p, "stem", p))
def test_every_attribute_has_mujocos_bits(path):
    models, datas = pair(path)
    assert_all_same(*models, "model")
    assert_all_same(*datas, "data at the start")
    random = np.random.default_rng(7)
    for step in range(60):
        ctrl = random.uniform(-1, 1, models[0].nu)
        for package, model, data in zip((plumbline, mujoco), models, datas):
            data.ctrl[:] = ctrl
            if step == 20:
                data.qvel += 0.3
            package.mj_step(model, data)
    assert_all_same(*datas, "data after 60 steps")
    for package, model, data in zip((plumbline, mujoco), models, datas):
        package.mj_inverse(model, data)
        package.mj_rnePostConstraint(model, data)
        package.mj_subtreeVel(model, data)
    assert_all_same(*datas, "data after inverse dynamics")


def test_functions_have_mujocos_bits():
    models, datas = pair("small")
    results = []
    for package, model, data in zip((plumbline, mujoco), models, datas):
        random = np.random.default_rng(3)
        data.qvel[:] = random.standard_normal(model.nv)
        package.mj_step(model, data, nstep=30)
        nv, found = model.nv, []

        def out(*shape):
            found.append(np.zeros(shape))
            return found[-1]

        site = package.mj_name2id(model, package.mjtObj.mjOBJ_SITE, "tip")
        package.mj_jacSite(model, data, out(3, nv), out(3, nv), site)
        package.mj_jacBodyCom(model, data, out(3, nv), None, 2)
        package.mj_fullM(model, out(nv, nv), data.qM)
        package.mj_mulM(model, data, out(nv), random.standard_normal(nv))
        package.mj_solveM(model, data, out(2, nv), random.standard_normal((2, nv)))
        package.mj_objectVelocity(model, data, package.mjtObj.mjOBJ_SITE, site, out(6), 1)
        package.mj_contactForce(model, data, 0, out(6))
        package.mj_rne(model, data, 1, out(nv))
        package.mj_applyFT(model, data, [1, 2, 3], [0, 1, 0], [0, 0, 1], 2, out(nv))
        package.mj_differentiatePos(model, out(nv), 0.1, model.qpos0, data.qpos)
        n = 2 * nv + model.na
        package.mjd_transitionFD(model, data, 1e-6, 1, out(n, n), out(n, model.nu), None, None)
        package.mju_rotVecQuat(out(3), [1, 2, 3], [0.5, 0.5, 0.5, 0.5])
        package.mju_mulMatMat(out(3, 2), np.arange(12.0).reshape(3, 4), np.ones((4, 2)) / 3)
        package.mju_euler2Quat(out(4), [0.1, 0.2, 0.3], "xYz")
        geom = np.zeros(1, np.int32)
        found.append(package.mj_ray(model, data, [0, 0, 3], [0, 0.1, -1], None, 1, -1, geom))
        found.append(geom)
        spec = package.mjtState.mjSTATE_INTEGRATION
        package.mj_getState(model, data, out(package.mj_stateSize(model, spec)), int(spec))
        results.append(found)
    for i, (mine, theirs) in enumerate(zip(*results)):
        assert np.asarray(mine).tobytes() == np.asarray(theirs).tobytes(), i


def test_a_changed_model_acts():
    models, datas = pair("small")
    for package, model, data in zip((plumbline, mujoco), models, datas):
        model.opt.gravity[2] = -3
        model.opt.timestep = 0.001
        model.body_mass[1] *= 2
        model.geom("floor").friction[0] = 0.2
        model.dof_damping[:] = 0.5
        package.mj_setConst(model, data)
        package.mj_step(model, data, 50)
        data.qpos[0] = np.nan
        package.mj_step(model, data)
    assert_all_same(*models, "model")
    assert_all_same(*datas, "data")
    assert datas[0].warning[plumbline.mjtWarning.mjWARN_BADQPOS].number == 1


def test_enums_and_constants_are_mujocos():
    for name in dir(mujoco):
        theirs = getattr(mujoco, name)
        if name.startswith("mjt"):
            mine = getattr(plumbline, name)
            assert {k: int(v) for k, v in mine.__members__.items()} == {
                k: int(v) for k, v in theirs.__members__.items()
            }, name
        elif name.startswith("mj") and not callable(theirs):
            assert getattr(plumbline, name) == theirs, name


def test_small_structs_have_mujocos_defaults():
    for name in """MjOption MjStatistic MjContact MjWarningStat MjTimerStat MjSolverStat
        MjLROpt MjvCamera MjvPerturb MjvOption""".split():
        theirs = getattr(mujoco, name)()
        if name not in ("MjStatistic", "MjContact"):  # memory that nobody has written
            assert_same(getattr(plumbline, name)(), theirs, name)
    ranges = plumbline.MjLROpt(), mujoco.MjLROpt()
    plumbline.mj_defaultLROpt(ranges[0])
    mujoco.mj_defaultLROpt(ranges[1])
    assert_same(*ranges, "MjLROpt")


def test_what_is_missing_is_known():
    """Every name of mujoco is here, or in this list, which docs/python.md explains."""
    missing = {
        name
        for name in dir(mujoco)
        if not name.startswith("_") and not hasattr(plumbline, name) and name.isidentifier()
    }
    modules = {n for n in missing if type(getattr(mujoco, n)).__name__ == "module"}
    rest = missing - modules
    assert rest == {
        "HEADERS_DIR", "PLUGINS_DIR", "PLUGIN_HANDLES", "get_mju_user_free",
        "get_mju_user_malloc", "set_mju_user_free", "set_mju_user_malloc",
    }  # fmt: skip


@pytest.mark.parametrize("html", [False, True])
@pytest.mark.parametrize("pad", [False, True])
def test_the_schema_is_printed_as_mujoco_prints_it(html, pad):
    assert plumbline.mj_printSchema(html, pad) == mujoco.mj_printSchema(html, pad)


def test_a_warning_is_printed_and_logged_where_nobody_listens(capfd, tmp_path):
    texts = []
    for package in (mujoco, plumbline):
        model = package.MjModel.from_xml_string(SMALL)
        data = package.MjData(model)
        data.qvel[:] = np.nan
        package.mj_step(model, data)
        log = tmp_path / "MUJOCO_LOG.TXT"
        texts.append(log.read_text().splitlines()[1:])
        log.unlink()
    assert texts[0] == texts[1] and "WARNING" in texts[0][0]
    assert "WARNING: " + texts[0][0].partition(": ")[2] in capfd.readouterr().out


FLEX = """<mujoco><worldbody>
  <flexcomp name="cloth" type="grid" count="4 4 1" spacing=".1 .1 .1" radius=".01" dim="2"><pin id="0"/></flexcomp>
</worldbody></mujoco>"""


def test_a_ray_meets_a_flex_where_geoms_of_its_shape_are():
    model = plumbline.MjModel.from_xml_string(FLEX)
    data = plumbline.MjData(model)
    plumbline.mj_forward(model, data)
    vertex = np.zeros(1, np.int32)
    down = np.array([0.0, 0, -1])
    for wanted in range(model.nflexvert):
        above = data.flexvert_xpos[wanted] + [0, 0, 1]
        met = plumbline.mju_rayFlex(model, data, 0, 1, 0, 0, 0, 0, above, down, vertex)
        assert abs(met - 0.99) < 1e-12 and vertex[0] == wanted
    assert plumbline.mju_rayFlex(model, data, 0, 1, 0, 0, 0, 0, above, -down, vertex) == -1
    with pytest.raises(plumbline.FatalError, match="no flex 1"):
        plumbline.mju_rayFlex(model, data, 0, 1, 0, 0, 0, 1, above, down, vertex)


def test_a_ray_meets_triangles():
    vertex = np.zeros(1, np.int32)
    face = np.array([[0, 1, 2]], np.int32)
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    ray = np.array([0.1, 0.7, 2]), np.array([0.0, 0, -1])
    assert plumbline.mju_raySkin(1, 3, face, corners, *ray, vertex) == 2 and vertex[0] == 2
    with pytest.raises(TypeError):
        plumbline.mju_raySkin(1, 3, face + 1, corners, *ray, vertex)


def test_defaults_of_constraints_are_mujocos():
    solref, solimp = np.zeros(2), np.zeros(5)
    plumbline.mj_defaultSolRefImp(solref, solimp)
    geom = mujoco.MjModel.from_xml_string(SMALL).geom("box")
    assert np.array_equal(solref, geom.solref) and np.array_equal(solimp, geom.solimp)


@pytest.mark.parametrize("path", ["small", *fixtures()[::3]], ids=lambda p: getattr(p, "stem", p))
def test_the_last_model_is_written_as_mujoco_writes_it(path, tmp_path):
    texts = []
    for package in (mujoco, plumbline):
        if path == "small":
            model = package.MjModel.from_xml_string(SMALL)
        else:
            model = package.MjModel.from_xml_path(str(path))
        model.opt.timestep = 0.0025
        package.mj_saveLastXML(str(tmp_path / "saved.xml"), model)
        texts.append((tmp_path / "saved.xml").read_text())
    assert texts[0] == texts[1]
    with pytest.raises(plumbline.FatalError, match="File not found"):
        plumbline.mj_saveLastXML(str(tmp_path / "nowhere" / "saved.xml"), model)


SLIDING = """<mujoco><option cone="elliptic"/><worldbody>
  <geom type="plane" size="3 3 1"/>
  <body pos="0 0 0.2"><freejoint/><geom type="box" size="0.1 0.1 0.1" condim="{0}"/></body>
  <body pos="0.5 0 0.2"><freejoint/><geom type="capsule" size="0.1 0.1" condim="{0}"/></body>
</worldbody></mujoco>"""


@pytest.mark.parametrize("condim", [3, 4, 6])
def test_hessians_of_sliding_contacts_are_mujocos(condim):
    packages = plumbline, mujoco
    models = [package.MjModel.from_xml_string(SLIDING.format(condim)) for package in packages]
    datas = [package.MjData(model) for package, model in zip(packages, models)]
    sliding = 0
    for data in datas:
        data.qvel[:] = np.random.default_rng(3).uniform(-2, 2, 12)
    for _ in range(200):
        for package, model, data in zip(packages, models, datas):
            package.mj_step(model, data)
        mine, theirs = (np.array([contact.H for contact in data.contact]) for data in datas)
        assert mine.tobytes() == theirs.tobytes()
        sliding += bool(mine.any())
    assert sliding


class Clock:
    """Says how often it was asked, in a unit that does not add up exactly."""

    def __init__(self):
        self.asked = 0

    def __call__(self):
        self.asked += 1
        return 0.1 * self.asked


INTEGRATORS = ["Euler", "RK4", "implicit", "implicitfast"]


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("flags", ["", 'contact="disable"', 'actuation="disable"', 'constraint="disable"'])
def test_timers_ask_the_clock_where_mujoco_does(integrator, flags, tmp_path):
    option = f'<option integrator="{integrator}"><flag {flags} island="enable"/></option>'
    xml = SMALL.replace('<option timestep="0.002"/>', option)
    found = []
    for package in (plumbline, mujoco):
        model = package.MjModel.from_xml_string(xml)
        data = package.MjData(model)
        data.qvel[:] = np.random.default_rng(3).uniform(-2, 2, model.nv)
        package.mj_step(model, data, 2)
        assert not data.timer.duration.any() and data.timer.number.any()
        numbers = data.timer.number.copy()
        clock = Clock()
        package.set_mjcb_time(clock)
        try:
            package.mj_step(model, data, 7)
            asked = [clock.asked]
            package.mj_forward(model, data)
            package.mj_step1(model, data)
            package.mj_step2(model, data)
            package.mj_inverse(model, data)
            asked += [clock.asked]
            package.mj_kinematics(model, data)
            package.mj_crb(model, data)
            package.mj_collision(model, data)
            package.mj_compareFwdInv(model, data)
            package.mj_forwardSkip(model, data, package.mjtStage.mjSTAGE_VEL, 1)
            asked += [clock.asked]
            if integrator != "RK4":
                size = 2 * model.nv + model.na
                matrix = np.zeros((size, size))
                package.mjd_transitionFD(model, data, 1e-6, True, matrix, None, None, None)
            asked += [clock.asked]
        finally:
            package.set_mjcb_time(None)
        copies = copy.copy(data), copy.deepcopy(data), pickle.loads(pickle.dumps(data))
        durations = data.timer.duration.copy()
        assert all((other.timer.duration == durations).all() for other in copies)
        package.mj_printData(model, data, str(tmp_path / "data.txt"))
        text = (tmp_path / "data.txt").read_text()
        text = text[text.index("TIMER") : text.index("ENERGY")].partition("SOLVER")[0]
        found.append((numbers, asked, durations, data.timer.number.copy(), text))
        package.mj_resetData(model, data)
        assert not data.timer.duration.any() and not data.timer.number.any()
    for mine, theirs in zip(*found):
        np.testing.assert_array_equal(mine, theirs)


def test_what_a_clock_raises_is_raised_by_the_call():
    model = plumbline.MjModel.from_xml_string(SMALL)
    data, batch = plumbline.MjData(model), plumbline.Batch(model, 2, num_threads=1)
    try:
        plumbline.set_mjcb_time(lambda: 1 / 0)
        for call in (lambda: plumbline.mj_step(model, data), batch.step):
            with pytest.raises(ZeroDivisionError):
                call()
    finally:
        plumbline.set_mjcb_time(None)
    plumbline.mj_step(model, data)
    batch.step()


def test_classes_have_mujocos_attributes():
    """Those of what is drawn come with the first object, from MuJoCo itself."""
    for name in dir(mujoco):
        theirs, mine = getattr(mujoco, name), getattr(plumbline, name, None)
        if not isinstance(theirs, type) or mine in plumbline._real.DRAWN or name == "GLContext":
            continue
        found = {n for n in dir(theirs) if not n.startswith("_") and not hasattr(mine, n)}
        # Members of enums have these, and so have default classes.
        allowed = {"name", "value"} if name.startswith("mjt") else set()
        if name == "MjsDefault":
            allowed = {n for n in found if hasattr(plumbline.MjSpec().default(), n)}
        assert found <= allowed, name


def test_functions_have_the_names_of_mujocos_arguments():
    compared = 0
    for name in dir(mujoco):
        function = getattr(plumbline, name, None)
        if not re.match("mj[ud]?_", name) or function is None:
            continue
        text = getattr(mujoco, name).__doc__
        signatures = re.findall(rf"^(?:\d+\. )?{name}\((.*)\) ->", text, re.M)
        theirs = [re.findall(r"(\w+): ", re.sub(r"\[[^\]]*\]", "", line)) for line in signatures]
        assert list(inspect.signature(function).parameters) in theirs, name
        compared += 1
    assert compared > 200
