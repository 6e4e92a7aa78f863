//! The failures of a compiler by their place: which stand on the same line, and which stand above in the same file.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::signs::{
    EchoKind, EchoSource, Sign, counts_arguments, has_member, is_hidden_type, is_label, is_of_statement, is_type,
    is_wrong_value, overrides_nothing,
};
use super::synthetics::VIEWS_IMPORT;
use crate::Category;
use crate::facts::libraries;
use crate::facts::names::{self, BEHIND_IMPORT, HEADER};
use crate::model::failure::{Failure, Language};
use crate::parse::readers::kotlinc::overriding::is_like;

/// The column behind `@file:`.
const BEHIND_FILE_TARGET: u32 = 7;

/// Longest import that is recognised by its place alone, in columns.
const LONGEST_IMPORT: u32 = 60;

/// Columns by which a block is indented.
const INDENT: u32 = 4;

/// Deepest column at which a multiple of the indent is a statement's beginning.
const STATEMENTS: u32 = 25;

/// Deepest column at which a type's name without Compose is probably a call that begins a statement.
const NESTED_CALLS: u32 = 17;

/// Lines of a class that are looked through for its head.
const CLASS: u32 = 150;

/// The package of views that went with Kotlin's Android extensions; its members have names of any kind.
const SYNTHETICS: &str = "synthetic";

/// Failures by file.
pub struct Places<'f> {
    failures: &'f [&'f Failure],
    files: HashMap<&'f str, FileErrors>,
}

/// What stands in one file; indices of failures, with their line, sorted by it.
#[derive(Default)]
struct FileErrors {
    /// The failure that says most of each line.
    lines: HashMap<u32, (LineWeight, usize)>,
    /// Missing types.
    types: Vec<(u32, usize)>,
    /// Those of them that stand where a type does, and not where a call begins.
    typed: Vec<(u32, usize)>,
    /// Missing functions and values.
    functions: Vec<(u32, usize)>,
    /// Calls that fail.
    calls: Vec<(u32, usize)>,
    /// Types without their arguments: what would tell these is missing.
    generics: Vec<(u32, usize)>,
    /// Values of a wrong type.
    values: Vec<(u32, usize)>,
    /// Packages that a Kotlin import fails on.
    imports: Vec<usize>,
    /// Labels that are not there.
    labels: Vec<(u32, usize)>,
    /// The parser's first error.
    parser: Option<usize>,
    /// The first line that cannot be an import; imports stand above all code.
    code: Option<u32>,
    /// The last line with an error.
    last: u32,
    /// The column of the first error of each line.
    columns: HashMap<u32, u32>,
    /// Members that override nothing, by their name, where the signatures are told.
    overrides: BTreeMap<String, usize>,
    /// Members that a Kotlin class lacks, by their name.
    lacking: BTreeMap<String, usize>,
    /// Kotlin classes and objects that lack a member of their supertype.
    lacking_members: Vec<(u32, usize)>,
    /// Values whose type cannot be inferred.
    uninferred: Vec<(u32, usize)>,
    /// A class that lacks a member of its supertype.
    incomplete: Option<usize>,
    /// The missing type that a Java class of the file extends.
    superclass: Option<usize>,
}

/// How much a failure says of its line: its sign, whether it names something, the order of the text.
type LineWeight = (u8, bool, Reverse<usize>);

