//! Which link hangs on which.
//!
//! A link without a parent hangs on the world. A link named `world` is the world itself, and what
//! hangs on it hangs on the world, whatever its own parent.

use super::{elements, required};
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{Body, Spec, WORLD};

#[derive(Default)]
pub(super) struct LinkTree {
    links: Vec<Link>,
}

struct Link {
    name: String,
    parent: Option<usize>,
    children: Vec<usize>,
    /// Whether the link can be reached from one without a parent.
    reached: bool,
    body: Body,
}

impl LinkTree {
    /// Finds all links, and by the joints how they hang together.
    pub(super) fn find(root: Node<'_>) -> Result<LinkTree, Error> {
        let mut tree = LinkTree::default();
        let mut names = std::collections::HashMap::new();
        for node in elements(root, "link") {
            let name = node.required("name")?.to_owned();
            if names.insert(name.clone(), tree.links.len()).is_some() {
                return Err(node
                    .value_error("name", format!("another link is named `{name}` too"))
                    .expected("a name of its own"));
            }
            tree.links.push(Link {
                name: name.clone(),
                parent: None,
                children: Vec::new(),
                reached: false,
                body: Body {
                    name,
                    source: Some(node.location()),
                    ..Body::default()
                },
            });
        }
        for joint in elements(root, "joint") {
            let find = |end: &str| {
                let node = required(joint, end)?;
                let name = node.required("link")?;
                Ok((names.get(name).copied(), node, name))
            };
            let (parent, child) = (find("parent")?, find("child")?);
            let known = |(link, node, name): (Option<usize>, Node<'_>, &str)| {
                link.ok_or_else(|| {
                    node.value_error("link", format!("there is no link `{name}`"))
                        .expected("the name of a link")
                })
            };
            let (above, below) = (known(parent)?, known(child)?);
            if tree.links[below].parent.replace(above).is_some() {
                let message = format!("link `{}` has more than one parent", child.2);
                return Err(joint.invalid(message).expected("one joint to each link"));
            }
            tree.links[above].children.push(below);
        }
        for id in tree.order() {
            tree.links[id].reached = true;
        }
        Ok(tree)
    }

    /// All links that can be reached, parents first and the links of one parent in their order.
    fn order(&self) -> Vec<usize> {
        let roots = (0..self.links.len()).filter(|&id| self.links[id].parent.is_none());
        let mut open: Vec<usize> = roots.collect();
        open.reverse();
        let mut order = Vec::with_capacity(self.links.len());
        while let Some(id) = open.pop() {
            order.push(id);
            open.extend(self.links[id].children.iter().rev());
        }
        order
    }

    /// The body of a link, by its name.
    pub(super) fn body<'b>(&'b mut self, name: &str, spec: &'b mut Spec) -> Option<&'b mut Body> {
        if name == WORLD {
            return Some(&mut spec.world);
        }
        let link = self.links.iter_mut().find(|link| link.name == name)?;
        link.reached.then_some(&mut link.body)
    }

    /// Hangs every body on its parent.
    pub(super) fn assemble(mut self, spec: &mut Spec) {
        let order = self.order();
        // A body is complete once all that come after it are.
        for &id in order.iter().rev() {
            let link = &mut self.links[id];
            link.body.children.reverse();
            if link.name == WORLD {
                continue;
            }
            let body = std::mem::take(&mut link.body);
            let parent = link
                .parent
                .filter(|&parent| self.links[parent].name != WORLD);
            match parent {
                Some(parent) => self.links[parent].body.children.push(body),
                None => spec.world.children.push(body),
            }
        }
        spec.world.children.reverse();
    }
}
