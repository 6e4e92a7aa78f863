//! Heads of model files, written here, and what is counted by them; the figures were worked out by hand.

use std::path::Path;

use rcad_core::agent::budget::TokenCounter;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;

use super::{GgufHeader, KIND, ModelTokenizer, TokenizerError};

const ARRAY: u32 = 9;
const STRING: u32 = 8;

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
}

fn entry(key: &str, kind: u32, value: &[u8]) -> Vec<u8> {
    [text(key), kind.to_le_bytes().to_vec(), value.to_vec()].concat()
}

fn list(kind: u32, length: usize, values: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes()[..], &(length as u64).to_le_bytes(), values].concat()
}

fn texts(key: &str, values: &[String]) -> Vec<u8> {
    let all: Vec<u8> = values.iter().flat_map(|value| text(value)).collect();
    entry(key, ARRAY, &list(STRING, values.len(), &all))
}

fn file(entries: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"GGUF".to_vec();
    file.extend(3u32.to_le_bytes());
    file.extend(0u64.to_le_bytes());
    file.extend((entries.len() as u64).to_le_bytes());
    file.extend(entries.concat());
    file
}

/// A model whose vocabulary is all bytes and what these merges make; entries of other types stand between what is read.
fn model(kind: &str, split: &str, merges: &[&str], more: &[&str]) -> Vec<u8> {
    let mut tokens: Vec<String> = ByteLevel::alphabet().iter().map(char::to_string).collect();
    tokens.sort();
    tokens.extend(merges.iter().map(|merge| merge.replace(' ', "")));
    tokens.extend(more.iter().map(|token| (*token).to_owned()));
    let merges: Vec<String> = merges.iter().map(|merge| (*merge).to_owned()).collect();
    file(&[
        texts("general.tags", &["one".into(), "two".into()]),
        entry("llama.context_length", 4, &8u32.to_le_bytes()),
        entry("tokenizer.ggml.model", STRING, &text(kind)),
        entry("tokenizer.ggml.pre", STRING, &text(split)),
        entry("tokenizer.ggml.token_type", ARRAY, &list(5, 3, &[0; 12])),
        texts("tokenizer.ggml.tokens", &tokens),
        entry("tokenizer.ggml.add_bos_token", 7, &[0]),
        texts("tokenizer.ggml.merges", &merges),
        entry("tokenizer.chat_template", STRING, &text("{{ a }}")),
    ])
}

fn open(bytes: &[u8]) -> Result<ModelTokenizer, TokenizerError> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    ModelTokenizer::open(file.path())
}

fn count(bytes: &[u8], text: &str) -> u32 {
    open(bytes).unwrap().count(text)
}

#[test]
fn merges_are_made_in_their_order() {
    // `Ġ` is the space.
    let merges = ["a n", "b an", "an a", "Ġ ban"];
    let model = |split| model("gpt2", split, &merges, &[]);
    for (text, tokens) in [
        ("", 0),
        ("banana", 2),  // ban|ana: b|an|an|a, then ban|an|a.
        ("nanana", 3),  // n|an|ana
        (" banana", 2), // Ġban|ana
        ("b anana", 4), // b| |an|ana: nothing is merged over the end of a word.
        ("bab", 3),
        ("ñ€", 5), // 2 and 3 bytes.
    ] {
        assert_eq!(count(&model("gpt-2"), text), tokens, "{text:?}");
    }
    assert_eq!(count(&model("a new one"), "banana"), 2, "what is not known is split as by gpt-2");
}

#[test]
fn words_end_where_the_model_s_own_do() {
    let merges = ["1 2", "12 3", "123 4", "( x", "Ċ Ċ", "} Ċ"];
    let counts =
        |text: &str| ["gpt-2", "llama-bpe", "qwen2"].map(|split| count(&model("gpt2", split, &merges, &[]), text));
    assert_eq!(counts("1234"), [1, 2, 4], "words of any number of digits, of three, of one");
    assert_eq!(counts("(x"), [2, 1, 1], "a sign before a word belongs to it, but not in gpt-2");
    assert_eq!(counts("}\n"), [2, 1, 1], "as does the end of a line to the sign before it");
    assert_eq!(counts("\n\n"), [1, 1, 1]);
}

