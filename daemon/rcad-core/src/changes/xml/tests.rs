//! What is told of resources and manifests in two states, in a line each.

use crate::changes::changes;
use crate::code::{CodeFile, CodeReader};
use crate::model::change::ChangeSubject;
use crate::model::change::FilePair;

struct NoSource;

impl CodeReader for NoSource {
    fn read(&self, _path: &str, _text: &str) -> Option<CodeFile> {
        None
    }
}

fn told(files: &[(&str, Option<&str>, Option<&str>)]) -> String {
    let owned = |text: &Option<&str>| text.map(str::to_owned);
    let files: Vec<FilePair> = files
        .iter()
        .map(|(path, before, after)| FilePair { path: (*path).into(), before: owned(before), after: owned(after) })
        .collect();
    let all = changes(&files, &NoSource);
    let lines = all.iter().filter(|one| one.subject != ChangeSubject::File).map(|one| {
        let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let end = one.end_line.map_or(String::new(), |end| format!("-{end}"));
        let owner = one.owner.as_ref().map_or(String::new(), |owner| format!("[{owner}] "));
        let (was, is, at) = (text(&one.before), text(&one.after), one.line.unwrap_or(0));
        format!("{:?} {owner}{}: {was} -> {is} @{at}{end}", one.kind, one.name)
    });
    lines.collect::<Vec<_>>().join("; ")
}

#[test]
fn values() {
    let xml = |lines: &str| format!("<resources>\n{lines}\n</resources>");
    for (before, after, wanted) in [
        ("<string name=\"a\">x</string>", "<!-- y -->\n  <string\n name='a'>x</string>", ""),
        ("<string name=\"a\">x</string>", "<string name=\"a\">y</string>", "Value string/a: x -> y @2"),
        (
            "<string name=\"title\">x</string>",
            "<string name=\"titel\">x</string>",
            "Renamed string/title: - -> string/titel @2",
        ),
        (
            "<string name=\"a\">some words</string>",
            "<string name=\"bcd\">some words</string>",
            "Renamed string/a: - -> string/bcd @2",
        ),
        (
            "<string name=\"a\">x</string>",
            "<color name=\"a\">x</color>",
            "Removed string/a: x -> - @2; Added color/a: - -> x @2",
        ),
        ("<item name=\"g\" type=\"dimen\">1dp</item>", "", "Removed dimen/g: 1dp -> - @2"),
        (
            "<style name=\"T\">\n<item name=\"a\">1</item>\n<item name=\"b\">2</item>\n</style>",
            "<style name=\"T\">\n<item name=\"a\">1</item>\n<item name=\"b\">3</item>\n</style>",
            "Value style/T: name=\"b\">2 -> name=\"b\">3 @2-5",
        ),
        ("<string name=\"a\">x</string>", "<string name=\"a\">x</string", ""),
        (
            "<string name=\"api_key\">x</string>",
            "<string name=\"api_key\">y</string>",
            "Value string/api_key: - -> - @2",
        ),
    ] {
        let (before, after) = (xml(before), xml(after));
        let path = "app/src/main/res/values/a.xml";
        assert_eq!(told(&[(path, Some(&before), Some(&after))]), wanted, "{after}");
        assert_eq!(told(&[(path, Some(&after), Some(&after))]), "");
    }
}

#[test]
fn resources_of_several_files() {
    let one = "<resources><string name=\"title\">Some words</string></resources>";
    let none = "<resources></resources>";
    let (a, b, de) = ("res/values/a.xml", "res/values/b.xml", "res/values-de/a.xml");
    assert_eq!(
        told(&[(a, Some(one), Some(none)), (b, Some(none), Some(one))]),
        "Moved string/title: res/values/a.xml -> res/values/b.xml @1"
    );
    assert_eq!(
        told(&[(a, Some(one), Some(none)), (de, Some(none), Some(one))]),
        "Removed string/title: Some words -> - @1; Added string/title: - -> Some words @1",
        "a German text is none for all"
    );
    assert_eq!(told(&[(de, Some(one), Some(&one.replace("Some", "Few")))]), "", "the default one is what counts");
    let layout = "<TextView xmlns:android=\"a\"\n android:id=\"@+id/list\"/>";
    assert_eq!(
        told(&[("res/layout/main.xml", Some(layout), None), ("res/layout/start.xml", None, Some(layout))]),
        "Renamed layout/main: - -> layout/start @1"
    );
    assert_eq!(
        told(&[("res/drawable/a.png", None, Some("")), ("res/layout/main.xml", Some(layout), None)]),
        "Added drawable/a: - -> - @1; Removed layout/main: - -> - @0; Removed [layout/main] id/list: - -> - @0"
    );
}

