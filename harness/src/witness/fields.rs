//! The fields that mujoco-rs gives safe access to, of those that the harness knows.
//!
//! Each has MuJoCo's name and the crate's methods for it; a method that the crate calls unsafe is
//! not here.

use bytemuck::{AnyBitPattern, NoUninit};
use harness::snapshot::Elem;
use mujoco_rs::wrappers::{MjData, MjModel};

/// Memory of a field with its type and shape.
pub(crate) struct Value<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) elem: Elem,
    pub(crate) shape: Vec<usize>,
}

/// An element of an array: a number, or a row of them.
pub(crate) trait Row: NoUninit {
    const ELEM: Elem;
    const COLUMNS: Option<usize>;
}

macro_rules! numbers {
    ($($type:ty => $elem:ident),*) => {
        $(impl Row for $type {
            const ELEM: Elem = Elem::$elem;
            const COLUMNS: Option<usize> = None;
        }
        impl<const N: usize> Row for [$type; N] {
            const ELEM: Elem = Elem::$elem;
            const COLUMNS: Option<usize> = Some(N);
        })*
    };
}
numbers!(f64 => F64, f32 => F32, i32 => I32, u8 => U8);

impl Row for bool {
    const ELEM: Elem = Elem::U8;
    const COLUMNS: Option<usize> = None;
}

pub(crate) fn value<T: Row>(values: &[T]) -> Value<'_> {
    let mut shape = vec![values.len()];
    shape.extend(T::COLUMNS);
    Value {
        bytes: bytemuck::cast_slice(values),
        elem: T::ELEM,
        shape,
    }
}

fn bytes_mut<T: Row + AnyBitPattern>(values: &mut [T]) -> Option<&mut [u8]> {
    Some(bytemuck::cast_slice_mut(values))
}

macro_rules! data_fields {
    ($($name:ident $get:ident $get_mut:ident,)*) => {
        /// An array of the data, by name.
        pub(crate) fn data<'a>(data: &'a MjData<Box<MjModel>>, name: &str) -> Option<Value<'a>> {
            match name {
                $(stringify!($name) => Some(value(data.$get())),)*
                _ => None,
            }
        }

        /// The memory of an array of the data, to be written.
        pub(crate) fn data_mut<'a>(data: &'a mut MjData<Box<MjModel>>, name: &str) -> Option<&'a mut [u8]> {
            match name {
                $(stringify!($name) => bytes_mut(data.$get_mut()),)*
                _ => None,
            }
        }
    };
}

/// The method of the field's own name, or the one that is given.
macro_rules! get {
    ($model:ident $name:ident) => {
        $model.$name()
    };
    ($model:ident $name:ident $method:ident) => {
        $model.$method()
    };
}

macro_rules! model_fields {
    ($($name:ident $(= $method:ident)?,)*) => {
        /// An array of the model, by name.
        pub(crate) fn model<'a>(model: &'a MjModel, name: &str) -> Option<Value<'a>> {
            match name {
                $(stringify!($name) => Some(value(get!(model $name $($method)?))),)*
                _ => None,
            }
        }
    };
}

macro_rules! size_fields {
    ($($name:ident)*) => {
        /// A size of the model, by name.
        pub(crate) fn size(model: &MjModel, name: &str) -> Option<i64> {
            match name {
                $(stringify!($name) => i64::try_from(model.$name()).ok(),)*
                _ => None,
            }
        }
    };
}

size_fields! {
    nq nv nu na nbody njnt ngeom nsite ncam nlight nmesh nhfield ntex nmat npair nexclude
    neq ntendon nwrap nsensor nnumeric ntext nkey nmocap nsensordata nuserdata
}

