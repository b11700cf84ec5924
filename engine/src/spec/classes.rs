//! Default classes: what elements start from.

use super::{
    Actuator, Camera, Compiler, Equality, Geom, Joint, Light, Material, Mesh, Pair, Site, Spec,
    Tendon,
};
use crate::error::Error;
use std::sync::Arc;

/// The class that everything belongs to.
pub(crate) const MAIN: &str = "main";

/// The name of a default class, shared by its elements.
pub type ClassName = Option<Arc<str>>;

/// What elements of a class start from: an element is a copy, changed where it differs.
///
/// ```
/// use plumbline::spec::{Geom, Spec};
///
/// let mut spec = Spec::default();
/// let class = spec.classes.add("heavy", "main")?;
/// class.defaults.geom.density = 8000.0;
/// let weight = Geom {
///     name: "weight".to_owned(),
///     ..class.defaults.geom.clone()
/// };
/// assert_eq!(weight.density, 8000.0);
/// # Ok::<(), plumbline::Error>(())
/// ```
#[doc(alias = "mjsDefault")]
#[derive(Clone, Debug)]
pub struct Defaults {
    /// What meshes start from.
    pub mesh: Mesh,
    /// What materials start from.
    pub material: Material,
    /// What joints start from.
    pub joint: Joint,
    /// What geoms start from.
    pub geom: Geom,
    /// What sites start from.
    pub site: Site,
    /// What cameras start from.
    pub camera: Camera,
    /// What lights start from.
    pub light: Light,
    /// What contact pairs start from.
    pub pair: Pair,
    /// What equality constraints start from.
    pub equality: Equality,
    /// What tendons start from.
    pub tendon: Tendon,
    /// What actuators start from.
    pub actuator: Actuator,
    /// The density that meshes of the class are computed with: MuJoCo copies that of its geoms when
    /// a class is nested in it.
    pub(crate) mesh_density: f64,
}

impl Default for Defaults {
    fn default() -> Self {
        Defaults {
            mesh: Mesh::default(),
            material: Material::default(),
            joint: Joint::default(),
            geom: Geom::default(),
            site: Site::default(),
            camera: Camera::default(),
            light: Light::default(),
            pair: Pair::default(),
            equality: Equality::default(),
            tendon: Tendon::default(),
            actuator: Actuator::default(),
            mesh_density: Mesh::default().density,
        }
    }
}

impl Defaults {
    /// Gives all that starts from these settings their class.
    pub(crate) fn set_class(&mut self, class: &ClassName) {
        macro_rules! set {
            ($($element:ident)*) => {
                $(self.$element.class.clone_from(class);)*
            };
        }
        set!(material joint geom site camera light pair equality tendon actuator);
    }
}

/// A default class.
#[derive(Clone, Debug, Default)]
pub struct Class {
    /// Its name, unique among classes.
    pub name: String,
    /// The class that it is nested in, by name; `None` for the outermost.
    pub parent: Option<String>,
    /// What its elements start from.
    pub defaults: Defaults,
}

/// All classes of a spec. The first is `main`, which everything without a class belongs to.
#[derive(Clone, Debug)]
pub struct Classes(Vec<Class>);

impl Default for Classes {
    fn default() -> Self {
        Classes(vec![Class {
            name: MAIN.to_owned(),
            ..Class::default()
        }])
    }
}

impl Classes {
    /// The class `main`.
    #[doc(alias = "mjs_getSpecDefault")]
    pub fn main(&self) -> &Class {
        &self.0[0]
    }

    /// The class `main`, to be changed. Elements that exist already keep what they have.
    pub fn main_mut(&mut self) -> &mut Class {
        &mut self.0[0]
    }

    /// The class of a name.
    #[doc(alias = "mjs_findDefault")]
    pub fn get(&self, name: &str) -> Option<&Class> {
        self.iter().find(|class| class.name == name)
    }

    /// The class of a name, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Class> {
        self.0.iter_mut().find(|class| class.name == name)
    }

    /// All classes, `main` first.
    pub fn iter(&self) -> impl Iterator<Item = &Class> {
        self.0.iter()
    }

    /// Adds a class that starts as a copy of another one as it is now.
    #[doc(alias = "mjs_addDefault")]
    pub fn add(&mut self, name: &str, parent: &str) -> Result<&mut Class, Error> {
        if self.get(name).is_some() {
            return Err(Error::invalid(format!("a second default class `{name}`"))
                .expected("a name of its own"));
        }
        let Some(around) = self.get_mut(parent) else {
            return Err(
                Error::invalid(format!("there is no default class `{parent}`"))
                    .expected("the name of a class, such as `main`"),
            );
        };
        around.defaults.mesh_density = around.defaults.geom.density;
        let mut class = Class {
            name: name.to_owned(),
            parent: Some(parent.to_owned()),
            defaults: around.defaults.clone(),
        };
        class.defaults.set_class(&Some(name.into()));
        Ok(self.push(class))
    }

    /// Adds a class as it is.
    pub(crate) fn push(&mut self, class: Class) -> &mut Class {
        let last = self.0.len();
        self.0.push(class);
        &mut self.0[last]
    }

    /// The density that meshes of a class are computed with.
    pub(crate) fn mesh_density(&self, class: &str) -> Option<f64> {
        let class = if class.is_empty() {
            Some(self.main())
        } else {
            self.get(class)
        };
        class.map(|class| class.defaults.mesh_density)
    }
}

/// A model that bodies were attached from: its elements are compiled with its settings.
#[derive(Clone, Debug)]
pub struct Attached {
    /// The model's name.
    pub name: String,
    /// Its settings when it was first attached.
    pub compiler: Arc<Compiler>,
}

impl Spec {
    /// A model that bodies were attached from. Two models of the same name count as one: MuJoCo
    /// compiles what comes from the second with the settings of the first.
    #[doc(alias = "mjs_findSpec")]
    pub fn attached_model(&self, name: &str) -> Option<&Attached> {
        self.attached.iter().find(|model| model.name == name)
    }
}
