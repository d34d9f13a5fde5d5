//! The way out: what it refuses, whatever name it hides behind, and that it refuses everything alike.

use annals::outbound::{Outbound, OutboundFailure};
use http::HeaderMap;

use super::stranger::{Names, Stranger, json_page};

const MOST: usize = 16 * 1024;

fn good_page(_: &str) -> Vec<u8> {
    json_page(200, "Cache-Control: max-age=600\r\n", "{}")
}

#[tokio::test]
async fn a_public_name_is_reached_with_nothing_of_ours_but_the_request() {
    let (names, stranger) = (Names::default(), Stranger::start(good_page));
    names.add("client.example", &[&["93.184.216.34"]]);
    let outbound = Outbound::new(names.policy(&stranger));
    let answer = outbound.get("https://client.example/a?b=c", MOST).await.unwrap();
    assert_eq!((answer.body.as_slice(), answer.fresh_for.map(|fresh| fresh.as_secs())), (b"{}".as_slice(), Some(600)));
    let head = stranger.seen().pop().unwrap();
    assert!(head.starts_with("get /a?b=c http/1.1") && head.contains("host: client.example\r\n"), "{head}");
    for header in ["authorization", "cookie", "referer", "origin"] {
        assert!(!head.contains(&format!("\n{header}:")), "{head}");
    }
    let sent = outbound.post("https://client.example/hook", HeaderMap::new(), b"{}".to_vec(), MOST).await.unwrap();
    assert_eq!(sent.status, 200);
    assert_eq!(names.asked(), ["client.example", "client.example"]);
}

#[tokio::test]
async fn names_of_addresses_with_a_special_use_are_refused_and_nothing_connects() {
    let (names, stranger) = (Names::default(), Stranger::start(good_page));
    let outbound = Outbound::new(names.policy(&stranger));
    let addresses = [
        "127.0.0.1",
        "127.1.2.3",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:93.184.216.34",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "ff02::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2001::1",
        "3fff::1",
    ];
    for (number, address) in addresses.iter().enumerate() {
        let host = format!("special-{number}.example");
        names.add(&host, &[&[address]]);
        let url = format!("https://{host}/a");
        assert_eq!(outbound.get(&url, MOST).await.unwrap_err(), OutboundFailure, "{address}");
        assert_eq!(outbound.check(&url).await, Err(OutboundFailure), "{address}");
        // One bad address spoils the good one beside it.
        names.add(&host, &[&["93.184.216.34", address]]);
        assert_eq!(outbound.get(&url, MOST).await.unwrap_err(), OutboundFailure, "{address} beside a public one");
    }
    assert_eq!(stranger.seen(), [""; 0]);
}

/// The name is asked for once; what it would say a moment later does not count.
#[tokio::test]
async fn a_name_that_changes_its_mind_is_connected_to_where_it_was_checked() {
    let (names, stranger) = (Names::default(), Stranger::start(good_page));
    names.add("rebinding.example", &[&["93.184.216.34"], &["127.0.0.1"]]);
    let outbound = Outbound::new(names.policy(&stranger));
    outbound.get("https://rebinding.example/a", MOST).await.unwrap();
    assert_eq!((names.asked().len(), stranger.seen().len()), (1, 1));
    assert_eq!(outbound.get("https://rebinding.example/a", MOST).await.unwrap_err(), OutboundFailure);
    assert_eq!(stranger.seen().len(), 1);
}

#[tokio::test]
async fn hostile_answers_are_refused_alike() {
    let trap = Stranger::start(good_page);
    let elsewhere = trap.address;
    let stranger = Stranger::start(move |path| match path {
        "/redirect" => json_page(302, &format!("Location: http://{elsewhere}/a\r\n"), "{}"),
        "/permanently" => json_page(308, "Location: https://client.example/good\r\n", "{}"),
        "/huge" => json_page(200, "", &"x".repeat(5_000_000)),
        "/one-more" => json_page(200, "", &"x".repeat(MOST + 1)),
        "/lies" => b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nx".to_vec(),
        "/endless" => {
            [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec(), b"5\r\nxxxxx\r\n".repeat(100_000)]
                .concat()
        }
        "/slow" => Vec::new(),
        "/missing" => json_page(404, "", "{}"),
        "/created" => json_page(201, "", "{}"),
        "/broken" => b"nothing like HTTP".to_vec(),
        "/exact" => json_page(200, "", &"x".repeat(MOST)),
        _ => good_page(path),
    });
    let names = Names::default();
    names.add("client.example", &[&["93.184.216.34"]]);
    let outbound = Outbound::new(names.policy(&stranger));
    for path in
        ["redirect", "permanently", "huge", "one-more", "lies", "endless", "slow", "missing", "created", "broken"]
    {
        let url = format!("https://client.example/{path}");
        assert_eq!(outbound.get(&url, MOST).await.unwrap_err(), OutboundFailure, "{path}");
    }
    assert_eq!(outbound.get("https://client.example/exact", MOST).await.unwrap().body.len(), MOST);
    assert_eq!(outbound.get("https://unknown.example/a", MOST).await.unwrap_err(), OutboundFailure);
    assert_eq!(trap.seen(), [""; 0], "a redirect was followed");
}
