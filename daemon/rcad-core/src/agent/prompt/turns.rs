//! Messages to a model in the course of a job, when something went wrong: short, each with what to do next. The machine
//! decides when.

use crate::agent::tools::TOOLS;

/// Instead of a tool's result: the same call has been answered before.
pub fn answered_already(name: &str) -> String {
    format!(
        "`{name}` was called with these arguments before and its result stands above; it was not run again. \
         Ask something else, or answer."
    )
}

/// Instead of a tool's result: there is no such tool.
pub fn no_such_tool(name: &str) -> String {
    let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    let name: String = name.chars().take(80).collect();
    format!("There is no tool `{name}`. The tools are: {}.", names.join(", "))
}

/// Instead of a tool's result: the call was not run, since the investigation has ended.
pub fn not_run() -> String {
    "Not run: no more tools may be called. Answer with what is known.".to_owned()
}

/// After the last result of a reply with too many calls.
pub fn too_many_calls(dropped: usize) -> String {
    format!("\n{dropped} more calls of the same message were not run: call at most a few tools at a time.")
}

/// In place of an older tool's result, when the window has become too small for it.
pub fn forgotten(name: &str) -> String {
    format!("(The result of `{name}` was removed to make room.)")
}

/// Beside what is left of a result that was longer than the window allows.
pub fn shortened(kept: usize, of: usize) -> String {
    format!("only the first {kept} of {of} characters fit; ask for a smaller part if the rest matters")
}

/// After a reply with neither text nor a call.
pub fn say_something() -> String {
    "Your last message was empty. Call one of the tools by its exact name, or say what you have found.".to_owned()
}

/// After an answer that could not be read; `wrong` is what [`crate::agent::answer::parse`] says of it.
pub fn answer_again(wrong: &str) -> String {
    format!(
        "Your answer could not be read: {wrong}. Answer again with one JSON object as described and nothing else, shorter: \
         at most two sentences in `cause` with one quote each, and one fix."
    )
}

#[cfg(test)]
mod tests {
    use super::no_such_tool;

    #[test]
    fn an_unknown_tool_is_answered_with_the_known_ones() {
        let reply = no_such_tool(&"x".repeat(5000));
        assert!(reply.contains("read_file") && reply.contains("find_symbol"), "{reply}");
        assert!(reply.len() < 600, "an invented name of 5,000 letters does not fill the window: {}", reply.len());
    }
}
