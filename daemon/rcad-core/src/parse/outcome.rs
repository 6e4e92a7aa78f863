//! What Gradle itself says about the builds in a text: what was printed by a build that succeeded is no failure.

use super::Taken;
use super::lines::Lines;

/// Drops what stands in the output of successful builds. A text may hold several builds, each ended by its result line.
pub fn keep_failed_builds(lines: &Lines, taken: Vec<Taken>) -> Vec<Taken> {
    let results: Vec<(usize, bool)> = (0..lines.len())
        .filter_map(|index| {
            let line = lines.get(index);
            if line.starts_with("BUILD SUCCESSFUL") {
                Some((index, true))
            } else if line.starts_with("BUILD FAILED") || line.starts_with("FAILURE: Build ") {
                Some((index, false))
            } else {
                None
            }
        })
        .collect();
    taken
        .into_iter()
        .filter(|one| {
            let next = results.partition_point(|(line, _)| *line < one.start);
            !results.get(next).is_some_and(|(_, succeeded)| *succeeded)
        })
        .collect()
}
