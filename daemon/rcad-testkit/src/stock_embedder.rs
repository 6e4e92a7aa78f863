//! MiniLM as candle-transformers computes it: the baseline for our vectors and their speed.

use std::path::Path;

use anyhow::{Error, Result};
use candle_core::{DType, Device, Result as CandleResult, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config, HiddenAct, PositionEmbeddingType};
use tokenizers::{Tokenizer, TruncationParams};

/// Texts that are computed at once, as sentence-transformers does by default.
const BATCH: usize = 32;

/// Word pieces of a text that count, from the model's card.
const MAX_PIECES: usize = 256;

/// The model without changes of ours.
pub struct StockEmbedder {
    tokenizer: Tokenizer,
    bert: BertModel,
}

impl StockEmbedder {
    /// Reads `tokenizer.json` and `model.safetensors` in `dir`.
    pub fn load(dir: &Path) -> Result<StockEmbedder> {
        let truncation = TruncationParams { max_length: MAX_PIECES, ..TruncationParams::default() };
        let mut tokenizer = Tokenizer::from_file(dir.join("tokenizer.json")).map_err(Error::from_boxed)?;
        tokenizer.with_truncation(Some(truncation)).map_err(Error::from_boxed)?;
        tokenizer.with_padding(None);
        let bytes = std::fs::read(dir.join("model.safetensors"))?;
        let weights = VarBuilder::from_buffered_safetensors(bytes, DType::F32, &Device::Cpu)?;
        Ok(StockEmbedder { tokenizer, bert: BertModel::load(weights, &config())? })
    }

    /// A vector of length 1 for each text, in their order. Texts of similar length are computed together, padded.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        let pieces = |text: &&str| Ok(self.tokenizer.encode_fast(*text, true)?.get_ids().to_vec());
        let pieces: tokenizers::Result<Vec<_>> = texts.iter().map(pieces).collect();
        let pieces = pieces.map_err(Error::from_boxed)?;
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(pieces[at].len()));
        let mut vectors = vec![Vec::new(); texts.len()];
        for batch in order.chunks(BATCH) {
            let texts: Vec<&[u32]> = batch.iter().map(|&at| pieces[at].as_slice()).collect();
            batch.iter().zip(self.compute(&texts)?).for_each(|(&at, vector)| vectors[at] = vector);
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

/// The model's `config.json`.
fn config() -> Config {
    Config {
        vocab_size: 30_522,
        hidden_size: 384,
        num_hidden_layers: 6,
        num_attention_heads: 12,
        intermediate_size: 4 * 384,
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
