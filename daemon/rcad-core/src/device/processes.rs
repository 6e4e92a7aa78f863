//! The names of processes, as the log itself tells them; kept for those that have died, too.

use std::collections::{HashMap, VecDeque};

use crate::parse::input::logcat::Entry;

/// Processes that are remembered; the oldest are forgotten first.
const MOST: usize = 4096;

/// Which process id is whose.
#[derive(Debug, Default)]
pub struct Processes {
    names: HashMap<u32, String>,
    order: VecDeque<u32>,
}

impl Processes {
    /// Takes note of a process. An id that is used again belongs to the newer one.
    pub fn insert(&mut self, pid: u32, name: &str) {
        if pid == 0 || name.is_empty() {
            return;
        }
        // Android Studio names the process in each line.
        match self.names.get_mut(&pid) {
            Some(known) if known == name => return,
            Some(known) => return name.clone_into(known),
            None => self.names.insert(pid, name.to_owned()),
        };
        self.order.push_back(pid);
        if self.order.len() > MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.names.remove(&oldest);
        }
    }

    /// The process of this id, such as `com.example.app:sync`.
    pub fn name(&self, pid: u32) -> Option<&str> {
        self.names.get(&pid).map(String::as_str)
    }

    /// Takes note of what an entry says of processes.
    pub fn learn(&mut self, entry: &Entry<'_>) {
        if let Some(name) = entry.process {
            self.insert(entry.pid, name);
        }
        let named = match entry.tag {
            "ActivityManager" => started(entry.rest).or_else(|| ended(entry.rest)),
            "am_proc_start" | "am_proc_bound" | "am_proc_died" | "am_kill" => event(entry.rest),
            _ => None,
        };
        if let Some((pid, name)) = named {
            self.insert(pid, name);
        }
    }
}

/// `Start proc 4242:com.example.app/u0a123 for activity …`; before Android 6
/// `Start proc com.example.app for activity …: pid=4242 uid=10123 gids={…}`
pub(super) fn started(text: &str) -> Option<(u32, &str)> {
    let after = text.strip_prefix("Start proc ")?;
    let first = after.split([' ', '/']).next()?;
    if let Some((pid, name)) = first.split_once(':')
        && let Ok(pid) = pid.parse()
    {
        return Some((pid, name));
    }
    let pid = after.split_once("pid=")?.1;
    Some((pid.split(' ').next()?.parse().ok()?, first))
}

/// `Process com.example.app (pid 4242) has died: fg TOP`, `Killing 4242:com.example.app/u0a123 (adj 900): empty #17`
fn ended(text: &str) -> Option<(u32, &str)> {
    if let Some(after) = text.strip_prefix("Process ") {
        let (name, after) = after.split_once(" (pid ")?;
        return Some((after.split_once(')')?.0.parse().ok()?, name));
    }
    let (pid, after) = text.strip_prefix("Killing ")?.split_once(':')?;
    Some((pid.parse().ok()?, after.split_once('/')?.0))
}

/// `[0,4242,10123,com.example.app,activity,…]`, or without the user's id, `[0,4242,com.example.app,…]`, of the events buffer.
pub(super) fn event(text: &str) -> Option<(u32, &str)> {
    let mut fields = text.strip_prefix('[')?.split([',', ']']);
    let pid = fields.nth(1)?.parse().ok()?;
    let name = fields.find(|field| field.parse::<u32>().is_err())?;
    Some((pid, name))
}

/// The package of a process: `com.example.app` of `com.example.app:sync`.
pub fn package(process: &str) -> &str {
    process.split(':').next().unwrap_or(process)
}

#[cfg(test)]
mod tests {
    use super::{MOST, Processes};
    use crate::parse::input::logcat::entry;

    #[test]
    fn the_log_names_processes() {
        let mut processes = Processes::default();
        for line in [
            "11-22 10:00:00.000  1000   600   700 I ActivityManager: Start proc 4242:com.example.app/u0a123 for activity {x}",
            "11-22 10:00:00.000   600   700 I ActivityManager: Start proc com.example.old for service x: pid=77 uid=10045 gids={}",
            "11-22 10:00:00.000   600   700 I am_proc_start: [0,88,10123,com.example.app:sync,service,{x}]",
            "11-22 10:00:00.000 99-99/com.example.studio D/Tag: hello",
            "11-22 10:00:00.000   600   700 I am_kill: [0,89,com.example.killed,900,empty #17]",
            "11-22 10:00:00.000   600   700 I ActivityManager: Killing 90:com.example.swiped/u0a7 (adj 900): remove task",
            "11-22 10:00:00.000   600   700 I ActivityManager: Process com.example.gone (pid 91) has died: fg TOP",
            "11-22 10:00:00.000   600   700 I ActivityManager: Start proc next week",
        ] {
            processes.learn(&entry(line).unwrap());
        }
        let names = [4242, 77, 88, 99, 89, 90, 91].map(|pid| processes.name(pid).unwrap_or_default());
        let wanted = [
            "com.example.app",
            "com.example.old",
            "com.example.app:sync",
            "com.example.studio",
            "com.example.killed",
            "com.example.swiped",
            "com.example.gone",
        ];
        assert_eq!(names, wanted);
        assert_eq!(processes.name(600), None);
    }

    #[test]
    fn an_id_that_is_used_again_is_the_newer_process_and_the_oldest_go() {
        let mut processes = Processes::default();
        processes.insert(1, "one");
        processes.insert(1, "two");
        assert_eq!(processes.name(1), Some("two"));
        (2..=MOST as u32 + 1).for_each(|pid| processes.insert(pid, "more"));
        assert_eq!((processes.name(1), processes.name(2)), (None, Some("more")));
    }
}
