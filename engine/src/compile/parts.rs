//! Everything in the kinematic tree, resolved body by body.

use super::body::{self, Body};
use super::geom::{self, Geom, Host};
use super::hfield::Hfield;
use super::joint::{self, Joint};
use super::mesh::Mesh;
use super::names::Names;
use super::refusal::{check_user, invalid};
use super::site::{self, Site};
use super::skin::Skin;
use super::tree::{Node, Tree};
use super::user::UserSizes;
use super::view::{self, Camera, Light, Studio};
use crate::error::Error;
use crate::math::frame::{Frame, unit};
use crate::spec::resolve;
use crate::spec::{Source, WORLD};

/// The contents of the tree. Ids are positions in these lists.
#[derive(Debug, Default)]
pub(super) struct Parts<'a> {
    pub(super) bodies: Vec<Body<'a>>,
    pub(super) joints: Vec<Joint<'a>>,
    pub(super) geoms: Vec<Geom<'a>>,
    pub(super) sites: Vec<Site<'a>>,
    pub(super) cameras: Vec<Camera<'a>>,
    pub(super) lights: Vec<Light<'a>>,
}

/// The compiled assets that geoms show, and skins, which follow bodies.
#[derive(Debug)]
pub(super) struct Assets<'a> {
    pub(super) meshes: Vec<Mesh<'a>>,
    pub(super) hfields: Vec<Hfield<'a>>,
    pub(super) skins: Vec<Skin<'a>>,
}

/// What resolving needs to know about the whole model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) assets: &'a Assets<'a>,
    pub(super) user: &'a UserSizes,
    pub(super) znear: f32,
    /// Shapes fit the bounds of their meshes instead of their inertia.
    pub(super) fits_bounds: bool,
}

