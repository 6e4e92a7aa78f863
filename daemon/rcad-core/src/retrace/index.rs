//! What a mapping says of a frame, before it is mapped: only what leaves one answer counts.

use std::collections::{HashMap, HashSet};

use proguard::ProguardRecord;

use super::MappingExcerpt;
use super::trace_line::FrameLine;

/// Names that R8 gives are short.
const SHORT: usize = 2;

/// How a frame fits to a mapping.
pub enum FrameFit<'m> {
    /// One method and one place, perhaps with inlined ones.
    Sure {
        /// Whether class or method have other names in the sources.
        renamed: bool,
    },
    /// The class is known; which of its methods it is, is not.
    ClassOnly {
        /// Its name in the sources.
        class: &'m str,
        /// Its source file, where the mapping names it.
        file: Option<&'m str>,
        /// Whether the build of this mapping has no such frame.
        against: bool,
    },
    /// The mapping does not know the class.
    Unknown,
    /// The build of this mapping has no such class: it has another name there, or the name looks as R8's do.
    Against,
}

/// The classes of a mapping by the names in the build.
#[derive(Default)]
pub struct MappingIndex<'m> {
    classes: HashMap<&'m str, ClassNames<'m>>,
    /// Names in the sources of classes that have another one in the build.
    renamed: HashSet<&'m str>,
}

#[derive(Default)]
struct ClassNames<'m> {
    original: &'m str,
    file: Option<&'m str>,
    methods: HashMap<&'m str, Vec<MethodPlace<'m>>>,
}

/// A line of the mapping about a method.
struct MethodPlace<'m> {
    /// Class, if it is another one, and method in the sources.
    method: (Option<&'m str>, &'m str),
    /// Lines in the build, where they are mapped.
    range: Option<(usize, usize)>,
    /// First and last line in the sources; a call of what was inlined has only the first.
    original: (Option<usize>, Option<usize>),
}

impl<'m> MappingIndex<'m> {
    /// Reads an excerpt.
    pub fn of(mapping: &'m MappingExcerpt) -> MappingIndex<'m> {
        let mut index = MappingIndex::default();
        let mut class = "";
        for line in mapping.text().lines() {
            if let Some(file) = source_file(line) {
                index.classes.entry(class).or_default().file = Some(file);
                continue;
            }
            match ProguardRecord::try_parse(line.as_bytes()) {
                Ok(ProguardRecord::Class { original, obfuscated }) => {
                    class = obfuscated;
                    index.classes.entry(class).or_default().original = original;
                    if original != obfuscated {
                        index.renamed.insert(original);
                    }
                }
                Ok(ProguardRecord::Method { original, obfuscated, original_class, line_mapping, .. }) => {
                    let lines = line_mapping.as_ref();
                    let place = MethodPlace {
                        method: (original_class, original),
                        range: lines.and_then(|lines| Some((lines.startline?, lines.endline?))),
                        original: lines
                            .map_or((None, None), |lines| (lines.original_startline, lines.original_endline)),
                    };
                    index.classes.entry(class).or_default().methods.entry(obfuscated).or_default().push(place);
                }
                _ => {}
            }
        }
        index
    }

    /// A class's name in the sources.
    pub fn class(&self, minified: &str) -> Option<&'m str> {
        self.classes.get(minified).map(|class| class.original)
    }

    /// How a frame fits.
    pub fn fit(&self, frame: &FrameLine<'_>) -> FrameFit<'m> {
        let Some(class) = self.classes.get(frame.class) else {
            // A short name that R8 gave, and not in this build.
            let name = frame.class.rsplit(['.', '$']).next().unwrap_or_default();
            let foreign = frame.is_of_minified() && name.len() <= SHORT;
            let against = foreign || self.renamed.contains(frame.class);
            return if against { FrameFit::Against } else { FrameFit::Unknown };
        };
        let only = |against| FrameFit::ClassOnly { class: class.original, file: class.file, against };
        let Some(places) = class.methods.get(frame.method) else {
            return only(frame.method.len() <= SHORT);
        };
        match one_place(places, frame.number) {
            Answers::One(place) => FrameFit::Sure {
                renamed: class.original != frame.class
                    || place.method.1 != frame.method
                    || place.method.0.is_some_and(|other| other != class.original),
            },
            Answers::Several => only(false),
            Answers::None => only(true),
        }
    }
}

enum Answers<'i, 'm> {
    One(&'i MethodPlace<'m>),
    Several,
    None,
}

/// The place that a line of the build stands for; the inmost where calls were inlined.
fn one_place<'i, 'm>(places: &'i [MethodPlace<'m>], line: usize) -> Answers<'i, 'm> {
    let ranged = |place: &&MethodPlace<'m>| place.range.is_some_and(|(_, last)| last > 0);
    if line > 0 && places.iter().any(|place| ranged(&place)) {
        let covers = |place: &&MethodPlace<'m>| place.range.is_some_and(|(first, last)| (first..=last).contains(&line));
        let mut found = places.iter().filter(ranged).filter(covers);
        let Some(inmost) = found.next() else { return Answers::None };
        // The callers of an inlined method have the same lines, and one line each in the sources.
        let is_caller = |place: &MethodPlace<'m>| place.range == inmost.range && place.original.1.is_none();
        return if found.all(is_caller) { Answers::One(inmost) } else { Answers::Several };
    }
    // Without a line it is the method that stands in the class; what was inlined into it can't be told.
    let based: Vec<&MethodPlace<'m>> = places.iter().filter(|place| !ranged(place)).collect();
    let candidates = if based.is_empty() { outermost(places) } else { based };
    let Some(first) = candidates.first() else { return Answers::None };
    // Without lines in the build, several lines in the sources are as many answers.
    let is_open =
        |place: &MethodPlace<'m>| line > 0 && place.original.1.is_some_and(|last| Some(last) != place.original.0);
    let is_sure = |place: &&MethodPlace<'m>| place.method == first.method && !is_open(place);
    if candidates.iter().all(is_sure) { Answers::One(first) } else { Answers::Several }
}

/// Of places with the same lines, which follow each other, the last: into it the others were inlined.
fn outermost<'i, 'm>(places: &'i [MethodPlace<'m>]) -> Vec<&'i MethodPlace<'m>> {
    places.chunk_by(|one, next| one.range == next.range).filter_map(<[_]>::last).collect()
}

/// `# {"id":"sourceFile","fileName":"Library.kt"}`
fn source_file(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("# {\"id\":\"sourceFile\",\"fileName\":\"")?;
    rest.split_once('"').map(|(file, _)| file).filter(|file| !file.contains('\\') && !file.contains("$$"))
}
