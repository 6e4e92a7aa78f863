//! An Android manifest: its declarations, and violations of the platform's rules. Reads one file's text; the caller
//! provides the classes and versions of the module.

use super::xml::{Element, tree};

const ANDROID: &str = "android:name";

/// Elements of an application that are components.
const COMPONENTS: &[&str] = &["activity", "activity-alias", "service", "receiver", "provider"];

/// From this `targetSdk` on a component with an intent filter must say whether it is exported.
const EXPORTED_SINCE: u32 = 31;

/// A permission that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission {
    /// `android.permission.INTERNET`
    pub name: String,
    /// 1-based.
    pub line: u32,
}

/// An intent filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Its actions.
    pub actions: Vec<String>,
    /// Its categories.
    pub categories: Vec<String>,
}

/// A component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// `activity`, `activity-alias`, `service`, `receiver` or `provider`.
    pub kind: String,
    /// As it is written.
    pub name: Option<String>,
    /// As it is written; nothing where it is not said.
    pub exported: Option<String>,
    /// Its intent filters.
    pub filters: Vec<Filter>,
    /// `tools:node`: what merging is to do with it.
    pub node: Option<String>,
    /// 1-based.
    pub line: u32,
}

/// A manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Its `package`.
    pub package: Option<String>,
    /// Permissions that it asks for.
    pub permissions: Vec<Permission>,
    /// Its components.
    pub components: Vec<Component>,
    /// The file's elements, for rules.
    root: Element,
}

/// What a manifest is checked against; unknown values are absent.
pub struct ManifestContext<'s> {
    /// The module's `targetSdk`.
    pub target_sdk: Option<u32>,
    /// The module's `namespace`.
    pub namespace: Option<&'s str>,
    /// Major version of the Android Gradle plugin.
    pub agp_major: Option<u32>,
    /// Whether the project has the class of this full name; nothing where that is unknown.
    pub has_class: &'s dyn Fn(&str) -> Option<bool>,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestProblem {
    /// `missing_exported`, `duplicate_component` …
    pub rule: &'static str,
    /// In a sentence.
    pub message: String,
    /// 1-based.
    pub line: u32,
}

fn problem(rule: &'static str, line: u32, message: String) -> ManifestProblem {
    ManifestProblem { rule, message, line }
}

/// Reads a manifest; one that is not well-formed is a problem.
pub fn read(text: &str) -> Result<Manifest, ManifestProblem> {
    let malformed = |line| problem("malformed", line, format!("the XML is not well-formed at line {line} or before"));
    let root = tree(text).map_err(malformed)?;
    let application = root.all("application");
    let components = application.flat_map(|one| &one.children).filter(|one| COMPONENTS.contains(&one.name.as_str()));
    let permissions = root.children.iter().filter(|one| one.name.starts_with("uses-permission"));
    Ok(Manifest {
        package: root.get("package").map(str::to_owned),
        permissions: permissions
            .filter_map(|one| Some(Permission { name: one.get(ANDROID)?.to_owned(), line: one.line }))
            .collect(),
        components: components.map(component).collect(),
        root,
    })
}

fn component(element: &Element) -> Component {
    let names =
        |filter: &Element, of: &str| filter.all(of).filter_map(|one| one.get(ANDROID)).map(str::to_owned).collect();
    let filter = |one: &Element| Filter { actions: names(one, "action"), categories: names(one, "category") };
    let text = |name: &str| element.get(name).map(str::to_owned);
    Component {
        kind: element.name.clone(),
        name: text(ANDROID),
        exported: text("android:exported"),
        filters: element.all("intent-filter").map(filter).collect(),
        node: text("tools:node"),
        line: element.line,
    }
}

impl Manifest {
    /// The full class name of what a component is called in a module of this namespace.
    pub fn class(&self, name: &str, namespace: Option<&str>) -> Option<String> {
        let own = namespace.or(self.package.as_deref());
        match name.strip_prefix('.') {
            Some(rest) => Some(format!("{}.{rest}", own?)),
            None if !name.contains('.') => Some(format!("{}.{name}", own?)),
            None => Some(name.to_owned()),
        }
    }

    /// Names and values of the application's attributes.
    pub fn application_attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        let applications = self.root.all("application");
        applications.flat_map(|one| &one.attributes).map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Its problems, in the order of the lines.
    pub fn problems(&self, setting: &ManifestContext) -> Vec<ManifestProblem> {
        let mut all = Vec::new();
        self.components.iter().for_each(|one| self.judge(one, setting, &mut all));
        self.duplicates(setting, &mut all);
        self.misplaced(&mut all);
        self.prefixes(&mut all);
        self.application(&mut all);
        if let (Some(package), Some(8..)) = (&self.package, setting.agp_major) {
            let what = match setting.namespace {
                Some(namespace) if namespace == package => "it can be taken away".to_owned(),
                Some(namespace) => format!("the build file's namespace {namespace} counts"),
                None => format!("say namespace '{package}' in the module's build file"),
            };
            let message = format!("`package` is no longer read from Android Gradle plugin 8 on: {what}");
            all.push(problem("package_attribute", self.root.line, message));
        }
        all.sort_by_key(|one| one.line);
        all
    }

