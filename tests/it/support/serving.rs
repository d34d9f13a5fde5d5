//! The real binary, serving on ports of its own.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Child, Command};
use std::thread::JoinHandle;

use super::account::Account;
use super::binary::{Binary, Run};

/// A process that serves. It is ended when it is dropped.
pub struct Serving {
    /// Its origin.
    pub origin: String,
    /// Where it serves metrics.
    pub metrics_url: String,
    binary: Binary,
    child: Child,
    out: Option<JoinHandle<String>>,
    err: Option<JoinHandle<String>>,
}

impl Serving {
    /// Starts it with settings of one's own and waits until it listens.
    pub fn start(change: impl FnOnce(Binary) -> Binary) -> Self {
        let [bind, metrics] = [free_address(), free_address()];
        let origin = format!("http://{bind}");
        let binary = Binary::new()
            .with("ANNALS_BIND", &bind)
            .with("ANNALS_METRICS_BIND", &metrics)
            .with("ANNALS_PUBLIC_URL", &origin);
        let binary = change(binary);
        let mut child = binary.command(&["serve"]).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let stderr = child.stderr.take().unwrap();
        let out = std::thread::spawn(move || {
            let mut text = String::new();
            stdout.read_to_string(&mut text).unwrap();
            text
        });
        let (sender, listens) = std::sync::mpsc::channel();
        let err = std::thread::spawn(move || {
            let mut text = String::new();
            for line in BufReader::new(stderr).lines() {
                let line = line.unwrap();
                if line.contains("\"serving\"") {
                    // The test may have given up waiting.
                    let _ = sender.send(());
                }
                text.push_str(&line);
                text.push('\n');
            }
            text
        });
        let mut serving = Self {
            origin,
            metrics_url: format!("http://{metrics}/metrics"),
            binary,
            child,
            out: Some(out),
            err: Some(err),
        };
        let listens = listens.recv_timeout(std::time::Duration::from_mins(1)).is_ok();
        assert!(listens, "it does not serve: {:?}", serving.end("-KILL"));
        serving
    }

    /// A token for the owner of an account, made at the command line.
    pub fn token(&self, account: &Account<'_>) -> String {
        let (id, owner) = (account.id.to_string(), account.owner.to_string());
        let run = self.binary.run(&[
            "token",
            "create",
            "--account",
            &id,
            "--user",
            &owner,
            "--permissions",
            "memory:write mcp:write decisions:write scopes:write",
            "--agent",
            "tester",
            "--device",
            "bench",
            "--json",
        ]);
        run.json()["token"].as_str().unwrap().to_owned()
    }

    /// Tells it to stop and waits until it has.
    pub fn stop(mut self) -> Run {
        self.end("-TERM")
    }

    /// Ends it at once, as a crash does: nothing that it was doing is finished.
    pub fn kill(mut self) {
        self.end("-KILL");
    }

    fn end(&mut self, signal: &str) -> Run {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success() || signal == "-KILL");
        let status = self.child.wait().unwrap();
        let text = |reader: &mut Option<JoinHandle<String>>| reader.take().unwrap().join().unwrap();
        Run { code: status.code().unwrap_or(-1), out: text(&mut self.out), err: text(&mut self.err) }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // After `stop` there is nothing left to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address that nobody listens on right now.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}
