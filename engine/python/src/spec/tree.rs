//! Attributes of bodies and of what they carry.

use plumbline::math::Vec3;
use plumbline::spec::{Body, Camera, Frame, Geom, Inertial, Joint, Light, Orientation, Site};
use pyo3::prelude::*;

use super::visit::{Described, Visit};

impl Described for Body {
    const KIND: &'static str = "body";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.mapped("childclass", String::new())?;
        v.field("pos", &mut self.pos)?;
        v.orientation("quat", "alt", &mut self.orientation)?;
        let given = self.inertial.is_some();
        let mut inertial = self.inertial.clone().unwrap_or_default();
        v.field("mass", &mut inertial.mass)?;
        let ipos = v.mapped("ipos", given.then_some(inertial.pos))?;
        v.orientation("iquat", "ialt", &mut inertial.orientation)?;
        v.field("inertia", &mut inertial.diagonal)?;
        v.field("fullinertia", &mut inertial.full)?;
        if let Some(ipos) = ipos {
            self.inertial = inertia(ipos, inertial);
        }
        v.field("mocap", &mut self.mocap)?;
        v.field("gravcomp", &mut self.gravcomp)?;
        v.field("userdata", &mut self.user)?;
        v.mapped("explicitinertial", given)?;
        v.plugin(&mut self.plugin)?;
        v.class_within("_class", &mut self.class)?;
        v.info(&self.source.clone())
    }
}

/// MuJoCo takes a body's own inertia if its centre is given. One without a centre is as if none
/// were.
fn inertia(pos: Option<Vec3>, inertial: Inertial) -> Option<Inertial> {
    pos.map(|pos| Inertial { pos, ..inertial })
}

impl Described for Frame {
    const KIND: &'static str = "frame";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        let class = self.class.as_deref().unwrap_or_default().to_owned();
        if let Some(class) = v.mapped("childclass", class)? {
            self.class = (!class.is_empty()).then(|| class.as_str().into());
        }
        v.field("pos", &mut self.pos)?;
        v.orientation("quat", "alt", &mut self.orientation)?;
        v.info(&self.source.clone())
    }
}

