//! Contacts of two versions, matched by the pair of geoms and by position: their order means
//! nothing.

use super::roll::{Runner, find};
use super::words::length;
use crate::case::Layout;
use crate::simulator::Failure;
use crate::snapshot::{Side, Snapshot};

/// One contact.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contact {
    /// The two that touch: geoms by their numbers, a flex by minus one minus its own.
    pub geoms: [i64; 2],
    pub dist: f64,
    /// The distance below which there is a force.
    pub margin: f64,
    pub pos: [f64; 3],
    pub frame: Vec<f64>,
}

/// All contacts at a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Touching(pub Vec<Contact>);

/// Contacts that are this near are the same: meshes are rounded to single precision.
const ROUNDING: f64 = 1e-7;

/// By the numbers of `mjtGeom`.
const TYPES: [&str; 9] = [
    "plane",
    "hfield",
    "sphere",
    "capsule",
    "ellipsoid",
    "cylinder",
    "box",
    "mesh",
    "sdf",
];

impl Touching {
    pub(super) fn read(runner: &mut Runner<'_>) -> Result<Touching, Failure> {
        let names = [
            "geom1",
            "geom2",
            "dist",
            "pos",
            "frame",
            "includemargin",
            "flex",
        ];
        let fields = &runner.loaded.fields;
        let at = |name: &str| find(fields, Side::Data, &format!("contact.{name}"));
        let wanted: Vec<usize> = names.iter().filter_map(|name| at(name)).collect();
        if wanted.len() < names.len() {
            return Ok(Touching::default());
        }
        let mut snapshot = Snapshot::default();
        runner.simulator.read(&wanted, &mut snapshot)?;
        let numbers = |at: usize| snapshot.at(at).map_or(Vec::new(), |view| view.numbers());
        let [first, second, dist, pos, frame, margin, flex] = [0, 1, 2, 3, 4, 5, 6].map(numbers);
        let contact = |at: usize| {
            let geoms = [*first.get(at)? as i64, *second.get(at)? as i64];
            let flexes = [*flex.get(2 * at)? as i64, *flex.get(2 * at + 1)? as i64];
            let one = |side: usize| match geoms[side] {
                geom if geom >= 0 => geom,
                _ => -1 - flexes[side],
            };
            let mut geoms = [one(0), one(1)];
            geoms.sort_unstable();
            Some(Contact {
                geoms,
                dist: *dist.get(at)?,
                margin: *margin.get(at)?,
                pos: pos.get(3 * at..3 * at + 3)?.try_into().ok()?,
                frame: frame.get(9 * at..9 * at + 9)?.to_vec(),
            })
        };
        Ok(Touching((0..first.len()).filter_map(contact).collect()))
    }

    fn of_pair(&self, geoms: [i64; 2]) -> Vec<&Contact> {
        self.0.iter().filter(|one| one.geoms == geoms).collect()
    }

    /// The pairs that touch, in the order of their first contacts.
    fn pairs(&self) -> Vec<[i64; 2]> {
        let mut pairs: Vec<[i64; 2]> = Vec::new();
        for contact in &self.0 {
            if !pairs.contains(&contact.geoms) {
                pairs.push(contact.geoms);
            }
        }
        pairs
    }
}

/// What changed, and an example; nothing if the contacts are the same in some order.
pub(super) fn change(old: &Touching, new: &Touching, layout: &Layout) -> Option<(String, String)> {
    let mut pairs = old.pairs();
    pairs.extend(
        new.pairs()
            .into_iter()
            .filter(|pair| !old.pairs().contains(pair)),
    );
    for geoms in pairs {
        let (before, after) = (old.of_pair(geoms), new.of_pair(geoms));
        let (kinds, names) = (kinds(geoms, layout), names(geoms, layout));
        if before.len() != after.len() {
            let what = format!("number of contacts of {kinds} pairs");
            return Some((what, format!("{names} {} -> {}", before.len(), after.len())));
        }
        if let Some((field, detail)) = matched(&before, after) {
            let what = format!("contact.{field} of {kinds} pairs");
            return Some((what, format!("{names} {detail}")));
        }
    }
    None
}

