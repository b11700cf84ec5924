"""Callbacks that are functions of C: they get MuJoCo's structs, and MuJoCo's bits come out."""

import ctypes
import pathlib
import shutil
import subprocess

import numpy as np
import pytest
from models import FIXTURES

import plumbline

mujoco = pytest.importorskip("mujoco")

MODEL = """
<mujoco>
  <option timestep="0.003" cone="elliptic"/>
  <size nuserdata="2"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="box" pos="0 0 .11"><freejoint/><geom name="box" type="box" size=".1 .1 .1"/></body>
    <body name="ball" pos=".05 .03 .33"><freejoint/><geom name="ball" size=".1"/></body>
    <body name="arm" pos="0 0 1">
      <joint name="hinge" axis="0 1 0" damping=".1"/>
      <geom name="arm" type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/>
    </body>
  </worldbody>
  <actuator>
    <general name="own" joint="hinge" dyntype="user" gaintype="user" biastype="user" actdim="1"/>
  </actuator>
  <sensor><user name="own" dim="2" needstage="vel" objtype="body" objname="arm"/></sensor>
</mujoco>
"""

CALLBACKS = """
#include <mujoco/mujoco.h>

void control(const mjModel* m, mjData* d) {
  d->ctrl[0] = 0.3 * d->qvel[m->nv - 1] + m->opt.timestep * d->time + 0.01 * d->ncon;
  for (int i = 0; i < d->ncon; i++) d->userdata[0] += d->contact[i].dist * d->contact[i].geom[1];
}
void passive(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nv; i++) d->qfrc_passive[i] -= 0.2 * m->dof_armature[i] + 0.1 * d->qvel[i];
  for (int i = 0; i < d->nefc; i++) d->userdata[1] += d->efc_pos[i] + d->efc_D[i];
}
mjtNum dynamics(const mjModel* m, const mjData* d, int id) { return d->ctrl[id] - 0.7 * d->act[id]; }
mjtNum gain(const mjModel* m, const mjData* d, int id) { return 1.3 + m->actuator_gear[6 * id]; }
mjtNum bias(const mjModel* m, const mjData* d, int id) { return -0.4 * d->actuator_length[id]; }
void sensor(const mjModel* m, mjData* d, int stage) {
  if (stage == mjSTAGE_VEL) {
    d->sensordata[0] = d->cvel[6 * m->sensor_objid[0] + 1];
    d->sensordata[1] = m->stat.extent + m->vis.global.fovy;
  }
}
int filter(const mjModel* m, mjData* d, int geom1, int geom2) {
  return m->geom_type[geom1] == mjGEOM_PLANE && m->geom_type[geom2] == mjGEOM_SPHERE;
}
void later(const mjModel* m, mjData* d) { d->time += 0.5; d->energy[1] = 7; }

static mjModel model;
static mjData data;
void look(const mjModel* m, mjData* d) { model = *m; data = *d; }
"""

NAMES = {
    "mjcb_control": "control",
    "mjcb_passive": "passive",
    "mjcb_act_dyn": "dynamics",
    "mjcb_act_gain": "gain",
    "mjcb_act_bias": "bias",
    "mjcb_sensor": "sensor",
    "mjcb_contactfilter": "filter",
}
RESULTS = {"dynamics": ctypes.c_double, "gain": ctypes.c_double, "bias": ctypes.c_double}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    if shutil.which("cc") is None:
        pytest.skip("needs a C compiler")
    folder = tmp_path_factory.mktemp("callbacks")
    include = pathlib.Path(mujoco.__file__).parent / "include"
    source = CALLBACKS
    for which, names in (("model", MODEL_ARRAYS), ("data", DATA_ARRAYS)):
        members = ", ".join(f"{which}.{name}" for name in names)
        source += f"const void* {which}_at(int i) {{ const void* all[] = {{{members}}}; return all[i]; }}\n"
    for which, names in (("model", MODEL_NUMBERS), ("data", DATA_NUMBERS)):
        members = ", ".join(f"(double){which}.{name}" for name in names)
        source += f"double {which}_number(int i) {{ const double all[] = {{{members}}}; return all[i]; }}\n"
    (folder / "callbacks.c").write_text(source)
    command = ["cc", "-shared", "-fPIC", "-O1", "-ffp-contract=off", f"-I{include}", "-o", "callbacks.so"]
    subprocess.run([*command, "callbacks.c"], cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "callbacks.so"))


