//! Contacts column by column against the general way, also where numbers are not finite.

use crate::model::paths::SpecialPath;
use crate::testing::{compile, step_with_and_without};

/// Options, and how many figures there are.
const OPTIONS: [(&str, usize); 6] = [
    ("", 1),
    ("", 2),
    ("cone='elliptic' impratio='1.7'", 1),
    ("cone='elliptic' jacobian='dense'", 3),
    ("jacobian='sparse'", 2),
    ("jacobian='sparse' cone='elliptic'", 1),
];

/// Bodies that fall on a plane and on each other: some alone, some with limbs that touch.
fn falling(option: &str, count: usize, condim: usize) -> String {
    let figure = |i: usize| {
        let x = 0.13 * i as f64;
        format!(
            "<body pos='{x} 0.03 {}'><freejoint/>
               <geom type='box' size='0.11 0.07 0.05' condim='{condim}' friction='0.7 0.03 0.002'/>
               <body pos='0.1 0.02 0.01'><joint axis='0.3 1 0.2'/>
                 <geom type='capsule' size='0.03' fromto='0 0 0 0.14 0.05 -0.03'/>
                 <body pos='0.15 0.05 0'><joint axis='0 1 0.1'/>
                   <geom type='sphere' size='0.04'/></body></body></body>
             <body pos='{x} -0.06 {}'><freejoint/>
               <geom type='ellipsoid' size='0.09 0.05 0.06' condim='1'/></body>",
            0.06 + 0.02 * i as f64,
            0.14 + 0.03 * i as f64,
        )
    };
    let figures: String = (0..count).map(figure).collect();
    format!(
        "<mujoco><option {option}/><worldbody><geom type='plane' size='1 1 1'/>{figures}
         </worldbody></mujoco>"
    )
}

#[test]
fn contacts_have_the_bits_of_the_general_way_finite_or_not() {
    for (option, count) in OPTIONS {
        let model = compile(&falling(option, count, 3));
        for number in [f64::INFINITY, f64::NAN, 1e200] {
            let mut model = model.clone();
            model.geom_friction[1][0] = number;
            model.body_mass[1] = number;
            step_with_and_without(&model, &[SpecialPath::ContactColumns], 3, |_, _| {});
        }
    }
}