impl<'f> Places<'f> {
    /// `signs` are those of the failures.
    pub fn new(failures: &'f [&'f Failure], signs: &[Sign]) -> Places<'f> {
        let mut files: HashMap<&str, FileErrors> = HashMap::new();
        let composes = failures.iter().any(|failure| is_compose(failure));
        for (at, failure) in failures.iter().enumerate() {
            let Some(file) = failure.file.as_deref() else { continue };
            let errors = files.entry(file).or_default();
            if super::rank::is_parsers(failure) {
                errors.parser.get_or_insert(at);
            }
            if let Some(line) = failure.line {
                errors.add(at, failure, line, signs[at], composes);
            }
        }
        for errors in files.values_mut() {
            let code = errors.code.unwrap_or(u32::MAX);
            errors.imports.retain(|at| failures[*at].line < Some(code));
            for list in [
                &mut errors.types,
                &mut errors.typed,
                &mut errors.functions,
                &mut errors.calls,
                &mut errors.generics,
                &mut errors.values,
                &mut errors.lacking_members,
                &mut errors.uninferred,
                &mut errors.labels,
            ] {
                list.sort_unstable();
            }
        }
        Places { failures, files }
    }

    fn of(&self, at: usize) -> Option<(&FileErrors, u32)> {
        let failure = self.failures[at];
        Some((self.files.get(failure.file.as_deref()?)?, failure.line?))
    }

    /// Whether no error of the file shows that the failure's line is none of the imports: these stand above all code, and with
    /// an import the uses of its name fail below.
    pub fn may_be_import(&self, at: usize) -> bool {
        let known = || names::decode(self.failures[at]).is_some();
        self.of(at)
            .is_some_and(|(errors, line)| errors.code.is_none_or(|code| line < code) && (line < errors.last || known()))
    }

    /// Whether a missing name is a package in an import of a Kotlin file.
    pub fn is_import(&self, at: usize) -> bool {
        is_package_import(self.failures[at]) && self.may_be_import(at)
    }

    /// The type that is missing before a Kotlin name in its line, or another name there that is known to follow from something.
    pub fn before_in_line(&self, at: usize, follows: impl Fn(usize) -> bool) -> Option<usize> {
        let (errors, line) = self.of(at)?;
        let column = self.failures[at].column?;
        let before = |other: &usize| self.failures[*other].column.is_some_and(|begin| begin < column);
        let types = of_line(&errors.types, line).chain(of_line(&errors.generics, line)).filter(before);
        let others = || of_line(&errors.functions, line).filter(before).filter(|other| follows(*other));
        types.max_by_key(|other| self.failures[*other].column).or_else(|| others().next())
    }

    /// The parser's first error in the failure's file. An import that fails above it was read rightly.
    pub fn parser(&self, at: usize) -> Option<usize> {
        let failure = self.failures[at];
        let parser = self.files.get(failure.file.as_deref()?)?.parser?;
        let above = failure.line < self.failures[parser].line;
        (!(above && is_in_import(failure))).then_some(parser)
    }

    /// The label that is not there, of which a name behind it in the same line is asked.
    pub fn label_before(&self, at: usize) -> Option<usize> {
        let failure = self.failures[at];
        let (errors, line) = self.of(at).filter(|_| !is_label(failure))?;
        of_line(&errors.labels, line).find(|label| self.failures[*label].column < failure.column)
    }

    /// The failure that says most of the same line, where that is another one.
    pub fn statement(&self, at: usize) -> Option<usize> {
        if !is_of_statement(self.failures[at]) || is_label(self.failures[at]) {
            return None;
        }
        let (errors, line) = self.of(at)?;
        errors.lines.get(&line).map(|(_, best)| *best).filter(|best| *best != at)
    }

    /// The nearest possible cause at most `reach` lines above.
    pub fn above(&self, at: usize, from: EchoSource, reach: u32) -> Option<usize> {
        self.near(at, from, reach, false)
    }

    /// The same, without what stands behind the failure in its own line.
    pub fn above_only(&self, at: usize, from: EchoSource, reach: u32) -> Option<usize> {
        self.near(at, from, reach, true)
    }

    fn near(&self, at: usize, from: EchoSource, reach: u32, only: bool) -> Option<usize> {
        let (errors, line) = self.of(at)?;
        // What stands before it in the same line, or above, was read first.
        let near = |list: &[(u32, usize)]| {
            self.before(list, line, reach, at).or_else(|| nearest(list, line, reach, at).filter(|_| !only))
        };
        let found = match from {
            EchoSource::Type => near(&errors.types),
            EchoSource::Typed => near(&errors.typed),
            EchoSource::Function => near(&errors.functions),
            EchoSource::TypeOrCall => near(&errors.types).max(near(&errors.calls)),
            EchoSource::NameOrCall => near(&errors.types).max(near(&errors.calls)).max(near(&errors.functions)),
        };
        found.map(|(_, cause)| cause)
    }

    /// The nearest missing name below, where such an echo may begin above it.
    pub fn below(&self, at: usize, kind: &EchoKind) -> Option<usize> {
        let (errors, line) = self.of(at).filter(|_| kind.below > 0)?;
        let next = |list: &[(u32, usize)]| list[list.partition_point(|(below, _)| *below <= line)..].first().copied();
        let functions = next(&errors.functions).filter(|_| kind.from != EchoSource::Type);
        let found = [next(&errors.types), functions].into_iter().flatten().min()?;
        Some(found.1).filter(|_| found.0 - line <= kind.below)
    }

    /// The other half of a signature that does not fit: the member that overrides nothing for one that is not implemented; in
    /// Java, which does not name the former, the class.
    pub fn signature(&self, at: usize) -> Option<usize> {
        let failure = self.failures[at];
        let errors = self.files.get(failure.file.as_deref()?)?;
        if failure.message.starts_with("method does not override or implement") {
            return errors.incomplete.or(errors.superclass);
        }
        let inherited = failure.details.contains_key("in_scope_of") || failure.symbol.as_deref() == Some("super");
        if inherited && failure.language == Language::Java {
            return errors.superclass;
        }
        // Of several members one that the class has, with a type that is missing.
        let several = failure.details.get("members").filter(|_| failure.message.contains("not implement"));
        let untyped =
            |at: &usize| self.failures[*at].line.is_some_and(|line| of_line(&errors.types, line).next().is_some());
        let of_members = |all: &String| {
            errors.overrides.iter().find(|(name, at)| has_member(all, name) && untyped(at)).map(|(_, at)| *at)
        };
        if let Some(cause) = several.and_then(of_members) {
            return Some(cause);
        }
        // The one that tells the signature leads.
        let other = match failure.message.as_str() {
            said if failure.language == Language::Kotlin && said.contains("not implement") => &errors.overrides,
            _ if overrides_nothing(failure) => &errors.lacking,
            _ => return None,
        };
        let same = other.get(failure.symbol.as_deref()?.rsplit('.').next()?).copied();
        // A member that was renamed in one of the two places.
        let renamed = || {
            let (_, class) = nearest(&errors.lacking_members, failure.line?, CLASS, at)?;
            let member = self.failures[class].symbol.as_deref()?.rsplit('.').next()?;
            is_like(failure.symbol.as_deref()?, member).then_some(class)
        };
        same.or_else(|| overrides_nothing(failure).then(renamed).flatten())
    }

    /// The nearest entry that stands before the failure, not behind it in its own line.
    fn before(&self, list: &[(u32, usize)], line: u32, reach: u32, at: usize) -> Option<(u32, usize)> {
        let column = |at: usize| self.failures[at].column;
        let end = list.partition_point(|(above, _)| *above <= line);
        let mut before = list[..end].iter().rev().filter(|(above, other)| *above < line || column(*other) < column(at));
        before.next().copied().filter(|(above, _)| line - above <= reach)
    }

    /// The value before a Kotlin name, in its line, whose type could not be inferred.
    pub fn uninferred_before(&self, at: usize) -> Option<usize> {
        let failure = self.failures[at];
        let small = failure.symbol.as_deref().is_some_and(|name| !is_type(name));
        if failure.language != Language::Kotlin || !small || !is_member(failure) {
            return None;
        }
        let (errors, line) = self.of(at)?;
        let on_line = of_line(&errors.uninferred, line);
        on_line
            .filter(|cause| self.failures[*cause].column < failure.column)
            .max_by_key(|cause| self.failures[*cause].column)
    }

    /// The missing name before the dot of a Kotlin name.
    pub fn receiver(&self, at: usize) -> Option<usize> {
        let (errors, line) = self.of(at)?;
        let column = self.failures[at].column?;
        let ends_here = |other: &usize| {
            let failure = self.failures[*other];
            let name = failure.symbol.as_deref().map_or(0, |name| name.chars().count());
            failure.column.is_some_and(|begin| u64::from(begin) + name as u64 + 1 == u64::from(column))
        };
        of_line(&errors.types, line).chain(of_line(&errors.functions, line)).find(ends_here)
    }

    /// The missing name out of which the nearest value above without a type was made.
    pub fn untyped_value(&self, at: usize, reach: u32) -> Option<usize> {
        let (errors, line) = self.of(at)?;
        let (above, _) = nearest(&errors.uninferred, line.checked_sub(1)?, reach, at)?;
        of_line(&errors.functions, above).find(|cause| *cause != at)
    }

    /// The nearest value of a wrong type.
    pub fn wrong_value(&self, at: usize, reach: u32) -> Option<usize> {
        let (errors, line) = self.of(at)?;
        nearest(&errors.values, line, reach, at).map(|(_, cause)| cause)
    }

    /// The nearest missing name above that is one of `names`.
    pub fn named_above(&self, at: usize, names: &[&str], reach: u32) -> Option<usize> {
        if names.is_empty() {
            return None;
        }
        let (errors, line) = self.of(at)?;
        let end = errors.types.partition_point(|(above, _)| *above <= line);
        let near = errors.types[..end].iter().rev().take_while(|(above, _)| line - above <= reach);
        let is = |cause: &usize| self.failures[*cause].symbol.as_deref().is_some_and(|name| names.contains(&name));
        near.map(|(_, cause)| *cause).find(is)
    }

    /// The missing function on the line above whose block begins with the failure.
    pub fn opens_block(&self, at: usize) -> Option<usize> {
        let column = self.statement_column(at)?;
        let (cause, above) = self.line_above(at)?;
        (above + INDENT == column).then_some(cause)
    }

    /// The missing name that begins the line above, in the same column.
    pub fn beside(&self, at: usize) -> Option<usize> {
        let column = self.statement_column(at)?;
        let (other, above) = self.line_above(at)?;
        (above == column).then_some(other)
    }

    /// The missing name on the line above, with its column, where that begins a statement.
    fn line_above(&self, at: usize) -> Option<(usize, u32)> {
        let (errors, line) = self.of(at)?;
        let last = |list: &[(u32, usize)]| {
            let end = list.partition_point(|(above, _)| *above < line);
            list[..end].last().copied().filter(|(above, _)| above + 1 == line)
        };
        let (_, other) = last(&errors.types).or_else(|| last(&errors.functions))?;
        Some((other, self.statement_column(other)?))
    }

    fn statement_column(&self, at: usize) -> Option<u32> {
        self.failures[at].column.filter(|column| column % INDENT == 1)
    }

    /// The one package whose import fails in the failure's file, where a type is missing as well.
    pub fn library_of(&self, at: usize) -> Option<usize> {
        let (errors, line) = self.of(at)?;
        let symbol = |at: usize| self.failures[at].symbol.as_deref();
        let first = errors.imports.first().copied()?;
        let one = errors.imports.iter().all(|other| symbol(*other) == symbol(first));
        let above = self.failures[first].line < Some(line) && !errors.types.is_empty();
        (one && above && first != at).then_some(first)
    }

    /// The package whose import fails in the failure's file and that would have given the name: the one that `home`, its
    /// full name, lies in; for a type that nobody knows the first.
    pub fn imported_from(&self, at: usize, symbol: &str, home: Option<&str>) -> Option<usize> {
        let imports = &self.of(at)?.0.imports;
        let segment = |cause: usize| self.failures[cause].symbol.as_deref().unwrap_or("");
        let above = |cause: &usize| self.failures[*cause].line < self.failures[at].line;
        let first = imports.iter().copied().find(above).filter(|_| !imports.contains(&at))?;
        let platform = names::class(symbol);
        // Of a Java package whose import is not quoted only that is known.
        let home = home.or(platform.as_deref()).filter(|_| self.failures[at].language != Language::Java);
        if let Some(home) = home {
            return imports.iter().copied().find(|cause| home.split('.').any(|part| part == segment(*cause)));
        }
        let one = imports.iter().all(|cause| segment(*cause) == segment(first));
        let details = |at: usize, key: &str| self.failures[at].details.contains_key(key);
        let function = one && details(first, "own_import");
        let given = if is_type(symbol) { one || !details(at, "generator") } else { function };
        (given || segment(first).ends_with(SYNTHETICS) || details(first, VIEWS_IMPORT)).then_some(first)
    }
}

