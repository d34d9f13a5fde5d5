//! A stranger's web server, good or hostile, and a service that finds it where a public address would be.

use std::collections::{HashMap, VecDeque};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use annals::clock::Clock;
use annals::outbound::{Lookup, OutboundPolicy};

use crate::support::Service;

/// A public address, for which the server stands in.
pub const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 216, 34));

type Page = Arc<dyn Fn(&str) -> Vec<u8> + Send + Sync>;

/// The server. Every request is kept.
pub struct Stranger {
    /// Where it listens.
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Stranger {
    /// Serves raw answers by path. An empty answer leaves the connection open and says nothing.
    pub fn start(page: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, seen) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(Vec::new())));
        let (kept, page): (_, Page) = (seen.clone(), Arc::new(page));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (kept, page) = (kept.clone(), page.clone());
                thread::spawn(move || answer(stream.unwrap(), &kept, &page));
            }
        });
        Self { address, seen }
    }

    /// The heads of the requests that came in, in lower case.
    pub fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

fn answer(mut stream: TcpStream, seen: &Mutex<Vec<String>>, page: &Page) {
    let mut head = Vec::new();
    let mut byte = [0_u8];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => return,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    seen.lock().unwrap().push(head.to_lowercase());
    let bytes = page(&path);
    if bytes.is_empty() {
        // Says nothing until the other side gives up.
        let _ = stream.read(&mut byte);
        return;
    }
    // The reader may have had enough.
    let _ = stream.write_all(&bytes);
}

/// An answer of JSON with further header lines.
pub fn json_page(status: u16, headers: &str, body: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Answers of a resolver under a test's control: each name has its answers, the last of which stays.
#[derive(Clone, Default)]
pub struct Names(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    answers: HashMap<String, VecDeque<Vec<IpAddr>>>,
    asked: Vec<String>,
}

impl Names {
    /// Adds a name with its answers, one for each time that it is asked for.
    pub fn add(&self, host: &str, answers: &[&[&str]]) {
        let answers = answers.iter().map(|answer| answer.iter().map(|address| address.parse().unwrap()).collect());
        self.0.lock().unwrap().answers.insert(host.to_owned(), answers.collect());
    }

    /// The names that were asked for.
    pub fn asked(&self) -> Vec<String> {
        self.0.lock().unwrap().asked.clone()
    }

    fn answer(&self, host: &str) -> std::io::Result<Vec<IpAddr>> {
        let mut inner = self.0.lock().unwrap();
        inner.asked.push(host.to_owned());
        let known = inner.answers.get_mut(host).ok_or_else(|| std::io::Error::other("no such name"))?;
        let answer = if known.len() > 1 { known.pop_front() } else { known.front().cloned() };
        Ok(answer.unwrap_or_default())
    }

    /// A policy that asks these names, and finds the stranger at the public address.
    pub fn policy(&self, stranger: &Stranger) -> OutboundPolicy {
        let names = self.clone();
        let lookup: Lookup = Arc::new(move |host| {
            let answer = names.answer(&host);
            Box::pin(async move { answer })
        });
        let mut policy = OutboundPolicy::default().with_lookup(lookup).with_stand_in(PUBLIC, stranger.address);
        policy.patience = Duration::from_secs(2);
        policy
    }
}

/// A service that reaches the stranger by these names.
pub fn service_among(names: &Names, stranger: &Stranger, clock: Clock) -> Service {
    let policy = names.policy(stranger);
    Service::start(move |config| config.outbound = policy, clock)
}
