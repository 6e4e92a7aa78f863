//! Which plugin has registered the task that failed: Gradle 9 says so, and it is not what the failure is about.

/// How it says so.
const REGISTERED: &str = "(registered by plugin '";

/// `Execution failed for task ':app:lint' (registered by plugin 'com.example.lint').` as older versions say it; nothing of a
/// line that a narrow window has left to the plugin alone.
pub fn plain(line: &str) -> Option<String> {
    let (said, plugin) = line.split_once(REGISTERED)?;
    let (_, rest) = plugin.split_once("')")?;
    let said = said.trim_end();
    let whole = said.ends_with('\'').then(|| format!("{said}{rest}"));
    if said.is_empty() { Some(String::new()) } else { whole }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn the_plugin_goes_and_the_task_stays() {
        let line = "Execution failed for task ':till:lint' (registered by plugin 'com.example.till').";
        assert_eq!(plain(line).as_deref(), Some("Execution failed for task ':till:lint'."));
        assert_eq!(plain("  (registered by plugin 'com.example.till').").as_deref(), Some(""));
        for other in ["> Task ':till:lint' was registered by plugin 'till'", "no shelf (registered by plugin 'till')"] {
            assert_eq!(plain(other), None);
        }
    }
}
