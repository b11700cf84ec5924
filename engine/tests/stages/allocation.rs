//! A step takes no memory from the allocator.

use crate::support::{fixture, moving};
use plumbline::{Batch, Data};

#[test]
fn a_step_allocates_nothing() {
    for name in [
        "dynamics/every_pair_of_joints_on_one_body",
        "dynamics/every_dynamics_on_every_joint",
        "dynamics/every_dynamics_on_tendons_sites_and_cranks",
        "dynamics/every_dynamics_with_sparse_jacobians",
        "integrator/muscles_euler",
        "integrator/chain_rk4",
        "integrator/swimmer_implicit",
        "integrator/swimmer_implicitfast",
        "integrator/implicit_with_sparse_jacobians",
        "passive/gravity_compensation",
    ] {
        let model = fixture(name);
        let mut data = moving(&model);
        let counted = allocation_counter::measure(|| {
            for _ in 0..3 {
                data.step(&model).unwrap();
            }
        });
        assert_eq!(counted.count_total, 0, "{name}");
    }
}

/// Memory for constraints grows with the largest number seen; once it has, a step takes none.
#[test]
fn a_step_with_contacts_allocates_nothing_once_it_is_warm() {
    for name in [
        "bench/cheetah",
        "bench/humanoid",
        "bench/boxes_on_plane",
        "bench/spheres_on_plane",
        "bench/pile",
        "bench/cube_of_cubes",
        "collision/meshes_in_a_pile",
        "collision/shapes_on_height_fields",
        "sensor/ranges_to_meshes_and_height_fields",
        "flex/touching_every_shape",
        "flex/edges_keep_their_lengths",
        "flex/sheet_on_bodies",
    ] {
        let model = fixture(name);
        let mut data = Data::new(&model);
        let mut run = || {
            data.reset(&model);
            for _ in 0..40 {
                data.step(&model).unwrap();
            }
        };
        run();
        let counted = allocation_counter::measure(run);
        assert_eq!(counted.count_total, 0, "{name}");
    }
}

#[test]
fn a_step_of_a_batch_allocates_nothing_once_it_is_warm() {
    for (name, threads) in [
        ("bench/chain_10", 1),
        ("bench/chain_10", 2),
        ("bench/arm_7", 1),
        ("bench/cheetah", 1),
        ("bench/cheetah", 2),
    ] {
        let model = fixture(name);
        let mut batch = Batch::new(model, 40);
        batch.set_threads(threads);
        let controls: Vec<f64> = (0..40 * batch.model().nu)
            .map(|i| (i % 7) as f64 * 0.1)
            .collect();
        let mut run = || {
            batch.reset(.., None).unwrap();
            for nstep in [1, 1, 5, 40] {
                batch.write_field("ctrl", &controls).unwrap();
                batch.step(.., nstep).unwrap();
            }
        };
        run();
        let counted = allocation_counter::measure(run);
        assert_eq!(counted.count_total, 0, "{name} on {threads} threads");
    }
}
