//! What an ANR report says of the device: load, pressure, who used the CPU. It decides between an app that computed, one
//! that waited, and a device that had no time for it.

use std::collections::BTreeMap;

use crate::pattern::Pattern;

/// `Load: 10.52 / 2.4 / 0.79`
static LOAD: Pattern = Pattern::new(r"^Load: (?P<now>[0-9]+(?:\.[0-9]+)?) / [0-9.]+ / (?P<before>[0-9]+(?:\.[0-9]+)?)");

/// `----- Output from /proc/pressure/cpu -----`
static PRESSURE_OF: Pattern = Pattern::new(r"/proc/pressure/(?P<of>cpu|memory|io)");

/// `some avg10=77.71 avg60=43.07 avg300=12.01 total=1`
static PRESSURE: Pattern = Pattern::new(r"^some avg10=(?P<share>[0-9]+)");

/// `  98% 2302/com.example.app: 97% user + 1% kernel / faults: 120 minor`
static USER: Pattern = Pattern::new(r"^\+?(?P<share>[0-9]+)(?:\.[0-9]+)?% [0-9]+/(?P<process>[^ ]+): [0-9.]+% user");

/// `100% TOTAL: 47% user + 30% kernel + 21% iowait`
static TOTAL: Pattern =
    Pattern::new(r"^(?P<share>[0-9]+)(?:\.[0-9]+)?% TOTAL:(?:.* (?P<waiting>[0-9]+)(?:\.[0-9]+)?% iowait)?");

/// From these on a device is overloaded.
const LOADED: f64 = 8.0;
const PRESSED: u32 = 40;
const FULL: u32 = 95;

/// A load that is less than so many times what it was before is a steady one.
const STEADY: f64 = 1.25;

/// Share of a process that computes, and of one that does nothing, in percent of a core.
const COMPUTES: u32 = 50;
const IDLE: u32 = 10;

/// Share of waiting for storage that says something, in percent.
const WAITING: u32 = 20;

/// Processes of the kernel that make room in memory or write to storage.
const STORAGE: &[&str] = &["kswapd", "mmcqd", "kcompactd", "jbd2"];

/// What was read so far.
#[derive(Default)]
pub struct DeviceLoad {
    now: Option<(f64, f64)>,
    of: String,
    pressure: BTreeMap<String, u32>,
    users: Vec<(String, u32)>,
    total: Option<u32>,
    waiting: u32,
}

impl DeviceLoad {
    /// Whether the line is about the load.
    pub fn take(&mut self, line: &str) -> bool {
        let share = |found: &crate::pattern::Captures<'_>| found["share"].parse::<u32>().unwrap_or_default();
        if let Some(found) = LOAD.captures(line) {
            let number = |name: &str| found[name].parse::<f64>().unwrap_or_default();
            self.now = self.now.or(Some((number("now"), number("before"))));
        } else if let Some(found) = PRESSURE_OF.captures(line) {
            found["of"].clone_into(&mut self.of);
        } else if let Some(found) = PRESSURE.captures(line) {
            self.pressure.entry(self.of.clone()).or_insert(share(&found));
        } else if let Some(found) = USER.captures(line) {
            if self.total.is_none() {
                self.users.push((found["process"].to_owned(), share(&found)));
            }
        } else if let Some(found) = TOTAL.captures(line) {
            if self.total.is_none() {
                self.waiting = found.name("waiting").and_then(|text| text.as_str().parse().ok()).unwrap_or_default();
            }
            self.total = self.total.or(Some(share(&found)));
        } else {
            return false;
        }
        true
    }

    /// The detail that decides, and its value.
    pub fn verdict(&self, process: Option<&str>) -> Option<(&'static str, String)> {
        let own = process.map_or(0, |process| self.share(|name| name == process));
        let signs = self.overload(own, process);
        // An app that computes brings a load by itself.
        let signs = if own >= COMPUTES && self.pressure.is_empty() { Vec::new() } else { signs };
        if !signs.is_empty() {
            return Some(("device_busy", signs.join(", ")));
        }
        let storage = self.share(|name| STORAGE.iter().any(|kernel| name.starts_with(kernel)));
        if self.waiting >= WAITING {
            return Some(("storage_busy", format!("{} % of the time was waiting for storage", self.waiting)));
        }
        if storage >= WAITING {
            return Some(("storage_busy", format!("the kernel's {} used {storage} % of a core", self.kernel())));
        }
        if own >= COMPUTES {
            return Some(("computed", format!("{own} % of a core")));
        }
        let listed = self.users.len() > 1 && process.is_some();
        (listed && own < IDLE).then(|| ("waited_idle", format!("(nearly) no CPU{}", self.others(process))))
    }

    /// Who else used the CPU, in words: ` (`system_server` 105 % and `kconsole` 100 % of a core)`.
    fn others(&self, process: Option<&str>) -> String {
        let computes = |one: &&(String, u32)| Some(one.0.as_str()) != process && one.1 >= COMPUTES;
        let named = self.users.iter().filter(computes).take(2);
        let named: Vec<String> = named.map(|(name, share)| format!("`{name}` {share} %")).collect();
        if named.is_empty() { String::new() } else { format!(" ({} of a core)", named.join(" and ")) }
    }

