//! Which failure is the root, which follow from it, and why.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::bare;
use super::cases;
use super::crashes::Crashes;
use super::import_block;
use super::imports;
use super::locals;
use super::missing;
use super::places::{is_member, is_package_import};
use super::rank::{is_parsers, is_processors, rank};
use super::retold;
use super::shifted;
use super::signs::{self, Sign, is_type};
use super::syntax;
use super::synthetics;
use super::ties::conflict;
use super::ties::{self, Tie, top, why};
use crate::Category;
use crate::facts::libraries;
use crate::model::failure::{ExplainedBy, Failure, Role};
use crate::parse::input::lines::Lines;
use crate::parse::reader::TakenFailure;
use crate::parse::resolve::trace::RoleReason;

const MOST_FOLLOW: &str = "more failures follow from it than from any other";

/// What follows from one failure, and that itself.
#[derive(Default)]
struct ErrorCluster<'f> {
    /// Other places at which something follows.
    places: HashSet<(Option<&'f str>, Option<u32>)>,
    /// The first of its failures.
    first: Option<usize>,
    /// Whether one of its failures is of a task that is known to have failed.
    failed: bool,
    /// How often it is met again.
    again: usize,
}

/// Sorts by what explains most: the root is the failure from which most others follow, the rest stays in the order of
/// Gradle's blocks, when each has one, else of the text. What a task said that is known to have failed counts for more
/// than what others said. `blocks` are the tasks of Gradle's blocks.
pub fn order(lines: &Lines, taken: &mut [TakenFailure], blocks: &[String], crashes: &Crashes) -> Vec<RoleReason> {
    let failed: HashSet<&str> = lines.failed_tasks().iter().chain(blocks).map(String::as_str).collect();
    let past: HashSet<usize> = taken.iter().filter(|one| crashes.is_past(lines, one)).map(|one| one.id).collect();
    sort(taken, blocks, &failed, &past);
    imports::correct(taken);
    imports::tell_shared(taken);
    import_block::mark(taken);
    bare::tell(taken);
    shifted::tell(taken);
    synthetics::tell(taken);
    let failures: Vec<&Failure> = taken.iter().map(|one| &one.found.failure).collect();
    let mut ties = ties::find(&failures);
    lesser(&failures, &mut ties);
    retold::tie(lines, taken, &mut ties);
    conflict::tie(&failures, &mut ties);
    let mut tops: Vec<usize> = ties.iter().enumerate().map(|(at, tie)| tie.map_or(at, |tie| tie.cause)).collect();
    let again = repeated(&ties);
    let clusters = clusters(&failures, &mut tops, &again, &failed);
    let is_past: Vec<bool> = taken.iter().map(|one| past.contains(&one.id)).collect();
    let Some((root, reason)) = root(&failures, &tops, &clusters, &is_past) else { return Vec::new() };
    // The root comes first; what stood before it moves down.
    let moved = |at: usize| match at {
        at if at == root => 0,
        at if at < root => at + 1,
        at => at,
    };
    let mut reasons: Vec<RoleReason> = ties
        .iter()
        .map(|tie| tie.map_or(RoleReason::Unrelated, |tie| RoleReason::Follows(moved(tie.cause), tie.why)))
        .collect();
    reasons[root] = reason;
    tell_packages(taken, &ties);
    tell_places(taken, &ties, &again);
    tell_locals(taken, &ties);
    cases::tell(taken, &ties, &tops);
    missing::tell(taken, &ties);
    syntax::tell(taken);
    for (at, one) in taken.iter_mut().enumerate() {
        let failure = &mut one.found.failure;
        let explained = ExplainedBy { failure: u32::try_from(moved(tops[at])).unwrap_or(0), again: again[at] };
        failure.explained_by = ties[at].map(|_| explained);
        failure.role = match ties[at] {
            _ if at == root => Role::Root,
            Some(_) => Role::Consequence,
            None => Role::Independent,
        };
    }
    taken[..=root].rotate_right(1);
    reasons[..=root].rotate_right(1);
    reasons
}

