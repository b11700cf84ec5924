//! Geoms: placement, size, mass and inertia.

use super::body::sameframe;
use super::fluid;
use super::names::Names;
use super::parts::{Assets, Parts};
use super::primitive::Primitive;
use super::refusal::{check_user, invalid};
use super::shown::Shown;
use super::user;
use crate::error::Error;
use crate::math::Vec3;
use crate::math::frame::{EPS, Frame, normalize, rotation_from_z};
use crate::math::principal::MassPoint;
use crate::model::{Model, NFLUID};
use crate::spec::resolve;
use crate::spec::{self, Compiler, GeomType, Source};

/// A geom ready for the model.
#[derive(Debug)]
pub(super) struct Geom<'a> {
    pub(super) spec: &'a spec::Geom,
    pub(super) body: usize,
    pub(super) frame: Frame,
    pub(super) shape: Primitive,
    pub(super) aabb: [f64; 6],
    /// Radius of the bounding sphere.
    pub(super) radius: f64,
    /// The height field that the geom shows; -1 for none.
    pub(super) hfield: i32,
    /// The mesh that the geom shows or is fitted to, with its frame in the geom's.
    pub(super) placed: Option<(usize, Frame)>,
    pub(super) mass: f64,
    pub(super) moments: Vec3,
    pub(super) fluid: [f64; NFLUID],
}

impl Geom<'_> {
    /// Can take part in contacts by its own bits; explicit pairs come on top.
    pub(super) fn collides(&self) -> bool {
        self.spec.contype != 0 || self.spec.conaffinity != 0
    }

    pub(super) fn mass_point(&self) -> MassPoint {
        MassPoint {
            mass: self.mass,
            frame: self.frame,
            moments: self.moments,
        }
    }
}

/// What a geom takes from the body that it is on.
#[derive(Debug)]
pub(super) struct Host<'a> {
    pub(super) body: usize,
    /// The body can move relative to the world.
    pub(super) moves: bool,
    /// The body's inertia is inferred from geoms.
    pub(super) infers_inertia: bool,
    pub(super) compiler: &'a Compiler,
    /// `fitaabb` of the whole model: MuJoCo asks the model that a mesh is in, not the one that the
    /// geom was attached from.
    pub(super) fits_bounds: bool,
    pub(super) names: &'a Names<'a>,
    pub(super) assets: &'a Assets<'a>,
    pub(super) nuser: usize,
}

pub(super) fn resolve<'a>(
    spec: &'a spec::Geom,
    frame: Option<&Frame>,
    host: &Host<'_>,
) -> Result<Geom<'a>, Error> {
    check_user(&spec.user, host.nuser, "geom", &spec.source)?;
    if !matches!(spec.condim, 1 | 3 | 4 | 6) {
        return Err(invalid(
            "geom",
            &spec.source,
            format!("condim {} does not exist", spec.condim),
        )
        .attribute("condim")
        .expected("1, 3, 4 or 6"));
    }
    if spec.kind == GeomType::Plane && host.moves {
        return Err(invalid("geom", &spec.source, "a plane on a moving body")
            .expected("planes only on the world and on bodies fixed to it"));
    }

    let shown = Shown::find(spec, host)?;
    let mut shape = Primitive {
        kind: spec.kind,
        size: spec.size,
    };
    let mut pose = match &spec.fromto {
        Some(ends) => span(ends, spec.pos, &mut shape, "geom", &spec.source)?,
        None => Frame {
            pos: spec.pos,
            quat: resolve::unit_or_resolved(&spec.orientation, host.compiler)
                .map_err(|wrong| invalid("geom", &spec.source, wrong))?,
        },
    };
    let placed = shown.place(spec, host, &mut shape, &mut pose)?;
    check_size(&shape, "geom", &spec.source)?;
    // MuJoCo lets a site have such a size.
    if shape.size.iter().any(|size| size.is_nan()) {
        return Err(invalid("geom", &spec.source, "a size is not a number").attribute("size"));
    }
    let (mass, moments) = mass_properties(spec, &shape, &shown, host)?;
    if let Some(frame) = frame {
        pose = frame.compose(&pose);
    }
    Ok(Geom {
        spec,
        body: host.body,
        frame: pose,
        shape,
        aabb: shown.bounding_box(&shape),
        radius: shown.bounding_radius(&shape),
        hfield: shown.hfield(),
        placed,
        mass,
        moments,
        fluid: if spec.fluid_ellipsoid {
            fluid::coefficients(&shape, &spec.fluid_coefs)
        } else {
            [0.0; NFLUID]
        },
    })
}

