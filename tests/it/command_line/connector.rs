//! `annals doctor --connector`: passes on the service as it is, and names what something in front of it spoils.

use std::collections::BTreeSet;

use serde_json::Value;

use super::made::password_of_account;
use crate::support::{Binary, Change, Run, Serving, Tampering};

const EVERY: &str = "every host";
const HOSTS: [&str; 4] = ["ChatGPT-like", "Claude-like", "Codex-like", "strict"];

/// The service as hosts reach it: under the address of what stands in front.
fn deployment() -> (Serving, Tampering) {
    let front = Tampering::start();
    let serving = Serving::start(|binary| {
        binary.with("ANNALS_PUBLIC_URL", &front.origin).with("ANNALS_REGISTRATIONS_PER_HOUR", "1000")
    });
    front.pass(&serving.origin, |_| ());
    (serving, front)
}

/// The doctor needs nothing of the installation: only the address.
fn doctor(front: &Tampering, more: &[&str], input: &str) -> Run {
    let binary = Binary::new().without("ANNALS_DATABASE_URL").without("ANNALS_MASTER_KEY");
    let url = format!("{}/mcp", front.origin);
    binary.run_with_input(&[&["doctor", "--connector", url.as_str()][..], more].concat(), input)
}

/// The checks that came out like this, each with its client.
fn came_out(run: &Run, outcome: &str) -> BTreeSet<(String, String)> {
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"));
    let checks = report["checks"].as_array().unwrap();
    let text = |check: &Value, field: &str| check[field].as_str().unwrap().to_owned();
    for check in checks {
        assert!(!text(check, "found").is_empty(), "{check}");
        assert_eq!(check["outcome"] == "passed", check["advice"].is_null(), "{check}");
    }
    let chosen = checks.iter().filter(|check| check["outcome"] == outcome);
    chosen.map(|check| (text(check, "client"), text(check, "check"))).collect()
}

#[test]
fn every_host_gets_through_the_whole_connect() {
    let (_serving, front) = deployment();
    let (email, password) = password_of_account(&Binary::new());
    let run = doctor(&front, &["--email", &email, "--password-stdin", "--json"], &format!("{password}\n"));
    assert_eq!(came_out(&run, "failed"), BTreeSet::new(), "{}", run.out);
    assert_eq!(run.code, 0);
    let passed = came_out(&run, "passed");
    for host in HOSTS {
        for check in
            ["registration", "sign-in, consent, token", "tools", "403 asks for more", "refresh", "revoke, then 401"]
        {
            assert!(passed.contains(&(host.to_owned(), check.to_owned())), "{host}, {check}: {}", run.out);
        }
    }
    // What a service on this machine cannot do is read documents of hosts; all else was looked at.
    assert!(came_out(&run, "skipped").iter().all(|(_, check)| check == "client document"), "{}", run.out);
    assert!(!run.out.contains(&password), "the password is shown to nobody");
}

