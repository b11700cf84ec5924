//! Cameras and lights.

use super::{ClassName, Orientation, Source};
use crate::math::Vec3;
use crate::model::codes::Tracking;

/// A camera.
#[doc(alias = "mjsCamera")]
#[derive(Clone, Debug)]
pub struct Camera {
    /// The element's name; empty for none.
    pub name: String,
    /// Where it is in the frame that it stands in, in m.
    pub pos: Vec3,
    /// How it is rotated there: it looks along its -z, y is up.
    pub orientation: Orientation,
    /// What it follows. Default fixed.
    pub mode: Tracking,
    /// The body to look at, for the targeting modes.
    pub target: Option<String>,
    /// Whether it has no perspective.
    pub orthographic: bool,
    /// What it sees from bottom to top: an angle in degrees, or a length if it is orthographic.
    /// Default 45.
    pub fovy: f64,
    /// Distance between the two eyes of stereoscopic drawing, in m. Default 0.068.
    pub ipd: f64,
    /// Width and height of its image, in pixels. Default 1, 1.
    pub resolution: [f32; 2],
    /// Zero where it was not given, as all of the lens data below.
    pub sensor_size: [f32; 2],
    /// Focal lengths along x and y, in m.
    pub focal_length: [f32; 2],
    /// Focal lengths along x and y, in pixels.
    pub focal_pixel: [f32; 2],
    /// Where the optical axis meets the sensor, in m from its centre.
    pub principal_length: [f32; 2],
    /// The same in pixels.
    pub principal_pixel: [f32; 2],
    /// Numbers of the author, which the engine does not read.
    pub user: Vec<f64>,
    /// Frame that the camera stands in: an index into its body's frames.
    pub frame: Option<usize>,
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
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
            class: None,
            source: None,
        }
    }
}

/// A light.
#[doc(alias = "mjsLight")]
#[derive(Clone, Debug)]
pub struct Light {
    /// The element's name; empty for none.
    pub name: String,
    /// Where it is in the frame that it stands in, in m.
    pub pos: Vec3,
    /// Where it shines to in the frame that it stands in. Default -z.
    pub dir: Vec3,
    /// What it follows. Default fixed.
    pub mode: Tracking,
    /// The body to shine at, for the targeting modes.
    pub target: Option<String>,
    /// Whether it is on. Default true.
    pub active: bool,
    /// Whether it comes from one direction everywhere, as the sun's.
    pub directional: bool,
    /// Whether it casts shadows. Default true.
    pub castshadow: bool,
    /// Radius of the bulb, for soft shadows, in m. Default 0.02.
    pub bulbradius: f64,
    /// How it fades with distance d: divided by a + b d + c d^2. Default 1, 0, 0.
    pub attenuation: [f32; 3],
    /// Half the opening of its cone, in degrees. Default 45.
    pub cutoff: f32,
    /// How it concentrates towards the middle of the cone. Default 10.
    pub exponent: f32,
    /// Colour that it adds everywhere. Default black.
    pub ambient: [f32; 3],
    /// Colour that surfaces scatter. Default 0.7 each.
    pub diffuse: [f32; 3],
    /// Colour that surfaces mirror. Default 0.3 each.
    pub specular: [f32; 3],
    /// Frame that the light stands in: an index into its body's frames.
    pub frame: Option<usize>,
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
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
            class: None,
            source: None,
        }
    }
}
