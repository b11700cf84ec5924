//! `asset/model` and `attach`: bodies of other models.

use std::sync::Arc;

use super::defaults::Classes;
use super::replicate::{repeated_name, uncopied};
use super::world::Walk;
use super::{Draft, Nesting, Reader};
use crate::error::{Error, ErrorKind};
use crate::mjcf::copy::{
    Copying, Keys, Lost, Names, Namespace, Repeated, State, Stored, Users, check_assets,
    check_attached, check_copy, copy_assets, copy_tree, count_elements, drop_orphans, find_body,
    forget_copied,
};
use crate::mjcf::path::{self, Place};
use crate::mjcf::read_draft;
use crate::mjcf::tree::Node;
use crate::spec::{Attached, Compiler, Frame, Spec};

/// Maximum nesting of models within models.
const MAX_DEPTH: usize = 16;
/// Maximum number of models that one model may load in total.
const MAX_MODELS: usize = 256;

/// A model that bodies can be taken from.
pub(super) struct ModelAsset {
    pub(super) spec: Spec,
    settings: Arc<Compiler>,
    classes: Classes,
    keys: Keys,
    /// A name that keeps MuJoCo from copying the model.
    repeated: Option<Repeated>,
}

impl ModelAsset {
    fn note(&self) -> Attached {
        Attached {
            name: self.spec.name.clone(),
            compiler: Arc::clone(&self.settings),
        }
    }

    /// Hands the model's keyframes to its elements, under the names that they get where these are
    /// attached.
    fn store_keys(&mut self, space: &Namespace) -> Result<Stored, Lost> {
        let state = State {
            bodies: vec![&mut self.spec.world],
            actuators: &mut self.spec.actuators,
        };
        self.keys.store(&mut self.spec.keyframes, state, space)
    }
}

impl Reader {
    /// Reads the model of a `model` element.
    pub(super) fn model_asset(&mut self, node: Node<'_>) -> Result<(), Error> {
        let content = node.text("content_type").unwrap_or("text/xml");
        if content != "text/xml" {
            return Err(node
                .value_error("content_type", format!("a model of type `{content}`"))
                .expected("`text/xml`"));
        }
        let beside = Place {
            dir: String::new(),
            files: &self.spec.files,
        };
        let file = beside.resolve(node.required("file")?, node.include_dir());
        let file = path::join(&self.spec.paths.model, &file);
        let Nesting { depth, loaded } = self.nesting;
        if depth >= MAX_DEPTH || loaded >= MAX_MODELS {
            return Err(node
                .unsupported("models within models without end")
                .expected(format!(
                    "at most {MAX_DEPTH} levels and {MAX_MODELS} models"
                )));
        }
        let within = Nesting {
            depth: depth + 1,
            loaded: loaded + 1,
        };
        let mut draft = read_draft(&file, &self.spec.files, within).map_err(|error| {
            if error.kind == ErrorKind::Io {
                node.value_error("file", error.message)
                    .expected("the path of an MJCF file")
                    .caused_by(error.source)
            } else {
                error
            }
        })?;
        self.nesting.loaded = draft.loaded;
        self.spec.warnings.append(&mut draft.spec.warnings);
        node.copy_text("name", &mut draft.spec.name);
        self.models.push(ModelAsset {
            settings: Arc::new(draft.spec.compiler.clone()),
            repeated: draft.repeated,
            spec: draft.spec,
            classes: draft.classes,
            keys: draft.keys,
        });
        Ok(())
    }

    /// MuJoCo copies all available models with the model that holds them, and saved states of
    /// actuators go with the copies.
    pub(super) fn copy_models(&mut self) -> Result<(), &Repeated> {
        for ModelAsset { spec, repeated, .. } in &mut self.models {
            if let Some(repeated) = repeated {
                return Err(repeated);
            }
            if spec.actuators.iter().any(|a| !a.saved.is_empty()) {
                let mut names = Names::default();
                names.add_tree(&spec.world);
                names.number_lists(spec);
                forget_copied(spec, &names);
            }
        }
        Ok(())
    }

    /// The settings for elements of a model of some name; `None` for those of the model being read.
    pub(super) fn origin(&self, name: &str) -> Option<Arc<Compiler>> {
        let asset = self.models.iter().find(|asset| asset.spec.name == name)?;
        Some(Arc::clone(&asset.settings))
    }
}