def arrays_of(cls, fields):
    return [f.__name__ for f in fields if f.dims and not f.varies and hasattr(cls, f.__name__)]


HEADER = "solver_niter solver_nnz solver_fwdinv energy".split()
MODEL_ARRAYS = arrays_of(plumbline.MjModel, plumbline._model_fields)
DATA_ARRAYS = [n for n in arrays_of(plumbline.MjData, plumbline._data_fields) if n not in HEADER]
DATA_ARRAYS += [f.__name__ for f in plumbline._data_fields if f.varies]
MODEL_NUMBERS = [f.__name__ for f in plumbline._model_fields if not f.dims]
MODEL_NUMBERS += [f"opt.{n}" for n in plumbline.MjOption._members if n not in plumbline.MjOption._floatarray_fields]
MODEL_NUMBERS += ["opt.gravity[2]", "opt.o_friction[4]", "stat.extent", "stat.center[2]", "vis.global.fovy", "vis.rgba.bv[3]"]
DATA_NUMBERS = "nplugin maxuse_con maxuse_efc solver_nisland ncon ne nf nl nefc nJ nisland time energy[1]".split()
DATA_NUMBERS += ["solver_niter[0]", "solver_nnz[0]", "warning[4].number", "solver[0].improvement", "solver[1].nactive"]


def callback(library, name):
    function = library[name]
    function.restype = RESULTS.get(name)
    return function


@pytest.fixture
def nothing_is_set():
    yield
    for module in (mujoco, plumbline):
        for name in NAMES:
            getattr(module, f"set_{name}")(None)


def test_functions_of_c_compute_mujocos_bits(library, nothing_is_set):
    runs = []
    for module in (mujoco, plumbline):
        model = module.MjModel.from_xml_string(MODEL)
        data = module.MjData(model)
        for name, function in NAMES.items():
            pointer = callback(library, function)
            getattr(module, f"set_{name}")(pointer)
            assert getattr(module, f"get_{name}")() is pointer
        for _ in range(120):
            module.mj_step(model, data)
        assert data.ncon and data.userdata.all() and data.sensordata.all() and data.act.all()
        names = "time qpos qvel act ctrl userdata sensordata qfrc_passive efc_force".split()
        runs.append({name: np.array(getattr(data, name)).tobytes() for name in names})
        for name in NAMES:
            getattr(module, f"set_{name}")(None)
        runs[-1]["after"] = (module.mj_step(model, data), data.qpos.tobytes())[1]
    assert runs[0] == runs[1]


def number_of(obj, path):
    for part in path.replace("vis.global.", "vis.global_.").split("."):
        name, _, index = part.partition("[")
        obj = getattr(obj, name)
        obj = obj[int(index[:-1])] if index else obj
    return float(obj)


