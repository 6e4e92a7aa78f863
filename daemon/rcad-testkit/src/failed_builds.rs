//! Made-up builds with their answers, for tests and benchmarks: recorded and catalogued messages of the tools, with
//! varying projects, symbols, files, versions and times. Contains no personal data.

use std::collections::HashSet;

use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::{Analysis, Failure, Report, explain, fingerprint, parse};

/// Messages of the tools, several in each, between `text = '''` and `'''`.
const CATALOGUES: &[&str] = &[
    include_str!("../../../testdata/messages/kotlin.toml"),
    include_str!("../../../testdata/messages/javac.toml"),
    include_str!("../../../testdata/messages/aapt.toml"),
    include_str!("../../../testdata/messages/agp.toml"),
    include_str!("../../../testdata/messages/gradle-dependencies.toml"),
    include_str!("../../../testdata/messages/gradle-scripts.toml"),
    include_str!("../../../testdata/messages/gradle-variants.toml"),
    include_str!("../../../testdata/messages/manifest.toml"),
    include_str!("../../../testdata/messages/processors.toml"),
    include_str!("../../../testdata/messages/compose-compiler.toml"),
    include_str!("../../../testdata/messages/native-build.toml"),
    include_str!("../../../testdata/messages/r8.toml"),
];

const NOUNS: &[&str] = &[
    "Account", "Address", "Album", "Article", "Author", "Banner", "Board", "Booking", "Budget", "Calendar", "Camera",
    "Card", "Catalog", "Channel", "Chart", "Checkout", "City", "Client", "Comment", "Contact", "Coupon", "Course",
    "Customer", "Delivery", "Device", "Document", "Driver", "Event", "Feed", "Filter", "Flight", "Forecast", "Friend",
    "Gallery", "Game", "Goal", "Group", "Habit", "Hotel", "Image", "Invoice", "Journal", "Journey", "Lesson",
    "Library", "Login", "Map", "Market", "Media", "Member", "Message", "Meter", "Movie", "Note", "Offer", "Order",
    "Parcel", "Payment", "Person", "Photo", "Player", "Playlist", "Podcast", "Poll", "Product", "Profile", "Quiz",
    "Radio", "Receipt", "Recipe", "Review", "Ride", "Route", "Sensor", "Session", "Settings", "Song", "Station",
    "Ticket", "Timer", "Token", "Trip", "Vehicle", "Video", "Wallet", "Weather",
];
const KINDS: &[&str] = &[
    "Activity",
    "Adapter",
    "Badge",
    "Binding",
    "Cache",
    "Client",
    "Controller",
    "Dao",
    "Dialog",
    "Editor",
    "Factory",
    "Fragment",
    "Header",
    "Item",
    "List",
    "Loader",
    "Mapper",
    "Model",
    "Module",
    "Page",
    "Panel",
    "Picker",
    "Presenter",
    "Repository",
    "Row",
    "Screen",
    "Service",
    "State",
    "Store",
    "Theme",
    "Validator",
    "View",
    "Worker",
];
/// Number of projects.
const PROJECTS: u64 = 20;
const YEAR_MS: u64 = 365 * 24 * 3_600_000;
/// The newest build ends before this Unix time in milliseconds, 2026-11-01.
const END_MS: u64 = 1_793_491_200_000;
const GRADLES: &[&str] = &["7.6.4", "8.2.1", "8.7", "8.13", "9.0.0", "9.2.1"];
const JDKS: &[&str] = &["11.0.26", "17.0.15", "17.0.17", "21.0.8"];
const AGPS: &[&str] = &["7.4.2", "8.1.4", "8.5.2", "8.13.0"];
const KOTLINS: &[&str] = &["1.8.22", "1.9.24", "2.0.21", "2.2.21"];
const MODULES: &[&str] = &["app", "core", "data", "design", "feature:login", "feature:search", "network", "sync"];
/// Routine lines before a build's failure: minimum, and largest addition.
const ROUTINE: (u64, u64) = (15, 90);

