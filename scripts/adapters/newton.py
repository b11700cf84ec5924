"""Newton's import of MJCF with its MuJoCo solver, in single precision on the CPU, as a subject of the harness.

    harness run fixtures/joint --subject newton@1.8.0

It is compared with the MuJoCo of the same version. What comes of Newton is the model that its importer and its solver make of the file;
steps are those of MuJoCo Warp. Gravity, the time step and the integrator, for which Newton has other
defaults, are those of the file.
"""

import pathlib
import sys

# This script must not stand for the package of the same name; the library is beside it, or in this project's package.
sys.path = sys.path[1:] + [str(pathlib.Path(__file__).resolve().parents[up] / place) for up, place in ((0, ""), (2, "engine/python/python/plumbline"))]

import adapter
import mujoco
import mujoco_warp as mjw
import newton
import numpy as np
import warp as wp

wp.config.quiet = True

INPUTS = "qpos qvel act ctrl qfrc_applied xfrc_applied qacc_warmstart time".split()
DATA = """xpos xquat xmat xipos xanchor xaxis geom_xpos geom_xmat subtree_com cdof cinert crb ten_length actuator_length actuator_velocity
ten_velocity cvel cdof_dot qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_passive actuator_force qfrc_actuator qfrc_smooth
qacc_smooth qacc qfrc_constraint act_dot""".split()
MODEL = """opt.timestep opt.gravity body_pos body_quat body_ipos body_mass jnt_pos jnt_axis jnt_stiffness jnt_range dof_armature
dof_damping dof_frictionloss geom_size geom_friction actuator_gear actuator_gainprm actuator_biasprm actuator_dynprm""".split()
SIZES = "nq nv na nu nbody njnt ngeom ntendon".split()


class Engine(adapter.Engine):
    version = newton.__version__
    precision = "f32"

    def load(self, path):
        try:
            given = mujoco.MjModel.from_xml_path(path)
        except ValueError as error:
            raise adapter.Rejected(error)
        try:
            builder = newton.ModelBuilder()
            builder.add_mjcf(path, ctrl_direct=True)
            builder.gravity = wp.vec3(*given.opt.gravity)
            model = builder.finalize(device="cpu")
            solver = newton.solvers.SolverMuJoCo(model, use_mujoco_contacts=True, integrator=given.opt.integrator)
        except Exception as error:
            raise adapter.Unsupported(f"Newton: {error}")
        self.mj, self.model = solver.mj_model, solver.mjw_model
        lost = [name for name in SIZES if getattr(self.mj, name) != getattr(given, name)]
        # Newton adds a weld for each body, by which it can hold it, to those of the file.
        lost += ["neq"] if given.neq or self.mj.eq_active0.any() else []
        if lost:
            raise adapter.Unsupported(f"Newton: the imported model has another {', '.join(lost)}")
        self.mj.opt.timestep = given.opt.timestep
        self.model.opt.timestep.fill_(given.opt.timestep)
        self.reset()
        self.fields, self.model_fields = [*INPUTS, *DATA], MODEL

    def reset(self, keyframe=None):
        if keyframe is not None:
            raise adapter.Unsupported("Newton does not keep keyframes")
        # Fields travel through data of MuJoCo, in which MuJoCo itself computes nothing.
        self.data = mujoco.MjData(self.mj)

    def set(self, name, values):
        if name == "time":
            self.data.time = values[0]
        else:
            field = getattr(self.data, name)
            field[...] = values.reshape(field.shape)

    def run(self, work):
        with wp.ScopedDevice("cpu"):
            data = mjw.put_data(self.mj, self.data, nworld=1, nconmax=256, njmax=1024)
            work(self.model, data)
            mjw.get_data_into(self.data, self.mj, data)

    def forward(self):
        self.run(mjw.forward)

    def step(self):
        self.run(mjw.step)

    def get(self, name):
        if name not in MODEL:
            return np.asarray(getattr(self.data, name))
        part = name.removeprefix("opt.")
        owner, like = (self.model.opt, self.mj.opt) if name != part else (self.model, self.mj)
        return np.asarray(getattr(owner, part).numpy(), np.float64).reshape(np.shape(getattr(like, part)))


if __name__ == "__main__":
    adapter.serve(Engine())
