"""Types of the package. Made by stubs.py; do not edit."""

from enum import IntEnum
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._compare import Comparison as Comparison
from ._compare import Difference as Difference
from ._compare import HarnessError as HarnessError
from ._compare import HarnessNotFound as HarnessNotFound
from ._compare import assert_matches_mujoco as assert_matches_mujoco
from ._compare import compare as compare
from ._compare import find_harness as find_harness

__version__: str

class _MjModelActuatorViews:
    id: int
    name: str
    trntype: NDArray[Any]
    dyntype: NDArray[Any]
    gaintype: NDArray[Any]
    biastype: NDArray[Any]
    trnid: NDArray[Any]
    actadr: NDArray[Any]
    actnum: NDArray[Any]
    group: NDArray[Any]
    ctrllimited: NDArray[Any]
    forcelimited: NDArray[Any]
    actlimited: NDArray[Any]
    dynprm: NDArray[Any]
    gainprm: NDArray[Any]
    biasprm: NDArray[Any]
    actearly: NDArray[Any]
    ctrlrange: NDArray[Any]
    forcerange: NDArray[Any]
    actrange: NDArray[Any]
    gear: NDArray[Any]
    cranklength: NDArray[Any]
    acc0: NDArray[Any]
    length0: NDArray[Any]
    lengthrange: NDArray[Any]
    user: NDArray[Any]
    plugin: NDArray[Any]
class _MjModelBodyViews:
    id: int
    name: str
    parentid: NDArray[Any]
    rootid: NDArray[Any]
    weldid: NDArray[Any]
    mocapid: NDArray[Any]
    jntnum: NDArray[Any]
    jntadr: NDArray[Any]
    dofnum: NDArray[Any]
    dofadr: NDArray[Any]
    treeid: NDArray[Any]
    geomnum: NDArray[Any]
    geomadr: NDArray[Any]
    simple: NDArray[Any]
    sameframe: NDArray[Any]
    pos: NDArray[Any]
    quat: NDArray[Any]
    ipos: NDArray[Any]
    iquat: NDArray[Any]
    mass: NDArray[Any]
    subtreemass: NDArray[Any]
    inertia: NDArray[Any]
    invweight0: NDArray[Any]
    gravcomp: NDArray[Any]
    margin: NDArray[Any]
    user: NDArray[Any]
    plugin: NDArray[Any]
    contype: NDArray[Any]
    conaffinity: NDArray[Any]
    bvhadr: NDArray[Any]
    bvhnum: NDArray[Any]
class _MjModelCameraViews:
    id: int
    name: str
    mode: NDArray[Any]
    bodyid: NDArray[Any]
    targetbodyid: NDArray[Any]
    pos: NDArray[Any]
    quat: NDArray[Any]
    poscom0: NDArray[Any]
    pos0: NDArray[Any]
    mat0: NDArray[Any]
    orthographic: NDArray[Any]
    fovy: NDArray[Any]
    ipd: NDArray[Any]
    resolution: NDArray[Any]
    sensorsize: NDArray[Any]
    intrinsic: NDArray[Any]
    user: NDArray[Any]
class _MjModelEqualityViews:
    id: int
    name: str
    type: NDArray[Any]
    obj1id: NDArray[Any]
    obj2id: NDArray[Any]
    objtype: NDArray[Any]
    active0: NDArray[Any]
    solref: NDArray[Any]
    solimp: NDArray[Any]
    data: NDArray[Any]
class _MjModelExcludeViews:
    id: int
    name: str
    signature: NDArray[Any]
class _MjModelGeomViews:
    id: int
    name: str
    type: NDArray[Any]
    contype: NDArray[Any]
    conaffinity: NDArray[Any]
    condim: NDArray[Any]
    bodyid: NDArray[Any]
    dataid: NDArray[Any]
    matid: NDArray[Any]
    group: NDArray[Any]
    priority: NDArray[Any]
    plugin: NDArray[Any]
    sameframe: NDArray[Any]
    solmix: NDArray[Any]
    solref: NDArray[Any]
    solimp: NDArray[Any]
    size: NDArray[Any]
    aabb: NDArray[Any]
    rbound: NDArray[Any]
    pos: NDArray[Any]
    quat: NDArray[Any]
    friction: NDArray[Any]
    margin: NDArray[Any]
    gap: NDArray[Any]
    fluid: NDArray[Any]
    user: NDArray[Any]
    rgba: NDArray[Any]
class _MjModelHfieldViews:
    id: int
    name: str
    size: NDArray[Any]
    nrow: NDArray[Any]
    ncol: NDArray[Any]
    adr: NDArray[Any]
    data: NDArray[Any]
    pathadr: NDArray[Any]
class _MjModelJointViews:
    id: int
    name: str
    type: NDArray[Any]
    qposadr: NDArray[Any]
    dofadr: NDArray[Any]
    group: NDArray[Any]
    limited: NDArray[Any]
    actfrclimited: NDArray[Any]
    actgravcomp: NDArray[Any]
    solref: NDArray[Any]
    solimp: NDArray[Any]
    pos: NDArray[Any]
    axis: NDArray[Any]
    stiffness: NDArray[Any]
    range: NDArray[Any]
    actfrcrange: NDArray[Any]
    margin: NDArray[Any]
    user: NDArray[Any]
    bodyid: NDArray[Any]
    jntid: NDArray[Any]
    parentid: NDArray[Any]
    treeid: NDArray[Any]
    Madr: NDArray[Any]
    simplenum: NDArray[Any]
    frictionloss: NDArray[Any]
    armature: NDArray[Any]
    damping: NDArray[Any]
    invweight0: NDArray[Any]
    M0: NDArray[Any]
    qpos0: NDArray[Any]
    qpos_spring: NDArray[Any]
    jnt_type: NDArray[Any]
    jnt_qposadr: NDArray[Any]
    jnt_dofadr: NDArray[Any]
    jnt_group: NDArray[Any]
    jnt_limited: NDArray[Any]
    jnt_actfrclimited: NDArray[Any]
    jnt_actgravcomp: NDArray[Any]
    jnt_solref: NDArray[Any]
    jnt_solimp: NDArray[Any]
    jnt_pos: NDArray[Any]
    jnt_axis: NDArray[Any]
    jnt_stiffness: NDArray[Any]
    jnt_range: NDArray[Any]
    jnt_actfrcrange: NDArray[Any]
    jnt_margin: NDArray[Any]
    jnt_user: NDArray[Any]
    dof_bodyid: NDArray[Any]
    dof_jntid: NDArray[Any]
    dof_parentid: NDArray[Any]
    dof_treeid: NDArray[Any]
    dof_Madr: NDArray[Any]
    dof_simplenum: NDArray[Any]
    dof_solref: NDArray[Any]
    dof_solimp: NDArray[Any]
    dof_frictionloss: NDArray[Any]
    dof_armature: NDArray[Any]
    dof_damping: NDArray[Any]
    dof_invweight0: NDArray[Any]
    dof_M0: NDArray[Any]
    name_jntadr: NDArray[Any]
class _MjModelLightViews:
    id: int
    name: str
    mode: NDArray[Any]
    bodyid: NDArray[Any]
    targetbodyid: NDArray[Any]
    directional: NDArray[Any]
    castshadow: NDArray[Any]
    bulbradius: NDArray[Any]
    active: NDArray[Any]
    pos: NDArray[Any]
    dir: NDArray[Any]
    poscom0: NDArray[Any]
    pos0: NDArray[Any]
    dir0: NDArray[Any]
    attenuation: NDArray[Any]
    cutoff: NDArray[Any]
    exponent: NDArray[Any]
    ambient: NDArray[Any]
    diffuse: NDArray[Any]
    specular: NDArray[Any]
class _MjModelMaterialViews:
    id: int
    name: str
    texid: NDArray[Any]
    texuniform: NDArray[Any]
    texrepeat: NDArray[Any]
    emission: NDArray[Any]
    specular: NDArray[Any]
    shininess: NDArray[Any]
    reflectance: NDArray[Any]
    metallic: NDArray[Any]
    roughness: NDArray[Any]
    rgba: NDArray[Any]
class _MjModelMeshViews:
    id: int
    name: str
    vertadr: NDArray[Any]
    vertnum: NDArray[Any]
    normaladr: NDArray[Any]
    normalnum: NDArray[Any]
    texcoordadr: NDArray[Any]
    texcoordnum: NDArray[Any]
    faceadr: NDArray[Any]
    facenum: NDArray[Any]
    bvhadr: NDArray[Any]
    bvhnum: NDArray[Any]
    graphadr: NDArray[Any]
    scale: NDArray[Any]
    pos: NDArray[Any]
    quat: NDArray[Any]
    pathadr: NDArray[Any]
class _MjModelNumericViews:
    id: int
    name: str
    adr: NDArray[Any]
    size: NDArray[Any]
    data: NDArray[Any]
class _MjModelPairViews:
    id: int
    name: str
    dim: NDArray[Any]
    geom1: NDArray[Any]
    geom2: NDArray[Any]
    signature: NDArray[Any]
    solref: NDArray[Any]
    solreffriction: NDArray[Any]
    solimp: NDArray[Any]
    margin: NDArray[Any]
    gap: NDArray[Any]
    friction: NDArray[Any]
class _MjModelSensorViews:
    id: int
    name: str
    type: NDArray[Any]
    datatype: NDArray[Any]
    needstage: NDArray[Any]
    objtype: NDArray[Any]
    objid: NDArray[Any]
    reftype: NDArray[Any]
    refid: NDArray[Any]
    dim: NDArray[Any]
    adr: NDArray[Any]
    cutoff: NDArray[Any]
    noise: NDArray[Any]
    user: NDArray[Any]
    plugin: NDArray[Any]
class _MjModelSiteViews:
    id: int
    name: str
    type: NDArray[Any]
    bodyid: NDArray[Any]
    matid: NDArray[Any]
    group: NDArray[Any]
    sameframe: NDArray[Any]
    size: NDArray[Any]
    pos: NDArray[Any]
    quat: NDArray[Any]
    user: NDArray[Any]
    rgba: NDArray[Any]
class _MjModelSkinViews:
    id: int
    name: str
    matid: NDArray[Any]
    group: NDArray[Any]
    rgba: NDArray[Any]
    inflate: NDArray[Any]
    vertadr: NDArray[Any]
    vertnum: NDArray[Any]
    texcoordadr: NDArray[Any]
    faceadr: NDArray[Any]
    facenum: NDArray[Any]
    boneadr: NDArray[Any]
    bonenum: NDArray[Any]
    pathadr: NDArray[Any]
class _MjModelTendonViews:
    id: int
    name: str
    adr: NDArray[Any]
    num: NDArray[Any]
    matid: NDArray[Any]
    group: NDArray[Any]
    limited: NDArray[Any]
    width: NDArray[Any]
    solref_lim: NDArray[Any]
    solimp_lim: NDArray[Any]
    solref_fri: NDArray[Any]
    solimp_fri: NDArray[Any]
    range: NDArray[Any]
    margin: NDArray[Any]
    stiffness: NDArray[Any]
    damping: NDArray[Any]
    frictionloss: NDArray[Any]
    lengthspring: NDArray[Any]
    length0: NDArray[Any]
    invweight0: NDArray[Any]
    user: NDArray[Any]
    rgba: NDArray[Any]
class _MjModelTextureViews:
    id: int
    name: str
    type: NDArray[Any]
    height: NDArray[Any]
    width: NDArray[Any]
    nchannel: NDArray[Any]
    adr: NDArray[Any]
    data: NDArray[Any]
    pathadr: NDArray[Any]
class _MjModelTupleViews:
    id: int
    name: str
    adr: NDArray[Any]
    size: NDArray[Any]
    objtype: NDArray[Any]
    objid: NDArray[Any]
    objprm: NDArray[Any]
class _MjModelKeyframeViews:
    id: int
    name: str
    time: NDArray[Any]
    qpos: NDArray[Any]
    qvel: NDArray[Any]
    act: NDArray[Any]
    mpos: NDArray[Any]
    mquat: NDArray[Any]
    ctrl: NDArray[Any]
class _MjDataActuatorViews:
    id: int
    name: str
    length: NDArray[Any]
    velocity: NDArray[Any]
    force: NDArray[Any]
    ctrl: NDArray[Any]
    actuator_length: NDArray[Any]
    moment_rownnz: NDArray[Any]
    moment_rowadr: NDArray[Any]
    actuator_velocity: NDArray[Any]
    actuator_force: NDArray[Any]
class _MjDataBodyViews:
    id: int
    name: str
    xfrc_applied: NDArray[Any]
    xpos: NDArray[Any]
    xquat: NDArray[Any]
    xmat: NDArray[Any]
    xipos: NDArray[Any]
    ximat: NDArray[Any]
    subtree_com: NDArray[Any]
    cinert: NDArray[Any]
    crb: NDArray[Any]
    cvel: NDArray[Any]
    subtree_linvel: NDArray[Any]
    subtree_angmom: NDArray[Any]
    B_rownnz: NDArray[Any]
    B_rowadr: NDArray[Any]
    cacc: NDArray[Any]
    cfrc_int: NDArray[Any]
    cfrc_ext: NDArray[Any]
class _MjDataCameraViews:
    id: int
    name: str
    xpos: NDArray[Any]
    xmat: NDArray[Any]
class _MjDataGeomViews:
    id: int
    name: str
    xpos: NDArray[Any]
    xmat: NDArray[Any]
class _MjDataJointViews:
    id: int
    name: str
    qpos: NDArray[Any]
    qvel: NDArray[Any]
    qacc_warmstart: NDArray[Any]
    qfrc_applied: NDArray[Any]
    qacc: NDArray[Any]
    xanchor: NDArray[Any]
    xaxis: NDArray[Any]
    cdof: NDArray[Any]
    qLDiagInv: NDArray[Any]
    qLDiagSqrtInv: NDArray[Any]
    cdof_dot: NDArray[Any]
    qfrc_bias: NDArray[Any]
    qfrc_spring: NDArray[Any]
    qfrc_damper: NDArray[Any]
    qfrc_gravcomp: NDArray[Any]
    qfrc_fluid: NDArray[Any]
    qfrc_passive: NDArray[Any]
    qHDiagInv: NDArray[Any]
    C_rownnz: NDArray[Any]
    C_rowadr: NDArray[Any]
    D_rownnz: NDArray[Any]
    D_rowadr: NDArray[Any]
    qfrc_actuator: NDArray[Any]
    qfrc_smooth: NDArray[Any]
    qacc_smooth: NDArray[Any]
    qfrc_constraint: NDArray[Any]
    qfrc_inverse: NDArray[Any]
