//! One failure as a reader took it from the text.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Category;

/// A failure's role among the failures of one report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The one to fix first.
    Root,
    /// Another failure explains it: it disappears with that one, or is the same mistake again.
    Consequence,
    /// Has a cause of its own.
    Independent,
}

/// Which failure of the same report explains another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedBy {
    /// Its index: the root's or an independent one's.
    pub failure: u32,
    /// Whether it is the same mistake again, which must be corrected at this place too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// Language of the code that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Language {
    Kotlin,
    Java,
    Gradle,
    Xml,
    Native,
    Unknown,
}

/// Framework whose rules are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Framework {
    Android,
    Compose,
    None,
}

/// A line of the report that a failure was read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// 1-based line of the report's text.
    pub line: u32,
    /// The line, without colours and trailing white space.
    pub text: String,
}

/// A rule's explanation of its message, in place of its category's. Templates as in `explain`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// The cause; empty where the category's is good enough.
    pub cause: String,
    /// The steps, most useful first; empty where the category's are good enough.
    pub fixes: Vec<String>,
}

impl Wording {
    /// Of templates as they stand in tables.
    pub fn new(cause: impl Into<String>, fixes: &[&str]) -> Wording {
        Wording { cause: cause.into(), fixes: fixes.iter().map(|fix| (*fix).to_owned()).collect() }
    }

    /// Whether it says nothing: a reader notes that it has no words for what it read.
    pub fn is_empty(&self) -> bool {
        self.cause.is_empty() && self.fixes.is_empty()
    }
}

/// A template that says the text itself.
pub fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// The last part of a path, with either separator.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The detail of a failure whose symbol was found by its message's words, without knowing the message.
pub const SYMBOL_BY_WORDS: &str = "symbol_by_words";

/// The value of that detail where the readers found no symbol; else it is the one that they found.
pub const BY_WORDS: &str = "yes";

/// The detail that says that the category is a guess by the words of a message that nobody recognised; it holds the id of the
/// category without the guess.
pub const CATEGORY_BY_WORDS: &str = "category_by_words";

/// The same of its file.
pub const FILE_BY_WORDS: &str = "file_by_words";

/// The detail of a script's unknown name that was told by the object it was asked of: no table of names says it better.
pub const BY_RECEIVER: &str = "by_receiver";

/// One failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What went wrong.
    pub category: Category,
    /// Its role; readers leave `Independent`, `parse::resolve::roles` decides.
    pub role: Role,
    /// Language of the code that is wrong.
    pub language: Language,
    /// Framework whose rules are broken.
    pub framework: Framework,
    /// The tool's own words, cleaned of prefixes and colours.
    pub message: String,
    /// Path as printed, or relative to the project where it lies under it.
    pub file: Option<String>,
    /// 1-based.
    pub line: Option<u32>,
    /// 1-based.
    pub column: Option<u32>,
    /// The name, coordinate, resource, task, property or class it is about.
    pub symbol: Option<String>,
    /// Failing task path, e.g. `:app:compileDebugKotlin`.
    pub task: Option<String>,
    /// App process, for logcat.
    pub process: Option<String>,
    /// Class of the deepest cause, for stack traces.
    pub exception: Option<String>,
    /// Values from the message by name: `expected`, `actual`, `requested` …
    pub details: BTreeMap<String, String>,
    /// The log lines that it was read from.
    pub evidence: Vec<Evidence>,
    /// The failing line with its neighbours, of the project's own file (detail `source_file`); line numbers are the file's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source: Vec<Evidence>,
    /// For a consequence, what it follows from; unknown in reports of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explained_by: Option<ExplainedBy>,
    /// The matched rule's explanation; neither stored nor shown.
    #[serde(skip)]
    pub wording: Option<Wording>,
    /// The matched rule: a row's regular expression, or the name of a custom rule. Only for `--explain`.
    #[serde(skip)]
    pub rule: Option<Cow<'static, str>>,
}

/// How javac begins what it says of text that it cannot parse.
const JAVA_SYNTAX: &[&str] = &[
    "illegal start of",
    "illegal character",
    "reached end of file",
    "unclosed ",
    "not a statement",
    "invalid method declaration",
    "orphaned ",
];

impl Failure {
    /// Whether a parser reports it, and so maybe behind the mistake.
    pub fn is_syntax(&self) -> bool {
        match self.category {
            Category::KotlinSyntax | Category::XmlMalformed | Category::GradleScriptCompile => true,
            Category::JavaOther => {
                self.message.ends_with(" expected") || JAVA_SYNTAX.iter().any(|start| self.message.starts_with(start))
            }
            _ => false,
        }
    }

    /// A failure with only category and message.
    pub fn new(category: Category, language: Language, message: impl Into<String>) -> Failure {
        Failure {
            category,
            role: Role::Independent,
            language,
            framework: Framework::None,
            message: message.into(),
            file: None,
            line: None,
            column: None,
            symbol: None,
            task: None,
            process: None,
            exception: None,
            details: BTreeMap::new(),
            evidence: Vec::new(),
            source: Vec::new(),
            explained_by: None,
            wording: None,
            rule: None,
        }
    }

    /// The first of these details that there is.
    pub fn first_detail(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.details.get(*name)).cloned()
    }

    /// The failure with what its readers found alone, without what only words of its message gave.
    pub fn as_read(&self) -> Cow<'_, Failure> {
        let by_words = |key| self.details.contains_key(key);
        if !by_words(SYMBOL_BY_WORDS) && !by_words(FILE_BY_WORDS) && !by_words(CATEGORY_BY_WORDS) {
            return Cow::Borrowed(self);
        }
        let mut read = self.clone();
        if let Some(before) = read.details.remove(CATEGORY_BY_WORDS) {
            read.category = Category::from_id(&before).unwrap_or(Category::Other);
        }
        if let Some(before) = read.details.remove(SYMBOL_BY_WORDS) {
            read.symbol = Some(before).filter(|before| before != BY_WORDS);
        }
        if read.details.remove(FILE_BY_WORDS).is_some() {
            (read.file, read.line) = (None, None);
        }
        Cow::Owned(read)
    }

    /// Gives it these words.
    pub fn say(&mut self, cause: &str, fixes: &[&str]) {
        self.wording = Some(Wording::new(cause, fixes));
    }
}
