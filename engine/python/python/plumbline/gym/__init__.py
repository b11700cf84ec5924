"""gymnasium's MuJoCo environments, many at a time.

    import plumbline.gym

    envs = plumbline.gym.make_vec("Ant-v5", num_envs=256)
    observations, infos = envs.reset(seed=0)
    observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())

They are `gymnasium.vector.VectorEnv`s and give what `gymnasium.make_vec` gives on MuJoCo, bit for
bit, from one batch of worlds. `plumbline.gym.install()` lets `gymnasium.make_vec` itself make them.
"""

try:
    import gymnasium
except ImportError as error:
    raise ImportError("plumbline.gym needs gymnasium: pip install gymnasium") from error

from .arms import Pusher, Reacher
from .humanoids import Humanoid, HumanoidStandup
from .pendulums import InvertedDoublePendulum, InvertedPendulum
from .vector import MujocoVectorEnv
from .walkers import Ant, HalfCheetah, Hopper, Swimmer, Walker2d

_CLASSES = (
    *(Ant, HalfCheetah, Hopper, Humanoid, HumanoidStandup, InvertedDoublePendulum),
    *(InvertedPendulum, Pusher, Reacher, Swimmer, Walker2d),
)
ENVIRONMENTS = {cls.id: cls for cls in _CLASSES}


def make_vec(id, num_envs=1, *, num_threads=0, **kwargs):
    """A vector of environments.

    Args:
      id: one of `ENVIRONMENTS`, such as "Ant-v5".
      num_envs: how many.
      num_threads: on how many threads worlds are stepped; 0 for one on each processor.
      kwargs: what `gymnasium.make` takes for this environment, `max_episode_steps` too.
    """
    if id not in ENVIRONMENTS:
        known = ", ".join(ENVIRONMENTS)
        raise gymnasium.error.UnregisteredEnv(f"{id} is none of {known}")
    return ENVIRONMENTS[id](num_envs, num_threads=num_threads, **kwargs)


def install():
    """Makes `gymnasium.make_vec("Ant-v5", num_envs=256)` give these environments.

    What asks for `vectorization_mode="sync"` or `"async"` gets gymnasium's own.
    """
    for id, cls in ENVIRONMENTS.items():
        gymnasium.spec(id).vector_entry_point = f"{cls.__module__}:{cls.__name__}"


__all__ = ["ENVIRONMENTS", "MujocoVectorEnv", "install", "make_vec"]
