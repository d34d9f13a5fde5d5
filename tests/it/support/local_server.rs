//! A local HTTP server that plays somebody else: an embedding endpoint, a collector of traces.

use std::sync::{Arc, Mutex};
use std::thread;

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// A request that came in.
#[derive(Debug, Clone)]
pub struct Received {
    /// The path.
    pub path: String,
    /// The headers, one a line, in lower case.
    pub head: String,
    /// The headers as they came.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// A running server. It stops when it is dropped.
pub struct LocalServer {
    /// Its origin, such as `http://127.0.0.1:40123`.
    pub origin: String,
    received: Arc<Mutex<Vec<Received>>>,
    stop: Option<oneshot::Sender<()>>,
}

impl LocalServer {
    /// Serves on a port and a thread of its own; the closure makes the status and the JSON body of each answer.
    pub fn start(answer: impl Fn(&Received) -> (u16, String) + Send + Sync + 'static) -> Self {
        let received = Arc::new(Mutex::new(Vec::new()));
        let (sender, receiver) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let (kept, answer) = (received.clone(), Arc::new(answer));
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(format!("http://{}", listener.local_addr().unwrap())).unwrap();
                let router = Router::new().fallback(move |request: Request| {
                    let (kept, answer) = (kept.clone(), answer.clone());
                    async move {
                        let request = take(request).await;
                        let (status, body) = answer(&request);
                        kept.lock().unwrap().push(request);
                        (StatusCode::from_u16(status).unwrap(), [("content-type", "application/json")], body)
                    }
                });
                let wait = async {
                    let _ = stopped.await;
                };
                axum::serve(listener, router).with_graceful_shutdown(wait).await.unwrap();
            });
        });
        Self { origin: receiver.recv().unwrap(), received, stop: Some(stop) }
    }

    /// What has come in so far.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

impl Drop for LocalServer {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }
}

async fn take(request: Request) -> Received {
    let (parts, body) = request.into_parts();
    let head = parts.headers.iter().fold(String::new(), |head, (name, value)| {
        format!("{head}{name}: {}\n", value.to_str().unwrap_or_default().to_lowercase())
    });
    let (path, body) = (parts.uri.path().to_owned(), to_bytes(body, usize::MAX).await.unwrap());
    Received { path, head, headers: parts.headers, body }
}
