//! Traces that crash reporters hand out as JSON: a list of objects, each a frame, and the exception's class and message
//! beside it. They are written as the virtual machine writes a trace.

use std::borrow::Cow;

/// Names of what a frame's object holds: the file, the line, the function, the class.
const FILES: &[&str] = &["filename", "fileName", "file", "file_name", "abs_path"];
const LINES: &[&str] = &["lineno", "lineNumber", "line", "line_number", "lineNo"];
const METHODS: &[&str] = &["function", "methodName", "method", "method_name", "functionName", "symbol"];
const CLASSES: &[&str] = &["module", "className", "class", "class_name", "declaringClass"];

/// Names of what an exception's object holds: its class, its message.
const THROWN: &[&str] = &["type", "errorClass", "exceptionClass", "exception", "class", "className", "name"];
const MESSAGES: &[&str] = &["value", "message", "errorMessage", "reason", "localizedMessage"];

/// Frames that a text must have at least.
const FEWEST: usize = 2;

/// Classes in which a thread begins: where one stands first, the list ends with the frame on top.
const FIRST: &[&str] =
    &["com.android.internal.os.ZygoteInit", "java.lang.Thread", "java.lang.VirtualThread", "dalvik.system.NativeStart"];

/// What an object was read to be.
enum JsonPart {
    Frame(String),
    Thrown(String),
}

/// A part with the lines over which its object goes.
struct JsonFound {
    part: JsonPart,
    first: usize,
    last: usize,
}

/// The text with its frames written as usual, and the lines' numbers; nothing where it has none in JSON.
pub fn written<'l>(lines: &[Cow<'l, str>], numbers: &[u32]) -> Option<(Vec<Cow<'l, str>>, Vec<u32>)> {
    let may_be = |line: &Cow<'_, str>| line.contains('"') && has_one(line, METHODS);
    if !lines.iter().any(may_be) {
        return None;
    }
    let mut found = JsonReader::read(lines);
    if found.iter().filter(|one| matches!(one.part, JsonPart::Frame(_))).count() < FEWEST {
        return None;
    }
    turn(&mut found);
    let (mut out, mut out_numbers, mut at) = (Vec::new(), Vec::new(), 0);
    for (nth, one) in found.iter().enumerate() {
        let opening = (at..one.first).rev().take_while(|index| is_punctuation(&lines[*index])).count();
        for index in at..one.first {
            let between = nth > 0 && is_punctuation(&lines[index]);
            if !between && index < one.first - opening {
                out.push(lines[index].clone());
                out_numbers.push(numbers[index]);
            }
        }
        at = at.max(one.last + 1);
        out.push(Cow::Owned(match &one.part {
            JsonPart::Frame(frame) => format!("\tat {frame}"),
            JsonPart::Thrown(thrown) if nth > 0 => format!("Caused by: {thrown}"),
            JsonPart::Thrown(thrown) => thrown.clone(),
        }));
        out_numbers.push(numbers[one.first]);
    }
    out.extend(lines[at.min(lines.len())..].iter().filter(|line| !is_punctuation(line)).cloned());
    let rest = (at.min(lines.len())..lines.len()).filter(|index| !is_punctuation(&lines[*index]));
    out_numbers.extend(rest.map(|index| numbers[index]));
    Some((out, out_numbers))
}

fn has_one(line: &str, names: &[&str]) -> bool {
    names.iter().any(|name| {
        line.match_indices(name).any(|(at, _)| line[..at].ends_with('"') && line[at + name.len()..].starts_with('"'))
    })
}

/// Whether a line only opens or closes lists and objects, or names one: `"frames": [`, `},`
fn is_punctuation(line: &str) -> bool {
    let line = line.trim().trim_end_matches(',');
    let named = line.strip_prefix('"').and_then(|rest| rest.split_once("\":")).map_or(line, |(_, rest)| rest.trim());
    named.chars().all(|one| "{}[] ".contains(one))
}

