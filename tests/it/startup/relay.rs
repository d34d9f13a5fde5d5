//! A port that leads to Postgres, though not from the start.

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// A port that is known and closed.
pub struct Relay {
    port: u16,
    server: String,
    url: String,
}

impl Relay {
    /// Chooses a port for the server that a URL names.
    pub fn reserve(url: &str) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (before, rest) = url.split_once('@').expect("the URL names a role");
        let (server, name) = rest.split_once('/').expect("the URL names a database");
        Self { port, server: server.to_owned(), url: format!("{before}@127.0.0.1:{port}/{name}") }
    }

    /// The URL that goes through it.
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// Opens it, for as long as the test runs.
    #[expect(clippy::disallowed_methods, reason = "it relays beside the test and ends with its runtime")]
    pub async fn open(self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).await.unwrap();
        tokio::spawn(async move {
            while let Ok((mut from, _)) = listener.accept().await {
                let server = self.server.clone();
                tokio::spawn(async move {
                    let mut to = TcpStream::connect(&server).await.unwrap();
                    let _ = copy_bidirectional(&mut from, &mut to).await;
                });
            }
        });
    }
}
