//! The file's bytes: a header of 64 and records of 456, each with a checksum. Reads and writes no file.

use flate2::Crc;

use super::columns::VectorRow;
use super::vector::{QuantizedRef, QuantizedVector};
use crate::DIMENSIONS;

/// Raised when a record's layout or the text that is embedded for an RCA changes.
pub const VERSION: u32 = 1;
pub const HEADER_BYTES: usize = 64;
pub const RECORD_BYTES: usize = 456;

const MAGIC: &[u8; 8] = b"rcadrows";
const VECTOR_AT: usize = RECORD_BYTES - CHECKSUM_BYTES - DIMENSIONS;
const CHECKSUM_BYTES: usize = 4;

const ROW: u8 = 1;
const ROW_WITH_VECTOR: u8 = 2;
const REMOVED: u8 = 3;
const MARK: u8 = 4;

/// Store and model that the file belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VectorFileHeader {
    /// Identity of the store whose RCAs these are.
    pub store: u64,
    /// SHA-256 of the model that made the vectors; zeros while there are none.
    pub model: [u8; 32],
}

/// One entry of the file's log.
#[derive(Clone, Debug, PartialEq)]
pub enum VectorRecord {
    /// The RCA's row was added or replaced.
    Put(VectorRow, Option<Box<QuantizedVector>>),
    /// The RCA with this id was removed.
    Removed(u64),
    /// All changes of the store up to this number are in the entries before.
    Mark(u64),
}

impl VectorFileHeader {
    pub fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..20].copy_from_slice(&self.store.to_le_bytes());
        bytes[20..52].copy_from_slice(&self.model);
        seal(&mut bytes);
        bytes
    }

    /// The error says what is wrong where it can't be used.
    pub fn decode(bytes: &[u8; HEADER_BYTES]) -> Result<VectorFileHeader, String> {
        if &bytes[..8] != MAGIC || !is_sealed(bytes) {
            return Err("the header of the vectors is damaged".into());
        }
        match u32::from_le_bytes(part(bytes, 8)) {
            VERSION => Ok(VectorFileHeader { store: u64::from_le_bytes(part(bytes, 12)), model: part(bytes, 20) }),
            other => Err(format!("the vectors are of version {other}, this rcad writes {VERSION}")),
        }
    }
}

impl VectorRecord {
    pub fn encode(&self) -> [u8; RECORD_BYTES] {
        match self {
            VectorRecord::Put(row, quantized) => {
                encode_row(row, quantized.as_deref().map(|quantized| (quantized.scale, &quantized.codes)))
            }
            VectorRecord::Removed(id) => encode_number(REMOVED, *id),
            VectorRecord::Mark(up_to) => encode_number(MARK, *up_to),
        }
    }

    /// Nothing where the checksum or the kind is not right.
    pub fn decode(bytes: &[u8; RECORD_BYTES]) -> Option<VectorRecord> {
        if !is_sealed(bytes) {
            return None;
        }
        let number = u64::from_le_bytes(part(bytes, 8));
        match bytes[0] {
            REMOVED => return Some(VectorRecord::Removed(number)),
            MARK => return Some(VectorRecord::Mark(number)),
            ROW | ROW_WITH_VECTOR => {}
            _ => return None,
        }
        let row = VectorRow {
            id: number,
            language: bytes[1],
            engine: bytes[2],
            category: u32::from_le_bytes(part(bytes, 4)),
            passage: u64::from_le_bytes(part(bytes, 16)),
            project: u64::from_le_bytes(part(bytes, 24)),
            project_name: u64::from_le_bytes(part(bytes, 32)),
            last_seen_ms: u64::from_le_bytes(part(bytes, 40)),
            confidence: f64::from_le_bytes(part(bytes, 48)),
            quality: f64::from_le_bytes(part(bytes, 56)),
        };
        let quantized = (bytes[0] == ROW_WITH_VECTOR).then(|| {
            let scale = f32::from_le_bytes(part(bytes, 64));
            Box::new(QuantizedVector { scale, codes: part::<DIMENSIONS>(bytes, VECTOR_AT).map(u8::cast_signed) })
        });
        Some(VectorRecord::Put(row, quantized))
    }
}

/// The record of a row whose vector, if any, lies elsewhere.
pub fn encode_row(row: &VectorRow, vector: Option<QuantizedRef<'_>>) -> [u8; RECORD_BYTES] {
    let mut bytes = encode_number(if vector.is_some() { ROW_WITH_VECTOR } else { ROW }, row.id);
    bytes[1] = row.language;
    bytes[2] = row.engine;
    bytes[4..8].copy_from_slice(&row.category.to_le_bytes());
    bytes[16..24].copy_from_slice(&row.passage.to_le_bytes());
    bytes[24..32].copy_from_slice(&row.project.to_le_bytes());
    bytes[32..40].copy_from_slice(&row.project_name.to_le_bytes());
    bytes[40..48].copy_from_slice(&row.last_seen_ms.to_le_bytes());
    bytes[48..56].copy_from_slice(&row.confidence.to_le_bytes());
    bytes[56..64].copy_from_slice(&row.quality.to_le_bytes());
    if let Some((scale, codes)) = vector {
        bytes[64..68].copy_from_slice(&scale.to_le_bytes());
        bytes[VECTOR_AT..VECTOR_AT + DIMENSIONS].copy_from_slice(&codes.map(i8::cast_unsigned));
    }
    seal(&mut bytes);
    bytes
}

fn encode_number(kind: u8, number: u64) -> [u8; RECORD_BYTES] {
    let mut bytes = [0; RECORD_BYTES];
    bytes[0] = kind;
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    seal(&mut bytes);
    bytes
}

fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[at + i])
}

/// Puts the checksum of all other bytes into the last four.
fn seal(bytes: &mut [u8]) {
    let end = bytes.len() - CHECKSUM_BYTES;
    let sum = checksum(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

fn is_sealed(bytes: &[u8]) -> bool {
    let end = bytes.len() - CHECKSUM_BYTES;
    u32::from_le_bytes(part(bytes, end)) == checksum(&bytes[..end])
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
