//! How much user data each kind of element has room for.

use super::refusal::invalid;
use super::tree::Tree;
use crate::error::Error;
use crate::spec::Spec;

/// Numbers of user values per element.
#[derive(Clone, Debug, Default)]
pub(super) struct UserSizes {
    pub(super) body: usize,
    pub(super) joint: usize,
    pub(super) geom: usize,
    pub(super) site: usize,
    pub(super) camera: usize,
    pub(super) tendon: usize,
    pub(super) actuator: usize,
    pub(super) sensor: usize,
}

impl UserSizes {
    /// The sizes that the author gave; else the maximum over all elements.
    pub(super) fn find(spec: &Spec, tree: &Tree<'_>) -> Result<UserSizes, Error> {
        macro_rules! size {
            ($given:ident, $elements:expr) => {
                choose(
                    spec.size.$given,
                    stringify!($given),
                    $elements.map(|element| element.user.len()).max(),
                )?
            };
        }
        Ok(UserSizes {
            body: size!(nuser_body, tree.nodes.iter().map(|node| node.spec)),
            joint: size!(nuser_jnt, tree.joints.iter()),
            geom: size!(nuser_geom, tree.geoms.iter()),
            site: size!(nuser_site, tree.sites.iter()),
            camera: size!(nuser_cam, tree.cameras.iter()),
            tendon: size!(nuser_tendon, spec.tendons.iter()),
            actuator: size!(nuser_actuator, spec.actuators.iter()),
            sensor: size!(nuser_sensor, spec.sensors.iter()),
        })
    }
}

fn choose(given: Option<i32>, name: &str, most: Option<usize>) -> Result<usize, Error> {
    match given {
        // -1 is how MJCF writes "as many as needed".
        None | Some(-1) => Ok(most.unwrap_or(0)),
        Some(size) => usize::try_from(size).map_err(|_| {
            invalid("size", &None, format!("{name} is {size}"))
                .attribute(name)
                .expected("-1 or more")
        }),
    }
}

/// Writes an element's user values to its row of a user array; the rest of the row stays zero.
pub(super) fn write(array: &mut [f64], id: usize, size: usize, user: &[f64]) {
    let row = &mut array[id * size..(id + 1) * size];
    row.iter_mut().zip(user).for_each(|(to, from)| *to = *from);
}
