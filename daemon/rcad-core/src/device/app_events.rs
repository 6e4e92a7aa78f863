//! What the system logs of an app's life: it was installed, its process was started, one of its screens was shown.

use super::processes::{Processes, event, package, started};
use crate::parse::input::logcat::Entry;

/// What happened to an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppEventKind {
    /// It was installed or replaced.
    Installed,
    /// Its main process was started.
    Started {
        /// The process's id.
        pid: u32,
    },
    /// A screen of it came to the front.
    Shown {
        /// The activity's class.
        activity: String,
    },
}

/// The package of the app that this entry tells of, and what happened to it. The same may be told by several entries.
pub fn app_event<'l>(entry: &Entry<'l>, processes: &'l Processes) -> Option<(&'l str, AppEventKind)> {
    let text = entry.rest;
    match entry.tag {
        "ActivityManager" => start(started(text)).or_else(|| replaced(text)).or_else(|| displayed(text)),
        "ActivityTaskManager" => displayed(text),
        "PackageManager" => moved(text),
        "am_proc_start" => start(event(text)),
        "am_kill" => replaced(text.trim_end().strip_suffix(']')?),
        "am_on_resume_called" | "wm_on_resume_called" => {
            let activity = resumed(text)?;
            Some((package(processes.name(entry.pid)?), AppEventKind::Shown { activity }))
        }
        _ => None,
    }
}

/// A process with a name behind `:` is another than the app's main one.
fn start(process: Option<(u32, &str)>) -> Option<(&str, AppEventKind)> {
    let (pid, name) = process?;
    (!name.contains(':')).then_some((name, AppEventKind::Started { pid }))
}

/// `Force stopping com.example.app appid=10123 user=-1: installPackageLI`,
/// `Killing 4242:com.example.app/u0a123 (adj 0): stop com.example.app due to installPackageLI`
fn replaced(text: &str) -> Option<(&str, AppEventKind)> {
    let text = text.trim_end().strip_suffix("installPackageLI")?;
    let after = text.strip_prefix("Force stopping ").or_else(|| text.rsplit_once("stop ").map(|(_, after)| after))?;
    Some((after.split(' ').next()?, AppEventKind::Installed))
}

/// `Update package com.example.app code path from /data/app/a to /data/app/b; Retain data and using new`
fn moved(text: &str) -> Option<(&str, AppEventKind)> {
    let (package, _) = text.strip_prefix("Update package ")?.split_once(" code path from ")?;
    (!package.contains(' ')).then_some((package, AppEventKind::Installed))
}

/// `Displayed com.example.app/.MainActivity: +350ms`, `Displayed com.example.app/.MainActivity for user 0: +350ms`
fn displayed(text: &str) -> Option<(&str, AppEventKind)> {
    let (package, class) = text.strip_prefix("Displayed ")?.split([' ', ':']).next()?.split_once('/')?;
    let activity = if class.starts_with('.') { format!("{package}{class}") } else { class.to_owned() };
    Some((package, AppEventKind::Shown { activity }))
}

/// `[0,com.example.app.MainActivity,RESUME_ACTIVITY]`: user or token, class, reason
fn resumed(text: &str) -> Option<String> {
    let class = text.strip_prefix('[')?.split([',', ']']).nth(1)?;
    class.contains('.').then(|| class.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{AppEventKind, app_event};
    use crate::device::Processes;
    use crate::parse::input::logcat::entry;

    fn told(tag: &str, text: &str) -> Option<(String, AppEventKind)> {
        let mut processes = Processes::default();
        processes.insert(4242, "com.example.app");
        let line = format!("11-22 10:00:00.000  4242  4242 I {tag}: {text}");
        let (package, kind) = app_event(&entry(&line).unwrap(), &processes)?;
        Some((package.to_owned(), kind))
    }

    #[test]
    fn starts_screens_and_installs_are_told_in_the_words_of_old_and_new_androids() {
        let started = AppEventKind::Started { pid: 77 };
        let shown = AppEventKind::Shown { activity: "com.example.app.MainActivity".to_owned() };
        let cases = [
            ("ActivityManager", "Start proc 77:com.example.app/u0a123 for top-activity {x}", &started),
            ("ActivityManager", "Start proc com.example.app for activity x: pid=77 uid=10045 gids={}", &started),
            ("am_proc_start", "[0,77,10123,com.example.app,top-activity,{x}]", &started),
            ("ActivityTaskManager", "Displayed com.example.app/.MainActivity: +350ms", &shown),
            ("ActivityTaskManager", "Displayed com.example.app/.MainActivity for user 0: +1s2ms", &shown),
            ("ActivityManager", "Displayed com.example.app/com.example.app.MainActivity: +1s2ms (total +2s)", &shown),
            ("wm_on_resume_called", "[99,com.example.app.MainActivity,RESUME_ACTIVITY,12]", &shown),
            ("am_on_resume_called", "[0,com.example.app.MainActivity,LAUNCH_ACTIVITY]", &shown),
            (
                "ActivityManager",
                "Force stopping com.example.app appid=10123 user=-1: installPackageLI",
                &AppEventKind::Installed,
            ),
            (
                "ActivityManager",
                "Killing 77:com.example.app/u0a123 (adj 0): stop com.example.app due to installPackageLI",
                &AppEventKind::Installed,
            ),
            (
                "am_kill",
                "[0,77,com.example.app,0,stop com.example.app due to installPackageLI]",
                &AppEventKind::Installed,
            ),
            ("PackageManager", "Update package com.example.app code path from /a to /b", &AppEventKind::Installed),
        ];
        for (tag, text, kind) in cases {
            assert_eq!(told(tag, text), Some(("com.example.app".to_owned(), kind.clone())), "{tag}: {text}");
        }
    }

    #[test]
    fn what_only_looks_like_one_is_none() {
        let others = [
            ("ActivityManager", "Start proc 77:com.example.app:sync/u0a123 for service {x}"),
            ("ActivityManager", "Force stopping com.example.app appid=10123 user=0: deletePackageX"),
            ("ActivityManager", "Killing 77:com.example.app/u0a123 (adj 900): empty #17"),
            ("ActivityTaskManager", "Displayed: nothing"),
            ("am_kill", "installPackageLI"),
            ("am_proc_start", "[0"),
            ("wm_on_resume_called", "[99]"),
            ("PackageManager", "Update package code path from"),
            ("MyApp", "Displayed com.example.app/.MainActivity: +350ms"),
        ];
        for (tag, text) in others {
            assert_eq!(told(tag, text), None, "{tag}: {text}");
        }
    }
}
