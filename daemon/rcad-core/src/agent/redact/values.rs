//! Checks a rule's candidate: code, keywords and placeholders are no secrets.

use std::ops::Range;

/// A match in its text.
pub(super) struct RuleMatch<'t> {
    pub(super) text: &'t str,
    /// The whole match.
    pub(super) whole: Range<usize>,
    /// The candidate.
    pub(super) value: Range<usize>,
}

/// The parts of a match to hide, in order, each within a line. Without any the search continues inside of the match; an
/// empty range skips it.
pub(super) type Spans = fn(&RuleMatch<'_>) -> Vec<Range<usize>>;

impl<'t> RuleMatch<'t> {
    fn value(&self) -> &'t str {
        &self.text[self.value.clone()]
    }

    /// This part of the value, where it is a secret.
    fn hide(&self, part: &str, is_secret: bool) -> Vec<Range<usize>> {
        let start = self.value.start + (part.as_ptr() as usize - self.value().as_ptr() as usize);
        is_secret.then(|| start..start + part.len()).into_iter().collect()
    }

    /// The line up to the match.
    fn before(&self) -> &'t str {
        let before = &self.text[..self.whole.start];
        &before[before.rfind('\n').map_or(0, |at| at + 1)..]
    }

    /// The key, up to the value.
    fn key(&self) -> &'t str {
        &self.text[self.whole.start..self.value.start]
    }
}

/// Skips the match.
pub(super) fn past(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    std::iter::once(found.whole.end..found.whole.end).collect()
}

/// Hides the whole candidate.
pub(super) fn whole(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    vec![found.value.clone()]
}

/// The lines between the marks of a private key, each for itself so that their number stays; where the closing mark is
/// missing, as long as they look like a key. A key on one line has its line breaks as `\n`.
pub(super) fn pem(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let behind = &found.text[found.value.end..];
    let behind = &behind[..behind.find("-----BEGIN").unwrap_or(behind.len())];
    let outside = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '='));
    let long = |line: &str| line.split(outside).any(|run| run.len() >= 16);
    let (body, shortest) = match behind.find("-----END") {
        Some(end) => (&behind[..end], 4),
        None => {
            let lines = behind.split_inclusive('\n').enumerate().take_while(|(n, line)| *n == 0 || long(line));
            (&behind[..lines.map(|(_, line)| line.len()).sum()], 16)
        }
    };
    let mut spans = Vec::new();
    for line in body.lines() {
        for run in line.split(outside).filter(|run| run.len() >= shortest) {
            let start = run.as_ptr() as usize - found.text.as_ptr() as usize;
            if found.text[..start].ends_with('<') && ["SECRET", "EMAIL", "USER", "HOME"].contains(&run) {
                continue;
            }
            spans.push(start..start + run.len());
        }
    }
    spans
}

/// `ann:hunter2` of an address; not `git`, not `$user:$password`.
pub(super) fn url_user(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = found.value();
    let password = value.rsplit(':').next().unwrap_or_default();
    if value == "git" || is_reference(value) || is_reference(password) || is_masked(password) {
        return past(found);
    }
    found.hide(value, true)
}

/// What begins like a known kind of token and goes on like one: `npm_config_registry` does not.
pub(super) fn shaped(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = found.value().trim_end_matches(['.', '-']);
    let least = if value.starts_with("xox") { 14 } else { 20 };
    let digits = value.bytes().skip(4).filter(u8::is_ascii_digit).count();
    found.hide(value, value.len() >= least && digits >= 1 && (digits >= 3 || case_changes(value) >= 3))
}

/// Header and payload in base64, which for `{"` is `eyJ`.
pub(super) fn jwt(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = found.value();
    found.hide(value, value.len() >= 24 && value.split('.').take(2).all(|part| part.len() >= 8))
}

/// The word after `Bearer` or `Basic`; not that of a sentence: `Basic authentication`.
pub(super) fn bearer(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = found.value().trim_end_matches('.');
    let odd = value.bytes().any(|b| b.is_ascii_digit()) || value.ends_with('=') || case_changes(value) >= 4;
    found.hide(value, value.len() >= 8 && odd)
}

/// The argument of an option that takes nothing but a password.
pub(super) fn option(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = unquoted(found.value());
    found.hide(value, !is_reference(value) && !is_hidden(value))
}

/// A text in quotes that is no word, mask or reference.
pub(super) fn literal(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = unquoted(found.value());
    found.hide(value, is_password(value, found.key()) && !value.contains(' '))
}

