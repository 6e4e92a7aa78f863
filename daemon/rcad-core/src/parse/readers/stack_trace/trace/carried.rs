//! An exception whose message is another one: `StartupException: java.lang.IllegalStateException: no`. The outer class only
//! carries the inner one, which says what is wrong.

use super::Section;
use crate::pattern::Pattern;

/// Exceptions inside exceptions.
const DEEP: usize = 4;

/// `java.lang.IllegalStateException: Cannot …`, `a.b.Shelf.FullException`
static INNER: Pattern = Pattern::new(
    r"^(?P<class>(?:[a-z_][A-Za-z0-9_]*\.)+(?:[A-Z][A-Za-z0-9_]*[.$])*[A-Z][A-Za-z0-9_$]*(?:Exception|Error))(?:: (?P<message>.*))?$",
);

/// Gives the section the class and message of the exception that its message carries.
pub fn open(section: &mut Section) -> &mut Section {
    for _ in 0..DEEP {
        let Some(found) = INNER.captures(&section.message) else { break };
        let message = found.name("message").map_or_else(String::new, |text| text.as_str().to_owned());
        let class = found["class"].to_owned();
        (section.class, section.message) = (class, message);
    }
    section
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn what_an_exception_carries_is_read() {
        let log = "FATAL EXCEPTION: main\nProcess: com.example.shelf, PID: 7\n\
            oak.OpeningException: java.lang.IllegalArgumentException: No shelf of that size\n\
            \tat oak.Opener.open(Opener.java:8)\n\tat com.example.shelf.App.onCreate(App.java:12)\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.category, Category::RuntimeIllegalArgument);
        assert_eq!(failure.exception.as_deref(), Some("java.lang.IllegalArgumentException"));
        assert_eq!((failure.file.as_deref(), failure.line), (Some("App.java"), Some(12)));
    }
}
