//! One row per RCA, with its vector and the fields that filters need, in a file and in memory. Derived from the store: what
//! can't be read is discarded and indexed again.
//!
//! The file is a log: records are only appended, and a mark tells up to which change of the store they go. A file that is
//! cut off anywhere is an older state, from which the index continues at [`VectorTable::up_to`]. Once a third of the
//! records are outdated, the file is rewritten under another name and renamed.

mod columns;
mod record;
#[cfg(test)]
mod tests;
mod vector;

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use pulp::NullaryFnOnce;

use columns::{RowFilter, VectorColumns, VectorRow, text_key};
use record::{HEADER_BYTES, RECORD_BYTES, VectorFileHeader, VectorRecord, encode_row};
use vector::{QuantizedVector, QueryVector, fastest};

use crate::{Filters, Rca};

/// A file with fewer outdated records is not rewritten.
const SMALL: usize = 256;

/// The vectors of one store's RCAs.
pub struct VectorTable {
    path: PathBuf,
    header: VectorFileHeader,
    columns: VectorColumns,
    up_to: u64,
    /// Vectors of discarded rows by id, with the key of the text they were made from; used again where the text is the
    /// same.
    spare: HashMap<u64, (u64, Box<QuantizedVector>)>,
    /// Ids of rows that were changed or removed since the file was written.
    unsaved: HashSet<u64>,
    /// Records in the file; nothing when the file must be rewritten.
    records: Option<usize>,
}

impl VectorTable {
    /// Reads the rows of the store with this identity. Where they can't be used, the table starts empty and the text says
    /// why; readable vectors are kept for RCAs whose text has not changed.
    pub fn open(path: &Path, store: u64) -> (VectorTable, Option<String>) {
        let mut rows = VectorTable {
            path: path.to_owned(),
            header: VectorFileHeader { store, ..VectorFileHeader::default() },
            columns: VectorColumns::default(),
            up_to: 0,
            spare: HashMap::new(),
            unsaved: HashSet::new(),
            records: None,
        };
        let problem = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => Some(format!("the vectors can't be read: {error}")),
            Ok(file) => rows.read(BufReader::with_capacity(64 << 10, file)).err(),
        };
        if problem.is_some() {
            rows.start_over();
        }
        (rows, problem)
    }

    /// Number of the store's last change that is in the table; 0 when everything must be indexed again.
    pub fn up_to(&self) -> u64 {
        self.up_to
    }

    /// Number of RCAs, and of those with a vector.
    pub fn counts(&self) -> (u64, u64) {
        (self.columns.len() as u64, self.columns.vectors() as u64)
    }

    /// Removes all rows, so that every RCA is indexed again; vectors whose text has not changed are used again.
    pub fn start_over(&mut self) {
        for id in self.columns.ids() {
            if let Some((row, Some((scale, codes)))) = self.columns.get(id) {
                self.spare.insert(id, (row.passage, Box::new(QuantizedVector { scale, codes: *codes })));
            }
        }
        self.columns = VectorColumns::default();
        self.unsaved.clear();
        self.up_to = 0;
        self.records = None;
    }

    /// Sets the model, by its SHA-256, that makes the vectors from now on. Those of another model are dropped.
    pub fn use_model(&mut self, model: [u8; 32]) {
        if self.header.model != model {
            self.header.model = model;
            self.columns.drop_vectors();
            self.spare.clear();
            self.records = None;
        }
    }

    /// Adds or replaces an RCA. Its vector stays when `passage`, the text that is embedded for it, is the same. An id
    /// that is not 12 hex digits is ignored.
    pub fn put(&mut self, rca: &Rca, passage: &str) {
        let Some(id) = id_number(&rca.id) else { return };
        let row = VectorRow::of(id, rca, passage);
        let quantized = match self.columns.get(id) {
            Some((before, Some((scale, codes)))) if before.passage == row.passage => {
                Some(QuantizedVector { scale, codes: *codes })
            }
            Some(_) => None,
            None => {
                self.spare.remove(&id).filter(|(passage, _)| *passage == row.passage).map(|(_, quantized)| *quantized)
            }
        };
        self.columns.put(row, quantized.as_ref());
        self.unsaved.insert(id);
    }

    /// Removes the RCA with this id.
    pub fn remove(&mut self, id: u64) {
        if self.columns.remove(id) {
            self.unsaved.insert(id);
        }
    }

    /// Sets the vector of the RCA with this id, made from `passage`. Ignored when its text has changed since.
    pub fn set_vector(&mut self, id: u64, passage: &str, vector: &[f32]) {
        let (Some((row, _)), Some(quantized)) = (self.columns.get(id), QuantizedVector::new(vector)) else { return };
        if row.passage == text_key(passage) {
            self.columns.put(*row, Some(&quantized));
            self.unsaved.insert(id);
        }
    }

    /// At most `limit` ids of RCAs that have a text and no vector.
    pub fn without_vector(&self, limit: usize) -> Vec<u64> {
        self.columns.without_vector().take(limit).collect()
    }

    /// Writes what is new; the table then holds the store's changes up to this one. After an error the rows in memory stay
    /// valid and the next call tries again.
    pub fn commit(&mut self, up_to: u64) -> io::Result<()> {
        self.up_to = up_to;
        match self.records {
            Some(records) if 2 * (records + self.unsaved.len()) <= 3 * self.columns.len() + SMALL => {
                self.append(records)?
            }
            _ => self.rewrite()?,
        }
        self.unsaved.clear();
        Ok(())
    }

    /// The `limit` nearest RCAs that pass the filters, as (id, cosine), best first; equal ones by id.
    pub fn nearest(&self, vector: &[f32], filters: &Filters, limit: usize) -> Vec<(u64, f32)> {
        let Some(query) = QueryVector::new(vector) else { return Vec::new() };
        let filter = RowFilter::new(filters);
        fastest(NearestScan { columns: &self.columns, query, filter, limit })
    }

    /// Gives the cosine with an RCA by its id, where it has a vector.
    pub fn cosines(&self, vector: &[f32]) -> impl Fn(u64) -> Option<f32> {
        let query = QueryVector::new(vector);
        move |id| {
            let (scale, codes) = self.columns.get(id)?.1?;
            Some(query.as_ref()?.cosine(scale, codes))
        }
    }

    fn read(&mut self, mut file: impl Read) -> Result<(), String> {
        let mut header = [0; HEADER_BYTES];
        let length = fill(&mut file, &mut header).map_err(|error| format!("the vectors can't be read: {error}"))?;
        if length < HEADER_BYTES {
            return Err("the header of the vectors is cut off".into());
        }
        let header = VectorFileHeader::decode(&header)?;
        let mut broken = 0usize;
        let mut records = 0usize;
        let mut bytes = [0; RECORD_BYTES];
        let cut_off = loop {
            match fill(&mut file, &mut bytes).map_err(|error| format!("the vectors can't be read: {error}"))? {
                0 => break false,
                RECORD_BYTES => {}
                _ => break true,
            }
            records += 1;
            match VectorRecord::decode(&bytes) {
                Some(VectorRecord::Put(row, quantized)) => self.columns.put(row, quantized.as_deref()),
                Some(VectorRecord::Removed(id)) => {
                    self.columns.remove(id);
                }
                Some(VectorRecord::Mark(up_to)) => self.up_to = up_to,
                None => broken += 1,
            }
        };
        let store = std::mem::replace(&mut self.header.store, header.store);
        self.header = VectorFileHeader { store, ..header };
        if store != header.store {
            return Err("the vectors are of another store".into());
        }
        if broken > 0 {
            return Err(format!("{broken} of {records} vector records are damaged"));
        }
        self.columns.shrink();
        // A record that is cut off is written again with the changes after the last mark; nothing may be appended to half of one.
        self.records = (!cut_off).then_some(records);
        Ok(())
    }

    fn append(&mut self, records: usize) -> io::Result<()> {
        self.records = None; // Unknown until all is written.
        let mut file = BufWriter::new(OpenOptions::new().append(true).open(&self.path)?);
        for &id in &self.unsaved {
            match self.columns.get(id) {
                Some((row, vector)) => file.write_all(&encode_row(row, vector))?,
                None => file.write_all(&VectorRecord::Removed(id).encode())?,
            }
        }
        file.write_all(&VectorRecord::Mark(self.up_to).encode())?;
        file.flush()?;
        self.records = Some(records + self.unsaved.len() + 1);
        Ok(())
    }

    fn rewrite(&mut self) -> io::Result<()> {
        self.records = None;
        self.columns.shrink();
        let unfinished = self.path.with_extension("new");
        let mut file = BufWriter::new(File::create(&unfinished)?);
        file.write_all(&self.header.encode())?;
        for id in self.columns.ids() {
            if let Some((row, vector)) = self.columns.get(id) {
                file.write_all(&encode_row(row, vector))?;
            }
        }
        file.write_all(&VectorRecord::Mark(self.up_to).encode())?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&unfinished, &self.path)?;
        self.records = Some(self.columns.len() + 1);
        Ok(())
    }
}

