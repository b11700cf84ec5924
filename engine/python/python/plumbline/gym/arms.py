"""What reaches for something: pusher and reacher."""

import numpy as np

from .vector import MujocoVectorEnv, norms, squares, weigh


class _Arm(MujocoVectorEnv):
    fields = ("xpos",)

    def body(self, name):
        return self.xpos[:, self.model.body(name).id]

    def control_reward(self, actions):
        return weigh(self.single._reward_control_weight, -squares(actions))


class Pusher(_Arm):
    """Pusher-v5."""

    id = "Pusher-v5"

    def observe(self):
        bodies = [self.body(name) for name in ("tips_arm", "object", "goal")]
        return np.concatenate((self.qpos[:, :7], self.qvel[:, :7], *bodies), axis=1)

    def judge(self, actions, before):
        one, thing = self.single, self.body("object")
        near = -norms(thing - self.body("tips_arm")) * one._reward_near_weight
        distance = -norms(thing - self.body("goal")) * one._reward_dist_weight
        control = self.control_reward(actions)
        infos = {"reward_dist": distance, "reward_ctrl": control, "reward_near": near}
        return distance + control + near, np.zeros(self.num_envs, np.bool_), infos

    def start(self, random):
        one = self.single
        while True:
            x = random.uniform(low=-0.3, high=0, size=1)
            thing = np.concatenate((x, random.uniform(low=-0.2, high=0.2, size=1)))
            if np.linalg.norm(thing) > 0.17:
                break
        qpos = np.concatenate((one.init_qpos[:-4], thing, (0, 0)))
        qvel = one.init_qvel + random.uniform(low=-0.005, high=0.005, size=self.model.nv)
        qvel[-4:] = 0
        return qpos, qvel


class Reacher(_Arm):
    """Reacher-v5."""

    id = "Reacher-v5"

    def to_target(self):
        return self.body("fingertip") - self.body("target")

    def observe(self):
        # Numpy may compute sines of gaps otherwise than of arrays without.
        angles = np.ascontiguousarray(self.qpos[:, :2])
        seen = (np.cos(angles), np.sin(angles), self.qpos[:, 2:], self.qvel[:, :2])
        return np.concatenate((*seen, self.to_target()[:, :2]), axis=1)

    def judge(self, actions, before):
        distance = -norms(self.to_target()) * self.single._reward_dist_weight
        control = self.control_reward(actions)
        infos = {"reward_dist": distance, "reward_ctrl": control}
        return distance + control, np.zeros(self.num_envs, np.bool_), infos

    def start(self, random):
        one = self.single
        qpos = random.uniform(low=-0.1, high=0.1, size=self.model.nq) + one.init_qpos
        while True:
            goal = random.uniform(low=-0.2, high=0.2, size=2)
            if np.linalg.norm(goal) < 0.2:
                break
        qpos[-2:] = goal
        qvel = one.init_qvel + random.uniform(low=-0.005, high=0.005, size=self.model.nv)
        qvel[-2:] = 0
        return qpos, qvel