#[test]
fn a_word_that_is_a_token_is_taken_as_that_by_llama_alone() {
    let of = |split, text| count(&model("gpt2", split, &["a b"], &["cat"]), text);
    assert_eq!([of("llama-bpe", "cat"), of("qwen2", "cat"), of("gpt-2", "cat")], [1, 3, 3]);
    assert_eq!(of("llama-bpe", "cats"), 4, "the word is another one");
}

#[test]
fn another_kind_is_told() {
    for kind in ["llama", "bert", "t5"] {
        let bytes = model(kind, "default", &["a b"], &[]);
        assert!(matches!(open(&bytes), Err(TokenizerError::Other(told)) if told == kind));
    }
}

#[test]
fn what_is_cut_or_damaged_is_told() {
    let whole = model("gpt2", "gpt-2", &["a b"], &[]);
    let needed = whole.len() - entry("tokenizer.chat_template", STRING, &text("{{ a }}")).len();
    assert!(open(&whole[..needed]).is_ok(), "what stands behind the merges is not read");
    for length in (0..needed).step_by(7).chain([needed - 1]) {
        assert!(matches!(open(&whole[..length]), Err(TokenizerError::Unreadable(_))), "{length} bytes of {needed}");
    }
    let named = |key: &str, kind, value: &[u8]| file(&[entry(key, kind, value)]);
    let endless = [&u64::MAX.to_le_bytes()[..], b"x"].concat();
    let many = list(STRING, usize::MAX, &text("x"));
    for (what, bytes) in [
        ("a text of any length", named("tokenizer.ggml.model", STRING, &endless)),
        ("a list of any length", named("tokenizer.ggml.tokens", ARRAY, &many)),
        ("a list that is passed over", named("x", ARRAY, &many)),
        ("numbers that are passed over", named("x", ARRAY, &list(12, usize::MAX, b""))),
        ("a list of lists", named("x", ARRAY, &list(ARRAY, 1, &list(4, 0, b"")))),
        ("a type that there is none of", named("x", 99, b"")),
        ("a number for a text", named("tokenizer.ggml.model", 4, &[0; 4])),
        ("no UTF-8", named("tokenizer.ggml.model", STRING, &[&4u64.to_le_bytes()[..], &[0xFF; 4]].concat())),
    ] {
        assert!(matches!(open(&bytes), Err(TokenizerError::Unreadable(_))), "{what}");
    }
    assert!(matches!(ModelTokenizer::open(Path::new("not/there")), Err(TokenizerError::Unreadable(_))));
}

#[test]
fn tokens_that_do_not_fit_together_are_told() {
    let tokens: Vec<String> = ByteLevel::alphabet().iter().map(char::to_string).collect();
    let head = |tokens: &[String], merge: &str| GgufHeader {
        kind: KIND.into(),
        split: "gpt-2".into(),
        tokens: tokens.to_vec(),
        merges: vec![merge.into()],
    };
    let of = |tokens: &[String], merge: &str| ModelTokenizer::of(head(tokens, merge)).map(drop);
    for merge in ["a b", "ab", "", " ", "a  b"] {
        assert!(matches!(of(&tokens, merge), Err(TokenizerError::Unreadable(_))), "`{merge}` makes no token");
    }
    let with = [&tokens[..], &["ab".to_owned()]].concat();
    assert!(of(&with, "a b").is_ok());
    assert!(matches!(of(&with[1..], "a b"), Err(TokenizerError::Unreadable(_))), "a byte is missing");
}

/// As large as those of today's models.
#[test]
fn a_large_vocabulary_is_read_whole() {
    let mut merges: Vec<String> = Vec::new();
    let ascii: Vec<char> = (33..127u8).map(char::from).collect();
    let pairs: Vec<String> = ascii.iter().flat_map(|a| ascii.iter().map(move |b| format!("{a}{b}"))).collect();
    merges.extend(pairs.iter().map(|pair| format!("{} {}", &pair[..1], &pair[1..])));
    for pair in &pairs {
        merges.extend(ascii.iter().take(17).map(|byte| format!("{pair} {byte}")));
    }
    let merges: Vec<&str> = merges.iter().map(String::as_str).collect();
    assert!(merges.len() > 150_000);
    let opened = open(&model("gpt2", "qwen2", &merges, &[])).unwrap();
    let line = "    val total = basket.items.sumOf { it.price * it.count } // all of it\n";
    let code = line.repeat(150);
    let tokens = opened.count(&code);
    assert_eq!(tokens, 150 * opened.count(line), "no word goes over the end of these lines");
    assert!(tokens > 0 && (tokens as usize) < code.len(), "something was merged");
}
