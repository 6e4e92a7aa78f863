//! Reads a model's weights out of a safetensors file, row by row: the file is never in memory as a whole. Knows nothing
//! of what they are for.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::EmbedError;

/// Longest header that is read; the model's has 11 kB.
const LONGEST_HEADER: u64 = 1 << 20;

/// Bytes that are read at a time.
const AT_ONCE: usize = 1 << 16;

/// A tensor's row of the header.
#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (u64, u64),
}

/// An open file of weights.
pub struct Weights {
    path: PathBuf,
    file: BufReader<File>,
    /// Where the tensors' data begins.
    start: u64,
    tensors: HashMap<String, Tensor>,
}

impl Weights {
    /// Reads the header and checks that the file is as long as it says.
    pub fn open(path: &Path) -> Result<Weights, EmbedError> {
        let failed = |why: String| EmbedError::Unusable(format!("{}: {why}", path.display()));
        let io = |err: std::io::Error| failed(err.to_string());
        let mut file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut size = [0; 8];
        file.read_exact(&mut size).map_err(|_| failed("it is too short to hold weights".to_owned()))?;
        let size = u64::from_le_bytes(size);
        if size > LONGEST_HEADER || size > length - 8 {
            return Err(failed("its beginning is not that of a safetensors file".to_owned()));
        }
        let mut header = vec![0; size as usize];
        file.read_exact(&mut header).map_err(io)?;
        let no_header = |err: serde_json::Error| failed(format!("its header can't be read: {err}"));
        let mut header: HashMap<String, serde_json::Value> = serde_json::from_slice(&header).map_err(no_header)?;
        header.remove("__metadata__");
        let mut tensors = HashMap::new();
        for (name, value) in header {
            tensors.insert(name, serde_json::from_value::<Tensor>(value).map_err(no_header)?);
        }
        let data = tensors.values().map(|tensor| tensor.data_offsets.1).max().unwrap_or(0);
        let start = 8 + size;
        if data != length - start {
            return Err(failed(format!("it has {} bytes of weights, its header says {data}", length - start)));
        }
        let file = BufReader::with_capacity(AT_ONCE, file);
        Ok(Weights { path: path.to_owned(), file, start, tensors })
    }

    /// Gives each of the `rows` rows of `width` numbers to `take`, in order.
    pub fn rows(&mut self, name: &str, rows: usize, width: usize, take: impl FnMut(&[f32])) -> Result<(), EmbedError> {
        self.read(name, &[rows, width], rows, take)
    }

    /// The first `many` of `rows` rows of `width` numbers.
    pub fn first(&mut self, name: &str, rows: usize, width: usize, many: usize) -> Result<Vec<f32>, EmbedError> {
        let mut numbers = Vec::with_capacity(many * width);
        self.read(name, &[rows, width], many, |row| numbers.extend_from_slice(row))?;
        Ok(numbers)
    }

    /// A vector.
    pub fn vector(&mut self, name: &str, width: usize) -> Result<Vec<f32>, EmbedError> {
        let mut numbers = Vec::new();
        self.read(name, &[width], 1, |row| numbers = row.to_vec())?;
        Ok(numbers)
    }

    /// The first `rows` rows of the tensor, whose shape has to be `shape`.
    fn read(
        &mut self,
        name: &str,
        shape: &[usize],
        rows: usize,
        mut take: impl FnMut(&[f32]),
    ) -> Result<(), EmbedError> {
        let failed = |why: String| EmbedError::Unusable(format!("{}: {why}", self.path.display()));
        let tensor = self.tensors.get(name).ok_or_else(|| failed(format!("it has no {name}")))?;
        if tensor.shape != shape || tensor.dtype != "F32" {
            let is = format!("{} {:?}", tensor.dtype, tensor.shape);
            return Err(failed(format!("{name} is {is}, not F32 {shape:?}: another model?")));
        }
        let (begin, end) = tensor.data_offsets;
        if end.checked_sub(begin) != Some(4 * shape.iter().product::<usize>() as u64) {
            return Err(failed(format!("{name} has not the {begin} to {end} that its shape needs")));
        }
        let io = |err: std::io::Error| EmbedError::Unusable(format!("{}: {name}: {err}", self.path.display()));
        self.file.seek(SeekFrom::Start(self.start + begin)).map_err(io)?;
        let width = shape.last().copied().unwrap_or(0);
        let mut bytes = vec![0; 4 * width];
        let mut row = vec![0.0; width];
        for _ in 0..rows {
            self.file.read_exact(&mut bytes).map_err(io)?;
            for (x, bytes) in row.iter_mut().zip(bytes.as_chunks::<4>().0) {
                *x = f32::from_le_bytes(*bytes);
            }
            if !row.iter().all(|x| x.is_finite()) {
                return Err(EmbedError::Unusable(format!("{}: {name} holds no numbers", self.path.display())));
            }
            take(&row);
        }
        Ok(())
    }
}