#[test]
fn without_a_person_the_rest_is_examined_and_told_in_words() {
    let (_serving, front) = deployment();
    let run = doctor(&front, &[], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    for host in HOSTS {
        let is_skipped = |line: &&str| line.starts_with("skipped") && line.contains(host) && line.contains(" connect ");
        assert!(run.out.lines().any(|line| is_skipped(&line)), "{}", run.out);
    }
    assert!(run.out.contains("--password-stdin"), "it says what to do: {}", run.out);
    assert!(run.out.lines().last().unwrap().contains(" 0 failed"), "{}", run.out);
}

#[test]
fn a_wrong_password_is_a_failed_sign_in() {
    let (_serving, front) = deployment();
    let (email, _) = password_of_account(&Binary::new());
    let run = doctor(&front, &["--email", &email, "--password-stdin", "--json"], "not the password\n");
    assert_eq!(run.code, 1);
    let failed = came_out(&run, "failed");
    assert!(failed.iter().all(|(_, check)| check == "sign-in, consent, token") && !failed.is_empty(), "{failed:?}");
}

/// What is spoiled, how, and which hosts' checks find it.
type Case = (&'static str, Change, Vec<(&'static str, &'static str)>);

#[test]
fn each_thing_that_is_spoiled_on_the_way_fails_its_own_line() {
    let (serving, front) = deployment();
    let at_every = |checks: &[&'static str]| checks.iter().map(|check| (EVERY, *check)).collect::<Vec<_>>();
    let by_host = |check: &'static str| HOSTS.map(|host| (host, check)).to_vec();
    let challenges =
        ["401 challenge", "challenge, newest revision", "challenge, bad token", "challenge, trailing slash"];
    let let_through = HOSTS[..3].iter().map(|host| (*host, "is let through")).collect::<Vec<_>>();
    let cases: [Case; 10] = [
        (
            "a proxy that drops the challenge",
            |passing| drop(passing.headers.remove("www-authenticate")),
            [at_every(&challenges), let_through].concat(),
        ),
        (
            "a firewall that takes ChatGPT for a robot",
            |passing| {
                if passing.asked["user-agent"].to_str().unwrap().contains("httpx") && passing.path == "/mcp" {
                    (passing.status, passing.body) = (403, "<html>Are you human?</html>".to_owned());
                    passing.headers.clear();
                }
            },
            vec![(HOSTS[0], "is let through")],
        ),
        (
            "no CORS",
            |passing| drop(passing.headers.remove("access-control-allow-origin")),
            at_every(&["CORS of metadata", "CORS of token", "CORS of registration"]),
        ),
        (
            "a server without S256",
            |passing| passing.body = passing.body.replace("S256", "plain"),
            at_every(&["server metadata"]),
        ),
        (
            "half an OpenID provider",
            |passing| {
                if passing.path == "/.well-known/openid-configuration" {
                    (passing.status, passing.body) = (200, r#"{"issuer": "https://elsewhere.example"}"#.to_owned());
                }
            },
            at_every(&["openid-configuration"]),
        ),
        (
            "a proxy that makes one error of all",
            |passing| {
                if passing.path == "/oauth/token" && passing.status == 401 {
                    passing.status = 400;
                }
            },
            by_host("errors of the token endpoint"),
        ),
        (
            "a redirect without the issuer",
            |passing| {
                if let Some(location) = passing.headers.get("location") {
                    let without = location.to_str().unwrap().replace("iss=", "was=");
                    passing.headers.insert("location", without.parse().unwrap());
                }
            },
            by_host("errors at the redirect"),
        ),
        (
            "another public address",
            |passing| {
                if passing.path.starts_with("/.well-known/oauth-protected-resource") {
                    passing.body = passing.body.replace("/mcp\"", "/other\"");
                }
            },
            at_every(&["401 challenge", "resource metadata"]),
        ),
        (
            "no registration",
            |passing| {
                if passing.path == "/oauth/register" && passing.status == 201 {
                    (passing.status, passing.body) = (403, "{}".to_owned());
                }
            },
            by_host("registration"),
        ),
        (
            "a path that is taken too literally",
            |passing| {
                if passing.path == "/mcp/" {
                    passing.status = 404;
                }
            },
            at_every(&["challenge, trailing slash"]),
        ),
    ];
    for (fault, change, lines) in cases {
        front.pass(&serving.origin, change);
        let run = doctor(&front, &["--json"], "");
        let wanted = lines.iter().map(|(client, check)| ((*client).to_owned(), (*check).to_owned())).collect();
        assert_eq!(came_out(&run, "failed"), wanted, "{fault}");
        assert_eq!(run.code, 1, "{fault}");
    }
}

#[test]
fn what_is_no_endpoint_or_nobody_is_refused_before_anything_is_asked() {
    let binary = Binary::new();
    for url in ["annals.example.com/mcp", "ftp://annals.example.com/mcp", "https://annals.example.com", "https://"] {
        let refusal = binary.run(&["doctor", "--connector", url, "--json"]).refusal();
        assert_eq!(refusal["field"], "--connector", "{url}: {refusal}");
    }
    let url = "https://annals.example.com/mcp";
    let run = binary.run(&["doctor", "--connector", url, "--email", "a@b.example", "--password-stdin", "--json"]);
    assert_eq!(run.refusal()["field"], "--password-stdin");
    assert_eq!(binary.run(&["doctor", "--connector", url, "--email", "a@b.example"]).code, 2, "a password is needed");
    assert_eq!(binary.run(&["doctor", "--email", "a@b.example", "--password-stdin"]).code, 2, "an address is needed");
}

#[test]
fn a_deployment_that_is_not_there_fails_and_says_what_to_look_at() {
    let binary = Binary::new();
    let run = binary.run(&["doctor", "--connector", "http://127.0.0.1:9/mcp", "--json"]);
    assert_eq!(run.code, 1);
    assert!(came_out(&run, "failed").contains(&(EVERY.to_owned(), "401 challenge".to_owned())), "{}", run.out);
    assert!(came_out(&run, "skipped").contains(&(HOSTS[0].to_owned(), "registration".to_owned())), "{}", run.out);
}
