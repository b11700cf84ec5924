//! Physics options and model statistics.

use super::*;
use crate::math::Vec3;

/// A struct of settings from its table: members, documentation, and reflection by name.
macro_rules! struct_fields {
    (
        $(#[$doc:meta])*
        $struct:ident as $prefix:literal { $(
            $(#[doc = $text:literal])+
            $name:ident: $row:tt $(in $unit:tt)? $(as $code:ident)? $(=> $absent:ident)?;
        )* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $struct {
            $(
                $(#[doc = $text])+
                #[doc = ""]
                #[doc = table::meaning!($(in $unit)? $(as $code)?)]
                pub $name: $row,
            )*
        }

        impl $struct {
            /// The members, in MuJoCo's order.
            #[doc(hidden)]
            pub const FIELDS: &[FieldInfo] = &[$(FieldInfo {
                owner: Owner::Model,
                name: concat!($prefix, ".", stringify!($name)),
                elem: <$row as Row>::ELEM,
                dims: [reflect::constant(<$row as Row>::COLS), None],
                stage: None,
                computed: table::computed!($($absent)?),
                doc: table::text!($($text)+),
                unit: table::unit!($($unit)?),
            },)*];

            /// The bytes of a member, by its name in [`Self::FIELDS`], to be written.
            #[doc(hidden)]
            pub fn bytes_mut(&mut self, name: &str) -> Option<&mut [u8]> {
                match name {
                    $(concat!($prefix, ".", stringify!($name)) => Some(bytemuck::bytes_of_mut(&mut self.$name)),)*
                    _ => None,
                }
            }

            /// The members that the engine computes.
            #[doc(hidden)]
            pub fn fields(&self) -> impl Iterator<Item = Field<'_>> + '_ {
                let values = [$(<$row as Row>::values(std::slice::from_ref(&self.$name)),)*];
                Self::FIELDS.iter().zip(values).filter(|(info, _)| info.computed).map(|(info, values)| {
                    let shape = if info.dims[0].is_none() { Shape::SCALAR } else { Shape::vector(values.len()) };
                    Field { info, shape, values }
                })
            }
        }
    };
}

pub(super) use struct_fields;

struct_fields! {
    /// Physics options: MuJoCo's `mjOption`.
    #[doc(alias = "mjOption")]
    Opt as "opt" {
        /// How far a step advances the time. Default 0.002.
        timestep: f64 in "s";
        /// How often a remote program is served; the engine does not read it. Default 100.
        apirate: f64 in "Hz";
        /// How much harder friction is than the normal direction of a contact, for elliptic cones.
        /// Default 1.
        impratio: f64 in "1";
        /// The solver stops once an iteration improves the scaled cost by less than this, or its
        /// scaled gradient is smaller. Default 1e-8.
        tolerance: f64 in "1";
        /// How flat the cost must be for a line search of CG or Newton to end, relative to the
        /// start. Default 0.01.
        ls_tolerance: f64 in "1";
        /// The iterations against slip stop once one improves by less than this. Default 1e-6.
        noslip_tolerance: f64 in "1";
        /// How exactly convex geoms are tested for contact. Default 1e-6.
        ccd_tolerance: f64 in "m";
        /// Density of the medium around the bodies, for lift and drag; 0 for none. Default 0.
        density: f64 in "kg/m^3";
        /// Viscosity of the medium; 0 for none. Default 0.
        viscosity: f64 in "Pa s";
        /// The margin of all contacts while overrides are enabled, instead of their own. Default 0.
        o_margin: f64 in "m";
        /// How the state is advanced. Default Euler.
        integrator: i32 as Integrator;
        /// The shape of friction cones. Default pyramidal.
        cone: i32 as Cone;
        /// Whether Jacobians are stored dense or sparse. Default automatic.
        jacobian: i32 as JacobianType;
        /// Which algorithm solves the constraints. Default Newton.
        solver: i32 as Solver;
        /// The most iterations of the constraint solver. Default 100.
        iterations: i32;
        /// The most evaluations of a line search of CG or Newton. Default 50.
        ls_iterations: i32;
        /// The most iterations against slip after the solver; 0 switches them off. Default 0.
        noslip_iterations: i32;
        /// The most iterations of a contact test between convex geoms. Default 50.
        ccd_iterations: i32;
        /// What is switched off, as bits. Default none.
        disableflags: i32 as DisableFlags;
        /// What is switched on that usually is off, as bits. Default none.
        enableflags: i32 as EnableFlags;
        /// Which groups of actuators are switched off: bit i for group i. Default none.
        disableactuator: i32;
        /// From how many points a contact of signed distance fields is looked for. Default 40.
        sdf_initpoints: i32;
        /// The most steps of gradient descent from each of those points. Default 10.
        sdf_iterations: i32;
        /// Gravitational acceleration, in the world. Default 0, 0, -9.81.
        gravity: Vec3 in "m/s^2";
        /// Velocity of the medium, in the world. Default 0.
        wind: Vec3 in "m/s";
        /// Magnetic flux, in the world, for magnetometers. Default 0, -0.5, 0.
        magnetic: Vec3 in "T";
        /// `solref` of all contacts while overrides are enabled. Default 0.02, 1.
        o_solref: [f64; NREF] in "s, 1";
        /// `solimp` of all contacts while overrides are enabled. Default 0.9, 0.95, 0.001, 0.5, 2.
        o_solimp: [f64; NIMP] in "1, 1, m, 1, 1";
        /// Friction of all contacts while overrides are enabled: sliding along two tangents,
        /// spinning, rolling about two tangents. Default 1, 1, 0.005, 0.0001, 0.0001.
        o_friction: [f64; 5] in "1, 1, m, m, m";
    }
}

impl Default for Opt {
    /// MuJoCo 3.2.6's default options.
    #[doc(alias = "mj_defaultOption")]
    fn default() -> Opt {
        Opt {
            timestep: 0.002,
            apirate: 100.0,
            impratio: 1.0,
            tolerance: 1e-8,
            ls_tolerance: 0.01,
            noslip_tolerance: 1e-6,
            ccd_tolerance: 1e-6,
            density: 0.0,
            viscosity: 0.0,
            o_margin: 0.0,
            integrator: Integrator::default().code(),
            cone: Cone::default().code(),
            jacobian: JacobianType::default().code(),
            solver: Solver::default().code(),
            iterations: 100,
            ls_iterations: 50,
            noslip_iterations: 0,
            ccd_iterations: 50,
            disableflags: 0,
            enableflags: 0,
            disableactuator: 0,
            sdf_initpoints: 40,
            sdf_iterations: 10,
            gravity: Vec3::new(0.0, 0.0, -9.81),
            wind: Vec3::zeros(),
            magnetic: Vec3::new(0.0, -0.5, 0.0),
            o_solref: DEFAULT_SOLREF,
            o_solimp: DEFAULT_SOLIMP,
            o_friction: [1.0, 1.0, 0.005, 0.0001, 0.0001],
        }
    }
}

struct_fields! {
    /// Model statistics: MuJoCo's `mjStatistic`.
    #[doc(alias = "mjStatistic")]
    #[derive(Default)]
    Statistic as "stat" {
        /// Mean of the diagonal of the inertia matrix at `qpos0`. The solver's tolerances are
        /// relative to it.
        meaninertia: f64 in "kg or kg m^2";
        /// Mean mass of the bodies without the world.
        meanmass: f64 in "kg";
        /// Mean size of the bodies without the world.
        meansize: f64 in "m";
        /// How large the model is at `qpos0`: the longest side of the box around it.
        extent: f64 in "m";
        /// Centre of the box around the model at `qpos0`, in the world.
        center: Vec3 in "m";
    }
}