    fn share(&self, test: impl Fn(&str) -> bool) -> u32 {
        self.users.iter().filter(|(name, _)| test(name)).map(|(_, share)| *share).max().unwrap_or_default()
    }

    fn kernel(&self) -> &str {
        let kernel = |name: &&(String, u32)| STORAGE.iter().any(|kernel| name.0.starts_with(kernel));
        self.users.iter().find(kernel).map_or("", |(name, _)| name)
    }

    /// Signs that the device had no time, in words.
    fn overload(&self, own: u32, process: Option<&str>) -> Vec<String> {
        let mut signs = Vec::new();
        // Some makers' kernels count a fixed number of sleeping tasks: a load that does not change says nothing alone.
        let full = self.total.is_some_and(|total| total >= FULL);
        let rising =
            |now: f64, before: f64| now >= 3.0 * before || now >= 2.0 * LOADED && (full || now >= STEADY * before);
        if let Some((now, before)) = self.now.filter(|(now, before)| *now >= LOADED && rising(*now, *before)) {
            signs.push(format!("load {now}, {before} a quarter of an hour before"));
        }
        for (of, name) in [("cpu", "CPU"), ("memory", "memory"), ("io", "storage")] {
            if let Some(share) = self.pressure.get(of).filter(|share| **share >= PRESSED) {
                signs.push(format!("{name} pressure {share} % in the last 10 s"));
            }
        }
        let others = |one: &&(String, u32)| Some(one.0.as_str()) != process && one.1 >= COMPUTES;
        if self.total.is_some_and(|total| total >= FULL) && own < COMPUTES {
            signs.push("all cores in use".to_owned());
            if let Some((name, share)) = self.users.iter().filter(others).max_by_key(|(_, share)| *share) {
                signs.push(format!("`{name}` with {share} %"));
            }
        }
        signs
    }
}

#[cfg(test)]
mod tests {
    use super::DeviceLoad;

    fn verdict(text: &str) -> Option<(&'static str, String)> {
        let mut load = DeviceLoad::default();
        text.lines().for_each(|line| assert!(load.take(line.trim()), "{line}"));
        load.verdict(Some("com.example.basket"))
    }

    #[test]
    fn the_report_decides() {
        for (text, wanted) in [
            ("Load: 10.52 / 2.4 / 0.79\n/proc/pressure/cpu\nsome avg10=77.71 avg60=1.0", "device_busy"),
            ("98% 2302/com.example.basket: 97% user + 1% kernel\n99% TOTAL: 97% user + 2% kernel", "computed"),
            (
                "12% 811/system_server: 7% user + 5% kernel\n3% 99/surfaceflinger: 1% user + 2% kernel\n18% TOTAL: 9% user + 9% kernel",
                "waited_idle",
            ),
            ("12% 811/system_server: 7% user + 5% kernel\n60% TOTAL: 9% user + 9% kernel + 40% iowait", "storage_busy"),
            (
                "130% 77/dex2oat: 120% user + 10% kernel\n2% 2302/com.example.basket: 1% user + 1% kernel\n100% TOTAL: 90% user + 10% kernel",
                "device_busy",
            ),
        ] {
            assert_eq!(verdict(text).map(|(kind, _)| kind), Some(wanted), "{text}");
        }
        let busy = "100% 2302/com.example.basket: 99% user + 1% kernel\n27% 811/system_server: 20% user + 7% kernel";
        for (load, wanted) in [
            ("Load: 46.01 / 45.89 / 45.87", Some("computed")),
            ("Load: 22.5 / 4.1 / 2.0", Some("computed")),
            ("Load: 46.01 / 45.89 / 45.87\n/proc/pressure/cpu\nsome avg10=77.71 avg60=1.0", Some("device_busy")),
        ] {
            assert_eq!(verdict(&format!("{load}\n{busy}")).map(|(kind, _)| kind), wanted, "{load}");
        }
        assert_eq!(verdict("Load: 46.01 / 45.89 / 45.87"), None);
        assert_eq!(verdict("Load: 46.01 / 30.1 / 20.4").map(|(kind, _)| kind), Some("device_busy"));
        let others = verdict(
            "105% 562/system_server: 103% user + 2.1% kernel\n100% 30/kconsole: 0% user + 100% kernel\n3.6% 204/healthd: 0.5% user + 3% kernel",
        );
        let named = "(nearly) no CPU (`system_server` 105 % and `kconsole` 100 % of a core)";
        assert_eq!(others, Some(("waited_idle", named.to_owned())));
        assert_eq!(verdict("Load: 0.0 / 0.0 / 0.0"), None);
        assert_eq!(
            verdict("20% 2302/com.example.basket: 19% user + 1% kernel\n12% 811/system_server: 7% user + 5% kernel"),
            None
        );
    }
}
