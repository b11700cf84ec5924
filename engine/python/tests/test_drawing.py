"""Drawing is MuJoCo's own: it gets copies of our models and data. Scenes need no display."""

import subprocess
import sys

import numpy as np
import pytest
from models import SMALL

import plumbline

mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo itself")
if not mujoco.__file__ or "plumbline" in mujoco.__file__:
    pytest.skip("mujoco is plumbline here", allow_module_level=True)


def scene_of(package, steps=200, flags=()):
    model = package.MjModel.from_xml_string(SMALL)
    data = package.MjData(model)
    for _ in range(steps):
        package.mj_step(model, data)
    model.geom("box").rgba[:] = [1, 0, 0.5, 1]
    scene = package.MjvScene(model, maxgeom=1000)
    option, camera, perturb = package.MjvOption(), package.MjvCamera(), package.MjvPerturb()
    for flag in flags:
        option.flags[flag] = 1
    package.mjv_defaultFreeCamera(model, camera)
    package.mjv_updateScene(
        model, data, option, perturb, camera, package.mjtCatBit.mjCAT_ALL.value, scene
    )
    return scene, camera


def assert_same_scene(mine, theirs):
    assert mine.ngeom == theirs.ngeom > 0
    for a, b in zip(mine.geoms[: mine.ngeom], theirs.geoms[: theirs.ngeom]):
        for name in ("type", "objid", "category"):
            assert getattr(a, name) == getattr(b, name)
        for name in ("pos", "mat", "size", "rgba"):
            assert getattr(a, name).tobytes() == getattr(b, name).tobytes(), name


def test_a_scene_is_the_one_that_mujoco_makes():
    (mine, my_camera), (theirs, their_camera) = scene_of(plumbline), scene_of(mujoco)
    assert_same_scene(mine, theirs)
    assert my_camera.distance == their_camera.distance != plumbline.MjvCamera().distance


def test_contacts_and_their_forces_are_in_the_scene():
    point = plumbline.mjtVisFlag.mjVIS_CONTACTPOINT
    force = plumbline.mjtVisFlag.mjVIS_CONTACTFORCE
    plain = scene_of(plumbline)[0].ngeom
    with_points = scene_of(plumbline, flags=[point])[0]
    assert with_points.ngeom > plain
    assert_same_scene(with_points, scene_of(mujoco, flags=[point])[0])
    with_forces = scene_of(plumbline, flags=[force])[0]
    assert with_forces.ngeom > plain
    assert_same_scene(with_forces, scene_of(mujoco, flags=[force])[0])


def test_a_perturbation_comes_back():
    model = plumbline.MjModel.from_xml_string(SMALL)
    data = plumbline.MjData(model)
    plumbline.mj_forward(model, data)
    perturb = plumbline.MjvPerturb()
    perturb.select, perturb.active = 1, plumbline.mjtPertBit.mjPERT_TRANSLATE.value
    perturb.refselpos[:] = data.xpos[1] + [0, 0, 1]
    perturb.localmass = 1
    plumbline.mjv_applyPerturbForce(model, data, perturb)
    assert data.xfrc_applied[1].any()


WITHOUT = """
import sys
sys.modules["mujoco"] = None
import plumbline
model = plumbline.MjModel.from_xml_string("<mujoco/>")
for make in (lambda: plumbline.MjvScene(model, 10), lambda: plumbline.Renderer(model),
             lambda: plumbline.mjv_defaultCamera(plumbline.MjvCamera())):
    try:
        make()
    except plumbline.NoRendering as error:
        assert "pip install mujoco==3.2.6" in str(error), error
    else:
        raise SystemExit("drawn")
"""


def test_without_mujoco_drawing_says_what_is_missing():
    # A module that is None cannot be imported, as if it were not installed.
    subprocess.run([sys.executable, "-c", WITHOUT], check=True)


INSTALLED = """
import mujoco, numpy
assert mujoco.__name__ == "plumbline"
model = mujoco.MjModel.from_xml_string('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
scene = mujoco.MjvScene(model, 100)
mujoco.mjv_updateScene(model, data, mujoco.MjvOption(), None, mujoco.MjvCamera(), 7, scene)
assert scene.ngeom == 1
import mujoco.viewer
assert mujoco.viewer.launch_passive
import mujoco as again
assert again.__name__ == "plumbline" and plumbline_real().__version__ == "3.2.6"
"""


def test_programs_that_run_on_plumbline_draw_too(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("from plumbline import real_mujoco as plumbline_real\n" + INSTALLED)
    subprocess.run([sys.executable, "-m", "plumbline", str(script)], check=True)


def test_a_class_can_be_derived_from():
    class Scene(plumbline.MjvScene):
        def __init__(self, model):
            super().__init__(model, maxgeom=50)

    scene = Scene(plumbline.MjModel.from_xml_string(SMALL))
    assert scene.maxgeom == 50
    scene.flags[0] = 1
    assert np.asarray(scene.flags)[0] == 1


def test_a_class_on_top_of_a_scene_reaches_what_it_hides():
    class Scene(plumbline.MjvScene):
        @property
        def geoms(self):
            return super().geoms[: self.ngeom]

    model = plumbline.MjModel.from_xml_string(SMALL)
    assert len(plumbline.MjvScene(model, 100).geoms) == 100
    assert len(Scene(model, 100).geoms) == 0
