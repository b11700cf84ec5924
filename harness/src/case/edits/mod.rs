//! Changes of a model while it runs, seeded: as a program does that randomises a simulation's
//! masses, frictions, gains and masks.
//!
//! They are made by the harness, the same for both sides, and listed so that a person can repeat
//! them.

mod rules;

use std::fmt;

use self::rules::Rule;
use super::Layout;
use super::random::Random;
use crate::snapshot::{Assignment, Elem, FieldDescription, FieldView, Snapshot};

/// Rounds of mode `edit`, steps of a round, and changes before each of them.
pub const ROUNDS: u64 = 2;
pub const STEPS: u64 = 5;
pub const EDITS: usize = 4;
/// Constants of larger models are not computed anew: it takes MuJoCo long.
pub const LARGEST_NV: usize = 300;

/// Larger fields are not sent for the sake of one element.
const LARGEST: usize = 1 << 14;
/// Fields that nothing reads are chosen once in so many times that they could be.
const IDLE_RARITY: u64 = 12;

/// One change of one element.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    pub field: String,
    pub element: usize,
    pub from: f64,
    pub to: f64,
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Edit {
            field,
            element,
            from,
            to,
        } = self;
        write!(f, "{field}[{element}] {from:?} -> {to:?}")
    }
}

/// A field of the model that may be changed, with its values as they are.
#[derive(Clone, Debug)]
struct Editable {
    name: String,
    elem: Elem,
    rule: Rule,
    values: Vec<f64>,
}

/// The model as it is after the changes so far.
#[derive(Clone, Debug)]
pub struct Editor {
    fields: Vec<Editable>,
    random: Random,
}

impl Editor {
    /// The fields of a simulator that may be changed, by their index.
    pub fn indices(fields: &[FieldDescription]) -> Vec<usize> {
        let fields = fields.iter().enumerate();
        let editable = fields.filter(|(_, field)| rules::rule(field).is_some());
        editable.map(|(index, _)| index).collect()
    }

