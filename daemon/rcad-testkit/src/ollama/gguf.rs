//! Writes a model file (GGUF, version 3) whose network is a table of successor tokens: the embedding is one-hot, and
//! only the output projection has an effect.

/// A token of the vocabulary.
#[derive(Clone, Debug)]
pub struct Token {
    /// Its text, in UTF-8 or a part of it.
    pub bytes: Vec<u8>,
    /// Whether it is a control token such as `<|user|>`, which answers never show.
    pub mark: bool,
}

/// A model.
pub struct GgufModel<'t> {
    /// All tokens; the first 256 are the bytes.
    pub tokens: &'t [Token],
    /// `scores[now][next]`: the preference for one token after another.
    pub scores: &'t [Vec<f32>],
    /// The token that ends an answer.
    pub end: u32,
    /// Its context window, in tokens.
    pub context_tokens: u32,
    /// How it splits text into words, which are never merged: `gpt-2`, `qwen2` …
    pub split: &'t str,
    /// Pairs of texts that become one token, preferred first.
    pub merges: &'t [[Vec<u8>; 2]],
    /// Its chat template, in Jinja.
    pub chat_template: Option<&'t str>,
}

/// Ollama rejects an empty list of merges, so these two bytes, which occur in no text, are merged. Otherwise each byte
/// of a prompt is a token, unless a script says otherwise.
pub const MERGE: [u8; 2] = [0xFE, 0xFF];

const U32: u32 = 4;
const I32: u32 = 5;
const F32: u32 = 6;
const BOOL: u32 = 7;
const STRING: u32 = 8;
const ARRAY: u32 = 9;
/// Alignment of tensors.
const ALIGNMENT: usize = 32;
/// One small attention head, without effect; its time grows with the square of the prompt's length.
const HEAD: usize = 16;
const FORWARD: usize = 64;

/// The file's bytes.
pub fn write(table: &GgufModel<'_>) -> Vec<u8> {
    let width = table.tokens.len().div_ceil(32) * 32;
    let tensors = tensors(table, width);
    let meta = meta(table, width);
    let mut file = b"GGUF".to_vec();
    file.extend(3u32.to_le_bytes());
    file.extend((tensors.len() as u64).to_le_bytes());
    file.extend((meta.len() as u64).to_le_bytes());
    file.extend(meta.concat());
    let mut offset = 0;
    for tensor in &tensors {
        file.extend(string(&tensor.name));
        file.extend((tensor.shape.len() as u32).to_le_bytes());
        tensor.shape.iter().for_each(|dimension| file.extend((*dimension as u64).to_le_bytes()));
        file.extend(0u32.to_le_bytes()); // F32
        file.extend((offset as u64).to_le_bytes());
        offset += (tensor.values.len() * 4).next_multiple_of(ALIGNMENT);
    }
    pad(&mut file);
    for tensor in &tensors {
        tensor.values.iter().for_each(|value| file.extend(value.to_le_bytes()));
        pad(&mut file);
    }
    file
}

/// The bytes of a text as a byte-level tokenizer's vocabulary writes them: each as a visible character.
fn visible(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| visible_byte(*byte)).collect()
}

fn visible_byte(byte: u8) -> char {
    let shown = |byte: u8| matches!(byte, 33..=126 | 161..=172 | 174..=255);
    let code = if shown(byte) { u32::from(byte) } else { 256 + (0..byte).filter(|b| !shown(*b)).count() as u32 };
    char::from_u32(code).unwrap()
}

struct Tensor {
    name: String,
    /// The contiguous dimension comes first.
    shape: Vec<usize>,
    values: Vec<f32>,
}

