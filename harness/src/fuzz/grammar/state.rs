//! States: keyframes of the model, and the schedule by which both sides are compared.

use std::fmt::Write;

use super::super::values::number;
use super::{Element, Feature, Grammar};

impl Grammar {
    pub(super) fn keyframes(&mut self) -> Element {
        let mut section = Element::new("keyframe");
        if !self.has(Feature::Keyframe) {
            return section;
        }
        for _ in 0..self.random.whole(1, 2) {
            let mut key = Element::new("key");
            self.christen(&mut key);
            if self.random.one_in(2) {
                key.set("time", self.numbers(1, 0.0, 2.0));
            }
            if let Some(sizes) = self.sizes {
                let parts = [
                    ("qpos", sizes.nq),
                    ("qvel", sizes.nv),
                    ("ctrl", sizes.nu),
                    ("mpos", 3 * sizes.nmocap),
                    ("mquat", 4 * sizes.nmocap),
                ];
                for (name, length) in parts {
                    if length > 0 && self.random.one_in(2) {
                        key.set(name, self.numbers(length, -0.7, 0.8));
                    }
                }
            }
            section.children.push(key);
        }
        section
    }

    /// The sidecar: how long, from where, and at which states beside random ones.
    pub(super) fn schedule(&mut self) -> String {
        let steps = *self.random.pick(&[3, 10, 10, 30]).unwrap_or(&10);
        let start = *self
            .random
            .pick(&["qpos0", "random 1", "random 2"])
            .unwrap_or(&"qpos0");
        let seed = self.random.below(1 << 30);
        let mut text = String::new();
        let _ = writeln!(
            text,
            "expect = \"either\"\n\n[schedule]\nseed = {seed}\nrandom = 2\nsteps = {steps}\nstart = \"{start}\""
        );
        if self.random.one_in(3) {
            text += "\n[poses]\ncount = 1\n";
        }
        if let Some(sizes) = self.sizes
            && sizes.nv > 0
            && self.random.one_in(2)
        {
            let (name, low, high) = *self
                .random
                .pick(&[
                    ("resting", 0.0, 0.0),
                    ("tiny", -1e-12, 1e-12),
                    ("fast", -300.0, 300.0),
                    ("absurd", -1e7, 1e7),
                ])
                .unwrap_or(&("resting", 0.0, 0.0));
            let velocities: Vec<String> = (0..sizes.nv)
                .map(|_| format!("{:?}", number(&mut self.random, low, high)))
                .collect();
            let _ = writeln!(
                text,
                "\n[[state]]\nname = \"{name}\"\nqvel = [{}]",
                velocities.join(", ")
            );
        }
        text
    }
}
