//! The settings of a properties file.

use super::spelling::cut;
use crate::changes::secrets::{secret, without_login};
use crate::changes::things::NamedThing;
use crate::model::change::ChangeSubject;
use crate::pattern::Pattern;

/// `https\://services.gradle.org/distributions/gradle-8.2.1-bin.zip`
static DISTRIBUTION: Pattern = Pattern::new(r"gradle-(?P<version>[0-9][0-9A-Za-z.+-]*?)-(?P<kind>bin|all)\.zip");

/// Reads a properties file.
pub(super) fn read(text: &str) -> Vec<NamedThing> {
    let mut all = Vec::new();
    let mut lines = (1_u32..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let line = line.trim_start();
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        let mut whole = line.to_owned();
        let mut end = number;
        // A line whose last backslash is not escaped goes on in the next one.
        while (whole.len() - whole.trim_end_matches('\\').len()) % 2 == 1 {
            whole.pop();
            let Some((next, more)) = lines.next() else { break };
            whole.push_str(more.trim_start());
            end = next;
        }
        let at = whole.find(|c: char| matches!(c, '=' | ':') || c.is_whitespace()).unwrap_or(whole.len());
        let value = whole[at..].trim_start().trim_start_matches(['=', ':']).trim();
        let mut setting = setting(&whole[..at], value, number, end);
        all.extend(gradle(&mut setting));
        all.push(setting);
    }
    all
}

fn setting(key: &str, value: &str, line: u32, end_line: u32) -> NamedThing {
    let mut thing = NamedThing::new(ChangeSubject::Setting, key, value, line);
    thing.end_line = end_line;
    thing.text = cut(&without_login(&value.replace("\\:", ":")));
    thing.parts = vec![thing.text.clone()];
    thing.secret = secret(key);
    thing
}

/// Gradle's version in a setting of its wrapper, which then says the rest without it.
fn gradle(setting: &mut NamedThing) -> Option<NamedThing> {
    let found = DISTRIBUTION.captures(&setting.canonical).filter(|_| setting.name == "distributionUrl")?;
    let version = found["version"].to_owned();
    let mut tool = NamedThing::new(ChangeSubject::Tool, "Gradle", &version, setting.line);
    tool.end_line = setting.end_line;
    // Otherwise each new version would be told twice.
    setting.canonical = setting.canonical.replace(&version, "");
    Some(tool)
}
