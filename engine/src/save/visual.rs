//! `visual`: how the model is drawn.

use super::Writer;
use super::element::Element;
use crate::model::Visual;

impl Writer<'_> {
    pub(super) fn visual(&self) -> Element {
        let (vis, usual) = (&self.model.vis, &Visual::default());
        let mut section = Element::new("visual");
        section.adopt(global(vis, usual));
        macro_rules! part {
            ($part:ident: $(int $int:ident)* $(one $one:ident)* $(all $all:ident)* $(last $last:ident)*) => {
                let mut out = Element::new(stringify!($part));
                let (own, usual) = (&vis.$part, &usual.$part);
                $(out.int(stringify!($int), own.$int, usual.$int);)*
                $(out.number(stringify!($one), own.$one, usual.$one);)*
                $(out.numbers(stringify!($all), &own.$all, &usual.$all);)*
                $(out.int(stringify!($last), own.$last, usual.$last);)*
                section.adopt(out);
            };
        }
        part!(quality: int shadowsize int offsamples int numslices int numstacks int numquads);
        part!(headlight: all ambient all diffuse all specular last active);
        part!(map: one stiffness one stiffnessrot one force one torque one alpha one fogstart
            one fogend one znear one zfar one haze one shadowclip one shadowscale
            one actuatortendon);
        part!(scale: one forcewidth one contactwidth one contactheight one connect one com
            one camera one light one selectpoint one jointlength one jointwidth
            one actuatorlength one actuatorwidth one framelength one framewidth one constraint
            one slidercrank one frustum);
        part!(rgba: all fog all haze all force all inertia all joint all actuator
            all actuatornegative all actuatorpositive all com all camera all light
            all selectpoint all connect all contactpoint all contactforce all contactfriction
            all contacttorque all contactgap all rangefinder all constraint all slidercrank
            all crankbroken all frustum all bv all bvactive);
        section
    }
}

fn global(vis: &Visual, usual: &Visual) -> Element {
    let (own, usual) = (&vis.global, &usual.global);
    let mut out = Element::new("global");
    let flag = |out: &mut Element, name, value: i32, usual: i32| {
        let word = |value| match value {
            0 => "false",
            1 => "true",
            _ => "",
        };
        if value != usual {
            out.text(name, word(value));
        }
    };
    flag(
        &mut out,
        "orthographic",
        own.orthographic,
        usual.orthographic,
    );
    macro_rules! numbers {
        ($($name:ident)*) => {
            $(out.number(stringify!($name), own.$name, usual.$name);)*
        };
    }
    numbers!(fovy ipd azimuth elevation linewidth glow realtime);
    out.int("offwidth", own.offwidth, usual.offwidth);
    out.int("offheight", own.offheight, usual.offheight);
    flag(
        &mut out,
        "ellipsoidinertia",
        own.ellipsoidinertia,
        usual.ellipsoidinertia,
    );
    flag(&mut out, "bvactive", own.bvactive, usual.bvactive);
    out
}
