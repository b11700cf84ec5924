"""`MjSpec` against MuJoCo's own: the same program on both makes the same model, bit for bit."""

import copy

import numpy as np
import pytest
from models import FIXTURES, SMALL

import plumbline

mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo itself")
if not mujoco.__file__ or "plumbline" in mujoco.__file__:
    pytest.skip("mujoco is plumbline here", allow_module_level=True)
import test_bits  # noqa: E402
from test_bits import assert_same, attributes  # noqa: E402

ARM = """
<mujoco model="arm">
  <compiler angle="radian"/>
  <default><geom density="500"/><default class="link"><geom size=".03" rgba="1 0 0 1"/></default></default>
  <asset><material name="steel" rgba=".5 .5 .6 1"/></asset>
  <worldbody>
    <body name="upper" euler="0 .3 0">
      <joint name="shoulder" axis="0 1 0" damping=".2"/>
      <geom name="bone" class="link" type="capsule" fromto="0 0 0 .3 0 0" material="steel"/>
      <frame name="wrist" pos=".3 0 0"><body name="hand"><joint name="twist"/><geom size=".04"/></body></frame>
      <site name="tip" pos=".4 0 0" euler="0 0 .5"/>
    </body>
  </worldbody>
  <tendon><fixed name="both"><joint joint="shoulder" coef="1"/><joint joint="twist" coef="-1"/></fixed></tendon>
  <actuator><position name="lift" joint="shoulder" kp="30"/></actuator>
  <sensor><jointpos name="angle" joint="shoulder"/></sensor>
  <keyframe><key name="up" qpos="1 .2" ctrl=".5"/></keyframe>
</mujoco>
"""


def assert_all_same(mine, theirs, where):
    # Both sides number plugins in the order in which they were registered.
    for name in attributes(theirs):
        if name not in test_bits.OWN_MEMORY | {"solver", "plugin"}:
            assert_same(getattr(mine, name), getattr(theirs, name), f"{where}.{name}")


def build(package):
    """Elements of many kinds, with attributes set in all ways."""
    spec = package.MjSpec()
    spec.modelname = "built"
    spec.option.timestep = 0.003
    spec.option.gravity = [0, 0, -9]
    spec.compiler.degree = False
    spec.stat.extent = 3.0
    spec.visual.quality.shadowsize = 1234
    main = spec.default()
    main.geom.friction[0] = 0.7
    heavy = spec.add_default("heavy", main)
    heavy.geom.density = 3000
    heavy.joint.damping = 0.4
    spec.add_texture(name="check", type=package.mjtTexture.mjTEXTURE_2D, builtin=2, width=8, height=8)
    spec.add_material(name="floor", textures=["", "check", "", "", ""], shininess=0.1)
    mesh = spec.add_mesh(name="corner", uservert=[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])
    mesh.scale = [0.2, 0.3, 0.4]
    spec.add_hfield(name="hills", size=[1, 1, 0.2, 0.1], nrow=2, ncol=3, userdata=[0, 1, 2, 3, 4, 5])
    world = spec.worldbody
    world.add_geom(name="floor", type=package.mjtGeom.mjGEOM_PLANE, size=[5, 5, 0.1], material="floor")
    world.add_light(pos=[0, 0, 3], dir=[0.1, 0, -1])
    world.add_camera(name="eye", pos=[0, -2, 1], xyaxes=[1, 0, 0, 0, 0.5, 1], fovy=30)
    body = world.add_body(heavy, name="pole", pos=[0, 0, 1], euler=[0.1, 0.2, 0.3])
    body.add_joint(name="hinge", axis=[0, 1, 0], range=[-1, 2], stiffness=0.5)
    geom = body.add_geom(type=package.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, 0, 0, 0.5])
    geom.size[0] = 0.05
    geom.userdata = [1, 2]
    frame = body.add_frame(name="top", pos=[0, 0, 0.5])
    inner = body.add_frame(frame, axisangle=[0, 0, 1, 0.4])
    site = body.add_site(name="site", zaxis=[0, 1, 1], size=[0.01, 0.01, 0.01])
    site.set_frame(inner)
    child = body.add_body(name="mass", mass=2, ipos=[0, 0, 0.1], inertia=[0.1, 0.2, 0.15])
    child.explicitinertial = True
    child.set_frame(inner)
    child.add_joint(spec.default(), name="ball", type=package.mjtJoint.mjJNT_BALL)
    child.add_geom(type=package.mjtGeom.mjGEOM_MESH, meshname="corner", mass=0.3)
    free = world.add_body(name="free", pos=[1, 0, 1])
    free.add_freejoint(name="root", align=1)
    free.add_geom(name="brick", type=package.mjtGeom.mjGEOM_BOX, size=[0.1, 0.2, 0.3], pos=[0.1, 0, 0])
    free.add_geom(name="brick_ball", size=[0.05, 0, 0], pos=[0, 0, 0.4])
    spec.add_pair(geomname1="brick", geomname2="floor", condim=4, friction=[1, 1, 0.1, 0.1, 0.1])
    spec.add_exclude(bodyname1="pole", bodyname2="free")
    spec.add_equality(
        type=package.mjtEq.mjEQ_WELD, objtype=package.mjtObj.mjOBJ_BODY, name1="mass", name2="free", active=0
    )
    tendon = spec.add_tendon(name="string", range=[0, 3], stiffness=2)
    world.add_site(name="peg", pos=[0, 1, 1])
    tendon.wrap_site("site")
    tendon.wrap_geom("brick_ball", "peg")
    tendon.wrap_site("peg")
    tendon.wrap_pulley(2.0)
    tendon.wrap_site("site")
    tendon.wrap_site("peg")
    fixed = spec.add_tendon(name="fixed")
    fixed.wrap_joint("hinge", 1.5)
    motor = spec.add_actuator(name="motor", target="hinge", trntype=package.mjtTrn.mjTRN_JOINT)
    motor.gear[0] = 3
    motor.ctrlrange = [-2, 2]
    muscle = spec.add_actuator(target="string", trntype=package.mjtTrn.mjTRN_TENDON)
    muscle.dyntype, muscle.dynprm[0] = package.mjtDyn.mjDYN_FILTER, 0.3
    spec.add_sensor(type=package.mjtSensor.mjSENS_JOINTPOS, objtype=package.mjtObj.mjOBJ_JOINT, objname="hinge")
    spec.add_sensor(
        type=package.mjtSensor.mjSENS_FRAMEPOS, objtype=package.mjtObj.mjOBJ_SITE, objname="site",
        reftype=package.mjtObj.mjOBJ_BODY, refname="free",
    )  # fmt: skip
    spec.add_numeric(name="numbers", data=[1, 2, 3], size=3)
    spec.add_text(name="words", data="to read")
    spec.add_tuple(name="pair", objtype=[1, 3], objname=["free", "hinge"], objprm=[0.5, 2])
    spec.add_key(name="key", time=1.5, qpos=np.arange(12) / 7.0, ctrl=[0.5, 0.25])
    return spec


