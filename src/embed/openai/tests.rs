mod scripted_server;

use std::time::Duration;

use super::*;
use crate::embed::ApiKey;
use scripted_server::{ScriptedServer, Step, vectors_body};

const KEY: &str = "sk-very-secret";
const TEXT: &str = "the text that must not leak";

fn settings(base_url: &str) -> OpenAiSettings {
    OpenAiSettings {
        base_url: base_url.into(),
        key: Some(ApiKey::new(KEY.into())),
        model: "m".into(),
        dimensions: 3,
        query_prefix: "query: ".into(),
        passage_prefix: "passage: ".into(),
    }
}

fn hasty() -> Patience {
    Patience {
        connect: Duration::from_millis(500),
        request: Duration::from_millis(300),
        query_budget: Duration::from_secs(2),
        passage_budget: Duration::from_secs(2),
        attempts: 3,
        first_wait: Duration::from_millis(5),
        longest_wait: Duration::from_millis(20),
        failures_before_rest: 100,
        rest: Duration::from_millis(300),
    }
}

async fn with(steps: Vec<Step>) -> (ScriptedServer, OpenAi) {
    let server = ScriptedServer::start(steps).await;
    let client = OpenAi::new(&settings(&server.base_url), hasty()).unwrap();
    (server, client)
}

async fn embed(client: &OpenAi, texts: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
    client.embed(&vec![TEXT.to_owned(); texts], Purpose::Passage).await
}

fn reply(status: u16, headers: &'static str) -> Step {
    Step::Reply(status, headers, format!("{{\"error\": \"{KEY} {TEXT}\"}}"))
}

fn along_axis(at: usize) -> Vec<f32> {
    let mut vector = vec![0.0; 3];
    vector[at % 3] = 2.0;
    vector
}

fn assert_clean(error: &EmbedError) {
    let shown = format!("{error} {error:?} {}", error.notice());
    assert!(!shown.contains(KEY) && !shown.contains("leak") && !shown.contains("127.0.0.1"), "{shown}");
}

