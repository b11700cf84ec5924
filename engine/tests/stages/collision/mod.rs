//! Which geoms collide, in which order, with which parameters. Every expected value was printed by
//! MuJoCo 3.2.6.

mod assets;

use crate::support::compile;
use plumbline::internal::codes::warning;
use plumbline::{Data, Model, StepError};

/// A fixture of this repository.
macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("../../../../fixtures/collision/", $name, ".xml"))
    };
}
pub(crate) use fixture;

pub(crate) fn at_rest(text: &str) -> (Model, Data) {
    let model = compile(text);
    let mut data = Data::new(&model);
    data.forward(&model).unwrap();
    (model, data)
}

/// The geoms of each contact.
fn pairs(data: &Data) -> Vec<(i32, i32)> {
    let contacts = data.contact.iter();
    contacts.map(|c| (c.geom[0], c.geom[1])).collect()
}

#[test]
fn parents_excluded_bodies_and_unmatched_masks_do_not_collide() {
    let (_, data) = at_rest(fixture!("masks_parents_and_excludes"));
    assert_eq!(pairs(&data), [(1, 8), (6, 5)]);
}

#[test]
fn parents_collide_when_their_filter_is_off() {
    let (_, data) = at_rest(fixture!("parents_collide_when_their_filter_is_off"));
    assert_eq!(pairs(&data), [(1, 3), (1, 3), (1, 8), (4, 5), (6, 5)]);
}

#[test]
fn explicit_pairs_come_before_the_bodies_they_belong_to_and_ignore_all_filters() {
    let (_, data) = at_rest(fixture!("explicit_pairs_among_others"));
    let found = pairs(&data);
    assert_eq!(found[..2], [(3, 5), (6, 5)]);
    assert_eq!(found[2..], [(7, 8); 5]);
    assert_eq!(data.contact[0].solreffriction, [0.02, 0.5]);
    assert_eq!(data.contact[2].dim, 6);
    assert_eq!(data.contact[2].friction, [1.0, 0.9, 0.02, 0.01, 0.03]);
}

#[test]
fn the_middle_phase_leaves_contacts_sorted_by_geom() {
    let (_, searched) = at_rest(fixture!("several_geoms_on_a_body"));
    let (_, compared) = at_rest(fixture!("several_geoms_without_middle_phase"));
    let (searched, compared) = (pairs(&searched), pairs(&compared));
    assert_eq!(searched.len(), 39);
    assert_eq!(compared.len(), 39);
    // Sorting puts a contact whose geoms were exchanged elsewhere than comparing all with all.
    assert_eq!(searched[13..16], [(1, 21), (1, 21), (20, 1)]);
    assert_eq!(compared[13..16], [(20, 1), (1, 21), (1, 21)]);
    assert_eq!(searched[..13], compared[..13]);
    assert_eq!(searched[16..], compared[16..]);
}

#[test]
fn the_middle_phase_marks_the_nodes_it_visits() {
    let (_, data) = at_rest(fixture!("parents_collide_when_their_filter_is_off"));
    assert_eq!(data.bvh_active[..], [0, 1, 0, 1, 1, 1, 1, 0, 1]);
}

#[test]
fn nodes_are_not_marked_when_they_are_not_shown() {
    let (_, data) = at_rest(fixture!("nodes_are_not_marked_when_not_shown"));
    assert_eq!(data.ncon, 39);
    assert!(data.bvh_active.iter().all(|active| *active == 0));
}

#[test]
fn contact_parameters_mix_by_priority_and_weight() {
    let (_, data) = at_rest(fixture!("parameters_of_two_geoms_mix"));
    let of = |geoms: [i32; 2]| *data.contact.iter().find(|c| c.geom == geoms).unwrap();

    let priority = of([1, 2]);
    assert_eq!(priority.dim, 1);
    assert_eq!(priority.friction, [0.3, 0.3, 0.2, 0.1, 0.1]);
    assert_eq!(priority.solref, [0.02, 1.0]);

    let direct = of([3, 2]);
    assert_eq!(direct.solref, [-100.0, -5.0]);
    assert_eq!(direct.solimp, [0.7, 0.9, 0.01, 0.6, 1.0]);

    let weightless = of([4, 6]);
    assert_eq!(weightless.dim, 6);
    assert_eq!(weightless.friction, [2.0, 2.0, 0.01, 0.02, 0.02]);
    assert_eq!(weightless.solref, [0.02, 1.0]);

    let gap = of([0, 5]);
    assert_eq!(gap.includemargin, 0.020000000000000004);
    assert_eq!(gap.solref, [-500.0, -20.0]);
}

