//! Three bytes of a text as a number, and where tables hold it. `build.rs` writes such tables, and the library looks grams
//! up in them: both have to count alike.

/// Bytes of a gram.
pub const GRAM: usize = 3;

/// Bits of the hash in a filter.
pub const BITS: u32 = 17;

/// Bits of the hash in the table of how often grams are met.
pub const OFTEN_BITS: u32 = 14;

/// The bytes of a window of [`GRAM`] as a number, the first in the lowest.
pub fn gram(window: &[u8]) -> u32 {
    window.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// A hash of so many bits.
pub fn hash(gram: u32, bits: u32) -> usize {
    (gram.wrapping_mul(0x9E37_79B1) >> (32 - bits)) as usize
}

/// The word of the filter and the bit in it.
pub fn bit(gram: u32) -> (usize, u64) {
    let bit = hash(gram, BITS);
    (bit / 64, 1 << (bit % 64))
}