/// An endless series of failed builds, no two with the same failure in the same project. The same seed gives the same series.
pub struct FailedBuilds {
    state: u64,
    templates: Vec<(&'static str, Analysis)>,
    made: u64,
    told: HashSet<(String, u64)>,
}

impl FailedBuilds {
    /// The series of this seed.
    pub fn new(seed: u64) -> FailedBuilds {
        let texts = CATALOGUES.iter().flat_map(|catalogue| catalogue.split("text = '''\n").skip(1));
        let texts = texts.filter_map(|rest| Some(rest.split_once("'''")?.0));
        let analysed = texts.map(|text| (text, explain::analyze(parse::parse(text), Some("/home/dev/app"))));
        let templates = analysed.filter(|(_, analysis)| analysis.primary().is_some()).collect();
        FailedBuilds { state: seed.wrapping_mul(2).wrapping_add(1), templates, made: 0, told: HashSet::new() }
    }

    /// A number below `below`, of a linear congruential series (Knuth's MMIX constants).
    fn below(&mut self, below: u64) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % below
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    /// New names for the next failure.
    fn names(&mut self, primary: &Failure) -> Renames {
        let noun = self.one_of(NOUNS);
        let camel = format!("{noun}{}{}", self.one_of(NOUNS), self.one_of(KINDS));
        let mut renamed = vec![
            ("Basket".to_owned(), camel.clone()),
            ("basket".to_owned(), decapitalised(&camel)),
            ("com.example.shop".to_owned(), format!("com.example.{}", noun.to_lowercase())),
            ("com/example/shop".to_owned(), format!("com/example/{}", noun.to_lowercase())),
        ];
        let file = primary.file.as_deref().and_then(|file| file.rsplit('/').next()?.split('.').next());
        let manifest_or_script = ["AndroidManifest", "build", "settings"];
        for name in [primary.symbol.as_deref(), file].into_iter().flatten() {
            let plain = name.len() > 3 && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            if !plain || name.to_lowercase().contains("basket") || manifest_or_script.contains(&name) {
                continue;
            }
            let new = if name.starts_with(char::is_uppercase) {
                format!("{}{name}", self.one_of(NOUNS))
            } else if name.contains('_') {
                format!("{}_{name}", self.one_of(NOUNS).to_lowercase())
            } else {
                format!("{name}{}", self.one_of(NOUNS))
            };
            renamed.push((name.to_owned(), new));
        }
        Renames { renamed }
    }

    fn routine(&mut self, module: &str) -> String {
        let lines = ROUTINE.0 + self.below(ROUTINE.1);
        let mut text = String::new();
        for _ in 0..lines {
            let (of, what) = (self.one_of(MODULES), self.one_of(NOUNS));
            text.push_str(&match self.below(8) {
                0 => format!("w: file:///home/dev/{of}/src/main/kotlin/{what}.kt:{}:9 variable is never used\n", lines),
                1 => format!("> Task :{of}:process{what}Resources\n"),
                2 => format!("> Task :{of}:generate{what}Sources NO-SOURCE\n"),
                _ => format!("> Task :{of}:compile{what}Kotlin UP-TO-DATE\n"),
            });
        }
        text.push_str(&format!("> Task :{module}:compileDebugKotlin FAILED\n"));
        text
    }

    fn environment(&mut self) -> Environment {
        Environment {
            gradle: Some(self.one_of(GRADLES).to_owned()),
            java: Some(self.one_of(JDKS).to_owned()),
            os: Some("Linux".to_owned()),
            agp: Some(self.one_of(AGPS).to_owned()),
            kotlin: Some(self.one_of(KOTLINS).to_owned()),
            ..Environment::default()
        }
    }
}

impl Iterator for FailedBuilds {
    type Item = (Report, Analysis);

