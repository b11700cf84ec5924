//! A map for readers who know MuJoCo: each of its functions leads to the place here that does its
//! work, by a search for its name in the tree or in rustdoc.
//!
//! The tables have the functions of MuJoCo 3.2.6: those of `mujoco.h` (but for drawing
//! and threads), those of its engine's headers, and those inside of its engine that
//! people search for.

use std::collections::BTreeSet;
use std::path::Path;

/// Functions that have an alias here, by the file of MuJoCo's that they are in.
const HERE: &[(&str, &str)] = &[
    (
        "structs",
        "mjModel mjData mjOption mjStatistic mjVisual mjContact mjWarningStat mjSolverStat mjTimerStat mjtTimer \
         mjLROpt mjtLRMode mjSTAGE_NONE mjSTAGE_POS mjSTAGE_VEL",
    ),
    (
        "mjspec.h",
        "mjSpec mjsCompiler mjsBody mjsFrame mjsJoint mjsGeom mjsSite mjsCamera mjsLight mjsMesh \
         mjsHField mjsFlex mjsSkin mjsTexture mjsMaterial mjsDefault mjsPair mjsExclude mjsEquality mjsTendon mjsWrap \
         mjsActuator mjsSensor mjsNumeric mjsText mjsTuple mjsKey mjsOrientation mjtOrientation \
         mjtMeshInertia mjtBuiltin mjtMark mjtLimited mjtAlignFree mjtInertiaFromGeom",
    ),
    (
        "engine_forward",
        "mj_checkPos mj_checkVel mj_checkAcc mj_fwdPosition mj_fwdVelocity nextActivation \
         mj_fwdActuation mj_fwdAcceleration warmstart mj_fwdConstraint mj_advance \
         mj_EulerSkip mj_Euler mj_RungeKutta mj_implicitSkip mj_implicit mj_forwardSkip \
         mj_forward mj_step mj_step1 mj_step2",
    ),
    (
        "engine_inverse",
        "mj_invPosition mj_invVelocity mj_discreteAcc mj_invConstraint mj_inverseSkip \
         mj_inverse mj_compareFwdInv",
    ),
    (
        "engine_core_smooth",
        "mj_kinematics mj_comPos mj_camlight mj_tendon mj_transmission mj_crb mj_factorI \
         mj_factorM mj_solveLD mj_solveM mj_solveM_island mj_solveM2 mj_comVel mj_subtreeVel \
         mj_rne mj_rnePostConstraint mj_flex mj_updateDynamicBVH",
    ),
    (
        "engine_passive",
        "mj_springdamper mj_gravcomp mj_fluid mj_passive mj_inertiaBoxFluidModel \
         mj_ellipsoidFluidModel mj_addedMassForces mji_ellipsoid_max_moment mj_viscousForces",
    ),
    (
        "engine_collision_driver",
        "filterBitmask mj_filterSphere filterBodyPair canCollide2 mj_collision \
         mj_stackAllocTree mj_collideGeomPair mj_collideOBB mj_collideTree makeAAMM mj_SAP \
         mj_broadphase mj_contactParam mj_setContact mj_collideGeoms mjCOLLISIONFUNC filterBox filterSphereBox mj_isElemActive mj_collidePlaneFlex \
         mj_collideFlexInternal mj_collideFlexSAP mj_collideGeomElem mj_collideElems \
         mj_collideElemVert planeVertex mj_makeCapsule contactcompare",
    ),
    (
        "engine_collision_sdf",
        "mjc_HFieldSDF mjc_MeshSDF mjc_SDF mjc_distance mjc_gradient mjtSDFType",
    ),
    (
        "engine_collision_primitive",
        "mjraw_PlaneSphere mjc_PlaneSphere mjc_PlaneCapsule mjc_PlaneCylinder mjc_PlaneBox \
         mjraw_SphereSphere mjc_SphereSphere mjraw_SphereCapsule mjc_SphereCapsule \
         mjc_SphereCylinder mjraw_CapsuleCapsule mjc_CapsuleCapsule mjraw_SphereTriangle areaSign pointSegment",
    ),
    (
        "engine_collision_box",
        "mjraw_SphereBox mjc_SphereBox mjraw_CapsuleBox mjc_CapsuleBox mjc_BoxBox",
    ),
    (
        "engine_collision_convex",
        "mjc_penetration mjccd_center mjc_center mjc_prism_center mjccd_prism_center \
         mjc_sphereSupport mjc_capsuleSupport mjc_ellipsoidSupport mjc_cylinderSupport \
         mjc_boxSupport mjc_meshSupport mjc_hillclimbSupport mjc_prism_support mjccd_support \
         mjccd_prism_support mjc_initCCDObj mjc_initCCD mjc_CCDIteration \
         mjc_isDistinctContact mju_rotateFrame mjc_Convex mjc_PlaneConvex mjc_ConvexHField \
         mjc_ellipsoidInside mjc_ellipsoidOutside mjc_fixNormal ccdMPRPenetration mjc_ConvexElem mjc_HFieldElem mjc_flexSupport",
    ),
    (
        "engine_collision_gjk",
        "subdistance S3D S2D S1D gjkSupport epaSupport gjkIntersect epa gjk polytope2 \
         polytope3 polytope4 epaWitness mjc_ccd",
    ),
    (
        "engine_core_constraint",
        "mj_clearEfc arenaAllocEfc mj_isSparse mj_isDual mj_assignFriction mj_assignRef mj_assignImp \
         mj_assignMargin mj_addContact mj_addConstraint mj_mulJacVec mj_mulJacVec_island \
         mj_mulJacTVec mj_mulJacTVec_island mj_instantiateEquality mj_instantiateFriction \
         mj_instantiateLimit mj_instantiateContact mj_diagApprox getsolparam getposdim \
         getimpedance mj_makeImpedance mj_makeConstraint mj_projectConstraint \
         mj_referenceConstraint mj_constraintUpdate_island mj_constraintUpdate mj_isPyramidal mj_elemBodyWeight",
    ),
    ("engine_island", "mj_floodFill arenaAllocIsland mj_island"),
    (
        "engine_solver",
        "saveStats dualFinish ARdiaginv extractBlock costChange dualState mj_solPGS \
         mj_solNoSlip CGupdateConstraint CGupdateGradient CGprepare CGeval updateBracket \
         CGsearch MakeHessian HessianCone FactorizeHessian HessianIncremental mj_solCGNewton \
         mj_solCG mj_solCG_island mj_solNewton",
    ),
    (
        "engine_sensor",
        "apply_cutoff get_xpos_xmat get_xquat cam_project mj_sensorPos mj_sensorVel \
         mj_sensorAcc mj_energyPos mj_energyVel",
    ),
    (
        "engine_derivative",
        "mjd_cross mjd_crossMotion_vel mjd_crossForce_vel mjd_crossForce_frc \
         mjd_mulInertVec_vel mjd_comVel_vel mjd_rne_vel addJTBJ addJTBJSparse \
         mjd_muscleGain_vel mjd_actuator_vel mjd_addedMassForces mjd_viscous_torque \
         mjd_viscous_drag mjd_kutta_lift mjd_magnus_force mjd_ellipsoidFluid \
         mjd_inertiaBoxFluid mjd_passive_vel mjd_smooth_vel mjd_subQuat mjd_quatIntegrate",
    ),
    (
        "engine_derivative_fd",
        "mj_stepSkip mjd_stepFD mjd_transitionFD mjd_inverseFD",
    ),
    (
        "engine_ray",
        "ray_eliminate ray_quad ray_triangle ray_plane ray_sphere ray_capsule ray_ellipsoid \
         ray_cylinder ray_box ray_sdf mj_rayHfield mju_raySlab mju_rayTree mj_rayMesh mju_rayGeom mju_raySkin \
         mju_rayFlex \
         mj_ray mju_multiRayPrepare mju_singleRay mj_multiRay",
    ),
    (
        "engine_support",
        "mj_stateSize mj_getState mj_setState mj_setKeyframe mj_mergeChain mj_mergeChainSimple \
         mj_bodyChain mj_getTotalmass mj_jac mj_jacBody mj_jacBodyCom mj_jacSubtreeCom \
         mj_jacGeom mj_jacSite mj_jacPointAxis mj_jacSparse mj_jacSparseSimple mj_jacDifPair \
         mj_jacDot mj_fullM mj_mulM mj_mulM_island mj_addM mj_addMSparse mj_addMDense \
         mj_applyFT mj_xfrcAccumulate mj_objectVelocity mj_objectAcceleration \
         mj_geomDistanceCCD mj_geomDistance mj_contactForce mj_differentiatePos mj_integratePos \
         mj_normalizeQuat mj_local2Global mj_actuatorDisabled mj_setTotalmass mj_warning \
         mj_angmomMat mj_mulM2 mj_jacSum mj_jacSumCount",
    ),
    (
        "engine_setconst",
        "mj_setM0 set0 setStat setSpring mj_setConst evalAct mj_setLengthRange",
    ),
    (
        "engine_plugin, mjplugin.h",
        "mj_getPluginConfig mj_initPlugin mjp_registerPlugin mjp_getPlugin mjp_getPluginAtSlot \
         mjpPlugin mjtPluginCapabilityBit mjsPlugin",
    ),
    (
        "engine_io",
        "mj_defaultLROpt mj_defaultOption mj_makeModel mj_sizeModel mj_saveModel mj_loadModel mj_makeData \
         mj_arenaAllocByte mj_markStack mj_stackBytesAvailable mj_stackAllocByte mj_stackAllocNum \
         mj_stackAllocInt \
         mj_resetData mj_resetDataKeyframe",
    ),
    (
        "engine_util_blas",
        "mju_equal3 mju_normalize3 mju_norm3 mju_dist3 mju_mulMatVec3 mju_mulMatTVec3 \
         mju_mulMatMat3 mju_mulMatTMat3 mju_mulMatMatT3 mju_normalize4 mju_scl mju_add mju_sub \
         mju_addTo mju_subFrom mju_addToScl mju_addScl mju_norm mju_dot mju_mulMatVec \
         mju_mulMatTVec mju_transpose mju_symmetrize mju_mulMatMat mju_mulMatMatT mju_sqrMatTD \
         mju_mulMatTMat mju_L1 mju_sum mju_normalize mju_mulVecMatVec",
    ),
    (
        "engine_util_spatial",
        "mju_rotVecQuat mju_negQuat mju_mulQuat mju_mulQuatAxis mju_axisAngle2Quat mju_quat2Vel \
         mju_subQuat mju_quat2Mat mju_mat2Quat mju_quatIntegrate mju_quatZ2Vec mju_crossMotion \
         mju_crossForce mju_inertCom mju_mulInertVec mju_dofCom mju_mulDofVec \
         mju_transformSpatial mju_makeFrame mju_derivQuat mju_euler2Quat mju_mat2Rot \
         mju_mulPose mju_negPose mju_trnVecPose",
    ),
    (
        "engine_util_sparse",
        "mju_dotSparse mju_dotSparseX3 mju_dotSparse2 mju_mulMatVecSparse mju_mulMatTVecSparse \
         mju_combineSparseCount mju_combineSparse mju_addToSparseInc mju_transposeSparse \
         mju_superSparse mju_sqrMatTDSparseInit mju_sqrMatTDSparse mju_cholFactorNNZ \
         mju_dotSparseX3_avx mju_dotSparse_avx mju_mulMatVecSparse_avx mju_dense2sparse \
         mju_sparse2dense mju_addToSparseMat",
    ),
    (
        "engine_util_solve",
        "mju_cholFactor mju_cholSolve mju_cholUpdate mju_cholFactorSparse mju_cholSolveSparse \
         mju_cholUpdateSparse mju_factorLUSparse mju_solveLUSparse mju_eig3 mju_QCQP2 mju_QCQP3 \
         mju_QCQP mju_band2Dense mju_bandDiag mju_bandMulMatVec mju_boxQP mju_boxQPmalloc \
         mju_boxQPoption mju_cholFactorBand mju_cholSolveBand mju_dense2Band",
    ),
    (
        "engine_util_misc",
        "mju_wrap mju_geomSemiAxes mju_muscleGainLength mju_muscleGain mju_muscleBias \
         mju_muscleDynamicsTimescale mju_muscleDynamics mju_decodePyramid mju_outsideBox \
         mju_min mju_max mju_clip mju_sign mju_isBad mju_sigmoid mju_encodePyramid \
         mju_springDamper mju_Halton mju_standardNormal mju_isZero mju_round mju_insertionSort \
         mju_insertionSortInt mju_warningText mju_writeNumBytes",
    ),
    (
        "engine_print, engine_util_blas, engine_util_sparse",
        "mj_printModel mj_printFormattedModel mj_printData mj_printFormattedData mju_printMat \
         mju_printMatSparse",
    ),
    ("engine_name", "mj_hashString mj_id2name mj_name2id"),
    (
        "user_api, xml_api",
        "mj_version mj_versionString mj_compile mj_recompile mj_loadXML mj_saveLastXML mj_saveXML mj_saveXMLString mj_makeSpec mj_parseXML \
         mj_parseXMLString mjs_attachBody mjs_attachFrame mjs_attachToSite mjs_detachBody mjs_delete \
         mjs_addDefault mjs_findDefault mjs_getSpecDefault mjs_findSpec mjs_findBody \
         mjs_findElement mjs_findFrame mjs_findChild mjs_firstChild mjs_nextChild mjs_firstElement \
         mjs_nextElement mjs_getId mjs_setFrame mjs_resolveOrientation mjs_bodyToFrame mjs_defaultFlex",
    ),
    (
        "user_util",
        "mjuu_frame2quat mjuu_frameaccum mjuu_frameinvert mjuu_fullInertia mjuu_globalinertia \
         mjuu_mulquat mjuu_normvec mjuu_offcenter mjuu_updateFrame mjuu_z2quat",
    ),
    (
        "user_flexcomp, user_mesh, xml_native_reader",
        "OneFlexcomp mjtFcompType MakeGrid GridID MakeBox BoxID BoxProject MakeSquare MakeMesh \
         MakeGMSH LoadGMSH ComputeStiffness MetricTensor CreateShellPair",
    ),
    (
        "mjcb",
        "mjcb_act_bias mjcb_act_dyn mjcb_act_gain mjcb_contactfilter mjcb_control mjcb_passive \
         mjcb_sensor mjcb_time mjfAct mjfConFilt mjfGeneric mjfSensor",
    ),
    (
        "mjdata.h",
        "mjtState mjtConstraint mjtConstraintState mjtWarning",
    ),
    (
        "mjmodel.h",
        "mjtBias mjtCamLight mjtCone mjtDataType mjtDisableBit mjtDyn mjtEnableBit mjtEq mjtFlexSelf mjtGain \
         mjtGeom mjtIntegrator mjtJacobian mjtJoint mjtObj mjtSameFrame mjtSensor mjtSolver \
         mjtStage mjtTexture mjtTrn mjtWrap",
    ),
];

