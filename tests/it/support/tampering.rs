//! Something in front of the service that changes what passes: what a badly set proxy or firewall does.

use std::sync::{Arc, Mutex};
use std::thread;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Response};
use tokio::net::TcpListener;

/// An answer on its way back, with the path and headers of its request.
pub struct Passing {
    /// The request's path.
    pub path: String,
    /// The request's headers.
    pub asked: HeaderMap,
    /// The answer's status.
    pub status: u16,
    /// The answer's headers.
    pub headers: HeaderMap,
    /// The answer's body.
    pub body: String,
}

/// What is changed.
pub type Change = fn(&mut Passing);

/// A forwarder on a port of its own.
pub struct Tampering {
    /// Its origin: the public URL of the service behind it.
    pub origin: String,
    behind: Arc<Mutex<(String, Change)>>,
}

impl Tampering {
    /// Listens; nothing stands behind it yet.
    pub fn start() -> Self {
        let behind: Arc<Mutex<(String, Change)>> = Arc::new(Mutex::new((String::new(), |_| ())));
        let kept = behind.clone();
        // The first provider counts; a second is refused, which changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (sender, receiver) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(format!("http://{}", listener.local_addr().unwrap())).unwrap();
                let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
                let router =
                    Router::new().fallback(move |request: Request| forward(kept.clone(), client.clone(), request));
                axum::serve(listener, router).await.unwrap();
            });
        });
        Self { origin: receiver.recv().unwrap(), behind }
    }

    /// Says what stands behind it, and what it does to the answers from there.
    pub fn pass(&self, origin: &str, change: Change) {
        *self.behind.lock().unwrap() = (origin.to_owned(), change);
    }
}

async fn forward(behind: Arc<Mutex<(String, Change)>>, client: reqwest::Client, request: Request) -> Response<Body> {
    let (origin, change) = behind.lock().unwrap().clone();
    let (parts, body) = request.into_parts();
    let url = format!("{origin}{}", parts.uri.path_and_query().unwrap());
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let asked = parts.headers.clone();
    let answer = client.request(parts.method, url).headers(parts.headers).body(body).send().await.unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    let body = answer.text().await.unwrap();
    let mut passing = Passing { path: parts.uri.path().to_owned(), asked, status, headers, body };
    change(&mut passing);
    // The body may have another length now.
    passing.headers.remove("content-length");
    passing.headers.remove("transfer-encoding");
    let mut response = Response::new(Body::from(passing.body));
    *response.status_mut() = passing.status.try_into().unwrap();
    *response.headers_mut() = passing.headers;
    response
}
