//! Compresses a record's JSON: phrases that most records contain become a byte or two, and the rest is deflated.
//!
//! Deflate alone finds little repetition in two kilobytes; the phrases are what all records have in common. The first
//! byte of a packed record names the method, so that older ones can still be read.

use std::io::{self, Read, Write};
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};

use super::phrases::PHRASES;

/// First byte of JSON as it is.
const PLAIN: u8 = b'{';
/// First byte of JSON with phrases replaced. Neither this nor [`DEFLATED`] begins a stream of deflate, whose bits 1 and 2
/// are never both set: what begins otherwise is deflated JSON, as schema 1 kept its reports.
const REPLACED: u8 = 0x06;
/// First byte of the same deflated.
const DEFLATED: u8 = 0x0e;

/// The bytes that stand for the first phrases. No JSON of `serde_json` holds them: control characters are escaped in it,
/// and 0xf8 to 0xfe are not UTF-8.
const SHORT: u8 = 37;
/// Stands before the number of a later phrase.
const LONG: u8 = 0x1f;

/// Fewest bytes that deflating makes smaller.
const WORTH_DEFLATING: usize = 160;
/// 6 and 9 give nothing more for texts of this size, and take twice the time.
const LEVEL: u32 = 4;

static FINDER: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(PHRASES).ok());

/// Packs a record's JSON.
pub(super) fn pack(json: &[u8]) -> io::Result<Vec<u8>> {
    let Some(finder) = FINDER.as_ref().filter(|_| !json.iter().any(|byte| is_code(*byte))) else {
        return Ok(json.to_vec());
    };
    let mut replaced = Vec::with_capacity(json.len() / 2 + 1);
    replaced.push(REPLACED);
    let mut copied = 0;
    for found in finder.find_iter(json) {
        replaced.extend_from_slice(&json[copied..found.start()]);
        push_code(&mut replaced, found.pattern().as_usize());
        copied = found.end();
    }
    replaced.extend_from_slice(&json[copied..]);
    if replaced.len() < WORTH_DEFLATING {
        return Ok(replaced);
    }
    let mut encoder = DeflateEncoder::new(vec![DEFLATED], Compression::new(LEVEL));
    encoder.write_all(&replaced[1..])?;
    let deflated = encoder.finish()?;
    Ok(if deflated.len() < replaced.len() { deflated } else { replaced })
}

/// Unpacks JSON, whatever the method.
pub(super) fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    match bytes.split_first() {
        Some((&PLAIN, _)) => Ok(bytes.to_vec()),
        Some((&REPLACED, rest)) => restore(rest),
        Some((&DEFLATED, rest)) => restore(&inflate(rest)?),
        _ => inflate(bytes),
    }
}

fn inflate(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    DeflateDecoder::new(bytes).read_to_end(&mut text)?;
    Ok(text)
}

fn restore(replaced: &[u8]) -> io::Result<Vec<u8>> {
    let mut json = Vec::with_capacity(replaced.len() * 2);
    let mut bytes = replaced.iter().copied();
    while let Some(byte) = bytes.next() {
        let number = match byte {
            LONG => usize::from(SHORT) + usize::from(bytes.next().unwrap_or(u8::MAX)),
            1..LONG => usize::from(byte) - 1,
            0xf8..=0xfe => usize::from(byte - 0xf8) + usize::from(LONG) - 1,
            plain => {
                json.push(plain);
                continue;
            }
        };
        let phrase =
            PHRASES.get(number).ok_or_else(|| io::Error::other(format!("no phrase has the number {number}")))?;
        json.extend_from_slice(phrase.as_bytes());
    }
    Ok(json)
}

fn push_code(replaced: &mut Vec<u8>, number: usize) {
    let number = number as u8; // There are fewer than 256, as a test says.
    match number {
        0..30 => replaced.push(number + 1),
        30..SHORT => replaced.push(number - 30 + 0xf8),
        _ => replaced.extend([LONG, number - SHORT]),
    }
}

fn is_code(byte: u8) -> bool {
    matches!(byte, 0..=LONG | 0xf8..)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::DeflateEncoder};
    use sha2::{Digest, Sha256};

    use super::{PHRASES, pack, unpack};

    #[test]
    fn everything_comes_back_as_it_was() {
        for phrase in PHRASES {
            let json = format!("{{{phrase}x{phrase}").into_bytes();
            assert_eq!(unpack(&pack(&json).unwrap()).unwrap(), json, "{phrase}");
        }
        let odd: Vec<u8> = (0..=255).collect();
        for text in [&b"{}"[..], b"{\"a\":\"\xe8\xa1\x8c\"}", "{\"message\":\"ü\"}".repeat(5000).as_bytes()] {
            assert_eq!(unpack(&pack(text).unwrap()).unwrap(), text);
        }
        let with_codes = [b"{", &odd[..]].concat();
        assert_eq!(unpack(&pack(&with_codes).unwrap()).unwrap(), with_codes, "left as it is");
    }

    #[test]
    fn what_schema_1_kept_is_read() {
        let json = "{\"id\":\"a\",\"text\":\"e: wrong\"}".repeat(9);
        assert_eq!(unpack(json.as_bytes()).unwrap(), json.as_bytes());
        for level in 0..10 {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(level));
            encoder.write_all(json.as_bytes()).unwrap();
            assert_eq!(unpack(&encoder.finish().unwrap()).unwrap(), json.as_bytes(), "level {level}");
        }
    }

    #[test]
    fn what_is_torn_is_an_error() {
        let packed = pack("{\"message\":\"something is not there\",\"n\":[1,2,3]}".repeat(40).as_bytes()).unwrap();
        assert!(unpack(&packed[..packed.len() / 2]).is_err());
        assert!(unpack(&[]).is_err());
        assert!(unpack(&[super::REPLACED, super::LONG, 0xff]).is_err(), "a phrase of a newer program");
        assert!(unpack(&[super::REPLACED, super::LONG]).is_err());
    }

    /// What lies on disk names phrases by their place in the list.
    #[test]
    fn phrases_are_only_added() {
        assert!(PHRASES.len() <= 255);
        let distinct: std::collections::HashSet<_> = PHRASES.iter().collect();
        assert_eq!(distinct.len(), PHRASES.len());
        let digest = Sha256::digest(PHRASES[..FROZEN.0].join("\n"));
        assert_eq!(
            hex::encode(&digest[..4]),
            FROZEN.1,
            "the first {} phrases have changed: stores would not read any more",
            FROZEN.0
        );
    }

    /// How many phrases were there when this was last looked at, and their digest.
    const FROZEN: (usize, &str) = (203, "cf7f1c0c");
}
