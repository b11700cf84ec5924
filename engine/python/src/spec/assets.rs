//! Attributes of assets, flexes, skins and custom elements.

use plumbline::spec::{
    Bone, Exclude, Flex, Hfield, Keyframe, Material, Mesh, Numeric, Pair, Plugin, Skin, Text,
    Texture, Tuple, TupleElement,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::visit::{Described, Visit};

impl Described for Mesh {
    const KIND: &'static str = "mesh";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("content_type", &mut self.content_type)?;
        v.field("file", &mut self.file)?;
        v.field("refpos", &mut self.refpos)?;
        v.field("refquat", &mut self.refquat)?;
        v.field("scale", &mut self.scale)?;
        v.field("inertia", &mut self.inertia)?;
        v.field("smoothnormal", &mut self.smoothnormal)?;
        v.field("maxhullvert", &mut self.maxhullvert)?;
        v.field("uservert", &mut self.vertex)?;
        v.field("usernormal", &mut self.normal)?;
        v.field("usertexcoord", &mut self.texcoord)?;
        v.field("userface", &mut self.face)?;
        let indices = v.mapped("userfacetexcoord", Vec::<i32>::new())?;
        if indices.is_some_and(|indices| !indices.is_empty()) {
            return Err(PyValueError::new_err(
                "userfacetexcoord of a mesh is not supported: give usertexcoord for each vertex",
            ));
        }
        v.plugin(&mut self.plugin)?;
        let mut class = (!self.class.is_empty()).then(|| self.class.as_str().into());
        v.class(&mut class)?;
        self.class = class.as_deref().unwrap_or_default().to_owned();
        v.info(&self.source.clone())
    }
}

impl Described for Hfield {
    const KIND: &'static str = "hfield";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("content_type", &mut self.content_type)?;
        v.field("file", &mut self.file)?;
        v.field("size", &mut self.size)?;
        v.field("nrow", &mut self.nrow)?;
        v.field("ncol", &mut self.ncol)?;
        if let Some(given) = v.mapped("userdata", upside_down(&self.elevation, self.ncol))? {
            self.elevation = upside_down(&given, self.ncol);
        }
        v.info(&self.source.clone())
    }
}

/// Rows in the other order: MJCF has them from the top, MuJoCo's spec from the bottom.
fn upside_down(elevation: &[f32], columns: i32) -> Vec<f32> {
    let columns = usize::try_from(columns).unwrap_or(0).max(1);
    elevation.chunks(columns).rev().flatten().copied().collect()
}

impl Described for Skin {
    const KIND: &'static str = "skin";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("file", &mut self.file)?;
        v.field("material", &mut self.material)?;
        v.field("rgba", &mut self.rgba)?;
        v.field("inflate", &mut self.inflate)?;
        v.field("group", &mut self.group)?;
        v.field("vert", &mut self.vertex)?;
        v.field("texcoord", &mut self.texcoord)?;
        v.field("face", &mut self.face)?;
        let bones = &self.bones;
        let names = v.mapped(
            "bodyname",
            bones.iter().map(|b| b.body.clone()).collect::<Vec<_>>(),
        )?;
        let pos: Vec<f32> = bones.iter().flat_map(|bone| bone.bindpos).collect();
        let pos = v.mapped("bindpos", pos)?;
        let quat: Vec<f32> = bones.iter().flat_map(|bone| bone.bindquat).collect();
        let quat = v.mapped("bindquat", quat)?;
        let ids = v.mapped(
            "vertid",
            bones.iter().map(|b| b.vertid.clone()).collect::<Vec<_>>(),
        )?;
        let weights: Vec<Vec<f32>> = bones.iter().map(|bone| bone.vertweight.clone()).collect();
        let weights = v.mapped("vertweight", weights)?;
        if let (Some(names), Some(pos), Some(quat), Some(ids), Some(weights)) =
            (names, pos, quat, ids, weights)
        {
            self.bones = bones_of(names, &pos, &quat, ids, weights)?;
        }
        v.info(&self.source.clone())
    }
}

