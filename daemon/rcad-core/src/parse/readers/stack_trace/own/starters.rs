//! A `main` that only starts an application with its framework.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::readers::stack_trace::trace::StackTrace;

/// Functions of frameworks that run a whole application.
const STARTERS: &[(&str, &str)] = &[
    ("org.springframework.boot.SpringApplication", "run"),
    ("org.springframework.boot.builder.SpringApplicationBuilder", "run"),
    ("org.springframework.boot.SpringApplicationExtensionsKt", "runApplication"),
    ("io.micronaut.runtime.Micronaut", "run"),
    ("io.micronaut.runtime.Micronaut", "start"),
    ("io.quarkus.runtime.Quarkus", "run"),
    ("io.ktor.server.netty.EngineMain", "main"),
];

/// Whether the user's own frame is a `main` that only starts the application: what fails in it is a bean's or a setting's.
pub fn is_main(trace: &StackTrace, (section, at): (usize, usize), failure: &Failure) -> bool {
    let frames = &trace.sections[section].frames;
    let above = at.checked_sub(1).map(|above| &frames[above]);
    let runs = above.is_some_and(|frame| STARTERS.contains(&(frame.class.as_str(), frame.method.as_str())));
    frames[at].method == "main" && (runs || failure.category == Category::SpringStartup)
}
