//! Products with factors of the inertia matrix, momentum matrices, poses of points, masses, and
//! contacts of the program's own.

use nalgebra::{DVector, Matrix3xX};

use crate::data::Contact;
use crate::math::{MINVAL, Mat3, Quat, Vec3, dense, merge, scalar};
use crate::misuse::Misuse;
use crate::model::codes::warning;
use crate::pipeline::constraint;
use crate::query::jacobian;
use crate::{Data, Model};

impl Data {
    /// `sqrt(D) L v` for the factors of `M = L' D L`: the square of its length is nearly `v' M v`.
    ///
    /// Needs [`factor_m`](Data::factor_m).
    ///
    /// # Panics
    ///
    /// If `v` has not `nv` numbers, if the data does not belong to the model, or where MuJoCo reads
    /// out of bounds, see [`mul_m2_into`](Data::mul_m2_into).
    #[doc(alias = "mj_mulM2")]
    #[track_caller]
    pub fn mul_m2(&self, model: &Model, v: &[f64]) -> DVector<f64> {
        let mut res = DVector::zeros(model.nv);
        super::or_panic(self.mul_m2_into(model, res.as_mut_slice(), v));
        res
    }

    /// Writes what [`mul_m2`](Data::mul_m2) returns to `nv` numbers.
    ///
    /// For four or more simple dofs in a row MuJoCo takes the wrong element of the diagonal, at the
    /// place that the dof has in `qM`; that is kept.
    ///
    /// # Errors
    ///
    /// [`Misuse::OutOfBounds`] where there is no element at that place.
    pub fn mul_m2_into(&self, model: &Model, res: &mut [f64], v: &[f64]) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::length("res", model.nv, res.len())?;
        Misuse::length("v", model.nv, v.len())?;
        let mut i = 0;
        while i < model.nv {
            let simple = model.dof_simplenum[i];
            if simple >= 4 {
                for k in i..i + 4 {
                    let place = model.dof_Madr[k] as usize;
                    let root = self.qLDiagSqrtInv.get(place);
                    res[k] = v[k] / root.ok_or(Misuse::OutOfBounds("mj_mulM2"))?;
                }
                i += 4;
                continue;
            }
            let mut sum = v[i] / self.qLDiagSqrtInv[i];
            if simple == 0 {
                // The reference adds to a zero.
                sum += 0.0;
                let row = &self.qLD[model.dof_Madr[i] as usize + 1..];
                for (element, j) in row.iter().zip(model.ancestors(i).skip(1)) {
                    sum += element * v[j];
                }
            }
            res[i] = sum;
            i += 1;
        }
        Ok(())
    }

    /// Adds `M` to a dense matrix of `nv` x `nv`, both triangles.
    ///
    /// Needs [`crb`](Data::crb).
    #[doc(alias = "mj_addM")]
    pub fn add_m(&self, model: &Model, dst: &mut [f64]) -> Result<(), Misuse> {
        self.check(model)?;
        let nv = model.nv;
        Misuse::length("dst", nv * nv, dst.len())?;
        for i in 0..nv {
            let row = &self.qM[model.dof_Madr[i] as usize..];
            let count = if model.dof_simplenum[i] > 0 { 1 } else { nv };
            for (element, j) in row.iter().zip(model.ancestors(i)).take(count) {
                dst[i * nv + j] += element;
                if j < i {
                    dst[j * nv + i] += element;
                }
            }
        }
        Ok(())
    }

    /// Adds `M` to a sparse matrix whose row `r` has `rownnz[r]` elements from `rowadr[r]` on and
    /// room for those that come with `M` behind them.
    ///
    /// Needs [`crb`](Data::crb).
    pub fn add_m_sparse(
        &self,
        model: &Model,
        dst: &mut [f64],
        rownnz: &mut [i32],
        rowadr: &[i32],
        colind: &mut [i32],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::length("rownnz", model.nv, rownnz.len())?;
        Misuse::length("rowadr", model.nv, rowadr.len())?;
        Misuse::length("colind", dst.len(), colind.len())?;
        let (mut values, mut columns) = (Vec::new(), Vec::new());
        for i in 0..model.nv {
            let own = self.C_rowadr[i] as usize;
            let own = own..own + self.C_rownnz[i] as usize;
            let m: Vec<f64> = self.mapM2C[own.clone()]
                .iter()
                .map(|&place| self.qM[place as usize])
                .collect();
            let start = rowadr[i] as usize;
            let row = start..start + rownnz[i] as usize;
            Misuse::id("element", row.end.saturating_sub(1), dst.len().max(1))?;
            merge::combine(
                (&dst[row.clone()], &colind[row], 1.0),
                (&m, &self.C_colind[own], 1.0),
                &mut values,
                &mut columns,
            );
            let end = start + values.len();
            Misuse::id("element", end.saturating_sub(1), dst.len().max(1))?;
            dst[start..end].copy_from_slice(&values);
            colind[start..end].copy_from_slice(&columns);
            rownnz[i] = values.len() as i32;
        }
        Ok(())
    }

    /// The matrix that makes the angular momentum of a body with everything it carries, about their
    /// centre of mass, from joint velocities.
    ///
    /// Needs [`com_pos`](Data::com_pos).
    ///
    /// # Panics
    ///
    /// If there is no such body, or the data does not belong to the model.
    #[doc(alias = "mj_angmomMat")]
    #[track_caller]
    pub fn angmom_mat(&self, model: &Model, body: usize) -> Matrix3xX<f64> {
        let mut mat = vec![0.0; 3 * model.nv];
        super::or_panic(self.angmom_mat_into(model, body, &mut mat));
        Matrix3xX::from_row_slice(&mat)
    }

    /// Writes what [`angmom_mat`](Data::angmom_mat) returns to `3 nv` numbers.
    pub fn angmom_mat_into(
        &self,
        model: &Model,
        body: usize,
        mat: &mut [f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::id("body", body, model.nbody)?;
        let nv = model.nv;
        Misuse::length("mat", 3 * nv, mat.len())?;
        mat.fill(0.0);
        let centre = self.subtree_com[body];
        let [mut jacp, mut jacr, mut term] = [(); 3].map(|()| vec![0.0; 3 * nv]);
        // A subtree's bodies follow each other.
        let subtree = (body..model.nbody)
            .take_while(|&b| b == body || model.body_parentid[b] as usize >= body);
        for b in subtree {
            let pos = self.xipos[b];
            jacobian::jac(model, self, Some(&mut jacp), Some(&mut jacr), &pos, b);
            let frame = &self.ximat[b];
            let moments = model.body_inertia[b];
            let mut diagonal = Mat3([0.0; 9]);
            for k in 0..3 {
                diagonal.0[4 * k] = moments[k];
            }
            let inertia = frame.mul(&diagonal).mul_tr(frame);
            dense::mul_mat(&mut term, &inertia.0, &jacr, 3, nv);
            let c = pos - centre;
            let arm = [0.0, -c.z, c.y, c.z, 0.0, -c.x, -c.y, c.x, 0.0];
            dense::mul_mat(&mut jacr, &arm, &jacp, 3, nv);
            dense::scale(&mut jacr, model.body_mass[b]);
            dense::add_to(mat, &term);
            dense::add_to(mat, &jacr);
        }
        Ok(())
    }

    /// The pose in the world of a point and an orientation that are given in a body's frame.
    ///
    /// Needs [`kinematics`](Data::kinematics).
    ///
    /// # Panics
    ///
    /// If there is no such body, or the data does not belong to the model.
    #[doc(alias = "mj_local2Global")]
    #[track_caller]
    pub fn local_to_global(
        &self,
        model: &Model,
        body: usize,
        pos: &Vec3,
        quat: &Quat,
    ) -> (Vec3, Mat3) {
        super::or_panic(self.check(model));
        super::or_panic(Misuse::id("body", body, model.nbody));
        (
            self.xmat[body].mul_vec(pos) + self.xpos[body],
            self.xquat[body].mul(quat).to_mat(),
        )
    }

    /// Adds a contact to those that [`collision`](Data::collision) has found, and takes away all
    /// constraint rows: [`make_constraint`](Data::make_constraint) makes them anew. False, and a
    /// warning counted, if the model's memory has no room for it.
    ///
    /// Needs [`collision`](Data::collision), which would take the contact away.
    #[doc(alias = "mj_addContact")]
    pub fn add_contact(&mut self, model: &Model, contact: Contact) -> Result<bool, Misuse> {
        self.check(model)?;
        for side in 0..2 {
            check_side(model, &contact, side)?;
        }
        if model.nconmax != -1 && self.ncon >= model.nconmax {
            self.warning[warning::CONTACT_FULL].raise(self.ncon);
            return Ok(false);
        }
        constraint::invalidate(self);
        if (self.contact.len() + 1) * crate::memory::arena::CONTACT > model.narena {
            self.warning[warning::CONTACT_FULL].raise(self.ncon);
            return Ok(false);
        }
        self.contact.push(contact);
        self.ncon = self.contact.len() as i32;
        Ok(true)
    }
}