impl FileErrors {
    fn add(&mut self, at: usize, failure: &Failure, line: u32, sign: Sign, composes: bool) {
        self.last = self.last.max(line);
        let column = failure.column.unwrap_or(0);
        if is_code(failure) || *self.columns.entry(line).or_insert(column) != column {
            self.code = Some(self.code.map_or(line, |code| code.min(line)));
        }
        let symbol = failure.symbol.as_deref().unwrap_or("");
        if failure.message.contains("overrides nothing. Potential") {
            self.overrides.entry(symbol.to_owned()).or_insert(at);
        }
        let extends = |name: &str| failure.evidence.iter().any(|line| line.text.contains(&format!(" extends {name} ")));
        if failure.language == Language::Java && matches!(sign, Sign::Missing) && is_type(symbol) && extends(symbol) {
            self.superclass.get_or_insert(at);
        }
        let lacks = failure.category == Category::KotlinAbstractNotImplemented;
        if lacks && failure.message.contains("not implement") && failure.language == Language::Kotlin {
            let member = symbol.rsplit('.').next().unwrap_or(symbol);
            self.lacking.entry(member.to_owned()).or_insert(at);
            self.lacking_members.push((line, at));
        }
        if failure.message.contains("is not abstract and does not override abstract method") {
            self.incomplete.get_or_insert(at);
        }
        if is_label(failure) {
            self.labels.push((line, at));
        }
        let weight = match sign {
            _ if is_label(failure) => 4,
            Sign::Missing if failure.category == Category::KotlinMissingSupertype => 4,
            Sign::Missing => 3,
            Sign::BadCall | Sign::Plain => 2,
            Sign::Echo(_) => 1,
        };
        let nested = column > NESTED_CALLS && !composes;
        if matches!(sign, Sign::Missing) && is_type(symbol) && (is_member(failure) || nested) {
            self.typed.push((line, at));
        }
        if failure.language == Language::Kotlin && failure.message.contains("type argument") {
            self.generics.push((line, at));
        }
        match sign {
            _ if is_label(failure) => {}
            Sign::Missing if is_type(symbol) => self.types.push((line, at)),
            Sign::Missing => self.functions.push((line, at)),
            Sign::BadCall => self.calls.push((line, at)),
            _ if failure.message.starts_with("Functions which invoke @Composable") => self.calls.push((line, at)),
            _ if is_hidden_type(failure) => self.types.push((line, at)),
            _ if failure.message.starts_with("Cannot infer type for") => self.uninferred.push((line, at)),
            _ if is_wrong_value(failure) => self.values.push((line, at)),
            _ => {}
        }
        if matches!(sign, Sign::Missing) && (is_package_import(failure) || is_unquoted_package(failure)) {
            self.imports.push(at);
        }
        if is_of_statement(failure) {
            let named = !symbol.is_empty() || failure.details.contains_key("expected");
            // Where a call has an argument too few or too many, the others stand in wrong places.
            let weight = weight * 2 + u8::from(counts_arguments(failure));
            let weight = (weight, named, Reverse(at));
            let best = self.lines.entry(line).or_insert((weight, at));
            *best = (*best).max((weight, at));
        }
    }
}

