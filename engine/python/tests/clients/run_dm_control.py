"""Prints a line for each task of dm_control's suite: a hash of all that it gave."""

import hashlib
import os
import sys

os.environ.setdefault("MUJOCO_GL", "disable")
import numpy as np

if not hasattr(np, "in1d"):  # numpy 2.4 took it away, dm_control 1.0.26 uses it
    np.in1d = np.isin
from dm_control import suite

# Its observations are pictures.
DRAWS = {("quadruped", "escape")}


def main(steps, wanted):
    for domain, task in suite.ALL_TASKS:
        if (domain, task) in DRAWS or (wanted and f"{domain}-{task}" not in wanted):
            continue
        digest = hashlib.sha256()
        try:
            env = suite.load(domain, task, task_kwargs={"random": 3})
            random = np.random.default_rng(11)
            spec = env.action_spec()
            timestep = env.reset()
            for _ in range(steps):
                timestep = env.step(random.uniform(spec.minimum, spec.maximum))
                for key in sorted(timestep.observation):
                    digest.update(np.asarray(timestep.observation[key], np.float64).tobytes())
                digest.update(np.float64(timestep.reward or 0).tobytes())
                if timestep.last():
                    timestep = env.reset()
            print(f"{domain}-{task}", steps, digest.hexdigest(), flush=True)
        except Exception as error:  # noqa: BLE001
            text = f"{digest.hexdigest()} {type(error).__name__}: {error}"[:220]
            print(f"{domain}-{task}", steps, text.replace("\n", " "), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2:])