#[test]
fn overridden_parameters_hold_for_every_contact() {
    let (_, data) = at_rest(fixture!("pile_with_overridden_parameters"));
    assert!(data.ncon > 0);
    for contact in &data.contact {
        assert_eq!(contact.solref, [0.03, 0.9]);
        assert_eq!(contact.solreffriction, [0.03, 0.9]);
        assert_eq!(contact.solimp, [0.8, 0.9, 0.01, 0.4, 3.0]);
        assert_eq!(contact.friction, [0.7, 0.6, 0.01, 0.002, 0.003]);
    }
}

#[test]
fn disabled_contacts_are_not_searched_for() {
    let (_, data) = at_rest(fixture!("pile_without_contacts"));
    assert_eq!(data.ncon, 0);
}

#[test]
fn contacts_without_room_in_the_arena_are_left_out_with_a_warning() {
    // Arena bytes, contacts, warnings; there are 15 contacts in all.
    for (memory, contacts, warnings) in [
        (28000, 0, 15),
        (29000, 1, 14),
        (30000, 2, 13),
        (33000, 8, 7),
        (35000, 11, 4),
        (40000, 15, 0),
    ] {
        let bodies: String = (0..6)
            .map(|i| {
                format!(
                    "<body pos='{} 0 0'><freejoint/><geom size='.1'/></body>",
                    0.01 * f64::from(i)
                )
            })
            .collect();
        let text =
            format!("<mujoco><size memory='{memory}'/><worldbody>{bodies}</worldbody></mujoco>");
        let (_, data) = at_rest(&text);
        let full = data.warning[warning::CONTACT_FULL];
        let info = if warnings > 0 { contacts } else { 0 };
        assert_eq!(
            (data.ncon, full.number, full.lastinfo),
            (contacts, warnings, info),
            "with {memory} bytes"
        );
    }
}

/// A plane's normal is as long as the square of its quaternion, and MuJoCo asks for one half.
#[test]
fn a_normal_that_is_too_short_stops_the_step() {
    let text = "<mujoco><worldbody><geom type='plane' size='1 1 1' euler='3 2 0'/>
        <body pos='0.1 0.2 0.07'><freejoint/><geom size='0.1'/></body></worldbody></mujoco>";
    for (length, stops) in [(0.51_f64, false), (0.49, true)] {
        let mut model = compile(text);
        model.geom_quat[0].0 = model.geom_quat[0].0.map(|q| q * length.sqrt());
        let outcome = Data::new(&model).step(&model);
        let stopped = matches!(outcome, Err(StepError::ContactFrame));
        assert_eq!(stopped, stops, "{length}: {outcome:?}");
    }
}

/// MuJoCo counts all three axes as flat, and reads more corners of the box than there are.
#[test]
fn a_box_whose_axes_are_too_short_to_rest_on_another_stops_the_step() {
    let text = "<mujoco><worldbody><geom type='box' size='.31 .27 .11'/>
        <body pos='.07 .02 .17'><freejoint/><geom type='box' size='.13 .19 .23'/></body>
        </worldbody></mujoco>";
    for (length, stops) in [(0.51_f64, false), (0.49, true)] {
        let mut model = compile(text);
        model.geom_quat[1].0 = model.geom_quat[1].0.map(|q| q * length.sqrt());
        model.geom_sameframe[1] = 0;
        let outcome = Data::new(&model).step(&model);
        let stopped = matches!(outcome, Err(StepError::ShortBoxAxes));
        assert_eq!(stopped, stops, "{length}: {outcome:?}");
    }
}

/// MuJoCo reads memory that it has not written.
#[test]
fn the_native_back_end_gives_up_where_a_flex_meets_a_height_field() {
    let text = include_str!("../../../../fixtures/flex/on_hills.xml");
    let native = "<mujoco><option><flag nativeccd='enable'/></option>";
    let model = compile(&text.replacen("<mujoco>", native, 1));
    let mut data = Data::new(&model);
    let error = (0..200).find_map(|_| data.step(&model).err());
    assert_eq!(error, Some(StepError::FlexOnHeightField));
}
