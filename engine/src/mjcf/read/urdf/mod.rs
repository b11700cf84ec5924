//! URDF: robots as ROS describes them, read as MuJoCo 3.2.6 takes them.
//!
//! A link becomes a body, a joint says where its child hangs and how it moves, a material gives
//! visuals their colour. What URDF has beyond that (`mimic`, `safety_controller`, `transmission`,
//! `gazebo` and any other element) is ignored, as MuJoCo does. An element `mujoco` in the robot may
//! hold `compiler`, `option` and `size` of MJCF. Unless they say otherwise, paths of meshes are
//! stripped to file names, visuals are left out, and bodies that do not move are fused.

mod geometry;
mod joint;
mod link;
mod tree;

use std::collections::{BTreeMap, BTreeSet};

use super::{Draft, Nesting, Reader};
use crate::asset::Files;
use crate::error::Error;
use crate::math::frame::Frame;
use crate::mjcf::tree::Node;
use crate::spec::resolve::resolve;
use crate::spec::{Compiler, Orientation, Spec};
use tree::LinkTree;

/// Reads a whole robot.
pub(crate) fn robot(
    root: Node<'_>,
    dir: &str,
    files: &Files,
    nesting: Nesting,
) -> Result<Draft, Error> {
    let mut reader = Reader {
        nesting,
        ..Reader::default()
    };
    reader.spec.files = files.clone();
    dir.clone_into(&mut reader.spec.paths.model);
    reader.spec.paths.strip = true;
    reader.spec.compiler.fusestatic = true;
    reader.spec.compiler.discardvisual = true;
    extension(root, &mut reader)?;
    reader.spec.compiler.degree = false;
    root.copy_text("name", &mut reader.spec.name);
    let mut robot = Robot {
        colours: colours(root)?,
        links: LinkTree::find(root)?,
        geom_names: BTreeSet::new(),
        meshes: BTreeMap::new(),
        spec: &mut reader.spec,
    };
    for node in elements(root, "link") {
        robot.link(node)?;
    }
    for node in elements(root, "joint") {
        robot.joint(node)?;
    }
    robot.finish();
    Ok(reader.into_draft())
}

/// A robot being read.
struct Robot<'s> {
    /// The materials that have a colour, by name.
    colours: BTreeMap<String, [f32; 4]>,
    links: LinkTree,
    /// Names that geoms have already.
    geom_names: BTreeSet<String>,
    /// For each name of a mesh without path and ending: the scales in which there is one.
    meshes: BTreeMap<String, Vec<[f64; 3]>>,
    spec: &'s mut Spec,
}

impl Robot<'_> {
    /// Hangs the bodies on each other.
    fn finish(self) {
        self.links.assemble(self.spec);
    }
}

/// MuJoCo's settings in a robot; what is unknown in them is ignored.
fn extension(root: Node<'_>, reader: &mut Reader) -> Result<(), Error> {
    let Some(mujoco) = only(root, "mujoco")? else {
        return Ok(());
    };
    type Read = fn(&mut Reader, Node<'_>) -> Result<(), Error>;
    let sections: [(&str, Read); 3] = [
        ("compiler", Reader::compiler),
        ("option", Reader::option),
        ("size", Reader::size),
    ];
    for (name, read) in sections {
        if let Some(section) = only(mujoco, name)? {
            read(reader, section)?;
        }
    }
    Ok(())
}

/// The children of that name.
fn elements<'t>(node: Node<'t>, name: &str) -> impl Iterator<Item = Node<'t>> {
    node.own_children()
        .filter(move |child| child.name() == name)
}

/// The child of that name, of which there may be one.
fn only<'t>(node: Node<'t>, name: &str) -> Result<Option<Node<'t>>, Error> {
    let mut found = elements(node, name);
    let first = found.next();
    match found.next() {
        None => Ok(first),
        Some(second) => Err(second
            .invalid(format!("`{}` has more than one `{name}`", node.name()))
            .expected(format!("one `{name}`"))),
    }
}

/// The child of that name, which there must be.
fn required<'t>(node: Node<'t>, name: &str) -> Result<Node<'t>, Error> {
    only(node, name)?.ok_or_else(|| {
        node.invalid(format!("`{}` has no `{name}`", node.name()))
            .expected(format!("an element `{name}`"))
    })
}

/// The first colour that each material has, wherever in the robot.
fn colours(root: Node<'_>) -> Result<BTreeMap<String, [f32; 4]>, Error> {
    let mut colours = BTreeMap::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let name = node.text("name").filter(|_| node.name() == "material");
        if let Some(name) = name.filter(|name| !colours.contains_key(*name))
            && let Some(color) = only(node, "color")?
        {
            let mut rgba = [0.0; 4];
            color.fill_required("rgba", &mut rgba)?;
            colours.insert(name.to_owned(), rgba);
        }
        // The first child is to be next.
        let children: Vec<Node<'_>> = node.own_children().collect();
        open.extend(children.into_iter().rev());
    }
    Ok(colours)
}

/// Where something is in its link, by its `origin`.
fn origin(node: Node<'_>) -> Result<Frame, Error> {
    let mut frame = Frame::IDENTITY;
    let Some(origin) = only(node, "origin")? else {
        return Ok(frame);
    };
    origin.fill("xyz", &mut frame.pos)?;
    let mut angles = crate::math::Vec3::zeros();
    if origin.fill("rpy", &mut angles)? {
        let about_fixed_axes = Compiler {
            degree: false,
            eulerseq: ['X', 'Y', 'Z'],
            ..Compiler::default()
        };
        let quat = resolve(&Orientation::Euler(angles), &about_fixed_axes);
        frame.quat = quat.map_err(|wrong| origin.value_error("rpy", wrong))?;
    }
    Ok(frame)
}
