//! `rcad tool`: describes the tools a model may call, or calls one through the daemon.

use std::path::PathBuf;

use anyhow::{Context, Result};
use rcad_core::agent::tools;
use reqwest::Method;
use serde_json::{Value, json};

use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::home::Home;
use crate::platform::url::percent_encode;
use crate::protocol::RequestError;

/// `rcad tool`
#[derive(clap::Args)]
pub struct ToolArgs {
    /// Tool name; without one, all tools are described
    name: Option<String>,
    /// Its parameters as a JSON object, e.g. '{"filePath": "app/build.gradle"}'
    #[arg(default_value = "{}")]
    arguments: String,
    /// Failure that it is about: id, the beginning of one, or `last`
    #[arg(long)]
    of: Option<String>,
    /// Project directory; default: the failure's, else the current one
    #[arg(long)]
    project: Option<PathBuf>,
}

/// `rcad tool`
pub fn tool(args: &ToolArgs) -> Result<Exit> {
    let Some(name) = &args.name else {
        print!("{}", tools::reference());
        return Ok(Exit::Success);
    };
    let arguments: Value = serde_json::from_str(&args.arguments)
        .with_context(|| format!("the parameters are not JSON: {}\nhint: `rcad tool` lists them", args.arguments))?;
    let project = match (&args.project, &args.of) {
        (None, Some(_)) => None,
        (dir, _) => {
            let dir = dir.clone().unwrap_or_else(|| ".".into());
            Some(dir.canonicalize().with_context(|| format!("cannot find the directory {}", dir.display()))?)
        }
    };
    let client = Client::connect(&Home::find()?)?;
    let asked = json!({"rca": args.of, "project": project, "arguments": arguments});
    let path = format!("tools/{}", percent_encode(name));
    let answer: Result<Value, RequestError> = client.operation(Method::POST, &path, Some(&asked))?;
    let result = match &answer {
        Ok(data) => json!({"success": true, "data": data}),
        Err(error) => json!({"success": false, "error": {"code": error.code, "message": error.message}}),
    };
    println!("{}", serde_json::to_string_pretty(&result)?);
    Ok(if answer.is_ok() { Exit::Success } else { Exit::Empty })
}