def test_every_member_of_the_structs_is_where_c_expects_it(library, nothing_is_set):
    for at in (library.model_at, library.data_at):
        at.restype = ctypes.c_void_p
    for number in (library.model_number, library.data_number):
        number.restype = ctypes.c_double
    filled = set()
    for path in (None, "tendon/paths.xml", "collision/every_pair_with_a_mesh.xml", "sensor/every_kind.xml"):
        load = plumbline.MjModel.from_xml_path if path else plumbline.MjModel.from_xml_string
        model = load(str(FIXTURES / path) if path else MODEL)
        # So that solver and islands have arrays of their own.
        model.opt.solver = plumbline.mjtSolver.mjSOL_PGS
        model.opt.enableflags |= plumbline.mjtEnableBit.mjENBL_ISLAND
        data = plumbline.MjData(model)
        plumbline.mj_step(model, data, 30)
        data.qpos[0] = np.nan
        plumbline.mj_step(model, data, 30)
        model.opt.wind[1] = 0.2
        plumbline.set_mjcb_control(callback(library, "look"))
        # Nothing is computed anew after the callback has looked: what it saw is what there is.
        plumbline.mj_step1(model, data)
        plumbline.set_mjcb_control(None)
        for owner, names, at in (
            (model, MODEL_ARRAYS, library.model_at),
            (data, DATA_ARRAYS, library.data_at),
        ):
            for i, name in enumerate(names):
                value = getattr(owner, name)
                wanted = value if isinstance(value, bytes) else value.tobytes()
                if any(wanted) and at(i):
                    filled.add(name)
                    assert (ctypes.c_char * len(wanted)).from_address(at(i)).raw == wanted, name
        for owner, names, number in (
            (model, MODEL_NUMBERS, library.model_number),
            (data, DATA_NUMBERS, library.data_number),
        ):
            for i, name in enumerate(names):
                assert number(i) == number_of(owner, name), name
    assert filled.issuperset("names mesh_quat mesh_facenum mesh_vert ten_J ten_length efc_AR efc_vel".split())


def test_what_a_function_of_c_sets_in_the_struct_counts(library, nothing_is_set):
    model = plumbline.MjModel.from_xml_string(MODEL)
    data = plumbline.MjData(model)
    plumbline.set_mjcb_control(callback(library, "later"))
    plumbline.mj_step(model, data)
    assert data.time == 0.5 + 0.003 and data.energy[1] == 7


def test_functions_of_c_follow_the_model_of_the_call(library, nothing_is_set):
    model = plumbline.MjModel.from_xml_string(MODEL)
    other = plumbline.MjModel.from_xml_string(MODEL)
    data = plumbline.MjData(model)
    other.actuator_gear[0, 0] = 5
    plumbline.set_mjcb_act_gain(callback(library, "gain"))
    forces = []
    for used in (model, other, model):
        data.act[0] = 1
        plumbline.mj_forward(used, data)
        forces.append(data.actuator_force[0])
    assert forces == [2.3, 6.3, 2.3]


@pytest.mark.parametrize("nthread", [0, 3])
def test_callbacks_reach_every_trajectory_of_a_rollout(library, nothing_is_set, nthread):
    from plumbline import rollout

    models = [plumbline.MjModel.from_xml_string(MODEL) for _ in range(6)]
    for i, model in enumerate(models):
        model.opt.timestep = 0.001 * (i + 1)
    data = plumbline.MjData(models[0])
    start = np.zeros((6, plumbline.mj_stateSize(models[0], plumbline.mjtState.mjSTATE_FULLPHYSICS)))
    start[:, 1 : 1 + models[0].nq] = models[0].qpos0
    start[:, -1] = 0.3

    def control(m, d):
        d.ctrl[0] = 20 * m.opt.timestep + d.time
        plumbline.mj_energyPos(m, d)

    for set_to in (control, callback(library, "control")):
        plumbline.set_mjcb_control(set_to)
        found = rollout.rollout(models, data, start, nstep=20, nthread=nthread or None)
        for i, model in enumerate(models):
            own = plumbline.MjData(model)
            plumbline.mj_setState(model, own, start[i], int(plumbline.mjtState.mjSTATE_FULLPHYSICS))
            plumbline.mj_step(model, own, 20)
            assert found[0][i, -1, 1 : 1 + model.nq].tobytes() == own.qpos.tobytes()

    def fails(m, d):
        raise LookupError("no")

    plumbline.set_mjcb_control(fails)
    with pytest.raises(LookupError):
        rollout.rollout(models, data, start, nstep=20, nthread=nthread or None)
    with pytest.raises(ValueError, match="data of its own"):
        rollout.rollout(models, [data, data], start, nstep=2)
