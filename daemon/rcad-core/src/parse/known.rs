//! What is known of failures: finds the rules that match the lines of what the readers read, and lines that no reader
//! recognised but a rule does.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::model::failure::{Failure, Wording};
use crate::parse::chatter;
use crate::parse::input::lines::Lines;
use crate::parse::reader::{FAILURES, Reader, ReaderKind, ReaderMatch, TakenFailure};
use crate::parse::readers::javac;
use crate::parse::resolve::outcome;
use crate::parse::rule_values::{Values, around, values};
use crate::pattern::Pattern;
use crate::rules::{FailureRule, RuleSet, in_other_words};
use crate::{Category, Category as C};

/// Lines of one failure that rules are tried on; longer ones are traces whose causes stand in the first of them.
const LINES: usize = 400;

/// Lines below a failure that no reader explained in which a rule may explain it.
const BELOW: usize = 20;

/// `> Could not …`, `e: …`, `error: …`, `Caused by: …`, `java.lang.IllegalStateException: …`
static SAID: Pattern = Pattern::new(
    r"^\s*(?:> |e: |error: |ERROR|FATAL|Caused by: |[a-z][A-Za-z0-9_.]*\.[A-Za-z0-9_$]+(?:Exception|Error)(?:: |$))",
);

/// `java.lang.IllegalStateException: no`, `android.media.MediaCodec$CodecException`: the first line of a throwable
static THROWN: Pattern = Pattern::new(r"^(?:[a-z][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error)(?:: |$)");

/// `エラー: `, `错误：`: how javac and others say `error: ` in other languages
static SEVERITY: Pattern = Pattern::new(
    r"(?:错误|錯誤|エラー|오류|[Ff]ehler|[Ee]rreur|[Оо]шибка|[Ee]rrore|[Ee]rro|[Hh]ata|[Bb]łąd|[Cc]hyba)\s?[:：]\s*",
);

/// A text of so many lines is a paste of what its reader asks about.
const PASTED: usize = 12;

/// The reader of lines that only a rule recognised; it is in no table, because its rules are data.
static READER: Reader = Reader { kind: ReaderKind::KnownFailure, anchors: &[], frame: false, read: |_, _| None };

/// A rule that matches, and where.
struct KnownMatch<'r> {
    rule: &'r FailureRule,
    values: Values,
    at: usize,
}

impl KnownMatch<'_> {
    /// How much it says: one that is known of other versions or systems than the log's says least.
    fn weight(&self) -> (bool, usize) {
        (self.rule.ruled_out(&self.values).is_none(), self.rule.weight())
    }
}

/// Whether a line of a script's errors, `^ Unresolved reference: a`, is that of the first one.
fn is_about(line: &str, first: &str) -> bool {
    !line.trim_start().starts_with('^') || first.is_empty() || line.contains(first)
}

/// Whether a bullet of a list, `- Plugin 'a': …`, is that of the command which was read.
fn is_bullet_of(line: &str, command: Option<&String>) -> bool {
    command.is_none_or(|command| !line.trim_start().starts_with("- ") || line.contains(command.as_str()))
}

