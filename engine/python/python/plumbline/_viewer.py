"""`mujoco.viewer`: MuJoCo's own window, which shows a copy of our model and data."""

import time

from . import _core, _real


class Handle:
    """A window that shows a simulation of this engine."""

    def __init__(self, handle, model, data):
        self._handle, self._model, self._data = handle, model, data

    def sync(self):
        """Shows the data as it is now, and takes over what the mouse pulls at."""
        with self._handle.lock():
            pulled = self._handle.perturb.active != 0
            forces = self._data._kept["_real"].xfrc_applied.copy()
            _real.data_of(self._data, self._model)
            if pulled:
                self._data.xfrc_applied[...] = forces
        self._handle.sync()

    def __getattr__(self, name):
        return getattr(self._handle, name)

    def __enter__(self):
        self._handle.__enter__()
        return self

    def __exit__(self, *error):
        return self._handle.__exit__(*error)


def launch_passive(model, data, **options):
    """Opens a window; the program steps, and calls `sync` to show the data."""
    viewer = _real.needed("mujoco.viewer.launch_passive", "mujoco.viewer")
    theirs = _real.model_of(model), _real.data_of(data, model)
    with _real.as_itself():
        handle = viewer.launch_passive(*theirs, **options)
    return Handle(handle, model, data)


def launch(model=None, data=None, **options):
    """Opens a window and simulates on this engine, in real time, until the window is closed."""
    if model is None:
        raise _real.NoRendering("mujoco.viewer.launch", "give it a model")
    data = data or _core.MjData(model)
    with launch_passive(model, data, **options) as window:
        while window.is_running():
            start = time.monotonic()
            _core.mj_step(model, data)
            window.sync()
            time.sleep(max(0.0, model.opt.timestep - (time.monotonic() - start)))


def launch_from_path(path):
    """Loads a model and shows it."""
    launch(_core.MjModel.from_xml_path(path))