/// Refuses a side of a contact that does not exist: neither a geom nor a part of a flex.
fn check_side(model: &Model, contact: &Contact, side: usize) -> Result<(), Misuse> {
    let id = |id: i32| usize::try_from(id).unwrap_or(usize::MAX);
    if contact.geom[side] >= 0 || contact.flex[side] < 0 {
        return Misuse::id("geom", id(contact.geom[side]), model.ngeom);
    }
    let flex = id(contact.flex[side]);
    Misuse::id("flex", flex, model.nflex)?;
    let vertices = model.flex_vertices(flex).len();
    let elements = model.flex_elements(flex).len();
    if contact.vert[side] >= 0 {
        Misuse::id("vertex", id(contact.vert[side]), vertices)
    } else {
        Misuse::id("element", id(contact.elem[side]), elements)
    }
}

impl Model {
    /// Scales masses and inertias of all bodies so that the masses add up to `mass`.
    /// [`set_const`](Model::set_const) has to follow, for what depends on them.
    #[doc(alias = "mj_setTotalmass")]
    pub fn set_total_mass(&mut self, mass: f64) {
        let scale = scalar::max(MINVAL, mass / scalar::max(MINVAL, self.total_mass()));
        for mass in self.body_mass.iter_mut().skip(1) {
            *mass *= scale;
        }
        for moments in self.body_inertia.iter_mut().skip(1) {
            *moments *= scale;
        }
    }
}
