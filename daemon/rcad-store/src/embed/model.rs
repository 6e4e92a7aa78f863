//! all-MiniLM-L6-v2: a BERT of six layers, the mean of its last states, length 1. The texts of a batch lie one behind the
//! other, unpadded; threads take blocks of pieces, and wait for each other once a layer, where attention needs the others'.

use std::ops::Range;
use std::path::Path;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::attention::{Attention, STATE};
use super::lanes::{self, Lanes, TILE_ROWS, Work};
use super::pieces::{MOST_PIECES, Pieces, VOCABULARY};
use super::pointwise::{Norm, gelu_all};
use super::product::{Inputs, Product, Table, Words};
use super::weights::Weights;
use super::{DIMENSIONS, EmbedError, WEIGHTS, WORDS};

/// Layers of the model.
const LAYERS: usize = 6;

/// Numbers between the two products of a layer's second half.
const INNER: usize = 4 * DIMENSIONS;

/// Positions that the file has.
const POSITIONS: usize = 512;

/// Pieces that are computed together at most, or one text if it has more: what the states of a batch take in memory.
const BATCH: usize = 1024;

/// Pieces of a block at most: its numbers stay near the core.
const BLOCK: usize = 64;

/// Parts of the file that a layer consists of.
struct Layer {
    states: Product,
    attended: Product,
    attended_norm: Norm,
    inner: Product,
    outer: Product,
    outer_norm: Norm,
}

/// The model in memory.
pub struct Model {
    pieces: Pieces,
    words: Table,
    /// Position by position, that of the first token type added: texts have no other.
    positions: Vec<f32>,
    norm: Norm,
    weights: Words,
    layers: Vec<Layer>,
}

impl Model {
    /// Reads the files in `dir`.
    pub fn load(dir: &Path) -> Result<Model, EmbedError> {
        let mut file = Weights::open(&dir.join(WEIGHTS))?;
        let mut words = Table::new(DIMENSIONS, VOCABULARY);
        file.rows("embeddings.word_embeddings.weight", VOCABULARY, DIMENSIONS, |row| words.push(row))?;
        let mut positions = file.first("embeddings.position_embeddings.weight", POSITIONS, DIMENSIONS, MOST_PIECES)?;
        let kind = file.first("embeddings.token_type_embeddings.weight", 2, DIMENSIONS, 1)?;
        for position in positions.chunks_exact_mut(DIMENSIONS) {
            position.iter_mut().zip(&kind).for_each(|(x, kind)| *x += kind);
        }
        let norm = norm(&mut file, "embeddings.LayerNorm")?;
        let mut weights = Words::new();
        let layers = (0..LAYERS).map(|layer| Layer::load(&mut file, &mut weights, layer)).collect::<Result<_, _>>()?;
        // Last: what reading it takes and gives back would make the allocator keep the weights' memory when they go.
        let pieces = Pieces::open(&dir.join(WORDS))?;
        Ok(Model { pieces, words, positions, norm, weights, layers })
    }

    /// A vector of length 1 for each text, in their order.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        let mut batch = Batch::default();
        for text in texts {
            let pieces = self.pieces.of(text)?;
            if !batch.texts.is_empty() && batch.ids.len() + pieces.len() > BATCH {
                self.compute(&batch, &mut vectors)?;
                batch = Batch::default();
            }
            batch.texts.push(batch.ids.len()..batch.ids.len() + pieces.len());
            batch.ids.extend(pieces);
        }
        self.compute(&batch, &mut vectors)?;
        Ok(vectors)
    }

    /// Number of a text's pieces that count.
    pub fn pieces(&self, text: &str) -> Result<usize, EmbedError> {
        self.pieces.of(text).map(|pieces| pieces.len())
    }

    fn compute(&self, batch: &Batch, vectors: &mut Vec<Vec<f32>>) -> Result<(), EmbedError> {
        // In a thread of the pool: only there its threads take from each other without waking anyone.
        let hidden = rayon::scope(|_| self.hidden(batch));
        for text in &batch.texts {
            let mut mean = vec![0.0; DIMENSIONS];
            for row in hidden[text.start * DIMENSIONS..text.end * DIMENSIONS].chunks_exact(DIMENSIONS) {
                mean.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
            let length = mean.iter().map(|x| x * x).sum::<f32>().sqrt();
            if !length.is_normal() {
                return Err(EmbedError::Unusable("its weights give no vector".to_owned()));
            }
            mean.iter_mut().for_each(|x| *x /= length);
            vectors.push(mean);
        }
        Ok(())
    }

    /// The last layer's numbers of every piece.
    fn hidden(&self, batch: &Batch) -> Vec<f32> {
        let many = batch.ids.len();
        let share = many.div_ceil(rayon::current_num_threads()).next_multiple_of(TILE_ROWS);
        let rows = share.clamp(TILE_ROWS, BLOCK);
        let mut hidden = vec![0.0; many * DIMENSIONS];
        let mut states = vec![0.0; many * STATE];
        let mut next = vec![0.0; many * STATE];
        let mut rooms: Vec<Room> = (0..many.div_ceil(rows)).map(|_| Room::default()).collect();
        for layer in 0..=LAYERS {
            let blocks = hidden.par_chunks_mut(rows * DIMENSIONS).zip(next.par_chunks_mut(rows * STATE));
            blocks.zip(rooms.par_iter_mut()).enumerate().for_each(|(block, ((hidden, next), room))| {
                let first = block * rows;
                lanes::run(Block { model: self, batch, layer, first, states: &states, hidden, next, room });
            });
            std::mem::swap(&mut states, &mut next);
        }
        hidden
    }
}