/// 12 hex digits as a number.
pub fn id_number(id: &str) -> Option<u64> {
    let plain = id.len() == 12 && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if plain { u64::from_str_radix(id, 16).ok() } else { None }
}

/// The id that [`id_number`] made the number of.
pub fn id_text(id: u64) -> String {
    format!("{id:012x}")
}

/// Reads until the buffer is full or the file ends; returns the number of bytes.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// The scan of [`VectorTable::nearest`].
struct NearestScan<'r> {
    columns: &'r VectorColumns,
    query: QueryVector,
    filter: RowFilter,
    limit: usize,
}

impl NullaryFnOnce for NearestScan<'_> {
    type Output = Vec<(u64, f32)>;

    #[inline(always)]
    fn call(self) -> Vec<(u64, f32)> {
        let mut best = TopHits::new(self.limit);
        self.columns.scan(&self.query, &self.filter, |id, cosine| best.offer(id, cosine));
        best.finish()
    }
}

/// The best hits so far. Holds up to twice as many as are filter, so that most offers cost one comparison.
struct TopHits {
    limit: usize,
    hits: Vec<(u64, f32)>,
    /// A hit must be better than this.
    least: f32,
}

impl TopHits {
    fn new(limit: usize) -> TopHits {
        TopHits { limit, hits: Vec::new(), least: f32::NEG_INFINITY }
    }

    #[inline(always)]
    fn offer(&mut self, id: u64, cosine: f32) {
        if cosine >= self.least {
            self.hits.push((id, cosine));
            if self.hits.len() >= 2 * self.limit + 16 {
                self.cut();
            }
        }
    }

    fn cut(&mut self) {
        self.hits.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        self.hits.truncate(self.limit);
        if self.hits.len() == self.limit {
            self.least = self.hits.last().map_or(f32::INFINITY, |hit| hit.1);
        }
    }

    fn finish(mut self) -> Vec<(u64, f32)> {
        self.cut();
        self.hits
    }
}