/// Who makes or has a package, and how it comes to be there, is known of the names imported from it.
fn tell_packages(taken: &mut [TakenFailure], ties: &[Option<Tie>]) {
    for at in 0..taken.len() {
        let Some(cause) = ties[at].filter(|tie| tie.why == why::OF_PACKAGE).map(|tie| tie.cause) else { continue };
        for key in ["generator", "remedy"] {
            if let Some(value) = taken[at].found.failure.details.get(key).cloned() {
                taken[cause].found.failure.details.entry(key.to_owned()).or_insert(value);
            }
        }
    }
}

/// What was asked of a composition local is known of the name behind it.
fn tell_locals(taken: &mut [TakenFailure], ties: &[Option<Tie>]) {
    for (at, tie) in ties.iter().enumerate() {
        if let Some(read) = tie.filter(|tie| tie.why == locals::OF_LOCAL) {
            locals::tell(taken, read.cause, at);
        }
    }
}

/// Most places of a second declaration that are told.
const DECLARATIONS: usize = 3;

/// Of what is declared more than once each declaration is reported: the first one tells where the others are.
fn tell_places(taken: &mut [TakenFailure], ties: &[Option<Tie>], again: &[bool]) {
    let mut places: HashMap<usize, Vec<String>> = HashMap::new();
    let mut generated: HashMap<usize, (String, String)> = HashMap::new();
    for (at, one) in taken.iter().enumerate() {
        let failure = &one.found.failure;
        let declared = failure.category == Category::KotlinRedeclaration
            && !failure.message.starts_with("Conflicting import")
            || failure.category == Category::JavaOther && failure.details.contains_key("duplicate");
        let Some(cause) = ties[at].map(|tie| tie.cause).filter(|_| again[at] && declared) else { continue };
        let (Some(file), Some(line)) = (failure.file.as_deref(), failure.line) else { continue };
        let first = taken[cause].found.failure.file.as_deref().unwrap_or("");
        places.entry(cause).or_default().push(format!("{}:{line}", apart(file, first)));
        match (generator(first), generator(file)) {
            (None, Some(by)) => {
                generated.insert(cause, (by, below_module(file)));
            }
            (Some(by), None) => {
                generated.insert(cause, (by, below_module(first)));
            }
            _ => {}
        }
    }
    for (cause, (by, at)) in generated {
        if tell_generated(&mut taken[cause].found.failure, by, at) {
            places.remove(&cause);
        }
    }
    for (cause, mut found) in places {
        found.truncate(DECLARATIONS);
        let failure = &mut taken[cause].found.failure;
        failure.details.insert("also_declared_at".to_owned(), found.join(", "));
        tell_twice(failure);
        tell_source_sets(failure, &found);
    }
}

/// What wrote a file, by the folder below `build/generated`.
fn generator(file: &str) -> Option<String> {
    const WRITERS: &[(&str, &str)] = &[
        ("/kapt", "an annotation processor under kapt"),
        ("/ksp/", "a KSP processor"),
        ("/ap_generated_sources/", "an annotation processor"),
        ("/buildConfig/", "the Android Gradle plugin (`BuildConfig`)"),
        ("/openapi", "the OpenAPI generator"),
        ("/sqldelight/", "SQLDelight"),
        ("/wire/", "Wire"),
        ("/proto", "the Protobuf generator"),
    ];
    let file = file.replace('\\', "/");
    let (_, below) = file.split_once("/build/generated")?;
    let by = WRITERS.iter().find(|(folder, _)| below.contains(folder)).map_or("a generator of the build", |(_, by)| by);
    Some(by.to_owned())
}

/// `build/generated/a/B.kt` of `/p/shop/build/generated/a/B.kt`
fn below_module(file: &str) -> String {
    let file = file.replace('\\', "/");
    file.find("/build/generated").map_or("", |at| &file[at + 1..]).to_owned()
}

/// Two places of one name need no search for the second.
fn tell_twice(failure: &mut Failure) {
    let twice = ["Redeclaration", "Conflicting declarations"].iter().any(|begin| failure.message.starts_with(begin));
    let told = ["compiled_twice", "twice_package"].iter().any(|key| failure.details.contains_key(*key));
    if !twice || told || failure.category != Category::KotlinRedeclaration || failure.symbol.is_none() {
        return;
    }
    let name = failure.file.as_deref().and_then(|file| file.rsplit(['/', '\\']).next()).unwrap_or_default();
    let one_file = failure.details.get("also_declared_at").is_some_and(|at| at.starts_with(&format!("{name}:")));
    let delete = "Delete one of the two, or rename it: {name}:{line} and {also_declared_at}.";
    let cause = "`{symbol}` is declared more than once (redeclaration) in the same scope or package. The other declaration is at {also_declared_at}.";
    if one_file {
        return failure.say(cause, &[delete]);
    }
    failure.say(
        cause,
        &[
            &format!("{delete} A class that was moved or converted is often left behind in its old file."),
            "If both files are wanted, give one another package; if they are one file that is compiled twice, its source directory is listed twice (`sourceSets`, `srcDirs`).",
        ],
    );
}

