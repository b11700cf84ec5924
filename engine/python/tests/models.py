"""Models that the tests use: fixtures of the repository, and a small one."""

import pathlib

FIXTURES = pathlib.Path(__file__).resolve().parents[3] / "fixtures"

SMALL = """
<mujoco model="small">
  <option timestep="0.002"/>
  <size nkey="2"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="box" pos="0 0 .1">
      <freejoint name="free"/>
      <geom name="box" type="box" size=".1 .1 .1" mass=".25"/>
    </body>
    <body name="arm" pos="0 0 1">
      <joint name="hinge" axis="0 1 0" damping=".1"/>
      <geom name="upper" type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/>
      <body name="ball" pos="0 0 -.3">
        <joint name="ball" type="ball"/>
        <geom name="lower" type="capsule" fromto="0 0 0 0 0 -.3" size=".02"/>
        <site name="tip" pos="0 0 -.3"/>
      </body>
    </body>
    <body name="mocap" mocap="true" pos="1 0 1"><geom size=".05" contype="0" conaffinity="0"/></body>
  </worldbody>
  <actuator>
    <motor name="motor" joint="hinge" gear="3"/>
    <position name="servo" joint="hinge" kp="2"/>
  </actuator>
  <sensor>
    <jointpos name="angle" joint="hinge"/>
    <accelerometer name="accelerometer" site="tip"/>
  </sensor>
</mujoco>
"""


def fixtures():
    """A sample of models that covers the parts of the pipeline."""
    wanted = """actuator asset collision constraint contact dynamics equality integrator joint
        keyframe option passive sensor tendon transmission view""".split()
    found = []
    for folder in wanted:
        found += sorted((FIXTURES / folder).glob("*.xml"))[:2]
    return found
