//! Writes the rules of `rules/*.toml` as constants, so that no run spends time on reading them. Whether they are valid is
//! told by `tests/it/known.rs`; here only what can't be written is refused.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use toml::{Table, Value};

#[path = "src/rules/elsewhere.rs"]
mod elsewhere;
#[path = "src/pattern/gram.rs"]
mod gram;
#[allow(dead_code)]
#[path = "src/pattern/needed.rs"]
mod needed;
#[path = "src/rules/vocabulary.rs"]
mod vocabulary;

use elsewhere::ELSEWHERE;
use gram::{BITS, GRAM, OFTEN_BITS};

fn main() {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=src/pattern/needed.rs");
    println!("cargo::rerun-if-changed=src/rules/elsewhere.rs");
    println!("cargo::rerun-if-changed=src/pattern/gram.rs");
    println!("cargo::rerun-if-changed=src/rules/vocabulary.rs");
    let mut files: Vec<PathBuf> =
        fs::read_dir("rules").expect("rules/").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    let all: Vec<Table> = files.iter().flat_map(|file| rules(file)).collect();
    let mut out = String::from("pub static RULES: &[BuiltInRule] = &[\n");
    all.iter().for_each(|rule| write_rule(&mut out, rule));
    out.push_str("];\n");
    let seen = counted(&all);
    write_index(&mut out, &all, &seen);
    write_words(&mut out, &all);
    let to = PathBuf::from(env::var("OUT_DIR").expect("OUT_DIR"));
    fs::write(to.join("built_in_rules.rs"), out).expect("the rules are written");
    fs::write(to.join("often_met_grams.rs"), often(&seen)).expect("the table is written");
}

fn rules(file: &Path) -> Vec<Table> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let table: Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let rules = table.get("rule").and_then(Value::as_array).cloned().unwrap_or_default();
    rules.into_iter().filter_map(|rule| rule.as_table().cloned()).collect()
}

/// Texts that the rule needs, one of which is in every line that it matches.
fn literals(rule: &Table) -> Vec<String> {
    let text = |key: &str| rule.get(key).and_then(Value::as_str).unwrap_or_default();
    let found = needed::needed(text("pattern")).unwrap_or_default();
    let long = !found.is_empty() && found.iter().all(|literal| literal.len() >= GRAM);
    assert!(long, "rule {}: its pattern needs no fixed text of {GRAM} bytes", text("name"));
    found
}

/// Of the texts that the rule needs those that are rarest: 31 rules are about one name each behind `Unresolved reference`.
fn rarest(rule: &Table, seen: &HashMap<u32, u32>) -> Vec<String> {
    let pattern = rule.get("pattern").and_then(Value::as_str).unwrap_or_default();
    let count = |literal: &String| {
        let grams = literal.as_bytes().windows(GRAM).map(|window| seen.get(&gram::gram(window)).copied().unwrap_or(0));
        grams.min().unwrap_or(u32::MAX)
    };
    let often = |texts: &Vec<String>| texts.iter().map(count).map(u64::from).sum::<u64>();
    needed::all_needed(pattern).into_iter().min_by_key(often).unwrap_or_else(|| literals(rule))
}

/// How often each gram stands in the rules' test texts.
fn counted(rules: &[Table]) -> HashMap<u32, u32> {
    let mut seen: HashMap<u32, u32> = HashMap::new();
    for text in rules.iter().flat_map(|rule| strings(rule.get("matches"))) {
        text.as_bytes().windows(GRAM).for_each(|window| *seen.entry(gram::gram(window)).or_default() += 1);
    }
    seen
}

/// The same as a table by the grams' hash, up to 255.
fn often(seen: &HashMap<u32, u32>) -> String {
    let mut often = vec![0u8; 1 << OFTEN_BITS];
    for (gram, count) in seen {
        let place = &mut often[gram::hash(*gram, OFTEN_BITS)];
        *place = place.saturating_add(u8::try_from(*count).unwrap_or(u8::MAX));
    }
    format!("{often:?}")
}

