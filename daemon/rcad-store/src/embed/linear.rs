//! Linear layers whose weights are 16-bit integers, as custom operations on candle's tensors. candle itself
//! multiplies floats or 8-bit integers.

use std::ops::Range;

use candle_core::{CpuStorage, CustomOp2, CustomOp3, Device, Layout, Module, Result, Shape, Storage, Tensor, bail};
use candle_nn::VarBuilder;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::{ParallelSlice, ParallelSliceMut};

use super::gelu::gelu_all;
use super::lanes::{self, Lanes, TILE_COLUMNS, TILE_ROWS, Work};
use super::product::{Columns, Inputs, pack};
use super::weights::alone;

/// Rows that are computed at once at most: their numbers stay near the core.
const BLOCK: usize = 64;

/// The weights of all layers of a model, in one allocation that goes back to the system as a whole.
pub struct Packer(Vec<i32>);

/// Where a layer's weights are among those of all, and the rest of the layer.
pub struct Packed {
    words: Range<usize>,
    layer: LinearOp,
}

impl Packer {
    /// None yet.
    pub fn new() -> Packer {
        Packer(alone())
    }

    /// Reads the weights that turn `inputs` numbers (an even number of them) into `outputs` (a multiple of sixteen) for
    /// each of `parts`, whose outputs then stand side by side.
    pub fn add(&mut self, parts: &[VarBuilder<'_>], inputs: usize, outputs: usize) -> Result<Packed> {
        let start = self.0.len();
        let mut layer = LinearOp { inputs, scales: Vec::new(), bias: Vec::new() };
        for part in parts {
            let weights = part.get((outputs, inputs), "weight")?;
            let (weights, layout) = weights.storage_and_layout();
            let Storage::Cpu(weights) = &*weights else { bail!("the weights are not in this memory") };
            pack(contiguous(weights, layout)?, inputs, &mut self.0, &mut layer.scales);
            layer.bias.extend(part.get(outputs, "bias")?.to_vec1::<f32>()?);
        }
        Ok(Packed { words: start..self.0.len(), layer })
    }

    /// The weights of all layers as a tensor, of which each takes its own.
    pub fn finish(self) -> Result<Tensor> {
        let length = self.0.len();
        Tensor::from_vec(self.0, length, &Device::Cpu)
    }
}

/// All of a layer but its weights, which are a tensor.
struct LinearOp {
    inputs: usize,
    scales: Vec<f32>,
    bias: Vec<f32>,
}

impl LinearOp {
    fn outputs(&self) -> usize {
        self.scales.len()
    }

    /// Fills `outputs` from as many rows of inputs.
    #[inline(always)]
    fn run<L: Lanes>(&self, lanes: L, words: &[[i32; TILE_COLUMNS]], rows: &[f32], outputs: &mut [f32]) {
        let mut inputs = Inputs::default();
        inputs.set(rows, self.inputs);
        let columns = Columns { inputs: self.inputs, words, scales: &self.scales, bias: &self.bias };
        columns.multiply(lanes, &inputs, outputs);
    }
}

/// A linear layer: rows of its inputs to rows of its outputs.
pub struct Linear {
    words: Tensor,
    layer: LinearOp,
}

impl Linear {
    /// The layer whose weights are among `words`.
    pub fn new(words: &Tensor, packed: Packed) -> Result<Linear> {
        Ok(Linear { words: words.narrow(0, packed.words.start, packed.words.len())?, layer: packed.layer })
    }
}

impl Module for Linear {
    fn forward(&self, rows: &Tensor) -> Result<Tensor> {
        rows.apply_op2_no_bwd(&self.words, &self.layer)
    }
}

impl CustomOp2 for LinearOp {
    fn name(&self) -> &'static str {
        "int16-linear"
    }

    fn cpu_fwd(&self, s1: &CpuStorage, l1: &Layout, s2: &CpuStorage, l2: &Layout) -> Result<(CpuStorage, Shape)> {
        let words = tiles(s2, l2)?;
        by_blocks(contiguous(s1, l1)?, self.inputs, self.outputs(), |rows, out| {
            lanes::run(LinearBlock { layer: self, words, rows, out });
        })
    }
}

/// Two linear layers with GELU between them, whose wide numbers between them never leave a block.
pub struct FeedForward {
    inner: Linear,
    outer: Linear,
}

impl FeedForward {
    /// The outputs of `inner` are the inputs of `outer`.
    pub fn new(inner: Linear, outer: Linear) -> FeedForward {
        FeedForward { inner, outer }
    }
}

impl Module for FeedForward {
    fn forward(&self, rows: &Tensor) -> Result<Tensor> {
        rows.apply_op3_no_bwd(&self.inner.words, &self.outer.words, self)
    }
}

impl CustomOp3 for FeedForward {
    fn name(&self) -> &'static str {
        "int16-feed-forward"
    }

    fn cpu_fwd(
        &self,
        s1: &CpuStorage,
        l1: &Layout,
        s2: &CpuStorage,
        l2: &Layout,
        s3: &CpuStorage,
        l3: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        let (inner, outer) = (&self.inner.layer, &self.outer.layer);
        let (inner_words, outer_words) = (tiles(s2, l2)?, tiles(s3, l3)?);
        by_blocks(contiguous(s1, l1)?, inner.inputs, outer.outputs(), |rows, out| {
            let mut wide = vec![0.0; rows.len() / inner.inputs * inner.outputs()];
            lanes::run(LinearBlock { layer: inner, words: inner_words, rows, out: &mut wide });
            lanes::run(Gelu(&mut wide));
            lanes::run(LinearBlock { layer: outer, words: outer_words, rows: &wide, out });
        })
    }
}

/// Some rows of a linear layer.
struct LinearBlock<'a> {
    layer: &'a LinearOp,
    words: &'a [[i32; TILE_COLUMNS]],
    rows: &'a [f32],
    out: &'a mut [f32],
}

impl Work for LinearBlock<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.layer.run(lanes, self.words, self.rows, self.out);
    }
}

/// GELU of every number.
struct Gelu<'a>(&'a mut [f32]);

impl Work for Gelu<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        gelu_all(self.0);
    }
}

/// Fills rows of `outputs` numbers from rows of `inputs`, blocks of them on each thread.
fn by_blocks(
    rows: &[f32],
    inputs: usize,
    outputs: usize,
    fill: impl Fn(&[f32], &mut [f32]) + Sync,
) -> Result<(CpuStorage, Shape)> {
    let many = rows.len() / inputs;
    let share = many.div_ceil(rayon::current_num_threads()).next_multiple_of(TILE_ROWS);
    let block = share.clamp(TILE_ROWS, BLOCK);
    let mut out = vec![0.0; many * outputs];
    let blocks = rows.par_chunks(block * inputs).zip(out.par_chunks_mut(block * outputs));
    blocks.for_each(|(rows, out)| fill(rows, out));
    Ok((CpuStorage::F32(out), (many, outputs).into()))
}

/// The numbers of a tensor whose rows lie one behind the other.
pub fn contiguous<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [f32]> {
    match layout.contiguous_offsets() {
        Some((start, end)) => Ok(&storage.as_slice()?[start..end]),
        None => bail!("the rows are not contiguous"),
    }
}

fn tiles<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [[i32; TILE_COLUMNS]]> {
    match layout.contiguous_offsets() {
        Some((start, end)) => Ok(storage.as_slice::<i32>()?[start..end].as_chunks().0),
        None => bail!("the weights are not contiguous"),
    }
}
