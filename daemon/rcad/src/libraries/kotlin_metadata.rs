//! What Kotlin writes about a class or a file beside its byte code, in protocol buffers: which declarations are public, and
//! what they are called in Kotlin. The fields' numbers are of `metadata.proto` and `jvm_metadata.proto` in Kotlin's source,
//! which keeps them the same from version to version.

use super::bytes::Cursor;
use super::class_file::KotlinAnnotation;
use rcad_core::code::libraries::LibraryNameKind;

/// Visibility of what says nothing: public.
const DEFAULT_FLAGS: u64 = 6;
/// Properties have other flags behind it.
const DEFAULT_PROPERTY_FLAGS: u64 = 518;
const PUBLIC: u64 = 3;
/// The first byte of a description whose characters are its bytes; another form was only written by Kotlin before 1.0.
const MARK: u8 = 0;

/// Most names that a table of texts has.
const TEXTS: u64 = 100_000;

/// Kinds of `kotlin.Metadata`.
const CLASS: i32 = 1;
const FILE: i32 = 2;
const PART_OF_FILE: i32 = 5;

/// What Kotlin says of a class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KotlinContent {
    /// A class that others may name, or not.
    Class {
        /// Whether it is neither internal nor private.
        is_public: bool,
    },
    /// The public top-level declarations of a file.
    TopLevel(Vec<(String, LibraryNameKind)>),
    /// Made by the compiler, or not readable: nothing to name.
    Nothing,
}

/// Reads the description.
pub fn read(annotation: &KotlinAnnotation) -> KotlinContent {
    content(annotation).unwrap_or(KotlinContent::Nothing)
}

fn content(annotation: &KotlinAnnotation) -> Option<KotlinContent> {
    if !matches!(annotation.kind, CLASS | FILE | PART_OF_FILE) {
        return None;
    }
    let mut at = Cursor::new(annotation.packed.strip_prefix(&[MARK])?);
    let length = usize::try_from(at.varint()?).ok()?;
    let table = TextTable::read(at.take(length)?, &annotation.texts)?;
    if annotation.kind == CLASS {
        let flags = number(at, 1)?.unwrap_or(DEFAULT_FLAGS);
        return Some(KotlinContent::Class { is_public: is_public(flags) });
    }
    let mut all = Vec::new();
    while let Some((field, value)) = next_field(&mut at)? {
        let Value::Bytes(message) = value else { continue };
        let message = Cursor::new(message);
        let has = |field| has_field(message, field);
        let (flags, kind) = match field {
            3 => {
                (number(message, 9)?.unwrap_or(DEFAULT_FLAGS), extension(has(5)? || has(8)?, LibraryNameKind::Function))
            }
            4 => (
                number(message, 11)?.unwrap_or(DEFAULT_PROPERTY_FLAGS),
                extension(has(5)? || has(10)?, LibraryNameKind::Property),
            ),
            5 => (number(message, 1)?.unwrap_or(DEFAULT_FLAGS), LibraryNameKind::Class),
            _ => continue,
        };
        if let (true, Some(name)) = (is_public(flags), number(message, 2)?.and_then(|index| table.text(index))) {
            all.push((name.to_owned(), kind));
        }
    }
    Some(KotlinContent::TopLevel(all))
}

fn extension(has_receiver: bool, plain: LibraryNameKind) -> LibraryNameKind {
    if has_receiver { LibraryNameKind::Extension } else { plain }
}

fn is_public(flags: u64) -> bool {
    flags >> 1 & 7 == PUBLIC
}

/// The texts that indexes stand for.
struct TextTable<'t> {
    /// The text of its own that a row has, or the number of its row.
    rows: Vec<TextRow<'t>>,
    texts: &'t [String],
}

enum TextRow<'t> {
    /// Written in the row.
    Own(&'t str),
    /// The text of the same index.
    Listed,
    /// A class of Kotlin's own, or a text that is changed before it is used: no declaration is called so.
    Other,
}

impl<'t> TextTable<'t> {
    fn read(bytes: &'t [u8], texts: &'t [String]) -> Option<TextTable<'t>> {
        let (mut rows, mut at) = (Vec::new(), Cursor::new(bytes));
        while let Some((field, value)) = next_field(&mut at)? {
            let (1, Value::Bytes(row)) = (field, value) else { continue };
            let row = Cursor::new(row);
            let count = number(row, 1)?.unwrap_or(1).min(TEXTS.saturating_sub(rows.len() as u64));
            let is_changed =
                number(row, 3)?.is_some_and(|operation| operation > 0) || has_field(row, 4)? || has_field(row, 5)?;
            for _ in 0..count {
                rows.push(match (bytes_of(row, 6)?, has_field(row, 2)?) {
                    _ if is_changed => TextRow::Other,
                    (Some(text), _) => TextRow::Own(std::str::from_utf8(text).ok()?),
                    (None, true) => TextRow::Other,
                    (None, false) => TextRow::Listed,
                });
            }
        }
        Some(TextTable { rows, texts })
    }

    fn text(&self, index: u64) -> Option<&'t str> {
        let index = usize::try_from(index).ok()?;
        match self.rows.get(index)? {
            TextRow::Own(text) => Some(text),
            TextRow::Listed => self.texts.get(index).map(String::as_str),
            TextRow::Other => None,
        }
    }
}