#[test]
fn ids() {
    let layout = |id: &str| {
        format!("<LinearLayout xmlns:android=\"a\">\n <TextView\n  android:id=\"@+id/{id}\"/>\n</LinearLayout>")
    };
    let (list, items) = (layout("list"), layout("items"));
    let path = "app/src/main/res/layout/main.xml";
    assert_eq!(told(&[(path, Some(&list), Some(&items))]), "Renamed [layout/main] id/list: - -> id/items @3");
    assert_eq!(told(&[(path, Some(&list), Some(&list.replace("\n", "\r\n\r\n")))]), "");
    assert_eq!(told(&[(path, Some(&list), Some("<a/>"))]), "Removed [layout/main] id/list: - -> - @1");
    assert_eq!(told(&[(path, Some("<a/>"), Some(&list))]), "Added [layout/main] id/list: - -> - @3");
}

#[test]
fn manifests() {
    let xml = |lines: &str| format!("<manifest xmlns:android=\"a\">\n{lines}\n</manifest>");
    let app = |lines: &str| format!("<application>\n{lines}\n</application>");
    let activity = "<activity android:name=\".Main\" android:exported=\"true\"/>";
    for (before, after, wanted) in [
        (
            "<uses-permission android:name=\"p.CAMERA\"/>".to_owned(),
            "<uses-permission android:name=\"p.CAMRA\"/>".to_owned(),
            "Renamed [manifest] permission p.CAMERA: - -> permission p.CAMRA @2",
        ),
        (
            "<uses-permission android:name=\"p.A\"/>\n<uses-permission android:name=\"p.B\"/>".to_owned(),
            "<!-- x -->\n<uses-permission\n android:name='p.B'/>\n<uses-permission android:name=\"p.A\"/>".to_owned(),
            "",
        ),
        (app(activity), app(""), "Removed [manifest/application] activity .Main: android:exported=true -> - @3"),
        (app(""), app(activity), "Added [manifest/application] activity .Main: - -> android:exported=true @3"),
        (
            app(activity),
            app(&activity.replace("true", "false")),
            "Value [manifest/application/activity .Main] activity .Main android:exported: true -> false @3",
        ),
        (
            app(activity),
            app(&activity.replace("exported", "exportd")),
            "Renamed [manifest/application/activity .Main] activity .Main android:exported: - -> activity .Main android:exportd @3",
        ),
        (
            app(activity),
            app(&activity.replace("<activity", "<activty")),
            "Renamed [manifest/application] activity .Main: - -> activty .Main @3",
        ),
        (app(activity), app(&activity.replace("/>", "")), ""),
        (
            app(
                "<activity android:name=\".M\"><intent-filter>\n<action android:name=\"a.A\"/>\n</intent-filter></activity>",
            ),
            app("<activity android:name=\".M\"><intent-filter>\n</intent-filter></activity>"),
            "Removed [manifest/application/activity .M/intent-filter] action a.A: - -> - @4",
        ),
    ] {
        let (before, after) = (xml(&before), xml(&after));
        assert_eq!(told(&[("app/src/main/AndroidManifest.xml", Some(&before), Some(&after))]), wanted, "{after}");
    }
    for text in ["", "<", "<manifest", "<<<<<<< HEAD\n<manifest/>", "<a><b></a>", "no"] {
        told(&[("AndroidManifest.xml", Some(text), Some(&xml("")))]);
        told(&[("res/values/a.xml", Some("<resources/>"), Some(text))]);
        told(&[("res/layout/a.xml", Some("<a/>"), Some(text))]);
    }
}
