//! `mujoco.sensor.touch_grid`: contact forces as seen from a site, in bins of two angles.
//!
//! The site looks along its negative z axis. Azimuth is `atan2(x, -z)`, elevation
//! `atan2(y, sqrt(x^2 + z^2))`; a bin sums the forces of its contacts, normal first.

use std::f64::consts::PI;

use super::number::{is_number, number, numbers};
use crate::data::plugin::{Capability, Plugin, PluginConfig, PluginInstance};
use crate::math::{Mat3, Vec3};
use crate::model::{NeedStage, ObjectType, SensorType};
use crate::pipeline::constraint::contact_force;
use crate::{Data, Model};

#[derive(Debug)]
pub(super) struct TouchGridPlugin;

impl Plugin for TouchGridPlugin {
    fn name(&self) -> &str {
        "mujoco.sensor.touch_grid"
    }

    fn attributes(&self) -> &[&str] {
        &["nchannel", "size", "fov", "gamma"]
    }

    fn capabilities(&self) -> &[Capability] {
        &[Capability::Sensor]
    }

    fn needstage(&self) -> NeedStage {
        NeedStage::Acc
    }

    fn sensor_size(&self, config: &PluginConfig) -> Result<usize, String> {
        let channels = channels(config)?;
        let [across, up] = size(config)?;
        let cells = across.checked_mul(up).and_then(|n| n.checked_mul(channels));
        cells.ok_or_else(|| "`size` is too large".to_owned())
    }

    fn start(
        &self,
        model: &Model,
        _: &mut Data,
        instance: usize,
    ) -> Result<Box<dyn PluginInstance>, String> {
        let config = model.plugin_config(self, instance);
        for name in ["gamma", "nchannel"] {
            if !is_number(config.get(name)) {
                return Err(format!("`{name}` is no number"));
            }
        }
        let size = size(&config)?;
        let fov = field_of_view(&config)?;
        let gamma = number(config.get("gamma"));
        if !(0.0..=1.0).contains(&gamma) {
            return Err("`gamma` is not between 0 and 1".to_owned());
        }
        let own = |&i: &usize| {
            model.sensor_type[i] == SensorType::Plugin as i32
                && model.sensor_plugin[i] == instance as i32
        };
        let mut sensors = (0..model.nsensor).filter(own);
        if sensors
            .clone()
            .any(|i| model.sensor_objtype[i] != ObjectType::Site as i32)
        {
            return Err("the sensor is not on a site".to_owned());
        }
        let sensor = sensors.next().ok_or("no sensor uses the instance")?;
        Ok(Box::new(TouchGrid {
            sensor,
            channels: channels(&config)?,
            edges: [edges(size[0], fov[0], gamma), edges(size[1], fov[1], gamma)],
        }))
    }
}

fn channels(config: &PluginConfig) -> Result<usize, String> {
    match number(config.get("nchannel")) as i32 {
        0 => Ok(1),
        given @ 1..=6 => Ok(given as usize),
        _ => Err("`nchannel` is not between 1 and 6".to_owned()),
    }
}

fn size(config: &PluginConfig) -> Result<[usize; 2], String> {
    let wrong = || "`size` is not two positive numbers with one space between them".to_owned();
    match numbers(config.get("size"))[..] {
        [across, up] if across >= 1.0 && up >= 1.0 => {
            let whole = |n: f64| usize::try_from(n as i32).map_err(|_| wrong());
            Ok([whole(across)?, whole(up)?])
        }
        _ => Err(wrong()),
    }
}

fn field_of_view(config: &PluginConfig) -> Result<[f64; 2], String> {
    match numbers(config.get("fov"))[..] {
        [across, up] => {
            if across <= 0.0 || across > 180.0 {
                return Err("the first number of `fov` is not within 0 and 180 degrees".to_owned());
            }
            if up <= 0.0 || up > 90.0 {
                return Err("the second number of `fov` is not within 0 and 90 degrees".to_owned());
            }
            Ok([across, up])
        }
        _ => Err("`fov` is not two numbers with one space between them".to_owned()),
    }
}

