"""What has two legs and two arms: humanoid and humanoid standing up."""

import numpy as np

from .vector import MujocoVectorEnv, flat, noise, norms, squares, within


class _Body(MujocoVectorEnv):
    fields = (
        *("cinert", "cvel", "qfrc_actuator", "cfrc_ext"),
        *("xipos", "ten_length", "ten_velocity"),
    )

    def observe(self):
        one = self.single
        excluded = one._exclude_current_positions_from_observation
        seen = [self.qpos[:, 2:] if excluded else self.qpos, self.qvel]
        for included, rows in (
            (one._include_cinert_in_observation, self.cinert[:, 1:]),
            (one._include_cvel_in_observation, self.cvel[:, 1:]),
            (one._include_qfrc_actuator_in_observation, self.qfrc_actuator[:, 6:]),
            (one._include_cfrc_ext_in_observation, self.cfrc_ext[:, 1:]),
        ):
            if included is True:
                seen.append(flat(rows))
        return np.concatenate(seen, axis=1)

    def tendons(self):
        return {
            "tendon_length": self.ten_length.copy(),
            "tendon_velocity": self.ten_velocity.copy(),
        }

    def start(self, random):
        one = self.single
        qpos = one.init_qpos + noise(one, random, self.model.nq)
        return qpos, one.init_qvel + noise(one, random, self.model.nv)


class Humanoid(_Body):
    """Humanoid-v5."""

    id = "Humanoid-v5"

    def place(self):
        return {
            "x_position": self.qpos[:, 0].copy(),
            "y_position": self.qpos[:, 1].copy(),
            **self.tendons(),
            "distance_from_origin": norms(self.qpos[:, :2]),
        }

    def before(self):
        """The centre of mass, horizontally."""
        mass = self.model.body_mass[:, None]
        return (np.sum(mass * self.xipos, axis=1) / np.sum(mass))[:, :2]

    def judge(self, actions, before):
        one = self.single
        velocity = (self.before() - before) / one.dt
        forward = one._forward_reward_weight * velocity[:, 0]
        healthy = within(self.qpos[:, 2], one._healthy_z_range)
        survive = healthy * one._healthy_reward
        control = one._ctrl_cost_weight * squares(self.ctrl)
        contact = one._contact_cost_weight * squares(self.cfrc_ext)
        contact = np.clip(contact, *one._contact_cost_range)
        infos = {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_survive": survive,
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_contact": -contact,
        }
        ended = ~healthy & bool(one._terminate_when_unhealthy)
        return forward + survive - (control + contact), ended, infos


class HumanoidStandup(_Body):
    """HumanoidStandup-v5."""

    id = "HumanoidStandup-v5"

    def place(self):
        return {
            "x_position": self.qpos[:, 0].copy(),
            "y_position": self.qpos[:, 1].copy(),
            "z_distance_from_origin": self.qpos[:, 2] - self.single.init_qpos[2],
            **self.tendons(),
        }

    def judge(self, actions, before):
        one = self.single
        up = self.qpos[:, 2] / self.model.opt.timestep
        control = one._ctrl_cost_weight * squares(self.ctrl)
        impact = one._impact_cost_weight * squares(self.cfrc_ext)
        impact = np.clip(impact, *one._impact_cost_range)
        infos = {"reward_linup": up, "reward_quadctrl": -control, "reward_impact": -impact}
        return up - control - impact + 1, np.zeros(self.num_envs, np.bool_), infos