/// Writes where the rules' texts are looked for: of each text the gram that is rarest in the rules' own test texts, sorted,
/// and a filter of all these grams, so that most bytes of a line cost one look.
fn write_index(out: &mut String, rules: &[Table], seen: &HashMap<u32, u32>) {
    let (mut grams, mut filter) = (Vec::new(), vec![0u64; 1 << (BITS - 6)]);
    for (index, rule) in rules.iter().enumerate() {
        for literal in rarest(rule, seen) {
            let windows = literal.as_bytes().windows(GRAM).map(gram::gram).enumerate();
            let rarest = windows.min_by_key(|(_, gram)| seen.get(gram).copied().unwrap_or(0));
            let (offset, gram) = rarest.expect("a text has a gram");
            let (word, bit) = gram::bit(gram);
            filter[word] |= bit;
            grams.push((gram, offset, index, literal));
        }
    }
    grams.sort();
    out.push_str("pub static GRAMS: &[Gram] = &[\n");
    for (gram, offset, rule, literal) in grams {
        let _ = writeln!(out, "    Gram {{ gram: {gram}, offset: {offset}, rule: {rule}, literal: {literal:?} }},");
    }
    let _ = writeln!(out, "];\npub static FILTER: &[u64; {}] = &{filter:?};", filter.len());
}

/// Writes the words of the rules' patterns and test texts, sorted, with how many rules have each, and those of each rule by
/// their places in this list.
fn write_words(out: &mut String, rules: &[Table]) {
    let of = |rule: &Table| -> BTreeSet<String> {
        let pattern = rule.get("pattern").and_then(Value::as_str).unwrap_or_default();
        let texts = strings(rule.get("matches"));
        let told = texts.iter().flat_map(|text| vocabulary::words(text));
        vocabulary::pattern_words(pattern).into_iter().chain(told).collect()
    };
    let all: Vec<BTreeSet<String>> = rules.iter().map(of).collect();
    let mut counts: BTreeMap<&str, u16> = BTreeMap::new();
    all.iter().flatten().for_each(|word| *counts.entry(word).or_default() += 1);
    out.push_str("pub static WORDS: &[(&str, u16)] = &[\n");
    for (word, count) in &counts {
        let _ = writeln!(out, "    ({word:?}, {count}),");
    }
    let place: HashMap<&str, usize> = counts.keys().enumerate().map(|(at, word)| (*word, at)).collect();
    out.push_str("];\npub static RULE_WORDS: &[&[u16]] = &[\n");
    for words in &all {
        let places: Vec<usize> = words.iter().map(|word| place[word.as_str()]).collect();
        let _ = writeln!(out, "    &{places:?},");
    }
    out.push_str("];\n");
}

fn write_rule(out: &mut String, rule: &Table) {
    let text = |key: &str| rule.get(key).and_then(Value::as_str).unwrap_or_default();
    let list = |key: &str| strings(rule.get(key));
    out.push_str("    BuiltInRule {\n");
    for key in ["name", "category", "owner", "versions", "learnt", "pattern"] {
        let _ = writeln!(out, "        {key}: {:?},", text(key));
    }
    let _ = writeln!(out, "        alone: {},", rule.get("alone").and_then(Value::as_bool).unwrap_or(false));
    let elsewhere = |log: &String| ELSEWHERE.iter().any(|part| log.replace('\\', "/").contains(part));
    let _ = writeln!(out, "        elsewhere: {},", list("matches").iter().any(elsewhere));
    let _ = writeln!(out, "        literals: &{:?},", literals(rule));
    for key in ["above", "below", "frames", "without", "nearby", "when"] {
        let _ = writeln!(out, "        {key}: &{:?},", list(key));
    }
    let choices = rule.get("choices").and_then(Value::as_table).cloned().unwrap_or_default();
    let choices: Vec<(&str, &str)> =
        choices.iter().map(|(symbol, text)| (symbol.as_str(), text.as_str().unwrap_or_default())).collect();
    let _ = writeln!(out, "        choices: &{choices:?},");
    let _ = writeln!(out, "        causes: &{:?},", list("cause"));
    let fixes = rule.get("fixes").and_then(Value::as_array).cloned().unwrap_or_default();
    let fixes: Vec<String> = fixes.iter().map(|fix| format!("&{:?}", strings(Some(fix)))).collect();
    let _ = writeln!(out, "        fixes: &[{}],\n    }},", fixes.join(", "));
}

/// A list of strings, or a single one as a list.
fn strings(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(entries)) => entries.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}
