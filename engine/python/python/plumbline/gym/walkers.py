"""What goes forward: ant, half cheetah, hopper, swimmer, walker."""

import numpy as np

from .vector import MujocoVectorEnv, flat, noise, norms, squares, weigh, within


class _Planar(MujocoVectorEnv):
    """One that moves along x, whose first position is x."""

    hidden = 1

    def positions(self):
        """Positions as far as they are observed."""
        excluded = self.single._exclude_current_positions_from_observation
        return self.qpos[:, self.hidden :] if excluded else self.qpos

    def observe(self):
        return np.concatenate((self.positions(), self.qvel), axis=1)

    def place(self):
        return {"x_position": self.qpos[:, 0].copy()}

    def before(self):
        return self.qpos[:, 0].copy()

    def forward_reward(self, before):
        velocity = (self.qpos[:, 0] - before) / self.single.dt
        return velocity, self.single._forward_reward_weight * velocity

    def control_cost(self, actions):
        return weigh(self.single._ctrl_cost_weight, squares(actions))

    def start(self, random):
        one = self.single
        qpos = one.init_qpos + noise(one, random, self.model.nq)
        return qpos, one.init_qvel + noise(one, random, self.model.nv)


def _start_with_normal_velocities(env, random):
    one = env.single
    qpos = one.init_qpos + noise(one, random, env.model.nq)
    return qpos, one.init_qvel + one._reset_noise_scale * random.standard_normal(env.model.nv)


class HalfCheetah(_Planar):
    """HalfCheetah-v5."""

    id = "HalfCheetah-v5"

    def judge(self, actions, before):
        velocity, forward = self.forward_reward(before)
        cost = self.control_cost(actions)
        infos = {"x_velocity": velocity, "reward_forward": forward, "reward_ctrl": -cost}
        return forward - cost, np.zeros(self.num_envs, np.bool_), infos

    start = _start_with_normal_velocities


class _Upright(_Planar):
    """One that must not fall."""

    def healthy(self):
        one = self.single
        return within(self.qpos[:, 1], one._healthy_z_range) & within(
            self.qpos[:, 2], one._healthy_angle_range
        )

    def observe(self):
        return np.concatenate((self.positions(), np.clip(self.qvel, -10, 10)), axis=1)

    def place(self):
        height = self.qpos[:, 1] - self.single.init_qpos[1]
        return {**super().place(), "z_distance_from_origin": height}

    def judge(self, actions, before):
        velocity, forward = self.forward_reward(before)
        healthy = self.healthy()
        survive = healthy * self.single._healthy_reward
        cost = self.control_cost(actions)
        infos = {
            "x_velocity": velocity,
            "reward_forward": forward,
            "reward_ctrl": -cost,
            "reward_survive": survive,
        }
        ended = ~healthy & bool(self.single._terminate_when_unhealthy)
        return forward + survive - cost, ended, infos


class Hopper(_Upright):
    """Hopper-v5."""

    id = "Hopper-v5"

    def healthy(self):
        state = np.concatenate((self.qpos, self.qvel), axis=1)[:, 2:]
        return super().healthy() & within(state, self.single._healthy_state_range).all(axis=1)


class Walker2d(_Upright):
    """Walker2d-v5."""

    id = "Walker2d-v5"


class Swimmer(_Planar):
    """Swimmer-v5."""

    id = "Swimmer-v5"
    hidden = 2

    def place(self):
        return {
            "x_position": self.qpos[:, 0].copy(),
            "y_position": self.qpos[:, 1].copy(),
            "distance_from_origin": norms(self.qpos[:, :2]),
        }

    def before(self):
        return self.qpos[:, :2].copy()

    def judge(self, actions, before):
        velocity = (self.qpos[:, :2] - before) / self.single.dt
        forward = self.single._forward_reward_weight * velocity[:, 0]
        cost = self.control_cost(actions)
        infos = {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_forward": forward,
            "reward_ctrl": -cost,
        }
        return forward - cost, np.zeros(self.num_envs, np.bool_), infos


class Ant(Swimmer):
    """Ant-v5."""

    id = "Ant-v5"
    fields = ("xpos", "cfrc_ext")

    def before(self):
        return self.xpos[:, self.model.body(self.single._main_body).id, :2].copy()

    def contact_forces(self):
        return np.clip(self.cfrc_ext, *self.single._contact_force_range)

    def observe(self):
        seen = [self.positions(), self.qvel]
        if self.single._include_cfrc_ext_in_observation:
            seen.append(flat(self.contact_forces()[:, 1:]))
        return np.concatenate(seen, axis=1)

    def judge(self, actions, before):
        one = self.single
        velocity = (self.before() - before) / one.dt
        forward = velocity[:, 0] * one._forward_reward_weight
        finite = np.isfinite(self.qpos).all(axis=1) & np.isfinite(self.qvel).all(axis=1)
        healthy = finite & within(self.qpos[:, 2], one._healthy_z_range, strictly=False)
        survive = healthy * one._healthy_reward
        control = self.control_cost(actions)
        contact = one._contact_cost_weight * squares(self.contact_forces())
        infos = {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_contact": -contact,
            "reward_survive": survive,
        }
        ended = ~healthy & bool(one._terminate_when_unhealthy)
        return forward + survive - (control + contact), ended, infos

    start = _start_with_normal_velocities