/// Gives the failures the words of the rules that match their lines. Where nothing that was read says why something
/// failed, lines that only a rule recognises become failures of their own.
pub fn refine(lines: &Lines, mut taken: Vec<TakenFailure>, rules: &RuleSet) -> Vec<TakenFailure> {
    if rules.is_empty() {
        return taken;
    }
    let inner = covered(lines, &taken, |one| !one.is_frame());
    let explained = taken.iter().any(explains);
    for one in taken.iter_mut().filter(|one| !one.is_custom()) {
        let frame = one.is_frame();
        // What a tool says of a failure that it does not name itself often stands below.
        let below = if frame || explains(one) { 0 } else { BELOW };
        let end = (one.end() + below).min(one.start + LINES).min(lines.len());
        let free = |at: &usize| *at < one.end() && !frame || !inner[*at];
        let own = (one.start..end).filter(free).filter(|at| *at < one.end() || goes_on(lines, one.start, *at));
        let message = one.found.failure.message.clone();
        let reason = one.found.failure.details.get("reason").filter(|_| !explains(one)).cloned().unwrap_or_default();
        let all = own.flat_map(|at| matches(rules, lines, at, lines.get(at)));
        // A message, or the reason that Gradle gives, that was joined from several lines.
        let joined = [&message, &reason].map(|text| matches(rules, lines, said_at(lines, one, text), text));
        let all = all.chain(joined.into_iter().flatten());
        let unworded = frame && one.found.failure.wording.is_none();
        let whole = unworded.then(|| unwrapped(lines, one)).flatten().unwrap_or_default();
        // What the lines below say by themselves is not said by the sentence.
        let spans = |found: &KnownMatch<'_>| begins_before(found, &whole, message.len());
        let all = all.chain(matches(rules, lines, one.start, &whole).filter(spans));
        let last = one.end().min(one.start + FIRST).min(lines.len());
        let all = all.chain((one.start..last).flat_map(|at| matches_joined(rules, lines, at)));
        // A script's block lists several errors, of which the first was read.
        let listed = one.found.failure.category == C::GradleScriptCompile;
        let first = one.found.failure.details.get("reason").filter(|_| listed).cloned();
        let about_it =
            |found: &KnownMatch<'_>| first.as_deref().is_none_or(|first| is_about(lines.get(found.at), first));
        // The configuration cache lists several problems, of which one has given its place.
        let cached = one.found.failure.category == C::GradleConfigurationCache
            && one.found.failure.details.contains_key("command");
        let command = one.found.failure.symbol.clone().filter(|_| cached);
        let about_it = |found: &KnownMatch<'_>| about_it(found) && is_bullet_of(lines.get(found.at), command.as_ref());
        let best = all.filter(about_it).max_by_key(|found| (found.weight(), found.at));
        let in_other_words = || {
            let asked = is_unknown(one) && !(frame && explained);
            asked.then(|| said_in_other_words(lines, one.start, [&message, &reason])).flatten()
        };
        if let Some(best) = best.or_else(in_other_words) {
            tell(lines, &best, &mut one.found.failure);
        }
    }
    if !taken.iter().any(explains) {
        let mut free = unread(lines, &taken, rules);
        taken.append(&mut free);
        taken.sort_by_key(|one| one.start);
    }
    taken
}

/// Whether a line below a failure may say why it failed: what a device logs there for another process, or as less than an
/// error, is of something else.
fn goes_on(lines: &Lines, start: usize, at: usize) -> bool {
    let (Some(first), Some(below)) = (lines.source(start), lines.source(at)) else { return true };
    let less = matches!(first.priority, 'E' | 'F' | 'A') && matches!(below.priority, 'V' | 'D' | 'I' | 'W');
    first.pid == below.pid && !less
}

/// A rule that matches one of these texts in other words; they were said at this line.
fn said_in_other_words(lines: &Lines, at: usize, texts: [&str; 2]) -> Option<KnownMatch<'static>> {
    texts.into_iter().flat_map(in_other_words).find_map(|(rule, captured)| {
        let values = around(rule, lines, at, captured)?;
        Some(KnownMatch { rule, values, at })
    })
}

/// The line of the failure in which the text stands whole, else its first one.
fn said_at(lines: &Lines, one: &TakenFailure, text: &str) -> usize {
    if text.is_empty() {
        return one.start;
    }
    let mut of_it = one.start..one.end().min(one.start + LINES).min(lines.len());
    of_it.find(|at| lines.get(*at).contains(text)).unwrap_or(one.start)
}

/// Lines that a narrow window or page makes of one sentence.
const WRAPPED: usize = 4;

/// The sentence that was read and goes on in the lines below it, joined.
fn unwrapped(lines: &Lines, one: &TakenFailure) -> Option<String> {
    let message = one.found.failure.message.as_str();
    let said = |at: &usize| !message.is_empty() && lines.get(*at).trim_end().ends_with(message);
    let at = (one.start..one.end().min(one.start + LINES).min(lines.len())).find(said)?;
    let first = begins(message);
    let goes_on = |line: &&str| {
        !line.is_empty() && !line.starts_with(['>', '*', '-', '+']) && !line.starts_with("at ") && begins(line) != first
    };
    let below = (at + 1..(at + WRAPPED).min(lines.len())).take_while(|at| !is_pointed_at(lines, *at));
    let rest: Vec<&str> = below.map(|at| lines.get(at).trim()).take_while(goes_on).collect();
    (!rest.is_empty()).then(|| format!("{message} {}", rest.join(" ")))
}

/// Whether what the rule matches in the text begins in its first bytes.
fn begins_before(found: &KnownMatch<'_>, text: &str, bytes: usize) -> bool {
    start(found, text).is_some_and(|start| start < bytes)
}

