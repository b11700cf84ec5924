//! Sensors of every kind, on what each can be on.

use super::{Element, Feature, Grammar};

/// What a kind of sensor refers to.
#[derive(Clone, Copy)]
enum On {
    Site,
    Joint,
    Ball,
    Tendon,
    Actuator,
    Body,
    Frame,
    /// A frame, perhaps seen from another.
    Relative,
    Geoms,
    SiteAndCamera,
    Nothing,
    Own,
}

const KINDS: [(&str, On); 41] = [
    ("touch", On::Site),
    ("accelerometer", On::Site),
    ("velocimeter", On::Site),
    ("gyro", On::Site),
    ("force", On::Site),
    ("torque", On::Site),
    ("magnetometer", On::Site),
    ("rangefinder", On::Site),
    ("camprojection", On::SiteAndCamera),
    ("jointpos", On::Joint),
    ("jointvel", On::Joint),
    ("jointactuatorfrc", On::Joint),
    ("jointlimitpos", On::Joint),
    ("jointlimitvel", On::Joint),
    ("jointlimitfrc", On::Joint),
    ("ballquat", On::Ball),
    ("ballangvel", On::Ball),
    ("tendonpos", On::Tendon),
    ("tendonvel", On::Tendon),
    ("tendonlimitpos", On::Tendon),
    ("tendonlimitvel", On::Tendon),
    ("tendonlimitfrc", On::Tendon),
    ("actuatorpos", On::Actuator),
    ("actuatorvel", On::Actuator),
    ("actuatorfrc", On::Actuator),
    ("subtreecom", On::Body),
    ("subtreelinvel", On::Body),
    ("subtreeangmom", On::Body),
    ("framepos", On::Relative),
    ("framequat", On::Relative),
    ("framexaxis", On::Relative),
    ("frameyaxis", On::Relative),
    ("framezaxis", On::Relative),
    ("framelinvel", On::Relative),
    ("frameangvel", On::Relative),
    ("framelinacc", On::Frame),
    ("frameangacc", On::Frame),
    ("distance", On::Geoms),
    ("normal", On::Geoms),
    ("fromto", On::Geoms),
    ("clock", On::Nothing),
];

impl Grammar {
    pub(super) fn sensors(&mut self) -> Element {
        let mut section = Element::new("sensor");
        if self.has(Feature::Plugin)
            && let Some(grid) = self.grid()
        {
            self.add_sensor(&mut section, grid);
        }
        if !self.has(Feature::Sensor) {
            return section;
        }
        for _ in 0..self.random.whole(1, 7) {
            let user = ("user", On::Own);
            let (kind, on) = match self.random.one_in(30) {
                true => user,
                false => *self.random.pick(&KINDS).unwrap_or(&user),
            };
            if let Some(sensor) = self.on(Element::new(kind), on) {
                self.add_sensor(&mut section, sensor);
            }
        }
        section
    }

    fn add_sensor(&mut self, section: &mut Element, mut sensor: Element) {
        self.christen(&mut sensor);
        self.fill("sensor", &mut sensor, self.density());
        section.children.push(sensor);
    }

    fn on(&mut self, mut sensor: Element, on: On) -> Option<Element> {
        match on {
            On::Site => sensor.set("site", self.one_of(|grammar| &grammar.sites)?),
            On::Joint if self.asks_for_limit(&sensor) => {
                sensor.set("joint", self.one_of(|grammar| &grammar.limited_joints)?);
            }
            On::Joint => sensor.set("joint", self.one_of(|grammar| &grammar.joints)?),
            On::Tendon if self.asks_for_limit(&sensor) => {
                sensor.set("tendon", self.one_of(|grammar| &grammar.limited_tendons)?);
            }
            On::Ball => sensor.set("joint", self.one_of(|grammar| &grammar.balls)?),
            On::Tendon => sensor.set("tendon", self.one_of(|grammar| &grammar.tendons)?),
            On::Actuator => sensor.set("actuator", self.one_of(|grammar| &grammar.actuators)?),
            On::Body => sensor.set("body", self.one_of(|grammar| &grammar.bodies)?),
            On::Frame => self.frame(&mut sensor, "obj")?,
            On::Relative => {
                self.frame(&mut sensor, "obj")?;
                if self.random.one_in(2) {
                    self.frame(&mut sensor, "ref")?;
                }
            }
            On::Geoms => {
                for number in ["1", "2"] {
                    let (kind, name) = match self.random.one_in(2) {
                        true => ("body", self.one_of(|grammar| &grammar.bodies)?),
                        false => ("geom", self.one_of(|grammar| &grammar.geoms)?),
                    };
                    sensor.set(&format!("{kind}{number}"), name);
                }
                sensor.set("cutoff", self.numbers(1, 0.05, 1.5));
            }
            On::SiteAndCamera => {
                sensor.set("site", self.one_of(|grammar| &grammar.sites)?);
                sensor.set("camera", self.one_of(|grammar| &grammar.cameras)?);
            }
            On::Nothing => {}
            On::Own => {
                sensor.set("dim", *self.random.pick(&["1", "2", "3", "4"])?);
                if self.random.one_in(2) {
                    self.frame(&mut sensor, "obj")?;
                }
            }
        }
        Some(sensor)
    }

    /// Whether it measures a limit, which its object must have; now and then that is forgotten.
    fn asks_for_limit(&mut self, sensor: &Element) -> bool {
        sensor.name.contains("limit") && !self.random.one_in(30)
    }

    /// An object with a frame, as `objtype` and `objname` or as `reftype` and `refname`.
    fn frame(&mut self, sensor: &mut Element, prefix: &str) -> Option<()> {
        let (kind, name) = match self.random.below(5) {
            0 => ("body", self.one_of(|grammar| &grammar.bodies)?),
            1 => ("xbody", self.one_of(|grammar| &grammar.bodies)?),
            2 => ("geom", self.one_of(|grammar| &grammar.geoms)?),
            3 => ("camera", self.one_of(|grammar| &grammar.cameras)?),
            _ => ("site", self.one_of(|grammar| &grammar.sites)?),
        };
        sensor.set(&format!("{prefix}type"), kind);
        sensor.set(&format!("{prefix}name"), name);
        Some(())
    }
}
