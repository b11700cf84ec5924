//! Jacobians: how each degree of freedom moves a point, an axis or an element of the model.
//!
//! A Jacobian is 3 x `nv`. Each comes in two forms: one that returns matrices, and one that writes
//! into buffers, row by row as MuJoCo does, and never panics.

use nalgebra::Matrix3xX;

use crate::math::Vec3;
use crate::misuse::Misuse;
use crate::query::jacobian;
use crate::query::object::Object;
use crate::{Data, Model};

/// How the dofs move something: its translation and its rotation, 3 x `nv` each. Times `qvel` they
/// are its velocity and its angular velocity in the world's axes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Jacobian {
    /// Of translation.
    pub p: Matrix3xX<f64>,
    /// Of rotation.
    pub r: Matrix3xX<f64>,
}

impl Jacobian {
    /// Matrices from what `fill` writes row by row.
    #[track_caller]
    fn of(
        model: &Model,
        fill: impl FnOnce(&mut [f64], &mut [f64]) -> Result<(), Misuse>,
    ) -> Jacobian {
        let [mut p, mut r] = [(); 2].map(|()| vec![0.0; 3 * model.nv]);
        super::or_panic(fill(&mut p, &mut r));
        Jacobian {
            p: matrix(&p),
            r: matrix(&r),
        }
    }
}

/// Three rows, one after the other, as a matrix.
fn matrix(rows: &[f64]) -> Matrix3xX<f64> {
    Matrix3xX::from_row_slice(rows)
}

/// A buffer of 3 x `nv`; none if it is empty, where nothing is wanted.
fn wanted<'b>(
    model: &Model,
    name: &'static str,
    buffer: &'b mut [f64],
) -> Result<Option<&'b mut [f64]>, Misuse> {
    if buffer.is_empty() {
        return Ok(None);
    }
    Misuse::length(name, 3 * model.nv, buffer.len())?;
    Ok(Some(buffer))
}

