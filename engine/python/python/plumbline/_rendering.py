"""What draws: nothing here does. Classes that other packages subclass are there; making a picture
needs MuJoCo itself, which `install_as_mujoco` keeps for that if it is installed."""

__all__ = []

_CLASSES = """MjvScene MjvGLCamera MjvGeom MjvLight MjvFigure MjrContext MjrRect GLContext Renderer"""
_FUNCTIONS = """mjv_defaultCamera mjv_defaultFreeCamera mjv_defaultPerturb mjv_defaultOption
mjv_defaultFigure mjv_updateScene mjv_updateCamera mjv_addGeoms mjv_makeLights mjv_updateSkin
mjv_initGeom mjv_connector mjv_moveCamera mjv_movePerturb mjv_moveModel mjv_initPerturb
mjv_applyPerturbPose mjv_applyPerturbForce mjv_select mjv_room2model mjv_model2room
mjv_cameraInModel mjv_averageCamera mjv_cameraInRoom mjv_frustumHeight mjv_alignToCamera mjr_render mjr_readPixels
mjr_drawPixels mjr_setBuffer mjr_overlay mjr_maxViewport mjr_text mjr_figure mjr_rectangle mjr_label
mjr_resizeOffscreen mjr_uploadTexture mjr_uploadMesh mjr_uploadHField mjr_restoreBuffer mjr_finish
mjr_getError mjr_findRect mjr_blitBuffer mjr_blitAux mjr_addAux mjr_setAux mjr_changeFont"""


class NoRendering(RuntimeError):
    """Something was to be drawn, and MuJoCo itself is not there to do it."""

    def __init__(self, name):
        super().__init__(
            f"{name} draws, which this engine does not: install MuJoCo itself (pip install "
            "mujoco==3.2.6) and call plumbline.install_as_mujoco()"
        )


def _class(name):
    def make(self, *arguments, **options):
        raise NoRendering(name)

    doc = "For subclasses; an object of it needs MuJoCo itself."
    return type(name, (), {"__init__": make, "__doc__": doc, "__module__": "plumbline"})


def _function(name):
    def draw(*arguments, **options):
        raise NoRendering(name)

    draw.__name__, draw.__doc__ = name, "Needs MuJoCo itself."
    return draw


for _name in _CLASSES.split():
    globals()[_name] = _class(_name)
for _name in _FUNCTIONS.split():
    globals()[_name] = _function(_name)
__all__ += [*_CLASSES.split(), *_FUNCTIONS.split(), "NoRendering"]
