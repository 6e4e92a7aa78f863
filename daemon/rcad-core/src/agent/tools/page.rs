//! The reference page of all tools, from the table. `tools.md` beside it is that page; a test compares them.

use super::descriptor::{ANY_TOOL, Parameter, ToolErrorCode};
use super::schema::allowed;
use super::table::TOOLS;

/// All tools as a Markdown page.
pub fn reference() -> String {
    let mut page = String::from(concat!(
        "# The agent's tools\n\n",
        "Made from the table in `daemon/rcad-core/src/agent/tools/table.rs`; don't edit it, bless it:\n",
        "`RCAD_BLESS=1 cargo test -p rcad-core agent::tools`.\n\n",
        "A call is checked before it runs. Every tool answers `{\"success\": true, \"data\": …}` or\n",
        "`{\"success\": false, \"error\": {\"code\", \"message\"}}`, in two seconds at most, with at most 8 kB of data.\n",
    ));
    page.push_str(&format!("Any tool may answer {}.\n", codes(ANY_TOOL)));
    for tool in TOOLS {
        page.push_str(&format!("\n## {}\n\n{}\n\n", tool.name, tool.about));
        page.push_str("| parameter | takes | default | what it is |\n|---|---|---|---|\n");
        for parameter in tool.parameters {
            page.push_str(&row(parameter));
        }
        page.push_str(&format!("\nData: {}.\n\nCodes: {}.\n", tool.data, codes(tool.codes)));
    }
    page
}

fn row(parameter: &Parameter) -> String {
    let default = match parameter.default {
        None => "must be given".to_owned(),
        Some("null") => "may be left out".to_owned(),
        Some(default) => format!("`{default}`"),
    };
    format!("| `{}` | {} | {default} | {} |\n", parameter.name, allowed(&parameter.takes), parameter.about)
}

fn codes(codes: &[ToolErrorCode]) -> String {
    codes.iter().map(|code| format!("`{}`", code.name())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn the_page_is_as_the_table_says() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/agent/tools/tools.md");
        if std::env::var_os("RCAD_BLESS").is_some() {
            std::fs::write(path, reference()).unwrap();
        }
        let page = std::fs::read_to_string(path).unwrap();
        assert!(page == reference(), "{path} is stale\nhint: RCAD_BLESS=1 cargo test -p rcad-core agent::tools");
    }
}
