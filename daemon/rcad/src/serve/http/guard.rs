//! Access control: only this machine, with the token or a page's key. A foreign `Host` or `Origin` is refused, so that
//! no web site reaches the daemon through the user's browser.

use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::HttpContext;
use super::error::HttpError;
use crate::serve::page;

pub async fn require_local(State(context): State<Arc<HttpContext>>, request: Request, next: Next) -> Response {
    let address = context.links.address();
    let port = address.rsplit(':').next().unwrap_or_default();
    let local = |authority: &str| authority == address || authority == format!("localhost:{port}");
    let host = text(request.headers(), header::HOST).is_some_and(local);
    let origin = text(request.headers(), header::ORIGIN);
    let origin = origin.is_none_or(|origin| origin.strip_prefix("http://").is_some_and(local));
    if host && origin {
        next.run(request).await
    } else {
        HttpError::new(StatusCode::FORBIDDEN, "FORBIDDEN", "not from this machine").into_response()
    }
}

pub async fn require_token(State(context): State<Arc<HttpContext>>, request: Request, next: Next) -> Response {
    let given = text(request.headers(), header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    if given.is_some_and(|token| context.links.is_token(token)) {
        next.run(request).await
    } else {
        HttpError::new(StatusCode::UNAUTHORIZED, "UNAUTHORIZED", "the token of daemon.json is missing or wrong")
            .into_response()
    }
}

#[derive(Deserialize)]
pub struct PageKey {
    #[serde(default)]
    key: String,
}

pub async fn require_key(
    State(context): State<Arc<HttpContext>>,
    Query(PageKey { key }): Query<PageKey>,
    request: Request,
    next: Next,
) -> Response {
    // A page's key also opens what that page loads.
    let path = request.uri().path();
    if context.links.opens(path.strip_suffix("/steps").unwrap_or(path), &key) {
        next.run(request).await
    } else {
        let text = "This link is not valid. `rcad open last` opens the newest one.";
        (StatusCode::FORBIDDEN, Html(page::message(text))).into_response()
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
