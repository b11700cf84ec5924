//! `compiler`, `option`, `size` and `statistic`.

use super::Writer;
use super::element::Element;
use crate::model::{Cone, DisableFlags, EnableFlags, Integrator, JacobianType, Opt, Solver};

impl Writer<'_> {
    pub(super) fn compiler(&self) -> Element {
        let (compiler, paths) = (&self.spec.compiler, &self.spec.paths);
        let mut out = Element::new("compiler");
        out.text("angle", "radian");
        out.text("meshdir", with_separator(&paths.meshes));
        out.text("texturedir", with_separator(&paths.textures));
        out.flag("usethread", compiler.usethread, true);
        if compiler.boundmass != 0.0 {
            out.given("boundmass", &[compiler.boundmass]);
        }
        if compiler.boundinertia != 0.0 {
            out.given("boundinertia", &[compiler.boundinertia]);
        }
        out.flag("alignfree", compiler.alignfree, false);
        out.flag("autolimits", compiler.autolimits, true);
        out
    }

    pub(super) fn option(&self) -> Element {
        let (opt, usual) = (&self.model.opt, Opt::default());
        let mut out = Element::new("option");
        macro_rules! numbers {
            ($($name:ident)*) => {
                $(out.number(stringify!($name), opt.$name, usual.$name);)*
            };
        }
        macro_rules! vectors {
            ($($name:ident)*) => {
                $(out.numbers(stringify!($name), &opt.$name[..], &usual.$name[..]);)*
            };
        }
        numbers!(timestep apirate impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance);
        out.numbers("gravity", opt.gravity.as_slice(), usual.gravity.as_slice());
        out.numbers("wind", opt.wind.as_slice(), usual.wind.as_slice());
        out.numbers(
            "magnetic",
            opt.magnetic.as_slice(),
            usual.magnetic.as_slice(),
        );
        numbers!(density viscosity o_margin);
        vectors!(o_solref o_solimp o_friction);
        macro_rules! words {
            ($($name:ident $kind:ident)*) => {$(
                if opt.$name != usual.$name {
                    let kind = $kind::from_code(opt.$name);
                    out.text(stringify!($name), kind.map_or("", $kind::name));
                }
            )*};
        }
        words!(integrator Integrator cone Cone jacobian JacobianType solver Solver);
        macro_rules! counts {
            ($($name:ident)*) => {
                $(out.int(stringify!($name), opt.$name, usual.$name);)*
            };
        }
        counts!(iterations ls_iterations noslip_iterations ccd_iterations sdf_iterations);
        counts!(sdf_initpoints);
        let groups = (0..31).filter(|group| opt.disableactuator & (1 << group) != 0);
        out.given("actuatorgroupdisable", &groups.collect::<Vec<i32>>());
        if opt.disableflags != 0 || opt.enableflags != 0 {
            let flag = out.child("flag");
            for name in DisableFlags::from_bits(opt.disableflags).names() {
                flag.text(name, "disable");
            }
            for name in EnableFlags::from_bits(opt.enableflags).names() {
                flag.text(name, "enable");
            }
        }
        out
    }

    pub(super) fn size(&self) -> Element {
        let (size, model) = (&self.spec.size, self.model);
        let mut out = Element::new("size");
        if let Some(memory) = size.memory {
            out.text("memory", bytes(memory));
        }
        out.int("njmax", size.njmax.unwrap_or(-1), -1);
        out.int("nconmax", size.nconmax.unwrap_or(-1), -1);
        out.int("nstack", size.nstack.unwrap_or(-1), -1);
        out.int("nuserdata", size.nuserdata, 0);
        macro_rules! counts {
            ($($name:ident)*) => {
                $(out.int(stringify!($name), model.$name as i32, 0);)*
            };
        }
        counts!(nkey nuser_body nuser_jnt nuser_geom nuser_site nuser_cam nuser_tendon);
        counts!(nuser_actuator nuser_sensor);
        out
    }

    /// Statistics that the author gave, or that a program has changed.
    pub(super) fn statistic(&self) -> Element {
        let (author, now, computed) = (&self.spec.statistic, &self.model.stat, &self.fresh.stat);
        let mut out = Element::new("statistic");
        macro_rules! numbers {
            ($($name:ident)*) => {$(
                if author.$name.is_some() || now.$name != computed.$name {
                    out.given(stringify!($name), &[now.$name]);
                }
            )*};
        }
        numbers!(meaninertia meanmass meansize extent);
        if author.center.is_some() || now.center != computed.center {
            out.given("center", now.center.as_slice());
        }
        out
    }
}

/// A directory, with the sign that separates it from a file's name.
fn with_separator(directory: &str) -> String {
    match directory.chars().last() {
        None | Some('/' | '\\') => directory.to_owned(),
        Some(_) => format!("{directory}/"),
    }
}

/// Bytes in the largest unit that they are a multiple of.
fn bytes(count: u64) -> String {
    let units = "EPTGMK".chars().zip((1..=6).rev());
    for (unit, power) in units {
        let size = 1_u64 << (10 * power);
        if count >= size && count.is_multiple_of(size) {
            return format!("{}{unit}", count / size);
        }
    }
    count.to_string()
}
