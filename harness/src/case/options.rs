//! Physics options that a case changes on both sides after loading: `solver=CG`,
//! `disable=contact+limit`.
//!
//! Names and words are those of MJCF's `<option>` and `<flag>`, so a setting reads as if it stood
//! in the model.

use std::fmt;

use plumbline::internal::fields::Elem;
use plumbline::model::{Cone, DisableFlags, EnableFlags, Integrator, JacobianType, Opt, Solver};

use super::Layout;
use crate::snapshot::Assignment;

/// One option with its new value.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    name: String,
    text: String,
    change: Change,
}

#[derive(Clone, Debug, PartialEq)]
enum Change {
    /// The whole field gets these values.
    Assign { field: String, values: Vec<f64> },
    /// Single bits change, the others stay as the model has them.
    Flags { disable: Bits, enable: Bits },
}

/// Bits to set and to clear.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bits {
    set: i64,
    clear: i64,
}

/// Options whose values are words.
fn words(name: &str) -> Option<Vec<(&'static str, i32)>> {
    fn numbers<T: Copy + Into<i32>>(words: &[(&'static str, T)]) -> Vec<(&'static str, i32)> {
        words
            .iter()
            .map(|&(word, kind)| (word, kind.into()))
            .collect()
    }
    match name {
        "integrator" => Some(numbers(Integrator::WORDS)),
        "cone" => Some(numbers(Cone::WORDS)),
        "jacobian" => Some(numbers(JacobianType::WORDS)),
        "solver" => Some(numbers(Solver::WORDS)),
        _ => None,
    }
}

impl Setting {
    /// `name` is an option, or `disable` or `enable` with a list of features (or `none`) as its
    /// `text`.
    pub fn parse(name: &str, text: &str) -> Result<Setting, String> {
        let (change, text) = match name {
            "disable" | "enable" => flags(name == "enable", text)?,
            _ => assign(name, text)?,
        };
        Ok(Setting {
            name: name.to_owned(),
            text,
            change,
        })
    }

    /// `name=text`, as on the command line.
    pub fn parse_pair(pair: &str) -> Result<Setting, String> {
        let (name, text) = pair
            .split_once('=')
            .ok_or_else(|| format!("\"{pair}\" is not of the form name=value"))?;
        Setting::parse(name.strip_prefix("opt.").unwrap_or(name), text)
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.text)
    }
}

fn flags(on: bool, text: &str) -> Result<(Change, String), String> {
    let (mut disable, mut enable) = (Bits::default(), Bits::default());
    let features: Vec<&str> = match text {
        "none" => Vec::new(),
        _ => text.split([',', '+']).map(str::trim).collect(),
    };
    for feature in &features {
        let disables = DisableFlags::WORDS.iter().find(|(name, _)| name == feature);
        let enables = EnableFlags::WORDS.iter().find(|(name, _)| name == feature);
        let (bits, bit, set) = match (disables, enables) {
            (Some((_, flag)), _) => (&mut disable, flag.bits(), !on),
            (None, Some((_, flag))) => (&mut enable, flag.bits(), on),
            (None, None) => {
                let disables = DisableFlags::WORDS.iter().map(|(name, _)| *name);
                let enables = EnableFlags::WORDS.iter().map(|(name, _)| *name);
                let known = disables.chain(enables).collect::<Vec<_>>().join(", ");
                return Err(format!("there is no flag \"{feature}\"; there are {known}"));
            }
        };
        let place = if set { &mut bits.set } else { &mut bits.clear };
        *place |= i64::from(bit);
    }
    let text = if features.is_empty() {
        "none".to_owned()
    } else {
        features.join("+")
    };
    Ok((Change::Flags { disable, enable }, text))
}

fn assign(name: &str, text: &str) -> Result<(Change, String), String> {
    let field = format!("opt.{name}");
    // Flags are named one by one.
    let whole = !matches!(name, "disableflags" | "enableflags");
    let info = Opt::FIELDS.iter().find(|info| info.name == field && whole);
    let Some(info) = info else {
        let known = Opt::FIELDS.iter().filter_map(|info| info.name.get(4..));
        let known: Vec<&str> = known.filter(|name| !name.ends_with("ableflags")).collect();
        let known = known.join(", ");
        return Err(format!(
            "there is no option \"{name}\"; there are {known}, disable and enable"
        ));
    };
    let text = text.trim();
    if let Some(words) = words(name) {
        let Some((_, number)) = words.iter().find(|(word, _)| *word == text) else {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let words = words.join(", ");
            return Err(format!("{name} is one of {words}, not \"{text}\""));
        };
        let values = vec![f64::from(*number)];
        return Ok((Change::Assign { field, values }, text.to_owned()));
    }
    let values: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
    let values = values.map_err(|_| format!("{name}: \"{text}\" is not a number"))?;
    let expected = info.dims[0].map_or(1, |dim| dim.factor);
    if values.len() != expected {
        let given = values.len();
        return Err(format!("{name} has {expected} values, {given} were given"));
    }
    let is_integer = |x: &f64| x.fract() == 0.0 && (i32::MIN as f64..=i32::MAX as f64).contains(x);
    if info.elem == Elem::I32 && !values.iter().all(is_integer) {
        return Err(format!("{name} is an integer, not {text}"));
    }
    Ok((Change::Assign { field, values }, text.to_owned()))
}

/// The fields that the settings change, later ones on top of earlier ones and of the model's own
/// flags.
pub fn assignments(settings: &[Setting], layout: &Layout) -> Vec<Assignment> {
    let mut values: Vec<Assignment> = Vec::new();
    let own = |field| layout.integer(field, 0).unwrap_or(0);
    let flags = ["opt.disableflags", "opt.enableflags"];
    let mut bits = flags.map(own);
    for setting in settings {
        match &setting.change {
            Change::Assign { field, values: new } => values.push(Assignment {
                field: field.clone(),
                values: new.clone(),
            }),
            Change::Flags { disable, enable } => {
                for (word, change) in bits.iter_mut().zip([disable, enable]) {
                    *word = *word & !change.clear | change.set;
                }
            }
        }
    }
    for (field, word) in flags.into_iter().zip(bits) {
        if word != own(field) {
            values.push(Assignment {
                field: field.to_owned(),
                values: vec![word as f64],
            });
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_written_as_they_are_read() {
        for text in [
            "solver=CG",
            "iterations=1",
            "gravity=0 0 -1.5",
            "disable=contact+limit",
            "enable=none",
        ] {
            let setting = Setting::parse_pair(text).expect(text);
            assert_eq!(setting.to_string(), text);
        }
        let prefixed = Setting::parse_pair("opt.solver=CG");
        assert_eq!(prefixed, Setting::parse_pair("solver=CG"));
    }

    #[test]
    fn what_is_no_option_or_no_value_of_it_is_refused() {
        for (text, word) in [
            ("solver", "name=value"),
            ("solver=newton", "Newton"),
            ("sovler=CG", "solver"),
            ("disableflags=1", "disable"),
            ("iterations=1.5", "integer"),
            ("tolerance=small", "number"),
            ("gravity=1", "3 values"),
            ("disable=contacts", "contact"),
        ] {
            let message = Setting::parse_pair(text).unwrap_err();
            assert!(message.contains(word), "{text}: {message}");
        }
    }

    #[test]
    fn flags_change_single_bits_whichever_way_they_are_stored() {
        let parse = |text| Setting::parse_pair(text).expect(text);
        let all = [parse("disable=contact"), parse("enable=island")];
        let values = assignments(&all, &Layout::default());
        let bits: Vec<f64> = values.iter().map(|one| one.values[0]).collect();
        assert_eq!(bits, [16.0, 32.0]);
        let undone = [parse("disable=contact"), parse("enable=contact")];
        assert_eq!(assignments(&undone, &Layout::default()), []);
    }
}
