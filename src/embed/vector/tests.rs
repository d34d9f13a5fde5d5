use proptest::prelude::*;

use super::*;

#[test]
fn wrong_lengths_are_refused() {
    assert!(matches!(unit(vec![1.0; 3], 4), Err(EmbedError::WrongShape { .. })));
    assert!(matches!(unit(vec![], 4), Err(EmbedError::WrongShape { .. })));
}

#[test]
fn what_is_not_finite_is_refused() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(matches!(unit(vec![1.0, bad], 2), Err(EmbedError::WrongShape { .. })));
    }
}

#[test]
fn zero_has_no_direction() {
    assert!(matches!(unit(vec![0.0; 4], 4), Err(EmbedError::WrongShape { .. })));
}

#[test]
fn very_large_numbers_do_not_overflow() {
    let vector = unit(vec![f32::MAX, f32::MAX], 2).unwrap();
    assert!((vector[0] - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
}

proptest! {
    #[test]
    fn the_result_has_unit_length(vector in prop::collection::vec(-1e6_f32..1e6, 1..64)) {
        prop_assume!(vector.iter().any(|number| number.abs() > 1e-3));
        let dimensions = vector.len();
        let scaled = unit(vector, dimensions).unwrap();
        let length: f64 = scaled.iter().map(|&number| f64::from(number).powi(2)).sum();
        prop_assert!((length - 1.0).abs() < 1e-4);
    }
}
