//! What an RCA is worth, and what pruning takes away.

use rcad_core::Analysis;
use rcad_core::model::environment::Environment;
use rcad_core::model::failure::Evidence;
use rcad_store::{
    AnswerCache, CacheKey, CachedAnswer, Distribution, Grades, Multipliers, PruneReason, PruneRule, PruneVerdict, Rca,
    Vote, quality,
};

use crate::store::{Lab, analysis, report};

const DAY: u64 = 86_400_000;
/// When the tests prune.
const NOW: u64 = 1_000 * DAY;

/// An answer that has everything quality asks for.
fn complete(symbol: &str, confidence: f64) -> Analysis {
    let mut complete = Analysis { confidence, ..analysis(symbol) };
    complete.errors[0].line = Some(7);
    complete.errors[0].evidence = vec![Evidence { line: 3, text: "cannot find symbol".into() }];
    complete
}

fn stored(lab: &Lab, symbol: &str, confidence: f64, days_ago: u64) -> String {
    let put = lab.store.put(&report(symbol, NOW - days_ago * DAY), Some(&complete(symbol, confidence)), None);
    put.unwrap().rca.unwrap()
}

fn get(lab: &Lab, id: &str) -> Rca {
    lab.store.get(id).unwrap().unwrap()
}

fn say(lab: &Lab, id: &str, vote: Vote, at_ms: u64) {
    let cache = AnswerCache::new(0, 0);
    lab.store.feedback(id, vote, None, at_ms, &Multipliers::default(), &cache).unwrap().unwrap();
}

#[test]
fn quality_falls_with_confidence_and_with_what_is_missing() {
    let lab = Lab::new();
    let id = stored(&lab, "basket", 0.9, 1);
    let whole = get(&lab, &id);
    assert_eq!(whole.quality, 0.9);
    let mut less = whole.clone();
    let mut last = whole.quality;
    let steps: [fn(&mut Rca); 6] = [
        |rca| rca.analysis.errors[0].evidence.clear(),
        |rca| rca.analysis.errors[0].line = None,
        |rca| rca.analysis.errors[0].file = None,
        |rca| rca.analysis.errors[0].symbol = None,
        |rca| rca.analysis.fix_guidelines.clear(),
        |rca| rca.analysis.confidence = 0.5,
    ];
    for step in steps {
        step(&mut less);
        let now = quality(&less);
        assert!(now < last, "{now} after {last}");
        last = now;
    }
    assert_eq!(last, 0.25);
    less.analysis.errors.clear();
    assert_eq!(quality(&less), 0.25, "an RCA without any failure has a quality too");
}

#[test]
fn a_persons_word_moves_the_quality() {
    let lab = Lab::new();
    let id = stored(&lab, "basket", 0.95, 1);
    say(&lab, &id, Vote::Down, NOW);
    let down = get(&lab, &id).quality;
    assert!(down < PruneRule::default().below, "a sure and complete answer that was wrong: {down}");
    say(&lab, &id, Vote::Up, NOW);
    assert_eq!(get(&lab, &id).quality, 1.0);
    let weak = stored(&lab, "till", 0.2, 1);
    say(&lab, &weak, Vote::Up, NOW);
    assert!(get(&lab, &weak).quality > 0.5);
}

#[test]
fn only_what_is_both_poor_and_old_goes() {
    let lab = Lab::new();
    let poor_old = stored(&lab, "a", 0.2, 181);
    let poor_young = stored(&lab, "b", 0.2, 179);
    let good_old = stored(&lab, "c", 0.9, 900);
    let validated_old = stored(&lab, "d", 0.2, 900);
    say(&lab, &validated_old, Vote::Up, NOW - 900 * DAY);
    let touched = stored(&lab, "e", 0.9, 900);
    say(&lab, &touched, Vote::Down, NOW - DAY); // Poor since yesterday: somebody still looks at it.
    let cache = AnswerCache::new(9, u64::MAX);
    let key = |fingerprint: &str| CacheKey {
        fingerprint: fingerprint.into(),
        environment: Environment::default(),
        model: None,
        prompt_version: 0,
    };
    for (id, fingerprint) in [(&poor_old, "v1:a"), (&good_old, "v1:c")] {
        let answer = CachedAnswer { rca: id.clone(), analysis: get(&lab, id).analysis };
        cache.put(&key(fingerprint), answer, 1);
    }
    let rule = PruneRule::default();
    let dry = lab.store.prune(&rule, NOW, &cache, true).unwrap();
    assert_eq!((lab.store.counts().unwrap().rcas, lab.store.pruned_ms().unwrap()), (5, None), "nothing was done");
    let pruned = lab.store.prune(&rule, NOW, &cache, false).unwrap();
    assert_eq!(pruned, dry, "the dry run told the same");
    assert_eq!((pruned.scanned, pruned.retained, pruned.flagged), (5, 4, 1));
    assert_eq!((pruned.removed_low_quality, pruned.removed_expired), (1, 0));
    assert_eq!(pruned.removed, [poor_old.as_str()]);
    assert_eq!(lab.store.pruned_ms().unwrap(), Some(NOW));
    assert!(lab.store.get(&poor_old).unwrap().is_none());
    assert_eq!(lab.store.report("a").unwrap(), None, "its log goes with it");
    assert!(cache.get(&key("v1:a"), 2).is_none() && cache.get(&key("v1:c"), 2).is_some());
    for id in [&poor_young, &good_old, &validated_old, &touched] {
        assert!(lab.store.get(id).unwrap().is_some());
    }
    let again = lab.store.prune(&rule, NOW, &cache, false).unwrap();
    assert_eq!((again.scanned, again.removed.len()), (4, 0));
}