fn bones_of(
    names: Vec<String>,
    pos: &[f32],
    quat: &[f32],
    ids: Vec<Vec<i32>>,
    weights: Vec<Vec<f32>>,
) -> PyResult<Vec<Bone>> {
    let count = names.len();
    if pos.len() != 3 * count
        || quat.len() != 4 * count
        || ids.len() != count
        || weights.len() != count
    {
        return Err(PyValueError::new_err(format!(
            "a skin with {count} bodyname needs as many vertid and vertweight, 3 times as many \
             bindpos and 4 times as many bindquat"
        )));
    }
    let parts = names.into_iter().zip(ids).zip(weights);
    let poses = pos.as_chunks::<3>().0.iter().zip(quat.as_chunks::<4>().0);
    let bones = parts
        .zip(poses)
        .map(|(((body, vertid), vertweight), (pos, quat))| Bone {
            body,
            bindpos: *pos,
            bindquat: *quat,
            vertid,
            vertweight,
        });
    Ok(bones.collect())
}

impl Described for Texture {
    const KIND: &'static str = "texture";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("type", &mut self.kind)?;
        v.field("builtin", &mut self.builtin)?;
        v.field("mark", &mut self.mark)?;
        v.field("rgb1", &mut self.rgb1)?;
        v.field("rgb2", &mut self.rgb2)?;
        v.field("markrgb", &mut self.markrgb)?;
        v.field("random", &mut self.random)?;
        v.field("height", &mut self.height)?;
        v.field("width", &mut self.width)?;
        v.field("nchannel", &mut self.nchannel)?;
        v.field("content_type", &mut self.content_type)?;
        v.field("file", &mut self.file)?;
        v.field("gridsize", &mut self.gridsize)?;
        v.letters("gridlayout", 13, &mut self.gridlayout)?;
        v.field("cubefiles", &mut self.cubefiles)?;
        let data = v.mapped("data", Vec::<u8>::new())?;
        if data.is_some_and(|data| !data.is_empty()) {
            return Err(PyValueError::new_err(
                "data of a texture is not supported: give a file among the assets",
            ));
        }
        v.field("hflip", &mut self.hflip)?;
        v.field("vflip", &mut self.vflip)?;
        v.info(&self.source.clone())
    }
}

impl Described for Material {
    const KIND: &'static str = "material";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("textures", &mut self.textures)?;
        v.field("texuniform", &mut self.texuniform)?;
        v.field("texrepeat", &mut self.texrepeat)?;
        v.field("emission", &mut self.emission)?;
        v.field("specular", &mut self.specular)?;
        v.field("shininess", &mut self.shininess)?;
        v.field("reflectance", &mut self.reflectance)?;
        v.field("metallic", &mut self.metallic)?;
        v.field("roughness", &mut self.roughness)?;
        v.field("rgba", &mut self.rgba)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

impl Described for Pair {
    const KIND: &'static str = "pair";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("geomname1", &mut self.geom1)?;
        v.field("geomname2", &mut self.geom2)?;
        v.field("condim", &mut self.condim)?;
        v.field("solref", &mut self.solref)?;
        v.field("solreffriction", &mut self.solreffriction)?;
        v.field("solimp", &mut self.solimp)?;
        v.field("margin", &mut self.margin)?;
        v.field("gap", &mut self.gap)?;
        v.field("friction", &mut self.friction)?;
        v.class(&mut self.class)?;
        v.info(&self.source.clone())
    }
}

impl Described for Exclude {
    const KIND: &'static str = "exclude";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("bodyname1", &mut self.body1)?;
        v.field("bodyname2", &mut self.body2)?;
        v.info(&self.source.clone())
    }
}

