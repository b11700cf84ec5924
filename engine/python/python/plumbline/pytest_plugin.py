"""A plugin for pytest: the fixture `assert_matches_mujoco`.

    def test_my_arm(assert_matches_mujoco):
        assert_matches_mujoco("arm.xml", states=[{"qpos": [0.1, 0.2]}])
        assert_matches_mujoco("arm.xml", subject="process:./my-adapter", modes="forward")

A failure shows what `harness run` prints: case, mode, moment, stage, field, element and values. Where
there is no program `harness` it fails too, and says how to get it.
"""

import pytest


@pytest.fixture(scope="session")
def assert_matches_mujoco():
    """Asserts that a simulator, this engine by default, has MuJoCo's bits on a model."""
    from plumbline import assert_matches_mujoco

    return assert_matches_mujoco
