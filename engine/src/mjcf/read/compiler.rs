//! `compiler` and `lengthrange`.

use super::{AUTO, Reader, own_child};
use crate::error::Error;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::tree::Node;
use crate::spec::{LengthRange, LengthRangeMode};

const ANGLES: &Keywords<bool> = &[("radian", false), ("degree", true)];

/// Whether coordinates are global, which MuJoCo no longer supports.
const COORDINATES: &Keywords<bool> = &[("local", false), ("global", true)];

const MODES: &Keywords<LengthRangeMode> = &[
    ("none", LengthRangeMode::None),
    ("muscle", LengthRangeMode::Muscle),
    ("muscleuser", LengthRangeMode::MuscleUser),
    ("all", LengthRangeMode::All),
];

impl Reader {
    pub(super) fn compiler(&mut self, node: Node<'_>) -> Result<(), Error> {
        let compiler = &mut self.spec.compiler;
        node.copy_bool("autolimits", &mut compiler.autolimits)?;
        node.fill("boundmass", &mut compiler.boundmass)?;
        node.fill("boundinertia", &mut compiler.boundinertia)?;
        node.fill("settotalmass", &mut compiler.settotalmass)?;
        node.copy_bool("balanceinertia", &mut compiler.balanceinertia)?;
        node.copy_bool("fitaabb", &mut compiler.fitaabb)?;
        if node.keyword("coordinate", COORDINATES)? == Some(true) {
            return Err(node
                .value_error(
                    "coordinate",
                    "global coordinates are no longer part of MJCF",
                )
                .expected("`local`"));
        }
        node.copy_keyword("angle", ANGLES, &mut compiler.degree)?;
        if let Some(sequence) = node.text("eulerseq") {
            let &[a, b, c] = sequence.as_bytes() else {
                return Err(node
                    .value_error("eulerseq", format!("the Euler sequence is `{sequence}`"))
                    .expected("three of the letters `x`, `y`, `z`, `X`, `Y`, `Z`"));
            };
            compiler.eulerseq = [a, b, c].map(char::from);
        }
        node.copy_bool("discardvisual", &mut compiler.discardvisual)?;
        node.copy_bool("usethread", &mut compiler.usethread)?;
        node.copy_bool("fusestatic", &mut compiler.fusestatic)?;
        node.copy_keyword("inertiafromgeom", AUTO, &mut compiler.inertiafromgeom)?;
        node.fill("inertiagrouprange", &mut compiler.inertiagrouprange)?;
        node.copy_bool("alignfree", &mut compiler.alignfree)?;
        if let Some(child) = own_child(node, "lengthrange", &mut self.spec.warnings) {
            length_range(child, &mut compiler.length_range)?;
        }
        self.asset_paths(node)
    }

    /// Directories of assets; the specific ones take precedence over the common one.
    fn asset_paths(&mut self, node: Node<'_>) -> Result<(), Error> {
        let paths = &mut self.spec.paths;
        node.copy_bool("strippath", &mut paths.strip)?;
        node.copy_text("assetdir", &mut paths.meshes);
        node.copy_text("assetdir", &mut paths.textures);
        node.copy_text("meshdir", &mut paths.meshes);
        node.copy_text("texturedir", &mut paths.textures);
        Ok(())
    }
}

fn length_range(node: Node<'_>, into: &mut LengthRange) -> Result<(), Error> {
    node.copy_keyword("mode", MODES, &mut into.mode)?;
    node.copy_bool("useexisting", &mut into.useexisting)?;
    node.copy_bool("uselimit", &mut into.uselimit)?;
    node.fill("accel", &mut into.accel)?;
    node.fill("maxforce", &mut into.maxforce)?;
    node.fill("timeconst", &mut into.timeconst)?;
    node.fill("timestep", &mut into.timestep)?;
    node.fill("inttotal", &mut into.inttotal)?;
    node.fill("interval", &mut into.interval)?;
    node.fill("tolrange", &mut into.tolrange)?;
    Ok(())
}
