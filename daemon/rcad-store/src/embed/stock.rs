//! The model as candle-transformers has it: what the vectors and their speed are compared with. Not used to answer.

use std::path::Path;

use candle_core::{DType, Device, Result as CandleResult, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config, HiddenAct, PositionEmbeddingType};

use super::error::EmbedError;
use super::minilm::{DIMENSIONS, WEIGHTS, WORDS};
use super::pieces::{Pieces, VOCABULARY};

/// Texts that are computed at once, as sentence-transformers does by default.
const BATCH: usize = 32;

/// The plain model.
pub struct StockEmbedder {
    pieces: Pieces,
    bert: BertModel,
}

impl StockEmbedder {
    /// Reads the files in `dir`.
    pub fn load(dir: &Path) -> Result<StockEmbedder, EmbedError> {
        let pieces = Pieces::open(&dir.join(WORDS))?;
        let path = dir.join(WEIGHTS);
        let unusable = |why: String| EmbedError::Unusable(format!("{}: {why}", path.display()));
        let bytes = std::fs::read(&path).map_err(|err| unusable(err.to_string()))?;
        let bert = VarBuilder::from_buffered_safetensors(bytes, DType::F32, &Device::Cpu)
            .and_then(|weights| BertModel::load(weights, &config()))
            .map_err(|err| unusable(err.to_string()))?;
        Ok(StockEmbedder { pieces, bert })
    }

    /// A vector of length 1 for each text, in their order. Texts of similar length are computed together, padded.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let pieces = texts.iter().map(|text| self.pieces.of(text)).collect::<Result<Vec<_>, _>>()?;
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(pieces[at].len()));
        let mut vectors = vec![Vec::new(); texts.len()];
        for batch in order.chunks(BATCH) {
            let texts: Vec<&[u32]> = batch.iter().map(|&at| pieces[at].as_slice()).collect();
            let computed = self.compute(&texts).map_err(|err| EmbedError::Unusable(err.to_string()))?;
            batch.iter().zip(computed).for_each(|(&at, vector)| vectors[at] = vector);
        }
        Ok(vectors)
    }

    fn compute(&self, texts: &[&[u32]]) -> CandleResult<Vec<Vec<f32>>> {
        let longest = texts.iter().map(|text| text.len()).max().unwrap_or(0);
        let padded = |text: &&[u32]| text.iter().copied().chain(std::iter::repeat(0)).take(longest).collect();
        let ids: Vec<Vec<u32>> = texts.iter().map(padded).collect();
        let mask: Vec<Vec<u32>> =
            texts.iter().map(|text| (0..longest).map(|at| u32::from(at < text.len())).collect()).collect();
        let ids = Tensor::new(ids, &Device::Cpu)?;
        let mask = Tensor::new(mask, &Device::Cpu)?;
        let hidden = self.bert.forward(&ids, &ids.zeros_like()?, Some(&mask))?;
        let mask = mask.to_dtype(DType::F32)?.unsqueeze(2)?;
        let mean = hidden.broadcast_mul(&mask)?.sum(1)?.broadcast_div(&mask.sum(1)?)?;
        mean.broadcast_div(&mean.sqr()?.sum_keepdim(1)?.sqrt()?)?.to_vec2()
    }
}

/// What the `config.json` of the model says.
fn config() -> Config {
    Config {
        vocab_size: VOCABULARY,
        hidden_size: DIMENSIONS,
        num_hidden_layers: 6,
        num_attention_heads: 12,
        intermediate_size: 4 * DIMENSIONS,
        hidden_act: HiddenAct::Gelu,
        hidden_dropout_prob: 0.1,
        max_position_embeddings: 512,
        type_vocab_size: 2,
        initializer_range: 0.02,
        layer_norm_eps: 1e-12,
        pad_token_id: 0,
        position_embedding_type: PositionEmbeddingType::Absolute,
        use_cache: true,
        classifier_dropout: None,
        model_type: Some("bert".to_owned()),
    }
}
