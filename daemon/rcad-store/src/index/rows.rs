//! A row an RCA: what filters ask for, and its vector, in a file and in memory. Derived from the store and never the truth:
//! what does not read is thrown away and asked for again.
//!
//! The file is a history: records are only ever appended, and a mark says up to which change of the store they go. Cut off
//! anywhere it is a state of the past, from which [`Rows::up_to`] makes the index go on. When a third of it is old it is
//! written anew beside its place and renamed.

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

use columns::{Columns, Row, Wanted, text_key};
use record::{HEADER_BYTES, Header, RECORD_BYTES, Record, encode_row};
use vector::{Packed, Sought, fastest};

use crate::{Filters, Rca};

/// A file of fewer records is never written anew.
const SMALL: usize = 256;

/// The rows of one store.
pub struct Rows {
    path: PathBuf,
    header: Header,
    columns: Columns,
    up_to: u64,
    /// Vectors of rows that can't be trusted any more, by id, with the key of the text they were made from.
    spare: HashMap<u64, (u64, Box<Packed>)>,
    /// Ids whose rows in memory are newer than the file's, or gone.
    unsaved: HashSet<u64>,
    /// Records in the file; nothing when the file must be written anew.
    records: Option<usize>,
}

impl Rows {
    /// Reads the rows of the store with this identity. The text says what was wrong, when they start empty because of it;
    /// vectors that still read are kept for RCAs whose text has not changed.
    pub fn open(path: &Path, store: u64) -> (Rows, Option<String>) {
        let mut rows = Rows {
            path: path.to_owned(),
            header: Header { store, ..Header::default() },
            columns: Columns::default(),
            up_to: 0,
            spare: HashMap::new(),
            unsaved: HashSet::new(),
            records: None,
        };
        let problem = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => Some(format!("the rows can't be read: {error}")),
            Ok(file) => rows.read(BufReader::with_capacity(64 << 10, file)).err(),
        };
        if problem.is_some() {
            rows.start_over();
        }
        (rows, problem)
    }

    /// Number of the store's change that they are up to; 0 when all are asked for again.
    pub fn up_to(&self) -> u64 {
        self.up_to
    }

    /// RCAs, and how many of them have a vector.
    pub fn counts(&self) -> (u64, u64) {
        (self.columns.len() as u64, self.columns.vectors() as u64)
    }

    /// Forgets all rows, so that every RCA is asked for again; vectors whose text has not changed are used again.
    pub fn start_over(&mut self) {
        for id in self.columns.ids() {
            if let Some((row, Some((scale, codes)))) = self.columns.get(id) {
                self.spare.insert(id, (row.passage, Box::new(Packed { scale, codes: *codes })));
            }
        }
        self.columns = Columns::default();
        self.unsaved.clear();
        self.up_to = 0;
        self.records = None;
    }

    /// Says which model makes the vectors from now on, by its SHA-256. Those of another are dropped.
    pub fn use_model(&mut self, model: [u8; 32]) {
        if self.header.model != model {
            self.header.model = model;
            self.columns.drop_vectors();
            self.spare.clear();
            self.records = None;
        }
    }

    /// Takes an RCA in, or its newer form. Its vector stays when `passage`, the text that is embedded for it, is the same.
    /// An id that is not 12 hex digits is left out.
    pub fn put(&mut self, rca: &Rca, passage: &str) {
        let Some(id) = id_number(&rca.id) else { return };
        let row = Row::of(id, rca, passage);
        let packed = match self.columns.get(id) {
            Some((before, Some((scale, codes)))) if before.passage == row.passage => {
                Some(Packed { scale, codes: *codes })
            }
            Some(_) => None,
            None => self.spare.remove(&id).filter(|(passage, _)| *passage == row.passage).map(|(_, packed)| *packed),
        };
        self.columns.put(row, packed.as_ref());
        self.unsaved.insert(id);
    }

    /// Takes the RCA with this id out.
    pub fn remove(&mut self, id: u64) {
        if self.columns.remove(id) {
            self.unsaved.insert(id);
        }
    }

    /// Gives the RCA with this id the vector of `passage`. Nothing happens when its text is another by now.
    pub fn set_vector(&mut self, id: u64, passage: &str, vector: &[f32]) {
        let (Some((row, _)), Some(packed)) = (self.columns.get(id), Packed::new(vector)) else { return };
        if row.passage == text_key(passage) {
            self.columns.put(*row, Some(&packed));
            self.unsaved.insert(id);
        }
    }

    /// At most `limit` ids of RCAs that lack a vector and have a text.
    pub fn without_vector(&self, limit: usize) -> Vec<u64> {
        self.columns.without_vector().take(limit).collect()
    }

    /// Writes what is new, which goes up to this change of the store. After an error the rows in memory stay right and the
    /// next call tries again.
    pub fn commit(&mut self, up_to: u64) -> io::Result<()> {
        self.up_to = up_to;
        match self.records {
            Some(records) if 2 * (records + self.unsaved.len()) <= 3 * self.columns.len() + SMALL => {
                self.append(records)?
            }
            _ => self.write_anew()?,
        }
        self.unsaved.clear();
        Ok(())
    }

    /// The `limit` RCAs that pass the filters and lie nearest, as (id, cosine), best first; equal ones by id.
    pub fn nearest(&self, vector: &[f32], filters: &Filters, limit: usize) -> Vec<(u64, f32)> {
        let Some(sought) = Sought::new(vector) else { return Vec::new() };
        let wanted = Wanted::new(filters);
        fastest(Nearest { columns: &self.columns, sought, wanted, limit })
    }

    /// Tells the cosine with one RCA by its id, where it has a vector.
    pub fn cosines(&self, vector: &[f32]) -> impl Fn(u64) -> Option<f32> {
        let sought = Sought::new(vector);
        move |id| {
            let (scale, codes) = self.columns.get(id)?.1?;
            Some(sought.as_ref()?.cosine(scale, codes))
        }
    }

    fn read(&mut self, mut file: impl Read) -> Result<(), String> {
        let mut header = [0; HEADER_BYTES];
        let length = fill(&mut file, &mut header).map_err(|error| format!("the rows can't be read: {error}"))?;
        if length < HEADER_BYTES {
            return Err("the rows' header is cut off".into());
        }
        let header = Header::decode(&header)?;
        let mut broken = 0usize;
        let mut records = 0usize;
        let mut bytes = [0; RECORD_BYTES];
        let cut_off = loop {
            match fill(&mut file, &mut bytes).map_err(|error| format!("the rows can't be read: {error}"))? {
                0 => break false,
                RECORD_BYTES => {}
                _ => break true,
            }
            records += 1;
            match Record::decode(&bytes) {
                Some(Record::Put(row, packed)) => self.columns.put(row, packed.as_deref()),
                Some(Record::Removed(id)) => {
                    self.columns.remove(id);
                }
                Some(Record::Mark(up_to)) => self.up_to = up_to,
                None => broken += 1,
            }
        };
        let store = std::mem::replace(&mut self.header.store, header.store);
        self.header = Header { store, ..header };
        if store != header.store {
            return Err("the rows are of another store".into());
        }
        if broken > 0 {
            return Err(format!("{broken} of {records} rows are damaged"));
        }
        self.columns.shrink();
        // What is cut off is written again with the changes after the last mark; nothing may stand behind half a record.
        self.records = (!cut_off).then_some(records);
        Ok(())
    }

    fn append(&mut self, records: usize) -> io::Result<()> {
        self.records = None; // Until all is written, the file's end is not known.
        let mut file = BufWriter::new(OpenOptions::new().append(true).open(&self.path)?);
        for &id in &self.unsaved {
            match self.columns.get(id) {
                Some((row, vector)) => file.write_all(&encode_row(row, vector))?,
                None => file.write_all(&Record::Removed(id).encode())?,
            }
        }
        file.write_all(&Record::Mark(self.up_to).encode())?;
        file.flush()?;
        self.records = Some(records + self.unsaved.len() + 1);
        Ok(())
    }

    fn write_anew(&mut self) -> io::Result<()> {
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
        file.write_all(&Record::Mark(self.up_to).encode())?;
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

/// Reads until the buffer is full or the file ends; how much.
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

/// The scan of [`Rows::nearest`].
struct Nearest<'r> {
    columns: &'r Columns,
    sought: Sought,
    wanted: Wanted,
    limit: usize,
}

impl NullaryFnOnce for Nearest<'_> {
    type Output = Vec<(u64, f32)>;

    #[inline(always)]
    fn call(self) -> Vec<(u64, f32)> {
        let mut best = Best::new(self.limit);
        self.columns.scan(&self.sought, &self.wanted, |id, cosine| best.offer(id, cosine));
        best.finish()
    }
}

/// The best hits so far. Holds up to twice as many as are wanted, so that most offers cost one comparison.
struct Best {
    limit: usize,
    hits: Vec<(u64, f32)>,
    /// A hit must be better than this.
    least: f32,
}

impl Best {
    fn new(limit: usize) -> Best {
        Best { limit, hits: Vec::new(), least: f32::NEG_INFINITY }
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