impl Walk<'_, '_> {
    /// Copies a body of another model into this one, under a prefix.
    pub(super) fn attach(&mut self, node: Node<'_>) -> Result<(), Error> {
        let model = node.required("model")?;
        let body = node.required("body")?;
        let space = Namespace {
            prefix: node.required("prefix")?.to_owned(),
            suffix: String::new(),
            foreign: true,
        };
        let name = space.of(body);
        if self.find(&name) {
            return self.move_into_frame(node, &name);
        }
        let found = self.reader.models.iter().position(|m| m.spec.name == model);
        let Some(index) = found else {
            return Err(node
                .value_error("model", format!("there is no model `{model}`"))
                .expected("the name of a `model` in `asset`"));
        };
        let mut asset = self.reader.models.swap_remove(index);
        let result = self.attach_from(node, &mut asset, body, &space);
        // Back to its place: the first model with a name is the one that counts.
        self.reader.models.push(asset);
        let last = self.reader.models.len() - 1;
        self.reader.models.swap(index, last);
        result
    }

    /// A body that already has the name is not attached again: it only moves into the frame.
    fn move_into_frame(&mut self, node: Node<'_>, name: &str) -> Result<(), Error> {
        let frame = self.frame_for_attached();
        let mut siblings = self.body().children.iter_mut();
        let Some(body) = siblings.find(|body| body.name == name) else {
            let message = format!("`attach` with a body `{name}` already elsewhere");
            return Err(node.unsupported(message));
        };
        body.frame = Some(frame);
        Ok(())
    }

    fn attach_from(
        &mut self,
        node: Node<'_>,
        asset: &mut ModelAsset,
        body: &str,
        space: &Namespace,
    ) -> Result<(), Error> {
        if find_body(&mut asset.spec.world, body).is_none() {
            return Err(node
                .value_error("body", format!("the model has no body `{body}`"))
                .expected("the name of a body of that model"));
        }
        if space.prefix.is_empty() {
            return Err(node
                .value_error("prefix", "the prefix is empty")
                .expected("a prefix that tells the attached elements apart"));
        }
        let stored = asset.store_keys(space).map_err(|lost| lost.at(node))?;
        self.reader.keys.expect(stored);
        self.reader.keys.expect_all(&mut asset.keys);
        let Some(original) = find_body(&mut asset.spec.world, body) else {
            return Ok(());
        };
        check_attached(original).map_err(|lost| uncopied(node, lost))?;
        let users = Users::of(&self.reader.spec);
        let mut attached = copy_tree(original);
        let settings = Some(&asset.settings);
        space.rename_tree(&mut attached, settings);
        self.grow(count_elements(&attached), node)?;
        attached.frame = Some(self.frame_for_attached());
        self.reader.classes.add(&asset.classes, space);
        let mut names = self.all_names();
        names.add_tree(&attached);
        copy_assets(&asset.spec, &mut self.reader.spec, space, &names);
        check_assets(&self.reader.spec).map_err(|repeated| repeated_name(node, &repeated))?;
        names.number_lists(&self.reader.spec);
        let mut copying = Copying {
            space,
            settings,
            names: &mut names,
        };
        copying
            .from(&mut asset.spec, &mut self.reader.spec)
            .map_err(|repeated| repeated_name(node, &repeated))?;
        users.bring(&asset.spec, &mut self.reader.spec, space, &attached);
        self.body().children.push(attached);
        self.resize_keys(node)?;
        self.check_size(node)
    }

    /// An attached body always stands in a frame; without one around it, in one of its own.
    fn frame_for_attached(&mut self) -> usize {
        match self.frame() {
            Some(frame) => frame,
            None => {
                let frames = &mut self.body().frames;
                frames.push(Frame::default());
                frames.len() - 1
            }
        }
    }
}

impl Reader {
    pub(super) fn into_draft(mut self) -> Draft {
        self.spec.attached = self.models.iter().map(ModelAsset::note).collect();
        if self.has_orphans {
            drop_orphans(&mut self.spec);
        }
        let mut repeated = self.models.drain(..).find_map(|asset| asset.repeated);
        if self.nesting.depth > 0 && repeated.is_none() {
            repeated = check_copy(&self.spec).err();
        }
        Draft {
            repeated,
            spec: self.spec,
            classes: self.classes,
            keys: self.keys,
            loaded: self.nesting.loaded,
        }
    }
}