#[tokio::test]
async fn an_answer_comes_back_at_unit_length() {
    let (server, client) = with(vec![Step::Vectors(along_axis)]).await;
    let vectors = client.embed(&["a".into(), "b".into()], Purpose::Query).await.unwrap();
    assert_eq!(vectors, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let (head, body) = server.requests().remove(0);
    assert!(head.starts_with("post /v1/embeddings "), "{head}");
    assert!(head.contains(&format!("authorization: bearer {KEY}")));
    assert_eq!(body, serde_json::json!({"model": "m", "input": ["query: a", "query: b"], "dimensions": 3}));
}

#[tokio::test]
async fn no_key_no_header_and_no_texts_no_request() {
    let server = ScriptedServer::start(vec![Step::Vectors(along_axis)]).await;
    let client = OpenAi::new(&OpenAiSettings { key: None, ..settings(&server.base_url) }, hasty()).unwrap();
    assert!(client.embed(&[], Purpose::Passage).await.unwrap().is_empty());
    assert!(server.requests().is_empty());
    embed(&client, 1).await.unwrap();
    assert!(!server.requests()[0].0.contains("authorization"));
}

#[tokio::test]
async fn texts_go_in_batches_and_long_ones_are_cut() {
    let (server, client) = with(vec![Step::Vectors(along_axis)]).await;
    let texts: Vec<String> = (0..130).map(|number| format!("{number} {}", "ü".repeat(9_000))).collect();
    assert_eq!(client.embed(&texts, Purpose::Passage).await.unwrap().len(), 130);
    let inputs: Vec<_> =
        server.requests().into_iter().map(|(_, body)| body["input"].as_array().unwrap().clone()).collect();
    assert_eq!(inputs.iter().map(Vec::len).collect::<Vec<_>>(), [64, 64, 2]);
    assert!(inputs.iter().flatten().all(|text| text.as_str().unwrap().chars().count() == 8_000));
    assert!(inputs[2][1].as_str().unwrap().starts_with("passage: 129 "));
}

#[tokio::test]
async fn busy_and_broken_are_asked_again() {
    for step in [reply(429, "retry-after: 0\r\n"), reply(429, ""), reply(503, ""), reply(500, ""), Step::HangUp] {
        let (server, client) = with(vec![step, Step::Vectors(along_axis)]).await;
        assert_eq!(embed(&client, 1).await.unwrap().len(), 1);
        assert_eq!(server.requests().len(), 2);
    }
}

#[tokio::test]
async fn retry_after_is_honoured_in_every_form() {
    for headers in [
        "retry-after: 1\r\n",
        "retry-after-ms: 900\r\n",
        "date: Wed, 21 Oct 2015 07:28:00 GMT\r\nretry-after: Wed, 21 Oct 2015 07:28:01 GMT\r\n",
    ] {
        let (_server, client) = with(vec![reply(429, headers), Step::Vectors(along_axis)]).await;
        let start = Instant::now();
        embed(&client, 1).await.unwrap();
        assert!(start.elapsed() >= Duration::from_millis(900), "{headers}: {:?}", start.elapsed());
    }
}

#[tokio::test]
async fn a_long_retry_after_is_not_waited_for_and_spares_the_endpoint() {
    let (server, client) = with(vec![reply(429, "retry-after: 60\r\n"), Step::Vectors(along_axis)]).await;
    let start = Instant::now();
    let error = embed(&client, 1).await.unwrap_err();
    assert_eq!(
        error,
        EmbedError::Unavailable {
            reason: "the embedding endpoint is over its rate limit (429)".into(),
            retry_after: Some(Duration::from_mins(1)),
        }
    );
    assert!(matches!(embed(&client, 1).await, Err(EmbedError::Unavailable { retry_after: Some(_), .. })));
    assert!(start.elapsed() < Duration::from_secs(1));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn attempts_are_bounded() {
    let (server, client) = with(vec![reply(502, "")]).await;
    let error = embed(&client, 1).await.unwrap_err();
    assert!(matches!(error, EmbedError::Unavailable { .. }));
    assert_clean(&error);
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn a_refusal_is_not_repeated_and_says_what_to_do() {
    for (status, says) in [(401, "key"), (403, "key"), (404, "model"), (413, "batch"), (302, "redirects")] {
        let (server, client) = with(vec![reply(status, "location: http://127.0.0.1:9/\r\n")]).await;
        let error = embed(&client, 1).await.unwrap_err();
        assert!(matches!(error, EmbedError::Refused { .. }) && error.to_string().contains(says), "{error}");
        assert_clean(&error);
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn an_endpoint_that_does_not_know_dimensions_is_asked_without() {
    let (server, client) = with(vec![reply(400, ""), Step::Vectors(along_axis)]).await;
    embed(&client, 1).await.unwrap();
    embed(&client, 1).await.unwrap();
    let named: Vec<bool> = server.requests().iter().map(|(_, body)| body.get("dimensions").is_some()).collect();
    assert_eq!(named, [true, false, false]);

    let (server, client) = with(vec![reply(400, "")]).await;
    assert!(matches!(embed(&client, 1).await, Err(EmbedError::Refused { .. })));
    assert!(matches!(embed(&client, 1).await, Err(EmbedError::Refused { .. })));
    let named: Vec<bool> = server.requests().iter().map(|(_, body)| body.get("dimensions").is_some()).collect();
    assert_eq!(named, [true, false, true, false], "a refusal for another reason teaches nothing");
}

#[tokio::test]
async fn the_order_is_the_one_of_the_indexes() {
    let body = vectors_body([(1, along_axis(1)), (0, along_axis(0))].into_iter());
    let (_server, client) = with(vec![Step::Reply(200, "", body)]).await;
    assert_eq!(embed(&client, 2).await.unwrap(), [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);

    let bare = r#"{"data": [{"embedding": [1, 0, 0]}, {"embedding": [0, 1, 0]}]}"#;
    let (_server, client) = with(vec![Step::Reply(200, "", bare.into())]).await;
    assert_eq!(embed(&client, 2).await.unwrap(), [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
}

#[tokio::test]
async fn answers_of_the_wrong_shape_are_refused_once() {
    let bodies = [
        vectors_body([(0, along_axis(0)), (0, along_axis(1))].into_iter()),
        vectors_body([(0, along_axis(0)), (2, along_axis(1))].into_iter()),
        vectors_body([(0, along_axis(0))].into_iter()),
        vectors_body([(0, along_axis(0)), (1, vec![1.0; 4])].into_iter()),
        vectors_body([(0, along_axis(0)), (1, vec![0.0; 3])].into_iter()),
        r#"{"data": [{"index": 0, "embedding": [1, NaN, 0]}, {"index": 1, "embedding": [0, 1, 0]}]}"#.into(),
        r#"{"data": [{"index": 0, "embedding": [1, 1e39, 0]}, {"index": 1, "embedding": [0, 1, 0]}]}"#.into(),
        r#"{"data": [{"index": 0, "embedding": [1, null, 0]}, {"index": 1, "embedding": [0, 1, 0]}]}"#.into(),
        r#"{"data": [{"index": 0, "embedding": [1, 0, 0]}, {"embedding": [0, 1, 0]}]}"#.into(),
        "<html>it works</html>".into(),
        String::new(),
        format!("{{\"data\": [{}", " ".repeat(100_000)),
    ];
    for body in bodies {
        let (server, client) = with(vec![Step::Reply(200, "", body.clone())]).await;
        let error = embed(&client, 2).await.unwrap_err();
        assert!(matches!(error, EmbedError::WrongShape { .. }), "{error} for {body:.80}");
        assert_clean(&error);
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_slow_endpoint_costs_no_more_than_the_budget() {
    let server = ScriptedServer::start(vec![Step::Silence(Duration::from_secs(30))]).await;
    let patience = Patience { query_budget: Duration::from_millis(400), ..hasty() };
    let client = OpenAi::new(&settings(&server.base_url), patience).unwrap();
    let start = Instant::now();
    let error = client.embed(&[TEXT.into()], Purpose::Query).await.unwrap_err();
    assert!(error.to_string().contains("in time"), "{error}");
    assert!(start.elapsed() < Duration::from_millis(1_500), "{:?}", start.elapsed());
}

#[tokio::test]
async fn a_dead_endpoint_is_left_alone_and_tried_again_by_one() {
    let server = ScriptedServer::start(vec![
        Step::HangUp,
        Step::HangUp,
        Step::HangUp,
        Step::HangUp,
        Step::HangUp,
        Step::Vectors(along_axis),
    ])
    .await;
    let patience = Patience { failures_before_rest: 4, attempts: 2, ..hasty() };
    let client = OpenAi::new(&settings(&server.base_url), patience).unwrap();
    for _ in 0..2 {
        embed(&client, 1).await.unwrap_err();
    }
    assert_eq!(server.requests().len(), 4);
    for _ in 0..50 {
        let error = embed(&client, 1).await.unwrap_err();
        assert!(error.to_string().contains("left alone"), "{error}");
    }
    assert_eq!(server.requests().len(), 4, "nobody was let through");

    tokio::time::sleep(Duration::from_millis(350)).await;
    let tries = futures::future::join_all((0..10).map(|_| embed(&client, 1))).await;
    assert!(tries.iter().all(Result::is_err));
    assert_eq!(server.requests().len(), 5, "one was let through and failed");

    tokio::time::sleep(Duration::from_millis(350)).await;
    embed(&client, 1).await.unwrap();
    embed(&client, 1).await.unwrap();
    assert_eq!(server.requests().len(), 7);
}

#[tokio::test]
async fn a_port_that_nobody_listens_on_is_unavailable() {
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let client = OpenAi::new(&settings(&format!("http://{free}/v1")), hasty()).unwrap();
    let error = embed(&client, 1).await.unwrap_err();
    assert!(error.to_string().contains("cannot be reached"), "{error}");
    assert_clean(&error);
}

#[test]
fn settings_are_checked_when_the_client_is_made() {
    let base = settings("https://host/v1");
    let cases = [
        (OpenAiSettings { dimensions: 1_201, ..base.clone() }, "1024"),
        (OpenAiSettings { dimensions: 0, ..base.clone() }, "at least 1"),
        (OpenAiSettings { model: " ".into(), ..base.clone() }, "model name"),
        (OpenAiSettings { base_url: "host/v1".into(), ..base.clone() }, "base URL"),
        (OpenAiSettings { base_url: "ftp://host/v1".into(), ..base.clone() }, "http"),
        (OpenAiSettings { base_url: "https://user:pass@host/v1".into(), ..base.clone() }, "password"),
        (OpenAiSettings { base_url: "https://host/v1?key=1".into(), ..base.clone() }, "query"),
        (OpenAiSettings { key: Some(ApiKey::new("a\nb".into())), ..base.clone() }, "header"),
    ];
    for (settings, says) in cases {
        let Err(error) = OpenAi::new(&settings, hasty()) else { panic!("{says}: accepted") };
        assert!(matches!(error, EmbedError::Settings { .. }) && error.to_string().contains(says), "{error}");
        assert!(!error.to_string().contains("pass@"), "{error}");
    }
    assert!(OpenAi::new(&OpenAiSettings { dimensions: 1_200, ..base }, hasty()).is_ok());
}

#[test]
fn waits_grow_and_vary_within_bounds() {
    let patience = Patience::default();
    for attempt in 1..40 {
        let full =
            Duration::from_millis(250).saturating_mul(2_u32.saturating_pow(attempt - 1)).min(Duration::from_secs(5));
        let wait = patience.wait(attempt, None);
        assert!(wait >= full / 2 && wait <= full, "attempt {attempt}: {wait:?} of {full:?}");
    }
    assert_eq!(patience.wait(1, Some(Duration::from_secs(7))), Duration::from_secs(7));
}