class _MjDataLightViews:
    id: int
    name: str
    xpos: NDArray[Any]
    xdir: NDArray[Any]
class _MjDataSensorViews:
    id: int
    name: str
    data: NDArray[Any]
class _MjDataSiteViews:
    id: int
    name: str
    xpos: NDArray[Any]
    xmat: NDArray[Any]
class _MjDataTendonViews:
    id: int
    name: str
    wrapadr: NDArray[Any]
    wrapnum: NDArray[Any]
    J_rownnz: NDArray[Any]
    J_rowadr: NDArray[Any]
    J_colind: NDArray[Any]
    length: NDArray[Any]
    J: NDArray[Any]
    velocity: NDArray[Any]
class MjModel:
    @classmethod
    def from_xml_path(cls, filename: Union[str, bytes], assets: Optional[dict[str, bytes]] = ...) -> MjModel: ...
    @classmethod
    def from_binary_path(cls, filename: Union[str, bytes], assets: Optional[dict[str, bytes]] = ...) -> MjModel: ...
    @classmethod
    def from_xml_string(cls, xml: Union[str, bytes], assets: Optional[dict[str, bytes]] = ...) -> MjModel: ...
    opt: MjOption
    stat: MjStatistic
    vis: MjVisual
    nq: int
    nv: int
    nu: int
    na: int
    nbody: int
    nbvh: int
    nbvhstatic: int
    nbvhdynamic: int
    njnt: int
    ngeom: int
    nsite: int
    ncam: int
    nlight: int
    nflex: int
    nflexvert: int
    nflexedge: int
    nflexelem: int
    nflexelemdata: int
    nflexelemedge: int
    nflexshelldata: int
    nflexevpair: int
    nflextexcoord: int
    nmesh: int
    nmeshvert: int
    nmeshnormal: int
    nmeshtexcoord: int
    nmeshface: int
    nmeshgraph: int
    nskin: int
    nskinvert: int
    nskintexvert: int
    nskinface: int
    nskinbone: int
    nskinbonevert: int
    nhfield: int
    nhfielddata: int
    ntex: int
    ntexdata: int
    nmat: int
    npair: int
    nexclude: int
    neq: int
    ntendon: int
    nwrap: int
    nsensor: int
    nnumeric: int
    nnumericdata: int
    ntext: int
    ntextdata: int
    ntuple: int
    ntupledata: int
    nkey: int
    nmocap: int
    nplugin: int
    npluginattr: int
    nuser_body: int
    nuser_jnt: int
    nuser_geom: int
    nuser_site: int
    nuser_cam: int
    nuser_tendon: int
    nuser_actuator: int
    nuser_sensor: int
    nnames: int
    npaths: int
    nnames_map: int
    nM: int
    nB: int
    nC: int
    nD: int
    nJmom: int
    ntree: int
    ngravcomp: int
    nemax: int
    njmax: int
    nconmax: int
    nuserdata: int
    nsensordata: int
    npluginstate: int
    narena: int
    nbuffer: int
    qpos0: NDArray[np.float64]
    qpos_spring: NDArray[np.float64]
    body_parentid: NDArray[np.int32]
    body_rootid: NDArray[np.int32]
    body_weldid: NDArray[np.int32]
    body_mocapid: NDArray[np.int32]
    body_jntnum: NDArray[np.int32]
    body_jntadr: NDArray[np.int32]
    body_dofnum: NDArray[np.int32]
    body_dofadr: NDArray[np.int32]
    body_treeid: NDArray[np.int32]
    body_geomnum: NDArray[np.int32]
    body_geomadr: NDArray[np.int32]
    body_simple: NDArray[np.uint8]
    body_sameframe: NDArray[np.uint8]
    body_pos: NDArray[np.float64]
    body_quat: NDArray[np.float64]
    body_ipos: NDArray[np.float64]
    body_iquat: NDArray[np.float64]
    body_mass: NDArray[np.float64]
    body_subtreemass: NDArray[np.float64]
    body_inertia: NDArray[np.float64]
    body_invweight0: NDArray[np.float64]
    body_gravcomp: NDArray[np.float64]
    body_margin: NDArray[np.float64]
    body_user: NDArray[np.float64]
    body_plugin: NDArray[np.int32]
    body_contype: NDArray[np.int32]
    body_conaffinity: NDArray[np.int32]
    body_bvhadr: NDArray[np.int32]
    body_bvhnum: NDArray[np.int32]
    bvh_depth: NDArray[np.int32]
    bvh_child: NDArray[np.int32]
    bvh_nodeid: NDArray[np.int32]
    bvh_aabb: NDArray[np.float64]
    jnt_type: NDArray[np.int32]
    jnt_qposadr: NDArray[np.int32]
    jnt_dofadr: NDArray[np.int32]
    jnt_bodyid: NDArray[np.int32]
    jnt_group: NDArray[np.int32]
    jnt_limited: NDArray[np.uint8]
    jnt_actfrclimited: NDArray[np.uint8]
    jnt_actgravcomp: NDArray[np.uint8]
    jnt_solref: NDArray[np.float64]
    jnt_solimp: NDArray[np.float64]
    jnt_pos: NDArray[np.float64]
    jnt_axis: NDArray[np.float64]
    jnt_stiffness: NDArray[np.float64]
    jnt_range: NDArray[np.float64]
    jnt_actfrcrange: NDArray[np.float64]
    jnt_margin: NDArray[np.float64]
    jnt_user: NDArray[np.float64]
    dof_bodyid: NDArray[np.int32]
    dof_jntid: NDArray[np.int32]
    dof_parentid: NDArray[np.int32]
    dof_treeid: NDArray[np.int32]
    dof_Madr: NDArray[np.int32]
    dof_simplenum: NDArray[np.int32]
    dof_solref: NDArray[np.float64]
    dof_solimp: NDArray[np.float64]
    dof_frictionloss: NDArray[np.float64]
    dof_armature: NDArray[np.float64]
    dof_damping: NDArray[np.float64]
    dof_invweight0: NDArray[np.float64]
    dof_M0: NDArray[np.float64]
    geom_type: NDArray[np.int32]
    geom_contype: NDArray[np.int32]
    geom_conaffinity: NDArray[np.int32]
    geom_condim: NDArray[np.int32]
    geom_bodyid: NDArray[np.int32]
    geom_dataid: NDArray[np.int32]
    geom_matid: NDArray[np.int32]
    geom_group: NDArray[np.int32]
    geom_priority: NDArray[np.int32]
    geom_plugin: NDArray[np.int32]
    geom_sameframe: NDArray[np.uint8]
    geom_solmix: NDArray[np.float64]
    geom_solref: NDArray[np.float64]
    geom_solimp: NDArray[np.float64]
    geom_size: NDArray[np.float64]
    geom_aabb: NDArray[np.float64]
    geom_rbound: NDArray[np.float64]
    geom_pos: NDArray[np.float64]
    geom_quat: NDArray[np.float64]
    geom_friction: NDArray[np.float64]
    geom_margin: NDArray[np.float64]
    geom_gap: NDArray[np.float64]
    geom_fluid: NDArray[np.float64]
    geom_user: NDArray[np.float64]
    geom_rgba: NDArray[np.float32]
    site_type: NDArray[np.int32]
    site_bodyid: NDArray[np.int32]
    site_matid: NDArray[np.int32]
    site_group: NDArray[np.int32]
    site_sameframe: NDArray[np.uint8]
    site_size: NDArray[np.float64]
    site_pos: NDArray[np.float64]
    site_quat: NDArray[np.float64]
    site_user: NDArray[np.float64]
    site_rgba: NDArray[np.float32]
    cam_mode: NDArray[np.int32]
    cam_bodyid: NDArray[np.int32]
    cam_targetbodyid: NDArray[np.int32]
    cam_pos: NDArray[np.float64]
    cam_quat: NDArray[np.float64]
    cam_poscom0: NDArray[np.float64]
    cam_pos0: NDArray[np.float64]
    cam_mat0: NDArray[np.float64]
    cam_orthographic: NDArray[np.int32]
    cam_fovy: NDArray[np.float64]
    cam_ipd: NDArray[np.float64]
    cam_resolution: NDArray[np.int32]
    cam_sensorsize: NDArray[np.float32]
    cam_intrinsic: NDArray[np.float32]
    cam_user: NDArray[np.float64]
    light_mode: NDArray[np.int32]
    light_bodyid: NDArray[np.int32]
    light_targetbodyid: NDArray[np.int32]
    light_directional: NDArray[np.uint8]
    light_castshadow: NDArray[np.uint8]
    light_bulbradius: NDArray[np.float32]
    light_active: NDArray[np.uint8]
    light_pos: NDArray[np.float64]
    light_dir: NDArray[np.float64]
    light_poscom0: NDArray[np.float64]
    light_pos0: NDArray[np.float64]
    light_dir0: NDArray[np.float64]
    light_attenuation: NDArray[np.float32]
    light_cutoff: NDArray[np.float32]
    light_exponent: NDArray[np.float32]
    light_ambient: NDArray[np.float32]
    light_diffuse: NDArray[np.float32]
    light_specular: NDArray[np.float32]
    flex_contype: NDArray[np.int32]
    flex_conaffinity: NDArray[np.int32]
    flex_condim: NDArray[np.int32]
    flex_priority: NDArray[np.int32]
    flex_solmix: NDArray[np.float64]
    flex_solref: NDArray[np.float64]
    flex_solimp: NDArray[np.float64]
    flex_friction: NDArray[np.float64]
    flex_margin: NDArray[np.float64]
    flex_gap: NDArray[np.float64]
    flex_internal: NDArray[np.uint8]
    flex_selfcollide: NDArray[np.int32]
    flex_activelayers: NDArray[np.int32]
    flex_dim: NDArray[np.int32]
    flex_matid: NDArray[np.int32]
    flex_group: NDArray[np.int32]
    flex_vertadr: NDArray[np.int32]
    flex_vertnum: NDArray[np.int32]
    flex_edgeadr: NDArray[np.int32]
    flex_edgenum: NDArray[np.int32]
    flex_elemadr: NDArray[np.int32]
    flex_elemnum: NDArray[np.int32]
    flex_elemdataadr: NDArray[np.int32]
    flex_elemedgeadr: NDArray[np.int32]
    flex_shellnum: NDArray[np.int32]
    flex_shelldataadr: NDArray[np.int32]
    flex_evpairadr: NDArray[np.int32]
    flex_evpairnum: NDArray[np.int32]
    flex_texcoordadr: NDArray[np.int32]
    flex_vertbodyid: NDArray[np.int32]
    flex_edge: NDArray[np.int32]
    flex_elem: NDArray[np.int32]
    flex_elemedge: NDArray[np.int32]
    flex_elemlayer: NDArray[np.int32]
    flex_shell: NDArray[np.int32]
    flex_evpair: NDArray[np.int32]
    flex_vert: NDArray[np.float64]
    flex_vert0: NDArray[np.float64]
    flexedge_length0: NDArray[np.float64]
    flexedge_invweight0: NDArray[np.float64]
    flex_radius: NDArray[np.float64]
    flex_stiffness: NDArray[np.float64]
    flex_damping: NDArray[np.float64]
    flex_edgestiffness: NDArray[np.float64]
    flex_edgedamping: NDArray[np.float64]
    flex_edgeequality: NDArray[np.uint8]
    flex_rigid: NDArray[np.uint8]
    flexedge_rigid: NDArray[np.uint8]
    flex_centered: NDArray[np.uint8]
    flex_flatskin: NDArray[np.uint8]
    flex_bvhadr: NDArray[np.int32]
    flex_bvhnum: NDArray[np.int32]
    flex_rgba: NDArray[np.float32]
    flex_texcoord: NDArray[np.float32]
    mesh_vertadr: NDArray[np.int32]
    mesh_vertnum: NDArray[np.int32]
    mesh_normaladr: NDArray[np.int32]
    mesh_normalnum: NDArray[np.int32]
    mesh_texcoordadr: NDArray[np.int32]
    mesh_texcoordnum: NDArray[np.int32]
    mesh_faceadr: NDArray[np.int32]
    mesh_facenum: NDArray[np.int32]
    mesh_bvhadr: NDArray[np.int32]
    mesh_bvhnum: NDArray[np.int32]
    mesh_graphadr: NDArray[np.int32]
    mesh_scale: NDArray[np.float64]
    mesh_pos: NDArray[np.float64]
    mesh_quat: NDArray[np.float64]
    mesh_vert: NDArray[np.float32]
    mesh_normal: NDArray[np.float32]
    mesh_texcoord: NDArray[np.float32]
    mesh_face: NDArray[np.int32]
    mesh_facenormal: NDArray[np.int32]
    mesh_facetexcoord: NDArray[np.int32]
    mesh_graph: NDArray[np.int32]
    mesh_pathadr: NDArray[np.int32]
    skin_matid: NDArray[np.int32]
    skin_group: NDArray[np.int32]
    skin_rgba: NDArray[np.float32]
    skin_inflate: NDArray[np.float32]
    skin_vertadr: NDArray[np.int32]
    skin_vertnum: NDArray[np.int32]
    skin_texcoordadr: NDArray[np.int32]
    skin_faceadr: NDArray[np.int32]
    skin_facenum: NDArray[np.int32]
    skin_boneadr: NDArray[np.int32]
    skin_bonenum: NDArray[np.int32]
    skin_vert: NDArray[np.float32]
    skin_texcoord: NDArray[np.float32]
    skin_face: NDArray[np.int32]
    skin_bonevertadr: NDArray[np.int32]
    skin_bonevertnum: NDArray[np.int32]
    skin_bonebindpos: NDArray[np.float32]
    skin_bonebindquat: NDArray[np.float32]
    skin_bonebodyid: NDArray[np.int32]
    skin_bonevertid: NDArray[np.int32]
    skin_bonevertweight: NDArray[np.float32]
    skin_pathadr: NDArray[np.int32]
    hfield_size: NDArray[np.float64]
    hfield_nrow: NDArray[np.int32]
    hfield_ncol: NDArray[np.int32]
    hfield_adr: NDArray[np.int32]
    hfield_data: NDArray[np.float32]
    hfield_pathadr: NDArray[np.int32]
    tex_type: NDArray[np.int32]
    tex_height: NDArray[np.int32]
    tex_width: NDArray[np.int32]
    tex_nchannel: NDArray[np.int32]
    tex_adr: NDArray[np.int32]
    tex_data: NDArray[np.uint8]
    tex_pathadr: NDArray[np.int32]
    mat_texid: NDArray[np.int32]
    mat_texuniform: NDArray[np.uint8]
    mat_texrepeat: NDArray[np.float32]
    mat_emission: NDArray[np.float32]
    mat_specular: NDArray[np.float32]
    mat_shininess: NDArray[np.float32]
    mat_reflectance: NDArray[np.float32]
    mat_metallic: NDArray[np.float32]
    mat_roughness: NDArray[np.float32]
    mat_rgba: NDArray[np.float32]
    pair_dim: NDArray[np.int32]
    pair_geom1: NDArray[np.int32]
    pair_geom2: NDArray[np.int32]
    pair_signature: NDArray[np.int32]
    pair_solref: NDArray[np.float64]
    pair_solreffriction: NDArray[np.float64]
    pair_solimp: NDArray[np.float64]
    pair_margin: NDArray[np.float64]
    pair_gap: NDArray[np.float64]
    pair_friction: NDArray[np.float64]
    exclude_signature: NDArray[np.int32]
    eq_type: NDArray[np.int32]
    eq_obj1id: NDArray[np.int32]
    eq_obj2id: NDArray[np.int32]
    eq_objtype: NDArray[np.int32]
    eq_active0: NDArray[np.uint8]
    eq_solref: NDArray[np.float64]
    eq_solimp: NDArray[np.float64]
    eq_data: NDArray[np.float64]
    tendon_adr: NDArray[np.int32]
    tendon_num: NDArray[np.int32]
    tendon_matid: NDArray[np.int32]
    tendon_group: NDArray[np.int32]
    tendon_limited: NDArray[np.uint8]
    tendon_width: NDArray[np.float64]
    tendon_solref_lim: NDArray[np.float64]
    tendon_solimp_lim: NDArray[np.float64]
    tendon_solref_fri: NDArray[np.float64]
    tendon_solimp_fri: NDArray[np.float64]
    tendon_range: NDArray[np.float64]
    tendon_margin: NDArray[np.float64]
    tendon_stiffness: NDArray[np.float64]
    tendon_damping: NDArray[np.float64]
    tendon_frictionloss: NDArray[np.float64]
    tendon_lengthspring: NDArray[np.float64]
    tendon_length0: NDArray[np.float64]
    tendon_invweight0: NDArray[np.float64]
    tendon_user: NDArray[np.float64]
    tendon_rgba: NDArray[np.float32]
    wrap_type: NDArray[np.int32]
    wrap_objid: NDArray[np.int32]
    wrap_prm: NDArray[np.float64]
    actuator_trntype: NDArray[np.int32]
    actuator_dyntype: NDArray[np.int32]
    actuator_gaintype: NDArray[np.int32]
    actuator_biastype: NDArray[np.int32]
    actuator_trnid: NDArray[np.int32]
    actuator_actadr: NDArray[np.int32]
    actuator_actnum: NDArray[np.int32]
    actuator_group: NDArray[np.int32]
    actuator_ctrllimited: NDArray[np.uint8]
    actuator_forcelimited: NDArray[np.uint8]
    actuator_actlimited: NDArray[np.uint8]
    actuator_dynprm: NDArray[np.float64]
    actuator_gainprm: NDArray[np.float64]
    actuator_biasprm: NDArray[np.float64]
    actuator_actearly: NDArray[np.uint8]
    actuator_ctrlrange: NDArray[np.float64]
    actuator_forcerange: NDArray[np.float64]
    actuator_actrange: NDArray[np.float64]
    actuator_gear: NDArray[np.float64]
    actuator_cranklength: NDArray[np.float64]
    actuator_acc0: NDArray[np.float64]
    actuator_length0: NDArray[np.float64]
    actuator_lengthrange: NDArray[np.float64]
    actuator_user: NDArray[np.float64]
    actuator_plugin: NDArray[np.int32]
    sensor_type: NDArray[np.int32]
    sensor_datatype: NDArray[np.int32]
    sensor_needstage: NDArray[np.int32]
    sensor_objtype: NDArray[np.int32]
    sensor_objid: NDArray[np.int32]
    sensor_reftype: NDArray[np.int32]
    sensor_refid: NDArray[np.int32]
    sensor_dim: NDArray[np.int32]
    sensor_adr: NDArray[np.int32]
    sensor_cutoff: NDArray[np.float64]
    sensor_noise: NDArray[np.float64]
    sensor_user: NDArray[np.float64]
    sensor_plugin: NDArray[np.int32]
    plugin: NDArray[np.int32]
    plugin_stateadr: NDArray[np.int32]
    plugin_statenum: NDArray[np.int32]
    plugin_attr: NDArray[np.int8]
    plugin_attradr: NDArray[np.int32]
    numeric_adr: NDArray[np.int32]
    numeric_size: NDArray[np.int32]
    numeric_data: NDArray[np.float64]
    text_adr: NDArray[np.int32]
    text_size: NDArray[np.int32]
    text_data: bytes
    tuple_adr: NDArray[np.int32]
    tuple_size: NDArray[np.int32]
    tuple_objtype: NDArray[np.int32]
    tuple_objid: NDArray[np.int32]
    tuple_objprm: NDArray[np.float64]
    key_time: NDArray[np.float64]
    key_qpos: NDArray[np.float64]
    key_qvel: NDArray[np.float64]
    key_act: NDArray[np.float64]
    key_mpos: NDArray[np.float64]
    key_mquat: NDArray[np.float64]
    key_ctrl: NDArray[np.float64]
    name_bodyadr: NDArray[np.int32]
    name_jntadr: NDArray[np.int32]
    name_geomadr: NDArray[np.int32]
    name_siteadr: NDArray[np.int32]
    name_camadr: NDArray[np.int32]
    name_lightadr: NDArray[np.int32]
    name_flexadr: NDArray[np.int32]
    name_meshadr: NDArray[np.int32]
    name_skinadr: NDArray[np.int32]
    name_hfieldadr: NDArray[np.int32]
    name_texadr: NDArray[np.int32]
    name_matadr: NDArray[np.int32]
    name_pairadr: NDArray[np.int32]
    name_excludeadr: NDArray[np.int32]
    name_eqadr: NDArray[np.int32]
    name_tendonadr: NDArray[np.int32]
    name_actuatoradr: NDArray[np.int32]
    name_sensoradr: NDArray[np.int32]
    name_numericadr: NDArray[np.int32]
    name_textadr: NDArray[np.int32]
    name_tupleadr: NDArray[np.int32]
    name_keyadr: NDArray[np.int32]
    name_pluginadr: NDArray[np.int32]
    names: bytes
    names_map: NDArray[np.int32]
    paths: bytes
    def actuator(self, name: Union[str, int] = ...) -> _MjModelActuatorViews: ...
    def body(self, name: Union[str, int] = ...) -> _MjModelBodyViews: ...
    def cam(self, name: Union[str, int] = ...) -> _MjModelCameraViews: ...
    def camera(self, name: Union[str, int] = ...) -> _MjModelCameraViews: ...
    def eq(self, name: Union[str, int] = ...) -> _MjModelEqualityViews: ...
    def equality(self, name: Union[str, int] = ...) -> _MjModelEqualityViews: ...
    def exclude(self, name: Union[str, int] = ...) -> _MjModelExcludeViews: ...
    def geom(self, name: Union[str, int] = ...) -> _MjModelGeomViews: ...
    def hfield(self, name: Union[str, int] = ...) -> _MjModelHfieldViews: ...
    def jnt(self, name: Union[str, int] = ...) -> _MjModelJointViews: ...
    def joint(self, name: Union[str, int] = ...) -> _MjModelJointViews: ...
    def light(self, name: Union[str, int] = ...) -> _MjModelLightViews: ...
    def mat(self, name: Union[str, int] = ...) -> _MjModelMaterialViews: ...
    def material(self, name: Union[str, int] = ...) -> _MjModelMaterialViews: ...
    def mesh(self, name: Union[str, int] = ...) -> _MjModelMeshViews: ...
    def numeric(self, name: Union[str, int] = ...) -> _MjModelNumericViews: ...
    def pair(self, name: Union[str, int] = ...) -> _MjModelPairViews: ...
    def sensor(self, name: Union[str, int] = ...) -> _MjModelSensorViews: ...
    def site(self, name: Union[str, int] = ...) -> _MjModelSiteViews: ...
    def skin(self, name: Union[str, int] = ...) -> _MjModelSkinViews: ...
    def tendon(self, name: Union[str, int] = ...) -> _MjModelTendonViews: ...
    def tex(self, name: Union[str, int] = ...) -> _MjModelTextureViews: ...
    def texture(self, name: Union[str, int] = ...) -> _MjModelTextureViews: ...
    def tuple(self, name: Union[str, int] = ...) -> _MjModelTupleViews: ...
    def key(self, name: Union[str, int] = ...) -> _MjModelKeyframeViews: ...
    def keyframe(self, name: Union[str, int] = ...) -> _MjModelKeyframeViews: ...
