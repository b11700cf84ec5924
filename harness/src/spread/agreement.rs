//! Whether all sides have the same contacts and rows, and which of one side is which of the other.

use super::{Contact, View, contacts, matching, rows};

/// What the sides agree on of the things that are matched.
pub(super) enum Agreement {
    /// For the subject and for each copy: where it has what the reference has.
    Same(Vec<usize>, Vec<Vec<usize>>),
    /// The copies do not agree.
    Undecidable(String),
    /// The copies agree, and the subject does not.
    Apart(String),
    /// The subject does not tell.
    Untold,
}

pub(super) fn agree_on_contacts(
    reference: &View<'_>,
    subject: &View<'_>,
    copies: &[View<'_>],
) -> Agreement {
    let Some(all) = contacts(reference) else {
        return Agreement::Untold;
    };
    let mut others = Vec::new();
    for copy in copies {
        let listed = contacts(copy).unwrap_or_default();
        match matching(&all, &listed) {
            Some(order) => others.push(order),
            None => {
                let note = format!(
                    "copies of the reference have {} and {} contacts",
                    all.len(),
                    listed.len()
                );
                return Agreement::Undecidable(note);
            }
        }
    }
    let Some(listed) = contacts(subject) else {
        return match all.is_empty() {
            true => Agreement::Same(Vec::new(), others),
            false => Agreement::Untold,
        };
    };
    match matching(&all, &listed) {
        Some(order) => Agreement::Same(order, others),
        None => Agreement::Apart(apart(&all, &listed)),
    }
}

/// The first pair that touches more or less often.
fn apart(reference: &[Contact], subject: &[Contact]) -> String {
    let count = |list: &[Contact], contact: &Contact| {
        list.iter().filter(|other| other.who == contact.who).count()
    };
    let mut both = reference.iter().chain(subject);
    let found = both.find(|contact| count(reference, contact) != count(subject, contact));
    let text = format!("{} contacts instead of {}", subject.len(), reference.len());
    match found {
        Some(contact) => format!(
            "{text}; of geoms {} and {}: {} instead of {}",
            contact.who[0],
            contact.who[1],
            count(subject, contact),
            count(reference, contact)
        ),
        None => text,
    }
}

pub(super) fn agree_on_rows(
    contacts: &Agreement,
    reference: &View<'_>,
    subject: &View<'_>,
    copies: &[View<'_>],
) -> Agreement {
    let (own, others) = match contacts {
        Agreement::Same(own, others) => (own, others),
        Agreement::Undecidable(why) => return Agreement::Undecidable(why.clone()),
        Agreement::Apart(_) => return Agreement::Apart("contacts differ".to_owned()),
        Agreement::Untold => return Agreement::Untold,
    };
    let identity: Vec<usize> = (0..own.len()).collect();
    let Some(all) = rows::keys(reference, &identity) else {
        return Agreement::Untold;
    };
    let mut orders = Vec::new();
    for (copy, order) in copies.iter().zip(others) {
        let listed = rows::keys(copy, &inverse(order)).unwrap_or_default();
        match rows::order(&all, &listed) {
            Some(order) => orders.push(order),
            None => {
                let note = format!(
                    "copies of the reference have {} and {} rows",
                    all.len(),
                    listed.len()
                );
                return Agreement::Undecidable(note);
            }
        }
    }
    let Some(listed) = rows::keys(subject, &inverse(own)) else {
        return match all.is_empty() {
            true => Agreement::Same(Vec::new(), orders),
            false => Agreement::Untold,
        };
    };
    match rows::order(&all, &listed) {
        Some(order) => Agreement::Same(order, orders),
        None => {
            let note = format!("{} rows instead of {}", listed.len(), all.len());
            Agreement::Apart(note)
        }
    }
}

/// The order the other way round: which of the reference's each of the other's is.
fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (at, &place) in order.iter().enumerate() {
        if let Some(slot) = inverse.get_mut(place) {
            *slot = at;
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_can_be_read_from_the_other_side() {
        assert_eq!(inverse(&[2, 0, 1]), [1, 2, 0]);
    }
}
