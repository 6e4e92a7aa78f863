//! What must hold around the line that a rule matches.

use crate::facts::surroundings;
use crate::facts::version::Version;
use crate::pattern::LazyRegex;

/// The conditions of a rule; all must hold but `nearby`.
#[derive(Default)]
pub struct Conditions {
    /// Each matches some line above.
    pub above: Vec<LazyRegex>,
    /// Each matches some line below.
    pub below: Vec<LazyRegex>,
    /// Each matches one of the top frames below the line.
    pub frames: Vec<LazyRegex>,
    /// None matches a line near by.
    pub without: Vec<LazyRegex>,
    /// What each captures in a line near by is told; none has to match.
    pub nearby: Vec<LazyRegex>,
    /// Values that must compare so.
    pub when: Vec<Comparison>,
}

impl Conditions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.above.len() + self.below.len() + self.frames.len() + self.without.len() + self.when.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Their patterns.
    pub fn patterns(&self) -> impl Iterator<Item = &LazyRegex> {
        self.above.iter().chain(&self.below).chain(&self.frames).chain(&self.without).chain(&self.nearby)
    }
}

/// `kotlin >= 2.0`: a captured value compared with another or with a version, or what the log shows of its surroundings,
/// `on_jdk >= 16`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    left: String,
    operator: String,
    right: String,
}

impl Comparison {
    /// Reads `name operator value`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Comparison> {
        let mut words = text.split_whitespace().map(str::to_owned);
        let (left, operator, right) = (words.next()?, words.next()?, words.next()?);
        let known = surroundings::OPERATORS.contains(&operator.as_str());
        let of_log = left.starts_with(surroundings::START);
        let sound = !of_log || surroundings::is_condition(text);
        (known && sound && words.next().is_none()).then_some(Comparison { left, operator, right })
    }

    /// The name of the value on its left.
    pub fn left(&self) -> &str {
        &self.left
    }

    /// The name of the value, or the version, on its right.
    pub fn right(&self) -> &str {
        &self.right
    }

    /// Whether it is about where the log was written.
    pub fn is_of_surroundings(&self) -> bool {
        self.left.starts_with(surroundings::START)
    }

    /// Whether it holds for these values; a value that is not known, or is no version, does not. What is said of the
    /// surroundings holds unless the log contradicts it.
    pub fn holds(&self, values: &[(String, String)]) -> bool {
        let value = |name: &str| values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        if self.is_of_surroundings() {
            let condition = format!("{} {} {}", self.left, self.operator, self.right);
            return surroundings::holds(&condition, value) != Some(false);
        }
        let Some(left) = value(&self.left).and_then(Version::parse) else { return false };
        let Some(right) = Version::parse(value(&self.right).unwrap_or(&self.right)) else { return false };
        match self.operator.as_str() {
            "<" => left < right,
            "<=" => left <= right,
            ">" => left > right,
            ">=" => left >= right,
            "==" => left == right,
            _ => left != right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison;

    #[test]
    fn versions_compare_as_versions_and_nothing_else_does() {
        let values = [("found".to_owned(), "2.10".to_owned()), ("most".to_owned(), "2.9.1".to_owned())];
        let holds = |text: &str| Comparison::parse(text).is_some_and(|one| one.holds(&values));
        assert!(holds("found > most") && holds("found >= 2.10.0") && holds("most < 2.10") && holds("most != 2.9"));
        assert!(!holds("found < most") && !holds("absent > 1") && !holds("found > x") && !holds("found"));
        assert_eq!(Comparison::parse("a = 1"), None);
    }

    #[test]
    fn what_is_said_of_the_surroundings_holds_unless_the_log_contradicts_it() {
        let on_8 = [("on_jdk".to_owned(), "8".to_owned())];
        let holds = |text: &str, values: &[_]| Comparison::parse(text).is_some_and(|one| one.holds(values));
        assert!(!holds("on_jdk >= 16", &on_8) && holds("on_jdk >= 16", &[]) && holds("on_jdk < 9", &on_8));
        assert_eq!(Comparison::parse("on_shelf >= 16"), None);
    }
}