def run(package, model, steps=40):
    data = package.MjData(model)
    for _ in range(steps):
        package.mj_step(model, data)
    return data


def test_a_built_model_has_mujocos_bits():
    specs = [build(package) for package in (plumbline, mujoco)]
    models = [spec.compile() for spec in specs]
    assert_all_same(*models, "model")
    assert specs[0].to_xml() == specs[1].to_xml()
    assert_all_same(*(run(p, m) for p, m in zip((plumbline, mujoco), models)), "data")


def parts(element):
    """Names of attributes that are no functions, and that are safe to read in MuJoCo's bindings."""
    names = [name for name in dir(element) if not name.startswith("_") and name not in ("plugin", "id")]
    return [name for name in names if not callable(getattr(element, name))]


def assert_same_element(mine, theirs, where):
    names = parts(theirs)
    assert parts(mine) == names, where
    for name in names:
        a, b = getattr(mine, name), getattr(theirs, name)
        if type(b).__name__ == "MjsOrientation":
            assert_same_element(a, b, f"{where}.{name}")
        elif type(b).__name__.startswith("mjt"):
            assert (type(a).__name__, int(a)) == (type(b).__name__, int(b)), f"{where}.{name}"
        elif type(b).__name__ in ("MjStringVec", "MjCharVec", "MjByteVec"):
            assert list(a) == list(b), f"{where}.{name}"
        elif isinstance(b, list):
            assert [len(x) if isinstance(x, list) else x.name for x in a] == [
                len(x) if isinstance(x, list) else x.name for x in b
            ], f"{where}.{name}"
        elif isinstance(b, np.ndarray):
            assert a.dtype == b.dtype and np.array_equal(a, b, equal_nan=True), f"{where}.{name} {a} {b}"
        else:
            assert_same(a, b, f"{where}.{name}")


KINDS = "joint geom site camera light flex mesh material pair equality tendon actuator".split()
ADDED = "skin texture text tuple flex hfield key numeric exclude sensor".split()


