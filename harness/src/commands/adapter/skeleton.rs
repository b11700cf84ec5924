//! The files of a new adapter. `@name@` and `@class@` stand for its names.

/// The protocol, in one file that needs numpy alone.
pub(super) const LIBRARY: &str = include_str!("../../../adapters/library.py");

pub(super) const ENGINE: &str = r#""""@class@ as a subject of the harness.

    harness adapter check 'python3 @name@.py'         # is this adapter right?
    harness run MODELS --profile @name@.toml          # is the engine?

Replace each NotImplementedError. `harness fields` lists MuJoCo's fields with their shapes.
"""

import adapter  # the file beside this one


class @class@(adapter.Engine):
    version = "0"
    precision = "f32"
    # What the engine takes and computes. What is not listed is reported as missing.
    fields = ["time", "qpos", "qvel", "ctrl", "qacc"]
    # Of the compiled model.
    model_fields = []

    def load(self, path):
        # adapter.Rejected(text) for a wrong model, adapter.Unsupported(text) for one beyond it.
        raise NotImplementedError("load: read the model")

    def reset(self):
        raise NotImplementedError("reset: go back to the state after loading")

    def set(self, name, values):
        # A field of the state or an option such as opt.timestep; values are flat.
        raise NotImplementedError("set: take a field")

    def forward(self):
        raise NotImplementedError("forward: compute all that follows from the state")

    def step(self):
        raise NotImplementedError("step: advance by one time step")

    def get(self, name):
        # In MuJoCo's order, units and shape; None if there is no value now.
        raise NotImplementedError("get: hand out a field")


if __name__ == "__main__":
    adapter.serve(@class@())
"#;

pub(super) const PROFILE: &str = r#"# What belongs to @class@ as a subject; docs/verdict.md describes the keys.
command = "python3 @name@.py"
precision = "f32"
timeout = 60.0
matrix = false
"#;
