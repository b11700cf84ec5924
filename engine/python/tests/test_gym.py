"""Vectors of environments give what gymnasium's own give on MuJoCo, bit for bit."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import plumbline.gym  # noqa: E402

WORLDS = 6


def same(mine, theirs, what):
    assert type(mine) is type(theirs), what
    if isinstance(theirs, dict):
        assert list(mine) == list(theirs), what
        for key in theirs:
            same(mine[key], theirs[key], f"{what} {key}")
        return
    assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape), what
    different = mine.view(np.uint8).ravel() != theirs.view(np.uint8).ravel()
    assert not different.any(), f"{what}: {mine} instead of {theirs}"


def compare(id, steps, scale=1.0, kind=np.float32, **kwargs):
    """Steps both; how often an environment ended."""
    pytest.importorskip("mujoco")
    sync = {"vectorization_mode": "sync"}
    theirs = gymnasium.make_vec(id, num_envs=WORLDS, **sync, **kwargs)
    mine = plumbline.gym.make_vec(id, num_envs=WORLDS, **kwargs)
    assert theirs.get_attr("model")[0].__class__.__module__.startswith("mujoco")
    assert mine.observation_space == theirs.observation_space
    assert mine.action_space == theirs.action_space
    assert mine.single_observation_space == theirs.single_observation_space
    ended = 0
    for episode in range(2):
        seed = 7 if episode == 0 else [None, 3, 4, None, 5, 6]
        for a, b, what in zip(mine.reset(seed=seed), theirs.reset(seed=seed), ("obs", "infos")):
            same(a, b, f"{id} reset {what}")
        random = np.random.default_rng(11)
        low, high = theirs.single_action_space.low, theirs.single_action_space.high
        for step in range(steps):
            actions = (random.uniform(low, high, theirs.action_space.shape) * scale).astype(kind)
            names = ("observations", "rewards", "terminations", "truncations", "infos")
            outcome = theirs.step(actions)
            for a, b, what in zip(mine.step(actions), outcome, names):
                same(a, b, f"{id} step {step} {what}")
            ended += (outcome[2] | outcome[3]).sum()
    assert mine.np_random_seed == theirs.np_random_seed
    theirs.close()
    mine.close()
    return ended


@pytest.mark.parametrize("id", sorted(plumbline.gym.ENVIRONMENTS))
def test_a_vector_has_the_bits_of_gymnasiums_own(id):
    # A limit that some environments reach at other times than others end.
    assert compare(id, 150, max_episode_steps=67) > 0


def test_all_v5_environments_are_there():
    names = {name for name in gymnasium.registry if name.endswith("-v5")}
    assert len(names) == 11 and names == set(plumbline.gym.ENVIRONMENTS)


def test_parameters_are_those_of_gymnasium():
    weights = {"ctrl_cost_weight": 2, "forward_reward_weight": 3.5}
    shown = {"exclude_current_positions_from_observation": False}
    compare("Ant-v5", 30, main_body="torso", include_cfrc_ext_in_observation=False, **shown)
    compare("Hopper-v5", 60, terminate_when_unhealthy=False, healthy_reward=2, **shown, **weights)
    compare("Humanoid-v5", 30, include_cinert_in_observation=False, frame_skip=2, **weights)
    compare("Swimmer-v5", 20, reset_noise_scale=0.3, **shown)
    compare("Pusher-v5", 20, reward_control_weight=2)


def test_actions_count_in_the_type_in_which_they_come():
    compare("HalfCheetah-v5", 20, kind=np.float64)
    compare("Reacher-v5", 20, kind=np.float64)


def test_worlds_that_explode_are_told_alike():
    # Controls beyond all ranges: the ant's state becomes bad and is reset by the engine.
    with np.errstate(all="ignore"):
        compare("Ant-v5", 60, scale=1e6)


def test_gymnasium_makes_them_if_it_is_told_to():
    before = {id: gymnasium.spec(id).vector_entry_point for id in plumbline.gym.ENVIRONMENTS}
    try:
        plumbline.gym.install()
        envs = gymnasium.make_vec("Hopper-v5", num_envs=3, healthy_reward=2.0)
        assert isinstance(envs, plumbline.gym.MujocoVectorEnv)
        assert envs.get_attr("_healthy_reward") == (2.0, 2.0, 2.0)
        envs.reset(seed=1)
        wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
        wrapped.reset(seed=1)
        for _ in range(200):
            *_, infos = wrapped.step(wrapped.action_space.sample())
            if "episode" in infos:
                break
        assert infos["episode"]["l"].max() > 1
    finally:
        for id, entry in before.items():
            gymnasium.spec(id).vector_entry_point = entry


def test_misuse_is_told():
    with pytest.raises(gymnasium.error.UnregisteredEnv, match="Ant-v5"):
        plumbline.gym.make_vec("CartPole-v1")
    with pytest.raises(ValueError, match="render_mode"):
        plumbline.gym.make_vec("Ant-v5", render_mode="rgb_array")
    envs = plumbline.gym.make_vec("Hopper-v5", num_envs=2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(envs.action_space.sample())
    envs.reset()
    with pytest.raises(ValueError, match="mismatch"):
        envs.step(np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="3 seeds"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(NotImplementedError, match="make_vec"):
        envs.set_attr("_healthy_reward", 3)
    with pytest.raises(NotImplementedError, match="SyncVectorEnv"):
        envs.call("state_vector")
    assert envs.call("frame_skip") == (4, 4)
    assert envs.get_attr("data")[1] is envs.batch.data(1)
