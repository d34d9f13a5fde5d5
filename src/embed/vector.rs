//! What every vector must be before it leaves the room.

use super::EmbedError;

/// The vector at unit length.
///
/// # Errors
/// [`EmbedError::WrongShape`] when it has not `dimensions` numbers, when one is not finite, or when all are zero.
pub(super) fn unit(mut vector: Vec<f32>, dimensions: usize) -> Result<Vec<f32>, EmbedError> {
    if vector.len() != dimensions {
        return Err(EmbedError::wrong_shape(format!(
            "a vector has {} numbers, the model is set to {dimensions}",
            vector.len()
        )));
    }
    if !vector.iter().all(|number| number.is_finite()) {
        return Err(EmbedError::wrong_shape("a vector holds a number that is not finite"));
    }
    let length = vector.iter().map(|&number| f64::from(number).powi(2)).sum::<f64>().sqrt();
    if length <= f64::from(f32::MIN_POSITIVE) {
        return Err(EmbedError::wrong_shape("a vector is all zero"));
    }
    for number in &mut vector {
        *number = narrow(f64::from(*number) / length);
    }
    Ok(vector)
}

#[expect(clippy::cast_possible_truncation, reason = "the quotient lies between -1 and 1; rounding is meant")]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests;
