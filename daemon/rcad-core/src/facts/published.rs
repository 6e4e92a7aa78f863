//! Which libraries have a public name, and in which of their versions, from the published artifacts themselves
//! (`testdata/catalogues/library-names`). The files are searched in place; only their heads are parsed.

pub mod android;
pub mod app_attributes;
pub mod java;
pub mod opt_in;

use std::sync::LazyLock;

/// Names of classes, functions and properties, sorted; the format stands at the head of the script.
static NAMES: LazyLock<NameFile> = LazyLock::new(|| NameFile::read(include_str!("published/names.txt")));

/// Members of classes that came or went between versions, in the same form.
static MEMBERS: LazyLock<NameFile> = LazyLock::new(|| NameFile::read(include_str!("published/members.txt")));

/// Deprecated names and what stands in their place, in the same form.
static RENAMES: LazyLock<NameFile> = LazyLock::new(|| NameFile::read(include_str!("published/renames.txt")));

/// A name that a library has published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedName {
    /// `rememberPagerState`, `Outer.Inner`.
    pub simple: &'static str,
    /// `androidx.compose.foundation.pager`.
    pub package: &'static str,
    /// What it is.
    pub kind: NameKind,
    /// The libraries that have it, one at least.
    pub homes: Vec<LibrarySpan>,
}

/// A name for which its library names another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rename {
    /// The package or class that has it.
    pub owner: &'static str,
    /// The name in its place, simple or in full.
    pub new: &'static str,
    /// The versions in which the old name still is there, deprecated.
    pub home: LibrarySpan,
}

/// What a published name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A class, interface, object or annotation.
    Class,
    /// A function or property of a package.
    Member,
    /// A function or property of a package that extends the type of this simple name.
    Extension(&'static str),
}

/// A library that has a name, in all of the versions that were read or in some that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibrarySpan {
    /// `group:artifact`.
    pub artifact: &'static str,
    /// The versions that were read, oldest first.
    versions: &'static str,
    first: usize,
    last: usize,
}

impl PublishedName {
    /// The name in full.
    pub fn qualified(&self) -> String {
        format!("{}.{}", self.package, self.simple)
    }

    /// Whether a library has it in the newest version that was read.
    pub fn is_current(&self) -> bool {
        self.homes.iter().any(|home| home.until().is_none())
    }
}

impl LibrarySpan {
    fn version(&self, at: usize) -> Option<&'static str> {
        self.versions.split(' ').nth(at)
    }

    /// Whether the name came so early that hardly anybody uses a version without it: within this part (a third, a fifth)
    /// of the versions that were read.
    pub fn is_settled(&self, part: usize) -> bool {
        self.first * part < self.versions.split(' ').count()
    }

    /// The last version without the name and the first with it; `None` where the oldest that was read has it.
    pub fn since(&self) -> Option<(&'static str, &'static str)> {
        Some((self.version(self.first.checked_sub(1)?)?, self.version(self.first)?))
    }

    /// The last version with the name and the first without it; `None` where the newest that was read has it.
    pub fn until(&self) -> Option<(&'static str, &'static str)> {
        Some((self.version(self.last)?, self.version(self.last + 1)?))
    }
}

/// All that is published under a simple name.
pub fn published(simple: &str) -> Vec<PublishedName> {
    NAMES.rows_of(simple).filter_map(|row| NAMES.name(row)).collect()
}

