//! Parts of the tree of bodies: found, copied, counted and put into a body.

use super::keyframes;
use super::roles::each_content;
use crate::spec::Body;

/// The first body of a name, parents before children.
pub(crate) fn find_body<'b>(root: &'b mut Body, name: &str) -> Option<&'b mut Body> {
    let mut open = vec![root];
    while let Some(body) = open.pop() {
        if body.name == name {
            return Some(body);
        }
        open.extend(body.children.iter_mut().rev());
    }
    None
}

/// A copy of a body with all that is in it. Saved states go with the copy.
pub(crate) fn copy_tree(body: &mut Body) -> Body {
    let copy = body.clone();
    keyframes::forget(body);
    copy
}

/// A copy of what is collected in a part that will be dropped. Saved states of its bodies go with
/// the copy. Bodies that stand in no frame are those of composites, which MuJoCo does not copy.
pub(crate) fn copy_part(part: &mut Body) -> Body {
    let mut copy = part.clone();
    copy.children.retain(|body| body.frame.is_some());
    part.children.iter_mut().for_each(keyframes::forget);
    copy
}

/// Adds a copy's elements to a body.
pub(crate) fn merge(copy: Body, body: &mut Body) {
    let base = body.frames.len();
    let shift = |frame: &mut Option<usize>| *frame = Some(frame.map_or(base, |f| f + base));
    for (index, mut frame) in copy.frames.into_iter().enumerate() {
        // The first frame's parent is one of the body's own.
        if index > 0 {
            shift(&mut frame.parent);
        }
        body.frames.push(frame);
    }
    macro_rules! extend {
        ($($list:ident)*) => {$(
            body.$list.extend(copy.$list.into_iter().map(|mut element| {
                shift(&mut element.frame);
                element
            }));
        )*};
    }
    each_content!(extend);
    extend!(children);
}

/// Elements in a body and below.
pub(crate) fn count_elements(body: &Body) -> usize {
    let mut count = 0;
    let mut open = vec![body];
    while let Some(body) = open.pop() {
        macro_rules! contents {
            ($($list:ident)*) => { 0 $(+ body.$list.len())* };
        }
        count += 1 + body.frames.len() + each_content!(contents);
        open.extend(&body.children);
    }
    count
}
