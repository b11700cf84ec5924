//! Questions about a state.

use plumbline::math::{Quat, Vec3};
use plumbline::model::ObjectType;
use plumbline::{FlexParts, Object, Ray, RayFilter, State, StateVector};

use super::{Frame, Function, cycled, error};
use crate::simulator::Failure;
use crate::snapshot::Elem;

/// Numbers of kinds of geoms.
const HFIELD: i32 = 1;
const MESH: i32 = 7;

pub(super) const FUNCTIONS: &[Function] = &[
    ("mj_jac", |f| {
        let (point, body) = (f.vec3(0)?, f.id(1)?);
        f.jacobians(|f, p, r| f.data.jac_into(f.model, &point, body, p, r).map_err(error))
    }),
    ("mj_jacPointAxis", |f| {
        let [mut jac_point, mut jac_axis] = [(); 2].map(|()| vec![0.0; 3 * f.nv()]);
        let (point, axis, body) = (f.vec3(0)?, f.vec3(1)?, f.id(2)?);
        f.data
            .jac_point_axis_into(f.model, &point, &axis, body, &mut jac_point, &mut jac_axis)
            .map_err(error)?;
        f.out("jacPoint", &jac_point);
        f.out("jacAxis", &jac_axis);
        Ok(())
    }),
    ("mj_id2name", |f| {
        let name = f.model.name(ObjectType::Body, f.id(0)?).unwrap_or_default();
        let name = name.to_owned();
        f.push("text", Elem::U8, name.as_bytes());
        Ok(())
    }),
    ("mj_name2id", |f| {
        let name = f.model.name(ObjectType::Body, f.id(0)?);
        let name = name.unwrap_or("nobody is called this");
        let id = f.model.id(ObjectType::Body, name);
        let id = id.map_or(-1, |id| id as i32);
        f.push("value", Elem::I32, &id.to_le_bytes());
        Ok(())
    }),
    ("mj_rayMesh", |f| f.ray_geom(MESH)),
    ("mj_rayHfield", |f| f.ray_geom(HFIELD)),
    ("mju_rayFlex", |f| f.ray_flex()),
    ("mj_jacBody", |f| f.jacobian_of(Object::XBody)),
    ("mj_jacBodyCom", |f| f.jacobian_of(Object::Body)),
    ("mj_jacGeom", |f| f.jacobian_of(Object::Geom)),
    ("mj_jacSite", |f| f.jacobian_of(Object::Site)),
    ("mj_jacSubtreeCom", |f| {
        let jac = f.data.jac_subtree_com(f.model, f.body(0)?);
        f.out("jacp", jac.transpose().as_slice());
        Ok(())
    }),
    ("mj_jacDot", |f| {
        let (point, body) = (f.vec3(0)?, f.id(1)?);
        f.jacobians(|f, p, r| {
            f.data
                .jac_dot_into(f.model, &point, body, p, r)
                .map_err(error)
        })
    }),
    ("mj_objectVelocity", |f| {
        let velocity = f.data.object_velocity(f.model, f.object(0)?, f.id(2)? != 0);
        f.out("res", &velocity);
        Ok(())
    }),
    ("mj_objectAcceleration", |f| {
        let acceleration = f
            .data
            .object_acceleration(f.model, f.object(0)?, f.id(2)? != 0);
        f.out("res", &acceleration);
        Ok(())
    }),
    ("mj_fullM", |f| {
        let full = f.data.full_m(f.model);
        f.out("dst", full.transpose().as_slice());
        Ok(())
    }),
    ("mj_mulM", |f| {
        let res = f.data.mul_m(f.model, f.v(0, f.nv())?);
        f.out("res", res.as_slice());
        Ok(())
    }),
    ("mj_mulM2", |f| {
        let mut res = vec![0.0; f.nv()];
        let v = f.v(0, f.nv())?;
        f.data.mul_m2_into(f.model, &mut res, v).map_err(error)?;
        f.out("res", &res);
        Ok(())
    }),
    ("mj_solveM", |f| {
        let mut x = f.v(0, f.nv())?.to_vec();
        f.data.solve_m(f.model, &mut x).map_err(error)?;
        f.out("x", &x);
        Ok(())
    }),
    ("mj_solveM2", |f| {
        let mut x = f.v(0, f.nv())?.to_vec();
        f.data.solve_m2(f.model, &mut x).map_err(error)?;
        f.out("x", &x);
        Ok(())
    }),
    ("mj_addM", |f| {
        let nv = f.nv();
        let mut dst = cycled(f.any(0)?, nv * nv);
        f.data.add_m(f.model, &mut dst).map_err(error)?;
        f.out("dst", &dst);
        Ok(())
    }),
    ("mj_mulJacVec", |f| {
        let res = f.data.mul_jac_vec(f.model, f.v(0, f.nv())?);
        f.out("res", res.as_slice());
        Ok(())
    }),
    ("mj_mulJacTVec", |f| {
        let rows = usize::try_from(f.data.nefc).unwrap_or(0);
        let force = cycled(f.any(0)?, rows);
        if rows > 0 {
            let res = f.data.mul_jac_t_vec(f.model, &force);
            f.out("res", res.as_slice());
        }
        Ok(())
    }),
    ("mj_angmomMat", |f| {
        let mut mat = vec![0.0; 3 * f.nv()];
        let body = f.id(0)?;
        f.data
            .angmom_mat_into(f.model, body, &mut mat)
            .map_err(error)?;
        f.out("mat", &mat);
        Ok(())
    }),
    ("mj_applyFT", |f| {
        let mut qfrc = f.v(4, f.nv())?.to_vec();
        let (force, torque, point) = (f.vec3(0)?, f.vec3(1)?, f.vec3(2)?);
        let body = f.id(3)?;
        f.data
            .apply_ft(f.model, &force, &torque, &point, body, &mut qfrc)
            .map_err(error)?;
        f.out("qfrc_target", &qfrc);
        Ok(())
    }),
    ("mj_local2Global", |f| {
        let (pos, quat) = (f.vec3(0)?, Quat::from_slice(f.v(1, 4)?));
        let (xpos, xmat) = f.data.local_to_global(f.model, f.body(2)?, &pos, &quat);
        f.out("xpos", xpos.as_slice());
        f.out("xmat", &xmat.0);
        Ok(())
    }),
    ("mj_integratePos", |f| {
        let mut qpos = f.data.qpos.clone();
        let qvel = f.v(0, f.nv())?;
        f.model
            .integrate_pos(&mut qpos, qvel, f.f(1)?)
            .map_err(error)?;
        f.out("qpos", &qpos);
        Ok(())
    }),
    ("mj_differentiatePos", |f| {
        let mut qvel = vec![0.0; f.nv()];
        let (dt, from, to) = (f.f(0)?, &f.model.qpos0, &f.data.qpos);
        f.model
            .differentiate_pos(&mut qvel, dt, from, to)
            .map_err(error)?;
        f.out("qvel", &qvel);
        Ok(())
    }),
    ("mj_normalizeQuat", |f| {
        let mut qpos: Vec<f64> = f.data.qpos.iter().map(|x| x * 1.5).collect();
        f.model.normalize_quat(&mut qpos).map_err(error)?;
        f.out("qpos", &qpos);
        Ok(())
    }),
    ("mj_ray", |f| {
        let ray = Ray {
            point: f.vec3(0)?,
            vector: f.vec3(1)?,
        };
        let hit = f
            .data
            .ray(f.model, &ray, &RayFilter::default())
            .map_err(error)?;
        let geom = hit.map_or(-1, |hit| hit.geom as i32);
        f.out("value", &[hit.map_or(-1.0, |hit| hit.dist)]);
        f.push("geomid", Elem::I32, &geom.to_le_bytes());
        Ok(())
    }),
    ("mj_multiRay", |f| {
        let vectors: Vec<Vec3> = f
            .v(1, 24)?
            .chunks_exact(3)
            .map(|v| Vec3::new(v[0], v[1], v[2]))
            .collect();
        let (filter, cutoff) = (RayFilter::default(), f.f(2)?);
        let point = f.vec3(0)?;
        let hits = f.data.multi_ray(f.model, &point, &vectors, &filter, cutoff);
        let hits = hits.map_err(error)?;
        let dist: Vec<f64> = hits
            .iter()
            .map(|hit| hit.map_or(-1.0, |hit| hit.dist))
            .collect();
        let geom: Vec<i32> = hits
            .iter()
            .map(|hit| hit.map_or(-1, |hit| hit.geom as i32))
            .collect();
        f.out("dist", &dist);
        f.push("geomid", Elem::I32, bytemuck::cast_slice(&geom));
        Ok(())
    }),
    ("mj_geomDistance", |f| {
        let (geom1, geom2, most) = (f.id(0)?, f.id(1)?, f.f(2)?);
        let found = f.data.geom_distance(f.model, geom1, geom2, most);
        f.out("value", &[found.dist]);
        f.out("fromto", bytemuck::cast_slice(&found.fromto));
        Ok(())
    }),
    ("mj_contactForce", |f| {
        let force: Vec<f64> = f
            .data
            .contacts(f.model)
            .next()
            .map(|contact| contact.force().to_vec())
            .unwrap_or_default();
        f.out("result", &force);
        Ok(())
    }),
    ("mj_getTotalmass", |f| {
        f.out("value", &[f.model.total_mass()]);
        Ok(())
    }),
    ("mj_setTotalmass", |f| {
        let mut scaled = f.model.clone();
        scaled.set_total_mass(f.f(0)?);
        f.out("body_mass", &scaled.body_mass);
        f.out("body_inertia", bytemuck::cast_slice(&scaled.body_inertia));
        Ok(())
    }),
    ("mj_setKeyframe", |f| {
        let mut keyed = f.model.clone();
        keyed.set_keyframe(f.data, f.id(0)?).map_err(error)?;
        f.out("key_time", &keyed.key_time);
        f.out("key_qpos", &keyed.key_qpos);
        f.out("key_qvel", &keyed.key_qvel);
        f.out("key_act", &keyed.key_act);
        f.out("key_ctrl", &keyed.key_ctrl);
        f.out("key_mpos", &keyed.key_mpos);
        f.out("key_mquat", &keyed.key_mquat);
        Ok(())
    }),
    ("mj_isPyramidal", |f| f.flag(f.model.is_pyramidal())),
    ("mj_isSparse", |f| f.flag(f.model.is_sparse())),
    ("mj_isDual", |f| f.flag(f.model.is_dual())),
    ("mj_version", |f| {
        let version = plumbline::MUJOCO_VERSION_NUMBER;
        f.push("value", Elem::I32, &version.to_le_bytes());
        Ok(())
    }),
    ("mj_versionString", |f| {
        f.push("text", Elem::U8, plumbline::MUJOCO_VERSION.as_bytes());
        Ok(())
    }),
    ("mj_sizeModel", |f| {
        let bytes = f.model.file_bytes() as i32;
        f.push("value", Elem::I32, &bytes.to_le_bytes());
        Ok(())
    }),
    ("mj_stateSize", |f| {
        let size = f.model.state_size(f.state()?) as i32;
        f.push("value", Elem::I32, &size.to_le_bytes());
        Ok(())
    }),
    ("mj_getState", |f| {
        let state = f.data.state(f.model, f.state()?);
        f.out("state", &state);
        Ok(())
    }),
    ("mj_setState", |f| {
        let components = f.state()?;
        let values = cycled(f.any(1)?, f.model.state_size(components));
        let state = StateVector::new(components, values);
        f.data.set_state(f.model, &state).map_err(error)
    }),
    ("mj_addContact", |f| {
        if let Some(contact) = f.data.contact.first().cloned() {
            let added = f.data.add_contact(f.model, contact).map_err(error)?;
            f.flag(!added)?;
        }
        Ok(())
    }),
    ("mj_printModel", |f| {
        f.printed(f.model.to_text(Default::default()))
    }),
    ("mj_printFormattedModel", |f| {
        let format = f.format()?;
        f.printed(f.model.to_text(format))
    }),
    ("mj_printData", |f| {
        f.printed(f.data.to_text(f.model, Default::default()))
    }),
    ("mj_printFormattedData", |f| {
        let format = f.format()?;
        f.printed(f.data.to_text(f.model, format))
    }),
];

