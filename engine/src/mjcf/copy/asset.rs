//! Assets and custom fields of attached models.

use std::sync::Arc;

use super::names::Names;
use super::namespace::Namespace;
use super::roles::each_asset;
use crate::mjcf::path;
use crate::spec::{
    AssetPaths, Bone, Hfield, Material, Mesh, Numeric, ObjectType, Skin, Spec, Text, Texture,
};

/// The class that everything belongs to.
const MAIN: &str = "main";

/// Copies the assets and custom fields of another model.
pub(crate) fn copy_assets(source: &Spec, spec: &mut Spec, space: &Namespace, names: &Names) {
    let origin = Origin {
        space,
        names,
        paths: Arc::new(source.paths.clone()),
    };
    macro_rules! copy {
        ($($list:ident)*) => {$(
            for mut asset in source.$list.iter().cloned() {
                if asset.adopt(&origin) {
                    spec.$list.push(asset);
                }
            }
        )*};
    }
    each_asset!(copy);
}

/// Where assets come from.
struct Origin<'o> {
    space: &'o Namespace,
    /// What there is under the new names.
    names: &'o Names,
    paths: Arc<AssetPaths>,
}

impl Origin<'_> {
    /// Files are still looked for where the model that named them would.
    fn keep_paths(&self, paths: &mut Option<Arc<AssetPaths>>) {
        paths.get_or_insert_with(|| Arc::clone(&self.paths));
    }
}

/// An asset or custom field.
trait Asset: Clone {
    /// Makes it one of the model that it is copied to; false if it stays behind.
    fn adopt(&mut self, origin: &Origin<'_>) -> bool;
}

impl Asset for Texture {
    fn adopt(&mut self, origin: &Origin<'_>) -> bool {
        if self.name.is_empty() {
            self.name = path::stem(&self.file).to_owned();
        }
        origin.space.rename(&mut self.name);
        origin.keep_paths(&mut self.paths);
        true
    }
}

impl Asset for Mesh {
    /// A mesh without a class gets into that of the whole model.
    fn adopt(&mut self, origin: &Origin<'_>) -> bool {
        origin.space.rename(&mut self.name);
        if self.class == MAIN {
            self.class.clear();
        }
        origin.space.rename(&mut self.class);
        origin.space.rename_instance(&mut self.plugin);
        origin.keep_paths(&mut self.paths);
        true
    }
}

impl Asset for Hfield {
    fn adopt(&mut self, origin: &Origin<'_>) -> bool {
        origin.space.rename(&mut self.name);
        origin.keep_paths(&mut self.paths);
        true
    }
}

impl Asset for Material {
    fn adopt(&mut self, origin: &Origin<'_>) -> bool {
        origin.space.rename(&mut self.name);
        origin.space.rename_any_class(&mut self.class);
        for texture in &mut self.textures {
            origin.space.rename(texture);
        }
        true
    }
}

impl Asset for Numeric {
    fn adopt(&mut self, origin: &Origin<'_>) -> bool {
        origin.space.rename(&mut self.name);
        true
    }
}

impl Asset for Text {
    fn adopt(&mut self, origin: &Origin<'_>) -> bool {
        origin.space.rename(&mut self.name);
        true
    }
}

impl Asset for Skin {
    /// A skin comes along if all its bodies do. It keeps its name, and that of its material.
    fn adopt(&mut self, origin: &Origin<'_>) -> bool {
        for bone in &mut self.bones {
            bone.body = origin.space.of(&bone.body);
        }
        origin.keep_paths(&mut self.paths);
        let is_there = |bone: &Bone| origin.names.has(ObjectType::Body, &bone.body);
        self.bones.iter().all(is_there)
    }
}
