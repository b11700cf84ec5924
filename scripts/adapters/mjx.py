"""MJX in single precision on the CPU, as a subject of the harness.

    harness run fixtures/actuator --subject mjx@3.2.6

It is compared with the MuJoCo of its own version. Compiling a model takes seconds to minutes; what is compiled is kept.
"""

import os
import pathlib
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(pathlib.Path.home() / ".cache/plumbline/jax"))
# The file of the package alone, if it is not beside this one: it needs numpy and nothing else.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "engine/python/python/plumbline"))

import adapter
import jax
import mujoco
import numpy as np
from mujoco import mjx

INPUTS = "qpos qvel act ctrl qfrc_applied xfrc_applied mocap_pos mocap_quat eq_active qacc_warmstart time".split()
# What has the same meaning and shape in MuJoCo.
DATA = """xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cdof
cinert ten_length actuator_length actuator_moment crb actuator_velocity cvel cdof_dot qfrc_bias qfrc_gravcomp qfrc_fluid
qfrc_passive actuator_force qfrc_actuator qfrc_smooth qacc_smooth qacc qfrc_constraint act_dot sensordata""".split()
MODEL = """opt.timestep opt.gravity body_pos body_quat body_ipos body_iquat body_mass body_inertia jnt_pos jnt_axis jnt_stiffness
jnt_range dof_armature dof_damping dof_frictionloss dof_invweight0 geom_size geom_pos geom_quat geom_friction geom_solref
geom_solimp actuator_gear actuator_gainprm actuator_biasprm actuator_dynprm""".split()
CONTACT = "dist pos frame friction solref solimp includemargin geom".split()
KEYS = [("qpos", "qpos"), ("qvel", "qvel"), ("act", "act"), ("ctrl", "ctrl"), ("time", "time"),
        ("mocap_pos", "mpos"), ("mocap_quat", "mquat")]


def member(thing, name):
    """A field; newer versions keep most of them in a part of their own."""
    if hasattr(thing, name):
        return getattr(thing, name)
    return getattr(getattr(thing, "_impl", None), name, None)


def flat(value):
    """Matrices as rows, none of them too."""
    value = np.asarray(value)
    return value.reshape(len(value), int(np.prod(value.shape[1:]))) if value.ndim > 2 else value


class Engine(adapter.Engine):
    version = mujoco.__version__
    precision = "f32"

    def load(self, path):
        try:
            self.mj = mujoco.MjModel.from_xml_path(path)
        except ValueError as error:
            raise adapter.Rejected(error)
        try:
            self.mx = mjx.put_model(self.mj)
            self.start = mjx.make_data(self.mx)
            self.run_forward = jax.jit(mjx.forward)
            self.run_step = jax.jit(mjx.step)
            self.run_forward(self.mx, self.start)
        except (NotImplementedError, ValueError, IndexError, TypeError, AttributeError) as error:
            raise adapter.Unsupported(f"MJX: {error}")
        self.keyframes = self.mj.nkey
        self.data = self.start
        self.model_fields = [name for name in MODEL if self.get(name) is not None]
        has = lambda name: member(self.data, name) is not None
        self.fields = INPUTS + [name for name in [*DATA, "qM"] if has(name)]
        self.fields += ["contact." + name for name in CONTACT if has("contact")]

    def reset(self, keyframe=None):
        self.data = self.start
        if keyframe is not None:
            for name, key in KEYS:
                self.set(name, np.atleast_1d(getattr(self.mj, "key_" + key)[keyframe]))

    def set(self, name, values):
        old = np.asarray(getattr(self.data, name))
        self.data = self.data.replace(**{name: values.astype(old.dtype).reshape(old.shape)})

    def forward(self):
        self.data = self.run_forward(self.mx, self.data)

    def step(self):
        self.data = self.run_step(self.mx, self.data)

    def get(self, name):
        if name in MODEL:
            of_options = name.startswith("opt.")
            value = member(self.mx.opt if of_options else self.mx, name.removeprefix("opt."))
            return None if value is None else np.asarray(value)
        if name.startswith("contact."):
            # All that might touch is listed; MuJoCo lists what does.
            contact = member(self.data, "contact")
            touches = np.asarray(contact.dist) < np.asarray(contact.includemargin)
            return flat(getattr(contact, name.removeprefix("contact.")))[touches]
        value = flat(member(self.data, name))
        dense = name == "qM" and value.ndim == 2
        return adapter.inertia(value, self.mj.dof_parentid) if dense else value


if __name__ == "__main__":
    adapter.serve(Engine())