class MjData:
    def __init__(self, model: MjModel) -> None: ...
    model: MjModel
    contact: Any
    warning: Any
    timer: Any
    solver: Any
    narena: int
    nbuffer: int
    nplugin: int
    pstack: int
    pbase: int
    parena: int
    maxuse_stack: int
    maxuse_arena: int
    maxuse_con: int
    maxuse_efc: int
    solver_nisland: int
    ncon: int
    ne: int
    nf: int
    nl: int
    nefc: int
    nJ: int
    nisland: int
    time: float
    threadpool: int
    solver_niter: NDArray[np.int32]
    solver_nnz: NDArray[np.int32]
    solver_fwdinv: NDArray[np.float64]
    energy: NDArray[np.float64]
    qpos: NDArray[np.float64]
    qvel: NDArray[np.float64]
    act: NDArray[np.float64]
    qacc_warmstart: NDArray[np.float64]
    plugin_state: NDArray[np.float64]
    ctrl: NDArray[np.float64]
    qfrc_applied: NDArray[np.float64]
    xfrc_applied: NDArray[np.float64]
    eq_active: NDArray[np.uint8]
    mocap_pos: NDArray[np.float64]
    mocap_quat: NDArray[np.float64]
    qacc: NDArray[np.float64]
    act_dot: NDArray[np.float64]
    userdata: NDArray[np.float64]
    sensordata: NDArray[np.float64]
    plugin: NDArray[np.int32]
    plugin_data: NDArray[np.uint64]
    xpos: NDArray[np.float64]
    xquat: NDArray[np.float64]
    xmat: NDArray[np.float64]
    xipos: NDArray[np.float64]
    ximat: NDArray[np.float64]
    xanchor: NDArray[np.float64]
    xaxis: NDArray[np.float64]
    geom_xpos: NDArray[np.float64]
    geom_xmat: NDArray[np.float64]
    site_xpos: NDArray[np.float64]
    site_xmat: NDArray[np.float64]
    cam_xpos: NDArray[np.float64]
    cam_xmat: NDArray[np.float64]
    light_xpos: NDArray[np.float64]
    light_xdir: NDArray[np.float64]
    subtree_com: NDArray[np.float64]
    cdof: NDArray[np.float64]
    cinert: NDArray[np.float64]
    flexvert_xpos: NDArray[np.float64]
    flexelem_aabb: NDArray[np.float64]
    flexedge_J_rownnz: NDArray[np.int32]
    flexedge_J_rowadr: NDArray[np.int32]
    flexedge_J_colind: NDArray[np.int32]
    flexedge_J: NDArray[np.float64]
    flexedge_length: NDArray[np.float64]
    ten_wrapadr: NDArray[np.int32]
    ten_wrapnum: NDArray[np.int32]
    ten_J_rownnz: NDArray[np.int32]
    ten_J_rowadr: NDArray[np.int32]
    ten_J_colind: NDArray[np.int32]
    ten_length: NDArray[np.float64]
    ten_J: NDArray[np.float64]
    wrap_obj: NDArray[np.int32]
    wrap_xpos: NDArray[np.float64]
    actuator_length: NDArray[np.float64]
    moment_rownnz: NDArray[np.int32]
    moment_rowadr: NDArray[np.int32]
    moment_colind: NDArray[np.int32]
    actuator_moment: NDArray[np.float64]
    crb: NDArray[np.float64]
    qM: NDArray[np.float64]
    qLD: NDArray[np.float64]
    qLDiagInv: NDArray[np.float64]
    qLDiagSqrtInv: NDArray[np.float64]
    bvh_aabb_dyn: NDArray[np.float64]
    bvh_active: NDArray[np.uint8]
    flexedge_velocity: NDArray[np.float64]
    ten_velocity: NDArray[np.float64]
    actuator_velocity: NDArray[np.float64]
    cvel: NDArray[np.float64]
    cdof_dot: NDArray[np.float64]
    qfrc_bias: NDArray[np.float64]
    qfrc_spring: NDArray[np.float64]
    qfrc_damper: NDArray[np.float64]
    qfrc_gravcomp: NDArray[np.float64]
    qfrc_fluid: NDArray[np.float64]
    qfrc_passive: NDArray[np.float64]
    subtree_linvel: NDArray[np.float64]
    subtree_angmom: NDArray[np.float64]
    qH: NDArray[np.float64]
    qHDiagInv: NDArray[np.float64]
    B_rownnz: NDArray[np.int32]
    B_rowadr: NDArray[np.int32]
    B_colind: NDArray[np.int32]
    C_rownnz: NDArray[np.int32]
    C_rowadr: NDArray[np.int32]
    C_colind: NDArray[np.int32]
    mapM2C: NDArray[np.int32]
    D_rownnz: NDArray[np.int32]
    D_rowadr: NDArray[np.int32]
    D_colind: NDArray[np.int32]
    mapM2D: NDArray[np.int32]
    mapD2M: NDArray[np.int32]
    qDeriv: NDArray[np.float64]
    qLU: NDArray[np.float64]
    actuator_force: NDArray[np.float64]
    qfrc_actuator: NDArray[np.float64]
    qfrc_smooth: NDArray[np.float64]
    qacc_smooth: NDArray[np.float64]
    qfrc_constraint: NDArray[np.float64]
    qfrc_inverse: NDArray[np.float64]
    cacc: NDArray[np.float64]
    cfrc_int: NDArray[np.float64]
    cfrc_ext: NDArray[np.float64]
    efc_type: NDArray[np.int32]
    efc_id: NDArray[np.int32]
    efc_J_rownnz: NDArray[np.int32]
    efc_J_rowadr: NDArray[np.int32]
    efc_J_rowsuper: NDArray[np.int32]
    efc_J_colind: NDArray[np.int32]
    efc_JT_rownnz: NDArray[np.int32]
    efc_JT_rowadr: NDArray[np.int32]
    efc_JT_rowsuper: NDArray[np.int32]
    efc_JT_colind: NDArray[np.int32]
    efc_J: NDArray[np.float64]
    efc_JT: NDArray[np.float64]
    efc_pos: NDArray[np.float64]
    efc_margin: NDArray[np.float64]
    efc_frictionloss: NDArray[np.float64]
    efc_diagApprox: NDArray[np.float64]
    efc_KBIP: NDArray[np.float64]
    efc_D: NDArray[np.float64]
    efc_R: NDArray[np.float64]
    tendon_efcadr: NDArray[np.int32]
    efc_vel: NDArray[np.float64]
    efc_aref: NDArray[np.float64]
    efc_b: NDArray[np.float64]
    efc_force: NDArray[np.float64]
    efc_state: NDArray[np.int32]
    efc_AR_rownnz: NDArray[np.int32]
    efc_AR_rowadr: NDArray[np.int32]
    efc_AR_colind: NDArray[np.int32]
    efc_AR: NDArray[np.float64]
    dof_island: NDArray[np.int32]
    island_dofnum: NDArray[np.int32]
    island_dofadr: NDArray[np.int32]
    island_dofind: NDArray[np.int32]
    dof_islandind: NDArray[np.int32]
    efc_island: NDArray[np.int32]
    island_efcnum: NDArray[np.int32]
    island_efcadr: NDArray[np.int32]
    island_efcind: NDArray[np.int32]
    def actuator(self, name: Union[str, int] = ...) -> _MjDataActuatorViews: ...
    def body(self, name: Union[str, int] = ...) -> _MjDataBodyViews: ...
    def cam(self, name: Union[str, int] = ...) -> _MjDataCameraViews: ...
    def camera(self, name: Union[str, int] = ...) -> _MjDataCameraViews: ...
    def geom(self, name: Union[str, int] = ...) -> _MjDataGeomViews: ...
    def jnt(self, name: Union[str, int] = ...) -> _MjDataJointViews: ...
    def joint(self, name: Union[str, int] = ...) -> _MjDataJointViews: ...
    def light(self, name: Union[str, int] = ...) -> _MjDataLightViews: ...
    def sensor(self, name: Union[str, int] = ...) -> _MjDataSensorViews: ...
    def site(self, name: Union[str, int] = ...) -> _MjDataSiteViews: ...
    def tendon(self, name: Union[str, int] = ...) -> _MjDataTendonViews: ...
    def ten(self, name: Union[str, int] = ...) -> _MjDataTendonViews: ...
