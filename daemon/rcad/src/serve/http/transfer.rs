//! `GET export`, `POST import`, `GET verify`: the whole store, streamed in small pieces.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use rcad_store::{ExportLines, Store, StoreError};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::HttpContext;
use super::error::HttpError;
use super::reply::blocking;
use crate::line::retention::report_damage;
use crate::protocol::transfer::{BadLine, ImportReply, TrimmedCounts, VerifyReply};

/// Bytes of lines that are sent together.
const CHUNK: usize = 64 << 10;
/// Chunks buffered for a slow reader.
const AHEAD: usize = 4;

#[derive(Deserialize)]
pub struct ExportQuery {
    project: Option<String>,
}

/// `GET export`
pub async fn export(
    State(context): State<Arc<HttpContext>>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, HttpError> {
    let (chunks, body) = mpsc::channel(AHEAD);
    let export = blocking(&context, move |context| Ok(context.shared.store.export(query.project.as_deref())?)).await?;
    tokio::task::spawn_blocking(move || send(export, &chunks));
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(ReceiverStream::new(body))).into_response())
}

/// After an error the connection is aborted, so that a part is not mistaken for the whole.
fn send(export: ExportLines, chunks: &mpsc::Sender<Result<Vec<u8>, std::io::Error>>) {
    let mut chunk = Vec::with_capacity(CHUNK * 2);
    for line in export {
        match line {
            Ok(line) => {
                chunk.extend_from_slice(line.as_bytes());
                chunk.push(b'\n');
            }
            Err(e) => {
                tracing::error!(error = %e, "an export broke off");
                let _ = chunks.blocking_send(Err(std::io::Error::other(e.to_string())));
                return;
            }
        }
        if chunk.len() >= CHUNK && chunks.blocking_send(Ok(std::mem::take(&mut chunk))).is_err() {
            return;
        }
    }
    let _ = chunks.blocking_send(Ok(chunk));
}

#[derive(Deserialize)]
pub struct ImportQuery {
    /// Number of the first line in this request; the file's first is 1.
    first: u64,
}

/// `POST import`
pub async fn import(
    State(context): State<Arc<HttpContext>>,
    Query(query): Query<ImportQuery>,
    text: String,
) -> Result<Json<ImportReply>, HttpError> {
    let imported = blocking(&context, move |context| {
        let lines: Vec<(u64, &str)> = (query.first..).zip(text.lines()).collect();
        let imported = context.shared.store.import(&lines)?;
        context.shared.cache.clear();
        if imported.end.is_some() {
            context.shared.search.wake();
        } else {
            context.shared.search.wake_when_settled();
        }
        Ok(imported)
    });
    let imported = imported.await?;
    let bad = imported.bad.into_iter().map(|bad| BadLine { number: bad.number, why: bad.why });
    Ok(Json(ImportReply {
        added: imported.added,
        renewed: imported.renewed,
        unchanged: imported.unchanged,
        builds: imported.builds,
        bad: bad.collect(),
        end: imported.end,
    }))
}

/// `GET verify`
pub async fn verify(State(context): State<Arc<HttpContext>>) -> Result<Json<VerifyReply>, HttpError> {
    let found = blocking(&context, |context| Ok(context.shared.store.verify()?)).await?;
    let rcad_store::VerifyReport { rcas, builds, reports, wrong, damaged, problems } = found;
    report_damage(&context.shared.health, Ok(damaged));
    Ok(Json(VerifyReply { rcas, builds, reports, wrong, damaged, problems }))
}

/// Records removed to keep the store below its maximum size, for `GET status`.
pub fn trimmed(store: &Store) -> Result<TrimmedCounts, StoreError> {
    let rcad_store::TrimReport { sent, reports, builds, rcas } = store.trimmed()?;
    Ok(TrimmedCounts { sent, reports, builds, rcas })
}
