//! Facts about all-MiniLM-L6-v2: the names of its files and the length of its vectors.

/// Length of every vector.
pub const DIMENSIONS: usize = 384;

/// The file of the weights.
pub const WEIGHTS: &str = "model.safetensors";

/// The file of the tokenizer.
pub const WORDS: &str = "tokenizer.json";
