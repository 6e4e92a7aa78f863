//! What several libraries ask for in one check of AAR metadata. The highest demand leads: who meets it meets the others.

use crate::facts::version::Version;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Dependency 'a:b:1.0' requires libraries and applications that … compile against version 36`,
/// `Dependency 'a:b:1.0' requires Android Gradle plugin 8.9.1 or higher`
static DEMAND: Pattern = Pattern::new(
    r"Dependency\s+'(?P<name>[^']+)'\s+requires\s+(?:libraries\s+and\s+applications\s+that\s+depend\s+on\s+it\s+to\s+compile\s+against\s+version\s+(?P<api>[0-9]+)|Android\s+Gradle\s+plugin\s+(?P<agp>[0-9][0-9.a-z-]*[0-9]))",
);

/// Libraries that are named at most.
const NAMED: usize = 6;

struct Demand<'t> {
    at: usize,
    name: &'t str,
    of: &'static str,
    least: &'t str,
}

/// Makes the failure that of the highest demand of its kind and adds the others, and returns where that demand begins.
/// None where the text has no such demand, or the failure is about something else.
pub fn lead(text: &str, failure: &mut Failure) -> Option<usize> {
    let of = ["min_compile_sdk", "min_agp"].into_iter().find(|of| failure.details.contains_key(*of))?;
    let demands = demands(text);
    let (own, others): (Vec<&Demand>, Vec<&Demand>) = demands.iter().partition(|demand| demand.of == of);
    let highest = own.iter().rev().max_by_key(|demand| Version::parse(demand.least))?;
    failure.symbol = Some(highest.name.to_owned());
    failure.details.insert(of.to_owned(), highest.least.to_owned());
    let (same, less): (Vec<&Demand>, Vec<&Demand>) = own.iter().partition(|demand| demand.least == highest.least);
    add("other_dependencies", &same, highest.name, failure);
    add("lower_dependencies", &less, highest.name, failure);
    if let Some(other) = others.iter().rev().max_by_key(|demand| Version::parse(demand.least)) {
        let also = if other.of == "min_agp" { "also_needs_agp" } else { "also_needs_api" };
        failure.details.insert(also.to_owned(), other.least.to_owned());
        failure.details.insert("also_needed_by".to_owned(), other.name.to_owned());
    }
    Some(highest.at)
}

fn demands(text: &str) -> Vec<Demand<'_>> {
    let mut demands = Vec::new();
    let mut from = 0;
    while let Some(found) = DEMAND.captures(&text[from..]) {
        let (Some(all), Some(name)) = (found.get(0), found.name("name")) else { break };
        let least = [("min_compile_sdk", found.name("api")), ("min_agp", found.name("agp"))];
        demands.extend(least.into_iter().filter_map(|(of, least)| {
            Some(Demand { at: from + all.start(), name: name.as_str(), of, least: least?.as_str() })
        }));
        from += all.end();
    }
    demands
}

fn add(key: &str, demands: &[&Demand], but: &str, failure: &mut Failure) {
    let mut names: Vec<&str> = Vec::new();
    for demand in demands {
        if demand.name != but && !names.contains(&demand.name) && names.len() < NAMED {
            names.push(demand.name);
        }
    }
    if !names.is_empty() {
        failure.details.insert(key.to_owned(), names.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn the_highest_demand_leads() {
        let issue = |name: &str, api: u32| {
            format!(
                "       1.  Dependency '{name}' requires libraries and applications that\n           depend on it to compile against version {api} or later of the\n           Android APIs.\n\n           :app is currently compiled against android-34.\n\n"
            )
        };
        let text = format!(
            "* What went wrong:\nExecution failed for task ':app:checkDebugAarMetadata'.\n> A failure occurred while executing com.android.build.gradle.internal.tasks.CheckAarMetadataWorkAction\n   > 3 issues were found when checking AAR metadata:\n\n{}{}{}",
            issue("com.example:shelf:1.0", 35),
            issue("com.example:basket:1.1", 36),
            issue("com.example:till:1.2", 36),
        );
        let analysis = analyze(parse(&text), None);
        let root = &analysis.errors[0];
        assert_eq!(root.symbol.as_deref(), Some("com.example:basket:1.1"));
        assert_eq!(root.evidence.last().map(|line| line.line), Some(12), "{:?}", root.evidence);
        let fixes = analysis.fix_guidelines.join("\n");
        assert!(fixes.contains("Set `compileSdk` to 36 or higher"), "{fixes}");
        assert!(fixes.contains("The same holds for com.example:till:1.2."), "{fixes}");
        assert!(fixes.contains("Less is enough for com.example:shelf:1.0."), "{fixes}");

        let agp = "       4.  Dependency 'com.example:lamp:3.0' requires Android Gradle plugin 8.9.1 or higher.\n\n           This build currently uses Android Gradle plugin 8.5.2.\n";
        let analysis = analyze(parse(&format!("{text}{agp}")), None);
        assert_eq!(analysis.errors[0].symbol.as_deref(), Some("com.example:lamp:3.0"));
        let fixes = analysis.fix_guidelines.join("\n");
        assert!(fixes.contains("`com.example:basket:1.1` also needs `compileSdk` 36"), "{fixes}");
    }
}
