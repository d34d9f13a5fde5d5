//! A mail server that takes every letter and sends none.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A letter as it came in.
#[derive(Debug, Clone)]
pub struct Letter {
    pub to: String,
    pub text: String,
}

impl Letter {
    /// The path of the link in it.
    #[track_caller]
    pub fn link(&self) -> String {
        let line = self.text.lines().find(|line| line.starts_with("http")).unwrap_or_else(|| panic!("{}", self.text));
        let rest = line.split_once("://").unwrap().1;
        rest[rest.find('/').unwrap()..].trim().to_owned()
    }
}

/// The server. Its thread ends with the process.
pub struct SmtpServer {
    pub url: String,
    letters: Arc<Mutex<Vec<Letter>>>,
}

impl SmtpServer {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let letters: Arc<Mutex<Vec<Letter>>> = Arc::default();
        let kept = letters.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let kept = kept.clone();
                std::thread::spawn(move || converse(stream, &kept));
            }
        });
        Self { url, letters }
    }

    pub fn letters_to(&self, address: &str) -> Vec<Letter> {
        self.letters.lock().unwrap().iter().filter(|letter| letter.to == address).cloned().collect()
    }

    /// The letter to an address, once it has come.
    pub async fn letter_to(&self, address: &str) -> Letter {
        for _ in 0..1_000 {
            if let Some(letter) = self.letters_to(address).pop() {
                return letter;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("no letter to {address}");
    }
}

fn converse(mut stream: TcpStream, letters: &Mutex<Vec<Letter>>) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let mut say = move |text: &str| stream.write_all(format!("{text}\r\n").as_bytes()).ok();
    say("220 test")?;
    let mut to = String::new();
    while let Some(Ok(line)) = lines.next() {
        let command = line.to_uppercase();
        if command.starts_with("RCPT TO:") {
            line.split(['<', '>']).nth(1)?.clone_into(&mut to);
        }
        if command == "DATA" {
            say("354 go on")?;
            let text: Vec<String> = lines.by_ref().map_while(Result::ok).take_while(|line| line != ".").collect();
            letters
                .lock()
                .unwrap()
                .push(Letter { to: to.clone(), text: text.join("\n").replace("=\n", "").replace("=3D", "=") });
        }
        say("250 fine")?;
        if command == "QUIT" {
            break;
        }
    }
    Some(())
}
