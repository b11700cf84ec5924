//! The tables of fields say what each field is and in which unit.

use std::collections::{BTreeMap, BTreeSet};

use plumbline::data::{Contact, SolverStat, WarningStat};
use plumbline::internal::fields::{Elem, FieldInfo, Values};
use plumbline::model::{Colours, Global, Headlight, Mapping, Opt, Quality, Scale, Statistic};
use plumbline::{Data, Model, Spec};

/// Every row of every table.
fn fields() -> Vec<&'static FieldInfo> {
    let tables = [
        Model::SIZES,
        Model::ARRAYS,
        Opt::FIELDS,
        Statistic::FIELDS,
        Global::FIELDS,
        Quality::FIELDS,
        Headlight::FIELDS,
        Mapping::FIELDS,
        Scale::FIELDS,
        Colours::FIELDS,
        Data::SCALARS,
        Data::VECTORS,
        Data::BUFFER,
        Data::ARENA,
        Contact::MEMBERS,
        WarningStat::MEMBERS,
        SolverStat::MEMBERS,
    ];
    tables.into_iter().flatten().collect()
}

#[test]
fn every_field_says_what_it_is_in_whole_sentences() {
    let fields = fields();
    assert!(fields.len() > 650, "{} fields", fields.len());
    for FieldInfo { name, doc, .. } in fields {
        let first = doc.chars().next().unwrap_or(' ');
        assert!(first.is_uppercase() || first == '`', "{name}: `{doc}`");
        assert!(doc.ends_with('.'), "{name}: `{doc}`");
        assert!(doc.split(' ').count() >= 3, "{name}: `{doc}`");
        assert!(!doc.contains("  "), "{name}: `{doc}`");
    }
}

/// Two fields with the same words: one of them was forgotten.
#[test]
fn no_two_fields_of_a_struct_have_the_same_words() {
    let mut seen: BTreeMap<_, &str> = BTreeMap::new();
    for FieldInfo {
        owner, name, doc, ..
    } in fields()
    {
        let part = name.rsplit_once('.').map_or("", |(part, _)| part);
        if let Some(other) = seen.insert((*owner, part, *doc), name) {
            panic!("{name} and {other}: `{doc}`");
        }
    }
}

#[test]
fn the_fields_that_a_text_mentions_exist() {
    let fields = fields();
    let names = fields.iter().flat_map(|field| {
        let own = field.name.rsplit_once('.').map(|(_, own)| own);
        [Some(field.name), own].into_iter().flatten()
    });
    let mut known: BTreeSet<&str> = names.collect();
    // Words of MJCF, and what has no number of its own.
    known.extend(["solref", "solimp", "fwdinv", "i"]);
    known.extend(["subtree_com[body_rootid]"]);
    for FieldInfo { name, doc, .. } in fields {
        for word in doc.split('`').skip(1).step_by(2) {
            assert!(known.contains(word), "{name}: `{word}` in `{doc}`");
        }
    }
}

#[test]
fn options_have_the_defaults_that_their_texts_state() {
    let options = Spec::default().option;
    for field in options.fields() {
        let FieldInfo { name, doc, .. } = field.info;
        let stated = doc
            .strip_suffix('.')
            .and_then(|doc| doc.rsplit_once("Default "));
        let (_, stated) = stated.unwrap_or_else(|| panic!("{name} states no default"));
        let words = ["Euler", "pyramidal", "automatic", "Newton", "none"];
        if words.contains(&stated) {
            continue;
        }
        let values: Vec<f64> = match field.values {
            Values::F64(values) => values.to_vec(),
            Values::I32(values) => values.iter().map(|&value| f64::from(value)).collect(),
            _ => panic!("{name}"),
        };
        let stated = stated.split(", ").map(|number| number.parse().expect(name));
        let mut stated: Vec<f64> = stated.collect();
        stated.resize(values.len(), 0.0);
        assert_eq!(values, stated, "{name}");
    }
}

/// Whole numbers count, index or are codes; all others are in some unit, if only 1.
#[test]
fn floating_point_fields_have_a_unit_and_the_others_none() {
    for field in fields() {
        let floating = matches!(field.elem, Elem::F64 | Elem::F32);
        assert_eq!(field.unit.is_some(), floating, "{}", field.name);
        let unit = field.unit.unwrap_or("1");
        assert!(is_unit(unit), "{}: `{unit}`", field.name);
    }
}

/// Units of the parts, each perhaps a choice: `1, 1, m or rad` or `kg m^2 (6 times), kg`.
fn is_unit(text: &str) -> bool {
    const BASE: [&str; 13] = [
        "1", "any", "m", "rad", "deg", "s", "kg", "N", "J", "Pa", "T", "Hz", "",
    ];
    const OTHER: [&str; 2] = ["that of the reading", "that of the sensor"];
    let is_factor = |factor: &str| {
        let (base, power) = factor.split_once('^').unwrap_or((factor, "2"));
        BASE.contains(&base) && power.parse::<f64>().is_ok()
    };
    let is_choice = |choice: &str| choice.split(['/', ' ', '(', ')']).all(is_factor);
    text.split(", ").all(|part| {
        let (unit, times) = part.split_once(" (").unwrap_or((part, "1 times)"));
        let counted = times.strip_suffix(" times)");
        let counted = counted.is_some_and(|count| count.parse::<u8>().is_ok());
        OTHER.contains(&unit) || (counted && unit.split(" or ").all(is_choice))
    })
}

/// Methods of [`Data`] that stand for functions of MuJoCo say what they need to have run before.
#[test]
fn every_method_with_mujocos_name_says_what_it_needs() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/api");
    let mut methods = 0;
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let (mut of_data, mut named, mut says) = (false, false, false);
        for line in text.lines() {
            if let Some(of) = line.strip_prefix("impl") {
                of_data = ["Data {", "ContactView<'a> {"]
                    .iter()
                    .any(|it| of.contains(it));
            }
            let line = line.trim();
            named |= line.starts_with("#[doc(alias");
            says |= line.starts_with("///") && (line.contains("Needs ") || line.contains("needs "));
            if line.starts_with("pub fn") {
                methods += usize::from(of_data && named);
                let fine = !(of_data && named) || says;
                assert!(
                    fine,
                    "{}: {line} has no word about what it needs",
                    path.display()
                );
            }
            if !line.starts_with("///") && !line.starts_with("#[") && !line.starts_with('"') {
                (named, says) = (false, false);
            }
        }
    }
    assert!(methods > 70, "{methods} methods");
}
