//! Vectors quantized to one byte per number, and their dot products. Uses the widest instructions that the processor has.

use pulp::NullaryFnOnce;

use crate::DIMENSIONS;

/// Largest magnitude of a stored number.
const ROW_MAX: f32 = 127.0;
/// Largest magnitude of a query's number: 384 products with [`ROW_MAX`] stay within an i32.
const QUERY_MAX: f32 = 8191.0;

/// A stored vector: number `i` is `codes[i] * scale`.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantizedVector {
    /// What one step means; above 0.
    pub scale: f32,
    /// Numbers in steps.
    pub codes: [i8; DIMENSIONS],
}

/// A stored vector's scale and numbers, where they lie.
pub type QuantizedRef<'c> = (f32, &'c [i8; DIMENSIONS]);

impl QuantizedVector {
    /// Nothing where the vector has another length, a number that is none, or only zeros.
    pub fn new(vector: &[f32]) -> Option<QuantizedVector> {
        let vector: &[f32; DIMENSIONS] = vector.try_into().ok()?;
        let scale = scale(vector, ROW_MAX)?;
        #[allow(clippy::cast_possible_truncation)] // Within ±127 by the choice of the scale.
        let codes = std::array::from_fn(|i| (vector[i] / scale).round() as i8);
        Some(QuantizedVector { scale, codes })
    }
}

/// A query's vector: quantized more finely than the stored ones, so that only their rounding counts.
pub struct QueryVector {
    scale: f32,
    codes: [i16; DIMENSIONS],
}

impl QueryVector {
    /// Nothing under the same conditions as [`QuantizedVector::new`].
    pub fn new(vector: &[f32]) -> Option<QueryVector> {
        let vector: &[f32; DIMENSIONS] = vector.try_into().ok()?;
        let scale = scale(vector, QUERY_MAX)?;
        #[allow(clippy::cast_possible_truncation)] // Within ±8191 by the choice of the scale.
        let codes = std::array::from_fn(|i| (vector[i] / scale).round() as i16);
        Some(QueryVector { scale, codes })
    }

    /// Cosine with a stored vector of length 1.
    #[inline(always)]
    pub fn cosine(&self, scale: f32, codes: &[i8; DIMENSIONS]) -> f32 {
        #[allow(clippy::cast_precision_loss)] // 24 bits of the sum are far more than the rounding above leaves.
        let sum = dot(codes, &self.codes) as f32;
        (sum * scale * self.scale).clamp(-1.0, 1.0)
    }
}

fn scale(vector: &[f32; DIMENSIONS], most: f32) -> Option<f32> {
    let largest = vector.iter().fold(0.0f32, |max, x| max.max(x.abs()));
    let sound = vector.iter().all(|x| x.is_finite()) && largest > f32::MIN_POSITIVE * most;
    sound.then_some(largest / most)
}

/// Becomes 16 products an instruction: wrapping, because a check for overflow, which cannot happen, would forbid that.
#[inline(always)]
fn dot(row: &[i8; DIMENSIONS], query: &[i16; DIMENSIONS]) -> i32 {
    let mut sum = 0i32;
    for i in 0..DIMENSIONS {
        sum = sum.wrapping_add(i32::from(row[i]).wrapping_mul(i32::from(query[i])));
    }
    sum
}

/// Runs `work` with AVX2 where the processor has it. Only what is inlined into its `call` profits, and a closure's body is
/// not: it must be a type whose `call` is `#[inline(always)]`.
pub fn fastest<W: NullaryFnOnce>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = pulp::x86::V3::try_new() {
        return v3.vectorize(work);
    }
    work.call()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave(step: f32) -> Vec<f32> {
        let raw: Vec<f32> = (0u16..384).map(|i| (f32::from(i) * step).sin()).collect();
        let length = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
        raw.iter().map(|x| x / length).collect()
    }

    #[test]
    fn cosines_survive_packing() {
        for (a, b) in [(0.1, 0.1), (0.1, 0.11), (0.3, 1.7), (2.0, 0.2)] {
            let (a, b) = (wave(a), wave(b));
            let exact: f32 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
            let quantized = QuantizedVector::new(&b).unwrap();
            let query = QueryVector::new(&a).unwrap();
            let plain = query.cosine(quantized.scale, &quantized.codes);
            let fast = fastest(|| query.cosine(quantized.scale, &quantized.codes));
            assert!((plain - exact).abs() < 0.005, "{plain} for {exact}");
            assert_eq!(plain.to_bits(), fast.to_bits());
        }
    }

    #[test]
    fn what_is_no_vector_is_refused() {
        let mut broken = wave(0.1);
        broken[7] = f32::NAN;
        for bad in [vec![], vec![0.0; DIMENSIONS], vec![1.0; DIMENSIONS - 1], broken] {
            assert!(QuantizedVector::new(&bad).is_none() && QueryVector::new(&bad).is_none());
        }
    }
}
