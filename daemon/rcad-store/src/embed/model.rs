//! all-MiniLM-L6-v2 on candle: a BERT of six layers, the mean of its last states, length 1. The texts of a group lie one
//! behind the other in a tensor's rows, unpadded.

use std::ops::Range;
use std::path::Path;

use candle_core::{D, DType, Device, Module, Result as CandleResult, Tensor};
use candle_nn::{LayerNorm, VarBuilder, layer_norm};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::attention::attend;
use super::error::EmbedError;
use super::linear::{FeedForward, Linear, Packed, Packer};
use super::minilm::{DIMENSIONS, WEIGHTS, WORDS};
use super::pieces::{MOST_PIECES, Pieces, VOCABULARY};
use super::weights::WeightsFile;

/// Layers of the model.
const LAYERS: usize = 6;

/// Numbers between the two products of a layer's second half.
const INNER: usize = 4 * DIMENSIONS;

/// Positions that the file has.
const POSITIONS: usize = 512;

/// ε of the layer norms, as in the model's `config.json`.
const EPSILON: f64 = 1e-12;

/// Pieces that are computed together at most, or one text if it has more: their numbers stay near the core.
const GROUP: usize = 128;

/// A layer of the model.
struct EncoderLayer {
    states: Linear,
    attended: Linear,
    attended_norm: LayerNorm,
    feed_forward: FeedForward,
    norm: LayerNorm,
}

/// The model in memory.
pub struct Model {
    pieces: Pieces,
    weights: Weights,
}

/// All that the file of the weights holds.
struct Weights {
    /// 16-bit floats.
    words: Tensor,
    /// Position by position, that of the first token type added: texts have no other.
    positions: Tensor,
    norm: LayerNorm,
    layers: Vec<EncoderLayer>,
}

impl Model {
    /// Reads the files in `dir`.
    pub fn load(dir: &Path) -> Result<Model, EmbedError> {
        let path = dir.join(WEIGHTS);
        let weights = WeightsFile::open(&path)
            .and_then(|file| Weights::read(&VarBuilder::from_backend(Box::new(file), DType::F32, Device::Cpu)))
            .map_err(|err| EmbedError::Unusable(format!("{}: {err}", path.display())))?;
        // Last: what reading it takes and gives back would make the allocator keep the weights' memory when they go.
        let pieces = Pieces::open(&dir.join(WORDS))?;
        Ok(Model { pieces, weights })
    }

    /// A vector of length 1 for each text, in their order.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let pieces = texts.iter().map(|text| self.pieces.of(text)).collect::<Result<Vec<_>, _>>()?;
        let groups = groups(&pieces);
        // In a thread of the pool: only there its threads take from each other without waking anyone.
        let computed: CandleResult<Vec<Tensor>> =
            rayon::scope(|_| groups.par_iter().map(|group| self.weights.vectors(&pieces[group.clone()])).collect());
        let failed = |err: candle_core::Error| EmbedError::Unusable(err.to_string());
        let mut vectors = Vec::with_capacity(texts.len());
        for group in computed.map_err(failed)? {
            vectors.extend(group.to_vec2::<f32>().map_err(failed)?);
        }
        if vectors.iter().flatten().any(|x| !x.is_finite()) {
            return Err(EmbedError::Unusable("its weights give no vector".to_owned()));
        }
        Ok(vectors)
    }

    /// Number of a text's pieces that count.
    pub fn pieces(&self, text: &str) -> Result<usize, EmbedError> {
        self.pieces.of(text).map(|pieces| pieces.len())
    }
}

/// Texts that are computed together: neighbours, [`GROUP`] pieces at most, or a single one.
fn groups(texts: &[Vec<u32>]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut many = 0;
    for (at, pieces) in texts.iter().enumerate() {
        many += pieces.len();
        match groups.last_mut().filter(|_| many <= GROUP) {
            Some(group) => group.end = at + 1,
            None => {
                groups.push(at..at + 1);
                many = pieces.len();
            }
        }
    }
    groups
}

