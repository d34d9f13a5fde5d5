use super::*;

fn endpoint() -> OpenAiSettings {
    OpenAiSettings {
        base_url: "https://embeddings.example/v1".into(),
        key: Some(ApiKey::new("sk-very-secret".into())),
        model: "text-embedding-3-small".into(),
        dimensions: 1_024,
        query_prefix: String::new(),
        passage_prefix: String::new(),
    }
}

#[test]
fn a_missing_builtin_model_is_a_state_with_a_reason() {
    let dir = std::env::temp_dir().join("annals-no-such-model-folder");
    let backing = Backing::open(&EmbedSettings::Builtin { dir: dir.clone() }).unwrap();
    assert!(backing.embedder().is_none());
    let notice = backing.notice().unwrap();
    assert!(notice.starts_with("meaning unavailable: "), "{notice}");
    assert!(notice.contains("model.onnx"), "{notice}");
    assert!(!notice.contains(&*dir.to_string_lossy()), "callers do not learn the server's folders: {notice}");
}

#[test]
fn off_has_no_embedder_and_no_complaint() {
    let backing = Backing::open(&EmbedSettings::Off).unwrap();
    assert!(backing.embedder().is_none() && backing.notice().is_none());
}

#[test]
fn an_endpoint_and_the_double_are_ready() {
    let backing = Backing::open(&EmbedSettings::OpenAi(endpoint())).unwrap();
    assert_eq!(backing.model().unwrap().dimensions, 1_024);
    let double = Backing::open(&EmbedSettings::Double).unwrap();
    assert_ne!(double.model().unwrap().key(), backing.model().unwrap().key());
}

#[test]
fn settings_that_can_never_work_stop_the_start() {
    let broken = OpenAiSettings { dimensions: 3_072, ..endpoint() };
    let error = Backing::open(&EmbedSettings::OpenAi(broken)).unwrap_err();
    assert!(matches!(error, EmbedError::Settings { .. }));
}

#[test]
fn the_key_is_never_printed() {
    assert!(!format!("{:?}", EmbedSettings::OpenAi(endpoint())).contains("sk-very"));
}