    fn judge(&self, one: &Component, setting: &ManifestContext, all: &mut Vec<ManifestProblem>) {
        let Some(name) = &one.name else {
            all.push(problem("missing_name", one.line, format!("this {} has no android:name", one.kind)));
            return;
        };
        let removed = one.node.as_deref().is_some_and(|node| node.starts_with("remove"));
        let filtered = !one.filters.is_empty() && one.exported.is_none() && one.kind != "provider" && !removed;
        if filtered && setting.target_sdk.is_none_or(|target| target >= EXPORTED_SINCE) {
            let target = setting
                .target_sdk
                .map_or("from targetSdk 31 on".to_owned(), |target| format!("for targetSdk {target}"));
            let message = format!("{} {name} has an intent filter and needs android:exported {target}", one.kind);
            all.push(problem("missing_exported", one.line, message));
        }
        let class = self.class(name, setting.namespace).filter(|_| one.kind != "activity-alias" && !removed);
        // A library's class is not among the project's.
        let own = |class: &String| {
            let own = setting.namespace.or(self.package.as_deref());
            !class.contains("${")
                && own.is_some_and(|own| class.strip_prefix(own).is_some_and(|rest| rest.starts_with('.')))
        };
        if let Some(class) = class.filter(own).filter(|class| (setting.has_class)(class) == Some(false)) {
            let message = format!("{} {name} names the class {class}, which the project does not have", one.kind);
            all.push(problem("class_not_found", one.line, message));
        }
    }

    fn duplicates(&self, setting: &ManifestContext, all: &mut Vec<ManifestProblem>) {
        let full = |one: &Component| Some((one.kind.clone(), self.class(one.name.as_deref()?, setting.namespace)?));
        for (n, one) in self.components.iter().enumerate() {
            let Some(key) = full(one) else { continue };
            if let Some(first) = self.components[..n].iter().find(|other| full(other).as_ref() == Some(&key)) {
                let message = format!("{} {} is declared already in line {}", one.kind, key.1, first.line);
                all.push(problem("duplicate_component", one.line, message));
            }
        }
        for (n, one) in self.permissions.iter().enumerate() {
            if let Some(first) = self.permissions[..n].iter().find(|other| other.name == one.name) {
                let message = format!("{} is asked for already in line {}", one.name, first.line);
                all.push(problem("duplicate_permission", one.line, message));
            }
        }
    }

    /// Elements in the wrong place, which Android ignores.
    fn misplaced(&self, all: &mut Vec<ManifestProblem>) {
        for one in self.root.children.iter().filter(|one| COMPONENTS.contains(&one.name.as_str())) {
            all.push(problem("misplaced_element", one.line, format!("<{}> must stand in <application>", one.name)));
        }
        let inside = self.root.all("application").flat_map(|one| &one.children);
        for one in inside.filter(|one| one.name.starts_with("uses-permission") || one.name == "permission") {
            let message = format!("<{}> must stand in <manifest>, not in <application>", one.name);
            all.push(problem("misplaced_element", one.line, message));
        }
        for second in self.root.all("application").skip(1) {
            all.push(problem("duplicate_application", second.line, "there are two <application> elements".to_owned()));
        }
    }

    /// A prefix that is used without being declared makes the file unreadable for the tools.
    fn prefixes(&self, all: &mut Vec<ManifestProblem>) {
        let declared = |prefix: &str| self.root.get(&format!("xmlns:{prefix}")).is_some();
        let mut reported: Vec<String> = Vec::new();
        let mut left = vec![&self.root];
        while let Some(element) = left.pop() {
            left.extend(&element.children);
            for (name, _) in &element.attributes {
                let Some((prefix, _)) = name.split_once(':').filter(|(prefix, _)| !matches!(*prefix, "xmlns" | "xml"))
                else {
                    continue;
                };
                let here = element.get(&format!("xmlns:{prefix}")).is_some();
                if !here && !declared(prefix) && !reported.iter().any(|known| known == prefix) {
                    reported.push(prefix.to_owned());
                    let message = format!("the prefix `{prefix}:` is used without xmlns:{prefix}");
                    all.push(problem("undeclared_prefix", element.line, message));
                }
            }
        }
    }

