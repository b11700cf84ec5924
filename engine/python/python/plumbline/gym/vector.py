"""What all vectors of environments have in common: worlds, seeds, time limits, resets, infos.

A class for each environment says what is observed and rewarded, for all worlds at once. It takes
its parameters from an environment of gymnasium's that is made with the same arguments, so that
their names, defaults and spaces are gymnasium's.
"""

import importlib.util

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space

from .._batch import Batch
from .._core import MjModel
from .._install import install_as_mujoco


class MujocoVectorEnv(gymnasium.vector.VectorEnv):
    """Environments of one kind, each with a world of a batch.

    As in gymnasium's own vectors, an environment that has ended is reset by the next step, which
    ignores its action and gives the reward 0.

    Attributes:
      batch: the `plumbline.Batch` of the worlds. Set a state through its bound arrays, since these
        go to the worlds before each step.
      single: an environment of gymnasium's with the parameters of all; it is never stepped.
    """

    # The name that gymnasium knows.
    id = ""
    # What is bound beside positions, velocities and controls.
    fields = ()

    def __init__(self, num_envs=1, *, num_threads=0, max_episode_steps=None, **kwargs):
        if kwargs.get("render_mode") is not None:
            raise ValueError("worlds of a batch are not drawn: render_mode must be None")
        # gymnasium asks for mujoco as soon as it makes an environment.
        if importlib.util.find_spec("mujoco") is None:
            install_as_mujoco()
        spec = gymnasium.spec(self.id)
        self.single = gymnasium.make(self.id, disable_env_checker=True, **kwargs).unwrapped
        self.model = MjModel.from_xml_path(self.single.fullpath)
        self.num_envs = int(num_envs)
        self.batch = Batch(self.model, self.num_envs, num_threads)
        for field in ("qpos", "qvel", "ctrl", *self.fields):
            setattr(self, field, self.batch.bind(field))

        self.metadata = dict(self.single.metadata)
        modes = getattr(gymnasium.vector, "AutoresetMode", None)
        if modes is not None:
            self.metadata["autoreset_mode"] = modes.NEXT_STEP
        self.render_mode = None
        self.single_action_space = self.single.action_space
        self.single_observation_space = self.single.observation_space
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._limit = max_episode_steps or spec.max_episode_steps or np.inf
        self.spec = gymnasium.spec(self.id)
        self._random = [None] * self.num_envs
        self._seeds = [None] * self.num_envs
        self._elapsed = np.zeros(self.num_envs, np.int64)
        self._ended = None

    # What an environment says about itself.

    def observe(self):
        """The observations of all worlds."""
        raise NotImplementedError

    def place(self):
        """The infos that resets give too."""
        return {}

    def before(self):
        """What a reward needs to know of the worlds before the step."""
        return None

    def judge(self, actions, before):
        """Rewards, terminations and the other infos."""
        raise NotImplementedError

    def start(self, random):
        """Positions and velocities to start from."""
        raise NotImplementedError

    # What gymnasium asks for.

    def reset(self, *, seed=None, options=None):
        """Resets all environments; with a number as seed, they get it and those after it."""
        if seed is None:
            seed = [None] * self.num_envs
        elif isinstance(seed, (int, np.integer)):
            seed = [int(seed) + world for world in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds for {self.num_envs} environments")
        for world, single in enumerate(seed):
            if single is not None:
                self._random[world], self._seeds[world] = seeding.np_random(single)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._restart(np.arange(self.num_envs))
        return self.observe(), self._infos(self.place(), {}, self._ended)

    def step(self, actions):
        """Advances all environments, but resets those that ended with the last step."""
        if self._ended is None:
            text = "Cannot call env.step() before calling env.reset()"
            raise gymnasium.error.ResetNeeded(text)
        actions = np.asarray(actions)
        if actions.shape != self.ctrl.shape:
            raise ValueError(
                f"Action dimension mismatch. Expected {self.ctrl.shape}, found {actions.shape}"
            )
        before = self.before()
        resets, steps = np.flatnonzero(self._ended), np.flatnonzero(~self._ended)
        self.ctrl[steps] = actions[steps]
        self._elapsed += 1
        if steps.size:
            self.batch.step(steps, self.single.frame_skip, rne_post_constraint=True)
        if resets.size:
            self._restart(resets)
        rewards, terminated, infos = self.judge(actions, before)
        rewards, terminated = rewards.astype(np.float64), terminated & ~self._ended
        rewards[resets] = 0
        truncated = (self._elapsed >= self._limit) & ~self._ended
        infos = self._infos(self.place(), infos, ~self._ended)
        self._ended = terminated | truncated
        return self.observe(), rewards, terminated, truncated, infos

    def _restart(self, worlds):
        self.batch.reset(worlds)
        for world in worlds:
            self.qpos[world], self.qvel[world] = self.start(self._random_of(world))
        self.batch.forward(worlds)
        self._elapsed[worlds] = 0

    def _random_of(self, world):
        if self._random[world] is None:
            self._random[world], self._seeds[world] = seeding.np_random()
        return self._random[world]

    def _infos(self, places, judged, stepped):
        """Infos with their masks: those of places hold for all, the others for worlds that stepped."""
        infos = {}
        for key, values in places.items():
            infos[key], infos[f"_{key}"] = values, np.ones(self.num_envs, np.bool_)
        if stepped.any():
            for key, values in judged.items():
                values = np.array(values, order="C")
                values[~stepped] = 0
                infos[key], infos[f"_{key}"] = values, stepped.copy()
        return infos

    @property
    def np_random(self):
        """The generators of all environments."""
        return tuple(self._random_of(world) for world in range(self.num_envs))

    @property
    def np_random_seed(self):
        """The seeds of all environments."""
        return tuple(seed for seed, _ in zip(self._seeds, self.np_random))

    def call(self, name, *args, **kwargs):
        """An attribute of each environment; model and data are those of its world.

        What belongs to no world, such as a weight of the reward, is that of `single`. Methods
        cannot be called, since they would act on it.
        """
        worlds = range(self.num_envs)
        if name in ("np_random", "np_random_seed"):
            return getattr(self, name)
        if name in ("model", "data"):
            one = self.batch.data if name == "data" else self.batch.model_of
            return tuple(one(world) for world in worlds)
        value = getattr(self.single, name)
        if callable(value):
            raise NotImplementedError(f"{name} is a method of one environment: use a SyncVectorEnv")
        return tuple(value for _ in worlds)

    get_attr = call

    def set_attr(self, name, values):
        """Raises an error: all worlds have the parameters that the vector was made with."""
        raise NotImplementedError(f"{name} cannot be set: give it to make_vec")

    def close_extras(self, **kwargs):
        """Closes the environment that has the parameters, if it came to one."""
        if hasattr(self, "single"):
            self.single.close()


# What gymnasium computes with numpy's scalars, for a row of each world with the same bits.


def weigh(weight, values):
    """Products of a parameter and values, in the type that a single product would have."""
    kind = type(values.dtype.type(1) * weight)
    return weight * values.astype(kind)


def squares(rows):
    """The sum of squares of each row."""
    return np.sum(np.square(rows.reshape(len(rows), -1)), axis=1)


def norms(rows):
    """The length of each row, as `np.linalg.norm` has it: from a dot product, which may fuse."""
    rows = np.ascontiguousarray(rows)
    return np.sqrt((rows[:, None, :] @ rows[:, :, None])[:, 0, 0])


def powers(values):
    """Squares by the operator of numpy's scalars, which rounds otherwise than that of arrays."""
    return np.array([value**2 for value in values])


def within(values, limits, strictly=True):
    """Whether values are between two limits."""
    low, high = limits
    if strictly:
        return (low < values) & (values < high)
    return (low <= values) & (values <= high)


def flat(rows):
    """All that each world has in one row."""
    return rows.reshape(len(rows), -1)


def noise(env, random, count):
    """Uniform noise of the scale with which an environment starts."""
    scale = env._reset_noise_scale
    return random.uniform(low=-scale, high=scale, size=count)
