//! How a model is drawn: MuJoCo's `mjVisual`. The engine draws nothing; it keeps the author's settings
//! for viewers, and two of them count: whether visited bounding volumes are marked, and the near
//! clipping distance, which stands in for the focal length of a camera.

use super::option::struct_fields;
use super::*;

/// Settings for viewers, laid out in memory as MuJoCo has them.
#[doc(alias = "mjVisual")]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Visual {
    /// Settings of the free camera, the window and what is shown.
    pub global: Global,
    /// How finely things are drawn.
    pub quality: Quality,
    /// The light at the camera.
    pub headlight: Headlight,
    /// From quantities of the simulation to what is drawn.
    pub map: Mapping,
    /// Sizes of what is drawn beside the model, as multiples of the mean size of bodies.
    pub scale: Scale,
    /// Colours of what is drawn beside the model: red, green, blue, opacity.
    pub rgba: Colours,
}

impl Visual {
    /// The names of the parts, in MuJoCo's order.
    pub const PARTS: [&'static str; 6] = ["global", "quality", "headlight", "map", "scale", "rgba"];

    /// The members of a part, in MuJoCo's order.
    #[doc(hidden)]
    pub fn fields(&self, part: &str) -> Vec<Field<'_>> {
        match part {
            "global" => self.global.fields().collect(),
            "quality" => self.quality.fields().collect(),
            "headlight" => self.headlight.fields().collect(),
            "map" => self.map.fields().collect(),
            "scale" => self.scale.fields().collect(),
            "rgba" => self.rgba.fields().collect(),
            _ => Vec::new(),
        }
    }

    #[doc(hidden)]
    /// The bytes of a member, by its name such as `vis.map.znear`, to be written.
    pub fn bytes_mut(&mut self, name: &str) -> Option<&mut [u8]> {
        match name.split('.').nth(1)? {
            "global" => self.global.bytes_mut(name),
            "quality" => self.quality.bytes_mut(name),
            "headlight" => self.headlight.bytes_mut(name),
            "map" => self.map.bytes_mut(name),
            "scale" => self.scale.bytes_mut(name),
            "rgba" => self.rgba.bytes_mut(name),
            _ => None,
        }
    }
}

struct_fields! {
    /// Settings of the free camera, the window and what is shown.
    #[repr(C)]
    #[derive(Copy, bytemuck::Pod, bytemuck::Zeroable)]
    Global as "vis.global" {
        /// Whether the free camera shows things without perspective. Default 0.
        orthographic: i32;
        /// How much the free camera sees from bottom to top: an angle, or a length without
        /// perspective. Default 45.
        fovy: f32 in "deg or m";
        /// Distance between the eyes of the free camera, for stereoscopic pictures. Default 0.068.
        ipd: f32 in "m";
        /// In which direction the free camera looks at the start, about the vertical. Default 90.
        azimuth: f32 in "deg";
        /// How steeply the free camera looks at the start; downwards is negative. Default -45.
        elevation: f32 in "deg";
        /// Width of lines of wireframes and of rays, in pixels. Default 1.
        linewidth: f32 in "1";
        /// How much a selected body shines by itself. Default 0.3.
        glow: f32 in "1";
        /// How fast a viewer lets time pass at the start: 1 is real time. Default 1.
        realtime: f32 in "1";
        /// Columns of the picture that is drawn without a window. Default 640.
        offwidth: i32;
        /// Rows of the picture that is drawn without a window. Default 480.
        offheight: i32;
        /// Whether inertia is shown by ellipsoids instead of boxes. Default 0.
        ellipsoidinertia: i32;
        /// Whether collision marks the bounding volumes that it visits, so that they can be shown.
        /// Default 1.
        bvactive: i32;
    }
}

impl Default for Global {
    fn default() -> Global {
        Global {
            orthographic: 0,
            fovy: 45.0,
            ipd: 0.068,
            azimuth: 90.0,
            elevation: -45.0,
            linewidth: 1.0,
            glow: 0.3,
            realtime: 1.0,
            offwidth: 640,
            offheight: 480,
            ellipsoidinertia: 0,
            bvactive: 1,
        }
    }
}

