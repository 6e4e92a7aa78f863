//! Access control: only this machine, with the token, a page's key, or the cookie that was given for one. A foreign `Host` or `Origin` is refused, so that
//! no web site reaches the daemon through the user's browser.

use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
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

/// A page's key opens the page, and what it loads; the cookie opens all.
pub async fn require_reader(
    State(context): State<Arc<HttpContext>>,
    Query(PageKey { key }): Query<PageKey>,
    request: Request,
    next: Next,
) -> Response {
    let links = &context.links;
    let (path, cookie_name) = (request.uri().path(), links.cookie_name());
    let has_cookie = cookies(request.headers()).any(|(name, value)| name == cookie_name && links.is_session(value));
    let opened = links.opens(path.strip_suffix("/steps").unwrap_or(path), &key);
    if !has_cookie && !opened {
        let text = "This page needs a link from rcad: `rcad open` opens the newest failure, `rcad status` prints the link \
                    to the list.";
        return (StatusCode::FORBIDDEN, Html(page::message(text))).into_response();
    }
    let mut response = next.run(request).await;
    let cookie = format!("{cookie_name}={}; Path=/; HttpOnly; SameSite=Strict", links.session());
    if !has_cookie && let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='))
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