    /// `snapshot` has the fields of [`Editor::indices`] as they are now. What the `subject` does
    /// not have is left alone.
    pub fn new(snapshot: &Snapshot, subject: &[FieldDescription], seed: u64, round: u64) -> Editor {
        let has = |name: &str| subject.iter().any(|f| f.is_settable() && f.name == name);
        let editable = |view: FieldView<'_>| {
            let FieldDescription { name, elem, .. } = view.description;
            let rule = rules::rule(view.description).filter(|_| has(name))?;
            let count = view.bytes.len() / elem.size();
            let values = (1..=LARGEST).contains(&count).then(|| view.numbers())?;
            Some(Editable {
                name: name.clone(),
                elem: *elem,
                rule,
                values,
            })
        };
        let fields: Vec<Editable> = snapshot.iter().filter_map(editable).collect();
        // Models of the same shape are changed in different places.
        let mut content = seed;
        for value in fields.iter().flat_map(|field| &field.values).take(2000) {
            content = content.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ value.to_bits();
        }
        let random = Random::new(content, u64::MAX / 2 + round);
        Editor { fields, random }
    }

    /// Changes a few elements. The values of an assignment are those of the whole field.
    pub fn edit(&mut self, count: usize) -> (Vec<Edit>, Vec<Assignment>) {
        let (mut edits, mut changed) = (Vec::new(), Vec::new());
        for _ in 0..count {
            if let Some((at, edit)) = self.change() {
                if !changed.contains(&at) {
                    changed.push(at);
                }
                edits.push(edit);
            }
        }
        let assignment = |&at: &usize| Assignment {
            field: self.fields[at].name.clone(),
            values: self.fields[at].values.clone(),
        };
        (edits, changed.iter().map(assignment).collect())
    }

    /// The first value of a field.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.get(name, 0)
    }

    /// Tells a layout of options that decide which fields mean something.
    pub fn follow_options(&self, layout: &mut Layout) {
        for name in ["opt.jacobian", "opt.enableflags", "opt.disableflags"] {
            if let Some(value) = self.value(name) {
                layout.set_integer(name, value as i64);
            }
        }
    }

    /// One change, unless the field that was drawn has no other value.
    fn change(&mut self) -> Option<(usize, Edit)> {
        let at = loop {
            let at = self.below(self.fields.len())?;
            if !rules::is_idle(&self.fields[at].name) || self.random.one_in(IDLE_RARITY) {
                break at;
            }
        };
        let element = self.below(self.fields[at].values.len())?;
        let from = self.fields[at].values[element];
        let to = self.draw(self.fields[at].rule, element, from)?;
        let field = &mut self.fields[at];
        let to = match field.elem {
            Elem::F32 => f64::from(to as f32),
            _ => to,
        };
        if to == from {
            return None;
        }
        field.values[element] = to;
        let field = field.name.clone();
        Some((
            at,
            Edit {
                field,
                element,
                from,
                to,
            },
        ))
    }

    fn draw(&mut self, rule: Rule, element: usize, from: f64) -> Option<f64> {
        let random = &mut self.random;
        Some(match rule {
            Rule::Scale(fresh) if from == 0.0 => random.between(0.0, fresh),
            Rule::Scale(_) if random.one_in(6) => 0.0,
            Rule::Scale(_) | Rule::Factor => from * random.between(0.6, 1.6),
            Rule::Shift(reach) => from + random.between(-reach, reach),
            Rule::Turn => from + random.between(-0.4, 0.4),
            Rule::Flag => 1.0 - from,
            Rule::Bit(count) => {
                let bit = random.bits() % u64::from(count);
                ((from as i64) ^ (1 << bit)) as f64
            }
            Rule::Code(codes) => self.one_of(codes)?,
            Rule::GeomType => self.geom_type(element, from)?,
            Rule::Fluid if element.is_multiple_of(12) => f64::from(u8::from(from == 0.0)),
            Rule::Fluid => from + random.between(0.0, 0.5),
            Rule::Condim if self.count("flex_margin") > 0 => self.one_of(&[1, 3])?,
            Rule::Condim => self.one_of(&[1, 3, 4, 6])?,
            Rule::SiteBody if self.count("eq_active0") > 0 => return None,
            Rule::SiteBody | Rule::Body => self.below(self.count("body_mass"))? as f64,
            Rule::Target => self.below(self.count("body_mass") + 1)? as f64 - 1.0,
            Rule::WrapType if (4.0..=5.0).contains(&from) => 9.0 - from,
            Rule::WrapType => return None,
            Rule::WrapObject => match self.get("wrap_type", element)? {
                3.0 => self.below(self.count("site_type"))? as f64,
                _ => return None,
            },
            Rule::WrapParameter => match self.get("wrap_type", element)? {
                1.0 | 2.0 => from * self.random.between(0.6, 1.6),
                4.0 | 5.0 => self.below(self.count("site_type") + 1)? as f64 - 1.0,
                _ => return None,
            },
            Rule::Dynamics if from == 0.0 => return None,
            Rule::Dynamics => self.one_of(&[1, 2, 3, 4])?,
            Rule::Known => return None,
            Rule::Mesh => match self.get("geom_type", element)? {
                7.0 if from >= 0.0 => self.below(self.count("mesh_pos") / 3)? as f64,
                _ => return None,
            },
            Rule::Geom => self.below(self.count("geom_type"))? as f64,
            Rule::Exclusion => {
                let first = self.below(self.count("body_mass"))?;
                let second = self.below(self.count("body_mass"))?;
                ((first << 16) + second) as f64
            }
            Rule::JointTransmission if from < 2.0 => 1.0 - from,
            Rule::JointTransmission => return None,
            Rule::SensorType => {
                let mut groups = rules::ALIKE.iter();
                self.one_of(groups.find(|group| group.contains(&(from as i64)))?)?
            }
            Rule::SensorObject(kind) => self.sensor_object(self.get(kind, element)?, from)?,
        })
    }

    /// An object of this type; those whose dofs matter stay what they are.
    fn sensor_object(&mut self, kind: f64, from: f64) -> Option<f64> {
        let count = match kind as i64 {
            1 | 2 => self.count("body_mass"),
            5 => self.count("geom_type"),
            6 => self.count("site_type"),
            7 => self.count("cam_mode"),
            _ => return None,
        };
        let other = self.below(count)? as f64;
        (from >= 0.0).then_some(other)
    }

    /// A type of geom that has as many sizes as this one; planes, height fields and what has no
    /// size stay what they are.
    fn geom_type(&mut self, geom: usize, from: f64) -> Option<f64> {
        let size = |k: usize| self.get("geom_size", 3 * geom + k);
        let sizes = (0..3).take_while(|&k| size(k).is_some_and(|size| size > 0.0));
        let fit: &[i64] = match sizes.count() {
            _ if from < 2.0 => return None,
            0 => return None,
            1 => &[2],
            2 => &[2, 3, 5],
            _ => &[2, 3, 4, 5, 6],
        };
        self.one_of(fit)
    }

    fn get(&self, name: &str, element: usize) -> Option<f64> {
        let field = self.fields.iter().find(|field| field.name == name)?;
        field.values.get(element).copied()
    }

    /// How many elements a field has.
    fn count(&self, name: &str) -> usize {
        let field = self.fields.iter().find(|field| field.name == name);
        field.map_or(0, |field| field.values.len())
    }

    fn one_of(&mut self, codes: &[i64]) -> Option<f64> {
        let at = self.below(codes.len())?;
        Some(codes[at] as f64)
    }

    fn below(&mut self, count: usize) -> Option<usize> {
        (count > 0).then(|| (self.random.bits() % count as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::snapshot::Side;

    fn snapshot() -> Snapshot {
        let field = |name: &str, elem, dims: &[&str]| FieldDescription {
            side: Side::Model,
            group: "model".to_owned(),
            name: name.to_owned(),
            elem,
            dims: dims.iter().map(|&dim| dim.to_owned()).collect(),
        };
        let mut snapshot = Snapshot {
            descriptions: Arc::new(vec![
                field("body_mass", Elem::F64, &["nbody"]),
                field("geom_contype", Elem::I32, &["ngeom"]),
                field("geom_rgba", Elem::F32, &["ngeom", "4"]),
                field("body_parentid", Elem::I32, &["nbody"]),
            ]),
            ..Snapshot::default()
        };
        let masses: Vec<u8> = [1.0f64, 2.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        snapshot.push(0, vec![2], &masses);
        snapshot.push(1, vec![1], &1i32.to_le_bytes());
        snapshot.push(2, vec![1, 4], &[0; 16]);
        snapshot.push(3, vec![2], &[0; 8]);
        snapshot
    }

    #[test]
    fn edits_are_the_same_for_a_seed_and_change_what_they_say() {
        let snapshot = snapshot();
        let edits =
            |seed, round| Editor::new(&snapshot, &snapshot.descriptions, seed, round).edit(20);
        assert_eq!(edits(1, 1), edits(1, 1));
        assert_ne!(edits(1, 1), edits(2, 1));
        assert_ne!(edits(1, 1), edits(1, 2));
        let (list, assignments) = edits(1, 1);
        for assignment in &assignments {
            let last = list.iter().rfind(|edit| edit.field == assignment.field);
            let last = last.expect("an edit of the field");
            assert_eq!(assignment.values[last.element], last.to);
        }
        assert!(list.iter().all(|edit| edit.field != "body_parentid"));
        assert!(list.iter().any(|edit| edit.field == "geom_contype"));
    }

    #[test]
    fn what_the_subject_lacks_is_left_alone() {
        let snapshot = snapshot();
        let subject = &snapshot.descriptions[..1];
        let (list, _) = Editor::new(&snapshot, subject, 1, 1).edit(20);
        assert!(!list.is_empty());
        assert!(list.iter().all(|edit| edit.field == "body_mass"));
    }
}