/// Functions that have no place of their own here, by reason.
const NOT_HERE: &[(&str, &str)] = &[
    ("A convex set has no fields to set", "mjc_setCCDObjFlex"),
    (
        "Plugins are types of Rust, which programs register",
        "mj_loadAllPluginLibraries mj_loadPluginLibrary",
    ),
    (
        "Only MuJoCo's own tests call it: derivatives by velocity are analytical",
        "mjd_passive_velFD mjd_smooth_velFD",
    ),
    (
        "Nothing in the pipeline of 3.2.6 calls it, and nobody asked for it as a query yet",
        "mjd_comVel_vel_dense mjd_rne_vel_dense mju_combineSparseInc mju_sqrMatTDUncompressedInit \
         mju_compressSparse mju_decodeBase64 mju_encodeBase64 mju_isValidBase64",
    ),
    (
        "Where it is needed it is one expression in the function that needs it",
        "mju_clampVec mju_addToSclScl mju_addToSclScl_avx mju_compare \
         mju_compare_avx mji_pow2 mji_pow4",
    ),
    (
        "Rows are counted by making them, so there is no pass that only counts",
        "mj_addConstraintCount mj_jacDifPairCount mj_nc mj_ne mj_nf mj_nl mju_addChains",
    ),
    (
        "An operator or a method of nalgebra's `Vector3`, which has the same order",
        "mju_add3 mju_addScl3 mju_addTo3 mju_addToScl3 mju_copy3 mju_cross mju_dot3 mju_scl3 \
         mju_sub3 mju_subFrom3 mju_zero3",
    ),
    (
        "std has it: slices, casts, sorting, formatting, errors, `Clone` and `Drop`",
        "mj_copyData mj_copyModel mj_copySpec mj_deleteData mj_deleteModel mj_deleteSpec \
         mj_makeRawData mj_setPtrData mj_setPtrModel mju_copy mju_copy4 mju_copyInt mju_d2n \
         mju_eye mju_f2n mju_fill mju_n2d mju_n2f mju_strncpy mju_unit4 mju_zero mju_zero4 \
         mju_zeroInt mju_zeroSizeT mju_arrayListAdd mju_arrayListAt mju_arrayListCreate \
         mju_arrayListSize mju_alignedFree mju_alignedMalloc mju_malloc mju_free mju_error \
         mju_error_i mju_error_raw mju_error_s mju_error_v mju_warning mju_warning_i \
         mju_warning_s mju_clearHandlers mju_writeLog",
    ),
    (
        "The stack is only counted: what a function took is given back by forgetting the copy",
        "mj__freeStack mj__markStack mj_freeStack",
    ),
    (
        "A step runs on one thread; islands are solved in turn",
        "mj_collisionThreaded mj_inertialThreaded mj_solCG_island_multithreaded \
         mj_solCG_island_wrapper mju_bindThreadPool mju_defaultTask mju_taskJoin \
         mju_threadPoolCreate mju_threadPoolDestroy mju_threadPoolEnqueue",
    ),
    (
        "Inner parts of states, callbacks and resets, which are fields here",
        "mj_stateElemConstPtr mj_stateElemPtr mj_stateElemSize mj_resetCallbacks \
         mj_resetDataDebug",
    ),
    (
        "Words of MJCF are read in `mjcf/read`",
        "mju_str2Type mju_type2Str",
    ),
    (
        "Defaults stand in the `Default` of each element in `spec/`",
        "mj_defaultSolRefImp mj_defaultStatistic mj_defaultVisual",
    ),
    (
        "Files are read from a folder or from memory (`from_files`)",
        "mj_addBufferVFS mj_addFileVFS mj_defaultVFS mj_deleteFileVFS mj_deleteVFS \
         mj_freeLastXML \
         mj_loadModelBuffer mj_validateReferences",
    ),
    ("The schema is part of the reader", "mj_printSchema"),
];