/// Of two declarations one is in the main source set and one in a variant's: both are compiled into that variant.
fn tell_source_sets(failure: &mut Failure, others: &[String]) {
    let set = |path: &str| {
        let mut parts = path.split('/').skip_while(|part| *part != "src").skip(1);
        parts.next().filter(|set| !set.contains(['.', ':'])).map(str::to_owned)
    };
    let first = failure.file.as_deref().map(|file| file.replace('\\', "/"));
    let (Some(one), Some(other)) = (first.as_deref().and_then(set), others.first().and_then(|path| set(path))) else {
        return;
    };
    let java = [one.as_str(), other.as_str()];
    let variant = java.iter().find(|set| **set != "main" && !set.contains("est")).map(|set| (*set).to_owned());
    let Some(variant) = variant.filter(|_| java.contains(&"main") && failure.symbol.is_some()) else { return };
    failure.details.insert("variant_set".to_owned(), variant);
    failure.say(
        "`{symbol}` is declared in `src/main` and again in `src/{variant_set}`. Source sets are added up, none replaces a class of another: both are compiled into that variant.",
        &[
            "Take `{symbol}` out of `src/main` and give each build type (or each flavour of that dimension) its own, beside `src/{variant_set}`; or keep the one in `src/main` and let the variants differ in what it calls.",
        ],
    );
}

/// The name of a file, with the directories from which on it differs from another file of that name.
fn apart(file: &str, other: &str) -> String {
    let (file, other) = (file.replace('\\', "/"), other.replace('\\', "/"));
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    if file == other || name(&file) != name(&other) {
        return name(&file);
    }
    let same = file.split('/').zip(other.split('/')).take_while(|(one, another)| one == another).count();
    file.split('/').skip(same.saturating_sub(1)).collect::<Vec<_>>().join("/")
}

/// Of two declarations of one name one is generated: nobody removes that one by hand. Whether it is told.
fn tell_generated(failure: &mut Failure, by: String, at: String) -> bool {
    if failure.symbol.is_none() || failure.category != Category::KotlinRedeclaration {
        return false;
    }
    failure.details.insert("generated_by".to_owned(), by);
    failure.details.insert("generated_at".to_owned(), at);
    failure.say(
        "`{symbol}` is declared twice in one package (redeclaration): in the sources, and in `{generated_at}`, which {generated_by} writes.",
        &[
            "Let one of the two have another name or package: rename `{symbol}` in the sources, or set the generator (or the annotation that it works on) to another name; a generator can only add classes, not replace one that is there. Delete the one in the sources if it was copied from the generated file.",
            "If `{symbol}` should not be generated any more, the file under `build/generated` is stale: run the build once with `clean`.",
        ],
    );
    true
}

/// The order in which failures would be fixed if none followed from another.
fn sort(taken: &mut [TakenFailure], blocks: &[String], failed: &HashSet<&str>, past: &HashSet<usize>) {
    let block = |one: &TakenFailure| {
        let task = one.found.failure.task.as_ref()?;
        blocks.iter().position(|known| known == task)
    };
    let all_have_one = taken.iter().all(|one| block(one).is_some());
    // A processor that failed generates nothing.
    let stopped = taken.iter().any(|one| one.found.failure.category == Category::KaptKsp && !one.found.headline);
    taken.sort_by_cached_key(|one| {
        let failure = &one.found.failure;
        let rank = rank(failure).0.max(if stopped && is_processors(failure) { 2 } else { 0 });
        // The summary of a script's errors names the first and comes last.
        let line = failure.line.filter(|_| failure.category == Category::GradleScriptCompile);
        // Of two exceptions that ended no app, one that a rule knows says more.
        let unknown = failure.category == Category::Other && failure.exception.is_some() && failure.process.is_none();
        (
            rank > 2,
            !has_failed(failure, failed),
            past.contains(&one.id),
            rank,
            unknown,
            block(one).filter(|_| all_have_one),
            line,
        )
    });
}