impl Described for Joint {
    const KIND: &'static str = "joint";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("type", &mut self.kind)?;
        v.field("pos", &mut self.pos)?;
        v.field("axis", &mut self.axis)?;
        v.field("ref", &mut self.reference)?;
        v.field("align", &mut self.align)?;
        v.field("stiffness", &mut self.stiffness)?;
        v.field("springref", &mut self.springref)?;
        v.field("springdamper", &mut self.springdamper)?;
        v.field("limited", &mut self.limited)?;
        v.field("range", &mut self.range)?;
        v.field("margin", &mut self.margin)?;
        v.field("solref_limit", &mut self.solref_limit)?;
        v.field("solimp_limit", &mut self.solimp_limit)?;
        v.field("actfrclimited", &mut self.actfrclimited)?;
        v.field("actfrcrange", &mut self.actfrcrange)?;
        v.field("armature", &mut self.armature)?;
        v.field("damping", &mut self.damping)?;
        v.field("frictionloss", &mut self.frictionloss)?;
        v.field("solref_friction", &mut self.solref_friction)?;
        v.field("solimp_friction", &mut self.solimp_friction)?;
        v.field("group", &mut self.group)?;
        v.field("actgravcomp", &mut self.actgravcomp)?;
        v.field("userdata", &mut self.user)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

impl Described for Geom {
    const KIND: &'static str = "geom";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("type", &mut self.kind)?;
        v.field("pos", &mut self.pos)?;
        v.orientation("quat", "alt", &mut self.orientation)?;
        v.field("fromto", &mut self.fromto)?;
        v.field("size", &mut self.size)?;
        v.field("contype", &mut self.contype)?;
        v.field("conaffinity", &mut self.conaffinity)?;
        v.field("condim", &mut self.condim)?;
        v.field("priority", &mut self.priority)?;
        v.field("friction", &mut self.friction)?;
        v.field("solmix", &mut self.solmix)?;
        v.field("solref", &mut self.solref)?;
        v.field("solimp", &mut self.solimp)?;
        v.field("margin", &mut self.margin)?;
        v.field("gap", &mut self.gap)?;
        v.field("mass", &mut self.mass)?;
        v.field("density", &mut self.density)?;
        if let Some(shell) = v.coded("typeinertia", "mjtGeomInertia", self.shell.into())? {
            self.shell = shell != 0;
        }
        let ellipsoid = f64::from(u8::from(self.fluid_ellipsoid));
        if let Some(ellipsoid) = v.mapped("fluid_ellipsoid", ellipsoid)? {
            self.fluid_ellipsoid = ellipsoid > 0.0;
        }
        v.field("fluid_coefs", &mut self.fluid_coefs)?;
        v.field("material", &mut self.material)?;
        v.field("rgba", &mut self.rgba)?;
        v.field("group", &mut self.group)?;
        v.field("hfieldname", &mut self.hfield)?;
        v.field("meshname", &mut self.mesh)?;
        v.field("fitscale", &mut self.fitscale)?;
        v.field("userdata", &mut self.user)?;
        v.plugin(&mut self.plugin)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

impl Described for Site {
    const KIND: &'static str = "site";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("pos", &mut self.pos)?;
        v.orientation("quat", "alt", &mut self.orientation)?;
        v.field("fromto", &mut self.fromto)?;
        v.field("size", &mut self.size)?;
        v.field("type", &mut self.shape)?;
        v.field("material", &mut self.material)?;
        v.field("group", &mut self.group)?;
        v.field("rgba", &mut self.rgba)?;
        v.field("userdata", &mut self.user)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

impl Described for Camera {
    const KIND: &'static str = "camera";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("pos", &mut self.pos)?;
        v.orientation("quat", "alt", &mut self.orientation)?;
        v.field("mode", &mut self.mode)?;
        v.field("targetbody", &mut self.target)?;
        if let Some(orthographic) = v.mapped("orthographic", i32::from(self.orthographic))? {
            self.orthographic = orthographic != 0;
        }
        v.field("fovy", &mut self.fovy)?;
        v.field("ipd", &mut self.ipd)?;
        // The compiler computes them from the rest.
        v.mapped("intrinsic", [0.0_f32; 4])?;
        v.field("sensor_size", &mut self.sensor_size)?;
        v.field("resolution", &mut self.resolution)?;
        v.field("focal_length", &mut self.focal_length)?;
        v.field("focal_pixel", &mut self.focal_pixel)?;
        v.field("principal_length", &mut self.principal_length)?;
        v.field("principal_pixel", &mut self.principal_pixel)?;
        v.field("userdata", &mut self.user)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

impl Described for Light {
    const KIND: &'static str = "light";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("pos", &mut self.pos)?;
        v.field("dir", &mut self.dir)?;
        v.field("mode", &mut self.mode)?;
        v.field("targetbody", &mut self.target)?;
        v.field("active", &mut self.active)?;
        v.field("directional", &mut self.directional)?;
        v.field("castshadow", &mut self.castshadow)?;
        v.field("bulbradius", &mut self.bulbradius)?;
        v.field("attenuation", &mut self.attenuation)?;
        v.field("cutoff", &mut self.cutoff)?;
        v.field("exponent", &mut self.exponent)?;
        v.field("ambient", &mut self.ambient)?;
        v.field("diffuse", &mut self.diffuse)?;
        v.field("specular", &mut self.specular)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

/// An orientation by itself, for its list of attributes.
#[derive(Clone, Default)]
pub struct Turned(Orientation);

impl Described for Turned {
    const KIND: &'static str = "orientation";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        super::visit::orientation(v, &mut self.0)
    }
}
