//! A local HTTP server that answers by script, one connection for each request.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What the server does with a request.
#[derive(Clone)]
pub(super) enum Step {
    /// This status, these further headers, this body.
    Reply(u16, &'static str, String),
    /// One vector for each text, made by the function from its place in the batch.
    Vectors(fn(usize) -> Vec<f32>),
    /// Says nothing for so long, then hangs up.
    Silence(Duration),
    /// Hangs up at once.
    HangUp,
}

pub(super) struct ScriptedServer {
    pub(super) base_url: String,
    requests: Arc<Mutex<Vec<(String, Value)>>>,
    task: JoinHandle<()>,
}

impl ScriptedServer {
    /// Serves the steps in order; the last one is repeated for ever.
    pub(super) async fn start(steps: Vec<Step>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1/", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        #[expect(clippy::disallowed_methods, reason = "a server of the test beside its client")]
        let task = tokio::spawn(async move {
            let mut steps = steps.into_iter().peekable();
            while let Ok((stream, _)) = listener.accept().await {
                let step = steps.next().unwrap();
                if steps.peek().is_none() {
                    steps = vec![step.clone()].into_iter().peekable();
                }
                serve(stream, step, &seen).await;
            }
        });
        Self { base_url, requests, task }
    }

    /// The head and the body of every request so far.
    pub(super) fn requests(&self) -> Vec<(String, Value)> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, step: Step, seen: &Mutex<Vec<(String, Value)>>) {
    let (head, body) = read_request(&mut stream).await;
    let texts = body["input"].as_array().map_or(0, Vec::len);
    seen.lock().unwrap().push((head, body));
    let (status, headers, body) = match step {
        Step::Reply(status, headers, body) => (status, headers, body),
        Step::Vectors(make) => (200, "", vectors_body((0..texts).map(|at| (at, make(at))))),
        Step::Silence(time) => return tokio::time::sleep(time).await,
        Step::HangUp => return,
    };
    let reply = format!(
        "HTTP/1.1 {status} Scripted\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n{body}",
        body.len()
    );
    // The client may have given up; that is part of some scripts.
    let _ = stream.write_all(reply.as_bytes()).await;
}

/// An answer with these indexes and vectors.
pub(super) fn vectors_body(vectors: impl Iterator<Item = (usize, Vec<f32>)>) -> String {
    let data: Vec<Value> = vectors
        .map(|(index, embedding)| serde_json::json!({"object": "embedding", "index": index, "embedding": embedding}))
        .collect();
    serde_json::json!({"object": "list", "data": data, "model": "m", "usage": {"prompt_tokens": 1}}).to_string()
}

async fn read_request(stream: &mut TcpStream) -> (String, Value) {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut bytes).await.unwrap() == 0 {
            return (String::new(), Value::Null);
        }
    };
    let head = String::from_utf8(bytes[..head_end].to_vec()).unwrap().to_lowercase();
    let length: usize =
        head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().trim().parse().unwrap();
    while bytes.len() < head_end + length {
        assert_ne!(stream.read_buf(&mut bytes).await.unwrap(), 0);
    }
    (head, serde_json::from_slice(&bytes[head_end..]).unwrap())
}
