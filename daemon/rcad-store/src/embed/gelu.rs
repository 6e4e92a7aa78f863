//! GELU, exact to about 1e-7, written so that the compiler turns it into vector instructions (no calls, no branches).
//! candle's `gelu_erf` calls a function for each number.

/// e^x for x ≤ 0. 2^n × e^r with |r| ≤ ln 2 / 2, and e^r as its Taylor series, whose rest there is below 2e-7.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    /// Adding it leaves the nearest whole number in the low bits.
    const ROUND: f32 = 12_582_912.0;
    /// ln 2 in two parts, so that n times the first is exact.
    const LN_2: (f32, f32) = (0.693_359_4, -2.121_944_4e-4);
    let x = if x < -87.0 { -87.0 } else { x };
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = x - n * LN_2.0 - n * LN_2.1;
    let series =
        1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0))))));
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    series * power
}

/// x Φ(x), with erf as in Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26 (error below 1.5e-7).
#[inline(always)]
fn gelu(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = t * (0.254_829_6 + t * (-0.284_496_74 + t * (1.421_413_7 + t * (-1.453_152 + t * 1.061_405_4))));
    let tail = 0.5 * series * exp(-z * z);
    if x > 0.0 { x - x * tail } else { x * tail }
}

/// GELU of every number.
#[inline(always)]
pub fn gelu_all(values: &mut [f32]) {
    values.iter_mut().for_each(|x| *x = gelu(*x));
}

#[cfg(test)]
mod tests {
    use super::{exp, gelu};

    #[test]
    fn exp_is_that_of_the_library() {
        for at in 0..87_000 {
            let x = -0.001 * at as f32;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-6, "{x}");
        }
        assert!(exp(-1e9) < 1e-37 && exp(f32::NEG_INFINITY) < 1e-37);
    }

    /// erf by its Taylor series in 64 bits.
    fn erf(x: f64) -> f64 {
        let (mut sum, mut term) = (x, x);
        for n in 1..200 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        sum * std::f64::consts::FRAC_2_SQRT_PI
    }

    #[test]
    fn gelu_is_exact() {
        for at in -4500..=4500 {
            let x = f64::from(at) * 0.001;
            let exact = 0.5 * x * (1.0 + erf(x * std::f64::consts::FRAC_1_SQRT_2));
            assert!((f64::from(gelu(x as f32)) - exact).abs() < 6e-7, "{x} {exact}");
        }
        assert_eq!((gelu(40.0), gelu(0.0)), (40.0, 0.0));
        assert!(gelu(-40.0).abs() < 1e-30);
    }
}
