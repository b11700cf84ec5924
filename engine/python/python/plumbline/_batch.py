"""Many worlds of one model, advanced side by side."""

import os

import numpy as np

from . import _core
from ._core import FatalError


class Batch:
    """Worlds that are stepped together, on several threads.

        batch = plumbline.Batch(model, 256)
        ctrl, qpos = batch.bind("ctrl"), batch.bind("qpos")
        ctrl[:] = policy(qpos)
        batch.step(nstep=5)
        batch.reset(ids=np.flatnonzero(fallen))

    A bound array has a row for each world. Rows of what a program sets (positions, velocities,
    controls, applied forces, time and the like) go to the worlds before each action; rows of all
    bound fields come back after it. Every world computes the bits that it would compute alone.

    Args:
      model: the model of all worlds.
      num_sims: how many worlds.
      num_threads: on how many threads; 0 for one on each processor.
    """

    def __init__(self, model, num_sims, num_threads=0):
        if num_sims < 1:
            raise ValueError("a batch needs at least one world")
        self.model, self.num_sims = model, int(num_sims)
        self.num_threads = int(num_threads) or os.cpu_count() or 1
        self._core = _core.BatchCore(model, self.num_sims)
        self._bound, self._expanded = {}, {}

    def bind(self, field):
        """The field of all worlds as one array; the same one each time."""
        if field not in self._bound:
            rows = self._rows(getattr(self.data(0), field), field)
            self._core.bind(field, rows.reshape(-1).view(np.uint8))
            self._bound[field] = rows
        return self._bound[field]

    def expand(self, field):
        """The field of the model as one array, with a row for each world: each has its own model."""
        if field not in self._expanded:
            rows = self._rows(getattr(self.model, field), field)
            self._core.expand(field, rows.reshape(-1).view(np.uint8))
            self._expanded[field] = rows
        return self._expanded[field]

    def _rows(self, example, field):
        if isinstance(example, (bytes, str)):
            raise KeyError(f"{field} is text")
        example = np.asarray(example)
        kind = np.int32 if example.dtype.kind == "i" else example.dtype
        return np.zeros((self.num_sims, *example.shape), kind)

    def data(self, world):
        """The MjData of a world: what is not bound can be read and set there."""
        return self._core.data(world)

    def model_of(self, world):
        """The MjModel of a world."""
        return self._core.model(world)

    def step(self, ids=None, nstep=1, rne_post_constraint=False):
        """Advances worlds, all of them by default.

        With `rne_post_constraint`, forces and accelerations of bodies (cfrc_ext, cfrc_int, cacc)
        follow after the last step, as mj_rnePostConstraint computes them.
        """
        ids, threads = self._ids(ids), self.num_threads
        self._raise(self._core.step(ids, nstep, bool(rne_post_constraint), threads))

    def forward(self, ids=None):
        """Computes everything without advancing."""
        self._raise(self._core.forward(self._ids(ids), self.num_threads))

    def reset(self, ids=None, keyframe=-1):
        """Brings worlds back to the start, or to a keyframe."""
        self._raise(self._core.reset(self._ids(ids), keyframe, self.num_threads))

    def set_const(self, ids=None):
        """Computes what follows from model fields that were changed, for worlds with own models."""
        self._raise(self._core.set_const(self._ids(ids), self.num_threads))

    def _ids(self, ids):
        if ids is None:
            return range(self.num_sims)
        ids = np.asarray(ids)
        return np.flatnonzero(ids).tolist() if ids.dtype == bool else ids.reshape(-1).tolist()

    def _raise(self, failures):
        """Raises an error that names the worlds; those that did not fail have gone on."""
        if failures:
            world, text = failures[0]
            more = f" (and {len(failures) - 1} more worlds)" if len(failures) > 1 else ""
            error = FatalError(f"world {world}: {text}{more}")
            error.worlds = dict(failures)
            raise error
