//! One moment of both sides, judged by the copies.

use std::borrow::Cow;
use std::ops::Range;

use super::agreement::{Agreement, agree_on_contacts, agree_on_rows};
use super::own::measure;
use super::perturb::quaternions;
use super::ratio::{Measured, elementwise, grouped, largest};
use super::rules::{self, Way};
use super::{Cost, View, contacts, dense};
use crate::case::Layout;
use crate::catalogue;
use crate::compare::{Paired, Plan, Tally};
use crate::snapshot::{Elem, Side, Snapshot};

/// Everything that was computed at one moment.
#[derive(Debug)]
pub struct Material<'a> {
    pub reference: &'a Snapshot,
    pub subject: &'a Snapshot,
    pub copies: &'a [Snapshot],
    /// What the subject made of the same inputs when it was asked again.
    pub repeated: &'a [Snapshot],
    /// After a step: what the reference's integrator makes of the subject's forces.
    pub rebased: Option<Rebased<'a>>,
    /// Of the solver, where there were constraints.
    pub cost: Option<Cost>,
    /// Only the state after the step is judged: what else there is belongs to a part of the step.
    pub state_only: bool,
    /// Whether quaternions of `qpos` are compared as directions, whatever their lengths.
    pub normalized: bool,
    pub unit: f64,
    pub layout: &'a Layout,
}

/// A step of the reference, and of its copies, with the subject's forces.
#[derive(Clone, Copy, Debug)]
pub struct Rebased<'a> {
    pub reference: &'a Snapshot,
    pub copies: &'a [Snapshot],
}

/// What the ratio of a field means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Rounding.
    Within,
    /// Beyond rounding, while the solver's answer is as good as the reference's.
    Limited,
    /// The copies do not agree among themselves.
    Undecidable,
    Beyond,
}

/// The verdict on a field at one moment.
#[derive(Clone, Debug)]
pub struct Judged {
    pub field: String,
    pub stage: Cow<'static, str>,
    pub measured: Measured,
    pub allowed: f64,
    pub class: Class,
    /// The worst element's values, reference and subject.
    pub values: Option<(f64, f64)>,
    /// What the ratio does not say.
    pub note: Option<String>,
    /// How many times what rounding does the subject's answers differ by from run to run.
    pub restless: f64,
}

/// Judges all fields of a moment, in pipeline order.
pub fn judge(plan: &mut Plan, material: &Material<'_>) -> (Tally, Vec<Judged>) {
    let reference = View::new(material.reference);
    let subject = View::new(material.subject);
    let copies: Vec<View<'_>> = material.copies.iter().map(View::new).collect();
    let moment = Moment::new(material, reference, subject, copies);
    let mut found = Vec::new();
    let tally = plan.pair_up(
        material.reference,
        material.subject,
        material.layout,
        |paired| found.extend(moment.field(&paired)),
    );
    moment.conclude(&mut found);
    (tally, found)
}

struct Moment<'a> {
    material: &'a Material<'a>,
    reference: View<'a>,
    subject: View<'a>,
    copies: Vec<View<'a>>,
    rebased: Option<(View<'a>, Vec<View<'a>>)>,
    /// The subject's answers when it was asked again, with the order of their contacts and rows.
    repeated: Vec<Again<'a>>,
    contacts: Agreement,
    rows: Agreement,
}

struct Again<'a> {
    view: View<'a>,
    contacts: Agreement,
    rows: Agreement,
}