impl Layer {
    fn load(file: &mut Weights, all: &mut Words, layer: usize) -> Result<Layer, EmbedError> {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        let mut states = Product::new(all, DIMENSIONS, STATE);
        for part in ["query", "key", "value"] {
            push(file, all, &mut states, &name(&format!("attention.self.{part}")), (DIMENSIONS, DIMENSIONS))?;
        }
        let mut product = |part: &str, inputs: usize, outputs: usize| {
            let mut product = Product::new(all, inputs, outputs);
            push(file, all, &mut product, &name(part), (inputs, outputs)).map(|()| product)
        };
        let attended = product("attention.output.dense", DIMENSIONS, DIMENSIONS)?;
        let inner = product("intermediate.dense", DIMENSIONS, INNER)?;
        let outer = product("output.dense", INNER, DIMENSIONS)?;
        let attended_norm = norm(file, &name("attention.output.LayerNorm"))?;
        let outer_norm = norm(file, &name("output.LayerNorm"))?;
        Ok(Layer { states, attended, attended_norm, inner, outer, outer_norm })
    }
}

/// Pushes the outputs of a part of the file, each with so many inputs.
fn push(
    file: &mut Weights,
    all: &mut Words,
    to: &mut Product,
    name: &str,
    (inputs, outputs): (usize, usize),
) -> Result<(), EmbedError> {
    let mut added = file.vector(&format!("{name}.bias"), outputs)?.into_iter();
    file.rows(&format!("{name}.weight"), outputs, inputs, |row| to.push(all, row, added.next().unwrap_or(0.0)))
}

fn norm(file: &mut Weights, name: &str) -> Result<Norm, EmbedError> {
    let mut vector = |part: &str| file.vector(&format!("{name}.{part}"), DIMENSIONS);
    Ok(Norm { factors: vector("weight")?, added: vector("bias")? })
}

/// Texts that are computed together.
#[derive(Default)]
struct Batch {
    /// The pieces of all texts.
    ids: Vec<u32>,
    /// Which of them are a text's.
    texts: Vec<Range<usize>>,
}

/// Room for a block's numbers, used again in every layer.
#[derive(Default)]
struct Room {
    attention: Attention,
    inputs: Inputs,
    wide: Vec<f32>,
    narrow: Vec<f32>,
}

/// One layer for one block of pieces: from the states of all to their own next ones. Layer 0 is that of the words.
struct Block<'a> {
    model: &'a Model,
    batch: &'a Batch,
    layer: usize,
    /// Place of the first piece.
    first: usize,
    /// Of every piece.
    states: &'a [f32],
    /// Of the block's pieces.
    hidden: &'a mut [f32],
    /// Of the block's pieces.
    next: &'a mut [f32],
    room: &'a mut Room,
}

impl Work for Block<'_> {
    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        match self.layer.checked_sub(1) {
            None => self.words(),
            Some(layer) => self.layer(lanes, &self.model.layers[layer]),
        }
        if let Some(layer) = self.model.layers.get(self.layer) {
            self.room.inputs.set(self.hidden, DIMENSIONS);
            layer.states.run(lanes, &self.model.weights, &self.room.inputs, self.next);
        }
    }
}

impl Block<'_> {
    #[inline(always)]
    fn rows(&self) -> Range<usize> {
        self.first..self.first + self.hidden.len() / DIMENSIONS
    }

    #[inline(always)]
    fn words(&mut self) {
        let rows = self.rows();
        for text in self.batch.texts.iter().filter(|text| text.start < rows.end && rows.start < text.end) {
            for place in text.start.max(rows.start)..text.end.min(rows.end) {
                let hidden = &mut self.hidden[(place - rows.start) * DIMENSIONS..][..DIMENSIONS];
                hidden.copy_from_slice(&self.model.positions[(place - text.start) * DIMENSIONS..][..DIMENSIONS]);
                self.model.words.add(self.batch.ids[place] as usize, hidden);
            }
        }
        self.model.norm.run(self.hidden);
    }

    #[inline(always)]
    fn layer<L: Lanes>(&mut self, lanes: L, layer: &Layer) {
        let rows = self.rows();
        let weights = &self.model.weights;
        let Room { attention, inputs, wide, narrow } = &mut *self.room;
        narrow.resize(self.hidden.len(), 0.0);
        attention.run(self.states, &self.batch.texts, rows.clone(), narrow);
        inputs.set(narrow, DIMENSIONS);
        layer.attended.run(lanes, weights, inputs, narrow);
        self.hidden.iter_mut().zip(narrow.iter()).for_each(|(x, more)| *x += more);
        layer.attended_norm.run(self.hidden);
        inputs.set(self.hidden, DIMENSIONS);
        wide.resize(rows.len() * INNER, 0.0);
        layer.inner.run(lanes, weights, inputs, wide);
        gelu_all(wide);
        inputs.set(wide, INNER);
        layer.outer.run(lanes, weights, inputs, narrow);
        self.hidden.iter_mut().zip(narrow.iter()).for_each(|(x, more)| *x += more);
        layer.outer_norm.run(self.hidden);
    }
}