/// The edges of bins over an angle, narrower in the middle the larger `gamma` is.
fn edges(bins: usize, degrees: f64, gamma: f64) -> Vec<f64> {
    let step = 2.0 / bins as f64;
    let scale = degrees * PI / 180.0;
    let mut place = -1.0_f64;
    let mut edges = Vec::with_capacity(bins + 1);
    for _ in 0..=bins {
        let bent = if gamma == 0.0 {
            place
        } else {
            gamma * place.powf(5.0) + (1.0 - gamma) * place
        };
        edges.push(bent * scale);
        place += step;
    }
    edges
}

/// The bin that a value is in: it belongs to the one whose upper edge it does not exceed.
fn bin(edges: &[f64], value: f64) -> Option<usize> {
    let (mut low, mut high) = (0, edges.len());
    while low < high {
        let middle = low.midpoint(high);
        if value <= edges[middle] {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    (low < edges.len()).then(|| low.checked_sub(1)).flatten()
}

#[derive(Clone, Debug)]
struct TouchGrid {
    sensor: usize,
    channels: usize,
    /// Edges of the bins, across and up.
    edges: [Vec<f64>; 2],
}

impl PluginInstance for TouchGrid {
    fn boxed_clone(&self) -> Box<dyn PluginInstance> {
        Box::new(self.clone())
    }

    fn compute(&mut self, model: &Model, data: &mut Data, _: Capability) {
        let start = model.sensor_adr[self.sensor] as usize;
        let count = model.sensor_dim[self.sensor] as usize;
        let mut readings = std::mem::take(&mut data.sensordata);
        let own = &mut readings[start..start + count];
        own.fill(0.0);
        let site = model.sensor_objid[self.sensor] as usize;
        let weld = |body: i32| model.body_weldid.get(body as usize).map_or(0, |&weld| weld);
        let parent = weld(model.site_bodyid[site]);
        for (id, contact) in data.contact.iter().enumerate() {
            let [body1, body2] = contact.geom.map(|geom| body_of(model, geom));
            if weld(body1) != weld(parent) && weld(body2) != weld(parent) {
                continue;
            }
            let (frame, pose) = (&contact.frame, &data.site_xmat[site]);
            let place = pose.tr_mul_vec(&(contact.pos - data.site_xpos[site]));
            let Some(cell) = self.cell(&place) else {
                continue;
            };
            let force = seen_from(pose, frame, contact_force(model, data, id));
            let cells = count / self.channels;
            // Forces push the body with the larger number.
            let sign = if parent < body1.max(body2) { -1.0 } else { 1.0 };
            for (channel, force) in force.iter().enumerate().take(self.channels) {
                own[channel * cells + cell] += if sign < 0.0 { force * sign } else { *force };
            }
        }
        data.sensordata = readings;
    }
}

impl TouchGrid {
    /// The bin of a place in the site's frame.
    fn cell(&self, place: &Vec3) -> Option<usize> {
        let (x, y, z) = (place.x, place.y, place.z);
        let azimuth = x.atan2(-z);
        let elevation = y.atan2((x * x + z * z).sqrt());
        let across = bin(&self.edges[0], azimuth)?;
        let up = bin(&self.edges[1], elevation)?;
        Some(up * (self.edges[0].len() - 1) + across)
    }
}

/// The body of a geom; for the side of a flex, which has none, what MuJoCo takes for it.
///
/// It reads the number in front of `geom_bodyid`. Arrays begin at multiples of 64 bytes with zeros
/// between them, so that this is the world, or the last of `geom_condim` where that leaves no gap.
/// Such a number beyond the last body is in a gap again, and its weld 0.
fn body_of(model: &Model, geom: i32) -> i32 {
    const INTEGERS_TO_A_GAP: usize = 16;
    match usize::try_from(geom) {
        Ok(geom) => model.geom_bodyid[geom],
        Err(_) if model.ngeom.is_multiple_of(INTEGERS_TO_A_GAP) => {
            model.geom_condim.last().copied().unwrap_or(0)
        }
        Err(_) => 0,
    }
}

/// Force and torque of a contact in the site's frame, each with its normal part first.
fn seen_from(site: &Mat3, frame: &Mat3, force: [f64; 6]) -> [f64; 6] {
    let turned = |part: &[f64]| {
        let world = frame.tr_mul_vec(&Vec3::from_column_slice(part));
        let local = site.tr_mul_vec(&world);
        [local.z, local.x, local.y]
    };
    let [a, b, c] = turned(&force[..3]);
    let [d, e, f] = turned(&force[3..]);
    [a, b, c, d, e, f]
}
