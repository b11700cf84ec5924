"""What must be balanced on a cart: one pole, or one on another."""

import numpy as np

from .vector import MujocoVectorEnv, noise, powers


class InvertedPendulum(MujocoVectorEnv):
    """InvertedPendulum-v5."""

    id = "InvertedPendulum-v5"

    def observe(self):
        return np.concatenate((self.qpos, self.qvel), axis=1)

    def judge(self, actions, before):
        seen = self.observe()
        ended = ~np.isfinite(seen).all(axis=1) | (np.abs(seen[:, 1]) > 0.2)
        reward = (~ended).astype(int)
        return reward, ended, {"reward_survive": reward.copy()}

    def start(self, random):
        one = self.single
        qpos = one.init_qpos + noise(one, random, self.model.nq)
        return qpos, one.init_qvel + noise(one, random, self.model.nv)


class InvertedDoublePendulum(MujocoVectorEnv):
    """InvertedDoublePendulum-v5."""

    id = "InvertedDoublePendulum-v5"
    fields = ("site_xpos", "qfrc_constraint")

    def observe(self):
        angles = np.ascontiguousarray(self.qpos[:, 1:])
        speeds = np.clip(self.qvel, -10, 10)
        force = np.clip(self.qfrc_constraint, -10, 10)[:, :1]
        seen = (self.qpos[:, :1], np.sin(angles), np.cos(angles), speeds, force)
        return np.concatenate(seen, axis=1)

    def judge(self, actions, before):
        x, y = self.site_xpos[:, 0, 0], self.site_xpos[:, 0, 2]
        ended = y <= 1
        distance = 0.01 * powers(x) + powers(y - 2)
        speed = 1e-3 * powers(self.qvel[:, 1]) + 5e-3 * powers(self.qvel[:, 2])
        survive = self.single._healthy_reward * (~ended).astype(int)
        infos = {
            "reward_survive": survive,
            "distance_penalty": -distance,
            "velocity_penalty": -speed,
        }
        return survive - distance - speed, ended, infos

    def start(self, random):
        one = self.single
        qpos = one.init_qpos + noise(one, random, self.model.nq)
        speeds = random.standard_normal(self.model.nv) * one._reset_noise_scale
        return qpos, one.init_qvel + speeds