impl Weights {
    fn read(file: &VarBuilder<'_>) -> CandleResult<Weights> {
        let file = file.clone();
        let embeddings = file.pp("embeddings");
        let words = embeddings.clone().set_dtype(DType::F16);
        let words = words.get((VOCABULARY, DIMENSIONS), "word_embeddings.weight")?;
        let kind = embeddings.get((2, DIMENSIONS), "token_type_embeddings.weight")?.narrow(0, 0, 1)?;
        let positions = embeddings.get((POSITIONS, DIMENSIONS), "position_embeddings.weight")?;
        let positions = positions.narrow(0, 0, MOST_PIECES)?.broadcast_add(&kind)?;
        let norm = layer_norm(DIMENSIONS, EPSILON, embeddings.pp("LayerNorm"))?;
        let mut packer = Packer::new();
        let layer = |layer: usize| PackedLayer::read(&file.pp(format!("encoder.layer.{layer}")), &mut packer);
        let layers: Vec<PackedLayer> = (0..LAYERS).map(layer).collect::<CandleResult<_>>()?;
        let all = packer.finish()?;
        let layers = layers.into_iter().map(|layer| layer.finish(&all)).collect::<CandleResult<_>>()?;
        Ok(Weights { words, positions, norm, layers })
    }

    /// A row for each text.
    fn vectors(&self, pieces: &[Vec<u32>]) -> CandleResult<Tensor> {
        let mut texts: Vec<Range<usize>> = Vec::with_capacity(pieces.len());
        for text in pieces {
            let start = texts.last().map_or(0, |text| text.end);
            texts.push(start..start + text.len());
        }
        let row = |ids: Vec<u32>| Tensor::new(ids, &Device::Cpu);
        let words = self.words.index_select(&row(pieces.concat())?, 0)?.to_dtype(DType::F32)?;
        let positions = row(pieces.iter().flat_map(|text| 0..text.len() as u32).collect())?;
        let hidden = (words + self.positions.index_select(&positions, 0)?)?;
        let mut hidden = self.norm.forward(&hidden)?;
        for layer in &self.layers {
            hidden = layer.forward(&hidden, &texts)?;
        }
        let mean = |text: &Range<usize>| hidden.narrow(0, text.start, text.len())?.mean_keepdim(0);
        let means = Tensor::cat(&texts.iter().map(mean).collect::<CandleResult<Vec<_>>>()?, 0)?;
        means.broadcast_div(&means.sqr()?.sum_keepdim(D::Minus1)?.sqrt()?)
    }
}

impl EncoderLayer {
    fn forward(&self, hidden: &Tensor, texts: &[Range<usize>]) -> CandleResult<Tensor> {
        let attended = self.attended.forward(&attend(&self.states.forward(hidden)?, texts)?)?;
        let hidden = self.attended_norm.forward(&(hidden + attended)?)?;
        self.norm.forward(&(&hidden + self.feed_forward.forward(&hidden)?)?)
    }
}

/// A layer whose weights are still among those of all.
struct PackedLayer {
    states: Packed,
    attended: Packed,
    attended_norm: LayerNorm,
    inner: Packed,
    outer: Packed,
    norm: LayerNorm,
}

impl PackedLayer {
    fn read(file: &VarBuilder<'_>, packer: &mut Packer) -> CandleResult<PackedLayer> {
        let states = ["query", "key", "value"].map(|part| file.pp("attention.self").pp(part));
        Ok(PackedLayer {
            states: packer.add(&states, DIMENSIONS, DIMENSIONS)?,
            attended: packer.add(&[file.pp("attention.output.dense")], DIMENSIONS, DIMENSIONS)?,
            attended_norm: layer_norm(DIMENSIONS, EPSILON, file.pp("attention.output.LayerNorm"))?,
            inner: packer.add(&[file.pp("intermediate.dense")], DIMENSIONS, INNER)?,
            outer: packer.add(&[file.pp("output.dense")], INNER, DIMENSIONS)?,
            norm: layer_norm(DIMENSIONS, EPSILON, file.pp("output.LayerNorm"))?,
        })
    }

    fn finish(self, all: &Tensor) -> CandleResult<EncoderLayer> {
        Ok(EncoderLayer {
            states: Linear::new(all, self.states)?,
            attended: Linear::new(all, self.attended)?,
            attended_norm: self.attended_norm,
            feed_forward: FeedForward::new(Linear::new(all, self.inner)?, Linear::new(all, self.outer)?),
            norm: self.norm,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{GROUP, groups};

    #[test]
    fn neighbours_are_computed_together_up_to_a_limit() {
        let of = |lengths: &[usize]| groups(&lengths.iter().map(|&many| vec![1; many]).collect::<Vec<_>>());
        assert!(of(&[]).is_empty());
        let one = of(&[256]);
        assert_eq!((one.len(), one[0].clone()), (1, 0..1));
        assert_eq!(of(&[GROUP / 2, GROUP / 2, 2, GROUP, 256, 2]), [0..2, 2..3, 3..4, 4..5, 5..6]);
    }
}