/// A value of a property that is no word, mask, number or reference.
pub(super) fn property(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = found.value();
    found.hide(value, is_password(value, found.key()) && value.bytes().any(|b| !b.is_ascii_digit()))
}

/// A word with letters and digits, as a generated key has both.
pub(super) fn mixed(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = trimmed(found.value());
    found.hide(value, is_mixed(value) && is_password(value, found.key()))
}

/// What is given to a name that says that it is secret. In a property, an environment variable, an option or a text in
/// quotes anything may be a password; in code a word is a name, and what has brackets is a call.
pub(super) fn assigned(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let (value, key, before) = (found.value(), found.key(), found.before());
    let name = key.trim_end_matches([' ', '\t', '=', ':', '"', '\'', '\\']);
    let between = &key[name.len()..];
    if value.starts_with(['=', '~', '>']) || key.ends_with(['=', ':']) && value.starts_with(':') {
        return Vec::new();
    }
    let yields = between.contains('=') || key.contains('=');
    if value.starts_with(['"', '\'']) || value.starts_with("\\\"") {
        let candidate = unquoted(value);
        let quoted_key = between.contains(['"', '\'']);
        // `Unexpected token: 'foo'` is a sentence.
        let sentence =
            !yields && !quoted_key && !before.trim_end().is_empty() && !before.trim_end().ends_with(['{', ',', '(']);
        let prose = candidate.contains(' ') && !name.to_lowercase().contains("phrase");
        let fine = if sentence { is_mixed(candidate) } else { !prose };
        return found.hide(candidate, fine && is_password(candidate, name));
    }
    let option = name.starts_with('-');
    // `\nstorePassword=…`: a line within a text that is JSON already.
    let alone = before.is_empty()
        || (before.ends_with('\\') && name.starts_with('n'))
        || ["export ", "set ", "env ", "ENV "].iter().any(|word| before.ends_with(word));
    let query = before.ends_with(['?', '&']);
    let rest = found.text[found.value.end..].lines().next().unwrap_or_default();
    if yields && (alone || option || query) {
        // `keystore["password"]`
        let index = value.ends_with(['(', '[']) && rest.starts_with(['"', '\'']);
        let value = value.split('&').next().filter(|_| query).unwrap_or(value);
        return found.hide(value, !index && is_password(value, name));
    }
    let value = trimmed(value);
    let yaml = !yields && before.trim_start_matches([' ', '-', '"', '\'']).is_empty() && rest.trim().is_empty();
    let yaml = yaml && value.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
    // A name has no such characters, and does not begin with a digit.
    let no_name =
        value.contains(['!', '#', '%', '^', '~', '+', '\\']) || value.starts_with(|c: char| c.is_ascii_digit());
    let fine = is_mixed(value) || yaml || (yields && no_name);
    found.hide(value, fine && (yaml || !is_code(value)) && is_password(value, name))
}

/// 32 characters or more as base64 has them: no name of a class or file, no hexadecimal digest, no UUID.
pub(super) fn random(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = found.value();
    let has = |is: fn(&u8) -> bool, least: usize| value.bytes().filter(is).count() >= least;
    let kinds = has(u8::is_ascii_digit, 1) && has(u8::is_ascii_lowercase, 3) && has(u8::is_ascii_uppercase, 3);
    // Of random letters seven of one case in a row are rare, in words of names they are not.
    let word = |is: fn(&u8) -> bool| value.as_bytes().split(|b| !is(b)).any(|run| run.len() >= 7);
    found.hide(value, kinds && !word(u8::is_ascii_lowercase) && !word(u8::is_ascii_uppercase))
}

/// An address of a person; not `git@github.com`, `this@MainActivity.name`, `icon@2x.png`.
pub(super) fn email(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = found.value();
    let (person, domain) = value.split_once('@').unwrap_or_default();
    let end = domain.rsplit('.').next().unwrap_or_default();
    let label = ["this", "super", "return", "break", "continue", "git", "hg"].contains(&person);
    let file = ["png", "jpg", "jpeg", "webp", "svg", "xml", "kt", "java", "aar", "jar", "so", "gradle", "kts", "json"]
        .contains(&end);
    let class = domain.chars().any(char::is_uppercase) && domain.chars().any(char::is_lowercase);
    if label || file || class { past(found) } else { whole(found) }
}

/// The name of a home directory; not that of one that all share.
pub(super) fn person(found: &RuleMatch<'_>) -> Vec<Range<usize>> {
    let value = found.value();
    let shared = ["shared", "public", "default", "all users"].contains(&&*value.to_lowercase());
    found.hide(value, !shared && !is_hidden(value))
}

