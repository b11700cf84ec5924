"""Many trajectories from given states under given controls: `mujoco.rollout`, with threads."""

import copy
import numbers
import os

import numpy as np

from . import _core
from ._core import MjData, MjModel, mj_stateSize
from ._enums import mjtState

_PHYSICS = int(mjtState.mjSTATE_FULLPHYSICS)


def rollout(
    model,
    data,
    initial_state,
    control=None,
    *,
    control_spec=int(mjtState.mjSTATE_CTRL),
    skip_checks=False,
    nstep=None,
    initial_warmstart=None,
    state=None,
    sensordata=None,
    nthread=None,
):
    """Rolls out trajectories and returns their states and sensor readings.

    Args:
      model: a model, or one for each trajectory.
      data: an MjData, or several, one for each thread.
      initial_state: where trajectories start, ([nroll or 1] x nstate).
      control: what acts, ([nroll or 1] x [nstep or 1] x ncontrol).
      control_spec: which parts of a state the controls are, bits of mjtState.
      skip_checks: arguments have their full shapes, and outputs are given or not wanted.
      nstep: how many steps, where no array tells.
      initial_warmstart: what the solver starts from, ([nroll or 1] x nv); zero by default.
      state: where states go, (nroll x nstep x nstate).
      sensordata: where readings go, (nroll x nstep x nsensordata).
      nthread: how many threads, each with a copy of the data; 0 for one, -1 for every processor.

    After a warning the rest of a trajectory repeats its last outputs. An error has
    `trajectory` and `step` as attributes.
    """
    workers = _workers(data, nthread)
    if skip_checks:
        models = [model] * len(initial_state) if isinstance(model, MjModel) else list(model)
        _core.rollout(
            models, workers, nstep, control_spec, initial_state, initial_warmstart, control, state, sensordata
        )
        return state, sensordata

    models = [model] if isinstance(model, MjModel) else list(model)
    if control_spec & ~int(mjtState.mjSTATE_USER):
        raise ValueError("control_spec can only contain bits in mjSTATE_USER")
    if nstep and not isinstance(nstep, numbers.Integral):
        raise ValueError("nstep must be an integer")
    given = {
        "initial_state": (initial_state, 2),
        "initial_warmstart": (initial_warmstart, 2),
        "control": (control, 3),
        "state": (state, 3),
        "sensordata": (sensordata, 3),
    }
    arrays = {name: _array(name, value, rank) for name, (value, rank) in given.items()}
    nroll = _common(0, 1, arrays)
    if len(models) > 1 or not isinstance(model, MjModel):
        if nroll == 1:
            nroll = len(models)
        if len(models) != nroll:
            raise ValueError(f"nroll inferred as {nroll} but model is length {len(models)}")
    long = {name: arrays[name] for name in ("control", "state", "sensordata")}
    nstep = _common(1, nstep or 1, long)

    sizes = {(mj_stateSize(m, _PHYSICS), mj_stateSize(m, control_spec), m.nv, m.nsensordata) for m in models}
    if len(sizes) > 1:
        raise ValueError("models are not compatible")
    nstate, ncontrol, nv, nsensordata = sizes.pop()
    widths = {
        "initial_state": nstate,
        "initial_warmstart": nv,
        "control": ncontrol,
        "state": nstate,
        "sensordata": nsensordata,
    }
    for name, array in arrays.items():
        if array is not None and array.shape[-1] != widths[name]:
            raise ValueError(
                f"trailing dimension of {name} must be {widths[name]}, got {array.shape[-1]}"
            )

    if len(models) == 1:
        models = models * nroll
    start = _repeated(arrays["initial_state"], (nroll, nstate))
    warmstart = _repeated(arrays["initial_warmstart"], (nroll, nv))
    control = _repeated(arrays["control"], (nroll, nstep, ncontrol))
    state, sensordata = arrays["state"], arrays["sensordata"]
    if state is None:
        state = np.empty((nroll, nstep, nstate))
    if sensordata is None:
        sensordata = np.empty((nroll, nstep, nsensordata))
    _core.rollout(models, workers, nstep, control_spec, start, warmstart, control, state, sensordata)
    return state, sensordata


def _workers(data, nthread):
    """The data of each thread."""
    workers = [data] if isinstance(data, MjData) else list(data)
    if nthread is None:
        return workers
    count = os.cpu_count() if nthread < 0 else max(1, nthread)
    return (workers + [copy.copy(workers[0]) for _ in range(count - len(workers))])[:count]


def _array(name, value, rank):
    """A contiguous array of this many dimensions, those that are missing in front."""
    if value is None:
        return None
    if not isinstance(value, (np.ndarray, float)):
        raise ValueError(f"{name} must be a numpy array or float")
    value = np.asarray(value)
    if value.ndim > rank:
        raise ValueError(f"{name} can have at most {rank} dimensions")
    value = value.reshape((1,) * (rank - value.ndim) + value.shape)
    return np.ascontiguousarray(value, dtype=np.float64)


def _common(dimension, value, arrays):
    """The length that all arrays have in a dimension, where it is not 1."""
    for name, array in arrays.items():
        if array is None or array.shape[dimension] == value:
            continue
        if value == 1:
            value = array.shape[dimension]
        elif array.shape[dimension] != 1:
            raise ValueError(
                f"dimension {dimension} inferred as {value} but {name} has {array.shape[dimension]}"
            )
    return value


def _repeated(array, shape):
    return None if array is None else np.ascontiguousarray(np.broadcast_to(array, shape))
