//! Tests against values that MuJoCo 3.2.6 computed.

mod pairs;