/// The value of a field.
enum Value<'b> {
    Number(u64),
    Bytes(&'b [u8]),
    Other,
}

/// The next field with its number; an inner nothing at the end.
fn next_field<'b>(at: &mut Cursor<'b>) -> Option<Option<(u64, Value<'b>)>> {
    if at.is_at_end() {
        return Some(None);
    }
    let key = at.varint()?;
    let value = match key & 7 {
        0 => Value::Number(at.varint()?),
        1 => at.skip(8).map(|()| Value::Other)?,
        2 => {
            let length = usize::try_from(at.varint()?).ok()?;
            Value::Bytes(at.take(length)?)
        }
        5 => at.skip(4).map(|()| Value::Other)?,
        _ => return None,
    };
    Some(Some((key >> 3, value)))
}

/// The last value of a field that is a number.
fn number(mut at: Cursor<'_>, wanted: u64) -> Option<Option<u64>> {
    let mut found = None;
    while let Some((field, value)) = next_field(&mut at)? {
        if let (true, Value::Number(number)) = (field == wanted, value) {
            found = Some(number);
        }
    }
    Some(found)
}

fn bytes_of<'b>(mut at: Cursor<'b>, wanted: u64) -> Option<Option<&'b [u8]>> {
    while let Some((field, value)) = next_field(&mut at)? {
        if let (true, Value::Bytes(bytes)) = (field == wanted, value) {
            return Some(Some(bytes));
        }
    }
    Some(None)
}

fn has_field(mut at: Cursor<'_>, wanted: u64) -> Option<bool> {
    while let Some((field, _)) = next_field(&mut at)? {
        if field == wanted {
            return Some(true);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field with a number, and one with bytes.
    fn field(number: u8, value: u8) -> Vec<u8> {
        vec![number << 3, value]
    }

    fn message(number: u8, bytes: &[u8]) -> Vec<u8> {
        [&[number << 3 | 2, bytes.len() as u8], bytes].concat()
    }

    fn annotation(kind: i32, table: &[u8], message: &[u8], texts: &[&str]) -> KotlinAnnotation {
        let packed = [&[MARK, table.len() as u8], table, message].concat();
        KotlinAnnotation { kind, packed, texts: texts.iter().map(|text| (*text).to_owned()).collect(), package: None }
    }

    /// Three texts of the list in one row, then one of its own.
    fn table() -> Vec<u8> {
        [message(1, &field(1, 3)), message(1, &message(6, b"ownText"))].concat()
    }

    #[test]
    fn a_class_is_public_unless_its_flags_say_otherwise() {
        for (message, expected) in [(vec![], true), (field(1, 6), true), (field(1, 0), false), (field(1, 2), false)] {
            let read = read(&annotation(CLASS, &[], &message, &[]));
            assert_eq!(read, KotlinContent::Class { is_public: expected }, "{message:?}");
        }
    }

    #[test]
    fn declarations_of_a_file_have_their_names_and_kinds() {
        let declared = [
            message(3, &field(2, 0)),
            message(3, &[field(2, 3), message(5, &field(1, 1))].concat()),
            message(4, &field(2, 1)),
            message(5, &field(2, 2)),
            message(3, &[field(2, 1), field(9, 0)].concat()),
            message(3, &field(2, 9)),
        ];
        let found = read(&annotation(FILE, &table(), &declared.concat(), &["total", "shelves", "Alias"]));
        let name = |simple: &str, kind| (simple.to_owned(), kind);
        let expected = vec![
            name("total", LibraryNameKind::Function),
            name("ownText", LibraryNameKind::Extension),
            name("shelves", LibraryNameKind::Property),
            name("Alias", LibraryNameKind::Class),
        ];
        assert_eq!(found, KotlinContent::TopLevel(expected), "neither internal ones nor those without a text");
    }

    #[test]
    fn what_is_cut_or_of_another_form_has_nothing() {
        let whole = annotation(FILE, &table(), &message(3, &field(2, 0)), &["total"]);
        assert!(matches!(read(&whole), KotlinContent::TopLevel(_)));
        for length in 0..whole.packed.len() - 1 {
            let cut = KotlinAnnotation { packed: whole.packed[..length].to_vec(), ..whole.clone() };
            let found = read(&cut);
            assert!(matches!(&found, KotlinContent::Nothing | KotlinContent::TopLevel(_)), "{found:?}");
        }
        assert_eq!(read(&KotlinAnnotation { kind: 3, ..whole.clone() }), KotlinContent::Nothing);
        let many = annotation(FILE, &message(1, &[8, 0xff, 0xff, 0xff, 0xff, 0x0f]), &[], &[]);
        assert_eq!(read(&many), KotlinContent::TopLevel(Vec::new()), "a table of texts is bounded");
    }
}
