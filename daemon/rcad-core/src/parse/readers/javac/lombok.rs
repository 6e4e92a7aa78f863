//! Members that Lombok writes.

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// What Lombok writes: loggers, and the accessors of a class.
static LOMBOK: Pattern = Pattern::new(r"^(?:log|(?:get|set|is|with)[A-Z]\w*|builder|toBuilder)$");

/// Marks a member that Lombok's processor usually writes, in a module that is none of Android's.
pub fn tell(failure: &mut Failure) {
    let android = failure.file.as_deref().is_none_or(|file| file.replace('\\', "/").contains("/app/"));
    let member = matches!(failure.details.get("kind").map(String::as_str), Some("method" | "variable"));
    let (true, Some(symbol)) = (member && !android, failure.symbol.as_deref()) else { return };
    let variable = failure.details.get("kind").is_some_and(|kind| kind == "variable");
    if !LOMBOK.is_match(symbol) || variable != (symbol == "log") {
        return;
    }
    failure.details.insert(if variable { "lombok_logger" } else { "lombok_accessor" }.to_owned(), symbol.to_owned());
}