/// A text without signs and blanks before each `none`.
fn unsigned(text: &str, none: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for part in text.split_inclusive(none) {
        match part.strip_suffix(none) {
            Some(before) => {
                clean += before.trim_end_matches([' ', '+', '-']);
                clean += none;
            }
            None => clean += part,
        }
    }
    clean
}

/// Formats for numbers, as in the shim.
const FORMATS: [&str; 5] = ["% -9.2g", "%.17g", "%+12.5e", "%.3f", "%#.0E"];

impl Frame<'_> {
    fn format(&self) -> Result<plumbline::FloatFormat, Failure> {
        FORMATS[self.id(0)? % FORMATS.len()].parse().map_err(error)
    }

    /// A text without the signs of numbers that are none, and without the blanks before them: the
    /// compiler of either side chose these signs.
    pub(super) fn printed(&mut self, text: String) -> Result<(), Failure> {
        let clean = unsigned(&unsigned(&text, "nan"), "NAN");
        self.push("text", Elem::U8, clean.as_bytes());
        Ok(())
    }

    /// Writes two Jacobians.
    fn jacobians(
        &mut self,
        write: impl FnOnce(&mut Self, &mut [f64], &mut [f64]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut p = vec![0.0; 3 * self.nv()];
        let mut r = p.clone();
        write(self, &mut p, &mut r)?;
        self.out("jacp", &p);
        self.out("jacr", &r);
        Ok(())
    }

    fn jacobian_of(&mut self, object: fn(usize) -> Object) -> Result<(), Failure> {
        let object = object(self.id(0)?);
        self.jacobians(|f, p, r| f.data.jac_object_into(f.model, object, p, r).map_err(error))
    }

    /// Where a ray meets a geom, if it is of this kind.
    fn ray_geom(&mut self, kind: i32) -> Result<(), Failure> {
        let geom = self.id(0)?;
        let ray = Ray {
            point: self.vec3(1)?,
            vector: self.vec3(2)?,
        };
        if self.model.geom_type.get(geom) == Some(&kind) {
            let found = self.data.ray_geom(self.model, geom, &ray);
            self.out("value", &[found.unwrap_or(-1.0)]);
        }
        Ok(())
    }

    /// Where rays from one point past eight vertices meet a flex.
    fn ray_flex(&mut self) -> Result<(), Failure> {
        let (flex, shown) = (self.id(0)?, self.id(3)?);
        let point = self.vec3(1)?;
        let offsets = self.v(2, 24)?;
        let bit = |k: usize| shown >> k & 1 != 0;
        let parts = FlexParts {
            vertices: bit(0),
            edges: bit(1),
            faces: bit(2),
            skin: bit(3),
            layer: (shown / 16) as i32,
        };
        let first = self.model.flex_vertadr[flex] as usize;
        let count = self.model.flex_vertnum[flex] as usize;
        let mut hits = Vec::new();
        for (k, offset) in offsets.chunks_exact(3).enumerate() {
            let past = self.data.flexvert_xpos[first + 7 * k % count];
            let vector = Vec3::from_fn(|i, _| past[i] + 0.02 * offset[i] - point[i]);
            let ray = Ray { point, vector };
            hits.push(self.data.ray_flex(self.model, flex, &ray, &parts));
        }
        let dist: Vec<f64> = hits
            .iter()
            .map(|hit| hit.map_or(-1.0, |hit| hit.dist))
            .collect();
        let vertex: Vec<f64> = hits
            .iter()
            .map(|hit| hit.map_or(-1.0, |hit| hit.vertex as f64))
            .collect();
        self.out("dist", &dist);
        self.out("vertex", &vertex);
        Ok(())
    }

    fn flag(&mut self, value: bool) -> Result<(), Failure> {
        self.push("value", Elem::I32, &i32::from(value).to_le_bytes());
        Ok(())
    }

    fn body(&self, i: usize) -> Result<usize, Failure> {
        let body = self.id(i)?;
        if body >= self.model.nbody {
            return Err(error(format!("there is no body {body}")));
        }
        Ok(body)
    }

    fn state(&self) -> Result<State, Failure> {
        State::from_bits(self.id(0)? as u32).ok_or_else(|| error("no such components"))
    }

    /// An object by its type and id, in two arguments.
    fn object(&self, i: usize) -> Result<Object, Failure> {
        let (kind, id) = (self.id(i)?, self.id(i + 1)?);
        Ok(match kind {
            1 => Object::Body(id),
            2 => Object::XBody(id),
            5 => Object::Geom(id),
            6 => Object::Site(id),
            7 => Object::Camera(id),
            other => return Err(error(format!("no object has the type {other}"))),
        })
    }
}
