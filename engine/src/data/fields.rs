//! The data table: 101 buffer arrays, 39 arena arrays (one of them the contacts), scalars and fixed
//! vectors.

use crate::data::callbacks::Callbacks;
use crate::data::scratch::Scratch;
use crate::error::Missing;
use crate::error::StepError;
use crate::math::{Mat3, Quat, Vec3};
use crate::model::reflect::{constant, sized};
use crate::model::table::{column_dim, columns, computed, shape};
use crate::model::*;

/// The stride-aware view of one member of an array of structs: `contact.dist` and the like.
macro_rules! struct_table {
    (
        $(#[$doc:meta])*
        $struct:ident as $prefix:literal [$rows:literal] { $($mark:tt $stage:ident $member:ident: $type:ty;)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, bytemuck::Zeroable)]
        #[allow(non_snake_case)]
        pub struct $struct {
            $(pub $member: $type,)*
        }

        impl $struct {
            /// The members, in MuJoCo's order.
            pub const MEMBERS: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: concat!($prefix, ".", stringify!($member)),
                elem: <$type as Row>::ELEM,
                dims: [sized($rows, 1), constant(<$type as Row>::COLS)],
                stage: Some(Stage::$stage),
                computed: computed!($mark),
            },)*];

            /// Each computed member of `rows`, gathered into a flat array.
            pub fn members<'a>(rows: &[$struct]) -> impl Iterator<Item = Field<'a>> + use<'a> {
                let values = [$(owned(rows.iter().map(|row| row.$member)),)*];
                let shapes = [$(shape!($type, rows.len()),)*];
                Self::MEMBERS.iter().zip(shapes).zip(values).filter(|((info, _), _)| info.computed)
                    .map(|((info, shape), values)| Field { info, shape, values })
            }
        }
    };
}

fn owned<R: Row>(rows: impl Iterator<Item = R>) -> Values<'static> {
    use std::borrow::Cow;
    let rows: Vec<R> = rows.collect();
    match R::values(&rows) {
        Values::F64(v) => Values::F64(Cow::Owned(v.into_owned())),
        Values::F32(v) => Values::F32(Cow::Owned(v.into_owned())),
        Values::I32(v) => Values::I32(Cow::Owned(v.into_owned())),
        Values::U8(v) => Values::U8(Cow::Owned(v.into_owned())),
        Values::Char(v) => Values::Char(Cow::Owned(v.into_owned())),
        Values::U64(v) => Values::U64(Cow::Owned(v.into_owned())),
    }
}

struct_table! {
    /// One contact: MuJoCo's `mjContact`.
    Contact as "contact" ["ncon"] {
        + Collision dist: f64;
        + Collision pos: Vec3;
        + Collision frame: Mat3;
        + Collision includemargin: f64;
        + Collision friction: [f64; 5];
        + Collision solref: [f64; NREF];
        + Collision solreffriction: [f64; NREF];
        + Collision solimp: [f64; NIMP];
        + Constraint mu: f64;
        - Solve H: [f64; 36];
        + Collision dim: i32;
        + Collision geom1: i32;
        + Collision geom2: i32;
        + Collision geom: [i32; 2];
        + Collision flex: [i32; 2];
        + Collision elem: [i32; 2];
        + Collision vert: [i32; 2];
        + Collision exclude: i32;
        + Constraint efc_address: i32;
    }
}

struct_table! {
    /// How often one kind of warning was raised, and for what.
    WarningStat as "warning" ["mjNWARNING"] {
        + Bookkeeping lastinfo: i32;
        + Bookkeeping number: i32;
    }
}

struct_table! {
    /// Statistics of one solver iteration. Reflection shows the iterations that were made, island
    /// after island.
    SolverStat as "solver" ["solver_niter"] {
        + Solve improvement: f64;
        + Solve gradient: f64;
        + Solve lineslope: f64;
        + Solve nactive: i32;
        + Solve nchange: i32;
        + Solve neval: i32;
        + Solve nupdate: i32;
    }
}