impl<'a> Moment<'a> {
    fn new(
        material: &'a Material<'a>,
        reference: View<'a>,
        subject: View<'a>,
        copies: Vec<View<'a>>,
    ) -> Moment<'a> {
        let rebased = material.rebased.map(|rebased| {
            let copies = rebased.copies.iter().map(View::new).collect();
            (View::new(rebased.reference), copies)
        });
        let agreed = agree_on_contacts(&reference, &subject, &copies);
        let rows = agree_on_rows(&agreed, &reference, &subject, &copies);
        let again = |snapshot: &'a Snapshot| {
            let view = View::new(snapshot);
            let contacts = agree_on_contacts(&reference, &view, &[]);
            let rows = agree_on_rows(&contacts, &reference, &view, &[]);
            Again {
                view,
                contacts,
                rows,
            }
        };
        let repeated = material.repeated.iter().map(again).collect();
        Moment {
            material,
            reference,
            subject,
            copies,
            rebased,
            repeated,
            contacts: agreed,
            rows,
        }
    }

    fn field(&self, paired: &Paired<'_>) -> Option<Judged> {
        let name = paired.name;
        let way = rules::way(name);
        if self.material.state_only && way != Way::Integrated {
            return None;
        }
        let judged = match way {
            Way::Left => return None,
            Way::Matched => return self.matched(name),
            Way::Elements if dense::is_matrix(name) => self.matrix(name)?,
            Way::Elements if is_integer(paired) => return self.integers(paired),
            Way::Elements => self.plain(paired)?,
            Way::Trees => self.trees(name)?,
            Way::Integrated => self.integrated(name, paired)?,
        };
        Some(self.undecidable(name).unwrap_or(judged))
    }

    /// The verdict on what cannot be judged at this moment.
    fn undecidable(&self, name: &str) -> Option<Judged> {
        let why = match (&self.contacts, &self.rows) {
            (Agreement::Undecidable(why), _) | (_, Agreement::Undecidable(why)) => why,
            _ => return None,
        };
        let follows = rules::follows_contacts(name) && rules::way(name) != Way::Integrated;
        follows.then(|| self.without_ratio(name, Class::Undecidable, why.clone()))
    }

    fn without_ratio(&self, name: &str, class: Class, note: String) -> Judged {
        Judged {
            field: name.to_owned(),
            stage: catalogue::part(Side::Data, name).into(),
            measured: Measured {
                r: match class {
                    Class::Beyond => f64::INFINITY,
                    _ => 0.0,
                },
                error: f64::NAN,
                spread: 0.0,
                element: 0,
                judged: 0,
            },
            allowed: rules::allowed(name),
            class,
            values: None,
            note: Some(note),
            restless: 0.0,
        }
    }

    fn with_ratio(
        &self,
        name: &str,
        (measured, restless): (Measured, f64),
        both: (&[f64], &[f64]),
    ) -> Option<Judged> {
        if measured.judged == 0 {
            return None;
        }
        let allowed = rules::allowed(name);
        let at = measured.element;
        let class = match (measured.r > allowed, restless > allowed) {
            (true, _) => Class::Beyond,
            // Whatever it answers would be within a spread that is that wide.
            (false, true) => Class::Undecidable,
            (false, false) => Class::Within,
        };
        Some(Judged {
            field: name.to_owned(),
            stage: catalogue::part(Side::Data, name).into(),
            measured,
            allowed,
            class,
            values: both.0.get(at).copied().zip(both.1.get(at).copied()),
            note: None,
            restless,
        })
    }

    /// What `read` finds in the subject's repeated answers.
    fn again(&self, read: impl Fn(&View<'_>) -> Option<Vec<f64>>) -> Vec<Vec<f64>> {
        let views = self.repeated.iter().map(|again| &again.view);
        views.filter_map(read).collect()
    }

    fn wrong_shape(&self, name: &str, subject: usize, reference: usize) -> Judged {
        let note = format!("the subject has {subject} elements, the reference {reference}");
        self.without_ratio(name, Class::Beyond, note)
    }

    fn numbers_of_copies(&self, name: &str) -> Vec<Vec<f64>> {
        let numbers = self.copies.iter().map(|copy| copy.numbers(name));
        numbers.map(Option::unwrap_or_default).collect()
    }

    fn plain(&self, paired: &Paired<'_>) -> Option<Judged> {
        let (left, right) = (paired.reference.numbers(), paired.subject.numbers());
        if left.len() != right.len() {
            return Some(self.wrong_shape(paired.name, right.len(), left.len()));
        }
        let copies = self.numbers_of_copies(paired.name);
        let (unit, ranges) = (self.material.unit, paired.ranges);
        let repeated = self.again(|view| view.numbers(paired.name));
        let measured = measure((&left, &right), copies, &repeated, |subject, copies| {
            elementwise(&left, subject, copies, ranges, unit)
        });
        self.with_ratio(paired.name, measured, (&left, &right))
    }

    fn matrix(&self, name: &str) -> Option<Judged> {
        let layout = self.material.layout;
        let full = |view: &View<'_>| dense::full(view, name, layout, 0);
        let left = full(&self.reference)?;
        let Some(right) = full(&self.subject) else {
            let note = "the subject's matrix has neither all elements nor a pattern".to_owned();
            return Some(self.without_ratio(name, Class::Beyond, note));
        };
        let copies: Vec<Vec<f64>> = self.copies.iter().filter_map(full).collect();
        let all = 0..left.len();
        let (all, unit) = (std::slice::from_ref(&all), self.material.unit);
        let measured = measure(
            (&left, &right),
            copies,
            &self.again(full),
            |subject, copies| elementwise(&left, subject, copies, all, unit),
        );
        self.with_ratio(name, measured, (&left, &right))
    }

    /// Integers are equal, unless the copies disagree about them.
    fn integers(&self, paired: &Paired<'_>) -> Option<Judged> {
        let inside = |numbers: &[f64]| -> Vec<f64> {
            let ranges = paired.ranges.iter();
            let part = |range: &Range<usize>| numbers.get(range.clone()).unwrap_or_default();
            ranges.flat_map(part).copied().collect()
        };
        let left = inside(&paired.reference.numbers());
        let right = inside(&paired.subject.numbers());
        if left.is_empty() {
            return None;
        }
        let name = paired.name;
        let copies = self.numbers_of_copies(name);
        if copies.iter().any(|copy| inside(copy) != left) {
            let note = "the copies do not agree".to_owned();
            return Some(self.without_ratio(name, Class::Undecidable, note));
        }
        if left == right {
            return self.with_ratio(name, (exact(left.len()), 0.0), (&left, &right));
        }
        let apart = left.iter().zip(&right).position(|(a, b)| a != b);
        let at = apart.unwrap_or(0);
        let show = |values: &[f64]| values.get(at).map_or("none".to_owned(), f64::to_string);
        let note = format!("{} instead of {}", show(&right), show(&left));
        Some(self.without_ratio(name, Class::Beyond, note))
    }

    fn trees(&self, name: &str) -> Option<Judged> {
        let (left, right) = (self.reference.numbers(name)?, self.subject.numbers(name)?);
        if left.len() != right.len() {
            return Some(self.wrong_shape(name, right.len(), left.len()));
        }
        let trees = self.material.layout.integers("dof_treeid");
        let copies = self.numbers_of_copies(name);
        // A constraint's force may be had as the difference of others: it is as uncertain as they.
        let others = match name {
            "qfrc_constraint" => self.reference.numbers("qfrc_smooth").unwrap_or_default(),
            _ => Vec::new(),
        };
        let size = (self.material.unit, largest(&others));
        let repeated = self.again(|view| view.numbers(name));
        let measured = measure((&left, &right), copies, &repeated, |subject, copies| {
            grouped(&left, subject, copies, trees, size)
        });
        self.with_ratio(name, measured, (&left, &right))
    }

    /// The state: an input of a forward computation, the result of a step.
    fn integrated(&self, name: &str, paired: &Paired<'_>) -> Option<Judged> {
        let (reference, copies) = match &self.rebased {
            Some((reference, copies)) => (reference, copies),
            None if name == "qpos" && self.material.normalized => (&self.reference, &self.copies),
            None => return self.plain(paired),
        };
        let (mut left, mut right) = (reference.numbers(name)?, self.subject.numbers(name)?);
        if left.len() != right.len() {
            return Some(self.wrong_shape(name, right.len(), left.len()));
        }
        let numbers = copies.iter().map(|copy| copy.numbers(name));
        let mut copies: Vec<Vec<f64>> = numbers.map(Option::unwrap_or_default).collect();
        let mut repeated = self.again(|view| view.numbers(name));
        if name == "qpos" && self.material.normalized {
            let all = [&mut left, &mut right].into_iter();
            let all = all.chain(&mut copies).chain(&mut repeated);
            all.for_each(|qpos| normalize(qpos, self.material.layout));
        }
        let trees: &[i64] = match name {
            "qvel" => self.material.layout.integers("dof_treeid"),
            _ => &[],
        };
        let size = (self.material.unit, 0.0);
        let measured = measure((&left, &right), copies, &repeated, |subject, copies| {
            grouped(&left, subject, copies, trees, size)
        });
        self.with_ratio(name, measured, (&left, &right))
    }

    /// A field of contacts or rows, each with its counterpart.
    fn matched(&self, name: &str) -> Option<Judged> {
        let of_rows = name.starts_with("efc_") || matches!(name, "nefc" | "ne" | "nf" | "nl");
        let agreement = if of_rows { &self.rows } else { &self.contacts };
        let (own, others) = match agreement {
            Agreement::Same(own, others) => (own, others),
            Agreement::Undecidable(why) => {
                return Some(self.without_ratio(name, Class::Undecidable, why.clone()));
            }
            // One line says it: the others have no counterparts.
            Agreement::Apart(note) if self.tells_apart(name) => {
                return Some(self.without_ratio(name, Class::Beyond, note.clone()));
            }
            Agreement::Apart(_) => return None,
            Agreement::Untold => {
                let note = "the subject does not say which contact or row is which".to_owned();
                return Some(self.without_ratio(name, Class::Undecidable, note));
            }
        };
        match name {
            "ncon" | "nefc" => return self.with_ratio(name, (exact(1), 0.0), (&[], &[])),
            "contact.geom" | "contact.geom1" | "contact.geom2" | "efc_type" | "efc_id" => {
                return None;
            }
            _ => {}
        }
        let (rows, unit) = (own.len(), self.material.unit);
        let read = |view: &View<'_>| self.read_matched(view, name, rows);
        let left = read(&self.reference)?;
        let right = reordered(&read(&self.subject)?, own);
        if left.len() != right.len() {
            return Some(self.wrong_shape(name, right.len(), left.len()));
        }
        let copies = self.copies.iter().zip(others);
        let copies = copies.map(|(copy, order)| read(copy).map(|values| reordered(&values, order)));
        let copies: Vec<Vec<f64>> = copies.map(Option::unwrap_or_default).collect();
        let ordered = |again: &Again<'_>| {
            let agreement = if of_rows {
                &again.rows
            } else {
                &again.contacts
            };
            match agreement {
                Agreement::Same(order, _) => Some(reordered(&read(&again.view)?, order)),
                _ => None,
            }
        };
        let repeated: Vec<Vec<f64>> = self.repeated.iter().filter_map(ordered).collect();
        let all = 0..left.len();
        let all = std::slice::from_ref(&all);
        let measured = measure((&left, &right), copies, &repeated, |subject, copies| {
            elementwise(&left, subject, copies, all, unit)
        });
        self.with_ratio(name, measured, (&left, &right))
    }

    /// Whether this is the field that says that contacts or rows differ: their number, or what a
    /// subject without a number has to have.
    fn tells_apart(&self, name: &str) -> bool {
        let has = |name: &str| self.subject.field(name).is_some();
        match name {
            "ncon" | "nefc" => true,
            "contact.dist" => !has("ncon"),
            // Rows differ if contacts do.
            "efc_type" => !has("nefc") && matches!(self.contacts, Agreement::Same(..)),
            _ => false,
        }
    }

    /// The numbers of a field of contacts or rows, as far as they are judged.
    fn read_matched(&self, view: &View<'_>, name: &str, rows: usize) -> Option<Vec<f64>> {
        match name {
            "efc_J" => dense::full(view, name, self.material.layout, rows),
            // The normal; tangents are free, and judged by the rows.
            "contact.frame" => {
                let normals = contacts(view)?.into_iter();
                Some(normals.flat_map(|contact| contact.normal).collect())
            }
            _ => view.numbers(name),
        }
    }

    /// What follows from the whole moment: an answer of the solver that is as good as the
    /// reference's is no fault, and a worse one is.
    fn conclude(&self, found: &mut [Judged]) {
        let rows = self.reference.integers("nefc").unwrap_or_default();
        if self.material.state_only && rows.first().is_some_and(|rows| *rows > 0) {
            // The solver ran several times within the step, each time from where it got before.
            let beyond = found
                .iter_mut()
                .filter(|judged| judged.class == Class::Beyond);
            for judged in beyond.filter(|judged| judged.measured.r.is_finite()) {
                judged.class = Class::Limited;
            }
        }
        let Some(cost) = &self.material.cost else {
            return;
        };
        if matches!(self.contacts, Agreement::Undecidable(_))
            || matches!(self.rows, Agreement::Undecidable(_))
        {
            return;
        }
        let gap = cost.gap(self.material.unit);
        let good = gap <= rules::GAP;
        let moved = found
            .iter()
            .any(|judged| judged.field == "qacc" && judged.measured.r > judged.allowed);
        for judged in found {
            let of_solver = matches!(judged.field.as_str(), "qacc" | "qfrc_constraint");
            let follows = rules::follows_solver(&judged.field);
            match judged.class {
                Class::Beyond if good && (of_solver || follows && moved) => {
                    judged.class = Class::Limited;
                    judged.note = Some(format!("the solver's gap of cost is {gap:.2}"));
                }
                Class::Within if !good && judged.field == "qacc" => {
                    judged.class = Class::Beyond;
                    judged.measured.r = gap;
                    judged.allowed = rules::GAP;
                    judged.measured.error = cost.subject - cost.reference;
                    judged.measured.spread = judged.measured.error / gap;
                    judged.note = Some("of the solver's cost".to_owned());
                }
                Class::Beyond if of_solver => {
                    judged.note = Some(format!("the solver's gap of cost is {gap:.2e}"));
                }
                _ => {}
            }
        }
    }
}