/// Whether it may be a password that was given to this name at all.
fn is_password(value: &str, name: &str) -> bool {
    const WORDS: [&str; 20] = [
        "true",
        "false",
        "null",
        "none",
        "nil",
        "undefined",
        "yes",
        "no",
        "string",
        "boolean",
        "number",
        "any",
        "int",
        "unset",
        "empty",
        "missing",
        "required",
        "optional",
        "invalid",
        "unknown",
    ];
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    // `const val KEY_TOKEN = "token"` is the name of a setting.
    let names_itself = letters(name).contains(&letters(value)) && value.bytes().all(|b| !b.is_ascii_digit());
    value.chars().count() >= 3
        && value.chars().any(char::is_alphanumeric)
        && !WORDS.contains(&&*value.to_lowercase())
        && !names_itself
        && !is_reference(value)
        && !is_masked(value)
        && !is_hidden(value)
}

/// Whether it is a secret wherever it occurs: long enough, with letters and digits, and no part of a placeholder.
pub(super) fn is_unmistakable(secret: &str) -> bool {
    let digits = secret.bytes().filter(u8::is_ascii_digit).count();
    let letters = secret.bytes().filter(u8::is_ascii_alphabetic).count();
    let ours = "SECRET_".ends_with(secret.trim_end_matches(|c: char| c.is_ascii_digit()));
    secret.len() >= 8 && digits >= 1 && letters >= 3 && !ours && !is_hidden(secret)
}

/// `$PASSWORD`, `${password}`, `%PASSWORD%`, `@string/token`, `{{ secrets.TOKEN }}`, `System.getenv("TOKEN")`
fn is_reference(value: &str) -> bool {
    let begins = value.starts_with(['$', '@', '{'])
        || (value.starts_with('%') && value.len() > 2 && !value[1..].contains(' ') && value.ends_with('%'));
    begins
        || value.contains("${")
        || value.contains("{{")
        || value.contains("getenv(")
        || value.contains("findProperty(")
}

/// `****`, `xxxx`, `…`
fn is_masked(value: &str) -> bool {
    value.is_empty() || value.chars().all(|c| matches!(c, '*' | 'x' | 'X' | '.' | '…' | '•' | '-' | '_' | '#'))
}

/// Whether something in it was hidden already.
fn is_hidden(value: &str) -> bool {
    ["<SECRET_", "<EMAIL_", "<USER_", "<HOME"].iter().any(|begin| value.contains(begin))
}

/// A call, an index, a path of names, an object: `getPassword()`, `properties[0]`, `it?.token`, `android.os.Binder@4f2a10c`
fn is_code(value: &str) -> bool {
    let name = |part: &str| part.chars().all(|c| c.is_alphabetic() || matches!(c, '_' | '?' | '!'));
    let object = value.split_once('@').is_some_and(|(class, hash)| {
        class.contains('.')
            && hash.bytes().all(|b| b.is_ascii_hexdigit())
            && class.bytes().all(|b| b.is_ascii_alphanumeric() || b"._$".contains(&b))
    });
    object || value.contains(['(', '[', '{', '`']) || value.contains("::") || value.split('.').all(name)
}

/// Letters and digits, six or more in all, and no version: `v1.2.3-alpha01`.
fn is_mixed(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let version =
        value.split('.').count() > 1 && value.trim_start_matches(['v', 'V']).starts_with(|c: char| c.is_ascii_digit());
    digits > 0 && letters > 0 && digits + letters >= 6 && !version && !is_code(value)
}

/// How often the case of letters changes.
fn case_changes(value: &str) -> usize {
    let letters: Vec<u8> = value.bytes().filter(u8::is_ascii_alphabetic).collect();
    letters.windows(2).filter(|pair| pair[0].is_ascii_lowercase() != pair[1].is_ascii_lowercase()).count()
}

/// Without the quotes around it.
fn unquoted(value: &str) -> &str {
    if let Some(inner) = value.strip_prefix("\\\"").and_then(|inner| inner.strip_suffix("\\\"")) {
        return inner;
    }
    let quote = |c: char| matches!(c, '"' | '\'');
    if value.len() >= 2 && value.starts_with(quote) && value.ends_with(quote) {
        &value[1..value.len() - 1]
    } else {
        value
    }
}

/// Without what ends a sentence or an argument.
fn trimmed(value: &str) -> &str {
    value.trim_end_matches([',', ';', ')', ']', '}', '.'])
}
