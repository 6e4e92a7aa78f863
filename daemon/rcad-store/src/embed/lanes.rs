//! The instructions that the processor has, found out once it runs: AVX2 where there is one, else what every processor of
//! the target has. Holds the one inner loop that is written for each; everything else is compiled for each.

/// Rows of a tile of a product.
pub const TILE_ROWS: usize = 4;

/// Columns of a tile of a product.
pub const TILE_COLUMNS: usize = 16;

/// Words of a row that are summed as whole numbers; such sums are then added as floats.
pub const SECTION: usize = 64;

/// Sums of a tile.
pub type Tile = [[f32; TILE_COLUMNS]; TILE_ROWS];

/// What differs between processors.
pub trait Lanes: Copy {
    /// The sums of products of a tile: each word holds two 16-bit numbers, neighbours along the summed dimension. The sum of
    /// a section has to fit 32 bits.
    fn tile(self, left: &[[i32; TILE_ROWS]], right: &[[i32; TILE_COLUMNS]]) -> Tile;
}

/// Arithmetic that is compiled for each kind of processor; all that it calls has to be inlined.
pub trait Work {
    /// Does it.
    fn run<L: Lanes>(self, lanes: L);
}

/// Does the work with the best instructions that this processor has.
pub fn run(work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return pulp::Simd::vectorize(simd, x86::On { simd, work });
    }
    work.run(Plain);
}

/// Instructions that every processor of the target has; the compiler chooses them.
#[derive(Clone, Copy)]
pub struct Plain;

impl Lanes for Plain {
    #[inline(always)]
    fn tile(self, left: &[[i32; TILE_ROWS]], right: &[[i32; TILE_COLUMNS]]) -> Tile {
        let halves = |word: i32| (i32::from(word as i16), word >> 16);
        let mut tile = [[0.0; TILE_COLUMNS]; TILE_ROWS];
        for (left, right) in left.chunks(SECTION).zip(right.chunks(SECTION)) {
            let mut sums = [[0; TILE_COLUMNS]; TILE_ROWS];
            for (left, right) in left.iter().zip(right) {
                for (sums, &left) in sums.iter_mut().zip(left) {
                    let (even, odd) = halves(left);
                    for (sum, &right) in sums.iter_mut().zip(right) {
                        *sum += even * halves(right).0 + odd * halves(right).1;
                    }
                }
            }
            tile.as_flattened_mut().iter_mut().zip(sums.as_flattened()).for_each(|(sum, &more)| *sum += more as f32);
        }
        tile
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! AVX2.
    use std::arch::x86_64::__m256i;

    use pulp::x86::V3;
    use pulp::{Simd, WithSimd, cast};

    use crate::embed::lanes::{Lanes, SECTION, TILE_COLUMNS, TILE_ROWS, Tile, Work};

    /// Work with the proof that the processor has these instructions.
    pub struct On<W> {
        pub simd: V3,
        pub work: W,
    }

    impl<W: Work> WithSimd for On<W> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, _: S) {
            self.work.run(self.simd);
        }
    }

    impl Lanes for V3 {
        #[inline(always)]
        fn tile(self, left: &[[i32; TILE_ROWS]], right: &[[i32; TILE_COLUMNS]]) -> Tile {
            let mut tile = [[self.avx._mm256_setzero_ps(); 2]; TILE_ROWS];
            for (left, right) in left.chunks(SECTION).zip(right.chunks(SECTION)) {
                let mut sums = [[self.avx._mm256_setzero_si256(); 2]; TILE_ROWS];
                for (left, &right) in left.iter().zip(right) {
                    let right: [__m256i; 2] = cast(right);
                    for (sums, &left) in sums.iter_mut().zip(left) {
                        let left = self.avx._mm256_set1_epi32(left);
                        sums[0] = self.avx2._mm256_add_epi32(sums[0], self.avx2._mm256_madd_epi16(left, right[0]));
                        sums[1] = self.avx2._mm256_add_epi32(sums[1], self.avx2._mm256_madd_epi16(left, right[1]));
                    }
                }
                for (tile, sums) in tile.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
                    *tile = self.avx._mm256_add_ps(*tile, self.avx._mm256_cvtepi32_ps(*sums));
                }
            }
            cast(tile)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Plain, TILE_COLUMNS, TILE_ROWS, Tile, Work, run};

    struct Once<'a> {
        left: &'a [[i32; TILE_ROWS]],
        right: &'a [[i32; TILE_COLUMNS]],
        sums: &'a mut Tile,
    }

    impl Work for Once<'_> {
        fn run<L: Lanes>(self, lanes: L) {
            *self.sums = lanes.tile(self.left, self.right);
        }
    }

    #[test]
    fn every_processor_gives_the_same_sums() {
        let mut state = 7_u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 20) as i32 - 2048
        };
        let mut word = || (number() & 0xffff) | (number() << 16);
        let left: Vec<[i32; TILE_ROWS]> = (0..150).map(|_| std::array::from_fn(|_| word())).collect();
        let right: Vec<[i32; TILE_COLUMNS]> = (0..150).map(|_| std::array::from_fn(|_| word())).collect();
        let mut sums = [[0.0; TILE_COLUMNS]; TILE_ROWS];
        run(Once { left: &left, right: &right, sums: &mut sums });
        assert_eq!(sums, Plain.tile(&left, &right));
        let one = |at: usize| {
            let pair = |word: i32| (i64::from(word as i16), i64::from((word >> 16) as i16));
            let (left, right) = (pair(left[at][3]), pair(right[at][15]));
            left.0 * right.0 + left.1 * right.1
        };
        let exact = (0..150).map(one).sum::<i64>() as f32;
        assert!((sums[3][15] - exact).abs() <= 64.0, "{} {exact}", sums[3][15]);
    }
}
