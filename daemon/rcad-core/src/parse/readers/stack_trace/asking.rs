//! The frame without which an exception has no meaning: the code that needs a class which is missing, the function that
//! recurs. It counts for more than the first frame in the app's own package.

use std::collections::HashMap;

use super::own;
use super::trace::{Frame, Section};
use crate::Category;
use crate::model::failure::Failure;

/// Top frames of an overflow that are counted; the function that recurs is among them.
const TOP: usize = 120;

/// As often a function recurs at least.
const RECURS: usize = 3;

/// Section and frame, as indices; `None` where any frame of the user's own says as much. `package` is the app's.
pub fn frame(
    sections: &[Section],
    failure: &Failure,
    package: Option<&str>,
    own: Option<(usize, usize)>,
) -> Option<(usize, usize)> {
    match failure.category {
        Category::RuntimeStackOverflow => recurring(sections),
        Category::RuntimeNoClassDef => needing(sections, package),
        Category::RuntimeLateinit => reading(sections, failure.symbol.as_deref()?, package, own?),
        _ => None,
    }
}

/// The function that the overflow's top frames have most often, where it is no library's.
fn recurring(sections: &[Section]) -> Option<(usize, usize)> {
    let at = sections.iter().rposition(|section| section.class.ends_with("StackOverflowError"))?;
    let frames = &sections[at].frames;
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    for frame in frames.iter().take(TOP) {
        *counts.entry((&frame.class, &frame.method)).or_default() += 1;
    }
    let most = counts.values().max().copied().filter(|most| *most >= RECURS)?;
    let recurs = |frame: &Frame| counts.get(&(frame.class.as_str(), frame.method.as_str())) == Some(&most);
    let found = frames.iter().take(TOP).position(|frame| recurs(frame) && is_placed_own(frame))?;
    Some((at, found))
}

/// Who reads a `lateinit` property: below its own accessor, which nobody wrote.
fn reading(
    sections: &[Section],
    property: &str,
    package: Option<&str>,
    (at, first): (usize, usize),
) -> Option<(usize, usize)> {
    let frames = &sections[at].frames;
    let is_accessor = |frame: &Frame| {
        let name = frame.method.trim_start_matches("access$");
        let name = name.strip_prefix("get").and_then(|name| name.split(['$', '-']).next());
        name.is_some_and(|name| name.eq_ignore_ascii_case(property))
    };
    let is_own = |frame: &Frame| frame.place.is_some() && own::is_own_frame(frame, package);
    if !is_accessor(&frames[first]) {
        return None;
    }
    let reader = (first..frames.len()).find(|nth| is_own(&frames[*nth]) && !is_accessor(&frames[*nth]))?;
    Some((at, reader))
}

/// Who needs a class that is not defined: the top of that error, not of the class loader's exception below. Outside of the
/// app's package it may be a library's, which is not the place where the app uses that.
fn needing(sections: &[Section], package: Option<&str>) -> Option<(usize, usize)> {
    let at = sections.iter().rposition(|section| section.class == "java.lang.NoClassDefFoundError")?;
    let frame = sections[at].frames.first()?;
    let apps = package.is_none_or(|package| frame.class.starts_with(package));
    (apps && is_placed_own(frame)).then_some((at, 0))
}

fn is_placed_own(frame: &Frame) -> bool {
    frame.place.is_some() && own::is_own_frame(frame, None)
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn place(log: &str) -> (Option<String>, Option<u32>) {
        let failure = parse(log).failures.remove(0);
        (failure.file, failure.line)
    }

    #[test]
    fn what_recurs_is_the_place_of_an_overflow() {
        let again = "\tat com.example.basket.Tree.walk(Tree.kt:40)\n".repeat(9);
        let log = format!(
            "java.lang.StackOverflowError: stack size 8MB\n\tat com.example.basket.Name.of(Name.kt:7)\n{again}"
        );
        assert_eq!(place(&log), (Some("Tree.kt".to_owned()), Some(40)));
        let both = "\tat com.example.basket.A.equals(A.kt:4)\n\tat com.example.basket.B.equals(B.kt:5)\n".repeat(9);
        let log = format!("java.lang.StackOverflowError: stack size 8MB\n{both}");
        assert_eq!(place(&log), (Some("A.kt".to_owned()), Some(4)), "either will do");
    }

    #[test]
    fn the_class_that_needs_a_missing_one_is_the_place() {
        let log = "java.lang.NoClassDefFoundError: org/other/Weight\n\tat com.example.basket.Scales.weigh(Scales.java:73)\n\
            \tat com.example.basket.Main.main(Main.java:9)\nCaused by: java.lang.ClassNotFoundException: org.other.Weight\n\
            \tat mods.loader.ModLoader.load(ModLoader.java:138)\n\t... 2 more\n";
        assert_eq!(place(log), (Some("Scales.java".to_owned()), Some(73)), "the loader does not need it");
        let crash = "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\njava.lang.NoClassDefFoundError: Failed resolution of: Lorg/other/Weight;\n\
            \tat org.scales.Channel.open(Channel.java:950)\n\tat com.example.basket.Main.onClick(Main.java:9)\n";
        assert_eq!(place(crash), (Some("Main.java".to_owned()), Some(9)), "the app's use of a library");
    }
}