/// What is published under a name in full: `okhttp3.internal.Util`, `a.b.Outer.Inner`, of that the class at least.
pub fn published_as(qualified: &str) -> Vec<PublishedName> {
    let ends = qualified.rmatch_indices('.').map(|(at, _)| at);
    let splits = ends.map(|at| (&qualified[..at], &qualified[at + 1..]));
    for (package, rest) in splits.filter(|(package, _)| NAMES.packages.contains(package)) {
        let outer = rest.split('.').next().unwrap_or(rest);
        for simple in [rest, outer] {
            let found: Vec<PublishedName> =
                published(simple).into_iter().filter(|one| one.package == package).collect();
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

/// `group:artifact` of each library whose names are known.
pub fn coordinates() -> impl Iterator<Item = &'static str> {
    NAMES.artifacts.iter().map(|(coordinate, _)| *coordinate)
}

/// Whether a library has names in this very package.
pub fn is_package(name: &str) -> bool {
    NAMES.packages.contains(&name)
}

/// The published packages of which a segment stands after so many letters, up to that segment, each once.
pub fn packages_with(segment: &str, before: usize) -> Vec<&'static str> {
    let fits = |package: &&'static str| {
        let rest = package.get(before..).and_then(|rest| rest.strip_prefix(segment));
        rest.is_some_and(|more| more.is_empty() || more.starts_with('.')) && package[..before].ends_with('.')
    };
    let mut found: Vec<&str> =
        NAMES.packages.iter().copied().filter(fits).map(|package| &package[..before + segment.len()]).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The libraries of which some versions have a member of a class and others don't; empty also where all have it.
pub fn member(class: &str, member: &str) -> Vec<LibrarySpan> {
    let rows = MEMBERS.rows_of(class).map(|row| row.splitn(3, ' ').skip(1).collect::<Vec<_>>());
    rows.filter(|row| row[0] == member).flat_map(|row| MEMBERS.homes(row[1])).collect()
}

/// The classes of which some versions have a member of one of these names and others don't. Reads the whole file, once.
pub fn classes_with(members: &[String]) -> Vec<(&'static str, LibrarySpan)> {
    let rows = MEMBERS.rows.lines().filter_map(|row| {
        let (class, rest) = row.split_once(' ')?;
        let (member, homes) = rest.split_once(' ')?;
        members.iter().any(|one| one == member).then_some((class, homes))
    });
    rows.flat_map(|(class, homes)| MEMBERS.homes(homes).into_iter().map(move |home| (class, home))).collect()
}

/// What stands in the place of a name of a package or class.
pub fn renames_in(owner: &str, old: &str) -> Vec<Rename> {
    RENAMES.rows_of(owner).filter_map(|row| RENAMES.rename(row, old)).collect()
}

/// What stands in the place of a name of any package or class. Reads the whole file.
pub fn renames_of(old: &str) -> Vec<Rename> {
    RENAMES.rows.lines().filter_map(|row| RENAMES.rename(row, old)).collect()
}

/// One file.
pub(super) struct NameFile {
    /// Coordinate and versions.
    artifacts: Vec<(&'static str, &'static str)>,
    pub(super) packages: Vec<&'static str>,
    /// Sorted lines, each beginning with its key.
    pub(super) rows: &'static str,
}

impl NameFile {
    /// Reads the head; what does not fit the format is passed over (a test reads the whole file).
    pub(super) fn read(text: &'static str) -> NameFile {
        let mut file = NameFile { artifacts: Vec::new(), packages: Vec::new(), rows: text };
        while let Some((line, rest)) = file.rows.split_once('\n') {
            match line.split(' ').next() {
                Some("artifact") => {
                    let row = line.splitn(4, ' ').collect::<Vec<_>>();
                    file.artifacts.extend(row.get(2).zip(row.get(3)).map(|(name, versions)| (*name, *versions)));
                }
                Some("package") => file.packages.extend(line.splitn(3, ' ').nth(2)),
                Some("#") => (),
                _ => break,
            }
            file.rows = rest;
        }
        file
    }

    /// The rows of a key.
    pub(super) fn rows_of<'a>(&self, key: &'a str) -> impl Iterator<Item = &'static str> + use<'a> {
        let bytes = self.rows.as_bytes();
        let (mut low, mut high) = (0, bytes.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let start = bytes[..middle].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let end = bytes[middle..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| middle + at);
            let found = bytes[start..end].split(|byte| *byte == b' ').next().unwrap_or_default();
            if found < key.as_bytes() { low = (end + 1).min(high) } else { high = start }
        }
        let rows = self.rows.get(low..).unwrap_or_default().lines();
        rows.take_while(move |row| row.strip_prefix(key).is_some_and(|rest| rest.starts_with(' ')))
    }

    /// `toColor e=String 12 3:1-2`: name, kind, package, homes.
    fn name(&self, row: &'static str) -> Option<PublishedName> {
        let mut fields = row.splitn(4, ' ');
        let simple = fields.next()?;
        let kind = match fields.next()? {
            "c" | "a" => NameKind::Class,
            kind => kind.split_once('=').map_or(NameKind::Member, |(_, receiver)| NameKind::Extension(receiver)),
        };
        let package = *self.packages.get(fields.next()?.parse::<usize>().ok()?)?;
        let homes = self.homes(fields.next()?);
        (!homes.is_empty()).then_some(PublishedName { simple, package, kind, homes })
    }

    /// `a.b.Scope oldName newName 3:0-1`
    fn rename(&self, row: &'static str, old: &str) -> Option<Rename> {
        let (owner, rest) = row.split_once(' ')?;
        let (new, homes) = rest.strip_prefix(old)?.strip_prefix(' ')?.split_once(' ')?;
        self.homes(homes).pop().map(|home| Rename { owner, new, home })
    }

    /// `3:1-2 7`: ids of artifacts, with the versions where not all have it.
    pub(super) fn homes(&self, text: &str) -> Vec<LibrarySpan> {
        let home = |text: &str| {
            let (id, range) = text.split_once(':').map_or((text, None), |(id, range)| (id, Some(range)));
            let (artifact, versions) = *self.artifacts.get(id.parse::<usize>().ok()?)?;
            let (first, last) = match range {
                Some(range) => range.split_once('-')?,
                None => ("0", ""),
            };
            let last = if last.is_empty() { versions.split(' ').count() - 1 } else { last.parse().ok()? };
            Some(LibrarySpan { artifact, versions, first: first.parse().ok()?, last })
        };
        text.split(' ').filter_map(home).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{MEMBERS, NAMES, NameFile, NameKind, RENAMES};
    use super::{is_package, member, packages_with, published, published_as, renames_in, renames_of};

    #[test]
    fn a_name_has_its_package_kind_and_versions() {
        let found = published("rememberDatePickerState");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].qualified(), "androidx.compose.material3.rememberDatePickerState");
        assert_eq!((found[0].kind, found[0].is_current()), (NameKind::Member, true));
        assert!(found[0].homes[0].since().is_some() && found[0].homes[0].until().is_none());
        let extension = &published("collectAsStateWithLifecycle")[0];
        assert!(matches!(extension.kind, NameKind::Extension("Flow" | "StateFlow")), "{extension:?}");
        for unknown in ["", "rememberDatePickerStat", "rememberDatePickerState ", "zzz", "ShelfBasket"] {
            assert_eq!(published(unknown), [], "{unknown}");
        }
    }

    #[test]
    fn a_full_name_is_found_and_for_a_nested_one_its_class() {
        let packages = |name: &str| published_as(name).iter().map(|one| one.simple).collect::<Vec<_>>();
        assert_eq!(packages("okhttp3.Request.Builder"), ["Request.Builder"]);
        assert_eq!(packages("okhttp3.Request.url"), ["Request"]);
        assert_eq!((packages("okhttp4.Request"), packages("okhttp3")), (vec![], vec![]));
        let gone = &published_as("okhttp3.internal.Util")[0];
        assert_eq!(gone.homes[0].until().map(|(_, without)| without.starts_with('5')), Some(true));
    }

    #[test]
    fn packages_are_found_by_the_place_of_a_segment() {
        assert!(is_package("androidx.compose.material3") && !is_package("androidx.compose.material4"));
        assert_eq!(packages_with("material3", "androidx.compose.".len()), ["androidx.compose.material3"]);
        assert_eq!(packages_with("material3", 3), Vec::<&str>::new());
    }

    #[test]
    fn a_member_that_all_versions_have_is_not_listed() {
        assert_eq!(member("okhttp3.Request", "url"), []);
        assert_eq!(member("com.example.Shelf", "url"), []);
        assert!(MEMBERS.rows.lines().count() > 1_000);
    }

    #[test]
    fn a_deprecated_name_has_another_in_its_place() {
        let renamed = renames_in("androidx.compose.foundation.lazy.LazyItemScope", "animateItemPlacement");
        assert_eq!(renamed.first().map(|one| one.new), Some("animateItem"));
        assert_eq!(renames_of("animateItemPlacement").iter().filter(|one| one.new != "animateItem").count(), 0);
        assert_eq!((renames_in("com.example.Shelf", "animateItemPlacement"), renames_of("shelve")), (vec![], vec![]));
    }

    #[test]
    fn each_row_can_be_read_and_is_where_it_is_looked_for() {
        let read = |file: &NameFile, homes: usize| {
            for row in file.rows.lines() {
                let fields: Vec<&str> = row.splitn(homes + 1, ' ').collect();
                let ids = fields[homes].split(' ').count();
                assert_eq!(file.homes(fields[homes]).len(), ids, "{row}");
            }
            let keys: Vec<&str> = file.rows.lines().filter_map(|row| row.split(' ').next()).collect();
            assert!(keys.is_sorted(), "not sorted by the first word");
        };
        read(&NAMES, 3);
        read(&MEMBERS, 2);
        read(&RENAMES, 3);
        assert!(NAMES.rows.lines().all(|row| NAMES.name(row).is_some()));
    }
}
