//! Rating an answer, with a correction in the reader's own words.

use maud::{Markup, html};
use rcad_store::{Rca, Vote, current_vote};

use super::elements::code;
use crate::serve::links::rca_path;

/// Two buttons and a field, or the rating that there is.
pub(super) fn form(rca: &Rca, form_token: &str) -> Markup {
    let rated = current_vote(rca);
    let is = |vote: Vote| rated.is_some_and(|rated| rated.up == (vote == Vote::Up));
    html! {
        form.rating #rating action=(format!("{}/rating", rca_path(&rca.id))) method="post" {
            input type="hidden" name="token" value=(form_token);
            span { "Did this help?" }
            button type="submit" name="word" value="up" aria-pressed=(is(Vote::Up)) { "Yes" }
            button type="submit" name="word" value="down" aria-pressed=(is(Vote::Down)) { "No" }
            input type="text" name="note" maxlength="1000" aria-label="What it really was" placeholder="What it really was (optional)";
        }
        @if let Some(note) = rated.and_then(|rated| rated.note.as_ref()) {
            p.meta { "You said: " (code(note)) }
        }
    }
}
