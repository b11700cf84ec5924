//! Assets: meshes of given points, height fields, textures and materials, skins, other models.

use super::super::values::{join, number};
use super::{Element, Feature, Grammar};

/// Corners of a box and the triangles between them, outside seen counter-clockwise.
const BOX: &str = "-1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 -1 -1 1 1 -1 1 1 1 1 -1 1 1";
const BOX_FACES: &str = "0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7";
const TETRAHEDRON: &str = "0 0 0 1 0 0 0 1 0 0 0 1";
const TETRAHEDRON_FACES: &str = "0 2 1 0 1 3 0 3 2 1 2 3";

impl Grammar {
    pub(super) fn assets(&mut self) -> Element {
        let mut asset = Element::new("asset");
        if self.has(Feature::Mesh) || self.has(Feature::Fit) {
            for _ in 0..self.random.whole(1, 2) {
                let mesh = self.mesh();
                asset.children.push(mesh);
            }
        }
        if self.has(Feature::Plugin) && self.random.one_in(10) {
            let mesh = self.outline();
            asset.children.push(mesh);
        }
        if self.has(Feature::Height) {
            let field = self.hfield();
            asset.children.push(field);
        }
        if self.has(Feature::Texture) {
            self.pictures(&mut asset);
        }
        if self.has(Feature::Attach) {
            // The file is made with the world; its place is here.
            let model = Element::new("model")
                .with("name", "m0")
                .with("file", "part0.xml");
            asset.children.push(model);
        }
        asset
    }

    fn mesh(&mut self) -> Element {
        let name = self.name("mesh");
        let mut mesh = Element::new("mesh").with("name", name.clone());
        let scaled = |text: &str, factor: [f64; 3]| {
            let numbers = text.split(' ').zip(factor.iter().cycle());
            let numbers: Vec<f64> = numbers
                .map(|(word, f)| word.parse::<f64>().unwrap_or(0.0) * f)
                .collect();
            join(&numbers)
        };
        let factor: [f64; 3] =
            std::array::from_fn(|_| (self.random.between(0.05, 0.2) * 1e3).round() / 1e3);
        match self.random.below(5) {
            0 => {
                mesh.set("vertex", scaled(BOX, factor));
                if self.random.one_in(2) {
                    mesh.set("face", BOX_FACES);
                }
            }
            1 => {
                mesh.set("vertex", scaled(TETRAHEDRON, factor));
                mesh.set("face", TETRAHEDRON_FACES);
                if self.random.one_in(3) {
                    mesh.set("texcoord", "0 0 1 0 0 1 1 1");
                }
                if self.random.one_in(3) {
                    mesh.set("normal", "0 0 -1 1 0 0 0 1 0 0 0 1");
                }
            }
            2 => {
                // a prism with a wavy ring: many coplanar points
                let sides = self.random.whole(3, 9);
                let mut points = Vec::new();
                for height in [-0.05, 0.08] {
                    for side in 0..sides {
                        let turn = side as f64 / sides as f64;
                        let x = (turn - 0.5).abs() - 0.25;
                        let y = ((turn + 0.25).fract() - 0.5).abs() - 0.25;
                        points.extend([0.4 * x, 0.4 * y, height]);
                    }
                }
                mesh.set("vertex", join(&points));
            }
            _ => {
                let count = self.random.whole(5, 14);
                mesh.set("vertex", self.numbers(3 * count, -0.15, 0.15));
            }
        }
        self.fill("asset", &mut mesh, self.density());
        self.meshes.push(name);
        mesh
    }

    fn hfield(&mut self) -> Element {
        let name = self.name("field");
        let (rows, columns) = (self.random.whole(2, 6), self.random.whole(2, 6));
        let mut field = Element::new("hfield").with("name", name.clone());
        field.set("nrow", rows.to_string());
        field.set("ncol", columns.to_string());
        field.set("size", "1.1 0.9 0.25 0.1");
        match self.random.below(4) {
            0 => {}
            1 => field.set("elevation", vec!["0.5"; rows * columns].join(" ")),
            _ => field.set("elevation", self.numbers(rows * columns, 0.0, 1.0)),
        }
        self.hfields.push(name);
        field
    }

    fn pictures(&mut self, asset: &mut Element) {
        for _ in 0..self.random.whole(1, 2) {
            let name = self.name("picture");
            let mut texture = Element::new("texture").with("name", name.clone());
            let kind = *self.random.pick(&["2d", "cube", "skybox"]).unwrap_or(&"2d");
            texture.set("type", kind);
            texture.set(
                "builtin",
                *self
                    .random
                    .pick(&["gradient", "checker", "flat"])
                    .unwrap_or(&"flat"),
            );
            let width = self.random.whole(2, 9);
            texture.set("width", width.to_string());
            texture.set(
                "height",
                if kind == "2d" {
                    "5".to_owned()
                } else {
                    width.to_string()
                },
            );
            self.fill("asset", &mut texture, 0.2);
            for colour in ["rgb1", "rgb2", "markrgb"] {
                if texture.has(colour) {
                    texture.set(colour, self.numbers(3, 0.0, 1.0));
                }
            }
            texture.attributes.retain(|(name, _)| name != "gridsize");
            self.textures.push(name);
            asset.children.push(texture);
        }
        for _ in 0..self.random.whole(1, 2) {
            let name = self.name("material");
            let mut material = Element::new("material").with("name", name.clone());
            self.fill("asset", &mut material, 0.25);
            if let Some(texture) = self.one_of(|grammar| &grammar.textures) {
                if self.random.one_in(2) {
                    material.set("texture", texture);
                } else {
                    let mut layer = Element::new("layer").with("texture", texture);
                    self.fill("asset", &mut layer, 1.0);
                    material.children.push(layer);
                }
            }
            self.materials.push(name);
            asset.children.push(material);
        }
    }

    /// Skins and flexes over bodies.
    pub(super) fn deformables(&mut self) -> Element {
        let mut section = Element::new("deformable");
        if self.has(Feature::Skin) {
            section.children.extend(self.skin());
        }
        if self.has(Feature::Flex) && self.random.one_in(2) {
            section.children.extend(self.flex());
        }
        section
    }

    /// A skin over one or two bones.
    fn skin(&mut self) -> Option<Element> {
        let name = self.name("skin");
        let mut skin = Element::new("skin").with("name", name);
        skin.set("vertex", "0 0 0 0.1 0 0 0 0.1 0 0.1 0.1 0.02");
        skin.set("face", "0 1 2 1 3 2");
        self.fill("deformable", &mut skin, 0.3);
        self.paint(&mut skin);
        if self.random.one_in(3) {
            skin.set("texcoord", "0 0 1 0 0 1 1 1");
        }
        for _ in 0..self.random.whole(1, 2) {
            if let Some(body) = self.one_of(|grammar| &grammar.bodies) {
                let mut bone = Element::new("bone").with("body", body);
                bone.set("bindpos", self.numbers(3, -0.1, 0.1));
                bone.set("bindquat", "1 0 0 0");
                bone.set("vertid", "0 1 2 3");
                let weights: Vec<f64> =
                    (0..4).map(|_| number(&mut self.random, 0.1, 1.0)).collect();
                bone.set("vertweight", join(&weights));
                skin.children.push(bone);
            }
        }
        (!skin.children.is_empty()).then_some(skin)
    }
}