/// Frame of a shape that reaches from one end point to the other along its z axis; sets its length.
pub(super) fn span(
    ends: &[f64; 6],
    pos: Vec3,
    shape: &mut Primitive,
    element: &str,
    source: &Source,
) -> Result<Frame, Error> {
    let refuse = |message: &str| invalid(element, source, message).attribute("fromto");
    if matches!(
        shape.kind,
        GeomType::Plane | GeomType::Sphere | GeomType::Mesh | GeomType::Hfield | GeomType::Sdf
    ) {
        return Err(refuse("this shape has no ends")
            .expected("fromto only on capsule, cylinder, box or ellipsoid"));
    }
    if pos != Vec3::zeros() {
        return Err(refuse("both pos and fromto are given").expected("one of them"));
    }
    let (from, to) = (
        Vec3::new(ends[0], ends[1], ends[2]),
        Vec3::new(ends[3], ends[4], ends[5]),
    );
    let mut direction = from - to;
    let half_length = normalize(direction.as_mut_slice()) / 2.0;
    if half_length < EPS {
        return Err(refuse("the two ends are in the same place"));
    }
    if matches!(shape.kind, GeomType::Ellipsoid | GeomType::Box) {
        shape.size.z = half_length;
        shape.size.y = shape.size.x;
    } else {
        shape.size.y = half_length;
    }
    Ok(Frame {
        pos: (from + to) / 2.0,
        quat: rotation_from_z(direction),
    })
}

/// The sizes that the shape uses must be positive.
pub(super) fn check_size(shape: &Primitive, element: &str, source: &Source) -> Result<(), Error> {
    let required = shape.required_sizes();
    if let Some(bad) = required.clone().find(|&i| shape.size[i] <= 0.0) {
        return Err(invalid(
            element,
            source,
            format!("size {} is {}", bad + 1, shape.size[bad]),
        )
        .attribute("size")
        .expected(format!("{} positive numbers", required.end)));
    }
    Ok(())
}

/// Mass and moments, for a geom that its body's inertia is inferred from.
fn mass_properties(
    spec: &spec::Geom,
    shape: &Primitive,
    shown: &Shown<'_>,
    host: &Host<'_>,
) -> Result<(f64, Vec3), Error> {
    let [first, last] = host.compiler.inertiagrouprange;
    if !host.infers_inertia || spec.group < first || spec.group > last {
        return Ok((0.0, Vec3::zeros()));
    }
    let nothing = Vec3::zeros();
    // A geom without mass needs no volume, which a mesh may lack.
    let weightless = spec.mass == Some(0.0) || (spec.mass.is_none() && spec.density == 0.0);
    let (content, body) = if weightless {
        (0.0, *shape)
    } else {
        shown.solid(spec, shape)?
    };
    let moments = |mass| body.moments(mass, spec.shell && body.kind == shape.kind);
    let (mass, density, moments) = match spec.mass {
        Some(0.0) => (0.0, 0.0, nothing),
        Some(mass) if content > EPS => (mass, mass / content, moments(mass)),
        // A shape without extent cannot carry the mass that it was given.
        Some(_) => (0.0, spec.density, nothing),
        None if spec.density == 0.0 => (0.0, 0.0, nothing),
        None => {
            let mass = spec.density * content;
            (mass, spec.density, moments(mass))
        }
    };
    if mass < 0.0 || moments.iter().any(|moment| *moment < 0.0) || density < 0.0 {
        return Err(invalid("geom", &spec.source, "mass or density is negative")
            .expected("zero or a positive number"));
    }
    Ok((mass, moments))
}

/// Writes the geoms; `materials` has the id of each geom's material.
pub(super) fn write(parts: &Parts<'_>, materials: &[i32], model: &mut Model) {
    for (id, geom) in parts.geoms.iter().enumerate() {
        let spec = geom.spec;
        let inertial = &parts.bodies[geom.body].inertial.frame;
        model.geom_type[id] = geom.shape.kind as i32;
        model.geom_contype[id] = spec.contype;
        model.geom_conaffinity[id] = spec.conaffinity;
        model.geom_condim[id] = spec.condim;
        model.geom_bodyid[id] = geom.body as i32;
        model.geom_dataid[id] = geom.hfield;
        model.geom_matid[id] = materials[id];
        model.geom_group[id] = spec.group;
        model.geom_priority[id] = spec.priority;
        model.geom_sameframe[id] = sameframe(&geom.frame, Some(inertial));
        model.geom_solmix[id] = spec.solmix;
        model.geom_solref[id] = spec.solref;
        model.geom_solimp[id] = spec.solimp;
        model.geom_size[id] = geom.shape.size;
        model.geom_aabb[id] = geom.aabb;
        model.geom_rbound[id] = geom.radius;
        model.geom_pos[id] = geom.frame.pos;
        model.geom_quat[id] = geom.frame.quat;
        model.geom_friction[id] = spec.friction.into();
        model.geom_margin[id] = spec.margin;
        model.geom_gap[id] = spec.gap;
        model.geom_fluid[id] = geom.fluid;
        model.geom_rgba[id] = spec.rgba;
        // A mesh has the frame of the last geom that uses it.
        if let Some((mesh, frame)) = geom.placed {
            model.geom_dataid[id] = mesh as i32;
            model.mesh_pos[mesh] = frame.pos;
            model.mesh_quat[mesh] = frame.quat;
        }
        user::write(&mut model.geom_user, id, model.nuser_geom, &spec.user);
    }
}
