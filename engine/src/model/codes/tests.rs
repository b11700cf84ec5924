use super::*;
use crate::model::Opt;

/// Number, word and kind belong together, both ways.
macro_rules! check {
    ($($kind:ident)*) => {
        $(
            for &(word, kind) in $kind::WORDS {
                assert_eq!($kind::from_code(kind.code()), Some(kind));
                assert_eq!($kind::from_name(word), Some(kind));
                assert_eq!(kind.to_string(), word);
            }
            assert_eq!($kind::from_code(-1), None);
            assert_eq!($kind::from_code(77), None);
            assert_eq!($kind::from_name("nonsense"), None);
        )*
    };
}

#[test]
fn every_kind_is_found_by_its_number_and_by_its_word() {
    check!(
        Integrator Cone JacobianType Solver ObjectType JointType GeomType Tracking WrapType
        TransmissionType EqualityType FlexSelf DynType GainType BiasType TextureType SensorType NeedStage
        DataType RowType RowState SameFrame Warning
    );
}

#[test]
fn switches_are_set_and_cleared_by_name() {
    let mut option = Opt::default();
    assert_eq!(option.disabled(), DisableFlags::NONE);
    option.disable(DisableFlags::CONTACT | DisableFlags::GRAVITY);
    option.undo_disable(DisableFlags::CONTACT);
    assert_eq!(option.disableflags, disable::GRAVITY);
    option.enable(EnableFlags::ENERGY | EnableFlags::ISLAND);
    option.undo_enable(EnableFlags::ENERGY);
    assert_eq!(option.enabled().names().collect::<Vec<_>>(), ["island"]);
    assert_eq!(option.enableflags, enable::ISLAND);
}

#[test]
fn an_option_with_a_number_beyond_the_kinds_has_none() {
    let mut option = Opt::default();
    assert_eq!(option.solver(), Some(Solver::Newton));
    option.solver = 77;
    assert_eq!(option.solver(), None);
    option.set_solver(Solver::Cg);
    assert_eq!(option.solver, 1);
}
