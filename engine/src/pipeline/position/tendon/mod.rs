//! Tendon lengths, paths and Jacobians.
//!
//! A fixed tendon is a weighted sum of joint positions. A spatial tendon runs from site to site,
//! straight or wrapped around geoms; its length changes as its points move apart, so a stretch
//! between two bodies adds the difference of their points' Jacobians projected onto its direction.
//! A pulley divides what follows it.
//!
//! `length = sum |p_k+1 - p_k| / divisor` and `d length / d q = sum u_k' (J_k+1 - J_k) / divisor`,
//! with `u_k` the direction of stretch `k`.

mod path;
mod plan;
mod rows;
mod wrap;

pub(crate) use plan::Plan;

use crate::data::scratch::Scratch;
use crate::error::StepError;
use crate::model::codes::wrap as kind;
use crate::model::tendon_rows;
use crate::{Data, Model};
use path::{Scene, Ways};
use rows::{Dense, Motions, Rows, Sparse};

/// Computes `ten_length`, `ten_J`, `ten_wrapadr`, `ten_wrapnum`, `wrap_obj` and `wrap_xpos`.
#[doc(alias = "mj_tendon")]
pub(crate) fn tendon(model: &Model, data: &mut Data) {
    if model.ntendon == 0 {
        return;
    }
    let Scratch {
        topology,
        tendon: plan,
        dof: [spread, gathered],
        ..
    } = &mut data.scratch;
    let Some(plan) = plan.get_mut::<Plan>() else {
        return;
    };
    plan.follow(model, topology);
    let mut scene = Scene {
        sites: &data.site_xpos,
        geoms: (&data.geom_xpos, &data.geom_xmat),
        radii: &model.geom_size,
        motions: Motions {
            com: &data.subtree_com,
            cdof: &data.cdof,
            dofs: &topology.ancestry.columns,
        },
        lines: &[],
        wraps: &[],
        parameters: &model.wrap_prm,
    };
    plan.stretch(&scene);
    scene.lines = &plan.lines;
    scene.wraps = &plan.wraps;
    let mut tendons = Tendons {
        model,
        plan,
        scene,
        qpos: &data.qpos,
        lengths: &mut data.ten_length,
        adr: &mut data.ten_wrapadr,
        num: &mut data.ten_wrapnum,
        ways: Ways {
            points: bytemuck::cast_slice_mut(&mut data.wrap_xpos),
            objects: data.wrap_obj.as_flattened_mut(),
            end: 0,
        },
    };
    if model.is_sparse() {
        if plan.repeats && tendon_rows::beyond_memory(model).is_some() {
            data.fault = data.fault.or(Some(StepError::TendonBeyondRow));
        }
        tendons.compute(&mut Sparse {
            values: &mut data.ten_J,
            columns: &mut data.ten_J_colind,
            rowadr: &mut data.ten_J_rowadr,
            rownnz: &mut data.ten_J_rownnz,
            t: 0,
            spread,
            gathered,
            planned: &plan.columns,
        });
    } else {
        tendons.compute(&mut Dense {
            values: &mut data.ten_J,
            nv: model.nv,
            start: 0,
        });
    }
}

/// What the tendons depend on, and what is computed of them besides the Jacobian.
struct Tendons<'a> {
    model: &'a Model,
    plan: &'a Plan,
    scene: Scene<'a>,
    qpos: &'a [f64],
    lengths: &'a mut [f64],
    adr: &'a mut [i32],
    num: &'a mut [i32],
    ways: Ways<'a>,
}

impl Tendons<'_> {
    fn compute(&mut self, rows: &mut impl Rows) {
        for t in 0..self.model.ntendon {
            let start = self.ways.end;
            rows.begin(t);
            self.lengths[t] = match self.model.wrap_type[self.model.tendon_adr[t] as usize] {
                kind::JOINT => self.fixed(t, rows),
                _ => {
                    let steps = &self.plan.steps[self.plan.tendons[t].clone()];
                    let stretches = &self.plan.stretches;
                    self.ways.follow(&self.scene, stretches, steps, rows)
                }
            };
            self.adr[t] = start as i32;
            self.num[t] = (self.ways.end - start) as i32;
        }
    }

    /// A linear combination of joint positions.
    fn fixed(&self, t: usize, rows: &mut impl Rows) -> f64 {
        let model = self.model;
        let mut length = 0.0;
        for w in model.tendon_path(t) {
            let jnt = model.wrap_objid[w] as usize;
            let coefficient = model.wrap_prm[w];
            length += coefficient * self.qpos[model.jnt_qposadr[jnt] as usize];
            rows.put(model.jnt_dofadr[jnt], coefficient);
        }
        length
    }
}
