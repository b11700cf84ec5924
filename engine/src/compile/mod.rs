//! Spec -> Model: what the author wrote, turned into what the simulation needs.
//!
//! [`Spec::compile`] is the table of contents: the tree is flattened, names are indexed, every
//! element is resolved and checked, and the model's arrays are written; constants of the reference
//! configuration come last.

mod actuator;
mod asset;
mod body;
mod bvh;
mod contact;
mod custom;
mod dofs;
mod equality;
mod flex;
mod fluid;
mod fuse;
mod geom;
mod hfield;
mod joint;
mod keyframe;
pub(crate) mod length_range;
mod limit;
pub(crate) mod load;
mod lookup;
mod mesh;
mod names;
pub(crate) mod outline;
mod parallel;
mod parts;
mod plugin;
mod primitive;
mod refusal;
mod sensor;
pub(crate) mod set_const;
mod shown;
mod site;
mod sizes;
mod skin;
mod spring_damper;
mod tendon;
mod test_step;
mod tree;
mod user;
mod view;
mod visual;

pub(crate) use self::actuator::moment_entries;
pub(crate) use self::dofs::derive_sparsity;
use self::lookup::Lookup;
use self::names::Names;
use self::parts::{Assets, Context, Parts};
use self::plugin::Plugins;
use self::refusal::invalid;
pub(crate) use self::sensor::{hosts as sensor_hosts, values_of};
use self::tree::Tree;
use self::user::UserSizes;
use crate::error::Error;
use crate::model::Model;
use crate::spec::{Joint, Spec};

/// Bodies and flexes have 16-bit ids in contact signatures.
const MAX_BODIES: usize = 65534;

/// The elements of a spec, resolved and checked.
struct Resolved<'a> {
    tree: &'a Tree<'a>,
    lookup: &'a Lookup<'a>,
    assets: &'a Assets<'a>,
    user: &'a UserSizes,
    plugins: &'a Plugins,
}

impl Spec {
    /// Compiles the spec to a model.
    #[doc(alias = "mj_compile")]
    pub fn compile(&self) -> Result<Model, Error> {
        let compiled = if self.keyframes.iter().any(|key| key.partial) {
            // The tree may have changed since they were put together.
            let mut spec = self.clone();
            spec.gather_keyframes();
            spec.make()
        } else {
            self.make()
        };
        compiled.map_err(|error| load::show_line(error, self))
    }

    fn make(&self) -> Result<Model, Error> {
        self.resolve(|found| {
            let mut model = self.write(&found)?;
            self.finish(&found.tree.joints, &mut model)?;
            model.note_structure();
            Ok(model)
        })
    }

    /// The model with the numbers of its elements alone, before anything is computed from all of
    /// them.
    pub(crate) fn make_unfinished(&self) -> Result<Model, Error> {
        self.resolve(|found| {
            let mut model = self.write(&found)?;
            self.put_statistics(&mut model);
            Ok(model)
        })
    }

