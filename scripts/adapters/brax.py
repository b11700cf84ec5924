"""brax's generalized pipeline in single precision on the CPU: harness run fixtures/joint --subject brax@0.14.2"""

import pathlib
import sys

# This script must not stand for the package of the same name; the library is beside it, or in this project's package.
sys.path = sys.path[1:] + [str(pathlib.Path(__file__).resolve().parents[up] / place) for up, place in ((0, ""), (2, "engine/python/python/plumbline"))]

import adapter
import jax
import mujoco
import numpy as np
from brax import actuator
from brax.generalized import dynamics, pipeline
from brax.io import mjcf


class Engine(adapter.Engine):
    version, precision = "0.14.2", "f32"
    fields = "qpos qvel ctrl xpos xquat qM qfrc_smooth qacc_smooth qfrc_constraint".split()

    def load(self, path):
        self.mj = mujoco.MjModel.from_xml_path(path)
        try:
            mjcf.validate_model(self.mj)
            self.sys = mjcf.load_model(self.mj)
            assert self.sys.num_links() == self.mj.nbody - 1 and not (self.mj.neq or self.mj.ntendon or self.mj.na or self.mj.nmocap), "no such thing"
        except Exception as error:
            raise adapter.Unsupported(f"brax: {error}")
        self.compiled = jax.jit(self.compute)
        self.reset()

    def compute(self, qpos, qvel, ctrl):
        state = pipeline.init(self.sys, qpos, qvel)
        force = dynamics.forward(self.sys, state, actuator.to_tau(self.sys, ctrl, state.q, state.qd))
        return state, force, jax.numpy.linalg.solve(state.mass_mx, force), pipeline.step(self.sys, state, ctrl)

    def reset(self, keyframe=None):
        self.values = {"qpos": self.mj.qpos0.astype("f4"), "qvel": np.zeros(self.mj.nv, "f4"), "ctrl": np.zeros(self.mj.nu, "f4")}

    def set(self, name, values):
        self.values[name] = values.astype("f4")

    def forward(self):
        state, force, acceleration, self.after = self.compiled(*(self.values[name] for name in ("qpos", "qvel", "ctrl")))
        self.values |= {"xpos": np.vstack([[[0, 0, 0]], state.x.pos]), "xquat": np.vstack([[[1, 0, 0, 0]], state.x.rot]), "qfrc_smooth": force}
        self.values |= {"qM": adapter.inertia(np.asarray(state.mass_mx), self.mj.dof_parentid), "qacc_smooth": acceleration, "qfrc_constraint": self.after.qf_constraint}

    def step(self):
        self.forward()
        self.values |= {"qpos": self.after.q, "qvel": self.after.qd}

    def get(self, name):
        return np.asarray(self.values[name]) if name in self.values else None


adapter.serve(Engine())