fn names(table: &'static [(&str, &str)]) -> Vec<&'static str> {
    let all = table.iter().flat_map(|(_, names)| names.split(' '));
    all.collect()
}

/// Every alias in the sources.
fn aliases(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            aliases(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for attribute in text.split("#[doc(alias").skip(1) {
            let end = attribute.find(")]").unwrap();
            let quoted = attribute[..end].split('"').skip(1).step_by(2);
            found.extend(quoted.map(String::from));
        }
    }
}

fn aliases_of_sources() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    aliases(&sources, &mut found);
    found
}

#[test]
fn every_function_of_the_pipeline_has_an_alias() {
    let found = aliases_of_sources();
    let lost: Vec<_> = names(HERE)
        .into_iter()
        .filter(|name| !found.contains(*name))
        .collect();
    assert!(
        lost.is_empty(),
        "put #[doc(alias = \"...\")] above what computes {lost:?}, or move it to NOT_HERE"
    );
}

#[test]
fn every_alias_is_a_function_in_the_table() {
    let known: BTreeSet<_> = names(HERE).into_iter().collect();
    let unknown: Vec<_> = aliases_of_sources()
        .into_iter()
        .filter(|alias| !known.contains(alias.as_str()))
        .collect();
    assert!(
        unknown.is_empty(),
        "add to HERE in tests/aliases.rs (and take out of NOT_HERE): {unknown:?}"
    );
}

#[test]
fn no_function_stands_twice() {
    let mut seen = BTreeSet::new();
    for name in names(HERE).into_iter().chain(names(NOT_HERE)) {
        assert!(seen.insert(name), "{name} stands twice");
    }
}