/// The first quantity that differs between contacts of one pair, nearest with nearest.
fn matched(before: &[&Contact], mut after: Vec<&Contact>) -> Option<(&'static str, String)> {
    let mut found: Option<(&'static str, String, f64)> = None;
    for one in before {
        let apart = |other: &Contact| -> f64 {
            let parts = one.pos.iter().zip(other.pos);
            parts.map(|(a, b)| (a - b) * (a - b)).sum()
        };
        let order =
            |a: &(usize, &&Contact), b: &(usize, &&Contact)| apart(a.1).total_cmp(&apart(b.1));
        let (at, _) = after.iter().enumerate().min_by(order)?;
        let other = after.swap_remove(at);
        let moved = apart(other).sqrt();
        let deeper = (one.dist - other.dist).abs();
        let turned = one.frame.iter().zip(&other.frame);
        let turned = turned.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let wider = (one.margin - other.margin).abs();
        let equal = |size: f64, word: &'static str| (size == 0.0).then_some(word);
        let kept = [
            equal(moved, "positions"),
            equal(turned, "frames"),
            equal(deeper, "depths"),
        ];
        let kept: Vec<&str> = kept.into_iter().flatten().collect();
        let rest = match kept.is_empty() {
            true => String::new(),
            false => format!("; {} equal", kept.join(" and ")),
        };
        let lengths = |from: f64, to: f64| format!("{} -> {}{rest}", length(from), length(to));
        let candidates = [
            ("dist", deeper, lengths(one.dist, other.dist)),
            ("includemargin", wider, lengths(one.margin, other.margin)),
            ("pos", moved, format!("moved by {}{rest}", length(moved))),
            ("frame", turned, format!("turned by {turned:.1e}{rest}")),
        ];
        for (field, size, detail) in candidates {
            if size > found.as_ref().map_or(ROUNDING, |(.., largest)| *largest) {
                found = Some((field, detail, size));
            }
        }
    }
    found.map(|(field, detail, _)| (field, detail))
}

fn kinds(geoms: [i64; 2], layout: &Layout) -> String {
    let kind = |geom: i64| {
        let number = usize::try_from(geom).ok()?;
        let code = usize::try_from(layout.integer("geom_type", number)?).ok()?;
        TYPES.get(code).copied()
    };
    geoms.map(|geom| kind(geom).unwrap_or("flex")).join("-")
}

/// The geoms by their names, or those of their bodies.
fn names(geoms: [i64; 2], layout: &Layout) -> String {
    let name = |geom: i64| -> Option<String> {
        if let Ok(flex) = usize::try_from(-1 - geom) {
            let own = layout.name("name_flexadr", flex);
            return Some(own.unwrap_or_else(|| format!("flex {flex}")));
        }
        let number = usize::try_from(geom).ok()?;
        let own = layout.name("name_geomadr", number);
        own.or_else(|| {
            let body = usize::try_from(layout.integer("geom_bodyid", number)?).ok()?;
            layout.name("name_bodyadr", body)
        })
    };
    let words = geoms.map(|geom| name(geom).unwrap_or_else(|| format!("geom {geom}")));
    words.join(" - ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(pair: [i64; 2], x: f64, dist: f64) -> Contact {
        Contact {
            geoms: pair,
            dist,
            margin: 0.0,
            pos: [x, 0.0, 0.0],
            frame: vec![0.0; 9],
        }
    }

    #[test]
    fn contacts_in_another_order_are_the_same_and_a_depth_is_told_with_what_stayed() {
        let (a, b) = (contact([1, 2], 0.0, -0.1), contact([1, 2], 1.0, -0.2));
        let (one, other) = (vec![a.clone(), b.clone()], vec![b, a]);
        let layout = Layout::default();
        assert_eq!(
            change(&Touching(one.clone()), &Touching(other), &layout),
            None
        );
        let mut deeper = one.clone();
        deeper[1].dist = -0.5;
        let (what, detail) = change(&Touching(one), &Touching(deeper), &layout).expect("changed");
        assert_eq!(what, "contact.dist of flex-flex pairs");
        assert!(
            detail.ends_with("-200 mm -> -500 mm; positions and frames equal"),
            "{detail}"
        );
    }

    #[test]
    fn where_forces_begin_is_told_and_a_flex_has_its_own_name() {
        let one = contact([-1, 2], 0.0, 0.01);
        let mut other = one.clone();
        other.margin = 0.005;
        let found = change(
            &Touching(vec![one]),
            &Touching(vec![other]),
            &Layout::default(),
        );
        let (what, detail) = found.expect("changed");
        assert_eq!(what, "contact.includemargin of flex-flex pairs");
        assert_eq!(
            detail,
            "flex 0 - geom 2 0 mm -> 5 mm; positions and frames and depths equal"
        );
    }

    #[test]
    fn a_lost_contact_is_told_as_a_number() {
        let two = Touching(vec![contact([1, 2], 0.0, 0.0), contact([1, 2], 1.0, 0.0)]);
        let one = Touching(vec![contact([1, 2], 0.0, 0.0)]);
        let (what, detail) = change(&two, &one, &Layout::default()).expect("changed");
        assert!(what.starts_with("number of contacts"), "{what}");
        assert!(detail.ends_with("2 -> 1"), "{detail}");
    }
}