fn is_integer(paired: &Paired<'_>) -> bool {
    !matches!(paired.reference.description.elem, Elem::F64 | Elem::F32)
}

/// Gives the quaternions of free and ball joints the length 1.
fn normalize(qpos: &mut [f64], layout: &Layout) {
    for start in quaternions(layout) {
        let Some(quaternion) = qpos.get_mut(start..start + 4) else {
            continue;
        };
        let length = quaternion
            .iter()
            .map(|part| part * part)
            .sum::<f64>()
            .sqrt();
        if length > 0.0 {
            quaternion.iter_mut().for_each(|part| *part /= length);
        }
    }
}

/// Something that is equal.
fn exact(judged: usize) -> Measured {
    Measured {
        r: 0.0,
        error: 0.0,
        spread: 0.0,
        element: 0,
        judged,
    }
}

/// Rows of equal width in the reference's order.
fn reordered(values: &[f64], order: &[usize]) -> Vec<f64> {
    if order.is_empty() || !values.len().is_multiple_of(order.len()) {
        return values.to_vec();
    }
    let width = values.len() / order.len();
    let row = |&at: &usize| values.get(width * at..width * (at + 1)).unwrap_or_default();
    order.iter().flat_map(row).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_put_into_the_order_of_the_reference() {
        let values = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(reordered(&values, &[1, 0]), [3.0, 4.0, 1.0, 2.0]);
    }

    #[test]
    fn quaternions_get_the_length_one_and_places_stay() {
        let mut layout = Layout::default();
        layout.set_integer("jnt_type", 0);
        layout.set_integer("jnt_qposadr", 0);
        let mut qpos = [1.0, 2.0, 3.0, 3.0, 0.0, 4.0, 0.0];
        normalize(&mut qpos, &layout);
        assert_eq!(qpos, [1.0, 2.0, 3.0, 0.6, 0.0, 0.8, 0.0]);
    }
}