class FatalError(Exception): ...
class UnexpectedError(Exception): ...
class NoRendering(RuntimeError): ...
class MjVisual:
    class Global:
        def __init__(self) -> None: ...
        orthographic: int
        fovy: float
        ipd: float
        azimuth: float
        elevation: float
        linewidth: float
        glow: float
        realtime: float
        offwidth: int
        offheight: int
        ellipsoidinertia: int
        bvactive: int
    global_: Global
    class Quality:
        def __init__(self) -> None: ...
        shadowsize: int
        offsamples: int
        numslices: int
        numstacks: int
        numquads: int
    quality: Quality
    class Headlight:
        def __init__(self) -> None: ...
        ambient: NDArray[np.float32]
        diffuse: NDArray[np.float32]
        specular: NDArray[np.float32]
        active: int
    headlight: Headlight
    class Map:
        def __init__(self) -> None: ...
        stiffness: float
        stiffnessrot: float
        force: float
        torque: float
        alpha: float
        fogstart: float
        fogend: float
        znear: float
        zfar: float
        haze: float
        shadowclip: float
        shadowscale: float
        actuatortendon: float
    map: Map
    class Scale:
        def __init__(self) -> None: ...
        forcewidth: float
        contactwidth: float
        contactheight: float
        connect: float
        com: float
        camera: float
        light: float
        selectpoint: float
        jointlength: float
        jointwidth: float
        actuatorlength: float
        actuatorwidth: float
        framelength: float
        framewidth: float
        constraint: float
        slidercrank: float
        frustum: float
    scale: Scale
    class Rgba:
        def __init__(self) -> None: ...
        fog: NDArray[np.float32]
        haze: NDArray[np.float32]
        force: NDArray[np.float32]
        inertia: NDArray[np.float32]
        joint: NDArray[np.float32]
        actuator: NDArray[np.float32]
        actuatornegative: NDArray[np.float32]
        actuatorpositive: NDArray[np.float32]
        com: NDArray[np.float32]
        camera: NDArray[np.float32]
        light: NDArray[np.float32]
        selectpoint: NDArray[np.float32]
        connect: NDArray[np.float32]
        contactpoint: NDArray[np.float32]
        contactforce: NDArray[np.float32]
        contactfriction: NDArray[np.float32]
        contacttorque: NDArray[np.float32]
        contactgap: NDArray[np.float32]
        rangefinder: NDArray[np.float32]
        constraint: NDArray[np.float32]
        slidercrank: NDArray[np.float32]
        crankbroken: NDArray[np.float32]
        frustum: NDArray[np.float32]
        bv: NDArray[np.float32]
        bvactive: NDArray[np.float32]
    rgba: Rgba
class Batch:
    model: MjModel
    num_sims: int
    num_threads: int
    def __init__(self, model: Any, num_sims: Any, num_threads: Any = ...) -> None: ...
    def bind(self, field: Any) -> Any: ...
    def data(self, world: Any) -> Any: ...
    def expand(self, field: Any) -> Any: ...
    def forward(self, ids: Any = ...) -> Any: ...
    def model_of(self, world: Any) -> Any: ...
    def reset(self, ids: Any = ..., keyframe: Any = ...) -> Any: ...
    def set_const(self, ids: Any = ...) -> Any: ...
    def step(self, ids: Any = ..., nstep: Any = ..., rne_post_constraint: Any = ...) -> Any: ...
class GLContext:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjByteVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjCharVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjContact:
    def __init__(self) -> None: ...
    dist: float
    pos: NDArray[np.float64]
    frame: NDArray[np.float64]
    includemargin: float
    friction: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]
    solimp: NDArray[np.float64]
    mu: float
    H: NDArray[np.float64]
    dim: int
    geom1: int
    geom2: int
    geom: NDArray[np.int32]
    flex: NDArray[np.int32]
    elem: NDArray[np.int32]
    vert: NDArray[np.int32]
    exclude: int
    efc_address: int
class MjLROpt:
    def __init__(self) -> None: ...
    mode: int
    useexisting: int
    uselimit: int
    accel: float
    maxforce: float
    timeconst: float
    timestep: float
    inttotal: float
    interval: float
    tolrange: float
class MjOption:
    def __init__(self) -> None: ...
    timestep: float
    apirate: float
    impratio: float
    tolerance: float
    ls_tolerance: float
    noslip_tolerance: float
    ccd_tolerance: float
    density: float
    viscosity: float
    o_margin: float
    integrator: int
    cone: int
    jacobian: int
    solver: int
    iterations: int
    ls_iterations: int
    noslip_iterations: int
    ccd_iterations: int
    disableflags: int
    enableflags: int
    disableactuator: int
    sdf_initpoints: int
    sdf_iterations: int
    gravity: NDArray[np.float64]
    wind: NDArray[np.float64]
    magnetic: NDArray[np.float64]
    o_solref: NDArray[np.float64]
    o_solimp: NDArray[np.float64]
    o_friction: NDArray[np.float64]
class MjSolverStat:
    def __init__(self) -> None: ...
    improvement: float
    gradient: float
    lineslope: float
    nactive: int
    nchange: int
    neval: int
    nupdate: int
