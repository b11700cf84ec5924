"""Prints a line for each of gymnasium's v5 environments: a hash of all that it gave.

    python run_gymnasium.py [STEPS]            on MuJoCo
    python -m plumbline run_gymnasium.py       on plumbline
"""

import hashlib
import sys

import gymnasium
import numpy as np

NAMES = """Ant HalfCheetah Hopper Humanoid HumanoidStandup InvertedDoublePendulum InvertedPendulum
Pusher Reacher Swimmer Walker2d""".split()


def main(steps):
    for name in NAMES:
        env = gymnasium.make(f"{name}-v5")
        random = np.random.default_rng(11)
        digest = hashlib.sha256()
        obs, _ = env.reset(seed=5)
        low, high = env.action_space.low, env.action_space.high
        for _ in range(steps):
            action = random.uniform(low, high).astype(env.action_space.dtype)
            obs, reward, terminated, truncated, info = env.step(action)
            digest.update(obs.tobytes())
            digest.update(np.float64(reward).tobytes())
            for key in sorted(info):
                digest.update(np.asarray(info[key], dtype=np.float64).tobytes())
            if terminated or truncated:
                obs, _ = env.reset()
                digest.update(obs.tobytes())
        print(name, steps, digest.hexdigest(), flush=True)
        env.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