def test_defaults_of_all_elements_are_mujocos():
    mine, theirs = plumbline.MjSpec(), mujoco.MjSpec()
    for kind in KINDS:
        assert_same_element(getattr(mine.default(), kind), getattr(theirs.default(), kind), kind)
    for kind in ADDED:
        name = f"add_{kind}"
        assert_same_element(getattr(mine, name)(), getattr(theirs, name)(), kind)
    for kind in "body frame joint geom site camera light".split():
        name = f"add_{kind}"
        added = [getattr(spec.worldbody, name)() for spec in (mine, theirs)]
        assert_same_element(*added, kind)
    assert_same_element(mine.compiler, theirs.compiler, "compiler")
    for name in "memory modelname nemax njmax nuser_site nstack strippath comment meshdir".split():
        assert_same(getattr(mine, name), getattr(theirs, name), name)
    for name in mine.stat._members:
        assert_same(getattr(mine.stat, name), getattr(theirs.stat, name), name)
    for cls in ("MjSpec", "MjsBody", "MjsGeom", "MjsTendon", "MjsFrame", "MjsMesh", "MjsDefault"):
        there = {n for n in dir(getattr(mujoco, cls)) if not n.startswith("_")}
        here = set(dir(mine.default() if cls == "MjsDefault" else getattr(plumbline, cls)))
        assert there <= here, cls


def models():
    """Every third model of the folders about what a spec has; MuJoCo compiles all of them."""
    folders = """actuator asset attach body compiler composite contact custom default equality flex
        frame geom include joint keyframe memory option plugin replicate sdf sensor site tendon
        transmission urdf view visual""".split()
    found = []
    for folder in folders:
        found += sorted((FIXTURES / folder).glob("*.xml"))[::3]
    assert found
    return found


@pytest.mark.parametrize("path", models(), ids=lambda path: path.stem)
def test_a_spec_taken_apart_and_put_together_compiles_to_the_same(path):
    theirs = mujoco.MjModel.from_xml_path(str(path))
    spec = plumbline.MjSpec.from_file(str(path))
    assert spec.bodies[0].name == "world"
    assert_all_same(spec.compile(), theirs, path.stem)
    twin = spec.copy()
    assert_all_same(twin.compile(), theirs, f"{path.stem} copied")
    reference = mujoco.MjSpec.from_file(str(path))
    try:
        reference.compile()
    except ValueError:
        return  # MuJoCo's bindings take a compiler's warning for an error
    try:
        text = reference.to_xml()
    except mujoco.FatalError:
        with pytest.raises(plumbline.FatalError):
            spec.to_xml()
    else:
        assert spec.to_xml() == twin.to_xml() == text
    assert [key.qpos.tolist() for key in spec.keys] == [k.qpos.tolist() for k in reference.keys]


def attached(package):
    arm, scene = package.MjSpec.from_string(ARM), package.MjSpec()
    scene.add_key(name="own", qpos=[])
    for side, y in (("left", 0.3), ("right", -0.3)):
        frame = scene.worldbody.add_frame(name=side, pos=[0, y, 0.5], euler=[0, 0, 90 * y])
        frame.attach_body(arm.find_body("upper"), f"{side}_", "")
    site = scene.worldbody.add_site(pos=[1, 2, 3], euler=[0, 45, 0])
    unnamed = package.MjSpec()
    unnamed.worldbody.add_body().add_geom(size=[0.1, 0, 0])
    site.attach(unnamed.bodies[1], "x_", "")
    return scene, arm


def test_attached_bodies_are_those_of_mujoco():
    (mine, my_arm), (theirs, their_arm) = attached(plumbline), attached(mujoco)
    for name in ("bodies", "frames", "joints", "geoms", "actuators", "sensors", "tendons", "materials", "keys"):
        # Keyframes of attached bodies appear when the spec is compiled.
        for a, b in ((mine, theirs), (my_arm, their_arm)):
            assert [e.name for e in getattr(a, name)] == [e.name for e in getattr(b, name)], name
    assert mine.find_body("left_upper").name == "left_upper"
    compiled = mine.compile(), theirs.compile()
    assert_all_same(*compiled, "model")
    assert mine.to_xml() == theirs.to_xml()
    assert [key.name for key in mine.keys] == [key.name for key in theirs.keys]
    for a, b in zip(mine.keys, theirs.keys):
        assert_same_element(a, b, a.name)
    assert_all_same(*(run(p, m) for p, m in zip((plumbline, mujoco), compiled)), "data")


def test_handles_stay_valid_when_something_is_attached():
    scene, arm = plumbline.MjSpec(), plumbline.MjSpec.from_string(ARM)
    before = scene.worldbody.add_body(name="before")
    geom = before.add_geom(name="ball", size=[0.1, 0, 0])
    frame = scene.worldbody.add_frame()
    attached = frame.attach_body(arm.find_body("upper"), "a_", "")
    assert attached is scene.find_body("a_upper") and scene.worldbody.first_body() is before
    geom.size[0] = 0.25
    attached.pos = [1, 2, 3]
    model = scene.compile()
    assert model.geom("ball").size[0] == 0.25
    assert list(model.bind(attached).pos) == [1, 2, 3]