class MjSpec:
    def __init__(self) -> None: ...
    actuators: Any
    def add_actuator(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_equality(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_exclude(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_flex(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_hfield(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_key(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_material(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_mesh(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_numeric(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_pair(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_plugin(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_sensor(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_skin(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_tendon(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_text(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_texture(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_tuple(self, *args: Any, **kwargs: Any) -> Any: ...
    bodies: Any
    cameras: Any
    comment: str
    def compile(self, *args: Any, **kwargs: Any) -> MjModel: ...
    compiler: Any
    def copy(self, *args: Any, **kwargs: Any) -> MjSpec: ...
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def detach_body(self, *args: Any, **kwargs: Any) -> Any: ...
    equalities: Any
    excludes: Any
    def find_body(self, *args: Any, **kwargs: Any) -> Any: ...
    def find_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def find_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    flexes: Any
    frames: Any
    @staticmethod
    def from_file(*args: Any, **kwargs: Any) -> MjSpec: ...
    @staticmethod
    def from_string(*args: Any, **kwargs: Any) -> MjSpec: ...
    geoms: Any
    hasImplicitPluginElem: int
    hfields: Any
    joints: Any
    keys: Any
    lights: Any
    materials: Any
    memory: int
    meshdir: str
    meshes: Any
    modelfiledir: str
    modelname: str
    nconmax: int
    nemax: int
    njmax: int
    nkey: int
    nstack: int
    numerics: Any
    nuser_actuator: int
    nuser_body: int
    nuser_cam: int
    nuser_geom: int
    nuser_jnt: int
    nuser_sensor: int
    nuser_site: int
    nuser_tendon: int
    nuserdata: int
    option: Any
    pairs: Any
    plugins: Any
    def recompile(self, *args: Any, **kwargs: Any) -> Any: ...
    sensors: Any
    sites: Any
    skins: Any
    stat: Any
    strippath: int
    tendons: Any
    texts: Any
    texturedir: str
    textures: Any
    def to_xml(self, *args: Any, **kwargs: Any) -> Any: ...
    tuples: Any
    visual: Any
    worldbody: Any
class MjStatistic:
    def __init__(self) -> None: ...
    meaninertia: float
    meanmass: float
    meansize: float
    extent: float
    center: NDArray[np.float64]
class MjStringVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjTimerStat:
    def __init__(self) -> None: ...
    duration: float
    number: int
class MjWarningStat:
    def __init__(self) -> None: ...
    lastinfo: int
    number: int
class MjrContext:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjrRect:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjsActuator:
    actdim: int
    actearly: int
    actlimited: int
    actrange: NDArray[np.float64]
    biasprm: NDArray[np.float64]
    biastype: mjtBias
    cranklength: float
    ctrllimited: int
    ctrlrange: NDArray[np.float64]
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    dynprm: NDArray[np.float64]
    dyntype: mjtDyn
    forcelimited: int
    forcerange: NDArray[np.float64]
    gainprm: NDArray[np.float64]
    gaintype: mjtGain
    gear: NDArray[np.float64]
    group: int
    info: str
    inheritrange: float
    lengthrange: NDArray[np.float64]
    name: str
    plugin: Any
    refsite: str
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    slidersite: str
    target: str
    trntype: mjtTrn
    userdata: NDArray[np.float64]
class MjsBody:
    def add_body(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_camera(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_freejoint(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_geom(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_joint(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_light(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_site(self, *args: Any, **kwargs: Any) -> Any: ...
    alt: Any
    def attach_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    bodies: Any
    cameras: Any
    childclass: Any
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    explicitinertial: int
    def find_all(self, *args: Any, **kwargs: Any) -> Any: ...
    def find_child(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_body(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_camera(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_geom(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_joint(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_light(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_site(self, *args: Any, **kwargs: Any) -> Any: ...
    frames: Any
    fullinertia: NDArray[np.float64]
    geoms: Any
    gravcomp: float
    ialt: Any
    inertia: NDArray[np.float64]
    info: str
    ipos: NDArray[np.float64]
    iquat: NDArray[np.float64]
    joints: Any
    lights: Any
    mass: float
    mocap: int
    name: str
    def next_body(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_camera(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_geom(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_joint(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_light(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_site(self, *args: Any, **kwargs: Any) -> Any: ...
    plugin: Any
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    sites: Any
    def spec(self, *args: Any, **kwargs: Any) -> Any: ...
    def to_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    userdata: NDArray[np.float64]
class MjsCamera:
    alt: Any
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    focal_length: NDArray[np.float32]
    focal_pixel: NDArray[np.float32]
    fovy: float
    info: str
    intrinsic: NDArray[np.float32]
    ipd: float
    mode: mjtCamLight
    name: str
    orthographic: int
    pos: NDArray[np.float64]
    principal_length: NDArray[np.float32]
    principal_pixel: NDArray[np.float32]
    quat: NDArray[np.float64]
    resolution: NDArray[np.float32]
    sensor_size: NDArray[np.float32]
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    targetbody: str
    userdata: NDArray[np.float64]
class MjsCompiler:
    LRopt: Any
    alignfree: int
    autolimits: int
    balanceinertia: int
    boundinertia: float
    boundmass: float
    degree: int
    discardvisual: int
    eulerseq: Any
    fitaabb: int
    fusestatic: int
    inertiafromgeom: int
    inertiagrouprange: NDArray[np.int32]
    settotalmass: float
    usethread: int
class MjsDefault:
    name: Any
    actuator: Any
    camera: Any
    equality: Any
    flex: Any
    geom: Any
    joint: Any
    light: Any
    material: Any
    mesh: Any
    pair: Any
    site: Any
    tendon: Any
class MjsElement:
    ...
class MjsEquality:
    active: int
    data: NDArray[np.float64]
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    info: str
    name: str
    name1: str
    name2: str
    objtype: mjtObj
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    type: mjtEq
class MjsExclude:
    bodyname1: str
    bodyname2: str
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    info: str
    name: str
class MjsFlex:
    activelayers: int
    conaffinity: int
    condim: int
    contype: int
    damping: float
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    dim: int
    edgedamping: float
    edgestiffness: float
    elem: NDArray[np.int32]
    flatskin: int
    friction: NDArray[np.float64]
    gap: float
    group: int
    info: str
    internal: int
    margin: float
    material: str
    name: str
    poisson: float
    priority: int
    radius: float
    rgba: NDArray[np.float32]
    selfcollide: int
    solimp: NDArray[np.float64]
    solmix: float
    solref: NDArray[np.float64]
    texcoord: NDArray[np.float32]
    thickness: float
    vert: NDArray[np.float64]
    vertbody: Any
    young: float
class MjsFrame:
    alt: Any
    def attach(self, *args: Any, **kwargs: Any) -> Any: ...
    def attach_body(self, *args: Any, **kwargs: Any) -> Any: ...
    childclass: str
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    info: str
    name: str
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
class MjsGeom:
    alt: Any
    conaffinity: int
    condim: int
    contype: int
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    density: float
    fitscale: float
    fluid_coefs: NDArray[np.float64]
    fluid_ellipsoid: float
    friction: NDArray[np.float64]
    fromto: NDArray[np.float64]
    gap: float
    group: int
    hfieldname: str
    info: str
    margin: float
    mass: float
    material: str
    meshname: str
    name: str
    plugin: Any
    pos: NDArray[np.float64]
    priority: int
    quat: NDArray[np.float64]
    rgba: NDArray[np.float32]
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    size: NDArray[np.float64]
    solimp: NDArray[np.float64]
    solmix: float
    solref: NDArray[np.float64]
    type: mjtGeom
    typeinertia: mjtGeomInertia
    userdata: NDArray[np.float64]
class MjsHField:
    content_type: str
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    file: str
    info: str
    name: str
    ncol: int
    nrow: int
    size: NDArray[np.float64]
    userdata: NDArray[np.float32]
class MjsJoint:
    actfrclimited: int
    actfrcrange: NDArray[np.float64]
    actgravcomp: int
    align: int
    armature: float
    axis: NDArray[np.float64]
    damping: float
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    frictionloss: float
    group: int
    info: str
    limited: int
    margin: float
    name: str
    pos: NDArray[np.float64]
    range: NDArray[np.float64]
    ref: float
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    solimp_friction: NDArray[np.float64]
    solimp_limit: NDArray[np.float64]
    solref_friction: NDArray[np.float64]
    solref_limit: NDArray[np.float64]
    springdamper: NDArray[np.float64]
    springref: float
    stiffness: float
    type: mjtJoint
    userdata: NDArray[np.float64]
class MjsKey:
    act: NDArray[np.float64]
    ctrl: NDArray[np.float64]
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    info: str
    mpos: NDArray[np.float64]
    mquat: NDArray[np.float64]
    name: str
    qpos: NDArray[np.float64]
    qvel: NDArray[np.float64]
    time: float
class MjsLight:
    active: int
    ambient: NDArray[np.float32]
    attenuation: NDArray[np.float32]
    bulbradius: float
    castshadow: int
    cutoff: float
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    diffuse: NDArray[np.float32]
    dir: NDArray[np.float64]
    directional: int
    exponent: float
    info: str
    mode: mjtCamLight
    name: str
    pos: NDArray[np.float64]
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    specular: NDArray[np.float32]
    targetbody: str
class MjsMaterial:
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    emission: float
    info: str
    metallic: float
    name: str
    reflectance: float
    rgba: NDArray[np.float32]
    roughness: float
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    shininess: float
    specular: float
    texrepeat: NDArray[np.float32]
    textures: Any
    texuniform: int
class MjsMesh:
    content_type: str
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    file: str
    inertia: mjtMeshInertia
    info: str
    maxhullvert: int
    name: str
    plugin: Any
    refpos: NDArray[np.float64]
    refquat: NDArray[np.float64]
    scale: NDArray[np.float64]
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    smoothnormal: int
    userface: NDArray[np.int32]
    userfacetexcoord: NDArray[np.int32]
    usernormal: NDArray[np.float32]
    usertexcoord: NDArray[np.float32]
    uservert: NDArray[np.float32]
class MjsNumeric:
    data: NDArray[np.float64]
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    info: str
    name: str
    size: int
class MjsOrientation:
    axisangle: NDArray[np.float64]
    euler: NDArray[np.float64]
    type: mjtOrientation
    xyaxes: NDArray[np.float64]
    zaxis: NDArray[np.float64]
class MjsPair:
    condim: int
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    friction: NDArray[np.float64]
    gap: float
    geomname1: str
    geomname2: str
    info: str
    margin: float
    name: str
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]
class MjsPlugin:
    active: int
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    id: Any
    info: str
    name: str
    plugin_name: str
class MjsSensor:
    cutoff: float
    datatype: mjtDataType
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    dim: int
    info: str
    name: str
    needstage: mjtStage
    noise: float
    objname: str
    objtype: mjtObj
    plugin: Any
    refname: str
    reftype: mjtObj
    type: mjtSensor
    userdata: NDArray[np.float64]
class MjsSite:
    alt: Any
    def attach(self, *args: Any, **kwargs: Any) -> Any: ...
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    fromto: NDArray[np.float64]
    group: int
    info: str
    material: str
    name: str
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    rgba: NDArray[np.float32]
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    size: NDArray[np.float64]
    type: mjtGeom
    userdata: NDArray[np.float64]
class MjsSkin:
    bindpos: NDArray[np.float32]
    bindquat: NDArray[np.float32]
    bodyname: Any
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    face: NDArray[np.int32]
    file: str
    group: int
    inflate: float
    info: str
    material: str
    name: str
    rgba: NDArray[np.float32]
    texcoord: NDArray[np.float32]
    vert: NDArray[np.float32]
    vertid: Any
    vertweight: Any
class MjsTendon:
    damping: float
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    frictionloss: float
    group: int
    info: str
    limited: int
    margin: float
    material: str
    name: str
    range: NDArray[np.float64]
    rgba: NDArray[np.float32]
    def set_default(self, *args: Any, **kwargs: Any) -> Any: ...
    solimp_friction: NDArray[np.float64]
    solimp_limit: NDArray[np.float64]
    solref_friction: NDArray[np.float64]
    solref_limit: NDArray[np.float64]
    springlength: NDArray[np.float64]
    stiffness: float
    userdata: NDArray[np.float64]
    width: float
    def wrap_geom(self, *args: Any, **kwargs: Any) -> Any: ...
    def wrap_joint(self, *args: Any, **kwargs: Any) -> Any: ...
    def wrap_pulley(self, *args: Any, **kwargs: Any) -> Any: ...
    def wrap_site(self, *args: Any, **kwargs: Any) -> Any: ...
class MjsText:
    data: str
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    info: str
    name: str
class MjsTexture:
    builtin: int
    content_type: str
    cubefiles: Any
    data: Any
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    file: str
    gridlayout: Any
    gridsize: NDArray[np.int32]
    height: int
    hflip: int
    info: str
    mark: int
    markrgb: NDArray[np.float64]
    name: str
    nchannel: int
    random: float
    rgb1: NDArray[np.float64]
    rgb2: NDArray[np.float64]
    type: mjtTexture
    vflip: int
    width: int
class MjsTuple:
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    info: str
    name: str
    objname: Any
    objprm: NDArray[np.float64]
    objtype: NDArray[np.int32]
class MjsWrap:
    info: Any
class MjvCamera:
    def __init__(self) -> None: ...
    type: int
    fixedcamid: int
    trackbodyid: int
    lookat: NDArray[np.float64]
    distance: float
    azimuth: float
    elevation: float
    orthographic: int
class MjvFigure:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjvGLCamera:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjvGeom:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjvLight:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class MjvOption:
    def __init__(self) -> None: ...
    label: int
    frame: int
    geomgroup: NDArray[np.uint8]
    sitegroup: NDArray[np.uint8]
    jointgroup: NDArray[np.uint8]
    tendongroup: NDArray[np.uint8]
    actuatorgroup: NDArray[np.uint8]
    flexgroup: NDArray[np.uint8]
    skingroup: NDArray[np.uint8]
    flags: NDArray[np.uint8]
    bvh_depth: int
    flex_layer: int
class MjvPerturb:
    def __init__(self) -> None: ...
    select: int
    flexselect: int
    skinselect: int
    active: int
    active2: int
    refpos: NDArray[np.float64]
    refquat: NDArray[np.float64]
    refselpos: NDArray[np.float64]
    localpos: NDArray[np.float64]
    localmass: float
    scale: float
class MjvScene:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class Renderer:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
def get_mjcb_act_bias() -> Any: ...
def get_mjcb_act_dyn() -> Any: ...
def get_mjcb_act_gain() -> Any: ...
def get_mjcb_contactfilter() -> Any: ...
def get_mjcb_control() -> Any: ...
def get_mjcb_passive() -> Any: ...
def get_mjcb_sensor() -> Any: ...
def get_mjcb_time() -> Any: ...
def get_mju_user_warning() -> Any: ...
def install_as_mujoco() -> Any: ...
mjDISABLESTRING: tuple[Any, ...]
mjENABLESTRING: tuple[Any, ...]
mjFRAMESTRING: tuple[Any, ...]
mjLABELSTRING: tuple[Any, ...]
mjMAXCONPAIR: int
mjMAXIMP: float
mjMAXLIGHT: int
mjMAXLINE: int
mjMAXLINEPNT: int
mjMAXOVERLAY: int
mjMAXPLANEGRID: int
mjMAXVAL: float
mjMINIMP: float
mjMINMU: float
mjMINVAL: float
mjNBIAS: int
mjNDYN: int
mjNEQDATA: int
mjNGAIN: int
mjNGROUP: int
mjNIMP: int
mjNREF: int
mjNSOLVER: int
mjPI: float
mjRNDSTRING: tuple[Any, ...]
mjTIMERSTRING: tuple[Any, ...]
mjVERSION_HEADER: int
mjVISSTRING: tuple[Any, ...]
def mj_Euler(m: MjModel, d: MjData) -> Any: ...
def mj_RungeKutta(m: MjModel, d: MjData, N: Any) -> Any: ...
def mj_addContact(m: MjModel, d: MjData, con: Any) -> Any: ...
def mj_addM(m: MjModel, d: MjData, dst: Any, rownnz: Any, rowadr: Any, colind: Any) -> Any: ...
def mj_angmomMat(m: MjModel, d: MjData, mat: Any, body: Any) -> Any: ...
def mj_applyFT(m: MjModel, d: MjData, force: Any, torque: Any, point: Any, body: Any, qfrc_target: Any) -> Any: ...
def mj_camlight(m: MjModel, d: MjData) -> Any: ...
def mj_checkAcc(m: MjModel, d: MjData) -> Any: ...
def mj_checkPos(m: MjModel, d: MjData) -> Any: ...
def mj_checkVel(m: MjModel, d: MjData) -> Any: ...
def mj_collision(m: MjModel, d: MjData) -> Any: ...
def mj_comPos(m: MjModel, d: MjData) -> Any: ...
def mj_comVel(m: MjModel, d: MjData) -> Any: ...
def mj_compareFwdInv(m: MjModel, d: MjData) -> Any: ...
def mj_constraintUpdate(m: MjModel, d: MjData, jar: Any, cost: Any, flg_coneHessian: Any) -> Any: ...
def mj_contactForce(m: MjModel, d: MjData, id: Any, result: Any) -> Any: ...
def mj_crb(m: MjModel, d: MjData) -> Any: ...
def mj_defaultLROpt(opt: Any) -> Any: ...
def mj_defaultOption(opt: Any) -> Any: ...
def mj_defaultSolRefImp(solref: Any, solimp: Any) -> Any: ...
def mj_defaultVisual(vis: Any) -> Any: ...
def mj_differentiatePos(m: MjModel, qvel: Any, dt: Any, qpos1: Any, qpos2: Any) -> Any: ...
def mj_energyPos(m: MjModel, d: MjData) -> Any: ...
def mj_energyVel(m: MjModel, d: MjData) -> Any: ...
def mj_factorM(m: MjModel, d: MjData) -> Any: ...
def mj_flex(m: MjModel, d: MjData) -> Any: ...
def mj_forward(m: MjModel, d: MjData) -> Any: ...
def mj_forwardSkip(m: MjModel, d: MjData, skipstage: Any, skipsensor: Any) -> Any: ...
def mj_fullM(m: MjModel, dst: Any, M: Any) -> Any: ...
def mj_fwdAcceleration(m: MjModel, d: MjData) -> Any: ...
def mj_fwdActuation(m: MjModel, d: MjData) -> Any: ...
def mj_fwdConstraint(m: MjModel, d: MjData) -> Any: ...
def mj_fwdPosition(m: MjModel, d: MjData) -> Any: ...
def mj_fwdVelocity(m: MjModel, d: MjData) -> Any: ...
def mj_geomDistance(m: MjModel, d: MjData, geom1: Any, geom2: Any, distmax: Any, fromto: Any) -> Any: ...
def mj_getState(m: MjModel, d: MjData, state: Any, spec: Any) -> Any: ...
def mj_getTotalmass(m: MjModel) -> Any: ...
def mj_id2name(m: MjModel, type: Any, id: Any) -> Any: ...
def mj_implicit(m: MjModel, d: MjData) -> Any: ...
def mj_integratePos(m: MjModel, qpos: Any, qvel: Any, dt: Any) -> Any: ...
def mj_invConstraint(m: MjModel, d: MjData) -> Any: ...
def mj_invPosition(m: MjModel, d: MjData) -> Any: ...
def mj_invVelocity(m: MjModel, d: MjData) -> Any: ...
def mj_inverse(m: MjModel, d: MjData) -> Any: ...
def mj_inverseSkip(m: MjModel, d: MjData, skipstage: Any, skipsensor: Any) -> Any: ...
def mj_isDual(m: MjModel) -> Any: ...
def mj_isPyramidal(m: MjModel) -> Any: ...
def mj_isSparse(m: MjModel) -> Any: ...
def mj_island(m: MjModel, d: MjData) -> Any: ...
def mj_jac(m: MjModel, d: MjData, jacp: Any, jacr: Any, point: Any, body: Any) -> Any: ...
def mj_jacBody(m: MjModel, d: MjData, jacp: Any, jacr: Any, body: Any) -> Any: ...
def mj_jacBodyCom(m: MjModel, d: MjData, jacp: Any, jacr: Any, body: Any) -> Any: ...
def mj_jacDot(m: MjModel, d: MjData, jacp: Any, jacr: Any, point: Any, body: Any) -> Any: ...
def mj_jacGeom(m: MjModel, d: MjData, jacp: Any, jacr: Any, geom: Any) -> Any: ...
def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: Any, jacAxis: Any, point: Any, axis: Any, body: Any) -> Any: ...
def mj_jacSite(m: MjModel, d: MjData, jacp: Any, jacr: Any, site: Any) -> Any: ...
def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: Any, body: Any) -> Any: ...
def mj_kinematics(m: MjModel, d: MjData) -> Any: ...
def mj_loadAllPluginLibraries(directory: Any) -> Any: ...
def mj_loadPluginLibrary(path: Any) -> Any: ...
def mj_local2Global(d: MjData, xpos: Any, xmat: Any, pos: Any, quat: Any, body: Any, sameframe: Any) -> Any: ...
def mj_makeConstraint(m: MjModel, d: MjData) -> Any: ...
def mj_mulJacTVec(m: MjModel, d: MjData, res: Any, vec: Any) -> Any: ...
def mj_mulJacVec(m: MjModel, d: MjData, res: Any, vec: Any) -> Any: ...
def mj_mulM(m: MjModel, d: MjData, res: Any, vec: Any) -> Any: ...
def mj_mulM2(m: MjModel, d: MjData, res: Any, vec: Any) -> Any: ...
def mj_multiRay(m: MjModel, d: MjData, pnt: Any, vec: Any, geomgroup: Any, flg_static: Any, bodyexclude: Any, geomid: Any, dist: Any, nray: Any, cutoff: Any) -> Any: ...
def mj_name2id(m: MjModel, type: Any, name: Any) -> Any: ...
def mj_normalizeQuat(m: MjModel, qpos: Any) -> Any: ...
def mj_objectAcceleration(m: MjModel, d: MjData, objtype: Any, objid: Any, res: Any, flg_local: Any) -> Any: ...
def mj_objectVelocity(m: MjModel, d: MjData, objtype: Any, objid: Any, res: Any, flg_local: Any) -> Any: ...
def mj_passive(m: MjModel, d: MjData) -> Any: ...
def mj_printData(m: MjModel, d: MjData, filename: Any) -> Any: ...
def mj_printFormattedData(m: MjModel, d: MjData, filename: Any, float_format: Any) -> Any: ...
def mj_printFormattedModel(m: MjModel, filename: Any, float_format: Any) -> Any: ...
def mj_printModel(m: MjModel, filename: Any) -> Any: ...
def mj_printSchema(flg_html: Any, flg_pad: Any) -> Any: ...
def mj_projectConstraint(m: MjModel, d: MjData) -> Any: ...
def mj_ray(m: MjModel, d: MjData, pnt: Any, vec: Any, geomgroup: Any, flg_static: Any, bodyexclude: Any, geomid: Any) -> Any: ...
def mj_rayHfield(m: MjModel, d: MjData, geomid: Any, pnt: Any, vec: Any) -> Any: ...
def mj_rayMesh(m: MjModel, d: MjData, geomid: Any, pnt: Any, vec: Any) -> Any: ...
def mj_referenceConstraint(m: MjModel, d: MjData) -> Any: ...
def mj_resetCallbacks() -> Any: ...
def mj_resetData(m: MjModel, d: MjData) -> Any: ...
def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: Any) -> Any: ...
def mj_resetDataKeyframe(m: MjModel, d: MjData, key: Any) -> Any: ...
def mj_rne(m: MjModel, d: MjData, flg_acc: Any, result: Any) -> Any: ...
def mj_rnePostConstraint(m: MjModel, d: MjData) -> Any: ...
def mj_saveLastXML(filename: Any, m: MjModel) -> Any: ...
def mj_saveModel(m: MjModel, filename: Any = ..., buffer: Any = ...) -> Any: ...
def mj_sensorAcc(m: MjModel, d: MjData) -> Any: ...
def mj_sensorPos(m: MjModel, d: MjData) -> Any: ...
def mj_sensorVel(m: MjModel, d: MjData) -> Any: ...
def mj_setConst(m: MjModel, d: MjData) -> Any: ...
def mj_setKeyframe(m: MjModel, d: MjData, k: Any) -> Any: ...
def mj_setLengthRange(m: MjModel, d: MjData, index: Any, opt: Any) -> Any: ...
def mj_setState(m: MjModel, d: MjData, state: Any, spec: Any) -> Any: ...
def mj_setTotalmass(m: MjModel, newmass: Any) -> Any: ...
def mj_sizeModel(m: MjModel) -> Any: ...
def mj_solveM(m: MjModel, d: MjData, x: Any, y: Any) -> Any: ...
def mj_solveM2(m: MjModel, d: MjData, x: Any, y: Any) -> Any: ...
def mj_stateSize(m: MjModel, spec: Any) -> Any: ...
def mj_step(m: MjModel, d: MjData, nstep: Any = ...) -> Any: ...
def mj_step1(m: MjModel, d: MjData) -> Any: ...
def mj_step2(m: MjModel, d: MjData) -> Any: ...
def mj_subtreeVel(m: MjModel, d: MjData) -> Any: ...
def mj_tendon(m: MjModel, d: MjData) -> Any: ...
def mj_transmission(m: MjModel, d: MjData) -> Any: ...
def mj_version() -> Any: ...
def mj_versionString() -> Any: ...
def mjd_inverseFD(m: MjModel, d: MjData, eps: Any, flg_actuation: Any, DfDq: Any, DfDv: Any, DfDa: Any, DsDq: Any, DsDv: Any, DsDa: Any, DmDq: Any) -> Any: ...
def mjd_quatIntegrate(vel: Any, scale: Any, Dquat: Any, Dvel: Any, Dscale: Any) -> Any: ...
def mjd_subQuat(qa: Any, qb: Any, Da: Any, Db: Any) -> Any: ...
def mjd_transitionFD(m: MjModel, d: MjData, eps: Any, flg_centered: Any, A: Any, B: Any, C: Any, D: Any) -> Any: ...
def mjr_addAux(*arguments: Any, **options: Any) -> Any: ...
def mjr_blitAux(*arguments: Any, **options: Any) -> Any: ...
def mjr_blitBuffer(*arguments: Any, **options: Any) -> Any: ...
def mjr_changeFont(*arguments: Any, **options: Any) -> Any: ...
def mjr_drawPixels(*arguments: Any, **options: Any) -> Any: ...
def mjr_figure(*arguments: Any, **options: Any) -> Any: ...
def mjr_findRect(*arguments: Any, **options: Any) -> Any: ...
def mjr_finish(*arguments: Any, **options: Any) -> Any: ...
def mjr_getError(*arguments: Any, **options: Any) -> Any: ...
def mjr_label(*arguments: Any, **options: Any) -> Any: ...
def mjr_maxViewport(*arguments: Any, **options: Any) -> Any: ...
def mjr_overlay(*arguments: Any, **options: Any) -> Any: ...
def mjr_readPixels(*arguments: Any, **options: Any) -> Any: ...
def mjr_rectangle(*arguments: Any, **options: Any) -> Any: ...
def mjr_render(*arguments: Any, **options: Any) -> Any: ...
def mjr_resizeOffscreen(*arguments: Any, **options: Any) -> Any: ...
def mjr_restoreBuffer(*arguments: Any, **options: Any) -> Any: ...
def mjr_setAux(*arguments: Any, **options: Any) -> Any: ...
def mjr_setBuffer(*arguments: Any, **options: Any) -> Any: ...
def mjr_text(*arguments: Any, **options: Any) -> Any: ...
def mjr_uploadHField(*arguments: Any, **options: Any) -> Any: ...
def mjr_uploadMesh(*arguments: Any, **options: Any) -> Any: ...
def mjr_uploadTexture(*arguments: Any, **options: Any) -> Any: ...
class mjtAlignFree(IntEnum):
    mjALIGNFREE_FALSE = 0
    mjALIGNFREE_TRUE = 1
    mjALIGNFREE_AUTO = 2
class mjtBias(IntEnum):
    mjBIAS_NONE = 0
    mjBIAS_AFFINE = 1
    mjBIAS_MUSCLE = 2
    mjBIAS_USER = 3
class mjtBuiltin(IntEnum):
    mjBUILTIN_NONE = 0
    mjBUILTIN_GRADIENT = 1
    mjBUILTIN_CHECKER = 2
    mjBUILTIN_FLAT = 3
class mjtButton(IntEnum):
    mjBUTTON_NONE = 0
    mjBUTTON_LEFT = 1
    mjBUTTON_RIGHT = 2
    mjBUTTON_MIDDLE = 3
class mjtCamLight(IntEnum):
    mjCAMLIGHT_FIXED = 0
    mjCAMLIGHT_TRACK = 1
    mjCAMLIGHT_TRACKCOM = 2
    mjCAMLIGHT_TARGETBODY = 3
    mjCAMLIGHT_TARGETBODYCOM = 4
class mjtCamera(IntEnum):
    mjCAMERA_FREE = 0
    mjCAMERA_TRACKING = 1
    mjCAMERA_FIXED = 2
    mjCAMERA_USER = 3
class mjtCatBit(IntEnum):
    mjCAT_STATIC = 1
    mjCAT_DYNAMIC = 2
    mjCAT_DECOR = 4
    mjCAT_ALL = 7
class mjtCone(IntEnum):
    mjCONE_PYRAMIDAL = 0
    mjCONE_ELLIPTIC = 1
class mjtConstraint(IntEnum):
    mjCNSTR_EQUALITY = 0
    mjCNSTR_FRICTION_DOF = 1
    mjCNSTR_FRICTION_TENDON = 2
    mjCNSTR_LIMIT_JOINT = 3
    mjCNSTR_LIMIT_TENDON = 4
    mjCNSTR_CONTACT_FRICTIONLESS = 5
    mjCNSTR_CONTACT_PYRAMIDAL = 6
    mjCNSTR_CONTACT_ELLIPTIC = 7
class mjtConstraintState(IntEnum):
    mjCNSTRSTATE_SATISFIED = 0
    mjCNSTRSTATE_QUADRATIC = 1
    mjCNSTRSTATE_LINEARNEG = 2
    mjCNSTRSTATE_LINEARPOS = 3
    mjCNSTRSTATE_CONE = 4
class mjtDataType(IntEnum):
    mjDATATYPE_REAL = 0
    mjDATATYPE_POSITIVE = 1
    mjDATATYPE_AXIS = 2
    mjDATATYPE_QUATERNION = 3
class mjtDepthMap(IntEnum):
    mjDEPTH_ZERONEAR = 0
    mjDEPTH_ZEROFAR = 1
class mjtDisableBit(IntEnum):
    mjDSBL_CONSTRAINT = 1
    mjDSBL_EQUALITY = 2
    mjDSBL_FRICTIONLOSS = 4
    mjDSBL_LIMIT = 8
    mjDSBL_CONTACT = 16
    mjDSBL_PASSIVE = 32
    mjDSBL_GRAVITY = 64
    mjDSBL_CLAMPCTRL = 128
    mjDSBL_WARMSTART = 256
    mjDSBL_FILTERPARENT = 512
    mjDSBL_ACTUATION = 1024
    mjDSBL_REFSAFE = 2048
    mjDSBL_SENSOR = 4096
    mjDSBL_MIDPHASE = 8192
    mjDSBL_EULERDAMP = 16384
    mjDSBL_AUTORESET = 32768
    mjNDISABLE = 16
class mjtDyn(IntEnum):
    mjDYN_NONE = 0
    mjDYN_INTEGRATOR = 1
    mjDYN_FILTER = 2
    mjDYN_FILTEREXACT = 3
    mjDYN_MUSCLE = 4
    mjDYN_USER = 5
class mjtEnableBit(IntEnum):
    mjENBL_OVERRIDE = 1
    mjENBL_ENERGY = 2
    mjENBL_FWDINV = 4
    mjENBL_INVDISCRETE = 8
    mjENBL_MULTICCD = 16
    mjENBL_ISLAND = 32
    mjENBL_NATIVECCD = 64
    mjNENABLE = 7
class mjtEq(IntEnum):
    mjEQ_CONNECT = 0
    mjEQ_WELD = 1
    mjEQ_JOINT = 2
    mjEQ_TENDON = 3
    mjEQ_FLEX = 4
    mjEQ_DISTANCE = 5
class mjtEvent(IntEnum):
    mjEVENT_NONE = 0
    mjEVENT_MOVE = 1
    mjEVENT_PRESS = 2
    mjEVENT_RELEASE = 3
    mjEVENT_SCROLL = 4
    mjEVENT_KEY = 5
    mjEVENT_RESIZE = 6
    mjEVENT_REDRAW = 7
    mjEVENT_FILESDROP = 8
class mjtFlexSelf(IntEnum):
    mjFLEXSELF_NONE = 0
    mjFLEXSELF_NARROW = 1
    mjFLEXSELF_BVH = 2
    mjFLEXSELF_SAP = 3
    mjFLEXSELF_AUTO = 4
class mjtFont(IntEnum):
    mjFONT_NORMAL = 0
    mjFONT_SHADOW = 1
    mjFONT_BIG = 2
class mjtFontScale(IntEnum):
    mjFONTSCALE_50 = 50
    mjFONTSCALE_100 = 100
    mjFONTSCALE_150 = 150
    mjFONTSCALE_200 = 200
    mjFONTSCALE_250 = 250
    mjFONTSCALE_300 = 300
class mjtFrame(IntEnum):
    mjFRAME_NONE = 0
    mjFRAME_BODY = 1
    mjFRAME_GEOM = 2
    mjFRAME_SITE = 3
    mjFRAME_CAMERA = 4
    mjFRAME_LIGHT = 5
    mjFRAME_CONTACT = 6
    mjFRAME_WORLD = 7
    mjNFRAME = 8
class mjtFramebuffer(IntEnum):
    mjFB_WINDOW = 0
    mjFB_OFFSCREEN = 1
class mjtGain(IntEnum):
    mjGAIN_FIXED = 0
    mjGAIN_AFFINE = 1
    mjGAIN_MUSCLE = 2
    mjGAIN_USER = 3
class mjtGeom(IntEnum):
    mjGEOM_PLANE = 0
    mjGEOM_HFIELD = 1
    mjGEOM_SPHERE = 2
    mjGEOM_CAPSULE = 3
    mjGEOM_ELLIPSOID = 4
    mjGEOM_CYLINDER = 5
    mjGEOM_BOX = 6
    mjGEOM_MESH = 7
    mjGEOM_SDF = 8
    mjNGEOMTYPES = 9
    mjGEOM_ARROW = 100
    mjGEOM_ARROW1 = 101
    mjGEOM_ARROW2 = 102
    mjGEOM_LINE = 103
    mjGEOM_LINEBOX = 104
    mjGEOM_FLEX = 105
    mjGEOM_SKIN = 106
    mjGEOM_LABEL = 107
    mjGEOM_TRIANGLE = 108
    mjGEOM_NONE = 1001
class mjtGeomInertia(IntEnum):
    mjINERTIA_VOLUME = 0
    mjINERTIA_SHELL = 1
class mjtGridPos(IntEnum):
    mjGRID_TOPLEFT = 0
    mjGRID_TOPRIGHT = 1
    mjGRID_BOTTOMLEFT = 2
    mjGRID_BOTTOMRIGHT = 3
    mjGRID_TOP = 4
    mjGRID_BOTTOM = 5
    mjGRID_LEFT = 6
    mjGRID_RIGHT = 7
class mjtInertiaFromGeom(IntEnum):
    mjINERTIAFROMGEOM_FALSE = 0
    mjINERTIAFROMGEOM_TRUE = 1
    mjINERTIAFROMGEOM_AUTO = 2
class mjtIntegrator(IntEnum):
    mjINT_EULER = 0
    mjINT_RK4 = 1
    mjINT_IMPLICIT = 2
    mjINT_IMPLICITFAST = 3
class mjtItem(IntEnum):
    mjITEM_END = -2
    mjITEM_SECTION = -1
    mjITEM_SEPARATOR = 0
    mjITEM_STATIC = 1
    mjITEM_BUTTON = 2
    mjITEM_CHECKINT = 3
    mjITEM_CHECKBYTE = 4
    mjITEM_RADIO = 5
    mjITEM_RADIOLINE = 6
    mjITEM_SELECT = 7
    mjITEM_SLIDERINT = 8
    mjITEM_SLIDERNUM = 9
    mjITEM_EDITINT = 10
    mjITEM_EDITNUM = 11
    mjITEM_EDITFLOAT = 12
    mjITEM_EDITTXT = 13
    mjNITEM = 14
class mjtJacobian(IntEnum):
    mjJAC_DENSE = 0
    mjJAC_SPARSE = 1
    mjJAC_AUTO = 2
class mjtJoint(IntEnum):
    mjJNT_FREE = 0
    mjJNT_BALL = 1
    mjJNT_SLIDE = 2
    mjJNT_HINGE = 3
class mjtLRMode(IntEnum):
    mjLRMODE_NONE = 0
    mjLRMODE_MUSCLE = 1
    mjLRMODE_MUSCLEUSER = 2
    mjLRMODE_ALL = 3
class mjtLabel(IntEnum):
    mjLABEL_NONE = 0
    mjLABEL_BODY = 1
    mjLABEL_JOINT = 2
    mjLABEL_GEOM = 3
    mjLABEL_SITE = 4
    mjLABEL_CAMERA = 5
    mjLABEL_LIGHT = 6
    mjLABEL_TENDON = 7
    mjLABEL_ACTUATOR = 8
    mjLABEL_CONSTRAINT = 9
    mjLABEL_FLEX = 10
    mjLABEL_SKIN = 11
    mjLABEL_SELECTION = 12
    mjLABEL_SELPNT = 13
    mjLABEL_CONTACTPOINT = 14
    mjLABEL_CONTACTFORCE = 15
    mjLABEL_ISLAND = 16
    mjNLABEL = 17
class mjtLimited(IntEnum):
    mjLIMITED_FALSE = 0
    mjLIMITED_TRUE = 1
    mjLIMITED_AUTO = 2
class mjtMark(IntEnum):
    mjMARK_NONE = 0
    mjMARK_EDGE = 1
    mjMARK_CROSS = 2
    mjMARK_RANDOM = 3
class mjtMeshInertia(IntEnum):
    mjINERTIA_CONVEX = 0
    mjINERTIA_EXACT = 1
    mjINERTIA_LEGACY = 2
class mjtMouse(IntEnum):
    mjMOUSE_NONE = 0
    mjMOUSE_ROTATE_V = 1
    mjMOUSE_ROTATE_H = 2
    mjMOUSE_MOVE_V = 3
    mjMOUSE_MOVE_H = 4
    mjMOUSE_ZOOM = 5
    mjMOUSE_SELECT = 6
class mjtObj(IntEnum):
    mjOBJ_UNKNOWN = 0
    mjOBJ_BODY = 1
    mjOBJ_XBODY = 2
    mjOBJ_JOINT = 3
    mjOBJ_DOF = 4
    mjOBJ_GEOM = 5
    mjOBJ_SITE = 6
    mjOBJ_CAMERA = 7
    mjOBJ_LIGHT = 8
    mjOBJ_FLEX = 9
    mjOBJ_MESH = 10
    mjOBJ_SKIN = 11
    mjOBJ_HFIELD = 12
    mjOBJ_TEXTURE = 13
    mjOBJ_MATERIAL = 14
    mjOBJ_PAIR = 15
    mjOBJ_EXCLUDE = 16
    mjOBJ_EQUALITY = 17
    mjOBJ_TENDON = 18
    mjOBJ_ACTUATOR = 19
    mjOBJ_SENSOR = 20
    mjOBJ_NUMERIC = 21
    mjOBJ_TEXT = 22
    mjOBJ_TUPLE = 23
    mjOBJ_KEY = 24
    mjOBJ_PLUGIN = 25
    mjNOBJECT = 26
    mjOBJ_FRAME = 100
class mjtOrientation(IntEnum):
    mjORIENTATION_QUAT = 0
    mjORIENTATION_AXISANGLE = 1
    mjORIENTATION_XYAXES = 2
    mjORIENTATION_ZAXIS = 3
    mjORIENTATION_EULER = 4
class mjtPertBit(IntEnum):
    mjPERT_TRANSLATE = 1
    mjPERT_ROTATE = 2
class mjtPluginCapabilityBit(IntEnum):
    mjPLUGIN_ACTUATOR = 1
    mjPLUGIN_SENSOR = 2
    mjPLUGIN_PASSIVE = 4
    mjPLUGIN_SDF = 8
class mjtRndFlag(IntEnum):
    mjRND_SHADOW = 0
    mjRND_WIREFRAME = 1
    mjRND_REFLECTION = 2
    mjRND_ADDITIVE = 3
    mjRND_SKYBOX = 4
    mjRND_FOG = 5
    mjRND_HAZE = 6
    mjRND_SEGMENT = 7
    mjRND_IDCOLOR = 8
    mjRND_CULL_FACE = 9
    mjNRNDFLAG = 10
class mjtSameFrame(IntEnum):
    mjSAMEFRAME_NONE = 0
    mjSAMEFRAME_BODY = 1
    mjSAMEFRAME_INERTIA = 2
    mjSAMEFRAME_BODYROT = 3
    mjSAMEFRAME_INERTIAROT = 4
class mjtSection(IntEnum):
    mjSECT_CLOSED = 0
    mjSECT_OPEN = 1
    mjSECT_FIXED = 2
class mjtSensor(IntEnum):
    mjSENS_TOUCH = 0
    mjSENS_ACCELEROMETER = 1
    mjSENS_VELOCIMETER = 2
    mjSENS_GYRO = 3
    mjSENS_FORCE = 4
    mjSENS_TORQUE = 5
    mjSENS_MAGNETOMETER = 6
    mjSENS_RANGEFINDER = 7
    mjSENS_CAMPROJECTION = 8
    mjSENS_JOINTPOS = 9
    mjSENS_JOINTVEL = 10
    mjSENS_TENDONPOS = 11
    mjSENS_TENDONVEL = 12
    mjSENS_ACTUATORPOS = 13
    mjSENS_ACTUATORVEL = 14
    mjSENS_ACTUATORFRC = 15
    mjSENS_JOINTACTFRC = 16
    mjSENS_BALLQUAT = 17
    mjSENS_BALLANGVEL = 18
    mjSENS_JOINTLIMITPOS = 19
    mjSENS_JOINTLIMITVEL = 20
    mjSENS_JOINTLIMITFRC = 21
    mjSENS_TENDONLIMITPOS = 22
    mjSENS_TENDONLIMITVEL = 23
    mjSENS_TENDONLIMITFRC = 24
    mjSENS_FRAMEPOS = 25
    mjSENS_FRAMEQUAT = 26
    mjSENS_FRAMEXAXIS = 27
    mjSENS_FRAMEYAXIS = 28
    mjSENS_FRAMEZAXIS = 29
    mjSENS_FRAMELINVEL = 30
    mjSENS_FRAMEANGVEL = 31
    mjSENS_FRAMELINACC = 32
    mjSENS_FRAMEANGACC = 33
    mjSENS_SUBTREECOM = 34
    mjSENS_SUBTREELINVEL = 35
    mjSENS_SUBTREEANGMOM = 36
    mjSENS_GEOMDIST = 37
    mjSENS_GEOMNORMAL = 38
    mjSENS_GEOMFROMTO = 39
    mjSENS_CLOCK = 40
    mjSENS_PLUGIN = 41
    mjSENS_USER = 42
class mjtSolver(IntEnum):
    mjSOL_PGS = 0
    mjSOL_CG = 1
    mjSOL_NEWTON = 2
class mjtStage(IntEnum):
    mjSTAGE_NONE = 0
    mjSTAGE_POS = 1
    mjSTAGE_VEL = 2
    mjSTAGE_ACC = 3
class mjtState(IntEnum):
    mjSTATE_TIME = 1
    mjSTATE_QPOS = 2
    mjSTATE_QVEL = 4
    mjSTATE_ACT = 8
    mjSTATE_WARMSTART = 16
    mjSTATE_CTRL = 32
    mjSTATE_QFRC_APPLIED = 64
    mjSTATE_XFRC_APPLIED = 128
    mjSTATE_EQ_ACTIVE = 256
    mjSTATE_MOCAP_POS = 512
    mjSTATE_MOCAP_QUAT = 1024
    mjSTATE_USERDATA = 2048
    mjSTATE_PLUGIN = 4096
    mjNSTATE = 13
    mjSTATE_PHYSICS = 14
    mjSTATE_FULLPHYSICS = 4111
    mjSTATE_USER = 4064
    mjSTATE_INTEGRATION = 8191
class mjtStereo(IntEnum):
    mjSTEREO_NONE = 0
    mjSTEREO_QUADBUFFERED = 1
    mjSTEREO_SIDEBYSIDE = 2
class mjtTaskStatus(IntEnum):
    mjTASK_NEW = 0
    mjTASK_QUEUED = 1
    mjTASK_COMPLETED = 2
class mjtTexture(IntEnum):
    mjTEXTURE_2D = 0
    mjTEXTURE_CUBE = 1
    mjTEXTURE_SKYBOX = 2
class mjtTextureRole(IntEnum):
    mjTEXROLE_USER = 0
    mjTEXROLE_RGB = 1
    mjTEXROLE_OCCLUSION = 2
    mjTEXROLE_ROUGHNESS = 3
    mjTEXROLE_METALLIC = 4
    mjTEXROLE_NORMAL = 5
    mjTEXROLE_OPACITY = 6
    mjTEXROLE_EMISSIVE = 7
    mjTEXROLE_RGBA = 8
    mjTEXROLE_ORM = 9
    mjNTEXROLE = 10
class mjtTimer(IntEnum):
    mjTIMER_STEP = 0
    mjTIMER_FORWARD = 1
    mjTIMER_INVERSE = 2
    mjTIMER_POSITION = 3
    mjTIMER_VELOCITY = 4
    mjTIMER_ACTUATION = 5
    mjTIMER_CONSTRAINT = 6
    mjTIMER_ADVANCE = 7
    mjTIMER_POS_KINEMATICS = 8
    mjTIMER_POS_INERTIA = 9
    mjTIMER_POS_COLLISION = 10
    mjTIMER_POS_MAKE = 11
    mjTIMER_POS_PROJECT = 12
    mjTIMER_COL_BROAD = 13
    mjTIMER_COL_NARROW = 14
    mjNTIMER = 15
class mjtTrn(IntEnum):
    mjTRN_JOINT = 0
    mjTRN_JOINTINPARENT = 1
    mjTRN_SLIDERCRANK = 2
    mjTRN_TENDON = 3
    mjTRN_SITE = 4
    mjTRN_BODY = 5
    mjTRN_UNDEFINED = 1000
class mjtVisFlag(IntEnum):
    mjVIS_CONVEXHULL = 0
    mjVIS_TEXTURE = 1
    mjVIS_JOINT = 2
    mjVIS_CAMERA = 3
    mjVIS_ACTUATOR = 4
    mjVIS_ACTIVATION = 5
    mjVIS_LIGHT = 6
    mjVIS_TENDON = 7
    mjVIS_RANGEFINDER = 8
    mjVIS_CONSTRAINT = 9
    mjVIS_INERTIA = 10
    mjVIS_SCLINERTIA = 11
    mjVIS_PERTFORCE = 12
    mjVIS_PERTOBJ = 13
    mjVIS_CONTACTPOINT = 14
    mjVIS_ISLAND = 15
    mjVIS_CONTACTFORCE = 16
    mjVIS_CONTACTSPLIT = 17
    mjVIS_TRANSPARENT = 18
    mjVIS_AUTOCONNECT = 19
    mjVIS_COM = 20
    mjVIS_SELECT = 21
    mjVIS_STATIC = 22
    mjVIS_SKIN = 23
    mjVIS_FLEXVERT = 24
    mjVIS_FLEXEDGE = 25
    mjVIS_FLEXFACE = 26
    mjVIS_FLEXSKIN = 27
    mjVIS_BODYBVH = 28
    mjVIS_FLEXBVH = 29
    mjVIS_MESHBVH = 30
    mjVIS_SDFITER = 31
    mjNVISFLAG = 32
class mjtWarning(IntEnum):
    mjWARN_INERTIA = 0
    mjWARN_CONTACTFULL = 1
    mjWARN_CNSTRFULL = 2
    mjWARN_VGEOMFULL = 3
    mjWARN_BADQPOS = 4
    mjWARN_BADQVEL = 5
    mjWARN_BADQACC = 6
    mjWARN_BADCTRL = 7
    mjNWARNING = 8
class mjtWrap(IntEnum):
    mjWRAP_NONE = 0
    mjWRAP_JOINT = 1
    mjWRAP_PULLEY = 2
    mjWRAP_SITE = 3
    mjWRAP_SPHERE = 4
    mjWRAP_CYLINDER = 5
def mju_Halton(index: Any, base: Any) -> Any: ...
def mju_L1(vec: Any) -> Any: ...
def mju_add(res: Any, vec1: Any, vec2: Any) -> Any: ...
def mju_add3(res: Any, vec1: Any, vec2: Any) -> Any: ...
def mju_addScl(res: Any, vec1: Any, vec2: Any, scl: Any) -> Any: ...
def mju_addScl3(res: Any, vec1: Any, vec2: Any, scl: Any) -> Any: ...
def mju_addTo(res: Any, vec: Any) -> Any: ...
def mju_addTo3(res: Any, vec: Any) -> Any: ...
def mju_addToScl(res: Any, vec: Any, scl: Any) -> Any: ...
def mju_addToScl3(res: Any, vec: Any, scl: Any) -> Any: ...
def mju_axisAngle2Quat(res: Any, axis: Any, angle: Any) -> Any: ...
def mju_band2Dense(res: Any, mat: Any, ntotal: Any, nband: Any, ndense: Any, flg_sym: Any) -> Any: ...
def mju_bandDiag(i: Any, ntotal: Any, nband: Any, ndense: Any) -> Any: ...
def mju_bandMulMatVec(res: Any, mat: Any, vec: Any, ntotal: Any, nband: Any, ndense: Any, nvec: Any, flg_sym: Any) -> Any: ...
def mju_boxQP(res: Any, R: Any, index: Any, H: Any, g: Any, lower: Any, upper: Any) -> Any: ...
def mju_cholFactor(mat: Any, mindiag: Any) -> Any: ...
def mju_cholFactorBand(mat: Any, ntotal: Any, nband: Any, ndense: Any, diagadd: Any, diagmul: Any) -> Any: ...
def mju_cholSolve(res: Any, mat: Any, vec: Any) -> Any: ...
def mju_cholSolveBand(res: Any, mat: Any, vec: Any, ntotal: Any, nband: Any, ndense: Any) -> Any: ...
def mju_cholUpdate(mat: Any, x: Any, flg_plus: Any) -> Any: ...
def mju_clip(x: Any, min: Any, max: Any) -> Any: ...
def mju_copy(res: Any, vec: Any) -> Any: ...
def mju_copy3(res: Any, data: Any) -> Any: ...
def mju_copy4(res: Any, data: Any) -> Any: ...
def mju_cross(res: Any, a: Any, b: Any) -> Any: ...
def mju_d2n(res: Any, vec: Any) -> Any: ...
def mju_decodePyramid(force: Any, pyramid: Any, mu: Any) -> Any: ...
def mju_dense2Band(res: Any, mat: Any, ntotal: Any, nband: Any, ndense: Any) -> Any: ...
def mju_dense2sparse(res: Any, mat: Any, rownnz: Any, rowadr: Any, colind: Any) -> Any: ...
def mju_derivQuat(res: Any, quat: Any, vel: Any) -> Any: ...
def mju_dist3(pos1: Any, pos2: Any) -> Any: ...
def mju_dot(vec1: Any, vec2: Any) -> Any: ...
def mju_dot3(vec1: Any, vec2: Any) -> Any: ...
def mju_eig3(eigval: Any, eigvec: Any, quat: Any, mat: Any) -> Any: ...
def mju_encodePyramid(pyramid: Any, force: Any, mu: Any) -> Any: ...
def mju_euler2Quat(quat: Any, euler: Any, seq: Any) -> Any: ...
def mju_eye(mat: Any) -> Any: ...
def mju_f2n(res: Any, vec: Any) -> Any: ...
def mju_fill(res: Any, val: Any) -> Any: ...
def mju_insertionSort(list: Any) -> Any: ...
def mju_insertionSortInt(list: Any) -> Any: ...
def mju_isBad(x: Any) -> Any: ...
def mju_isZero(vec: Any) -> Any: ...
def mju_mat2Quat(quat: Any, mat: Any) -> Any: ...
def mju_mat2Rot(quat: Any, mat: Any) -> Any: ...
def mju_max(a: Any, b: Any) -> Any: ...
def mju_min(a: Any, b: Any) -> Any: ...
def mju_mulMatMat(res: Any, mat1: Any, mat2: Any) -> Any: ...
def mju_mulMatMatT(res: Any, mat1: Any, mat2: Any) -> Any: ...
def mju_mulMatTMat(res: Any, mat1: Any, mat2: Any) -> Any: ...
def mju_mulMatTVec(res: Any, mat: Any, vec: Any) -> Any: ...
def mju_mulMatTVec3(res: Any, mat: Any, vec: Any) -> Any: ...
def mju_mulMatVec(res: Any, mat: Any, vec: Any) -> Any: ...
def mju_mulMatVec3(res: Any, mat: Any, vec: Any) -> Any: ...
def mju_mulPose(posres: Any, quatres: Any, pos1: Any, quat1: Any, pos2: Any, quat2: Any) -> Any: ...
def mju_mulQuat(res: Any, quat1: Any, quat2: Any) -> Any: ...
def mju_mulQuatAxis(res: Any, quat: Any, axis: Any) -> Any: ...
def mju_mulVecMatVec(vec1: Any, mat: Any, vec2: Any) -> Any: ...
def mju_muscleBias(len: Any, lengthrange: Any, acc0: Any, prm: Any) -> Any: ...
def mju_muscleDynamics(ctrl: Any, act: Any, prm: Any) -> Any: ...
def mju_muscleGain(len: Any, vel: Any, lengthrange: Any, acc0: Any, prm: Any) -> Any: ...
def mju_n2d(res: Any, vec: Any) -> Any: ...
def mju_n2f(res: Any, vec: Any) -> Any: ...
def mju_negPose(posres: Any, quatres: Any, pos: Any, quat: Any) -> Any: ...
def mju_negQuat(res: Any, quat: Any) -> Any: ...
def mju_norm(res: Any) -> Any: ...
def mju_norm3(vec: Any) -> Any: ...
def mju_normalize(res: Any) -> Any: ...
def mju_normalize3(vec: Any) -> Any: ...
def mju_normalize4(vec: Any) -> Any: ...
def mju_printMat(mat: Any) -> Any: ...
def mju_printMatSparse(mat: Any, rownnz: Any, rowadr: Any, colind: Any) -> Any: ...
def mju_quat2Mat(res: Any, quat: Any) -> Any: ...
def mju_quat2Vel(res: Any, quat: Any, dt: Any) -> Any: ...
def mju_quatIntegrate(quat: Any, vel: Any, scale: Any) -> Any: ...
def mju_quatZ2Vec(quat: Any, vec: Any) -> Any: ...
def mju_rayFlex(m: MjModel, d: MjData, flex_layer: Any, flg_vert: Any, flg_edge: Any, flg_face: Any, flg_skin: Any, flexid: Any, pnt: Any, vec: Any, vertid: Any) -> Any: ...
def mju_rayGeom(pos: Any, mat: Any, size: Any, pnt: Any, vec: Any, geomtype: Any) -> Any: ...
def mju_raySkin(nface: Any, nvert: Any, face: Any, vert: Any, pnt: Any, vec: Any, vertid: Any) -> Any: ...
def mju_rotVecQuat(res: Any, vec: Any, quat: Any) -> Any: ...
def mju_round(x: Any) -> Any: ...
def mju_scl(res: Any, vec: Any, scl: Any) -> Any: ...
def mju_scl3(res: Any, vec: Any, scl: Any) -> Any: ...
def mju_sigmoid(x: Any) -> Any: ...
def mju_sign(x: Any) -> Any: ...
def mju_sparse2dense(res: Any, mat: Any, rownnz: Any, rowadr: Any, colind: Any) -> Any: ...
def mju_springDamper(pos0: Any, vel0: Any, Kp: Any, Kv: Any, dt: Any) -> Any: ...
def mju_sqrMatTD(res: Any, mat: Any, diag: Any) -> Any: ...
def mju_standardNormal(num2: Any = ...) -> Any: ...
def mju_str2Type(str: Any) -> Any: ...
def mju_sub(res: Any, vec1: Any, vec2: Any) -> Any: ...
def mju_sub3(res: Any, vec1: Any, vec2: Any) -> Any: ...
def mju_subFrom(res: Any, vec: Any) -> Any: ...
def mju_subFrom3(res: Any, vec: Any) -> Any: ...
def mju_subQuat(res: Any, qa: Any, qb: Any) -> Any: ...
def mju_sum(vec: Any) -> Any: ...
def mju_symmetrize(res: Any, mat: Any) -> Any: ...
def mju_transformSpatial(res: Any, vec: Any, flg_force: Any, newpos: Any, oldpos: Any, rotnew2old: Any) -> Any: ...
def mju_transpose(res: Any, mat: Any) -> Any: ...
def mju_trnVecPose(res: Any, pos: Any, quat: Any, vec: Any) -> Any: ...
def mju_type2Str(type: Any) -> Any: ...
def mju_unit4(res: Any) -> Any: ...
def mju_warningText(warning: Any, info: Any) -> Any: ...
def mju_writeLog(type: Any, msg: Any) -> Any: ...
def mju_writeNumBytes(nbytes: Any) -> Any: ...
def mju_zero(res: Any) -> Any: ...
def mju_zero3(res: Any) -> Any: ...
def mju_zero4(res: Any) -> Any: ...
def mjv_addGeoms(*arguments: Any, **options: Any) -> Any: ...
def mjv_alignToCamera(*arguments: Any, **options: Any) -> Any: ...
def mjv_applyPerturbForce(*arguments: Any, **options: Any) -> Any: ...
def mjv_applyPerturbPose(*arguments: Any, **options: Any) -> Any: ...
def mjv_averageCamera(*arguments: Any, **options: Any) -> Any: ...
def mjv_cameraInModel(*arguments: Any, **options: Any) -> Any: ...
def mjv_cameraInRoom(*arguments: Any, **options: Any) -> Any: ...
def mjv_connector(*arguments: Any, **options: Any) -> Any: ...
def mjv_defaultCamera(*arguments: Any, **options: Any) -> Any: ...
def mjv_defaultFigure(*arguments: Any, **options: Any) -> Any: ...
def mjv_defaultFreeCamera(*arguments: Any, **options: Any) -> Any: ...
def mjv_defaultOption(*arguments: Any, **options: Any) -> Any: ...
def mjv_defaultPerturb(*arguments: Any, **options: Any) -> Any: ...
def mjv_frustumHeight(*arguments: Any, **options: Any) -> Any: ...
def mjv_initGeom(*arguments: Any, **options: Any) -> Any: ...
def mjv_initPerturb(*arguments: Any, **options: Any) -> Any: ...
def mjv_makeLights(*arguments: Any, **options: Any) -> Any: ...
def mjv_model2room(*arguments: Any, **options: Any) -> Any: ...
def mjv_moveCamera(*arguments: Any, **options: Any) -> Any: ...
def mjv_moveModel(*arguments: Any, **options: Any) -> Any: ...
def mjv_movePerturb(*arguments: Any, **options: Any) -> Any: ...
def mjv_room2model(*arguments: Any, **options: Any) -> Any: ...
def mjv_select(*arguments: Any, **options: Any) -> Any: ...
def mjv_updateCamera(*arguments: Any, **options: Any) -> Any: ...
def mjv_updateScene(*arguments: Any, **options: Any) -> Any: ...
def mjv_updateSkin(*arguments: Any, **options: Any) -> Any: ...
def real_mujoco() -> Any: ...
def set_mjcb_act_bias(callback: Any) -> Any: ...
def set_mjcb_act_dyn(callback: Any) -> Any: ...
def set_mjcb_act_gain(callback: Any) -> Any: ...
def set_mjcb_contactfilter(callback: Any) -> Any: ...
def set_mjcb_control(callback: Any) -> Any: ...
def set_mjcb_passive(callback: Any) -> Any: ...
def set_mjcb_sensor(callback: Any) -> Any: ...
def set_mjcb_time(callback: Any) -> Any: ...
def set_mju_user_warning(callback: Any) -> Any: ...