/// Writes both forms of the Jacobian of a kind of element.
macro_rules! of_elements {
    ($($(#[$doc:meta])* $name:ident $into:ident $object:ident;)*) => {
        impl Data {
            $(
                $(#[$doc])*
                ///
                /// Needs [`com_pos`](Data::com_pos).
                ///
                /// # Panics
                ///
                /// If there is no such element, or the data does not belong to the model.
                #[track_caller]
                pub fn $name(&self, model: &Model, id: usize) -> Jacobian {
                    self.jac_object(model, Object::$object(id))
                }

                #[doc = concat!("Writes what [`", stringify!($name), "`](Data::", stringify!($name),
                    ") returns to buffers of `3 nv` numbers; an empty one is left out.")]
                pub fn $into(
                    &self,
                    model: &Model,
                    id: usize,
                    jacp: &mut [f64],
                    jacr: &mut [f64],
                ) -> Result<(), Misuse> {
                    self.jac_object_into(model, Object::$object(id), jacp, jacr)
                }
            )*
        }
    };
}

of_elements! {
    /// The Jacobians of a body's own frame: of `xpos` and `xmat`.
    #[doc(alias = "mj_jacBody")]
    jac_body jac_body_into XBody;
    /// The Jacobians of a body's centre of mass: of `xipos` and `ximat`.
    #[doc(alias = "mj_jacBodyCom")]
    jac_body_com jac_body_com_into Body;
    /// The Jacobians of a geom: of `geom_xpos` and `geom_xmat`.
    #[doc(alias = "mj_jacGeom")]
    jac_geom jac_geom_into Geom;
    /// The Jacobians of a site: of `site_xpos` and `site_xmat`.
    #[doc(alias = "mj_jacSite")]
    jac_site jac_site_into Site;
}

impl Data {
    /// The Jacobians of a world point that is fixed in a body.
    ///
    /// Needs [`com_pos`](Data::com_pos).
    ///
    /// # Panics
    ///
    /// If there is no such body, or the data does not belong to the model.
    #[doc(alias = "mj_jac")]
    #[track_caller]
    pub fn jac(&self, model: &Model, point: &Vec3, body: usize) -> Jacobian {
        Jacobian::of(model, |p, r| self.jac_into(model, point, body, p, r))
    }

    /// Writes what [`jac`](Data::jac) returns to buffers of `3 nv` numbers; an empty one is left
    /// out.
    pub fn jac_into(
        &self,
        model: &Model,
        point: &Vec3,
        body: usize,
        jacp: &mut [f64],
        jacr: &mut [f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::id("body", body, model.nbody)?;
        let jacp = wanted(model, "jacp", jacp)?;
        let jacr = wanted(model, "jacr", jacr)?;
        jacobian::jac(model, self, jacp, jacr, point, body);
        Ok(())
    }

    /// The Jacobians of an element with a frame.
    ///
    /// Needs [`com_pos`](Data::com_pos), and for a camera [`camlight`](Data::camlight).
    ///
    /// # Panics
    ///
    /// If there is no such element, or the data does not belong to the model.
    #[track_caller]
    pub fn jac_object(&self, model: &Model, object: Object) -> Jacobian {
        Jacobian::of(model, |p, r| self.jac_object_into(model, object, p, r))
    }

    /// Writes what [`jac_object`](Data::jac_object) returns to buffers of `3 nv` numbers; an empty
    /// one is left out.
    pub fn jac_object_into(
        &self,
        model: &Model,
        object: Object,
        jacp: &mut [f64],
        jacr: &mut [f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        object.require(model)?;
        let (point, body) = (object.pos(self), object.body(model));
        self.jac_into(model, point, body, jacp, jacr)
    }

    /// The Jacobian of the centre of mass of a body with everything it carries: of `subtree_com`.
    ///
    /// Needs [`com_pos`](Data::com_pos).
    ///
    /// # Panics
    ///
    /// If there is no such body, or the data does not belong to the model.
    #[doc(alias = "mj_jacSubtreeCom")]
    #[track_caller]
    pub fn jac_subtree_com(&self, model: &Model, body: usize) -> Matrix3xX<f64> {
        let mut jacp = vec![0.0; 3 * model.nv];
        super::or_panic(self.jac_subtree_com_into(model, body, &mut jacp));
        matrix(&jacp)
    }

    /// Writes what [`jac_subtree_com`](Data::jac_subtree_com) returns to `3 nv` numbers.
    pub fn jac_subtree_com_into(
        &self,
        model: &Model,
        body: usize,
        jacp: &mut [f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::id("body", body, model.nbody)?;
        Misuse::length("jacp", 3 * model.nv, jacp.len())?;
        jacobian::jac_subtree_com(model, self, jacp, body);
        Ok(())
    }

    /// The Jacobians of a world point and of a world axis, both fixed in a body.
    ///
    /// Needs [`com_pos`](Data::com_pos).
    ///
    /// # Panics
    ///
    /// If there is no such body, or the data does not belong to the model.
    #[doc(alias = "mj_jacPointAxis")]
    #[track_caller]
    pub fn jac_point_axis(
        &self,
        model: &Model,
        point: &Vec3,
        axis: &Vec3,
        body: usize,
    ) -> [Matrix3xX<f64>; 2] {
        let [mut p, mut a] = [(); 2].map(|()| vec![0.0; 3 * model.nv]);
        super::or_panic(self.jac_point_axis_into(model, point, axis, body, &mut p, &mut a));
        [matrix(&p), matrix(&a)]
    }

    /// Writes what [`jac_point_axis`](Data::jac_point_axis) returns to `3 nv` numbers each.
    pub fn jac_point_axis_into(
        &self,
        model: &Model,
        point: &Vec3,
        axis: &Vec3,
        body: usize,
        jac_point: &mut [f64],
        jac_axis: &mut [f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::id("body", body, model.nbody)?;
        Misuse::length("jac_point", 3 * model.nv, jac_point.len())?;
        Misuse::length("jac_axis", 3 * model.nv, jac_axis.len())?;
        jacobian::jac_point_axis(model, self, jac_point, jac_axis, point, axis, body);
        Ok(())
    }

    /// The derivative by time of the Jacobians of a world point that is fixed in a body.
    ///
    /// Needs [`com_vel`](Data::com_vel).
    ///
    /// # Panics
    ///
    /// If there is no such body, or the data does not belong to the model.
    #[doc(alias = "mj_jacDot")]
    #[track_caller]
    pub fn jac_dot(&self, model: &Model, point: &Vec3, body: usize) -> Jacobian {
        Jacobian::of(model, |p, r| self.jac_dot_into(model, point, body, p, r))
    }

    /// Writes what [`jac_dot`](Data::jac_dot) returns to buffers of `3 nv` numbers; an empty one is
    /// left out.
    pub fn jac_dot_into(
        &self,
        model: &Model,
        point: &Vec3,
        body: usize,
        jacp: &mut [f64],
        jacr: &mut [f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::id("body", body, model.nbody)?;
        let jacp = wanted(model, "jacp", jacp)?;
        let jacr = wanted(model, "jacr", jacr)?;
        jacobian::jac_dot(model, self, jacp, jacr, point, body);
        Ok(())
    }
}
