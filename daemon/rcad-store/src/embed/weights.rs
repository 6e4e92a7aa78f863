//! Gives candle a model's weights out of a safetensors file, tensor by tensor: the file is never in memory as a whole.
//! Knows nothing of what they are for.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use candle_core::{DType, Device, Error, Result, Shape, Tensor, bail};
use candle_nn::Init;
use candle_nn::var_builder::SimpleBackend;
use half::f16;
use safetensors::tensor::{Dtype, Metadata};

/// Longest header that is read; the model's has 11 kB.
const LONGEST_HEADER: u64 = 1 << 20;

/// Bytes that are read at a time.
const AT_ONCE: usize = 1 << 16;

/// Bytes that the allocators of the C library take from the system, and give back to it, for themselves: 32 MiB with
/// glibc, whose limit for that rises up to there. Room that is reserved and not used is not resident.
const ALONE: usize = 40 << 20;

/// A vector whose memory goes back to the system with it, however small its content.
pub fn alone<T>() -> Vec<T> {
    Vec::with_capacity(ALONE / size_of::<T>())
}

/// An open file of weights.
pub struct WeightsFile {
    file: Mutex<BufReader<File>>,
    /// Where the tensors' data begins.
    start: u64,
    header: Metadata,
}

impl WeightsFile {
    /// Reads the header and checks that the file is as long as it says.
    pub fn open(path: &Path) -> Result<WeightsFile> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut size = [0; 8];
        if file.read_exact(&mut size).is_err() {
            bail!("it is too short to hold weights");
        }
        let size = u64::from_le_bytes(size);
        if size > LONGEST_HEADER || size > length - 8 {
            bail!("its beginning is not that of a safetensors file");
        }
        let mut header = vec![0; size as usize];
        file.read_exact(&mut header)?;
        let header: Metadata = match serde_json::from_slice(&header) {
            Ok(header) => header,
            Err(err) => bail!("its header can't be read: {err}"),
        };
        let (start, data) = (8 + size, header.data_len() as u64);
        if data != length - start {
            bail!("it has {} bytes of weights, its header says {data}", length - start);
        }
        Ok(WeightsFile { file: Mutex::new(BufReader::with_capacity(AT_ONCE, file)), start, header })
    }

    /// Gives each number of the tensor to `take`.
    fn read(&self, name: &str, shape: &[usize], mut take: impl FnMut(f32)) -> Result<()> {
        let Some(tensor) = self.header.info(name) else { bail!("it has no {name}") };
        if tensor.shape != shape || tensor.dtype != Dtype::F32 {
            bail!("{name} is {:?} {:?}, not F32 {shape:?}: another model?", tensor.dtype, tensor.shape);
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.start + tensor.data_offsets.0 as u64))?;
        let mut number = [0; 4];
        for _ in 0..shape.iter().product() {
            file.read_exact(&mut number)?;
            let x = f32::from_le_bytes(number);
            if !x.is_finite() {
                bail!("{name} holds no numbers");
            }
            take(x);
        }
        Ok(())
    }
}

impl SimpleBackend for WeightsFile {
    fn get(&self, shape: Shape, name: &str, _: Init, dtype: DType, device: &Device) -> Result<Tensor> {
        match dtype {
            DType::F16 => {
                let mut numbers = alone();
                self.read(name, shape.dims(), |x| numbers.push(f16::from_f32(x)))?;
                Tensor::from_vec(numbers, shape, device)
            }
            DType::F32 => {
                let mut numbers = if shape.rank() > 1 { alone() } else { Vec::with_capacity(shape.elem_count()) };
                self.read(name, shape.dims(), |x| numbers.push(x))?;
                Tensor::from_vec(numbers, shape, device)
            }
            other => bail!("{name} is not wanted as {other:?}"),
        }
    }

    fn get_unchecked(&self, name: &str, dtype: DType, device: &Device) -> Result<Tensor> {
        match self.header.info(name) {
            Some(tensor) => self.get(tensor.shape.clone().into(), name, Init::Const(0.0), dtype, device),
            None => Err(Error::Msg(format!("it has no {name}"))),
        }
    }

    fn contains_tensor(&self, name: &str) -> bool {
        self.header.info(name).is_some()
    }
}