/// Lists that begin with a thread's first frame are turned round, so that the frame on top comes first.
fn turn(found: &mut [JsonFound]) {
    let is_frame = |one: &JsonFound| matches!(one.part, JsonPart::Frame(_));
    let mut at = 0;
    while at < found.len() {
        let end = found[at..].iter().position(|one| !is_frame(one)).map_or(found.len(), |length| at + length);
        let first = |one: &JsonFound| match &one.part {
            JsonPart::Frame(frame) => {
                FIRST.iter().any(|class| frame.strip_prefix(class).is_some_and(|rest| rest.starts_with('.')))
            }
            JsonPart::Thrown(_) => false,
        };
        if end > at + 1 && first(&found[at]) && !first(&found[end - 1]) {
            let mut parts: Vec<JsonPart> = found[at..end]
                .iter_mut()
                .map(|one| std::mem::replace(&mut one.part, JsonPart::Thrown(String::new())))
                .collect();
            for one in &mut found[at..end] {
                one.part = parts.pop().unwrap_or(JsonPart::Thrown(String::new()));
            }
        }
        at = end.max(at + 1);
    }
}

/// An object that is open.
struct OpenObject {
    line: usize,
    /// Names with what they hold.
    held: Vec<(String, String)>,
    told: bool,
}

/// Reads names and what they hold, without a claim that the text is JSON as a whole.
struct JsonReader {
    open: Vec<OpenObject>,
    found: Vec<JsonFound>,
}

impl JsonReader {
    fn read(lines: &[Cow<'_, str>]) -> Vec<JsonFound> {
        let mut reader = JsonReader { open: Vec::new(), found: Vec::new() };
        for (index, line) in lines.iter().enumerate() {
            if line.contains(['{', '}', '"']) {
                reader.read_line(line, index);
            }
        }
        reader.found
    }

    fn read_line(&mut self, line: &str, index: usize) {
        let mut rest = line;
        while let Some(at) = rest.find(['{', '}', '"']) {
            let mark = rest.as_bytes()[at];
            rest = &rest[at + 1..];
            match mark {
                b'{' => {
                    self.tell_thrown(index);
                    self.open.push(OpenObject { line: index, held: Vec::new(), told: false });
                }
                b'}' => self.close(index),
                _ => {
                    let Some((name, behind)) = text(rest) else { return };
                    rest = behind;
                    let Some(value) = rest.trim_start().strip_prefix(':').map(str::trim_start) else { continue };
                    let held = if let Some(quoted) = value.strip_prefix('"') {
                        let Some((held, behind)) = text(quoted) else { return };
                        rest = behind;
                        held
                    } else {
                        let end = value.find([',', '}', ']']).unwrap_or(value.len());
                        rest = &value[if value.starts_with(['{', '[']) { 0 } else { end }..];
                        value[..end].trim().to_owned()
                    };
                    if let Some(open) = self.open.last_mut() {
                        open.held.push((name, held));
                    }
                }
            }
        }
    }

    /// The exception around the frames that begin here.
    fn tell_thrown(&mut self, index: usize) {
        let Some(open) = self.open.last_mut().filter(|open| !open.told) else { return };
        if let Some(thrown) = thrown(&open.held) {
            open.told = true;
            let first = self.found.last().map_or(open.line, |last| last.last.max(open.line));
            self.found.push(JsonFound {
                part: JsonPart::Thrown(thrown),
                first,
                last: index.saturating_sub(1).max(first),
            });
        }
    }

    fn close(&mut self, index: usize) {
        if let Some(frame) = self.open.last().and_then(|open| frame(&open.held)) {
            if let Some(open) = self.open.pop() {
                self.found.push(JsonFound { part: JsonPart::Frame(frame), first: open.line, last: index });
            }
            return;
        }
        self.open.pop();
    }
}

/// A quoted text and what stands behind it; nothing where it does not end in its line.
fn text(rest: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((out, &rest[at + 1..])),
            '\\' => match letters.next()?.1 {
                'n' | 'r' | 't' => out.push(' '),
                other => out.push(other),
            },
            other => out.push(other),
        }
    }
    None
}