struct_fields! {
    /// How finely things are drawn.
    #[repr(C)]
    #[derive(Copy, bytemuck::Pod, bytemuck::Zeroable)]
    Quality as "vis.quality" {
        /// Rows and columns of the map of shadows. Default 4096.
        shadowsize: i32;
        /// Samples per pixel of a picture that is drawn without a window. Default 4.
        offsamples: i32;
        /// Slices around the axis of round shapes. Default 28.
        numslices: i32;
        /// Rings along the axis of round shapes. Default 16.
        numstacks: i32;
        /// Rectangles along each edge of a box. Default 4.
        numquads: i32;
    }
}

impl Default for Quality {
    fn default() -> Quality {
        Quality {
            shadowsize: 4096,
            offsamples: 4,
            numslices: 28,
            numstacks: 16,
            numquads: 4,
        }
    }
}

struct_fields! {
    /// The light at the camera.
    #[repr(C)]
    #[derive(Copy, bytemuck::Pod, bytemuck::Zeroable)]
    Headlight as "vis.headlight" {
        /// Colour of its light that comes from everywhere. Default 0.1, 0.1, 0.1.
        ambient: [f32; 3] in "1";
        /// Colour of its light that surfaces scatter. Default 0.4, 0.4, 0.4.
        diffuse: [f32; 3] in "1";
        /// Colour of its light that surfaces mirror. Default 0.5, 0.5, 0.5.
        specular: [f32; 3] in "1";
        /// Whether the light at the camera is on. Default 1.
        active: i32;
    }
}

impl Default for Headlight {
    fn default() -> Headlight {
        Headlight {
            ambient: [0.1; 3],
            diffuse: [0.4; 3],
            specular: [0.5; 3],
            active: 1,
        }
    }
}

struct_fields! {
    /// From quantities of the simulation to what is drawn.
    #[repr(C)]
    #[derive(Copy, bytemuck::Pod, bytemuck::Zeroable)]
    Mapping as "vis.map" {
        /// How strongly a body is pulled by the mouse, per distance and mean mass. Default 100.
        stiffness: f32 in "1";
        /// How strongly a body is turned by the mouse, per angle and mean inertia. Default 500.
        stiffnessrot: f32 in "1";
        /// Length of a drawn force per newton. Default 0.005.
        force: f32 in "m/N";
        /// Length of a drawn torque per newton metre. Default 0.1.
        torque: f32 in "1/N";
        /// What opacity is multiplied by where everything is shown transparent. Default 0.3.
        alpha: f32 in "1";
        /// How far away fog begins, as a multiple of the model's extent. Default 3.
        fogstart: f32 in "1";
        /// How far away fog hides everything, as a multiple of the model's extent. Default 10.
        fogend: f32 in "1";
        /// How near the camera something can be seen, as a multiple of the model's extent; it
        /// stands in for the focal length of a camera without a sensor. Default 0.01.
        znear: f32 in "1";
        /// How far away something can be seen, as a multiple of the model's extent. Default 50.
        zfar: f32 in "1";
        /// The part of the sky that haze covers where it meets a plane. Default 0.3.
        haze: f32 in "1";
        /// How far from the centre directional lights cast shadows, as a multiple of the model's
        /// extent. Default 1.
        shadowclip: f32 in "1";
        /// The part of a spot light's cone in which it casts shadows. Default 0.6.
        shadowscale: f32 in "1";
        /// What the width of a tendon is multiplied by where its actuator is shown. Default 2.
        actuatortendon: f32 in "1";
    }
}

impl Default for Mapping {
    fn default() -> Mapping {
        Mapping {
            stiffness: 100.0,
            stiffnessrot: 500.0,
            force: 0.005,
            torque: 0.1,
            alpha: 0.3,
            fogstart: 3.0,
            fogend: 10.0,
            znear: 0.01,
            zfar: 50.0,
            haze: 0.3,
            shadowclip: 1.0,
            shadowscale: 0.6,
            actuatortendon: 2.0,
        }
    }
}