/// A size of an arena array: a counter of the data, or a size of the model.
macro_rules! count {
    ($data:ident $model:ident data $count:ident) => {
        $data.$count as usize
    };
    ($data:ident $model:ident model $count:ident) => {
        $model.$count
    };
}

macro_rules! data_table {
    (
        scalars { $($scalar_mark:tt $scalar_stage:ident $scalar:ident: $scalar_type:ty;)* }
        vectors { $($vector_mark:tt $vector_stage:ident $vector:ident: $vector_row:ty [$vector_len:expr];)* }
        buffer { $($mark:tt $stage:ident $name:ident: $row:ty [$rows:ident $(, $cols:ident)?];)* }
        arena { $($arena_mark:tt $arena_stage:ident $arena:ident: $arena_row:ty
                  [$owner:ident.$count:ident $(, $cols_owner:ident.$cols_count:ident)?];)* }
    ) => {
        /// The state of a simulation and everything computed from it: MuJoCo's `mjData`, with typed
        /// arrays.
        #[derive(Clone, Debug, Default)]
        #[allow(non_snake_case)]
        pub struct Data {
            $(pub $scalar: $scalar_type,)*
            $(pub $vector: [$vector_row; $vector_len],)*
            pub warning: [WarningStat; NWARNING],
            /// Statistics of the solver, `NSOLVER` for each of the first `NISLAND` islands, up to
            /// the last one recorded.
            pub solver: Vec<SolverStat>,
            $(pub $name: Vec<$row>,)*
            pub contact: Vec<Contact>,
            $(pub $arena: Vec<$arena_row>,)*
            /// The user's callbacks.
            pub callbacks: Callbacks,
            /// What kept the last evaluation from being complete; `None` if nothing did.
            pub(crate) missing: Option<Missing>,
            /// An error for which MuJoCo would have ended the program.
            pub(crate) fault: Option<StepError>,
            pub(crate) scratch: Scratch,
        }

        impl Data {
            /// Scalars, in MuJoCo's order.
            pub const SCALARS: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: stringify!($scalar),
                elem: <$scalar_type as Row>::ELEM,
                dims: [None, None],
                stage: Some(Stage::$scalar_stage),
                computed: computed!($scalar_mark),
            },)*];

            /// Vectors of fixed length.
            pub const VECTORS: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: stringify!($vector),
                elem: <$vector_row as Row>::ELEM,
                dims: [constant($vector_len), None],
                stage: Some(Stage::$vector_stage),
                computed: computed!($vector_mark),
            },)*];

            /// Arrays whose size depends on the model.
            pub const BUFFER: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: stringify!($name),
                elem: <$row as Row>::ELEM,
                dims: [sized(stringify!($rows), 1), column_dim!($row $(, $cols)?)],
                stage: Some(Stage::$stage),
                computed: computed!($mark),
            },)*];

            /// Arrays whose size depends on the current contacts and constraints.
            pub const ARENA: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Data,
                name: stringify!($arena),
                elem: <$arena_row as Row>::ELEM,
                dims: [sized(stringify!($count), 1), column_dim!($arena_row $(, $cols_count)?)],
                stage: Some(Stage::$arena_stage),
                computed: computed!($arena_mark),
            },)*];

            /// Every buffer array at the length that `model` asks for, filled with zeros.
            pub(crate) fn allocate(model: &Model) -> Data {
                Data {
                    $($name: vec![bytemuck::Zeroable::zeroed(); model.$rows * columns!(model $($cols)?)],)*
                    solver: Vec::with_capacity(NISLAND * NSOLVER),
                    ..Data::default()
                }
            }

            /// Sets everything to zero but what depends on the model alone; arena arrays become
            /// empty.
            pub(crate) fn clear(&mut self) {
                $(self.$scalar = Default::default();)*
                $(self.$vector = [Default::default(); $vector_len];)*
                self.warning = Default::default();
                self.solver.clear();
                $(if Stage::$stage != Stage::Structure {
                    self.$name.fill(bytemuck::Zeroable::zeroed());
                })*
                self.contact.clear();
                $(self.$arena.clear();)*
            }

            /// The bytes of a scalar, a vector or an array by name, to be written; the length does
            /// not change.
            pub fn bytes_mut(&mut self, name: &str) -> Option<&mut [u8]> {
                match name {
                    $(stringify!($scalar) => Some(bytemuck::bytes_of_mut(&mut self.$scalar)),)*
                    $(stringify!($vector) => Some(bytemuck::cast_slice_mut(&mut self.$vector)),)*
                    $(stringify!($name) => Some(bytemuck::cast_slice_mut(&mut self.$name)),)*
                    $(stringify!($arena) => Some(bytemuck::cast_slice_mut(&mut self.$arena)),)*
                    _ => None,
                }
            }

            /// Every field that the engine computes, in table order.
            pub fn fields<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = Field<'a>> + 'a {
                let scalars = [$(<$scalar_type as Row>::values(std::slice::from_ref(&self.$scalar)),)*];
                let vectors = [$(<$vector_row as Row>::values(&self.$vector),)*];
                let buffer = [$((
                    shape!($row, model.$rows $(, model.$cols)?),
                    <$row as Row>::values(&self.$name),
                ),)*];
                // An arena array that this state does not need is empty, as a null pointer is in
                // MuJoCo.
                let arena = [$((
                    if self.$arena.is_empty() {
                        shape!($arena_row, 0 $(, count!(self model $cols_owner $cols_count))?)
                    } else {
                        shape!($arena_row, count!(self model $owner $count) $(, count!(self model $cols_owner $cols_count))?)
                    },
                    <$arena_row as Row>::values(&self.$arena),
                ),)*];
                let flat = Self::SCALARS.iter().zip(scalars).map(|(info, values)| (info, Shape::SCALAR, values))
                    .chain(Self::VECTORS.iter().zip(vectors).map(|(info, values)| (info, Shape::vector(values.len()), values)))
                    .chain(Self::BUFFER.iter().zip(buffer).map(|(info, (shape, values))| (info, shape, values)))
                    .chain(Self::ARENA.iter().zip(arena).map(|(info, (shape, values))| (info, shape, values)))
                    .filter(|(info, ..)| info.computed)
                    .map(|(info, shape, values)| Field { info, shape, values });
                flat.chain(WarningStat::members(&self.warning))
                    .chain(SolverStat::members(&self.iterations()))
                    .chain(Contact::members(&self.contact))
                    .filter(|field| self.is_complete(field.info))
            }
        }
    };
}

