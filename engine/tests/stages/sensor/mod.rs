//! Sensors against what they measure.
