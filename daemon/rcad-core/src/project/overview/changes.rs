//! What changed in a project's declarations from one build to the next, and how that is said.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::facts::version::Version;
use crate::model::declared::{Declared, DeclaredChange, DeclaredKind};

/// Most changes that a sentence names.
const MOST_NAMED: usize = 4;

type Key<'d> = (DeclaredKind, &'d str, &'d str);

/// What changed, in order. A catalogue's entry counts only where its version changed: by itself it puts nothing into an app.
pub fn changes(before: &[Declared], now: &[Declared]) -> Vec<DeclaredChange> {
    let (before, now) = (by_key(before), by_key(now));
    let keys = before.keys().chain(now.keys().filter(|key| !before.contains_key(*key)));
    let mut all: Vec<DeclaredChange> = keys
        .filter(|key| before.get(*key) != now.get(*key))
        .map(|key| DeclaredChange {
            kind: key.0,
            module: key.1.to_owned(),
            name: key.2.to_owned(),
            before: before.get(key).map(|value| (*value).to_owned()),
            after: now.get(key).map(|value| (*value).to_owned()),
        })
        .filter(|one| !is_catalogue_entry(one) || (one.before.is_some() && one.after.is_some()))
        .collect();
    all.sort();
    all
}

fn by_key(all: &[Declared]) -> BTreeMap<Key<'_>, &str> {
    all.iter().map(|one| ((one.kind, one.module.as_str(), one.name.as_str()), one.value.as_str())).collect()
}

fn is_catalogue_entry(change: &DeclaredChange) -> bool {
    change.kind == DeclaredKind::Dependency && change.module.is_empty()
}

/// The changes of these builds, oldest first, as one: what was changed back is none.
pub fn joined<'c>(builds: impl IntoIterator<Item = &'c [DeclaredChange]>) -> Vec<DeclaredChange> {
    let mut all: BTreeMap<(DeclaredKind, String, String), DeclaredChange> = BTreeMap::new();
    for change in builds.into_iter().flatten() {
        let key = (change.kind, change.module.clone(), change.name.clone());
        let joined = all.entry(key).or_insert_with(|| change.clone());
        joined.after.clone_from(&change.after);
    }
    all.into_values().filter(|one| one.before != one.after).collect()
}

/// `switched on minify for release in :app, raised okhttp from 4.9.3 to 4.12.0 and 2 more changes`; nothing without changes.
pub fn in_words(changes: &[DeclaredChange]) -> Option<String> {
    let mut all: Vec<String> = Vec::new();
    for words in changes.iter().map(words) {
        if !all.contains(&words) {
            all.push(words);
        }
    }
    let more = all.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        all.truncate(MOST_NAMED);
        all.push(format!("made {more} more {}", if more == 1 { "change" } else { "changes" }));
    }
    let last = all.pop()?;
    Some(if all.is_empty() { last } else { format!("{} and {last}", all.join(", ")) })
}

fn words(change: &DeclaredChange) -> String {
    use DeclaredKind as K;
    let name = &change.name;
    let place =
        if matches!(change.module.as_str(), "" | ":") { String::new() } else { format!(" in {}", change.module) };
    match change.kind {
        K::Minify => format!("{} minify for {name}{place}", switched(change)),
        K::ShrinkResources => format!("{} resource shrinking for {name}{place}", switched(change)),
        K::ShrinkerRules => match (&change.before, &change.after) {
            (None, _) => format!("added {name}"),
            (_, None) => format!("removed {name}"),
            _ => format!("changed {name}"),
        },
        K::Dependency | K::Tool => versioned(change, name),
        K::Plugin => versioned(change, &format!("the plugin {name}")),
        K::Level => versioned(change, name) + &place,
        K::Property => set(change, name),
        K::Permission => {
            let verb = if change.after.is_some() { "added" } else { "removed" };
            format!("{verb} the permission {}{place}", name.strip_prefix("android.permission.").unwrap_or(name))
        }
        K::Component => match (&change.before, &change.after) {
            (None, _) => format!("added the {name}{place}"),
            (_, None) => format!("removed the {name}{place}"),
            (_, Some(exported)) if exported.is_empty() => format!("removed `exported` of the {name}{place}"),
            (_, Some(exported)) => format!("set {exported} for the {name}{place}"),
        },
        K::Attribute => set(change, name) + &place,
    }
}

fn switched(change: &DeclaredChange) -> &'static str {
    if change.after.as_deref() == Some("true") { "switched on" } else { "switched off" }
}

/// The value of a version, where there is one.
fn version(value: &Option<String>) -> Option<&str> {
    value.as_deref().filter(|value| !value.is_empty())
}

fn versioned(change: &DeclaredChange, name: &str) -> String {
    match (&change.before, &change.after, version(&change.before), version(&change.after)) {
        (_, _, Some(before), Some(after)) => {
            let verb = match Version::parse(after).cmp(&Version::parse(before)) {
                Ordering::Greater => "raised",
                Ordering::Less => "lowered",
                Ordering::Equal => "changed",
            };
            format!("{verb} {name} from {before} to {after}")
        }
        (None, _, _, Some(after)) => format!("added {name} {after}"),
        (None, ..) => format!("added {name}"),
        (_, None, ..) => format!("removed {name}"),
        (_, _, None, Some(after)) => format!("set {name} to {after}"),
        _ => format!("left out the version of {name}"),
    }
}