struct_fields! {
    /// Sizes of what is drawn beside the model, as multiples of the mean size of bodies.
    #[repr(C)]
    #[derive(Copy, bytemuck::Pod, bytemuck::Zeroable)]
    Scale as "vis.scale" {
        /// Width of the arrow of a force. Default 0.1.
        forcewidth: f32 in "1";
        /// Width of the disc of a contact. Default 0.3.
        contactwidth: f32 in "1";
        /// Height of the disc of a contact. Default 0.1.
        contactheight: f32 in "1";
        /// Width of the capsules that connect bodies and joints. Default 0.2.
        connect: f32 in "1";
        /// Radius of a centre of mass. Default 0.4.
        com: f32 in "1";
        /// Size of the symbol of a camera. Default 0.3.
        camera: f32 in "1";
        /// Size of the symbol of a light. Default 0.3.
        light: f32 in "1";
        /// Size of the point that was selected. Default 0.2.
        selectpoint: f32 in "1";
        /// Length of the arrow of a joint. Default 1.
        jointlength: f32 in "1";
        /// Width of the arrow of a joint. Default 0.1.
        jointwidth: f32 in "1";
        /// Length of the symbol of an actuator. Default 0.7.
        actuatorlength: f32 in "1";
        /// Width of the symbol of an actuator. Default 0.2.
        actuatorwidth: f32 in "1";
        /// Length of the axes of a frame. Default 1.
        framelength: f32 in "1";
        /// Width of the axes of a frame. Default 0.1.
        framewidth: f32 in "1";
        /// Width of the line of a violated constraint. Default 0.1.
        constraint: f32 in "1";
        /// Width of the symbol of a slider-crank. Default 0.2.
        slidercrank: f32 in "1";
        /// How far away the end of a camera's view is drawn. Default 10.
        frustum: f32 in "1";
    }
}

impl Default for Scale {
    fn default() -> Scale {
        Scale {
            forcewidth: 0.1,
            contactwidth: 0.3,
            contactheight: 0.1,
            connect: 0.2,
            com: 0.4,
            camera: 0.3,
            light: 0.3,
            selectpoint: 0.2,
            jointlength: 1.0,
            jointwidth: 0.1,
            actuatorlength: 0.7,
            actuatorwidth: 0.2,
            framelength: 1.0,
            framewidth: 0.1,
            constraint: 0.1,
            slidercrank: 0.2,
            frustum: 10.0,
        }
    }
}

