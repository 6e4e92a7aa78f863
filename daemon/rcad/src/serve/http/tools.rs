//! `POST tools/{name}`: runs a tool as a model would, for people. Changes nothing.

use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::routing::post;
use axum::{Json, Router};
use rcad_core::agent::model::ToolCall;
use rcad_core::agent::tools;
use serde::Deserialize;
use serde_json::Value;

use super::HttpContext;
use super::envelope::body;
use super::error::HttpError;
use super::reply::{blocking, find};
use crate::agent::tool_setup;

/// Routes of the tools.
pub fn routes() -> Router<Arc<HttpContext>> {
    Router::new().route("/tools/{name}", post(call))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolCallBody {
    /// The failure to work on: `last`, an id or a prefix of one.
    #[serde(default)]
    rca: Option<String>,
    /// The project's absolute path, if it is not the failure's.
    #[serde(default)]
    project: Option<PathBuf>,
    #[serde(default)]
    arguments: Value,
}

/// Answers 200 also for a tool's error, which is in the envelope.
async fn call(
    State(context): State<Arc<HttpContext>>,
    Path(name): Path<String>,
    bytes: Bytes,
) -> Result<Json<Value>, HttpError> {
    let asked: ToolCallBody = body(&bytes)?;
    let observed = blocking(&context, move |context| {
        let rca = asked.rca.as_deref().map(|id| find(context, id)).transpose()?;
        let toolbox = tool_setup::toolbox(&context.agent, rca.as_ref(), asked.project.as_deref())?;
        Ok(toolbox.call(&ToolCall { id: String::new(), name, arguments: asked.arguments }))
    });
    let observed = observed.await?;
    Ok(Json(tools::envelope(&observed)))
}
