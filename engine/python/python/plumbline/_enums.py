"""MuJoCo's enums and constants."""

from enum import IntEnum

__all__ = []


def _enum(name, members):
    """An enum whose members have these numbers; without one, a member follows the one before."""
    numbers, number = {}, -1
    for member in members.split():
        member, _, given = member.partition("=")
        number = int(given) if given else number + 1
        numbers[member] = number
    made = IntEnum(name, numbers, module=__name__)
    globals()[name] = made
    __all__.append(name)


_enum("mjtAlignFree", "mjALIGNFREE_FALSE mjALIGNFREE_TRUE mjALIGNFREE_AUTO")
_enum("mjtBias", "mjBIAS_NONE mjBIAS_AFFINE mjBIAS_MUSCLE mjBIAS_USER")
_enum("mjtBuiltin", "mjBUILTIN_NONE mjBUILTIN_GRADIENT mjBUILTIN_CHECKER mjBUILTIN_FLAT")
_enum("mjtButton", "mjBUTTON_NONE mjBUTTON_LEFT mjBUTTON_RIGHT mjBUTTON_MIDDLE")
_enum(
    "mjtCamLight",
    """
    mjCAMLIGHT_FIXED mjCAMLIGHT_TRACK mjCAMLIGHT_TRACKCOM mjCAMLIGHT_TARGETBODY
    mjCAMLIGHT_TARGETBODYCOM
    """,
)
_enum("mjtCamera", "mjCAMERA_FREE mjCAMERA_TRACKING mjCAMERA_FIXED mjCAMERA_USER")
_enum("mjtCatBit", "mjCAT_STATIC=1 mjCAT_DYNAMIC mjCAT_DECOR=4 mjCAT_ALL=7")
_enum("mjtCone", "mjCONE_PYRAMIDAL mjCONE_ELLIPTIC")
_enum(
    "mjtConstraint",
    """
    mjCNSTR_EQUALITY mjCNSTR_FRICTION_DOF mjCNSTR_FRICTION_TENDON mjCNSTR_LIMIT_JOINT
    mjCNSTR_LIMIT_TENDON mjCNSTR_CONTACT_FRICTIONLESS mjCNSTR_CONTACT_PYRAMIDAL
    mjCNSTR_CONTACT_ELLIPTIC
    """,
)
_enum(
    "mjtConstraintState",
    """
    mjCNSTRSTATE_SATISFIED mjCNSTRSTATE_QUADRATIC mjCNSTRSTATE_LINEARNEG mjCNSTRSTATE_LINEARPOS
    mjCNSTRSTATE_CONE
    """,
)
_enum("mjtDataType", "mjDATATYPE_REAL mjDATATYPE_POSITIVE mjDATATYPE_AXIS mjDATATYPE_QUATERNION")
_enum("mjtDepthMap", "mjDEPTH_ZERONEAR mjDEPTH_ZEROFAR")
_enum(
    "mjtDisableBit",
    """
    mjDSBL_CONSTRAINT=1 mjDSBL_EQUALITY mjDSBL_FRICTIONLOSS=4 mjDSBL_LIMIT=8 mjDSBL_CONTACT=16
    mjDSBL_PASSIVE=32 mjDSBL_GRAVITY=64 mjDSBL_CLAMPCTRL=128 mjDSBL_WARMSTART=256
    mjDSBL_FILTERPARENT=512 mjDSBL_ACTUATION=1024 mjDSBL_REFSAFE=2048 mjDSBL_SENSOR=4096
    mjDSBL_MIDPHASE=8192 mjDSBL_EULERDAMP=16384 mjDSBL_AUTORESET=32768 mjNDISABLE=16
    """,
)
_enum(
    "mjtDyn",
    """
    mjDYN_NONE mjDYN_INTEGRATOR mjDYN_FILTER mjDYN_FILTEREXACT mjDYN_MUSCLE mjDYN_USER
    """,
)
_enum(
    "mjtEnableBit",
    """
    mjENBL_OVERRIDE=1 mjENBL_ENERGY mjENBL_FWDINV=4 mjENBL_INVDISCRETE=8 mjENBL_MULTICCD=16
    mjENBL_ISLAND=32 mjENBL_NATIVECCD=64 mjNENABLE=7
    """,
)
_enum("mjtEq", "mjEQ_CONNECT mjEQ_WELD mjEQ_JOINT mjEQ_TENDON mjEQ_FLEX mjEQ_DISTANCE")
_enum(
    "mjtEvent",
    """
    mjEVENT_NONE mjEVENT_MOVE mjEVENT_PRESS mjEVENT_RELEASE mjEVENT_SCROLL mjEVENT_KEY
    mjEVENT_RESIZE mjEVENT_REDRAW mjEVENT_FILESDROP
    """,
)
_enum(
    "mjtFlexSelf",
    """
    mjFLEXSELF_NONE mjFLEXSELF_NARROW mjFLEXSELF_BVH mjFLEXSELF_SAP mjFLEXSELF_AUTO
    """,
)
_enum("mjtFont", "mjFONT_NORMAL mjFONT_SHADOW mjFONT_BIG")
_enum(
    "mjtFontScale",
    """
    mjFONTSCALE_50=50 mjFONTSCALE_100=100 mjFONTSCALE_150=150 mjFONTSCALE_200=200
    mjFONTSCALE_250=250 mjFONTSCALE_300=300
    """,
)
_enum(
    "mjtFrame",
    """
    mjFRAME_NONE mjFRAME_BODY mjFRAME_GEOM mjFRAME_SITE mjFRAME_CAMERA mjFRAME_LIGHT
    mjFRAME_CONTACT mjFRAME_WORLD mjNFRAME
    """,
)
_enum("mjtFramebuffer", "mjFB_WINDOW mjFB_OFFSCREEN")
_enum("mjtGain", "mjGAIN_FIXED mjGAIN_AFFINE mjGAIN_MUSCLE mjGAIN_USER")
_enum(
    "mjtGeom",
    """
    mjGEOM_PLANE mjGEOM_HFIELD mjGEOM_SPHERE mjGEOM_CAPSULE mjGEOM_ELLIPSOID mjGEOM_CYLINDER
    mjGEOM_BOX mjGEOM_MESH mjGEOM_SDF mjNGEOMTYPES mjGEOM_ARROW=100 mjGEOM_ARROW1 mjGEOM_ARROW2
    mjGEOM_LINE mjGEOM_LINEBOX mjGEOM_FLEX mjGEOM_SKIN mjGEOM_LABEL mjGEOM_TRIANGLE
    mjGEOM_NONE=1001
    """,
)
_enum("mjtGeomInertia", "mjINERTIA_VOLUME mjINERTIA_SHELL")
_enum(
    "mjtGridPos",
    """
    mjGRID_TOPLEFT mjGRID_TOPRIGHT mjGRID_BOTTOMLEFT mjGRID_BOTTOMRIGHT mjGRID_TOP mjGRID_BOTTOM
    mjGRID_LEFT mjGRID_RIGHT
    """,
)
_enum(
    "mjtInertiaFromGeom",
    """
    mjINERTIAFROMGEOM_FALSE mjINERTIAFROMGEOM_TRUE mjINERTIAFROMGEOM_AUTO
    """,
)
_enum("mjtIntegrator", "mjINT_EULER mjINT_RK4 mjINT_IMPLICIT mjINT_IMPLICITFAST")
_enum(
    "mjtItem",
    """
    mjITEM_END=-2 mjITEM_SECTION mjITEM_SEPARATOR mjITEM_STATIC mjITEM_BUTTON mjITEM_CHECKINT
    mjITEM_CHECKBYTE mjITEM_RADIO mjITEM_RADIOLINE mjITEM_SELECT mjITEM_SLIDERINT
    mjITEM_SLIDERNUM mjITEM_EDITINT mjITEM_EDITNUM mjITEM_EDITFLOAT mjITEM_EDITTXT mjNITEM
    """,
)
_enum("mjtJacobian", "mjJAC_DENSE mjJAC_SPARSE mjJAC_AUTO")
_enum("mjtJoint", "mjJNT_FREE mjJNT_BALL mjJNT_SLIDE mjJNT_HINGE")
_enum("mjtLRMode", "mjLRMODE_NONE mjLRMODE_MUSCLE mjLRMODE_MUSCLEUSER mjLRMODE_ALL")
_enum(
    "mjtLabel",
    """
    mjLABEL_NONE mjLABEL_BODY mjLABEL_JOINT mjLABEL_GEOM mjLABEL_SITE mjLABEL_CAMERA
    mjLABEL_LIGHT mjLABEL_TENDON mjLABEL_ACTUATOR mjLABEL_CONSTRAINT mjLABEL_FLEX mjLABEL_SKIN
    mjLABEL_SELECTION mjLABEL_SELPNT mjLABEL_CONTACTPOINT mjLABEL_CONTACTFORCE mjLABEL_ISLAND
    mjNLABEL
    """,
)
_enum("mjtLimited", "mjLIMITED_FALSE mjLIMITED_TRUE mjLIMITED_AUTO")
_enum("mjtMark", "mjMARK_NONE mjMARK_EDGE mjMARK_CROSS mjMARK_RANDOM")
_enum("mjtMeshInertia", "mjINERTIA_CONVEX mjINERTIA_EXACT mjINERTIA_LEGACY")
_enum(
    "mjtMouse",
    """
    mjMOUSE_NONE mjMOUSE_ROTATE_V mjMOUSE_ROTATE_H mjMOUSE_MOVE_V mjMOUSE_MOVE_H mjMOUSE_ZOOM
    mjMOUSE_SELECT
    """,
)
_enum(
    "mjtObj",
    """
    mjOBJ_UNKNOWN mjOBJ_BODY mjOBJ_XBODY mjOBJ_JOINT mjOBJ_DOF mjOBJ_GEOM mjOBJ_SITE
    mjOBJ_CAMERA mjOBJ_LIGHT mjOBJ_FLEX mjOBJ_MESH mjOBJ_SKIN mjOBJ_HFIELD mjOBJ_TEXTURE
    mjOBJ_MATERIAL mjOBJ_PAIR mjOBJ_EXCLUDE mjOBJ_EQUALITY mjOBJ_TENDON mjOBJ_ACTUATOR
    mjOBJ_SENSOR mjOBJ_NUMERIC mjOBJ_TEXT mjOBJ_TUPLE mjOBJ_KEY mjOBJ_PLUGIN mjNOBJECT
    mjOBJ_FRAME=100
    """,
)
_enum(
    "mjtOrientation",
    """
    mjORIENTATION_QUAT mjORIENTATION_AXISANGLE mjORIENTATION_XYAXES mjORIENTATION_ZAXIS
    mjORIENTATION_EULER
    """,
)
_enum("mjtPertBit", "mjPERT_TRANSLATE=1 mjPERT_ROTATE")
_enum(
    "mjtPluginCapabilityBit",
    """
    mjPLUGIN_ACTUATOR=1 mjPLUGIN_SENSOR mjPLUGIN_PASSIVE=4 mjPLUGIN_SDF=8
    """,
)
_enum(
    "mjtRndFlag",
    """
    mjRND_SHADOW mjRND_WIREFRAME mjRND_REFLECTION mjRND_ADDITIVE mjRND_SKYBOX mjRND_FOG
    mjRND_HAZE mjRND_SEGMENT mjRND_IDCOLOR mjRND_CULL_FACE mjNRNDFLAG
    """,
)
_enum(
    "mjtSameFrame",
    """
    mjSAMEFRAME_NONE mjSAMEFRAME_BODY mjSAMEFRAME_INERTIA mjSAMEFRAME_BODYROT
    mjSAMEFRAME_INERTIAROT
    """,
)
_enum("mjtSection", "mjSECT_CLOSED mjSECT_OPEN mjSECT_FIXED")
_enum(
    "mjtSensor",
    """
    mjSENS_TOUCH mjSENS_ACCELEROMETER mjSENS_VELOCIMETER mjSENS_GYRO mjSENS_FORCE mjSENS_TORQUE
    mjSENS_MAGNETOMETER mjSENS_RANGEFINDER mjSENS_CAMPROJECTION mjSENS_JOINTPOS mjSENS_JOINTVEL
    mjSENS_TENDONPOS mjSENS_TENDONVEL mjSENS_ACTUATORPOS mjSENS_ACTUATORVEL mjSENS_ACTUATORFRC
    mjSENS_JOINTACTFRC mjSENS_BALLQUAT mjSENS_BALLANGVEL mjSENS_JOINTLIMITPOS
    mjSENS_JOINTLIMITVEL mjSENS_JOINTLIMITFRC mjSENS_TENDONLIMITPOS mjSENS_TENDONLIMITVEL
    mjSENS_TENDONLIMITFRC mjSENS_FRAMEPOS mjSENS_FRAMEQUAT mjSENS_FRAMEXAXIS mjSENS_FRAMEYAXIS
    mjSENS_FRAMEZAXIS mjSENS_FRAMELINVEL mjSENS_FRAMEANGVEL mjSENS_FRAMELINACC
    mjSENS_FRAMEANGACC mjSENS_SUBTREECOM mjSENS_SUBTREELINVEL mjSENS_SUBTREEANGMOM
    mjSENS_GEOMDIST mjSENS_GEOMNORMAL mjSENS_GEOMFROMTO mjSENS_CLOCK mjSENS_PLUGIN mjSENS_USER
    """,
)
_enum("mjtSolver", "mjSOL_PGS mjSOL_CG mjSOL_NEWTON")
_enum("mjtStage", "mjSTAGE_NONE mjSTAGE_POS mjSTAGE_VEL mjSTAGE_ACC")
_enum(
    "mjtState",
    """
    mjSTATE_TIME=1 mjSTATE_QPOS mjSTATE_QVEL=4 mjSTATE_ACT=8 mjSTATE_WARMSTART=16
    mjSTATE_CTRL=32 mjSTATE_QFRC_APPLIED=64 mjSTATE_XFRC_APPLIED=128 mjSTATE_EQ_ACTIVE=256
    mjSTATE_MOCAP_POS=512 mjSTATE_MOCAP_QUAT=1024 mjSTATE_USERDATA=2048 mjSTATE_PLUGIN=4096
    mjNSTATE=13 mjSTATE_PHYSICS mjSTATE_FULLPHYSICS=4111 mjSTATE_USER=4064
    mjSTATE_INTEGRATION=8191
    """,
)
_enum("mjtStereo", "mjSTEREO_NONE mjSTEREO_QUADBUFFERED mjSTEREO_SIDEBYSIDE")
_enum("mjtTaskStatus", "mjTASK_NEW mjTASK_QUEUED mjTASK_COMPLETED")
_enum("mjtTexture", "mjTEXTURE_2D mjTEXTURE_CUBE mjTEXTURE_SKYBOX")
_enum(
    "mjtTextureRole",
    """
    mjTEXROLE_USER mjTEXROLE_RGB mjTEXROLE_OCCLUSION mjTEXROLE_ROUGHNESS mjTEXROLE_METALLIC
    mjTEXROLE_NORMAL mjTEXROLE_OPACITY mjTEXROLE_EMISSIVE mjTEXROLE_RGBA mjTEXROLE_ORM
    mjNTEXROLE
    """,
)
_enum(
    "mjtTimer",
    """
    mjTIMER_STEP mjTIMER_FORWARD mjTIMER_INVERSE mjTIMER_POSITION mjTIMER_VELOCITY
    mjTIMER_ACTUATION mjTIMER_CONSTRAINT mjTIMER_ADVANCE mjTIMER_POS_KINEMATICS
    mjTIMER_POS_INERTIA mjTIMER_POS_COLLISION mjTIMER_POS_MAKE mjTIMER_POS_PROJECT
    mjTIMER_COL_BROAD mjTIMER_COL_NARROW mjNTIMER
    """,
)
_enum(
    "mjtTrn",
    """
    mjTRN_JOINT mjTRN_JOINTINPARENT mjTRN_SLIDERCRANK mjTRN_TENDON mjTRN_SITE mjTRN_BODY
    mjTRN_UNDEFINED=1000
    """,
)
_enum(
    "mjtVisFlag",
    """
    mjVIS_CONVEXHULL mjVIS_TEXTURE mjVIS_JOINT mjVIS_CAMERA mjVIS_ACTUATOR mjVIS_ACTIVATION
    mjVIS_LIGHT mjVIS_TENDON mjVIS_RANGEFINDER mjVIS_CONSTRAINT mjVIS_INERTIA mjVIS_SCLINERTIA
    mjVIS_PERTFORCE mjVIS_PERTOBJ mjVIS_CONTACTPOINT mjVIS_ISLAND mjVIS_CONTACTFORCE
    mjVIS_CONTACTSPLIT mjVIS_TRANSPARENT mjVIS_AUTOCONNECT mjVIS_COM mjVIS_SELECT mjVIS_STATIC
    mjVIS_SKIN mjVIS_FLEXVERT mjVIS_FLEXEDGE mjVIS_FLEXFACE mjVIS_FLEXSKIN mjVIS_BODYBVH
    mjVIS_FLEXBVH mjVIS_MESHBVH mjVIS_SDFITER mjNVISFLAG
    """,
)
_enum(
    "mjtWarning",
    """
    mjWARN_INERTIA mjWARN_CONTACTFULL mjWARN_CNSTRFULL mjWARN_VGEOMFULL mjWARN_BADQPOS
    mjWARN_BADQVEL mjWARN_BADQACC mjWARN_BADCTRL mjNWARNING
    """,
)
_enum(
    "mjtWrap",
    """
    mjWRAP_NONE mjWRAP_JOINT mjWRAP_PULLEY mjWRAP_SITE mjWRAP_SPHERE mjWRAP_CYLINDER
    """,
)

