//! Statistics of the store: counts, quality and votes. Reads everything once.

use std::collections::BTreeMap;

use rcad_core::model::analysis::Engine;
use redb::ReadableTable;
use serde::{Deserialize, Serialize};

use crate::format::decode;
use crate::operations::feedback::{FeedbackCount, FeedbackStatistics};
use crate::operations::prune::PruneRule;
use crate::records::Build;
use crate::store::rows::readable;
use crate::store::tables::BUILDS;
use crate::votes::quality::{Grades, QualityMetrics};
use crate::{Rca, Store, StoreError};

const DAY_MS: u64 = 86_400_000;
/// 1970-01-01 was a Thursday: the Monday of its week is three days before.
const EPOCH_WEEKDAY: u64 = 3;

/// The store in figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// RCAs.
    pub rcas: u64,
    /// Failed builds that ended in them.
    pub occurrences: u64,
    /// Builds, successful ones too.
    pub builds: u64,
    /// RCAs by the category of their primary failure.
    pub by_category: BTreeMap<String, u64>,
    /// RCAs by engine.
    pub by_engine: BTreeMap<String, u64>,
    /// RCAs by the project's root directory; empty where it is not known.
    pub by_project: BTreeMap<String, u64>,
    /// Builds by week, oldest first; weeks without any are left out.
    pub by_week: Vec<Week>,
    /// Quality of the RCAs.
    pub quality: QualityMetrics,
    /// Votes.
    pub feedback: FeedbackStatistics,
}

/// The builds of one week.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Week {
    /// Unix milliseconds of its Monday, 00:00 UTC.
    pub monday_ms: u64,
    /// Builds that ended in it.
    pub builds: u64,
    /// Those among them that failed.
    pub failed: u64,
}

impl Store {
    /// The store in figures, as of this Unix time in milliseconds.
    pub fn statistics(&self, grades: Grades, rule: PruneRule, now_ms: u64) -> Result<Statistics, StoreError> {
        let mut all = Statistics::default();
        let mut quality = QualityCount::new(grades, rule, now_ms);
        let mut feedback = FeedbackCount::default();
        self.each_rca(|rca| {
            all.rcas += 1;
            all.occurrences += rca.occurrences;
            let category = rca.analysis.primary().map_or("other", |failure| failure.category.id());
            *all.by_category.entry(category.to_owned()).or_default() += 1;
            *all.by_engine.entry(engine(rca.analysis.engine).to_owned()).or_default() += 1;
            *all.by_project.entry(rca.project.clone().unwrap_or_default()).or_default() += 1;
            quality.add(&rca);
            feedback.add(&rca);
        })?;
        (all.quality, all.feedback) = (quality.finish(), feedback.finish());
        let mut weeks: BTreeMap<u64, Week> = BTreeMap::new();
        for row in self.db.begin_read()?.open_table(BUILDS)?.iter()? {
            let (id, bytes) = row?;
            let build = readable(decode::<Build>(bytes.value(), id.value()))?;
            if build.as_ref().is_some_and(|build| build.app.is_some()) {
                continue; // A crash.
            }
            all.builds += 1;
            let Some(build) = build else { continue };
            let monday_ms = monday_of(build.ended_ms);
            let week = weeks.entry(monday_ms).or_insert(Week { monday_ms, ..Week::default() });
            week.builds += 1;
            week.failed += u64::from(build.rca.is_some());
        }
        all.by_week = weeks.into_values().collect();
        Ok(all)
    }
}

/// Counts RCAs one after the other.
struct QualityCount {
    grades: Grades,
    rule: PruneRule,
    now_ms: u64,
    metrics: QualityMetrics,
    all: Vec<f64>,
}

impl QualityCount {
    fn new(grades: Grades, rule: PruneRule, now_ms: u64) -> QualityCount {
        QualityCount { grades, rule, now_ms, metrics: QualityMetrics::default(), all: Vec::new() }
    }

    fn add(&mut self, rca: &Rca) {
        let (quality, metrics) = (rca.quality, &mut self.metrics);
        metrics.total += 1;
        metrics.high += u64::from(quality >= self.grades.good);
        metrics.low += u64::from(quality < self.rule.below);
        metrics.validated += u64::from(rca.user_validated);
        metrics.old += u64::from(self.rule.is_old(rca, self.now_ms));
        let distribution = &mut metrics.distribution;
        *match quality {
            q if q >= self.grades.excellent => &mut distribution.excellent,
            q if q >= self.grades.good => &mut distribution.good,
            q if q >= self.grades.fair => &mut distribution.fair,
            _ => &mut distribution.poor,
        } += 1;
        self.all.push(quality);
    }

    fn finish(mut self) -> QualityMetrics {
        self.all.sort_by(f64::total_cmp);
        let (count, half) = (self.all.len(), self.all.len() / 2);
        if count > 0 {
            self.metrics.mean = self.all.iter().sum::<f64>() / count as f64;
            let lower = self.all[(count - 1) / 2];
            self.metrics.median = (lower + self.all[half]) / 2.0;
        }
        self.metrics
    }
}

fn engine(engine: Engine) -> &'static str {
    match engine {
        Engine::Rules => "rules",
        Engine::Memory => "memory",
        Engine::Agent => "agent",
    }
}

/// Start of the week of this Unix time in milliseconds; weeks start on Monday, in UTC. 0 for the first days of 1970.
fn monday_of(time_ms: u64) -> u64 {
    let day = time_ms / DAY_MS;
    day.saturating_sub((day + EPOCH_WEEKDAY) % 7) * DAY_MS
}
