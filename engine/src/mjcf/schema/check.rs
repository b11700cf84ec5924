//! Checks a whole document against the schema.
//!
//! MuJoCo does not check the contents of a `frame` or `replicate`: it ignores attributes there that
//! it does not know. So do we, but with a warning.

use super::{Count, RuleId, Schema};
use crate::error::{Error, ErrorKind};
use crate::mjcf::tree::Node;
use crate::nearest::nearest;

/// Maximum nesting of elements, across all files.
const MAX_DEPTH: usize = 600;

/// One element whose children are still to be checked.
struct Task<'t> {
    node: Node<'t>,
    rule: RuleId,
    depth: usize,
    /// Whether MuJoCo would check it.
    checked: bool,
    /// Whether MuJoCo would read it, and complain only then.
    read: bool,
}

/// Checks names, attributes and counts of all elements; what is ignored comes back as warnings. An
/// invalid model is reported before an unsupported one.
pub(crate) fn check(root: Node<'_>) -> Result<Vec<Error>, Error> {
    let schema = Schema::mjcf();
    if root.name() != schema.elements[0].name {
        return Err(root
            .invalid(format!("the root element is `{}`", root.name()))
            .expected("`mujoco`"));
    }
    let mut checker = Checker {
        schema,
        tasks: vec![Task {
            node: root,
            rule: 0,
            depth: 1,
            checked: true,
            read: true,
        }],
        unsupported: None,
        ignored: Vec::new(),
    };
    while let Some(task) = checker.tasks.pop() {
        checker.element(&task)?;
    }
    checker.unsupported.map_or(Ok(checker.ignored), Err)
}

struct Checker<'t> {
    schema: &'static Schema,
    tasks: Vec<Task<'t>>,
    /// The first valid but unsupported thing.
    unsupported: Option<Error>,
    ignored: Vec<Error>,
}

impl<'t> Checker<'t> {
    fn element(&mut self, task: &Task<'t>) -> Result<(), Error> {
        if task.depth > MAX_DEPTH {
            return Err(task
                .node
                .unsupported("elements are nested too deeply over all files")
                .expected(format!("at most {MAX_DEPTH} levels")));
        }
        self.attributes(task)?;
        self.children(task)?;
        if task.checked {
            self.counts(task)?;
        }
        Ok(())
    }

    fn attributes(&mut self, task: &Task<'t>) -> Result<(), Error> {
        let rule = &self.schema.elements[task.rule];
        for (name, _) in task.node.attributes() {
            match rule.attributes.iter().find(|a| a.name == name) {
                Some(attribute) if attribute.supported => {}
                Some(_) => {
                    let message = format!("attribute `{name}` of `{}`", rule.name);
                    self.refuse(
                        task.node
                            .attribute_error(ErrorKind::Unsupported, name, message),
                    );
                }
                None => self.unknown_attribute(task, name)?,
            }
        }
        Ok(())
    }

    fn unknown_attribute(&mut self, task: &Task<'t>, name: &str) -> Result<(), Error> {
        let rule = &self.schema.elements[task.rule];
        let names = || rule.attributes.iter().map(|a| a.name);
        let message = format!("unknown attribute `{name}` of `{}`", rule.name);
        let (kind, message) = if task.checked {
            (ErrorKind::Invalid, message)
        } else {
            let why = "which MuJoCo ignores in a `frame` or `replicate`";
            (ErrorKind::Unsupported, format!("{message}, {why}"))
        };
        let error = task
            .node
            .attribute_error(kind, name, message)
            .expected(suggest(name, names(), "no attributes"));
        if task.checked {
            return Err(error);
        }
        self.ignored.push(error);
        Ok(())
    }

    fn children(&mut self, task: &Task<'t>) -> Result<(), Error> {
        let first = self.tasks.len();
        for child in task.node.children() {
            let name = child.name();
            match self.schema.child(task.rule, name) {
                Some(rule) if self.schema.elements[rule].supported => self.tasks.push(Task {
                    node: child,
                    rule,
                    depth: task.depth + 1,
                    checked: task.checked && !matches!(name, "frame" | "replicate"),
                    read: task.read,
                }),
                Some(_) => self.refuse(child.unsupported(format!("element `{name}`"))),
                None => self.unknown_element(task, child)?,
            }
        }
        // A stack is popped from the end: the first child comes first.
        self.tasks[first..].reverse();
        Ok(())
    }

    fn unknown_element(&mut self, task: &Task<'t>, child: Node<'t>) -> Result<(), Error> {
        let name = child.name();
        let parent = self.schema.elements[task.rule].name;
        if parent == "mujoco" && matches!(name, "body" | "frame" | "replicate") {
            let message = format!("`{name}` outside of `worldbody`, which MuJoCo ignores");
            let warning = child.unsupported(message).expected("it in `worldbody`");
            self.ignored.push(warning);
            // Ignored, but checked as if it were a body there.
            let world = self.schema.child(task.rule, "worldbody");
            if let Some(rule) = world.and_then(|world| self.schema.child(world, "body")) {
                self.tasks.push(Task {
                    node: child,
                    rule,
                    depth: task.depth + 1,
                    checked: true,
                    read: false,
                });
            }
            return Ok(());
        }
        // Only where a body may stand does MuJoCo look at every element of an unchecked part.
        let is_body = matches!(parent, "body" | "frame" | "replicate");
        let kind = if task.checked || is_body && task.read {
            ErrorKind::Invalid
        } else {
            ErrorKind::Unsupported
        };
        let names = self.schema.children(task.rule).map(|rule| rule.name);
        let error = child
            .error(kind, format!("unknown element `{name}` in `{parent}`"))
            .expected(suggest(name, names, "no elements in it"));
        if kind == ErrorKind::Invalid {
            return Err(error);
        }
        self.ignored.push(error);
        Ok(())
    }

    fn counts(&self, task: &Task<'t>) -> Result<(), Error> {
        if task.node.children().nth(1).is_none() {
            return Ok(());
        }
        let children = &self.schema.elements[task.rule].children;
        let unique = children
            .iter()
            .map(|&id| &self.schema.elements[id])
            .filter(|rule| rule.count == Count::AtMostOnce);
        for rule in unique {
            let mut found = task.node.children().filter(|c| c.name() == rule.name);
            if let (Some(first), Some(second)) = (found.next(), found.next()) {
                let line = first.location().line;
                return Err(second
                    .invalid(format!(
                        "a second `{}` in `{}`",
                        rule.name,
                        task.node.name()
                    ))
                    .expected(format!("only that of line {line}")));
            }
        }
        Ok(())
    }

    fn refuse(&mut self, error: Error) {
        self.unsupported.get_or_insert(error);
    }
}

/// The name that was probably meant, or all valid ones.
fn suggest<'n>(name: &str, names: impl Iterator<Item = &'n str> + Clone, none: &str) -> String {
    if let Some(near) = nearest(name, names.clone()) {
        return format!("perhaps `{near}`");
    }
    let list: Vec<String> = names.map(|n| format!("`{n}`")).collect();
    match list.as_slice() {
        [] => none.to_owned(),
        [one] => one.clone(),
        _ => format!("one of {}", list.join(", ")),
    }
}