data_fields! {
    qpos qpos qpos_mut,
    qvel qvel qvel_mut,
    act act act_mut,
    qacc_warmstart qacc_warmstart qacc_warmstart_mut,
    plugin_state plugin_state plugin_state_mut,
    ctrl ctrl ctrl_mut,
    qfrc_applied qfrc_applied qfrc_applied_mut,
    xfrc_applied xfrc_applied xfrc_applied_mut,
    mocap_pos mocap_pos mocap_pos_mut,
    mocap_quat mocap_quat mocap_quat_mut,
    qacc qacc qacc_mut,
    act_dot act_dot act_dot_mut,
    userdata userdata userdata_mut,
    sensordata sensordata sensordata_mut,
    xpos xpos xpos_mut,
    xquat xquat xquat_mut,
    xmat xmat xmat_mut,
    xipos xipos xipos_mut,
    ximat ximat ximat_mut,
    xanchor xanchor xanchor_mut,
    xaxis xaxis xaxis_mut,
    geom_xpos geom_xpos geom_xpos_mut,
    geom_xmat geom_xmat geom_xmat_mut,
    site_xpos site_xpos site_xpos_mut,
    site_xmat site_xmat site_xmat_mut,
    cam_xpos cam_xpos cam_xpos_mut,
    cam_xmat cam_xmat cam_xmat_mut,
    light_xpos light_xpos light_xpos_mut,
    light_xdir light_xdir light_xdir_mut,
    subtree_com subtree_com subtree_com_mut,
    cdof cdof cdof_mut,
    cinert cinert cinert_mut,
    flexvert_xpos flexvert_xpos flexvert_xpos_mut,
    flexelem_aabb flexelem_aabb flexelem_aabb_mut,
    flexedge_J flexedge_j flexedge_j_mut,
    flexedge_length flexedge_length flexedge_length_mut,
    bvh_aabb_dyn bvh_aabb_dyn bvh_aabb_dyn_mut,
    ten_J ten_j ten_j_mut,
    ten_length ten_length ten_length_mut,
    wrap_xpos wrap_xpos wrap_xpos_mut,
    actuator_length actuator_length actuator_length_mut,
    actuator_moment actuator_moment actuator_moment_mut,
    crb crb crb_mut,
    qLD q_ld q_ld_mut,
    qLDiagInv q_ldiag_inv q_ldiag_inv_mut,
    flexedge_velocity flexedge_velocity flexedge_velocity_mut,
    ten_velocity ten_velocity ten_velocity_mut,
    actuator_velocity actuator_velocity actuator_velocity_mut,
    cvel cvel cvel_mut,
    cdof_dot cdof_dot cdof_dot_mut,
    qfrc_bias qfrc_bias qfrc_bias_mut,
    qfrc_spring qfrc_spring qfrc_spring_mut,
    qfrc_damper qfrc_damper qfrc_damper_mut,
    qfrc_gravcomp qfrc_gravcomp qfrc_gravcomp_mut,
    qfrc_fluid qfrc_fluid qfrc_fluid_mut,
    qfrc_passive qfrc_passive qfrc_passive_mut,
    subtree_linvel subtree_linvel subtree_linvel_mut,
    subtree_angmom subtree_angmom subtree_angmom_mut,
    qH q_h q_h_mut,
    qHDiagInv q_hdiag_inv q_hdiag_inv_mut,
    qDeriv q_deriv q_deriv_mut,
    qLU q_lu q_lu_mut,
    actuator_force actuator_force actuator_force_mut,
    qfrc_actuator qfrc_actuator qfrc_actuator_mut,
    qfrc_smooth qfrc_smooth qfrc_smooth_mut,
    qacc_smooth qacc_smooth qacc_smooth_mut,
    qfrc_constraint qfrc_constraint qfrc_constraint_mut,
    qfrc_inverse qfrc_inverse qfrc_inverse_mut,
    cacc cacc cacc_mut,
    cfrc_int cfrc_int cfrc_int_mut,
    cfrc_ext cfrc_ext cfrc_ext_mut,
    efc_J efc_j efc_j_mut,
    efc_pos efc_pos efc_pos_mut,
    efc_margin efc_margin efc_margin_mut,
    efc_frictionloss efc_frictionloss efc_frictionloss_mut,
}

