//! Three bytes of a text as a number, and its bit in a filter of such numbers. `build.rs` writes the index of the rules by
//! them, and `built_in.rs` looks lines up in it: both have to count alike.

/// Bytes of a gram.
pub const GRAM: usize = 3;

/// Bits of the filter, 2^17.
pub const BITS: u32 = 17;

/// The bytes of a window of [`GRAM`] as a number, the first in the lowest.
pub fn gram(window: &[u8]) -> u32 {
    window.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// The word of the filter and the bit in it.
pub fn bit(gram: u32) -> (usize, u64) {
    let bit = gram.wrapping_mul(0x9E37_79B1) >> (32 - BITS);
    ((bit / 64) as usize, 1 << (bit % 64))
}
