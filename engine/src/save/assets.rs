//! `asset`: textures, materials, meshes and height fields.

use super::element::Element;
use super::{Numbers, Writer, lists};
use crate::error::Error;
use crate::files::{general, strip_directories};
use crate::spec::{Builtin, Hfield, Mark, Mesh, Texture};

impl Writer<'_> {
    pub(super) fn assets(&self) -> Result<Element, Error> {
        let (spec, model) = (self.spec, self.model);
        let mut section = Element::new("asset");
        for (id, texture) in spec.textures.iter().enumerate().take(model.ntex) {
            let out = self.texture(id, texture)?;
            section.children.push(out);
        }
        for (id, material) in spec.materials.iter().enumerate().take(model.nmat) {
            let usual = self.usual(&material.class)?;
            let out = section.child("material");
            out.text("name", material.name.as_str());
            out.text("class", self.class_word(material.class.as_deref()));
            lists::material(out, &self.material(id, material), &usual.material)?;
        }
        for mesh in &self.outline.meshes {
            let out = self.mesh(mesh)?;
            section.children.push(out);
        }
        for (id, hfield) in spec.hfields.iter().enumerate() {
            let out = self.hfield(id, hfield);
            section.children.push(out);
        }
        Ok(section)
    }

    /// The name of a file as compiled.
    pub(super) fn file<'f>(&self, file: &'f str) -> &'f str {
        if self.spec.paths.strip {
            strip_directories(file)
        } else {
            file
        }
    }

    fn texture(&self, id: usize, texture: &Texture) -> Result<Element, Error> {
        let (m, usual) = (self.model, Texture::default());
        let mut out = Element::new("texture");
        out.text("type", texture.kind.name());
        out.text("name", texture.name.as_str());
        if texture.builtin != Builtin::None {
            out.text("builtin", builtin(texture.builtin));
            out.word("mark", mark(texture.mark), mark(usual.mark));
            out.numbers("rgb1", &texture.rgb1, &usual.rgb1);
            out.numbers("rgb2", &texture.rgb2, &usual.rgb2);
            out.numbers("markrgb", &texture.markrgb, &usual.markrgb);
            out.number("random", texture.random, usual.random);
            out.text("width", m.tex_width[id].to_string());
            out.text("height", m.tex_height[id].to_string());
            return Ok(out);
        }
        let has_files = texture.cubefiles.iter().any(|file| !file.is_empty());
        if !has_files && texture.file.is_empty() && texture.gridsize == [1, 1] {
            let error = Error::invalid("a texture that was given by its pixels");
            let expected = "textures from files: MuJoCo cannot write the others either";
            return Err(error.expected(expected).at(texture.source.clone()));
        }
        out.text("content_type", texture.content_type.as_str());
        out.text("file", self.file(&texture.file));
        let faces = [
            "fileright",
            "fileleft",
            "fileup",
            "filedown",
            "filefront",
            "fileback",
        ];
        for (face, file) in faces.into_iter().zip(&texture.cubefiles) {
            out.text(face, self.file(file));
        }
        out.flag("hflip", texture.hflip, false);
        out.flag("vflip", texture.vflip, false);
        if texture.gridsize != [1, 1] {
            out.given("gridsize", &texture.gridsize);
            out.text("gridlayout", texture.gridlayout.as_str());
        }
        Ok(out)
    }

    fn mesh(&self, mesh: &Mesh) -> Result<Element, Error> {
        let mut out = Element::new("mesh");
        out.text("name", mesh.name.as_str());
        if let Some(used) = &mesh.plugin {
            self.plugin(out.child("plugin"), used);
            return Ok(out);
        }
        let class = Some(mesh.class.as_str()).filter(|class| !class.is_empty());
        let usual = &self.classes.get(class)?.mesh;
        out.text("class", self.class_word(class));
        out.text("content_type", mesh.content_type.as_str());
        out.text("file", self.file(&mesh.file));
        lists::mesh_inertia(&mut out, mesh, usual);
        out.list("vertex", &mesh.vertex);
        out.list("normal", &mesh.normal);
        out.list("texcoord", &mesh.texcoord);
        out.indices("face", &mesh.face);
        lists::mesh(&mut out, mesh, usual);
        Ok(out)
    }

    fn hfield(&self, id: usize, hfield: &Hfield) -> Element {
        let m = self.model;
        let mut out = Element::new("hfield");
        out.text("name", hfield.name.as_str());
        out.given("size", &hfield.size);
        let file = self.file(&hfield.file);
        if !file.is_empty() {
            out.text("content_type", hfield.content_type.as_str());
            out.text("file", file);
            return out;
        }
        out.text("nrow", m.hfield_nrow[id].to_string());
        out.text("ncol", m.hfield_ncol[id].to_string());
        if !hfield.elevation.is_empty() {
            let (rows, columns) = (m.hfield_nrow[id] as usize, m.hfield_ncol[id] as usize);
            let start = m.hfield_adr[id] as usize;
            let data = match self.numbers {
                Numbers::Model => m.hfield_data.get(start..start + rows * columns),
                Numbers::Spec => Some(&hfield.elevation[..]),
            };
            let mut text = String::new();
            // The first row of the file is the last of the model. A spec's own rows are turned all
            // the same, so that its text has another surface: MuJoCo does so.
            for row in data.unwrap_or_default().chunks(columns.max(1)).rev() {
                let words: Vec<String> = row.iter().map(|x| general(f64::from(*x))).collect();
                text.push_str("\n            ");
                text.push_str(&words.join(" "));
            }
            out.text("elevation", text);
        }
        out
    }
}

fn builtin(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::None => "none",
        Builtin::Gradient => "gradient",
        Builtin::Checker => "checker",
        Builtin::Flat => "flat",
    }
}

fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::None => "none",
        Mark::Edge => "edge",
        Mark::Cross => "cross",
        Mark::Random => "random",
    }
}
