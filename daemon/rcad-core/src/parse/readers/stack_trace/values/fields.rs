//! In which fields two objects differ, as data classes and records print them, `Shelf(oak=1, boards=[])`, and where two long
//! texts part.

/// Fields that are named.
const NAMED: usize = 3;

/// Longest value that is shown, in characters; of longer ones the part where they differ.
const SHOWN: usize = 60;

/// Equal characters that are shown before those that differ.
const BEFORE: usize = 12;

/// A field with both its values; nested ones with the names of those around them, `shelf.oak`.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub expected: String,
    pub actual: String,
}

/// The fields that differ, and how many are equal. Nothing unless both are objects of one class with the same fields, of which
/// some but not all differ.
pub fn differing(expected: &str, actual: &str) -> Option<(Vec<Field>, usize)> {
    let (wanted, given) = (object(expected)?, object(actual)?);
    let names = |fields: &[(&str, &str)]| fields.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>();
    if wanted.0 != given.0 || names(&wanted.1) != names(&given.1) {
        return None;
    }
    let pairs = wanted.1.iter().zip(&given.1);
    let differ: Vec<(&str, &str, &str)> =
        pairs.filter(|(one, other)| one.1 != other.1).map(|(one, other)| (one.0, one.1, other.1)).collect();
    let equal = wanted.1.len() - differ.len();
    if differ.is_empty() || equal == 0 || differ.len() > NAMED {
        return None;
    }
    let mut fields = Vec::new();
    for (name, one, other) in differ {
        match differing(one, other) {
            Some((inner, _)) => {
                fields.extend(inner.into_iter().map(|field| Field { name: format!("{name}.{}", field.name), ..field }))
            }
            None => {
                let (expected, actual) = parted(one, other);
                fields.push(Field { name: name.to_owned(), expected, actual });
            }
        }
    }
    fields.truncate(NAMED);
    Some((fields, equal))
}

/// The class and the fields of `Shelf(oak=1, boards=[a, b])` or a record's `Shelf[oak=1]`.
fn object(text: &str) -> Option<(&str, Vec<(&str, &str)>)> {
    let open = text.find(['(', '['])?;
    let class = &text[..open];
    let inner = text[open + 1..].strip_suffix(if text[open..].starts_with('(') { ')' } else { ']' })?;
    if !class.starts_with(|first: char| first.is_ascii_uppercase())
        || !class.chars().all(|c| c.is_alphanumeric() || "_.$".contains(c))
    {
        return None;
    }
    let mut fields: Vec<(&str, &str)> = Vec::new();
    for part in parts(inner) {
        let (name, value) = part.split_once('=')?;
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        fields.push((name, value));
    }
    (!fields.is_empty()).then_some((class, fields))
}

/// The parts between commas that stand in no bracket. A comma in a text does not end a field unless a name follows.
fn parts(inner: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0_usize, 0);
    let mut parts = Vec::new();
    for (at, letter) in inner.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 && begins_field(&inner[at + 1..]) => {
                parts.push(inner[start..at].trim());
                start = at + 1;
            }
            _ => (),
        }
    }
    parts.push(inner[start..].trim());
    parts
}

/// Whether ` name=` stands at the start.
fn begins_field(rest: &str) -> bool {
    let rest = rest.trim_start();
    let name = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    name > 0 && rest[name..].starts_with('=')
}

/// Two values as they are shown: of long ones the part from where they differ on.
pub fn parted(expected: &str, actual: &str) -> (String, String) {
    let same = expected.chars().zip(actual.chars()).take_while(|(one, other)| one == other).count();
    let from =
        if expected.chars().count().max(actual.chars().count()) > SHOWN { same.saturating_sub(BEFORE) } else { 0 };
    let shown = |text: &str| {
        let part: String = text.chars().skip(from).take(SHOWN).collect();
        let before = if from > 0 { "…" } else { "" };
        let after = if text.chars().count() > from + SHOWN { "…" } else { "" };
        if text.is_empty() { "an empty text".to_owned() } else { format!("{before}{part}{after}") }
    };
    (shown(expected), shown(actual))
}

#[cfg(test)]
mod tests {
    use super::differing;

    #[test]
    fn the_fields_that_differ_are_found() {
        let fields = |expected: &str, actual: &str| {
            differing(expected, actual).map(|(fields, equal)| {
                let all = fields.iter().map(|field| format!("{} {} {}", field.name, field.expected, field.actual));
                (all.collect::<Vec<_>>(), equal)
            })
        };
        let told = fields("Till(open=true, note=no, coin, b=[1, 2])", "Till(open=true, note=yes, b=[1, 2])");
        assert_eq!(told, Some((vec!["note no, coin yes".to_owned()], 2)));
        let told = fields("Till(id=1, lamp=Lamp(on=true, watt=9))", "Till(id=1, lamp=Lamp(on=true, watt=7))");
        assert_eq!(told, Some((vec!["lamp.watt 9 7".to_owned()], 1)));
        let told = fields("Till[id=1, name=oak]", "Till[id=2, name=oak]");
        assert_eq!(told, Some((vec!["id 1 2".to_owned()], 1)));
        let long = "shelf ".repeat(30);
        let told = fields(&format!("Till(id=1, text={long}oak)"), &format!("Till(id=1, text={long}elm)"));
        assert_eq!(told, Some((vec!["text …shelf shelf oak …shelf shelf elm".to_owned()], 1)));
        for (expected, actual) in [
            ("Till(id=1)", "Till(id=2)"),
            ("Till(id=1, a=2)", "Lamp(id=1, a=3)"),
            ("[1, 2]", "[1, 3]"),
            ("Till(a)", "Till(b)"),
        ] {
            assert_eq!(fields(expected, actual), None, "{expected}");
        }
    }
}