fn tensors(table: &GgufModel<'_>, width: usize) -> Vec<Tensor> {
    let words = table.tokens.len();
    let mut embedding = vec![0.0; words * width];
    let mut output = vec![0.0; words * width];
    // The norm turns the one of a one-hot row into `sqrt(width)`.
    let scale = (width as f32).sqrt();
    for now in 0..words {
        embedding[now * width + now] = 1.0;
        for next in 0..words {
            output[next * width + now] = table.scores[now][next] / scale;
        }
    }
    let tensor = |name: &str, shape: &[usize], values: Vec<f32>| Tensor {
        name: format!("{name}.weight"),
        shape: shape.to_vec(),
        values,
    };
    let nothing = |name: &str, a: usize, b: usize| tensor(&format!("blk.0.{name}"), &[a, b], vec![0.0; a * b]);
    let ones = |name: &str| tensor(name, &[width], vec![1.0; width]);
    vec![
        tensor("token_embd", &[width, words], embedding),
        ones("output_norm"),
        tensor("output", &[width, words], output),
        ones("blk.0.attn_norm"),
        ones("blk.0.ffn_norm"),
        nothing("attn_q", width, HEAD),
        nothing("attn_k", width, HEAD),
        nothing("attn_v", width, HEAD),
        nothing("attn_output", HEAD, width),
        nothing("ffn_gate", width, FORWARD),
        nothing("ffn_up", width, FORWARD),
        nothing("ffn_down", FORWARD, width),
    ]
}

fn meta(table: &GgufModel<'_>, width: usize) -> Vec<Vec<u8>> {
    let number = |key: &str, value: usize| entry(key, U32, &(value as u32).to_le_bytes());
    let fraction = |key: &str, value: f32| entry(key, F32, &value.to_le_bytes());
    let text = |key: &str, value: &str| entry(key, STRING, &string(value));
    let texts = |key: &str, values: &[String]| {
        entry(key, ARRAY, &array(STRING, values.len(), values.iter().flat_map(|value| string(value))))
    };
    let tokens: Vec<String> = table.tokens.iter().map(Token::written).collect();
    let kinds = table.tokens.iter().flat_map(|token| if token.mark { 3i32 } else { 1 }.to_le_bytes());
    let merges: Vec<String> = table.merges.iter().map(|[a, b]| format!("{} {}", visible(a), visible(b))).collect();
    let mut meta = vec![
        text("general.architecture", "llama"),
        text("general.name", "scripted"),
        number("general.file_type", 0),
        number("general.quantization_version", 2),
        number("llama.context_length", table.context_tokens as usize),
        number("llama.embedding_length", width),
        number("llama.block_count", 1),
        number("llama.feed_forward_length", FORWARD),
        number("llama.attention.head_count", 1),
        number("llama.attention.head_count_kv", 1),
        number("llama.attention.key_length", HEAD),
        number("llama.attention.value_length", HEAD),
        fraction("llama.attention.layer_norm_rms_epsilon", 1e-5),
        number("llama.rope.dimension_count", HEAD),
        fraction("llama.rope.freq_base", 10_000.0),
        number("llama.vocab_size", table.tokens.len()),
        text("tokenizer.ggml.model", "gpt2"),
        text("tokenizer.ggml.pre", table.split),
        texts("tokenizer.ggml.tokens", &tokens),
        entry("tokenizer.ggml.token_type", ARRAY, &array(I32, table.tokens.len(), kinds)),
        texts("tokenizer.ggml.merges", &merges),
        number("tokenizer.ggml.bos_token_id", table.end as usize),
        number("tokenizer.ggml.eos_token_id", table.end as usize),
        entry("tokenizer.ggml.add_bos_token", BOOL, &[0]),
    ];
    meta.extend(table.chat_template.map(|template| text("tokenizer.chat_template", template)));
    meta
}

impl Token {
    fn written(&self) -> String {
        if self.mark { String::from_utf8(self.bytes.clone()).unwrap() } else { visible(&self.bytes) }
    }
}

fn entry(key: &str, kind: u32, value: &[u8]) -> Vec<u8> {
    let mut entry = string(key);
    entry.extend(kind.to_le_bytes());
    entry.extend(value);
    entry
}

fn array(kind: u32, length: usize, items: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut array = kind.to_le_bytes().to_vec();
    array.extend((length as u64).to_le_bytes());
    array.extend(items);
    array
}

fn string(text: &str) -> Vec<u8> {
    let mut string = (text.len() as u64).to_le_bytes().to_vec();
    string.extend(text.as_bytes());
    string
}

fn pad(file: &mut Vec<u8>) {
    file.resize(file.len().next_multiple_of(ALIGNMENT), 0);
}
