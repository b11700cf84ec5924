//! Cameras and lights.

use super::{Orientation, Source};
use crate::math::Vec3;
use crate::model::codes::Tracking;

/// A camera.
#[derive(Clone, Debug)]
pub struct Camera {
    pub name: String,
    pub pos: Vec3,
    pub orientation: Orientation,
    pub mode: Tracking,
    /// The body to look at, for the targeting modes.
    pub target: Option<String>,
    pub orthographic: bool,
    pub fovy: f64,
    pub ipd: f64,
    pub resolution: [f32; 2],
    /// Zero where it was not given, as all of the lens data below.
    pub sensor_size: [f32; 2],
    pub focal_length: [f32; 2],
    pub focal_pixel: [f32; 2],
    pub principal_length: [f32; 2],
    pub principal_pixel: [f32; 2],
    pub user: Vec<f64>,
    /// Frame that the camera stands in: an index into its body's frames.
    pub frame: Option<usize>,
    pub source: Source,
}

impl Default for Camera {
    fn default() -> Self {
        Camera {
            name: String::new(),
            pos: Vec3::zeros(),
            orientation: Orientation::default(),
            mode: Tracking::Fixed,
            target: None,
            orthographic: false,
            fovy: 45.0,
            ipd: 0.068,
            resolution: [1.0; 2],
            sensor_size: [0.0; 2],
            focal_length: [0.0; 2],
            focal_pixel: [0.0; 2],
            principal_length: [0.0; 2],
            principal_pixel: [0.0; 2],
            user: Vec::new(),
            frame: None,
            source: None,
        }
    }
}

/// A light.
#[derive(Clone, Debug)]
pub struct Light {
    pub name: String,
    pub pos: Vec3,
    pub dir: Vec3,
    pub mode: Tracking,
    /// The body to shine at, for the targeting modes.
    pub target: Option<String>,
    pub active: bool,
    pub directional: bool,
    pub castshadow: bool,
    pub bulbradius: f64,
    pub attenuation: [f32; 3],
    pub cutoff: f32,
    pub exponent: f32,
    pub ambient: [f32; 3],
    pub diffuse: [f32; 3],
    pub specular: [f32; 3],
    /// Frame that the light stands in: an index into its body's frames.
    pub frame: Option<usize>,
    pub source: Source,
}

impl Default for Light {
    fn default() -> Self {
        Light {
            name: String::new(),
            pos: Vec3::zeros(),
            dir: Vec3::new(0.0, 0.0, -1.0),
            mode: Tracking::Fixed,
            target: None,
            active: true,
            directional: false,
            castshadow: true,
            bulbradius: 0.02,
            attenuation: [1.0, 0.0, 0.0],
            cutoff: 45.0,
            exponent: 10.0,
            ambient: [0.0; 3],
            diffuse: [0.7; 3],
            specular: [0.3; 3],
            frame: None,
            source: None,
        }
    }
}