fn has_failed(failure: &Failure, failed: &HashSet<&str>) -> bool {
    failure.task.as_deref().is_some_and(|task| failed.contains(task))
}

/// What only lists or counts others follows from the first of its task that does not.
fn lesser(failures: &[&Failure], ties: &mut [Option<Tie>]) {
    let a_type = failures.iter().any(|failure| is_missing_type(failure));
    let mut first: HashMap<Option<&str>, usize> = HashMap::new();
    let mut tops: Vec<usize> = ties.iter().enumerate().map(|(at, tie)| tie.map_or(at, |tie| tie.cause)).collect();
    for (at, failure) in failures.iter().enumerate() {
        let (rank, why) = rank(failure);
        if rank < 2 {
            first.entry(failure.task.as_deref()).or_insert(at);
        } else if rank == 2
            && ties[at].is_none()
            && let Some(cause) = first.get(&failure.task.as_deref()).copied()
        {
            // The two may be tied the other way round; and where no type is missing, a name in the same line says why.
            let round = top(&mut tops, cause) == at;
            let own = if round { below(ties, cause, at) } else { inferred_from(ties, at).filter(|_| !a_type) };
            if round && own.is_none() {
                continue;
            }
            let cause = own.unwrap_or(cause);
            if let Some(own) = own {
                ties[own] = None;
                tops = ties.iter().enumerate().map(|(at, tie)| tie.map_or(at, |tie| tie.cause)).collect();
            }
            ties[at] = Some(Tie { cause, again: false, why });
            tops[at] = cause;
        }
    }
}

/// The first name that was taken for a member of a value without a type, and may be why it has none.
fn inferred_from(ties: &[Option<Tie>], head: usize) -> Option<usize> {
    ties.iter().position(|tie| tie.is_some_and(|tie| tie.cause == head && tie.why == why::NO_TYPE_BEFORE))
}

/// The failure on the way from `from` that follows from `head` itself, where that is a missing name.
fn below(ties: &[Option<Tie>], from: usize, head: usize) -> Option<usize> {
    let mut at = from;
    while let Some(tie) = ties[at] {
        if tie.cause == head {
            return (tie.why == why::NO_TYPE_BEFORE).then_some(at);
        }
        at = tie.cause;
    }
    None
}

/// Of each failure, whether it is the mistake of its cluster's head again.
fn repeated(ties: &[Option<Tie>]) -> Vec<bool> {
    let mut known: Vec<Option<bool>> = ties.iter().map(|tie| if tie.is_none() { Some(true) } else { None }).collect();
    for at in 0..ties.len() {
        let mut path = Vec::new();
        let mut next = at;
        while known[next].is_none()
            && let Some(tie) = ties[next]
        {
            path.push(next);
            next = tie.cause;
        }
        let mut again = known[next].unwrap_or(true);
        for step in path.into_iter().rev() {
            again = again && ties[step].is_some_and(|tie| tie.again);
            known[step] = Some(again);
        }
    }
    ties.iter().zip(known).map(|(tie, again)| tie.is_some() && again == Some(true)).collect()
}

/// The cluster of each failure that follows from no other.
fn clusters<'f>(
    failures: &[&'f Failure],
    tops: &mut [usize],
    again: &[bool],
    failed: &HashSet<&str>,
) -> HashMap<usize, ErrorCluster<'f>> {
    let mut clusters: HashMap<usize, ErrorCluster> = HashMap::new();
    for at in 0..failures.len() {
        let head = top(tops, at);
        tops[at] = head;
        let failure = failures[at];
        let cluster = clusters.entry(head).or_default();
        cluster.first.get_or_insert(at);
        cluster.failed |= has_failed(failure, failed);
        cluster.again += usize::from(again[at]);
        let place = |failure: &'f Failure| (failure.file.as_deref(), failure.line);
        // The same mistake at another place is not explained by the first.
        if !again[at] && place(failure) != place(failures[head]) {
            cluster.places.insert(place(failure));
        }
    }
    clusters
}

/// So many more failures must follow from a later head to put it before an earlier one: compilers print what others
/// follow from first, and a relation may be missed.
const LEAD: usize = 4;