struct_fields! {
    /// Colours of what is drawn beside the model: red, green, blue, opacity.
    #[repr(C)]
    #[derive(Copy, bytemuck::Pod, bytemuck::Zeroable)]
    Colours as "vis.rgba" {
        /// Colour of distant things in fog. Default 0, 0, 0, 1.
        fog: [f32; 4] in "1";
        /// Colour of the haze at the horizon. Default 1, 1, 1, 1.
        haze: [f32; 4] in "1";
        /// Colour of the arrow of an applied force. Default 1, 0.5, 0.5, 1.
        force: [f32; 4] in "1";
        /// Colour of the box or ellipsoid of an inertia. Default 0.8, 0.2, 0.2, 0.6.
        inertia: [f32; 4] in "1";
        /// Colour of the arrow of a joint. Default 0.2, 0.6, 0.8, 1.
        joint: [f32; 4] in "1";
        /// Colour of an actuator that is at rest. Default 0.2, 0.25, 0.2, 1.
        actuator: [f32; 4] in "1";
        /// Colour of an actuator at its lowest. Default 0.2, 0.6, 0.9, 1.
        actuatornegative: [f32; 4] in "1";
        /// Colour of an actuator at its highest. Default 0.9, 0.4, 0.2, 1.
        actuatorpositive: [f32; 4] in "1";
        /// Colour of a centre of mass. Default 0.9, 0.9, 0.9, 1.
        com: [f32; 4] in "1";
        /// Colour of the symbol of a camera. Default 0.6, 0.9, 0.6, 1.
        camera: [f32; 4] in "1";
        /// Colour of the symbol of a light. Default 0.6, 0.6, 0.9, 1.
        light: [f32; 4] in "1";
        /// Colour of the point that was selected. Default 0.9, 0.9, 0.1, 1.
        selectpoint: [f32; 4] in "1";
        /// Colour of the capsules that connect bodies and joints. Default 0.2, 0.2, 0.8, 1.
        connect: [f32; 4] in "1";
        /// Colour of the disc of a contact. Default 0.9, 0.6, 0.2, 1.
        contactpoint: [f32; 4] in "1";
        /// Colour of the arrow of a contact's force. Default 0.7, 0.9, 0.9, 1.
        contactforce: [f32; 4] in "1";
        /// Colour of the arrow of a contact's friction. Default 0.9, 0.8, 0.4, 1.
        contactfriction: [f32; 4] in "1";
        /// Colour of the arrow of a contact's torque. Default 0.9, 0.7, 0.9, 1.
        contacttorque: [f32; 4] in "1";
        /// Colour of a contact in its gap, without force. Default 0.5, 0.8, 0.9, 1.
        contactgap: [f32; 4] in "1";
        /// Colour of the ray of a rangefinder. Default 1, 1, 0.1, 1.
        rangefinder: [f32; 4] in "1";
        /// Colour of the line of a violated constraint. Default 0.9, 0, 0, 1.
        constraint: [f32; 4] in "1";
        /// Colour of the symbol of a slider-crank. Default 0.5, 0.3, 0.8, 1.
        slidercrank: [f32; 4] in "1";
        /// Colour of a slider-crank that is stretched too far. Default 0.9, 0, 0, 1.
        crankbroken: [f32; 4] in "1";
        /// Colour of what a camera sees. Default 1, 1, 0, 0.2.
        frustum: [f32; 4] in "1";
        /// Colour of bounding volumes. Default 0, 1, 0, 0.5.
        bv: [f32; 4] in "1";
        /// Colour of the bounding volumes that collision visited. Default 1, 0, 0, 0.5.
        bvactive: [f32; 4] in "1";
    }
}

impl Default for Colours {
    fn default() -> Colours {
        Colours {
            fog: [0.0, 0.0, 0.0, 1.0],
            haze: [1.0; 4],
            force: [1.0, 0.5, 0.5, 1.0],
            inertia: [0.8, 0.2, 0.2, 0.6],
            joint: [0.2, 0.6, 0.8, 1.0],
            actuator: [0.2, 0.25, 0.2, 1.0],
            actuatornegative: [0.2, 0.6, 0.9, 1.0],
            actuatorpositive: [0.9, 0.4, 0.2, 1.0],
            com: [0.9, 0.9, 0.9, 1.0],
            camera: [0.6, 0.9, 0.6, 1.0],
            light: [0.6, 0.6, 0.9, 1.0],
            selectpoint: [0.9, 0.9, 0.1, 1.0],
            connect: [0.2, 0.2, 0.8, 1.0],
            contactpoint: [0.9, 0.6, 0.2, 1.0],
            contactforce: [0.7, 0.9, 0.9, 1.0],
            contactfriction: [0.9, 0.8, 0.4, 1.0],
            contacttorque: [0.9, 0.7, 0.9, 1.0],
            contactgap: [0.5, 0.8, 0.9, 1.0],
            rangefinder: [1.0, 1.0, 0.1, 1.0],
            constraint: [0.9, 0.0, 0.0, 1.0],
            slidercrank: [0.5, 0.3, 0.8, 1.0],
            crankbroken: [0.9, 0.0, 0.0, 1.0],
            frustum: [1.0, 1.0, 0.0, 0.2],
            bv: [0.0, 1.0, 0.0, 0.5],
            bvactive: [1.0, 0.0, 0.0, 0.5],
        }
    }
}
