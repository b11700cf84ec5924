//! `[[matrix]]` in a sidecar: every combination of the listed options is a separate case.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Spanned, Value};

use super::options::Setting;
use super::sidecar::{Sidecar, SidecarError};

/// One table: options with the values they take.
pub type MatrixKeys = BTreeMap<Spanned<String>, Spanned<Vec<Spanned<Value>>>>;

/// One combination: the options, and the name they give the case.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) options: Vec<Setting>,
}

/// More cases than this from one fixture are a mistake.
const MOST: usize = 2000;

/// All combinations of all tables, in the author's order, each once.
pub(super) fn variants(sidecar: &Sidecar) -> Result<Vec<Variant>, SidecarError> {
    let mut found = Vec::new();
    let mut names = BTreeSet::new();
    for table in &sidecar.matrix {
        let mut combinations = vec![Vec::new()];
        let mut axes: Vec<_> = table.get_ref().iter().collect();
        axes.sort_by_key(|(key, _)| key.span().start);
        for (key, values) in axes {
            let settings = axis(sidecar, key, values)?;
            if combinations.len() * settings.len() > MOST {
                let message = format!("more than {MOST} combinations");
                return Err(sidecar.source.error(table.span(), message));
            }
            let extended = combinations.iter().flat_map(|combination: &Vec<Setting>| {
                let with =
                    |setting: &Setting| [&combination[..], std::slice::from_ref(setting)].concat();
                settings.iter().map(with)
            });
            combinations = extended.collect();
        }
        for options in combinations {
            let parts: Vec<String> = options.iter().map(ToString::to_string).collect();
            let name = parts.join(",");
            if names.insert(name.clone()) {
                found.push(Variant { name, options });
            }
        }
    }
    Ok(found)
}

/// The values of one option.
fn axis(
    sidecar: &Sidecar,
    key: &Spanned<String>,
    values: &Spanned<Vec<Spanned<Value>>>,
) -> Result<Vec<Setting>, SidecarError> {
    if values.get_ref().is_empty() {
        let message = "an option of a matrix needs at least one value";
        return Err(sidecar.source.error(values.span(), message));
    }
    let setting = |value: &Spanned<Value>| {
        let text = text(value.get_ref())
            .ok_or_else(|| "expected a word, a number or an array of numbers".to_owned());
        text.and_then(|text| Setting::parse(key.get_ref(), &text))
            .map_err(|message| sidecar.source.error(value.span(), message))
    };
    values.get_ref().iter().map(setting).collect()
}

/// A value as it would stand in MJCF.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Array(values) => {
            let texts: Option<Vec<String>> = values.iter().map(text).collect();
            Some(texts?.join(" "))
        }
        _ => None,
    }
}