    fn next(&mut self) -> Option<(Report, Analysis)> {
        let (text, mut analysis, project) = loop {
            let which = self.below(self.templates.len() as u64) as usize;
            let (text, mut analysis) = self.templates.get(which)?.clone();
            let names = self.names(analysis.primary()?);
            let shift = self.below(300) as u32;
            names.rename(&mut analysis, shift);
            analysis.fingerprint = analysis.primary().map(fingerprint::fingerprint);
            let project = self.below(PROJECTS);
            if self.told.insert((analysis.fingerprint.clone()?, project)) {
                break (names.applied(text), analysis, project);
            }
        };
        let module = self.one_of(MODULES);
        let routine = self.routine(module);
        let above = routine.lines().count() as u32;
        for evidence in analysis.errors.iter_mut().flat_map(|failure| &mut failure.evidence) {
            evidence.line += above;
        }
        self.made += 1;
        let ended_ms = END_MS - self.below(YEAR_MS);
        let report = Report {
            id: format!("{ended_ms}-{}-{}", self.below(60_000), self.made),
            origin: Origin::Hook,
            outcome: Outcome::Failed,
            text: format!("{routine}{text}\nBUILD FAILED in {}s\n", self.below(90) + 1),
            project: Some(format!("/home/dev/{}-{project}", NOUNS[project as usize * 4].to_lowercase())),
            tasks: vec![format!(":{module}:assembleDebug")],
            environment: self.environment(),
            started_ms: Some(ended_ms - 1000 - self.below(90_000)),
            ended_ms,
            app: None,
            raw: None,
        };
        Some((report, analysis))
    }
}

/// Old names with their new ones.
struct Renames {
    renamed: Vec<(String, String)>,
}

impl Renames {
    fn applied(&self, text: &str) -> String {
        self.renamed.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
    }

    /// Renames everything about the failure, and shifts its lines.
    fn rename(&self, analysis: &mut Analysis, lines: u32) {
        let change = |text: &mut String| *text = self.applied(text);
        for failure in &mut analysis.errors {
            change(&mut failure.message);
            [&mut failure.file, &mut failure.symbol, &mut failure.exception].into_iter().flatten().for_each(change);
            failure.details.values_mut().for_each(change);
            failure.evidence.iter_mut().chain(&mut failure.source).for_each(|evidence| change(&mut evidence.text));
            failure.line = failure.line.map(|line| line + lines);
        }
        analysis.root_cause.iter_mut().for_each(change);
        analysis.fix_guidelines.iter_mut().for_each(change);
    }
}

fn decapitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{FailedBuilds, PROJECTS};

    #[test]
    fn a_series_is_distinct_varied_and_the_same_again() {
        let one: Vec<_> = FailedBuilds::new(7).take(2000).collect();
        assert!(FailedBuilds::new(7).take(100).eq(one[..100].iter().cloned()));
        assert_ne!(FailedBuilds::new(8).next(), one.first().cloned());
        let of = |what: &dyn Fn(&rcad_core::Failure) -> String| {
            one.iter().map(|(_, a)| what(a.primary().unwrap())).collect::<HashSet<_>>().len()
        };
        let ids: HashSet<_> = one.iter().map(|(r, a)| (a.fingerprint.clone().unwrap(), r.project.clone())).collect();
        let reports: HashSet<_> = one.iter().map(|(report, _)| &report.id).collect();
        let projects: HashSet<_> = one.iter().map(|(report, _)| &report.project).collect();
        assert_eq!((ids.len(), reports.len(), projects.len() as u64), (2000, 2000, PROJECTS));
        assert!(of(&|f| f.category.id().to_owned()) > 40, "categories");
        assert!(of(&|f| f.symbol.clone().unwrap_or_default()) > 900, "symbols");
        assert!(of(&|f| f.message.clone()) > 1000, "messages");
        let mut in_place = 0;
        for (report, analysis) in &one {
            assert!(report.started_ms.unwrap() < report.ended_ms);
            let evidence = &analysis.primary().unwrap().evidence[0];
            let line = report.text.lines().nth(evidence.line as usize - 1).unwrap();
            in_place += u32::from(line.contains(evidence.text.trim()));
        }
        // The others are wrapped or marked, and were read without that.
        assert!(in_place > 1900, "{in_place}");
    }
}
