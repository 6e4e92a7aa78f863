//! The trends as small plots: SVG that the server makes, each with its figures in words.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::trends::{DAYS, Day, Trends};
use crate::platform::time::duration;
use crate::platform::words::many;

/// Causes that are shown.
const CAUSES: usize = 5;

/// Width and height of the plot of the days, in its own units; a bar and the gap behind it.
const WIDTH: usize = DAYS * (BAR + GAP);
const HEIGHT: u64 = 48;
const BAR: usize = 14;
const GAP: usize = 4;

/// Bars of the times to green.
const STEPS: [(u64, &str); 5] =
    [(60, "1 min"), (300, "5 min"), (1_800, "30 min"), (14_400, "4 h"), (u64::MAX, "longer")];

/// All of them, where there is something to show.
pub fn figures(trends: &Trends) -> Markup {
    let is_empty = trends.days.iter().all(|day| *day == Day::default());
    html! {
        @if !is_empty {
            h2 { "The last two weeks" }
            div.figures {
                (failures(&trends.days))
                (to_green(trends))
                (causes(trends))
                (answers(trends))
            }
        }
    }
}

fn failures(days: &[Day]) -> Markup {
    let red: u64 = days.iter().map(|day| day.red + day.crashes).sum();
    let builds: u64 = days.iter().map(|day| day.red + day.green).sum();
    let most = days.iter().map(|day| day.red + day.crashes).max().unwrap_or(0).max(1);
    let words = format!("{} in {}", many(red, "failure"), many(builds, "build"));
    html! {
        figure {
            figcaption { b { (words) } " Failures a day" }
            svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(format!("Failures a day: {words}, at most {most} a day")) {
                @for (n, day) in days.iter().enumerate() {
                    @let failed = day.red + day.crashes;
                    // A day without failures has a line, so that one sees that it is counted.
                    @let height = if failed == 0 { 1 } else { (failed * HEIGHT).div_ceil(most).max(3) };
                    rect class=(if failed == 0 { "none" } else { "bad" }) x=(n * (BAR + GAP)) y=(HEIGHT - height) width=(BAR) height=(height) {
                        title { (many(failed, "failure")) ", " (many(day.green, "green build")) ", " (days_ago(days.len() - 1 - n)) }
                    }
                }
            }
        }
    }
}

fn to_green(trends: &Trends) -> Markup {
    let Some(median) = trends.median_to_green_s() else { return html! {} };
    let mut counts = [0_u64; STEPS.len()];
    for seconds in &trends.to_green_s {
        let step = STEPS.iter().position(|(below, _)| seconds < below).unwrap_or(STEPS.len() - 1);
        counts[step] += 1;
    }
    let rows: Vec<(&str, u64)> = STEPS.iter().map(|(_, name)| *name).zip(counts).collect();
    html! {
        figure {
            figcaption { b { (duration(median)) } " From the last failure to green, median of " (trends.to_green_s.len()) }
            (bars("Time from the last failure to green", &rows))
        }
    }
}

fn causes(trends: &Trends) -> Markup {
    let rows = top(&trends.causes, CAUSES);
    html! {
        @if let Some((name, _)) = rows.first() {
            figure { figcaption { b { (name) } " Most frequent cause" } (bars("Failures by cause", &rows)) }
        }
    }
}

fn answers(trends: &Trends) -> Markup {
    let share = (trends.answered > 0).then(|| trends.seen_before * 100 / trends.answered.max(1));
    html! {
        @if let Some(share) = share {
            figure {
                figcaption {
                    b { (share) " %" } " Of " (many(trends.answered, "failure")) ", seen before"
                }
                @if let Some(timing) = trends.answer.as_ref().filter(|timing| timing.count > 0) {
                    dl {
                        dt { "Answers since the start" } dd { (timing.count) }
                        dt { "half of them within" } dd { (milliseconds(timing.p50_ms)) }
                        dt { "nine in ten within" } dd { (milliseconds(timing.p90_ms)) }
                        dt { "99 in 100 within" } dd { (milliseconds(timing.p99_ms)) }
                    }
                }
            }
        }
    }
}

/// `8 ms`, `1.2 s`
fn milliseconds(ms: f64) -> String {
    if ms < 1_000.0 { format!("{ms:.0} ms") } else { format!("{:.1} s", ms / 1_000.0) }
}

/// A row for each name, with a bar as long as its share of the longest.
fn bars(label: &str, rows: &[(&str, u64)]) -> Markup {
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    html! {
        table.bars aria-label=(label) {
            @for (name, count) in rows {
                tr {
                    th scope="row" { (name) }
                    td { svg aria-hidden="true" { rect width=(format!("{}%", count * 100 / most)) height="100%" {} } }
                    td.n { (count) }
                }
            }
        }
    }
}

/// The causes that came most often, with how often.
fn top(counts: &BTreeMap<String, u64>, most: usize) -> Vec<(&str, u64)> {
    let mut all: Vec<(&str, u64)> = counts.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    all.truncate(most);
    all
}

/// Which of the days, for a title.
fn days_ago(days: usize) -> String {
    match days {
        0 => "in the last 24 hours".to_owned(),
        1 => "a day earlier".to_owned(),
        _ => format!("{days} days earlier"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_come_first() {
        let counts = BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 3), ("c".to_owned(), 1)]);
        assert_eq!(top(&counts, 2), [("b", 3), ("a", 1)]);
    }
}
