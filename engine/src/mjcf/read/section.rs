//! `size` and `statistic`.

use super::Reader;
use crate::error::Error;
use crate::math::Vec3;
use crate::mjcf::tree::Node;
use crate::mjcf::xml::is_space;
use crate::spec::Size;

impl Reader {
    pub(super) fn size(&mut self, node: Node<'_>) -> Result<(), Error> {
        let size = &mut self.spec.size;
        if let Some(memory) = memory(node)? {
            size.memory = Some(memory);
        }
        node.copy_int("nuserdata", &mut size.nuserdata)?;
        node.copy_int("nkey", &mut size.nkey)?;
        optional(node, "nconmax", &mut size.nconmax)?;
        // Where MuJoCo checks an earlier `nstack`, it takes -1 for the largest possible number.
        if size.nstack.is_some() && node.text("nstack").is_some() {
            return Err(node
                .value_error("nstack", "`nstack` is given twice")
                .expected("it once"));
        }
        legacy(node, "nstack", size, |size| &mut size.nstack)?;
        legacy(node, "njmax", size, |size| &mut size.njmax)?;
        optional(node, "nuser_body", &mut size.nuser_body)?;
        optional(node, "nuser_jnt", &mut size.nuser_jnt)?;
        optional(node, "nuser_geom", &mut size.nuser_geom)?;
        optional(node, "nuser_site", &mut size.nuser_site)?;
        optional(node, "nuser_cam", &mut size.nuser_cam)?;
        optional(node, "nuser_tendon", &mut size.nuser_tendon)?;
        optional(node, "nuser_actuator", &mut size.nuser_actuator)?;
        optional(node, "nuser_sensor", &mut size.nuser_sensor)?;
        Ok(())
    }

    pub(super) fn statistic(&mut self, node: Node<'_>) -> Result<(), Error> {
        let statistic = &mut self.spec.statistic;
        defined(node, "meaninertia", &mut statistic.meaninertia)?;
        defined(node, "meanmass", &mut statistic.meanmass)?;
        defined(node, "meansize", &mut statistic.meansize)?;
        defined(node, "extent", &mut statistic.extent)?;
        if statistic.extent.is_some_and(|extent| extent <= 0.0) {
            return Err(node
                .value_error("extent", "the extent is not positive")
                .expected("a number above 0"));
        }
        let mut center = Vec3::zeros();
        if node.fill("center", &mut center)? {
            statistic.center = (!center.x.is_nan()).then_some(center);
        }
        Ok(())
    }
}

/// A number for which NaN means: not given.
pub(super) fn defined(node: Node<'_>, name: &str, into: &mut Option<f64>) -> Result<(), Error> {
    if let Some(value) = node.number::<f64>(name)? {
        *into = (!value.is_nan()).then_some(value);
    }
    Ok(())
}

/// A size for which -1 means: the compiler decides.
fn optional(node: Node<'_>, name: &str, into: &mut Option<i32>) -> Result<(), Error> {
    let mut value = -1;
    if !node.copy_int(name, &mut value)? {
        return Ok(());
    }
    if value < -1 {
        return Err(node
            .value_error(name, format!("`{name}` is {value}"))
            .expected("-1 or more"));
    }
    *into = (value != -1).then_some(value);
    Ok(())
}

/// A legacy size from before `memory`, which excludes it. MuJoCo checks the sign of the value given
/// before, not of this one.
fn legacy(
    node: Node<'_>,
    name: &str,
    size: &mut Size,
    slot: fn(&mut Size) -> &mut Option<i32>,
) -> Result<(), Error> {
    let mut value = -1;
    if !node.copy_int(name, &mut value)? {
        return Ok(());
    }
    if slot(size).is_some_and(|before| before < -1) {
        let message = format!("`{name}` was below -1 before");
        return Err(node.value_error(name, message).expected("-1 or more"));
    }
    if size.memory.is_some() && value != -1 {
        return Err(node
            .value_error(name, format!("both `memory` and `{name}` are given"))
            .expected("`memory` alone"));
    }
    *slot(size) = (value != -1).then_some(value);
    Ok(())
}

/// A number of bytes with an optional suffix; `None` if not given or -1.
fn memory(node: Node<'_>) -> Result<Option<u64>, Error> {
    let Some(text) = node.text("memory") else {
        return Ok(None);
    };
    let word = text.trim_matches(is_space);
    if word == "-1" {
        return Ok(None);
    }
    match bytes(word) {
        Some(bytes) => Ok(Some(bytes)),
        None => Err(node
            .value_error("memory", format!("`{text}` is no amount of memory"))
            .expected("a whole number with one of the suffixes K, M, G, T, P, E or none")),
    }
}

fn bytes(word: &str) -> Option<u64> {
    let unsigned = word.strip_prefix('+').unwrap_or(word);
    let end = unsigned.find(|c: char| !c.is_ascii_digit());
    let (digits, suffix) = unsigned.split_at(end.unwrap_or(unsigned.len()));
    let base: u64 = digits.parse().ok()?;
    let shift = match suffix {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        "T" | "t" => 40,
        "P" | "p" => 50,
        "E" | "e" => 60,
        _ => return None,
    };
    // Fits if no bit is lost.
    (base << shift >> shift == base).then_some(base << shift)
}