model_fields! {
    qpos0, qpos_spring, body_parentid, body_rootid, body_weldid, body_mocapid, body_jntnum,
    body_jntadr, body_dofnum, body_dofadr, body_treeid, body_geomnum, body_geomadr, body_simple,
    body_pos, body_quat, body_ipos, body_iquat, body_mass, body_subtreemass, body_inertia,
    body_invweight0, body_gravcomp, body_margin, body_plugin, body_contype, body_conaffinity,
    body_bvhadr, body_bvhnum, bvh_depth, bvh_child, bvh_nodeid, bvh_aabb, jnt_qposadr,
    jnt_dofadr, jnt_bodyid, jnt_group, jnt_limited, jnt_actfrclimited, jnt_actgravcomp,
    jnt_solref, jnt_solimp, jnt_pos, jnt_axis, jnt_stiffness, jnt_range, jnt_actfrcrange,
    jnt_margin, dof_bodyid, dof_jntid, dof_parentid, dof_treeid, dof_Madr = dof_madr,
    dof_simplenum, dof_solref, dof_solimp, dof_frictionloss, dof_armature, dof_damping,
    dof_invweight0, dof_M0 = dof_m0, geom_contype, geom_conaffinity, geom_condim, geom_bodyid,
    geom_dataid, geom_matid, geom_group, geom_priority, geom_plugin, geom_solmix, geom_solref,
    geom_solimp, geom_size, geom_aabb, geom_rbound, geom_pos, geom_quat, geom_friction,
    geom_margin, geom_gap, geom_fluid, geom_rgba, site_bodyid, site_matid, site_group,
    site_size, site_pos, site_quat, site_rgba, cam_bodyid, cam_targetbodyid, cam_pos, cam_quat,
    cam_poscom0, cam_pos0, cam_mat0, cam_fovy, cam_ipd, cam_resolution, cam_sensorsize,
    cam_intrinsic, light_bodyid, light_targetbodyid, light_castshadow, light_bulbradius,
    light_active, light_pos, light_dir, light_poscom0, light_pos0, light_dir0,
    light_attenuation, light_cutoff, light_exponent, light_ambient, light_diffuse,
    light_specular, flex_contype, flex_conaffinity, flex_condim, flex_priority, flex_solmix,
    flex_solref, flex_solimp, flex_friction, flex_margin, flex_gap, flex_activelayers, flex_dim,
    flex_matid, flex_group, flex_vertadr, flex_vertnum, flex_edgeadr, flex_edgenum,
    flex_elemadr, flex_elemnum, flex_elemdataadr, flex_elemedgeadr, flex_shellnum,
    flex_shelldataadr, flex_texcoordadr, flex_vertbodyid, flex_edge, flex_elem, flex_elemedge,
    flex_elemlayer, flex_shell, flex_vert, flex_vert0, flexedge_length0, flexedge_invweight0,
    flex_radius, flex_stiffness, flex_damping, flex_edgestiffness, flex_edgedamping,
    flex_edgeequality, flex_rigid, flexedge_rigid, flex_centered, flex_flatskin, flex_bvhadr,
    flex_bvhnum, flexedge_J_rownnz = flexedge_j_rownnz, flexedge_J_rowadr = flexedge_j_rowadr,
    flexedge_J_colind = flexedge_j_colind, flex_rgba, flex_texcoord, mesh_vertadr, mesh_vertnum,
    mesh_faceadr, mesh_facenum, mesh_bvhadr, mesh_bvhnum, mesh_normaladr, mesh_normalnum,
    mesh_texcoordadr, mesh_texcoordnum, mesh_graphadr, mesh_vert, mesh_normal, mesh_texcoord,
    mesh_face, mesh_facenormal, mesh_facetexcoord, mesh_graph, mesh_scale, mesh_pos, mesh_quat,
    mesh_pathadr, skin_matid, skin_group, skin_rgba, skin_inflate, skin_vertadr, skin_vertnum,
    skin_texcoordadr, skin_faceadr, skin_facenum, skin_boneadr, skin_bonenum, skin_vert,
    skin_texcoord, skin_face, skin_bonevertadr, skin_bonevertnum, skin_bonebindpos,
    skin_bonebindquat, skin_bonebodyid, skin_bonevertid, skin_bonevertweight, skin_pathadr,
    hfield_size, hfield_nrow, hfield_ncol, hfield_adr, hfield_data, hfield_pathadr, tex_height,
    tex_width, tex_nchannel, tex_data, tex_pathadr, mat_texid, mat_texuniform, mat_texrepeat,
    mat_emission, mat_specular, mat_shininess, mat_reflectance, mat_metallic, mat_roughness,
    mat_rgba, pair_dim, pair_geom1, pair_geom2, pair_signature, pair_solref,
    pair_solreffriction, pair_solimp, pair_margin, pair_gap, pair_friction, exclude_signature,
    eq_obj1id, eq_obj2id, eq_active0, eq_solref, eq_solimp, eq_data, tendon_adr, tendon_num,
    tendon_matid, tendon_group, ten_J_rownnz = ten_j_rownnz, ten_J_rowadr = ten_j_rowadr,
    ten_J_colind = ten_j_colind, tendon_limited, tendon_width, tendon_solref_lim,
    tendon_solimp_lim, tendon_solref_fri, tendon_solimp_fri, tendon_range, tendon_margin,
    tendon_stiffness, tendon_damping, tendon_frictionloss, tendon_lengthspring, tendon_length0,
    tendon_invweight0, tendon_rgba, wrap_objid, wrap_prm, actuator_trnid, actuator_actadr,
    actuator_actnum, actuator_group, actuator_ctrllimited, actuator_forcelimited,
    actuator_actlimited, actuator_dynprm, actuator_gainprm, actuator_biasprm, actuator_actearly,
    actuator_ctrlrange, actuator_forcerange, actuator_actrange, actuator_gear,
    actuator_cranklength, actuator_acc0, actuator_length0, actuator_lengthrange,
    actuator_plugin, sensor_objid, sensor_refid, sensor_dim, sensor_adr, sensor_cutoff,
    sensor_noise, sensor_plugin, plugin, plugin_stateadr, plugin_statenum, plugin_attradr,
    numeric_adr, numeric_size, numeric_data, text_adr, text_size, tuple_adr, tuple_size,
    tuple_objid, tuple_objprm, key_time, name_bodyadr, name_jntadr, name_geomadr, name_siteadr,
    name_camadr, name_lightadr, name_flexadr, name_meshadr, name_skinadr, name_hfieldadr,
    name_texadr, name_matadr, name_pairadr, name_excludeadr, name_eqadr, name_tendonadr,
    name_actuatoradr, name_sensoradr, name_numericadr, name_textadr, name_tupleadr, name_keyadr,
    name_pluginadr, names_map, B_rownnz = b_rownnz, B_rowadr = b_rowadr, B_colind = b_colind,
    D_rownnz = d_rownnz, D_rowadr = d_rowadr, D_colind = d_colind, mapM2D = map_m2_d, mapD2M =
    map_d2_m,
}