impl Described for Flex {
    const KIND: &'static str = "flex";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("contype", &mut self.contype)?;
        v.field("conaffinity", &mut self.conaffinity)?;
        v.field("condim", &mut self.condim)?;
        v.field("priority", &mut self.priority)?;
        v.field("friction", &mut self.friction)?;
        v.field("solmix", &mut self.solmix)?;
        v.field("solref", &mut self.solref)?;
        v.field("solimp", &mut self.solimp)?;
        v.field("margin", &mut self.margin)?;
        v.field("gap", &mut self.gap)?;
        v.field("dim", &mut self.dim)?;
        v.field("radius", &mut self.radius)?;
        v.field("internal", &mut self.internal)?;
        v.field("flatskin", &mut self.flatskin)?;
        v.field("selfcollide", &mut self.selfcollide)?;
        v.field("activelayers", &mut self.activelayers)?;
        v.field("group", &mut self.group)?;
        v.field("edgestiffness", &mut self.edgestiffness)?;
        v.field("edgedamping", &mut self.edgedamping)?;
        v.field("rgba", &mut self.rgba)?;
        v.field("material", &mut self.material)?;
        v.field("young", &mut self.young)?;
        v.field("poisson", &mut self.poisson)?;
        v.field("damping", &mut self.damping)?;
        v.field("thickness", &mut self.thickness)?;
        v.field("vertbody", &mut self.bodies)?;
        v.field("vert", &mut self.vertex)?;
        v.field("elem", &mut self.element)?;
        v.field("texcoord", &mut self.texcoord)?;
        v.info(&self.source.clone())
    }
}

impl Described for Numeric {
    const KIND: &'static str = "numeric";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("data", &mut self.data)?;
        let count = i32::try_from(self.data.len()).unwrap_or(0);
        if let Some(size) = v.mapped("size", count)? {
            let size = usize::try_from(size).unwrap_or(0);
            if size > 0 && size < self.data.len() {
                let text = "specified size smaller than initialization array in numeric";
                return Err(PyValueError::new_err(format!("Error: {text}")));
            }
            self.data.resize(size.max(self.data.len()), 0.0);
        }
        v.info(&self.source.clone())
    }
}

impl Described for Text {
    const KIND: &'static str = "text";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("data", &mut self.data)?;
        v.info(&self.source.clone())
    }
}

impl Described for Tuple {
    const KIND: &'static str = "tuple";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        let kinds: Vec<i32> = self.elements.iter().map(|e| e.objtype.code()).collect();
        let kinds = v.mapped("objtype", kinds)?;
        let names: Vec<String> = self.elements.iter().map(|e| e.objname.clone()).collect();
        let names = v.mapped("objname", names)?;
        let numbers: Vec<f64> = self.elements.iter().map(|element| element.prm).collect();
        let numbers = v.mapped("objprm", numbers)?;
        if let (Some(kinds), Some(names), Some(numbers)) = (kinds, names, numbers) {
            if kinds.len() != names.len() || kinds.len() != numbers.len() {
                let text = "Error: object arrays have different sizes in tuple";
                return Err(PyValueError::new_err(text));
            }
            let elements = kinds.into_iter().zip(names).zip(numbers);
            self.elements = elements
                .map(|((kind, objname), prm)| TupleElement {
                    objtype: plumbline::spec::ObjectType::from_code(kind).unwrap_or_default(),
                    objname,
                    prm,
                })
                .collect();
        }
        v.info(&self.source.clone())
    }
}

impl Described for Keyframe {
    const KIND: &'static str = "key";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("time", &mut self.time)?;
        v.field("qpos", &mut self.qpos)?;
        v.field("qvel", &mut self.qvel)?;
        v.field("act", &mut self.act)?;
        v.field("mpos", &mut self.mpos)?;
        v.field("mquat", &mut self.mquat)?;
        v.field("ctrl", &mut self.ctrl)?;
        v.hidden("_partial", &mut self.partial)?;
        v.info(&self.source.clone())
    }
}

impl Described for Plugin {
    const KIND: &'static str = "plugin";

    fn visit(&mut self, v: &mut Visit<'_>) -> PyResult<()> {
        v.field("name", &mut self.name)?;
        v.field("plugin_name", &mut self.plugin)?;
        v.mapped("active", false)?;
        v.info(&self.source.clone())
    }
}