/// So many other tests must end in an exception that it leads before another test.
const TESTS: usize = 2;

/// The head that explains most, and why it does. `failures` are sorted.
fn root(
    failures: &[&Failure],
    tops: &[usize],
    clusters: &HashMap<usize, ErrorCluster>,
    is_past: &[bool],
) -> Option<(usize, RoleReason)> {
    let uninferred = uninferred(failures);
    let a_type = (0..failures.len()).any(|at| tops[at] == at && is_missing_type(failures[at]));
    let standing = |head: usize| {
        let (rank, _) = rank(failures[head]);
        // A member of a value without a type is missing because of a type, never the other way round.
        let member = is_before(failures[head], &uninferred) || a_type && is_after_types(failures[head]);
        (rank > 2, !clusters.get(&head).is_some_and(|cluster| cluster.failed), is_past[head], rank, member)
    };
    // A parser's error covers its whole file, however little that has to do with it.
    let size = |head: usize| match clusters.get(&head) {
        Some(cluster) if !is_parsers(failures[head]) => cluster.places.len(),
        _ => 0,
    };
    // What is printed first may follow from what is printed later.
    let begins = |head: usize| clusters.get(&head).and_then(|cluster| cluster.first);
    let heads = || (0..failures.len()).filter(|at| tops[*at] == *at);
    let first = heads().min_by_key(|head| (standing(*head), begins(*head)))?;
    let equal = || heads().filter(|head| standing(*head) == standing(first));
    let largest = equal().max_by_key(|head| (size(*head), Reverse(begins(*head))))?;
    // One test's assertion says nothing of the many that end in one exception.
    let ended = |head: usize| match clusters.get(&head) {
        Some(cluster) if failures[head].details.contains_key("same_reason") => cluster.again,
        _ => 0,
    };
    let shared = equal().max_by_key(|head| (ended(*head), Reverse(begins(*head))))?;
    let leads = failures[first].category == Category::TestFailure && ended(shared) >= TESTS.max(ended(first) + 1);
    let root = if leads {
        shared
    } else if size(largest) >= size(first) + LEAD {
        largest
    } else {
        first
    };
    let own = rank(failures[root]);
    let reason = if failures.len() == 1 {
        RoleReason::Only
    } else if leads {
        RoleReason::Explains("more tests end in it than in anything else")
    } else if root != first {
        RoleReason::Explains(MOST_FOLLOW)
    } else if failures.iter().all(|failure| rank(failure).0 <= own.0) {
        RoleReason::First
    } else {
        RoleReason::Explains(own.1)
    };
    Some((root, reason))
}

/// Whether a Kotlin type is missing.
fn is_missing_type(failure: &Failure) -> bool {
    failure.category == Category::KotlinUnresolvedReference && failure.symbol.as_deref().is_some_and(is_type)
}

/// Whether a failure usually follows from a type that is missing: of a kind that does, or a Kotlin member's name.
fn is_after_types(failure: &Failure) -> bool {
    match signs::sign(failure) {
        Sign::Echo(_) => true,
        Sign::Missing if failure.category == Category::KotlinUnresolvedReference => {
            let small = |name: &str| !is_type(name) && libraries::home(name).is_none();
            failure.symbol.as_deref().is_some_and(small) && is_member(failure) && !is_package_import(failure)
        }
        _ => false,
    }
}

/// Of each line with a type that cannot be inferred the last column, where a type is missing.
fn uninferred<'f>(failures: &[&'f Failure]) -> HashMap<(Option<&'f str>, Option<u32>), Option<u32>> {
    if !failures.iter().any(|failure| is_missing_type(failure)) {
        return HashMap::new();
    }
    let uninferred = failures.iter().filter(|failure| failure.message.starts_with("Cannot infer"));
    uninferred.map(|failure| ((failure.file.as_deref(), failure.line), failure.column)).collect()
}

/// Whether a failure is a small name that is missing before such a type.
fn is_before(failure: &Failure, uninferred: &HashMap<(Option<&str>, Option<u32>), Option<u32>>) -> bool {
    failure.category == Category::KotlinUnresolvedReference
        && failure.symbol.as_deref().is_some_and(|name| !is_type(name))
        && uninferred.get(&(failure.file.as_deref(), failure.line)).is_some_and(|column| failure.column <= *column)
}