/// Where what the rule matches in the text begins, in bytes.
fn start(found: &KnownMatch<'_>, text: &str) -> Option<usize> {
    Some(found.rule.captures(text)?.get(0)?.start())
}

/// How many lines below the first, which has so many bytes, a match in the joined lines begins.
fn begins_behind(found: &KnownMatch<'_>, text: &str, rest: &[&str], first: usize) -> usize {
    let start = start(found, text).unwrap_or(usize::MAX);
    let ends = rest.iter().scan(first, |end, line| Some(std::mem::replace(end, *end + 1 + line.len())));
    ends.take_while(|end| start >= *end).count()
}

/// Lines of a failure from which on its sentence may go on.
const FIRST: usize = 4;

/// The rules that match a line together with the indented ones below it, or as an English tool would have begun it.
fn matches_joined<'r>(rules: &'r RuleSet, lines: &Lines, at: usize) -> impl Iterator<Item = KnownMatch<'r>> + use<'r> {
    let line = lines.get(at);
    let first = begins(line);
    let goes_on = |below: &&str| {
        let text = below.trim_start();
        let sibling = !first[1].is_empty() && begins(text) == first;
        text.len() < below.len()
            && !text.is_empty()
            && !text.starts_with(['>', '*', '-', '+', '^'])
            && !text.starts_with("ERROR ")
            && !is_frame(text)
            && !sibling
    };
    let rest: Vec<&str> =
        (at + 1..(at + WRAPPED).min(lines.len())).map(|at| lines.get(at)).take_while(goes_on).map(str::trim).collect();
    let said = (0..rest.len()).take_while(|below| !is_pointed_at(lines, at + 1 + below)).count();
    let (rest, quoted) = rest.split_at(said);
    let joined =
        (!rest.is_empty() && !is_frame(line.trim_start())).then(|| format!("{} {}", line.trim_end(), rest.join(" ")));
    let english = SEVERITY.captures(line).and_then(|found| {
        let mark = found.get(0)?;
        let text = joined.as_deref().unwrap_or(line);
        let message = &text[mark.end()..];
        let message = javac::translated::english(message).map_or(Cow::Borrowed(message), Cow::Owned);
        Some(format!("{}error: {message}", &text[..mark.start()]))
    });
    let mut all = Vec::new();
    for text in [joined, english].iter().flatten() {
        for mut found in matches(rules, lines, at, text) {
            // What begins in a line below is that line's.
            found.at += begins_behind(&found, text, rest, line.trim_end().len());
            all.push(found);
        }
    }
    let quoted = quoted.iter().enumerate().filter(|_| !is_frame(line.trim_start()));
    all.extend(quoted.flat_map(|(below, source)| matches(rules, lines, at + 1 + said + below, source)));
    all.into_iter()
}

/// Whether the line is source that a compiler quotes: the caret below it points into it. No sentence goes on in it.
fn is_pointed_at(lines: &Lines, at: usize) -> bool {
    let below = if at + 1 < lines.len() { lines.get(at + 1).trim() } else { "" };
    below.starts_with('^') && below.trim_matches(['^', '~']).is_empty()
}

/// The first two words of a line: a list repeats them, as in `Duplicate class a …`, `Duplicate class b …`.
fn begins(line: &str) -> [&str; 2] {
    let mut words = line.trim_start_matches(['>', ' ', '\t']).split_whitespace();
    [words.next().unwrap_or(""), words.next().unwrap_or("")]
}

fn is_frame(text: &str) -> bool {
    text.starts_with("at ") || text.starts_with("... ") || text.starts_with("Caused by: ")
}

/// Of each line whether it belongs to one of these failures.
fn covered(lines: &Lines, taken: &[TakenFailure], which: impl Fn(&TakenFailure) -> bool) -> Vec<bool> {
    let mut covered = vec![false; lines.len()];
    for one in taken.iter().filter(|one| which(one)) {
        covered[one.start..one.end().min(lines.len())].fill(true);
    }
    covered
}

/// Says of a failure what the rule knows, and quotes the line.
fn tell(lines: &Lines, found: &KnownMatch<'_>, failure: &mut Failure) {
    found.rule.refine(&found.values, failure);
    let line = lines.evidence(found.at);
    failure.details.insert("said".to_owned(), line.text.trim().to_owned());
    mark(found, failure);
    if !failure.evidence.iter().any(|one| one.line == line.line) {
        failure.evidence.push(line);
    }
}

