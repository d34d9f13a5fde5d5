//! The program as a process.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::OwnDatabase;

const KEY: &str = "dGVzdHMgdXNlIGEga2V5IG9mIHRoZWlyIG93biAhISE=";

/// What the program finds in its environment: nothing of the tests' own.
#[derive(Clone)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// Complete settings with this database, and a port of its own.
    pub fn of(database_url: &str) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut settings = BTreeMap::new();
        for (name, value) in [
            ("ANNALS_DATABASE_URL", database_url.to_owned()),
            ("ANNALS_MASTER_KEY", KEY.to_owned()),
            ("ANNALS_BIND", format!("127.0.0.1:{port}")),
            ("ANNALS_PUBLIC_URL", format!("http://127.0.0.1:{port}")),
            ("ANNALS_METRICS_BIND", "off".to_owned()),
            ("ANNALS_EMBEDDER", "double".to_owned()),
        ] {
            settings.insert(name.to_owned(), value);
        }
        Self(settings)
    }

    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.insert(name.to_owned(), value.to_owned());
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.0.remove(name);
        self
    }

    /// What must not be repeated: keys, and the passwords in URLs.
    pub fn secrets(&self) -> Vec<String> {
        let key = self.0.get("ANNALS_MASTER_KEY").cloned();
        let password = self.0.get("ANNALS_DATABASE_URL").and_then(|url| {
            let (credentials, _) = url.strip_prefix("postgres://")?.split_once('@')?;
            Some(credentials.split_once(':')?.1.to_owned())
        });
        key.into_iter().chain(password).collect()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_annals"));
        command.args(arguments).env_clear().envs(&self.0).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts `annals serve`.
    pub fn start(&self) -> Program {
        let mut child = self.command(&["serve"]).spawn().expect("the program starts");
        let output = gathered(child.stdout.take().unwrap());
        let errors = gathered(child.stderr.take().unwrap());
        Program { settings: self.clone(), child, output, errors }
    }
}

type Gathered = Arc<Mutex<String>>;

fn gathered(stream: impl Read + Send + 'static) -> Gathered {
    let text = Gathered::default();
    let filled = text.clone();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let mut text = filled.lock().unwrap();
            text.push_str(&line);
            text.push('\n');
        }
    });
    text
}

/// A running program. It is killed when it is dropped.
pub struct Program {
    settings: Settings,
    child: Child,
    output: Gathered,
    errors: Gathered,
}

/// A program that has ended.
pub struct Ended {
    pub code: Option<i32>,
    pub output: String,
    pub errors: String,
}

impl Program {
    pub fn origin(&self) -> String {
        self.settings.0["ANNALS_PUBLIC_URL"].clone()
    }

    fn said(&self) -> String {
        format!("{}{}", self.output.lock().unwrap(), self.errors.lock().unwrap())
    }

    /// Waits until it has said this.
    pub async fn says(&mut self, words: &str) {
        let limit = Instant::now() + Duration::from_secs(60);
        while !self.said().contains(words) {
            assert!(Instant::now() < limit, "“{words}” was not said: {}", self.said());
            assert!(
                self.child.try_wait().unwrap().is_none() || self.said().contains(words),
                "it ended: {}",
                self.said()
            );
            pause().await;
        }
    }

    /// Waits until it is ready.
    pub async fn ready(&mut self) {
        let url = format!("{}/readyz", self.origin());
        let limit = Instant::now() + Duration::from_secs(60);
        loop {
            let answer = reqwest::get(&url).await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            assert!(Instant::now() < limit, "it was never ready: {}", self.said());
            assert!(self.child.try_wait().unwrap().is_none(), "it ended: {}", self.said());
            pause().await;
        }
    }

    /// Asks it to stop, as an orchestrator does.
    pub fn terminate(&self) {
        let sent = Command::new("sh").args(["-c", "kill -TERM \"$0\""]).arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for its end.
    pub async fn ended(mut self, patience: Duration) -> Ended {
        let limit = Instant::now() + patience;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < limit, "it did not end: {}", self.said());
            pause().await;
        };
        // What was written last may still be on its way through the pipe.
        let limit = Instant::now() + Duration::from_secs(10);
        while Arc::strong_count(&self.output) + Arc::strong_count(&self.errors) > 2 && Instant::now() < limit {
            pause().await;
        }
        let (output, errors) = (self.output.lock().unwrap().clone(), self.errors.lock().unwrap().clone());
        Ended { code: status.code(), output, errors }
    }

    /// A token of a first account, made at the command line.
    pub fn first_token(&self, own: &OwnDatabase) -> String {
        assert!(self.settings.0["ANNALS_DATABASE_URL"].ends_with(own.name()));
        let account = self.ask(&["account", "create", "--name", "Slow", "--owner-email", "owner@example.com"]);
        let (account, user) = (account["account_id"].as_str().unwrap(), account["user_id"].as_str().unwrap());
        let token = self.ask(&[
            "token",
            "create",
            "--account",
            account,
            "--user",
            user,
            "--permissions",
            "memory:read memory:write",
        ]);
        token["token"].as_str().unwrap().to_owned()
    }

    fn ask(&self, arguments: &[&str]) -> Value {
        let output = self.settings.command(arguments).arg("--json").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The pause between two looks at a process, which cannot be waited for otherwise.
pub async fn pause() {
    tokio::time::sleep(Duration::from_millis(20)).await;
}
