//! The five ways to write an orientation.

use crate::error::Error;
use crate::math::Vec3;
use crate::mjcf::tree::Node;
use crate::spec::Orientation;

/// Reads `quat`, `axisangle`, `xyaxes`, `zaxis` or `euler`; true if one was there.
///
/// A quaternion does not replace an inherited orientation of another form: MuJoCo keeps the two
/// apart and prefers the other.
pub(super) fn read(node: Node<'_>, into: &mut Orientation) -> Result<bool, Error> {
    let mut forms = Vec::new();
    if let (Some(quat), Orientation::Quat(current)) = (node.quat("quat")?, &mut *into) {
        *current = quat;
    }
    if node.text("quat").is_some() {
        forms.push("quat");
    }
    let mut axisangle = [0.0; 4];
    if node.fill("axisangle", &mut axisangle)? {
        forms.push("axisangle");
        *into = Orientation::AxisAngle(axisangle);
    }
    let mut xyaxes = [0.0; 6];
    if node.fill("xyaxes", &mut xyaxes)? {
        forms.push("xyaxes");
        *into = Orientation::XyAxes(xyaxes);
    }
    let mut zaxis = Vec3::zeros();
    if node.fill("zaxis", &mut zaxis)? {
        forms.push("zaxis");
        *into = Orientation::ZAxis(zaxis);
    }
    let mut euler = Vec3::zeros();
    if node.fill("euler", &mut euler)? {
        forms.push("euler");
        *into = Orientation::Euler(euler);
    }
    match forms.as_slice() {
        [] => Ok(false),
        [_] => Ok(true),
        [first, .., last] => Err(node
            .value_error(last, format!("both `{first}` and `{last}` are given"))
            .expected("one orientation")),
    }
}