data_table! {
    scalars {
        - Bookkeeping narena: u64;
        - Bookkeeping nbuffer: u64;
        + Bookkeeping nplugin: i32;
        - Bookkeeping pstack: u64;
        - Bookkeeping pbase: u64;
        - Bookkeeping parena: u64;
        - Bookkeeping maxuse_stack: u64;
        - Bookkeeping maxuse_arena: u64;
        + Bookkeeping maxuse_con: i32;
        + Bookkeeping maxuse_efc: i32;
        + Solve solver_nisland: i32;
        + Collision ncon: i32;
        + Constraint ne: i32;
        + Constraint nf: i32;
        + Constraint nl: i32;
        + Constraint nefc: i32;
        + Constraint nJ: i32;
        + Island nisland: i32;
        + Integrate time: f64;
        - Bookkeeping threadpool: u64;
    }
    vectors {
        + Solve solver_niter: i32 [NISLAND];
        + Solve solver_nnz: i32 [NISLAND];
        + Inverse solver_fwdinv: f64 [2];
        + Energy energy: f64 [2];
    }
    buffer {
        + Integrate qpos: f64 [nq];
        + Integrate qvel: f64 [nv];
        + Integrate act: f64 [na];
        + Integrate qacc_warmstart: f64 [nv];
        - Integrate plugin_state: f64 [npluginstate];
        + Input ctrl: f64 [nu];
        + Input qfrc_applied: f64 [nv];
        + Input xfrc_applied: [f64; 6] [nbody];
        + Input eq_active: u8 [neq];
        + Input mocap_pos: Vec3 [nmocap];
        + Input mocap_quat: Quat [nmocap];
        + Solve qacc: f64 [nv];
        + Actuation act_dot: f64 [na];
        + Input userdata: f64 [nuserdata];
        + Sensor sensordata: f64 [nsensordata];
        - Structure plugin: i32 [nplugin];
        - Structure plugin_data: u64 [nplugin];
        + Kinematics xpos: Vec3 [nbody];
        + Kinematics xquat: Quat [nbody];
        + Kinematics xmat: Mat3 [nbody];
        + Kinematics xipos: Vec3 [nbody];
        + Kinematics ximat: Mat3 [nbody];
        + Kinematics xanchor: Vec3 [njnt];
        + Kinematics xaxis: Vec3 [njnt];
        + Kinematics geom_xpos: Vec3 [ngeom];
        + Kinematics geom_xmat: Mat3 [ngeom];
        + Kinematics site_xpos: Vec3 [nsite];
        + Kinematics site_xmat: Mat3 [nsite];
        + CamLight cam_xpos: Vec3 [ncam];
        + CamLight cam_xmat: Mat3 [ncam];
        + CamLight light_xpos: Vec3 [nlight];
        + CamLight light_xdir: Vec3 [nlight];
        + ComPos subtree_com: Vec3 [nbody];
        + ComPos cdof: [f64; 6] [nv];
        + ComPos cinert: [f64; 10] [nbody];
        - Flex flexvert_xpos: Vec3 [nflexvert];
        - Flex flexelem_aabb: [f64; 6] [nflexelem];
        - Flex flexedge_J_rownnz: i32 [nflexedge];
        - Flex flexedge_J_rowadr: i32 [nflexedge];
        - Flex flexedge_J_colind: i32 [nflexedge, nv];
        - Flex flexedge_J: f64 [nflexedge, nv];
        - Flex flexedge_length: f64 [nflexedge];
        + Tendon ten_wrapadr: i32 [ntendon];
        + Tendon ten_wrapnum: i32 [ntendon];
        + Tendon ten_J_rownnz: i32 [ntendon];
        + Tendon ten_J_rowadr: i32 [ntendon];
        + Tendon ten_J_colind: i32 [ntendon, nv];
        + Tendon ten_length: f64 [ntendon];
        + Tendon ten_J: f64 [ntendon, nv];
        + Tendon wrap_obj: [i32; 2] [nwrap];
        + Tendon wrap_xpos: [f64; 6] [nwrap];
        + Transmission actuator_length: f64 [nu];
        + Transmission moment_rownnz: i32 [nu];
        + Transmission moment_rowadr: i32 [nu];
        + Transmission moment_colind: i32 [nJmom];
        + Transmission actuator_moment: f64 [nJmom];
        + Crb crb: [f64; 10] [nbody];
        + Crb qM: f64 [nM];
        + Factor qLD: f64 [nM];
        + Factor qLDiagInv: f64 [nv];
        + Factor qLDiagSqrtInv: f64 [nv];
        - Flex bvh_aabb_dyn: [f64; 6] [nbvhdynamic];
        + Collision bvh_active: u8 [nbvh];
        - Velocity flexedge_velocity: f64 [nflexedge];
        + Velocity ten_velocity: f64 [ntendon];
        + Velocity actuator_velocity: f64 [nu];
        + ComVel cvel: [f64; 6] [nbody];
        + ComVel cdof_dot: [f64; 6] [nv];
        + Bias qfrc_bias: f64 [nv];
        + Passive qfrc_spring: f64 [nv];
        + Passive qfrc_damper: f64 [nv];
        + Passive qfrc_gravcomp: f64 [nv];
        + Passive qfrc_fluid: f64 [nv];
        + Passive qfrc_passive: f64 [nv];
        + SubtreeVel subtree_linvel: Vec3 [nbody];
        + SubtreeVel subtree_angmom: Vec3 [nbody];
        + Integrate qH: f64 [nM];
        + Integrate qHDiagInv: f64 [nv];
        + Structure B_rownnz: i32 [nbody];
        + Structure B_rowadr: i32 [nbody];
        + Structure B_colind: i32 [nB];
        + Structure C_rownnz: i32 [nv];
        + Structure C_rowadr: i32 [nv];
        + Structure C_colind: i32 [nC];
        + Structure mapM2C: i32 [nC];
        + Structure D_rownnz: i32 [nv];
        + Structure D_rowadr: i32 [nv];
        + Structure D_colind: i32 [nD];
        + Structure mapM2D: i32 [nD];
        + Structure mapD2M: i32 [nM];
        + Integrate qDeriv: f64 [nD];
        + Integrate qLU: f64 [nD];
        + Actuation actuator_force: f64 [nu];
        + Actuation qfrc_actuator: f64 [nv];
        + Acceleration qfrc_smooth: f64 [nv];
        + Acceleration qacc_smooth: f64 [nv];
        + Solve qfrc_constraint: f64 [nv];
        + Inverse qfrc_inverse: f64 [nv];
        + RnePost cacc: [f64; 6] [nbody];
        + RnePost cfrc_int: [f64; 6] [nbody];
        + RnePost cfrc_ext: [f64; 6] [nbody];
    }
    arena {
        + Constraint efc_type: i32 [data.nefc];
        + Constraint efc_id: i32 [data.nefc];
        + Constraint efc_J_rownnz: i32 [data.nefc];
        + Constraint efc_J_rowadr: i32 [data.nefc];
        + Constraint efc_J_rowsuper: i32 [data.nefc];
        + Constraint efc_J_colind: i32 [data.nJ];
        + Constraint efc_JT_rownnz: i32 [model.nv];
        + Constraint efc_JT_rowadr: i32 [model.nv];
        + Constraint efc_JT_rowsuper: i32 [model.nv];
        + Constraint efc_JT_colind: i32 [data.nJ];
        + Constraint efc_J: f64 [data.nJ];
        + Constraint efc_JT: f64 [data.nJ];
        + Constraint efc_pos: f64 [data.nefc];
        + Constraint efc_margin: f64 [data.nefc];
        + Constraint efc_frictionloss: f64 [data.nefc];
        + Constraint efc_diagApprox: f64 [data.nefc];
        + Constraint efc_KBIP: [f64; 4] [data.nefc];
        + Constraint efc_D: f64 [data.nefc];
        + Constraint efc_R: f64 [data.nefc];
        + Constraint tendon_efcadr: i32 [model.ntendon];
        + Reference efc_vel: f64 [data.nefc];
        + Reference efc_aref: f64 [data.nefc];
        + Solve efc_b: f64 [data.nefc];
        + Solve efc_force: f64 [data.nefc];
        + Solve efc_state: i32 [data.nefc];
        + Project efc_AR_rownnz: i32 [data.nefc];
        + Project efc_AR_rowadr: i32 [data.nefc];
        + Project efc_AR_colind: i32 [data.nefc, data.nefc];
        + Project efc_AR: f64 [data.nefc, data.nefc];
        + Island dof_island: i32 [model.nv];
        + Island island_dofnum: i32 [data.nisland];
        + Island island_dofadr: i32 [data.nisland];
        + Island island_dofind: i32 [model.nv];
        + Island dof_islandind: i32 [model.nv];
        + Island efc_island: i32 [data.nefc];
        + Island island_efcnum: i32 [data.nisland];
        + Island island_efcadr: i32 [data.nisland];
        + Island island_efcind: i32 [data.nefc];
    }
}

impl Data {
    /// Statistics of the iterations that the solver made, island after island without gaps.
    pub fn iterations(&self) -> Vec<SolverStat> {
        let islands = self.solver_niter.iter().enumerate();
        islands
            .take(self.solver_nisland.max(0) as usize)
            .flat_map(|(island, &made)| {
                let first = island * NSOLVER;
                first..first + (made.max(0) as usize).min(NSOLVER)
            })
            .map(|place| self.solver.get(place).copied().unwrap_or_default())
            .collect()
    }
}

impl Default for WarningStat {
    fn default() -> Self {
        bytemuck::Zeroable::zeroed()
    }
}

impl Default for SolverStat {
    fn default() -> Self {
        bytemuck::Zeroable::zeroed()
    }
}
