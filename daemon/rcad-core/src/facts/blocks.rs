//! In which blocks of a build script a name stands, from the artifacts of Gradle and of the Android and Kotlin plugins
//! (`testdata/catalogues/script-blocks`).

/// The head of that script tells the format.
const BLOCKS: &str = include_str!("published/blocks.txt");

/// A block that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptBlock {
    /// Whose block it is, in the middle of a sentence.
    tool: &'static str,
    /// `android.buildTypes.*`: the blocks around the name, `*` for an element of any name; empty outside of all blocks.
    pub path: &'static str,
    /// The last version that was read with the name and the first without; `None` where the newest one has it.
    pub until: Option<(&'static str, &'static str)>,
}

impl ScriptBlock {
    /// Whose block it is, in the middle of a sentence.
    pub fn tool(&self) -> String {
        self.tool.replace('_', " ")
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
    let row = rows().find(|row| row.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')));
    row.into_iter().flat_map(|row| row.split(' ').skip(1)).filter_map(block).collect()
}

/// Whether a plugin or Gradle brings a block of this name that stands outside of others.
pub fn opens_block(name: &str) -> bool {
    let begins = |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    head("block").any(|row| row.get(2).is_some_and(|path| begins(path)))
}

/// The lines below the head.
fn rows() -> impl Iterator<Item = &'static str> {
    BLOCKS.lines().skip(1 + head("tool").count() + head("block").count())
}

/// The words of each line of the head behind this one.
fn head(kind: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = BLOCKS.lines().skip(1).take_while(|line| line.starts_with("tool ") || line.starts_with("block "));
    lines.filter_map(move |line| line.strip_prefix(kind)?.strip_prefix(' ')).map(|rest| rest.split(' ').collect())
}

/// `12:0-4`: the block's number, with the versions where not all have the name.
fn block(place: &str) -> Option<ScriptBlock> {
    let (id, range) = place.split_once(':').map_or((place, None), |(id, range)| (id, Some(range)));
    let row = head("block").find(|row| row[0] == id)?;
    let tool = head("tool").find(|tool| tool[0] == row[1])?;
    let versions = &tool[2..];
    let last: usize = range.map_or(Some(versions.len() - 1), |range| range.split_once('-')?.1.parse().ok())?;
    let until = versions.get(last).copied().zip(versions.get(last + 1).copied());
    Some(ScriptBlock { tool: tool[1], path: if row[2] == "-" { "" } else { row[2] }, until })
}

#[cfg(test)]
mod tests {
    use super::{blocks_of, opens_block, rows};

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
        let gone =
            blocks_of("archiveName")[0].until.map(|(with, without)| (with.starts_with('7'), without.starts_with('8')));
        assert_eq!(gone, Some((true, true)));
        assert!(blocks_of("compileSdk").iter().all(|block| block.until.is_none()));
    }

    #[test]
    fn blocks_outside_of_others_are_known() {
        assert!(opens_block("android") && opens_block("sourceSets") && opens_block("publishing"));
        assert!(!opens_block("androi") && !opens_block("compileSdk"));
    }

    #[test]
    fn each_row_can_be_read() {
        let mut count = 0;
        for row in rows() {
            let mut fields = row.split(' ');
            let name = fields.next().unwrap_or_default();
            assert_eq!(blocks_of(name).len(), fields.count(), "{row}");
            count += 1;
        }
        assert!(count > 1_000, "{count}");
    }
}