#[test]
fn age_alone_ends_nothing_unless_a_setting_says_so() {
    let lab = Lab::new();
    let old = stored(&lab, "a", 0.9, 400);
    let validated = stored(&lab, "b", 0.9, 400);
    say(&lab, &validated, Vote::Up, NOW - 400 * DAY);
    let young = stored(&lab, "c", 0.9, 300);
    let cache = AnswerCache::new(0, 0);
    assert_eq!(lab.store.prune(&PruneRule::default(), NOW, &cache, false).unwrap().removed.len(), 0);
    let rule = PruneRule { expire_days: 365, ..PruneRule::default() };
    let pruned = lab.store.prune(&rule, NOW, &cache, false).unwrap();
    assert_eq!((pruned.removed_low_quality, pruned.removed_expired), (0, 1));
    assert_eq!(pruned.removed, [old.as_str()]);
    assert!(lab.store.get(&validated).unwrap().is_some() && lab.store.get(&young).unwrap().is_some());
}

#[test]
fn many_go_in_several_transactions_and_none_is_left() {
    let lab = Lab::new();
    for n in 0..450 {
        stored(&lab, &format!("s{n}"), 0.1, 200 + n);
    }
    let kept = stored(&lab, "kept", 0.9, 200);
    let pruned = lab.store.prune(&PruneRule::default(), NOW, &AnswerCache::new(0, 0), false).unwrap();
    assert_eq!((pruned.removed_low_quality, pruned.retained), (450, 1));
    assert_eq!(lab.list(), [(kept, NOW - 200 * DAY)]);
}

#[test]
fn one_rca_is_kept_flagged_or_pruned() {
    let lab = Lab::new();
    let rule = PruneRule::default();
    let judge = |id: &str, now| rule.judge(&get(&lab, id), now);
    let poor = stored(&lab, "a", 0.2, 100);
    let due_ms = NOW + 80 * DAY;
    let reason = PruneReason::LowQuality;
    assert_eq!(judge(&poor, NOW), PruneVerdict::Keep);
    assert_eq!(judge(&poor, due_ms - 30 * DAY), PruneVerdict::Keep);
    assert_eq!(judge(&poor, due_ms - 30 * DAY + 1), PruneVerdict::Flag { reason, due_ms });
    assert_eq!(judge(&poor, due_ms), PruneVerdict::Flag { reason, due_ms }, "as old as that is not older");
    assert_eq!(judge(&poor, due_ms + 1), PruneVerdict::Prune { reason });
    say(&lab, &poor, Vote::Up, NOW);
    assert_eq!(judge(&poor, due_ms + 900 * DAY), PruneVerdict::Keep);
    // At the bound is not below it.
    let fair = stored(&lab, "b", 0.3, 100);
    assert_eq!(get(&lab, &fair).quality, rule.below);
    assert_eq!(judge(&fair, due_ms + 900 * DAY), PruneVerdict::Keep);
    let both = PruneRule { expire_days: 90, ..rule };
    let poor = stored(&lab, "c", 0.2, 100);
    assert_eq!(both.judge(&get(&lab, &poor), NOW), PruneVerdict::Prune { reason: PruneReason::Expired });
}

#[test]
fn metrics_and_totals() {
    let lab = Lab::new();
    let statistics = || lab.store.statistics(Grades::default(), PruneRule::default(), NOW).unwrap();
    let empty = statistics();
    assert_eq!((empty.rcas, empty.quality.mean, empty.quality.median, empty.by_week.len()), (0, 0.0, 0.0, 0));
    for (n, quality) in [0.8, 0.6, 0.4, 0.1].into_iter().enumerate() {
        stored(&lab, &format!("s{n}"), quality, 1 + 200 * (n as u64 % 2));
    }
    let id = stored(&lab, "right", 1.0, 1);
    say(&lab, &id, Vote::Up, NOW - DAY);
    let all = statistics();
    let quality = &all.quality;
    assert_eq!((quality.total, quality.high, quality.low, quality.validated, quality.old), (5, 3, 1, 1, 2));
    assert_eq!(quality.distribution, Distribution { excellent: 2, good: 1, fair: 1, poor: 1 });
    assert!((quality.mean - 0.58).abs() < 1e-9 && quality.median == 0.6, "{quality:?}");
    assert_eq!((all.rcas, all.occurrences, all.builds), (5, 5, 5));
    let category = rcad_core::Category::ALL[0].id().to_owned();
    assert_eq!(all.by_category.into_iter().collect::<Vec<_>>(), [(category, 5)]);
    assert_eq!(all.by_engine.into_iter().collect::<Vec<_>>(), [("rules".to_owned(), 5)]);
    assert_eq!(all.by_project.into_iter().collect::<Vec<_>>(), [("/home/dev/app".to_owned(), 5)]);
    // Day 4 of Unix time was a Monday.
    let weeks: Vec<(u64, u64, u64)> = all.by_week.iter().map(|w| (w.monday_ms / DAY, w.builds, w.failed)).collect();
    assert_eq!(weeks.iter().map(|(_, builds, _)| builds).sum::<u64>(), 5);
    assert!(weeks.iter().all(|(monday, builds, failed)| monday % 7 == 4 && builds == failed), "{weeks:?}");
    assert_eq!(weeks.len(), 2);
}

#[test]
fn an_even_number_has_its_median_between_the_middle_ones() {
    let lab = Lab::new();
    for (n, quality) in [0.2, 0.4, 0.8, 0.9].into_iter().enumerate() {
        stored(&lab, &format!("s{n}"), quality, 1);
    }
    let metrics = lab.store.statistics(Grades::default(), PruneRule::default(), NOW).unwrap().quality;
    assert!((metrics.median - 0.6).abs() < 1e-9, "{metrics:?}");
}
