//! Elements of a spec with the numbers that they have in the model.
//!
//! Compiling turns angles into radians, adds frames and completes what is missing; a program may
//! have changed numbers since. What the model does not keep stays as it was written.

use super::Writer;
use crate::model::{GeomType, JointType};
use crate::spec::{
    Actuator, Auto, Camera, Equality, Geom, Joint, Light, Material, Pair, Sensor, Site, Tendon,
};

/// The numbers of the author for one element.
fn user(all: &[f64], id: usize, count: usize) -> Vec<f64> {
    all.get(id * count..(id + 1) * count)
        .unwrap_or_default()
        .to_vec()
}

impl Writer<'_> {
    pub(super) fn joint(&self, id: usize, spec: &Joint) -> Joint {
        let m = self.model;
        let (qpos, dof) = (m.jnt_qposadr[id] as usize, m.jnt_dofadr[id] as usize);
        let mut joint = spec.clone();
        match joint.kind {
            JointType::Free => {
                joint.limited = Auto::False;
                joint.actfrclimited = Auto::False;
            }
            JointType::Ball => joint.actfrclimited = Auto::False,
            JointType::Slide | JointType::Hinge => {
                joint.reference = m.qpos0[qpos];
                joint.springref = m.qpos_spring[qpos];
            }
        }
        joint.pos = m.jnt_pos[id];
        joint.axis = m.jnt_axis[id];
        joint.stiffness = m.jnt_stiffness[id];
        joint.range = m.jnt_range[id];
        joint.solref_limit = m.jnt_solref[id];
        joint.solimp_limit = m.jnt_solimp[id];
        joint.margin = m.jnt_margin[id];
        joint.user = user(&m.jnt_user, id, m.nuser_jnt);
        joint.solref_friction = m.dof_solref[dof];
        joint.solimp_friction = m.dof_solimp[dof];
        joint.armature = m.dof_armature[dof];
        joint.damping = m.dof_damping[dof];
        joint.frictionloss = m.dof_frictionloss[dof];
        joint
    }

    pub(super) fn geom(&self, id: usize, spec: &Geom) -> Geom {
        let m = self.model;
        Geom {
            kind: GeomType::from_code(self.fresh.geom_type[id]).unwrap_or(spec.kind),
            size: m.geom_size[id],
            friction: m.geom_friction[id].into(),
            solref: m.geom_solref[id],
            solimp: m.geom_solimp[id],
            rgba: m.geom_rgba[id],
            solmix: m.geom_solmix[id],
            margin: m.geom_margin[id],
            gap: m.geom_gap[id],
            material: self.material_of(&spec.material),
            user: user(&m.geom_user, id, m.nuser_geom),
            ..spec.clone()
        }
    }

    pub(super) fn site(&self, id: usize, spec: &Site) -> Site {
        let m = self.model;
        Site {
            size: m.site_size[id],
            rgba: m.site_rgba[id],
            material: self.material_of(&spec.material),
            user: user(&m.site_user, id, m.nuser_site),
            ..spec.clone()
        }
    }

    pub(super) fn camera(&self, id: usize, spec: &Camera) -> Camera {
        let m = self.model;
        Camera {
            fovy: m.cam_fovy[id],
            ipd: m.cam_ipd[id],
            resolution: m.cam_resolution[id].map(|pixels| pixels as f32),
            user: user(&m.cam_user, id, m.nuser_cam),
            ..spec.clone()
        }
    }

    pub(super) fn light(&self, id: usize, spec: &Light) -> Light {
        let m = self.model;
        Light {
            pos: m.light_pos[id],
            dir: m.light_dir[id],
            attenuation: m.light_attenuation[id],
            cutoff: m.light_cutoff[id],
            exponent: m.light_exponent[id],
            ambient: m.light_ambient[id],
            diffuse: m.light_diffuse[id],
            specular: m.light_specular[id],
            ..spec.clone()
        }
    }

    pub(super) fn material(&self, id: usize, spec: &Material) -> Material {
        let m = self.model;
        Material {
            texrepeat: m.mat_texrepeat[id],
            emission: m.mat_emission[id],
            specular: m.mat_specular[id],
            shininess: m.mat_shininess[id],
            reflectance: m.mat_reflectance[id],
            rgba: m.mat_rgba[id],
            ..spec.clone()
        }
    }

    pub(super) fn pair(&self, id: usize, spec: &Pair) -> Pair {
        let m = self.model;
        Pair {
            solref: m.pair_solref[id],
            solreffriction: m.pair_solreffriction[id],
            solimp: m.pair_solimp[id],
            margin: m.pair_margin[id],
            gap: m.pair_gap[id],
            friction: m.pair_friction[id],
            ..spec.clone()
        }
    }

    pub(super) fn equality(&self, id: usize, spec: &Equality) -> Equality {
        let m = self.model;
        Equality {
            data: m.eq_data[id],
            solref: m.eq_solref[id],
            solimp: m.eq_solimp[id],
            ..spec.clone()
        }
    }

    pub(super) fn tendon(&self, id: usize, spec: &Tendon) -> Tendon {
        let m = self.model;
        Tendon {
            range: m.tendon_range[id],
            solref_limit: m.tendon_solref_lim[id],
            solimp_limit: m.tendon_solimp_lim[id],
            solref_friction: m.tendon_solref_fri[id],
            solimp_friction: m.tendon_solimp_fri[id],
            rgba: m.tendon_rgba[id],
            width: m.tendon_width[id],
            margin: m.tendon_margin[id],
            stiffness: m.tendon_stiffness[id],
            damping: m.tendon_damping[id],
            frictionloss: m.tendon_frictionloss[id],
            material: self.material_of(&spec.material),
            user: user(&m.tendon_user, id, m.nuser_tendon),
            ..spec.clone()
        }
    }

    pub(super) fn actuator(&self, id: usize, spec: &Actuator) -> Actuator {
        let m = self.model;
        let moves = i32::from(spec.dyntype != crate::model::DynType::None);
        Actuator {
            actdim: Some(spec.actdim.unwrap_or(moves)),
            dynprm: m.actuator_dynprm[id],
            gainprm: m.actuator_gainprm[id],
            biasprm: m.actuator_biasprm[id],
            ctrlrange: m.actuator_ctrlrange[id],
            forcerange: m.actuator_forcerange[id],
            actrange: m.actuator_actrange[id],
            lengthrange: m.actuator_lengthrange[id],
            gear: m.actuator_gear[id],
            cranklength: m.actuator_cranklength[id],
            user: user(&m.actuator_user, id, m.nuser_actuator),
            ..spec.clone()
        }
    }

    pub(super) fn sensor(&self, id: usize, spec: &Sensor) -> Sensor {
        let m = self.model;
        Sensor {
            cutoff: m.sensor_cutoff[id],
            noise: m.sensor_noise[id],
            user: user(&m.sensor_user, id, m.nuser_sensor),
            ..spec.clone()
        }
    }

    pub(super) fn body_user(&self, id: usize) -> Vec<f64> {
        user(&self.model.body_user, id, self.model.nuser_body)
    }

    /// A material, unless all of them were discarded.
    pub(super) fn material_of(&self, name: &Option<String>) -> Option<String> {
        let discards = self.spec.compiler.discardvisual;
        name.clone().filter(|_| !discards)
    }
}
