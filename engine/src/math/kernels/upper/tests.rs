use super::*;

/// Numbers of both signs with zeros among them.
fn numbers(count: usize) -> Vec<f64> {
    let number = |i: usize| match i % 5 {
        3 => 0.0,
        4 => -0.1 * i as f64,
        _ => 0.7 + 0.3 * i as f64,
    };
    (0..count).map(number).collect()
}

#[test]
fn squares_of_whole_rows_have_the_bits_of_the_general_way() {
    for n in 1..=4 * QUAD {
        let (mut fixed, mut general) = (Upper::default(), Upper::default());
        for matrix in [&mut fixed, &mut general] {
            matrix.clear(n);
            matrix.couple(Support::ALL);
            matrix.close();
        }
        let rows = numbers(3 * n);
        for (row, weight) in rows.chunks_exact(n).zip([0.3, -1.7, 1e9]) {
            fixed.add_square(row, Support::ALL, weight);
            general.add_square_in(0..n.div_ceil(QUAD), row, weight);
        }
        for j in 0..n {
            let bits = |matrix: &mut Upper| -> Vec<u64> {
                let row = &matrix.row_mut(j)[j..n];
                row.iter().map(|x| x.to_bits()).collect()
            };
            assert_eq!(bits(&mut fixed), bits(&mut general), "row {j} of {n}");
        }
    }
}
