//! What was sent to models about a failure.

use maud::{Markup, html};
use rcad_store::{Rca, SentRequest};

use super::document;
use super::elements::moment;
use crate::platform::words::many;
use crate::serve::links::rca_path;

/// The page.
pub fn sent(rca: &Rca, all: &[SentRequest], now_ms: u64) -> String {
    let body: Markup = html! {
        h1 { "What was sent to a model" }
        p.meta {
            a href=(rca_path(&rca.id)) { "Back to the failure" }
            " · " (many(all.len() as u64, "request")) ", byte for byte; values that look like a secret were replaced before"
        }
        @for one in all {
            h2 { (one.server) }
            p.meta { (moment(one.at_ms, now_ms)) " · " (many(one.body.len() as u64, "byte")) }
            pre { (one.body) }
        }
    };
    document("What was sent to a model – rcad", &body)
}