/// The entries on `line`.
fn of_line(list: &[(u32, usize)], line: u32) -> impl Iterator<Item = usize> + '_ {
    let begin = list.partition_point(|(above, _)| *above < line);
    list[begin..].iter().take_while(move |(other, _)| *other == line).map(|(_, at)| *at)
}

/// The entry nearest above or on `line`, other than `at`.
fn nearest(list: &[(u32, usize)], line: u32, reach: u32, at: usize) -> Option<(u32, usize)> {
    let end = list.partition_point(|(above, _)| *above <= line);
    let mut near = list[..end].iter().rev().filter(|(_, other)| *other != at);
    near.next().copied().filter(|(above, _)| line - above <= reach)
}

/// Whether a failure is one of code that composes: there a capital may begin a call as deep as one nests.
fn is_compose(failure: &Failure) -> bool {
    let of_category = matches!(failure.category, Category::ComposeComposableContext | Category::ComposeCompilerVersion);
    let home = || failure.symbol.as_deref().and_then(libraries::home);
    of_category || home().is_some_and(|home| home.qualified.starts_with("androidx.compose"))
}

/// Whether an error of a Kotlin file can stand in none of its imports.
fn is_code(failure: &Failure) -> bool {
    let kinds = [
        Category::KotlinTypeMismatch,
        Category::KotlinAbstractNotImplemented,
        Category::KotlinWhenExhaustive,
        Category::KotlinNullSafety,
        Category::KotlinOverload,
    ];
    let columns = BEHIND_FILE_TARGET..=LONGEST_IMPORT;
    kinds.contains(&failure.category) || failure.column.is_some_and(|column| !columns.contains(&column))
}

/// Whether a Kotlin name stands behind something else in its line, as a member does.
pub fn is_member(failure: &Failure) -> bool {
    failure.column.is_some_and(|column| column % INDENT != 1 || column > STATEMENTS)
}

/// Whether a package is missing in a Java file and the line does not say which class of it was imported.
fn is_unquoted_package(failure: &Failure) -> bool {
    let has = |key: &str| failure.details.contains_key(key);
    failure.language == Language::Java && has("package") && !has("imported")
}

/// Whether a missing Kotlin name stands in an import, be it a package's or a class's.
fn is_in_import(failure: &Failure) -> bool {
    failure.category == Category::KotlinUnresolvedReference
        && (is_package_import(failure) || failure.details.contains_key("in_import"))
}

/// Whether a missing name is a package in an import of a Kotlin file.
pub fn is_package_import(failure: &Failure) -> bool {
    let (Some(symbol), Some(line), Some(column)) = (&failure.symbol, failure.line, failure.column) else {
        return false;
    };
    let header = column == BEHIND_IMPORT || column > BEHIND_IMPORT && line <= HEADER;
    let shown = header || failure.details.contains_key("in_import") || names::decode(failure).is_some();
    failure.language == Language::Kotlin && !is_type(symbol) && shown
}
