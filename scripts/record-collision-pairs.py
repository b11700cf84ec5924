"""Records what MuJoCo 3.2.6 says of pairs of geoms, for the engine's own tests.

    python scripts/record-collision-pairs.py > engine/src/pipeline/collision/tests/pairs.txt

Needs the packages mujoco==3.2.6 and numpy. The poses are seeded: the same file comes out every time.
"""

import mujoco
import numpy as np

HEADER = """\
# Contacts of two geoms, as MuJoCo 3.2.6 computes them. Written by scripts/record-collision-pairs.py.
# shapes situation | enableflags margin | size1 pos1 quat1 | size2 pos2 quat2 | distance, fromto | ray: point, vector, geom, length
# then one line for each contact: > dist pos normal tangent"""

SHAPES = {"plane": 0, "sphere": 2, "capsule": 3, "ellipsoid": 4, "cylinder": 5, "box": 6}
MULTICCD, NATIVECCD = 16, 64
CONVEX = ["sphere-ellipsoid", "capsule-ellipsoid", "capsule-cylinder", "ellipsoid-ellipsoid", "ellipsoid-cylinder",
          "ellipsoid-box", "cylinder-cylinder", "cylinder-box"]
# Boxes have a function of their own, but the native back end measures their distance.
FLAGS = {pair: [0, MULTICCD, NATIVECCD] for pair in CONVEX} | {"box-box": [0, NATIVECCD]}

MODEL = """
<mujoco>
  <worldbody>
    <body><freejoint/><geom name="a" size="1" contype="0" conaffinity="0"/></body>
    <body><freejoint/><geom name="b" size="1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact><pair geom1="a" geom2="b"/></contact>
</mujoco>
"""


def bound(shape, size):
    return {"plane": 0, "sphere": size[0], "capsule": size[0] + size[1], "ellipsoid": max(size),
            "cylinder": np.hypot(size[0], size[1]), "box": np.linalg.norm(size)}[shape]


def turned(quat, other):
    result = np.zeros(4)
    mujoco.mju_mulQuat(result, np.asarray(quat, float), np.asarray(other, float))
    return result


def matrix(quat):
    result = np.zeros(9)
    mujoco.mju_quat2Mat(result, quat)
    return result


def poses(rng, first, second, size1, size2):
    """Situations of the second geom with respect to the first."""
    def random_quat():
        q = rng.normal(size=4)
        return q / np.linalg.norm(q)

    upright = np.array([1.0, 0, 0, 0])
    side = np.array([0.5, 0.5, 0.5, 0.5])
    direction = rng.normal(size=3)
    direction /= np.linalg.norm(direction)
    reach = bound(first, size1) + bound(second, size2)
    quat = random_quat()
    rows = matrix(quat).reshape(3, 3)
    height = (0 if first == "plane" else size1[2]) + size2[2]
    yield "penetrating", random_quat(), direction * reach * 0.3, random_quat(), 0
    yield "shallow", random_quat(), direction * reach * 0.55, random_quat(), 0
    yield "parallel", quat, rows @ [0.03, 0.02, height * 0.95], quat, 0
    yield "touching", upright, np.array([0, 0, height]), upright, 0
    yield "concentric", upright, np.zeros(3), upright, 0
    yield "corner", upright, (size1 + size2) * 0.6, random_quat(), 0.01
    yield "flush", quat, rows @ [-size1[0] - size2[0], 0, 0], turned(quat, [0, 1, 0, 0]), 0
    yield "margin", quat, rows @ [0.01, 0, height + 0.02], turned(quat, side), 0.3


def main():
    rng = np.random.default_rng(330)
    model = mujoco.MjModel.from_xml_string(MODEL)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    text = lambda values: " ".join(repr(float(x)) for x in values)
    print(HEADER)
    names = list(SHAPES)
    for i, first in enumerate(names):
        for second in names[max(i, 1):]:
            pair = f"{first}-{second}"
            for flag in FLAGS.get(pair, [0]):
                size1, size2 = rng.uniform(0.1, 0.5, (2, 3)).round(3)
                for situation, quat1, offset, quat2, margin in poses(rng, first, second, size1, size2):
                    record(model, data, text, (pair, situation, flag, margin),
                           (first, size1, rng.normal(size=3).round(2), quat1), (second, size2, offset, quat2), rng)
    # Flush boxes for which the expanding polytope loses its horizon.
    quat = np.array([-0.9, 0.6, 0.8, -0.8])
    mujoco.mju_normalize4(quat)
    size1, size2 = np.array([0.4, 0.05, 0.1]), np.array([0.25, 0.3, 0.45])
    offset = -(size1[0] + size2[0]) * matrix(quat)[[0, 3, 6]]
    record(model, data, text, ("box-box", "degenerate", NATIVECCD, 0),
           ("box", size1, np.zeros(3), quat), ("box", size2, offset, turned(quat, [0, 1, 0, 0])), rng)


def record(model, data, text, case, one, two, rng):
    pair, situation, flag, margin = case
    first, size1, pos1, quat1 = one
    second, size2, offset, quat2 = two
    pos2 = pos1 + offset
    model.geom_type[:] = [SHAPES[first], SHAPES[second]]
    model.geom_size[:] = [size1, size2]
    model.geom_rbound[:] = [bound(first, size1), bound(second, size2)]
    model.pair_margin[0] = margin
    model.opt.enableflags = flag
    data.geom_xpos[:] = [pos1, pos2]
    data.geom_xmat[:] = [matrix(quat1), matrix(quat2)]
    mujoco.mj_collision(model, data)
    fromto = np.zeros(6)
    distance = mujoco.mj_geomDistance(model, data, 0, 1, 1, fromto)
    point = (pos2 + rng.normal(size=3)).round(3)
    vector = pos2 - point + rng.normal(size=3) * 0.1
    geom = np.array([-1], np.int32)
    length = mujoco.mj_ray(model, data, point, vector, None, 1, -1, geom)
    print(f"{pair} {situation} | {flag} {margin} | {text([*size1, *pos1, *quat1])} | {text([*size2, *pos2, *quat2])}"
          f" | {text([distance, *fromto])} | {text([*point, *vector])} {geom[0]} {float(length)!r}")
    for contact in data.contact:
        print(">", text([contact.dist, *contact.pos, *contact.frame[:6]]))


if __name__ == "__main__":
    main()
