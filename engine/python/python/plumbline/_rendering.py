"""What draws. This engine does not: MuJoCo itself does, if it is installed, on copies of our models
and data; without it, what is here raises `NoRendering`."""

from ._real import DRAWN, Drawn, NoRendering, function

_CLASSES = """MjvScene MjvGLCamera MjvGeom MjvLight MjvFigure MjrContext MjrRect GLContext Renderer"""
_FUNCTIONS = """mjv_defaultCamera mjv_defaultFreeCamera mjv_defaultPerturb mjv_defaultOption
mjv_defaultFigure mjv_updateScene mjv_updateCamera mjv_addGeoms mjv_makeLights mjv_updateSkin
mjv_initGeom mjv_connector mjv_moveCamera mjv_movePerturb mjv_moveModel mjv_initPerturb
mjv_applyPerturbPose mjv_applyPerturbForce mjv_select mjv_room2model mjv_model2room
mjv_cameraInModel mjv_averageCamera mjv_cameraInRoom mjv_frustumHeight mjv_alignToCamera mjr_render mjr_readPixels
mjr_drawPixels mjr_setBuffer mjr_overlay mjr_maxViewport mjr_text mjr_figure mjr_rectangle mjr_label
mjr_resizeOffscreen mjr_uploadTexture mjr_uploadMesh mjr_uploadHField mjr_restoreBuffer mjr_finish
mjr_getError mjr_findRect mjr_blitBuffer mjr_blitAux mjr_addAux mjr_setAux mjr_changeFont"""


def _class(name):
    doc = "MuJoCo's own, which must be installed; it gets copies of models and data."
    made = type(name, (Drawn,), {"__doc__": doc, "__module__": "plumbline"})
    DRAWN.add(made)
    return made


for _name in _CLASSES.split():
    globals()[_name] = _class(_name)
for _name in _FUNCTIONS.split():
    globals()[_name] = function(_name)
__all__ = [*_CLASSES.split(), *_FUNCTIONS.split(), "NoRendering"]
