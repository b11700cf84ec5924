"""Hashes of runs, field by field: what engine/tests/stages/record.rs reads."""

import numpy as np

MASK = (1 << 64) - 1
FACTOR = 0x9E3779B97F4A7C15
START = 0xCBF29CE484222325


def absorb(state, words):
    """Takes 64-bit words into a hash."""
    for word in words:
        state = ((state ^ word) * FACTOR) & MASK
        state = ((state << 23) | (state >> 41)) & MASK
    return state


def digits(state):
    """Four digits of a hash: enough to locate a difference."""
    return f"{((state * FACTOR) & MASK) >> 48:04x}"


class Trace:
    """A running hash for each field, and its digits each time that they are asked for."""

    def __init__(self, names):
        self.names = names
        self.states = [START] * len(names)
        self.words = [""] * len(names)

    def absorb(self, fields):
        assert len(fields) == len(self.names)
        for i, values in enumerate(fields):
            bits = np.atleast_1d(np.asarray(values, dtype=np.float64)).ravel().view(np.uint64)
            self.states[i] = absorb(self.states[i], bits.tolist())

    def mark(self):
        for i, state in enumerate(self.states):
            self.words[i] += digits(state)

    def whole(self):
        """All 64 bits of all fields."""
        return f"{absorb(START, self.states):016x}"
