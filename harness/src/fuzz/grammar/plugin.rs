//! Plugins: elements that use them, each with an instance of its own or one that several share.
//!
//! What the model asks for follows from what its elements use: an instance that nothing uses is a
//! mistake for most plugins.

use super::{Element, Feature, Grammar};

/// A plugin's name, and attributes of its configuration with values for them.
pub(super) type Kind = (
    &'static str,
    &'static [(&'static str, &'static [&'static str])],
);

const PID: Kind = (
    "mujoco.pid",
    &[
        ("kp", &["10", "0.5", "40 N", "-1"]),
        ("ki", &["5", "0", "0.1"]),
        ("kd", &["0.2", "2"]),
        ("imax", &["1", "0.05"]),
        ("slewmax", &["0.5", "8"]),
    ],
);
const TOUCH: Kind = (
    "mujoco.sensor.touch_grid",
    &[
        ("gamma", &["0", "0.5", "1"]),
        ("nchannel", &["1", "2", "3", "4", "6"]),
    ],
);
const CABLE: Kind = (
    "mujoco.elasticity.cable",
    &[
        ("twist", &["1e6", "4e7", "0"]),
        ("bend", &["3e6", "1e7"]),
        ("flat", &["true", "false"]),
        ("vmax", &["0", "0.02"]),
    ],
);

const SHAPES: [Kind; 5] = [
    (
        "mujoco.sdf.torus",
        &[("radius1", &["0.3", ".2"]), ("radius2", &["0.1"])],
    ),
    (
        "mujoco.sdf.bowl",
        &[("height", &["0.1"]), ("radius", &["0.5"])],
    ),
    ("mujoco.sdf.bolt", &[("radius", &["0.25"])]),
    ("mujoco.sdf.nut", &[("radius", &["0.25", "0.3"])]),
    (
        "mujoco.sdf.gear",
        &[("teeth", &["12", "20"]), ("alpha", &["0.2"])],
    ),
];

impl Grammar {
    /// A mesh of a plugin's shape.
    pub(super) fn outline(&mut self) -> Element {
        let name = self.name("outline");
        let mut mesh = Element::new("mesh").with("name", name.clone());
        let kind = *self.random.pick(&SHAPES).unwrap_or(&SHAPES[0]);
        let mut plugin = Element::new("plugin");
        self.use_plugin(&mut plugin, kind, &[]);
        mesh.children.push(plugin);
        self.outline = Some((name, kind));
        mesh
    }

    /// A geom of that mesh whose shape is a plugin's.
    pub(super) fn outlined(&mut self) -> Option<Element> {
        let (mesh, kind) = self.outline.clone()?;
        let mut geom = Element::new("geom").with("type", "sdf").with("mesh", mesh);
        geom.set("pos", self.numbers(3, -0.3, 0.3));
        let mut plugin = Element::new("plugin");
        self.use_plugin(&mut plugin, kind, &[]);
        geom.children.push(plugin);
        Some(geom)
    }

    /// The section that asks for plugins, once all that uses them is made.
    pub(super) fn extension(&mut self) -> Element {
        let mut section = Element::new("extension");
        section.children = std::mem::take(&mut self.plugins);
        section
    }

    /// A controller on something that other actuators act on, with the activations that it needs.
    pub(super) fn controller(&mut self) -> Option<Element> {
        let mut actuator = self.aim(Element::new("plugin"))?;
        let config = self.use_plugin(&mut actuator, PID, &[]);
        let has = |key: &str| config.iter().any(|(own, value)| own == key && value != "0");
        let dynamics = ["none", "integrator", "filter", "filterexact"];
        let dynamics = *self.random.pick(&dynamics)?;
        actuator.set("dyntype", dynamics);
        actuator.set("dynprm", "0.1");
        let own = [has("ki"), has("slewmax"), dynamics != "none"];
        let needed = own.into_iter().filter(|&own| own).count();
        let given = match self.random.one_in(20) {
            true => needed + 1,
            false => needed,
        };
        if given > 0 {
            actuator.set("actdim", given.to_string());
        }
        Some(actuator)
    }

    /// A grid of touch sensors on a site.
    pub(super) fn grid(&mut self) -> Option<Element> {
        let mut sensor = Element::new("plugin").with("objtype", "site");
        sensor.set("objname", self.one_of(|grammar| &grammar.sites)?);
        if self.random.one_in(6) {
            sensor.set("reftype", "body");
            sensor.set("refname", self.one_of(|grammar| &grammar.bodies)?);
        }
        let size = *self.random.pick(&["1 1", "4 3", "2 7"])?;
        let view = *self.random.pick(&["180 90", "70 30"])?;
        self.use_plugin(&mut sensor, TOUCH, &[("size", size), ("fov", view)]);
        Some(sensor)
    }

    /// Makes a cable of a composite elastic.
    pub(super) fn make_elastic(&mut self, composite: &mut Element) {
        if self.has(Feature::Plugin) && self.random.one_in(2) {
            let mut plugin = Element::new("plugin");
            self.use_plugin(&mut plugin, CABLE, &[]);
            composite.children.push(plugin);
        }
    }

    /// Lets an element use a plugin: an instance that there is, a new one by name, or its own.
    /// Returns the configuration, with what is given for it.
    fn use_plugin(
        &mut self,
        element: &mut Element,
        (name, keys): Kind,
        given: &[(&str, &str)],
    ) -> Vec<(String, String)> {
        let place = match self
            .plugins
            .iter()
            .position(|p| p.get("plugin") == Some(name))
        {
            Some(place) => place,
            None => {
                self.plugins
                    .push(Element::new("plugin").with("plugin", name));
                self.plugins.len() - 1
            }
        };
        let choice = self.random.below(4);
        let made = self.random.below(self.plugins[place].children.len().max(1));
        if choice == 0
            && let Some(instance) = self.plugins[place].children.get(made)
        {
            let config = configuration(instance);
            element.set(
                "instance",
                instance.get("name").unwrap_or_default().to_owned(),
            );
            return config;
        }
        let mut config: Vec<Element> = given.iter().map(|(key, value)| entry(key, value)).collect();
        for (key, values) in keys {
            if self.random.one_in(2)
                && let Some(value) = self.random.pick(values)
            {
                config.push(entry(key, value));
            }
        }
        if choice == 1 {
            let instance = self.name("instance");
            element.set("instance", instance.clone());
            let mut instance = Element::new("instance").with("name", instance);
            instance.children = config;
            let config = configuration(&instance);
            self.plugins[place].children.push(instance);
            return config;
        }
        element.set("plugin", name);
        element.children.extend(config);
        configuration(element)
    }
}

fn entry(key: &str, value: &str) -> Element {
    Element::new("config").with("key", key).with("value", value)
}

/// Keys and values of an instance.
fn configuration(instance: &Element) -> Vec<(String, String)> {
    let entries = instance.children.iter();
    let pair =
        |entry: &Element| Some((entry.get("key")?.to_owned(), entry.get("value")?.to_owned()));
    entries.filter_map(pair).collect()
}
