//! Cameras and lights.

macro_rules! views {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// What the camera follows with its position or its direction.
        cam_mode: i32 [ncam] as Tracking;
        /// The body that the camera is on.
        cam_bodyid: i32 [ncam];
        /// The body that the camera looks at; -1 if it looks at none.
        cam_targetbodyid: i32 [ncam];
        /// Where the camera is in its body's frame.
        cam_pos: Vec3 [ncam] in "m";
        /// How the camera is rotated in its body's frame: it looks along its own -z, y is up.
        cam_quat: Quat [ncam] in "1";
        /// From the centre of mass of the subtree of its target, or of its body if it has none, to
        /// the camera at `qpos0`, in world axes.
        cam_poscom0: Vec3 [ncam] in "m";
        /// From its body's frame to the camera at `qpos0`, in world axes.
        cam_pos0: Vec3 [ncam] in "m";
        /// The camera's axes in the world at `qpos0`, as columns.
        cam_mat0: Mat3 [ncam] in "1";
        /// Whether the camera has no perspective: 1, else 0.
        cam_orthographic: i32 [ncam];
        /// What the camera sees from bottom to top: an angle, or a length if it is orthographic.
        cam_fovy: f64 [ncam] in "deg or m";
        /// Distance between the two eyes of stereoscopic drawing.
        cam_ipd: f64 [ncam] in "m";
        /// Width and height of the image, in pixels.
        cam_resolution: [i32; 2] [ncam];
        /// Width and height of the sensor; 0 where `cam_fovy` says it all.
        cam_sensorsize: [f32; 2] [ncam] in "m";
        /// Focal lengths along x and y, and where the optical axis meets the sensor.
        cam_intrinsic: [f32; 4] [ncam] in "m";
        /// Numbers of the user for the camera, which the engine does not read.
        cam_user: f64 [ncam, nuser_cam] in "any";

        /// What the light follows with its position or its direction.
        light_mode: i32 [nlight] as Tracking;
        /// The body that the light is on.
        light_bodyid: i32 [nlight];
        /// The body that the light shines on; -1 if it follows none.
        light_targetbodyid: i32 [nlight];
        /// Whether the light comes from one direction everywhere, as the sun's, instead of from a
        /// spot.
        light_directional: u8 [nlight];
        /// Whether it casts shadows.
        light_castshadow: u8 [nlight];
        /// Radius of the bulb, for soft shadows.
        light_bulbradius: f32 [nlight] in "m";
        /// Whether the light is on.
        light_active: u8 [nlight];
        /// Where the light is in its body's frame.
        light_pos: Vec3 [nlight] in "m";
        /// Where the light shines to in its body's frame, a unit vector.
        light_dir: Vec3 [nlight] in "1";
        /// From the centre of mass of the subtree of its target, or of its body if it has none, to
        /// the light at `qpos0`, in world axes.
        light_poscom0: Vec3 [nlight] in "m";
        /// From its body's frame to the light at `qpos0`, in world axes.
        light_pos0: Vec3 [nlight] in "m";
        /// Where the light shines to in the world at `qpos0`.
        light_dir0: Vec3 [nlight] in "1";
        /// How light fades with distance d: it is divided by a + b d + c d^2.
        light_attenuation: [f32; 3] [nlight] in "1, 1/m, 1/m^2";
        /// Half the opening of a spot light's cone.
        light_cutoff: f32 [nlight] in "deg";
        /// How a spot light concentrates towards the middle of its cone: 0 is even.
        light_exponent: f32 [nlight] in "1";
        /// Colour that the light adds everywhere: red, green, blue.
        light_ambient: [f32; 3] [nlight] in "1";
        /// Colour that surfaces scatter: red, green, blue.
        light_diffuse: [f32; 3] [nlight] in "1";
        /// Colour that surfaces mirror: red, green, blue.
        light_specular: [f32; 3] [nlight] in "1";
    } };
}
pub(super) use views;