/// Names the known failure in the answer.
fn mark(found: &KnownMatch<'_>, failure: &mut Failure) {
    failure.details.insert("known".to_owned(), found.rule.name.clone().into_owned());
}

/// Whether a reader has no words for it.
fn is_unknown(one: &TakenFailure) -> bool {
    one.found.failure.wording.as_ref().map_or(!explains(one), Wording::is_empty)
}

/// Whether it says why something failed.
fn explains(one: &TakenFailure) -> bool {
    if one.found.failure.message.ends_with("HostFunction: <unknown>") {
        return false; // React Native passes on that native code failed, and not why.
    }
    let plain: &[Category] = &[C::GradleTaskFailed, C::Other, C::GradleExternalProcess];
    let failure = &one.found.failure;
    !one.found.headline && (failure.wording.is_some() || !plain.contains(&failure.category))
}

/// What rules alone recognise in a text in which every line counts that begins with what they say.
pub fn recognised(lines: &Lines, rules: &RuleSet) -> Vec<TakenFailure> {
    let begins = |found: &KnownMatch<'_>| {
        let line = lines.get(found.at);
        start(found, line).is_some_and(|start| !line[..start].contains(|c: char| c.is_ascii_lowercase()))
    };
    by_rules(lines, rules, (0..lines.len()).collect(), begins)
}

/// A failure that was read at this line, with the words of the rules that match it.
pub fn worded(lines: &Lines, start: usize, failure: Failure, rules: &RuleSet) -> Option<Failure> {
    found_worded(lines, start, ReaderMatch { failure, lines: 1, headline: false }, rules)
}

/// The same of a failure of several lines.
pub fn found_worded(lines: &Lines, start: usize, found: ReaderMatch, rules: &RuleSet) -> Option<Failure> {
    let taken = refine(lines, vec![TakenFailure { found, reader: &READER, start, id: 0 }], rules);
    taken.into_iter().find(|one| one.start == start).map(|one| one.found.failure)
}

/// Lines that no reader recognised and a rule does.
fn unread(lines: &Lines, taken: &[TakenFailure], rules: &RuleSet) -> Vec<TakenFailure> {
    let failed = !taken.is_empty() || outcome::failed(lines).is_some();
    let pasted = !failed && is_pasted(lines);
    let counts = |at: usize| failed || pasted && (lines.source(at).is_some() || SAID.is_match(lines.get(at)));
    let read = covered(lines, taken, |one| !one.is_frame() || one.found.failure.details.contains_key("known"));
    let results = outcome::BuildResults::of(lines);
    let free = (0..lines.len()).filter(|at| !read[*at] && !results.succeeded(*at)).collect();
    once_each(lines, by_rules(lines, rules, free, |found| counts(found.at)))
}

/// Lines of a throwable among which its first one is looked for.
const THROWABLE: usize = 300;

/// Of what a device's log says of one throwable only the deepest line that a rule knows, of those that name something: a cause
/// tells more than what it caused, and the words that a program logs above an exception are its context.
fn once_each(lines: &Lines, found: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let heads: Vec<Option<usize>> = found.iter().map(|one| thrown_at(lines, one.start)).collect();
    let mut best: HashMap<usize, (bool, usize)> = HashMap::new();
    for (at, (one, head)) in found.iter().zip(&heads).enumerate() {
        if let Some(head) = head {
            let tells = (one.found.failure.symbol.is_some(), at);
            best.entry(*head).and_modify(|best| *best = tells.max(*best)).or_insert(tells);
        }
    }
    let is_best = |at: usize, head: Option<usize>| head.is_none_or(|head| best[&head].1 == at);
    found.into_iter().zip(heads).enumerate().filter_map(|(at, (one, head))| is_best(at, head).then_some(one)).collect()
}

/// The first line of the throwable that a device logged in this line, or right below it.
fn thrown_at(lines: &Lines, at: usize) -> Option<usize> {
    lines.source(at)?;
    if THROWN.is_match(lines.get(at).trim_start()) {
        return Some(at);
    }
    if !is_frame(lines.get(at).trim_start()) {
        return lines.following(at).filter(|next| THROWN.is_match(lines.get(*next).trim_start()));
    }
    let above = std::iter::successors(lines.preceding(at), |index| lines.preceding(*index)).take(THROWABLE);
    let mut heads = above.filter(|index| !is_frame(lines.get(*index).trim_start()));
    heads.next().filter(|head| THROWN.is_match(lines.get(*head).trim_start()))
}