impl<'a> Parts<'a> {
    pub(super) fn resolve(tree: &Tree<'a>, context: Context<'_>) -> Result<Parts<'a>, Error> {
        let frames: Vec<Vec<Frame>> = tree.nodes.iter().map(frames).collect::<Result<_, _>>()?;
        let mut parts = Parts::default();
        for (id, node) in tree.nodes.iter().enumerate() {
            let stand = enclosing(
                &frames[node.parent],
                node.spec.frame,
                "body",
                &node.spec.source,
            )?;
            parts.add_body(id, node, stand, &frames[id], context)?;
        }
        Ok(parts)
    }

    fn add_body(
        &mut self,
        id: usize,
        node: &Node<'a>,
        stand: Option<&Frame>,
        frames: &[Frame],
        context: Context<'_>,
    ) -> Result<(), Error> {
        check_user(
            &node.spec.user,
            context.user.body,
            "body",
            &node.spec.source,
        )?;
        let dofs = body::dofs(id, node)?;
        self.add_geoms(id, node, frames, context)?;
        let mut frame = body::own_frame(node.spec, node.compiler)?;
        let geoms = &self.geoms[node.geoms.clone()];
        let mut inertial = body::inertia(id, node, &frame, geoms)?;
        if let Some(stand) = stand {
            frame = stand.compose(&frame);
        }
        self.add_joints(node, frames, context)?;
        self.add_sites_and_views(id, node, frames, context)?;
        if body::aligns_with_inertia(node) {
            frame = frame.compose(&inertial.frame);
            self.shift_contents(node, &inertial.frame.inverse());
            inertial.frame = Frame::IDENTITY;
        }
        self.bodies.push(Body {
            spec: node.spec,
            name: if id == 0 { WORLD } else { &node.spec.name },
            parent: node.parent,
            weld: node.weld,
            frame,
            inertial,
            joints: node.joints.clone(),
            geoms: node.geoms.clone(),
            sites: node.sites.clone(),
            dofs,
            margin: body::largest_margin(node.spec.geoms.iter().map(|geom| geom.margin)),
        });
        Ok(())
    }

    fn add_geoms(
        &mut self,
        id: usize,
        node: &Node<'a>,
        frames: &[Frame],
        context: Context<'_>,
    ) -> Result<(), Error> {
        let host = Host {
            body: id,
            moves: node.weld != 0,
            infers_inertia: body::infers_inertia(id, node)
                || (id > 0 && node.spec.inertial.is_none()),
            compiler: node.compiler,
            fits_bounds: context.fits_bounds,
            names: context.names,
            assets: context.assets,
            nuser: context.user.geom,
        };
        for spec in &node.spec.geoms {
            let frame = enclosing(frames, spec.frame, "geom", &spec.source)?;
            self.geoms.push(geom::resolve(spec, frame, &host)?);
        }
        Ok(())
    }

    fn add_joints(
        &mut self,
        node: &Node<'a>,
        frames: &[Frame],
        context: Context<'_>,
    ) -> Result<(), Error> {
        for spec in &node.spec.joints {
            let frame = enclosing(frames, spec.frame, "joint", &spec.source)?;
            self.joints.push(joint::resolve(
                spec,
                frame,
                node.compiler,
                context.user.joint,
            )?);
        }
        Ok(())
    }

    fn add_sites_and_views(
        &mut self,
        id: usize,
        node: &Node<'a>,
        frames: &[Frame],
        context: Context<'_>,
    ) -> Result<(), Error> {
        for spec in &node.spec.sites {
            let frame = enclosing(frames, spec.frame, "site", &spec.source)?;
            self.sites.push(site::resolve(
                spec,
                id,
                frame,
                node.compiler,
                context.user.site,
            )?);
        }
        let studio = Studio {
            body: id,
            compiler: node.compiler,
            names: context.names,
            nuser: context.user.camera,
            znear: context.znear,
        };
        for spec in &node.spec.cameras {
            let frame = enclosing(frames, spec.frame, "camera", &spec.source)?;
            self.cameras
                .push(view::resolve_camera(spec, frame, &studio)?);
        }
        for spec in &node.spec.lights {
            let frame = enclosing(frames, spec.frame, "light", &spec.source)?;
            self.lights
                .push(view::resolve_light(spec, id, frame, context.names)?);
        }
        Ok(())
    }

    /// Moves what is attached to a body by a change of the body's frame.
    fn shift_contents(&mut self, node: &Node<'_>, shift: &Frame) {
        for geom in &mut self.geoms[node.geoms.clone()] {
            geom.frame = shift.compose(&geom.frame);
        }
        for site in &mut self.sites[node.sites.clone()] {
            site.frame = shift.compose(&site.frame);
        }
        for camera in &mut self.cameras[node.cameras.clone()] {
            camera.frame = shift.compose(&camera.frame);
        }
        for light in &mut self.lights[node.lights.clone()] {
            light.pos = shift.point(light.pos);
            light.dir = shift.quat.rotate(&light.dir);
        }
    }
}

/// The frames of a body, each seen from the body.
fn frames(node: &Node<'_>) -> Result<Vec<Frame>, Error> {
    let mut resolved: Vec<Frame> = Vec::with_capacity(node.spec.frames.len());
    for spec in &node.spec.frames {
        let mut frame = Frame {
            pos: spec.pos,
            quat: resolve::resolve(&spec.orientation, node.compiler)
                .map_err(|wrong| invalid("frame", &spec.source, wrong))?,
        };
        if let Some(parent) = enclosing(&resolved, spec.parent, "frame", &spec.source)? {
            frame = parent.compose(&frame);
        }
        frame.quat = unit(frame.quat);
        resolved.push(frame);
    }
    Ok(resolved)
}

/// The frame that an element stands in.
fn enclosing<'f>(
    frames: &'f [Frame],
    index: Option<usize>,
    element: &str,
    source: &Source,
) -> Result<Option<&'f Frame>, Error> {
    match index {
        None => Ok(None),
        Some(index) => frames.get(index).map(Some).ok_or_else(|| {
            invalid(
                element,
                source,
                format!("frame {index} is not among the frames opened before it"),
            )
        }),
    }
}
