//! In which blocks of a build script a name stands, from the artifacts of Gradle and of the Android and Kotlin plugins
//! (`testdata/catalogues/script-blocks`).

use std::sync::LazyLock;

use super::published::{LibrarySpan, NameFile};

/// Names, sorted, with tools as their homes and paths of blocks as their packages.
static BLOCKS: LazyLock<NameFile> = LazyLock::new(|| NameFile::read(include_str!("published/blocks.txt")));

/// A block that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptBlock {
    /// `android.buildTypes.*`: the blocks around the name, `*` for an element of any name; empty outside of all blocks.
    pub path: &'static str,
    tool: LibrarySpan,
}

impl ScriptBlock {
    /// Whose block it is, in the middle of a sentence.
    pub fn tool(&self) -> String {
        self.tool.artifact.replace('_', " ")
    }

    /// The last version that was read with the name and the first without; `None` where the newest one has it.
    pub fn until(&self) -> Option<(&'static str, &'static str)> {
        self.tool.until()
    }

    /// ``android { buildTypes { … } }``
    pub fn shown(&self) -> String {
        let parts: Vec<&str> = match self.path.strip_prefix("tasks.") {
            Some(_) => vec![self.path],
            None => self.path.split('.').filter(|part| *part != "*").collect(),
        };
        format!("`{} {{ … {}`", parts.join(" { "), "} ".repeat(parts.len()).trim_end())
    }
}

/// The blocks that have a name, the outer ones first.
pub fn blocks_of(name: &str) -> Vec<ScriptBlock> {
    BLOCKS.rows_of(name).filter_map(block).collect()
}

/// All names, each as often as it has blocks.
pub fn names() -> impl Iterator<Item = &'static str> {
    BLOCKS.rows.lines().filter_map(|row| row.split(' ').next())
}

/// Whether a plugin or Gradle brings a block of this name that stands outside of others.
pub fn opens_block(name: &str) -> bool {
    let begins = |path: &&str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    BLOCKS.packages.iter().any(begins)
}

/// `archiveName 12 2:0-4`: name, number of the path, tool with its versions where not all have it.
fn block(row: &'static str) -> Option<ScriptBlock> {
    let mut fields = row.split(' ').skip(1);
    let path = *BLOCKS.packages.get(fields.next()?.parse::<usize>().ok()?)?;
    let tool = BLOCKS.homes(fields.next()?).pop()?;
    Some(ScriptBlock { path: if path == "-" { "" } else { path }, tool })
}

#[cfg(test)]
mod tests {
    use super::{BLOCKS, block, blocks_of, opens_block};

    fn paths(name: &str) -> Vec<&'static str> {
        blocks_of(name).iter().map(|block| block.path).collect()
    }

    #[test]
    fn a_name_has_its_blocks() {
        assert_eq!(paths("compileSdk"), ["android"]);
        assert!(paths("minSdk").contains(&"android.defaultConfig"), "{:?}", paths("minSdk"));
        assert_eq!(blocks_of("isMinifyEnabled")[0].shown(), "`android { buildTypes { … } }`");
        assert_eq!(blocks_of("useJUnitPlatform")[0].shown(), "`tasks.test { … }`");
        assert_eq!(paths("compileSd"), Vec::<&str>::new());
        assert_eq!(paths("block"), Vec::<&str>::new());
    }

    #[test]
    fn what_the_newest_version_lacks_is_gone() {
        let gone = blocks_of("archiveName")[0]
            .until()
            .map(|(with, without)| (with.starts_with('7'), without.starts_with('8')));
        assert_eq!(gone, Some((true, true)));
        assert!(blocks_of("compileSdk").iter().all(|block| block.until().is_none()));
    }

    #[test]
    fn blocks_outside_of_others_are_known() {
        assert!(opens_block("android") && opens_block("sourceSets") && opens_block("publishing"));
        assert!(!opens_block("androi") && !opens_block("compileSdk"));
    }

    #[test]
    fn each_row_can_be_read_and_is_where_it_is_looked_for() {
        let keys: Vec<&str> = BLOCKS.rows.lines().filter_map(|row| row.split(' ').next()).collect();
        assert!(keys.is_sorted() && keys.len() > 1_000, "{}", keys.len());
        for row in BLOCKS.rows.lines() {
            assert!(block(row).is_some() && row.split(' ').count() == 3, "{row}");
        }
    }
}
