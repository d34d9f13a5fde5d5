//! Answers of the pages, each with the headers that keep it from being framed, cached, scripted or sniffed.

use askama::Template;
use axum::body::Body;
use axum::response::Response;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, LOCATION, REFERRER_POLICY, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderValue, StatusCode};
use url::{Host, Url};

use crate::error::AppError;

#[derive(Template)]
#[template(path = "message.html")]
struct Message<'a> {
    title: &'a str,
    sentence: &'a str,
    request_id: &'a str,
}

/// A page from a template. `sends_to` is a URL to which its form may lead besides ourselves.
pub(super) fn page(status: StatusCode, template: &impl Template, sends_to: Option<&str>) -> Result<Response, AppError> {
    let text = template.render().map_err(AppError::internal)?;
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Ok(guarded(response, sends_to))
}

/// A page that says one thing.
pub(super) fn notice(status: StatusCode, title: &str, sentence: &str) -> Result<Response, AppError> {
    message(status, title, sentence, "")
}

fn message(status: StatusCode, title: &str, sentence: &str, request_id: &str) -> Result<Response, AppError> {
    page(status, &Message { title, sentence, request_id }, None)
}

/// The page for a refusal.
pub(super) fn refusal(error: &AppError, request_id: &str) -> Response {
    crate::surface::log(error, request_id);
    let status = StatusCode::from_u16(error.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match message(status, error.code.row().title, &error.detail, request_id) {
        Ok(response) => response,
        Err(_) => guarded(Response::new(Body::from("Something went wrong on our side.")), None),
    };
    if let Some(wait) = error.retry_after {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs().max(1)));
    }
    response
}

/// Sends the browser on. After a form it asks there with GET.
pub(super) fn see_other(to: &str) -> Result<Response, AppError> {
    redirect(StatusCode::SEE_OTHER, to)
}

/// Sends the browser on from a page that was asked for with GET.
pub(super) fn found(to: &str) -> Result<Response, AppError> {
    redirect(StatusCode::FOUND, to)
}

fn redirect(status: StatusCode, to: &str) -> Result<Response, AppError> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response.headers_mut().insert(LOCATION, HeaderValue::from_str(to).map_err(AppError::internal)?);
    Ok(guarded(response, None))
}

fn guarded(mut response: Response, sends_to: Option<&str>) -> Response {
    let form_action = sends_to.and_then(source).map_or_else(String::new, |source| format!(" {source}"));
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'{form_action}; frame-ancestors 'none'; \
         base-uri 'none'"
    );
    let fixed = |text: &'static str| HeaderValue::from_static(text);
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, fixed("nosniff"));
    // Not `no-referrer`: under it browsers send `Origin: null` with our own forms, which is refused. Nobody else sees one.
    headers.insert(REFERRER_POLICY, fixed("same-origin"));
    headers.insert(CACHE_CONTROL, fixed("no-store"));
    headers.insert(X_FRAME_OPTIONS, fixed("DENY"));
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), fixed("same-origin"));
    response
}

/// The source expression of a URL for a content security policy. IPv6 addresses have none; their scheme stands for them.
fn source(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    match (url.scheme(), url.host()) {
        ("http" | "https", Some(Host::Domain(_) | Host::Ipv4(_))) => Some(url.origin().ascii_serialization()),
        (scheme, _) => Some(format!("{scheme}:")),
    }
}

#[cfg(test)]
mod tests {
    use super::source;

    #[test]
    fn a_redirect_becomes_a_source_that_policies_know() {
        for (url, expected) in [
            ("https://claude.ai/api/mcp/auth_callback", Some("https://claude.ai")),
            ("http://127.0.0.1:33418/callback?x=;y", Some("http://127.0.0.1:33418")),
            ("http://[::1]:33418/callback", Some("http:")),
            ("cursor://anysphere.cursor-mcp/oauth", Some("cursor:")),
            ("https://b\u{fc}cher.example/x", Some("https://xn--bcher-kva.example")),
            ("no url", None),
        ] {
            assert_eq!(source(url).as_deref(), expected, "{url}");
        }
    }
}
