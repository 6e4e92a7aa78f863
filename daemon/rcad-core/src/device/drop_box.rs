//! What a device's drop box keeps of crashes, as `dumpsys dropbox --print TAG` prints it.

/// The line between two entries.
const BETWEEN: &str = "========================================";

/// A report that the system has put into its drop box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropBoxEntry<'t> {
    /// The device's time, such as `2026-11-22 10:00:00`.
    pub time: &'t str,
    /// Headers, an empty line, and the report.
    pub text: &'t str,
}

/// The entries under this tag, in their order, oldest first; one whose beginning was cut off is left out.
pub fn drop_box<'t>(printed: &'t str, tag: &str) -> impl Iterator<Item = DropBoxEntry<'t>> {
    printed.split(BETWEEN).filter_map(move |entry| {
        // `2026-11-22 10:00:00 data_app_anr (compressed text, 12345 bytes)`
        let (head, text) = entry.trim_start().split_once('\n')?;
        let (time, kind) = head.split_at_checked("2026-11-22 10:00:00".len())?;
        let of_tag = kind.trim_start().strip_prefix(tag).is_some_and(|rest| rest.starts_with(" ("));
        of_tag.then_some(DropBoxEntry { time, text })
    })
}

#[cfg(test)]
mod tests {
    use super::{BETWEEN, DropBoxEntry, drop_box};

    #[test]
    fn entries_are_told_by_their_tag_and_one_that_was_cut_is_left_out() {
        let printed = format!(
            "s) at the end of a cut one\n\n{BETWEEN}\n2026-11-22 10:00:00 data_app_anr (compressed text, 99 bytes)\nProcess: a.b\n\nx\n\
             {BETWEEN}\n2026-11-22 10:00:01 data_app_anr_other (text, 9 bytes)\ny\n{BETWEEN}\nsoon data_app_anr (text)\n\
             {BETWEEN}\n2026-11-22 10:00:02 data_app_anr (text, 9 bytes)\nz"
        );
        let found: Vec<DropBoxEntry<'_>> = drop_box(&printed, "data_app_anr").collect();
        let first = DropBoxEntry { time: "2026-11-22 10:00:00", text: "Process: a.b\n\nx\n" };
        assert_eq!(found, [first, DropBoxEntry { time: "2026-11-22 10:00:02", text: "z" }]);
        assert_eq!(drop_box("", "data_app_anr").count() + drop_box("(No entries found.)\n", "x").count(), 0);
    }
}
