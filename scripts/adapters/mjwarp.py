"""MuJoCo Warp in single precision on the CPU, as a subject of the harness.

    harness run fixtures/actuator --subject mujoco-warp@3.17.0

It is compared with the MuJoCo of its own version. Kernels are compiled on first use and kept in Warp's cache.
"""

import os
import pathlib
import sys

# The file of the package alone, if it is not beside this one: it needs numpy and nothing else.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "engine/python/python/plumbline"))

import adapter
import mujoco
import numpy as np
import warp as wp

wp.config.quiet = True
import mujoco_warp as mjw

INPUTS = "qpos qvel act ctrl qfrc_applied xfrc_applied mocap_pos mocap_quat eq_active qacc_warmstart time".split()
DATA = """xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cdof
cinert ten_length actuator_length crb actuator_velocity ten_velocity cvel cdof_dot qfrc_bias qfrc_spring qfrc_damper
qfrc_gravcomp qfrc_fluid qfrc_passive actuator_force qfrc_actuator qfrc_smooth qacc_smooth qacc qfrc_constraint act_dot
sensordata energy""".split()
ROWS = "type id pos margin frictionloss D aref".split()
CONTACT = "dist pos frame friction solref solimp includemargin geom dim".split()
MODEL = """opt.timestep opt.gravity body_pos body_quat body_ipos body_iquat body_mass body_inertia jnt_pos jnt_axis
jnt_stiffness jnt_range dof_armature dof_damping dof_frictionloss dof_invweight0 geom_size geom_pos geom_quat geom_friction
geom_solref geom_solimp actuator_gear actuator_gainprm actuator_biasprm actuator_dynprm""".split()
# Room for contacts and rows.
ROOM = {"nworld": 1, "nconmax": 256, "njmax": 1024}


class Engine(adapter.Engine):
    version = mjw.__version__ if hasattr(mjw, "__version__") else mujoco.__version__
    precision = "f32"

    def load(self, path):
        try:
            self.mj = mujoco.MjModel.from_xml_path(path)
        except ValueError as error:
            raise adapter.Rejected(error)
        try:
            self.model = mjw.put_model(self.mj)
            self.reset()
            self.forward()
        except (NotImplementedError, ValueError) as error:
            raise adapter.Unsupported(f"MuJoCo Warp: {error}")
        self.fields = [*INPUTS, *DATA, "ncon", "nefc"]
        self.fields += ["contact." + name for name in CONTACT] + ["efc_" + name for name in ROWS]
        self.model_fields = [name for name in MODEL if self.get(name) is not None]
        self.keyframes = self.mj.nkey

    def reset(self, keyframe=None):
        # Fields travel through data of MuJoCo, in which MuJoCo itself computes nothing.
        self.data = mujoco.MjData(self.mj)
        if keyframe is not None:
            mujoco.mj_resetDataKeyframe(self.mj, self.data, keyframe)

    def set(self, name, values):
        if name == "time":
            self.data.time = values[0]
        else:
            field = getattr(self.data, name)
            field[...] = values.reshape(field.shape)

    def run(self, work):
        with wp.ScopedDevice("cpu"):
            data = mjw.put_data(self.mj, self.data, **ROOM)
            work(self.model, data)
            mjw.get_data_into(self.data, self.mj, data)

    def forward(self):
        self.run(mjw.forward)

    def step(self):
        self.run(mjw.step)

    def get(self, name):
        if name in MODEL:
            owner = self.model.opt if name.startswith("opt.") else self.model
            value = getattr(owner, name.removeprefix("opt."), None)
            if value is None:
                return None
            value = np.asarray(value.numpy(), np.float64)
            like = np.shape(getattr(self.mj.opt if owner is not self.model else self.mj, name.removeprefix("opt.")))
            return value.reshape(like)
        if name.startswith("contact."):
            value = np.asarray(getattr(self.data.contact, name.removeprefix("contact.")))
            return value[: self.data.ncon]
        if name.startswith("efc_"):
            return np.asarray(getattr(self.data, name))[: self.data.nefc]
        return np.asarray(getattr(self.data, name))


if __name__ == "__main__":
    adapter.serve(Engine())
