//! Routes of the models: new embedding files, the models that the agent may ask, probing one.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use rcad_core::agent::machine::errors::describe;
use rcad_core::agent::model::{JobMode, ModelError};

use super::HttpContext;
use super::error::HttpError;
use super::reply::blocking_async;
use crate::agent::candidates::{self, Inventory, ModelSelector, ServerModel};
use crate::protocol::models::{AgentModel, AgentModels, ProbeRequest};

/// Routes of the models.
pub fn routes() -> Router<Arc<HttpContext>> {
    Router::new().route("/models", get(list).post(changed)).route("/models/probe", post(probe))
}

/// `POST models`
async fn changed(State(context): State<Arc<HttpContext>>) -> StatusCode {
    // May block while the model is being loaded.
    let renewed = tokio::task::spawn_blocking(move || {
        context.shared.embedding.files_changed();
        // Computes the vectors of what was stored without a model.
        context.shared.search.wake();
    });
    if renewed.await.is_ok() { StatusCode::NO_CONTENT } else { StatusCode::INTERNAL_SERVER_ERROR }
}

/// `GET models`
async fn list(State(context): State<Arc<HttpContext>>) -> Result<Json<AgentModels>, HttpError> {
    let inventory = |context: Arc<HttpContext>| async move {
        let found = candidates::inventory(&context.shared.store, &context.shared.config).await;
        Ok(Json(list_models(&context, &found)))
    };
    blocking_async(&context, inventory).await
}

/// `POST models/probe`
async fn probe(
    State(context): State<Arc<HttpContext>>,
    Json(wanted): Json<ProbeRequest>,
) -> Result<Json<AgentModels>, HttpError> {
    blocking_async(&context, |context| async move {
        let mut found = candidates::inventory(&context.shared.store, &context.shared.config).await;
        let is_it = |one: &&mut ServerModel| one.installed.name == wanted.name && one.server.address() == wanted.server;
        let Some(one) = found.models.iter_mut().find(is_it) else {
            let why = format!("{} is not a model of {}", wanted.name, wanted.server);
            return Err(HttpError::not_found(why));
        };
        let probed = candidates::probe_model(&context.shared.store, &context.shared.config, one).await;
        probed
            .map_err(|error| HttpError::new(StatusCode::BAD_GATEWAY, "MODEL_ERROR", describe(&error, &wanted.name)))?;
        Ok(Json(list_models(&context, &found)))
    })
    .await
}

fn list_models(context: &HttpContext, found: &Inventory) -> AgentModels {
    let config = &context.shared.config;
    let selectors: Vec<ModelSelector> = config.agent.models.iter().map(|model| ModelSelector::read(model)).collect();
    let order = candidates::order(&found.models, &selectors, config);
    let mut all: Vec<AgentModel> = Vec::with_capacity(found.models.len());
    for (place, at) in (1..).zip(&order) {
        let one = &found.models[*at];
        all.push(AgentModel { place: Some(place), ..model(one, candidates::why(one, place, &selectors, config)) });
    }
    let others = found.models.iter().enumerate().filter(|(at, _)| !order.contains(at));
    all.extend(others.map(|(_, one)| model(one, candidates::why_not(one, &selectors))));
    AgentModels { models: all, problems: problems(found, &selectors) }
}

fn model(one: &ServerModel, why: String) -> AgentModel {
    let known = one.ability.as_ref();
    let able = known.filter(|ability| ability.context_length > 0);
    let way = |way| match way {
        JobMode::SingleShot => "straight".to_owned(),
        JobMode::ToolLoop => "tools".to_owned(),
    };
    AgentModel {
        name: one.installed.name.clone(),
        server: one.server.address().to_owned(),
        digest: one.installed.digest.clone(),
        bytes: one.installed.size,
        probed: known.is_some(),
        window: able.map(|ability| ability.context_length),
        reads: able.and_then(|ability| ability.prompt_tokens_per_second),
        writes: able.and_then(|ability| ability.tokens_per_second),
        schema: able.map(|ability| ability.keeps_schema),
        tools: able.map(|ability| ability.calls_tools),
        thinks: able.map(|ability| ability.thinks),
        way: able.map(|ability| way(ability.mode())),
        place: None,
        why,
    }
}

fn problems(found: &Inventory, selectors: &[ModelSelector]) -> Vec<String> {
    let mut problems: Vec<String> = found.errors.iter().map(|(_, error)| describe(error, "the model")).collect();
    if found.errors.is_empty() {
        for selector in selectors.iter().filter(|selector| !found.models.iter().any(|one| selector.is(one))) {
            problems.push(describe(&ModelError::ModelNotFound { model: selector.name.clone() }, &selector.name));
        }
    }
    problems
}
