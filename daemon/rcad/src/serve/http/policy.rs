//! Sets security headers: a page may run our script, use our style and connect to this daemon, nothing else. Should
//! text of a log or model ever become markup, it has no effect.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::serve::page;

/// Sets the headers of every response.
pub async fn set(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let fixed = fixed.map(|(name, value)| (name, HeaderValue::from_static(value)));
    let policy: Option<(HeaderName, HeaderValue)> =
        HeaderValue::from_str(page::policy()).ok().map(|policy| (header::CONTENT_SECURITY_POLICY, policy));
    response.headers_mut().extend(fixed.into_iter().chain(policy));
    response
}
