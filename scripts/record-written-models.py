"""Records what MuJoCo 3.2.6 writes back of some fixtures, for the engine's own tests.

    python scripts/record-written-models.py

Needs the package mujoco==3.2.6. Writes engine/tests/compile/written/FOLDER.NAME.xml for each fixture of the list.
"""

import pathlib

import mujoco

FIXTURES = [
    "actuator/every_shortcut_on_a_hinge",
    "asset/meshes_and_fields_of_odd_numbers",
    "asset/skin_with_everything",
    "attach/copies_of_an_attached_body",
    "attach/settings_of_parent_and_child",
    "attach/two_prefixes",
    "collision/explicit_pairs_among_others",
    "compiler/discard_keeps_what_is_referred_to",
    "compiler/fuse_static_in_every_shape",
    "composite/in_frames_and_copies",
    "contact/pairs_and_exclusions",
    "default/actuators",
    "default/elements_of_bodies",
    "default/pairs_equalities_and_tendons",
    "dynamics/every_dynamics_on_tendons_sites_and_cranks",
    "equality/every_kind",
    "flex/solid_line_and_rigid",
    "plugin/asked_for_twice",
    "plugin/pid",
    "plugin/shell",
    "plugin/touch_grid",
    "reference_bugs/clocks_double_with_every_copy",
]

root = pathlib.Path(__file__).resolve().parent.parent
for name in FIXTURES:
    model = mujoco.MjModel.from_xml_path(str(root / "fixtures" / (name + ".xml")))
    path = root / "engine/tests/compile/written" / (name.replace("/", ".") + ".xml")
    mujoco.mj_saveLastXML(str(path), model)