fn set(change: &DeclaredChange, name: &str) -> String {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => format!("changed {name} from {before} to {after}"),
        (None, Some(after)) => format!("set {name} to {after}"),
        (_, None) => format!("removed {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tree::tests::FileMap;
    use super::super::Overview;
    use super::*;

    const SCRIPT: &str = "plugins { id 'com.android.application' }\nandroid {\n  defaultConfig { targetSdk 33 }\n  buildTypes {\n    \
                          release { minifyEnabled false }\n  }\n}\ndependencies {\n  implementation 'com.squareup.okhttp3:okhttp:4.9.3'\n  \
                          implementation libs.room\n  testImplementation 'junit:junit:4.13'\n}\n";
    const MANIFEST: &str = "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\">\n\
                            <application android:allowBackup=\"true\"><activity android:name=\".Main\" android:exported=\"true\"/>\
                            </application></manifest>";

    /// A file, a text in it, and what it becomes.
    type Edit<'t> = (&'t str, &'t str, &'t str);

    fn project(changes: &[Edit]) -> Vec<Declared> {
        let mut files = FileMap::of(&[
            ("settings.gradle", "include ':app', ':core'\n"),
            ("gradle.properties", "android.enableR8.fullMode=false\nshop.password=secret\n"),
            (
                "gradle/libs.versions.toml",
                "[libraries]\nroom = \"androidx.room:room-runtime:2.6.0\"\nunused = \"a:b:1\"\n",
            ),
            ("app/build.gradle", SCRIPT),
            (
                "core/build.gradle",
                "ext.coreVersion = '1.0'\ndependencies { api 'com.squareup.okhttp3:okhttp:4.9.3' }\n",
            ),
            ("app/proguard-rules.pro", "-keep class a.B\n"),
            ("app/src/main/AndroidManifest.xml", MANIFEST),
        ]);
        for (file, before, now) in changes {
            let text = files.0.get_mut(*file).unwrap();
            assert!(text.contains(before), "{before} in {file}");
            *text = text.replace(before, now);
        }
        Overview::of(&files).declared_all()
    }

    fn told(changed: &[Edit]) -> Option<String> {
        in_words(&changes(&project(&[]), &project(changed)))
    }

    #[test]
    fn what_changed_is_said_in_a_sentence() {
        let script = "app/build.gradle";
        let manifest = "app/src/main/AndroidManifest.xml";
        let rows: [(&[Edit], &str); 13] = [
            (&[(script, "minifyEnabled false", "minifyEnabled true")], "switched on minify for release in :app"),
            (
                &[(script, "minifyEnabled false", "minifyEnabled false; shrinkResources true")],
                "switched on resource shrinking for release in :app",
            ),
            (&[(script, "targetSdk 33", "targetSdk 34")], "raised targetSdk from 33 to 34 in :app"),
            (
                &[(script, "okhttp:4.9.3", "okhttp:4.12.0"), ("core/build.gradle", "okhttp:4.9.3", "okhttp:4.12.0")],
                "raised com.squareup.okhttp3:okhttp from 4.9.3 to 4.12.0",
            ),
            (
                &[
                    ("gradle/libs.versions.toml", "2.6.0", "2.5.2"),
                    ("gradle/libs.versions.toml", "unused = \"a:b:1\"", ""),
                ],
                "lowered androidx.room:room-runtime from 2.6.0 to 2.5.2",
            ),
            (&[(script, "  implementation libs.room\n", "")], "removed androidx.room:room-runtime"),
            (
                &[(script, "'com.android.application'", "'com.android.application'\n id 'kotlin-kapt'")],
                "added the plugin kotlin-kapt",
            ),
            (&[("gradle.properties", "false", "true")], "changed android.enableR8.fullMode from false to true"),
            (&[("app/proguard-rules.pro", "a.B", "a.C")], "changed app/proguard-rules.pro"),
            (
                &[(
                    manifest,
                    "<application",
                    "<uses-permission android:name=\"android.permission.CAMERA\"/><application",
                )],
                "added the permission CAMERA in :app",
            ),
            (
                &[(manifest, "exported=\"true\"", "exported=\"false\"")],
                "set exported=false for the activity .Main in :app",
            ),
            (
                &[(manifest, "allowBackup=\"true\"", "allowBackup=\"false\"")],
                "changed android:allowBackup from true to false in :app",
            ),
            (&[("core/build.gradle", "'1.0'", "'1.1'")], "changed coreVersion from 1.0 to 1.1"),
        ];
        for (changed, wanted) in rows {
            assert_eq!(told(changed).as_deref(), Some(wanted));
        }
        for same in [
            ("gradle.properties", "secret", "other"),
            (script, "junit:4.13", "junit:5"),
            (script, "plugins", "// x\nplugins"),
        ] {
            assert_eq!(told(&[same]), None);
        }
    }

    #[test]
    fn several_changes_are_one_sentence_and_what_was_changed_back_is_none() {
        let script = "app/build.gradle";
        let now =
            project(&[(script, "minifyEnabled false", "minifyEnabled true"), (script, "targetSdk 33", "targetSdk 34")]);
        let (first, back) =
            (changes(&project(&[]), &now), changes(&now, &project(&[(script, "targetSdk 33", "targetSdk 34")])));
        assert_eq!(
            in_words(&first).unwrap(),
            "switched on minify for release in :app and raised targetSdk from 33 to 34 in :app"
        );
        assert_eq!(in_words(&joined([&first[..], &back[..]])).unwrap(), "raised targetSdk from 33 to 34 in :app");
        let many: Vec<DeclaredChange> =
            (0..7).map(|n| DeclaredChange { name: format!("a:b{n}"), ..first[1].clone() }).collect();
        assert!(in_words(&many).unwrap().ends_with("from 33 to 34 in :app and made 3 more changes"));
        assert_eq!(in_words(&[]), None);
    }
}
