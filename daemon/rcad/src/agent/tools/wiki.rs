//! `web_search_wiki`: documentation of build errors. Searches the shipped notes, which link official pages; asks Stack
//! Overflow and GitHub only if the user has enabled that.

mod notes;
mod page;
mod web;

use rcad_core::agent::redact::Redaction;
use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use serde_json::{Value, json};

use self::page::WikiPage;
use super::arguments::{text, whole};
use super::bound;
use super::toolbox::Toolbox;

/// Runs the tool.
pub fn run(toolbox: &Toolbox, arguments: &Value) -> ToolResult {
    let query = text(arguments, "query");
    let most = whole(arguments, "maxResults").unwrap_or(5);
    let wanted = |source: &str| arguments["sources"].as_array().is_none_or(|all| all.iter().any(|one| one == source));
    let mut pages = Vec::new();
    let mut refused: Vec<ToolError> = Vec::new();
    let mut notes = Vec::new();
    let asked = ["stackoverflow", "github"].into_iter().filter(|source| wanted(source));
    if toolbox.web {
        let home = std::env::home_dir().map(|home| home.to_string_lossy().into_owned());
        let query = outgoing(query, home.as_deref());
        for source in asked {
            match web::ask(source, web::address(source), &query, most, bound::time_left()) {
                Ok(found) => pages.extend(found),
                Err(error) => refused.push(error),
            }
        }
    } else if !arguments["sources"].is_null() && asked.count() > 0 {
        notes.push("only the notes that come with rcad were searched: `agent.web` is off".to_owned());
    }
    if wanted("docs") || !toolbox.web {
        pages.extend(notes::find(query, most));
    }
    pages.sort_by(|a, b| b.relevance_score.total_cmp(&a.relevance_score));
    pages.truncate(most);
    answer(query, pages, notes, refused)
}

/// The query as it may leave this computer. It still has the model's placeholders: the boundary does not reveal secrets
/// for this tool.
fn outgoing(query: &str, home: Option<&str>) -> String {
    Redaction::new(home).hide(query)
}

/// A failed source is an error only if no other answered.
fn answer(query: &str, pages: Vec<WikiPage>, mut notes: Vec<String>, refused: Vec<ToolError>) -> ToolResult {
    if pages.is_empty() {
        let none = || ToolError::new(ToolErrorCode::NoResults, "nothing is known of these words; try the error's own");
        return Err(refused.into_iter().next().unwrap_or_else(none));
    }
    notes.extend(refused.into_iter().map(|error| error.message));
    let mut data = json!({"query": query, "totalFound": pages.len(), "results": pages});
    if !notes.is_empty() {
        data["note"] = json!(notes.join("; "));
    }
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::outgoing;

    #[test]
    fn secrets_stay_here() {
        let out =
            outgoing("apiKey=AKIAIOSFODNN7EXAMPLE fails in /home/ann/shop for ann@shop.example", Some("/home/ann"));
        for secret in ["AKIAIOSFODNN7EXAMPLE", "/home/ann", "ann@shop.example"] {
            assert!(!out.contains(secret), "{out}");
        }
        for harmless in ["Unresolved reference: total", "login fails with <SECRET_1>"] {
            assert_eq!(outgoing(harmless, Some("/home/ann")), harmless);
        }
    }
}
