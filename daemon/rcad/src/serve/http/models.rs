//! Hears that files of a model have come; tells which models the agent may ask, and has one asked what it can do.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use rcad_core::agent::machine::trouble::told;
use rcad_core::agent::model::{Trouble, Way};

use super::{Refusal, refuse};
use crate::agent::models::{self, Look, Seen, Wish};
use crate::daemon::App;
use crate::protocol::models::{AgentModel, AgentModels, Probe};

/// Routes of the models.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/models", get(list).post(changed)).route("/models/probe", post(probe))
}

/// `POST models`
async fn changed(State(app): State<Arc<App>>) -> StatusCode {
    // It may have to wait until the model that is being loaded is loaded.
    let renewed = tokio::task::spawn_blocking(move || {
        app.embedding.renew();
        // It makes the vectors of what was stored without a model.
        app.indexer.wake();
    });
    if renewed.await.is_ok() { StatusCode::NO_CONTENT } else { StatusCode::INTERNAL_SERVER_ERROR }
}

/// `GET models`
async fn list(State(app): State<Arc<App>>) -> Json<AgentModels> {
    Json(shown(&app, &models::look(&app.store, &app.config).await))
}

/// `POST models/probe`
async fn probe(State(app): State<Arc<App>>, Json(wanted): Json<Probe>) -> Result<Json<AgentModels>, Refusal> {
    let mut look = models::look(&app.store, &app.config).await;
    let is_it = |seen: &&mut Seen| seen.installed.name == wanted.name && seen.server.address() == wanted.server;
    let Some(seen) = look.models.iter_mut().find(is_it) else {
        let why = format!("{} is not a model of {}", wanted.name, wanted.server);
        return Err(refuse(StatusCode::NOT_FOUND, &why));
    };
    let found = models::find_out(&app.store, &app.config, seen).await;
    found.map_err(|trouble| refuse(StatusCode::BAD_GATEWAY, &told(&trouble, &wanted.name)))?;
    Ok(Json(shown(&app, &look)))
}

fn shown(app: &App, look: &Look) -> AgentModels {
    let config = &app.config;
    let wishes: Vec<Wish> = config.agent_models.iter().map(|model| Wish::read(model)).collect();
    let order = models::order(&look.models, &wishes, config);
    let mut all: Vec<AgentModel> = Vec::with_capacity(look.models.len());
    for (place, at) in (1..).zip(&order) {
        let seen = &look.models[*at];
        all.push(AgentModel { place: Some(place), ..model(seen, models::why(seen, place, &wishes, config)) });
    }
    let others = look.models.iter().enumerate().filter(|(at, _)| !order.contains(at));
    all.extend(others.map(|(_, seen)| model(seen, models::why_not(seen, &wishes))));
    AgentModels { models: all, problems: problems(look, &wishes) }
}

fn model(seen: &Seen, why: String) -> AgentModel {
    let known = seen.ability.as_ref();
    let able = known.filter(|ability| ability.context_length > 0);
    let way = |way| match way {
        Way::Straight => "straight".to_owned(),
        Way::Tools => "tools".to_owned(),
    };
    AgentModel {
        name: seen.installed.name.clone(),
        server: seen.server.address().to_owned(),
        digest: seen.installed.digest.clone(),
        bytes: seen.installed.size,
        probed: known.is_some(),
        window: able.map(|ability| ability.context_length),
        reads: able.and_then(|ability| ability.prompt_tokens_per_second),
        writes: able.and_then(|ability| ability.tokens_per_second),
        schema: able.map(|ability| ability.keeps_schema),
        tools: able.map(|ability| ability.calls_tools),
        thinks: able.map(|ability| ability.thinks),
        way: able.map(|ability| way(ability.way())),
        place: None,
        why,
    }
}

fn problems(look: &Look, wishes: &[Wish]) -> Vec<String> {
    let mut problems: Vec<String> = look.troubles.iter().map(|(_, trouble)| told(trouble, "the model")).collect();
    if look.troubles.is_empty() {
        for wish in wishes.iter().filter(|wish| !look.models.iter().any(|seen| wish.is(seen))) {
            problems.push(told(&Trouble::Missing { model: wish.name.clone() }, &wish.name));
        }
    }
    problems
}