def detached(package):
    scene, _ = attached(package)
    scene.detach_body(scene.find_body("left_upper"))
    return scene


def test_a_detached_body_takes_what_refers_to_it():
    mine, theirs = detached(plumbline), detached(mujoco)
    for name in ("bodies", "joints", "geoms", "actuators", "sensors", "tendons"):
        assert [e.name for e in getattr(mine, name)] == [e.name for e in getattr(theirs, name)], name
    assert_all_same(mine.compile(), theirs.compile(), "model")


def recompiled(package):
    spec = package.MjSpec.from_string(SMALL)
    model = spec.compile()
    data = run(package, model)
    first = spec.worldbody.add_body(name="new", pos=[0, 1, 2])
    first.add_joint()
    first.add_geom(size=[0.1, 0, 0])
    arm = spec.find_body("arm")
    arm.add_body(name="more", pos=[0, 0, -0.1]).add_geom(size=[0.02, 0, 0])
    return spec.recompile(model, data)


def test_a_recompiled_model_goes_on_with_its_state():
    (my_model, my_data), (their_model, their_data) = recompiled(plumbline), recompiled(mujoco)
    assert_all_same(my_model, their_model, "model")
    for name in ("qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat"):
        assert getattr(my_data, name).tobytes() == getattr(their_data, name).tobytes(), name
    assert my_data.time == their_data.time > 0


def whole(package):
    frame_of = package.MjSpec()
    frame = frame_of.worldbody.add_frame(name="place", pos=[1, 0, 0])
    frame.attach(package.MjSpec.from_string(ARM), "in_", "")
    return frame_of


def test_a_whole_spec_is_attached_as_in_mujoco():
    mine, theirs = whole(plumbline), whole(mujoco)
    for name in ("bodies", "frames", "joints", "cameras", "keys"):
        assert [e.name for e in getattr(mine, name)] == [e.name for e in getattr(theirs, name)], name
    assert_all_same(mine.compile(), theirs.compile(), "model")


def test_a_frame_is_attached_as_in_mujoco():
    def build(package):
        child, scene = package.MjSpec.from_string(ARM), package.MjSpec()
        scene.compiler.degree = False
        body = scene.worldbody.add_body(name="base", pos=[0, 0, 1])
        body.add_geom(size=[0.1, 0, 0])
        attached = body.attach_frame(child.find_frame("wrist"), "f_", "")
        return scene, attached.name

    (mine, my_name), (theirs, their_name) = build(plumbline), build(mujoco)
    assert my_name == their_name
    assert_all_same(mine.compile(), theirs.compile(), "model")


def test_deleted_elements_are_gone():
    def build(package):
        spec = package.MjSpec.from_string(SMALL)
        spec.sensors[-1].delete()
        spec.find_body("ball").first_site().delete()
        spec.actuators[0].delete()
        return spec

    mine, theirs = build(plumbline), build(mujoco)
    assert [len(mine.sensors), len(mine.sites), len(mine.actuators)] == [1, 0, 1]
    assert_all_same(mine.compile(), theirs.compile(), "model")


def test_a_copy_is_independent():
    spec = build(plumbline)
    geom = spec.find_body("free").first_geom()
    other = copy.copy(spec)
    geom.size[0] = 7
    other.find_body("free").name = "renamed"
    other.find_default("heavy").geom.density = 1
    assert other.find_body("renamed").first_geom().size[0] == 0.1
    assert spec.find_body("free") is not None
    assert spec.find_default("heavy").geom.density == 3000
    assert spec.find_body("pole").first_geom().default() is spec.find_default("heavy")


def test_an_error_names_the_element_and_where_it_was_made():
    spec = plumbline.MjSpec()
    spec.worldbody.add_geom(name="fine", size=[1, 0, 0])
    spec.worldbody.add_geom(name="flat", info="made on line 7")
    with pytest.raises(ValueError, match="Element name 'flat', id 1, made on line 7"):
        spec.compile()


def test_wrong_values_are_refused_when_they_are_set():
    geom = plumbline.MjSpec().worldbody.add_geom()
    for name, value in (
        ("type", 3),
        ("type", plumbline.mjtJoint.mjJNT_HINGE),
        ("size", [1, 2]),
        ("size", "a"),
        ("condim", 3.5),
        ("name", 3),
        ("density", "x"),
        ("alt", 3),
    ):
        with pytest.raises(TypeError):
            setattr(geom, name, value)
    with pytest.raises(AttributeError):
        geom.foo = 3
    with pytest.raises(TypeError, match="No constructor defined"):
        plumbline.MjsGeom()


def test_an_element_keeps_its_spec_alive_and_compiles_without_it():
    geom = plumbline.MjSpec.from_string(SMALL).find_body("box").first_geom()
    assert geom.name == "box" and geom._spec.compile().ngeom == 5