/// The rules that match these lines, if a line counts or the rule says that its line is a failure.
fn by_rules(
    lines: &Lines,
    rules: &RuleSet,
    free: Vec<usize>,
    counts: impl Fn(&KnownMatch<'_>) -> bool,
) -> Vec<TakenFailure> {
    let found = free.into_iter().filter_map(|at| {
        // A rule for a line alone finds what begins in a line below in that line.
        let joined = matches_joined(rules, lines, at).filter(|found| found.at == at || !found.rule.alone);
        let joined = joined.map(|found| KnownMatch { at, ..found });
        let all = matches(rules, lines, at, lines.get(at)).chain(joined);
        let all = all.filter(|found| counts(found) || found.rule.alone);
        let is_noise = || chatter::is_chatter(lines, at) || chatter::is_system_detail(lines, at);
        let best = all.max_by_key(KnownMatch::weight).filter(|_| !is_noise())?;
        let failure = best.rule.failure(&best.values, lines.get(at));
        (!chatter::is_about_made(lines, at, &failure)).then_some((best, failure))
    });
    let own = found.take(FAILURES).map(|(found, mut failure)| {
        failure.evidence.push(lines.evidence(found.at));
        mark(&found, &mut failure);
        let start = found.at;
        TakenFailure { found: ReaderMatch { failure, lines: 1, headline: false }, reader: &READER, start, id: 0 }
    });
    own.collect()
}

/// Whether somebody asks about a few lines alone: then they are what failed, unless a build says that it did not.
fn is_pasted(lines: &Lines) -> bool {
    lines.filled(0..lines.len()).count() <= PASTED
        && (0..lines.len()).all(|at| !lines.get(at).starts_with("BUILD SUCCESSFUL"))
}

/// The rules that match the text, which is the line at `at` or stands for it.
fn matches<'r>(
    rules: &'r RuleSet,
    lines: &Lines,
    at: usize,
    text: &str,
) -> impl Iterator<Item = KnownMatch<'r>> + use<'r> {
    let found = rules.candidates(text).into_iter().filter_map(|rule| {
        let values = values(rule, lines, at, text)?;
        Some(KnownMatch { rule, values, at })
    });
    found.collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::thrown_at;
    use crate::Category;
    use crate::parse::input::lines::Lines;
    use crate::parse::parse;

    #[test]
    fn what_a_tool_s_reader_has_no_row_for_is_filed_by_the_rule() {
        for (log, category, symbol) in [
            (
                "ERROR: D8: Class 'com.example.basket.Texts' from build/a.jar is too big to fit in a dex.\n",
                Category::AgpDexLimit,
                "com.example.basket.Texts",
            ),
            (
                "/p/app/src/main/AndroidManifest.xml:14:13-60 Error:\n\tMissing or malformed attribute in <nav-graph> element. Android manifest <nav-graph> element must contain a android:value attribute with a value beginning with \"@navigation/\".\n",
                Category::XmlMissingAttribute,
                "nav-graph",
            ),
            (
                "ERROR: /p/app/src/main/res/values/plurals.xml:4:9: Unrecognized quantity value '1' specified in <item> in <plurals> resource.\n",
                Category::XmlInvalidValue,
                "1",
            ),
        ] {
            let failure = parse(log).failures.remove(0);
            assert_eq!((failure.category, failure.symbol.as_deref()), (category, Some(symbol)), "{log}");
        }
    }

    #[test]
    fn a_sentence_that_goes_on_below_is_known_as_if_it_stood_in_one_line() {
        let log = |rest: &str| format!("e: [ksp] [Hilt] Expected @AndroidEntryPoint to have a value.{rest}\n");
        let known = |log: &str| parse(log).failures.remove(0).details.remove("known");
        let whole = known(&log(" Did you forget to apply the Gradle Plugin? (com.google.dagger.hilt.android)"));
        let broken =
            known(&log("\n       Did you forget to apply the Gradle Plugin? (com.google.dagger.hilt.android)"));
        assert!(whole.is_some() && broken == whole, "{whole:?} {broken:?}");
        assert_eq!(known(&log("\nDid you forget to apply the Gradle Plugin?")), None, "another line");
    }

    #[test]
    fn no_sentence_goes_on_in_the_source_that_a_caret_points_into() {
        let head = "> Task :kaptKotlin\n/p/build/tmp/kapt3/stubs/main/a/Tills.java:28: error: Unable to implement Repository method: Tills.findCoinAndNote(int id). Cannot project on non-existent property: coinAndNote\n";
        for source in
            ["abstract Object findCoinAndNote(int id);", "abstract Object findCoinAndNote(@com.example.NotNull()"]
        {
            let log = format!("{head}    {source}\n        ^\n> Task :kaptKotlin FAILED\n");
            let cause = crate::explain::explain(&parse(&log).failures[0]).root_cause;
            assert!(cause.contains("coinAndNote.") && !cause.contains("abstract"), "{cause}");
        }
    }

    #[test]
    fn a_rule_reads_the_mark_of_an_error_in_any_language() {
        let log = |mark: &str| {
            format!(
                "/p/app/build/tmp/kapt3/stubs/debug/com/example/ItemDao.java:24: {mark} Type of the parameter must be a class annotated with @Entity or a collection/array of it.\n    kotlin.coroutines.Continuation<? super kotlin.Unit> continuation);\n"
            )
        };
        let known = |mark: &str| parse(&log(mark)).failures.remove(0).details.remove("known");
        assert!(known("error:").is_some());
        assert_eq!((known("エラー:"), known("错误:")), (known("error:"), known("error:")));
    }

    #[test]
    fn what_a_device_logs_of_one_throwable_is_one_failure() {
        let trace = "      android.media.MediaCodec$CodecException: Error 0xfffffff4\n        at android.media.MediaCodec.native_configure(Native Method)\n";
        let head =
            |tag: &str| format!("2021-06-02 10:42:17.105 14873-14920/com.example.shop E/{tag}: Video codec error\n");
        let said: Vec<_> =
            parse(&format!("{}{trace}", head("Video"))).failures.into_iter().map(|one| one.message).collect();
        assert_eq!(said, ["android.media.MediaCodec$CodecException: Error 0xfffffff4"]);
        let two = Lines::new(&format!("{}{trace}{}{trace}", head("Video"), head("AudioOfOak")));
        let heads = [0, 1, 2, 3, 4, 5].map(|at| thrown_at(&two, at));
        assert_eq!(heads, [Some(1), Some(1), Some(1), Some(4), Some(4), Some(4)]);
        assert_eq!(thrown_at(&Lines::new(trace), 1), None, "no device logged it");
    }

    #[test]
    fn what_a_tool_s_reader_knows_stays() {
        let failure =
            parse("ERROR: R8: Missing class a.b.Basket (referenced from: void a.c.Shelf.put())\n").failures.remove(0);
        assert_eq!((failure.category, failure.symbol.as_deref()), (Category::AgpR8MissingClass, Some("a.b.Basket")));
    }

    #[test]
    fn what_a_device_logs_below_a_failure_as_no_error_is_another_matter() {
        let log = |priority: char| {
            format!(
                "06-25 05:03:54.632  2959  2959 E flutter : [ERROR:flutter/runtime/dart_vm_initializer.cc(40)] Unhandled Exception: the oak is gone.\n\
                 06-25 05:03:54.632  2959  2959 E flutter : #0      Shelf.fill (package:basket/shelf.dart:20:7)\n\
                 06-25 05:03:57.396  2959  2959 {priority} flutter : SocketException: Failed host lookup: 'api.example.com' (OS Error: No address associated with hostname, errno = 7)\n"
            )
        };
        let known = |priority: char| parse(&log(priority)).failures.remove(0).details.remove("known");
        assert_eq!(known('I'), None);
        assert!(known('E').is_some());
    }

    #[test]
    fn native_code_that_failed_for_a_reason_that_is_known_is_no_root() {
        let log = " (NOBRIDGE) ERROR  [Worklets] Mismatch between JavaScript part and native part of Worklets (0.6.1 vs 0.5.1).\n ERROR  [runtime not ready]: Error: Exception in HostFunction: <unknown>\n";
        let failure = parse(log).failures.remove(0);
        assert!(failure.message.contains("Mismatch") || failure.details.contains_key("known"), "{failure:?}");
        let alone = parse(" ERROR  [runtime not ready]: Error: Exception in HostFunction: <unknown>\n").failures;
        assert_eq!(alone.len(), 1, "{alone:?}");
    }
}