    /// Resolves and checks all that the model's arrays are written from.
    fn resolve<T>(&self, then: impl FnOnce(Resolved<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let tree = Tree::flatten(self);
        if tree.nodes.len() + self.flexes.len() >= MAX_BODIES {
            return Err(invalid("mujoco", &None, "too many bodies and flexes")
                .expected(format!("fewer than {MAX_BODIES}")));
        }
        let names = Names::index(self, &tree)?;
        let user = UserSizes::find(self, &tree)?;
        let mut plugins = Plugins::resolve(self, &tree)?;
        let mut assets = Assets {
            meshes: mesh::compile(self, &tree, &plugins)?,
            hfields: hfield::compile(self)?,
            skins: skin::compile(self, &names)?,
        };
        let context = Context {
            names: &names,
            assets: &assets,
            user: &user,
            znear: self.visual.map.znear,
            fits_bounds: self.compiler.fitaabb,
        };
        let mut parts = Parts::resolve(&tree, context)?;
        let flexes = flex::compile(self, &names, &parts)?;
        plugins.add_flexes(self, &flexes, &parts)?;
        let geom_ids = visual::discard(self, &names, &mut parts);
        if self.compiler.discardvisual {
            mesh::discard_unused(&mut assets.meshes, &mut parts);
        }
        if self.compiler.fusestatic && !self.has_references(&parts) {
            fuse::fuse_static(&mut parts)?;
        }
        body::check_final(&parts.bodies)?;
        let lookup = Lookup {
            spec: self,
            names: &names,
            parts: &parts,
            flexes: &flexes,
            geom_ids: &geom_ids,
        };
        then(Resolved {
            tree: &tree,
            lookup: &lookup,
            assets: &assets,
            user: &user,
            plugins: &plugins,
        })
    }

    /// Writes everything that is known before the reference configuration is computed.
    fn write(&self, found: &Resolved<'_>) -> Result<Model, Error> {
        let Resolved {
            lookup,
            assets,
            user,
            plugins,
            ..
        } = *found;
        let parts = lookup.parts;
        let textures = asset::textures(self)?;
        let materials = visual::Materials::find(self, lookup)?;
        let mut model = Model {
            opt: self.option.clone(),
            vis: self.visual,
            ..Model::default()
        };
        let m = &mut model;
        sizes::write(self, parts, user, m)?;
        plugins.write_sizes(m);
        m.nsensordata = sensor::total_count(self, plugins)?;
        sizes::write_assets(self, assets, lookup.flexes, &textures, m);
        sizes::check_memory(m)?;
        m.allocate();
        body::write(parts, m);
        dofs::write(parts, m);
        let nodes = bvh::write(parts, m);
        let mut paths = asset::Paths::default();
        hfield::write(&assets.hfields, &mut paths, m);
        mesh::write(&assets.meshes, nodes, &mut paths, m);
        flex::write(self, lookup.flexes, parts, m)?;
        skin::write(&assets.skins, &mut paths, m);
        geom::write(parts, &materials.geoms, m);
        site::write(parts, &materials.sites, m);
        view::write(parts, m);
        asset::write(self, textures, &mut paths, lookup, m)?;
        m.paths = paths.finish();
        let order = contact::write(self, lookup, m)?;
        equality::write(self, lookup, m)?;
        tendon::write(self, lookup, &materials.tendons, m)?;
        actuator::write(self, lookup, m)?;
        tendon::check_rows(self, m)?;
        equality::check_rows(self, m)?;
        sensor::write(self, lookup, plugins, m)?;
        plugins.write(self, parts, m);
        custom::write(self, lookup, &order, m)?;
        keyframe::write(self, m)?;
        names::write(self, parts, assets, &order, m);
        m.nbuffer = m.buffer_bytes();
        Ok(model)
    }

    /// Constants of the reference configuration, and what depends on them.
    fn finish(&self, joints: &[&Joint], model: &mut Model) -> Result<(), Error> {
        keyframe::normalize_quaternions(model);
        if self.compiler.settotalmass > 0.0 {
            body::scale_mass(self.compiler.settotalmass, model);
        }
        sizes::write_arena(self, model);
        sizes::check_arena(model)?;
        model.stat = set_const::UNKNOWN_STATISTIC;
        set_const::set_const(model);
        spring_damper::adjust(joints, model);
        length_range::author::complete(self, model)?;
        self.put_statistics(model);
        plugin::check_start(self, model)?;
        sizes::check_step(model)
    }

    /// Puts the statistics that the author gave in the place of computed ones.
    fn put_statistics(&self, model: &mut Model) {
        let (author, stat) = (&self.statistic, &mut model.stat);
        stat.extent = author.extent.unwrap_or(stat.extent);
        stat.meaninertia = author.meaninertia.unwrap_or(stat.meaninertia);
        stat.meanmass = author.meanmass.unwrap_or(stat.meanmass);
        stat.meansize = author.meansize.unwrap_or(stat.meansize);
        stat.center = author.center.unwrap_or(stat.center);
    }

    /// Whether anything could refer to a body, geom or site by an id that fusing would change.
    fn has_references(&self, parts: &Parts<'_>) -> bool {
        !(self.skins.is_empty()
            && self.pairs.is_empty()
            && self.excludes.is_empty()
            && self.equalities.is_empty()
            && self.tendons.is_empty()
            && self.actuators.is_empty()
            && self.sensors.is_empty()
            && self.tuples.is_empty()
            && parts.cameras.is_empty()
            && parts.lights.is_empty())
    }
}
