//! The pages that links open.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Html;

use super::error::HttpError;
use super::rcas::crash;
use super::reply::{blocking, find};
use super::{HttpContext, agent};
use crate::platform::time::now_ms;
use crate::serve::page;

/// RCAs on the list.
const LISTED: usize = 100;

/// The list.
pub async fn list(State(context): State<Arc<HttpContext>>) -> Result<Html<String>, HttpError> {
    blocking(&context, |context| {
        let rcas = context.shared.store.list(LISTED)?;
        Ok(Html(page::list(&rcas, |id| context.links.rca(id), now_ms())))
    })
    .await
}

/// One RCA.
pub async fn rca(State(context): State<Arc<HttpContext>>, Path(id): Path<String>) -> Result<Html<String>, HttpError> {
    blocking(&context, move |context| {
        let rca = find(context, &id)?;
        let report = context.shared.store.report(&rca.last_report)?;
        let at_work = agent::at_work(context, &rca.id)?;
        let crash = crash(context, &rca, || report.as_ref().map(|report| report.text.clone()));
        let shown = page::ShownRca { rca: &rca, report: report.as_ref(), crash: crash.as_ref() };
        Ok(Html(page::rca(shown, at_work.as_deref(), &context.links, now_ms())))
    })
    .await
}
