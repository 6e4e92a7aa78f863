//! Tells one model from another by its files, fast. No proof that the files are whole: `rcad model` checks that.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::EmbedError;
use super::minilm::{WEIGHTS, WORDS};

/// Bytes that are read of each end of a file.
const END_BYTES: u64 = 64 << 10;

/// SHA-256 of both files' lengths, first and last bytes. Other weights differ in each of them.
pub fn identity(dir: &Path) -> Result<[u8; 32], EmbedError> {
    let mut hash = Sha256::new();
    for name in [WEIGHTS, WORDS] {
        let ends = ends(&dir.join(name)).map_err(|e| EmbedError::Unusable(format!("{name} can't be read: {e}")))?;
        hash.update(ends);
    }
    Ok(hash.finalize().into())
}

fn ends(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = length.to_le_bytes().to_vec();
    file.by_ref().take(END_BYTES).read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(length.saturating_sub(END_BYTES)))?;
    file.take(END_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{EmbedError, WEIGHTS, WORDS, identity};

    #[test]
    fn other_bytes_at_either_end_or_another_length_are_another_model() {
        let dir = tempfile::tempdir().unwrap();
        let write = |weights: &[u8]| {
            fs::write(dir.path().join(WEIGHTS), weights).unwrap();
            identity(dir.path())
        };
        assert!(matches!(write(&[1; 10]), Err(EmbedError::Unusable(_))), "no word pieces");
        fs::write(dir.path().join(WORDS), "{}").unwrap();
        let long = vec![1; 200_000];
        let mut of =
            vec![write(&[]).unwrap(), write(&[1; 10]).unwrap(), write(&[1; 11]).unwrap(), write(&long).unwrap()];
        for at in [0, long.len() - 1] {
            let mut changed = long.clone();
            changed[at] = 2;
            of.push(write(&changed).unwrap());
        }
        let last = of[of.len() - 1];
        assert_eq!(identity(dir.path()).unwrap(), last, "the same files");
        of.sort_unstable();
        of.dedup();
        assert_eq!(of.len(), 6);
    }
}