    fn application(&self, all: &mut Vec<ManifestProblem>) {
        for application in self.root.all("application") {
            let set = |name: &str| application.get(name) == Some("true");
            if set("android:usesCleartextTraffic") {
                let message = "android:usesCleartextTraffic lets the app talk to every server unencrypted".to_owned();
                all.push(problem("cleartext_traffic", application.line, message));
            }
            if set("android:debuggable") {
                let message =
                    "android:debuggable is set for every build; the build types set it by themselves".to_owned();
                all.push(problem("hard_coded_debuggable", application.line, message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Manifest, ManifestContext, read};

    const GOOD: &str = r#"<manifest xmlns:android="a" xmlns:tools="t" package="com.example.shop">
    <uses-permission android:name="android.permission.INTERNET" />
    <application>
        <activity android:name=".MainActivity" android:exported="true">
            <intent-filter>
                <action android:name="android.intent.action.MAIN" />
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
        </activity>
        <service android:name="com.other.Sync" tools:node="remove" />
        <provider android:name="com.example.shop.Files" android:authorities="x" />
    </application>
</manifest>
"#;

    fn judged(manifest: &Manifest, target_sdk: Option<u32>) -> Vec<(&'static str, u32)> {
        let has_class = |class: &str| Some(class != "com.example.shop.Gone");
        let setting = ManifestContext { target_sdk, namespace: None, agp_major: Some(7), has_class: &has_class };
        manifest.problems(&setting).iter().map(|one| (one.rule, one.line)).collect()
    }

    #[test]
    fn what_is_declared_is_read() {
        let manifest = read(GOOD).unwrap();
        assert_eq!(manifest.package.as_deref(), Some("com.example.shop"));
        assert_eq!(
            (manifest.permissions[0].name.as_str(), manifest.permissions[0].line),
            ("android.permission.INTERNET", 2)
        );
        let main = &manifest.components[0];
        assert_eq!((main.kind.as_str(), main.line, main.exported.as_deref()), ("activity", 4, Some("true")));
        assert_eq!(main.filters[0].actions, ["android.intent.action.MAIN"]);
        let class = |name| manifest.class(name, Some("a.b"));
        assert_eq!(class(".C").as_deref(), Some("a.b.C"));
        assert_eq!((class("C").as_deref(), class("x.C").as_deref()), (Some("a.b.C"), Some("x.C")));
        assert!(judged(&manifest, Some(34)).is_empty());
    }

    #[test]
    fn each_rule_finds_its_fault() {
        let text = r#"<manifest xmlns:android="a" package="com.example.shop">
    <uses-permission android:name="p.A" />
    <uses-permission android:name="p.A" />
    <service android:name=".Lost" />
    <application android:usesCleartextTraffic="true" android:debuggable="true">
        <activity android:name=".Main"><intent-filter /></activity>
        <activity android:name="com.example.shop.Main" android:exported="false" />
        <receiver android:name=".Gone" tools:ignore="x" />
        <service />
        <permission android:name="x" />
        <activity android:name="${pkg}.Gone" />
        <service android:name="com.library.Gone" />
    </application>
    <application />
</manifest>"#;
        let manifest = read(text).unwrap();
        assert_eq!(
            judged(&manifest, Some(34)),
            [
                ("duplicate_permission", 3),
                ("misplaced_element", 4),
                ("cleartext_traffic", 5),
                ("hard_coded_debuggable", 5),
                ("missing_exported", 6),
                ("duplicate_component", 7),
                ("class_not_found", 8),
                ("undeclared_prefix", 8),
                ("missing_name", 9),
                ("misplaced_element", 10),
                ("duplicate_application", 14),
            ]
        );
        assert!(!judged(&manifest, Some(30)).contains(&("missing_exported", 6)), "30 does not ask for it");
        assert!(judged(&manifest, None).contains(&("missing_exported", 6)));
    }

    #[test]
    fn the_package_counts_no_longer_from_agp_8_on() {
        let manifest = read(GOOD).unwrap();
        let message = |namespace, agp_major| {
            let setting = ManifestContext { target_sdk: None, namespace, agp_major, has_class: &|_| None };
            manifest.problems(&setting).first().map(|one| one.message.clone())
        };
        assert_eq!(message(None, Some(7)), None);
        assert!(message(None, Some(8)).unwrap().contains("namespace 'com.example.shop'"));
        assert!(message(Some("x.y"), Some(8)).unwrap().contains("namespace x.y counts"));
    }

    #[test]
    fn what_is_not_well_formed_is_a_problem() {
        let bad = read("<manifest>\n<application>\n</manifest>").unwrap_err();
        assert_eq!(bad.rule, "malformed");
        assert_eq!(read("").unwrap_err().rule, "malformed");
    }
}