fn held<'h>(held: &'h [(String, String)], names: &[&str]) -> Option<&'h str> {
    names.iter().find_map(|name| held.iter().find(|(one, _)| one == name)).map(|(_, value)| value.as_str())
}

fn frame(object: &[(String, String)]) -> Option<String> {
    let method = held(object, METHODS)?;
    let file = held(object, FILES).filter(|file| !file.is_empty() && *file != "null");
    let of_file = |class: &str| file.is_some_and(|file| super::is_of(class, file));
    let class = held(object, CLASSES).filter(|class| class.contains('.') || of_file(class));
    // Some put both into the function's name.
    let (class, method) = match class {
        Some(class) => (class, method),
        None => method.rsplit_once('.').filter(|(class, _)| class.contains('.'))?,
    };
    let fits = |name: &str| !name.is_empty() && !name.contains(['(', ')', '/', '"']);
    if !fits(class) || !fits(method) {
        return None;
    }
    let line = held(object, LINES).and_then(|line| line.parse::<u32>().ok()).filter(|line| *line > 0);
    let file = file.map(|file| file.rsplit(['/', '\\']).next().unwrap_or(file));
    let place = match (file, line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.to_owned(),
        (None, _) => "Unknown Source".to_owned(),
    };
    Some(format!("{class}.{method}({place})"))
}

fn thrown(object: &[(String, String)]) -> Option<String> {
    let class = THROWN.iter().find_map(|name| held(object, &[name]).filter(|class| is_thrown(class)))?;
    let message = held(object, MESSAGES).filter(|message| *message != class && *message != "null");
    Some(message.map_or_else(|| class.to_owned(), |message| format!("{class}: {message}")))
}

/// `java.lang.IllegalStateException`
fn is_thrown(class: &str) -> bool {
    class.contains('.')
        && ["Exception", "Error", "Throwable", "Failure"].iter().any(|end| class.ends_with(end))
        && class.chars().all(|one| one.is_alphanumeric() || "._$".contains(one))
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn place(log: &str) -> (String, Option<u32>, String) {
        let failure = parse(log).failures.remove(0);
        (failure.file.unwrap_or_default(), failure.line, failure.exception.unwrap_or_default())
    }

    #[test]
    fn frames_in_json_are_read_in_either_order() {
        let thrown =
            "{\"type\": \"java.lang.IllegalStateException\", \"value\": \"no shelf\", \"stacktrace\": {\"frames\": [";
        let shelf = "{\"filename\": \"Shelf.kt\", \"lineno\": 12, \"function\": \"put\", \"module\": \"com.example.app.Shelf\"}";
        let basket = "{\"filename\": \"Basket.kt\", \"lineno\": 7, \"function\": \"fill\", \"module\": \"com.example.app.Basket\"}";
        let thread =
            "{\"filename\": \"Thread.java\", \"lineno\": 1, \"function\": \"run\", \"module\": \"java.lang.Thread\"}";
        let expected = ("Shelf.kt".to_owned(), Some(12), "java.lang.IllegalStateException".to_owned());
        assert_eq!(place(&format!("{thrown}\n{shelf},\n{basket},\n{thread}]}}}}")), expected);
        assert_eq!(place(&format!("{thrown}{thread}, {basket}, {shelf}]}}}}")), expected);
        let pretty = format!("{thrown}\n{basket},\n{shelf}\n]}}}}").replace(", \"", ",\n    \"").replace("},", "\n},");
        assert_eq!(place(&pretty).0, "Basket.kt");
    }

    #[test]
    fn other_objects_stay() {
        let log = "{\"method\": \"GET\", \"line\": 3}\n{\"function\": \"a.b\"}\nnothing";
        assert_eq!(
            super::written(&log.split('\n').map(std::borrow::Cow::Borrowed).collect::<Vec<_>>(), &[1, 2, 3]),
            None
        );
    }
}