# Constants.
mjDISABLESTRING = (
    "Constraint", "Equality", "Frictionloss", "Limit", "Contact", "Passive", "Gravity",
    "Clampctrl", "Warmstart", "Filterparent", "Actuation", "Refsafe", "Sensor", "Midphase",
    "Eulerdamp", "AutoReset",
)
mjENABLESTRING = (
    "Override", "Energy", "Fwdinv", "InvDiscrete", "MultiCCD", "Island", "NativeCCD",
)
mjFRAMESTRING = (
    "None", "Body", "Geom", "Site", "Camera", "Light", "Contact", "World",
)
mjLABELSTRING = (
    "None", "Body", "Joint", "Geom", "Site", "Camera", "Light", "Tendon", "Actuator",
    "Constraint", "Flex", "Skin", "Selection", "SelPoint", "Contact", "ContactForce", "Island",
)
mjMAXCONPAIR = 50
mjMAXIMP = 0.9999
mjMAXLIGHT = 100
mjMAXLINE = 100
mjMAXLINEPNT = 1000
mjMAXOVERLAY = 500
mjMAXPLANEGRID = 200
mjMAXVAL = 10000000000.0
mjMINIMP = 0.0001
mjMINMU = 1e-05
mjMINVAL = 1e-15
mjNBIAS = 10
mjNDYN = 10
mjNEQDATA = 11
mjNGAIN = 10
mjNGROUP = 6
mjNIMP = 5
mjNREF = 2
mjNSOLVER = 200
mjPI = 3.141592653589793
mjRNDSTRING = (
    ("Shadow", "1", "S"),
    ("Wireframe", "0", "W"),
    ("Reflection", "1", "R"),
    ("Additive", "0", "L"),
    ("Skybox", "1", "K"),
    ("Fog", "0", "G"),
    ("Haze", "1", "/"),
    ("Segment", "0", ","),
    ("Id Color", "0", ""),
    ("Cull Face", "1", ""),
)
mjTIMERSTRING = (
    "step", "forward", "inverse", "position", "velocity", "actuation", "constraint", "advance",
    "pos_kinematics", "pos_inertia", "pos_collision", "pos_make", "pos_project", "col_broadphase",
    "col_narrowphase",
)
mjVERSION_HEADER = 326
mjVISSTRING = (
    ("Convex Hull", "0", "H"),
    ("Texture", "1", "X"),
    ("Joint", "0", "J"),
    ("Camera", "0", "Q"),
    ("Actuator", "0", "U"),
    ("Activation", "0", ","),
    ("Light", "0", "Z"),
    ("Tendon", "1", "V"),
    ("Range Finder", "1", "Y"),
    ("Equality", "0", "E"),
    ("Inertia", "0", "I"),
    ("Scale Inertia", "0", "'"),
    ("Perturb Force", "0", "B"),
    ("Perturb Object", "1", "O"),
    ("Contact Point", "0", "C"),
    ("Island", "1", ""),
    ("Contact Force", "0", "F"),
    ("Contact Split", "0", "P"),
    ("Transparent", "0", "T"),
    ("Auto Connect", "0", "A"),
    ("Center of Mass", "0", "M"),
    ("Select Point", "0", ""),
    ("Static Body", "1", "D"),
    ("Skin", "1", ";"),
    ("Flex Vert", "0", ""),
    ("Flex Edge", "1", ""),
    ("Flex Face", "0", ""),
    ("Flex Skin", "1", ""),
    ("Body Tree", "0", "`"),
    ("Flex Tree", "0", ""),
    ("Mesh Tree", "0", "\\"),
    ("SDF iters", "0", ""),
)

__all__ += [
    "mjDISABLESTRING", "mjENABLESTRING", "mjFRAMESTRING", "mjLABELSTRING", "mjMAXCONPAIR",
    "mjMAXIMP", "mjMAXLIGHT", "mjMAXLINE", "mjMAXLINEPNT", "mjMAXOVERLAY", "mjMAXPLANEGRID",
    "mjMAXVAL", "mjMINIMP", "mjMINMU", "mjMINVAL", "mjNBIAS", "mjNDYN", "mjNEQDATA", "mjNGAIN",
    "mjNGROUP", "mjNIMP", "mjNREF", "mjNSOLVER", "mjPI", "mjRNDSTRING", "mjTIMERSTRING",
    "mjVERSION_HEADER", "mjVISSTRING",
]
